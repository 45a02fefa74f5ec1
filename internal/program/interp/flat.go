package interp

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// flat is memory as bytes at addresses, for programs without regions, in
// two's complement. Objects that have an address (package alias gives them one) have that; the others
// are laid out here: those with static storage first, local ones on a stack that grows upwards
// while their function is active, heap objects one after the other. No address is used for two heap
// objects, even if the first is freed. An access outside the live objects is undefined.
type flat struct {
	statics, stack, heap []span // each in the order of addresses
	fixed                map[*ir.Object]int64
	top                  int64 // of the stack
	next                 int64 // of the heap
	pages                map[int64]*page
	asked                bool           // a check is about indeterminate bits
	blank                map[int64]bool // bytes that were stored, and are unknown by Options.Unset
}

// span is an object.
type span struct {
	from, to int64
	fn       *ir.Func
	readOnly bool       // a program must not write it
	old      *base      // its bytes that nothing has written
	site     *ir.Object // of an object on the heap
	dead     bool       // a Free has ended its life
}

const pageBits = 10

type page struct {
	data          [1 << pageBits]byte
	written       [1 << pageBits]bool
	indeterminate [1 << pageBits]byte // bits
}

const (
	staticBase = 0x1000
	stackBase  = 0x4000_0000
	heapBase   = 0x6000_0000
	gap        = 16 // bytes between objects, so that one past the end is nobody's address
)

func newFlat(p *ir.Program) *flat {
	f := &flat{asked: asksDefined(p), fixed: map[*ir.Object]int64{}, top: stackBase, next: heapBase, pages: map[int64]*page{}}
	at := int64(staticBase)
	for _, o := range p.Objects {
		if a, ok := o.Addr.Int64(); ok && a != 0 && o.Kind != ir.HeapObject {
			at = max(at, a+max(o.Size, 0)+gap)
		}
	}
	for _, o := range p.Objects {
		addr, ok := o.Addr.Int64()
		switch {
		case o.Kind == ir.HeapObject:
			continue
		case ok && addr != 0:
		case o.Kind == ir.LocalObject:
			continue
		default:
			addr = alignUp(at, o.Align)
			at = addr + max(o.Size, 0) + gap
		}
		f.fixed[o] = addr
		s := span{from: addr, to: addr + max(o.Size, 0), fn: o.Func, readOnly: o.ReadOnly()}
		if o.Kind != ir.FuncObject {
			s.fn = nil
		} else {
			s.to = addr
		}
		if o.Zero {
			s.old = &base{known: new(num.Int)}
		}
		if o.Data != "" {
			s.old = &base{cells: &region{}, ask: func(at num.Int, _ ir.Type) num.Int {
				if i, _ := at.Int64(); i-addr < int64(len(o.Data)) {
					return num.I(int64(o.Data[i-addr]))
				}
				return num.Int{}
			}}
		}
		f.statics = append(f.statics, s)
	}
	slices.SortStableFunc(f.statics, func(a, b span) int { return int(a.from - b.from) })
	return f
}

func alignUp(a, to int64) int64 {
	if to > 1 {
		a = (a + to - 1) / to * to
	}
	return a
}

// function is the function at an address; nil if there is none.
func (f *flat) function(addr num.Int) *ir.Func {
	a, ok := addr.Int64()
	if !ok {
		return nil
	}
	for _, s := range f.statics {
		if s.from == a && s.fn != nil {
			return s.fn
		}
	}
	return nil
}

// release ends the lifetimes of the local objects above a height of the stack.
func (f *flat) release(top int64) {
	for len(f.stack) > 0 && f.stack[len(f.stack)-1].from >= top {
		f.stack = f.stack[:len(f.stack)-1]
	}
	f.top = top
}

// find is the live object that holds [addr, addr+size); nil if there is none.
func (f *flat) find(addr num.Int, size int64) *span {
	if s := f.span(addr, size); s != nil && !s.dead {
		return s
	}
	return nil
}

// span is the object, live or not, that holds [addr, addr+size); nil if there is none.
func (f *flat) span(addr num.Int, size int64) *span {
	a, ok := addr.Int64()
	if !ok {
		return nil
	}
	for _, spans := range [][]span{f.statics, f.stack, f.heap} {
		i, found := slices.BinarySearchFunc(spans, a, func(s span, a int64) int {
			switch {
			case s.from < a:
				return -1
			case s.from > a:
				return 1
			}
			return 0
		})
		if !found {
			i--
		}
		if i >= 0 && a+size <= spans[i].to {
			return &spans[i]
		}
	}
	return nil
}

// inObject decides an OpInObject by where the live objects are, for pointers that have not been
// moved out of theirs into another one.
func (m *machine) inObject(e *ir.Expr) bool {
	width, _ := e.Args[1].Val.Int64()
	if width == 0 {
		return true
	}
	s := m.flat.find(m.eval(ir.Root(e.Args[0])), 0)
	a, ok := m.eval(e.Args[0]).Int64()
	return s != nil && ok && s.from <= a && a+width <= s.to
}

// object is the value of an OpStart or OpExtent.
func (m *machine) object(e *ir.Expr) num.Int {
	s := m.flat.find(m.eval(ir.Root(e.Args[0])), 0)
	switch {
	case s == nil:
		return num.I(0)
	case e.Op == ir.OpStart:
		return num.I(s.from)
	}
	return num.I(s.to - s.from)
}

// freeable decides an OpFreeable.
func (m *machine) freeable(e *ir.Expr) bool {
	addr := m.eval(e.Args[0])
	if addr.IsZero() {
		return true
	}
	s := m.flat.find(addr, 0)
	return s != nil && s.site != nil && !s.site.Automatic && addr.Eq(num.I(s.from))
}

// tracked says that pointers lead to all blocks of the heap that live, from global variables and
// objects, and with frames from local ones: any number, in a variable or in aligned memory, that is an address in
// a block leads to it.
func (m *machine) tracked(frames bool) bool {
	led := map[*span]bool{}
	var work []*span
	lead := func(v num.Int) {
		for i := range m.flat.heap {
			h := &m.flat.heap[i]
			if a, ok := v.Int64(); ok && !h.dead && h.from <= a && a <= h.to && !led[h] {
				led[h] = true
				work = append(work, h)
			}
		}
	}
	size := int64(m.p.PtrBits) / 8
	scan := func(s *span) {
		for a := alignUp(s.from, size); s.fn == nil && a+size <= s.to; a += size {
			if m.flat.known(a, size) {
				lead(m.load(num.I(a), m.p.PtrType()))
			}
		}
	}
	for _, v := range m.p.Globals {
		if v.Type.IsNumber() && v.CName != "" {
			lead(m.get(v))
		}
	}
	for i := range m.flat.statics {
		scan(&m.flat.statics[i])
	}
	for fr := m.frame; frames && fr != nil; fr = fr.outer {
		fr.fn.AllVars(func(v *ir.Var) {
			if x := fr.vals[m.slot[v.ID]]; x.set && v.CName != "" {
				lead(x.v)
			}
		})
	}
	if frames {
		for i := range m.flat.stack {
			if s := &m.flat.stack[i]; !s.dead {
				scan(s)
			}
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		scan(s)
	}
	for i := range m.flat.heap {
		if s := &m.flat.heap[i]; !s.dead && !s.site.Automatic && !led[s] {
			return false
		}
	}
	return true
}

// free ends the lives of the objects that a Free says.
func (m *machine) free(s *ir.Free) {
	if m.bytes() {
		return
	}
	if s.Addr == nil {
		for i := range m.flat.heap {
			if h := &m.flat.heap[i]; h.site == s.Site {
				h.dead = true
			}
		}
		return
	}
	addr := m.eval(s.Addr)
	if o := m.flat.span(addr, 0); m.undef == "" && o != nil && addr.Eq(num.I(o.from)) {
		o.dead = true
	}
}

func (f *flat) page(a int64) (*page, int) {
	pg := f.pages[a>>pageBits]
	if pg == nil {
		pg = new(page)
		f.pages[a>>pageBits] = pg
	}
	return pg, int(a & (1<<pageBits - 1))
}

// forget makes the bytes of an object those of its old contents.
func (f *flat) forget(s *span) {
	for a := s.from; a < s.to; a++ {
		if pg := f.pages[a>>pageBits]; pg != nil {
			pg.written[a&(1<<pageBits-1)] = false
		} else {
			a |= 1<<pageBits - 1 // the page has nothing written
		}
	}
}

// address is the address of an object; a local one without a lifetime yet begins one.
func (m *machine) address(o *ir.Object) num.Int {
	if !o.Addr.IsZero() { // package alias has laid it out
		return o.Addr
	}
	if m.bytes() {
		return num.Int{}
	}
	a, ok := m.flat.fixed[o]
	if !ok {
		if a, ok = m.frame.objects[o]; !ok {
			a = m.place(o)
		}
	}
	return num.I(a)
}

// place puts a local object on the stack.
func (m *machine) place(o *ir.Object) int64 {
	f := m.flat
	a := alignUp(f.top, max(o.Align, 1))
	f.top = a + max(o.Size, 0) + gap
	s := span{from: a, to: a + max(o.Size, 0)}
	f.forget(&s)
	f.stack = append(f.stack, s)
	if m.frame.objects == nil {
		m.frame.objects = map[*ir.Object]int64{}
	}
	m.frame.objects[o] = a
	return a
}

func byteSize(t ir.Type) int64 { return (int64(t.Bits) + 7) / 8 }

// load reads a t from byte memory.
func (m *machine) load(addr num.Int, t ir.Type) num.Int {
	if m.bytes() {
		return num.Int{}
	}
	size := byteSize(t)
	s := m.flat.find(addr, size)
	if s == nil {
		m.undef = fmt.Sprintf("a read of %d bytes at %s, which is no live object", size, addr)
		return num.Int{}
	}
	a, _ := addr.Int64()
	var low uint64
	var high num.Int // bytes from the eighth
	for i := range size {
		pg, at := m.flat.page(a + i)
		if !pg.written[at] {
			if s.old == nil {
				s.old = m.unknown(nil, 0, -1)
			}
			old, ok := (&region{base: s.old}).get(num.I(a+i), ir.Int(8, false))
			if !ok {
				m.open = true
				continue
			}
			v, _ := old.Int64()
			pg.data[at], pg.written[at] = byte(v), true
		}
		m.open = m.open || m.flat.blank[a+i]
		if up := m.p.BytesFrom(size, i, 1); up < 8 {
			low |= uint64(pg.data[at]) << (8 * up)
		} else {
			high = high.Add(num.I(int64(pg.data[at])).Shl(uint(8 * up)))
		}
	}
	v := num.I(int64(low))
	if int64(low) < 0 {
		v = v.Add(num.Pow2(64))
	}
	v = v.Add(high)
	if t.IsNumber() {
		v = t.Wrap(v)
	}
	return v
}

// store writes a t to byte memory.
func (m *machine) store(addr num.Int, t ir.Type, v num.Int) {
	size := byteSize(t)
	if m.flat.find(addr, size) == nil {
		m.undef = fmt.Sprintf("a write of %d bytes at %s, which is no live object", size, addr)
		return
	}
	a, _ := addr.Int64()
	byteMask := num.I(255)
	small, isSmall := v.Int64()
	for i := range size {
		pg, at := m.flat.page(a + i)
		up := m.p.BytesFrom(size, i, 1)
		if isSmall {
			pg.data[at] = byte(small >> min(8*up, 63))
		} else {
			b, _ := v.Shr(uint(8 * up)).And(byteMask).Int64()
			pg.data[at] = byte(b)
		}
		pg.written[at] = true
	}
}

// unset tells whether what an edge gives is unknown by Options.Unset.
func (m *machine) unset(e *ir.Edge) bool { return e != nil && m.opts.Unset != nil && m.opts.Unset(e) }

// fresh tells whether a cell of a region is in a block that Options.Unset says begins unknown, and nothing was stored in it since.
func (m *machine) fresh(r *region, addr num.Int) bool {
	if m.blocks == nil {
		return false
	}
	_, written := r.lookup(addr)
	return !written && slices.ContainsFunc(m.blocks, func(b [2]num.Int) bool { return !addr.Less(b[0]) && addr.Less(b[1]) })
}

// blank notes whether what was stored as a t is unknown.
func (m *machine) blank(addr num.Int, t ir.Type) {
	if m.opts.Unset == nil || m.undef != "" {
		return
	}
	if m.flat.blank == nil {
		m.flat.blank = map[int64]bool{}
	}
	a, _ := addr.Int64()
	for i := range byteSize(t) {
		m.flat.blank[a+i] = m.open
	}
}

// alloc begins the lifetime of a local object or makes a heap object.
func (m *machine) alloc(e *ir.Edge, s *ir.Alloc, index int) {
	if m.bytes() {
		return
	}
	n := int(m.count[e.ID])
	m.count[e.ID]++
	old := &base{known: new(num.Int)}
	if !s.Zero {
		old = m.unknown(e, n, index)
	}
	if s.Result == nil {
		sp := m.flat.span(m.address(s.Site), 0)
		m.flat.forget(sp)
		sp.old, sp.dead = old, false
		if m.flat.asked {
			m.flat.setIndeterminate(sp.from, sp.to, !s.Zero && !m.p.Surrounds(e.Pos))
		}
		return
	}
	size, ok := m.eval(s.Size).Int64()
	if m.undef != "" {
		return
	}
	if !ok || size < 0 || size > 1<<28 || m.flat.next > 1<<40 {
		m.undef = fmt.Sprintf("an allocation of %s bytes", m.eval(s.Size))
		return
	}
	f := m.flat
	a := alignUp(f.next, max(16, s.Site.Align))
	f.next = a + size + gap
	f.heap = append(f.heap, span{from: a, to: a + size, old: old, site: s.Site})
	if f.asked {
		f.setIndeterminate(a, a+size, !s.Zero && !m.p.Surrounds(e.Pos))
	}
	*m.cell(s.Result) = value{v: num.I(a), set: true}
}
