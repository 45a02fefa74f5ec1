package elements

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// hull is the least affine space that has some vectors, which are what words were in states at a head.
type hull struct {
	words     []term.Term
	rows      [][]num.Rat // a basis of (words, 1), in reduced echelon form
	lead      []int       // the first column of each that is not 0
	equations []term.Term // of all vectors: linearly independent ones
	top       bool        // there are no equations, whatever the vectors
}

// equate finds linear equations between variables and sums at heads that are inductive: those of the least affine spaces that have the states of
// executions and are closed under all paths, as models of the solver show [Reps, Sagiv, Yorsh: Symbolic implementation of the best
// transformer, VMCAI 2004]. What is known at heads is taken to hold.
func (s *search) equate() {
	hulls, known := map[ir.Loc]*hull{}, map[ir.Loc][]*fact{}
	say := func(h ir.Loc) {
		s.facts[h] = slices.Clone(known[h])
		for _, f := range hulls[h].equations {
			if !slices.ContainsFunc(s.alive(h), func(g *fact) bool { return g.f == f }) {
				s.guessed(h, &fact{f: f})
			}
		}
	}
	for _, h := range s.heads[1:] {
		u := &hull{words: s.summedWords(h)}
		for _, state := range s.states[h] {
			u.add(func(w term.Term) (num.Int, bool) {
				n, ok := (&eval{s: s, row: row{state: state}}).num(w)
				return num.I(n), ok
			})
		}
		u.equate(s.st)
		hulls[h] = u
		known[h] = s.facts[h]
		say(h)
	}
	for again := true; again && s.ctx.Err() == nil; {
		again = false
		for _, p := range s.paths {
			u := hulls[p.to]
			for u != nil && len(u.equations) > 0 && s.ctx.Err() == nil {
				var not []term.Term
				for _, f := range u.equations {
					not = append(not, s.st.Not(s.st.Subst(f, p.after)))
				}
				q := s.on(p)
				q.suppose()
				ans := q.ask(s.st.Or(not...))
				q.close()
				if ans.Status == smt.Unsat {
					break
				}
				again = true
				u.top = ans.Status != smt.Sat || !u.add(func(w term.Term) (num.Int, bool) {
					return ans.Model.Eval(s.st.Subst(w, p.after)).IntValue()
				})
				u.equate(s.st)
				say(p.to)
			}
		}
	}
}

// add adds a vector; false if one of the words has no value, or it is one of the space.
func (u *hull) add(value func(term.Term) (num.Int, bool)) bool {
	one := num.I(1).Rat()
	r := make([]num.Rat, len(u.words)+1)
	for i, w := range u.words {
		n, ok := value(w)
		if !ok {
			return false
		}
		r[i] = n.Rat()
	}
	r[len(u.words)] = one
	for i, b := range u.rows {
		r = minus(r, b, r[u.lead[i]])
	}
	at := slices.IndexFunc(r, func(c num.Rat) bool { return !c.IsZero() })
	if at < 0 {
		return false
	}
	inverse := r[at].Inv()
	for i := range r {
		r[i] = r[i].Mul(inverse)
	}
	for i, b := range u.rows {
		u.rows[i] = minus(b, r, b[at])
	}
	u.rows, u.lead = append(u.rows, r), append(u.lead, at)
	return true
}

// minus is a - c·b.
func minus(a, b []num.Rat, c num.Rat) []num.Rat {
	if c.IsZero() {
		return a
	}
	d := make([]num.Rat, len(a))
	for i := range a {
		d[i] = a[i].Sub(c.Mul(b[i]))
	}
	return d
}

// equate finds the equations: a basis of what is orthogonal to all rows.
func (u *hull) equate(st *term.Store) {
	u.equations = nil
	if u.top {
		return
	}
	words := append(slices.Clone(u.words), st.Int(1))
	for free := range words {
		if slices.Contains(u.lead, free) {
			continue
		}
		scale := num.I(1)
		for _, r := range u.rows {
			scale = scale.Lcm(r[free].Den())
		}
		sum := st.Scale(scale.Rat(), words[free])
		for i, r := range u.rows {
			sum = st.Sub(sum, st.Scale(r[free].Mul(scale.Rat()), words[u.lead[i]]))
		}
		u.equations = append(u.equations, st.Eq(sum, st.Int(0)))
	}
}

// summedWords are what equations at h speak of: variables, and sums up to what indices are compared with.
func (s *search) summedWords(h ir.Loc) (list []term.Term) {
	st := s.st
	list = s.scalarsOf(h)
	list = list[:min(len(list), mostScalars)]
	ends := s.summedTo(h)
	for _, a := range s.sums {
		for _, p := range ends {
			list = add(list, st.Select(a.P, p), mostWords)
		}
	}
	for _, p := range ends {
		for _, c := range s.strides() {
			if c <= mostClasses && p.Op() == term.Var {
				list = add(list, st.Mod(p, st.Int(c)), mostWords)
			}
		}
	}
	for _, w := range s.words.writes { // n elements that are c have the sum n*c
		for _, p := range ends {
			if c := w.val; c.Op() == term.Var && p.Op() == term.Var && c != p && s.live[h][c] {
				list = add(list, st.Mul(p, c), mostWords)
			}
		}
	}
	return list
}

// summedTo are indices at h, and what they are compared with, up to which sums are spoken of.
func (s *search) summedTo(h ir.Loc) (ends []term.Term) {
	st := s.st
	for _, p := range s.rows(s.words.pivots) {
		if !s.over(p, s.live[h]) {
			continue
		}
		if !p.IsConst() {
			p = st.Sub(p, st.IntNum(constant(p)))
		}
		ends = add(ends, p, mostEnded)
		for _, c := range s.strides() {
			if c <= mostClasses {
				ends = add(ends, st.Div(p, st.Int(c)), mostEnded)
			}
		}
		if s.descends(p) {
			ends = add(ends, st.Add(p, st.Int(1)), mostEnded)
		}
	}
	return ends
}

// descends says that the variable x is made smaller on some path.
func (s *search) descends(x term.Term) bool {
	return x.Op() == term.Var && slices.ContainsFunc(s.paths, func(p *path) bool {
		t := p.after[x]
		if !t.Valid() {
			return false
		}
		d := s.st.Sub(t, x)
		return d.IsConst() && d.Num().Sign() < 0
	})
}
