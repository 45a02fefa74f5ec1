package difftest

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"slices"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
)

// reading is what the interpreter does with the inputs of a run.
type reading struct {
	text    string
	outside bool // it ends at something that craig takes to be outside of the verdict
	ended   bool // it ends without an error, and comes to the same lines
}

// interpret gives the interpreter the inputs of a run that came to the error along some lines. Where it
// agrees, the proof is wrong; where it does not, what craig takes C to mean.
func (c *challenge) interpret(f found, lines []ir.Pos) reading {
	in := newReplayed(c.sites, c.prog.IR, f.inputs)
	visited := map[ir.Pos]bool{}
	out := interp.Run(c.ctx, c.prog.IR, interp.Inputs{Scalar: in.scalar, Cell: in.cell}, interp.Options{
		NoPath: true, MaxSteps: 10_000_000, Step: func(s interp.Step) { visited[lineOf(s.Edge.Pos)] = true },
	})
	at := c.prog.IR.Locs[out.At].Pos
	text := fmt.Sprintf("craig's interpreter, given the same inputs, ends at line %d (%s)", at.Line, out.End)
	outside := false
	switch out.End {
	case interp.Reached:
		return reading{text: "craig's interpreter reaches an error with the same inputs: the proof is wrong, not the reading of the program"}
	case interp.Cancelled, interp.StepLimit:
		return reading{text: "craig's interpreter did not come to an end with the same inputs"}
	case interp.Exited:
		text = "craig's interpreter, given the same inputs, ends without an error"
	case interp.Undefined, interp.OutOfRange:
		outside = true
	case interp.Blocked:
		outside = out.Edge != 0 && c.prog.IR.Edges[out.Edge].Aux
	}
	if outside {
		text = fmt.Sprintf("craig takes line %d to have undefined behaviour with the same inputs", at.Line)
	}
	if in.incomplete {
		outside = false
		text += "; it does not know what the C library's functions gave"
	}
	if in.approximated.Line > 0 {
		text += fmt.Sprintf("; a value is approximated at line %d", in.approximated.Line)
	}
	code := map[ir.Pos]bool{}
	for _, e := range c.prog.IR.Edges {
		if e != nil {
			code[lineOf(e.Pos)] = true
		}
	}
	before, ended := ir.Pos{}, out.End == interp.Exited && !in.incomplete
	for _, l := range lines {
		if code[l] && !visited[l] {
			ended = false
			text += fmt.Sprintf("; it does not come to line %d", l.Line)
			if before.Line > 0 {
				text += fmt.Sprintf(", to which the compiled program comes from line %d", before.Line)
			}
			break
		}
		before = l
	}
	return reading{text, outside, ended}
}

// replayed gives the interpreter the inputs of a run.
type replayed struct {
	queue        map[place][]num.Int
	fills        map[ir.Pos]uint64 // the seeds of local variables in memory, by declaration
	objects      []*ir.Object
	pointers     map[int]uint64 // the seeds of what pointers of unknown origin point to, by object
	incomplete   bool           // functions of the C library may have given inputs
	approximated ir.Pos         // where the interpreter was given a value that C defines; Line 0 if nowhere
}

// place is a place that gives unknown values.
type place struct {
	source ir.Source
	name   string
	pos    ir.Pos
}

func newReplayed(sites []*site, p *ir.Program, inputs []given) *replayed {
	r := &replayed{queue: map[place][]num.Int{}, fills: map[ir.Pos]uint64{}, pointers: map[int]uint64{}, objects: p.Objects}
	unknown := 0 // the next object for a pointer of unknown origin
	for _, in := range inputs {
		if in.site >= len(sites) {
			r.incomplete = true
			continue
		}
		s := sites[in.site]
		v := num.I(in.value)
		switch {
		case s.memory:
			r.fills[s.pos] = uint64(in.value)
			continue
		case s.typ.Kind == ir.Float && !s.typ.IsFloat():
			v = num.I(0) // the interpreter has none
		case s.typ.IsFloat():
			v = float.Bits(s.typ.Format().Convert(float.Binary64, float.NearestEven, uint64(in.value)))
		case s.typ.Kind == ir.Pointer && in.value != 0:
			for unknown < len(p.Objects) && (p.Objects[unknown].Kind != ir.UnknownObject || p.Objects[unknown].Addr.IsZero()) {
				unknown++
			}
			v = num.I(1) // of no object
			if unknown < len(p.Objects) {
				v = p.Objects[unknown].Addr
				r.pointers[unknown] = uint64(in.value)
				unknown++
			}
		}
		k := place{s.source, s.name, s.pos}
		r.queue[k] = append(r.queue[k], v)
	}
	return r
}

func (r *replayed) scalar(e *ir.Edge, _ int) num.Int {
	h := e.Stmt.(*ir.Havoc)
	if h.Source == ir.FromApproximation && r.approximated.Line == 0 {
		r.approximated = e.Pos
	}
	k := place{h.Source, h.Name, e.Pos}
	if len(r.queue[k]) == 0 {
		return num.I(0)
	}
	v := r.queue[k][0]
	r.queue[k] = r.queue[k][1:]
	return v
}

// cell is what a cell of memory was filled with.
func (r *replayed) cell(_ *ir.Edge, _ int, addr num.Int, t ir.Type) num.Int {
	for i, o := range r.objects {
		offset, ok := addr.Sub(o.Addr).Int64()
		if !ok || o.Addr.IsZero() || offset < 0 {
			continue
		}
		seed := r.fills[o.Pos]
		switch {
		case o.Kind == ir.UnknownObject && offset < pointedTo:
			seed = r.pointers[i]
		case o.Kind != ir.LocalObject || offset >= o.Size:
			continue
		}
		bytes := filling(seed, offset+int64(max(t.Bits, 8)/8))
		v := num.I(0)
		for k := int64(len(bytes)) - 1; k >= offset; k-- {
			v = v.Mul(num.I(256)).Add(num.I(int64(bytes[k])))
		}
		return v
	}
	return num.I(0)
}

// pointedTo is how many bytes the runner has a pointer of unknown origin point to.
const pointedTo = 1 << 13

// filling is the beginning of what the runner fills memory with (fill in runtime/values.h).
func filling(seed uint64, size int64) []byte {
	list := make([]byte, size)
	if seed < 2 {
		return list
	}
	x := seed
	for i := range list {
		if seed%3 == 0 && i%4 != 0 {
			continue
		}
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b := byte(x >> 40)
		switch seed % 3 {
		case 0:
			list[i] = b % 12
		case 1:
			list[i] = b
		default:
			list[i] = "a b0\x00z9\n"[b%8]
		}
	}
	return list
}

func lineOf(p ir.Pos) ir.Pos { return ir.Pos{File: p.File, Line: p.Line} }

// lines are the lines of addresses in an executable, each once; none if it does not tell.
func (c *challenge) lines(program string, addresses []uint64) []ir.Pos {
	file, err := elf.Open(program)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := file.DWARF()
	if err != nil {
		return nil
	}
	base := uint64(0)
	if symbols, err := file.Symbols(); err == nil {
		for _, s := range symbols {
			if s.Name == "__executable_start" {
				base = s.Value
			}
		}
	}
	var list []ir.Pos
	for _, a := range addresses {
		a += base - 1 // within the call
		unit, err := data.Reader().SeekPC(a)
		if err != nil {
			continue
		}
		var row dwarf.LineEntry
		rows, err := data.LineReader(unit)
		if err != nil || rows == nil || rows.SeekPC(a, &row) != nil || row.File == nil {
			continue
		}
		p := ir.Pos{File: row.File.Name, Line: row.Line}
		for _, name := range c.prog.Names() { // as the program names it
			if sameFile(name, p.File) {
				p.File = name
			}
		}
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}
