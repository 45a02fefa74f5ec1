package smt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"craig/internal/logic/modlinalg"
	"craig/logic/num"
	"craig/logic/term"
)

// An equation times a monomial is an equation: e = 0 ⇒ m·e = 0. Of such multiples those combinations are wanted in
// which only products occur that are in use: these are linear, and become lemmas. That is one step of F4 [Faugère
// 1999]; the multipliers and their coefficients, the cofactors, are found modulo a prime, and the sum is then computed exactly.

// Limits of multiples.
const (
	maxMultiples = 160 // equations and their multiples
	maxMonomials = 300 // in them
	maxCofactors = 40  // multiples in one lemma
	multiplesOne = 3   // lemmas at once
)

// powers is a monomial without its coefficient: a product of terms by rising ID. The empty product is 1.
type powers []term.Term

func (m powers) key() string {
	var b strings.Builder
	for _, t := range m {
		b.WriteString(strconv.Itoa(int(t.ID())))
		b.WriteByte(' ')
	}
	return b.String()
}

// powersOf are the factors of t.
func powersOf(t term.Term) powers {
	m := powers{t}
	if t.Op() == term.Mul {
		m = slices.Clone(t.Args())
	}
	slices.SortFunc(m, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	return m
}

// times is m·n.
func (m powers) times(n powers) powers {
	p := append(slices.Clone(m), n...)
	slices.SortFunc(p, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	return p
}

// over is m/n, if n divides m.
func (m powers) over(n powers) (q powers, ok bool) {
	i := 0
	for _, t := range m {
		if i < len(n) && n[i] == t {
			i++
		} else {
			q = append(q, t)
		}
	}
	return q, i == len(n)
}

// summand is c·m.
type summand struct {
	m powers
	c num.Int
}

// vanishing is a sum that the bounds say to be 0, times a monomial.
type vanishing struct {
	sum   []summand
	is    term.Term // the sum as a term
	times powers
}

// multiples asks for lemmas about multiples of the equations among the bounds that the candidate violates.
func (c *candidate) multiples(ps []int32) {
	eqs := c.vanishing()
	if len(eqs) == 0 {
		return
	}
	known, degree := map[string]powers{}, 0
	for _, n := range ps {
		if t := c.e.nodes[n].t; t.Sort() == term.Int {
			m := powersOf(t)
			known[m.key()], degree = m, max(degree, len(m))
		}
	}
	if degree > maxExpanded {
		return
	}
	targets := map[string]powers{}
	for k, m := range known {
		if m.quotients() == 0 { // others are what is left of equations modulo a constant
			targets[k] = m
		}
	}
	rows := multiplied(eqs, eqs, targets)
	if len(rows) == len(eqs) || len(rows) > maxMultiples {
		return
	}
	// What is not wanted in these may be in multiples, too.
	more := map[string]powers{}
	for _, r := range rows[len(eqs):] {
		for _, s := range r.sum {
			if !s.m.wanted(known) && s.m.quotients() == 0 && len(s.m) <= degree+1 {
				more[s.m.key()] = s.m
			}
		}
	}
	rows = multiplied(rows, eqs, more)
	c.combine(rows[:min(len(rows), maxMultiples)], known, len(eqs))
}

// vanishing lists the equations among the bounds.
func (c *candidate) vanishing() (eqs []vanishing) {
	d, ok := c.e.ar.equations()
	if !ok {
		return nil
	}
	st := c.e.st
	for i := range d.eqs {
		q := &d.eqs[i]
		if len(q.form) == 1 {
			continue // a case that the search distinguishes: lemmas had better hold in others, too
		}
		v := vanishing{is: st.IntNum(q.c)}
		if !q.c.IsZero() {
			v.sum = append(v.sum, summand{nil, q.c})
		}
		for _, x := range q.vars() {
			t := c.e.nodes[c.e.nodeOfVar[x]].t
			if t.Sort() != term.Int {
				return nil
			}
			v.is = st.Add(v.is, st.Scale(q.form[x].Rat(), t))
			v.sum = append(v.sum, summand{powersOf(t), q.form[x]})
		}
		eqs = append(eqs, v)
	}
	return eqs
}

// multiplied adds to rows the multiples of equations in which a product of those known occurs.
func multiplied(rows, eqs []vanishing, known map[string]powers) []vanishing {
	rows = slices.Clip(rows)
	keys := make([]string, 0, len(known))
	for k := range known {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	seen := map[string]bool{}
	for _, r := range rows {
		seen[r.id()] = true
	}
	for i := range eqs {
		for _, s := range eqs[i].sum {
			for _, k := range keys {
				m, ok := known[k].over(s.m)
				row := vanishing{is: eqs[i].is, times: m}
				if !ok || len(m) == 0 || len(s.m) == 0 || seen[row.id()] {
					continue
				}
				seen[row.id()] = true
				for _, s := range eqs[i].sum {
					row.sum = append(row.sum, summand{s.m.times(m), s.c})
				}
				if rows = append(rows, row); len(rows) > maxMultiples {
					return rows
				}
			}
		}
	}
	return rows
}

// id tells an equation and its multiples apart.
func (v vanishing) id() string { return strconv.Itoa(int(v.is.ID())) + ":" + v.times.key() }

// wanted says that a lemma may speak of m: it is in use, or the multiple of a quotient. Quotients by constants are what
// equations modulo a constant have beside what they speak of: their multiples are what other sums leave.
func (m powers) wanted(known map[string]powers) bool {
	return len(m) < 2 || known[m.key()] != nil || m.quotients() == 1
}

// quotients is how many factors are quotients or remainders.
func (m powers) quotients() (n int) {
	for _, t := range m {
		if t.Op() == term.Div || t.Op() == term.Mod {
			n++
		}
	}
	return n
}

// unit is the number that m is counted in, modulo the prime: with each quotient x div k goes a 1/k, so that cofactors are
// small in equations modulo 2^32, too.
func (m powers) unit() uint64 {
	u := uint64(1)
	for _, t := range m {
		if t.Op() != term.Div {
			continue
		}
		if k, ok := t.Arg(1).IntValue(); ok && !k.IsZero() {
			u = modlinalg.Mul(u, modlinalg.Inverse(residue(k)))
		}
	}
	return u
}

func residue(v num.Int) uint64 {
	n, ok := v.Int64()
	if !ok {
		n, _ = mod(v, num.I(modlinalg.Prime)).Int64()
	}
	return modlinalg.Residue(n)
}

// combine asks for the combinations of rows in which only wanted monomials occur. The first rows, as many as plain,
// are equations that hold.
func (c *candidate) combine(rows []vanishing, known map[string]powers, plain int) {
	var ms []powers
	seen := map[string]bool{}
	for _, r := range rows {
		for _, s := range r.sum {
			if k := s.m.key(); !seen[k] {
				seen[k] = true
				ms = append(ms, s.m)
			}
		}
	}
	if len(ms) > maxMonomials {
		return
	}
	slices.SortStableFunc(ms, func(a, b powers) int { // what is to be eliminated first, then larger ones
		if x, y := a.wanted(known), b.wanted(known); x != y {
			if y {
				return -1
			}
			return 1
		}
		return len(b) - len(a)
	})
	column := map[string]int{}
	unwanted := 0
	for i, m := range ms {
		column[m.key()] = i
		if !m.wanted(known) {
			unwanted++
		}
	}
	var basis modlinalg.Basis
	found := 0
	for i, r := range rows {
		v := make([]uint64, len(ms))
		for _, s := range r.sum {
			v[column[s.m.key()]] = modlinalg.Mul(residue(s.c), s.m.unit())
		}
		c.e.tick(len(ms) * (1 + basis.Len()))
		cofactors, pivot := basis.Add(v)
		if i < plain || pivot < unwanted || found >= multiplesOne {
			continue
		}
		if c.multiple(rows, cofactors, known) {
			found++
		}
	}
}

// multiple asks for the lemma that the combination of rows is 0. It reports whether that is news.
func (c *candidate) multiple(rows []vanishing, cofactors []uint64, known map[string]powers) bool {
	st := c.e.st
	sum, vals := st.Int(0), num.Rat{}
	var conds []term.Term
	inUse, used := true, 0
	total := map[string]num.Rat{}
	of := map[string]powers{}
	var keys []string
	lcd := num.I(1)
	for i, x := range cofactors {
		if x == 0 {
			continue
		}
		k, ok := modlinalg.Rational(x)
		if used++; !ok || used > maxCofactors {
			return false
		}
		if ne := st.Ne(rows[i].is, st.Int(0)); !slices.Contains(conds, ne) {
			conds = append(conds, ne)
		}
		lcd = lcd.Lcm(k.Den())
		for _, s := range rows[i].sum {
			key := s.m.key()
			if _, ok := of[key]; !ok {
				of[key] = s.m
				keys = append(keys, key)
			}
			total[key] = total[key].Add(k.Mul(s.c.Rat()))
		}
	}
	for _, key := range keys {
		k := total[key].Mul(lcd.Rat())
		if k.IsZero() {
			continue
		}
		m := of[key]
		if !m.wanted(known) {
			return false // the cofactors were not these
		}
		t := st.Int(1)
		for _, f := range m {
			t = st.Mul(t, f)
		}
		sum = st.Add(sum, st.Scale(k, t))
		if len(m) > 1 && known[key] == nil {
			inUse = false
		} else if inUse {
			vals = vals.Add(k.Mul(c.value(t).Num))
		}
	}
	if inUse && vals.IsZero() {
		return false
	}
	before := len(c.lemmas)
	c.news(sum, st.Int(0), conds...)
	return len(c.lemmas) > before
}
