package tracer

import (
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// effect is what a sequence of edges does, over the values that program variables have before it.
type effect struct {
	subst    map[term.Term]term.Term // assigned variables to their terms afterwards
	assumed  []term.Term             // what holds in the executions that get through
	unknowns []unknown               // stand in subst and assumed for what a Havoc gives
	given    int                     // how many of assumed, the first ones, are invariants of others
}

type unknown struct {
	t  term.Term
	ty ir.Type
}

// effectOf computes the effect of edges.
func effectOf(c *sem.Context, edges []*ir.Edge) *effect {
	e := &effect{subst: map[term.Term]term.Term{}}
	state := c.NewState()
	state.Input = func(v *ir.Var) term.Term {
		u := unknown{c.Store.Fresh(v.Name+"'any", sem.Sort(v.Type)), v.Type}
		e.unknowns = append(e.unknowns, u)
		return u.t
	}
	var written []*ir.Var
	for _, edge := range edges {
		assumed := state.Exec(edge.Stmt)
		if v := ir.Written(edge.Stmt); v != nil {
			written = append(written, v)
		}
		if _, havoc := edge.Stmt.(*ir.Havoc); havoc {
			continue // the range of an unknown is known from its type
		}
		for _, f := range term.Conjuncts(assumed) {
			if !f.IsTrue() {
				e.assumed = append(e.assumed, f)
			}
		}
	}
	for _, v := range written {
		if x, t := c.Var(v), state.Get(v); x != t {
			e.subst[x] = t
		}
	}
	return e
}

// identity says that the effect is none at all.
func (e *effect) identity() bool { return len(e.subst) == 0 && len(e.assumed) == 0 }
