package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/format"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// formals are the arguments of a call without those that __memcpy_chk and its kin have for a check.
func (c *knownCall) formals() []core.Expr {
	drop := library.CheckArguments(c.v.Name, len(c.Args))
	var list []core.Expr
	for i, a := range c.Args {
		if !drop[i] {
			list = append(list, a)
		}
	}
	return list
}

// text is the text of an argument that is a literal; false if it is none.
func (c *knownCall) text(i int) (string, bool) {
	args := c.formals()
	if i < 0 || i >= len(args) {
		return "", false
	}
	return core.LiteralText(args[i])
}

// print writes to a stream, or elsewhere where the program does not see it.
func (b *builder) print(c *knownCall) { b.prints(c) }

// prints gives the arguments, too.
func (b *builder) prints(c *knownCall) []given {
	l := &libCall{knownCall: c, b: b, row: c.row, args: b.passed(c)}
	if t := c.Fun.Type().Elem.Sig.Result; t.Kind != types.Void {
		l.res = b.temp(b.scalar(t, c.pos), c.pos)
	}
	text, literal := c.text(c.row.Param("format"))
	l.printReads(text, literal)
	b.countsNot(c, text, literal)
	l.changeStates()
	if l.res == nil {
		b.emit(&ir.Skip{}, c.pos).Aux = false
	} else {
		l.havoc(ir.FromCall)
		l.printed(text, literal)
	}
	b.failsIf(ir.FromEffect, c.v.Name, nil, c.pos)
	if c.Dst != nil {
		b.store(b.place(c.Dst), ir.VarExpr(l.res), c.pos)
	}
	return l.args
}

// printed leaves of the executions those in which as many characters have been printed as the format says, or it has failed. How many a
// conversion prints, and whether it can fail to print nothing, is an approximation.
func (l *libCall) printed(text string, literal bool) {
	n, known := format.Printed(text)
	known = known && literal
	switch {
	case known && n > 0:
		l.assume(ir.Or(l.is(n), l.is(-1)))
		return
	case known && l.row.Param("format") == 0: // to write nothing to the standard output does not fail
		l.assume(l.is(0))
		return
	}
	l.assume(l.atLeast(-1))
	if l.Dst == nil {
		return
	}
	l.b.p.note(ir.Overapproximated, l.pos, "%s is approximated: how many characters it prints is unknown", l.v.Name)
	l.b.either(l.is(-1), l.pos, func() {
		if known {
			l.b.guesses(l.pos)
		}
	}, func() {
		l.havoc(ir.FromApproximation)
		if known {
			l.assume(l.is(0))
		} else {
			l.assume(l.atLeast(0))
		}
	})
}

// printAndStop prints and ends the program.
func (b *builder) printAndStop(c *knownCall) {
	b.prints(c)
	b.quit(c.pos)
}

// printAndMayStop is error(status, …): it ends the program unless the status is 0.
func (b *builder) printAndMayStop(c *knownCall) {
	args := b.prints(c)
	if len(args) == 0 || args[0].e == nil {
		refuse(c.pos, "library function %s", c.v.Name)
	}
	b.either(b.fold(ir.ToBool(args[0].e)), c.pos, func() {
		b.quit(c.pos)
	}, func() {})
}

// keepsPointer is a function that keeps the buffer that it is given. If that is a constant such as NULL, nothing is kept.
func (b *builder) keepsPointer(c *knownCall) {
	l := &libCall{knownCall: c, b: b, row: c.row, args: b.passed(c)}
	if a := l.arg(c.row.Param("buffer")); a == nil || !a.IsConst() {
		b.unsound(c.pos, "%s is not supported", c.v.Name)
	}
	b.external(c)
	b.failsIf(ir.FromEffect, c.v.Name, nil, c.pos)
}

// handlesSignal is signal and its kin, of which there is a model. A function of the program as the handler is not supported, unless the signal is one for what
// C leaves undefined (on Linux SIGILL, SIGBUS, SIGFPE and SIGSEGV), and the program sends none: executions in which it comes are outside the answer.
func (b *builder) handlesSignal(c *knownCall) bool {
	if len(c.Args) != 2 {
		refuse(c.pos, otherArguments)
	}
	if b.expr(c.Args[1]).IsConst() {
		return false
	}
	signal, sends := b.expr(c.Args[0]), func(v *core.Var) bool { row := library.Lookup(v.Name); return row != nil && row.Sends }
	n, _ := signal.Val.Int64()
	if !signal.IsConst() || n != 4 && n != 7 && n != 8 && n != 11 || b.p.link.Prog.Names(sends) {
		b.unsound(c.pos, "%s is not supported", c.v.Name)
		return false
	}
	b.p.note(ir.Assumption, c.pos, "executions in which signal %d arrives are outside the answer", n)
	return false
}

// unknownResult has no effects, and any result.
func (b *builder) unknownResult(c *knownCall) {
	b.arguments(c)
	b.give(c.Call, c.pos, func(to *ir.Var) {
		if to != nil {
			b.emit(&ir.Havoc{Var: to, Source: ir.FromApproximation, Name: c.v.Name}, c.pos).Aux = false
		}
	})
}

// zero gives 0.
func (b *builder) zero(c *knownCall) {
	b.arguments(c)
	b.give(c.Call, c.pos, func(to *ir.Var) { b.emit(&ir.Assign{Var: to, Expr: ir.ConstInt(to.Type, 0)}, c.pos).Aux = false })
}

// modelSets changes the states that the row of the model's function names.
func (b *builder) modelSets(c *knownCall) {
	if row := library.Lookup(b.f.v.Name); row != nil {
		(&libCall{knownCall: c, b: b, row: row}).changeStates()
	}
}

// modelFailed sets errno as a call of the model's function does that has failed just if the argument is not 0. Which number that is of EDOM
// and ERANGE, the arguments of a function of math.h decide.
func (b *builder) modelFailed(c *knownCall) {
	if !b.errnoSeen() {
		b.emit(&ir.Skip{}, c.pos)
		return
	}
	failed, name := b.fold(b.truth(c.Args[0])), b.f.v.Name
	if row := library.Lookup(name); row != nil && row.Header == "math.h" {
		b.either(failed, c.pos, func() { b.setErrnoAmong(name, errDomain, errRange, c.pos) }, func() { b.mathFailsIf(name, nil, c.pos) })
		return
	}
	b.failsIf(ir.FromEffect, name, failed, c.pos)
}

// modelBack is for models whose row says that what follows is an approximation.
func (b *builder) modelBack(c *knownCall) {
	if row := library.Lookup(b.f.v.Name); row != nil && row.Guess && b.p.hangs(row) {
		b.p.note(ir.Overapproximated, c.pos, "what %s puts back is not followed", row.Name)
		b.guesses(c.pos)
	}
}

// bits is the bit pattern of a float, or the float with a bit pattern.
func (b *builder) bits(c *knownCall) {
	e := b.expr(c.Args[0])
	b.give(c.Call, c.pos, func(to *ir.Var) {
		if e.IsConst() && to.Type.IsFloat() {
			e = ir.Const(to.Type, e.Val)
		}
		b.emit(&ir.Assign{Var: to, Expr: ir.Cast(to.Type, e)}, c.pos)
	})
}
