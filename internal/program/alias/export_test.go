package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// A Mutation damages one of the things that analyses find, number at, counted over all analyses of a run. Some says that there was one of
// that number.
type Mutation struct {
	At   int
	Some bool

	seen int
}

func (m *Mutation) now() bool {
	m.seen++
	m.Some = m.Some || m.seen-1 == m.At
	return m.seen-1 == m.At
}

// Undamaged ends mutations.
func Undamaged() {
	damage.solved, damage.settled, damage.split, damage.compared = nil, nil, nil, nil
}

// ForgetTarget leaves a target of a kind out of a set.
func (m *Mutation) ForgetTarget(function bool) {
	damage.solved = func(a *analysis) {
		for n := range a.nodes {
			for i, t := range a.nodes[n].pts {
				if t.obj != anyInteger && (a.objs[t.obj].ir.Kind == ir.FuncObject) == function && m.now() {
					a.nodes[n].pts = slices.Delete(slices.Clone(a.nodes[n].pts), i, i+1)
					return
				}
			}
		}
	}
}

// ForgetPlace leaves a place out of those that an access may be to.
func (m *Mutation) ForgetPlace() {
	damage.split = func(_ *analysis, parts []*part, of map[*access]*part) []*part {
		for _, pt := range parts {
			for _, acc := range pt.accesses {
				if len(acc.touched) > 1 && m.now() {
					acc.touched = acc.touched[1:]
				}
			}
		}
		return parts
	}
}

// CallEqual takes the blocks of one place for one, or puts an object where another one is.
func (m *Mutation) CallEqual() {
	damage.settled = func(a *analysis) {
		var last *ir.Object
		for i := 1; i < len(a.objs); i++ {
			o := &a.objs[i]
			switch {
			case o.ir.Kind == ir.HeapObject && !o.single && m.now():
				o.single, o.once, o.ir.Size = true, true, 4
				a.layout()
			case (o.ir.Kind == ir.GlobalObject || o.ir.Kind == ir.LocalObject) && last != nil && m.now():
				o.ir.Addr = last.Addr
			}
			if o.ir.Kind == ir.GlobalObject || o.ir.Kind == ir.LocalObject {
				last = o.ir
			}
		}
	}
}

// CallDifferent takes the memory of an access for another than that of the accesses that may be to the same bytes.
func (m *Mutation) CallDifferent() {
	damage.split = func(a *analysis, parts []*part, of map[*access]*part) []*part {
		for _, acc := range a.accesses {
			if pt := of[acc]; len(pt.accesses) > 1 && len(acc.touched) > 0 && m.now() {
				own := &part{classes: acc.touched, accesses: []*access{acc}}
				for _, c := range own.classes {
					own.objs = append(own.objs, c.obj)
				}
				a.classify(own)
				of[acc] = own
				parts = append(parts, own)
			}
		}
		return parts
	}
}

// Decide decides a comparison that is open.
func (m *Mutation) Decide() {
	damage.compared = func(c ir.Comparison) ir.Comparison {
		if (c.Open || c.Any || len(c.Meet) > 0) && m.now() {
			return ir.Comparison{}
		}
		return c
	}
}
