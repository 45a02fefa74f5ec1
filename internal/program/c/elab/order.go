package elab

// Notes on the order of evaluation: where one operand changes, or calls a function that may change, what another one reads, C leaves
// it open which comes first (6.5 p2, p3), and the program's result may depend on it.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// writes is what statements may change.
type writes struct {
	vars   map[*core.Var]bool
	memory bool // by a pointer, or in a function that is called
}

// doubt is a place where the order matters if a variable of the function has its address taken.
type doubt struct {
	at   core.Pos
	vars []*core.Var
}

func (w *writes) add(list []core.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *core.Assign:
			w.place(s.Dst)
		case *core.Call:
			w.memory = true
		case *core.Builtin:
			w.memory = true
		case *core.Asm:
			w.memory = true
		case *core.Block:
			w.add(s.List)
		case *core.If:
			w.add(s.Then.List)
			if s.Else != nil {
				w.add(s.Else.List)
			}
		case *core.Loop:
			w.add(s.Body.List)
			if s.Step != nil {
				w.add(s.Step.List)
			}
		case *core.Switch:
			w.add(s.Body.List)
		}
	}
}

func (w *writes) place(p core.Place) {
	for {
		switch q := p.(type) {
		case *core.FieldPlace:
			p = q.X
			continue
		case *core.PartPlace:
			p = q.X
			continue
		case *core.VarPlace:
			if w.vars == nil {
				w.vars = map[*core.Var]bool{}
			}
			w.vars[q.Var] = true
			return
		}
		if d, ok := p.(*core.DerefPlace); ok { // an element of an array variable
			if v := arrayOf(d.X); v != nil {
				p = &core.VarPlace{Var: v}
				continue
			}
		}
		w.memory = true
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

// note adds a note if what the statements change is read by an operand.
func (u *unit) note(effects []core.Stmt, o *operand) {
	if u.fn == nil || u.unevaluated > 0 || len(effects) == 0 || !u.changes(effects) {
		return
	}
	r := &reads{u: u}
	if o.p != nil {
		r.placeOf(o.p)
	} else {
		r.expr(o.x)
	}
	if len(r.vars) == 0 && !r.memory {
		return
	}
	var w writes
	w.add(effects)
	at := core.Pos{}
	if o.p != nil {
		at = o.p.Pos()
	} else if o.x != nil {
		at = o.x.Pos()
	}
	if w.memory && r.memory {
		u.orderNote(at)
		return
	}
	var doubtful []*core.Var
	for _, v := range r.vars {
		switch {
		case w.vars[v], w.memory && (v.Storage == core.Static || v.Storage == core.Thread):
			u.orderNote(at)
			return
		case w.memory:
			doubtful = append(doubtful, v)
		}
	}
	if len(doubtful) > 0 {
		u.fn.doubts = append(u.fn.doubts, doubt{at, doubtful})
	}
	if r.memory {
		for v := range w.vars {
			if v.Storage == core.Static || v.Storage == core.Thread {
				u.orderNote(at)
				return
			}
			u.fn.doubts = append(u.fn.doubts, doubt{at, []*core.Var{v}})
		}
	}
}

func (u *unit) orderNote(at core.Pos) {
	if n := len(u.prog.Notes); n > 0 && u.prog.Notes[n-1].Pos == at {
		return
	}
	const text = "C leaves it open whether this is read before or after it may change"
	u.prog.Notes = append(u.prog.Notes, core.Note{Pos: at, Kind: core.OrderNote, Text: text})
}

// settleDoubts adds the notes that depend on whose address is taken.
func (u *unit) settleDoubts() {
	for _, d := range u.fn.doubts {
		for _, v := range d.vars {
			if u.fn.addressed[v] {
				u.orderNote(d.at)
				break
			}
		}
	}
}

// reads is what an expression reads: variables of the program, and memory by pointers.
type reads struct {
	u      *unit
	vars   []*core.Var
	memory bool
}

func (r *reads) expr(x core.Expr) {
	switch x := x.(type) {
	case *core.Load:
		r.place(x.X)
	case *core.AddrOf:
		r.placeOf(x.X)
	case *core.Decay:
		r.placeOf(x.X)
	default:
		for y := range core.Operands(x) {
			r.expr(y)
		}
	}
}

// place adds what is read where a place is.
func (r *reads) place(p core.Place) {
	switch p := p.(type) {
	case *core.VarPlace:
		if !r.u.fn.temps[p.Var] {
			r.vars = append(r.vars, p.Var)
		}
	case *core.DerefPlace:
		if v := arrayOf(p.X); v != nil {
			r.vars = append(r.vars, v)
		} else if p.Typ.Quals&types.Const == 0 {
			r.memory = true
		}
		r.expr(p.X)
	case *core.FieldPlace:
		r.place(p.X)
	case *core.PartPlace:
		r.place(p.X)
	}
}

// placeOf adds what is read to find a place.
func (r *reads) placeOf(p core.Place) {
	switch p := p.(type) {
	case *core.DerefPlace:
		r.expr(p.X)
	case *core.FieldPlace:
		r.placeOf(p.X)
	case *core.PartPlace:
		r.placeOf(p.X)
	}
}
