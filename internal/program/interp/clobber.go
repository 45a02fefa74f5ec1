package interp

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// clobber makes byte memory unknown that a Clobber may write: Inputs.Cell says what is there after
// it. The value is that of its result.
func (m *machine) clobber(e *ir.Edge, s *ir.Clobber, index int) (result num.Int) {
	if m.bytes() {
		return
	}
	n := int(m.count[e.ID])
	m.count[e.ID]++
	var open, written []*span // to follow, to write
	reach := func(addr num.Int, how ir.Reach) {
		sp := m.flat.find(addr, 0)
		if sp == nil || sp.fn != nil || how == ir.Kept {
			return
		}
		if how != ir.Data && !slices.Contains(open, sp) {
			open = append(open, sp)
		}
		if how != ir.Inner && !slices.Contains(written, sp) {
			written = append(written, sp)
		}
	}
	for _, r := range s.Roots {
		addr := m.eval(r.Ptr)
		if m.undef != "" {
			return
		}
		reach(addr, r.Reach)
	}
	size := int64(m.p.PtrBits) / 8
	for i := 0; i < len(open); i++ {
		for a := open[i].from; a+size <= open[i].to; a += size {
			if m.flat.known(a, size) {
				reach(m.load(num.I(a), m.p.PtrType()), ir.Deep)
			}
		}
	}
	unknown := m.unknown(e, n, index)
	for _, sp := range written {
		m.flat.forget(sp)
		sp.old = unknown
	}
	if s.Result == nil {
		return
	}
	if m.in.Scalar != nil {
		result = m.in.Scalar(e, n)
	}
	result = m.fit(s.Result.Type, result)
	*m.cell(s.Result) = value{v: result, set: true}
	if !m.opts.NoPath {
		if m.out.Input == nil {
			m.out.Input = map[int]num.Int{}
		}
		m.out.Input[index] = result
	}
	return result
}

// known says that something has been written to all of these bytes.
func (f *flat) known(a, size int64) bool {
	for ; size > 0; a, size = a+1, size-1 {
		if pg := f.pages[a>>pageBits]; pg == nil || !pg.written[a&(1<<pageBits-1)] {
			return false
		}
	}
	return true
}
