package schedule

import (
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/thread"
	"craig/internal/program/ir"
)

// harness is the place of what gives inputs.
const harness = 1_000_000_000

// places numbers lines of files, which are told apart by the last part of their names.
type places []string

func (f *places) number(file string, line int) int {
	name := filepath.Base(file)
	n := slices.Index(*f, name)
	if n < 0 {
		n, *f = len(*f), append(*f, name)
	}
	return n<<20 | line
}

// line is from which address on, counted from the beginning of a program, a line is executed.
type line struct {
	at    uint64
	place int
}

// linesOf reads where a program has which lines, and the functions that are atomic sections: where they begin and end.
func linesOf(program, inputs string, f *places) (lines []line, sections []uint64, err error) {
	file, err := elf.Open(program)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	base := ^uint64(0)
	for _, p := range file.Progs {
		if p.Type == elf.PT_LOAD {
			base = min(base, p.Vaddr)
		}
	}
	data, err := file.DWARF()
	if err != nil {
		return nil, nil, err
	}
	for r := data.Reader(); ; r.SkipChildren() {
		unit, err := r.Next()
		if err != nil || unit == nil {
			break
		}
		of, err := data.LineReader(unit)
		if err != nil || of == nil {
			continue
		}
		var e dwarf.LineEntry
		for of.Next(&e) == nil {
			l := line{e.Address - base, -1}
			if !e.EndSequence && filepath.Base(e.File.Name) == inputs {
				l.place = harness
			} else if !e.EndSequence && slices.Contains(*f, filepath.Base(e.File.Name)) {
				l.place = f.number(e.File.Name, e.Line)
			}
			lines = append(lines, l)
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	symbols, err := file.Symbols()
	if err != nil {
		return nil, nil, err
	}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && thread.IsSection(s.Name) && s.Name != thread.Section+"begin" && s.Name != thread.Section+"end" {
			sections = append(sections, s.Value-base, s.Value-base+s.Size)
		}
	}
	return lines, sections, nil
}

// Write writes the order of a trace into a file, for a program which was compiled with debugging information, linked as Link says, and whose inputs come
// from the file inputs.
func Write(file string, p *ir.Program, t *verdict.Trace, program, inputs string) error {
	o, ok := orderOf(p, t)
	if !ok {
		return errors.New("the execution is too long")
	}
	var f places
	for _, s := range o.steps {
		f.number(s.pos.File, 0)
	}
	lines, sections, err := linesOf(program, inputs, &f)
	if err != nil {
		return err
	}
	var b strings.Builder
	list := func(n int, each func(i int)) {
		fmt.Fprintln(&b, n)
		for i := range n {
			each(i)
		}
	}
	list(len(o.made), func(i int) { fmt.Fprintln(&b, o.made[i]) })
	list(len(o.steps), func(i int) {
		s := o.steps[i]
		fmt.Fprintln(&b, s.thread, s.kind, f.number(s.pos.File, s.pos.Line))
	})
	list(len(lines), func(i int) { fmt.Fprintln(&b, lines[i].at, lines[i].place) })
	list(len(sections)/2, func(i int) { fmt.Fprintln(&b, sections[2*i], sections[2*i+1]) })
	return os.WriteFile(file, []byte(b.String()), 0o600)
}
