// Package blast decides formulas over bounded integers by their bits: it makes a circuit of them,
// and asks a SAT solver.
//
// A number is a word in two's complement, as wide as the interval of its term needs, and so nothing
// overflows. What is asked of a term is its lowest k bits: those of sums, products and bit
// operations need k bits of the arguments, so that t mod 2^k costs k bits, however large t is.
// Only comparisons, quotients and right shifts look at whole numbers.
//
// The bounds of variables, reads of arrays and applications of functions come from the formulas
// themselves (bounds.go), those of other terms from interval arithmetic (interval.go). Where a
// formula speaks of what has no bits (a term without bounds, a rational number, an equality of
// arrays) it is a variable of its own. So an answer Unsat is right; a model may be none of the
// formulas, and its user evaluates it.
//
// Files: circuit.go (gates that are shared, their clauses), words.go (adders, multipliers,
// shifters, dividers), interval.go, bounds.go, guarded.go (bounds of variables), table.go (arrays of constants), encode.go (terms to words), zero.go (divisions by 0), blast.go (the search).
package blast

import (
	"cmp"
	"errors"
	"slices"

	"craig/internal/logic/sat"
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
	// Of Sat: values of variables, and of reads of array variables.
	Numbers map[term.Term]num.Int
	Truths  map[term.Term]bool
	Reads   []Read
	Arrays  []Definition // of array variables, in an order in which they can be evaluated

	Nodes     int // of the circuit
	Conflicts int64
}

// Read is a cell of an array variable.
type Read struct {
	Array        term.Term
	Index, Value num.Int
}

// Definition says that a variable is a term.
type Definition struct{ Var, Term term.Term }

// Limits bound what Solve does.
type Limits struct {
	Nodes     int            // of the circuit
	Conflicts int64          // of the SAT solver; 0 is no limit
	Stop      func() bool    // asked regularly
	Tick      func(work int) // told of work; it may leave by a panic
}

// failure is why there is no circuit; a panic inside the package.
type failure struct{ error }

var (
	tooLarge  = failure{errors.New("the circuit is too large")}
	unbounded = failure{errors.New("a term has no bounds")}
)

// Solve decides the conjunction of asserted formulas and assumptions, all of one store.
func Solve(asserted, assumptions []term.Term, lim Limits) (ans Answer) {
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(failure); !ok {
				panic(x)
			}
			ans = Answer{}
		}
	}()
	if len(asserted)+len(assumptions) == 0 {
		return Answer{Status: Sat}
	}
	all := append(asserted[:len(asserted):len(asserted)], assumptions...)
	e := newEncoder(all[0].Store(), lim)
	e.define(asserted)
	e.bound(asserted, func(int) set { return nil }, all)
	if e.lacksBounds(asserted) || e.lacksBounds(assumptions) {
		e.tracked = true
		e.bound(all, func(i int) set {
			if i < len(asserted) {
				return nil
			}
			return set(nil).with(i - len(asserted))
		}, all)
	}
	clear(e.ranges)
	e.encoding = true
	e.dropUndefined()
	e.solve(asserted)
	var hard, soft []lit
	for _, f := range asserted {
		hard = append(hard, e.formula(f))
	}
	for _, f := range assumptions {
		soft = append(soft, e.formula(f))
	}
	e.congruence()
	hard = append(hard, e.axioms...)

	f := newCNF(e.c, lim.Tick)
	image := func(l lit) lit { return l }
	status := f.solve(hard, soft, lim.within(0, easyConflicts))
	ans = Answer{Nodes: len(e.c.nodes), Conflicts: f.solver.Stats.Conflicts}
	if status == sat.Unknown && (lim.Conflicts == 0 || ans.Conflicts < lim.Conflicts) && (lim.Stop == nil || !lim.Stop()) {
		var swept *circuit
		swept, image = e.c.sweep(slices.Concat(hard, soft), diagrams)
		f = newCNF(swept, lim.Tick)
		for _, ls := range [][]lit{hard, soft} {
			for i, l := range ls {
				ls[i] = image(l)
			}
		}
		status = f.solve(hard, soft, lim.within(ans.Conflicts, 0))
		ans.Conflicts += f.solver.Stats.Conflicts
	}
	switch status {
	case sat.Sat:
		ans.Status = Sat
		e.model(f, image, &ans)
	case sat.Unsat:
		core := map[sat.Lit]bool{}
		for _, l := range f.solver.Core() {
			core[l] = true
		}
		var bounds set
		for _, t := range e.used {
			bounds = bounds.union(e.env[t].why)
		}
		ans.Status = Unsat
		for i, l := range soft {
			if core[f.known(l)] || bounds.has(i) {
				ans.Core = append(ans.Core, i)
			}
		}
	}
	return ans
}

// easyConflicts is how many conflicts a question gets before its circuit is swept.
const easyConflicts = 1_000

// within is when a search ends that follows one with so many conflicts: as lim says, or after most conflicts of its own,
// if most is not 0.
func (lim Limits) within(before, most int64) func(own int64) bool {
	return func(own int64) bool {
		return lim.Stop != nil && lim.Stop() || lim.Conflicts != 0 && before+own > lim.Conflicts || most != 0 && own > most
	}
}

// model reads the values of what is atomic off the SAT solver, whose circuit has the images of e's.
func (e *encoder) model(f *cnf, image func(lit) lit, ans *Answer) {
	values := e.c.evaluate(func(n int) bool {
		k := image(lit(2 * n)).node()
		return int(k) < len(f.vars) && f.vars[k] >= 0 && f.solver.Value(f.vars[k].Pos()) == sat.True
	})
	value := func(l lit) bool { return values[l.node()] != (l&1 != 0) }
	number := func(w word) num.Int {
		v := num.Int{}
		for i, l := range w {
			if value(l) {
				v = v.Add(num.Pow2(uint(i)))
			}
		}
		if value(w.sign()) {
			v = v.Sub(num.Pow2(uint(len(w))))
		}
		return v
	}
	ans.Numbers, ans.Truths = map[term.Term]num.Int{}, map[term.Term]bool{}
	for x, t := range e.defs {
		if x.Sort().IsArray() {
			ans.Arrays = append(ans.Arrays, Definition{x, t})
		}
	}
	slices.SortFunc(ans.Arrays, func(a, b Definition) int { return cmp.Compare(a.Var.ID(), b.Var.ID()) })
	for _, t := range e.atoms {
		if t.Sort() == term.Bool {
			ans.Truths[t] = value(e.truths[t])
			continue
		}
		if t.Op() != term.Select {
			ans.Numbers[t] = number(e.words[t])
		} else if index, ok := e.indexOf[t]; ok {
			ans.Reads = append(ans.Reads, Read{t.Arg(0), number(index), number(e.words[t])})
		}
	}
}
