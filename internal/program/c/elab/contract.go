package elab

// Contracts: ACSL's in comments, and CBMC's. What is said of a function is a core.Contract; claims of statements and loops are put where they are
// to hold. A clause that is not understood refuses the program.

import (
	"fmt"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// saying is the clause that is being elaborated.
type saying struct {
	result  func() *core.Var // the variable with the result; nil where there is none
	old     *[]core.Saved    // where values are kept that were there when the function was called
	entries *[]core.Saved    // and when the loop began; nil outside of loops
	wants   []core.Room

	statement bool        // it is of a statement
	fresh     *core.Fresh // as which kind of clause is_fresh is one; nil: it may not be there
}

// annotation reads a contract comment in a block: its assertions are evaluated there, as the argument of a call; other clauses are about
// the statement that comes. What is not understood is a remark.
func (u *unit) annotation(d *syntax.Annotation) {
	if !d.Read {
		u.emit(&core.Remark{At: u.pos(d.At), Text: d.Text})
		return
	}
	u.report.Claims++
	for _, c := range d.Clauses {
		switch c.Kind {
		case syntax.Assert:
			u.assertion(c, c.X)
		case syntax.LoopInvariant, syntax.LoopAssigns, syntax.Variant:
			u.fn.ahead = append(u.fn.ahead, c)
		case syntax.Requires, syntax.Ensures:
			if c.Behavior != "" {
				u.noContract(c.At)
			}
			u.fn.ahead = append(u.fn.ahead, c)
		default:
			u.noContract(c.At)
		}
	}
}

// noContract refuses a contract.
func (u *unit) noContract(at syntax.Pos) { u.refuse(at, "contract", "a contract that is not read") }

// assertion evaluates a condition as the argument of a function whose call is an error if it does not hold.
func (u *unit) assertion(c syntax.Clause, condition syntax.Expr) {
	u.asserts(c, condition, func(x core.Expr, at core.Pos) { u.emit(u.assertCall(x, at)) })
}

func (u *unit) asserts(c syntax.Clause, condition syntax.Expr, tell func(x core.Expr, at core.Pos)) {
	at := u.pos(c.At)
	x := u.logic(&saying{old: &u.fn.entry}, func() core.Expr {
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
	at := u.pos(syntax.Start(x))
	code := u.scratch(func() {
		e = u.logic(s, func() core.Expr { return u.scalar(u.expr(x), syntax.Start(x), "a condition") })
	})
	if len(code) == 0 {
		return e, nil
	}
	return e, &core.Block{At: at, List: code, End: at}
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
			u.noContract(list[0].At)
		}
		if c.Result == nil {
			c.Result = u.temp(t, v.Pos)
			c.Result.Name = "\\result"
		}
		return c.Result
	}
	literals := len(u.fn.blocks[0].objects)
	list, wrong := syntax.ByBehavior(list)
	if wrong != nil {
		u.noContract(*wrong)
	}
	for _, k := range list {
		switch k.Kind {
		case syntax.Requires, syntax.Ensures, syntax.Complete:
		case syntax.Assumes, syntax.Terminates:
			continue
		case syntax.Decreases:
			if c.Variant = u.variant(k); c.Variant.Pre != nil || k.Behavior != "" {
				u.noContract(k.At)
			}
			continue
		case syntax.Assigns:
			c.Assigns, c.Said = true, joined(c.Said, k.Said)
			c.Targets = append(c.Targets, u.targets(k)...)
			continue
		default:
			u.noContract(k.At)
		}
		q := core.Clause{At: u.pos(k.At), Ensures: k.Kind == syntax.Ensures, Together: k.Kind == syntax.Complete, Said: k.Said}
		s := &saying{old: &q.Old, fresh: &core.Fresh{Ensures: q.Ensures}}
		if q.Ensures {
			s.result = result
		}
		var pre *core.Block
		if q.X, pre = u.formula(s, k.X); pre != nil {
			u.noContract(k.At)
		}
		q.Wants = s.wants
		c.Clauses = append(c.Clauses, q)
	}
	if len(u.fn.blocks[0].objects) > literals {
		u.noContract(list[0].At)
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
			if c.Kind == syntax.UnknownClause {
				u.noContract(c.At)
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
		u.noContract(list[0].At)
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
	if len(f.entry) > 0 {
		u.noContract(list[0].At)
	}
	u.scope.leave()
}

// noMore refuses clauses that belong to nothing.
func (u *unit) noMore() {
	if list := u.pending; len(list) > 0 {
		u.pending = nil
		u.noContract(list[0].At)
	}
}

// claimed is a statement with the clauses that comments before it have.
func (u *unit) claimed(s syntax.Stmt) bool {
	list := u.fn.ahead
	if len(list) == 0 {
		return false
	}
	switch s := s.(type) {
	case *syntax.DeclStmt:
		switch s.Decl.(type) {
		case *syntax.Annotation, *syntax.Pragma:
			return false
		}
	case *syntax.While, *syntax.DoWhile, *syntax.For:
		if !slices.ContainsFunc(list, func(c syntax.Clause) bool { return c.Kind == syntax.Requires || c.Kind == syntax.Ensures }) {
			return false
		}
	case *syntax.Labeled:
		return false
	case *syntax.Block:
		if slices.ContainsFunc(list, func(c syntax.Clause) bool { return c.Kind != syntax.Requires && c.Kind != syntax.Ensures }) {
			break
		}
		u.fn.ahead = nil
		at := u.pos(s.Pos())
		b := u.scoped(&syntax.Block{}, at, u.pos(s.Rbrace), func() { u.claimedBlock(list, s) })
		u.emit(b)
		return true
	}
	u.fn.ahead = nil
	u.noContract(list[0].At)
	return true
}

// claimedBlock is a block of which something is required in front of it, and ensured behind it.
func (u *unit) claimedBlock(list []syntax.Clause, s *syntax.Block) {
	var before, behind []core.Stmt
	var old []core.Saved
	for _, c := range list {
		at := u.pos(c.At)
		x, pre := u.formula(&saying{old: &old, statement: true}, c.X)
		if pre != nil {
			u.noContract(c.At)
		}
		if !u.conf.Claims {
			continue
		}
		not := func(x core.Expr) core.Expr {
			return &core.Unary{At: at, Op: core.Not, X: x, Typ: u.tt.Basic(types.Int)}
		}
		if call := u.assertCall(not(not(x)), at); c.Kind == syntax.Requires {
			before = append(before, call)
		} else {
			behind = append(behind, call)
		}
	}
	for _, k := range old {
		u.emit(&core.Keep{At: k.Var.Pos, Saved: k})
	}
	u.emit(before...)
	u.emit(u.innerBlock(s))
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
	for _, c := range list {
		switch c.Kind {
		case syntax.LoopAssigns, syntax.Assigns:
			if frame == nil {
				frame = &core.Frame{Loop: true, Name: fmt.Sprintf("the loop at line %d", u.prog.Place(at).Line)}
			}
			frame.Said = joined(frame.Said, c.Said)
			u.growing(frame, u.targets(c), c.Kind == syntax.LoopAssigns)
			continue
		case syntax.Variant, syntax.Decreases:
			if v := u.variant(c); u.conf.Claims || u.conf.Variants {
				l.claims = append(l.claims, v)
			}
			continue
		case syntax.LoopInvariant:
		default:
			u.noContract(c.At)
		}
		x, pre := u.formula(&saying{old: &u.fn.entry, entries: &entries}, c.X)
		if u.conf.Claims {
			l.claims = append(l.claims, &core.Claim{At: u.pos(c.At), Pre: pre, X: x, Why: "the loop invariant does not hold: " + c.Said})
		}
	}
	for _, k := range entries {
		l.before = append(l.before, &core.Keep{At: k.Var.Pos, Saved: k})
	}
	if frame != nil && u.conf.Claims {
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

// keptValue is a value that is saved in a variable when a function is called, or a loop begins.
func (u *unit) keptValue(x syntax.Expr, to *[]core.Saved) operand {
	at := u.pos(syntax.Start(x))
	var o operand
	code := u.scratch(func() {
		u.logic(&saying{old: u.saying.old}, func() core.Expr {
			o = u.rvalue(u.expr(x))
			return nil
		})
	})
	if len(code) > 0 || o.x == nil || o.typ.Kind == types.Void || u.speaksOfBound(o.x) {
		u.noContract(syntax.Start(x))
	}
	v := u.temp(o.x.Type(), at)
	*to = append(*to, core.Saved{Var: v, X: o.x})
	return operand{typ: v.Type, p: u.varPlace(v, at), fixed: true}
}

// speaksOfBound tells whether an expression has a variable of a quantifier that is open.
func (u *unit) speaksOfBound(x core.Expr) bool {
	return slices.ContainsFunc(u.bound, func(v *core.Var) bool { return core.Uses(x, v) })
}
