package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// at is a number of the type of the result.
func (l *libCall) at(n int64) *ir.Expr {
	return ir.Const(l.res.Type, l.b.p.mode.Convert(l.res.Type, num.I(n)))
}

// is is the condition that the result is a number, and atLeast and atMost bound it.
func (l *libCall) is(n int64) *ir.Expr {
	return l.b.fold(ir.Compare(ir.OpEq, ir.VarExpr(l.res), l.at(n)))
}

func (l *libCall) atLeast(n int64) *ir.Expr {
	return l.b.fold(ir.Compare(ir.OpGe, ir.VarExpr(l.res), l.at(n)))
}

func (l *libCall) atMost(n int64) *ir.Expr {
	return l.b.fold(ir.Compare(ir.OpLe, ir.VarExpr(l.res), l.at(n)))
}

// atMostArgument is the condition that the result is no more than an argument. The largest counts have no other meaning than that.
func (l *libCall) atMostArgument() *ir.Expr {
	a := l.arg(l.row.Bound)
	if a == nil {
		return ir.True()
	}
	t := l.res.Type
	bound := l.b.cast(t, a)
	below := l.b.fold(ir.Compare(ir.OpLe, ir.VarExpr(l.res), bound))
	if t.IsSigned() {
		return ir.Or(l.b.fold(ir.Compare(ir.OpLt, bound, l.at(0))), below)
	}
	return below
}

func (l *libCall) assume(c *ir.Expr) {
	if !c.IsTrue() {
		l.b.emit(&ir.Assume{Cond: c}, l.pos)
	}
}

// bounded leaves of the executions those in which the result has a value that the function may have, and sets errno.
func (l *libCall) bounded() {
	b, row := l.b, l.row
	source := ir.FromEffect
	if row.Kind == library.Approximate { // its arguments decide it
		source = ir.FromApproximation
	}
	defer l.clearErrno()
	if row.Values == library.NonNull && l.res != nil {
		l.assume(b.fold(ir.ToBool(ir.VarExpr(l.res))))
	}
	if !l.isInt() {
		b.failsIf(source, l.v.Name, nil, l.pos)
		return
	}
	result := ir.VarExpr(l.res)
	assign := func(e *ir.Expr) { b.emit(&ir.Assign{Var: l.res, Expr: e}, l.pos) }
	l.refusesFile()
	l.refusesEmptyPath(ir.Not(l.atLeast(0)))
	failed := l.is(-1)
	cond := ir.True()
	switch row.Values {
	case library.Status:
		cond = ir.Or(l.is(0), failed)
	case library.Count:
		if !row.Tied {
			cond = ir.Or(l.atLeast(0), failed)
			break
		}
		l.assume(ir.Or(l.is(0), failed))
		b.failsIf(ir.FromEffect, l.v.Name, failed, l.pos)
		b.either(failed, l.pos, func() {}, func() {
			l.havoc(ir.FromApproximation)
			l.assume(l.atLeast(0))
		})
		return
	case library.UpTo:
		cond = ir.Or(ir.And(l.atLeast(0), l.atMostArgument()), failed)
	case library.AtMost:
		cond, failed = ir.And(l.atLeast(0), l.atMostArgument()), nil
		if size := l.arg(row.Param("size")); size != nil { // of elements of no size there are none
			cond = ir.And(cond, ir.Or(b.fold(ir.ToBool(size)), l.is(0)))
		}
	case library.Process:
		cond = ir.Or(l.atLeast(1), failed)
	case library.Truth:
		l.assume(ir.Or(l.is(0), l.is(1)))
		b.failsIf(ir.FromEffect, l.v.Name, nil, l.pos)
		assign(b.cast(l.res.Type, b.openTruth(l.is(1), l.v.Name, l.pos)))
		return
	case library.Descriptor:
		l.assume(ir.Or(l.is(0), failed))
		b.failsIf(ir.FromEffect, l.v.Name, failed, l.pos)
		l.wrongNumber()
		assign(ir.Ite(failed, l.at(-1), b.cast(l.res.Type, l.openFrom(0))))
		return
	case library.NonNegative:
		cond, failed = l.atLeast(0), nil
	case library.ErrorNumber:
		l.assume(ir.And(l.atLeast(0), l.atMost(mostErrno)))
		b.failsIf(ir.FromApproximation, l.v.Name, nil, l.pos) // C lets every function set it
		return
	case library.Flag:
		cond, failed = ir.Or(l.is(0), l.is(1)), nil
	case library.Byte:
		cond, failed = ir.And(l.atLeast(-1), l.atMost(255)), nil // the end of a file is no error
	case library.Positive:
		cond, failed = l.atLeast(1), nil
	case library.Least:
		cond, failed = l.atLeast(-1), nil
	case library.Range:
		cond, failed = ir.And(l.atLeast(row.Between[0]), l.atMost(row.Between[1])), nil
	case library.Echo:
		cond = failed
		if a := l.arg(row.Bound); a != nil {
			if l.res.Type.IsSigned() {
				a = b.cast(ir.Int(8, false), a)
			}
			cond = ir.Or(b.fold(ir.Compare(ir.OpEq, result, b.cast(l.res.Type, a))), failed)
		}
		if !l.res.Type.IsSigned() { // WEOF, which may be what was given
			failed = nil
		}
	case library.Wide:
		l.wideCharacter()
		failed = nil
	case library.Stream:
		assign(l.streamNumber())
		failed = nil
	default:
		failed = nil
	}
	l.assume(cond)
	b.failsIf(source, l.v.Name, failed, l.pos)
	l.wrongNumber()
}

// openFrom is an int that C leaves open, which is no less than n.
func (l *libCall) openFrom(n int64) *ir.Expr {
	m := l.b.havoc(ir.Int(32, true), ir.FromUnspecified, l.v.Name, l.pos)
	l.assume(ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, n)))
	return m
}

// refusesEmptyPath leaves of the executions those in which a call fails that is given an empty path.
func (l *libCall) refusesEmptyPath(failed *ir.Expr) {
	l.assume(l.b.fold(ir.Or(ir.Not(l.emptyPath()), failed)))
}

// emptyPath is the condition that the path that the function is given is empty.
func (l *libCall) emptyPath() *ir.Expr {
	b, path := l.b, l.arg(0)
	switch {
	case path == nil || l.row.Param("path") != 0 || path.Type != b.p.out.PtrType():
		return ir.False()
	case path.Op != ir.OpAddr && b.p.conf.Memory.Looks():
		return ir.False() // the load would have to be checked
	case path.Op == ir.OpAddr && path.Obj.Kind == ir.StringObject:
		return ir.Truth(path.Obj.Data == "" || path.Obj.Data[0] == 0)
	}
	if l.first == nil {
		l.first = b.temp(b.scalar(b.p.tt.Basic(types.Char), l.pos), l.pos)
		b.either(b.fold(ir.ToBool(path)), l.pos, func() {
			b.emit(&ir.Assign{Var: l.first, Expr: ir.Load(l.first.Type, path)}, l.pos)
		}, func() { // it fails, with another number
			b.emit(&ir.Assign{Var: l.first, Expr: ir.ConstInt(l.first.Type, 1)}, l.pos)
		})
	}
	return ir.Compare(ir.OpEq, ir.VarExpr(l.first), ir.ConstInt(l.first.Type, 0))
}

// wrongFile is the condition that the number of a file that the function is given is negative. Beside a path that has another meaning.
func (l *libCall) wrongFile() *ir.Expr {
	fd := l.arg(0)
	if fd == nil || l.row.Param("fd") != 0 || l.row.Param("path") >= 0 || !fd.Type.IsSigned() {
		return ir.False()
	}
	return l.b.fold(ir.Compare(ir.OpLt, fd, ir.ConstInt(fd.Type, 0)))
}

// refusesFile leaves of the executions those in which a call fails that is given the negative number of a file.
func (l *libCall) refusesFile() {
	failed := l.failure()
	if l.row.Values == library.Descriptor {
		failed = l.is(-1)
	}
	if failed != nil && l.row.Values != library.ErrorNumber {
		l.assume(l.b.fold(ir.Or(ir.Not(l.wrongFile()), failed)))
	}
}

// wrongNumber leaves of the executions those in which errno has the number of an error for an empty path, or the negative number of a file, after a call
// that is given one, if nothing else can be wrong with it.
func (l *libCall) wrongNumber() {
	cond, number := l.emptyPath(), int64(errNoEntry)
	if l.row.Param("path") < 0 {
		cond, number = l.wrongFile(), errBadFile
	}
	if at, ok := l.b.errnoPlace(l.pos); ok && l.row.Plain && !cond.IsFalse() && l.opensPlainly() {
		is := l.b.load(at, l.pos)
		l.assume(l.b.fold(ir.Or(ir.Not(cond), ir.Compare(ir.OpEq, is, ir.ConstInt(is.Type, number)))))
	}
}

// opensPlainly tells whether nothing is wrong with the flags, or the mode, with which a file is opened, if the function has such a parameter.
func (l *libCall) opensPlainly() bool {
	if e := l.arg(l.row.Param("flags")); e != nil {
		flags, ok := e.Val.Int64()
		return e.IsConst() && ok && library.PlainFlags(flags)
	}
	i := l.row.Param("mode")
	if i < 0 || i >= len(l.Args) || l.Args[i].Type().Kind != types.Pointer {
		return true
	}
	mode, ok := core.LiteralText(l.Args[i])
	return ok && library.PlainMode(mode)
}

// wideCharacter leaves of the executions those in which the result is a wide character or WEOF. The C library may let numbers through that
// are no characters of Unicode, up to 2^31, in other encodings than today's.
func (l *libCall) wideCharacter() {
	end := l.is(-1)
	l.assume(ir.Or(end, ir.And(l.atLeast(0), l.atMost(0x7fffffff)))) // some headers say int
	l.b.guessesIf(ir.Not(ir.Or(end, l.atMost(0x10ffff))), l.pos)
}

// streamNumber is the number of the file of a stream: of those that are there at first it never changes, and which one others get is left open.
func (l *libCall) streamNumber() *ir.Expr {
	p := l.b.p
	e := l.b.cast(l.res.Type, l.openFrom(-1))
	for n, name := range firstStreams {
		if v := p.link.Externs[name]; v != nil && p.variables[v] != nil && v.Type.Kind == types.Pointer && l.arg(l.row.Bound) != nil {
			e = ir.Ite(ir.Compare(ir.OpEq, l.arg(l.row.Bound), p.stream(name)), ir.ConstInt(l.res.Type, int64(n)), e)
		}
	}
	return e
}

// mostErrno is the greatest number that Linux has for an error.
const mostErrno = 4095

// Numbers of errors.
const (
	errNoEntry = 2
	errBadFile = 9
	errMemory  = 12
	errInvalid = 22
	errDomain  = 33
	errRange   = 34
)

// errnoPlace is where errno is; false if the program does not look at it.
func (b *builder) errnoPlace(pos ir.Pos) (place, bool) {
	if !b.errnoSeen() {
		return place{}, false
	}
	v := b.p.link.Externs[errnoName]
	return b.home(v, pos), v.Type.IsInteger()
}

// errnoSeen tells whether the program has errno, so that it matters whether a function sets it.
func (b *builder) errnoSeen() bool {
	v := b.p.link.Externs[errnoName]
	return v != nil && b.p.variables[v] != nil
}

// setErrno sets errno, if the program has it.
func (b *builder) setErrno(e *ir.Expr, pos ir.Pos) {
	if at, ok := b.errnoPlace(pos); ok {
		b.store(at, b.cast(b.scalar(at.t, pos), e), pos)
	}
}

func (b *builder) setErrnoTo(n int64, pos ir.Pos) { b.setErrno(ir.ConstInt(ir.Int(32, true), n), pos) }

// failsIf sets errno, if the program has it, as a call of the library may that has failed if the condition holds: to a positive number from
// the source. One that has not failed may do so too, which is an approximation. nil says that it may have failed.
func (b *builder) failsIf(source ir.Source, name string, failed *ir.Expr, pos ir.Pos) {
	if _, ok := b.errnoPlace(pos); !ok {
		return
	}
	i, flag := ir.Int(32, true), ir.Int(1, false)
	isError := func(x *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpGt, x, ir.ConstInt(i, 0)), ir.Compare(ir.OpLe, x, ir.ConstInt(i, mostErrno)))
	}
	e := b.havoc(i, source, name, pos)
	if failed == nil {
		b.either(isError(e), pos, func() { b.setErrno(e, pos) }, func() {})
		return
	}
	b.emit(&ir.Assume{Cond: isError(e)}, pos)
	b.either(b.fold(failed), pos, func() { b.setErrno(e, pos) }, func() {
		kept := ir.ToBool(b.havoc(flag, ir.FromEffect, name, pos))
		b.either(kept, pos, func() {}, func() { // only what depends on the number is approximated
			number := b.havoc(i, ir.FromApproximation, "", pos)
			b.setErrno(ir.Ite(isError(number), number, ir.ConstInt(i, 1)), pos)
		})
	})
}

// mathFailsIf is failsIf for a function of math.h. Its errors are EDOM and ERANGE; where it is known when it fails, that is EDOM. That it
// sets errno otherwise is an approximation: the arguments decide it.
func (b *builder) mathFailsIf(name string, failed *ir.Expr, pos ir.Pos) {
	if !b.errnoSeen() {
		return
	}
	may := func(do func()) {
		b.either(ir.ToBool(b.havoc(ir.Int(1, false), ir.FromApproximation, name, pos)), pos, do, func() {})
	}
	if failed == nil {
		may(func() { b.setErrnoAmong(name, errDomain, errRange, pos) })
		return
	}
	b.either(b.fold(failed), pos, func() { b.setErrnoTo(errDomain, pos) }, func() {
		may(func() { b.setErrnoTo(errDomain, pos) })
	})
}

// setErrnoAmong sets errno, if the program has it, to one of two numbers, which one being an approximation.
func (b *builder) setErrnoAmong(name string, x, y int64, pos ir.Pos) {
	if !b.errnoSeen() {
		return
	}
	b.either(ir.ToBool(b.havoc(ir.Int(1, false), ir.FromApproximation, name, pos)), pos, func() { b.setErrnoTo(x, pos) }, func() { b.setErrnoTo(y, pos) })
}

// clearErrno has a call set errno to 0, or not, if it may: when it is done, whatever it has set errno to before.
func (l *libCall) clearErrno() {
	if l.row.Clears && l.b.errnoSeen() {
		clears := ir.ToBool(l.b.havoc(ir.Int(1, false), ir.FromApproximation, l.v.Name, l.pos))
		l.b.either(clears, l.pos, func() { l.b.setErrnoTo(0, l.pos) }, func() {})
	}
}
