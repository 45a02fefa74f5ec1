package csource

import (
	"strings"

	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// Scopes translate the variables of a program, inlined or with its calls, to what the C source calls
// them.
type Scopes struct {
	prog   *ir.Program
	values sem.Values
	cells  Names
}

// NewScopes returns the scopes of p.
func NewScopes(p *ir.Program) *Scopes { return &Scopes{p, sem.ValuesOf(p), NamesOf(p)} }

// Value is what a variable of a formula stands for; ok is false if it is none of the program.
func (v *Scopes) Value(t term.Term) (x sem.Value, ok bool) { return v.values.Of(t) }

// formulas is how formulas are written at a location: globals, the variables of the function, and what
// is at known addresses. What was at the entry of the function is \old(x), as in ACSL.
func (v *Scopes) formulas(l ir.Loc) *formula {
	at := v.prog.Locs[l]
	f := &formula{}
	var result *ir.Var // of a procedure that returns here
	if fn := at.Func; fn != v.prog.Main && l == fn.Exit {
		result = fn.Result
	}
	f.name = func(t term.Term) (string, bool) {
		switch t.Op() {
		case term.Var:
			x, ok := v.Value(t)
			switch {
			case !ok || x.At == sem.AtExit:
				return "", false
			case x.Var == result:
				return `\result`, true
			case x.Var.CName == "" || !at.Sees(x.Var):
				return "", false
			case x.At == sem.AtEntry:
				return `\old(` + x.Var.CName + ")", true
			}
			return x.Var.CName, true
		case term.Select:
			return v.element(f, t.Arg(1))
		}
		return "", false
	}
	return f
}

// before is how far in front of an object an address may be that is still taken for one of its
// elements, as in a[i - 1].
const before = 64

// element writes the cell at an address that is an object's plus an index: "a[i + 1]", "s.f".
func (v *Scopes) element(f *formula, addr term.Term) (string, bool) {
	s := sumOf(addr)
	base, ok := s.konst.Int()
	if !ok {
		return "", false
	}
	if len(s.terms) == 0 {
		o, _ := v.cells.find(base)
		return v.cells.name(base), o != nil
	}
	o, off := v.cells.find(base)
	for k := int64(1); o == nil && k <= before; k++ {
		o, off = v.cells.find(base.Add(num.I(k)))
		off -= k
	}
	if o == nil || len(o.Cells) == 0 {
		return "", false
	}
	size := num.I(max(int64(o.Cells[0].Type.Bits)/8, 1)).Rat()
	index := sum{konst: num.I(off).Rat().Div(size)}
	for _, m := range s.terms {
		c := m.c.Div(size)
		if !c.IsInt() || !f.knows(m.t) {
			return "", false
		}
		index.terms = append(index.terms, monomial{c, m.t})
	}
	if !index.konst.IsInt() {
		return "", false
	}
	var b strings.Builder
	f.sum(&b, index)
	return o.CName() + "[" + b.String() + "]", true
}
