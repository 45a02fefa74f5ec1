package certify

import (
	"slices"

	"craig/logic/term"
)

// Names of executions that stand for what they are. Where the guards at a location exclude each other, the name of
// a way is its guard and the name of the location; where executions meet, it is what one of the names says.

// maxWays bounds of how many guards each two are compared.
const maxWays = 16

// is says that the fresh name b is f, or only that it implies f. With either each execution of p is a model in
// which the names on its way are true and all others false: for the first f must then be false off its way.
func (u *unrolling) is(b, f term.Term, exactly bool) term.Term {
	if exactly {
		return u.st.Iff(b, f)
	}
	return u.st.Implies(b, f)
}

// origin is a name and a guard: executions that are where the name says, and for which the guard holds.
type origin struct {
	taken, guard term.Term
	chosen       int // of taken
}

// whole says that the executions of the names are all of those of an earlier name, which had taken both ways at a
// guard, and then perhaps at others.
func (u *unrolling) whole(taken []term.Term) (from origin, ok bool) {
	taken = slices.Clone(taken)
	for again := true; again && len(taken) > 1; {
		again = false
		for i, t := range taken {
			for o, known := u.exact[t]; known && o.guard.IsTrue(); o, known = u.exact[t] {
				t = o.taken
			}
			taken[i] = t
		}
		for i := 0; i < len(taken) && !again; i++ {
			a, known := u.exact[taken[i]]
			for j := 0; j < i && known && !again; j++ {
				if b, known := u.exact[taken[j]]; known && a.taken == b.taken && a.guard == u.st.Not(b.guard) {
					taken[j], from, again = a.taken, a, true
					taken = slices.Delete(taken, i, i+1)
				}
			}
		}
	}
	return from, len(taken) == 1
}
