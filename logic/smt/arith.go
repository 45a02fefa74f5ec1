package smt

import (
	"slices"

	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
)

// arith is the theory of linear arithmetic for the SAT solver: it turns atoms into bounds of the
// simplex and implies atoms from bounds. Integrality is in lia.go.
type arith struct {
	*simplex.Tableau
	sat *sat.Solver

	atoms    []atom
	atomOf   []int32   // by SAT variable: 1 + index in atoms, 0 none
	relevant []int32   // by SAT variable: reasons to imply the atom
	byVar    [][]int32 // by simplex variable: its atoms by increasing bound

	slacks map[uint64][]int32   // by hash of the form
	forms  [][]simplex.Monomial // by simplex variable: the definition of a slack; nil otherwise

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
	bound, next simplex.Value
	lit         sat.Lit // the positive literal
}

// reason explains an implied literal: because[from:to] were true.
type reason struct {
	from, to int32
}

type mark struct{ reasons, because int }

func newArith() *arith {
	return &arith{Tableau: &simplex.Tableau{}, slacks: map[uint64][]int32{}}
}

// addVar adds a variable that is not a slack.
func (a *arith) addVar(isInt bool) int32 {
	v := a.NewVar(isInt)
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
		if a.Vars[v].IsInt {
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
	a.Define(v, a.forms[v])
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
	if a.Vars[v].IsInt {
		last := a.ints[len(a.ints)-1]
		a.ints[a.intAt[v]] = last
		a.intAt[last] = a.intAt[v]
		a.ints = a.ints[:len(a.ints)-1]
	}
}

// tidy removes rows that are not in use if they are too many.
func (a *arith) tidy() {
	if a.dead < 64 || 2*a.dead < len(a.Rows)-len(a.Free) {
		return
	}
	for v := range a.forms {
		x := &a.Vars[v]
		if a.hasRow[v] && a.uses[v] == 0 && !x.Lower.Known && !x.Upper.Known {
			a.Undefine(int32(v))
			a.hasRow[v] = false
			a.dead--
		}
	}
}

// slack returns the variable that stands for a form: sorted, at least one monomial, coprime
// integer coefficients, the first one positive. A single variable stands for itself.
func (a *arith) slack(form []simplex.Monomial) int32 {
	v, h := a.find(form)
	if v >= 0 {
		return v
	}
	isInt := true
	for _, m := range form {
		isInt = isInt && a.Vars[m.Var].IsInt
	}
	v = a.addVar(isInt)
	a.forms[v] = slices.Clone(form)
	a.slacks[h] = append(a.slacks[h], v)
	return v
}

// find returns the variable that stands for a form, or -1, and the hash of the form.
func (a *arith) find(form []simplex.Monomial) (v int32, h uint64) {
	h = 14695981039346656037
	if len(form) == 1 && form[0].Coeff.IsOne() {
		return form[0].Var, h
	}
	for _, m := range form {
		h = (h ^ uint64(m.Var)) * 1099511628211
		h = (h ^ m.Coeff.Hash()) * 1099511628211
	}
	for _, v := range a.slacks[h] {
		if slices.EqualFunc(a.forms[v], form, func(x, y simplex.Monomial) bool { return x.Var == y.Var && x.Coeff.Eq(y.Coeff) }) {
			return v, h
		}
	}
	return -1, h
}

// definition is v as a form over variables that are not slacks.
func (a *arith) definition(v int32) []simplex.Monomial {
	if f := a.forms[v]; f != nil {
		return f
	}
	return []simplex.Monomial{{Var: v, Coeff: num.I(1)}}
}

// upperLit returns the literal of v <= bound. For integers the bound must be an integer.
func (a *arith) upperLit(v int32, bound simplex.Value) sat.Lit {
	list := a.byVar[v]
	i, found := slices.BinarySearchFunc(list, bound, func(x int32, b simplex.Value) int { return a.atoms[x].bound.Cmp(b) })
	if found {
		return a.atoms[list[i]].lit
	}
	next := simplex.Value{R: bound.R, D: bound.D.Add(num.I(1).Rat())}
	if a.Vars[v].IsInt {
		next = simplex.Value{R: bound.R.Add(num.I(1).Rat())}
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
func (a *arith) lowerLit(v int32, bound simplex.Value) sat.Lit {
	if a.Vars[v].IsInt {
		return a.upperLit(v, simplex.Value{R: bound.R.Sub(num.I(1).Rat())}).Not()
	}
	return a.upperLit(v, simplex.Value{R: bound.R, D: bound.D.Sub(num.I(1).Rat())}).Not()
}

// leLit returns the literal of Σ form + c <= 0, or < 0 if strict. form may be unsorted and is
// changed; coefficients are integers. If it is constant, known is true or false.
func (a *arith) leLit(form []simplex.Monomial, c num.Rat, strict bool) (lit sat.Lit, known sat.Value) {
	form = simplex.SortForm(form)
	if len(form) == 0 {
		if s := c.Sign(); s < 0 || s == 0 && !strict {
			return 0, sat.True
		}
		return 0, sat.False
	}
	g := simplex.Normalise(form)
	v := a.slack(form)
	bound := simplex.Value{R: c.Neg().Div(g.Rat())}
	if g.Sign() > 0 {
		if strict {
			bound.D = num.I(-1).Rat()
		}
		if a.Vars[v].IsInt {
			bound = simplex.Int(bound.Floor())
		}
		return a.upperLit(v, bound), sat.Undef
	}
	if strict {
		bound.D = num.I(1).Rat()
	}
	if a.Vars[v].IsInt {
		f := bound.Floor()
		if !bound.IsInt() {
			f = f.Add(num.I(1))
		}
		bound = simplex.Int(f)
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
		x := &a.Vars[at.v]
		if !l.IsNeg() {
			old := x.Upper
			if !a.AssertUpper(at.v, at.bound, l) {
				return a.clause()
			}
			if x.Upper.Lit == l {
				a.implyUpper(at.v, old, l)
			}
		} else {
			old := x.Lower
			if !a.AssertLower(at.v, at.next, l) {
				return a.clause()
			}
			if x.Lower.Lit == l {
				a.implyLower(at.v, old, l)
			}
		}
	}
	return nil
}

// implyUpper implies the atoms of v that follow from its new upper bound but not from the old.
func (a *arith) implyUpper(v int32, old simplex.Bound, l sat.Lit) {
	list := a.byVar[v]
	c := a.Vars[v].Upper.Value
	i, _ := slices.BinarySearchFunc(list, c, func(x int32, b simplex.Value) int { return a.atoms[x].bound.Cmp(b) })
	for ; i < len(list); i++ {
		at := &a.atoms[list[i]]
		if old.Known && at.bound.Cmp(old.Value) >= 0 {
			return
		}
		a.imply(at.lit, l)
	}
}

func (a *arith) implyLower(v int32, old simplex.Bound, l sat.Lit) {
	list := a.byVar[v]
	c := a.Vars[v].Lower.Value
	i, _ := slices.BinarySearchFunc(list, c, func(x int32, b simplex.Value) int { return a.atoms[x].bound.Cmp(b) })
	for i--; i >= 0; i-- {
		at := &a.atoms[list[i]]
		if old.Known && at.bound.Cmp(old.Value) < 0 {
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
	for _, l := range a.Conflict {
		a.out = append(a.out, l.Not())
	}
	return a.out
}

func (a *arith) openLevel() {
	a.NewLevel()
	a.marks = append(a.marks, mark{len(a.reasons), len(a.because)})
}

func (a *arith) closeLevels(n int) {
	a.Backtrack(n)
	m := a.marks[n]
	a.reasons = a.reasons[:m.reasons]
	a.because = a.because[:m.because]
	a.marks = a.marks[:n]
}
