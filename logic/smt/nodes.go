package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/term"
)

// node is what the engine knows of a term: a formula's literal, the simplex variable of a term
// that arithmetic takes for a variable, the parts of an array term.
type node struct {
	t       term.Term
	kind    kind
	part    int32    // proof mode: of a gate
	defined polarity // which defining clauses of a formula have been added
	lit     sat.Lit  // formulas, otherwise NoLit; for eqAtom also the halves:
	le, ge  sat.Lit
	lv      int32 // terms: the simplex variable, -1 if the term has none

	stamp  uint32 // see Native.markRelevant
	uses   int32  // how often it is in use: by the stack, by lemmas, by nodes in use
	kids   []int32
	slacks []int32   // whose rows it needs
	atoms  []sat.Var // arithmetic atoms that are worth implying while it is in use
	axioms []sat.Lit // assumed as long as it is in use
	tailAt int32     // 1 + place in Native.tail, 0 if the stack brings the axioms
	list   list
	place  int32 // in Native.live[list]
}

type kind uint8

const (
	gate     kind = iota // And, Or, Iff
	leaf                 // Boolean variable, or Boolean element or application
	ineqAtom             // the literal belongs to arith
	eqAtom               // sum = 0
	elemEq               // of elements of an uninterpreted sort; belongs to the egraph
	arrayEq
	number // a term that is a variable for arithmetic
	array
)

// polarity is a set: in which polarities a formula occurs.
type polarity uint8

const (
	positive polarity = 1
	negative polarity = 2
	both     polarity = 3
)

func (p polarity) flip() polarity { return p>>1 | p<<1&both }

// list says what a final check does with a node in use.
type list uint8

const (
	noList  list = iota
	eqs          // equalities that may be false
	scalars      // variables but arrays
	reads        // Select
	arrays       // other array terms
	arrayEqs
	applies
	products
	bitOps
	floats
	divisions
	numLists
)

type gateKey struct {
	id   uint32
	part int32
}

func (e *Native) newNode(t term.Term, k kind) int32 {
	e.nodes = append(e.nodes, node{t: t, kind: k, lv: -1, lit: sat.NoLit, part: e.part})
	return int32(len(e.nodes) - 1)
}

func isGate(t term.Term) bool {
	switch t.Op() {
	case term.And, term.Or:
		return true
	}
	return t.Op() == term.Eq && t.Arg(0).Sort() == term.Bool
}

// lookup returns t's node, or 0. Gates belong to one part in proof mode.
func (e *Native) lookup(t term.Term) int32 {
	if e.rec != nil && isGate(t) {
		return e.gateOf[gateKey{t.ID(), e.part}]
	}
	if id := int(t.ID()); id < len(e.nodeOf) {
		return e.nodeOf[id]
	}
	return 0
}

func (e *Native) register(t term.Term, n int32) {
	if e.rec != nil && isGate(t) {
		e.gateOf[gateKey{t.ID(), e.part}] = n
		return
	}
	id := int(t.ID())
	if id >= len(e.nodeOf) {
		e.nodeOf = append(e.nodeOf, make([]int32, id+1-len(e.nodeOf)+id/4)...)
	}
	e.nodeOf[id] = n
}

// use notes a use of node n. With the first one its variable may be decided, its rows exist, its
// axioms are to be assumed (they are appended to pending), and its kids are in use.
func (e *Native) use(n int32) {
	x := &e.nodes[n]
	x.uses++
	if x.uses > 1 {
		return
	}
	e.inUse++
	if x.lit != sat.NoLit {
		e.want(x.lit.Var())
	}
	if x.lv >= 0 {
		e.ar.use(x.lv)
	}
	for _, s := range x.slacks {
		e.ar.use(s)
	}
	if x.list != noList {
		x.place = int32(len(e.live[x.list]))
		e.live[x.list] = append(e.live[x.list], n)
	}
	for _, a := range x.atoms {
		e.ar.relevant[a]++
	}
	for _, k := range x.kids {
		e.use(k)
	}
	if x = &e.nodes[n]; len(x.axioms) == 0 {
		return
	}
	if e.inLemma {
		e.tail = append(e.tail, n)
		x.tailAt = int32(len(e.tail))
	}
	e.pending = append(e.pending, x.axioms...)
}

func (e *Native) unuse(n int32) {
	x := &e.nodes[n]
	x.uses--
	if x.uses > 0 {
		return
	}
	e.inUse--
	if x.lit != sat.NoLit {
		e.unwant(x.lit.Var())
	}
	if x.tailAt > 0 {
		last := e.tail[len(e.tail)-1]
		e.tail[x.tailAt-1] = last
		e.nodes[last].tailAt = x.tailAt
		e.tail = e.tail[:len(e.tail)-1]
		x.tailAt = 0
	}
	for _, a := range x.atoms {
		e.ar.relevant[a]--
	}
	if x.lv >= 0 {
		e.ar.unuse(x.lv)
	}
	for _, s := range x.slacks {
		e.ar.unuse(s)
	}
	if x.list != noList {
		l := e.live[x.list]
		last := l[len(l)-1]
		l[x.place] = last
		e.nodes[last].place = x.place
		e.live[x.list] = l[:len(l)-1]
	}
	for _, k := range x.kids {
		e.unuse(k)
	}
}

// want and unwant count the reasons to decide on v.
func (e *Native) want(v sat.Var) {
	for int(v) >= len(e.wanted) {
		e.wanted = append(e.wanted, 0)
	}
	e.wanted[v]++
	if e.wanted[v] == 1 {
		e.sat.SetDecision(v, true)
		if e.atomOfVar(v) != nil {
			e.ar.relevant[v]++
		}
	}
}

func (e *Native) unwant(v sat.Var) {
	e.wanted[v]--
	if e.wanted[v] == 0 {
		e.sat.SetDecision(v, false)
		if e.atomOfVar(v) != nil {
			e.ar.relevant[v]--
		}
	}
}

// addKid makes k a kid of n, which may be in use already.
func (e *Native) addKid(n, k int32) {
	e.nodes[n].kids = append(e.nodes[n].kids, k)
	if e.nodes[n].uses > 0 {
		e.use(k)
	}
}
