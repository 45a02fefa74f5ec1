package lazy

import "craig/internal/evidence/verdict"

// mission is what a search is for: an error, or as many goals as it can reach (cover.go).
type mission interface {
	// reached is told of a goal that the path leads to, in the last model.
	reached(n *node)
	// order lists the arcs of n as they are to be explored.
	order(n *node) []*arc
	// found counts the goals that were reached, for missions that go on after the first.
	found() int
	// done says that nothing is left to look for.
	done() bool
}

// verification looks for one error: the first execution that reaches a goal is the answer.
type verification struct{ *search }

func (v verification) order(n *node) []*arc { return n.arcs }
func (v verification) found() int           { return 0 }
func (v verification) done() bool           { return false }

func (v verification) reached(n *node) {
	t := v.trace(v.last, n.loc)
	origins := NewOrigins(v.Program)
	for i, id := range t.Path {
		if near, _ := origins.Step(id, t.Input[i]); near {
			v.giveUp(verdict.Approximation, "%s: the execution depends on whether pointers of unknown origin, one for each call, are equal", v.Program.Edge(id).Pos)
			return
		}
	}
	v.search.found = t
}
