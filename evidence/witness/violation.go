package witness

import (
	"fmt"
	"strings"

	"craig/evidence/verdict"
	"craig/program/ir"
)

// Counterexample makes a witness of a trace in p: what the calls of unknown functions return and
// what uninitialised variables hold, in the order of the execution, then the error. Inputs that the
// source does not show where they should be, as in macros, are left out. The error is of a file
// that cannot be read.
func Counterexample(p *ir.Program, t *verdict.Trace, about About) (*Entry, error) {
	meta, err := about.metadata(t.Property)
	if err != nil {
		return nil, err
	}
	s, err := newScopes(p, about.Files)
	if err != nil {
		return nil, err
	}
	e := &Entry{Type: Violation, Metadata: meta}
	follow := func(kind, value, format string, pos ir.Pos, l ir.Loc) {
		w := Waypoint{Type: kind, Action: "follow", Location: Location{File: pos.File, Line: pos.Line, Column: pos.Col, Function: s.function(l)}}
		if value != "" {
			w.Constraint = &Constraint{Value: value, Format: format}
		}
		e.Content = append(e.Content, Item{Segment: []Step{{w}}})
	}
	for i, id := range t.Path {
		edge := p.Edges[id]
		h, ok := edge.Stmt.(*ir.Havoc)
		if !ok || h.Var.Type.Kind != ir.Integer || h.Var.Type.Bits > 64 || !int64Type.Fits(t.Input[i]) {
			continue
		}
		value := " == " + constant(t.Input[i])
		switch h.Source {
		case ir.FromCall:
			if pos, ok := s.returns(edge.Pos, h.Name); ok {
				follow("function_return", `\result`+value, "acsl_expression", pos, edge.From)
			}
		case ir.FromUninitialised:
			if pos, ok := s.afterDeclaration(edge.Pos, h.Name); ok && !t.Input[i].IsZero() {
				follow("assumption", "("+h.Name+value+")", "c_expression", pos, edge.From)
			}
		}
	}
	follow("target", "", "", p.Locs[t.Error].Pos, t.Error)
	return e, nil
}

// returns is the closing parenthesis of the call of a function at pos.
func (s *scopes) returns(pos ir.Pos, function string) (ir.Pos, bool) {
	f, at := s.locate(pos)
	if f == nil || f.Word(at) != function {
		return ir.Pos{}, false
	}
	open := f.Skip(at + len(function))
	if !strings.HasPrefix(f.Rest(open), "(") {
		return ir.Pos{}, false
	}
	end, ok := f.Find(open+1, ")")
	if !ok {
		return ir.Pos{}, false
	}
	return f.Pos(end), true
}

// afterDeclaration is where the statement behind the declaration of a variable at pos begins.
func (s *scopes) afterDeclaration(pos ir.Pos, name string) (ir.Pos, bool) {
	f, at := s.locate(pos)
	if f == nil || f.Word(at) != name {
		return ir.Pos{}, false
	}
	end, ok := f.Find(at, ";")
	if !ok {
		return ir.Pos{}, false
	}
	return f.Pos(f.Skip(end + 1)), true
}

// Of makes the witness of a result: nil if it has none, as for UNKNOWN.
func Of(p *ir.Program, res *verdict.Result, property string, about About) (*Entry, error) {
	switch {
	case about.Version != "2.0" && about.Version != "2.1":
		return nil, fmt.Errorf("there is no format %s of witnesses; it is 2.0 or 2.1", about.Version)
	case res.Verdict == verdict.True:
		return Correctness(p, res.Invariants, property, about)
	case res.Verdict == verdict.False:
		return Counterexample(p, res.Trace, about)
	}
	return nil, nil
}
