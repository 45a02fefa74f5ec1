package contract

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// What is fresh when a function returns has been allocated during the call, see core.Fresh.

// unasked are statements that say of the questions in a condition that they have not been asked.
func unasked(x core.Expr, at core.Pos, truth *types.Type) (list []core.Stmt) {
	core.Questions(x, func(q *core.Question) {
		if q.New != nil {
			list = append(list, &core.Keep{At: at, Saved: core.Saved{Var: q.New.Seen, X: &core.IntConst{At: at, Value: types.IntOf(0), Typ: truth}}})
		}
	})
	return list
}

// newer has a question ask for what has been allocated during the call.
func (p *placer) newer(q *core.Question) {
	if q.New == nil {
		return
	}
	if p.prog.Older == nil {
		v := &core.Var{Name: "$older", Type: p.prog.Types.VoidPtr, Pos: p.f.Pos, Unit: p.f.Var.Unit, Storage: core.Static, Local: true, Defined: true, Temp: true}
		unit := p.prog.Units[p.f.Var.Unit]
		unit.Globals = append([]core.Global{&core.VarDef{Var: v}}, unit.Globals...)
		p.prog.Older = v
	}
	if p.mine == nil {
		p.mine = p.temp(p.truth(), p.f.Pos)
	}
	q.New.Mine, q.New.Older = p.mine, p.prog.Older
}

func (p *placer) null(at core.Pos) core.Expr {
	return &core.Convert{At: at, X: &core.IntConst{At: at, Value: types.IntOf(0), Typ: p.truth()}, Typ: p.prog.Types.VoidPtr, Explicit: true}
}

// choose chooses an address, or leaves the choice to another call.
func (p *placer) choose(at core.Pos) []core.Stmt {
	one := func(n int64) core.Expr { return &core.IntConst{At: at, Value: types.IntOf(n), Typ: p.truth()} }
	keep := func(v *core.Var, x core.Expr) core.Stmt { return &core.Keep{At: at, Saved: core.Saved{Var: v, X: x}} }
	chosen := func(v *core.Var) core.Stmt {
		return &core.Forget{At: at, Place: &core.VarPlace{At: at, Var: v}, Name: "older", Ghost: true}
	}
	older, perhaps := p.prog.Older, p.temp(p.truth(), at)
	free := &core.Logical{At: at, X: &core.Unary{At: at, Op: core.Not, X: load(older, at), Typ: p.truth()}, Y: load(perhaps, at), Typ: p.truth()}
	some := &core.Claim{At: at, Kind: core.Assumed, X: load(older, at)}
	return []core.Stmt{keep(p.mine, one(0)), chosen(perhaps), &core.If{At: at, X: free, Then: block(at, keep(p.mine, one(1)), chosen(older), some)}}
}
