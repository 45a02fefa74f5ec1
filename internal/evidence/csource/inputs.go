package csource

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Input is the value of an unknown, in the order of the execution.
type Input struct {
	Pos    ir.Pos
	Index  int               // in the path
	Name   string            // of the function, parameter or variable
	Value  string            // "" for the contents of a region
	Memory map[string]string // of a region: address to value
	Ghost  bool              // no value of the program: which object the checks of memory are about

	typ ir.Type // of the value
}

// Change is a new value.
type Change struct{ Name, Value string }

// Inputs lists the unknown values of a trace in the order of the execution.
func Inputs(p *ir.Program, t *verdict.Trace) []Input {
	var ins []Input
	add := func(i int, in Input) {
		in.Index = i
		if v, ok := t.Input[i]; ok {
			in.Value = v.String()
		}
		if cells := t.Memory[i]; len(cells) > 0 {
			in.Memory = map[string]string{}
			for a, v := range cells {
				in.Memory[a] = v.String()
			}
		}
		if in.Value != "" || in.Memory != nil {
			ins = append(ins, in)
		}
	}
	add(-1, Input{Pos: p.Main.Pos, Name: "memory"})
	for i, id := range t.Path {
		e := p.Edges[id]
		in := Input{Pos: e.Pos}
		if h, ok := e.Stmt.(*ir.Havoc); ok {
			in.Name, in.Ghost = h.Name, h.Source == ir.FromGhost || h.Source == ir.FromInterrupt
			in.typ = h.Var.Type
			if h.Source == ir.FromCall {
				in.Name += "()"
			}
		}
		add(i, in)
	}
	return ins
}

// Shown is the value as C has it: of a float the shortest decimal that reads back as it, and hexadecimal.
func (in Input) Shown() string {
	v, ok := num.ParseInt(in.Value)
	if !ok || !in.typ.IsFloat() {
		return in.Value
	}
	bits := in.typ.Format().Pattern(v)
	return ir.FloatText(in.typ, bits) + " (" + ir.FloatHex(in.typ, bits) + ")"
}

// Names finds what is at an address.
type Names struct{ objects []*ir.Object }

// NamesOf finds the names of the cells of a program.
func NamesOf(p *ir.Program) Names {
	var n Names
	for _, o := range p.Objects {
		if o.Addr.Sign() > 0 {
			n.objects = append(n.objects, o)
		}
	}
	slices.SortStableFunc(n.objects, func(a, b *ir.Object) int { return a.Addr.Cmp(b.Addr) })
	return n
}

// name is the C designator of the cell at an address: "buf[2]", "s.next"; "*1234" if no object
// is known there.
func (n Names) name(addr num.Int) string {
	o, off := n.find(addr)
	if o == nil {
		return "*" + addr.String()
	}
	for _, c := range o.Cells {
		if c.Offset == off {
			return o.CName() + c.Name
		}
	}
	if off == 0 {
		return o.CName()
	}
	return o.CName() + "+" + num.I(off).String()
}

// Place is the C designator of the cell at an address, or of the object that begins there; of no object if there is none.
func (n Names) Place(addr num.Int) (string, *ir.Object) {
	o, off := n.find(addr)
	if o == nil || off != 0 && !slices.ContainsFunc(o.Cells, func(c ir.Cell) bool { return c.Offset == off }) {
		return "", nil
	}
	return n.name(addr), o
}

// find is the object at an address, and where in it that is.
func (n Names) find(addr num.Int) (*ir.Object, int64) {
	i, found := slices.BinarySearchFunc(n.objects, addr, func(o *ir.Object, a num.Int) int { return o.Addr.Cmp(a) })
	if !found {
		i--
	}
	if i >= 0 {
		o := n.objects[i]
		if off, ok := addr.Sub(o.Addr).Int64(); ok && (o.Size < 0 || off < max(o.Size, 1)) {
			return o, off
		}
	}
	return nil, 0
}

// Rounds is how often t comes to the loop that it ends in, or function that calls itself.
func Rounds(p *ir.Program, t *verdict.Trace) (n int) {
	for _, id := range t.Path {
		if info := p.Locs[p.Edges[id].To]; info.Loop && info.LoopPos == p.Locs[t.Error].LoopPos {
			n++
		}
	}
	return n
}
