package smt

import (
	"slices"

	"craig/internal/logic/sat"
	"craig/logic/num"
)

// arith is the theory of linear arithmetic for the SAT solver: it turns atoms into bounds of the
// simplex and implies atoms from bounds. Integrality is in lia.go.
type arith struct {
	*simplex
	sat *sat.Solver

	atoms    []atom
	atomOf   []int32   // by SAT variable: 1 + index in atoms, 0 none
	relevant []int32   // by SAT variable: reasons to imply the atom
	byVar    [][]int32 // by simplex variable: its atoms by increasing bound

	slacks map[uint64][]int32 // by hash of the form
	forms  [][]monomial       // by simplex variable: the definition of a slack; nil otherwise

	uses   []int32 // by simplex variable: how many nodes in use mention it
	dead   int     // rows of slacks that are not in use
	ints   []int32 // integer variables in use that are not slacks
	hasRow []bool  // by simplex variable: a slack with its row
	intAt  []int32 // by simplex variable: place in ints

	reasons []reason  // of implied literals, by hint
	because []sat.Lit // the literals of row reasons
	marks   []mark    // by level
	out     []sat.Lit
}

// atom is x <= bound; its negation is x >= next.
type atom struct {
	v           int32
	bound, next value
	lit         sat.Lit // the positive literal
}

// reason explains an implied literal: because[from:to] were true.
type reason struct {
	from, to int32
}

type mark struct{ reasons, because int }

func newArith() *arith {
	return &arith{simplex: &simplex{}, slacks: map[uint64][]int32{}}
}

// addVar adds a variable that is not a slack.
func (a *arith) addVar(isInt bool) int32 {
	v := a.newVar(isInt)
	a.byVar = append(a.byVar, nil)
	a.forms = append(a.forms, nil)
	a.uses = append(a.uses, 0)
	a.intAt = append(a.intAt, 0)
	a.hasRow = append(a.hasRow, false)
	return v
}

// use notes that a node in use mentions v: if it is a slack it has a row, otherwise it counts
// for integrality.
func (a *arith) use(v int32) {
	a.uses[v]++
	if a.uses[v] > 1 {
		return
	}
	if a.forms[v] == nil {
		if a.vars[v].isInt {
			a.intAt[v] = int32(len(a.ints))
			a.ints = append(a.ints, v)
		}
		return
	}
	if a.hasRow[v] {
		a.dead--
		return
	}
	a.hasRow[v] = true
	a.define(v, a.forms[v])
}

func (a *arith) unuse(v int32) {
	a.uses[v]--
	if a.uses[v] > 0 {
		return
	}
	if a.forms[v] != nil {
		a.dead++
		return
	}
	if a.vars[v].isInt {
		last := a.ints[len(a.ints)-1]
		a.ints[a.intAt[v]] = last
		a.intAt[last] = a.intAt[v]
		a.ints = a.ints[:len(a.ints)-1]
	}
}

// tidy removes rows that are not in use if they are too many.
func (a *arith) tidy() {
	if a.dead < 64 || 2*a.dead < len(a.rows)-len(a.free) {
		return
	}
	for v := range a.forms {
		x := &a.vars[v]
		if a.hasRow[v] && a.uses[v] == 0 && !x.lower.ok && !x.upper.ok {
			a.undefine(int32(v))
			a.hasRow[v] = false
			a.dead--
		}
	}
}

// slack returns the variable that stands for a form: sorted, at least one monomial, coprime
// integer coefficients, the first one positive. A single variable stands for itself.
func (a *arith) slack(form []monomial) int32 {
	v, h := a.find(form)
	if v >= 0 {
		return v
	}
	isInt := true
	for _, m := range form {
		isInt = isInt && a.vars[m.v].isInt
	}
	v = a.addVar(isInt)
	a.forms[v] = slices.Clone(form)
	a.slacks[h] = append(a.slacks[h], v)
	return v
}

// find returns the variable that stands for a form, or -1, and the hash of the form.
func (a *arith) find(form []monomial) (v int32, h uint64) {
	h = 14695981039346656037
	if len(form) == 1 && form[0].c.IsOne() {
		return form[0].v, h
	}
	for _, m := range form {
		h = (h ^ uint64(m.v)) * 1099511628211
		h = (h ^ m.c.Hash()) * 1099511628211
	}
	for _, v := range a.slacks[h] {
		if slices.EqualFunc(a.forms[v], form, func(x, y monomial) bool { return x.v == y.v && x.c.Eq(y.c) }) {
			return v, h
		}
	}
	return -1, h
}

// definition is v as a form over variables that are not slacks.
func (a *arith) definition(v int32) []monomial {
	if f := a.forms[v]; f != nil {
		return f
	}
	return []monomial{{v, num.I(1)}}
}

// upperLit returns the literal of v <= bound. For integers the bound must be an integer.
func (a *arith) upperLit(v int32, bound value) sat.Lit {
	list := a.byVar[v]
	i, found := slices.BinarySearchFunc(list, bound, func(x int32, b value) int { return a.atoms[x].bound.cmp(b) })
	if found {
		return a.atoms[list[i]].lit
	}
	next := value{bound.r, bound.d.Add(num.I(1).Rat())}
	if a.vars[v].isInt {
		next = value{r: bound.r.Add(num.I(1).Rat())}
	}
	p := a.sat.NewVar(false)
	a.atoms = append(a.atoms, atom{v, bound, next, p.Pos()})
	a.atomOf = grow(a.atomOf, int(p))
	a.relevant = grow(a.relevant, int(p))
	a.atomOf[p] = int32(len(a.atoms))
	a.byVar[v] = slices.Insert(list, i, int32(len(a.atoms)-1))
	return p.Pos()
}

// lowerLit returns the literal of v >= bound.
func (a *arith) lowerLit(v int32, bound value) sat.Lit {
	if a.vars[v].isInt {
		return a.upperLit(v, value{r: bound.r.Sub(num.I(1).Rat())}).Not()
	}
	return a.upperLit(v, value{bound.r, bound.d.Sub(num.I(1).Rat())}).Not()
}

// leLit returns the literal of Σ form + c <= 0, or < 0 if strict. form may be unsorted and is
// changed; coefficients are integers. If it is constant, known is true or false.
func (a *arith) leLit(form []monomial, c num.Rat, strict bool) (lit sat.Lit, known sat.Value) {
	form = sortForm(form)
	if len(form) == 0 {
		if s := c.Sign(); s < 0 || s == 0 && !strict {
			return 0, sat.True
		}
		return 0, sat.False
	}
	g := normalise(form)
	v := a.slack(form)
	bound := value{r: c.Neg().Div(g.Rat())}
	if g.Sign() > 0 {
		if strict {
			bound.d = num.I(-1).Rat()
		}
		if a.vars[v].isInt {
			bound = intValue(bound.floor())
		}
		return a.upperLit(v, bound), sat.Undef
	}
	if strict {
		bound.d = num.I(1).Rat()
	}
	if a.vars[v].isInt {
		f := bound.floor()
		if !bound.isInt() {
			f = f.Add(num.I(1))
		}
		bound = intValue(f)
	}
	return a.lowerLit(v, bound), sat.Undef
}

// assign asserts the bounds of literals; a conflict is returned as a clause.
func (a *arith) assign(lits []sat.Lit) []sat.Lit {
	for _, l := range lits {
		p := int(l.Var())
		if p >= len(a.atomOf) || a.atomOf[p] == 0 {
			continue
		}
		at := &a.atoms[a.atomOf[p]-1]
		x := &a.vars[at.v]
		if !l.IsNeg() {
			old := x.upper
			if !a.assertUpper(at.v, at.bound, l) {
				return a.clause()
			}
			if x.upper.lit == l {
				a.implyUpper(at.v, old, l)
			}
		} else {
			old := x.lower
			if !a.assertLower(at.v, at.next, l) {
				return a.clause()
			}
			if x.lower.lit == l {
				a.implyLower(at.v, old, l)
			}
		}
	}
	return nil
}

// implyUpper implies the atoms of v that follow from its new upper bound but not from the old.
func (a *arith) implyUpper(v int32, old bound, l sat.Lit) {
	list := a.byVar[v]
	c := a.vars[v].upper.v
	i, _ := slices.BinarySearchFunc(list, c, func(x int32, b value) int { return a.atoms[x].bound.cmp(b) })
	for ; i < len(list); i++ {
		at := &a.atoms[list[i]]
		if old.ok && at.bound.cmp(old.v) >= 0 {
			return
		}
		a.imply(at.lit, l)
	}
}

func (a *arith) implyLower(v int32, old bound, l sat.Lit) {
	list := a.byVar[v]
	c := a.vars[v].lower.v
	i, _ := slices.BinarySearchFunc(list, c, func(x int32, b value) int { return a.atoms[x].bound.cmp(b) })
	for i--; i >= 0; i-- {
		at := &a.atoms[list[i]]
		if old.ok && at.bound.cmp(old.v) < 0 {
			return
		}
		a.imply(at.lit.Not(), l)
	}
}

func (a *arith) imply(l, because sat.Lit) {
	if a.relevant[l.Var()] == 0 || a.sat.Value(l) != sat.Undef {
		return
	}
	n := int32(len(a.because))
	a.because = append(a.because, because)
	a.reasons = append(a.reasons, reason{n, n + 1})
	a.sat.Imply(l, int32(len(a.reasons)-1))
}

// explain returns the clause of an implied literal.
func (a *arith) explain(l sat.Lit, hint int32) []sat.Lit {
	r := a.reasons[hint]
	a.out = append(a.out[:0], l)
	for _, b := range a.because[r.from:r.to] {
		a.out = append(a.out, b.Not())
	}
	return a.out
}

// clause is the conflict of the simplex as a clause.
func (a *arith) clause() []sat.Lit {
	a.out = a.out[:0]
	for _, l := range a.conflict {
		a.out = append(a.out, l.Not())
	}
	return a.out
}

func (a *arith) openLevel() {
	a.newLevel()
	a.marks = append(a.marks, mark{len(a.reasons), len(a.because)})
}

func (a *arith) closeLevels(n int) {
	a.backtrack(n)
	m := a.marks[n]
	a.reasons = a.reasons[:m.reasons]
	a.because = a.because[:m.because]
	a.marks = a.marks[:n]
}
