// Package unblock looks for inputs with which executions get past the assumptions of a program.
//
// An execution with zeros is tried first. Where it stops at an assumption, the values that are compared there say what to try:
// an input on which they depend, or that has one of them, gets another of them, or a neighbour of it ("input-to-state correspondence", [Aschermann et al. 2019],
// "REDQUEEN: Fuzzing with Input-to-State Correspondence", section III-A, of conditions of a program instead of compiled comparisons). What leads further is kept. An input that is read
// again at the same place gets what it had there before. The operands of the last decisions are tried, too: a condition such as a && b is a decision and a variable in the
// program.
package unblock

import (
	"context"
	"math/rand/v2"
	"slices"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

const (
	ahead    = 8  // assumptions after the place where an execution stops that are looked at
	back     = 8  // decisions before that place whose operands are tried as well
	position = 64 // inputs before that place that are changed
)

// Limits bound a search.
type Limits struct {
	Steps int // of an execution, in edges
	All   int // of all executions together, in edges; to begin one counts as much as all edges of the program
}

// Run executes p with inputs that it changes as long as executions stop at assumptions, and gives the last execution, which is the first one that does not, or, within
// the limits, the one that came furthest. Of it Path, Input and Memory are empty.
func Run(ctx context.Context, p *ir.Program, limits Limits) interp.Outcome {
	s := &search{p: p, r: rand.New(rand.NewPCG(1, 1))}
	best := s.run(ctx, nil, limits.Steps)
	left := limits.All - best.Steps - len(p.Edges)
	for stuck(best.End) {
		trail, hold := s.trail, s.hold
		better := false
		for from := range s.changes(trail, s.operands) {
			if left <= 0 || ctx.Err() != nil {
				return best
			}
			next := s.run(ctx, from, min(limits.Steps, left))
			left -= next.Steps + len(p.Edges)
			if !stuck(next.End) {
				return next
			}
			if better = next.Steps > best.Steps || next.Steps == best.Steps && s.hold > hold; better {
				best = next
				break
			}
		}
		if !better {
			return best
		}
	}
	return best
}

func stuck(e interp.End) bool { return e == interp.Blocked || e == interp.OutOfRange }

// place is where inputs are read: an edge, a variable that has no value yet, or a cell.
type place struct {
	edge *ir.Edge
	v    *ir.Var
	cell bool
}

type guess struct {
	at    place
	value num.Int
}

type search struct {
	p *ir.Program
	r *rand.Rand

	// Of the last execution:
	trail    []guess // its inputs, as they were read
	steps    int
	last     interp.Step
	took     [back]*ir.Assume // the last ones, in a ring
	taken    int              // how many there were
	hold     int              // how many assumptions hold one after the other where it stopped
	operands []num.Int        // the values of what the one after them is made of
}

// run executes the program: the first inputs are given, as long as they are read at the same places, others are those that were read at the same place before, or 0.
func (s *search) run(ctx context.Context, given []guess, steps int) interp.Outcome {
	s.trail, s.last, s.took, s.taken = nil, interp.Step{}, [back]*ir.Assume{}, 0
	had := map[place]num.Int{}
	ask := func(at place) num.Int {
		value := had[at]
		if n := len(s.trail); n < len(given) && given[n].at == at {
			value = given[n].value
		}
		had[at] = value
		s.trail = append(s.trail, guess{at, value})
		return value
	}
	out := interp.Run(ctx, s.p, interp.Inputs{
		Scalar:  func(e *ir.Edge, _ int) num.Int { return ask(place{edge: e}) },
		Initial: func(v *ir.Var) num.Int { return ask(place{v: v}) },
		Cell:    func(e *ir.Edge, _ int, _ num.Int, _ ir.Type) num.Int { return ask(place{edge: e, cell: true}) },
		Choose:  func(_ ir.Loc, open []ir.EdgeID) int { return s.r.IntN(len(open)) },
	}, interp.Options{MaxSteps: steps, NoPath: true, Step: func(x interp.Step) {
		s.last = x
		if a, is := x.Edge.Stmt.(*ir.Assume); is {
			s.took[s.taken%back] = a
			s.taken++
		}
	}})
	s.steps, s.hold, s.operands = out.Steps, 0, nil
	if stuck(out.End) && s.last.Eval != nil {
		trail := s.trail // to evaluate may read more of them
		s.stop(out.At, 0)
		for i := range min(back, s.taken) {
			s.note(s.took[(s.taken-1-i)%back].Cond)
		}
		s.trail = trail
	}
	return out
}

// stop finds hold and operands of an execution that has stopped at l, or at one of n assumptions before it that hold. (The interpreter stops in front of
// assumptions that follow each other.)
func (s *search) stop(l ir.Loc, n int) {
	for _, id := range s.p.Locs[l].Out {
		e := s.p.Edges[id]
		assume, is := e.Stmt.(*ir.Assume)
		if !is || n == ahead {
			continue
		}
		if v, ok := s.last.Eval(assume.Cond); ok && !v.IsZero() {
			s.stop(e.To, n+1)
			continue
		}
		if n > s.hold {
			s.hold, s.operands = n, nil
		}
		if n == s.hold {
			s.note(assume.Cond)
		}
	}
}

// note adds the values of e and its parts to operands.
func (s *search) note(e *ir.Expr) {
	ir.Walk(e, func(x *ir.Expr) bool {
		if v, ok := s.last.Eval(x); ok && !slices.ContainsFunc(s.operands, v.Eq) {
			s.operands = append(s.operands, v)
		}
		return true
	})
}

// changes are the inputs to be tried after an execution with the inputs of trail that stops at a comparison of operands.
func (s *search) changes(trail []guess, operands []num.Int) func(yield func([]guess) bool) {
	one := num.I(1)
	return func(yield func([]guess) bool) {
		with := func(i int, v num.Int) bool {
			given := slices.Clone(trail)
			given[i].value = v
			return yield(given)
		}
		first := max(0, len(trail)-position)
		var on, others []int // the inputs that operands depend on, and those with the value of one
		steps := s.steps
		for i := len(trail) - 1; i >= first; i-- {
			if !with(i, trail[i].value.Add(num.I(int64(100+s.r.IntN(100))))) {
				return
			}
			switch {
			case s.steps == steps && !slices.EqualFunc(s.operands, operands, num.Int.Eq):
				on = append(on, i)
			case slices.ContainsFunc(operands, trail[i].value.Eq):
				others = append(others, i)
			}
		}
		for _, i := range append(on, others...) {
			for _, v := range operands {
				for _, v := range []num.Int{v, v.Add(one), v.Sub(one)} {
					if !v.Eq(trail[i].value) && !with(i, v) {
						return
					}
				}
			}
		}
		for range 4 * position { // anything
			if len(trail) == 0 {
				return
			}
			i := first + s.r.IntN(len(trail)-first)
			v := num.I(int64(s.r.IntN(12) - 3))
			switch s.r.IntN(4) {
			case 0:
				v = num.I(int64(s.r.Uint32()) - 1<<31)
			case 1:
				if len(operands) > 0 {
					v = operands[s.r.IntN(len(operands))].Add(v)
				}
			}
			if !with(i, v) {
				return
			}
		}
	}
}
