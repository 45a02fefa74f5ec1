package belief

import (
	"cmp"
	"maps"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Pointers that a test has found null are believed to be so, where control comes from that side of it alone, until something may have changed them.

// isNull is the key of the belief that what is written so is null.
func isNull(key string) string { return "0 " + key }

// assume enters what a condition says that has been found true, or false, of pointers.
func (w *walker) assume(x core.Expr, truth bool, in beliefs) {
	if in == nil {
		return
	}
	switch y := x.(type) {
	case *core.Logical:
		if y.Or != truth { // both operands are what the condition is
			w.assume(y.X, truth, in)
			w.assume(y.Y, truth, in)
		}
	case *core.Unary:
		if y.Op == core.Not {
			w.assume(y.X, !truth, in)
		}
	case *core.Convert:
		w.assume(y.X, truth, in)
	case *core.Binary:
		switch {
		case y.Op != core.Eq && y.Op != core.Ne:
			w.atMost(y, truth, in)
		case null(y.Y):
			w.assume(y.X, truth == (y.Op == core.Ne), in)
		case null(y.X):
			w.assume(y.Y, truth == (y.Op == core.Ne), in)
		}
	case *core.Load:
		key := core.Spelled(y.X)
		if y.Type().Kind != types.Pointer || key == "" || volatile(y.X) {
			return
		}
		if delete(in, isNull(key)); !truth {
			in[isNull(key)] = belief{at: y.At, place: y.X}
		}
	}
}

// byNull notes an access by a pointer that has been found null.
func (w *walker) byNull(l *core.Load, in beliefs) {
	key := core.Spelled(l.X)
	if b, ok := in[isNull(key)]; ok && key != "" {
		w.found = append(w.found, Contradiction{Pointer: key, Access: l.At, Test: b.at, Null: true})
		delete(in, isNull(key)) // one is enough
	}
}

// onlyNull looks for accesses by null pointers, and one too far, in an expression that is evaluated where a condition is true, or false. Of others nothing is noted, since it may not be evaluated.
func (w *walker) onlyNull(x, condition core.Expr, truth bool, in beliefs) {
	nulls := beliefs{}
	for key, b := range in {
		if strings.HasPrefix(key, isNull("")) || strings.HasPrefix(key, isEdge("")) || strings.HasPrefix(key, isMost("")) {
			nulls[key] = b
		}
	}
	w.assume(condition, truth, nulls)
	if len(nulls) == 0 {
		return
	}
	own := *w
	own.results, own.order, own.from = map[core.Pos]*Result{}, nil, nil
	own.value(x, maps.Clone(nulls))
	w.found, w.beyondIt = own.found, own.beyondIt
}

// isEdge is the key of the belief that what is written so, an index or a pointer, may be as large as what it was compared with.
func isEdge(key string) string { return "<= " + key }

// atMost enters what a comparison that has been found true, or false, says is at most the other operand.
func (w *walker) atMost(x *core.Binary, truth bool, in beliefs) {
	small, large := x.X, x.Y
	switch {
	case x.Op == core.Le && truth, x.Op == core.Gt && !truth:
	case x.Op == core.Ge && truth, x.Op == core.Lt && !truth:
		small, large = x.Y, x.X
	default:
		if x.Op == core.Gt && truth || x.Op == core.Le && !truth {
			small, large = x.Y, x.X
		}
		if n, ok := number(large); ok && x.Op != core.Eq && x.Op != core.Ne {
			w.most(small, n-1, belief{at: x.At}, in)
		}
		return
	}
	if n, ok := number(large); ok { // it says how many there are of nothing that the function is given
		w.most(small, n, belief{at: x.At}, in)
		w.edge(small, belief{at: x.At, fixed: true}, in)
		return
	}
	if l, ok := core.Unconverted(large).(*core.Load); ok && strings.HasSuffix(strings.ToLower(core.Spelled(l.X)), "last") { // the last one is one of them
		return
	}
	w.edge(small, belief{at: x.At}, in)
}

// edge enters that an index, or a pointer, may be as large as what it was compared with.
func (w *walker) edge(small core.Expr, b belief, in beliefs) {
	if l, ok := core.Unconverted(small).(*core.Load); ok && !volatile(l.X) {
		if key := core.Spelled(l.X); key != "" {
			b.place = l.X
			in[isEdge(key)] = b
		}
	}
}

// atEdge notes an access at an index, or by a pointer, that may be as large as what it was compared with.
func (w *walker) atEdge(p *core.DerefPlace, in beliefs) {
	x := core.Unconverted(p.X)
	if c, ok := x.(*core.Checked); ok {
		x = core.Unconverted(c.X)
	}
	a, index := x.(*core.PtrAdd)
	if index {
		x = core.Unconverted(a.N)
	}
	l, ok := x.(*core.Load)
	if !ok || index && w.oneMore(p, l.X) {
		return
	}
	key := w.key(l.X)
	if b, ok := in[isEdge(key)]; ok && key != "" {
		w.found = append(w.found, Contradiction{Pointer: cmp.Or(w.copies[key], key), Access: p.At, Test: b.at, Edge: true, Fixed: b.fixed})
		delete(in, isEdge(key)) // one is enough
	}
}

// oneMore tells whether an array may well have an element more than is counted: a text has its end behind it, and an index that begins with 1 leaves element 0 aside.
func (w *walker) oneMore(p *core.DerefPlace, index core.Place) bool {
	v, ok := index.(*core.VarPlace)
	return p.Type().Unqual().Kind == types.Char || ok && w.fromOne[v.Var]
}

// beginsWithOne notes variables that a statement has begin with 1.
func (w *walker) beginsWithOne(s core.Stmt) {
	var dst core.Place
	var src core.Expr
	switch s := s.(type) {
	case *core.Assign:
		dst, src = s.Dst, s.Src
	case *core.Declare:
		if x, ok := s.Init.(*core.ExprInit); ok {
			dst, src = &core.VarPlace{Var: s.Var}, x.X
		}
	}
	if c, ok := core.Unconverted(src).(*core.IntConst); ok {
		if n, ok := c.Value.Int64(); ok && n == 1 {
			maps.Copy(w.fromOne, variables(dst))
		}
	}
}

// copiesEdge notes, after a statement, that a variable without a name has the value of what may be as large as what it was compared with, as in *p++.
func (w *walker) copiesEdge(s core.Stmt, in beliefs) {
	a, ok := s.(*core.Assign)
	if !ok || in == nil {
		return
	}
	v, ok := a.Dst.(*core.VarPlace)
	l, is := core.Unconverted(a.Src).(*core.Load)
	if !ok || !is || !v.Var.Temp {
		return
	}
	key := core.Spelled(l.X)
	if b, ok := in[isEdge(key)]; ok && key != "" {
		in[isEdge(w.key(v))] = belief{at: b.at, place: v, fixed: b.fixed}
		w.copies[w.key(v)] = key
	}
}

// isMost is the key of the belief that what is written so is at most a number, and may be that: a test lets it be, or it is given it.
func isMost(key string) string { return "max " + key }

// number is the value of a constant.
func number(x core.Expr) (n int64, ok bool) {
	if c, is := core.Unconverted(x).(*core.IntConst); is {
		return c.Value.Int64()
	}
	return 0, false
}

// most enters that an expression is at most a number, if it is a variable of the function.
func (w *walker) most(x core.Expr, n int64, b belief, in beliefs) {
	v := variable(x)
	if v == nil || in == nil || !w.own(&core.VarPlace{Var: v}) {
		return
	}
	b.place, b.most = &core.VarPlace{Var: v}, n
	if old, ok := in[isMost(v.Name)]; !ok || n < old.most {
		in[isMost(v.Name)] = b
	}
}

// setMost enters, after a statement, that it has given a variable a number.
func (w *walker) setMost(s core.Stmt, in beliefs) {
	if a, ok := s.(*core.Assign); ok {
		if n, is := number(a.Src); is {
			w.most(&core.Load{X: a.Dst}, n, belief{at: a.At, given: true}, in)
		}
	}
}

// beyond notes an access at an index that may be a number that is outside of an array.
func (w *walker) beyond(p *core.DerefPlace, in beliefs) {
	a := element(p)
	if a == nil {
		return
	}
	v := variable(a.N)
	if v == nil {
		return
	}
	b, ok := in[isMost(v.Name)]
	if n := a.Array().Len; ok && (b.most == n || b.given && b.most > n) && n > 0 {
		w.beyondIt = append(w.beyondIt, Index{At: core.Unconverted(a.N).Pos(), Limit: b.at, Variable: v.Name, Most: b.most})
		delete(in, isMost(v.Name)) // one is enough
	}
}
