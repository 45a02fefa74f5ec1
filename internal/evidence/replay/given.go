package replay

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// What main is given beside a number are lists of texts, of which the trace has the addresses and the contents. The harness has one
// array of characters with all of them, so that texts of which one is the end of another are that again.

// maxTexts bounds how many texts the lists have, maxText how many characters there are, and textRoom how far behind its beginning
// a text is looked for.
const (
	maxTexts = 4096
	maxText  = 1 << 16
	textRoom = 4096
)

// list is a parameter of main, and the addresses of its texts.
type list struct {
	in    *input
	texts []num.Int
}

// lists are those of the trace; ok is false if they are none that the harness can have, and nothing is given then.
func (p *plan) lists() (ls []list, low, high num.Int, ok bool) {
	size := int64(p.prog.IR.PtrBits) / 8
	if p.prog.Entry() != "main" || p.prog.IR.Environment != nil {
		return nil, low, high, false
	}
	at := func(addr num.Int, bits uint8) (num.Int, bool) {
		for _, c := range p.unknown {
			if v, there := c.cells[addr.String()]; there && c.start {
				return v, c.bits == bits
			}
		}
		return num.Int{}, true
	}
	grow := func(addr num.Int) {
		if high.IsZero() || addr.Less(low) {
			low = addr
		}
		if high.Less(addr) {
			high = addr
		}
	}
	for i, in := range p.parameters() {
		if in.typ.Kind != ir.Pointer {
			continue
		}
		l := list{in: in}
		for k := int64(0); ; k++ {
			text, known := at(in.values[0].Add(num.I(k*size)), p.prog.IR.PtrBits)
			if !known || i == 0 || k > maxTexts {
				return nil, low, high, false
			}
			if text.IsZero() {
				break
			}
			l.texts = append(l.texts, text)
			for end := text; ; end = end.Add(num.I(1)) {
				c, known := at(end, 8)
				if !known || num.I(maxText).Less(end.Sub(text)) {
					return nil, low, high, false
				}
				grow(end)
				if c.IsZero() {
					break
				}
			}
		}
		ls = append(ls, l)
	}
	// what was read of a text behind characters that were not
	for _, c := range p.unknown {
		if !c.start || c.bits != 8 {
			continue
		}
		for addr := range c.cells {
			a, ok := num.ParseInt(addr)
			if ok && slices.ContainsFunc(ls, func(l list) bool {
				return slices.ContainsFunc(l.texts, func(t num.Int) bool { return !a.Less(t) && a.Sub(t).Less(num.I(textRoom)) })
			}) {
				grow(a)
			}
		}
	}
	return ls, low, high, len(ls) > 0 && high.Sub(low).Less(num.I(maxText))
}

// give takes what main is given out of what the compiled program cannot be given.
func (p *plan) giveLists() {
	ls, low, high, ok := p.lists()
	if !ok {
		return
	}
	p.given, p.low, p.high = ls, low, high
	for _, l := range ls {
		first, end := l.in.values[0], l.in.values[0].Add(num.I(int64(len(l.texts))*int64(p.prog.IR.PtrBits)/8))
		p.solved(l.in.pos, address(l.in.name))
		for i := range p.unknown {
			for addr, v := range p.unknown[i].cells {
				a, ok := num.ParseInt(addr)
				inside := func(from, to num.Int) bool { return !a.Less(from) && !to.Less(a) }
				if ok && p.unknown[i].start && (inside(first, end) || inside(low, high)) {
					if p.unknown[i].bits == 8 && inside(low, high) {
						p.characters = append(p.characters, cell{addr: a.Sub(low), value: v})
					}
					delete(p.unknown[i].cells, addr)
				}
			}
		}
	}
}

// arguments defines the lists in the harness's main, and names the one of a parameter; "" if it has none.
func (p *plan) arguments(b *strings.Builder) func(in *input) string {
	names := map[*input]string{}
	if len(p.given) > 0 {
		fmt.Fprintf(b, "  static char text[%s];\n", p.high.Sub(p.low).Add(num.I(1)))
		for _, c := range p.characters {
			fmt.Fprintf(b, "  text[%s] = (char)%s;\n", c.addr, native.Literal(c.value))
		}
	}
	for i, l := range p.given {
		names[l.in] = fmt.Sprintf("list%d", i)
		fmt.Fprintf(b, "  static char *%s[%d];\n", names[l.in], len(l.texts)+1)
		for k, t := range l.texts {
			fmt.Fprintf(b, "  %s[%d] = text + %s;\n", names[l.in], k, t.Sub(p.low))
		}
	}
	return func(in *input) string { return names[in] }
}
