package csource

import (
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Scopes translate the variables of a program to what the C source calls them.
type Scopes struct {
	prog   *ir.Program
	byName map[string]*ir.Var
	cells  Names
	scopes map[string]string // calls of a location → the scope of the variables there
}

// NewScopes returns the scopes of a program, inlined or with its calls.
func NewScopes(p *ir.Program) *Scopes {
	v := &Scopes{prog: p, byName: map[string]*ir.Var{}, cells: NamesOf(p), scopes: map[string]string{}}
	p.AllVars(func(x *ir.Var) { v.byName[x.Name] = x })
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if p.Locs[e.From].Func != p.Main {
			continue
		}
		calls := p.Locs[e.From].Calls
		see := func(x *ir.Var) {
			if sc := Scope(x); sc != "" && strings.Count(sc, "::") == len(calls) {
				v.scopes[callsKey(calls)] = sc
			}
		}
		ir.EachRead(e.Stmt, see)
		if x := ir.Written(e.Stmt); x != nil {
			see(x)
		}
	}
	return v
}

// Scope is the part of a variable's name that says which copy of which function it belongs to:
// "main::f#2" of "main::f#2::x". "" for a global.
func Scope(x *ir.Var) string {
	if i := strings.LastIndex(x.Name, "::"); i >= 0 && x.Func != nil {
		return x.Name[:i]
	}
	return ""
}

func callsKey(calls []ir.Pos) string {
	var b strings.Builder
	for _, c := range calls {
		b.WriteString(c.String())
		b.WriteByte(' ')
	}
	return b.String()
}

// Var is the variable of a name, which may be that of a copy; nil if there is none.
func (v *Scopes) Var(name string) *ir.Var { return v.byName[name] }

// At is the scope of the function copy that a location belongs to.
func (v *Scopes) At(l ir.Loc) string {
	info := v.prog.Locs[l]
	if info.Func != v.prog.Main {
		return info.Func.Name // a program with calls
	}
	return v.scopes[callsKey(info.Calls)]
}

// Function is the C function that a location was in before inlining.
func (v *Scopes) Function(l ir.Loc) string {
	sc := v.At(l)
	if i := strings.LastIndex(sc, "::"); i >= 0 {
		sc = sc[i+2:]
	}
	name, _, _ := strings.Cut(sc, "#")
	return name
}

// formulas is how formulas are written at a location: globals, the variables of the function, and what
// is at known addresses. What was at the entry of the function is \old(x), as in ACSL.
func (v *Scopes) formulas(l ir.Loc) *formula {
	sc := v.At(l)
	f := &formula{}
	var result *ir.Var // of a procedure that returns here
	if fn := v.prog.Locs[l].Func; fn != v.prog.Main && l == fn.Exit {
		result = fn.Result
	}
	f.name = func(t term.Term) (string, bool) {
		switch t.Op() {
		case term.Var:
			name, old := strings.CutSuffix(t.Name(), verdict.Old)
			x := v.byName[name]
			if x != nil && x == result {
				return `\result`, true
			}
			if x == nil || x.CName == "" || x.Func != nil && Scope(x) != sc {
				return "", false
			}
			if old {
				return `\old(` + x.CName + ")", true
			}
			return x.CName, true
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
	return cname(o) + "[" + b.String() + "]", true
}
