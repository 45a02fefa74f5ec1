package elements

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of strides.
const (
	mostStrides = 3
	mostClasses = 4       // remainders of an index that are told apart
	longest     = 1 << 20 // stride
)

// strides are the distances at which the program visits elements, if these are not neighbours: 2 for a[2*i], and for a[i] where i grows by 2;
// 50 for a[i][j] with rows of 50; and numbers of which it takes remainders, such as 2 in i % 2.
func (s *search) strides() []int64 {
	if !s.strode {
		s.strode, s.apart = true, s.findStrides()
	}
	return s.apart
}

func (s *search) findStrides() (list []int64) {
	see := func(c num.Rat) {
		n, ok := word(c.Abs())
		if ok && n > 1 && n <= longest && len(list) < mostStrides && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	for _, p := range s.words.pivots {
		if p.Op() == term.Sum {
			for i := range p.NumArgs() {
				see(p.Coeff(i))
			}
		}
		for _, x := range term.Vars(p, map[term.Term]bool{}, nil) {
			for _, q := range s.paths {
				if t := q.after[x]; t.Valid() && q.from == q.to && s.st.Sub(t, x).IsConst() {
					see(s.st.Sub(t, x).Num())
				}
			}
		}
	}
	for _, q := range s.paths {
		term.Walk(q.cond, func(t term.Term) {
			if t.Op() == term.Mod && t.Arg(1).IsConst() && !s.speaks(t) {
				see(t.Arg(1).Num())
			}
		})
	}
	return list
}

// rows are pivots, and where a row begins whose number is one.
func (s *search) rows(pivots []term.Term) []term.Term {
	list := slices.Clone(pivots)
	for _, c := range s.strides() {
		for _, p := range pivots {
			if p.Op() == term.Var || p.IsConst() {
				list = add(list, s.st.Mul(p, s.st.Int(c)), 2*mostPivots)
			}
		}
	}
	return list
}

// stridden are negations of premises: that an index is below a pivot, and in its row, or modulo a stride, below another one or at a number.
func (s *search) stridden(pivots []term.Term) (list []term.Term) {
	st, k := s.st, s.bound[0]
	var ends []term.Term
	for _, p := range pivots {
		ends = add(add(ends, p, 40), st.Add(p, st.Int(1)), 40)
	}
	for _, c := range s.strides() {
		at := st.Mod(k, st.Int(c))
		var off []term.Term
		for r := range min(c, mostClasses) {
			off = append(off, st.Ne(at, st.Int(r)))
		}
		for _, p := range pivots {
			off = append(off, st.Ge(at, p))
		}
		for _, o := range off {
			for _, b := range ends {
				list = append(list, st.Or(o, st.Lt(k, st.Int(0)), st.Ge(k, b)))
			}
		}
	}
	return list
}

// byRows are what may hold of an element by its row and column, if the program says it of a[i][j]: of a[k], with k/c for i and k%c for j.
func (s *search) byRows(v *vocabulary) (list []term.Term) {
	st, k := s.st, s.bound[0]
	for _, a := range v.atoms {
		for _, e := range s.elements(a) {
			layout := s.layouts[e.Arg(0)]
			i := layout.IndexOf(s.sem, e.Arg(1))
			if i.Op() != term.Sum {
				continue
			}
			m := map[term.Term]term.Term{e: st.Select(e.Arg(0), layout.Addr(s.sem, k))}
			for n := range i.NumArgs() {
				c, ok := word(i.Coeff(n))
				switch x := i.Arg(n); {
				case !ok || x.Op() != term.Var:
				case c > 1 && c <= longest:
					m[x] = st.Div(st.Sub(k, st.IntNum(constant(i))), st.Int(c))
				}
			}
			for n := range i.NumArgs() {
				if x := i.Arg(n); i.Coeff(n).IsOne() && x.Op() == term.Var && i.NumArgs() == 2 {
					if c, ok := word(i.Coeff(1 - n)); ok && c > 1 && c <= longest {
						m[x] = st.Mod(k, st.Int(c))
					}
				}
			}
			for _, f := range s.like(st.Subst(a, m)) {
				list = add(list, f, 200)
			}
		}
	}
	return list
}

// classes guesses which remainders variables have at h.
func (s *search) classes(h ir.Loc) {
	st, seenIn := s.st, s.table(h, 1)
	for _, c := range s.strides() {
		for _, x := range s.scalarsOf(h) {
			for r := range min(c, mostClasses) {
				if f := st.Eq(st.Mod(x, st.Int(c)), st.Int(r)); !seenIn.refutes(st.False(), f) {
					s.add(h, 0, f)
				}
			}
		}
	}
}
