package interp

import (
	"maps"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// region is the contents of a region: the cells written on top of a base.
type region struct {
	cells map[string]value // addresses beyond an int64
	small map[int64]value
	base  *base
}

// base is contents that were unknown or constant at once. Regions that are copies of each other
// share it, so that they agree on what is not known yet.
type base struct {
	known *num.Int                              // every cell
	cells *region                               // what has been asked
	ask   func(addr num.Int, t ir.Type) num.Int // nil: every cell is unknown
}

func (r *region) lookup(addr num.Int) (value, bool) {
	if a, ok := addr.Int64(); ok {
		v, ok := r.small[a]
		return v, ok
	}
	v, ok := r.cells[addr.String()]
	return v, ok
}

func (r *region) set(addr num.Int, v value) {
	if a, ok := addr.Int64(); ok {
		if r.small == nil {
			r.small = map[int64]value{}
		}
		r.small[a] = v
		return
	}
	if r.cells == nil {
		r.cells = map[string]value{}
	}
	r.cells[addr.String()] = v
}

// get is the content of a cell; ok is false if that is unknown.
func (r *region) get(addr num.Int, t ir.Type) (v num.Int, ok bool) {
	if c, ok := r.lookup(addr); ok {
		return c.v, c.set
	}
	b := r.base
	switch {
	case b.known != nil:
		return *b.known, true
	case b.ask == nil:
		return v, false
	}
	if c, ok := b.cells.lookup(addr); ok {
		return c.v, true
	}
	v = b.ask(addr, t)
	b.cells.set(addr, value{v, true})
	return v, true
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
	if m.opts.Unknown {
		return &base{}
	}
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
	m.regions[s.Var] = &region{base: from.base, small: maps.Clone(from.small), cells: maps.Clone(from.cells)}
}
