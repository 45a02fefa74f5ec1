// Package octagon is the domain of octagons: constraints ±x ± y ≤ c [Miné 2006] over the
// integers, as a reduced product with intervals. Variables are packed: relations are kept within
// disjoint sets of variables that occur together.
//
//	oct      one octagon, in blocks            (oct.go, combine.go, block.go)
//	packs    which variables belong together   (pack.go)
//	linear   expressions as linear forms       (linear.go)
//	Domain   states, statements, guards        (octagon.go, post.go)
package octagon

import (
	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// State is an interval for each variable and an octagon for each pack. A pack that is not there
// has no constraint.
type State struct {
	box  interval.State
	octs *domain.Tree[*oct] // by pack
}

// Domain has the operations on the states of one program. It implements domain.Domain[State] and
// domain.Narrower[State].
type Domain struct {
	p     *ir.Program
	box   *interval.Domain
	packs [][]*ir.Var
	tops  []*oct  // by pack: those without constraints
	where []place // by ir.Var.ID
}

// place is where a variable is: in no pack if pack is -1.
type place struct{ pack, index int }

// Options of the domain; the zero value is recommended.
type Options struct {
	MaxPack int // variables in a pack; 0 is 8
	// Plain: Widen drops bounds of single variables too, instead of going to thresholds.
	Plain bool
	// Loops: variables belong together also if they are assigned in one block or one loop.
	Loops bool
}

// New makes the domain of p's states.
func New(p *ir.Program, opts Options) *Domain {
	if opts.MaxPack == 0 {
		opts.MaxPack = 8
	}
	d := &Domain{p: p, box: interval.New(p)}
	if opts.Plain {
		d.box = interval.NewPlain(p)
	}
	d.pack(opts.MaxPack, opts.Loops)
	for _, vars := range d.packs {
		d.tops = append(d.tops, newOct(len(vars)))
	}
	return d
}

func (d *Domain) Top() State            { return State{box: d.box.Top()} }
func (d *Domain) Bottom() State         { return State{box: d.box.Bottom()} }
func (d *Domain) IsBottom(s State) bool { return d.box.IsBottom(s.box) }

// Box is what s says of single variables.
func (d *Domain) Box(s State) interval.State { return s.box }

// Intervals is the domain of Box.
func (d *Domain) Intervals() *interval.Domain { return d.box }

// Pack lists the variables to which x may be related, x included; nil if there are none.
func (d *Domain) Pack(x *ir.Var) []*ir.Var {
	if w := d.where[x.ID]; w.pack >= 0 {
		return d.packs[w.pack]
	}
	return nil
}

// oct is the octagon of a pack.
func (d *Domain) oct(s State, pack int) *oct {
	if o, ok := s.octs.Get(pack); ok {
		return o
	}
	return d.tops[pack]
}

// with is s with another octagon for a pack.
func (d *Domain) with(s State, pack int, o *oct) State {
	switch {
	case o.empty:
		return d.Bottom()
	case o.isTop():
		s.octs = s.octs.Delete(pack)
	default:
		s.octs = s.octs.Set(pack, o)
	}
	return s
}

func (d *Domain) Leq(a, b State) bool {
	if d.IsBottom(a) {
		return true
	}
	return d.box.Leq(a.box, b.box) &&
		domain.Includes(a.octs, b.octs, func(_ int, o, p *oct) bool { return o == p || o.leq(p) })
}

func (d *Domain) Join(a, b State) State {
	if d.IsBottom(a) {
		return b
	}
	if d.IsBottom(b) {
		return a
	}
	return State{d.box.Join(a.box, b.box), d.combine(a, b, (*oct).join)}
}

// combine applies f to the octagons that both have.
func (d *Domain) combine(a, b State, f func(o, p *oct) *oct) *domain.Tree[*oct] {
	return domain.Intersect(a.octs, b.octs, func(_ int, o, p *oct) (*oct, bool) {
		if o == p {
			return o, true
		}
		r := f(o, p)
		return r, !r.isTop()
	}, func(o, p *oct) bool { return o == p })
}

func (d *Domain) Meet(a, b State) State {
	box := d.box.Meet(a.box, b.box)
	if d.box.IsBottom(box) {
		return d.Bottom()
	}
	var news []int
	s := State{box, domain.Union(a.octs, b.octs, func(pack int, o, p *oct) *oct {
		r := o.meet(p)
		if r != o && r != p {
			news = append(news, pack)
		}
		return r
	})}
	for _, pack := range news {
		o, ok := s.octs.Get(pack)
		if !ok || o.empty {
			return d.Bottom()
		}
		if s = d.reduce(s, pack, o.close().clone()); d.IsBottom(s) {
			return s
		}
	}
	return s
}

// Formula writes the bounds.
func (d *Domain) Formula(c *sem.Context, s State) term.Term { return d.FormulaOf(c, s, nil) }

// FormulaOf writes the bounds of variables and of pairs of variables that keep accepts; nil
// accepts all.
func (d *Domain) FormulaOf(c *sem.Context, s State, keep func(*ir.Var) bool) term.Term {
	st := c.Store
	parts := []term.Term{d.box.FormulaOf(c, s.box, keep)}
	s.octs.Each(func(pack int, o *oct) bool {
		vars := d.packs[pack]
		o = o.close()
		for x := range vars {
			if keep != nil && !keep(vars[x]) {
				continue
			}
			// ±Vᵢ for the box may know less than the octagon
			if hi := o.upper(x); hi != inf {
				parts = append(parts, st.Le(c.Var(vars[x]), st.Int(hi)))
			}
			if lo := o.negUpper(x); lo != inf {
				parts = append(parts, st.Le(st.Int(-lo), c.Var(vars[x])))
			}
			for y := range x {
				if keep != nil && !keep(vars[y]) {
					continue
				}
				for _, sx := range []int{0, 1} {
					for _, sy := range []int{0, 1} {
						// V_j - V_i ≤ b with V_j = ±x and -V_i = ±y
						i, j := 2*y+1-sy, 2*x+sx
						b := o.entry(i, j)
						if b == inf || b >= add(half(o.unary(i^1)), half(o.unary(j))) {
							continue
						}
						tx, ty := c.Var(vars[x]), c.Var(vars[y])
						if sx == 1 {
							tx = st.Neg(tx)
						}
						if sy == 1 {
							ty = st.Neg(ty)
						}
						parts = append(parts, st.Le(st.Add(tx, ty), st.Int(b)))
					}
				}
			}
		}
		return true
	})
	return st.And(parts...)
}

// String writes what s knows.
func (d *Domain) String(s State) string {
	if d.IsBottom(s) {
		return "unreachable"
	}
	return d.Formula(sem.New(term.NewStore(), d.p), s).String()
}

// bound is c as a number, if it is one.
func bound(c int64) (num.Int, bool) { return num.I(c), c != inf }
