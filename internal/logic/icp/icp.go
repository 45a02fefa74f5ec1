// Package icp decides formulas over floating-point numbers by interval constraint propagation: it evaluates them for all
// numbers of a box at once, narrows the box by what must hold, and splits it where that does not decide.
//
// A box gives each variable that is used as a floating-point number a set (float.Set), each other integer an
// interval, and each Boolean a truth value that may be open. A formula that no number of a box satisfies closes
// the box; if all boxes are closed there is no model. Models are looked for at the middle of boxes. So what bits
// decide only by searching through multipliers, such as that a polynomial has values in a range, or that a filter
// keeps within its bounds, takes as many boxes as the margin asks for. Where variables are many, or nothing is to
// spare, it does not end, and gives up.
//
// Files: icp.go (the search), compile.go (terms to nodes), formats.go (which terms are floating-point numbers),
// evaluate.go (nodes forward), contract.go (formulas that must hold), forms.go (derivatives and roundings), real.go
// (arithmetic).
package icp

import (
	"craig/logic/num"
	"craig/logic/term"
)

// Status is the outcome of Solve. The zero value is Unknown.
type Status uint8

const (
	Unknown Status = iota
	Sat
	Unsat
)

// Answer is an outcome with its evidence.
type Answer struct {
	Status Status
	Core   []int // of Unsat: which assumptions it needs, by index
	// Of Sat: values of the variables that have one in a box.
	Numbers map[term.Term]num.Int
	Truths  map[term.Term]bool
	Defined []Definition // other variables, in an order in which they can be evaluated

	Boxes int // looked at
}

// Definition says that a variable is a term.
type Definition struct{ Var, Term term.Term }

// Limits bound what Solve does.
type Limits struct {
	Boxes int            // it gives up where it expects to need more
	Stop  func() bool    // asked regularly
	Tick  func(work int) // told of work; it may leave by a panic
}

// patience is after how many boxes the rest is estimated: fewer for a large question, and where the limit is low.
func patience(nodes, limit int) int { return max(4, min(400, limit/20, 12_000/nodes)) }

// maxNodes bounds the terms of a question.
const maxNodes = 3000

// box is a part of the space.
type box struct {
	state
	weight float64 // how much of the space it is, by halves
	splits []uint8 // by variable
}

// Solve decides the conjunction of asserted formulas and assumptions, all of one store. Unsat is right in any
// case; a model is one of what was understood, and its user evaluates it.
func Solve(asserted, assumptions []term.Term, lim Limits) (ans Answer) {
	if len(asserted)+len(assumptions) == 0 {
		return ans
	}
	c := compile(asserted, assumptions, lim.Tick)
	if c == nil {
		return ans
	}
	s := &search{compiled: c, forms: newForms(c), lim: lim, used: make([]bool, len(assumptions))}
	for i := range s.used {
		s.used[i] = c.defines[i]
	}
	stack := []*box{{state: c.start(), weight: 1, splits: make([]uint8, len(c.vars))}}
	closed, patience := 0.0, patience(len(c.nodes), lim.Boxes)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		ans.Boxes++
		lim.Tick(64 * len(c.nodes))
		if lim.Stop() || ans.Boxes%patience == 0 && closed*float64(lim.Boxes) < float64(ans.Boxes) {
			return ans
		}
		if !s.narrow(&b.state) {
			closed += b.weight
			continue
		}
		v := s.choose(b)
		if ans.Boxes < 64 || ans.Boxes%8 == 0 || v < 0 {
			if s.sample(&b.state) {
				ans.Status = Sat
				ans.Numbers, ans.Truths = s.model()
				ans.Defined = s.defined
				return ans
			}
		}
		if v < 0 {
			return ans
		}
		low, high := s.halves(b, v)
		low.weight, high.weight = b.weight/2, b.weight/2
		stack = append(stack, high, low)
	}
	ans.Status = Unsat
	for i, u := range s.used {
		if u {
			ans.Core = append(ans.Core, i)
		}
	}
	return ans
}

// search is the state of Solve.
type search struct {
	*compiled
	forms *forms // nil if there are none
	lim   Limits
	used  []bool // which assumptions have narrowed or closed a box
	last  state  // the last box that was narrowed, clean
	point state  // of the last sample
	seen  []bool // by node: for choose
	free  []bool // by variable: for choose
}

// evaluate is forward, with forms, of a clean state.
func (s *search) evaluate(b *state) bool {
	return s.forward(b) && (s.forms == nil || s.forms.sharpen(s.compiled, b) && s.forward(b))
}

// choose is the variable to split: a Boolean, or the number that was split least often, among those that formulas
// speak of which are not decided; -1 if there is none.
func (s *search) choose(b *box) int {
	clean := &s.last
	if s.seen == nil {
		s.seen, s.free = make([]bool, len(s.nodes)), make([]bool, len(s.vars))
	}
	clear(s.seen)
	clear(s.free)
	var mark func(n int)
	mark = func(n int) {
		if s.seen[n] {
			return
		}
		s.seen[n] = true
		nd := &s.nodes[n]
		if nd.formula && clean.truth[n] != open {
			return
		}
		if nd.variable >= 0 {
			s.free[nd.variable] = true
		}
		for _, a := range nd.args {
			mark(a)
		}
	}
	for _, r := range s.roots {
		mark(r.node)
	}
	best := -1
	for v, n := range s.vars {
		if !s.free[v] {
			continue
		}
		switch nd := &s.nodes[n]; {
		case nd.formula:
			return v
		case nd.pattern && (isPoint(b.sets[n]) || oneSign(b.sets[n]) && b.signs[n] != positive|negative), !nd.pattern && !b.ints[n].Splits(), s.follows(&b.state, v):
			continue
		}
		if best < 0 || b.splits[v] < b.splits[best] {
			best = v
		}
	}
	return best
}

// follows reports whether a variable equals a term of older variables, by an equation that must hold.
func (s *search) follows(b *state, v int) bool {
	for _, eq := range s.equations[v] {
		if b.held[eq] {
			return true
		}
	}
	return false
}

// halves splits a box at the middle of a variable.
func (s *search) halves(b *box, v int) (low, high *box) {
	n := s.vars[v]
	half := func() *box {
		c := &box{state: b.state.clone(), splits: append([]uint8(nil), b.splits...)}
		c.splits[v] = min(c.splits[v]+1, 255)
		return c
	}
	low, high = half(), half()
	nd := &s.nodes[n]
	switch {
	case nd.formula:
		low.truth[n], high.truth[n] = no, yes
	case nd.pattern && oneSign(b.sets[n]):
		low.signs[n], high.signs[n] = negative, positive
	case nd.pattern:
		low.sets[n], high.sets[n] = divide(nd.format, b.sets[n], b.splits[v])
	default:
		low.ints[n], high.ints[n] = b.ints[n].Halves()
	}
	return low, high
}

// clean has the variables of a box, and nothing of what was taken away from other nodes since formulas must hold:
// what is yes there is so for all of the box.
func (s *search) clean(b *state) state {
	p := s.start()
	for _, n := range s.vars {
		p.sets[n], p.signs[n], p.ints[n], p.truth[n] = b.sets[n], b.signs[n], b.ints[n], b.truth[n]
	}
	return p
}

// sample evaluates everything in the middle of the box.
func (s *search) sample(b *state) bool {
	if s.opaque {
		return false
	}
	p := s.clean(b)
	for _, n := range s.vars {
		nd := &s.nodes[n]
		switch {
		case nd.formula:
			if p.truth[n] == open {
				p.truth[n] = no
			}
		case nd.pattern:
			if p.sets[n].IsEmpty() {
				return false
			}
			if p.sets[n] = middle(nd.format, p.sets[n]); p.signs[n] == positive|negative && oneSign(p.sets[n]) {
				p.signs[n] = positive
			}
		default:
			p.ints[n] = p.ints[n].Middle()
		}
	}
	if !s.forward(&p) {
		return false
	}
	for _, r := range s.roots {
		if p.truth[r.node] != yes {
			return false
		}
	}
	s.point = p
	return true
}

// model has the values of the last sample.
func (s *search) model() (map[term.Term]num.Int, map[term.Term]bool) {
	numbers, truths := map[term.Term]num.Int{}, map[term.Term]bool{}
	for _, n := range s.vars {
		nd := &s.nodes[n]
		switch {
		case nd.formula:
			truths[nd.term] = s.point.truth[n] == yes
		case nd.pattern:
			x := nd.term
			if x.Op() == term.Mod { // the last bits of a variable
				x = x.Arg(0)
			}
			numbers[x] = patternOf(nd.format, s.point.sets[n], s.point.signs[n])
		default:
			numbers[nd.term] = s.point.ints[n].Lo
		}
	}
	return numbers, truths
}
