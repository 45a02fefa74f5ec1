package polynomial

import (
	"context"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of wide samples.
const (
	wideRuns   = 24
	widePoints = 60 // at one place
	widePerRun = 8
	wideSteps  = 600 // of one execution
)

// sampleWide executes p with inputs from all of their types, and notes the values that variables have at places. They are
// for refuting what small values suggest, which wrapping makes wrong. The inputs are the same each time.
func sampleWide(ctx context.Context, p *ir.Program, places map[ir.Loc]place) map[ir.Loc][][]num.Int {
	points := map[ir.Loc][][]num.Int{}
	for run := range wideRuns {
		if ctx.Err() != nil {
			break
		}
		seed := uint64(run)
		next := func() uint64 {
			seed = seed*6364136223846793005 + 1442695040888963407
			return seed >> 32
		}
		vals := map[*ir.Var]num.Int{}
		visits := map[ir.Loc]int{}
		in := interp.Inputs{Scalar: func(e *ir.Edge, n int) num.Int {
			h, ok := e.Stmt.(*ir.Havoc)
			if !ok || h.Var.Type.Kind != ir.Integer {
				return num.I(int64(next() % 100))
			}
			bits := uint(h.Var.Type.Bits)
			if h.Var.Type.Signed {
				bits--
			}
			_, v := num.I(int64(next())).Shl(32).Add(num.I(int64(next()))).DivMod(num.Pow2(uint(1 + next()%uint64(max(bits, 1)))))
			return v
		}}
		interp.Run(ctx, p, in, interp.Options{MaxSteps: wideSteps, NoPath: true, Step: func(s interp.Step) {
			if s.Var != nil && s.Var.Type.IsScalar() {
				vals[s.Var] = s.Value
			}
			at, ok := places[s.Edge.To]
			if !ok || visits[s.Edge.To] >= widePerRun || len(points[s.Edge.To]) >= widePoints {
				return
			}
			visits[s.Edge.To]++
			point := make([]num.Int, len(at.vars))
			for i, v := range at.vars {
				point[i] = vals[v]
			}
			points[s.Edge.To] = append(points[s.Edge.To], point)
		}})
	}
	return points
}

// refuted reports whether f, over variables with the values at a point, does not hold at one of points.
func (a *analysis) refuted(f term.Term, vars []*ir.Var, points [][]num.Int) bool {
	for _, p := range points {
		m := map[term.Term]term.Term{}
		for i, v := range vars {
			m[a.Var(v)] = a.Store.IntNum(p[i])
		}
		if a.Store.Subst(f, m).IsFalse() {
			return true
		}
	}
	return false
}
