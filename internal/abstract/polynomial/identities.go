package polynomial

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/arcs"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// maxIdentities bounds the identities of a program.
const maxIdentities = 400

// Identities are why the equations of invariants of p, which is inlined, hold again, or why an error is not reached, as far as identities say
// that over the variables at the place where the path begins. They are in terms of a store of their own.
func Identities(ctx context.Context, p *ir.Program, inv map[ir.Loc]term.Term) []Identity {
	if !products(inv) {
		return nil
	}
	st := term.NewStore()
	c := sem.New(st, p)
	var errors []ir.Loc
	for l, info := range p.Locs {
		if info != nil && info.IsGoal() {
			errors = append(errors, ir.Loc(l))
		}
	}
	j := &justifier{
		Arcs: arcs.New(c, p.Main, errors), ctx: ctx, inv: map[ir.Loc]term.Term{}, seen: map[string]bool{},
	}
	heads := slices.Sorted(maps.Keys(inv))
	for _, l := range heads {
		j.inv[l] = st.Import(inv[l])
	}
	for _, l := range heads {
		if j.inv[l].IsFalse() || int(l) >= len(j.Live) {
			continue
		}
		vals := make([]term.Term, len(j.Live[l]))
		for i, v := range j.Live[l] {
			vals[i] = c.Var(v)
		}
		j.paths = 0
		j.from(l, l, vals, st.True())
	}
	return j.found
}

// products reports whether a formula has one, or a remainder: of what wraps.
func products(inv map[ir.Loc]term.Term) (found bool) {
	for _, f := range inv {
		term.Walk(f, func(t term.Term) { found = found || t.Op() == term.Mul || t.Op() == term.Mod })
	}
	return found
}

type justifier struct {
	*arcs.Arcs
	ctx   context.Context
	inv   map[ir.Loc]term.Term
	paths int // from the place that is looked at
	found []Identity
	seen  map[string]bool
}

// from follows the paths from src on, of which those to l have the condition cond.
func (j *justifier) from(src, l ir.Loc, vals []term.Term, cond term.Term) {
	st := j.Arcs.Store
	for _, arc := range j.From(l, vals) {
		if j.paths > maxPaths || j.ctx.Err() != nil {
			return
		}
		arc.Cond = st.And(cond, arc.Cond)
		if arc.Cond.IsFalse() {
			continue
		}
		info := j.Program().Loc(arc.To)
		if _, ok := j.inv[arc.To]; !ok && !info.Loop && !info.IsGoal() {
			j.from(src, arc.To, arc.Vals, arc.Cond)
			continue
		}
		j.paths++
		known := st.And(j.inv[src], arc.Cond)
		eqs, ex := equations(known), expand(j.Context, known)
		if info.IsGoal() {
			for _, c := range term.Conjuncts(arc.Cond) {
				if c.Op() == term.Not && isEquation(c.Arg(0)) && j.justify(ex, c.Arg(0), eqs) {
					break
				}
			}
			continue
		}
		f, ok := j.inv[arc.To]
		if !ok {
			continue
		}
		m := map[term.Term]term.Term{}
		for i, v := range j.Live[arc.To] {
			m[j.Arcs.Var(v)] = arc.Vals[i]
		}
		for _, c := range equations(f) {
			if c = st.Subst(c, m); isEquation(c) {
				j.justify(ex, c, eqs)
			}
		}
	}
}

// Program is the one that is looked at.
func (j *justifier) Program() *ir.Program { return j.Arcs.Program }

// justify looks for an identity for goal. It reports whether there is one.
func (j *justifier) justify(ex *expander, goal term.Term, eqs []term.Term) bool {
	id, ok := ex.cofactors(goal, eqs)
	if !ok {
		return false
	}
	if key := fmt.Sprint(id); len(id.Parts) > 0 && !j.seen[key] && j.sayable(id) && len(j.found) < maxIdentities {
		j.seen[key] = true
		j.found = append(j.found, id)
	}
	return true
}

// sayable reports whether an identity speaks of the program's variables only.
func (j *justifier) sayable(id Identity) bool {
	for _, m := range id.Parts {
		for _, x := range term.Vars(m.Equation, map[term.Term]bool{}, nil) {
			if j.Arcs.VarOf(x) == nil {
				return false
			}
		}
		for _, s := range m.Times {
			for _, x := range s.Of {
				if x.Op() != term.Var || j.Arcs.VarOf(x) == nil {
					return false
				}
			}
		}
	}
	return true
}

// equations are the conjuncts of f of the form s = 0.
func equations(f term.Term) (eqs []term.Term) {
	for _, c := range term.Conjuncts(f) {
		if isEquation(c) {
			eqs = append(eqs, c)
		}
	}
	return eqs
}

func isEquation(f term.Term) bool { return f.Op() == term.EqZero && f.Arg(0).Sort() == term.Int }
