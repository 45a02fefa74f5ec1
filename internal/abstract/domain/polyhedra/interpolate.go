package polyhedra

import (
	"slices"

	"craig/logic/num"
)

// Interpolate1 is InterpolatePoly1 of [Gulavani et al. 2008, Sec. 4] for integers: the negations
// of constraints of b that a entails, each an interpolant of a and b; nil if there are none. It
// needs a ⊓ b = ⊥, neither being ⊥ itself.
func (d *Domain) Interpolate1(a, b State) []Constraint {
	var is []Constraint
	for _, c := range d.Constraints(b) {
		for _, n := range c.Negations() {
			if d.Entails(a, n) {
				is = append(is, n)
			}
		}
	}
	return is
}

// InterpolateSums is Interpolate1 for the sums of two constraints of b: x ≥ 4 and y ≤ 2 give
// x - y ≤ 1, the interpolant that Fig. 1 of the paper asks for.
func (d *Domain) InterpolateSums(a, b State) []Constraint {
	var halves []Linear
	for _, c := range d.Constraints(b) {
		halves = append(halves, c.Linear)
		if c.Eq {
			halves = append(halves, c.Scale(num.I(-1)))
		}
	}
	var is []Constraint
	for i, l := range halves {
		for _, m := range halves[:i] {
			sum := l.Plus(m)
			if len(sum.Terms) == 0 {
				continue
			}
			for _, n := range AtLeast(sum).Negations() {
				if d.Entails(a, n) {
					is = append(is, n)
				}
			}
		}
	}
	return is
}

// Interpolate2 is InterpolatePoly2: the constraints of a projected on the variables that b has
// too. Together they are an interpolant, if a ⊓ b = ⊥ in the rationals.
func (d *Domain) Interpolate2(a, b State) []Constraint {
	vars := d.Vars(b)
	var others []int
	for _, v := range d.Vars(a) {
		if _, ok := slices.BinarySearch(vars, v); !ok {
			others = append(others, v)
		}
	}
	return d.Constraints(d.Forget(a, others...))
}

// Octagonal lists the bounds of ±x and, if pairs is true, of ±x ± y for the variables that s
// relates: the least octagon, or box, around s. Bounds are rounded to integers.
func (d *Domain) Octagonal(s State, pairs bool) []Constraint {
	var cs []Constraint
	bound := func(l Linear) {
		if m, ok := d.Minimum(s, l); ok {
			cs = append(cs, Constraint{l.AddConst(m.Ceil().Neg()), false})
		}
	}
	one, minus := num.I(1), num.I(-1)
	for _, b := range s.blocks {
		for i, x := range b.vars {
			bound(variable(x))
			bound(variable(x).Scale(minus))
			if !pairs {
				continue
			}
			for _, y := range b.vars[:i] {
				for _, sx := range []num.Int{one, minus} {
					for _, sy := range []num.Int{one, minus} {
						bound(variable(x).Scale(sx).Plus(variable(y).Scale(sy)))
					}
				}
			}
		}
	}
	return cs
}

// Same says that a and b are the same value, as sharing shows; false is no refutation.
func (d *Domain) Same(a, b State) bool {
	if a.bottom || b.bottom {
		return a.bottom == b.bottom
	}
	return len(a.blocks) == len(b.blocks) && !slices.ContainsFunc(a.blocks, func(x *block) bool { return !b.hasBlock(x) })
}
