// Package spell finds the name that a misspelt one was meant to be.
package spell

// Nearest is the one of names that differs least from name, the first of several; "" if all differ in
// more than a third of the characters.
func Nearest(name string, names []string) string {
	best, least := "", max(len(name)/3, 1)+1
	for _, other := range names {
		if d := distance(name, other); d < least {
			best, least = other, d
		}
	}
	return best
}

// distance is the number of characters to insert, delete, replace or exchange with their neighbours in
// a to get b, each touched at most once.
func distance(a, b string) int {
	d := make([][]int, len(a)+1) // of the first i characters of a and the first j of b
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = min(d[i-1][j-1], d[i-1][j], d[i][j-1]) + 1
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
