package gcov

import (
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Parting is where what was counted leaves a trace in p: next is the first line of the trace that has code
// and was not reached, last the line with code before it. ok is false if all were reached, or if
// the trace is a long one.
func (c *Coverage) Parting(p *ir.Program, t *verdict.Trace) (last, next ir.Pos, ok bool) {
	if t.Long() {
		return ir.Pos{}, ir.Pos{}, false
	}
	for _, id := range t.Path {
		at := ir.Pos{File: p.Edges[id].Pos.File, Line: p.Edges[id].Pos.Line}
		l, counted := c.Lines[at]
		switch {
		case !counted:
		case !l.Reached:
			return last, at, true
		default:
			last = at
		}
	}
	return ir.Pos{}, ir.Pos{}, false
}
