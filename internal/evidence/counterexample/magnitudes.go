package counterexample

import (
	"slices"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Of the results of strcmp, isalpha and their kin C says the sign, or whether they are 0. An execution to an error has to be one with whatever
// numbers implementations give, in any combination. So it is followed with sets of numbers in their place: each condition on its way has to
// hold of all of them.

// span is the numbers from lo to hi.
type span struct{ lo, hi num.Int }

// values are the numbers that a value may be: those of spans, which are in order and have gaps between them. nil is a value that does not depend
// on such a result.
type values struct {
	spans []span
	any   bool // nothing is known, as of a floating-point number
}

// maxSpans is how many spans are told apart.
const maxSpans = 8

var anything = &values{any: true}

func single(v num.Int) *values { return &values{spans: []span{{v, v}}} }

// whole are all values of a type.
func whole(t ir.Type) *values {
	switch t.Kind {
	case ir.Integer, ir.Pointer:
		return &values{spans: []span{{t.Min(), t.Max()}}}
	case ir.Logical:
		return both
	}
	return anything
}

var (
	holds = single(num.I(1))
	fails = single(num.I(0))
	both  = &values{spans: []span{{num.I(0), num.I(1)}}}
)

// spansOf are the values of spans in any order.
func spansOf(list []span) *values {
	slices.SortFunc(list, func(a, b span) int { return a.lo.Cmp(b.lo) })
	v := &values{}
	for _, s := range list {
		last := len(v.spans) - 1
		if last >= 0 && (len(v.spans) == maxSpans || !v.spans[last].hi.Add(num.I(1)).Less(s.lo)) {
			if v.spans[last].hi.Less(s.hi) {
				v.spans[last].hi = s.hi
			}
			continue
		}
		v.spans = append(v.spans, s)
	}
	return v
}

func (v *values) union(w *values) *values {
	if v.any || w.any {
		return anything
	}
	return spansOf(slices.Concat(v.spans, w.spans))
}

// within says that all values are of the type.
func (v *values) within(t ir.Type) bool {
	return !v.any && !slices.ContainsFunc(v.spans, func(s span) bool { return !t.Fits(s.lo) || !t.Fits(s.hi) })
}

// wrapped are the values as those of an integer type or pointers.
func (v *values) wrapped(t ir.Type) *values {
	if v.any || t.Kind != ir.Integer && t.Kind != ir.Pointer {
		return whole(t)
	}
	list := slices.Clone(v.spans)
	for i, s := range list {
		lo := t.Wrap(s.lo)
		hi := lo.Add(s.hi.Sub(s.lo))
		if !t.Fits(hi) {
			return whole(t)
		}
		list[i] = span{lo, hi}
	}
	return spansOf(list)
}

// only is the value, if there is one.
func (v *values) only() (n num.Int, ok bool) {
	if v.any || len(v.spans) != 1 || !v.spans[0].lo.Eq(v.spans[0].hi) {
		return num.Int{}, false
	}
	return v.spans[0].lo, true
}

// magnitudes follows such results through an execution: by variable, and in regions by cell.
type magnitudes struct {
	marks[string, *values]
	eval  func(*ir.Expr) (num.Int, bool)
	fresh *ir.Var // chosen, but not yet what the library leaves of the choices

	first   ir.EdgeID // the first result
	decided bool      // the execution depends on how far a result is from 0
}

func newMagnitudes() *magnitudes { return &magnitudes{marks: newMarks[string, *values]()} }

// before is told of every edge that is about to be taken.
func (t *magnitudes) before(step interp.Step) {
	t.eval = step.Eval
	if s, ok := step.Edge.Stmt.(*ir.Call); ok {
		args := make([]*values, len(s.Args))
		for i, x := range s.Args {
			args[i] = t.of(x)
		}
		t.enter(s, args)
		return
	}
	s, havoc := step.Edge.Stmt.(*ir.Havoc)
	switch {
	case havoc && s.Source == ir.FromMagnitude:
		if t.first == 0 {
			t.first = step.Edge.ID
		}
		t.fresh = s.Var
		t.set(s.Var, whole(s.Var.Type))
		return
	case t.first == 0 || t.decided:
		return
	case havoc:
		t.set(s.Var, nil)
		return
	}
	switch s := step.Edge.Stmt.(type) {
	case *ir.Assume:
		if fresh := t.fresh; fresh != nil {
			t.fresh = nil
			if v := restricted(t.vars[fresh], fresh, s.Cond); v != nil {
				t.set(fresh, v)
				break
			}
		}
		t.decided = t.unclear(s.Cond)
	case *ir.Assign:
		if s.Var.Type.Kind == ir.Memory {
			t.assignRegion(s)
		} else {
			t.set(s.Var, t.of(s.Expr))
		}
	case *ir.Store:
		if at, ok := t.eval(s.Addr); ok && t.of(s.Addr) == nil {
			t.setCell(s.Region, at.String(), t.of(s.Val))
		} else {
			t.decided = true
		}
	case *ir.Alloc:
		t.decided = s.Size != nil && t.of(s.Size) != nil
		if s.Result != nil {
			t.set(s.Result, nil)
		}
	case *ir.Free, *ir.CopyShadow, *ir.Clobber: // of forms in which memory is not split yet
		t.decided = true
	}
}

// after is told of every edge taken.
func (t *magnitudes) after(step interp.Step) {
	if s, ok := step.Edge.Stmt.(*ir.Call); ok && step.Left && len(t.outer) > 0 {
		t.leave(s)
	}
}

// restricted are the values of x, which are v, for which a condition holds that the front end has put behind the choice of x; nil if it is another
// condition.
func restricted(v *values, x *ir.Var, c *ir.Expr) *values {
	op := c.Op
	switch {
	case op == ir.OpLAnd:
		for _, c := range c.Args {
			if v = restricted(v, x, c); v == nil {
				return nil
			}
		}
		return v
	case op == ir.OpNot && len(c.Args[0].Args) == 2:
		c = c.Args[0]
		op = map[ir.Op]ir.Op{ir.OpEq: ir.OpNe, ir.OpNe: ir.OpEq, ir.OpLt: ir.OpGe, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe, ir.OpGe: ir.OpLt}[c.Op]
	}
	if len(c.Args) != 2 {
		return nil
	}
	a, b := c.Args[0], c.Args[1]
	if a.IsConst() {
		a, b = b, a
		if turned, ok := map[ir.Op]ir.Op{ir.OpLt: ir.OpGt, ir.OpLe: ir.OpGe, ir.OpGt: ir.OpLt, ir.OpGe: ir.OpLe}[op]; ok {
			op = turned
		}
	}
	if a.Op != ir.OpVar || a.Var != x || !b.IsConst() {
		return nil
	}
	var list []span
	keep := func(lo, hi num.Int) {
		for _, s := range v.spans {
			if s.lo.Less(lo) {
				s.lo = lo
			}
			if hi.Less(s.hi) {
				s.hi = hi
			}
			if !s.hi.Less(s.lo) {
				list = append(list, s)
			}
		}
	}
	low, high, k, one := x.Type.Min(), x.Type.Max(), b.Val, num.I(1)
	switch op {
	case ir.OpEq:
		keep(k, k)
	case ir.OpNe:
		keep(low, k.Sub(one))
		keep(k.Add(one), high)
	case ir.OpLt:
		keep(low, k.Sub(one))
	case ir.OpLe:
		keep(low, k)
	case ir.OpGt:
		keep(k.Add(one), high)
	case ir.OpGe:
		keep(k, high)
	default:
		return nil
	}
	return spansOf(list)
}

// unclear says that a condition holds of some of the values only.
func (t *magnitudes) unclear(c *ir.Expr) bool {
	v := t.of(c)
	if v == nil {
		return false
	}
	n, ok := v.only()
	return !ok || n.IsZero()
}

// of are the values of x; nil if it does not depend on a result.
func (t *magnitudes) of(x *ir.Expr) *values {
	if len(t.vars) == 0 && len(t.cells) == 0 {
		return nil
	}
	switch x.Op {
	case ir.OpConst, ir.OpAddr:
		return nil
	case ir.OpVar:
		if x.Type.Kind == ir.Memory {
			return nil
		}
		return t.vars[x.Var]
	case ir.OpLoad:
		at, ok := t.eval(x.Args[0])
		if t.of(x.Args[0]) != nil {
			return anything
		}
		if !ok {
			return nil
		}
		return t.cell(x.Region, at.String())
	}
	args, depends := make([]*values, len(x.Args)), false
	for i, a := range x.Args {
		args[i] = t.of(a)
		depends = depends || args[i] != nil
	}
	if !depends {
		return nil
	}
	for i, a := range x.Args {
		if args[i] == nil {
			args[i] = anything
			if v, ok := t.eval(a); ok {
				args[i] = single(v)
			}
		}
	}
	switch x.Op {
	case ir.OpNot:
		return not(args[0])
	case ir.OpLAnd, ir.OpLOr:
		decides, otherwise := fails, holds
		if x.Op == ir.OpLOr {
			decides, otherwise = holds, fails
		}
		for _, a := range args {
			if same(a, decides) {
				return decides
			}
			if !same(a, otherwise) {
				otherwise = both
			}
		}
		return otherwise
	case ir.OpIte:
		switch {
		case same(args[0], holds):
			return args[1]
		case same(args[0], fails):
			return args[2]
		}
		return args[1].union(args[2])
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return compared(x.Op, args[0], args[1])
	case ir.OpOfBool:
		return args[0]
	case ir.OpCast:
		return args[0].wrapped(x.Type)
	case ir.OpInRange:
		if v := t.exact(x.Args[0]); v != nil && v.within(x.Args[0].Type) {
			return holds
		}
		return both
	case ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpMul:
		return computed(x.Op, args).wrapped(x.Type)
	case ir.OpDiv, ir.OpShr:
		return divided(x.Op, args[0], args[1], x.Type)
	}
	return whole(x.Type)
}

// exact are the values of an operation before they are made to fit its type; nil if they are not known.
func (t *magnitudes) exact(x *ir.Expr) *values {
	args := make([]*values, len(x.Args))
	for i, a := range x.Args {
		if args[i] = t.of(a); args[i] == nil {
			v, ok := t.eval(a)
			if !ok {
				return nil
			}
			args[i] = single(v)
		}
	}
	switch x.Op {
	case ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpMul:
		return computed(x.Op, args)
	}
	return nil
}

// same says that v has one value, that of w.
func same(v, w *values) bool {
	a, ok := v.only()
	b, _ := w.only()
	return ok && a.Eq(b)
}

func not(v *values) *values {
	switch {
	case same(v, holds):
		return fails
	case same(v, fails):
		return holds
	}
	return both
}

// compared is what a comparison says of all values.
func compared(op ir.Op, v, w *values) *values {
	switch op {
	case ir.OpNe:
		return not(compared(ir.OpEq, v, w))
	case ir.OpGt:
		return compared(ir.OpLt, w, v)
	case ir.OpGe:
		return not(compared(ir.OpLt, v, w))
	case ir.OpLe:
		return not(compared(ir.OpLt, w, v))
	}
	if v.any || w.any {
		return both
	}
	some, all := false, true
	for _, a := range v.spans {
		for _, b := range w.spans {
			if op == ir.OpLt {
				some = some || a.lo.Less(b.hi)
				all = all && a.hi.Less(b.lo)
			} else {
				some = some || !a.hi.Less(b.lo) && !b.hi.Less(a.lo)
				all = all && a.lo.Eq(a.hi) && b.lo.Eq(b.hi) && a.lo.Eq(b.lo)
			}
		}
	}
	switch {
	case all:
		return holds
	case !some:
		return fails
	}
	return both
}

// computed are the sums, differences, products or negatives of all values.
func computed(op ir.Op, args []*values) *values {
	v := args[0]
	if op == ir.OpNeg {
		v, op, args = single(num.I(0)), ir.OpSub, []*values{nil, v}
	}
	w := args[1]
	if v.any || w.any {
		return anything
	}
	var list []span
	for _, a := range v.spans {
		for _, b := range w.spans {
			switch op {
			case ir.OpAdd:
				list = append(list, span{a.lo.Add(b.lo), a.hi.Add(b.hi)})
			case ir.OpSub:
				list = append(list, span{a.lo.Sub(b.hi), a.hi.Sub(b.lo)})
			default:
				ends := []num.Int{a.lo.Mul(b.lo), a.lo.Mul(b.hi), a.hi.Mul(b.lo), a.hi.Mul(b.hi)}
				list = append(list, span{slices.MinFunc(ends, num.Int.Cmp), slices.MaxFunc(ends, num.Int.Cmp)})
			}
		}
	}
	return spansOf(list)
}

// divided are the values divided by a number that is greater than 0, or shifted to the right by one.
func divided(op ir.Op, v, by *values, t ir.Type) *values {
	k, ok := by.only()
	n, small := k.Int64()
	if v.any || !ok || !small || n < 0 || op == ir.OpDiv && n == 0 || op == ir.OpShr && n >= int64(t.Bits) {
		return whole(t)
	}
	end := func(x num.Int) num.Int {
		if op == ir.OpShr {
			return x.Shr(uint(n))
		}
		q, _ := x.QuoRem(k)
		return q
	}
	var list []span
	for _, s := range v.spans {
		list = append(list, span{end(s.lo), end(s.hi)})
	}
	return spansOf(list)
}
