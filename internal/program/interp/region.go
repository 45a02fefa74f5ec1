package interp

import (
	"maps"
	"math/bits"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// region is the contents of a region: the cells written on top of a base.
type region struct {
	shift uint // the logarithm of the size of a cell, mostly
	pages map[int64]*cellPage
	near  *cellPage // the page that was looked at last, and its number
	at    int64
	other map[string]value // cells that are at no multiple of their size, or beyond an int64
	base  *base
}

const cellBits = 8

// cellPage has cells that follow each other.
type cellPage struct {
	cells   [1 << cellBits]value
	written [1 << cellBits]bool
}

func newRegion(v *ir.Var, b *base) *region {
	return &region{shift: uint(bits.Len8(max(v.Type.Bits/8, 1)) - 1), base: b}
}

// base is contents that were unknown or constant at once. Regions that are copies of each other
// share it, so that they agree on what is not known yet.
type base struct {
	known *num.Int                              // every cell
	cells *region                               // what has been asked
	ask   func(addr num.Int, t ir.Type) num.Int // nil: every cell is unknown
}

// page has the cell at addr, the ith of it; nil if nothing was written to it. ok is false if the cell is in none.
func (r *region) page(addr num.Int) (p *cellPage, n int64, i int, ok bool) {
	a, ok := addr.Int64()
	if !ok || a&(1<<(r.shift&63)-1) != 0 {
		return nil, 0, 0, false
	}
	a >>= r.shift & 63
	n, i = a>>cellBits, int(a&(1<<cellBits-1))
	if r.near == nil || r.at != n {
		p = r.pages[n]
		if p == nil {
			return nil, n, i, true
		}
		r.near, r.at = p, n
	}
	return r.near, n, i, true
}

func (r *region) lookup(addr num.Int) (value, bool) {
	p, _, i, ok := r.page(addr)
	switch {
	case !ok:
		v, ok := r.other[addr.String()]
		return v, ok
	case p == nil:
		return value{}, false
	}
	return p.cells[i], p.written[i]
}

func (r *region) set(addr num.Int, v value) {
	p, n, i, ok := r.page(addr)
	if !ok {
		if r.other == nil {
			r.other = map[string]value{}
		}
		r.other[addr.String()] = v
		return
	}
	if p == nil {
		if r.pages == nil {
			r.pages = map[int64]*cellPage{}
		}
		p = new(cellPage)
		r.pages[n], r.near, r.at = p, p, n
	}
	p.cells[i], p.written[i] = v, true
}

// each tells of the cells that were written.
func (r *region) each(f func(addr num.Int, v value)) {
	for n, p := range r.pages {
		for i, written := range p.written {
			if written {
				f(num.I((n<<cellBits|int64(i))<<r.shift), p.cells[i])
			}
		}
	}
	for text, v := range r.other {
		a, _ := num.ParseInt(text)
		f(a, v)
	}
}

// clone is a copy.
func (r *region) clone() *region {
	c := *r
	c.near, c.pages, c.other = nil, make(map[int64]*cellPage, len(r.pages)), maps.Clone(r.other)
	for n, p := range r.pages {
		same := *p
		c.pages[n] = &same
	}
	return &c
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
	b.cells.set(addr, value{v: v, set: true})
	return v, true
}

// region is the contents of a region variable.
func (m *machine) region(v *ir.Var) *region {
	r := m.regions[v]
	if r == nil {
		r = newRegion(v, m.unknown(nil, 0, -1))
		m.regions[v] = r
	}
	return r
}

// unknown is memory that is unknown since e, at that index of the path, was executed for the nth
// time.
func (m *machine) unknown(e *ir.Edge, n, index int) *base {
	if m.opts.Unknown || m.unset(e) {
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
		m.regions[s.Var] = newRegion(s.Var, &base{known: &v})
		return
	}
	m.regions[s.Var] = m.region(s.Expr.Var).clone()
}
