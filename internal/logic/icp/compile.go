package icp

import (
	"cmp"
	"slices"

	"craig/internal/logic/solutions"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// kind is how a node is evaluated.
type kind uint8

const (
	fixed   kind = iota // a constant
	free                // a variable, or what has no meaning here and may be anything
	operate             // a floating-point operation
	negate              // the sign changed
	absolute
	select3 // if, then, else: of patterns or integers
	sum     // of integers
	key     // the place of a pattern in the order of numbers
	modulo  // by a positive constant
	toInt   // a pattern as an integer
	and
	or
	not
	same    // two formulas have the same truth value
	within  // a pattern lies in ranges
	equal   // two patterns are equal
	atMost  // an integer is at most 0
	nothing // an integer is 0
)

// node is a term. Its value is a truth value if it is a formula, a set of floating-point numbers if it is a pattern,
// else an interval of integers.
type node struct {
	kind             kind
	formula, pattern bool
	term             term.Term
	format           float.Format // of a pattern, and of the operand of within and key
	op               term.FloatOp
	args             []int
	coeffs           []num.Int // of sum
	constant         num.Int   // of sum, modulo
	ranges           [][2]uint64
	yes, no          float.Set // of within: where it may hold, where it may not
	variable         int       // which one, or -1
}

// root is a formula that must hold.
type root struct {
	node       int
	assumption int // which, or -1
}

// compiled is a question.
type compiled struct {
	nodes     []node // arguments first
	roots     []root
	vars      []int   // nodes
	equations [][]int // by variable: nodes that say it is a term of older variables
	opaque    bool    // some variables are terms without a meaning
	defines   []bool  // by assumption: it was used as a definition
	defined   []Definition
}

type patternKey struct {
	t term.Term
	f float.Format
}

type compiler struct {
	*compiled
	st       *term.Store
	tick     func(int)
	formats  map[term.Term]float.Format // of variables that are patterns
	cuts     map[term.Term]float.Format // of x mod 2^n that are patterns, which stand for variables
	defs     map[term.Term]term.Term
	ages     map[term.Term]int
	patterns map[patternKey]int
	ints     map[term.Term]int
	formulas map[term.Term]int
	singles  map[term.Term]term.Term
	known    map[patternKey]bool // see isPattern
	all      []float.Format
}

// compile is nil where there is nothing for boxes to decide, or too much.
func compile(asserted, assumptions []term.Term, tick func(int)) *compiled {
	all := append(asserted[:len(asserted):len(asserted)], assumptions...)
	c := &compiler{
		compiled: &compiled{defines: make([]bool, len(assumptions))}, st: all[0].Store(), tick: tick,
		formats: map[term.Term]float.Format{}, cuts: map[term.Term]float.Format{}, defs: map[term.Term]term.Term{}, ages: map[term.Term]int{},
		patterns: map[patternKey]int{}, ints: map[term.Term]int{}, formulas: map[term.Term]int{}, singles: map[term.Term]term.Term{}, known: map[patternKey]bool{},
	}
	size, floats := 0, false
	for _, f := range all {
		term.Walk(f, func(t term.Term) {
			size++
			if t.Op() == term.Float {
				floats = true
				c.usedAs(t)
			}
		})
		if size > 2*maxNodes {
			return nil
		}
	}
	if !floats {
		return nil
	}
	conjuncts, holders := c.conjuncts(asserted, assumptions)
	for i, g := range conjuncts {
		if c.define(g) && holders[i] >= 0 {
			c.defines[holders[i]] = true
		}
	}
	c.inRange(conjuncts, holders)
	for i, f := range all {
		c.roots = append(c.roots, root{c.formulaOf(f), max(-1, i-len(asserted))})
		if len(c.nodes) > maxNodes {
			return nil
		}
	}
	for x, t := range c.defs {
		c.defined = append(c.defined, Definition{x, t})
	}
	slices.SortFunc(c.defined, func(a, b Definition) int { return cmp.Compare(a.Var.ID(), b.Var.ID()) })
	c.equations = make([][]int, len(c.vars))
	for n := range c.nodes {
		if nd := &c.nodes[n]; nd.kind == equal {
			for i := range 2 {
				x, t := c.nodes[nd.args[i]], c.nodes[nd.args[1-i]]
				if x.variable >= 0 && x.term.Op() == term.Var && c.age(t.term) < int(x.term.ID()) {
					c.equations[x.variable] = append(c.equations[x.variable], n)
				}
			}
		}
	}
	return c.compiled
}

// define notes that a formula says what a variable is: a term of older ones.
func (c *compiler) define(f term.Term) bool {
	if f.Op() != term.EqZero || f.Arg(0).Op() != term.Sum || f.Arg(0).Sort() != term.Int {
		return false
	}
	s, at := f.Arg(0), -1
	for i, x := range s.Args() {
		if x.Op() == term.Var && (at < 0 || x.ID() > s.Arg(at).ID()) {
			at = i
		}
	}
	if at < 0 || !s.Coeff(at).Abs().Eq(num.I(1).Rat()) {
		return false
	}
	x := s.Arg(at)
	if _, ok := c.defs[x]; ok {
		return false
	}
	for i, y := range s.Args() {
		if !s.Coeff(i).IsInt() || i != at && c.age(y) >= int(x.ID()) {
			return false
		}
	}
	c.defs[x] = c.st.Sub(x, c.st.Scale(s.Coeff(at), s))
	return true
}

// age is the number of the youngest variable of t, -1 if there is none.
func (c *compiler) age(t term.Term) int {
	if n, ok := c.ages[t]; ok {
		return n
	}
	n := -1
	if t.Op() == term.Var {
		n = int(t.ID())
	}
	for _, a := range t.Args() {
		n = max(n, c.age(a))
	}
	c.ages[t] = n
	return n
}

func (c *compiler) add(n node) int {
	c.tick(16)
	n.variable = -1
	if n.kind == free {
		n.variable = len(c.vars)
		c.vars = append(c.vars, len(c.nodes))
		c.opaque = c.opaque || n.term.Op() != term.Var && !c.cuts[n.term].Valid()
	}
	c.nodes = append(c.nodes, n)
	return len(c.nodes) - 1
}

// patternOf is the node of a pattern.
func (c *compiler) patternOf(t term.Term, f float.Format) int {
	if d, ok := c.defs[t]; ok && c.isPattern(d, f) {
		return c.patternOf(d, f)
	}
	k := patternKey{t, f}
	if n, ok := c.patterns[k]; ok {
		return n
	}
	n := c.add(c.makePattern(t, f))
	c.patterns[k] = n
	return n
}

func (c *compiler) makePattern(t term.Term, f float.Format) node {
	n := node{kind: free, pattern: true, term: t, format: f}
	if !c.isPattern(t, f) {
		return c.unclear(n)
	}
	if _, ok := t.IntValue(); ok {
		n.kind = fixed
		return n
	}
	switch t.Op() {
	case term.Float:
		o := t.FloatOp()
		n.kind, n.op = operate, o
		for _, a := range t.Args() {
			switch o.Kind {
			case term.FloatFromInt:
				n.args = append(n.args, c.intOf(a))
			case term.FloatConvert:
				n.args = append(n.args, c.patternOf(a, o.From))
			default:
				n.args = append(n.args, c.patternOf(a, f))
			}
		}
	case term.Mod:
		if x, ok := c.magnitude(t, f); ok {
			n.kind, n.args = absolute, []int{c.patternOf(x, f)}
		}
	case term.Ite:
		if y, ok := c.negated(f, t); ok {
			n.kind, n.args = negate, []int{c.patternOf(y, f)}
			break
		}
		n.kind, n.args = select3, []int{c.formulaOf(t.Arg(0)), c.patternOf(t.Arg(1), f), c.patternOf(t.Arg(2), f)}
	}
	return n
}

// unclear is a node for what may be any number: its variable has no value in a model.
func (c *compiler) unclear(n node) node {
	c.opaque = true
	return n
}

// intOf is the node of an integer.
func (c *compiler) intOf(t term.Term) int {
	if d, ok := c.defs[t]; ok && !c.formats[t].Valid() {
		return c.intOf(d)
	}
	if n, ok := c.ints[t]; ok {
		return n
	}
	n := c.add(c.makeInt(t))
	c.ints[t] = n
	return n
}

func (c *compiler) makeInt(t term.Term) node {
	n := node{kind: free, term: t}
	if v, ok := t.IntValue(); ok {
		n.kind, n.constant = fixed, v
		return n
	}
	switch t.Op() {
	case term.Var:
		if _, ok := c.formats[t]; ok {
			return c.unclear(n)
		}
	case term.Sum:
		n.kind, n.constant = sum, t.Num().Num()
		for i, a := range t.Args() {
			n.args, n.coeffs = append(n.args, c.intOf(a)), append(n.coeffs, t.Coeff(i).Num())
		}
	case term.Mod:
		m, ok := t.Arg(1).IntValue()
		if !ok || m.Sign() <= 0 {
			return c.unclear(n)
		}
		n.kind, n.constant, n.args = modulo, m, []int{c.intOf(t.Arg(0))}
	case term.Ite:
		for _, f := range c.all {
			if c.isPattern(t.Arg(1), f) && c.st.FKey(f, t.Arg(1)) == t {
				n.kind, n.format, n.args = key, f, []int{c.patternOf(t.Arg(1), f)}
				return n
			}
		}
		n.kind, n.args = select3, []int{c.formulaOf(t.Arg(0)), c.intOf(t.Arg(1)), c.intOf(t.Arg(2))}
	case term.Float:
		o := t.FloatOp()
		if o.Kind != term.FloatToInt {
			return c.unclear(n)
		}
		n.kind, n.op, n.format, n.args = toInt, o, o.Format, []int{c.patternOf(t.Arg(0), o.Format)}
	default:
		return c.unclear(n)
	}
	return n
}

// formulaOf is the node of a formula.
func (c *compiler) formulaOf(f term.Term) int {
	if n, ok := c.formulas[f]; ok {
		return n
	}
	n := c.add(c.makeFormula(f))
	c.formulas[f] = n
	return n
}

func (c *compiler) makeFormula(f term.Term) node {
	n := node{kind: free, formula: true, term: f}
	if n, ok := c.about(f); ok {
		return n
	}
	parts := func(k kind) node {
		n.kind = k
		for _, g := range f.Args() {
			n.args = append(n.args, c.formulaOf(g))
		}
		return n
	}
	switch f.Op() {
	case term.True, term.False:
		n.kind = fixed
	case term.Not:
		return parts(not)
	case term.And:
		return parts(and)
	case term.Or:
		return parts(or)
	case term.Eq:
		if f.Arg(0).Sort() == term.Bool {
			return parts(same)
		}
	case term.EqZero, term.LeZero:
		s := f.Arg(0)
		if s.Sort() != term.Int {
			break
		}
		if s.Op() == term.Sum && s.NumArgs() == 2 && s.Num().IsZero() && f.Op() == term.EqZero && s.Coeff(0).Add(s.Coeff(1)).IsZero() {
			x, y := s.Arg(0), s.Arg(1)
			for _, fm := range c.all {
				if c.isPattern(x, fm) && c.isPattern(y, fm) {
					n.kind, n.format, n.args = equal, fm, []int{c.patternOf(x, fm), c.patternOf(y, fm)}
					return n
				}
			}
		}
		n.kind = atMost
		if f.Op() == term.EqZero {
			n.kind = nothing
		}
		n.args = []int{c.intOf(s)}
	}
	return n
}

// about is a node for a formula that speaks of the bits of one pattern alone.
func (c *compiler) about(f term.Term) (n node, ok bool) {
	t := c.single(f)
	if !t.Valid() {
		return n, false
	}
	fm, ok := c.formatOf(t)
	if !ok {
		return n, false
	}
	most := num.Pow2(uint(fm.Width())).Sub(num.I(1))
	list, ok := solutions.Of(f, t, num.Int{}, most)
	if !ok {
		return n, false
	}
	others, _ := solutions.Of(c.st.Not(f), t, num.Int{}, most)
	n = node{kind: within, formula: true, term: f, format: fm, yes: float.Nothing(), no: float.Nothing(), args: []int{c.patternOf(t, fm)}}
	for _, r := range list {
		n.ranges = append(n.ranges, [2]uint64{fm.Pattern(r.Lo), fm.Pattern(r.Hi)})
		n.yes = n.yes.Join(r.Set(fm))
	}
	for _, r := range others {
		n.no = n.no.Join(r.Set(fm))
	}
	return n, true
}

// single is the only term whose bounds f speaks of; not valid if there is none or more.
func (c *compiler) single(f term.Term) (t term.Term) {
	if t, ok := c.singles[f]; ok {
		return t
	}
	defer func() { c.singles[f] = t }()
	switch f.Op() {
	case term.Not:
		return c.single(f.Arg(0))
	case term.And, term.Or:
		for i, g := range f.Args() {
			u := c.single(g)
			if !u.Valid() || i > 0 && u != t {
				return term.Term{}
			}
			t = u
		}
	case term.EqZero, term.LeZero:
		t = f.Arg(0)
		if t.Sort() != term.Int {
			return term.Term{}
		}
		if t.Op() == term.Sum {
			if t.NumArgs() != 1 {
				return term.Term{}
			}
			t = t.Arg(0)
		}
	}
	return t
}
