package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
)

// simplex is the general simplex of [Dutertre, de Moura 2006]: a tableau of equations, bounds on
// variables, and an assignment that always satisfies the equations and the bounds of the
// nonbasic variables. Check repairs the basic ones by pivoting.
//
// One departure: a row is an equation Σ c·x = 0 with coprime integer coefficients that includes
// its basic variable, so that pivoting needs no fractions and a conflict's coefficients can be
// read off as Farkas coefficients.
type simplex struct {
	vars []svar
	cols [][]colEnt // by variable: the rows it occurs in. A basic variable occurs in its row only
	rows []row
	free []int32 // unused rows

	undo   []boundUndo
	levels []int32

	suspects intHeap // contains every basic variable that violates a bound
	changed  []int32 // variables whose bounds changed since the last propagation
	at       []int32 // scratch: by variable, 1 + its place in the row under construction

	// conflict of the last failed assert or check: the literals that are true, with their Farkas
	// coefficients.
	conflict []sat.Lit
	farkas   []num.Rat

	pivots    int64
	rationals bool        // there are variables that are no integers
	stop      func() bool // polled while pivoting; may be nil
	tick      func(int)   // told of work; may be nil, may panic
	halted    bool        // stop said so: the assignment may violate bounds
}

type svar struct {
	isInt        bool
	row          int32 // if basic; otherwise -1
	lower, upper bound
	val          value
}

// bound is a bound and the literal that asserted it.
type bound struct {
	ok  bool
	lit sat.Lit
	v   value
}

type boundUndo struct {
	v     int32
	upper bool
	old   bound
}

type row struct {
	base int32 // -1: unused
	ents []rowEnt
}

type rowEnt struct {
	v   int32
	col int32 // place in cols[v]
	c   num.Int
}

type colEnt struct {
	row, at int32
}

// newVar adds an unbounded nonbasic variable with value 0.
func (s *simplex) newVar(isInt bool) int32 {
	v := int32(len(s.vars))
	s.rationals = s.rationals || !isInt
	s.vars = append(s.vars, svar{isInt: isInt, row: -1})
	s.cols = append(s.cols, nil)
	s.at = append(s.at, 0)
	s.suspects.grow()
	return v
}

// define makes the nonbasic variable v, which no row mentions, basic with v = form.
func (s *simplex) define(v int32, form []monomial) {
	var r int32
	if n := len(s.free); n > 0 {
		r = s.free[n-1]
		s.free = s.free[:n-1]
	} else {
		r = int32(len(s.rows))
		s.rows = append(s.rows, row{})
	}
	rw := &s.rows[r]
	rw.base = v
	rw.ents = rw.ents[:0]
	s.vars[v].row = r
	s.put(r, v, num.I(-1))
	var val value
	for _, m := range form {
		s.put(r, m.v, m.c)
		val = val.add(s.vars[m.v].val.mul(m.c.Rat()))
	}
	for _, m := range form {
		if b := s.vars[m.v].row; b >= 0 && b != r {
			s.eliminate(r, m.v, b)
		}
	}
	s.vars[v].val = val
	s.suspects.push(v)
}

// undefine removes the row of v, which must have no bounds. v becomes nonbasic and free of rows.
func (s *simplex) undefine(v int32) {
	if s.vars[v].row < 0 {
		if len(s.cols[v]) == 0 {
			return
		}
		// The shortest row gives up its basic variable for v.
		best := s.cols[v][0]
		for _, e := range s.cols[v] {
			if len(s.rows[e.row].ents) < len(s.rows[best.row].ents) {
				best = e
			}
		}
		b := s.rows[best.row].base
		s.pivot(best.row, v)
		s.settle(b)
	}
	r := s.vars[v].row
	for i := len(s.rows[r].ents) - 1; i >= 0; i-- {
		s.remove(r, i)
	}
	s.rows[r].base = -1
	s.free = append(s.free, r)
	s.vars[v].row = -1
}

// settle moves a variable that has become nonbasic into its bounds, an integer one to an integer.
func (s *simplex) settle(v int32) {
	x := &s.vars[v]
	if x.isInt && !x.val.isInt() {
		s.update(v, intValue(x.val.floor()))
	}
	if x.lower.ok && x.val.cmp(x.lower.v) < 0 {
		s.update(v, x.lower.v)
	} else if x.upper.ok && x.val.cmp(x.upper.v) > 0 {
		s.update(v, x.upper.v)
	}
}

// put appends c·v to row r.
func (s *simplex) put(r, v int32, c num.Int) {
	rw := &s.rows[r]
	rw.ents = append(rw.ents, rowEnt{v, int32(len(s.cols[v])), c})
	s.cols[v] = append(s.cols[v], colEnt{r, int32(len(rw.ents) - 1)})
}

// remove deletes the i-th entry of row r.
func (s *simplex) remove(r int32, i int) {
	ents := s.rows[r].ents
	e := ents[i]
	col := s.cols[e.v]
	last := int32(len(col) - 1)
	if e.col != last {
		m := col[last]
		col[e.col] = m
		s.rows[m.row].ents[m.at].col = e.col
	}
	s.cols[e.v] = col[:last]
	end := len(ents) - 1
	if i != end {
		m := ents[end]
		ents[i] = m
		s.cols[m.v][m.col].at = int32(i)
	}
	ents[end] = rowEnt{}
	s.rows[r].ents = ents[:end]
}

// baseCoeff is the coefficient of the basic variable of row r.
func (s *simplex) baseCoeff(r int32) num.Int {
	rw := &s.rows[r]
	return rw.ents[s.cols[rw.base][0].at].c
}

// eliminate removes v from row r by means of row by.
func (s *simplex) eliminate(r, v, by int32) {
	for i := range s.rows[r].ents {
		s.at[s.rows[r].ents[i].v] = int32(i + 1)
	}
	var a, b num.Int // coefficients of v in r and by
	if i := s.at[v]; i > 0 {
		a = s.rows[r].ents[i-1].c
	}
	src := s.rows[by].ents
	for i := range src {
		if src[i].v == v {
			b = src[i].c
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
		ents := s.rows[r].ents
		for i := range ents {
			ents[i].c = ents[i].c.Mul(p)
		}
	}
	zeros := false
	for i := range src {
		e := &src[i]
		c := e.c.Mul(q)
		if at := s.at[e.v]; at > 0 {
			t := &s.rows[r].ents[at-1]
			t.c = t.c.Add(c)
			zeros = zeros || t.c.IsZero()
		} else {
			s.put(r, e.v, c)
		}
	}
	ents := s.rows[r].ents
	for i := range ents {
		s.at[ents[i].v] = 0
	}
	if zeros {
		for i := len(ents) - 1; i >= 0; i-- {
			if s.rows[r].ents[i].c.IsZero() {
				s.remove(r, i)
			}
		}
	}
	if !p.IsOne() || !q.Abs().IsOne() {
		s.reduceRow(r)
	}
}

// reduceRow divides a row by the gcd of its coefficients.
func (s *simplex) reduceRow(r int32) {
	ents := s.rows[r].ents
	var g num.Int
	for i := range ents {
		g = g.Gcd(ents[i].c)
		if g.IsOne() {
			return
		}
	}
	for i := range ents {
		ents[i].c, _ = ents[i].c.QuoRem(g)
	}
}

// ratio is -c/base as a rational: the coefficient of a nonbasic variable when its row is solved
// for the basic one.
func ratio(c, base num.Int) num.Rat {
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

// update gives the nonbasic variable v the value to, and the basic ones theirs.
func (s *simplex) update(v int32, to value) {
	d := to.sub(s.vars[v].val)
	s.vars[v].val = to
	s.shift(v, d, -1)
}

// shift adds to the basic variables what a change of v by d means, except in row skip.
func (s *simplex) shift(v int32, d value, skip int32) {
	for _, e := range s.cols[v] {
		if e.row == skip {
			continue
		}
		rw := &s.rows[e.row]
		b := &s.vars[rw.base]
		b.val = b.val.add(d.mul(ratio(rw.ents[e.at].c, s.baseCoeff(e.row))))
		if b.lower.ok && b.val.cmp(b.lower.v) < 0 || b.upper.ok && b.val.cmp(b.upper.v) > 0 {
			s.suspects.push(rw.base)
		}
	}
}

// pivot makes the nonbasic variable v basic in row r.
func (s *simplex) pivot(r, v int32) {
	s.pivots++
	rw := &s.rows[r]
	s.vars[rw.base].row = -1
	rw.base = v
	s.vars[v].row = r
	for i := len(s.cols[v]) - 1; i >= 0; i-- {
		if e := s.cols[v][i]; e.row != r {
			if s.tick != nil {
				s.tick(len(s.rows[r].ents) + len(s.rows[e.row].ents))
			}
			s.eliminate(e.row, v, r)
		}
	}
}

// pivotAndUpdate makes v basic in row r such that the old basic variable gets the value to.
func (s *simplex) pivotAndUpdate(r int32, at int, to value) {
	rw := &s.rows[r]
	b, v := rw.base, rw.ents[at].v
	inv := ratio(rw.ents[at].c, s.baseCoeff(r)).Inv()
	theta := to.sub(s.vars[b].val).mul(inv)
	s.vars[b].val = to
	s.vars[v].val = s.vars[v].val.add(theta)
	s.shift(v, theta, r)
	s.pivot(r, v)
	s.suspects.push(v)
}

func (s *simplex) newLevel() { s.levels = append(s.levels, int32(len(s.undo))) }

func (s *simplex) backtrack(n int) {
	if n >= len(s.levels) {
		return
	}
	low := int(s.levels[n])
	for i := len(s.undo) - 1; i >= low; i-- {
		u := &s.undo[i]
		if u.upper {
			s.vars[u.v].upper = u.old
		} else {
			s.vars[u.v].lower = u.old
		}
	}
	s.undo = s.undo[:low]
	s.levels = s.levels[:n]
	s.changed = s.changed[:0]
}

// assertUpper adds v <= c because of lit; false means conflict.
func (s *simplex) assertUpper(v int32, c value, lit sat.Lit) bool {
	x := &s.vars[v]
	if x.upper.ok && x.upper.v.cmp(c) <= 0 {
		return true
	}
	if x.lower.ok && x.lower.v.cmp(c) > 0 {
		s.clash(lit, x.lower.lit)
		return false
	}
	s.undo = append(s.undo, boundUndo{v, true, x.upper})
	x.upper = bound{true, lit, c}
	s.changed = append(s.changed, v)
	if x.val.cmp(c) > 0 {
		if x.row >= 0 {
			s.suspects.push(v)
		} else {
			s.update(v, c)
		}
	}
	return true
}

// assertLower adds v >= c because of lit; false means conflict.
func (s *simplex) assertLower(v int32, c value, lit sat.Lit) bool {
	x := &s.vars[v]
	if x.lower.ok && x.lower.v.cmp(c) >= 0 {
		return true
	}
	if x.upper.ok && x.upper.v.cmp(c) < 0 {
		s.clash(lit, x.upper.lit)
		return false
	}
	s.undo = append(s.undo, boundUndo{v, false, x.lower})
	x.lower = bound{true, lit, c}
	s.changed = append(s.changed, v)
	if x.val.cmp(c) < 0 {
		if x.row >= 0 {
			s.suspects.push(v)
		} else {
			s.update(v, c)
		}
	}
	return true
}

func (s *simplex) clash(a, b sat.Lit) {
	one := num.I(1).Rat()
	s.conflict = append(s.conflict[:0], a, b)
	s.farkas = append(s.farkas[:0], one, one)
}

// blandAfter is how many pivots of one check choose by column size before Bland's rule makes
// sure that it ends.
const blandAfter = 200

// check makes the assignment satisfy all bounds; false means conflict. If halted is set
// afterwards, nothing is known.
func (s *simplex) check() bool {
	s.halted = false
	for n := 0; len(s.suspects.list) > 0; n++ {
		b := s.suspects.pop()
		x := &s.vars[b]
		if x.row < 0 {
			continue
		}
		up := false
		switch {
		case x.lower.ok && x.val.cmp(x.lower.v) < 0:
			up = true
		case x.upper.ok && x.val.cmp(x.upper.v) > 0:
		default:
			continue
		}
		if s.stop != nil && s.stop() {
			s.suspects.push(b)
			s.halted = true
			return true
		}
		at := s.entering(x.row, up, n > blandAfter)
		if at < 0 {
			s.suspects.push(b)
			s.explainRow(x.row, up)
			return false
		}
		if up {
			s.pivotAndUpdate(x.row, at, x.lower.v)
		} else {
			s.pivotAndUpdate(x.row, at, x.upper.v)
		}
	}
	return true
}

// rises reports whether the basic variable of a row grows with the variable of entry e.
func rises(e *rowEnt, base num.Int) bool { return (e.c.Sign() > 0) != (base.Sign() > 0) }

// entering chooses the nonbasic variable that can move the basic one of row r up or down.
func (s *simplex) entering(r int32, up, bland bool) int {
	rw := &s.rows[r]
	base := s.baseCoeff(r)
	best, bestSize := -1, 0
	allInts := s.vars[rw.base].isInt
	for i := range rw.ents {
		e := &rw.ents[i]
		if e.v == rw.base {
			continue
		}
		x := &s.vars[e.v]
		if rises(e, base) == up {
			if x.upper.ok && x.val.cmp(x.upper.v) >= 0 {
				continue
			}
		} else if x.lower.ok && x.val.cmp(x.lower.v) <= 0 {
			continue
		}
		size := len(s.cols[e.v])
		if allInts && !e.c.Abs().IsOne() {
			size += 1 << 20 // a basic variable with coefficient 1 gets integer values
		}
		if bland {
			size = 0
		}
		if best < 0 || size < bestSize || size == bestSize && e.v < rw.ents[best].v {
			best, bestSize = i, size
		}
	}
	return best
}

// explainRow sets the conflict: the basic variable of row r cannot reach its lower (up) or upper
// bound because of the bounds of the others.
func (s *simplex) explainRow(r int32, up bool) {
	rw := &s.rows[r]
	base := s.baseCoeff(r)
	s.conflict, s.farkas = s.conflict[:0], s.farkas[:0]
	for i := range rw.ents {
		e := &rw.ents[i]
		x := &s.vars[e.v]
		upper := rises(e, base) == up
		if e.v == rw.base {
			upper = !up
		}
		lit := x.lower.lit
		if upper {
			lit = x.upper.lit
		}
		s.conflict = append(s.conflict, lit)
		s.farkas = append(s.farkas, e.c.Abs().Rat())
	}
}
