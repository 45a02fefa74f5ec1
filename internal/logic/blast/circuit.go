package blast

import (
	"slices"

	"craig/internal/logic/sat"
)

// lit is a node of the circuit or its negation: 2·node, plus 1 if negated. Node 0 is false.
type lit int32

const (
	zero lit = 0
	one  lit = 1
)

func (l lit) not() lit    { return l ^ 1 }
func (l lit) node() int32 { return int32(l >> 1) }

// gate is what a node computes.
type gate uint8

const (
	input gate = iota // a says which bit of a number it is
	and               // of a and b
	xor               // of a and b, which are no negations
	mux               // b if a, otherwise c
	maj               // of a, b and c
)

type node struct {
	op      gate
	a, b, c lit
}

// bit says which bit of a number an input is.
func (n node) bit() int { return int(n.a) }

// circuit is a combinational circuit whose gates are shared: the same gate of the same nodes is
// made once.
type circuit struct {
	nodes  []node
	made   map[node]lit
	sums   [][]int32        // by node: of which nodes it is the exclusive or, in order; nil if of itself
	linear map[uint64][]lit // by a hash of such a list: what has been made of it
	kept   int              // how long all lists are together
	tick   func(work int)
	limit  int // of nodes
}

func newCircuit(tick func(int), limit int) *circuit {
	return &circuit{nodes: make([]node, 1), sums: make([][]int32, 1), made: map[node]lit{}, linear: map[uint64][]lit{}, tick: tick, limit: limit}
}

// input is a new input, some bit of a number.
func (c *circuit) input(bit int) lit {
	c.nodes, c.sums = append(c.nodes, node{op: input, a: lit(bit)}), append(c.sums, nil)
	return lit(2 * (len(c.nodes) - 1))
}

func (c *circuit) gate(n node) lit {
	if l, ok := c.made[n]; ok {
		return l
	}
	if len(c.nodes) >= c.limit {
		panic(tooLarge)
	}
	c.tick(8)
	l := lit(2 * len(c.nodes))
	c.nodes, c.sums = append(c.nodes, n), append(c.sums, nil)
	c.made[n] = l
	return l
}

func (c *circuit) and(a, b lit) lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == zero || a == b.not(): // 0 ∧ b → 0, a ∧ ¬a → 0
		return zero
	case a == one || a == b: // 1 ∧ b → b, a ∧ a → a
		return b
	}
	// One level below: a ∧ (a ∧ x) → a ∧ x, ¬a ∧ (a ∧ x) → 0, a ∧ ¬(a ∧ x) → a ∧ ¬x, a ∧ ¬(¬a ∧ x) → a.
	for range 2 {
		if n := c.nodes[b.node()]; n.op == and {
			x, y := n.a, n.b
			switch neg := b&1 != 0; {
			case !neg && (x == a || y == a):
				return b
			case !neg && (x == a.not() || y == a.not()):
				return zero
			case neg && (x == a.not() || y == a.not()):
				return a
			case neg && x == a:
				return c.and(a, y.not())
			case neg && y == a:
				return c.and(a, x.not())
			}
		}
		a, b = b, a
	}
	if l, ok := c.conjunctions(a, b); ok {
		return l
	}
	return c.gate(node{op: and, a: a, b: b})
}

// conjunctions is a ∧ b where both are conjunctions or their negations, by two levels of the circuit.
//
// [Brummayer, Biere 2006] Local Two-Level And-Inverter Graph Minimization without Blowup.
func (c *circuit) conjunctions(a, b lit) (lit, bool) {
	m, n := c.nodes[a.node()], c.nodes[b.node()]
	if m.op != and || n.op != and {
		return zero, false
	}
	if a&1 != 0 && b&1 == 0 {
		a, b, m, n = b, a, n, m
	}
	for range 2 {
		for range 2 {
			x, y, u, v := m.a, m.b, n.a, n.b
			switch positive := a&1 == 0; {
			case positive && b&1 == 0 && x == u.not(): // (x ∧ y) ∧ (¬x ∧ v) → 0
				return zero, true
			case positive && b&1 != 0 && x == u.not(): // (x ∧ y) ∧ ¬(¬x ∧ v) → x ∧ y
				return a, true
			case positive && b&1 != 0 && x == u: // (x ∧ y) ∧ ¬(x ∧ v) → (x ∧ y) ∧ ¬v
				return c.and(a, v.not()), true
			case !positive && x == u && y == v.not(): // ¬(x ∧ y) ∧ ¬(x ∧ ¬y) → ¬x
				return x.not(), true
			}
			n.a, n.b = n.b, n.a
		}
		m.a, m.b = m.b, m.a
	}
	return zero, false
}

func (c *circuit) or(a, b lit) lit { return c.and(a.not(), b.not()).not() }

func (c *circuit) xor(a, b lit) lit {
	neg := (a ^ b) & 1
	a, b = a&^1, b&^1
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b: // a ⊕ a → 0
		return neg
	case a == zero: // 0 ⊕ b → b
		return b ^ neg
	}
	if l, ok := c.made[node{op: xor, a: a, b: b}]; ok {
		return l ^ neg
	}
	// What comes to the same exclusive or has been made, or is made once: x ⊕ y ⊕ x → y.
	sum := difference(c.summands(a), c.summands(b))
	if len(sum) == 0 {
		return neg
	}
	if len(sum) == 1 {
		return lit(2*sum[0]) ^ neg
	}
	c.tick(1 + len(sum)/4)
	if len(sum) > maxSummands || c.kept > maxKept {
		return c.gate(node{op: xor, a: a, b: b}) ^ neg
	}
	hash := uint64(len(sum))
	for _, n := range sum {
		hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	for _, l := range c.linear[hash] {
		if slices.Equal(c.sums[l.node()], sum) {
			return l ^ neg
		}
	}
	l := c.gate(node{op: xor, a: a, b: b})
	c.sums[l.node()] = slices.Clip(sum)
	c.kept += len(sum)
	c.linear[hash] = append(c.linear[hash], l)
	return l ^ neg
}

// maxSummands is up to how many summands an exclusive or is known by them, maxKept how many of them are kept in all.
const (
	maxSummands = 1 << 12
	maxKept     = 1 << 24
)

// summands lists nodes whose exclusive or a is, which is no negation.
func (c *circuit) summands(a lit) []int32 {
	if s := c.sums[a.node()]; s != nil {
		return s
	}
	return []int32{a.node()}
}

// difference has what is in one of two sorted lists.
func difference(x, y []int32) []int32 {
	r := make([]int32, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			r, x = append(r, x[0]), x[1:]
		case y[0] < x[0]:
			r, y = append(r, y[0]), y[1:]
		default:
			x, y = x[1:], y[1:]
		}
	}
	return append(append(r, x...), y...)
}

// mux is a if s, otherwise b.
func (c *circuit) mux(s, a, b lit) lit {
	if s&1 != 0 {
		s, a, b = s.not(), b, a
	}
	switch {
	case s == zero:
		return b
	case a == b:
		return a
	case a == b.not(): // s ? ¬b : b → s ⊕ b
		return c.xor(s, b)
	case a == one || a == s: // s ? 1 : b → s ∨ b
		return c.or(s, b)
	case a == zero || a == s.not():
		return c.and(s.not(), b)
	case b == zero || b == s:
		return c.and(s, a)
	case b == one || b == s.not():
		return c.or(s.not(), a)
	}
	neg := a & 1
	return c.gate(node{op: mux, a: s, b: a ^ neg, c: b ^ neg}) ^ neg
}

// maj is true if two of the three are.
func (c *circuit) maj(x, y, z lit) lit {
	if x > y {
		x, y = y, x
	}
	if y > z {
		y, z = z, y
	}
	if x > y {
		x, y = y, x
	}
	switch {
	case x == y:
		return x
	case y == z:
		return y
	case x == y.not():
		return z
	case y == z.not():
		return x
	case x == zero:
		return c.and(y, z)
	case x == one:
		return c.or(y, z)
	}
	neg := x & 1
	return c.gate(node{op: maj, a: x ^ neg, b: y ^ neg, c: z ^ neg}) ^ neg
}

// evaluate gives all nodes their values, from those of the inputs.
func (c *circuit) evaluate(value func(input int) bool) []bool {
	vals := make([]bool, len(c.nodes))
	of := func(l lit) bool { return vals[l.node()] != (l&1 != 0) }
	for k := 1; k < len(c.nodes); k++ {
		switch n := &c.nodes[k]; n.op {
		case input:
			vals[k] = value(k)
		case and:
			vals[k] = of(n.a) && of(n.b)
		case xor:
			vals[k] = of(n.a) != of(n.b)
		case mux:
			if vals[k] = of(n.c); of(n.a) {
				vals[k] = of(n.b)
			}
		case maj:
			a, b, x := of(n.a), of(n.b), of(n.c)
			vals[k] = a && b || a && x || b && x
		}
	}
	return vals
}

// cnf gives nodes variables of a SAT solver, with the clauses that define them.
type cnf struct {
	c      *circuit
	solver *sat.Solver
	vars   []sat.Var // by node, -1 none
	stack  []int32
}

func newCNF(c *circuit, tick func(work int)) *cnf {
	s := sat.New(nil, nil)
	s.Tick = tick
	return &cnf{c: c, solver: s}
}

// solve decides whether hard and soft, which are assumptions, can be true together, until stop.
func (f *cnf) solve(hard, soft []lit, stop func(conflicts int64) bool) sat.Status {
	for _, l := range hard {
		f.solver.AddClause(f.lit(l))
	}
	lits := make([]sat.Lit, len(soft))
	for i, l := range soft {
		lits[i] = f.lit(l)
	}
	return f.solver.Solve(lits, func() bool { return stop(f.solver.Stats.Conflicts) })
}

// lit is l's literal; what l depends on is defined.
func (f *cnf) lit(l lit) sat.Lit {
	for len(f.vars) < len(f.c.nodes) {
		f.vars = append(f.vars, -1)
	}
	f.stack = append(f.stack[:0], l.node())
	for len(f.stack) > 0 {
		k := f.stack[len(f.stack)-1]
		if f.vars[k] >= 0 {
			f.stack = f.stack[:len(f.stack)-1]
			continue
		}
		n := f.c.nodes[k]
		ready := true
		for _, a := range [3]lit{n.a, n.b, n.c} {
			if n.op != input && f.vars[a.node()] < 0 && (a.node() != 0 || a == n.a || a == n.b) {
				f.stack = append(f.stack, a.node())
				ready = false
			}
		}
		if !ready {
			continue
		}
		f.stack = f.stack[:len(f.stack)-1]
		f.vars[k] = f.solver.NewVar(true)
		f.define(k, n)
	}
	return f.known(l)
}

func (f *cnf) known(l lit) sat.Lit {
	if l&1 != 0 {
		return f.vars[l.node()].Neg()
	}
	return f.vars[l.node()].Pos()
}

// define adds the clauses of a node.
func (f *cnf) define(k int32, n node) {
	f.c.tick(16)
	o := f.vars[k].Pos()
	if k == 0 {
		f.solver.AddClause(o.Not())
		return
	}
	if n.op == input {
		return
	}
	add := f.solver.AddClause
	a, b := f.known(n.a), f.known(n.b)
	switch n.op {
	case and:
		add(o.Not(), a)
		add(o.Not(), b)
		add(o, a.Not(), b.Not())
	case xor:
		add(o.Not(), a, b)
		add(o.Not(), a.Not(), b.Not())
		add(o, a.Not(), b)
		add(o, a, b.Not())
	case mux:
		c := f.known(n.c)
		add(a.Not(), b.Not(), o)
		add(a.Not(), b, o.Not())
		add(a, c.Not(), o)
		add(a, c, o.Not())
		add(b.Not(), c.Not(), o)
		add(b, c, o.Not())
	case maj:
		c := f.known(n.c)
		add(a.Not(), b.Not(), o)
		add(a.Not(), c.Not(), o)
		add(b.Not(), c.Not(), o)
		add(a, b, o.Not())
		add(a, c, o.Not())
		add(b, c, o.Not())
	}
}
