package lower

import (
	"cmp"
	"slices"

	"craig/internal/program/c/automaton"
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// body lowers the body of a function, from the values of its parameters to its end.
func (b *builder) body() {
	if b.p.isError(b.f.v) && !b.f.unit.model {
		b.fail(b.p.position(b.f))
		return
	}
	if b.f.limit != nil {
		panic(b.f.limit)
	}
	if b.f.def == nil {
		b.withoutBody()
		return
	}
	exit, end, lives, leave := b.exit, b.pos(b.f.def.End), b.p.conf.Memory.Lives, b.f.def.Leave
	if lives || leave != nil {
		b.exit = b.loc(end)
	}
	if lives {
		automaton.Spans(b.p.out, b.f.def.Body, b.pos, baseName)
	}
	if lives || b.p.conf.Memory.Given != "" {
		b.scopes = core.FindScopes(b.f.def.Body)
	}
	b.receive()
	for _, v := range b.f.def.Temps {
		if layout.IsAggregate(v.Type) {
			if lives && leave != nil { // it would be over where that reads it
				refuse(b.pos(v.Pos), "contract")
			}
			if b.p.conf.Memory.Track != "" && b.p.layout.PointersIn(v.Type) { // it would lead to blocks
				refuse(b.pos(v.Pos), "structure with pointers that is a temporary")
			}
			b.begins(v, false)
			b.ends(v)
		}
	}
	b.lasting = len(b.live)
	for _, v := range b.f.def.Body.Declared() {
		if b.scopes == nil && v.Storage != core.Static && b.f.early[v] && b.home(v, b.pos(v.Pos)).addr != nil {
			b.begins(v, false)
		}
	}
	b.block(b.f.def.Body)
	b.close(0, end)
	b.fallOff(end)
	if lives || leave != nil {
		b.jump(b.exit, end)
		b.cur, b.exit = b.exit, exit
	}
	if leave != nil {
		b.keepResult(b.f.def.Result, end)
		b.block(leave)
	}
	if lives {
		b.endFunction(end)
	}
}

// keepResult gives a variable, which may be nil, the result of the function.
func (b *builder) keepResult(v *core.Var, pos ir.Pos) {
	switch {
	case v == nil:
	case layout.IsAggregate(v.Type):
		b.copy(b.home(v, pos), b.handover("result", v.Type), false, pos)
	default:
		b.store(b.home(v, pos), ir.VarExpr(b.ir.Result), pos)
	}
}

// fallOff is the end of a body: main returns 0, other functions an unknown value, which only a program with undefined behaviour
// uses.
func (b *builder) fallOff(pos ir.Pos) {
	b.noResult(b.f.v.Name != "main" && b.f.v.Type.Sig.Result.Kind != types.Void, pos)
	switch r := b.ir.Result; {
	case r == nil && layout.IsAggregate(b.f.v.Type.Sig.Result) && b.p.conf.Memory.Reads():
		to := b.handover("result", b.f.v.Type.Sig.Result)
		b.anything(to, ir.FromUninitialised, b.f.v.Name, pos)
		b.forgets(to.addr, to.t.SizeOf(), pos)
	case r == nil:
	case b.f.v.Name == "main" && b.f.v.Linkage == core.External:
		b.emit(&ir.Assign{Var: r, Expr: ir.ConstInt(r.Type, 0)}, pos)
	default:
		b.emit(&ir.Havoc{Var: r, Source: ir.FromUninitialised, Name: b.f.v.Name}, pos)
	}
}

func (b *builder) block(x *core.Block) {
	if x == nil {
		return
	}
	depth := len(b.live)
	for i, s := range x.List {
		if i+1 < len(x.List) {
			if b.given(s, x.List[i+1]) {
				b.ends(s.(*core.Declare).Var)
				continue
			}
			b.returned(s, x.List[i+1])
		}
		b.stmt(s)
	}
	b.close(depth, b.pos(x.End))
}

// returned lets the temporary that a call gives its value be the result of the function, if the next statement returns that.
func (b *builder) returned(s, next core.Stmt) {
	c, call := s.(*core.Call)
	r, ok := next.(*core.Return)
	if !call || !ok || b.ir.Result == nil {
		return
	}
	dst, ok := c.Dst.(*core.VarPlace)
	if !ok || !dst.Var.Temp || !b.returnsVar(r.X, dst.Var) {
		return
	}
	t, _ := b.p.layout.Scalar(dst.Var.Type)
	if x := b.p.variables[dst.Var]; x != nil && x.v1 == nil && x.addr == nil && !x.addressed && t == b.ir.Result.Type {
		x.v1 = b.ir.Result
	}
}

func (b *builder) returnsVar(x core.Expr, v *core.Var) bool {
	l, ok := x.(*core.Load)
	if !ok {
		return false
	}
	p, ok := l.X.(*core.VarPlace)
	return ok && p.Var == v && v.Type.IsScalar()
}

// given tells whether a statement only declares a scalar that the next one, a call, gives its value.
func (b *builder) given(s, next core.Stmt) bool {
	d, ok := s.(*core.Declare)
	c, call := next.(*core.Call)
	if !ok || !call || d.Init != nil {
		return false
	}
	dst, ok := c.Dst.(*core.VarPlace)
	return ok && dst.Var == d.Var && b.home(d.Var, b.pos(d.At)).v != nil && core.Called(c.Fun) != nil &&
		!slices.ContainsFunc(c.Args, func(x core.Expr) bool { return core.Uses(x, d.Var) })
}

func (b *builder) stmt(s core.Stmt) {
	pos := b.startOf(s)
	switch s := s.(type) {
	case *core.Block:
		b.block(s)
	case *core.If:
		b.ifElse(s, pos)
	case *core.Loop:
		b.loop(s, pos)
	case *core.Switch:
		b.choice(s, pos)
	default:
		b.limited(s, pos, func() { b.simple(s, pos) })
	}
}

// limited lowers a statement, or the condition of one. If that is not supported, nothing is known of executions that come to it.
func (b *builder) limited(s core.Stmt, pos ir.Pos, do func()) {
	was, undo, errors, conversions := *b, automaton.Mark(b.p.out), b.p.errors, len(b.p.conversions)
	caught(func() {
		if r := b.p.limits[s]; r != nil {
			panic(r)
		}
		do()
	}, func(r *Refusal) {
		undo()
		*b, b.p.errors, b.p.conversions = was, errors, b.p.conversions[:conversions]
		b.limit(r, pos)
	})
}

// limit ends the executions that come here: what is here is not supported.
func (b *builder) limit(r *Refusal, pos ir.Pos) {
	if b.f != nil && b.f.asked != nil {
		r = b.f.asked
	} else if r.Pos.Line == 0 {
		r = &Refusal{Pos: pos, Reason: r.Reason}
	}
	b.unsound(r.Pos, "%s is not supported", r.Reason)
}

// simple lowers a statement that has no others in it.
func (b *builder) simple(s core.Stmt, pos ir.Pos) {
	switch s := s.(type) {
	case *core.Assign:
		from := len(b.p.out.Edges)
		b.assign(s.Dst, s.Src, pos)
		if b.p.frames != nil {
			b.wrote(s, from)
		}
	case *core.Forget:
		b.changed(s, pos)
	case *core.FrameBegin, *core.FrameEnd, *core.FrameGrown:
		b.claims.Quietly(func() { b.p.frames.Do(machine{b}, s, pos) })
	case *core.Claim, *core.Keep:
		b.claims.Do(machine{b}, s, pos)
	case *core.Call:
		b.call(s, pos)
	case *core.Builtin:
		b.builtin(s, pos)
	case *core.Eval:
		b.drop(s.X)
		b.emit(&ir.Skip{}, pos).Aux = false
	case *core.Declare:
		b.declare(s)
		b.ends(s.Var)
	case *core.Case:
		b.label(b.cases[s], pos)
	case *core.Labeled:
		l := b.target(s.Label)
		b.p.out.Loc(l).Pos = pos
		if s.Label.Name != "" && s.Label.Name == b.p.conf.ErrorLabel && !b.unit.model {
			b.p.out.Loc(l).Goal = ir.Violates("unreach-call")
			b.p.errors++
			b.jump(l, pos)
			return // nothing follows an error
		}
		b.label(l, pos)
	case *core.Goto:
		b.jumpTo(s.Label, pos)
	case *core.GotoPtr:
		b.gotoPointer(s, pos)
	case *core.Break:
		b.leave(b.breakDepth, pos)
		b.jump(b.breakTo, pos)
	case *core.Continue:
		b.leave(b.continueDepth, pos)
		b.jump(b.continueTo, pos)
	case *core.Return:
		b.result(s, pos)
	case *core.Remark:
		if s.Statement > 0 {
			e := b.emit(&ir.Skip{}, pos)
			e.Aux = false
			b.p.starts[s.Statement-1] = append(b.p.starts[s.Statement-1], e)
		}
	case *core.Asm:
		b.emit(&ir.Skip{}, pos).Aux = false
	case *core.Opaque:
		b.unsound(pos, "%s is not supported", s.Why)
	default:
		refuse(pos, "statement")
	}
}

// label puts a label here.
func (b *builder) label(l ir.Loc, pos ir.Pos) {
	b.labelled[l] = cmp.Or(b.labelled[l], pos)
	b.jump(l, pos)
	b.cur = l
}

func (b *builder) target(l *core.Label) ir.Loc {
	if b.labels[l] == 0 {
		b.labels[l] = b.loc(b.pos(l.Pos))
	}
	return b.labels[l]
}

// labelAddress is the address of a label, which is one of an object of its own.
func (p *program) labelAddress(l *core.Label) *ir.Expr {
	o := p.labelObjects[l]
	if o == nil {
		o = p.out.NewObject(ir.GlobalObject, "$label."+l.Name, 1, 1, ir.Pos{})
		o.Constant, o.Zero = true, true
		p.labelObjects[l] = o
	}
	return ir.AddrOf(p.out.PtrType(), o)
}

// gotoPointer jumps to the label of the function whose address a pointer is. Executions in which it is none are left out.
func (b *builder) gotoPointer(s *core.GotoPtr, pos ir.Pos) {
	to := b.copied(b.expr(s.X), pos)
	for _, l := range b.f.labels {
		there, next := b.loc(pos), b.loc(pos)
		b.branch(b.fold(ir.Compare(ir.OpEq, to, b.p.labelAddress(l))), there, next, pos)
		b.cur = there
		b.jumpTo(l, pos)
		b.cur = next
	}
	b.cutOff("executions in which goto is given a pointer to none of the function's labels are outside the answer", pos)
}

// drop evaluates an expression whose value nobody needs.
func (b *builder) drop(x core.Expr) {
	x = core.Unconverted(x)
	if l, ok := x.(*core.Load); ok && layout.IsAggregate(x.Type()) {
		b.place(l.X) // for what has to hold of pointers and indices
		return
	}
	if !x.Type().IsScalar() {
		return
	}
	b.expr(x)
}

func (b *builder) assign(dst core.Place, src core.Expr, pos ir.Pos) {
	temp := false
	if v, ok := dst.(*core.VarPlace); ok {
		temp = v.Var.Temp
		if c, ok := src.(*core.Cond); ok && !layout.IsAggregate(c.Typ) {
			if to := b.place(dst); to.v != nil {
				b.choose(c, to.v)
				return
			}
		}
	}
	if layout.IsAggregate(dst.Type()) {
		from, to := b.aggregate(src), b.place(dst)
		if isAtomic(dst) && b.p.out.Threads != nil {
			from = b.atomicCopy(from, false, pos)
		}
		b.atomicallyIf(isAtomic(dst), pos, func() { b.copy(to, from, true, pos) })
		return
	}
	if !temp && b.p.conf.Memory.Lives && b.intoTemp(src) {
		b.unsound(pos, "the life of an object that is the value of an expression, whose address is kept, is not followed")
	}
	if b.copiesCharacter(dst, src, pos) {
		return
	}
	e := b.expr(src)
	to := b.place(dst)
	b.atomicallyIf(isAtomic(dst), pos, func() { b.store(to, e, pos).Aux = temp })
}

// intoTemp tells whether a pointer leads into the temporary of a value, such as what a call gives, whose life ends with the statement in C.
func (b *builder) intoTemp(x core.Expr) bool {
	var place core.Place
	switch x := x.(type) {
	case *core.Convert:
		return b.intoTemp(x.X)
	case *core.PtrAdd:
		return b.intoTemp(x.X)
	case *core.Checked:
		return b.intoTemp(x.X)
	case *core.Decay:
		place = x.X
	case *core.AddrOf:
		place = x.X
	}
	for {
		switch x := place.(type) {
		case *core.FieldPlace:
			place = x.X
			continue
		case *core.DerefPlace: // an element of an array in it
			return b.intoTemp(x.X)
		case *core.VarPlace:
			return x.Var.Temp && slices.Contains(b.f.def.Temps, x.Var)
		}
		return false
	}
}

func (b *builder) declare(s *core.Declare) {
	v, pos := s.Var, b.pos(s.At)
	if v.Storage == core.Static {
		return
	}
	at := b.home(v, pos)
	switch init := s.Init.(type) {
	case nil:
		if at.v != nil {
			b.emit(&ir.Havoc{Var: at.v, Source: ir.FromUninitialised, Name: v.Name}, pos).Aux = false
			b.unset(at.v, true, pos)
			return
		}
		b.begins(v, false)
	case *core.ExprInit:
		if at.addr != nil {
			b.begins(v, false)
		}
		if layout.IsAggregate(v.Type) {
			b.copy(at, b.aggregate(init.X), true, pos)
			return
		}
		if at.v != nil && core.Uses(init.X, v) {
			b.unset(at.v, true, pos)
		}
		b.assign(&core.VarPlace{At: s.At, Var: v}, init.X, pos)
	default:
		if at.addr != nil {
			b.begins(v, true)
		}
		b.initializeLocal(at, s.Init, v.Type, pos)
	}
}

func (b *builder) ifElse(s *core.If, pos ir.Pos) {
	yes, no, end := b.loc(pos), b.loc(pos), b.loc(pos)
	b.limited(s, pos, func() { b.condition(s.X, yes, no) })
	b.cur = yes
	b.block(s.Then)
	b.jump(end, pos)
	b.cur = no
	b.block(s.Else)
	b.jump(end, pos)
	b.cur = end
}

// loop: conditions of loops are branches, so that those of the loop's statement are as they are written.
func (b *builder) loop(s *core.Loop, pos ir.Pos) {
	head, again, end := b.loc(pos), b.loc(pos), b.loc(pos)
	b.p.out.Loc(head).LoopPos = pos
	outerBreak, outerContinue, breakDepth, continueDepth := b.breakTo, b.continueTo, b.breakDepth, b.continueDepth
	b.breakTo, b.continueTo, b.breakDepth, b.continueDepth = end, again, len(b.live), len(b.live)
	b.jump(head, pos)
	b.cur = head
	b.guarded(s.Body, end)
	b.jump(again, pos)
	b.cur = again
	b.guarded(s.Step, end)
	b.breakTo, b.continueTo, b.breakDepth, b.continueDepth = outerBreak, outerContinue, breakDepth, continueDepth
	b.jump(head, pos)
	b.cur = end
}

// guarded is a block of a loop, which may begin with the loop's condition.
func (b *builder) guarded(x *core.Block, end ir.Loc) {
	if x == nil {
		return
	}
	depth := len(b.live)
	for _, s := range x.List {
		if c := core.LoopCondition(s); c != nil {
			next, out := b.loc(b.start(c)), end
			if len(b.live) > depth {
				out = b.loc(b.start(c))
			}
			b.limited(s, b.start(c), func() { b.condition(c, next, out) })
			if out != end {
				b.cur = out
				b.leave(depth, b.start(c))
				b.jump(end, b.start(c))
			}
			b.cur = next
			continue
		}
		b.stmt(s)
	}
	b.close(depth, b.pos(x.End))
}

func (b *builder) choice(s *core.Switch, pos ir.Pos) {
	t, _ := b.p.layout.Scalar(s.X.Type())
	v := ir.ConstInt(t, 0)
	b.limited(s, pos, func() {
		if v = b.expr(s.X); v.Op != ir.OpVar {
			v = b.copied(v, pos)
		}
	})
	end := b.loc(pos)
	otherwise := end
	for _, c := range s.Body.Cases() {
		at := b.pos(c.At)
		to := b.loc(at)
		b.cases[c] = to
		to = b.entry(c, to, at)
		if c.Default {
			otherwise = to
			continue
		}
		lo, hi := ir.Const(v.Type, layout.Number(c.Low, v.Type.IsSigned())), ir.Const(v.Type, layout.Number(c.High, v.Type.IsSigned()))
		cond := ir.Compare(ir.OpEq, v, lo)
		if c.Low != c.High {
			cond = ir.And(ir.Compare(ir.OpGe, v, lo), ir.Compare(ir.OpLe, v, hi))
		}
		next := b.loc(at)
		if yes, no := b.branch(cond, to, next, at); yes != nil {
			yes.Case, no.Case = true, true
		}
		b.cur = next
	}
	b.jump(otherwise, pos)
	outer, depth := b.breakTo, b.breakDepth
	b.breakTo, b.breakDepth = end, len(b.live)
	b.block(s.Body)
	b.breakTo, b.breakDepth = outer, depth
	b.jump(end, pos)
	b.cur = end
}

func (b *builder) result(s *core.Return, pos ir.Pos) {
	switch r := b.ir.Result; {
	case s.X == nil && (r != nil || layout.IsAggregate(b.f.v.Type.Sig.Result)):
		b.fallOff(pos)
		b.leave(0, pos)
		b.jump(b.exit, pos)
		return
	case s.X == nil:
		b.emit(&ir.Skip{}, pos).Aux = false
	case layout.IsAggregate(s.X.Type()):
		b.copy(b.handover("result", s.X.Type()), b.aggregate(s.X), false, pos)
	case r == nil:
		b.drop(s.X)
		b.emit(&ir.Skip{}, pos).Aux = false
	default:
		if c, ok := s.X.(*core.Cond); ok {
			b.choose(c, r)
		} else if e := b.expr(s.X); e.Op != ir.OpVar || e.Var != r { // see returned
			b.emit(&ir.Assign{Var: r, Expr: e}, pos).Aux = false
		}
	}
	if s.X != nil {
		b.noResult(false, pos)
	}
	b.leave(0, pos)
	b.jump(b.exit, pos)
}
