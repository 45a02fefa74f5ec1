package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// Kinds of clauses in a proof (sat.Origin.Kind): asserted by a part, defining gates of a part, or
// valid in the theory.
const (
	asserted int32 = iota
	fromPart
	valid
)

// clause adds a clause that defines gates of the current part.
func (e *Native) clause(lits ...sat.Lit) {
	e.sat.AddTagged(sat.Origin{Kind: fromPart, Index: e.part}, lits...)
}

// axiom adds a clause that is valid by what its atoms and terms mean.
func (e *Native) axiom(lits ...sat.Lit) {
	e.sat.AddTagged(sat.Origin{Kind: valid}, lits...)
}

// formula returns the node and the literal of a formula, with defining clauses for the given
// polarities [Plaisted, Greenbaum 1986]. The node is 0 for constants.
func (e *Native) formula(t term.Term, pol polarity) (int32, sat.Lit) {
	switch t.Op() {
	case term.True:
		return 0, e.trueLit
	case term.False:
		return 0, e.trueLit.Not()
	case term.Not:
		n, l := e.formula(t.Arg(0), pol.flip())
		return n, l.Not()
	}
	e.tick(1 + t.NumArgs())
	n := e.lookup(t)
	if n != 0 && e.nodes[n].defined&pol == pol {
		return n, e.nodes[n].lit
	}
	if n == 0 {
		n = e.newFormula(t)
	}
	if todo := pol &^ e.nodes[n].defined; todo != 0 {
		e.nodes[n].defined |= todo
		e.defineFormula(n, todo)
	}
	return n, e.nodes[n].lit
}

// lit is formula's literal, whose node becomes a kid of n.
func (e *Native) lit(n int32, t term.Term, pol polarity) sat.Lit {
	k, l := e.formula(t, pol)
	if k != 0 {
		e.kid(n, k)
	}
	return l
}

// maxTwins is among how many of the last kids another is sought; that one is a kid twice does not
// matter.
const maxTwins = 16

// kid makes k a kid of n unless it is one.
func (e *Native) kid(n, k int32) {
	if k == n {
		return
	}
	kids := e.nodes[n].kids
	for _, x := range kids[max(0, len(kids)-maxTwins):] {
		if x == k {
			return
		}
	}
	e.addKid(n, k)
}

// newFormula makes the node of a formula, without clauses.
func (e *Native) newFormula(t term.Term) int32 {
	switch t.Op() {
	case term.LeZero, term.LtZero:
		return e.inequality(t)
	case term.EqZero:
		return e.equality(t, t.Arg(0), term.Term{})
	case term.Eq:
		if s := t.Arg(0).Sort(); e.isElement(s) {
			return e.elements(t)
		} else if !s.IsArray() && s != term.Bool {
			return e.equality(t, t.Arg(0), t.Arg(1))
		}
	}
	k := leaf
	var l list
	switch t.Op() {
	case term.And, term.Or:
		k = gate
	case term.Eq:
		k = gate
		if t.Arg(0).Sort().IsArray() {
			k, l = arrayEq, arrayEqs
		}
	case term.Var:
		l = scalars
	case term.Select:
		l = reads
	case term.Apply:
		l = applies
	}
	n := e.newNode(t, k)
	e.register(t, n)
	e.own(n)
	e.nodes[n].list = l
	if k == leaf || k == arrayEq {
		for _, a := range t.Args() {
			e.parts(n, a)
		}
	}
	if e.eg != nil {
		switch {
		case k == arrayEq:
			e.eg.equality(t.Arg(0), t.Arg(1), e.nodes[n].lit)
		case t.Op() == term.Apply:
			e.eg.wake()
			e.eg.node(t)
		}
	}
	return n
}

// defineFormula adds the defining clauses of a node for the polarities in pol.
func (e *Native) defineFormula(n int32, pol polarity) {
	t, g := e.nodes[n].t, e.nodes[n].lit
	switch e.nodes[n].kind {
	case gate:
		switch t.Op() {
		case term.And:
			e.conjunction(n, g, t.Args(), pol, false)
		case term.Or: // g = ¬(∧ ¬arg)
			e.conjunction(n, g.Not(), t.Args(), pol.flip(), true)
		case term.Eq:
			a := e.lit(n, t.Arg(0), both)
			b := e.lit(n, t.Arg(1), both)
			if pol&positive != 0 {
				e.clause(g.Not(), a.Not(), b)
				e.clause(g.Not(), a, b.Not())
			}
			if pol&negative != 0 {
				e.clause(g, a, b)
				e.clause(g, a.Not(), b.Not())
			}
		}
	case eqAtom:
		x := &e.nodes[n]
		if pol&positive != 0 {
			e.axiom(g.Not(), x.le)
			e.axiom(g.Not(), e.nodes[n].ge)
		}
		if pol&negative != 0 {
			e.axiom(g, e.nodes[n].le.Not(), e.nodes[n].ge.Not())
		}
	}
}

// conjunction defines g as the conjunction of args, negated if neg.
func (e *Native) conjunction(n int32, g sat.Lit, args []term.Term, pol polarity, neg bool) {
	kids := make([]sat.Lit, 0, len(args)+1)
	for _, a := range args {
		if neg {
			kids = append(kids, e.lit(n, a, pol.flip()).Not())
		} else {
			kids = append(kids, e.lit(n, a, pol))
		}
	}
	if pol&positive != 0 {
		for _, k := range kids {
			e.clause(g.Not(), k)
		}
	}
	if pol&negative != 0 {
		for i := range kids {
			kids[i] = kids[i].Not()
		}
		e.clause(append(kids, g)...)
	}
}

// inequality makes the node of an atom sum <= 0 or sum < 0.
func (e *Native) inequality(t term.Term) int32 {
	n := e.newNode(t, ineqAtom)
	e.register(t, n)
	f := e.form(t.Arg(0), n)
	l, known := e.ar.leLit(f.Terms, f.Const, t.Op() == term.LtZero)
	e.nodes[n].defined = both
	e.setAtom(n, l, known)
	return n
}

// setAtom gives a node the literal of an atom.
func (e *Native) setAtom(n int32, l sat.Lit, known sat.Value) {
	switch known {
	case sat.True:
		l = e.trueLit
	case sat.False:
		l = e.trueLit.Not()
	default:
		e.slack(n, l)
	}
	e.nodes[n].lit = l
}

// atomOfVar returns the arithmetic atom of a SAT variable, or nil.
func (e *Native) atomOfVar(v sat.Var) *atom {
	if int(v) < len(e.ar.atomOf) && e.ar.atomOf[v] != 0 {
		return &e.ar.atoms[e.ar.atomOf[v]-1]
	}
	return nil
}

// slack notes that n needs the row of the atom l, which is worth implying while n is in use.
func (e *Native) slack(n int32, l sat.Lit) {
	x := &e.nodes[n]
	x.atoms = append(x.atoms, l.Var())
	if x.uses > 0 {
		e.ar.relevant[l.Var()]++
	}
	v := e.atomOfVar(l.Var()).v
	if e.ar.forms[v] == nil {
		return
	}
	for _, s := range e.nodes[n].slacks {
		if s == v {
			return
		}
	}
	e.nodes[n].slacks = append(e.nodes[n].slacks, v)
	if e.nodes[n].uses > 0 {
		e.ar.use(v)
	}
}

// equality makes the node of a = 0, or a = b if b is valid.
func (e *Native) equality(t, a, b term.Term) int32 {
	n := e.newNode(t, eqAtom)
	e.register(t, n)
	le, ge, known := e.equalityLits(e.difference(a, b, n))
	if known != sat.Undef {
		e.nodes[n].kind, e.nodes[n].defined = ineqAtom, both
		e.setAtom(n, sat.NoLit, known)
		return n
	}
	e.own(n)
	x := &e.nodes[n]
	x.le, x.ge, x.list = le, ge, eqs
	e.slack(n, le)
	e.slack(n, ge)
	if e.eg != nil {
		if x, y, ok := e.sides(a, b); ok {
			e.eg.equality(x, y, e.nodes[n].lit)
		}
	}
	return n
}

// sides returns the terms that a = 0, or a = b, says are equal, if it is about two variables of
// arithmetic, or one and a constant.
func (e *Native) sides(a, b term.Term) (x, y term.Term, ok bool) {
	constant := func(v num.Rat) term.Term {
		if a.Sort() == term.Int {
			return e.st.IntNum(v.Num())
		}
		return e.st.RealNum(v)
	}
	switch {
	case b.Valid():
		return a, b, true
	case a.Op() != term.Sum:
		return a, constant(num.Rat{}), true
	case a.NumArgs() == 1:
		v := a.Num().Neg().Div(a.Coeff(0))
		return a.Arg(0), constant(v), v.IsInt() || a.Sort() == term.Real
	case a.NumArgs() == 2 && a.Num().IsZero() && a.Coeff(0).Eq(a.Coeff(1).Neg()):
		return a.Arg(0), a.Arg(1), true
	}
	return x, y, false
}

// isElement reports whether the egraph has the terms of a sort.
func (e *Native) isElement(s term.Sort) bool {
	return e.eg != nil && s != term.Bool && !s.IsNumeric() && !s.IsArray()
}

// elements makes the node of an equality of elements of an uninterpreted sort.
func (e *Native) elements(t term.Term) int32 {
	n := e.newNode(t, elemEq)
	e.register(t, n)
	e.own(n)
	for _, a := range t.Args() {
		e.parts(n, a)
	}
	e.eg.equality(t.Arg(0), t.Arg(1), e.nodes[n].lit)
	return n
}

// own gives node n a new variable.
func (e *Native) own(n int32) {
	v := e.sat.NewVar(false)
	e.nodes[n].lit = v.Pos()
	e.owner = grow(e.owner, int(v))
	e.owner[v] = n
}

// ownerOf returns the node that v was made for; 0 for arithmetic bounds.
func (e *Native) ownerOf(v sat.Var) int32 {
	if int(v) < len(e.owner) {
		return e.owner[v]
	}
	return 0
}

// grow lengthens s with zeros so that i is an index.
func grow[T any](s []T, i int) []T {
	if i >= len(s) {
		s = append(s, make([]T, i+1-len(s))...)
	}
	return s
}

// equalityLits returns the literals of f <= 0 and f >= 0, or the value of f = 0 if it has one.
func (e *Native) equalityLits(f simplex.Form) (le, ge sat.Lit, known sat.Value) {
	f.Terms = simplex.SortForm(f.Terms)
	if len(f.Terms) == 0 {
		if f.Const.IsZero() {
			return 0, 0, sat.True
		}
		return 0, 0, sat.False
	}
	g := simplex.Normalise(f.Terms)
	v := e.ar.slack(f.Terms)
	b := simplex.Value{R: f.Const.Neg().Div(g.Rat())}
	if e.ar.Vars[v].IsInt && !b.IsInt() {
		return 0, 0, sat.False
	}
	return e.ar.upperLit(v, b), e.ar.lowerLit(v, b), sat.Undef
}

// form reads a numeric term, or one of an uninterpreted sort, as a form; the terms that are its
// variables become kids of n. The denominators are multiplied away.
func (e *Native) form(t term.Term, n int32) simplex.Form { return e.difference(t, term.Term{}, n) }

// difference is the form of a - b, or of a if b is not valid.
func (e *Native) difference(a, b term.Term, n int32) simplex.Form {
	var f simplex.RatForm
	e.linear(a, num.I(1).Rat(), n, &f)
	if b.Valid() {
		e.linear(b, num.I(-1).Rat(), n, &f)
	}
	return f.Integral()
}

// linear adds k·t to f.
func (e *Native) linear(t term.Term, k num.Rat, n int32, f *simplex.RatForm) {
	e.tick(1 + t.NumArgs())
	switch t.Op() {
	case term.Const:
		f.Const = f.Const.Add(k.Mul(t.Num()))
		return
	case term.Sum:
		f.Const = f.Const.Add(k.Mul(t.Num()))
		for i, a := range t.Args() {
			e.linear(a, k.Mul(t.Coeff(i)), n, f)
		}
		return
	case term.ToReal:
		e.linear(t.Arg(0), k, n, f)
		return
	}
	x := e.termNode(t)
	e.kid(n, x)
	if t.Op() == term.Mod && e.nodes[x].lv < 0 { // x mod m = x - m·(x div m)
		m := t.Arg(1)
		e.linear(t.Arg(0), k, n, f)
		e.linear(e.st.Div(t.Arg(0), m), k.Mul(m.Num()).Neg(), n, f)
		return
	}
	f.Terms = append(f.Terms, simplex.RatMonomial{Var: e.nodes[x].lv, Coeff: k})
}
