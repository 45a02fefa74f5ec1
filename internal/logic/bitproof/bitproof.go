// Package bitproof checks refutations of formulas about bounded integers. From formulas it makes a circuit, and
// clauses that define its gates; a refutation is a list of clauses, each of which follows from the ones before it
// by unit propagation, the last one empty.
//
// It shares no code with the search, whose circuits are others: numbers and terms, with the simplifications that
// package term makes, are all it knows. Where a formula speaks of what has no bits here (a term without bounds, a
// square root, a division by what may be 0), it is a value of its own, of which nothing is known. So what is refuted has no model; not all that has none can be
// refuted.
//
// Files: bitproof.go (the circuit and its clauses), propagate.go (unit propagation), ranges.go (where terms
// lie), words.go (arithmetic on words), encode.go (terms to words), floats.go (floating-point numbers). Package lrat
// has what other checkers read.
//
// [Goldberg, Novikov 2003] Verification of Proofs of Unsatisfiability for CNF Formulas.
package bitproof

import (
	"errors"
	"fmt"

	"craig/logic/term"
)

// Lit is a gate of a circuit, by its number, or if negative its negation. Gate 1 is true; there is no gate 0.
type Lit int32

const (
	True  Lit = 1
	False Lit = -1
)

// Op is what a gate is.
type Op uint8

const (
	Input Op = iota
	And      // A ∧ B
	Xor      // A ⊕ B
)

// Gate is the conjunction or exclusive or of two gates that have lower numbers, or an input: bit number Bit of some number.
type Gate struct {
	Op   Op
	A, B Lit
	Bit  int
}

// Circuit is a conjunction of formulas: they hold only if Roots can be true together.
type Circuit struct {
	gates []Gate // by number
	made  map[Gate]Lit
	roots []Lit
	limit int
	from  *encoder
}

// Gates has all gates by number; the first is none, the second is True.
func (c *Circuit) Gates() []Gate { return c.gates }

// Terms are the bits of the terms that have gates, the lowest one first; of a formula, the gate that it is.
func (c *Circuit) Terms() map[term.Term][]Lit {
	all := map[term.Term][]Lit{}
	if c.from == nil {
		return all
	}
	for t, l := range c.from.truths {
		all[t] = []Lit{l}
	}
	for t, bits := range c.from.words {
		if bits != nil {
			all[t] = bits
		}
	}
	return all
}

// Roots are what must be true.
func (c *Circuit) Roots() []Lit { return c.roots }

// ErrTooLarge says that a circuit would have too many gates.
var ErrTooLarge = errors.New("the circuit is too large")

// Of makes the circuit of formulas of one store, with at most so many gates.
func Of(fs []term.Term, limit int) (c *Circuit, err error) {
	defer func() {
		if x := recover(); x != nil {
			if x != ErrTooLarge {
				panic(x)
			}
			c, err = nil, ErrTooLarge
		}
	}()
	c = &Circuit{gates: make([]Gate, 2), made: map[Gate]Lit{}, limit: limit}
	if len(fs) == 0 {
		return c, nil
	}
	e := newEncoder(c, fs)
	c.from = e
	for _, f := range fs {
		c.roots = append(c.roots, e.formula(f))
	}
	c.roots = append(c.roots, e.within...)
	return c, nil
}

func (c *Circuit) gate(g Gate) Lit {
	if l, ok := c.made[g]; ok && g.Op != Input {
		return l
	}
	if len(c.gates) >= c.limit {
		panic(ErrTooLarge)
	}
	l := Lit(len(c.gates))
	c.gates = append(c.gates, g)
	c.made[g] = l
	return l
}

func (c *Circuit) input(bit int) Lit { return c.gate(Gate{Op: Input, Bit: bit}) }

func (c *Circuit) and(a, b Lit) Lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == False || b == False || a == -b:
		return False
	case a == True || a == b:
		return b
	case b == True:
		return a
	}
	return c.gate(Gate{Op: And, A: a, B: b})
}

func (c *Circuit) xor(a, b Lit) Lit {
	sign := Lit(1)
	if a < 0 {
		a, sign = -a, -sign
	}
	if b < 0 {
		b, sign = -b, -sign
	}
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return False * sign
	case a == True:
		return -b * sign
	}
	return c.gate(Gate{Op: Xor, A: a, B: b}) * sign
}

func (c *Circuit) or(a, b Lit) Lit { return -c.and(-a, -b) }

// choose is a if s, otherwise b.
func (c *Circuit) choose(s, a, b Lit) Lit {
	if a == b {
		return a
	}
	return c.or(c.and(s, a), c.and(-s, b))
}

// Clauses calls add with every clause that says what the gates are, and which of them must be true.
func (c *Circuit) Clauses(add func(...Lit)) {
	add(True)
	for k := 2; k < len(c.gates); k++ {
		o, g := Lit(k), c.gates[k]
		switch g.Op {
		case And:
			add(-o, g.A)
			add(-o, g.B)
			add(o, -g.A, -g.B)
		case Xor:
			add(-o, g.A, g.B)
			add(-o, -g.A, -g.B)
			add(o, -g.A, g.B)
			add(o, g.A, -g.B)
		}
	}
	for _, r := range c.roots {
		add(r)
	}
}

// Check returns nil if each of the steps follows by unit propagation from the clauses of the circuit and the steps before it, and one of them
// is empty, or the contradiction follows anyway: then the formulas that c was made of have no model.
func (c *Circuit) Check(steps [][]Lit, stop func() bool) error {
	p := NewPropagation(len(c.gates))
	c.Clauses(func(lits ...Lit) { p.Add(0, lits) })
	for i, s := range steps {
		if p.Contradiction {
			return nil
		}
		if i&0xff == 0 && stop != nil && stop() {
			return errors.New("time was up")
		}
		if err := c.Known(s); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		if !p.implies(s) {
			return fmt.Errorf("step %d does not follow", i)
		}
		p.Add(0, s)
	}
	if !p.Contradiction {
		return errors.New("the steps do not end with a contradiction")
	}
	return nil
}

// Known says that there are all gates of a clause.
func (c *Circuit) Known(lits []Lit) error {
	for _, l := range lits {
		if l == -l || int(max(l, -l)) >= len(c.gates) {
			return fmt.Errorf("there is no gate %d", l)
		}
	}
	return nil
}
