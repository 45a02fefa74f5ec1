package proof

import "craig/logic/num"

// equations are linear equations over terms, solved: no row has the pivot of another. An equation
// p = q follows from them, over the rationals, where p and q reduce to the same.
type equations struct {
	rows    map[string]*poly // by their pivots, which have the coefficient 1
	order   []string         // of the pivots
	not     []*poly          // these are not 0
	unequal map[string]bool  // the directions of what is not 0, reduced; nil if they are to be computed
	wrong   bool             // there is no solution
}

// reduce is p without pivots.
func (e *equations) reduce(p *poly) *poly {
	out := p
	for _, m := range p.ms {
		if row := e.rows[m.key]; row != nil {
			out = out.plus(m.c.Neg(), row)
		}
	}
	return out
}

// add says p = 0. It reports whether that is news.
func (e *equations) add(p *poly) bool {
	p = e.reduce(p)
	switch _, _, fixed := (constraint{p: p}).key(equation); fixed {
	case yes:
		return false
	case no:
		e.wrong = true
		return true
	}
	m := p.ms[0]
	p = p.scale(m.c.Inv())
	for _, k := range e.order {
		if c := e.rows[k].coef(m.key); !c.IsZero() {
			e.rows[k] = e.rows[k].plus(c.Neg(), p)
		}
	}
	e.rows[m.key] = p
	e.order = append(e.order, m.key)
	e.unequal = nil
	return true
}

// apart reports whether a = b has no solution, or is what something that is not 0 says.
func (e *equations) apart(a, b *poly) bool {
	d := e.reduce(a.plus(num.I(-1).Rat(), b))
	switch _, _, fixed := (constraint{p: d}).key(equation); fixed {
	case yes:
		return false
	case no:
		return true
	}
	if e.unequal == nil {
		e.unequal = map[string]bool{}
		for _, p := range e.not {
			if q := e.reduce(p); len(q.ms) > 0 {
				e.unequal[q.direction()] = true
			}
		}
	}
	return e.unequal[d.direction()]
}

// direction is a text that p shares with its multiples.
func (p *poly) direction() string { return p.scale(p.ms[0].c.Inv()).text() }

// contradiction reports whether the equations exclude each other, or what is not 0.
func (e *equations) contradiction() bool {
	if e.wrong {
		return true
	}
	for _, p := range e.not {
		if q := e.reduce(p); len(q.ms) == 0 && q.c.IsZero() {
			return true
		}
	}
	return false
}

// list are all equations.
func (e *equations) list() []*poly {
	var ps []*poly
	for _, k := range e.order {
		ps = append(ps, e.rows[k])
	}
	return ps
}
