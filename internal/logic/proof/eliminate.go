package proof

import (
	"slices"

	"craig/logic/num"
)

// Limits of what a lemma is checked with.
const (
	maxSplits       = 8
	maxConstraints  = 1500
	maxDegree       = 4
	maxFacts        = 120
	maxCombinations = 300
)

// system is a conjunction of constraints and equations between monomials.
type system struct {
	ineqs []constraint
	eqs   []*poly
	not   []*poly // these are not 0
}

func (s *system) clone() *system {
	return &system{slices.Clone(s.ineqs), slices.Clone(s.eqs), slices.Clone(s.not)}
}

// refute returns nil if the system has no solution: it splits what is not 0, solves the equations,
// and eliminates the rest by Fourier and Motzkin, with the constants of integer sums rounded.
func (s *system) refute(products bool) error {
	if len(s.not) > maxSplits {
		return errLarge
	}
	if n := len(s.not); n > 0 {
		p := s.not[n-1]
		for _, q := range [2]*poly{p, p.scale(num.I(-1).Rat())} {
			t := s.clone()
			t.not = t.not[:n-1]
			t.ineqs = append(t.ineqs, constraint{q, true}.tight())
			if err := t.refute(products); err != nil {
				return err
			}
		}
		return nil
	}
	t := s.clone()
	if products {
		if err := t.multiply(); err != nil {
			return err
		}
	}
	if t.solve() {
		return nil
	}
	return t.fourierMotzkin()
}

// multiply adds the products of two inequalities, and those of the equations with all terms.
func (s *system) multiply() error {
	n := len(s.ineqs)
	for i := range n {
		for j := i; j < n; j++ {
			a, b := s.ineqs[i], s.ineqs[j]
			if a.p.degree()+b.p.degree() > maxDegree || len(s.ineqs) > maxFacts {
				continue
			}
			p, err := a.p.times(b.p) // ≥ 0, > 0 if both are strict
			if err != nil {
				return err
			}
			s.ineqs = append(s.ineqs, constraint{p.scale(num.I(-1).Rat()), a.strict && b.strict})
		}
	}
	var factors []*poly
	seen := map[string]bool{}
	add := func(p *poly) {
		for _, m := range p.ms {
			for i, t := range m.ts {
				rest := &poly{ms: []monomial{{c: num.I(1).Rat()}}}
				rest.ms = nil
				rest.c = num.I(1).Rat()
				for j, u := range m.ts {
					if i == j && len(m.ts) > 1 {
						continue
					}
					rest, _ = rest.times(opaque(u))
				}
				for _, q := range [2]*poly{opaque(t), rest} {
					if k := q.text(); !seen[k] {
						seen[k] = true
						factors = append(factors, q)
					}
				}
			}
		}
	}
	for _, k := range s.ineqs[:n] {
		add(k.p)
	}
	for _, e := range s.eqs {
		add(e)
	}
	for _, e := range slices.Clone(s.eqs) {
		for _, f := range factors {
			if len(s.eqs) > maxFacts {
				return nil
			}
			p, err := e.times(f)
			if err != nil {
				return err
			}
			s.eqs = append(s.eqs, p)
		}
	}
	return nil
}

// solve eliminates the equations. It reports whether one is false.
func (s *system) solve() bool {
	for i, e := range s.eqs {
		if _, _, fixed := (constraint{p: e}).key(equation); fixed == no {
			return true
		}
		if len(e.ms) == 0 {
			continue
		}
		m := e.ms[0] // with coefficient ±1 it is an integer if the others are
		for _, o := range e.ms {
			if o.c.Abs().IsOne() {
				m = o
				break
			}
		}
		remove := func(p *poly) *poly {
			if c := p.coef(m.key); !c.IsZero() {
				return p.plus(c.Div(m.c).Neg(), e)
			}
			return p
		}
		for j := i + 1; j < len(s.eqs); j++ {
			s.eqs[j] = remove(s.eqs[j])
		}
		for j := range s.ineqs {
			s.ineqs[j].p = remove(s.ineqs[j].p)
		}
	}
	return false
}

func (p *poly) coef(key string) num.Rat {
	for _, m := range p.ms {
		if m.key == key {
			return m.c
		}
	}
	return num.Rat{}
}

// fourierMotzkin eliminates one monomial after the other.
func (s *system) fourierMotzkin() error {
	best := map[string]constraint{}
	var order []string
	add := func(k constraint) bool {
		k = k.tight()
		switch k.fixed() {
		case yes:
			return false
		case no:
			return true
		}
		shape := (&poly{ms: k.p.ms}).text()
		old, ok := best[shape]
		if !ok {
			order = append(order, shape)
		} else if d := old.p.c.Cmp(k.p.c); d > 0 || d == 0 && (old.strict || !k.strict) {
			return false
		}
		best[shape] = k
		return false
	}
	for _, k := range s.ineqs {
		if add(k) {
			return nil
		}
	}
	for len(best) > 0 {
		pos, neg := map[string]int{}, map[string]int{}
		var keys []string
		for _, o := range order {
			for _, m := range best[o].p.ms {
				if pos[m.key]+neg[m.key] == 0 {
					keys = append(keys, m.key)
				}
				if m.c.Sign() > 0 {
					pos[m.key]++
				} else {
					neg[m.key]++
				}
			}
		}
		cheapest, cost := "", -1
		for _, k := range keys {
			if n := pos[k]*neg[k] - pos[k] - neg[k]; cost == -1 && cheapest == "" || n < cost {
				cheapest, cost = k, n
			}
		}
		var lower, upper, rest []constraint
		for _, o := range order {
			k := best[o]
			switch k.p.coef(cheapest).Sign() {
			case 1:
				upper = append(upper, k)
			case -1:
				lower = append(lower, k)
			default:
				rest = append(rest, k)
			}
		}
		if len(rest)+len(lower)*len(upper) > maxConstraints {
			return errLarge
		}
		best, order = map[string]constraint{}, nil
		for _, k := range rest {
			add(k)
		}
		for _, l := range lower {
			for _, u := range upper {
				p := l.p.scale(u.p.coef(cheapest)).plus(l.p.coef(cheapest).Neg(), u.p)
				if add(constraint{p, l.strict || u.strict}) {
					return nil
				}
			}
		}
	}
	return errNotImplied
}
