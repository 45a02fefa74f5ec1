package elab

// Contracts: ACSL's in comments, and CBMC's. What is said of a function is a core.Contract; claims of statements and loops are put where they are
// to hold. A clause that is not understood refuses the program.

import (
	"fmt"
	"slices"
	"strings"

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
		case syntax.LoopInvariant, syntax.LoopAssigns:
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
	for _, k := range u.byBehavior(list) {
		switch k.Kind {
		case syntax.Requires, syntax.Ensures, syntax.Complete:
		case syntax.Assumes:
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

// byBehavior are clauses that count where those of a behavior do: where what it assumes holds, when the function is called. That behaviors are complete or
// disjoint are clauses of the kind Complete.
func (u *unit) byBehavior(list []syntax.Clause) (all []syntax.Clause) {
	conditions := map[string]syntax.Expr{}
	var names []string
	for _, c := range list {
		if c.Behavior == "" {
			continue
		}
		if _, ok := conditions[c.Behavior]; !ok {
			names = append(names, c.Behavior)
			conditions[c.Behavior] = nil
		}
		if c.Kind == syntax.Assumes {
			conditions[c.Behavior] = both(conditions[c.Behavior], c.X, syntax.LAnd)
		}
	}
	for _, c := range list {
		switch c.Kind {
		case syntax.Complete, syntax.Disjoint:
			all = append(all, u.together(c, names, conditions))
			continue
		case syntax.Assumes:
			if c.Behavior == "" {
				u.noContract(c.At)
			}
		}
		if x := conditions[c.Behavior]; x != nil && c.Kind == syntax.Assigns {
			c.Places = slices.Clone(c.Places)
			for i, p := range c.Places {
				c.Places[i].If = both(p.If, x, syntax.LAnd)
			}
		}
		if c.Behavior != "" && c.X != nil {
			if x := conditions[c.Behavior]; x != nil {
				at := syntax.Start(x)
				if c.Kind == syntax.Ensures {
					x = &syntax.Call{Fun: &syntax.Ident{NamePos: at, Name: `\old`}, Lparen: at, Args: []syntax.Expr{x}, Rparen: at}
				}
				c.X = &syntax.Binary{X: &syntax.Unary{OpPos: at, Op: syntax.Not, X: x}, OpPos: at, Op: syntax.LOr, Y: c.X}
			}
			c.Said = "behavior " + c.Behavior + ": " + c.Said
		}
		all = append(all, c)
	}
	return all
}

// both joins two conditions, the first of which may be nil.
func both(x, y syntax.Expr, op syntax.Op) syntax.Expr {
	if x == nil {
		return y
	}
	return &syntax.Binary{X: x, OpPos: syntax.Start(y), Op: op, Y: y}
}

// together is that behaviors are complete or disjoint.
func (u *unit) together(c syntax.Clause, names []string, conditions map[string]syntax.Expr) syntax.Clause {
	if len(c.Names) > 0 {
		names = c.Names
	}
	truth := func(s string) syntax.Expr { return &syntax.Literal{LitPos: c.At, Text: s} }
	var list []syntax.Expr
	for _, n := range names {
		x, ok := conditions[n]
		if !ok {
			u.noContract(c.At)
		}
		if x == nil {
			x = truth("1")
		}
		list = append(list, x)
	}
	if len(list) == 0 {
		u.noContract(c.At)
	}
	var all syntax.Expr
	for i, x := range list {
		if c.Kind == syntax.Complete {
			all = both(all, x, syntax.LOr)
			continue
		}
		for _, y := range list[:i] {
			all = both(all, &syntax.Unary{OpPos: c.At, Op: syntax.Not, X: both(x, y, syntax.LAnd)}, syntax.LAnd)
		}
	}
	if all == nil {
		all = truth("1")
	}
	c.Kind, c.X = syntax.Complete, all
	return c
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

// logicIdent is a word of a clause; nil if it is none.
func (u *unit) logicIdent(x *syntax.Ident) *operand {
	at := u.pos(x.NamePos)
	var o operand
	switch x.Name {
	case `\result`, "__CPROVER_return_value":
		if u.saying.result == nil {
			u.noContract(x.NamePos)
		}
		o = operand{typ: u.saying.result().Type, p: u.varPlace(u.saying.result(), at), fixed: true}
	case `\true`:
		o = value(u.smallInt(1, at))
	case `\false`:
		o = value(u.smallInt(0, at))
	case `\null`:
		o = value(&core.Convert{At: at, X: u.smallInt(0, at), Typ: u.tt.VoidPtr, Explicit: true})
	default:
		if !strings.HasPrefix(x.Name, `\`) {
			return nil
		}
		u.noContract(x.NamePos)
	}
	return &o
}

// logicCall is a function of clauses; nil if it is none.
func (u *unit) logicCall(x *syntax.Call, id *syntax.Ident) *operand {
	at := u.pos(id.NamePos)
	args := func(n int) {
		if len(x.Args) != n {
			u.noContract(id.NamePos)
		}
	}
	pointer := func(i int) core.Expr {
		o := u.rvalue(u.expr(x.Args[i]))
		if o.typ.Kind != types.Pointer && !o.typ.IsInteger() {
			u.noContract(id.NamePos)
		}
		return u.convert(o, u.tt.VoidPtr, implicit).x
	}
	ask := func(w core.What, t *types.Type, args ...core.Expr) *operand {
		o := value(&core.Question{At: at, What: w, Args: args, Typ: t.Main()})
		return &o
	}
	truth := u.tt.Basic(types.Int)
	switch id.Name {
	case "__CPROVER_same_object":
		args(2)
		return ask(core.SameObject, truth, pointer(0), pointer(1))
	case "__CPROVER_POINTER_OFFSET", `\offset`:
		args(1)
		return ask(core.Offset, u.tt.Size, pointer(0))
	case "__CPROVER_OBJECT_SIZE", `\block_length`:
		args(1)
		return ask(core.Extent, u.tt.Size, pointer(0))
	case "__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok":
		if len(x.Args) == 1 {
			return u.valid(x.Args, false, id)
		}
		args(2)
		size := u.convert(u.rvalue(u.expr(x.Args[1])), u.tt.Size, implicit).x
		if u.saying != nil {
			u.saying.wants = append(u.saying.wants, core.Room{X: u.rvalue(u.expr(x.Args[0])).x, Size: size})
		}
		return ask(core.Readable, truth, pointer(0), size)
	}
	if u.saying == nil {
		return nil
	}
	switch id.Name {
	case `\old`, "__CPROVER_old":
		args(1)
		o := u.keptValue(x.Args[0], u.saying.old)
		return &o
	case `\at`:
		args(2)
		if u.saying.statement {
			u.noContract(id.NamePos)
		}
		label, _ := unparen(x.Args[1]).(*syntax.Ident)
		if label == nil {
			u.noContract(id.NamePos)
		}
		switch label.Name {
		case "Here":
			o := u.expr(x.Args[0])
			return &o
		case "Pre", "Old":
			o := u.keptValue(x.Args[0], u.saying.old)
			return &o
		case "LoopEntry":
			return u.loopEntry(x)
		}
		u.noContract(id.NamePos)
	case "__CPROVER_loop_entry":
		args(1)
		return u.loopEntry(x)
	case "__CPROVER_is_freeable":
		args(1)
		return ask(core.Freeable, truth, pointer(0))
	case `\freeable`:
		args(1)
		p := pointer(0)
		null := u.convert(value(u.smallInt(0, at)), u.tt.VoidPtr, implicit).x
		o := value(&core.Logical{At: at, X: &core.Binary{At: at, Op: core.Ne, X: p, Y: null, Typ: truth}, Y: ask(core.Freeable, truth, pointer(0)).x, Typ: truth})
		return &o
	case `\base_addr`:
		args(1)
		char := u.tt.Pointer(u.tt.Basic(types.Char))
		o := value(&core.PtrAdd{At: at, Sub: true, X: u.convert(value(pointer(0)), char, explicit).x, N: ask(core.Offset, u.tt.Size, pointer(0)).x, Typ: char})
		return &o
	case `\fresh`, "__CPROVER_is_fresh":
		args(2)
		return u.fresh(x, id)
	case `\valid`, `\valid_read`:
		if len(x.Args) == 0 {
			u.noContract(id.NamePos)
		}
		return u.valid(x.Args, id.Name == `\valid`, id)
	case `\separated`:
		return u.separated(x, at)
	case `\max`, `\min`, `\abs`:
		return u.extreme(x, id)
	}
	if strings.HasPrefix(id.Name, `\`) || id.Name == "__CPROVER_was_freed" {
		u.noContract(id.NamePos)
	}
	return nil
}

func (u *unit) loopEntry(x *syntax.Call) *operand {
	if u.saying.entries == nil {
		u.noContract(x.Lparen)
	}
	o := u.keptValue(x.Args[0], u.saying.entries)
	return &o
}

// region is where a set of places such as p, or p + (0 .. n - 1), begins, and its size in bytes. Each call evaluates it again.
func (u *unit) region(x syntax.Expr) (p operand, size core.Expr) {
	at := u.pos(syntax.Start(x))
	elem := func(p operand) core.Expr {
		if p.typ.Kind != types.Pointer {
			u.noContract(syntax.Start(x))
		}
		n := int64(1)
		if t := p.typ.Elem; t.Kind != types.Void {
			if !t.IsComplete() || t.IsVariable() || t.SizeOf() <= 0 {
				u.noContract(syntax.Start(x))
			}
			n = t.SizeOf()
		}
		return u.intConst(types.IntOf(n), u.tt.Size.Main(), at)
	}
	b, sum := unparen(x).(*syntax.Binary)
	var r *syntax.Range
	if sum && b.Op == syntax.Add {
		r, _ = unparen(b.Y).(*syntax.Range)
	}
	if r == nil {
		p = u.rvalue(u.expr(x))
		return p, elem(p)
	}
	if r.Low == nil || r.High == nil {
		u.noContract(r.At)
	}
	val := func(x syntax.Expr) operand {
		o := u.rvalue(u.expr(x))
		if !o.typ.IsInteger() {
			u.noContract(r.At)
		}
		return o
	}
	base := u.rvalue(u.expr(b.X))
	p = base
	if l, ok := unparen(r.Low).(*syntax.Literal); !ok || l.Text != "0" {
		p = u.operate(syntax.Add, base, val(r.Low), r.At)
	}
	high, op := r.High, syntax.Lt
	one := int64(1)
	if n := lessOne(high); n != nil { // which may not wrap, as numbers of C may
		high, op, one = n, syntax.Le, 0
	}
	wide := func(x syntax.Expr) operand { return u.convert(val(x), u.tt.Size, explicit) }
	count := u.operate(syntax.Sub, wide(high), wide(r.Low), r.At)
	if one > 0 {
		count = u.operate(syntax.Add, count, value(u.intConst(types.IntOf(one), u.tt.Size.Main(), at)), r.At)
	}
	bytes := u.operate(syntax.Mul, value(elem(base)), count, r.At)
	none := u.intConst(types.IntOf(0), u.tt.Size.Main(), at)
	return p, &core.Cond{At: at, X: u.operate(op, val(high), val(r.Low), r.At).x, Then: none, Else: bytes.x, Typ: u.tt.Size.Main()}
}

// lessOne is n of n - 1; nil if it is not that.
func lessOne(x syntax.Expr) syntax.Expr {
	b, ok := unparen(x).(*syntax.Binary)
	if !ok || b.Op != syntax.Sub {
		return nil
	}
	if l, ok := b.Y.(*syntax.Literal); !ok || l.Text != "1" {
		return nil
	}
	return b.X
}

// valid is \valid and \valid_read of several sets of places.
func (u *unit) valid(list []syntax.Expr, written bool, id *syntax.Ident) *operand {
	at, truth := u.pos(id.NamePos), u.tt.Basic(types.Int)
	var all core.Expr
	and := func(x core.Expr) {
		if all != nil {
			x = &core.Logical{At: at, X: all, Y: x, Typ: truth}
		}
		all = x
	}
	for _, a := range list {
		p, size := u.region(a)
		and(&core.Question{At: at, What: core.Readable, Args: []core.Expr{u.convert(p, u.tt.VoidPtr, implicit).x, size}, Typ: truth})
		if written {
			p, _ := u.region(a)
			and(&core.Question{At: at, What: core.Writable, Args: []core.Expr{u.convert(p, u.tt.VoidPtr, implicit).x}, Typ: truth})
		}
		if u.saying != nil {
			p, size := u.region(a)
			u.saying.wants = append(u.saying.wants, core.Room{X: p.x, Size: size})
		}
	}
	o := value(all)
	return &o
}

// separated is that no two sets of places have a byte in common.
func (u *unit) separated(x *syntax.Call, at core.Pos) *operand {
	truth := u.tt.Basic(types.Int)
	all := core.Expr(u.smallInt(1, at))
	void := func(x syntax.Expr) core.Expr {
		p, _ := u.region(x)
		return u.convert(p, u.tt.VoidPtr, implicit).x
	}
	offset := func(x syntax.Expr) operand {
		return value(&core.Question{At: at, What: core.Offset, Args: []core.Expr{void(x)}, Typ: u.tt.Size.Main()})
	}
	before := func(a, b syntax.Expr) core.Expr { // a ends where b begins, or earlier
		_, n := u.region(a)
		end := u.operate(syntax.Add, offset(a), value(n), x.Lparen)
		return u.operate(syntax.Le, end, offset(b), x.Lparen).x
	}
	for i, a := range x.Args {
		for _, b := range x.Args[:i] {
			same := &core.Question{At: at, What: core.SameObject, Args: []core.Expr{void(a), void(b)}, Typ: truth}
			apart := &core.Logical{At: at, Or: true, X: before(a, b), Y: before(b, a), Typ: truth}
			all = &core.Logical{At: at, X: all, Y: &core.Logical{At: at, Or: true, X: &core.Unary{At: at, Op: core.Not, X: same, Typ: truth}, Y: apart, Typ: truth}, Typ: truth}
		}
	}
	o := value(all)
	return &o
}

// extreme is the greater or smaller of two numbers, or the absolute value of one. Integers are compared as numbers, whatever their types are.
func (u *unit) extreme(x *syntax.Call, id *syntax.Ident) *operand {
	at := u.pos(id.NamePos)
	n := 2
	if id.Name == `\abs` {
		n = 1
	}
	if len(x.Args) != n {
		u.noContract(id.NamePos)
	}
	real := false
	for _, a := range x.Args {
		o := u.rvalue(u.expr(a))
		if !o.typ.IsInteger() && !o.typ.IsReal() {
			u.noContract(id.NamePos)
		}
		real = real || o.typ.IsReal()
	}
	arg := func(i int) operand {
		o := u.rvalue(u.expr(x.Args[i]))
		if real {
			return o
		}
		return u.convert(o, u.tt.Basic(types.LongLong), explicit)
	}
	if n == 1 {
		zero := u.convert(value(u.smallInt(0, at)), arg(0).typ, implicit)
		negated := &core.Unary{At: at, Op: core.Neg, X: u.promote(arg(0)).x, Typ: u.promote(arg(0)).typ}
		o := value(&core.Cond{At: at, X: u.operate(syntax.Lt, arg(0), zero, x.Lparen).x, Then: negated, Else: u.promote(arg(0)).x, Typ: negated.Typ})
		return &o
	}
	op := syntax.Gt
	if id.Name == `\min` {
		op = syntax.Lt
	}
	a, b, t := u.usual(arg(0), arg(1))
	o := value(&core.Cond{At: at, X: u.operate(op, arg(0), arg(1), x.Lparen).x, Then: a.x, Else: b.x, Typ: t})
	return &o
}

// fresh is that a pointer leads to so many bytes of an object of its own; in what is ensured it is, besides, one that has been allocated during the call.
// Of ACSL it is the whole object.
func (u *unit) fresh(x *syntax.Call, id *syntax.Ident) *operand {
	at, truth := u.pos(id.NamePos), u.tt.Basic(types.Int)
	if u.saying.fresh == nil || len(u.bound) > 0 {
		u.noContract(id.NamePos)
	}
	if u.saying.fresh.Ensures && u.fn.core.Var.Type.Sig.Result.IsRecord() { // which is in memory: to which objects pointers in it lead is only approximated
		u.noContract(id.NamePos)
	}
	size := func() core.Expr { return u.convert(u.rvalue(u.expr(x.Args[1])), u.tt.Size, implicit).x }
	ask := func(w core.What, args ...core.Expr) *core.Question {
		p := u.rvalue(u.expr(x.Args[0]))
		if p.typ.Kind != types.Pointer {
			u.noContract(id.NamePos)
		}
		return &core.Question{At: at, What: w, Args: append([]core.Expr{u.convert(p, u.tt.VoidPtr, implicit).x}, args...), Typ: truth}
	}
	apart := ask(core.Apart, size())
	apart.New = &core.Fresh{Ensures: u.saying.fresh.Ensures, Seen: u.temp(truth, at), Start: u.temp(u.tt.VoidPtr, at)}
	all := &core.Logical{At: at, X: ask(core.Readable, size()), Y: apart, Typ: truth}
	if id.Name == `\fresh` {
		whole := u.operate(syntax.Eq, u.asked(core.Extent, x.Args[0]), value(size()), id.NamePos).x
		begin := u.operate(syntax.Eq, u.asked(core.Offset, x.Args[0]), value(u.smallInt(0, at)), id.NamePos).x
		all = &core.Logical{At: at, X: all, Y: &core.Logical{At: at, X: begin, Y: whole, Typ: truth}, Typ: truth}
	}
	u.saying.wants = append(u.saying.wants, core.Room{X: u.rvalue(u.expr(x.Args[0])).x, Size: size()})
	o := value(all)
	return &o
}
