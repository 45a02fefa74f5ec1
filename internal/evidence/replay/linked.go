package replay

import (
	"context"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/native"
	"craig/internal/evidence/verdict"
	"craig/internal/pattern"
	"craig/internal/program/c/library"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Linked is what a C file can say of an execution's inputs if it is linked with the program as it is.
type Linked struct {
	// Text reserves the memory that pointers of unknown origin point to.
	Text string
	// Data are initial contents of variables that are defined nowhere, besides those that the trace has as inputs.
	Data []Datum

	plan    *plan
	missing map[string]*ir.Missing
}

// Datum is a number that lies in a variable.
type Datum struct {
	Name  string
	Off   int64
	Type  ir.Type
	Value num.Int
}

// Link looks at what a file for the trace can have.
func Link(prog Program, t *verdict.Trace) *Linked {
	p := newPlan(prog, t)
	l := &Linked{plan: p, missing: map[string]*ir.Missing{}}
	for i, m := range prog.IR.Missing {
		l.missing[m.Name] = &prog.IR.Missing[i]
	}
	l.initial(t)
	var b strings.Builder
	p.reservation(&b)
	l.Text = b.String()
	return l
}

// initial finds the cells whose contents are unknown from the start.
func (l *Linked) initial(t *verdict.Trace) {
	if len(t.Memory) == 0 {
		return
	}
	in := counterexample.Inputs(t)
	cell := in.Cell
	in.Cell = func(e *ir.Edge, n int, addr num.Int, typ ir.Type) num.Int {
		v := cell(e, n, addr, typ)
		if !atStart(e) || v.IsZero() {
			return v
		}
		if l.plan.store(addr, typ, v, l.plan.prog.IR.Main.Pos) {
			return v
		}
		if o := l.object(addr); o != nil && (typ.IsFloat() || typ.Kind != ir.Float) && typ.Bits <= 64 {
			off, _ := addr.Sub(o.Addr).Int64()
			l.Data = append(l.Data, Datum{o.Name, off, typ, v})
		}
		return v
	}
	interp.Run(context.Background(), l.plan.prog.IR, in, interp.Options{NoPath: true, MaxSteps: t.Len() + 1})
}

// atStart says that memory which is unknown since e was executed is unknown from the start; e may be nil.
func atStart(e *ir.Edge) bool {
	if e == nil {
		return true
	}
	h, ok := e.Stmt.(*ir.Havoc)
	return ok && h.Source == ir.FromParameter
}

// object is the variable, defined nowhere, in which an address lies; nil if there is none.
func (l *Linked) object(addr num.Int) *ir.Object {
	for _, o := range l.plan.prog.IR.Objects {
		if o.Kind != ir.GlobalObject || o.Addr.IsZero() {
			continue
		}
		if off := addr.Sub(o.Addr); off.Sign() >= 0 && off.Less(num.I(o.Size)) {
			if m := l.missing[o.Name]; m != nil && !m.Func && m.Type != "" {
				return o
			}
		}
	}
	return nil
}

var member = pattern.New(`^([A-Za-z_][A-Za-z_0-9]*)((\.[A-Za-z_][A-Za-z_0-9]*|\[[0-9]+\])*)$`)

// Member takes the name of an input apart: the function or variable, and the member or element of what it gives. It reports
// false where that is no part of it in C.
func Member(name string) (base, part string, ok bool) {
	m := member.FindStringSubmatch(name)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// Call tells whether the file can have what a call gives: its result, or a member of that.
func (l *Linked) Call(name string, t ir.Type) bool {
	base, part, ok := Member(name)
	if !ok || !literalType(t) {
		return false
	}
	if m := l.missing[base]; m != nil {
		return m.Func && m.Type != "" && m.Record == (part != "")
	}
	return part == "" && !scans(name) && !native.Allocates(name, t) && !l.plan.isReal(name) && library.Lookup(name) != nil
}

// Variable tells whether the file can have the initial value of a global variable, or of a member or element of one. v is the
// variable of the program for it.
func (l *Linked) Variable(name string, v *ir.Var) bool {
	if _, ok := l.plan.cellOf(v); ok {
		return true
	}
	base, part, ok := Member(name)
	m := l.missing[base]
	if !ok || m == nil || m.Func || m.Type == "" {
		return false
	}
	return v.Type.Kind == ir.Memory || m.Record == (part != "") && literalType(v.Type) // of memory Cell has a say
}

// Cell tells whether the file can have what lies at an address from the start.
func (l *Linked) Cell(addr num.Int, t ir.Type) bool {
	return literalType(t) && (l.plan.reserve(addr) || l.object(addr) != nil)
}

// literalType says that values of t have literals.
func literalType(t ir.Type) bool {
	return t.IsFloat() || (t.Kind == ir.Integer || t.Kind == ir.Pointer) && t.Bits <= 64
}
