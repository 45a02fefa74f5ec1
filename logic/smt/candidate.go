package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/model"
	"craig/logic/smt/internal/simplex"
	"craig/logic/term"
)

// candidate is a model in the making: the values that SAT solver and simplex give to the terms
// in use, not yet known to be what the operators demand.
type candidate struct {
	e   *Native
	eps num.Rat // the value of δ

	lemmas []request
	prefer []term.Term // not valid, but to be tried: the values are too large otherwise

	tightened bool // bounds have become tighter: the candidate is none any more

	defs   map[int32]definition       // by node of an array: what it equals
	tables map[int32]*table           // by node of an array without definition
	vals   map[term.Term]*model.Array // of array terms
	class  map[term.Term]*arrayClass  // by bottom: which arrays have the same default
	funcs  map[string]map[string]cell // by function and arguments: a term that has the value
	values []cell                     // the applications and divisions by 0 in funcs
}

// lemma is a valid disjunction that the candidate violates.
type lemma []term.Term

// request is a lemma that is needed. If value is valid, it is the disjunct that says that some
// term does not have the value that the lemma is about.
type request struct {
	is    lemma
	value term.Term
	cases []term.Term // what a proof of the lemma distinguishes
}

// cell is an element of an array or a value of a function, and the term that has it.
type cell struct {
	v    model.Value
	t    term.Term
	path []term.Term // disjuncts: false as long as the cell is known because of t
}

type outcome uint8

const (
	clean outcome = iota
	added
	stuck
)

// instantiate adds lemmas that the candidate model violates. If it is clean, every operator's
// value is the one that its definition demands of the values of its arguments.
func (e *Native) instantiate() outcome {
	if e.hasOperators() {
		e.markRelevant()
	}
	e.tick(len(e.ar.Vars))
	c := &candidate{e: e, eps: e.epsilon()}
	c.checkArrays()
	c.checkFunctions()
	if len(c.lemmas) == 0 {
		c.checkOperators()
	}
	if len(c.lemmas) == 0 && !c.tightened {
		e.cand = c
		return clean
	}
	some := c.tightened
	some = c.addLemmas() || some
	for _, f := range c.prefer {
		some = e.lemmas.try(e, f) || some
	}
	e.assumePending()
	if !some {
		e.why = "incomplete: no lemma refutes the candidate model"
		return stuck
	}
	return added
}

// addLemmas reports whether one is new.
func (c *candidate) addLemmas() (some bool) {
	for _, l := range c.lemmas {
		some = c.e.lemmas.add(c.e, c.e.st.Or(l.is...), l.value, l.cases) || some
	}
	return some
}

// assumePending assumes the axioms of what came into use, which the assumptions do not have.
func (e *Native) assumePending() {
	if len(e.pending) > 0 {
		e.sat.Assume(e.pending...)
		e.pending = e.pending[:0]
	}
}

// hasOperators reports whether there is a term in use that a candidate may violate.
func (e *Native) hasOperators() bool {
	for l := reads; l < numLists; l++ {
		if len(e.live[l]) > 0 {
			return true
		}
	}
	return false
}

// need adds a lemma.
func (c *candidate) need(l lemma) { c.lemmas = append(c.lemmas, request{is: l}) }

// needFor adds the lemma that f, a disjunction, holds if t has the value v.
func (c *candidate) needFor(t, v, f term.Term) {
	ne := c.e.st.Ne(t, v)
	c.lemmas = append(c.lemmas, request{is: lemma{ne, f}, value: ne})
}

// value is the candidate's value of a term in use, which is no array.
func (c *candidate) value(t term.Term) model.Value {
	switch t.Op() {
	case term.True:
		return model.One
	case term.False:
		return model.Zero
	case term.Const:
		return model.Value{Num: t.Num()}
	case term.Not:
		return model.Bool(!c.value(t.Arg(0)).IsTrue())
	case term.Sum:
		r := t.Num()
		for i, a := range t.Args() {
			r = r.Add(t.Coeff(i).Mul(c.value(a).Num))
		}
		return model.Value{Num: r}
	case term.ToReal:
		return c.value(t.Arg(0))
	}
	n := c.e.lookup(t)
	if n == 0 {
		return model.Zero
	}
	x := &c.e.nodes[n]
	if t.Sort() == term.Bool {
		return model.Bool(c.e.sat.Value(x.lit) == sat.True)
	}
	if x.lv >= 0 {
		return model.Value{Num: c.number(x.lv)}
	}
	if c.e.isElement(t.Sort()) { // the classes are numbered
		return model.Value{Num: num.I(int64(c.e.eg.rootOf(c.e.eg.of[t]))).Rat()}
	}
	_, r := c.value(t.Arg(0)).Num.Num().DivMod(t.Arg(1).Num().Num()) // Mod by a constant
	return model.Value{Num: r.Rat()}
}

// number is the value of a simplex variable. An integer variable's is rounded down: it need not
// be an integer if it is irrelevant, or if operators are looked at before integrality.
func (c *candidate) number(lv int32) num.Rat {
	v := c.e.ar.Vars[lv].Value
	switch {
	case c.e.ar.Vars[lv].IsInt:
		return v.Floor().Rat()
	case v.D.IsZero():
		return v.R
	}
	return v.R.Add(v.D.Mul(c.eps))
}

// epsilon is a value for δ with which all bounds hold and no sum becomes 0 that must not.
func (e *Native) epsilon() num.Rat {
	eps := num.I(1).Rat()
	if !e.ar.Rationals {
		return eps
	}
	limit := func(low, high simplex.Value) { // low <= high for all smaller δ
		if dr, dd := high.R.Sub(low.R), low.D.Sub(high.D); dr.Sign() > 0 && dd.Sign() > 0 {
			if m := dr.Div(dd); m.Less(eps) {
				eps = m
			}
		}
	}
	found := false
	for i := range e.ar.Vars {
		x := &e.ar.Vars[i]
		if x.Value.D.IsZero() && (!x.Lower.Known || x.Lower.Value.D.IsZero()) && (!x.Upper.Known || x.Upper.Value.D.IsZero()) {
			continue
		}
		found = true
		if x.Lower.Known {
			limit(x.Lower.Value, x.Value)
		}
		if x.Upper.Known {
			limit(x.Value, x.Upper.Value)
		}
	}
	if !found {
		return eps
	}
	for _, n := range e.live[eqs] {
		x := &e.nodes[n]
		if e.sat.Value(x.lit) == sat.False {
			v, b := e.eqValue(x)
			limit(v, b)
			limit(b, v)
		}
	}
	return eps.Mul(num.R(1, 2))
}

// premise appends disjuncts that say a ≠ b, where the candidate has a = b.
func (c *candidate) premise(l []term.Term, a, b term.Term) []term.Term {
	if a == b {
		return l
	}
	st := c.e.st
	if a.Sort() == term.Bool {
		if c.value(a).IsTrue() {
			return append(l, st.Not(a), st.Not(b))
		}
		return append(l, a, b)
	}
	return append(l, st.Ne(a, b))
}

// conclusion appends disjuncts that say a = b, where the candidate has a ≠ b.
func (c *candidate) conclusion(l []term.Term, a, b term.Term) []term.Term {
	st := c.e.st
	if a.Sort() == term.Bool {
		if c.value(a).IsTrue() {
			return append(l, st.Not(a), b)
		}
		return append(l, a, st.Not(b))
	}
	return append(l, st.Eq(a, b))
}

// checkFunctions demands that functions, and divisions by 0, have one value for one list of
// arguments (Ackermann's lemmas).
func (c *candidate) checkFunctions() {
	for _, n := range c.sorted(applies) {
		c.congruence(c.e.nodes[n].t, nil)
	}
}

// congruence enters t into the table of its function. path has disjuncts that are false as long
// as t is a value of the function.
func (c *candidate) congruence(t term.Term, path []term.Term) {
	read := c.element
	if len(c.lemmas) == 0 { // arrays have values
		read = c.full
	}
	var args []model.Value
	for _, a := range t.Args() {
		args = append(args, read(a))
	}
	name := model.FuncName(t)
	if c.funcs == nil {
		c.funcs = map[string]map[string]cell{}
	}
	if c.funcs[name] == nil {
		c.funcs[name] = map[string]cell{}
	}
	text := model.ArgsText(args)
	old, ok := c.funcs[name][text]
	v := read(t)
	if !ok {
		c.funcs[name][text] = cell{v: v, t: t, path: path}
		c.values = append(c.values, cell{t: t})
		return
	}
	if old.v.Equal(v) {
		return
	}
	l := append(append(lemma{}, path...), old.path...)
	for i, a := range t.Args() {
		l = c.premise(l, a, old.t.Arg(i))
	}
	c.need(c.conclusion(l, t, old.t))
}

// checkOperators compares the operators' values with what they should be.
func (c *candidate) checkOperators() {
	for _, n := range c.sorted(divisions) {
		c.division(c.e.nodes[n].t)
	}
	if c.algebra() {
		c.e.finals-- // these lemmas come to an end by themselves
		return
	}
	for _, n := range c.sorted(products) {
		c.product(c.e.nodes[n].t)
	}
	for _, n := range c.sorted(bitOps) {
		c.bitOp(c.e.nodes[n].t)
	}
	for _, n := range c.sorted(floats) {
		c.floatOp(c.e.nodes[n].t)
	}
}

// division checks t = x div y, x mod y or x / y for a divisor that is not a constant or 0.
func (c *candidate) division(t term.Term) {
	x, y := t.Arg(0), t.Arg(1)
	if c.value(y).Num.IsZero() {
		c.congruence(t, c.premise(nil, y, c.zero(y.Sort())))
		return
	}
	v, _ := model.Operate(t, []model.Value{c.value(x), c.value(y)})
	if v.Equal(c.value(t)) {
		return
	}
	st := c.e.st
	yZero := st.Eq(y, c.zero(y.Sort()))
	if t.Sort() == term.Real { // y ≠ 0 ⇒ t·y = x
		c.need(lemma{yZero, st.Eq(st.Mul(t, y), x)})
		return
	}
	if t.Op() == term.Mod {
		c.remainders(t)
	}
	// y ≠ 0 ⇒ x = y·q + r, 0 <= r < |y|
	q, r := st.Div(x, y), st.Mod(x, y)
	o, one := st.Int(0), st.Int(1)
	c.need(lemma{yZero, st.Eq(x, st.Add(st.Mul(y, q), r))})
	c.need(lemma{yZero, st.Ge(r, o)})
	c.need(lemma{st.Le(y, o), st.Le(r, st.Sub(y, one))})
	c.need(lemma{st.Ge(y, o), st.Le(r, st.Sub(st.Neg(y), one))})
	// With the value of the divisor, or that of the quotient, it is linear:
	// y = k ⇒ t = x div k, and q = k ⇒ 0 <= x - k·y < |y|.
	k := st.IntNum(c.value(y).Num.Num())
	c.needFor(y, k, st.Eq(t, st.Rebuild(t, []term.Term{x, k})))
	if t != q {
		return
	}
	k = st.IntNum(c.value(q).Num.Num())
	rest := st.Sub(x, st.Scale(k.Num(), y))
	c.needFor(q, k, st.Or(yZero, st.Ge(rest, o)))
	c.needFor(q, k, st.Or(st.Le(y, o), st.Le(rest, st.Sub(y, one))))
	c.needFor(q, k, st.Or(st.Ge(y, o), st.Le(rest, st.Sub(st.Neg(y), one))))
}

func (c *candidate) zero(s term.Sort) term.Term {
	if s == term.Real {
		return c.e.st.RealNum(num.Rat{})
	}
	return c.e.st.Int(0)
}

// buildModel makes a model of a candidate that is clean.
func (e *Native) buildModel() *model.Model {
	c := e.cand
	m := &model.Model{Store: e.st, Tick: e.tick, Vars: make(map[term.Term]model.Value, len(e.live[scalars])+len(e.live[arrays])), Funcs: map[model.Func]model.Value{}, Memo: e.spare}
	e.spare = model.Memo{}
	for _, n := range e.live[scalars] {
		t := e.nodes[n].t
		m.Vars[t] = c.value(t)
	}
	for _, n := range e.live[arrays] {
		if t := e.nodes[n].t; t.Op() == term.Var {
			m.Vars[t] = model.Value{Array: c.array(t)}
		}
	}
	for _, x := range c.values {
		var args []model.Value
		for _, a := range x.t.Args() {
			args = append(args, c.full(a))
		}
		m.Funcs[model.Func{Name: model.FuncName(x.t), Args: model.ArgsText(args)}] = c.full(x.t)
	}
	return m
}

// full is the value of a term in use as it goes into the model.
func (c *candidate) full(t term.Term) model.Value {
	if t.Sort().IsArray() {
		return model.Value{Array: c.array(t)}
	}
	return c.value(t)
}
