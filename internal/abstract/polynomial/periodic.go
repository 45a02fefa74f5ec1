package polynomial

import (
	"context"
	"slices"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of periods, and of the executions in which they are looked for.
const (
	maxPeriod    = 64
	maxPrefix    = 64 // rounds before the first period
	seriesVisits = 2*maxPeriod + maxPrefix + 8
	seriesSteps  = 12_000 // of one execution
	leastSeries  = 12
	maxModulus   = 1 << 16
	maxModuli    = 6
)

// series executes p, with inputs that let loops go on, and notes the values that variables have when executions come to places.
func series(ctx context.Context, p *ir.Program, places map[ir.Loc]place) map[ir.Loc][][]num.Int {
	found := map[ir.Loc][][]num.Int{}
	for _, input := range []int64{1000, 1} {
		vals := map[*ir.Var]num.Int{}
		visits := map[ir.Loc]int{}
		in := interp.Inputs{Scalar: func(*ir.Edge, int) num.Int { return num.I(input) }}
		interp.Run(ctx, p, in, interp.Options{MaxSteps: seriesSteps, NoPath: true, Step: func(s interp.Step) {
			if s.Var != nil && s.Var.Type.IsScalar() {
				vals[s.Var] = s.Value
			}
			at, ok := places[s.Edge.To]
			if !ok || visits[s.Edge.To] >= seriesVisits {
				return
			}
			visits[s.Edge.To]++
			x := make([]num.Int, len(at.vars))
			for i, v := range at.vars {
				x[i] = vals[v]
			}
			found[s.Edge.To] = append(found[s.Edge.To], x)
		}})
	}
	return found
}

// periodic says of variables that they are functions of a counter, whose steps are all the same: periodic ones from some round on, or with a
// sum that is the same in each period. Where a variable is none its remainders may be.
func (a *analysis) periodic(vars []*ir.Var, visits [][]num.Int) (fs []term.Term) {
	if len(visits) < leastSeries {
		return nil
	}
	moduli := a.remainders()
	for i := range vars {
		c, ok := counterOf(i, visits)
		if !ok {
			continue
		}
		for v := range vars {
			if v == i {
				continue
			}
			exact, ok := c.closed(v, num.I(0))
			if ok {
				fs = append(fs, a.closedForm(c, exact, vars))
				continue
			}
			var found []num.Int
			for _, m := range moduli {
				if slices.ContainsFunc(found, m.Divides) {
					continue // by a multiple of it
				}
				if f, ok := c.closed(v, m); ok {
					found = append(found, m)
					fs = append(fs, a.closedForm(c, f, vars))
				}
			}
		}
	}
	return fs
}

// remainders are the numbers by which the program divides for remainders, and 2, from the largest on.
func (a *analysis) remainders() []num.Int {
	ms := []num.Int{num.I(2)}
	add := func(m num.Int) {
		if num.I(1).Less(m) && m.Less(num.I(maxModulus)) && !slices.ContainsFunc(ms, m.Eq) {
			ms = append(ms, m)
		}
	}
	for _, e := range a.Program.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				switch {
				case x.Op == ir.OpRem && x.Args[1].IsConst():
					add(x.Args[1].Val)
				case x.Op == ir.OpAnd && x.Args[1].IsConst():
					// of the lowest bits
					add(num.Pow2(uint(x.Args[1].Val.BitLen())))
				}
				return true
			})
		})
	}
	slices.SortFunc(ms, func(m, n num.Int) int { return n.Cmp(m) })
	return ms[max(0, len(ms)-maxModuli):]
}

// counter is a variable that gets larger, or smaller, by the same number in each round.
type counter struct {
	index  int
	step   num.Int
	rounds [][][]num.Int // by the number of the round: the values that variables had then
}

// counterOf makes the counter of a variable, if it is one.
func counterOf(i int, visits [][]num.Int) (c counter, ok bool) {
	rows := slices.Clone(visits)
	down := visits[1][i].Less(visits[0][i])
	slices.SortStableFunc(rows, func(x, y []num.Int) int {
		if down {
			x, y = y, x
		}
		return x[i].Cmp(y[i])
	})
	c.index = i
	for k, x := range rows {
		switch {
		case k > 0 && x[i].Cmp(rows[k-1][i]) == 0:
			last := len(c.rounds) - 1
			c.rounds[last] = append(c.rounds[last], x)
			continue
		case len(c.rounds) == 1:
			c.step = x[i].Sub(rows[0][i])
		case len(c.rounds) > 1 && x[i].Sub(rows[k-1][i]).Cmp(c.step) != 0:
			return c, false
		}
		c.rounds = append(c.rounds, [][]num.Int{x})
	}
	return c, len(c.rounds) >= leastSeries
}

// closed is what a variable is in each round: some values, and then periods. With modulus it is the remainder, which is periodic.
type closed struct {
	of             int
	modulus        num.Int
	values         []num.Int // those of prefix rounds, and of a period
	prefix, period int
	gain           num.Int // in a period
}

// closed looks for the closed form of a variable. That it is a constant, or a linear function of the counter, is not looked for.
func (c *counter) closed(v int, modulus num.Int) (f closed, ok bool) {
	values := make([]num.Int, len(c.rounds))
	for n, rows := range c.rounds {
		for k, x := range rows {
			w := x[v]
			if !modulus.IsZero() {
				_, w = w.DivMod(modulus)
			}
			if k > 0 && w.Cmp(values[n]) != 0 {
				return f, false
			}
			values[n] = w
		}
	}
	n := len(values)
	for period := 1; period <= maxPeriod && 2*period+4 <= n; period++ {
		gain := values[n-1].Sub(values[n-1-period])
		first := n - period
		for first > 0 && values[first-1+period].Sub(values[first-1]).Cmp(gain) == 0 {
			first--
		}
		if first > maxPrefix || n-first < 2*period+4 || !gain.IsZero() && !modulus.IsZero() {
			continue
		}
		linear := period == 1 && first == 0 && modulus.IsZero()
		return closed{v, modulus, values[:first+period], first, period, gain}, !linear
	}
	return f, false
}

// closedForm says in what rounds the variable has which value.
func (a *analysis) closedForm(c counter, f closed, vars []*ir.Var) term.Term {
	st := a.Store
	i, v := a.Var(vars[c.index]), a.Var(vars[f.of])
	at := func(round int) num.Int { return c.rounds[round][0][c.index] }
	if !f.modulus.IsZero() {
		v = st.Mod(v, st.IntNum(f.modulus))
	}
	period := c.step.Abs().Mul(num.I(int64(f.period)))
	var parts []term.Term
	for n, w := range f.values {
		premise, value := st.Eq(i, st.IntNum(at(n))), v
		if n >= f.prefix {
			_, rest := at(n).DivMod(period)
			premise = st.Eq(st.Mod(i, st.IntNum(period)), st.IntNum(rest))
			if f.prefix > 0 && c.step.Sign() > 0 {
				premise = st.And(premise, st.Le(st.IntNum(at(f.prefix)), i))
			} else if f.prefix > 0 {
				premise = st.And(premise, st.Le(i, st.IntNum(at(f.prefix))))
			}
			if !f.gain.IsZero() {
				// period·step·(v - w) = gain·(i - at(n))
				k := c.step.Mul(num.I(int64(f.period)))
				value = st.Sub(st.Scale(k.Rat(), v), st.Scale(f.gain.Rat(), i))
				w = k.Mul(w).Sub(f.gain.Mul(at(n)))
			}
		}
		parts = append(parts, st.Or(st.Not(premise), st.Eq(value, st.IntNum(w))))
	}
	return st.And(parts...)
}
