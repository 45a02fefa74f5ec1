package conditions

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// maxNodes bounds how often locations are executed.
const maxNodes = 1 << 18

// unrolled hands out the conditions of a proof in which loops are executed round by round: all executions are followed at once. A loop without an
// invariant is executed Rounds times after the first, or until a round changes nothing, and that its head is reached once more must be impossible. A loop with one is executed
// once, from any values of the variables that it writes that satisfy the invariant, which must hold where the loop is entered and after its
// body.
func (g *generator) unrolled() {
	if g.proof.Rounds < 0 {
		fail("loops have %d rounds", g.proof.Rounds)
	}
	b := g.newPaths(g.p.Main, annotation{at: g.proof.At}, g.p.Main.Entry)
	order := sorted([]ir.Loc{g.p.Main.Entry}, g.next(nil))
	for _, x := range flat(order) {
		if g.proof.At[x.loc].Valid() && !x.loop { // any complaint will do
			fail("location %d has an invariant and is no head of a loop", x.loc)
		}
	}
	b.leave(0)
	b.parts(order)
	b.noError("")
	if len(b.pending) > 0 {
		panic("conditions: locations were left out")
	}
	b.yieldGoals()
}

// parts executes them one after the other.
func (b *paths) parts(list []part) {
	for _, x := range list {
		if len(b.nodes) > maxNodes {
			fail("%w: the program is too long", ErrOpen)
		}
		if x.loop {
			b.loop(x)
		} else if n, ok := b.join(x.loc); ok {
			b.leave(n)
		}
	}
}

func (b *paths) loop(x part) {
	if inv, ok := b.proof.At[x.loc]; ok {
		b.summarised(x, inv)
		return
	}
	last := -1 // the head in the round before, if all that come back to it were there
	for round := 0; ; round++ {
		middle := b.waiting(x.body)
		n, ok := b.join(x.loc)
		switch {
		case !ok && !middle:
			return
		case !ok:
		case last >= 0 && b.same(last, n):
			return // what can happen now could happen then
		case round > b.proof.Rounds:
			b.must(b.st.False(), n, fmt.Sprintf("the loop at %s ends after %d rounds", b.place(x.loc), b.proof.Rounds))
			return
		default:
			if last = n; middle {
				last = -1
			}
			b.leave(n)
		}
		b.parts(x.body)
	}
}

// same says that all variables have the same values at two nodes.
func (b *paths) same(m, n int) bool {
	x, y := b.nodes[m], b.nodes[n]
	return !slices.ContainsFunc(changed([]*node{x, y}), func(v *ir.Var) bool { return b.value(x.state, v) != b.value(y.state, v) })
}

// waiting says that something has come to a part.
func (b *paths) waiting(list []part) bool {
	return slices.ContainsFunc(flat(list), func(x part) bool { return len(b.pending[x.loc]) > 0 })
}

// summarised executes a loop with an invariant once.
func (b *paths) summarised(x part, inv term.Term) {
	n, ok := b.join(x.loc)
	if b.waiting(x.body) {
		fail("%w: a loop with an invariant is entered in the middle", ErrOpen)
	}
	if !ok {
		return
	}
	about := "the invariant of " + b.place(x.loc) + " holds "
	b.must(b.here(inv, n), n, about+"where the loop is entered")
	any := &node{loc: x.loc, before: []int{n}, reach: b.nodes[n].reach, state: maps.Clone(b.nodes[n].state)}
	for _, x := range flat([]part{x}) { // what the loop writes is unknown
		for _, e := range b.out(x.loc) {
			if v := ir.Written(e.Stmt); v != nil {
				any.state[v] = b.unknown(v)
			}
		}
	}
	b.nodes = append(b.nodes, any)
	any.say(b.st.Implies(any.reach, b.here(inv, len(b.nodes)-1)))
	b.leave(len(b.nodes) - 1)
	b.parts(x.body)
	if n, ok := b.join(x.loc); ok {
		b.must(b.here(inv, n), n, about+"after a round")
	}
}
