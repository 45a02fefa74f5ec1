package cover

import "slices"

// minimised is a part of the tests that reaches all goals which all of them reach, chosen as greedy
// algorithms cover sets: what reaches most of the rest comes first, so that it is larger than the
// smallest one by a factor of at most ln goals + 1. What the choice has made superfluous goes.
func minimised(tests []Test, goals int) (chosen []Test) {
	times := make([]int, goals) // in the chosen ones
	for {
		best, most := -1, 0
		for i, t := range tests {
			n := 0
			for _, g := range t.Goals {
				if times[g] == 0 {
					n++
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		for _, g := range tests[best].Goals {
			times[g]++
		}
		chosen = append(chosen, tests[best])
	}
	return slices.DeleteFunc(chosen, func(t Test) bool {
		if slices.ContainsFunc(t.Goals, func(g int) bool { return times[g] == 1 }) {
			return false
		}
		for _, g := range t.Goals {
			times[g]--
		}
		return true
	})
}
