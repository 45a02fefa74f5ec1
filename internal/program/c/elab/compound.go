package elab

// Compound literals: C11 6.5.2.5.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// compound is a compound literal: an object without a name.
func (u *unit) compound(x *syntax.Compound) operand {
	t := u.typeName(x.Type)
	at := u.pos(x.Lparen)
	if t.IsVariablyModified() {
		u.refuse(x.Lparen, "compound literal of variable size", "a compound literal of variable size")
	}
	v := &core.Var{Pos: at, Unit: u.file, Temp: true}
	if u.fn == nil {
		v.Storage, v.Local, v.Defined = core.Static, true, true
		v.Init, v.Type = u.initialize(t, x.Init, true)
		u.global(&core.VarDef{Var: v})
		return place(u.varPlace(v, at))
	}
	var init core.Init
	init, v.Type = u.initialize(t, x.Init, false)
	if u.unevaluated > 0 {
		return place(u.varPlace(v, at))
	}
	if u.depth == u.fn.blocks[len(u.fn.blocks)-1].depth {
		u.emit(&core.Declare{At: at, Var: v, Init: init})
		return place(u.varPlace(v, at))
	}
	u.fn.literal(v)
	u.assignInit(u.varPlace(v, at), v.Type, init, at)
	return place(u.varPlace(v, at))
}

// assignInit assigns an initializer to an object that has begun to live.
func (u *unit) assignInit(p core.Place, t *types.Type, init core.Init, at core.Pos) {
	if x, ok := init.(*core.ExprInit); ok {
		u.emit(&core.Assign{At: at, Dst: p, Src: x.X})
		return
	}
	// A second object takes the whole value, which is then copied: it is zero where nothing is said.
	w := &core.Var{Pos: at, Unit: u.file, Temp: true, Type: t}
	if t.IsRecord() {
		b := &core.Block{At: at, End: at, List: []core.Stmt{
			&core.Declare{At: at, Var: w, Init: init},
			&core.Assign{At: at, Dst: p, Src: &core.Load{At: at, X: u.varPlace(w, at)}},
		}}
		u.emit(b)
		return
	}
	// An array: a structure around it can be copied, but no array.
	u.copyArray(p, t, init, at)
}

// copyArray assigns the elements of an array that an initializer names, and 0 to the others.
func (u *unit) copyArray(p core.Place, t *types.Type, init core.Init, at core.Pos) {
	w := &core.Var{Pos: at, Unit: u.file, Temp: true, Type: t}
	memcpy := u.builtinVar("__builtin_memcpy", at)
	f := &core.AddrOf{At: at, X: u.varPlace(memcpy, at), Typ: u.tt.Pointer(memcpy.Type)}
	constVoid := u.tt.Pointer(u.tt.Basic(types.Void).With(types.Const))
	u.emit(&core.Block{At: at, End: at, List: []core.Stmt{
		&core.Declare{At: at, Var: w, Init: init},
		&core.Call{At: at, Fun: f, Args: []core.Expr{
			&core.Convert{At: at, X: &core.AddrOf{At: at, X: p, Typ: u.tt.Pointer(p.Type())}, Typ: u.tt.VoidPtr},
			&core.Convert{At: at, X: &core.AddrOf{At: at, X: u.varPlace(w, at), Typ: u.tt.Pointer(t)}, Typ: constVoid},
			u.intConst(types.IntOf(t.SizeOf()), u.tt.Size, at)}},
	}})
}
