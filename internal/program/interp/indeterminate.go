package interp

import "craig/internal/program/ir"

// Of a program that was read for property uninit, the memory knows of each bit whether it is indeterminate: it is
// where an object begins without a value, and a CopyShadow changes it.

// asksDefined says that p has a check of indeterminate bits.
func asksDefined(p *ir.Program) bool {
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Assume); ok && s.Cond.Op == ir.OpDefined {
			return true
		}
	}
	return false
}

// setIndeterminate makes the bytes of an object indeterminate, or gives them a value.
func (f *flat) setIndeterminate(from, to int64, is bool) {
	mask := byte(0)
	if is {
		mask = 0xff
	}
	for a := from; a < to; a++ {
		pg, at := f.page(a)
		pg.indeterminate[at] = mask
	}
}

// bitsOf are the bits of the i-th byte that are among those from lo to hi.
func bitsOf(i, lo, hi int64) byte {
	mask := byte(0)
	for b := max(lo, 8*i); b < min(hi, 8*i+8); b++ {
		mask |= 1 << (b - 8*i)
	}
	return mask
}

// defined decides an OpDefined.
func (m *machine) defined(e *ir.Expr) bool {
	addr, ok := m.eval(e.Args[0]).Int64()
	lo, _ := e.Args[1].Val.Int64()
	hi, _ := e.Args[2].Val.Int64()
	if m.undef != "" || !ok {
		return true
	}
	for i := lo / 8; 8*i < hi; i++ {
		if pg := m.flat.pages[(addr+i)>>pageBits]; pg != nil && pg.indeterminate[(addr+i)&(1<<pageBits-1)]&bitsOf(i, lo, hi) != 0 {
			return false
		}
	}
	return true
}

func (m *machine) copyShadow(s *ir.CopyShadow) {
	if m.bytes() {
		return
	}
	to, ok := m.eval(s.To).Int64()
	if m.undef != "" || !ok {
		return
	}
	was := make([]byte, (s.Hi+7)/8) // what is at From
	if s.From != nil {
		from, ok := m.eval(s.From).Int64()
		if m.undef != "" || !ok {
			return
		}
		for i := range was {
			pg, at := m.flat.page(from + int64(i))
			was[i] = pg.indeterminate[at]
		}
	}
	for i := range was {
		pg, at := m.flat.page(to + int64(i))
		mask := bitsOf(int64(i), s.Lo, s.Hi)
		pg.indeterminate[at] = pg.indeterminate[at]&^mask | was[i]&mask
	}
}
