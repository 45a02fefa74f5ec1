package sem

import (
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Moment says when a formula looks at a variable.
type Moment uint8

const (
	AtHere  Moment = iota // at the location that the formula belongs to
	AtEntry               // where the procedure that the location is in was entered
	AtExit                // where the procedure is left
)

// Moments are all of them.
var Moments = [...]Moment{AtHere, AtEntry, AtExit}

// Value is the value that a variable of a program has at a moment. Terms have a name for each: x,
// x@ and x'. Whoever has a term and wants to know what it stands for asks Values.
type Value struct {
	Var *ir.Var
	At  Moment
}

// Here is the value of v at the location that a formula belongs to.
func Here(v *ir.Var) Value { return Value{v, AtHere} }

// Old is the value of v where its procedure was entered.
func Old(v *ir.Var) Value { return Value{v, AtEntry} }

// Exit is the value of v where its procedure is left.
func Exit(v *ir.Var) Value { return Value{v, AtExit} }

// Name is the name of the value's term, unique among the values of a program.
func (v Value) Name() string { return v.Var.Name + [...]string{"", "@", "'"}[v.At] }

// Term is the variable of st for the value.
func (v Value) Term(st *term.Store) term.Term { return st.Var(v.Name(), Sort(v.Var.Type)) }

// Values knows what the variables of formulas stand for.
type Values struct {
	byName map[string]Value
}

// ValuesOf is all values of a program's variables.
func ValuesOf(p *ir.Program) Values {
	vs := Values{map[string]Value{}}
	p.AllVars(func(v *ir.Var) {
		for _, at := range Moments {
			vs.byName[Value{v, at}.Name()] = Value{v, at}
		}
	})
	return vs
}

// Of is what t stands for; ok is false if it is no variable, or none of the program.
func (vs Values) Of(t term.Term) (v Value, ok bool) {
	if t.Op() != term.Var {
		return Value{}, false
	}
	v, ok = vs.byName[t.Name()]
	return v, ok
}
