package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"craig/internal/check"
	"craig/internal/pattern"
	"craig/internal/resultfile"
)

// maxRelated bounds the places that a diagnostic has: an execution may be long.
const maxRelated = 40

// publish gives the editor the diagnostics of all files.
func (s *Server) publish() {
	s.mu.Lock()
	defer s.mu.Unlock() // so that an older state cannot overtake a newer one
	all := map[string][]diagnostic{}
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		f := s.files[path]
		if f.trouble != "" {
			at, text := s.trouble(f)
			all[at] = append(all[at], text)
		}
		if f.unit == nil {
			continue
		}
		for _, g := range f.unit.findings {
			if g.Accepted != "" {
				continue
			}
			at := absolute(g.File)
			d := s.diagnostic(f.unit, g)
			if !slices.ContainsFunc(all[at], func(e diagnostic) bool { return e.Range.Start == d.Range.Start && e.Code == d.Code }) { // of a header: from several units
				all[at] = append(all[at], d)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(f.unit.functions)) {
			o := f.unit.functions[name]
			at := absolute(o.function.File)
			if c := o.function.Contract(); c != nil {
				all[at] = append(all[at], diagnostic{Range: wordSpan(f.unit.lines(at), o.function.Line, 0, s.client.encoding), Severity: severityHint, Source: "craig",
					Code: "contract", Message: fmt.Sprintf("callers of %s have to guarantee %s: it is proved under this, and every other call goes wrong", name, c.Conditions())})
			}
			if o.function.Verdict != "UNKNOWN" {
				continue
			}
			all[at] = append(all[at], diagnostic{Range: wordSpan(f.unit.lines(at), o.function.Line, 0, s.client.encoding), Severity: severityHint, Source: "craig",
				Code: "unknown", Message: strings.TrimSpace(fmt.Sprintf("%s could not be decided: %s. %s", name, o.function.Reason, o.function.Detail))})
		}
	}
	for path := range s.shown {
		if _, ok := all[path]; !ok {
			all[path] = []diagnostic{}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		uri := uriOf(path)
		if f := s.files[path]; f != nil {
			uri = f.uri
		}
		s.notify("textDocument/publishDiagnostics", map[string]any{"uri": uri, "diagnostics": all[path]})
		s.shown[path] = len(all[path]) > 0
		if len(all[path]) == 0 {
			delete(s.shown, path)
		}
	}
}

// message that begins with a place.
var placed = pattern.New(`^(.+?):([0-9]+):(?:([0-9]+):)? *((?s).*)$`)

// trouble is why a file could not be read, and in which file that is.
func (s *Server) trouble(f *file) (path string, d diagnostic) {
	d = diagnostic{Severity: severityError, Source: "craig", Message: f.trouble, Range: wordSpan(f.now(), 1, 0, s.client.encoding)}
	m := placed.FindStringSubmatch(f.trouble)
	if m == nil {
		return f.path, d
	}
	path = absolute(m[1])
	line, err := strconv.Atoi(m[2])
	text := fileLines(path)
	if err != nil || text == nil || line > len(text) {
		return f.path, d
	}
	column, _ := strconv.Atoi(m[3]) // 0 if there is none
	d.Message, d.Range = m[4], wordSpan(text, line, column, s.client.encoding)
	return path, d
}

// diagnostic is a finding.
func (s *Server) diagnostic(u *unit, g *check.Finding) diagnostic {
	d := diagnostic{Range: wordSpan(u.lines(g.File), g.Line, g.Column, s.client.encoding), Severity: severityWarning, Code: g.Property, Source: "craig"}
	if g.Confirmation == "confirmed" || g.Mistake() {
		d.Severity = severityError
	}
	text := []string{g.Message}
	if g.Because != "" {
		text = append(text, string(g.Class)+": "+g.Because)
	}
	for _, e := range g.Entries[:min(len(g.Entries), 1)] {
		from := "from " + e.Name
		if more := len(g.Entries) - 1; more > 0 {
			from += fmt.Sprintf(" and %d more", more)
		}
		text = append(text, from)
	}
	if len(g.Inputs) > 0 {
		text = append(text, "with "+strings.Join(g.Inputs[:min(len(g.Inputs), 8)], ", "))
	}
	if g.Confirmation != "" {
		text = append(text, strings.TrimSuffix(g.Confirmation+": "+g.Said, ": "))
	}
	for _, guess := range g.Guesses[:min(len(g.Guesses), 3)] {
		text = append(text, "taken for granted: "+guess)
	}
	if g.Specify != "" && !g.Mistake() {
		text = append(text, "if callers never do that: "+g.Specify)
	}
	d.Message = strings.Join(text, "\n")
	if s.client.relate && g.Document != nil && g.Document.Trace != nil {
		d.Related = s.related(u, g.Document.Trace)
	}
	return d
}

// related are the steps of an execution: if they are many, those that matter, and of those the last.
func (s *Server) related(u *unit, t *resultfile.Trace) (list []related) {
	type step struct {
		at   resultfile.Place
		text string
	}
	var steps, matter []step
	for i, st := range t.Steps {
		if st.File == "" || st.Line == 0 || strings.HasPrefix(st.File, "<") {
			continue
		}
		one := step{st.Place, fmt.Sprintf("step %d of %d%s", i+1, len(t.Steps), said(st))}
		steps = append(steps, one)
		if st.Matters {
			matter = append(matter, one)
		}
	}
	if len(steps) > maxRelated && len(matter) > 0 {
		steps = matter
	}
	steps = steps[max(0, len(steps)-maxRelated):]
	if m := t.Memory; m != nil {
		for _, p := range m.Made[:min(len(m.Made), 1)] {
			steps = append(steps, step{p, "the object of the error: " + m.Began})
		}
		for _, p := range m.Ended[:min(len(m.Ended), 1)] {
			steps = append(steps, step{p, "the object of the error: " + m.Over})
		}
	}
	for _, st := range steps {
		list = append(list, related{location{uriOf(st.at.File), wordSpan(u.lines(st.at.File), st.at.Line, st.at.Column, s.client.encoding)}, st.text})
	}
	return list
}

// said is what happens at a step, after a colon; "" if there is nothing to say.
func said(st resultfile.Step) string {
	what := slices.Clone(st.Conditions)
	for _, c := range st.Changes {
		what = append(what, c.Name+" = "+c.Value)
	}
	if len(what) == 0 {
		return ""
	}
	return ": " + strings.Join(what, ", ")
}
