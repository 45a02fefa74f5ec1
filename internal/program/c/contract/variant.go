package contract

import (
	"fmt"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Why loops and recursion end. The integers of a loop are kept at each arrival, and compared with those of the arrival before, if that was since the loop began.
// Those of a function are kept while it is executed, in variables that last: each call in the meantime, whatever leads to it, is compared with them.
//
// What a measure means does not matter to whether something ends: machine integers that get smaller and are not negative cannot do so for ever. Signed ones are
// exact but for what 64 bits do not have; unsigned ones wrap, as in C.

// descent puts the variants of one function into it.
type descent struct {
	conf     Config
	prog     *core.Program
	f        *core.Func
	measures map[*core.Var]*measure // of functions
}

// measure is what has been kept of a variant.
type measure struct {
	since *core.Var   // whether anything has
	old   []*core.Var // the integers
}

func keepAt(at core.Pos) func(v *core.Var, x core.Expr) core.Stmt {
	return func(v *core.Var, x core.Expr) core.Stmt {
		return &core.Keep{At: at, Saved: core.Saved{Var: v, X: x}}
	}
}

func (d *descent) temp(t *types.Type, at core.Pos) *core.Var {
	return (&placer{f: d.f}).temp(t, at)
}

// lasting is a new variable of the file, which is 0 at first.
func (d *descent) lasting(name string, t *types.Type, at core.Pos) *core.Var {
	v := &core.Var{Name: name, Type: t, Pos: at, Unit: d.f.Var.Unit, Storage: core.Static, Defined: true, Temp: true}
	u := d.prog.Units[v.Unit]
	u.Globals = append([]core.Global{&core.VarDef{Var: v}}, u.Globals...)
	return v
}

func (d *descent) truth() *types.Type { return d.prog.Types.Basic(types.Int) }

func (d *descent) number(n int64, t *types.Type, at core.Pos) core.Expr {
	return &core.IntConst{At: at, Value: types.IntOf(n), Typ: t}
}

// now evaluates the integers of a variant, and tells them to the search for ranks.
func (d *descent) now(v *core.Variant) (list []core.Stmt, now []*core.Var) {
	keep := keepAt(v.At)
	if v.Pre != nil {
		list = append(list, &core.Claim{At: v.At, Kind: core.Assumed, Pre: v.Pre, X: d.number(1, d.truth(), v.At)})
	}
	for _, m := range v.Measures {
		n := d.temp(m.Type(), v.At)
		now = append(now, n)
		list = append(list, keep(n, m))
	}
	return list, now
}

// suggest writes the integers of a variant to variables, for the search for ranks, where that executes nothing: an operation that may be undefined would be where
// executions end.
func (d *descent) suggest(v *core.Variant) (list []core.Stmt) {
	if !d.conf.Variants || v.Pre != nil {
		return nil
	}
	for i, m := range v.Measures {
		if !plain(m) {
			continue
		}
		to := d.lasting(fmt.Sprint(ir.VariantName, ":", d.prog.Place(v.At).Line, ":", i), m.Type(), v.At)
		list = append(list, keepAt(v.At)(to, m))
	}
	return list
}

// plain tells whether an expression has only variables, constants, +, - and *, whose evaluation is nothing that a program could do.
func plain(x core.Expr) bool {
	if !x.Type().IsInteger() {
		return false
	}
	switch x := x.(type) {
	case *core.IntConst:
		return true
	case *core.Load:
		v, ok := x.X.(*core.VarPlace)
		return ok && v.Var.Storage != core.Thread && v.Var.Type.Quals&(types.Volatile|types.Atomic) == 0
	case *core.Unary:
		return x.Op == core.Neg && plain(x.X)
	case *core.Binary:
		return (x.Op == core.Add || x.Op == core.Sub || x.Op == core.Mul) && plain(x.X) && plain(x.Y)
	case *core.Convert:
		return plain(x.X)
	}
	return false
}

// smaller is that the integers now are smaller than those that have been kept, if any have.
func (d *descent) smaller(m *measure, now []*core.Var, at core.Pos) core.Expr {
	compare := func(op core.BinaryOp, x, y core.Expr) core.Expr {
		return &core.Binary{At: at, Op: op, X: x, Y: y, Typ: d.truth()}
	}
	logical := func(or bool, x, y core.Expr) core.Expr {
		return &core.Logical{At: at, Or: or, X: x, Y: y, Typ: d.truth()}
	}
	less := d.number(0, d.truth(), at)
	for i := len(now) - 1; i >= 0; i-- {
		n, old := now[i], m.old[i]
		decides := compare(core.Lt, load(n, at), load(old, at))
		if n.Type.IsSigned() {
			decides = logical(false, decides, compare(core.Ge, load(old, at), d.number(0, old.Type, at)))
		}
		if i < len(now)-1 {
			decides = logical(true, decides, logical(false, compare(core.Eq, load(n, at), load(old, at)), less))
		}
		less = decides
	}
	none := &core.Unary{At: at, Op: core.Not, X: load(m.since, at), Typ: d.truth()}
	return logical(true, none, less)
}

// loops puts the variants of the loops in a block in their places.
func (d *descent) loops(b *core.Block) {
	core.EachStmt(b, func(s core.Stmt) {
		l, ok := s.(*core.Loop)
		if !ok {
			return
		}
		for _, part := range []*core.Block{l.Body, l.Step} {
			if part == nil {
				continue
			}
			var list []core.Stmt
			for _, s := range part.List {
				v, ok := s.(*core.Variant)
				if !ok {
					list = append(list, s)
					continue
				}
				list = append(list, d.suggest(v)...)
				if d.conf.Goals {
					list = append(list, d.loop(l, v)...)
				}
			}
			part.List = list
		}
	})
}

// loop is what compares the integers of a loop. Wherever the loop is entered, from now on, nothing has been kept.
func (d *descent) loop(l *core.Loop, v *core.Variant) []core.Stmt {
	m, keep := &measure{since: d.temp(d.truth(), v.At)}, keepAt(v.At)
	for _, x := range v.Measures {
		m.old = append(m.old, d.temp(x.Type(), v.At))
	}
	d.enter(d.f.Body, l, m.since)
	list, now := d.now(v)
	list = append(list, &core.Claim{At: v.At, X: d.smaller(m, now, v.At), Why: "the loop variant does not get smaller, or was negative: " + v.Said})
	for i, n := range now {
		list = append(list, keep(m.old[i], load(n, v.At)))
	}
	return append(list, keep(m.since, d.number(1, d.truth(), v.At)))
}

// enter sets a variable to 0 in a block, which may be nil, wherever a loop is entered: where it begins, and where a jump may lead into it.
func (d *descent) enter(b *core.Block, l *core.Loop, since *core.Var) {
	if b == nil {
		return
	}
	labels := map[*core.Label]bool{}
	l.Body.Labels(labels)
	l.Step.Labels(labels)
	var list []core.Stmt
	for _, s := range b.List {
		enters := false
		switch s := s.(type) {
		case *core.Loop:
			enters = s == l
		case *core.Goto:
			enters = labels[s.Label]
		case *core.GotoPtr, *core.Asm:
			enters = len(labels) > 0
		case *core.Switch:
			enters = len(l.Body.Cases())+len(l.Step.Cases()) > 0 && within(s.Body, l)
		}
		if enters {
			list = append(list, keepAt(s.Pos())(since, d.number(0, d.truth(), s.Pos())))
		}
		list = append(list, s)
		if s != core.Stmt(l) {
			for _, c := range core.Inner(s) {
				d.enter(c, l, since)
			}
		}
	}
	b.List = list
}

// within tells whether a loop is in a block.
func within(b *core.Block, l *core.Loop) (is bool) {
	core.EachStmt(b, func(s core.Stmt) { is = is || s == core.Stmt(l) })
	return is
}

// function is what compares the integers of a function when it is called, and what puts back those of the call around it when it is left.
func (d *descent) function(v *core.Variant) (begin, leave []core.Stmt, left []Remark) {
	begin = d.suggest(v)
	if !d.conf.Goals {
		return begin, nil, nil
	}
	keep := keepAt(v.At)
	m, list, now := d.call(d.f.Var, v)
	if m == nil {
		return begin, nil, []Remark{otherVariant(d.f.Var, v)}
	}
	begin = append(begin, list...)
	for i, at := range append([]*core.Var{m.since}, m.old...) {
		around := d.temp(at.Type, v.At)
		begin = append(begin, keep(around, load(at, v.At)))
		leave = append(leave, &core.Keep{At: d.f.End, Saved: core.Saved{Var: at, X: load(around, d.f.End)}})
		if i > 0 {
			begin = append(begin, keep(at, load(now[i-1], v.At)))
		}
	}
	return append(begin, keep(m.since, d.number(1, d.truth(), v.At))), leave, nil
}

// otherVariant is what there is to say of a variant that is another one than that of another declaration.
func otherVariant(f *core.Var, v *core.Variant) Remark {
	return Remark{v.At, "a variant of " + f.Name + " that is made of other types than another one of it is left out: whether it gets smaller is not looked at"}
}

// call is an error where a function is called and its integers are not smaller than those of the call around it. There is no measure if two that differ
// are given.
func (d *descent) call(f *core.Var, v *core.Variant) (m *measure, list []core.Stmt, now []*core.Var) {
	list, now = d.now(v)
	if m = d.measures[f]; m == nil {
		name := "$measure:" + f.Name
		m = &measure{since: d.lasting(name, d.truth(), v.At)}
		for i, n := range now {
			m.old = append(m.old, d.lasting(fmt.Sprint(name, i), n.Type, v.At))
		}
		d.measures[f] = m
	}
	if !slices.EqualFunc(m.old, now, func(x, y *core.Var) bool { return x.Type == y.Type }) {
		return nil, nil, nil
	}
	why := "a call of " + f.Name + " in one of itself does not make its measure smaller, or that was negative: " + v.Said
	return m, append(list, &core.Claim{At: v.At, X: d.smaller(m, now, v.At), Why: why}), now
}
