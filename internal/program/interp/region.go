package interp

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// region is the contents of a region: the cells written on top of a base.
type region struct {
	cells map[string]num.Int // addresses beyond an int64
	small map[int64]num.Int
	base  *base
}

// base is contents that were unknown or constant at once. Regions that are copies of each other
// share it, so that they agree on what is not known yet.
type base struct {
	known *num.Int // every cell
	cells *region  // what has been asked
	ask   func(addr num.Int, t ir.Type) num.Int
}

func (r *region) lookup(addr num.Int) (num.Int, bool) {
	if a, ok := addr.Int64(); ok {
		v, ok := r.small[a]
		return v, ok
	}
	v, ok := r.cells[addr.String()]
	return v, ok
}

func (r *region) set(addr, v num.Int) {
	if a, ok := addr.Int64(); ok {
		if r.small == nil {
			r.small = map[int64]num.Int{}
		}
		r.small[a] = v
		return
	}
	if r.cells == nil {
		r.cells = map[string]num.Int{}
	}
	r.cells[addr.String()] = v
}

func (r *region) get(addr num.Int, t ir.Type) num.Int {
	if v, ok := r.lookup(addr); ok {
		return v
	}
	b := r.base
	if b.known != nil {
		return *b.known
	}
	if v, ok := b.cells.lookup(addr); ok {
		return v
	}
	v := b.ask(addr, t)
	b.cells.set(addr, v)
	return v
}

// region is the contents of a region variable.
func (m *machine) region(v *ir.Var) *region {
	r := m.regions[v]
	if r == nil {
		r = &region{base: m.unknown(nil, 0, -1)}
		m.regions[v] = r
	}
	return r
}

// unknown is memory that is unknown since e, at that index of the path, was executed for the nth
// time.
func (m *machine) unknown(e *ir.Edge, n, index int) *base {
	return &base{cells: &region{}, ask: func(addr num.Int, t ir.Type) num.Int {
		var v num.Int
		if m.in.Cell != nil {
			v = m.in.Cell(e, n, addr, t)
		}
		v = m.fit(t, v)
		if !m.opts.NoPath {
			if m.out.Memory == nil {
				m.out.Memory = map[int]map[string]num.Int{}
			}
			if m.out.Memory[index] == nil {
				m.out.Memory[index] = map[string]num.Int{}
			}
			m.out.Memory[index][addr.String()] = v
		}
		return v
	}}
}

// assignRegion copies a region or fills it with a constant.
func (m *machine) assignRegion(s *ir.Assign) {
	if s.Expr.Op == ir.OpConst {
		v := s.Expr.Val
		m.regions[s.Var] = &region{base: &base{known: &v}}
		return
	}
	from := m.region(s.Expr.Var)
	to := &region{base: from.base}
	if len(from.small) > 0 {
		to.small = make(map[int64]num.Int, len(from.small))
		for a, v := range from.small {
			to.small[a] = v
		}
	}
	if len(from.cells) > 0 {
		to.cells = make(map[string]num.Int, len(from.cells))
		for a, v := range from.cells {
			to.cells[a] = v
		}
	}
	m.regions[s.Var] = to
}
