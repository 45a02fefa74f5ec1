package elab

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// annotation reads a contract comment in a block: its assertions are evaluated there, as the argument of a call. Others are remarks.
func (u *unit) annotation(d *syntax.Annotation) {
	if len(d.Claims) == 0 {
		u.emit(&core.Remark{At: u.pos(d.At), Text: d.Text})
		return
	}
	if u.claims == nil && u.conf.Claims {
		text := u.tt.Pointer(u.tt.Basic(types.Char))
		t := u.tt.Function(types.Sig{Result: u.tt.Basic(types.Void), Params: []types.Param{{Type: u.tt.Basic(types.Int)}, {Type: text}}, Proto: true})
		u.claims = &core.Var{Name: "__CPROVER_assert", Type: t, Pos: u.pos(d.At), Unit: u.file, Linkage: core.External, Storage: core.Static}
		u.global(&core.VarDef{Var: u.claims})
	}
	for _, c := range d.Claims {
		at := u.pos(c.At)
		not := &syntax.Unary{OpPos: syntax.Start(c.X), Op: syntax.Not, X: c.X}
		x := u.scalar(u.expr(&syntax.Unary{OpPos: not.OpPos, Op: syntax.Not, X: not}), not.OpPos, "an assertion") // 0 or 1
		if !u.conf.Claims {
			u.emit(&core.Eval{At: at, X: x})
			continue
		}
		text := u.rvalue(u.expr(&syntax.String{LitPos: c.At, Parts: []string{`""`}})).x
		u.emit(&core.Call{At: at, Fun: u.rvalue(place(u.varPlace(u.claims, at))).x, Args: []core.Expr{x, text}})
	}
	u.report.Claims++
}
