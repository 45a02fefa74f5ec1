package statements

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/lower"
	"craig/internal/program/ir"
)

// Reached notes in res.Program what of the text of p can be reached: where the order of evaluation matters there that the core has chosen, the bodies
// that nothing comes to, and the functions that compilers may have no definition of.
func Reached(p *core.Program, res *lower.Result) {
	out := res.Program
	var bodies []ir.Span
	for _, u := range p.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok {
				continue
			}
			v, body := d.Func.Var, ir.Span{From: pos(p, d.Func.Body.At), To: pos(p, d.Func.Body.End)}
			if made, _ := res.Made(v); made {
				bodies = append(bodies, body)
				if v.Inline && v.Extern == v.HasAttr("gnu_inline") && v.Linkage == core.External {
					out.Inlined = append(out.Inlined, ir.Inlined{Name: v.Name, File: pos(p, d.Func.Pos).File, GNU: v.Extern})
				}
			} else if !res.IsError(v) && library.Lookup(v.Name) == nil {
				out.Unreached = append(out.Unreached, body)
			}
		}
	}
	for _, n := range p.Notes {
		at := pos(p, n.Pos)
		if n.Kind == core.OrderNote && slices.ContainsFunc(bodies, func(b ir.Span) bool { return at.File == b.From.File && b.Holds(at) }) {
			res.Order(at)
		}
	}
}
