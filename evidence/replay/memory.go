package replay

import (
	"fmt"
	"strings"

	"craig/evidence/ctext"
	"craig/logic/num"
	"craig/program/ir"
)

// contents are cells of memory that the trace has chosen.
type contents struct {
	pos   ir.Pos // where they became unknown
	bits  uint8  // of each cell
	cells map[string]num.Int
}

// memory notes the contents of a region that become unknown at the i-th edge of the path. What is
// zero need not be given: fresh memory of the compiled program is.
func (p *plan) memory(i int, pos ir.Pos, bits uint8) {
	c := contents{pos, bits, map[string]num.Int{}}
	for addr, v := range p.trace.Memory[i] {
		if !v.IsZero() {
			c.cells[addr] = v
		}
	}
	if len(c.cells) > 0 {
		p.unknown = append(p.unknown, c)
	}
}

// fill has local variables get their contents where they are declared. Contents of other memory are
// problems.
func (p *plan) fill(files []*ctext.Source) {
	for _, c := range p.unknown {
		given := 0
		for _, o := range p.prog.IR.Objects {
			given += c.give(files, o)
		}
		if given < len(c.cells) {
			p.problem(c.pos, "memory with unknown contents")
		}
	}
}

// give stores the cells that lie in o behind its declaration, and counts them.
func (c contents) give(files []*ctext.Source, o *ir.Object) int {
	if o.Kind != ir.LocalObject || o.Size <= 0 {
		return 0
	}
	name := o.Name[strings.LastIndexByte(o.Name, ':')+1:]
	width := int64(c.bits) / 8
	if !identifier.MatchString(name) || width == 0 || width > 8 {
		return 0
	}
	var b strings.Builder
	n := 0
	for off := int64(0); off+width <= o.Size; off++ {
		if v, ok := c.cells[o.Addr.Add(num.I(off)).String()]; ok {
			fmt.Fprintf(&b, " *(%s *)((char *)&%s + %d) = %s;", cType(ir.Int(c.bits, false)), name, off, literal(v))
			n++
		}
	}
	if n == 0 {
		return 0
	}
	s, at, ok := locate(files, o.Pos, func(s *ctext.Source, at int) bool { return s.Word(at) == name })
	if !ok {
		return 0
	}
	end, ok := s.Find(at, ";")
	if !ok {
		return 0
	}
	s.Edit(end+1, 0, b.String())
	return n
}
