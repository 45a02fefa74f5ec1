package lsp

import (
	"slices"

	"craig/internal/check"
	"craig/internal/resultfile"
)

// join is a unit of which some functions were looked at again, in files as they are now. What is known of the others moves along
// with their lines; what cannot is left out.
func (u *unit) join(again *unit) *unit {
	if u == nil {
		return again
	}
	joined := &unit{text: again.text, functions: map[string]*outcome{}, skipped: again.skipped}
	m := mover{u, joined, map[string]bool{}}
	for name, o := range u.functions {
		if again.functions[name] == nil {
			if line, ok := m.line(o.function.File, o.function.Line); ok {
				fn := *o.function
				fn.Line = line
				joined.functions[name] = &outcome{&fn, m.document(o.document)}
			}
		}
	}
	for name, o := range again.functions {
		joined.functions[name] = o
	}
	for _, g := range u.findings {
		kept := *g
		kept.Entries = slices.DeleteFunc(slices.Clone(g.Entries), func(e check.Entry) bool { return again.functions[e.Name] != nil })
		line, ok := m.line(g.File, g.Line)
		if len(kept.Entries) == 0 || !ok {
			continue
		}
		kept.Line, kept.Document = line, m.document(g.Document)
		for i, e := range kept.Entries {
			if line, ok := m.line(e.File, e.Line); ok {
				kept.Entries[i].Line = line
			}
		}
		joined.findings = append(joined.findings, &kept)
	}
	for _, g := range again.findings {
		same := func(h *check.Finding) bool { return h.Place == g.Place && h.Property == g.Property }
		if i := slices.IndexFunc(joined.findings, same); i >= 0 {
			both := *g
			both.Entries = append(slices.Clone(g.Entries), joined.findings[i].Entries...)
			joined.findings[i] = &both
			continue
		}
		joined.findings = append(joined.findings, g)
	}
	return joined
}

// mover finds lines of the files of one unit in those of another.
type mover struct {
	from, to *unit
	same     map[string]bool // files that have not changed
}

func (m mover) line(file string, line int) (int, bool) {
	same, known := m.same[file]
	if !known {
		same = slices.Equal(m.from.lines(file), m.to.lines(file))
		m.same[file] = same
	}
	if same {
		return line, true
	}
	return moved(line, m.from.lines(file), m.to.lines(file))
}

// place moves a place; false if it is not there any more.
func (m mover) place(p *resultfile.Place) bool {
	if p.File == "" || p.Line == 0 {
		return true
	}
	line, ok := m.line(p.File, p.Line)
	p.Line = line
	return ok
}

// document is a result file with its places moved.
func (m mover) document(d *resultfile.Document) *resultfile.Document {
	if d == nil {
		return nil
	}
	now := *d
	now.Invariants = nil
	for _, inv := range d.Invariants {
		if m.place(&inv.Place) {
			now.Invariants = append(now.Invariants, inv)
		}
	}
	if d.Trace == nil {
		return &now
	}
	t := *d.Trace
	t.Steps = nil
	for _, s := range d.Trace.Steps {
		if m.place(&s.Place) {
			t.Steps = append(t.Steps, s)
		}
	}
	if t.At != nil {
		at := *t.At
		if t.At = &at; !m.place(&at) {
			t.At = nil
		}
	}
	if t.Memory != nil {
		memory := *t.Memory
		memory.Made, memory.Ended = m.places(memory.Made), m.places(memory.Ended)
		t.Memory = &memory
	}
	now.Trace = &t
	return &now
}

func (m mover) places(list []resultfile.Place) (now []resultfile.Place) {
	for _, p := range list {
		if m.place(&p) {
			now = append(now, p)
		}
	}
	return now
}
