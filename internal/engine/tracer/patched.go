package tracer

import (
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// patched is a model with other values for some inputs: most branches on an input that nothing
// has tested before need no solver.
type patched struct {
	st    *term.Store
	vars  *varCache
	base  smt.Model // not patched, or maxChain patches deep at most
	depth int
	vals  map[term.Term]term.Term
}

// maxChain bounds the patches that are looked through before their values are copied.
const maxChain = 32

func newPatched(p *path, base smt.Model, x, v term.Term) *patched {
	m := &patched{st: p.st, vars: p.vars, base: base, vals: map[term.Term]term.Term{x: v}}
	b, ok := base.(*patched)
	if !ok {
		return m
	}
	if b.depth < maxChain {
		m.depth = b.depth + 1
		return m
	}
	for {
		for y, w := range b.vals { // in any order: the latest value wins
			if _, have := m.vals[y]; !have {
				m.vals[y] = w
			}
		}
		m.base = b.base
		if b, ok = b.base.(*patched); !ok {
			return m
		}
	}
}

// Eval is t's value.
func (m *patched) Eval(t term.Term) term.Term {
	sub := map[term.Term]term.Term{}
	at := smt.Model(m)
	for {
		q, ok := at.(*patched)
		if !ok {
			return at.Eval(m.st.Subst(t, sub))
		}
		for _, x := range m.vars.of(t) {
			if v, ok := q.vals[x]; ok {
				if _, have := sub[x]; !have {
					sub[x] = v
				}
			}
		}
		at = q.base
	}
}

// extend finds a model of the path condition and f without the solver, if f compares with a
// constant an input that the path condition does not mention.
func (p *path) extend(forms *forms, f term.Term) (smt.Model, bool) {
	lit := forms.of(f)
	x := lit.form
	if !x.Valid() || x.Op() != term.Var || p.ranged[x] {
		return nil, false
	}
	base := p.models.any(p.pc)
	if base == nil {
		return nil, false
	}
	ty := p.exprType(x)
	for _, d := range []int64{0, 1, -1} {
		v := lit.b.Add(num.I(d))
		if lit.contains(v) && (p.Program.Math || !ty.IsNumber() || ty.Fits(v)) {
			return newPatched(p, base, x, p.st.IntNum(v)), true
		}
	}
	return nil, false
}
