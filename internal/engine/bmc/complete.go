package bmc

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// Limits of a complete unwinding: how many nodes it may have, how many rounds a loop whose end known
// values do not decide, and how many such rounds there may be in all.
const (
	maxNodes      = 400_000
	maxUnclear    = 70
	maxAllUnclear = 1_000
)

// Complete makes an engine that unwinds every loop to its end. Values that are known decide where executions
// go, so that a loop with a constant bound is one chain of nodes however often it is executed; where the number of rounds
// depends on inputs the solver says when there are no more.
func Complete() *engine.Engine {
	return &engine.Engine{
		Name: "unroll",
		Doc: "Unrolls all loops, each to its end.\n\n" +
			"Biere, Cimatti, Clarke, Zhu, TACAS 1999; loop by loop, as in Clarke, Kroening, Lerda, TACAS 2004, with joins where " +
			"executions meet.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			c := &complete{unwinding: newUnwinding(Config{}, task), pending: map[ir.Loc][]*arc{}, same: map[ir.Loc]bool{}}
			if c.bits = sem.WorksOnBits(task.Program); c.bits {
				solver.PreferBits(c.solver)
			}
			return c.run(ctx), nil
		},
	}
}

// complete unwinds in a weak topological order: a component is left when nothing comes back to it, and
// only then what comes after it is executed, once for all rounds.
type complete struct {
	*unwinding
	pending map[ir.Loc][]*arc
	errors  []*node
	rounds  int
	unclear int             // rounds whose end known values did not decide
	same    map[ir.Loc]bool // by head: whether the values there are always the same when executions come back
	stopped string          // why the unwinding is not complete
}

func (c *complete) run(ctx context.Context) *verdict.Result {
	main := c.task.Program.Main
	c.pending[main.Entry] = []*arc{{Arc: c.entry(), taken: c.st.True()}}
	n, succ := graph.OfFunc(c.task.Program, main)
	c.elements(ctx, graph.WTO(n, succ, int(main.Entry)))
	if ctx.Err() != nil {
		return c.unknown(verdict.Timeout, "time was up")
	}
	if len(c.errors) > 0 {
		switch ans := c.check(ctx, c.errors); {
		case ans.Status == smt.Sat:
			return c.unsafe(ans.Model, c.errors)
		case ans.Status == smt.Unknown:
			return c.unknown(verdict.Solver, "the solver gave up: "+ans.Reason)
		}
	}
	if c.stopped != "" {
		return c.unknown(verdict.Bound, c.stopped)
	}
	return &verdict.Result{Verdict: verdict.True, Stats: c.stats(), Proof: c.proof()}
}

// proof has the invariant true for loops that change nothing that is needed, so that they need not end.
func (c *complete) proof() verdict.Unrolled {
	p := verdict.Unrolled{Rounds: c.rounds, Invariants: verdict.Invariants{}}
	for l, same := range c.same {
		if same {
			p.Invariants[l] = c.st.True()
		}
	}
	return p
}

func (c *complete) elements(ctx context.Context, order []graph.Element) {
	for _, e := range order {
		if e.Loop {
			c.component(ctx, e)
		} else {
			c.location(ctx, ir.Loc(e.Vertex), false, nil)
		}
	}
}

// component executes a loop until nothing comes back to it.
func (c *complete) component(ctx context.Context, e graph.Element) {
	inside := graph.Flatten([]graph.Element{e}, nil)
	chosen, unclear := -1, 0
	var last []term.Term // values at the head in the last round, which all that come back to it were
	middle := slices.ContainsFunc(inside, func(l int) bool { return l != e.Vertex && len(c.pending[ir.Loc(l)]) > 0 })
	for round := 0; slices.ContainsFunc(inside, func(l int) bool { return len(c.pending[ir.Loc(l)]) > 0 }); round++ {
		if ctx.Err() != nil {
			return
		}
		now := -1
		if arcs := c.pending[ir.Loc(e.Vertex)]; len(arcs) > 0 {
			now = c.chosen(arcs)
		}
		ask := round > 0 && now > chosen
		if ask {
			unclear++
			c.unclear++
			if unclear > maxUnclear || c.unclear > maxAllUnclear {
				c.stop(fmt.Sprintf("%s: the loop has more than %d rounds, or there are too many loops like it", c.task.Program.Loc(ir.Loc(e.Vertex)).Pos, unclear-1))
			}
		}
		if c.stopped != "" {
			for _, l := range inside {
				delete(c.pending, ir.Loc(l))
			}
			return
		}
		if now >= 0 {
			chosen = now
			vals, same := c.location(ctx, ir.Loc(e.Vertex), ask && worthAsking(round), last)
			if round > 0 {
				before, known := c.same[ir.Loc(e.Vertex)]
				c.same[ir.Loc(e.Vertex)] = same && round == 1 && (before || !known)
			}
			if last = vals; !same {
				c.rounds = max(c.rounds, round)
			}
			if middle && round == 0 { // others come to the head that were not there
				last = nil
			}
		}
		c.elements(ctx, e.Body)
	}
}

// worthAsking chooses the rounds in which the solver is asked whether there are more. Rounds too many are made
// sooner than answered: asked are the first ones, those around powers of two, where loops over the bits of a word end, and
// some in between.
func worthAsking(round int) bool {
	if round <= 5 {
		return true
	}
	k := bits.Len(uint(round)) - 2
	return round>>k<<k == round || (round-1)>>k<<k == round-1
}

func (c *complete) stop(why string) {
	if c.stopped == "" {
		c.stopped = why
	}
}

// location makes the node of l, if something has come there, and what leaves it; ask has the solver say
// whether that is possible. Nothing leaves it if it is not, or if its values are the same as last: what could happen
// then can happen from there. vals are the values.
func (c *complete) location(ctx context.Context, l ir.Loc, ask bool, last []term.Term) (vals []term.Term, same bool) {
	arcs := c.pending[l]
	if len(arcs) == 0 {
		return nil, false
	}
	delete(c.pending, l)
	if c.nodes > maxNodes {
		c.stop(fmt.Sprintf("the loops have more than %d rounds together", maxNodes))
		return nil, false
	}
	n, vals := c.merge(l, arcs)
	if last != nil && slices.Equal(vals, last) {
		return vals, true
	}
	if c.goal[l] {
		c.errors = append(c.errors, n)
		return nil, false
	}
	if ask {
		c.queries++
		if c.solver.Check(ctx, n.holds).Status == smt.Unsat {
			return vals, false
		}
	}
	leaving := c.arcs.From(l, vals)
	decided := c.decided(leaving)
	for _, a := range leaving {
		c.pending[a.To] = append(c.pending[a.To], c.follow(n, a, decided))
	}
	return vals, false
}
