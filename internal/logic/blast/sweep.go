package blast

import "craig/internal/logic/bdd"

// Sweeping: nodes of a circuit that are one function of its inputs become one node, from the inputs to the
// formulas. What two programs compute in different ways is often the same in many places in between; once these
// are one node, the rest is easy.
//
// [Kuehlmann, Krohm 1997] Equivalence Checking Using Cuts and Heaps. Each node has a decision diagram, in the
// order of the nodes and not of the diagrams' sizes. A node whose diagram would be too large is a cut: a variable of its own
// in the diagrams above it. Nodes with equal diagrams are equal, whatever the cuts are; the converse fails.
//
// Property (TestSweep): roots have the same values before and after, for all inputs.

// effort is how large diagrams may become, and how much work may go into them: for one node, and in all.
type effort struct{ nodes, steps, allNodes, allSteps int }

var diagrams = effort{nodes: 3_000, steps: 20_000, allNodes: 400_000, allSteps: 6_000_000}

// sweeper makes a circuit to from a circuit from.
type sweeper struct {
	from, to *circuit
	image    []lit // by node of from
	bdds     *bdd.Manager
	diagrams []int32       // by node of to: its diagram, -1 if it has none
	of       map[int32]lit // by diagram: the first literal that has it
	cuts     int32
	effort   effort
}

// maxBit stands for all bits from there on, and for what is true or false: it comes first in the order.
const maxBit = 1023

// levels is how many variables there are at most for one bit of all words.
const levels = 1 << 20

// sweep makes a circuit in which what roots depend on is made again. image gives what a literal has become.
func (c *circuit) sweep(roots []lit, lim effort) (d *circuit, image func(lit) lit) {
	s := &sweeper{from: c, to: newCircuit(c.tick, c.limit), image: make([]lit, len(c.nodes)), bdds: bdd.New(lim.allNodes),
		diagrams: []int32{bdd.False}, of: map[int32]lit{bdd.False: zero, bdd.True: one}, effort: lim}
	needed := c.cone(roots)
	for k := 1; k < len(c.nodes); k++ {
		if needed[k] {
			s.image[k] = s.make(c.nodes[k])
		}
	}
	return s.to, s.at
}

// cone is, by node, whether roots depend on it.
func (c *circuit) cone(roots []lit) []bool {
	needed := make([]bool, len(c.nodes))
	for _, r := range roots {
		needed[r.node()] = true
	}
	for k := len(c.nodes) - 1; k > 0; k-- {
		if n := c.nodes[k]; needed[k] && n.op != input {
			needed[n.a.node()], needed[n.b.node()], needed[n.c.node()] = true, true, true
		}
	}
	return needed
}

func (s *sweeper) at(l lit) lit { return s.image[l.node()] ^ l&1 }

// make is a node of from in to.
func (s *sweeper) make(n node) lit {
	var l lit
	if n.op == input { // whose fields are no literals
		l = s.to.input(n.bit())
	} else {
		a, b, x := s.at(n.a), s.at(n.b), s.at(n.c)
		switch n.op {
		case and:
			l = s.to.and(a, b)
		case xor:
			l = s.to.xor(a, b)
		case mux:
			l = s.to.mux(a, b, x)
		case maj:
			l = s.to.maj(a, b, x)
		}
	}
	for k := len(s.diagrams); k < len(s.to.nodes); k++ {
		s.diagrams = append(s.diagrams, s.diagram(s.to.nodes[k]))
	}
	return s.first(l)
}

// first is the first literal that has l's diagram.
func (s *sweeper) first(l lit) lit {
	d := s.diagrams[l.node()]
	if d < 0 {
		return l
	}
	if e, ok := s.of[d]; ok {
		return e ^ l&1
	}
	s.of[d] = l &^ 1
	if not, ok := s.negation(d); ok {
		s.of[not] = l | 1
	}
	return l
}

// diagram is that of a node of to, whose operands have theirs.
func (s *sweeper) diagram(n node) int32 {
	if n.op == input {
		return s.variable(int32(maxBit-min(n.bit(), maxBit)) * levels)
	}
	a, okA := s.operand(n.a)
	b, okB := s.operand(n.b)
	c, okC := s.operand(n.c)
	if !okA || !okB || !okC {
		return -1
	}
	d, ok := s.within(func() int32 {
		switch m := s.bdds; n.op {
		case and:
			return m.And(a, b)
		case xor:
			return m.Ite(a, m.Not(b), b)
		case mux:
			return m.Ite(a, b, c)
		default: // maj
			return m.Ite(a, m.Or(b, c), m.And(b, c))
		}
	})
	if !ok && s.effort.allSteps > 0 {
		return s.variable(min(s.bdds.Nodes[a].V, s.bdds.Nodes[b].V) / levels * levels)
	}
	return d
}

// operand is the diagram of a literal.
func (s *sweeper) operand(l lit) (int32, bool) {
	d := s.diagrams[l.node()]
	if d < 0 || l&1 == 0 {
		return d, d >= 0
	}
	return s.negation(d)
}

func (s *sweeper) negation(d int32) (int32, bool) {
	return s.within(func() int32 { return s.bdds.Not(d) })
}

// within makes a diagram, if it is not too much work; otherwise it is -1.
func (s *sweeper) within(f func() int32) (int32, bool) {
	steps := min(s.effort.steps, s.effort.allSteps)
	s.bdds.Allow(min(s.effort.nodes, s.effort.allNodes-len(s.bdds.Nodes)), steps)
	d := f()
	used := steps - s.bdds.Steps()
	s.effort.allSteps -= used
	s.from.tick(4 + used/4)
	if s.bdds.Full {
		return -1, false
	}
	return d, true
}

// variable is a new variable, after all others from level on that there are below level + levels.
func (s *sweeper) variable(level int32) int32 {
	if s.cuts++; s.cuts >= levels {
		return -1
	}
	d, _ := s.within(func() int32 { return s.bdds.Variable(level + s.cuts) })
	return d
}
