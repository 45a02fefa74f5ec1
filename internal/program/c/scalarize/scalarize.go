// Package scalarize takes apart, from core to core, the operations on values that are no scalars of the machine: vectors of GNU C become
// operations on their elements, complex numbers operations on their parts, and operations on a long double of the x87, whose values no type
// of ir has, become calls of functions on its significand and exponent, which are models of the library. Afterwards values of such types
// are only copied, passed, and returned, as structures are.
//
//	scalarize.go  statements, and when an operand is evaluated
//	expr.go       expressions
//	vector.go     elements
//	complex.go    parts
//	x87.go        long double
//	library.go    functions of the library
//	constant.go   initializers of static storage duration
package scalarize

import (
	"craig/internal/program/c/constant"
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
)

// Refusal is what keeps a program from being taken apart. Reason is one of a few words.
type Refusal struct {
	At     core.Pos
	Reason string
}

func (r *Refusal) Error() string { return r.Reason }

// Program takes the operations of a program apart, in place. What statements have that cannot be taken apart is not supported where an execution
// comes to them; goals says that something is asked of floats, which cannot be asked where functions of models compute with them. What
// initializers of static storage duration have is a refusal.
func Program(prog *core.Program, goals bool) (refused *Refusal) {
	p := &pass{tt: prog.Types, fold: constant.Fold{Types: prog.Types}, models: map[string]*core.Var{}, goals: goals}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Refusal:
			refused = r
		default:
			panic(r)
		}
	}()
	p.directed = setsRounding(prog)
	for i, u := range prog.Units {
		p.unit = i
		for _, g := range u.Globals {
			switch g := g.(type) {
			case *core.VarDef:
				if g.Var.Init != nil {
					g.Var.Init = p.static(g.Var.Init, g.Var.Type)
				}
			case *core.FuncDef:
				p.fn = g.Func
				p.block(g.Func.Body)
				p.block(g.Func.Leave)
			}
		}
	}
	return nil
}

// pass is the state of Program.
type pass struct {
	tt     *types.Table
	fold   constant.Fold
	models map[string]*core.Var
	goals  bool
	unit   int
	fn     *core.Func
	out    []core.Stmt // where statements go

	directed bool // operations may round in another direction than to nearest
}

// refuse gives up what is taken apart.
func refuse(at core.Pos, reason string) { panic(&Refusal{at, reason}) }

// isWide is true of the types that are taken apart.
func isWide(t *types.Type) bool {
	return layout.IsAggregate(t) && !t.IsRecord() && t.Kind != types.Array
}

func (p *pass) emit(s core.Stmt) { p.out = append(p.out, s) }

// scratch returns the statements that f leaves.
func (p *pass) scratch(f func()) []core.Stmt {
	was := p.out
	p.out = nil
	f()
	list := p.out
	p.out = was
	return list
}

func (p *pass) block(b *core.Block) {
	if b == nil {
		return
	}
	b.List = p.scratch(func() {
		for _, s := range b.List {
			p.stmt(s)
		}
	})
}

// limited takes something of a statement apart. If it cannot, executions end there that come to it, and it is false.
func (p *pass) limited(do func()) (ok bool) {
	was := p.out
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Refusal:
			ok, p.out = false, was
			p.emit(&core.Opaque{At: r.At, Why: r.Reason})
		default:
			panic(r)
		}
	}()
	do()
	return true
}

// stmt emits a statement behind those that evaluate what it needs.
func (p *pass) stmt(s core.Stmt) {
	never := func(at core.Pos, t *types.Type) core.Expr { return &core.IntConst{At: at, Typ: t} }
	switch s := s.(type) {
	case *core.Block:
		p.block(s)
		p.emit(s)
	case *core.If:
		if !p.limited(func() { s.X = p.condition(s.X) }) {
			s.X = never(s.At, p.tt.Basic(types.Int))
		}
		p.block(s.Then)
		p.block(s.Else)
		p.emit(s)
	case *core.Loop:
		p.block(s.Body)
		p.block(s.Step)
		p.emit(s)
	case *core.Switch:
		if t := s.X.Type(); !p.limited(func() { s.X = p.expr(s.X) }) {
			s.X = never(s.At, t)
		}
		p.block(s.Body)
		p.emit(s)
	case *core.Declare:
		if s.Init != nil && !p.limited(func() { s.Init = p.init(s.Init) }) {
			s.Init = nil
		}
		p.emit(s)
	default:
		p.limited(func() { p.simple(s) })
	}
}

// simple emits a statement that has no others in it.
func (p *pass) simple(s core.Stmt) {
	switch s := s.(type) {
	case *core.Assign:
		s.Dst, s.Src = p.place(s.Dst), p.expr(s.Src)
	case *core.Call:
		if s.Dst != nil {
			s.Dst = p.place(s.Dst)
		}
		if p.ofLibrary(s) {
			return
		}
		s.Fun = p.expr(s.Fun)
		for i, x := range s.Args {
			s.Args[i] = p.expr(x)
		}
	case *core.Builtin:
		if s.Dst != nil {
			s.Dst = p.place(s.Dst)
		}
		if do := builtins[s.Name]; do != nil {
			do(p, s)
			return
		}
		if p.ofX87s(s) {
			return
		}
		for i := range s.Args {
			if a := &s.Args[i]; a.X != nil {
				a.X = p.expr(a.X)
			} else if a.Place != nil {
				a.Place = p.place(a.Place)
			}
		}
	case *core.Eval:
		s.X = p.expr(s.X)
	case *core.GotoPtr:
		s.X = p.expr(s.X)
	case *core.Claim, *core.Keep, *core.FrameBegin: // a quantifier has nowhere to put statements
		for _, b := range core.Inner(s) {
			p.block(b)
		}
		core.Parts(s, func(at *core.Expr) {
			if isWide((*at).Type()) {
				refuse((*at).Pos(), "contract")
			}
		}, func(core.Place) {})
	case *core.Return:
		if s.X != nil {
			s.X = p.expr(s.X)
		}
	}
	p.emit(s)
}

// builtins are the functions of gcc that make what is taken apart.
var builtins map[string]func(p *pass, s *core.Builtin)

func init() { // breaks the cycle from the table to its users
	builtins = map[string]func(p *pass, s *core.Builtin){"__builtin_shuffle": (*pass).shuffle, "__builtin_complex": (*pass).ofParts}
}

// init is an initializer of a variable of a block.
func (p *pass) init(x core.Init) core.Init {
	switch x := x.(type) {
	case *core.ExprInit:
		x.X = p.expr(x.X)
	case *core.ListInit:
		for _, e := range x.Elems {
			p.init(e.Init)
		}
	}
	return x
}

// temp is a new temporary of the function.
func (p *pass) temp(t *types.Type, at core.Pos) core.Place {
	v := &core.Var{Type: t.Main(), Pos: at, Unit: p.unit, Temp: true}
	p.fn.Temps = append(p.fn.Temps, v)
	return &core.VarPlace{At: at, Var: v}
}

// store assigns a value, which is taken apart first.
func (p *pass) store(dst core.Place, x core.Expr) {
	p.stmt(&core.Assign{At: dst.Pos(), Dst: dst, Src: x})
}

// saved is the value of an expression in a temporary.
func (p *pass) saved(x core.Expr) core.Place {
	t := p.temp(x.Type(), x.Pos())
	p.store(t, x)
	return t
}

func load(p core.Place) *core.Load { return &core.Load{At: p.Pos(), X: p} }

// number is an int.
func (p *pass) number(n int64, at core.Pos) core.Expr {
	return p.integer(types.IntOf(n), types.Int, at)
}

func (p *pass) integer(n types.Integer, k types.Kind, at core.Pos) core.Expr {
	return &core.IntConst{At: at, Value: n, Typ: p.tt.Basic(k)}
}
