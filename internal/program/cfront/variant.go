package cfront

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// A variant is why a loop, or recursion, ends: integers that get smaller in lexicographic order, the deciding one of which was not negative before. Package
// source has put a call where the invariants of the loop are, or at the beginning of the body of the function:
//
//	__craig_variant(number, e1, ..., "what is written")
//	__craig_decreases(e1, ..., "what is written")
//
// The integers of a loop are kept at each arrival, and compared with those of the arrival before, if that was since the loop began. Those of a function are kept
// while it is executed, in global variables: each call in the meantime, whatever leads to it, is compared with them.
//
// What a measure means does not matter to whether the loop ends: machine integers that get smaller and are not negative cannot do so for ever. Signed ones are
// exact but for what 64 bits do not have; unsigned ones wrap, as in C.

// Calls of variants, see above.
const (
	loopVariant = "__craig_variant"
	decreases   = "__craig_decreases"
)

// measure is what has been kept of a variant.
type measure struct {
	since *ir.Var   // whether anything has
	old   []*ir.Var // the integers
}

// measured is a function with a measure; unit is nil unless it is static.
type measured struct {
	unit *unit
	name string
}

// measures evaluates the expressions of a variant; nil if one is no integer.
func (f *fn) measures(args []cc.ExpressionNode) (now []*ir.Expr) {
	unchecked := f.unchecked
	f.unchecked = true
	defer func() { f.unchecked = unchecked }()
	for _, n := range args {
		v := f.rvalue(n)
		if v.e == nil || !v.t.isInt() || v.t.size > 8 {
			f.r.fail(f.pos(n), "name integers of at most 64 bits", "a measure that is no integer")
			return nil
		}
		t := ir.Int(64, v.e.Type.IsSigned())
		m := f.temp(t, f.pos(n))
		f.emit(&ir.Assign{Var: m, Expr: f.cast(t, v.e)}, f.pos(n))
		now = append(now, ir.VarExpr(m))
	}
	return now
}

// smaller says that now is smaller than what has been kept.
func (m *measure) smaller(now []*ir.Expr) *ir.Expr {
	less, same := ir.Not(ir.True()), ir.True()
	for i, e := range now {
		old := ir.VarExpr(m.old[i])
		less = ir.Or(less, ir.And(same, ir.And(ir.Compare(ir.OpLt, e, old), ir.Compare(ir.OpGe, old, ir.ConstInt(old.Type, 0)))))
		same = ir.And(same, ir.Compare(ir.OpEq, e, old))
	}
	return less
}

// descends has an error where something has been kept than which now is not smaller.
func (f *fn) descends(m *measure, now []*ir.Expr, pos ir.Pos, why string) {
	kept, bad, fine := f.node(pos), f.node(pos), f.node(pos)
	f.branch(ir.ToBool(ir.VarExpr(m.since)), kept, fine, pos)
	f.cur = kept
	f.branch(m.smaller(now), fine, bad, pos)
	f.cur = bad
	f.errorBecause(pos, why)
	f.cur = fine
}

// keep keeps now.
func (f *fn) keep(m *measure, now []*ir.Expr, pos ir.Pos) {
	for i, e := range now {
		f.emit(&ir.Assign{Var: m.old[i], Expr: e}, pos)
	}
	f.emit(&ir.Assign{Var: m.since, Expr: ir.ConstInt(m.since.Type, 1)}, pos)
}

// checksVariants says whether variants are looked at.
func (f *fn) checksVariants() bool { return f.r.props["unreach-call"] != "" && !f.constOnly }

// openVariants is the beginning of a loop, at which nothing has been kept of its variants.
func (f *fn) openVariants(n *cc.IterationStatement) {
	if !f.checksVariants() {
		return
	}
	for _, c := range f.loopClauses(n, loopVariant) {
		args, pos := argumentList(c), f.pos(n)
		m := &measure{since: f.temp(f.r.types.boolT.ir(), pos)}
		number, _ := f.r.constant(f.unit, args[0])
		if f.variants == nil {
			f.variants = map[int64]*measure{}
		}
		f.variants[number] = m
		f.emit(&ir.Assign{Var: m.since, Expr: ir.ConstInt(m.since.Type, 0)}, pos)
	}
}

// contractVariant is the call of a loop's variant, at its head.
func (f *fn) contractVariant(c *callSite) value {
	none := f.number(f.r.types.intT, num.I(0))
	number, _ := f.r.constant(f.unit, c.args[0])
	if slices.Contains(f.r.opts.Properties, "termination") && !f.constOnly {
		f.suggest(c)
	}
	m := f.variants[number]
	if m == nil || !f.checksVariants() {
		return none
	}
	now := f.measures(c.args[1 : len(c.args)-1])
	for _, e := range now {
		m.old = append(m.old, f.temp(e.Type, c.pos))
	}
	if now != nil {
		f.descends(m, now, c.pos, "the loop variant does not get smaller, or was negative: "+f.words(c))
		f.keep(m, now, c.pos)
	}
	return none
}

// suggest has the measures of a loop computed, for the search for ranks, where that executes nothing: an operation that may be undefined would be where
// executions end.
func (f *fn) suggest(c *callSite) {
	cur, unchecked := f.cur, f.unchecked
	f.unchecked = true
	for i, n := range c.args[1 : len(c.args)-1] {
		aside := f.node(c.pos) // nothing leads there
		f.cur = aside
		v := f.rvalue(n)
		executes := f.cur != aside || len(aside.out) > 0
		f.cur = cur
		if executes || v.e == nil || !v.t.isInt() || v.t.size > 8 {
			continue
		}
		ir.Walk(v.e, func(e *ir.Expr) bool {
			switch e.Op {
			case ir.OpConst, ir.OpVar, ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpCast:
			default: // above all, a load may lead nowhere
				executes = true
			}
			return !executes
		})
		if executes {
			continue
		}
		t := ir.Int(64, v.e.Type.IsSigned())
		to := f.r.prog.NewGlobal(fmt.Sprint(ir.VariantName, ":", c.pos.Line, ":", i), "", t, c.pos)
		f.emit(&ir.Assign{Var: to, Expr: f.cast(t, v.e)}, c.pos)
	}
	f.unchecked = unchecked
}

// contractDecreases is the call of a function's measure, at its beginning. Of a stand-in it is what its caller has to meet.
func (f *fn) contractDecreases(c *callSite) value {
	none := f.number(f.r.types.intT, num.I(0))
	if !f.checksVariants() || f.measured {
		return none
	}
	f.measured = true
	now := f.measures(c.args[:len(c.args)-1])
	if now == nil {
		return none
	}
	name := contracted(f.f.cname)
	key := measured{name: name}
	if _, static := f.f.unit.statics[name].(*function); static {
		key.unit = f.f.unit
	}
	m := f.r.measures[key]
	if m == nil {
		m = &measure{since: f.measureVar(name, f.r.types.boolT.ir())}
		for i, e := range now {
			m.old = append(m.old, f.measureVar(fmt.Sprint(name, i), e.Type))
		}
		if f.r.measures == nil {
			f.r.measures = map[measured]*measure{}
		}
		f.r.measures[key] = m
	}
	if len(m.old) != len(now) {
		f.r.fail(c.pos, "write one at the definition", "two measures of %s", name)
		return none
	}
	f.descends(m, now, c.pos, "a call of "+name+" in one of itself does not make its measure smaller, or that was negative: "+f.words(c))
	if f.replaces() {
		return none
	}
	// The measure of the call around this one is back when this one ends.
	if f.out == f.exit {
		f.out = f.node(f.exit.pos)
	}
	for _, v := range append([]*ir.Var{m.since}, m.old...) {
		t := f.temp(v.Type, c.pos)
		f.emit(&ir.Assign{Var: t, Expr: ir.VarExpr(v)}, c.pos)
		f.around = append(f.around, &ir.Assign{Var: v, Expr: ir.VarExpr(t)})
	}
	f.keep(m, now, c.pos)
	return none
}

// measureVar is a new global variable that is 0 at first.
func (f *fn) measureVar(name string, t ir.Type) *ir.Var {
	v := f.r.prog.NewGlobal("$measure:"+name, "", t, ir.Pos{})
	f.r.inits.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(t, 0)}, ir.Pos{})
	return v
}

// leaveMeasured is the end of a function with a measure.
func (f *fn) leaveMeasured() {
	for _, s := range f.around {
		f.emit(s, f.exit.pos)
	}
}
