package elab

// Calls: C11 6.5.2.2, 7.16.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

func (u *unit) call(x *syntax.Call) operand {
	if id, ok := unparen(x.Fun).(*syntax.Ident); ok {
		if u.conf.Contracts {
			if o := u.logicCall(x, id); o != nil {
				return *o
			}
		}
		o := u.scope.lookup(id.Sym)
		if o == nil {
			if f := specialBuiltins[id.Name]; f != nil {
				return f(u, x, id)
			}
			if r, ok := u.sizedBuiltin(x, id); ok {
				return r
			}
		}
		if o == nil {
			u.declareImplicitly(id)
		}
	}
	fun := u.rvalue(u.expr(x.Fun))
	if fun.typ.Kind != types.Pointer || fun.typ.Elem.Kind != types.Func {
		u.fail(x.Lparen, "", "a call of what is no function, but has the type %v", fun.typ)
	}
	sig := fun.typ.Elem.Sig
	n := len(sig.Params)
	switch {
	case !sig.Proto:
	case len(x.Args) < n:
		u.fail(x.Rparen, "", "the call has %d arguments, and the function has %d parameters", len(x.Args), n)
	case len(x.Args) > n && !sig.Variadic:
		u.fail(syntax.Start(x.Args[n]), "", "the call has %d arguments, and the function has %d parameters", len(x.Args), n)
	}
	args := u.arguments(x.Args, sig, &fun)
	return u.callValue(fun, args, u.pos(x.Lparen))
}

func unparen(x syntax.Expr) syntax.Expr {
	for {
		p, ok := x.(*syntax.Paren)
		if !ok {
			return x
		}
		x = p.X
	}
}

// callValue emits a call and returns its result.
func (u *unit) callValue(fun operand, args []core.Expr, at core.Pos) operand {
	t := fun.typ.Elem.Sig.Result
	c := &core.Call{At: at, Fun: fun.x, Args: args}
	if p, ok := fun.x.(*core.AddrOf); ok {
		v, ok := p.X.(*core.VarPlace)
		if ok && v.Var.Undefined {
			g := u.program.globals[v.Var.Name]
			g.calls = append(g.calls, c)
		}
		if ok && len(args) == 1 && isBuiltinName(v.Var.Name) {
			if x, ok := u.fold.Int(args[0]); ok && u.settled(args[0]) {
				if r, ok := types.FoldBits(v.Var.Name, x, args[0].Type()); ok {
					return value(&core.IntConst{At: at, Value: r, Typ: t})
				}
			}
		}
	}
	if t.Kind == types.Void {
		u.emit(c)
		return operand{typ: t}
	}
	if !t.IsComplete() {
		u.failAt(at, "", "a call of a function whose result has the incomplete type %v", t)
	}
	v := u.temp(t, at)
	c.Dst = u.varPlace(v, at)
	u.emit(c)
	return value(load(v, at))
}

// arguments evaluates arguments in the configured order, and converts them.
func (u *unit) arguments(list []syntax.Expr, sig *types.Sig, fun *operand) []core.Expr {
	n := len(list)
	ops := make([]operand, n)
	done := make([]*operand, 0, n+1)
	if fun != nil {
		done = append(done, fun)
	}
	start := len(u.out)
	for k := range n {
		i := k
		if u.conf.Order == RightToLeft {
			i = n - 1 - k
		}
		mark := len(u.out)
		o := u.rvalue(u.expr(list[i]))
		u.note(u.out[start:mark], &o)
		at := syntax.Start(list[i])
		switch {
		case o.x == nil || o.typ.Kind == types.Void:
			u.fail(at, "", "an argument of type void")
		case sig != nil && i < len(sig.Params) && sig.Proto:
			o = u.assignable(o, sig.Params[i].Type, at, "an argument")
		default:
			o = u.promoteArg(o)
		}
		u.settle(mark, done...)
		ops[i] = o
		done = append(done, &ops[i])
	}
	args := make([]core.Expr, n)
	for i := range ops {
		args[i] = ops[i].x
	}
	return args
}

// vaArg is __builtin_va_arg.
func (u *unit) vaArg(x *syntax.VaArg) operand {
	at := u.pos(x.KeyPos)
	list := u.vaList(x.X)
	t := u.typeName(x.Type)
	if !t.IsComplete() {
		u.fail(x.KeyPos, "", "va_arg of the incomplete type %v", t)
	}
	if t.IsVariablyModified() {
		u.refuse(x.KeyPos, "va_arg of variable type", "va_arg of a type of variable size")
	}
	v := u.temp(t, at)
	u.emit(&core.Builtin{At: at, Dst: u.varPlace(v, at), Name: "__builtin_va_arg", Type: t.Unqual(),
		Args: []core.Arg{{Place: list}, {Type: t}}})
	return value(load(v, at))
}

// vaList is the place of a va_list, which may be a parameter that is a pointer to one.
func (u *unit) vaList(x syntax.Expr) core.Place {
	o := u.expr(x)
	if o.p == nil {
		if o.x == nil || o.typ.Kind != types.Pointer {
			u.fail(syntax.Start(x), "", "a va_list was wanted, not %v", o.typ)
		}
		return u.placeOf(o)
	}
	return o.p
}
