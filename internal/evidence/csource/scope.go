package csource

import (
	"slices"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Scopes translate the variables of a program, inlined or with its calls, to what the C source calls
// them.
type Scopes struct {
	prog   *ir.Program
	values sem.Values
	cells  Names
	files  []*ctext.Source
	names  *ctext.Declarations
	writes map[*ir.Var]int // how many edges write a variable; nil until it is asked for
}

// NewScopes returns the scopes of p. Of variables with one name the text of the files, if it is given, tells which is meant at a loop.
func NewScopes(p *ir.Program, files ...*ctext.Source) *Scopes {
	return &Scopes{prog: p, values: sem.ValuesOf(p), cells: NamesOf(p), files: files, names: ctext.DeclarationsOf(p, files)}
}

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
			case x.Var.CName == "":
				return "", false
			case !at.Sees(x.Var):
				if name, ok := v.given(at, x.Var); ok && x.At == sem.AtHere {
					return name, true
				}
				return "", false
			case !v.meant(at, x.Var):
				return "", false
			case x.At == sem.AtEntry:
				return `\old(` + x.Var.CName + ")", true
			}
			return x.Var.CName, true
		case term.Select:
			if r, ok := v.Value(t.Arg(0)); ok && (r.Var.Name == ir.BlocksName || r.Var.Name == ir.LeadsName) {
				return "", false // where blocks are no C expression says
			}
			if s, ok := v.element(f, at, t); ok {
				return s, true
			}
			return v.pointed(f, t)
		}
		return "", false
	}
	f.format = func(t term.Term) (format float.Format, ok bool) {
		if x, ok := v.Value(t); ok && t.Op() == term.Var && x.Var.Type.IsFloat() {
			return x.Var.Type.Format(), true
		}
		return format, false
	}
	return f
}

// before is how far in front of an object an address may be that is still taken for one of its
// elements, as in a[i - 1].
const before = 64

// element writes the cell at an address that is an object's plus an index: "a[i + 1]", "s.f", "a[i].f". A
// region of t tells how large the elements are of objects whose cells are too many to be listed.
func (v *Scopes) element(f *formula, at *ir.LocInfo, t term.Term) (string, bool) {
	s := sumOf(t.Arg(1))
	base, ok := s.konst.Int()
	if !ok {
		return "", false
	}
	if len(s.terms) == 0 {
		o, _ := v.cells.find(base)
		return v.cells.name(base), o != nil && v.sees(at, o)
	}
	o, off := v.cells.find(base)
	for k := int64(1); o == nil && k <= before; k++ {
		o, off = v.cells.find(base.Add(num.I(k)))
		off -= k
	}
	if o == nil {
		o, off = v.firstBlock(t.Arg(0), base)
	}
	if o == nil || o.Kind == ir.HeapObject && !o.Automatic || !v.sees(at, o) {
		return "", false
	}
	size, stride := int64(0), num.Int{}
	for _, m := range s.terms {
		c, ok := m.c.Int()
		if !ok || !f.knows(m.t) {
			return "", false
		}
		stride = stride.Gcd(c)
	}
	member := ""
	if r, ok := v.Value(t.Arg(0)); ok && num.I(int64(r.Var.Type.Bits)/8).Eq(stride) {
		size = int64(r.Var.Type.Bits) / 8
	}
	if len(o.Cells) > 0 {
		size = max(int64(o.Cells[0].Type.Bits)/8, 1)
		if by, ok := stride.Int64(); ok && by > size { // elements have members
			_, first := num.I(off).DivMod(stride)
			for _, c := range o.Cells {
				if name, ok := strings.CutPrefix(c.Name, "[0]"); ok && num.I(c.Offset).Eq(first) && !strings.HasPrefix(name, "[") && name != "" {
					member, size = name, by
					off -= c.Offset
				}
			}
		}
	}
	if size == 0 {
		return "", false
	}
	index := sum{konst: num.I(off).Rat().Div(num.I(size).Rat())}
	for _, m := range s.terms {
		c := m.c.Div(num.I(size).Rat())
		if !c.IsInt() {
			return "", false
		}
		index.terms = append(index.terms, monomial{c, m.t})
	}
	if !index.konst.IsInt() {
		return "", false
	}
	var b strings.Builder
	f.sum(&b, index)
	return o.CName() + "[" + b.String() + "]" + member, true
}

// automatic is the array of variable length, or block of alloca, of that name; nil if there is none. The variable
// that points to it has its name, too.
func (v *Scopes) automatic(name string) *ir.Object {
	for _, o := range v.prog.Objects {
		if o.Kind == ir.HeapObject && o.Automatic && o.Name == name {
			return o
		}
	}
	return nil
}

// firstBlock is the array of variable length whose elements the region t has, if it is the first block of
// the heap, which begins at a multiple of the program's UnknownRoom, and how far from its beginning base is.
func (v *Scopes) firstBlock(t term.Term, base num.Int) (o *ir.Object, off int64) {
	r, ok := v.Value(t)
	if !ok {
		return nil, 0
	}
	name, ok := strings.CutSuffix(r.Var.Name, "[]")
	if !ok {
		return nil, 0
	}
	_, m := base.Add(num.I(before)).DivMod(num.I(v.prog.UnknownRoom()))
	if off, ok = m.Int64(); !ok || off > 2*before {
		return nil, 0
	}
	first := slices.IndexFunc(v.prog.Objects, func(o *ir.Object) bool { return o.Kind == ir.HeapObject })
	if o = v.automatic(name); first < 0 || o != v.prog.Objects[first] { // which comes behind another one
		return nil, 0
	}
	return o, off - before
}

// pointed writes an element that a pointer variable leads to: "p[i]".
func (v *Scopes) pointed(f *formula, t term.Term) (string, bool) {
	r, ok := v.Value(t.Arg(0))
	if !ok || r.Var.Type.Bits < 8 {
		return "", false
	}
	size := num.I(int64(r.Var.Type.Bits) / 8).Rat()
	s := sumOf(t.Arg(1))
	pointer := ""
	index := sum{konst: s.konst.Div(size)}
	for _, m := range s.terms {
		if x, ok := v.Value(m.t); ok && x.Var.Type.Kind == ir.Pointer && pointer == "" && m.c.Eq(num.I(1).Rat()) {
			if pointer, ok = f.name(m.t); !ok {
				o := v.automatic(x.Var.Name)
				if o == nil {
					return "", false
				}
				pointer = o.CName()
			}
			continue
		}
		c := m.c.Div(size)
		if !c.IsInt() || !f.knows(m.t) {
			return "", false
		}
		index.terms = append(index.terms, monomial{c, m.t})
	}
	if pointer == "" || !index.konst.IsInt() {
		return "", false
	}
	var b strings.Builder
	f.sum(&b, index)
	return pointer + "[" + b.String() + "]", true
}
