package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/check"
)

// Commands of the server.
const (
	commandVerify = "craig.verifyFunction"     // a URI, the name of a function
	commandCheck  = "craig.checkFile"          // a URI
	commandShow   = "craig.showCounterexample" // a URI, the fingerprint of a finding
)

// codeLens has a lens for each function, with what is known of it, and one for each finding from it.
func (s *Server) codeLens(_ context.Context, p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []codeLens{}
	f := s.opened(p.Document.URI)
	if f == nil || !f.open {
		return list, nil
	}
	for _, fn := range f.list {
		line, ok := moved(fn.line, f.listed, f.text)
		if !ok {
			continue
		}
		at := wordSpan(f.text, line, 0, s.client.encoding)
		title := "craig: verify " + fn.name
		if f.unit != nil {
			if o := f.unit.functions[fn.name]; o != nil {
				switch o.function.Verdict {
				case "TRUE":
					title = "craig: proved"
				case "FALSE":
					title = "craig: error"
				case "UNKNOWN":
					title = "craig: not decided (" + o.function.Reason + ")"
				}
				if o.function.Verdict != "" {
					title += " · verify again"
				}
			}
		}
		list = append(list, codeLens{at, command{title, commandVerify, []any{p.Document.URI, fn.name}}})
		if f.unit == nil {
			continue
		}
		for _, g := range f.unit.findings {
			if g.Accepted == "" && slices.ContainsFunc(g.Entries, func(e check.Entry) bool { return e.Name == fn.name }) {
				list = append(list, codeLens{at, command{fmt.Sprintf("show counterexample: %s, line %d", g.Property, g.Line), commandShow, []any{p.Document.URI, g.Fingerprint}}})
			}
		}
	}
	return list, nil
}

// execute does a command. It returns when that is done.
func (s *Server) execute(ctx context.Context, p executeParams) (any, error) {
	args := make([]string, len(p.Arguments))
	for i, a := range p.Arguments {
		if err := json.Unmarshal(a, &args[i]); err != nil {
			return nil, invalid("argument %d of %s is not a text", i+1, p.Command)
		}
	}
	want := map[string]int{commandVerify: 2, commandCheck: 1, commandShow: 2}[p.Command]
	switch {
	case want == 0:
		return nil, invalid("craig has no command %q; it has %s, %s and %s", p.Command, commandVerify, commandCheck, commandShow)
	case len(args) != want:
		return nil, invalid("%s takes %d arguments, not %d", p.Command, want, len(args))
	}
	path, ok := pathOf(args[0])
	if !ok {
		return nil, invalid("%q is not the URI of a file", args[0])
	}
	s.mu.Lock()
	f := s.files[path]
	s.mu.Unlock()
	if f == nil || !isC(path) {
		return nil, invalid("%s is not an open C file", path)
	}
	switch p.Command {
	case commandShow:
		return s.show(ctx, f, args[1])
	case commandCheck:
		args = append(args, "")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := s.look(ctx, &running{cancel: cancel}, f, args[1], p.Token); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	type result struct {
		Function string `json:"function"`
		Verdict  string `json:"verdict"`
		Reason   string `json:"reason,omitempty"`
		Detail   string `json:"detail,omitempty"`
	}
	results := []result{}
	byLine := func(x, y *outcome) int { return cmp.Compare(x.function.Line, y.function.Line) }
	for _, o := range slices.SortedFunc(maps.Values(f.unit.functions), byLine) {
		if fn := o.function; absolute(fn.File) == f.path && (args[1] == "" || args[1] == fn.Name) {
			results = append(results, result{fn.Name, fn.Verdict, fn.Reason, fn.Detail})
		}
	}
	return results, nil
}

// show shows an execution: the editor opens its story, if it can, and has the steps as places in any case.
func (s *Server) show(ctx context.Context, f *file, fingerprint string) (any, error) {
	s.mu.Lock()
	var g *check.Finding
	var u *unit
	if u = f.unit; u != nil {
		if i := slices.IndexFunc(u.findings, func(g *check.Finding) bool { return g.Fingerprint == fingerprint }); i >= 0 {
			g = u.findings[i]
		}
	}
	project := s.project
	s.mu.Unlock()
	if g == nil || g.Document == nil || g.Document.Trace == nil {
		return nil, fmt.Errorf("this counterexample is not there any more; save %s to look again", f.path)
	}
	name, err := project.Story(g)
	if err != nil {
		return nil, err
	}
	if s.client.showDocument {
		if err := s.conn.Call(ctx, "window/showDocument", map[string]any{"uri": uriOf(name), "takeFocus": true}, nil); err != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]any{"title": g.Message, "story": uriOf(name), "steps": append([]related{}, s.related(u, g.Document.Trace)...)}, nil
}

// codeAction offers to accept a finding by a comment, and to write down what callers guarantee.
func (s *Server) codeAction(_ context.Context, p actionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []codeAction{}
	here := s.opened(p.Document.URI)
	if here == nil || !here.open {
		return list, nil
	}
	for _, f := range s.files {
		if f.unit == nil {
			continue
		}
		insert := func(row, column int, text string) workspaceEdit {
			at := position{row, column}
			return workspaceEdit{map[string][]textEdit{p.Document.URI: {{span{at, at}, text}}}}
		}
		require := func(e check.Entry, clause string) {
			if row, ok := moved(e.Line, f.unit.lines(here.path), here.text); ok && absolute(e.File) == here.path {
				row, indent := above(here.text, row, e.Name)
				list = append(list, codeAction{"require of callers: " + clause, "quickfix", insert(row-1, 0, indent+clause+"\n")})
			}
		}
		asked := func(file string, line int) (now int, ok bool) {
			now, ok = moved(line, f.unit.lines(file), here.text)
			return now, ok && absolute(file) == here.path && now-1 >= p.Range.Start.Line && now-1 <= p.Range.End.Line
		}
		for _, g := range f.unit.findings {
			line, ok := asked(g.File, g.Line)
			if g.Accepted != "" || !ok {
				continue
			}
			end := units(here.text[line-1], s.client.encoding)
			list = append(list, codeAction{"accept " + g.Property + " here, with a comment", "quickfix", insert(line-1, end, " "+g.Silence)})
			if g.Specify != "" && len(g.Entries) > 0 && !g.Mistake() {
				require(g.Entries[0], g.Specify)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(f.unit.functions)) {
			of := f.unit.functions[name].function
			if _, ok := asked(of.File, of.Line); ok && of.Contract() != nil {
				require(check.Entry{Name: name, File: of.File, Line: of.Line}, of.Contract().ACSL)
			}
		}
	}
	return list, nil
}

// above is the line before which a contract stands of the function that has its name in a line, from 1, and how far it is
// indented.
func above(text []string, row int, name string) (int, string) {
	if row > 1 && strings.HasPrefix(strings.TrimSpace(text[row-1]), name) {
		row-- // the type stands on a line of its own
	}
	line := text[row-1]
	return row, line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
