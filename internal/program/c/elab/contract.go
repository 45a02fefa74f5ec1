package elab

// Contracts: ACSL's in comments, and CBMC's. What is said of a function is a core.Contract; claims of statements and loops are put where they are
// to hold. A clause that is not supported is left out, which is a Remark; one that is wrong is a mistake.

import (
	"fmt"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// saying is the clause that is being elaborated.
type saying struct {
	kind    syntax.ClauseKind
	result  func() *core.Var // the variable with the result; nil where there is none
	old     *[]core.Saved    // where values are kept that were there when the function was called, or in front of the statement
	call    *[]core.Saved    // of a statement: when the function was called
	entries *[]core.Saved    // and when the loop began; nil outside of loops
	wants   []core.Room

	fresh *core.Fresh // as which kind of clause is_fresh is one; nil: it may not be there
}

// annotation reads a contract comment in a block: its assertions are evaluated there, as the argument of a call; other clauses are about
// the statement that comes.
func (u *unit) annotation(d *syntax.Annotation) {
	if !d.Read {
		u.emit(&core.Remark{At: u.pos(d.At), Text: d.Text})
		return
	}
	for _, c := range d.Clauses {
		switch {
		case c.Kind == syntax.UnknownClause:
			u.leaveOut(&c, c.Left.Why, c.Left.Hint)
		case c.Kind == syntax.Assert:
			u.heed(&c, func() { u.assertion(c, c.X) })
		case c.Kind == syntax.LoopInvariant || c.Kind == syntax.LoopAssigns || c.Kind == syntax.Variant:
			u.fn.ahead = append(u.fn.ahead, c)
		case c.Behavior != "" || c.Kind == syntax.Complete || c.Kind == syntax.Disjoint:
			u.leaveOut(&c, "a behavior of a statement is not supported", "write requires and ensures with ==>")
		case c.Kind == syntax.Assigns:
			u.leaveOut(&c, "an assigns clause of a statement is not supported", "put the statement into a function, with that contract; of loops it is loop assigns")
		case c.Kind == syntax.Assumes:
			u.fail(c.At, "write behavior NAME: in front of it", "assumes outside a behavior")
		case c.Kind == syntax.Terminates:
		case c.Kind == syntax.Decreases:
			u.fail(c.At, "put it in front of a function; of loops it is loop variant", "a decreases clause in a body")
		default:
			u.fn.ahead = append(u.fn.ahead, c)
		}
	}
}

// outside takes the clauses of a contract comment outside of functions, which are about the function that is declared next.
func (u *unit) outside(d *syntax.Annotation) {
	if !d.Read || !u.conf.Contracts {
		return
	}
	for _, c := range d.Clauses {
		switch {
		case c.Left != nil:
		case c.Kind == syntax.Assert:
			u.fail(c.At, "put it into a function", "an assertion outside functions")
		case c.Kind == syntax.LoopInvariant:
			u.fail(c.At, loopHint, "a loop invariant outside functions")
		case c.Kind == syntax.LoopAssigns:
			u.fail(c.At, loopHint, "a loop assigns clause outside functions")
		case c.Kind == syntax.Variant:
			u.fail(c.At, loopHint, "a loop variant outside functions")
		}
		if c.Left != nil && c.Kind == syntax.UnknownClause {
			u.leaveOut(&c, c.Left.Why, c.Left.Hint)
			continue
		}
		u.pending = append(u.pending, c)
	}
}

const loopHint = "put it in front of for, while or do"

// leaveOut says of a clause that it is left out.
func (u *unit) leaveOut(c *syntax.Clause, why, hint string) {
	if hint != "" {
		why += " (" + hint + ")"
	}
	u.remark(c.At, why+"; the clause is left out: "+c.Kind.WithoutIt())
	if c.Left == nil {
		c.Left = &syntax.LeftOut{}
	}
	for _, name := range c.Left.Lost {
		if u.lost == nil {
			u.lost = map[string]bool{}
		}
		u.lost[name] = true
	}
}

// remark says something that the user should know.
func (u *unit) remark(at syntax.Pos, text string) {
	u.report.Remarks = append(u.report.Remarks, &Remark{u.file, at, text})
}

// heed runs f, which elaborates a clause, and tells whether the clause can be used. What is not supported leaves it out.
func (u *unit) heed(c *syntax.Clause, f func()) bool {
	if c.Left != nil {
		u.leaveOut(c, c.Left.Why, c.Left.Hint)
		return false
	}
	refusals, bound, ahead := len(u.report.Refusals), len(u.bound), u.fn.ahead
	literals := len(u.fn.blocks[len(u.fn.blocks)-1].objects)
	ok := u.recovering(f)
	u.bound, u.fn.ahead = u.bound[:bound], ahead
	if list := u.report.Refusals[refusals:]; len(list) > 0 {
		why := list[0].Msg
		u.report.Refusals = u.report.Refusals[:refusals]
		b := &u.fn.blocks[len(u.fn.blocks)-1]
		b.objects = b.objects[:literals]
		u.leaveOut(c, why, "")
		return false
	}
	return ok
}

// noContract leaves the clause at hand out.
func (u *unit) noContract(at syntax.Pos, format string, args ...any) {
	u.refuse(at, "contract", format, args...)
}

// assertion evaluates a condition as the argument of a function whose call is an error if it does not hold.
func (u *unit) assertion(c syntax.Clause, condition syntax.Expr) {
	u.asserts(c, condition, func(x core.Expr, at core.Pos) { u.emit(u.assertCall(x, at)) })
}

func (u *unit) asserts(c syntax.Clause, condition syntax.Expr, tell func(x core.Expr, at core.Pos)) {
	at := u.pos(c.At)
	x := u.logic(&saying{kind: c.Kind, old: &u.fn.entry}, func() core.Expr {
		not := &syntax.Unary{OpPos: syntax.Start(condition), Op: syntax.Not, X: condition}
		return u.scalar(u.expr(&syntax.Unary{OpPos: not.OpPos, Op: syntax.Not, X: not}), not.OpPos, "an assertion") // 0 or 1
	})
	if !u.conf.Claims {
		u.emit(&core.Eval{At: at, X: x})
		return
	}
	tell(x, at)
}

// assertCall is a call that is an error if a condition does not hold.
func (u *unit) assertCall(x core.Expr, at core.Pos) core.Stmt {
	if u.claims == nil {
		text := u.tt.Pointer(u.tt.Basic(types.Char))
		t := u.tt.Function(types.Sig{Result: u.tt.Basic(types.Void), Params: []types.Param{{Type: u.tt.Basic(types.Int)}, {Type: text}}, Proto: true})
		u.claims = &core.Var{Name: "__CPROVER_assert", Type: t, Pos: at, Unit: u.file, Linkage: core.External, Storage: core.Static}
		u.global(&core.VarDef{Var: u.claims})
	}
	text := u.rvalue(u.expr(&syntax.String{LitPos: syntax.Pos{Written: at.Written, Used: at.Used}, Parts: []string{`""`}})).x
	return &core.Call{At: at, Fun: u.rvalue(place(u.varPlace(u.claims, at))).x, Args: []core.Expr{x, text}}
}

// logic elaborates a part of a clause.
func (u *unit) logic(s *saying, f func() core.Expr) core.Expr {
	was := u.saying
	u.saying = s
	defer func() { u.saying = was }()
	return f()
}

// formula is the condition of a clause, and what is evaluated before it, which may be nil.
func (u *unit) formula(s *saying, x syntax.Expr) (core.Expr, *core.Block) {
	var e core.Expr
	pre := u.before(x, func() {
		e = u.logic(s, func() core.Expr { return u.scalar(u.expr(x), syntax.Start(x), "a condition") })
	})
	return e, pre
}

// before is what f, which elaborates an expression of a clause, leaves to be evaluated before it; nil if that is nothing.
func (u *unit) before(x syntax.Expr, f func()) *core.Block {
	at := u.pos(syntax.Start(x))
	b := &u.fn.blocks[len(u.fn.blocks)-1]
	literals := len(b.objects)
	code := u.scratch(f)
	b = &u.fn.blocks[len(u.fn.blocks)-1]
	code = append(slices.Clone(b.objects[literals:]), code...)
	b.objects = b.objects[:literals]
	if len(code) == 0 {
		return nil
	}
	if !core.Movable(code) {
		u.noContract(syntax.Start(x), "such an effect in a clause is not supported")
	}
	return &core.Block{At: at, List: code, End: at}
}

// contractOf is what clauses say of a function, in whose parameters' scope they are; nil if there are none.
func (u *unit) contractOf(v *core.Var, params []*core.Var, own bool, list []syntax.Clause) {
	if len(list) == 0 {
		return
	}
	c := &core.Contract{Func: v, Params: params, Own: own}
	result := func() *core.Var {
		t := v.Type.Sig.Result
		if t.Kind == types.Void || !t.IsComplete() {
			u.fail(list[0].At, "", "%s returns nothing that a clause could speak of", v.Name)
		}
		if c.Result == nil {
			c.Result = u.temp(t, v.Pos)
			c.Result.Name = "\\result"
		}
		return c.Result
	}
	list, wrong := syntax.ByBehavior(list)
	if wrong != nil {
		u.fail(wrong.Pos, wrong.Hint, "%s", wrong.Msg)
	}
	for _, k := range list {
		switch k.Kind {
		case syntax.Assumes:
			u.heed(&k, func() {}) // only one that is left out
			continue
		case syntax.Terminates:
			continue
		case syntax.Decreases:
			if k.Behavior != "" {
				u.leaveOut(&k, "a variant of a behavior is not supported", "")
				continue
			}
			u.heed(&k, func() {
				v := u.variant(k)
				if v.Pre != nil {
					u.noContract(k.At, "a variant with effects is not supported")
				}
				c.Variant = v
			})
			continue
		case syntax.Assigns:
			var targets []core.Target
			if !u.heed(&k, func() { targets = u.targets(k) }) {
				c.Partly, c.NoFrame = true, true
				continue
			}
			c.Assigns, c.Said = true, joined(c.Said, k.Said)
			c.Targets = append(c.Targets, targets...)
			continue
		}
		q := core.Clause{At: u.pos(k.At), Ensures: k.Kind == syntax.Ensures, Together: k.Kind == syntax.Complete, Said: k.Said}
		s := &saying{kind: k.Kind, old: &q.Old, fresh: &core.Fresh{Ensures: q.Ensures}}
		if q.Ensures {
			s.result = result
		}
		if !u.heed(&k, func() { q.X, q.Pre = u.formula(s, k.X) }) {
			c.Partly = c.Partly || k.Kind == syntax.Requires
			continue
		}
		q.Wants = s.wants
		c.Clauses = append(c.Clauses, q)
	}
	if c.NoFrame {
		c.Assigns, c.Targets = false, nil
	}
	c.Temps = u.fn.core.Temps
	u.prog.Contracts = append(u.prog.Contracts, c)
}

// takeClauses are the clauses of the comments before a declaration, and those that are part of it.
func (u *unit) takeClauses(d *syntax.Declarator) []syntax.Clause {
	list := u.pending
	u.pending = nil
	if u.conf.Contracts {
		for _, c := range d.Clauses {
			if c.Left != nil && c.Kind == syntax.UnknownClause {
				u.leaveOut(&c, c.Left.Why, c.Left.Hint)
				continue
			}
			switch c.Kind {
			case syntax.LoopInvariant:
				u.fail(c.At, "put it behind the condition of a loop", "a loop invariant outside functions")
			}
			list = append(list, c)
		}
	}
	return list
}

// declaredContract is what is said of a function at a declaration.
func (u *unit) declaredContract(s *spec, d *syntax.Declarator, v *core.Var) {
	list := u.takeClauses(d)
	if len(list) == 0 {
		return
	}
	if u.fn != nil || u.scope.level() > 0 {
		u.leaveAllOut(list, suchDeclaration, "declare the function outside of functions")
		return
	}
	f := newFunction()
	f.core.Var = v
	u.fn = f
	f.enter(&syntax.Block{})
	u.scope.enter()
	defer func() { u.fn = nil }()
	var params []*object
	u.declared(s, d, &params)
	var vars []*core.Var
	for _, p := range params {
		p.v.Pos, p.v.Unit, p.v.Storage = u.pos(p.pos), u.file, core.Param
		vars = append(vars, p.v)
	}
	u.contractOf(v, vars, false, list)
	u.scope.leave()
}

const suchDeclaration = "the contract of such a declaration is not supported"

func (u *unit) leaveAllOut(list []syntax.Clause, why, hint string) {
	for _, c := range list {
		u.leaveOut(&c, why, hint)
	}
}

// noMore sees to clauses that belong to nothing.
func (u *unit) noMore() {
	if list := u.pending; len(list) > 0 {
		u.pending = nil
		u.fail(list[0].At, "put it in front of the declaration or the definition of one", "a contract that belongs to no function")
	}
}

// notSuch leaves clauses out before a declaration that could be of functions.
func (u *unit) notSuch() {
	list := u.pending
	u.pending = nil
	u.leaveAllOut(list, suchDeclaration, "declare the function alone")
}

// claimed is a statement with the clauses that comments before it have.
func (u *unit) claimed(s syntax.Stmt) bool {
	list := u.fn.ahead
	if len(list) == 0 {
		return false
	}
	isLoop := false
	switch s := s.(type) {
	case *syntax.DeclStmt:
		switch s.Decl.(type) {
		case *syntax.Annotation, *syntax.Pragma:
			return false
		}
	case *syntax.While, *syntax.DoWhile, *syntax.For:
		isLoop = true
	case *syntax.Labeled, *syntax.Case:
		return false
	}
	u.fn.ahead = nil
	var own, loop []syntax.Clause // of the statement as a whole, and as a loop
	for _, c := range list {
		if c.Kind == syntax.Requires || c.Kind == syntax.Ensures {
			own = append(own, c)
		} else {
			loop = append(loop, c)
		}
	}
	if len(loop) > 0 && !isLoop {
		u.noLoop(loop)
	}
	if _, ok := s.(*syntax.DeclStmt); ok {
		u.fail(own[0].At, "put the statements that it is about into braces", "a contract of a declaration in a block")
	}
	if len(own) == 0 {
		u.fn.ahead = loop
		return false
	}
	at := u.pos(s.Pos())
	u.emit(u.scoped(&syntax.Block{}, at, at, func() { u.claimedStmt(own, loop, s) }))
	return true
}

// noStatement reports clauses at the end of a body.
func (u *unit) noStatement() {
	for _, c := range u.fn.ahead {
		if c.Kind != syntax.Requires && c.Kind != syntax.Ensures {
			u.noLoop([]syntax.Clause{c})
		}
		u.fail(c.At, "put it in front of a statement", "a contract that belongs to no statement")
	}
}

// noLoop reports clauses of loops that are before something else.
func (u *unit) noLoop(list []syntax.Clause) {
	what := "a loop invariant"
	switch list[0].Kind {
	case syntax.LoopAssigns:
		what = "a loop assigns clause"
	case syntax.Variant:
		what = "a loop variant"
	}
	u.fail(list[0].At, loopHint, "%s that belongs to no loop", what)
}

// claimedStmt is a statement of which something is required in front of it, and ensured behind it.
func (u *unit) claimedStmt(list, loop []syntax.Clause, s syntax.Stmt) {
	var before, behind []core.Stmt
	var old []core.Saved
	for _, c := range list {
		at := u.pos(c.At)
		var x core.Expr
		var pre *core.Block
		if !u.heed(&c, func() { x, pre = u.formula(&saying{kind: c.Kind, old: &old, call: &u.fn.entry}, c.X) }) || !u.conf.Claims {
			continue
		}
		not := func(x core.Expr) core.Expr {
			return &core.Unary{At: at, Op: core.Not, X: x, Typ: u.tt.Basic(types.Int)}
		}
		to := &before
		if c.Kind == syntax.Ensures {
			to = &behind
		}
		if pre != nil {
			*to = append(*to, pre.List...)
		}
		*to = append(*to, u.assertCall(not(not(x)), at))
	}
	for _, k := range old {
		u.emit(k.Stmt(k.Var.Pos))
	}
	u.emit(before...)
	u.fn.ahead = loop
	u.stmt(s)
	u.emit(behind...)
}

// loopSaid is what clauses say of a loop.
type loopSaid struct {
	claims []core.Stmt // to be evaluated where its condition is
	before []core.Stmt // where it begins
	after  []core.Stmt // where it has ended
}

// loopClaims is what clauses say of a loop.
func (u *unit) loopClaims(at core.Pos, clauses []syntax.Clause) (l loopSaid) {
	list := u.fn.ahead
	u.fn.ahead = nil
	if u.conf.Contracts {
		list = append(list, clauses...)
	}
	var entries []core.Saved
	var frame *core.Frame
	known := true // what the loop assigns
	for _, c := range list {
		switch c.Kind {
		case syntax.LoopAssigns, syntax.Assigns:
			c.Kind = syntax.LoopAssigns
			var places []core.Target
			if !u.heed(&c, func() { places = u.targets(c) }) {
				known = false
				continue
			}
			if frame == nil {
				frame = &core.Frame{Loop: true, Name: fmt.Sprintf("the loop at line %d", u.prog.Place(at).Line)}
			}
			frame.Said = joined(frame.Said, c.Said)
			u.growing(frame, places, c.Name == "")
			continue
		case syntax.Variant, syntax.Decreases:
			var v *core.Variant
			if u.heed(&c, func() { v = u.variant(c) }) && (u.conf.Claims || u.conf.Variants) {
				l.claims = append(l.claims, v)
			}
			continue
		case syntax.Terminates:
			continue
		case syntax.Requires, syntax.Ensures:
			u.fail(c.At, "put it behind the parameters of the function", "%s in a body", c.Name)
		}
		var x core.Expr
		var pre *core.Block
		ok := u.heed(&c, func() {
			x, pre = u.formula(&saying{kind: c.Kind, old: &u.fn.entry, entries: &entries}, c.X)
		})
		if ok && u.conf.Claims {
			l.claims = append(l.claims, &core.Claim{At: u.pos(c.At), Pre: pre, X: x, Why: "the loop invariant does not hold: " + c.Said})
		}
	}
	for _, k := range entries {
		l.before = append(l.before, k.Stmt(k.Var.Pos))
	}
	if frame != nil && known && u.conf.Claims {
		l.before = append(l.before, &core.FrameBegin{At: at, Frame: frame})
		l.after = append(l.after, &core.FrameEnd{At: at, Frame: frame, Last: true})
		if len(frame.Grows) > 0 {
			l.claims = append(l.claims, &core.FrameGrown{At: at, Frame: frame})
		}
	}
	return l
}

// variant is what says why a loop or recursion ends.
func (u *unit) variant(c syntax.Clause) *core.Variant {
	v := &core.Variant{At: u.pos(c.At), Said: c.Said}
	code := u.scratch(func() {
		for _, m := range c.Measures {
			u.logic(&saying{old: &u.fn.entry}, func() core.Expr {
				o := u.rvalue(u.expr(m))
				if !o.typ.IsInteger() || o.typ.SizeOf() > 8 {
					u.fail(syntax.Start(m), "name integers of at most 64 bits", "a measure that is no integer")
				}
				o = u.promote(o)
				exact := u.tt.Basic(types.LongLong)
				if !o.typ.IsSigned() {
					exact = u.tt.Basic(types.ULongLong)
				}
				v.Measures = append(v.Measures, u.convert(o, exact, implicit).x)
				return nil
			})
		}
	})
	if len(code) > 0 {
		v.Pre = &core.Block{At: v.At, List: code, End: v.At}
	}
	return v
}

// keptValue is a value that is saved in a variable when a function is called, or a loop begins. Where that depends on a variable of a quantifier, it is the
// value for one that has been chosen then; of places that the variable leads to outside of objects it is any.
func (u *unit) keptValue(x syntax.Expr, to *[]core.Saved) operand {
	at := u.pos(syntax.Start(x))
	var o operand
	pre := u.before(x, func() {
		u.logic(&saying{kind: u.saying.kind, old: u.saying.old, call: u.saying.call}, func() core.Expr {
			o = u.rvalue(u.expr(x))
			return nil
		})
	})
	if o.x == nil || o.typ.Kind == types.Void {
		u.fail(syntax.Start(x), "", "this has no value that could be kept")
	}
	depends := false
	for _, q := range u.bound {
		if !slices.ContainsFunc(q.Vars, func(v *core.Var) bool { return core.Uses(o.x, v) }) {
			continue
		}
		depends = true
		if !q.Chosen {
			q.Chosen = true
			for _, v := range q.Vars {
				*to = append(*to, core.Saved{Var: v})
			}
		} else if !isChosen(q, *to) && (to != u.saying.entries || !isChosen(q, *u.saying.old)) {
			u.noContract(syntax.Start(x), "values of two moments with one variable of a quantifier are not supported")
		}
	}
	if pre != nil && len(u.bound) > 0 {
		u.noContract(syntax.Start(x), "the old value of a computation with effects in a quantifier is not supported")
	}
	v := u.temp(o.x.Type(), at)
	keep := core.Saved{Var: v, Pre: pre, X: o.x}
	if depends {
		switch there, ok := core.InObjects(u.tt, o.x, at); {
		case !ok:
			u.noContract(syntax.Start(x), "the old value of a choice with the variable of a quantifier is not supported")
		case there != nil:
			if !o.x.Type().IsScalar() {
				u.noContract(syntax.Start(x), "the old value of a structure with the variable of a quantifier is not supported")
			}
			any := u.temp(o.x.Type(), at)
			*to = append(*to, core.Saved{Var: any})
			keep.X = &core.Cond{At: at, X: there, Then: o.x, Else: load(any, at), Typ: o.x.Type()}
		}
	}
	*to = append(*to, keep)
	return operand{typ: v.Type, p: u.varPlace(v, at), fixed: true}
}

// isChosen tells whether the variables of a quantifier are chosen at a moment.
func isChosen(q *core.Quantifier, at []core.Saved) bool {
	return slices.ContainsFunc(at, func(k core.Saved) bool { return k.Var == q.Vars[0] && k.X == nil })
}
