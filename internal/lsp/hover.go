package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/check"
	"craig/internal/resultfile"
)

// maxVisits bounds the visits of an execution to a line that a hover shows, the last ones.
const maxVisits = 5

// hover says what is known of a line: the invariants of a proof, and what an execution does there, and what value the
// word under the cursor then has.
func (s *Server) hover(_ context.Context, p positionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	here := s.opened(p.Document.URI)
	if here == nil || !here.open || p.Position.Line < 0 || p.Position.Line >= len(here.text) {
		return nil, nil
	}
	row := here.text[p.Position.Line]
	from, to := word(row, offset(row, p.Position.Character, s.client.encoding))
	name := row[from:to]
	var text []string
	add := func(format string, args ...any) {
		if t := fmt.Sprintf(format, args...); !slices.Contains(text, t) {
			text = append(text, t)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		u := s.files[path].unit
		if u == nil {
			continue
		}
		line, ok := moved(p.Position.Line+1, here.text, u.lines(here.path))
		if !ok {
			continue
		}
		at := func(p resultfile.Place) bool { return p.Line == line && absolute(p.File) == here.path }
		for _, fn := range slices.Sorted(maps.Keys(u.functions)) {
			o := u.functions[fn]
			if o.function.Line == line && absolute(o.function.File) == here.path {
				add("%s", verdictText(o))
			}
			if o.document == nil || o.function.Verdict != "TRUE" { // where errors are left out, only what is left is proved
				continue
			}
			for _, inv := range o.document.Invariants {
				if inv.Loop && inv.C != "" && at(inv.Place) {
					add("%s", invariantText(fn, inv.C))
				}
			}
		}
		for _, g := range u.findings {
			if g.Document == nil || g.Document.Trace == nil || g.Accepted != "" {
				continue
			}
			if t := visits(g, at, name); t != "" {
				add("%s", t)
			}
		}
	}
	if len(text) == 0 {
		return nil, nil
	}
	r := &span{position{p.Position.Line, units(row[:from], s.client.encoding)}, position{p.Position.Line, units(row[:to], s.client.encoding)}}
	return hoverResult{markup{"markdown", strings.Join(text, "\n\n---\n\n")}, r}, nil
}

// invariantText says what holds at a loop of a function, and what is no C in it.
func invariantText(fn, c string) string {
	text := fmt.Sprintf("Whenever `%s` comes to this loop:\n%s", fn, fenced(c))
	if strings.Contains(c, "==>") {
		text += "\n`==>` is: if what is before it holds, so does what is behind it."
	}
	if strings.Contains(c, "block(") {
		text += "\n`block(k)` is: a block that was allocated, and not freed, begins at the address `k`."
	}
	return text
}

// verdictText says what came of a function.
func verdictText(o *outcome) string {
	fn := o.function
	switch fn.Verdict {
	case "TRUE":
		asked := "no error"
		if o.document != nil && len(o.document.Options.Properties) > 0 {
			asked = "no violation of " + strings.Join(o.document.Options.Properties, ", ")
		}
		return fmt.Sprintf("`%s`: **proved**, %s can be reached.", fn.Name, asked)
	case "FALSE":
		return fmt.Sprintf("`%s`: an error **can be reached**.", fn.Name)
	case "":
		return fmt.Sprintf("`%s` was not looked at.", fn.Name)
	}
	return fmt.Sprintf("`%s`: **not decided** (%s). %s", fn.Name, fn.Reason, plain(fn.Detail))
}

// visits are what the execution of a finding does at a line, and the value of a name there.
func visits(g *check.Finding, at func(resultfile.Place) bool, name string) string {
	t := g.Document.Trace
	var list []string
	values := map[string]string{} // of names, by function
	value := ""
	for _, e := range t.Entry {
		values[e.Name] = e.Value
	}
	for i, st := range t.Steps {
		for _, c := range st.Changes {
			values[st.Function+"\x00"+c.Name] = c.Value
		}
		if !at(st.Place) {
			continue
		}
		list = append(list, fmt.Sprintf("- step %d of %d%s", i+1, len(t.Steps), code(said(st))))
		for _, key := range []string{name, st.Function + "\x00" + name} {
			if v, ok := values[key]; ok && name != "" {
				value = fmt.Sprintf("`%s` is `%s` at step %d.", name, v, i+1)
			}
		}
	}
	end := t.At != nil && at(*t.At)
	if end && value == "" && name != "" {
		in := g.In
		if len(t.Steps) > 0 {
			in = t.Steps[len(t.Steps)-1].Function
		}
		for _, key := range []string{name, in + "\x00" + name} {
			if v, ok := values[key]; ok {
				value = fmt.Sprintf("`%s` is `%s`.", name, v)
			}
		}
	}
	if len(list) == 0 && !end {
		return ""
	}
	head := fmt.Sprintf("On the way to the error `%s` at %s:%d", g.Property, g.File, g.Line)
	if end {
		head = fmt.Sprintf("Here is the error `%s`: %s", g.Property, plain(g.Message))
	}
	if more := len(list) - maxVisits; more > 0 {
		list = append([]string{fmt.Sprintf("- %d visits before", more)}, list[more:]...)
	}
	if value != "" {
		list = append(list, "", value)
	}
	return head + "\n\n" + strings.Join(list, "\n")
}

// fenced is C code in Markdown, whatever is in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "c\n" + text + "\n" + fence
}

// code is what follows a colon, as code in a line of Markdown.
func code(text string) string {
	rest, ok := strings.CutPrefix(text, ": ")
	if !ok {
		return text
	}
	fence := "`"
	for strings.Contains(rest, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		rest = " " + rest + " "
	}
	return ": " + fence + strings.ReplaceAll(rest, "\n", " ") + fence
}

// plain is a text that Markdown takes for nothing else.
var plainly = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "<", "&lt;", "[", "\\[", "&", "&amp;", "#", "\\#")

func plain(text string) string { return plainly.Replace(text) }
