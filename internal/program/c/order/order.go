// Package order says what statements of the core may change, and what expressions read, as far as that can be told of variables and of memory:
// where the two meet, it matters which comes first.
package order

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// What the note says that operands are evaluated in an order that C leaves open: programs recognise it by how it begins.
const (
	Chosen            = "operands are evaluated from left to right, which C leaves open"
	ChangesWhatIsRead = "another one may change what is read here"
)

// Writes is what statements may change.
type Writes struct {
	Vars   map[*core.Var]bool
	Memory bool // by a pointer, or in a function that is called
}

// Add adds what statements may change.
func (w *Writes) Add(list []core.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *core.Assign:
			w.place(s.Dst)
		case *core.Call:
			w.Memory = true
		case *core.Builtin:
			w.Memory = true
		case *core.Asm:
			w.Memory = true
		case *core.Block:
			w.Add(s.List)
		case *core.If:
			w.Add(s.Then.List)
			if s.Else != nil {
				w.Add(s.Else.List)
			}
		case *core.Loop:
			w.Add(s.Body.List)
			if s.Step != nil {
				w.Add(s.Step.List)
			}
		case *core.Switch:
			w.Add(s.Body.List)
		}
	}
}

func (w *Writes) place(p core.Place) {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			p = q.X
			continue
		case *core.PartPlace:
			p = q.X
			continue
		case *core.VarPlace:
			if w.Vars == nil {
				w.Vars = map[*core.Var]bool{}
			}
			w.Vars[q.Var] = true
			return
		}
		if d, ok := p.(*core.DerefPlace); ok { // an element of an array variable
			if v := arrayOf(d.X); v != nil {
				p = &core.VarPlace{Var: v}
				continue
			}
		}
		w.Memory = true
		return
	}
}

// arrayOf is the array variable that a pointer is into, if that is written there.
func arrayOf(x core.Expr) *core.Var {
	for {
		switch y := x.(type) {
		case *core.PtrAdd:
			x = y.X
			continue
		case *core.Decay:
			if v, ok := y.X.(*core.VarPlace); ok {
				return v.Var
			}
		}
		return nil
	}
}

// Reads is what an expression reads: variables of the program, and memory by pointers.
type Reads struct {
	Temp   func(*core.Var) bool // variables that are none of the program
	Vars   []*core.Var
	Memory bool
}

// Expr adds what an expression reads.
func (r *Reads) Expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Load:
		r.value(x.X)
	case *core.AddrOf:
		r.Place(x.X)
	case *core.Decay:
		r.Place(x.X)
	default:
		for y := range core.Operands(x) {
			r.Expr(y)
		}
	}
}

// value adds what is read where a place is.
func (r *Reads) value(p core.Place) {
	switch p := p.(type) {
	case *core.VarPlace:
		if !r.Temp(p.Var) {
			r.Vars = append(r.Vars, p.Var)
		}
	case *core.DerefPlace:
		if v := arrayOf(p.X); v != nil {
			r.Vars = append(r.Vars, v)
		} else if p.Typ.Quals&types.Const == 0 {
			r.Memory = true
		}
		r.Expr(p.X)
	case *core.FieldPlace:
		r.value(p.X)
	case *core.PartPlace:
		r.value(p.X)
	}
}

// Place adds what is read to find a place.
func (r *Reads) Place(p core.Place) {
	switch p := p.(type) {
	case *core.DerefPlace:
		r.Expr(p.X)
	case *core.FieldPlace:
		r.Place(p.X)
	case *core.PartPlace:
		r.Place(p.X)
	}
}
