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

// part is a location, or with a body a loop, which it is the head of.
type part struct {
	loc  ir.Loc
	loop bool
	body []part
}

// unrolled lists the conditions of a proof in which loops are executed round by round: all executions are followed at once. A loop without an
// invariant is executed Rounds times after the first, or until a round changes nothing, and that its head is reached once more must be impossible. A loop with one is executed
// once, from any values of the variables that it writes that satisfy the invariant, which must hold where the loop is entered and after its
// body.
func (g *generator) unrolled() ([]Condition, error) {
	if g.proof.Rounds < 0 {
		return nil, fmt.Errorf("loops have %d rounds", g.proof.Rounds)
	}
	b := g.newPaths(g.p.Main, annotation{at: g.proof.At, errors: true})
	order := b.sorted([]ir.Loc{g.p.Main.Entry}, reachable(g.p, g.p.Main.Entry))
	heads := map[ir.Loc]bool{}
	var note func([]part)
	note = func(parts []part) {
		for _, x := range parts {
			heads[x.loc] = x.loop
			note(x.body)
		}
	}
	note(order)
	for l := range g.proof.At { // any complaint will do
		if loop, ok := heads[l]; ok && !loop {
			return nil, fmt.Errorf("location %d has an invariant and is no head of a loop", l)
		}
	}
	b.start(g.p.Main.Entry)
	if !heads[g.p.Main.Entry] {
		b.leave(0)
	}
	u := &unroller{paths: b}
	if err := u.parts(order); err != nil {
		return nil, err
	}
	for l, left := range b.pending {
		if len(left) > 0 {
			panic(fmt.Sprintf("conditions: location %d was left out", l))
		}
	}
	if len(u.broken) > 0 {
		b.goals = append(b.goals, goal{u.at, "no error is reached", b.st.Or(u.broken...)})
	}
	if len(b.goals) == 0 { // everything is known
		b.goal(0, "no error is reached", b.st.False())
	}
	return b.conditions(), nil
}

// sorted lists the strongly connected parts of what is reached from roots within a set, each after those before it (Tarjan). A loop's head is
// where the search first comes to it; the edges to the head do not count inside of it.
func (b *paths) sorted(roots []ir.Loc, within map[ir.Loc]bool) []part {
	number, low := map[ir.Loc]int{}, map[ir.Loc]int{}
	var stack []ir.Loc
	open := map[ir.Loc]bool{}
	var parts []part // the last one first
	var visit func(ir.Loc)
	visit = func(l ir.Loc) {
		number[l] = len(number) + 1
		low[l] = number[l]
		stack, open[l] = append(stack, l), true
		self := false
		for _, to := range next(b.p, l) {
			self = self || to == l
			switch {
			case !within[to]:
			case number[to] == 0:
				visit(to)
				low[l] = min(low[l], low[to])
			case open[to]:
				low[l] = min(low[l], number[to])
			}
		}
		if low[l] < number[l] {
			return
		}
		i := slices.Index(stack, l)
		members := slices.Clone(stack[i:])
		stack = stack[:i]
		for _, m := range members {
			open[m] = false
		}
		x := part{loc: l, loop: self || len(members) > 1}
		if len(members) > 1 {
			inside := map[ir.Loc]bool{}
			for _, m := range members[1:] {
				inside[m] = true
			}
			x.body = b.sorted(members[1:], inside)
		}
		parts = append(parts, x)
	}
	for _, l := range roots {
		if number[l] == 0 {
			visit(l)
		}
	}
	slices.Reverse(parts)
	return parts
}

// unroller executes parts.
type unroller struct {
	*paths
	broken []term.Term // errors that are reached
	at     []int
}

func (u *unroller) parts(list []part) error {
	for _, x := range list {
		if len(u.nodes) > maxNodes {
			return fmt.Errorf("%w: the program is too long", ErrOpen)
		}
		if x.loop {
			if err := u.loop(x); err != nil {
				return err
			}
		} else if n, ok := u.join(x.loc); ok {
			if u.p.Locs[x.loc].IsGoal() {
				u.broken, u.at = append(u.broken, u.nodes[n].reach), append(u.at, n)
			} else {
				u.leave(n)
			}
		}
	}
	return nil
}

func (u *unroller) loop(x part) error {
	if inv, ok := u.proof.At[x.loc]; ok {
		return u.framed(x, inv)
	}
	last := -1 // the head in the round before, if all that come back to it were there
	for round := 0; ; round++ {
		middle := u.waiting(x.body)
		n, ok := u.join(x.loc)
		if !ok {
			if !u.waiting(x.body) {
				return nil
			}
		} else {
			if last >= 0 && u.same(last, n) {
				return nil // what can happen now could happen then
			}
			if last = n; middle {
				last = -1
			}
			if round > u.proof.Rounds {
				u.goal(n, fmt.Sprintf("the loop at %s ends after %d rounds", u.place(x.loc), u.proof.Rounds), u.nodes[n].reach)
				return nil
			}
			u.leave(n)
		}
		if err := u.parts(x.body); err != nil {
			return err
		}
	}
}

// same says that all variables have the same values at two nodes.
func (u *unroller) same(m, n int) bool {
	both := []arrival{{state: u.nodes[m].state}, {state: u.nodes[n].state}}
	return !slices.ContainsFunc(changed(both), func(v *ir.Var) bool { return u.value(both[0].state, v) != u.value(both[1].state, v) })
}

// waiting says that something has come to a part.
func (u *unroller) waiting(list []part) bool {
	return slices.ContainsFunc(list, func(x part) bool { return len(u.pending[x.loc]) > 0 || u.waiting(x.body) })
}

// framed executes a loop with an invariant once.
func (u *unroller) framed(x part, inv term.Term) error {
	n, ok := u.join(x.loc)
	if u.waiting(x.body) {
		return fmt.Errorf("%w: a loop with an invariant is entered in the middle", ErrOpen)
	}
	if !ok {
		return nil
	}
	holds := func(n int, when string) {
		if bad := u.st.And(u.nodes[n].reach, u.not(inv, u.here(n))); !bad.IsFalse() {
			u.goal(n, "the invariant of "+u.place(x.loc)+" holds "+when, bad)
		}
	}
	holds(n, "where the loop is entered")
	any := &node{loc: x.loc, before: []int{n}, reach: u.nodes[n].reach, state: maps.Clone(u.nodes[n].state)}
	u.forget(any.state, []part{x})
	u.nodes = append(u.nodes, any)
	n = len(u.nodes) - 1
	any.facts = []fact{{f: u.st.Implies(any.reach, u.in(inv, u.here(n)))}}
	u.leave(n)
	if err := u.parts(x.body); err != nil {
		return err
	}
	if n, ok := u.join(x.loc); ok {
		holds(n, "after a round")
	}
	return nil
}

// forget makes what parts write unknown.
func (u *unroller) forget(s state, list []part) {
	for _, x := range list {
		for _, id := range u.p.Locs[x.loc].Out {
			if e := u.p.Edges[id]; e != nil && !u.p.Locs[x.loc].IsGoal() {
				if v := ir.Written(e.Stmt); v != nil {
					s[v] = u.unknown(v)
				}
			}
		}
		u.forget(s, x.body)
	}
}
