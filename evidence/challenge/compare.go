package challenge

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"io"
	"slices"

	"craig/logic/num"
	"craig/program/interp"
	"craig/program/ir"
)

// interpreted says what the interpreter does with the inputs of a run that came to the error along
// some lines: where it agrees, the proof is wrong; where it does not, what craig takes C to mean.
func (c *challenge) interpreted(f found, lines []ir.Pos) string {
	type key struct {
		source ir.Source
		name   string
		pos    ir.Pos
	}
	queue := map[key][]num.Int{}
	for _, in := range f.inputs {
		s := c.sites[in.site]
		if in.value != 0 && (s.memory || s.typ.Kind == ir.Pointer || s.typ.Kind == ir.Float) {
			return "not compared with craig's reading: there are inputs that the interpreter is not given"
		}
		k := key{s.source, s.name, s.pos}
		queue[k] = append(queue[k], num.I(in.value))
	}
	visited := map[ir.Pos]bool{}
	approximated := ir.Pos{}
	out := interp.Run(c.ctx, c.prog.IR, interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int {
		h := e.Stmt.(*ir.Havoc)
		if h.Source == ir.FromApproximation && approximated.Line == 0 {
			approximated = e.Pos
		}
		k := key{h.Source, h.Name, e.Pos}
		if len(queue[k]) == 0 {
			return num.I(0)
		}
		v := queue[k][0]
		queue[k] = queue[k][1:]
		return v
	}}, interp.Options{NoPath: true, MaxSteps: 10_000_000, Step: func(s interp.Step) { visited[lineOf(s.Edge.Pos)] = true }})
	at := c.prog.IR.Locs[out.At].Pos
	text := fmt.Sprintf("craig's interpreter, given the same inputs, ends at line %d (%s)", at.Line, out.End)
	switch out.End {
	case interp.Reached:
		return "craig's interpreter reaches an error with the same inputs: the proof is wrong, not the reading of the program"
	case interp.Cancelled, interp.StepLimit:
		return "craig's interpreter did not come to an end with the same inputs"
	case interp.Exited:
		text = "craig's interpreter, given the same inputs, ends without an error"
	}
	if approximated.Line > 0 {
		text += fmt.Sprintf("; a value is approximated at line %d", approximated.Line)
	}
	code := map[ir.Pos]bool{}
	for _, e := range c.prog.IR.Edges {
		if e != nil {
			code[lineOf(e.Pos)] = true
		}
	}
	before := ir.Pos{}
	for _, l := range lines {
		if code[l] && !visited[l] {
			text += fmt.Sprintf("; it does not come to line %d", l.Line)
			if before.Line > 0 {
				text += fmt.Sprintf(", to which the compiled program comes from line %d", before.Line)
			}
			break
		}
		before = l
	}
	return text
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
	rows := lineTable(data)
	var list []ir.Pos
	for _, a := range addresses {
		a += base - 1 // within the call
		i, exact := slices.BinarySearchFunc(rows, a, func(e dwarf.LineEntry, a uint64) int {
			switch {
			case e.Address < a:
				return -1
			case e.Address > a:
				return 1
			}
			return 0
		})
		if !exact {
			i--
		}
		if i < 0 || rows[i].EndSequence || rows[i].File == nil {
			continue
		}
		p := ir.Pos{File: rows[i].File.Name, Line: rows[i].Line}
		for _, name := range c.prog.files() { // as the program names it
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

// lineTable has all rows of the line tables, by address.
func lineTable(data *dwarf.Data) []dwarf.LineEntry {
	var rows []dwarf.LineEntry
	for r := data.Reader(); ; {
		entry, err := r.Next()
		if entry == nil || err != nil {
			break
		}
		if entry.Tag != dwarf.TagCompileUnit {
			r.SkipChildren()
			continue
		}
		lr, err := data.LineReader(entry)
		if err != nil || lr == nil {
			continue
		}
		var row dwarf.LineEntry
		for lr.Next(&row) != io.EOF {
			rows = append(rows, row)
		}
		r.SkipChildren()
	}
	slices.SortStableFunc(rows, func(a, b dwarf.LineEntry) int {
		switch {
		case a.Address < b.Address:
			return -1
		case a.Address > b.Address:
			return 1
		}
		return 0
	})
	return rows
}
