package automaton

import (
	"craig/internal/program/c/core"
	"craig/internal/program/ir"
)

// Spans notes for each declaration of a function how far the block around it reaches in the text, for who checks that objects are over where their
// blocks are left: see package guards. name is how objects of a variable are called.
func Spans(out *ir.Program, body *core.Block, pos func(core.Pos) ir.Pos, name func(*core.Var) string) {
	if out.Spans == nil {
		out.Spans = map[ir.Declared]ir.Span{}
	}
	core.Reach(body, func(v *core.Var, at []core.Pos) {
		d := ir.Declared{Pos: pos(v.Pos), Name: name(v)}
		span, known := out.Spans[d] // as in several uses of one macro
		for _, x := range at {
			p := pos(x)
			switch {
			case p.Line == 0 || known && p.File != span.From.File:
			case !known:
				span, known = ir.Span{From: p, To: p}, true
			case p.Before(span.From):
				span.From = p
			case span.To.Before(p):
				span.To = p
			}
		}
		out.Spans[d] = span
	})
}
