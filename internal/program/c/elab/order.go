package elab

// Notes on the order of evaluation: where one operand changes, or calls a function that may change, what another one reads, C leaves
// it open which comes first (6.5 p2, p3), and the program's result may depend on it.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/order"
)

// doubt is a place where the order matters if a variable of the function has its address taken.
type doubt struct {
	at   core.Pos
	vars []*core.Var
}

// note adds a note if what the statements change is read by an operand.
func (u *unit) note(effects []core.Stmt, o *operand) {
	if u.fn == nil || u.unevaluated > 0 || len(effects) == 0 || !u.changes(effects) {
		return
	}
	r := &order.Reads{Temp: func(v *core.Var) bool { return u.fn.temps[v] }}
	if o.p != nil {
		r.Place(o.p)
	} else {
		r.Expr(o.x)
	}
	if len(r.Vars) == 0 && !r.Memory {
		return
	}
	var w order.Writes
	w.Add(effects)
	at := core.Pos{}
	if o.p != nil {
		at = o.p.Pos()
	} else if o.x != nil {
		at = o.x.Pos()
	}
	if w.Memory && r.Memory {
		u.orderNote(at)
		return
	}
	var doubtful []*core.Var
	for _, v := range r.Vars {
		switch {
		case w.Vars[v], w.Memory && (v.Storage == core.Static || v.Storage == core.Thread):
			u.orderNote(at)
			return
		case w.Memory:
			doubtful = append(doubtful, v)
		}
	}
	if len(doubtful) > 0 {
		u.fn.doubts = append(u.fn.doubts, doubt{at, doubtful})
	}
	if r.Memory {
		for v := range w.Vars {
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
