package elab

// Loops, switches, labels and jumps: C11 6.8.1, 6.8.4.2, 6.8.5, 6.8.6.

import (
	"slices"
	"sort"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// exitUnless leaves the innermost loop if a condition does not hold. It tells whether that is a constant.
func (u *unit) exitUnless(x syntax.Expr) (constant bool) {
	c := u.controlling(x, "the condition of a loop")
	v, constant := u.known(c)
	if constant && v {
		return true
	}
	at := u.pos(syntax.Start(x))
	u.emit(&core.If{At: at, X: u.not(c, at), Then: &core.Block{At: at, End: at, List: []core.Stmt{&core.Break{At: at}}}})
	return constant
}

// not is !x.
func (u *unit) not(x core.Expr, at core.Pos) core.Expr {
	return &core.Unary{At: at, Op: core.Not, X: x, Typ: u.tt.Basic(types.Int)}
}

// loopBody is a block of what is claimed, an exit and the body, of the loop at of.
func (u *unit) loopBody(claims []core.Stmt, cond syntax.Expr, body syntax.Stmt, of core.Pos) *core.Block {
	at := u.pos(body.Pos())
	return u.scoped(&syntax.Block{}, at, at, func() {
		u.emit(claims...)
		always := cond != nil && u.exitUnless(cond)
		u.inside(core.OfBody, of, always, func() { u.stmt(body) })
	})
}

func (u *unit) while(s *syntax.While) {
	said := u.loopClaims(u.pos(s.At), s.Clauses)
	u.emit(said.before...)
	u.emit(&core.Loop{At: u.pos(s.At), How: core.While, Body: u.loopBody(said.claims, s.X, s.Body, u.pos(s.At))})
	u.emit(said.after...)
}

func (u *unit) doWhile(s *syntax.DoWhile) {
	body := s.Body
	if b, list := syntax.ContractOf(body); len(list) > 0 && !slices.ContainsFunc(list, func(c syntax.Clause) bool { return c.Kind == syntax.Requires || c.Kind == syntax.Ensures }) {
		body, u.fn.ahead = b, append(u.fn.ahead, list...)
	}
	said, behind := u.loopClaims(u.pos(s.At), nil), u.loopClaims(u.pos(s.At), s.Clauses)
	u.emit(said.before...)
	u.emit(behind.before...)
	l := &core.Loop{At: u.pos(s.At), How: core.DoWhile}
	u.inside(core.Follows, l.At, false, func() { l.Body = u.body(body) })
	l.Body.List = append(said.claims, l.Body.List...)
	at := u.pos(syntax.Start(s.X))
	l.Step = u.scoped(&syntax.Block{}, at, at, func() {
		u.emit(behind.claims...)
		u.exitUnless(s.X)
	})
	if len(l.Step.List) == 0 {
		l.Step = nil
	}
	u.emit(l)
	u.emit(behind.after...)
	u.emit(said.after...)
}

func (u *unit) forStmt(s *syntax.For) {
	at := u.pos(s.At)
	clauses := u.fn.ahead
	u.fn.ahead = nil
	loop := func() {
		u.fn.ahead = clauses
		said := u.loopClaims(at, s.Clauses)
		u.emit(said.before...)
		l := &core.Loop{At: at, How: core.For, Body: u.loopBody(said.claims, s.X, s.Body, at)}
		if s.Step != nil {
			l.Step = u.scoped(&syntax.Block{}, u.pos(s.Step.Pos()), u.pos(s.Step.Pos()), func() { u.effect(s.Step) })
		}
		u.emit(l)
		u.emit(said.after...)
	}
	if d, ok := s.Init.(*syntax.DeclStmt); ok {
		u.emit(u.scoped(&syntax.Block{}, at, at, func() {
			u.blockDecl(d.Decl)
			loop()
		}))
		return
	}
	if s.Init != nil {
		u.unlisted(func() { u.stmt(s.Init) })
	}
	loop()
}

// switchState is a switch whose body is being elaborated.
type switchState struct {
	typ    *types.Type
	cases  []caseRange
	deflt  syntax.Pos
	hasDef bool
}

type caseRange struct {
	lo, hi types.Integer
	at     syntax.Pos
}

func (u *unit) switchStmt(s *syntax.Switch) {
	at := u.pos(s.At)
	o := u.rvalue(u.expr(s.X))
	if !o.typ.IsInteger() {
		u.fail(syntax.Start(s.X), "", "switch wants an integer, not %v", o.typ)
	}
	o = u.promote(o)
	body, list := syntax.ContractOf(s.Body)
	u.leaveAllOut(list, "a contract of the body of switch, which begins at its cases, is not supported", "put the switch into braces, and the contract in front of them")
	st := &switchState{typ: o.x.Type()}
	u.fn.switchs = append(u.fn.switchs, st)
	var b *core.Block
	u.inside(core.Follows, at, false, func() { b = u.body(body) })
	u.fn.switchs = u.fn.switchs[:len(u.fn.switchs)-1]
	u.emit(&core.Switch{At: at, X: o.x, Body: b})
	signed := st.typ.IsSigned()
	less := func(a, b types.Integer) bool {
		if signed {
			return a.Cmp(b) < 0
		}
		return a.UCmp(b) < 0
	}
	sort.SliceStable(st.cases, func(i, j int) bool { return less(st.cases[i].lo, st.cases[j].lo) })
	for i := 1; i < len(st.cases); i++ {
		if !less(st.cases[i-1].hi, st.cases[i].lo) {
			u.mistake(st.cases[i].at, "", "two cases of the switch have the value %v", st.cases[i].lo)
		}
	}
}

// labels emits the labels before a statement.
func (u *unit) labels(s syntax.Stmt) {
	for {
		switch x := s.(type) {
		case *syntax.Labeled:
			l := u.label(&x.Label)
			if l.defined {
				u.fail(x.Label.NamePos, "", "the label %s is defined twice", x.Label.Name)
			}
			l.defined = u.unevaluated == 0
			l.core.Pos = u.pos(x.Label.NamePos)
			u.emit(&core.Labeled{At: l.core.Pos, Label: l.core})
			s = x.Stmt
		case *syntax.Case:
			u.caseLabel(x)
			s = x.Stmt
		default:
			return
		}
	}
}

// afterLabels is the statement that labels are before; nil if there is none.
func afterLabels(s syntax.Stmt) syntax.Stmt {
	for {
		switch x := s.(type) {
		case *syntax.Labeled:
			s = x.Stmt
		case *syntax.Case:
			s = x.Stmt
		default:
			return s
		}
	}
}

func (u *unit) caseLabel(x *syntax.Case) {
	if len(u.fn.switchs) == 0 {
		u.fail(x.At, "", "a case outside of a switch")
	}
	st := u.fn.switchs[len(u.fn.switchs)-1]
	at := u.pos(x.At)
	if x.X == nil {
		if st.hasDef {
			u.failNote(x.At, st.deflt, "the first one", "a switch with two defaults")
		}
		st.hasDef, st.deflt = true, x.At
		u.emit(&core.Case{At: at, Default: true})
		return
	}
	low, _ := u.constant(x.X, "the value of a case")
	lo := u.tt.Wrap(st.typ, low)
	hi := lo
	if x.Last != nil {
		high, _ := u.constant(x.Last, "the value of a case")
		hi = u.tt.Wrap(st.typ, high)
		empty := hi.UCmp(lo) < 0
		if st.typ.IsSigned() {
			empty = hi.Cmp(lo) < 0
		}
		if empty {
			return
		}
	}
	st.cases = append(st.cases, caseRange{lo, hi, x.At})
	c := &core.Case{At: at, Low: lo, High: hi}
	if id, ok := unparen(x.X).(*syntax.Ident); ok && x.Last == nil {
		c.Text = id.Name
	}
	u.emit(c)
}

func (u *unit) gotoStmt(s *syntax.Goto) {
	at := u.pos(s.At)
	if s.Label != nil {
		u.emit(&core.Goto{At: at, Label: u.label(s.Label).core})
		return
	}
	o := u.rvalue(u.expr(s.X))
	if o.typ.Kind != types.Pointer {
		u.fail(s.At, "", "goto * wants a pointer, not %v", o.typ)
	}
	u.emit(&core.GotoPtr{At: at, X: u.convert(o, u.tt.VoidPtr, implicit).x})
}

// hasLabel tells whether statements have a label or a case that a jump from elsewhere may lead to.
func hasLabel(list []core.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *core.Labeled, *core.Case:
			return true
		case *core.Block:
			if hasLabel(s.List) {
				return true
			}
		case *core.If:
			if hasLabel(s.Then.List) || s.Else != nil && hasLabel(s.Else.List) {
				return true
			}
		case *core.Loop:
			if hasLabel(s.Body.List) || s.Step != nil && hasLabel(s.Step.List) {
				return true
			}
		case *core.Switch:
			return hasLabelIn(s.Body)
		}
	}
	return false
}

func hasLabelIn(b *core.Block) bool { return b != nil && hasLabel(b.List) }
