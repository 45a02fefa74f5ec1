package smt

import (
	"craig/internal/logic/blast"
	"craig/internal/logic/icp"
	"craig/logic/num"
	"craig/logic/smt/internal/model"
	"craig/logic/term"
)

// Where operators on bits or products are in use, the search by simplex and lemmas gets so many steps, more of them
// the larger the question is, and so many final checks; then the question is decided by its bits, if it has bounds, with so many conflicts;
// then the search goes on, and what it leaves open is decided by its bits with any number of them.
var (
	linearSteps    = int64(5000) // decisions and conflicts; of conflicts alone no more, however large the question is
	stepsPerNode   = int64(8)    // and for each node in use: a circuit of a large question takes long to make
	linearFinals   = 10
	bitConflicts   = int64(20_000)
	maxCircuitSize = 4_000_000
)

// maxWins bounds how far questions that bits have decided shorten the search.
const maxWins = 5

// PreferBits has every Check be decided by bits first. That is best where everything is a machine word.
func (e *Native) PreferBits() { e.preferBits = true }

// hasBits reports whether an operator is in use that simplex and lemmas are weak at.
func (e *Native) hasBits() bool {
	return e.rec == nil && !e.fresh && len(e.live[bitOps])+len(e.live[floats])+len(e.live[products]) > 0
}

// briefly bounds the final checks, and the function it returns is true after linearSteps and stepsPerNode. All are half as
// many for each of the last questions that bits have decided.
func (e *Native) briefly() func() bool {
	if len(e.live[floats]) > 0 { // nothing linear is known of these but bounds
		e.bitWins = maxWins
	}
	if !e.fresh {
		e.atMost = max(linearFinals>>e.bitWins, 2)
	}
	work := func() int64 { return e.sat.Stats.Decisions + e.sat.Stats.Conflicts }
	end := work() + max((linearSteps+stepsPerNode*int64(e.inUse))>>e.bitWins, 100)
	conflicts := e.sat.Stats.Conflicts + max(linearSteps>>e.bitWins, 100)
	return func() bool { return work() > end || e.sat.Stats.Conflicts > conflicts || e.stopped() }
}

// inOtherWays decides a stack, if that is done soon, that a short search by simplex and lemmas has left open: multiplied
// out, without and with multiples of equations, by boxes, or by bits. Bits come before the first of these where that has not
// decided the last question.
func (e *Native) inOtherWays(base int) Answer {
	if e.quick && len(e.live[products]) == 0 {
		return Answer{}
	} else if e.quick {
		return e.multipliedOut(base)
	}
	ways := make([]func() Answer, 0, 3)
	if len(e.live[products]) > 0 {
		ways = append(ways, func() Answer { return e.multipliedOut(base) })
	}
	if len(e.live[floats]) > 0 {
		ways = append(ways, func() Answer { return e.byBoxesAndBits(base) })
	}
	ways = append(ways, func() Answer { return e.byBits(base, bitConflicts) })
	if len(e.live[products]) > 0 && e.lostProducts {
		ways = append(ways[1:], ways[0])
	}
	for _, w := range ways {
		if ans := w(); ans.Status != Unknown || e.stopped() {
			return ans
		}
	}
	return Answer{}
}

// multipliedOut decides a stack with products, if that is done soon. Who asks quickly asks for identities, which the
// shorter search finds.
func (e *Native) multipliedOut(base int) (ans Answer) {
	if e.quick {
		ans = e.withCofactors(base, cofactorFinals)
	}
	if ans.Status == Unknown && !e.stopped() {
		ans = e.afresh(base, algebraFinals)
	}
	if ans.Status == Unknown && !e.quick && !e.stopped() {
		ans = e.withCofactors(base, cofactorFinals)
	}
	e.lostProducts = ans.Status == Unknown
	return ans
}

// A question with floats is given to so many boxes first, as far as that can be estimated, then to bits, which see
// many ranges without a search, then to more boxes.
const (
	fewBoxes     = 8000
	manyBoxes    = 60_000
	fewConflicts = 300
)

// byBoxesAndBits decides a stack with floating-point numbers, if that is done soon. Where many boxes have not decided
// the last questions they are given less.
func (e *Native) byBoxesAndBits(base int) Answer {
	if ans := e.byBoxes(base, fewBoxes); ans.Status != Unknown {
		return ans
	}
	wins := e.bitWins
	if ans := e.byBits(base, fewConflicts); ans.Status != Unknown {
		return ans
	}
	e.bitWins = wins
	ans := e.byBoxes(base, manyBoxes>>e.boxLosses)
	if e.boxLosses++; ans.Status != Unknown {
		e.boxLosses = 0
	}
	e.boxLosses = min(e.boxLosses, maxBoxLosses)
	return ans
}

// byBoxes decides the stack by interval arithmetic with about so many boxes; the entries from base on are the
// assumptions. The status is Unknown if that does not decide it.
func (e *Native) byBoxes(base, limit int) Answer {
	fs := make([]term.Term, len(e.stack))
	for i, x := range e.stack {
		fs[i] = x.f
	}
	ans := icp.Solve(fs[:base], fs[base:], icp.Limits{Boxes: limit, Stop: e.stopped, Tick: e.tick})
	switch ans.Status {
	case icp.Unsat:
		a := Answer{Status: Unsat}
		for _, i := range ans.Core {
			a.Core = append(a.Core, fs[base+i])
		}
		return a
	case icp.Sat:
		m := &model.Model{Store: e.st, Vars: map[term.Term]model.Value{}, Funcs: map[model.Func]model.Value{}, Tick: e.tick}
		for t, v := range ans.Numbers {
			m.Vars[t] = intVal(v)
		}
		for t, v := range ans.Truths {
			m.Vars[t] = model.Bool(v)
		}
		for _, d := range ans.Defined {
			m.Vars[d.Var] = m.Value(d.Term)
		}
		for _, f := range fs {
			if !m.Holds(f) {
				return Answer{}
			}
		}
		m.Prefix = base
		e.remember(m)
		return Answer{Status: Sat, Model: m}
	}
	return Answer{}
}

// maxBoxLosses bounds how far questions that boxes have not decided lessen what the next one may take.
const maxBoxLosses = 6

// byBits decides the stack by its bits, with at most so many conflicts; the entries from base on are the
// assumptions. The status is Unknown if that does not decide it.
func (e *Native) byBits(base int, conflicts int64) Answer {
	fs := make([]term.Term, len(e.stack))
	for i, x := range e.stack {
		fs[i] = x.f
	}
	ans := blast.Solve(fs[:base], fs[base:], blast.Limits{
		Nodes: maxCircuitSize, Conflicts: conflicts, Stop: e.stopped, Tick: e.tick,
	})
	e.stats.Blasted++
	e.bitWins = min(e.bitWins+1, maxWins)
	switch ans.Status {
	case blast.Unsat:
		a := Answer{Status: Unsat}
		for _, i := range ans.Core {
			a.Core = append(a.Core, fs[base+i])
		}
		return a
	case blast.Sat:
		m := &model.Model{Store: e.st, Vars: map[term.Term]model.Value{}, Funcs: map[model.Func]model.Value{}, Tick: e.tick}
		for t, v := range ans.Numbers {
			if t.Op() == term.Var {
				m.Vars[t] = model.Value{Num: v.Rat()}
			}
		}
		for t, v := range ans.Truths {
			if t.Op() == term.Var {
				m.Vars[t] = model.Bool(v)
			}
		}
		for _, r := range ans.Reads {
			a, ok := m.Vars[r.Array]
			if !ok {
				a = model.Default(r.Array.Sort())
			}
			m.Vars[r.Array] = model.Value{Array: &model.Array{Parent: a.Array, Index: intVal(r.Index), Value: intVal(r.Value)}}
		}
		for _, d := range ans.Arrays {
			m.Vars[d.Var] = m.Value(d.Term)
		}
		for _, f := range fs {
			if !m.Holds(f) {
				e.bitWins = 0
				return Answer{Reason: "incomplete: the bits found do not satisfy " + brief(f)}
			}
		}
		m.Prefix = base
		e.remember(m)
		return Answer{Status: Sat, Model: m}
	}
	e.bitWins = 0
	return Answer{}
}

func intVal(v num.Int) model.Value { return model.Value{Num: v.Rat()} }
