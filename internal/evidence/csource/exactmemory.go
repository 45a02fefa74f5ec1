package csource

import (
	"slices"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Memory is written only where the expression has a value whatever the formula says: elements of an array that has a
// name, at an index that is inside of it or else leaves the comparison out; and whether a pointer is that of something with a name.

// Arrays are those whose elements a region of memory holds and nothing else does, as scalars of the type that the source declares.
func Arrays(p *ir.Program) map[*ir.Var]*ir.Object {
	type key struct {
		name string
		pos  ir.Pos
	}
	regions, apart := map[key][]*ir.Var{}, map[*ir.Object]bool{}
	p.AllVars(func(v *ir.Var) {
		if v.Home != nil {
			apart[v.Home] = true
		}
		if v.Type.Kind == ir.Memory && v.CName != "" {
			regions[key{v.CName, v.Pos}] = append(regions[key{v.CName, v.Pos}], v)
		}
	})
	other := map[*ir.Var]map[ir.Type]bool{} // as what the cells of a region are read
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad && x.Region != nil {
					if other[x.Region] == nil {
						other[x.Region] = map[ir.Type]bool{}
					}
					other[x.Region][x.Type] = true
				}
				return true
			})
		})
	}
	arrays := map[*ir.Var]*ir.Object{}
	for _, o := range p.Objects {
		list := regions[key{o.CName(), o.Pos}]
		if len(list) != 1 || apart[o] || o.Kind != ir.GlobalObject && o.Kind != ir.LocalObject || len(o.Cells) == 0 {
			continue
		}
		c, r := o.Cells[0], list[0]
		width := int64(c.Type.Bits) / 8
		if c.Name != "[0]" || c.Type.Kind != ir.Integer || width == 0 || o.Size%width != 0 || len(other[r]) != 1 || !other[r][c.Type] {
			continue
		}
		arrays[r] = o
	}
	return arrays
}

// element is the element of an array that t reads, as an integer; within says in C when the index is inside of the array, "" if it
// always is.
func (w *Exact) element(t term.Term) (v cvalue, within string, ok bool) {
	if w.Array == nil {
		return v, "", false
	}
	o := w.Array(t.Arg(0))
	if o == nil {
		return v, "", false
	}
	c := o.Cells[0]
	width := num.I(int64(c.Type.Bits) / 8).Rat()
	s := sumOf(t.Arg(1))
	s.konst = s.konst.Sub(o.Addr.Rat())
	var parts []part
	for _, m := range s.terms {
		factor, whole := m.c.Div(width).Int()
		x, ok := w.value(m.t)
		if !whole || !ok {
			return v, "", false
		}
		parts = append(parts, part{factor, x})
	}
	first, whole := s.konst.Div(width).Int()
	index, ok := add(parts, first)
	if !whole || !ok || index.wide {
		return v, "", false
	}
	length := num.I(o.Size * 8 / int64(c.Type.Bits))
	low, high := index.lo.Sign() < 0, !index.hi.Less(length)
	switch text := "(" + index.text + ")"; {
	case index.hi.Sign() < 0 || !index.lo.Less(length):
		return v, "", false
	case low && high:
		within = text + " >= 0 && " + text + " < " + Constant(length)
	case low:
		within = text + " >= 0"
	case high:
		within = text + " < " + Constant(length)
	}
	return integer(o.CName()+"["+index.text+"]", c.Type), within, true
}

// cell is a cell of memory that has no name, as an integer.
func (w *Exact) cell(t term.Term) (v cvalue, ok bool) {
	if w.Cell == nil {
		return v, false
	}
	text, typ, within, ok := w.Cell(t)
	if !ok || typ.Kind != ir.Integer || typ.Bits > 64 {
		return v, false
	}
	w.only(within)
	return integer(text, typ), true
}

// Through writes what is at an address that is a pointer variable, which leads says what it leads to, plus an offset: p->next, p[i + 1].x. The
// cell is of type typ.
func (w *Exact) Through(addr term.Term, typ ir.Type, leads func(term.Term) *ir.Pointee) (text string, ok bool) {
	s := sumOf(addr)
	var to *ir.Pointee
	pointer := slices.IndexFunc(s.terms, func(m monomial) bool {
		if m.t.Op() == term.Var && m.c.Eq(num.I(1).Rat()) {
			to = leads(m.t)
		}
		return to != nil
	})
	offset, whole := s.konst.Int()
	if pointer < 0 || !whole {
		return "", false
	}
	name, _, ok := w.Variable(s.terms[pointer].t)
	if !ok {
		return "", false
	}
	size := num.I(to.Size)
	first, rest := offset.DivMod(size)
	at := slices.IndexFunc(to.Cells, func(c ir.Cell) bool { return num.I(c.Offset).Eq(rest) && c.Type == typ })
	if at < 0 || strings.HasPrefix(to.Cells[at].Name, "[") {
		return "", false
	}
	var parts []part
	for _, m := range slices.Delete(s.terms, pointer, pointer+1) {
		factor, whole := m.c.Div(size.Rat()).Int()
		x, ok := w.value(m.t)
		if !whole || !ok {
			return "", false
		}
		parts = append(parts, part{factor, x})
	}
	if len(parts) == 0 && first.IsZero() {
		if member := to.Cells[at].Name; member != "" {
			return name + "->" + member[1:], true
		}
		return "(*" + name + ")", true
	}
	index, ok := add(parts, first)
	if !ok || index.wide {
		return "", false
	}
	return name + "[" + index.text + "]" + to.Cells[at].Name, true
}

// pointers writes that two pointers are the same, or that one is the address of something that has a name, or the opposite.
func (w *Exact) pointers(t term.Term, positive bool) (string, bool) {
	if t.Op() != term.EqZero {
		return "", false
	}
	s, one := sumOf(t.Arg(0)), num.I(1).Rat()
	var names []string
	for _, m := range s.terms {
		name, typ, ok := "", ir.Type{}, false
		if m.t.Op() == term.Var {
			name, typ, ok = w.Variable(m.t)
		}
		if !ok || typ.Kind != ir.Pointer || !m.c.Eq(one) && !m.c.Eq(one.Neg()) {
			return "", false
		}
		names = append(names, name)
	}
	switch {
	case len(names) == 2 && s.konst.IsZero() && !s.terms[0].c.Eq(s.terms[1].c):
	case len(names) == 1 && w.Place != nil:
		addr, whole := s.konst.Mul(s.terms[0].c.Neg()).Int()
		place, ok := w.Place(addr)
		if !whole || !ok {
			return "", false
		}
		names = append(names, "&"+place)
	default:
		return "", false
	}
	return "((void *)" + names[0] + map[bool]string{true: " == ", false: " != "}[positive] + "(void *)" + names[1] + ")", true
}

// equalities are the parts of a conjunction or disjunction, with two inequalities of pointers, such as p <= q and q <= p, as one
// equality or its opposite: C compares only addresses in one object.
func (w *Exact) equalities(t term.Term) []term.Term {
	st, args := t.Store(), slices.Clone(t.Args())
	difference := func(a term.Term) (term.Term, bool) {
		if a.Op() != term.LeZero {
			return a, false
		}
		a = a.Arg(0)
		if t.Op() == term.Or { // a < b || b < a
			a = st.Sub(a, st.IntNum(num.I(1)))
		}
		_, ok := w.pointers(st.Eq(a, st.IntNum(num.Int{})), true)
		return a, ok
	}
	for i := 0; i < len(args); i++ {
		a, ok := difference(args[i])
		if !ok {
			continue
		}
		opposite := slices.IndexFunc(args[i+1:], func(b term.Term) bool {
			b, ok := difference(b)
			return ok && st.Add(a, b) == st.IntNum(num.Int{})
		})
		if opposite < 0 {
			continue
		}
		args = slices.Delete(args, i+1+opposite, i+2+opposite)
		if args[i] = st.Eq(a, st.IntNum(num.Int{})); t.Op() == term.Or {
			args[i] = st.Not(args[i])
		}
	}
	return args
}
