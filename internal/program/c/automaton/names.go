package automaton

// Unique are names of their own for functions: of those with the same name the ones that are internal to a file get its name, which is not "".
func Unique(names, files []string) []string {
	count := map[string]int{}
	for _, n := range names {
		count[n]++
	}
	var list []string
	for i, n := range names {
		if count[n] > 1 && files[i] != "" {
			n += "@" + files[i]
			for count[n] > 0 {
				n += "'"
			}
			count[n]++
		}
		list = append(list, n)
	}
	return list
}
