package witness

import (
	"fmt"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/ctext"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Counterexample makes a witness of a trace in p: what the calls of unknown functions return and
// what uninitialised variables hold, in the order of the execution, then the error. Inputs that the
// source does not show where they should be, as in macros, are left out.
func Counterexample(p *ir.Program, t *verdict.Trace, about About) *Entry {
	meta, s := about.metadata(t.Goal.Property), newScopes(p, about.Sources)
	e := &Entry{Type: Violation, Metadata: meta}
	follow := func(kind, value, format string, here spot, pos ir.Pos, l ir.Loc) {
		w := Waypoint{Type: kind, Action: "follow", Location: s.location(here, pos, l)}
		if value != "" {
			w.Constraint = &Constraint{Value: value, Format: format}
		}
		e.Content = append(e.Content, Item{Segment: []Step{{w}}})
	}
	for i, id := range t.Path {
		edge := p.Edges[id]
		h, ok := edge.Stmt.(*ir.Havoc)
		if !ok {
			continue
		}
		value := ""
		switch {
		case h.Var.Type.IsFloat():
			bits := h.Var.Type.Format().Pattern(t.Input[i])
			if h.Var.Type.Format().IsNaN(bits) {
				continue // which no C expression compares with
			}
			value = " == " + ir.FloatHex(h.Var.Type, bits)
		case h.Var.Type.Kind != ir.Integer || h.Var.Type.Bits > 64 || !csource.Int64.Fits(t.Input[i]):
			continue
		default:
			value = " == " + csource.Constant(t.Input[i])
		}
		switch h.Source {
		case ir.FromCall:
			if here, ok := s.returns(edge.Pos, h.Name); ok {
				follow("function_return", `\result`+value, "acsl_expression", here, edge.Pos, edge.From)
			}
		case ir.FromUninitialised:
			if here, ok := s.afterDeclaration(edge.Pos, h.Name); ok && !t.Input[i].IsZero() {
				follow("assumption", "("+h.Name+value+")", "c_expression", here, edge.Pos, edge.From)
			}
		}
	}
	at := p.Locs[t.Error].Pos
	follow("target", "", "", s.statement(at), at, t.Error)
	return e
}

// statement is where the statement, or the expression in the head of one, begins that pos is in; a
// label, if pos is that of a label.
func (s *scopes) statement(pos ir.Pos) spot {
	here := s.locate(pos, func(word string) bool { return word != "" })
	for _, f := range s.files {
		if at, ok := f.Where(pos, func(at int) bool { return label(f, at) > 0 }); ok {
			return spot{f, at}
		}
	}
	if here.src == nil {
		return here
	}
	f, at := here.src, here.at
	start := at
	for b := f.Before(start); start > 0 && b != ";" && b != "{" && b != "}"; b = f.Before(start) {
		start = f.Previous(start)
	}
	for {
		word := f.Word(start)
		next := f.Skip(start + len(word))
		if branchWord.MatchString(word) && strings.HasPrefix(f.Rest(next), "(") {
			if end, ok := f.Find(next+1, ")"); ok && end < at { // at is in what it controls
				start = f.Skip(end + 1)
				continue
			}
			if word == "for" { // the first of its expressions
				start = f.Skip(next + 1)
			}
		}
		if (word == "else" || word == "do") && next <= at {
			start = next
			continue
		}
		if end := label(f, start); end > 0 && end <= at {
			start = end
			continue
		}
		return spot{f, start}
	}
}

// label is the offset after the label, or the case, at an offset; 0 if there is none.
func label(f *ctext.Source, at int) int {
	word := f.Word(at)
	if word == "" {
		return 0
	}
	end := f.Skip(at + len(word))
	if word == "case" {
		if colon, ok := f.Find(end, ":;"); ok {
			end = colon
		}
	}
	if !strings.HasPrefix(f.Rest(end), ":") {
		return 0
	}
	return f.Skip(end + 1)
}

// returns is the closing parenthesis of the call of a function at pos.
func (s *scopes) returns(pos ir.Pos, function string) (spot, bool) {
	here := s.locate(pos, func(word string) bool { return word == function })
	f, at := here.src, here.at
	if f == nil {
		return here, false
	}
	open := f.Skip(at + len(function))
	if !strings.HasPrefix(f.Rest(open), "(") {
		return spot{}, false
	}
	end, ok := f.Find(open+1, ")")
	if !ok {
		return spot{}, false
	}
	return spot{f, end}, true
}

// afterDeclaration is where the statement after the declaration of a variable at pos begins.
func (s *scopes) afterDeclaration(pos ir.Pos, name string) (spot, bool) {
	here := s.locate(pos, func(word string) bool { return word == name })
	f, at := here.src, here.at
	if f == nil {
		return here, false
	}
	end, ok := f.Find(at, ";")
	if !ok {
		return spot{}, false
	}
	return spot{f, f.Skip(end + 1)}, true
}

// Of makes the witness of a result: nil if it has none, as for UNKNOWN. The error is of a format that
// does not exist.
func Of(p *ir.Program, res *verdict.Result, property string, about About) (*Entry, error) {
	switch {
	case about.Version != "2.0" && about.Version != "2.1":
		return nil, fmt.Errorf("there is no format %s of witnesses; it is 2.0 or 2.1", about.Version)
	case res.Verdict == verdict.True:
		return Correctness(p, res.Proof, property, about), nil
	case res.Verdict == verdict.False:
		return Counterexample(p, res.Trace, about), nil
	}
	return nil, nil
}
