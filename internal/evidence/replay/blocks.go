package replay

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// site is a call of malloc whose blocks have contents that the trace has chosen.
type site struct {
	pos    ir.Pos
	name   string         // of the function that the copy calls in place of malloc
	blocks map[int][]cell // by the number of the call; addresses are offsets in the block
}

// giveBlocks has the copies call functions of the harness in place of malloc, which store the cells that lie
// in the blocks of the heap, and counts them.
func (p *plan) giveBlocks(text *native.Copy, c contents) (given int) {
	if c.bits%8 != 0 || c.bits == 0 || c.bits > 64 {
		return 0
	}
	for i, b := range p.made() {
		end := num.Int{} // of what can be in the block
		if b.Size >= 0 {
			end = b.Addr.Add(num.I(b.Size))
		} else if i+1 < len(p.heap) {
			end = p.heap[i+1].Addr
		}
		var cells []cell
		for text, v := range c.cells {
			addr, ok := num.ParseInt(text)
			if ok && !addr.Less(b.Addr) && (end.IsZero() || addr.Less(end)) {
				cells = append(cells, cell{addr.Sub(b.Addr), v, ir.Int(c.bits, false)})
			}
		}
		if len(cells) == 0 {
			continue
		}
		if s := p.siteOf(text, b); s != nil {
			s.blocks[b.Nth] = append(s.blocks[b.Nth], cells...)
			given += len(cells)
		}
	}
	return given
}

// between counts the cells that are in no object: between two, or between two blocks. The execution reads none
// of them, unless in error.
func (p *plan) between(c contents) (n int) {
	for text := range c.cells {
		addr, ok := num.ParseInt(text)
		if ok && !p.inside(addr) {
			n++
		}
	}
	return n
}

// inside tells whether an address is in an object, or may be.
func (p *plan) inside(addr num.Int) bool {
	room := p.prog.IR.UnknownRoom()
	for _, o := range p.prog.IR.Objects {
		if d, ok := addr.Sub(o.Addr).Int64(); ok && !o.Addr.IsZero() && d >= -room && (o.Size < 0 && d < room || d >= 0 && d < o.Size) {
			return true
		}
	}
	last := -1 // the block that begins before addr
	for i, b := range p.heap {
		if !addr.Less(b.Addr) {
			last = i
		}
	}
	if last < 0 {
		return len(p.heap) == 0
	}
	b := p.heap[last]
	return b.Size < 0 || addr.Less(b.Addr.Add(num.I(b.Size)))
}

// empty has the surroundings of the entry make blocks of no bytes so that no sanitizer takes them for one byte.
func (p *plan) empty(c *native.Copy) {
	e := p.prog.IR.Environment
	if e == nil {
		return
	}
	for _, b := range p.made() {
		if b.Size == 0 && b.Site.Pos.File == e.Name() {
			p.siteOf(c, b)
		}
	}
}

// made are the blocks of the heap that the trace makes.
func (p *plan) made() []*csource.Block {
	if p.heap == nil {
		p.heap = csource.Blocks(p.prog.IR, p.trace)
	}
	return p.heap
}

// siteOf is the call that makes a block, which is edited when it is first asked for; nil if it cannot be.
func (p *plan) siteOf(c *native.Copy, b *csource.Block) *site {
	pos := b.Site.Pos
	if i := slices.IndexFunc(p.sites, func(s *site) bool { return s.pos == pos }); i >= 0 {
		return p.sites[i]
	}
	called := ""
	text, at, ok := ctext.Locate(c.Files, pos, func(s *ctext.Source, at int) bool {
		called = s.Word(at)
		return (called == "malloc" || called == "__builtin_malloc") && s.Calls(at)
	})
	if !ok {
		return nil
	}
	s := &site{pos: pos, name: fmt.Sprintf("craig_block_%d", len(p.sites)+1), blocks: map[int][]cell{}}
	p.sites = append(p.sites, s)
	text.Edit(at, len(called), s.name)
	text.Head("void *" + s.name + "(__SIZE_TYPE__); ")
	return s
}

// define writes the function that makes the blocks.
func (s *site) define(b *strings.Builder) {
	fmt.Fprintf(b, "\nvoid *%s(__SIZE_TYPE__ size) { /* line %d */\n  static unsigned call;\n  char *block = size ? craig_malloc(size) : (char *)craig_malloc(16) + 16;\n  switch (block ? call++ : -1) {\n", s.name, s.pos.Line)
	var calls []int
	for n := range s.blocks {
		calls = append(calls, n)
	}
	slices.Sort(calls)
	for _, n := range calls {
		fmt.Fprintf(b, "  case %d:\n", n)
		cells := s.blocks[n]
		slices.SortFunc(cells, func(x, y cell) int { return x.addr.Cmp(y.addr) })
		for _, c := range cells {
			width := int64(c.typ.Bits) / 8
			fmt.Fprintf(b, "    if (%s <= size) *(%s *)(block + %s) = %s;\n", c.addr.Add(num.I(width)), native.CType(c.typ), c.addr, native.Literal(c.value))
		}
		b.WriteString("    break;\n")
	}
	b.WriteString("  }\n  return block;\n}\n")
}
