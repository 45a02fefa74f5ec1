// Package polyhedra is the domain of closed convex polyhedra: conjunctions of linear inequalities
// over the variables of a program [Cousot, Halbwachs 1978].
//
// Polyhedra are rational. A comparison between integers is tightened when it is assumed: made
// non-strict and divided by the greatest common divisor of its coefficients. Nothing else is
// rounded, so that Meet, Leq, Join, projection and interpolation all speak of the same sets of
// rational points.
//
// A state is a product of polyhedra over disjoint sets of variables, its blocks [Singh, Püschel,
// Vechev 2017]; operations combine only the blocks they need to. A polyhedron has constraints and,
// once needed, generators.
//
//	cone      generators of a cone                    (cone.go, neighbours.go)
//	poly      one polyhedron                          (poly.go, dual.go, widen.go, parma.go)
//	State     a product of blocks                     (state.go, combine.go)
//	Linear    linear forms and constraints on them    (linear.go)
//	Domain    lattice, statements, their preimages    (polyhedra.go, expr.go, post.go)
//	          interpolants                            (interpolate.go)
package polyhedra

import (
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// Domain has the operations on the states of one program. It implements domain.Domain[State] and
// domain.Narrower[State]. States of one Domain share what they compute, so that they are not for use side by side.
type Domain struct {
	p    *ir.Program
	box  *interval.Domain
	vars []*ir.Var // by ID
	opts Options
	work work
}

// Options of the domain; the zero value is recommended.
type Options struct {
	// Ranges: the bounds that InRange assumptions and wide types give are kept. Otherwise
	// only those of unsigned and of narrow types are: a state says nothing of values near 2³¹.
	Ranges bool
	// Parma: Widen is the widening of Parma, which loses less and takes longer, instead of the
	// standard one.
	Parma bool
	// MaxRays bounds the generators of a block; 0 is 4000. Beyond, operations lose precision.
	MaxRays int
	// Stop, if not nil, is asked during long operations; true makes them lose precision and end.
	Stop func() bool
}

// New makes the domain of p's states.
func New(p *ir.Program, opts Options) *Domain {
	if opts.MaxRays == 0 {
		opts.MaxRays = 4000
	}
	d := &Domain{p: p, box: interval.New(p), opts: opts, work: work{maxRays: opts.MaxRays, stop: opts.Stop}}
	p.AllVars(func(v *ir.Var) {
		if v.ID >= len(d.vars) {
			d.vars = append(d.vars, make([]*ir.Var, v.ID+1-len(d.vars))...)
		}
		d.vars[v.ID] = v
	})
	return d
}

func (d *Domain) Top() State            { return State{} }
func (d *Domain) Bottom() State         { return State{bottom: true} }
func (d *Domain) IsBottom(s State) bool { return s.bottom }

// Leq decides inclusion of the rational points, unless that takes too much work.
func (d *Domain) Leq(a, b State) bool {
	if a.bottom || b.bottom {
		return a.bottom
	}
	for _, blk := range b.blocks {
		if c := a.over(blk.vars); c != nil {
			if c != blk && !blk.p.includes(c.p, &d.work) {
				return false
			}
			continue
		}
		for _, e := range blk.p.eqs {
			if l := blk.linear(e); !d.nonNegative(a, l) || !d.nonNegative(a, l.Scale(num.I(-1))) {
				return false
			}
		}
		for _, f := range blk.p.ineqs {
			if !d.nonNegative(a, blk.linear(f)) {
				return false
			}
		}
	}
	return true
}

// Join is the convex hull.
func (d *Domain) Join(a, b State) State {
	if a.bottom {
		return b
	}
	if b.bottom {
		return a
	}
	return d.combine(a, b, func(p, q *poly) (*poly, bool) { return hull(p, q, &d.work) })
}

// Widen is the standard widening, or that of Parma if Options say so.
func (d *Domain) Widen(a, b State) State {
	if a.bottom {
		return b
	}
	if !d.Leq(a, b) {
		b = d.Join(a, b)
	}
	f := widen
	if d.opts.Parma {
		f = parma
	}
	return d.combine(a, b, func(p, q *poly) (*poly, bool) { return f(p, q, &d.work) })
}

// Meet is the intersection.
func (d *Domain) Meet(a, b State) State {
	if a.bottom || b.bottom {
		return d.Bottom()
	}
	for _, blk := range b.blocks {
		if a.hasBlock(blk) {
			continue
		}
		if a = d.constrain(a, blk.vars, blk.p.eqs, blk.p.ineqs); a.bottom {
			return a
		}
	}
	return a
}

// Formula writes the constraints.
func (d *Domain) Formula(c *sem.Context, s State) term.Term {
	st := c.Store
	if s.bottom {
		return st.False()
	}
	var parts []term.Term
	for _, k := range d.Constraints(s) {
		coeff := make([]num.Rat, len(k.Terms))
		ts := make([]term.Term, len(k.Terms))
		for i, m := range k.Terms {
			coeff[i], ts[i] = m.Coeff.Rat(), c.Var(d.vars[m.Var])
		}
		l := st.Linear(term.Int, coeff, ts, k.Const.Rat())
		if k.Eq {
			parts = append(parts, st.Eq(l, st.Int(0)))
		} else {
			parts = append(parts, st.Ge(l, st.Int(0)))
		}
	}
	return st.And(parts...)
}

// String writes what s knows.
func (d *Domain) String(s State) string {
	return d.Formula(sem.New(term.NewStore(), d.p), s).String()
}
