package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// What a call of a function that the front end understands itself, or that has no body, hands over.

// declared are the types to which a call converts its arguments: those of the parameters in the prototype of the function that is
// named there, which may be other ones than those of the model that takes its place; none without a prototype.
func (f *fn) declared(c *callSite) []*ctype {
	g := c.g
	if c.x != nil {
		n := strip(c.x.PostfixExpression)
		if d, ok := n.(*cc.UnaryExpression); ok && (d.Case == cc.UnaryExpressionDeref || d.Case == cc.UnaryExpressionAddrof) {
			n = strip(d.CastExpression)
		}
		if named := f.r.named(n); named != nil {
			g = named
		}
	}
	if g == nil || !g.t.fun.proto {
		return nil
	}
	types, _ := f.r.uncheckedParams(g)
	return types
}

// passed evaluates the arguments of a call as C hands them over: converted to the declared types of the parameters, and promoted
// where there are none. What the function reads as one of the types as, if these are given, is converted once more.
func (f *fn) passed(c *callSite, as ...*ctype) []value {
	declared := f.declared(c)
	types := append([]*ctype(nil), declared[:min(len(declared), len(c.args))]...)
	if len(types) < len(as) {
		types = append(types, as[len(types):]...)
	}
	vs := f.arguments(c.args, types)
	for i := range min(len(vs), len(as), len(declared)) {
		if vs[i].t != as[i] {
			vs[i] = f.castTo(vs[i], as[i], c.pos)
		}
	}
	return vs
}

// passedAtOnce is passed with values that stay when memory changes.
func (f *fn) passedAtOnce(c *callSite) []value {
	vs := f.passed(c)
	for i := range vs {
		vs[i] = f.withoutLoads(vs[i], c.pos)
	}
	return vs
}

// used evaluates the arguments of a call whose values have no effect here. The address of an array, such as a literal, is not made.
func (f *fn) used(c *callSite) {
	declared := f.declared(c)
	for i, a := range c.args {
		if f.r.exprType(a).t.kind == kArray {
			f.effect(a)
			continue
		}
		v := f.rvalue(a)
		if i < len(declared) {
			f.convert(v, declared[i], f.pos(a))
		}
	}
}

// passedArgument is one of the values of passed, of a call whose other arguments are evaluated elsewhere.
func (f *fn) passedArgument(c *callSite, i int) value {
	v := f.rvalue(c.args[i])
	if types := f.declared(c); i < len(types) {
		return f.convert(v, types[i], c.pos)
	}
	return v
}

// passedTruth goes to yes if the first argument, as the function finds it, is not 0, and to no otherwise. The others, such as the
// text of an assertion, are evaluated before.
func (f *fn) passedTruth(c *callSite, yes, no *node) {
	f.arguments(c.args[1:], nil)
	types := f.declared(c)
	if f.isTruth(c.args[0]) || len(types) > 0 && types[0].kind == kBool || types == nil && !takesInt(c.g.cname) {
		f.asserting = true
		f.condition(c.args[0], yes, no)
		f.asserting = false
		return
	}
	f.branch(f.truth(f.passedFlag(c), c.pos), yes, no, c.pos)
}

// passedFlag is the first argument of an assertion or an assumption. Without a prototype CBMC's take any scalar, and the others, which
// programs define with a parameter of type int, find there what gcc has handed over.
func (f *fn) passedFlag(c *callSite) value {
	v := f.passedArgument(c, 0)
	t := f.r.types.intT
	if f.declared(c) != nil || v.t.kind == kBool || v.t.isInt() && v.t.size <= t.size || !takesInt(c.g.cname) {
		return v
	}
	if e, how := f.hand(v, t); how == ir.HandedWhole {
		return value{t: t, e: e}
	}
	f.r.note(ir.Overapproximated, c.pos, "what %s finds in a parameter is unknown where a call without a prototype has no argument for it, or one of another type", c.g.cname)
	return f.unknown(t, ir.FromApproximation, "", c.pos)
}

// takesInt says that a function of that name has one parameter, of type int.
func takesInt(name string) bool { return name == "__VERIFIER_assert" || name == "__VERIFIER_assume" }

// isTruth says that n is 0 or 1 for sure, so that no conversion to a type of numbers changes whether it is 0.
func (f *fn) isTruth(n cc.ExpressionNode) bool {
	switch x := strip(n).(type) {
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression, *cc.EqualityExpression, *cc.RelationalExpression:
		return true
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionNot
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionCall && f.quantifierOf(x) != nil
	}
	return false
}
