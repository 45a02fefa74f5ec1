package arg

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/program/arcs"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// Check tells why the graph does not prove its program safe; nil if it does. It wants what
// WellLabelled wants, and the labels of error nodes to be false.
func Check(ctx context.Context, g *Graph, newSolver func(*term.Store) smt.Solver) error {
	c := newChecker(ctx, g, newSolver)
	for _, v := range g.Nodes {
		if v.Loc != 0 {
			continue
		}
		if err := c.implies(v.Label, g.Store.False()); err != nil {
			return fmt.Errorf("arg: v%d: %w", v.ID, err)
		}
	}
	return c.wellLabelled()
}

// WellLabelled tells what is wrong with a graph that need not be safe. It wants
//
//   - the entry's label to be true;
//   - of every node that is not covered: for each cut point that a path leads to, a child whose
//     label all executions of these paths from the node's label end in;
//   - of every covered node: that its label implies the disjunction of its coverers' labels, which
//     are earlier nodes of the same location, and not covered.
func WellLabelled(ctx context.Context, g *Graph, newSolver func(*term.Store) smt.Solver) error {
	return newChecker(ctx, g, newSolver).wellLabelled()
}

func newChecker(ctx context.Context, g *Graph, newSolver func(*term.Store) smt.Solver) *checker {
	c := &checker{Graph: g, ctx: ctx, newSolver: newSolver, cut: map[ir.Loc]ir.Loc{}}
	for _, l := range g.Cuts {
		c.cut[l] = l
	}
	for _, l := range g.Goals {
		c.cut[l] = 0
	}
	sc := sem.New(g.Store, g.Program)
	c.arcs = arcs.New(sc, g.Program.Main, append(slices.Clone(g.Cuts), g.Goals...))
	for _, l := range c.arcs.Joins {
		for _, v := range c.arcs.Live[l] {
			sc.Var(v)
		}
	}
	return c
}

func (c *checker) wellLabelled() error {
	g := c.Graph
	if len(g.Nodes) == 0 || g.Nodes[0].Loc != g.Program.Main.Entry || !g.Nodes[0].Label.IsTrue() {
		return fmt.Errorf("arg: the first node is not the entry with the label true")
	}
	place := map[*Node]int{}
	for i, v := range g.Nodes {
		place[v] = i
	}
	for i, v := range g.Nodes {
		var err error
		switch {
		case v.Loc == 0:
		case len(v.Coverers) > 0:
			var any []term.Term
			for _, w := range v.Coverers {
				if j, ok := place[w]; !ok || j >= i || len(w.Coverers) > 0 || w.Loc != v.Loc {
					return fmt.Errorf("arg: v%d cannot cover v%d", w.ID, v.ID)
				}
				any = append(any, w.Label)
			}
			err = c.implies(v.Label, g.Store.Or(any...))
		default:
			err = c.edges(v, place)
		}
		if err != nil {
			return fmt.Errorf("arg: v%d: %w", v.ID, err)
		}
	}
	return nil
}

type checker struct {
	*Graph
	ctx       context.Context
	newSolver func(*term.Store) smt.Solver
	arcs      *arcs.Arcs
	cut       map[ir.Loc]ir.Loc // error locations: 0
}

// implies proves that every state of a is one of b.
func (c *checker) implies(a, b term.Term) error {
	s := c.newSolver(c.Store)
	for _, v := range c.Program.Globals {
		s.Assert(c.arcs.Range(v.Type, c.arcs.Var(v)))
	}
	for _, v := range c.Program.Main.Locals {
		s.Assert(c.arcs.Range(v.Type, c.arcs.Var(v)))
	}
	s.Assert(a)
	s.Assert(c.Store.Not(b))
	if ans := s.Check(c.ctx); ans.Status != smt.Unsat {
		return fmt.Errorf("%v does not imply %v (%v)", a, b, ans.Status)
	}
	return nil
}

// edges proves that the children of v are complete, and well-labelled.
func (c *checker) edges(v *Node, place map[*Node]int) error {
	s := c.newSolver(c.Store)
	vals := make([]term.Term, len(c.arcs.Live[v.Loc]))
	for i, x := range c.arcs.Live[v.Loc] {
		vals[i] = c.arcs.Var(x)
		s.Assert(c.arcs.Range(x.Type, vals[i]))
	}
	s.Assert(v.Label)
	child := map[ir.Loc]*Node{}
	for _, w := range v.Children {
		if place[w] <= place[v] {
			return fmt.Errorf("an edge to v%d, which is no later node", w.ID)
		}
		child[w.Loc] = w
	}
	// Control is at one place after the other; an execution that comes to a child goes wrong there.
	here := map[ir.Loc][]term.Term{v.Loc: {c.Store.True()}}
	at := map[ir.Loc][]term.Term{v.Loc: vals}
	var wrong []term.Term
	for _, l := range append([]ir.Loc{v.Loc}, c.arcs.Joins...) {
		if at[l] == nil {
			continue
		}
		control := c.Store.Or(here[l]...)
		arcs := c.arcs.From(l, at[l])
		delete(at, l)
		for _, arc := range arcs {
			taken := c.Store.And(control, arc.Cond)
			if loc, isCut := c.cut[arc.To]; isCut {
				w := child[loc]
				if w == nil {
					return fmt.Errorf("no child at line %d", c.Program.Loc(arc.To).Pos.Line)
				}
				after := map[term.Term]term.Term{}
				for i, x := range c.arcs.Live[arc.To] {
					after[c.arcs.Var(x)] = arc.Vals[i]
				}
				wrong = append(wrong, c.Store.And(taken, c.Store.Not(c.Store.Subst(w.Label, after))))
				continue
			}
			if at[arc.To] == nil {
				at[arc.To] = []term.Term{}
				for _, x := range c.arcs.Live[arc.To] {
					at[arc.To] = append(at[arc.To], c.Store.Fresh(x.Name, sem.Sort(x.Type)))
				}
			}
			parts := []term.Term{taken}
			for i, x := range at[arc.To] {
				parts = append(parts, c.Store.Eq(x, arc.Vals[i]))
			}
			here[arc.To] = append(here[arc.To], c.Store.And(parts...))
		}
	}
	s.Assert(c.Store.Or(wrong...))
	if ans := s.Check(c.ctx); ans.Status != smt.Unsat {
		return fmt.Errorf("an execution from its label may end outside those of its children (%v)", ans.Status)
	}
	return nil
}
