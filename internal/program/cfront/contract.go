package cfront

import (
	"cmp"
	"slices"
	"strconv"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Contracts, which package source has written as calls at the beginning of bodies, see contract.go there. What a
// function requires is taken for granted where it is the one that the program begins with, or whose surroundings
// are made; other calls are errors if it does not hold. What it ensures is checked where it is left. Loop
// invariants are checked whenever the condition of the loop is evaluated. Clauses are evaluated without the
// checks of other properties.

// promise is what a function ensures.
type promise struct {
	clauses []*callSite
	params  map[*variable]place // the parameters as they were in the beginning
}

func contractHandlers() map[string]handler {
	return map[string]handler{
		"__craig_entry":     (*fn).contractEntry,
		"__craig_requires":  (*fn).contractRequires,
		"__craig_enter":     (*fn).contractEnter,
		"__craig_ensures":   (*fn).contractEnsures,
		"__craig_invariant": (*fn).contractInvariant,
		"__craig_behaviors": (*fn).contractBehaviors,
		loopVariant:         (*fn).contractVariant,
		decreases:           (*fn).contractDecreases,
		"__craig_unchecked": (*fn).contractUnchecked,
		"__craig_replaced":  (*fn).contractReplaced,

		"__craig_surroundings": (*fn).contractSurroundings,
	}
}

// verified is the function that the program is about.
func (r *reader) verified() string {
	if env := r.prog.Environment; env != nil {
		return env.Function
	}
	return cmp.Or(r.opts.Entry, "main")
}

// isVerified tells whether the function is the one that the program is about.
func (f *fn) isVerified() bool {
	return f.f != nil && f.f.cname == f.r.verified() && !f.unit.models
}

// contractEntry is 1 where what the function requires is taken for granted.
func (f *fn) contractEntry(*callSite) value {
	return f.number(f.r.types.intT, num.I(map[bool]int64{true: 1}[f.isVerified()]))
}

// holds goes on where a clause holds, and returns where it does not.
func (f *fn) holds(c *callSite) (no *node) {
	yes, no := f.node(c.pos), f.node(c.pos)
	unchecked := f.unchecked
	f.unchecked, f.asserting = true, true
	f.condition(c.args[0], yes, no)
	f.unchecked, f.asserting = unchecked, false
	f.cur = yes
	return no
}

// check has an error where a clause does not hold. what says which kind of clause it is; its words, as they are
// written in the source, are the last argument.
func (f *fn) check(c *callSite, what string) value {
	if f.r.props["unreach-call"] != "" {
		no := f.holds(c)
		yes := f.cur
		f.cur = no
		why := what + " " + f.words(c)
		f.errorBecause(c.pos, why)
		f.cur = yes
	}
	return f.number(f.r.types.intT, num.I(0))
}

// words are those of a clause.
func (f *fn) words(c *callSite) string {
	if len(c.args) == 0 {
		return ""
	}
	return literalText(c.args[len(c.args)-1])
}

// literalText is the text of a literal; "" if n is none.
func literalText(n cc.ExpressionNode) string {
	s, ok := stringLiteral(n)
	if !ok {
		return ""
	}
	text, err := strconv.Unquote(s.Token.SrcStr())
	if err != nil {
		return ""
	}
	return text
}

func (f *fn) contractInvariant(c *callSite) value {
	return f.check(c, "the loop invariant does not hold:")
}

// contractBehaviors is that behaviors are complete or disjoint, which is to be so in every call.
func (f *fn) contractBehaviors(c *callSite) value {
	return f.check(c, "it is not so that the contract of "+contracted(f.f.cname)+" has")
}

// contractRequires is a clause, and a variable that tells whether the function has been called before.
func (f *fn) contractRequires(c *callSite) value {
	f.fresh.kind = "requires"
	if !f.isVerified() {
		return f.check(c, "the call does not meet what "+contracted(f.f.cname)+" requires:")
	}
	f.r.note(ir.Assumption, c.pos, "%s is called as its contract requires", f.f.cname)
	assume := func() {
		unchecked := f.unchecked
		f.unchecked = true
		f.emit(&ir.Assume{Cond: f.truth(f.rvalue(c.args[0]), c.pos)}, c.pos)
		f.unchecked = unchecked
	}
	if !f.f.recursive {
		assume()
		return f.number(f.r.types.intT, num.I(0))
	}
	again, first, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.condition(c.args[1], again, first)
	f.cur = first
	assume()
	f.jump(end, c.pos)
	f.cur = again
	f.check(c, "the call does not meet what "+f.f.cname+" requires:")
	f.jump(end, c.pos)
	f.cur = end
	return f.number(f.r.types.intT, num.I(0))
}

// contractEnter says that the function has been called, to a variable.
func (f *fn) contractEnter(c *callSite) value {
	if f.isVerified() {
		f.cur.why = ir.Required
	}
	if f.isVerified() && f.f.recursive {
		p := f.lvalue(c.args[0])
		f.store(p, f.number(p.t, num.I(1)), c.pos)
	}
	return f.number(f.r.types.intT, num.I(0))
}

// contractUnchecked begins or ends a part without checks.
func (f *fn) contractUnchecked(c *callSite) value {
	n, _ := f.r.constant(f.unit, c.args[0])
	f.unchecked = n != 0
	return f.number(f.r.types.intT, num.I(0))
}

// contractEnsures keeps a clause for the end.
func (f *fn) contractEnsures(c *callSite) value {
	if f.r.props["unreach-call"] == "" && !f.replaces() || f.constOnly {
		return f.number(f.r.types.intT, num.I(0))
	}
	if f.promise == nil {
		f.promise = &promise{params: map[*variable]place{}}
		for i, v := range f.f.params {
			names := []*variable{v} // in the contract of the definition, and in that of a declaration
			if f.contract != nil {
				names = append(names, f.contract.params[i])
			}
			names = slices.DeleteFunc(names, func(v *variable) bool { return v.name == "" || v.t.blurred() })
			if len(names) == 0 {
				continue
			}
			q := f.tempPlace(v.t, c.pos)
			f.store(q, f.load(f.r.placeOf(f, v), c.pos), c.pos)
			for _, name := range names {
				f.promise.params[name] = q
			}
		}
		if f.out == f.exit {
			f.out = f.node(f.exit.pos)
		}
	}
	f.promise.clauses = append(f.promise.clauses, c)
	return f.number(f.r.types.intT, num.I(0))
}

// keepPromise checks at the end of the function what it ensures.
func (f *fn) keepPromise() {
	if f.promise == nil {
		return
	}
	pos := f.exit.pos
	for _, v := range f.contractResults() {
		if v.t.isAgg() {
			f.copyAggregate(f.r.placeOf(f, v), f.resultPlace(), pos)
		} else {
			f.store(f.r.placeOf(f, v), f.load(f.resultPlace(), pos), pos)
		}
	}
	f.standIn, f.fresh.kind = f.promise.params, "ensures"
	for _, c := range f.promise.clauses {
		f.check(c, f.f.cname+" is left without what it ensures:")
	}
	f.standIn = nil
}

// contractSurroundings says of a pointer that is no variable that nothing makes objects for it, as large as the
// contract wants them.
func (f *fn) contractSurroundings(c *callSite) value {
	if f.isVerified() {
		f.r.note(ir.Assumption, c.pos, "%s leads to no larger objects than the surroundings of %s have", source.Text(c.args[0]), f.f.cname)
	}
	return f.number(f.r.types.intT, num.I(0))
}
