package certify

import (
	"fmt"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// cutSet has the cut points of a program with their invariants. An invariant that is not Valid
// stands for false.
type cutSet struct {
	order []ir.Loc // reachable cut points in depth-first order, the entry first
	inv   map[ir.Loc]term.Term
	isCut []bool // by Loc

	byName   map[string]*ir.Var      // the variables of the program; conditions only read it
	formulas map[ir.EdgeID]term.Term // conditions of Skips, over variables by name; may be nil

	identities []verdict.Identity // hints: why equations hold again

	unbounded bool // pointers are any natural numbers: the heap has no end

	bound []string            // variables of the invariants that stand for all integers
	elem  map[*ir.Var]ir.Type // with bound or sums: what regions have elements of, if all are of one type
	sums  []*sum              // of which the invariants speak
}

// cutPoints chooses the cut points: the entry, the locations of inv, and a location of every cycle
// that avoids these, a loop head if it has one: engines give no invariant where they have found that nothing comes, and may give
// none at other locations. After it, the program without the cut points has no cycle.
//
// Invariants speak of the variables of p, and of those in bound.
func cutPoints(p *ir.Program, inv map[ir.Loc]term.Term, bound ...string) (*cutSet, error) {
	byName, err := wellFormed(p, inv, bound...)
	if err != nil {
		return nil, err
	}
	c := &cutSet{inv: inv, bound: bound, isCut: make([]bool, len(p.Locs)), byName: byName}
	c.isCut[p.Main.Entry] = true
	for l := range inv {
		c.isCut[l] = true
	}

	for c.search(p) {
	}
	return c, nil
}

// search goes through p and puts the cut points in order. If more is true, there is a new one that was met before it was one, and all is to be searched again.
func (c *cutSet) search(p *ir.Program) (more bool) {
	c.order = nil
	// Depth first from each cut point, not going on beyond cut points: an edge back to a location
	// that is being visited closes a cycle without a cut point.
	const (
		unseen = iota
		open
		done
	)
	state := make([]uint8, len(p.Locs))
	type frame struct {
		loc  ir.Loc
		next int
	}
	var stack []frame
	queue := []ir.Loc{p.Main.Entry} // cut points whose successors are to be searched
	queued := make([]bool, len(p.Locs))
	queued[p.Main.Entry] = true
	for len(queue) > 0 {
		cut := queue[0]
		queue = queue[1:]
		c.order = append(c.order, cut)
		stack = append(stack[:0], frame{loc: cut})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			out := p.Locs[f.loc].Out
			if p.Locs[f.loc].IsGoal() {
				out = nil // executions end at an error location
			}
			if f.next == len(out) {
				state[f.loc] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := p.Edges[out[f.next]]
			f.next++
			if e == nil {
				continue
			}
			to := e.To
			if !c.isCut[to] {
				switch state[to] {
				case unseen:
					state[to] = open
					stack = append(stack, frame{loc: to})
					continue
				case done:
					continue
				}
				// open: a cycle without a cut point
				head := to
				for i := len(stack) - 1; stack[i].loc != to && !p.Locs[head].Loop; i-- {
					if l := stack[i].loc; p.Locs[l].Loop {
						head = l
					}
				}
				c.isCut[head] = true
				if head != to {
					more = true
					continue
				}
			}
			if !queued[to] {
				queued[to] = true
				if !p.Locs[to].IsGoal() {
					queue = append(queue, to)
				}
			}
		}
	}
	return more
}

// wellFormed complains if inv is not formulas over p's variables, and those in bound, at locations of p. Otherwise it gives
// p's variables by name.
func wellFormed(p *ir.Program, inv map[ir.Loc]term.Term, bound ...string) (map[string]*ir.Var, error) {
	vars := map[string]*ir.Var{}
	for _, v := range programVars(p) {
		vars[v.Name] = v
	}
	for l, f := range inv { // order does not matter: any complaint is a bug of the engine
		if l <= 0 || int(l) >= len(p.Locs) || p.Locs[l] == nil {
			return nil, &Rejection{Reason: fmt.Sprintf("there is no location %d", l), Prog: p}
		}
		if !f.Valid() || f.Sort() != term.Bool {
			return nil, &Rejection{To: l, Reason: "the invariant is not a formula", Prog: p}
		}
		for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
			if vars[v.Name()] == nil && !slices.Contains(bound, v.Name()) {
				return nil, &Rejection{To: l, Reason: fmt.Sprintf("the invariant mentions %s, which is no variable of the program", v.Name()), Prog: p}
			}
		}
	}
	return vars, nil
}

// programVars lists the variables that formulas may mention.
func programVars(p *ir.Program) []*ir.Var {
	vars := append([]*ir.Var(nil), p.Globals...)
	f := p.Main
	vars = append(vars, f.Params...)
	if f.Result != nil {
		vars = append(vars, f.Result)
	}
	return append(vars, f.Locals...)
}
