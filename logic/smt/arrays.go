package smt

import (
	"slices"

	"craig/internal/logic/sat"
	"craig/logic/smt/internal/model"
	"craig/logic/term"
)

// definition says that an array equals another by an equality that is true.
type definition struct {
	as term.Term
	by term.Term // the equality
}

// checkArrays checks reads and equalities of arrays. Every true equality with an array that has
// no definition yet defines it, unless that would be circular; the others are compared. A read
// walks down stores, definitions and Ites until it finds its cell: at a store to its index, at a
// constant array, or at an array without definition, whose cells the reads fill. Two answers for
// one cell are a lemma that the walks justify [Brummayer, Biere 2009].
func (c *candidate) checkArrays() {
	e := c.e
	if len(e.live[reads]) == 0 && len(e.live[arrays]) == 0 && len(e.live[applies]) == 0 {
		return
	}
	c.vals = map[term.Term]*model.Array{}
	c.class = map[term.Term]*arrayClass{}
	c.defs = map[int32]definition{}
	c.tables = map[int32]*table{}
	var equal, different []term.Term
	for _, n := range c.sorted(arrayEqs) {
		x := &e.nodes[n]
		if e.sat.Value(x.lit) != sat.True {
			different = append(different, x.t)
		} else if a, b := x.t.Arg(0), x.t.Arg(1); !c.define(a, b, x.t) && !c.define(b, a, x.t) {
			equal = append(equal, x.t)
		}
	}
	for _, n := range c.sorted(reads) {
		c.read(e.nodes[n].t)
	}
	if len(c.lemmas) > 0 {
		return
	}
	c.defaults(equal)
	for _, eq := range equal {
		c.compare(eq)
	}
	for _, eq := range different {
		c.separate(eq)
	}
}

// sorted returns the relevant nodes of a list by creation.
func (c *candidate) sorted(l list) []int32 {
	var ns []int32
	for _, n := range c.e.live[l] {
		if c.e.relevant(n) {
			ns = append(ns, n)
		}
	}
	slices.Sort(ns)
	return ns
}

// define makes a defined as b, if a can be and b does not depend on it.
func (c *candidate) define(a, b, by term.Term) bool {
	switch a.Op() {
	case term.Store_, term.ConstArray, term.Ite:
		return false
	}
	n := c.e.lookup(a)
	if _, ok := c.defs[n]; ok {
		return false
	}
	if c.bottom(b) == a {
		return false
	}
	c.defs[n] = definition{b, by}
	return true
}

// step goes from an array to the one below it; path gets the disjuncts that justify it. At the
// bottom ok is false.
func (c *candidate) step(a term.Term, path []term.Term) (term.Term, []term.Term, bool) {
	switch a.Op() {
	case term.Store_:
		return a.Arg(0), path, true
	case term.ConstArray:
		return a, path, false
	case term.Ite:
		if c.value(a.Arg(0)).IsTrue() {
			return a.Arg(1), append(path, c.e.st.Not(a.Arg(0))), true
		}
		return a.Arg(2), append(path, a.Arg(0)), true
	}
	if d, ok := c.defs[c.e.lookup(a)]; ok {
		return d.as, append(path, c.e.st.Not(d.by)), true
	}
	return a, path, false
}

func (c *candidate) bottom(a term.Term) term.Term {
	for ok := true; ok; {
		a, _, ok = c.step(a, nil)
	}
	return a
}

// element is the value of an index, element or argument. An array stands for itself: its value
// is the bottom that it is known to be equal to.
func (c *candidate) element(t term.Term) model.Value {
	if !t.Sort().IsArray() {
		return c.value(t)
	}
	for {
		if t.Op() == term.Store_ {
			break
		}
		b, _, ok := c.step(t, nil)
		if !ok {
			break
		}
		t = b
	}
	return model.Value{Array: model.Opaque("#" + t.SMTLIB())}
}

// read finds the cell of a Select.
func (c *candidate) read(t term.Term) {
	a, i := t.Arg(0), t.Arg(1)
	w, v := c.element(i), c.element(t)
	var path []term.Term
	for {
		c.e.tick(4)
		if a.Op() == term.Store_ {
			j := a.Arg(1)
			if c.element(j).Equal(w) {
				if e := a.Arg(2); !c.element(e).Equal(v) {
					c.need(c.conclusion(c.premise(path, i, j), t, e))
				}
				return
			}
			path = c.conclusion(path, i, j)
		}
		b, p, ok := c.step(a, path)
		path = p
		if !ok {
			break
		}
		a = b
	}
	if a.Op() == term.ConstArray {
		if e := a.Arg(0); !c.element(e).Equal(v) {
			c.need(c.conclusion(path, t, e))
		}
		return
	}
	n := c.e.lookup(a)
	tb := c.tables[n]
	if tb == nil {
		tb = &table{at: map[model.Key]int{}}
		c.tables[n] = tb
	}
	k, ok := tb.at[w.Key()]
	if !ok {
		tb.at[w.Key()] = len(tb.cells)
		tb.cells = append(tb.cells, cell{v: v, t: t, path: path})
		return
	}
	if old := &tb.cells[k]; !old.v.Equal(v) {
		l := append(slices.Clip(path), old.path...)
		c.need(c.conclusion(c.premise(l, i, old.t.Arg(1)), t, old.t))
	}
}

// table has the known cells of an array without definition.
type table struct {
	at    map[model.Key]int
	cells []cell
}

// arrayClass is a set of arrays that agree almost everywhere.
type arrayClass struct {
	link  *arrayClass // not nil: part of that class
	def   term.Term   // the element of a constant array in it; may be invalid
	path  []term.Term // disjuncts that justify the class
	array term.Term
}

func (c *candidate) classOf(bottom term.Term) *arrayClass {
	k := c.class[bottom]
	if k == nil {
		k = &arrayClass{array: bottom}
		if bottom.Op() == term.ConstArray {
			k.def = bottom.Arg(0)
		}
		c.class[bottom] = k
	}
	for k.link != nil {
		k = k.link
	}
	return k
}

// defaults makes the arrays at the bottoms of true equalities agree almost everywhere.
func (c *candidate) defaults(equal []term.Term) {
	for _, eq := range equal {
		path := []term.Term{c.e.st.Not(eq)}
		var at [2]*arrayClass
		for i, a := range eq.Args() {
			for ok := true; ok; {
				a, path, ok = c.step(a, path)
			}
			at[i] = c.classOf(a)
		}
		a, b := at[0], at[1]
		if a == b {
			continue
		}
		a.path = append(append(a.path, b.path...), path...)
		b.link = a
		switch {
		case !a.def.Valid():
			a.def = b.def
		case b.def.Valid() && !c.element(a.def).Equal(c.element(b.def)) && infinite(a.array.Sort().Index()):
			c.need(c.conclusion(slices.Clone(a.path), a.def, b.def))
		}
	}
}

// infinite reports whether a sort has infinitely many elements in every model.
func infinite(s term.Sort) bool { return s == term.Int || s == term.Real }

// array is the value of an array term in use. defaults has been called.
func (c *candidate) array(t term.Term) *model.Array {
	if v, ok := c.vals[t]; ok {
		return v
	}
	var v *model.Array
	if t.Op() == term.Store_ {
		v = &model.Array{Parent: c.array(t.Arg(0)), Index: c.full(t.Arg(1)), Value: c.full(t.Arg(2))}
	} else if b, _, ok := c.step(t, nil); ok {
		v = c.array(b)
	} else {
		def := model.Default(t.Sort().Elem())
		if k := c.classOf(t); k.def.Valid() {
			def = c.full(k.def)
		}
		v = &model.Array{Default: def}
		if tb := c.tables[c.e.lookup(t)]; tb != nil {
			for _, x := range tb.cells {
				v = &model.Array{Parent: v, Index: c.full(x.t.Arg(1)), Value: c.full(x.t)}
			}
		}
	}
	c.vals[t] = v
	return v
}

// indices appends the index terms at which an array may differ from its default.
func (c *candidate) indices(a term.Term, to []term.Term) []term.Term {
	for {
		if a.Op() == term.Store_ {
			to = append(to, a.Arg(1))
		}
		b, _, ok := c.step(a, nil)
		if !ok {
			if tb := c.tables[c.e.lookup(a)]; tb != nil {
				for _, x := range tb.cells {
					to = append(to, x.t.Arg(1))
				}
			}
			return to
		}
		a = b
	}
}

// compare demands that arrays that must be equal are: where they differ, that they are read.
func (c *candidate) compare(eq term.Term) {
	a, b := eq.Arg(0), eq.Arg(1)
	x, y := c.array(a), c.array(b)
	if x.Text() == y.Text() {
		return
	}
	st := c.e.st
	for _, i := range c.indices(b, c.indices(a, nil)) {
		w := c.full(i)
		if x.At(w).Equal(y.At(w)) {
			continue
		}
		ai, bi := st.Select(a, i), st.Select(b, i)
		for _, l := range c.equalities(ai, bi) {
			c.need(append(l, st.Not(eq)))
		}
		return
	}
}

// equalities says a = b as disjunctions.
func (c *candidate) equalities(a, b term.Term) []lemma {
	st := c.e.st
	if a.Sort() == term.Bool {
		return []lemma{{st.Not(a), b}, {a, st.Not(b)}}
	}
	return []lemma{{st.Eq(a, b)}}
}

// separate demands that arrays that must not be equal differ somewhere.
func (c *candidate) separate(eq term.Term) {
	e := c.e
	x := &e.nodes[e.lookup(eq)]
	if x.defined&negative == 0 || e.sat.Value(x.lit) != sat.False {
		return
	}
	a, b := eq.Arg(0), eq.Arg(1)
	if c.array(a).Text() != c.array(b).Text() {
		return
	}
	if e.witness == nil {
		e.witness, e.witnessOf = map[term.Term]term.Term{}, map[term.Term]term.Term{}
	}
	k, ok := e.witness[eq]
	if !ok {
		k = e.st.Fresh("diff", a.Sort().Index())
		e.witness[eq] = k
		e.witnessOf[k] = eq
	}
	ak, bk := e.st.Select(a, k), e.st.Select(b, k)
	if a.Sort().Elem() == term.Bool {
		c.need(lemma{eq, ak, bk})
		c.need(lemma{eq, e.st.Not(ak), e.st.Not(bk)})
		return
	}
	c.need(lemma{eq, e.st.Ne(ak, bk)})
}
