package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// contents are cells of memory that the trace has chosen.
type contents struct {
	pos   ir.Pos // where they became unknown
	bits  uint8  // of each cell
	cells map[string]num.Int
	start bool // they are so from the start
}

// memory notes the contents of a region that become unknown at the i-th edge of the path. What is
// zero need not be given: fresh memory of the compiled program is.
func (p *plan) memory(i int, pos ir.Pos, bits uint8) {
	c := contents{pos, bits, map[string]num.Int{}, i < 0 || atStart(p.prog.IR.Edges[p.trace.Path[i]])}
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
func (p *plan) fill(text *native.Copy) {
	p.empty(text)
	for _, c := range p.unknown {
		given := c.reserved(p)
		for _, o := range p.prog.IR.Objects {
			given += p.give(text, c, o)
		}
		given += p.giveBlocks(text, c) + p.between(c)
		if given < len(c.cells) {
			p.problem(c.pos, "memory with unknown contents")
		}
	}
}

// reserved stores the cells that pointers of unknown origin point to, and counts them.
func (c contents) reserved(p *plan) (n int) {
	var in []string
	for addr := range c.cells {
		in = append(in, addr)
	}
	slices.Sort(in)
	for _, addr := range in {
		if a, ok := num.ParseInt(addr); ok && c.bits > 0 && p.store(a, ir.Int(c.bits, false), c.cells[addr], c.pos) {
			n++
		}
	}
	return n
}

// cell is a value in memory.
type cell struct {
	addr, value num.Int
	typ         ir.Type
}

// store has the harness put v where a pointer of unknown origin points to; false, and nothing
// happens, if addr is elsewhere.
func (p *plan) store(addr num.Int, t ir.Type, v num.Int, pos ir.Pos) bool {
	switch {
	case !p.reserve(addr):
		return false
	case t.Kind == ir.Float && !t.IsFloat(), t.Bits > 64:
		p.problem(pos, "memory with a value that no literal gives")
		return true
	case t.Kind == ir.Pointer && !p.reserve(v): // it may still serve, if it is only compared
		p.problem(pos, "memory with an address that craig has chosen")
	}
	p.cells = append(p.cells, cell{addr, v, t})
	return true
}

// reserve has the harness reserve the memory around an address that lies at an object which a
// pointer of unknown origin points to; false if it does not.
func (p *plan) reserve(addr num.Int) bool {
	for _, o := range p.prog.IR.Objects {
		if o.Kind == ir.UnknownObject && !o.Addr.IsZero() && addr.Sub(o.Addr).Abs().Cmp(num.I(p.prog.IR.UnknownRoom())) < 0 {
			if !slices.Contains(p.rooms, o) {
				p.rooms = append(p.rooms, o)
			}
			return true
		}
	}
	return false
}

// cellOf is the address of a variable that stands for a cell of an object which a pointer of
// unknown origin points to: it has the object's name, and the offset after it.
func (p *plan) cellOf(v *ir.Var) (num.Int, bool) {
	name, text, ok := cutLast(v.Name, '+')
	off, err := int64(0), error(nil)
	if ok {
		off, err = strconv.ParseInt(text, 10, 64)
	}
	if err != nil || v.Func != nil || v.Type.Kind == ir.Memory {
		return num.Int{}, false
	}
	for _, o := range p.prog.IR.Objects {
		if o.Kind == ir.UnknownObject && o.Name == name && !o.Addr.IsZero() {
			return o.Addr.Add(num.I(off)), true
		}
	}
	return num.Int{}, false
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// reservation is C text that reserves the memory which pointers of unknown origin point to, at the
// addresses of the trace, and fills it. A page that is taken already stays as it is.
func (p *plan) reservation(b *strings.Builder) {
	for _, d := range p.prog.IR.Devices {
		b.WriteString("\n/* Where registers are. */\n" + native.Mapped(d))
	}
	if len(p.rooms) == 0 {
		return
	}
	slices.SortFunc(p.rooms, func(a, b *ir.Object) int { return a.Addr.Cmp(b.Addr) })
	b.WriteString(`
/* What pointers of unknown origin point to, at the addresses that craig has chosen. */
extern void *craig_map(void *, unsigned long, int, int, int, long) __asm__("mmap");
__attribute__((constructor(101))) static void craig_reserve(void) {
  enum { private_anonymous_fixed = 0x100022, read_write = 3 };
`)
	for _, o := range p.rooms {
		fmt.Fprintf(b, "  craig_map((void *)%s, %d, read_write, private_anonymous_fixed, -1, 0); /* %s */\n",
			o.Addr.Sub(num.I(p.prog.IR.UnknownRoom())), 2*p.prog.IR.UnknownRoom(), strings.ReplaceAll(o.Name, "*/", "* /"))
	}
	for _, c := range p.cells {
		t := c.typ
		if t.Kind == ir.Pointer {
			t = ir.Int(p.prog.IR.PtrBits, false)
		}
		fmt.Fprintf(b, "  *(%s *)%s = %s;\n", native.CType(t), c.addr, native.Literal(c.value))
	}
	b.WriteString("}\n")
}

// atEntry has the function that calls the entry begin with a statement, if it sets the variable of that name: 1,
// else 0.
func (p *plan) atEntry(c *native.Copy, variable, statement string) int {
	e := p.prog.IR.Environment
	if e == nil || !slices.Contains(e.Unset, variable) {
		return 0
	}
	for _, s := range c.Files {
		if s.Name() != e.File {
			continue
		}
		head := "void " + e.Entry + "(void) {"
		if i := strings.LastIndex(s.Rest(0), head); i >= 0 {
			s.Edit(i+len(head), 0, statement)
			return 1
		}
	}
	return 0
}

// give stores the cells that lie in o after its declaration, and counts them.
func (p *plan) give(text *native.Copy, c contents, o *ir.Object) int {
	if o.Kind != ir.LocalObject && o.Kind != ir.GlobalObject || o.Size <= 0 {
		return 0
	}
	name := o.Name[strings.LastIndexByte(o.Name, ':')+1:]
	width := int64(c.bits) / 8
	if !native.Identifier.MatchString(name) || width == 0 || width > 8 {
		return 0
	}
	var b strings.Builder
	n := 0
	for off := int64(0); off+width <= o.Size; off++ {
		if v, ok := c.cells[o.Addr.Add(num.I(off)).String()]; ok {
			fmt.Fprintf(&b, " *(%s *)((char *)&%s + %d) = %s;", native.CType(ir.Int(c.bits, false)), name, off, native.Literal(v))
			n++
		}
	}
	if n == 0 {
		return 0
	}
	if o.Kind == ir.GlobalObject {
		return n * p.atEntry(text, name, b.String())
	}
	s, at, ok := ctext.Locate(text.Files, o.Pos, func(s *ctext.Source, at int) bool { return s.Word(at) == name })
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
