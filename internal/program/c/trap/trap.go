// Package trap has executions of a function end at an error where its text shows that they go wrong: package belief says where.
package trap

import (
	"fmt"
	"slices"
	"strconv"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Trap is at a return, at a goto, at a closing brace, or at an assignment or a call of a function: a pointer that is not null there is an error. Or it is at the use of a pointer: one that is what a call in
// the function was given before, and not null, is an error. Or, with Pointer Unset, it is at the read of a variable of the function, whose address is not taken: one to which nothing has given a value since its
// life began is an error. Or, with Pointer Null, it is at the read of a pointer, which is not to be null. Or, with Pointer Reached, it is at an expression: to come to its statement is an error. Or it is what keep.go says.
type Trap struct {
	At      ir.Pos
	Pointer string // a variable; where there is a call, an argument of it
	Call    ir.Pos // where, in the file of At; no line: there is none
}

// Reached is the Pointer of traps that all executions are caught in that come there, Unset of those for variables without a value.
const Reached, Unset = "*", "?"

// Null is the Pointer of traps at reads of pointers: one that is null there is an error.
const Null = "0"

// String is what Read reads.
func (t Trap) String() string {
	text := fmt.Sprintf("%s:%d:%d:%s", t.At.File, t.At.Line, t.At.Col, t.Pointer)
	if t.Call.Line > 0 {
		text += fmt.Sprintf("@%d,%d", t.Call.Line, t.Call.Col)
	}
	return text
}

var written = pattern.New(`^(.+):(\d+):(\d+):([^:@]+)(@(\d+),(\d+))?$`)

// Read reads FILE:LINE:COLUMN:POINTER, or with the place of a call FILE:LINE:COLUMN:POINTER@LINE,COLUMN.
func Read(text string) (Trap, error) {
	m := written.FindStringSubmatch(text)
	if m == nil {
		return Trap{}, fmt.Errorf("%q is no FILE:LINE:COLUMN:POINTER", text)
	}
	n := func(i int) int {
		n, _ := strconv.Atoi(m[i]) // 0 where there is none
		return n
	}
	return Trap{At: ir.Pos{File: m[1], Line: n(2), Col: n(3)}, Pointer: m[4], Call: ir.Pos{File: m[1], Line: n(6), Col: n(7)}}, nil
}

// ReadAll reads several.
func ReadAll(texts []string) (list []Trap, err error) {
	for _, text := range texts {
		t, err := Read(text)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// Set sets traps. Those at no place of the program do nothing, nor do those of a pointer that is not there.
func Set(p *core.Program, traps []Trap) {
	for _, t := range traps {
		for _, u := range p.Units {
			for _, g := range u.Globals {
				d, ok := g.(*core.FuncDef)
				if !ok {
					continue
				}
				s := &setter{Program: p, Trap: t}
				switch {
				case t.Pointer == Reached:
					s.reached(d.Func)
				case condition.MatchString(t.Pointer):
					s.invariant(d.Func)
				case t.Pointer == Null:
					s.null(d.Func)
				case t.Pointer == Unset:
					s.unset(d.Func)
				case t.Call.Line > 0:
					s.given(d.Func)
				default:
					s.block(d.Func.Body, d.Func.Params)
				}
			}
		}
	}
}

type setter struct {
	*core.Program
	Trap
	set bool // the trap is there
}

// is tells whether a position is a place.
func (s *setter) is(at core.Pos, place ir.Pos) bool {
	p := s.Place(at)
	return p.Line == place.Line && p.Col == place.Col && p.File == place.File
}

// block sets the trap in a block, which may be nil, of a function that has some variables there.
func (s *setter) block(b *core.Block, vars []*core.Var) {
	if b == nil {
		return
	}
	vars = vars[:len(vars):len(vars)]
	var list []core.Stmt
	for i, x := range b.List {
		switch x := x.(type) {
		case *core.Declare:
			if vars = append(vars, x.Var); x.Init == nil && x.Var.Written() == s.Pointer && x.Var.Type.Kind == types.Pointer { // so that what has no value yet is not caught
				null := &core.Convert{At: x.At, X: &core.IntConst{At: x.At, Typ: s.Types.Basic(types.Int)}, Typ: x.Var.Type.Unqual()}
				list = append(list, x)
				b.List[i] = &core.Assign{At: x.At, Dst: &core.VarPlace{At: x.At, Var: x.Var}, Src: null}
			}
		case *core.Return, *core.Assign, *core.Call, *core.Goto:
			list = append(list, s.claim(x.Pos(), vars)...)
		}
		for _, inner := range core.Inner(x) {
			s.block(inner, vars)
		}
		list = append(list, b.List[i])
	}
	b.List = append(list, s.claim(b.End, vars)...)
}

// claim is that the last of some variables with the name is null, if the trap is at the position.
func (s *setter) claim(at core.Pos, vars []*core.Var) []core.Stmt {
	if s.set || !s.is(at, s.At) {
		return nil
	}
	for _, v := range slices.Backward(vars) {
		if v.Written() == s.Pointer {
			s.set = true // a call with its result may be two statements
			return []core.Stmt{s.not(at, &core.Load{At: at, X: &core.VarPlace{At: at, Var: v}}, "nothing else leads to what "+s.Pointer+" leads to")}
		}
	}
	return nil
}

// not claims that a value is 0.
func (s *setter) not(at core.Pos, x core.Expr, why string) core.Stmt {
	return &core.Claim{At: at, X: &core.Unary{At: at, Op: core.Not, X: x, Typ: s.Types.Basic(types.Int)}, Why: why}
}

// reached sets the trap in front of a statement.
func (s *setter) reached(f *core.Func) {
	core.Replace(f.Body, func(x core.Stmt) []core.Stmt {
		list := []core.Stmt{x}
		core.Parts(x, func(at *core.Expr) {
			if p := (*at).Pos(); len(list) == 1 && s.is(p, s.At) {
				list = []core.Stmt{s.not(p, &core.IntConst{At: p, Value: types.IntOf(1), Typ: s.Types.Basic(types.Int)}, "nothing comes here that is right"), x}
			}
		}, func(core.Place) {})
		return list
	})
}

// null sets the trap in front of the statement that reads the pointer.
func (s *setter) null(f *core.Func) {
	core.Replace(f.Body, func(x core.Stmt) []core.Stmt {
		list := []core.Stmt{x}
		core.Parts(x, func(at *core.Expr) {
			if l, ok := (*at).(*core.Load); ok && len(list) == 1 && s.is(l.At, s.At) && l.Type().Kind == types.Pointer {
				list = []core.Stmt{&core.Claim{At: l.At, X: &core.Load{At: l.At, X: l.X}, Why: core.Spelled(l.X) + " is null"}, x}
			}
		}, func(core.Place) {})
		return list
	})
}

// unset sets the trap in a function that has the read: what says whether the variable has a value is kept beside it.
func (s *setter) unset(f *core.Func) {
	var v *core.Var
	truth := s.Types.Basic(types.Int)
	core.EachStmt(f.Body, func(x core.Stmt) {
		core.Parts(x, func(at *core.Expr) {
			if l, ok := (*at).(*core.Load); ok && s.is(l.At, s.At) {
				if p, ok := l.X.(*core.VarPlace); ok && p.Var.Storage == core.Auto {
					v = p.Var
				}
			}
		}, func(core.Place) {})
	})
	if v == nil {
		return
	}
	has := &core.Var{Type: truth, Pos: v.Pos, Unit: f.Var.Unit, Temp: true}
	f.Temps = append(f.Temps, has)
	set := func(at core.Pos, n int64) core.Stmt {
		return &core.Assign{At: at, Dst: &core.VarPlace{At: at, Var: has}, Src: &core.IntConst{At: at, Value: types.IntOf(n), Typ: truth}}
	}
	is := func(p core.Place) bool {
		x, ok := p.(*core.VarPlace)
		return ok && x.Var == v
	}
	core.Replace(f.Body, func(x core.Stmt) []core.Stmt {
		list, trapped := []core.Stmt{x}, false
		core.Parts(x, func(at *core.Expr) {
			if l, ok := (*at).(*core.Load); ok && is(l.X) && s.is(l.At, s.At) && !trapped {
				trapped = true
				not := &core.Unary{At: l.At, Op: core.Not, X: &core.Load{At: l.At, X: &core.VarPlace{At: l.At, Var: has}}, Typ: truth}
				list = []core.Stmt{s.not(l.At, not, v.Name+" has no value"), x}
			}
		}, func(core.Place) {})
		switch y := x.(type) {
		case *core.Declare:
			if y.Var == v {
				list = append(list, set(y.At, 0))
			}
		case *core.Assign:
			if is(y.Dst) {
				list = append(list, set(y.At, 1))
			}
		case *core.Call:
			if y.Dst != nil && is(y.Dst) {
				list = append(list, set(y.At, 1))
			}
		case *core.Builtin, *core.Asm: // which may have, too
			list = append(list, set(x.Pos(), 1))
		}
		return list
	})
	f.Body.List = append([]core.Stmt{set(f.Pos, 0)}, f.Body.List...)
}

// given sets the trap in a function that has the call: what it was given last is kept.
func (s *setter) given(f *core.Func) {
	var last *core.Var
	core.Replace(f.Body, func(x core.Stmt) []core.Stmt {
		c, ok := x.(*core.Call)
		if !ok || !s.is(c.At, s.Call) {
			return []core.Stmt{x}
		}
		for _, a := range c.Args {
			if l, ok := core.Unconverted(a).(*core.Load); ok && core.Spelled(l.X) == s.Pointer && last == nil {
				last = &core.Var{Type: s.Types.VoidPtr, Pos: c.At, Unit: f.Var.Unit, Temp: true}
				return []core.Stmt{&core.Assign{At: c.At, Dst: &core.VarPlace{At: c.At, Var: last}, Src: s.anything(l)}, x}
			}
		}
		return []core.Stmt{x}
	})
	if last == nil {
		return
	}
	zero := &core.Convert{At: f.Pos, X: &core.IntConst{At: f.Pos, Typ: s.Types.Basic(types.Int)}, Typ: last.Type}
	f.Temps = append(f.Temps, last)
	f.Body.List = append([]core.Stmt{&core.Assign{At: f.Pos, Dst: &core.VarPlace{At: f.Pos, Var: last}, Src: zero}}, f.Body.List...)
	set := false
	core.Replace(f.Body, func(x core.Stmt) []core.Stmt {
		var claims []core.Stmt
		core.Parts(x, func(at *core.Expr) {
			l, ok := (*at).(*core.Load)
			if !ok || set || !s.is(l.At, s.At) || l.Type().Kind != types.Pointer {
				return
			}
			set = true
			kept, truth := &core.Load{At: l.At, X: &core.VarPlace{At: l.At, Var: last}}, s.Types.Basic(types.Int)
			same := &core.Binary{At: l.At, Op: core.Eq, X: s.anything(l), Y: kept, Typ: truth}
			claims = append(claims, s.not(l.At, &core.Logical{At: l.At, X: kept, Y: same, Typ: truth}, s.Pointer+" has been freed"))
		}, func(core.Place) {})
		return append(claims, x)
	})
}

// anything is the value of a pointer as a void *.
func (s *setter) anything(l *core.Load) core.Expr {
	return &core.Convert{At: l.At, X: &core.Load{At: l.At, X: l.X}, Typ: s.Types.VoidPtr}
}
