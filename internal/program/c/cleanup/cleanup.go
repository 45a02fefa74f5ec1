// Package cleanup writes out, from core to core, the calls of the functions that attribute cleanup names: each is called with the address of its variable
// wherever the scope of that is left, at its end or by return, break, continue or goto, those of several variables in the reverse order of
// their declarations. exit and longjmp do not call them. What a jump to a label whose address is computed does is not known.
package cleanup

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Program writes out the calls of a program.
func Program(prog *core.Program) {
	for i, u := range prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.FuncDef)
			if !ok || !slices.ContainsFunc(d.Func.Body.Declared(), cleaned) {
				continue
			}
			p := &pass{tt: prog.Types, unit: i, fn: d.Func, scopes: core.FindScopes(d.Func.Body)}
			p.block(d.Func.Body)
		}
	}
}

func cleaned(v *core.Var) bool { return v.Cleanup != nil && v.Storage == core.Auto }

// pass is the state of Program in a function.
type pass struct {
	tt     *types.Table
	unit   int
	fn     *core.Func
	scopes *core.Scopes
	live   []*core.Var // in scope, in the order of their declarations

	breakDepth, continueDepth int // how many of them a break and a continue keep
}

func (p *pass) block(b *core.Block) {
	if b == nil {
		return
	}
	depth := len(p.live)
	var list []core.Stmt
	for _, s := range b.List {
		list = append(list, p.stmt(s)...)
	}
	if !jumps(b.List) {
		list = append(list, p.leave(depth, b.End)...)
	}
	b.List, p.live = list, p.live[:depth]
}

// jumps tells whether statements end with one that leads somewhere else.
func jumps(list []core.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch list[len(list)-1].(type) {
	case *core.Return, *core.Goto, *core.GotoPtr, *core.Break, *core.Continue:
		return true
	}
	return false
}

// stmt is a statement behind the calls that it makes.
func (p *pass) stmt(s core.Stmt) []core.Stmt {
	outerBreak, outerContinue := p.breakDepth, p.continueDepth
	switch s := s.(type) {
	case *core.Declare:
		if cleaned(s.Var) {
			p.live = append(p.live, s.Var)
		}
	case *core.Block:
		p.block(s)
	case *core.If:
		p.block(s.Then)
		p.block(s.Else)
	case *core.Loop:
		p.breakDepth, p.continueDepth = len(p.live), len(p.live)
		p.block(s.Body)
		p.block(s.Step)
	case *core.Switch:
		p.breakDepth = len(p.live)
		p.block(s.Body)
	case *core.Break:
		return append(p.leave(p.breakDepth, s.At), s)
	case *core.Continue:
		return append(p.leave(p.continueDepth, s.At), s)
	case *core.Goto:
		n := 0
		for _, v := range p.scopes.Labels[s.Label].Vars {
			if cleaned(v) {
				if n == len(p.live) || p.live[n] != v {
					break
				}
				n++
			}
		}
		return append(p.leave(n, s.At), s)
	case *core.GotoPtr:
		if len(p.live) > 0 {
			return []core.Stmt{&core.Opaque{At: s.At, Why: "a computed goto beside attribute cleanup"}, s}
		}
	case *core.Return:
		calls := p.leave(0, s.At)
		if len(calls) == 0 || s.X == nil {
			return append(calls, s)
		}
		v := &core.Var{Type: s.X.Type().Main(), Pos: s.At, Unit: p.unit, Temp: true} // the functions may change what the result is computed from
		p.fn.Temps = append(p.fn.Temps, v)
		at := &core.VarPlace{At: s.At, Var: v}
		list := append([]core.Stmt{&core.Assign{At: s.At, Dst: at, Src: s.X}}, calls...)
		return append(list, &core.Return{At: s.At, X: &core.Load{At: s.At, X: at}})
	}
	p.breakDepth, p.continueDepth = outerBreak, outerContinue
	return []core.Stmt{s}
}

// leave calls the functions of all variables but the first depth ones.
func (p *pass) leave(depth int, at core.Pos) (list []core.Stmt) {
	for _, v := range slices.Backward(p.live[depth:]) {
		f := v.Cleanup
		sig := f.Type.Sig
		if len(sig.Params) != 1 || sig.Variadic {
			list = append(list, &core.Opaque{At: at, Why: f.Name + " as the function of attribute cleanup"})
			continue
		}
		x := core.Expr(&core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: v}, Typ: p.tt.Pointer(v.Type)})
		if want := sig.Params[0].Type.Main(); want != x.Type() {
			x = &core.Convert{At: at, X: x, Typ: want}
		}
		list = append(list, &core.Call{
			At: at, Args: []core.Expr{x},
			Fun: &core.AddrOf{At: at, X: &core.VarPlace{At: at, Var: f}, Typ: p.tt.Pointer(f.Type)},
		})
	}
	return list
}
