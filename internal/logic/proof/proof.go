// Package proof says what a refutation is, and checks one. It shares no code with the search that
// finds them: numbers and terms are all it knows.
//
// A refutation is a list of clauses, each with the reason why it holds, the last one empty. A
// literal is an atom or its negation; an atom is a formula, or an inequality over terms. The
// meaning of formulas and the simplifications that package term makes are taken for granted.
//
// Files: proof.go (the steps, inputs and resolution), definition.go (operators of formulas),
// linear.go (Farkas, divisibility, splits), lemma.go (clauses that come without a certificate), by values.go
// (truth values), ground.go, arrays.go, equations.go and difference.go (equality, functions, arrays),
// poly.go, eliminate.go, facts.go and bits.go (arithmetic, and what its operators mean). Package falsify says why a
// clause does not hold.
package proof

import (
	"errors"
	"fmt"
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// Lit is an atom, numbered from 1, or if negative its negation.
type Lit int32

// Atom is what a literal says. Elements of uninterpreted sorts count as integers: a formula that has a model
// at all has one in which they are.
type Atom struct {
	Formula term.Term // if valid; otherwise
	Sum     Sum       // Sum ≤ 0, or < 0
	Strict  bool
}

// Sum is Σ Coefs·Terms + Const, over terms that are neither Bool nor arrays.
type Sum struct {
	Coefs []num.Rat
	Terms []term.Term
	Const num.Rat
}

// Rule is the reason why a clause holds.
type Rule uint8

const (
	// Input: the clause is one literal, and that is a conjunct of an input.
	Input Rule = iota
	// Definition: by the meaning of one And, Or, or equality of Booleans, all of whose arguments
	// that matter are in the clause.
	Definition
	// Farkas: with the literals negated, the constraints Σi ≤ 0 add up, times Coefs ≥ 0, to a positive
	// constant, or to 0 with a strict one.
	Farkas
	// Divisible: the literals, negated, come in pairs Σ ≤ 0 and -Σ ≤ 0; the equations add up, times
	// Coefs (one for each literal, one of a pair is 0), to a sum of integer multiples of integers and a constant
	// that is no integer.
	Divisible
	// Split: the sum At has integer values, and it is at most Bound or at least Bound + 1; in both
	// cases it is Farkas, with Coefs (for the literals and then At ≤ Bound) and Others (likewise
	// with At ≥ Bound + 1).
	Split
	// Lemma: by the meaning of the operators in the clause. Cases are formulas to be distinguished.
	Lemma
	// Resolution: resolving the clause Premises[0] with Premises[1], the result with Premises[2] and so on,
	// where each time exactly one literal is complementary.
	Resolution
)

var ruleNames = [...]string{"input", "definition", "Farkas", "divisibility", "split", "lemma", "resolution"}

func (r Rule) String() string { return ruleNames[r] }

// Step is a clause with its reason.
type Step struct {
	Clause   []Lit
	Rule     Rule
	Premises []int // of Resolution: indices of earlier steps
	Coefs    []num.Rat
	Others   []num.Rat
	At       Sum
	Bound    num.Int
	Cases    []term.Term
}

// Refutation shows that the conjunction of Inputs has no model.
type Refutation struct {
	Inputs []term.Term
	Atoms  []Atom // of the literals 1, 2, …
	Steps  []Step
}

// Counts says how many steps there are by each rule.
func (r *Refutation) Counts() map[Rule]int {
	m := map[Rule]int{}
	for i := range r.Steps {
		m[r.Steps[i].Rule]++
	}
	return m
}

// ErrTooHard is in the chain of an error when a lemma may hold, but could not be shown to: it is beyond
// the limits, or beyond what Check knows.
var ErrTooHard = errors.New("too hard to check")

// Wrong is the error of a step that does not follow, or was not shown to.
type Wrong struct {
	Step int
	What string // the step, as text
	Err  error
}

func (w *Wrong) Error() string { return w.What + ": " + w.Err.Error() }

// Unwrap returns Err.
func (w *Wrong) Unwrap() error { return w.Err }

// Check is Check(r).
func (r *Refutation) Check() error { return Check(r) }

// Len is the number of steps.
func (r *Refutation) Len() int { return len(r.Steps) }

// Check returns nil if every step of r holds and the last clause is empty: then the inputs have no
// model. Otherwise the error says which step is wrong and why.
func Check(r *Refutation) error {
	c := &checker{r: r, polys: map[term.Term]*poly{}, inputs: map[string]bool{}, skolem: map[term.Term]term.Term{}, known: map[term.Term]bool{}, named: map[term.Term][]string{}}
	for _, f := range r.Inputs {
		if !f.Valid() || f.Sort() != term.Bool || c.st != nil && f.Store() != c.st {
			return errors.New("an input is no formula, or not of the same store")
		}
		c.st = f.Store()
		for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
			c.known[v] = true
		}
		for _, g := range term.Conjuncts(f) {
			for _, name := range c.names(g, true) {
				c.inputs[name] = true
			}
		}
	}
	if len(r.Steps) == 0 || len(r.Steps[len(r.Steps)-1].Clause) > 0 {
		return errors.New("the last clause is not empty")
	}
	if err := c.readAtoms(); err != nil {
		return err
	}
	for i := range r.Steps {
		if err := c.step(i); err != nil {
			return &Wrong{i, fmt.Sprintf("step %d, %v by %v", i, c.text(r.Steps[i].Clause), r.Steps[i].Rule), err}
		}
	}
	return nil
}

type checker struct {
	r      *Refutation
	st     *term.Store
	inputs map[string]bool // names of the inputs' conjuncts
	atoms  []meaning       // by atom, from 0
	polys  map[term.Term]*poly
	named  map[term.Term][]string // the names of formulas that are no negations
	mark   []int8                 // scratch: by atom, its sign in the clause of a resolution

	skolem map[term.Term]term.Term // by variable: the equality of arrays whose difference it is
	known  map[term.Term]bool      // variables of the inputs and in equalities of arrays that have a difference
}

// meaning is an atom with what the checker knows of it.
type meaning struct {
	f    term.Term // or not valid:
	ineq constraint
}

// readAtoms checks that the atoms are well-formed.
func (c *checker) readAtoms() error {
	for i, a := range c.r.Atoms {
		m := meaning{f: a.Formula}
		if a.Formula.Valid() {
			if a.Formula.Sort() != term.Bool || a.Formula.Store() != c.st {
				return fmt.Errorf("atom %d is no formula of the inputs' store", i+1)
			}
		} else {
			p, err := c.sum(a.Sum)
			if err != nil {
				return fmt.Errorf("atom %d: %w", i+1, err)
			}
			m.ineq = constraint{p, a.Strict}
		}
		c.atoms = append(c.atoms, m)
	}
	c.mark = make([]int8, len(c.atoms))
	return nil
}

func (c *checker) step(i int) error {
	s := &c.r.Steps[i]
	for _, l := range s.Clause {
		if l == 0 || int(l) > len(c.atoms) || int(-l) > len(c.atoms) {
			return fmt.Errorf("there is no atom %d", l)
		}
	}
	switch s.Rule {
	case Input:
		return c.input(s)
	case Definition:
		return c.definition(s)
	case Farkas:
		return c.farkas(s)
	case Divisible:
		return c.divisible(s)
	case Split:
		return c.split(s)
	case Lemma:
		return c.lemma(s)
	case Resolution:
		return c.resolution(i)
	}
	return errors.New("no such rule")
}

// input: a literal that is one of the inputs' conjuncts, or an inequality that is equivalent to one.
func (c *checker) input(s *Step) error {
	if len(s.Clause) != 1 {
		return errors.New("not one literal")
	}
	m := &c.atoms[atomOf(s.Clause[0])]
	names := constraintNames(inequality, m.ineq, s.Clause[0] > 0)
	if m.f.Valid() {
		names = c.names(m.f, s.Clause[0] > 0)
	}
	if !slices.ContainsFunc(names, func(name string) bool { return c.inputs[name] }) {
		return errors.New("that is no input")
	}
	return nil
}

func atomOf(l Lit) int {
	if l < 0 {
		return int(-l) - 1
	}
	return int(l) - 1
}

func (c *checker) resolution(i int) error {
	s := &c.r.Steps[i]
	if len(s.Premises) == 0 {
		return errors.New("no premises")
	}
	var used []int
	defer func() {
		for _, a := range used {
			c.mark[a] = 0
		}
	}()
	for n, p := range s.Premises {
		if p < 0 || p >= i {
			return fmt.Errorf("premise %d is no earlier step", p)
		}
		pivots := 0
		for _, l := range c.r.Steps[p].Clause {
			a, sign := atomOf(l), int8(1)
			if l < 0 {
				sign = -1
			}
			switch c.mark[a] {
			case 0:
				c.mark[a] = sign
				used = append(used, a)
			case -sign:
				c.mark[a] = 0
				pivots++
			}
		}
		if n > 0 && pivots != 1 || n == 0 && pivots != 0 {
			return fmt.Errorf("%d complementary literals with premise %d", pivots, p)
		}
	}
	for _, l := range s.Clause {
		if m := c.mark[atomOf(l)]; m > 0 && l > 0 || m < 0 && l < 0 {
			c.mark[atomOf(l)] = 0
		}
	}
	for _, a := range used {
		if c.mark[a] != 0 {
			return fmt.Errorf("%s is left over", c.text([]Lit{Lit(c.mark[a]) * Lit(a+1)}))
		}
	}
	return nil
}

// text is a clause for people.
func (c *checker) text(clause []Lit) string {
	s := "{"
	for i, l := range clause {
		if i > 0 {
			s += ", "
		}
		if l < 0 {
			s += "not "
		}
		switch a := atomOf(l); {
		case a < 0 || a >= len(c.atoms):
			s += "?"
		case c.atoms[a].f.Valid():
			s += c.atoms[a].f.String()
		default:
			s += c.atoms[a].ineq.String()
		}
	}
	return s + "}"
}
