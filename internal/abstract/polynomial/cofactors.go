package polynomial

import (
	"slices"
	"strconv"

	"craig/internal/logic/modlinalg"
	"craig/logic/num"
	"craig/logic/term"
)

// Identity is Scale·p as a sum of multiples of equations, where p = 0 is another one.
type Identity struct {
	Scale num.Int
	Parts []Multiple
}

// Multiple is an equation times a polynomial, a cofactor.
type Multiple struct {
	Equation term.Term
	Times    []Summand
}

// Limits of the search for cofactors.
const (
	maxEquations = 40
	maxRows      = 160
	rounds       = 3
)

// row is a multiple of an equation.
type row struct {
	eq    int
	times []term.Term
	sum   expansion
}

// cofactors finds an identity that gives goal from the equations; all have the form s = 0. The multipliers are those that make a monomial of an equation one of
// the goal, or of multiples found so far; their coefficients are a solution of linear equations modulo a prime.
func (e *expander) cofactors(goal term.Term, eqs []term.Term) (id Identity, ok bool) {
	bits := e.modulus(goal.Arg(0))
	g, ok := e.of(goal.Arg(0), bits)
	if !ok || len(eqs) > maxEquations {
		return id, false
	}
	if len(g) == 0 {
		return Identity{Scale: num.I(1)}, true
	}
	sums := make([]expansion, len(eqs))
	var rows []row
	degree := g.degree()
	for i, q := range eqs {
		if sums[i], ok = e.of(q.Arg(0), bits); ok && len(sums[i]) > 0 {
			rows = append(rows, row{i, nil, sums[i]})
			degree = max(degree, sums[i].degree())
		} else {
			sums[i] = nil
		}
	}
	wanted := slices.Clone(g)
	for range rounds {
		n := len(rows)
		rows = multiply(rows, sums, wanted, degree+1)
		if times, scale, ok := solve(g, rows); ok && (bits == 0 || scale.And(num.I(1)).IsOne()) {
			return combined(eqs, rows, times, scale), true
		}
		if len(rows) == n || len(rows) >= maxRows {
			break
		}
		wanted = nil
		for _, r := range rows[n:] {
			wanted = append(wanted, r.sum...)
		}
	}
	return id, false
}

// multiply adds to rows the multiples of sums, of at most that degree, that have one of the monomials wanted.
func multiply(rows []row, sums []expansion, wanted expansion, degree int) []row {
	seen := map[string]bool{}
	id := func(i int, times []term.Term) string { return strconv.Itoa(i) + ":" + Summand{Of: times}.key() }
	for _, r := range rows {
		seen[id(r.eq, r.times)] = true
	}
	for _, w := range wanted {
		for i, sum := range sums {
			for _, s := range sum {
				times, ok := w.over(s)
				if !ok || seen[id(i, times)] || len(times)+sum.degree() > degree {
					continue
				}
				if len(rows) >= maxRows {
					return rows
				}
				seen[id(i, times)] = true
				rows = append(rows, row{i, times, sum.times(num.I(1), times)})
			}
		}
	}
	return rows
}

// solve writes scale times the goal as a sum of rows, each times an integer.
func solve(goal expansion, rows []row) (times []num.Int, scale num.Int, ok bool) {
	column := map[string]int{}
	number := func(x expansion) {
		for _, s := range x {
			if _, ok := column[s.key()]; !ok {
				column[s.key()] = len(column)
			}
		}
	}
	number(goal)
	for _, r := range rows {
		number(r.sum)
	}
	vector := func(x expansion) []uint64 {
		v := make([]uint64, len(column))
		for _, s := range x {
			v[column[s.key()]] = residue(s.Coeff)
		}
		return v
	}
	var basis modlinalg.Basis
	for _, r := range rows {
		basis.Add(vector(r.sum))
	}
	combination, pivot := basis.Add(vector(goal))
	if pivot >= 0 {
		return nil, scale, false
	}
	rats := make([]num.Rat, len(rows))
	scale = num.I(1)
	for i := range rows {
		if rats[i], ok = modlinalg.Rational(combination[i]); !ok {
			return nil, scale, false
		}
		scale = scale.Lcm(rats[i].Den())
	}
	times = make([]num.Int, len(rows))
	for i, k := range rats {
		times[i] = k.Mul(scale.Rat()).Num().Neg()
	}
	return times, scale, true
}

func residue(v num.Int) uint64 {
	_, r := v.DivMod(num.I(modlinalg.Prime))
	n, _ := r.Int64()
	return modlinalg.Residue(n)
}

// combined is the identity of what solve has found.
func combined(eqs []term.Term, rows []row, times []num.Int, scale num.Int) Identity {
	id := Identity{Scale: scale}
	at := map[int]int{}
	for i, r := range rows {
		if times[i].IsZero() {
			continue
		}
		k, ok := at[r.eq]
		if !ok {
			k = len(id.Parts)
			at[r.eq] = k
			id.Parts = append(id.Parts, Multiple{Equation: eqs[r.eq]})
		}
		id.Parts[k].Times = append(id.Parts[k].Times, Summand{times[i], r.times})
	}
	return id
}
