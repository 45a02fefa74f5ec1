// Package simplex decides conjunctions of bounds on linear forms over rationals.
//
//	simplex.go  the tableau
//	value.go    rationals with an infinitesimal
//	form.go     linear forms
//	heap.go     which variables violate bounds
package simplex

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
)

// Tableau is the general simplex of [Dutertre, de Moura 2006]: a tableau of equations, bounds on
// variables, and an assignment that always satisfies the equations and the bounds of the
// nonbasic variables. Check repairs the basic ones by pivoting.
//
// One departure: a row is an equation Σ c·x = 0 with coprime integer coefficients that includes
// its basic variable, so that pivoting needs no fractions and a conflict's coefficients can be
// read off as Farkas coefficients.
type Tableau struct {
	Vars []Var
	Cols [][]ColEntry // by variable: the rows it occurs in. A basic variable occurs in its row only
	Rows []Row
	Free []int32 // unused rows

	undo   []boundUndo
	Levels []int32

	suspects intHeap // contains every basic variable that violates a bound
	changed  []int32 // variables whose bounds changed since the last propagation
	at       []int32 // scratch: by variable, 1 + its place in the row under construction

	// conflict of the last failed assert or check: the literals that are true, with their Farkas
	// coefficients.
	Conflict []sat.Lit
	Farkas   []num.Rat

	Pivots    int64
	Rationals bool        // there are variables that are no integers
	Stop      func() bool // polled while pivoting; may be nil
	Tick      func(int)   // told of work; may be nil, may panic
	Halted    bool        // stop said so: the assignment may violate bounds
}

// Var is a variable, whose value is 0 at first.
type Var struct {
	IsInt        bool
	Row          int32 // if basic; otherwise -1
	Lower, Upper Bound
	Value        Value
}

// Bound is a bound and the literal that asserted it.
type Bound struct {
	Known bool
	Lit   sat.Lit
	Value Value
}

type boundUndo struct {
	v     int32
	upper bool
	old   Bound
}

// Row is the equation that the sum of its entries is 0.
type Row struct {
	Base    int32 // -1: unused
	Entries []Entry
}

// Entry is Coeff·Var.
type Entry struct {
	Var   int32
	col   int32 // place in Cols[Var]
	Coeff num.Int
}

// ColEntry is the place of an entry: its row, and where it is there.
type ColEntry struct {
	Row, At int32
}

// NewVar adds an unbounded nonbasic variable with value 0.
func (s *Tableau) NewVar(isInt bool) int32 {
	v := int32(len(s.Vars))
	s.Rationals = s.Rationals || !isInt
	s.Vars = append(s.Vars, Var{IsInt: isInt, Row: -1})
	s.Cols = append(s.Cols, nil)
	s.at = append(s.at, 0)
	s.suspects.grow()
	return v
}

// Define makes the nonbasic variable v, which no row mentions, basic with v = form.
func (s *Tableau) Define(v int32, form []Monomial) {
	var r int32
	if n := len(s.Free); n > 0 {
		r = s.Free[n-1]
		s.Free = s.Free[:n-1]
	} else {
		r = int32(len(s.Rows))
		s.Rows = append(s.Rows, Row{})
	}
	rw := &s.Rows[r]
	rw.Base = v
	rw.Entries = rw.Entries[:0]
	s.Vars[v].Row = r
	s.put(r, v, num.I(-1))
	var val Value
	for _, m := range form {
		s.put(r, m.Var, m.Coeff)
		val = val.Add(s.Vars[m.Var].Value.Mul(m.Coeff.Rat()))
	}
	for _, m := range form {
		if b := s.Vars[m.Var].Row; b >= 0 && b != r {
			s.eliminate(r, m.Var, b)
		}
	}
	s.Vars[v].Value = val
	s.suspects.push(v)
}

// Undefine removes the row of v, which must have no bounds. v becomes nonbasic and free of rows.
func (s *Tableau) Undefine(v int32) {
	if s.Vars[v].Row < 0 {
		if len(s.Cols[v]) == 0 {
			return
		}
		// The shortest row gives up its basic variable for v.
		best := s.Cols[v][0]
		for _, e := range s.Cols[v] {
			if len(s.Rows[e.Row].Entries) < len(s.Rows[best.Row].Entries) {
				best = e
			}
		}
		b := s.Rows[best.Row].Base
		s.pivot(best.Row, v)
		s.settle(b)
	}
	r := s.Vars[v].Row
	for i := len(s.Rows[r].Entries) - 1; i >= 0; i-- {
		s.remove(r, i)
	}
	s.Rows[r].Base = -1
	s.Free = append(s.Free, r)
	s.Vars[v].Row = -1
}

// settle moves a variable that has become nonbasic into its bounds, an integer one to an integer.
func (s *Tableau) settle(v int32) {
	x := &s.Vars[v]
	if x.IsInt && !x.Value.IsInt() {
		s.Update(v, Int(x.Value.Floor()))
	}
	if x.Lower.Known && x.Value.Cmp(x.Lower.Value) < 0 {
		s.Update(v, x.Lower.Value)
	} else if x.Upper.Known && x.Value.Cmp(x.Upper.Value) > 0 {
		s.Update(v, x.Upper.Value)
	}
}

// put appends c·v to row r.
func (s *Tableau) put(r, v int32, c num.Int) {
	rw := &s.Rows[r]
	rw.Entries = append(rw.Entries, Entry{v, int32(len(s.Cols[v])), c})
	s.Cols[v] = append(s.Cols[v], ColEntry{r, int32(len(rw.Entries) - 1)})
}

// remove deletes the i-th entry of row r.
func (s *Tableau) remove(r int32, i int) {
	ents := s.Rows[r].Entries
	e := ents[i]
	col := s.Cols[e.Var]
	last := int32(len(col) - 1)
	if e.col != last {
		m := col[last]
		col[e.col] = m
		s.Rows[m.Row].Entries[m.At].col = e.col
	}
	s.Cols[e.Var] = col[:last]
	end := len(ents) - 1
	if i != end {
		m := ents[end]
		ents[i] = m
		s.Cols[m.Var][m.col].At = int32(i)
	}
	ents[end] = Entry{}
	s.Rows[r].Entries = ents[:end]
}

// BaseCoeff is the coefficient of the basic variable of row r.
func (s *Tableau) BaseCoeff(r int32) num.Int {
	rw := &s.Rows[r]
	return rw.Entries[s.Cols[rw.Base][0].At].Coeff
}

// eliminate removes v from row r by means of row by.
func (s *Tableau) eliminate(r, v, by int32) {
	for i := range s.Rows[r].Entries {
		s.at[s.Rows[r].Entries[i].Var] = int32(i + 1)
	}
	var a, b num.Int // coefficients of v in r and by
	if i := s.at[v]; i > 0 {
		a = s.Rows[r].Entries[i-1].Coeff
	}
	src := s.Rows[by].Entries
	for i := range src {
		if src[i].Var == v {
			b = src[i].Coeff
			break
		}
	}
	// r := p·r + q·by with p > 0
	g := a.Gcd(b)
	if b.Sign() < 0 {
		g = g.Neg()
	}
	p, _ := b.QuoRem(g)
	q, _ := a.Neg().QuoRem(g)
	if !p.IsOne() {
		ents := s.Rows[r].Entries
		for i := range ents {
			ents[i].Coeff = ents[i].Coeff.Mul(p)
		}
	}
	zeros := false
	for i := range src {
		e := &src[i]
		c := e.Coeff.Mul(q)
		if at := s.at[e.Var]; at > 0 {
			t := &s.Rows[r].Entries[at-1]
			t.Coeff = t.Coeff.Add(c)
			zeros = zeros || t.Coeff.IsZero()
		} else {
			s.put(r, e.Var, c)
		}
	}
	ents := s.Rows[r].Entries
	for i := range ents {
		s.at[ents[i].Var] = 0
	}
	if zeros {
		for i := len(ents) - 1; i >= 0; i-- {
			if s.Rows[r].Entries[i].Coeff.IsZero() {
				s.remove(r, i)
			}
		}
	}
	if !p.IsOne() || !q.Abs().IsOne() {
		s.reduceRow(r)
	}
}

// reduceRow divides a row by the gcd of its coefficients.
func (s *Tableau) reduceRow(r int32) {
	ents := s.Rows[r].Entries
	var g num.Int
	for i := range ents {
		g = g.Gcd(ents[i].Coeff)
		if g.IsOne() {
			return
		}
	}
	for i := range ents {
		ents[i].Coeff, _ = ents[i].Coeff.QuoRem(g)
	}
}

// Ratio is -c/base as a rational: the coefficient of a nonbasic variable when its row is solved
// for the basic one.
func Ratio(c, base num.Int) num.Rat {
	if b, ok := base.Int64(); ok {
		switch b {
		case 1:
			return c.Neg().Rat()
		case -1:
			return c.Rat()
		}
	}
	return num.Quo(c.Neg(), base)
}

// Update gives the nonbasic variable v the value to, and the basic ones theirs.
func (s *Tableau) Update(v int32, to Value) {
	d := to.Sub(s.Vars[v].Value)
	s.Vars[v].Value = to
	s.shift(v, d, -1)
}

// shift adds to the basic variables what a change of v by d means, except in row skip.
func (s *Tableau) shift(v int32, d Value, skip int32) {
	for _, e := range s.Cols[v] {
		if e.Row == skip {
			continue
		}
		rw := &s.Rows[e.Row]
		b := &s.Vars[rw.Base]
		b.Value = b.Value.Add(d.Mul(Ratio(rw.Entries[e.At].Coeff, s.BaseCoeff(e.Row))))
		if b.Lower.Known && b.Value.Cmp(b.Lower.Value) < 0 || b.Upper.Known && b.Value.Cmp(b.Upper.Value) > 0 {
			s.suspects.push(rw.Base)
		}
	}
}

// pivot makes the nonbasic variable v basic in row r.
func (s *Tableau) pivot(r, v int32) {
	s.Pivots++
	rw := &s.Rows[r]
	s.Vars[rw.Base].Row = -1
	rw.Base = v
	s.Vars[v].Row = r
	for i := len(s.Cols[v]) - 1; i >= 0; i-- {
		if e := s.Cols[v][i]; e.Row != r {
			if s.Tick != nil {
				s.Tick(len(s.Rows[r].Entries) + len(s.Rows[e.Row].Entries))
			}
			s.eliminate(e.Row, v, r)
		}
	}
}

// pivotAndUpdate makes v basic in row r such that the old basic variable gets the value to.
func (s *Tableau) pivotAndUpdate(r int32, at int, to Value) {
	rw := &s.Rows[r]
	b, v := rw.Base, rw.Entries[at].Var
	inv := Ratio(rw.Entries[at].Coeff, s.BaseCoeff(r)).Inv()
	theta := to.Sub(s.Vars[b].Value).Mul(inv)
	s.Vars[b].Value = to
	s.Vars[v].Value = s.Vars[v].Value.Add(theta)
	s.shift(v, theta, r)
	s.pivot(r, v)
	s.suspects.push(v)
}

func (s *Tableau) NewLevel() { s.Levels = append(s.Levels, int32(len(s.undo))) }

func (s *Tableau) Backtrack(n int) {
	if n >= len(s.Levels) {
		return
	}
	low := int(s.Levels[n])
	for i := len(s.undo) - 1; i >= low; i-- {
		u := &s.undo[i]
		if u.upper {
			s.Vars[u.v].Upper = u.old
		} else {
			s.Vars[u.v].Lower = u.old
		}
	}
	s.undo = s.undo[:low]
	s.Levels = s.Levels[:n]
	s.changed = s.changed[:0]
}

// AssertUpper adds v <= c because of lit; false means conflict.
func (s *Tableau) AssertUpper(v int32, c Value, lit sat.Lit) bool {
	x := &s.Vars[v]
	if x.Upper.Known && x.Upper.Value.Cmp(c) <= 0 {
		return true
	}
	if x.Lower.Known && x.Lower.Value.Cmp(c) > 0 {
		s.clash(lit, x.Lower.Lit)
		return false
	}
	s.undo = append(s.undo, boundUndo{v, true, x.Upper})
	x.Upper = Bound{true, lit, c}
	s.changed = append(s.changed, v)
	if x.Value.Cmp(c) > 0 {
		if x.Row >= 0 {
			s.suspects.push(v)
		} else {
			s.Update(v, c)
		}
	}
	return true
}

// AssertLower adds v >= c because of lit; false means conflict.
func (s *Tableau) AssertLower(v int32, c Value, lit sat.Lit) bool {
	x := &s.Vars[v]
	if x.Lower.Known && x.Lower.Value.Cmp(c) >= 0 {
		return true
	}
	if x.Upper.Known && x.Upper.Value.Cmp(c) < 0 {
		s.clash(lit, x.Upper.Lit)
		return false
	}
	s.undo = append(s.undo, boundUndo{v, false, x.Lower})
	x.Lower = Bound{true, lit, c}
	s.changed = append(s.changed, v)
	if x.Value.Cmp(c) < 0 {
		if x.Row >= 0 {
			s.suspects.push(v)
		} else {
			s.Update(v, c)
		}
	}
	return true
}

func (s *Tableau) clash(a, b sat.Lit) {
	one := num.I(1).Rat()
	s.Conflict = append(s.Conflict[:0], a, b)
	s.Farkas = append(s.Farkas[:0], one, one)
}

// blandAfter is how many pivots of one check choose by column size before Bland's rule makes
// sure that it ends.
const blandAfter = 200

// Check makes the assignment satisfy all bounds; false means conflict. If halted is set
// afterwards, nothing is known.
func (s *Tableau) Check() bool {
	s.Halted = false
	for n := 0; len(s.suspects.list) > 0; n++ {
		b := s.suspects.pop()
		x := &s.Vars[b]
		if x.Row < 0 {
			continue
		}
		up := false
		switch {
		case x.Lower.Known && x.Value.Cmp(x.Lower.Value) < 0:
			up = true
		case x.Upper.Known && x.Value.Cmp(x.Upper.Value) > 0:
		default:
			continue
		}
		if s.Stop != nil && s.Stop() {
			s.suspects.push(b)
			s.Halted = true
			return true
		}
		at := s.entering(x.Row, up, n > blandAfter)
		if at < 0 {
			s.suspects.push(b)
			s.explainRow(x.Row, up)
			return false
		}
		if up {
			s.pivotAndUpdate(x.Row, at, x.Lower.Value)
		} else {
			s.pivotAndUpdate(x.Row, at, x.Upper.Value)
		}
	}
	return true
}

// rises reports whether the basic variable of a row grows with the variable of entry e.
func rises(e *Entry, base num.Int) bool { return (e.Coeff.Sign() > 0) != (base.Sign() > 0) }

// entering chooses the nonbasic variable that can move the basic one of row r up or down.
func (s *Tableau) entering(r int32, up, bland bool) int {
	rw := &s.Rows[r]
	base := s.BaseCoeff(r)
	best, bestSize := -1, 0
	allInts := s.Vars[rw.Base].IsInt
	for i := range rw.Entries {
		e := &rw.Entries[i]
		if e.Var == rw.Base {
			continue
		}
		x := &s.Vars[e.Var]
		if rises(e, base) == up {
			if x.Upper.Known && x.Value.Cmp(x.Upper.Value) >= 0 {
				continue
			}
		} else if x.Lower.Known && x.Value.Cmp(x.Lower.Value) <= 0 {
			continue
		}
		size := len(s.Cols[e.Var])
		if allInts && !e.Coeff.Abs().IsOne() {
			size += 1 << 20 // a basic variable with coefficient 1 gets integer values
		}
		if bland {
			size = 0
		}
		if best < 0 || size < bestSize || size == bestSize && e.Var < rw.Entries[best].Var {
			best, bestSize = i, size
		}
	}
	return best
}

// explainRow sets the conflict: the basic variable of row r cannot reach its lower (up) or upper
// bound because of the bounds of the others.
func (s *Tableau) explainRow(r int32, up bool) {
	rw := &s.Rows[r]
	base := s.BaseCoeff(r)
	s.Conflict, s.Farkas = s.Conflict[:0], s.Farkas[:0]
	for i := range rw.Entries {
		e := &rw.Entries[i]
		x := &s.Vars[e.Var]
		upper := rises(e, base) == up
		if e.Var == rw.Base {
			upper = !up
		}
		lit := x.Lower.Lit
		if upper {
			lit = x.Upper.Lit
		}
		s.Conflict = append(s.Conflict, lit)
		s.Farkas = append(s.Farkas, e.Coeff.Abs().Rat())
	}
}

// Within says that x may have the value v by its bounds.
func (x *Var) Within(v Value) bool {
	return !(x.Lower.Known && v.Cmp(x.Lower.Value) < 0 || x.Upper.Known && v.Cmp(x.Upper.Value) > 0)
}
