// Package argv says what a program is started with: the arguments of main, and the strings of its environment. They are lists of strings with a
// null pointer behind them.
//
//	argv.go  lists at unknown addresses, of which only what C says is assumed
//	uses.go  what a program does with lists
//	text.go  lists that are objects of their own, as C: where a property asks to which objects pointers lead
package argv

import (
	"fmt"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// mostArguments bounds how many arguments Linux gives a program: together they have 6 MiB at most.
const mostArguments = 1 << 23

// eachArgument is of how many strings of a list something is said one by one, if the program does not take more by constants, and mostStrings of how many at most.
const (
	eachArgument = 3
	mostStrings  = 16
)

// note says what is assumed of the arguments of main.
const note = "the program is started with arguments that are terminated strings, each in memory of its own"

// More says what is not known of lists that are objects of their own.
var More = fmt.Sprintf("the arguments of the program from argv[%d] on, and the strings of the environment, are approximated: they may be anywhere", eachArgument)

// Machine adds to the automaton of the function in which the program begins.
type Machine interface {
	Loc(pos ir.Pos) ir.Loc
	Continue(at ir.Loc)
	Emit(s ir.Stmt, pos ir.Pos)
	Jump(to ir.Loc, pos ir.Pos)
	Branch(c *ir.Expr, yes, no ir.Loc, pos ir.Pos)
	Fold(e *ir.Expr) *ir.Expr
}

// Value is a parameter of main, or a variable of the library, and what it has at first.
type Value struct {
	Var  *core.Var
	Is   *ir.Expr
	Used bool
}

// Start is what a program is started with, as far as it uses that.
type Start struct {
	count *ir.Expr // of the arguments; nil: main does not take it
	argv  list
	third *ir.Expr // the third parameter of main, if that is a pointer
	env   []list   // that parameter and environ, which are the same list
}

// list is a list of strings.
type list struct {
	addr  *ir.Expr // nil: the program does not use it
	known int      // of so many of its strings something is said
}

// Begin leaves of the executions those in which all is as C and POSIX say, as far as it is looked at: the number of arguments is not negative; that
// many are not null, and a null pointer is behind them; no string is another one, or in a list. params are the parameters of main, none if the program
// begins elsewhere, and env variables of the library with the environment.
func Begin(m Machine, p *ir.Program, prog *core.Program, params, env []Value, pos ir.Pos) *Start {
	s := &Start{}
	of := func(v Value) list { return list{v.Is, min(max(eachArgument, Of(prog, v.Var).Taken), mostStrings)} }
	a := &assumer{m, p.PtrType(), p.PtrBits, pos}
	if len(params) > 0 && params[0].Var.Type.IsInteger() {
		s.count = params[0].Is
		p.Notes = append(p.Notes, ir.Note{Pos: pos, Kind: ir.Assumption, Aspect: ir.AboutMain, Text: note})
		if len(params) > 1 && params[1].Used && IsList(params[1].Var.Type) {
			s.argv = of(params[1])
		}
		if len(params) > 2 && params[2].Var.Type.Kind == types.Pointer {
			s.third = params[2].Is
			env = append([]Value{params[2]}, env...)
		}
		a.arguments(s)
	}
	for _, v := range env {
		if v.Used && IsList(v.Var.Type) {
			s.env = append(s.env, of(v))
		}
	}
	if len(s.env) > 0 {
		a.environment(s)
	}
	return s
}

// assumer leaves executions out.
type assumer struct {
	m    Machine
	ptr  ir.Type
	bits uint8
	pos  ir.Pos
}

func (a *assumer) assume(c *ir.Expr) { a.m.Emit(&ir.Assume{Cond: c}, a.pos) }

// element is the string of a list whose number is the value of i.
func (a *assumer) element(list, i *ir.Expr) *ir.Expr {
	size := ir.ConstInt(ir.Int(a.bits, true), int64(a.bits/8))
	return ir.Load(a.ptr, ir.PtrAdd(list, ir.Binary(ir.OpMul, ir.Cast(size.Type, i), size)))
}

// at is the string of that number.
func (a *assumer) at(list *ir.Expr, i int) *ir.Expr {
	if i > 0 {
		list = ir.PtrAdd(list, ir.ConstInt(ir.Int(a.bits, true), int64(i)*int64(a.bits/8)))
	}
	return ir.Load(a.ptr, list)
}

// more is the condition that there are more than k arguments.
func more(count *ir.Expr, k int) *ir.Expr {
	return ir.Compare(ir.OpGt, count, ir.ConstInt(count.Type, int64(k)))
}

func (a *assumer) arguments(s *Start) {
	a.assume(ir.Compare(ir.OpGe, s.count, ir.ConstInt(s.count.Type, 0)))
	if s.count.Type.Fits(num.I(mostArguments)) && a.bits > 16 {
		a.assume(ir.Compare(ir.OpLe, s.count, ir.ConstInt(s.count.Type, mostArguments)))
	}
	if s.third != nil {
		a.assume(ir.ToBool(s.third))
	}
	list := s.argv.addr
	if list == nil {
		return
	}
	a.assume(ir.ToBool(list))
	for k := range eachArgument {
		there, end := a.m.Loc(a.pos), a.m.Loc(a.pos)
		a.m.Branch(more(s.count, k), there, end, a.pos)
		a.m.Continue(there)
		arg := a.at(list, k)
		a.assume(ir.And(ir.ToBool(arg), ir.Compare(ir.OpNe, arg, list)))
		for j := range k {
			a.assume(ir.Compare(ir.OpNe, a.at(list, j), arg))
		}
		a.m.Jump(end, a.pos)
		a.m.Continue(end)
	}
	a.assume(ir.Not(ir.ToBool(a.element(list, s.count))))
}

func (a *assumer) environment(s *Start) {
	env, argv, inEnv := s.env[0].addr, s.argv.addr, 0
	for i, l := range s.env {
		inEnv = max(inEnv, l.known)
		if i > 0 {
			a.assume(ir.Compare(ir.OpEq, env, l.addr))
		}
	}
	a.assume(ir.ToBool(env))
	there := ir.True() // the strings up to this one
	differ := func(when, p, q *ir.Expr) {
		a.assume(a.m.Fold(ir.Or(ir.Not(ir.And(there, when)), ir.Compare(ir.OpNe, p, q))))
	}
	if argv != nil {
		differ(ir.True(), env, argv)
		for j := eachArgument; j < s.argv.known; j++ { // of the others arguments says it
			given := more(s.count, j)
			differ(given, a.at(argv, j), ir.Const(a.ptr, num.I(0)))
			differ(given, a.at(argv, j), argv)
			for i := range j {
				differ(given, a.at(argv, i), a.at(argv, j))
			}
		}
	}
	for k := range inEnv {
		there = ir.And(there, ir.ToBool(a.at(env, k)))
		differ(ir.True(), a.at(env, k), env)
		for j := range k {
			differ(ir.True(), a.at(env, j), a.at(env, k))
		}
		if argv == nil {
			continue
		}
		differ(ir.True(), a.at(env, k), argv)
		for j := range s.argv.known {
			differ(more(s.count, j), a.at(env, k), a.at(argv, j))
		}
	}
}

// Element assumes what C says of a string of argv that the program reads at an address, which changes neither argc nor argv and does nothing else
// with argv, see OnlyRead: it is not null if there are so many arguments, and null just behind the last. s may be nil.
func (s *Start) Element(m Machine, addr, value *ir.Expr, pos ir.Pos) {
	if s == nil {
		return
	}
	offset := ir.ConstInt(ir.Int(addr.Type.Bits, true), 0)
	if addr.Op == ir.OpPtrAdd {
		addr, offset = addr.Args[0], addr.Args[1]
	}
	if !ir.Equal(addr, s.argv.addr) {
		return
	}
	end := ir.Binary(ir.OpMul, ir.Cast(offset.Type, s.count), ir.ConstInt(offset.Type, int64(addr.Type.Bits/8)))
	given := ir.And(ir.Compare(ir.OpGe, offset, ir.ConstInt(offset.Type, 0)), ir.Compare(ir.OpLt, offset, end))
	m.Emit(&ir.Assume{Cond: m.Fold(ir.Or(ir.Not(given), ir.ToBool(value)))}, pos)
	m.Emit(&ir.Assume{Cond: m.Fold(ir.Or(ir.Compare(ir.OpNe, offset, end), ir.Not(ir.ToBool(value))))}, pos)
}

// OnlyRead tells whether a program changes neither argc nor argv, the parameters of main, and does nothing with argv but read its strings.
func (s *Start) OnlyRead(prog *core.Program, params []Value) bool {
	if s.argv.addr == nil || s.argv.addr.Type.Bits <= 16 {
		return false
	}
	return Of(prog, params[0].Var).Read && Of(prog, params[1].Var).Read
}
