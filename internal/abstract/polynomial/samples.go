package polynomial

import (
	"context"
	"fmt"
	"maps"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Limits of the executions that points come from.
const (
	maxRuns   = 60
	maxSteps  = 3_000   // of one execution
	maxPoints = 250     // at one place
	perRun    = 12      // of one execution, at one place
	farthest  = 1 << 20 // values beyond may have wrapped
	allSteps  = 100_000 // of all executions
)

// points are values of the variables of a place, and which of its conditions hold then.
type points struct {
	at    [][]int64
	truth [][]bool
}

// sample executes p with inputs that are small numbers, and notes the values that variables have at
// places: by place, a point for each visit, until values are large: what is small then may have wrapped. The inputs are
// the same each time. Initial are values that variables begin with.
func sample(ctx context.Context, p *ir.Program, places map[ir.Loc]place, initial func(run int) map[*ir.Var]num.Int) map[ir.Loc]*points {
	found := map[ir.Loc]*points{}
	for l := range places {
		found[l] = &points{}
	}
	known := map[string]bool{}
	left := allSteps
	for run := range maxRuns {
		if left <= 0 || ctx.Err() != nil {
			break
		}
		seed := uint64(run)
		vals := initial(run)
		first := maps.Clone(vals)
		visits, wrapped := map[ir.Loc]int{}, false
		in := interp.Inputs{Scalar: func(e *ir.Edge, n int) num.Int {
			seed = seed*6364136223846793005 + 1442695040888963407 // [Knuth, TAOCP 2, 3.3.4]
			return num.I(int64(seed>>33) % int64(3+run/2))
		}, Initial: func(v *ir.Var) num.Int { return first[v] }}
		out := interp.Run(ctx, p, in, interp.Options{MaxSteps: min(maxSteps, left), NoPath: true, Step: func(s interp.Step) {
			if s.Var != nil && s.Var.Type.IsScalar() {
				vals[s.Var] = s.Value
			}
			at, ok := places[s.Edge.To]
			here := found[s.Edge.To]
			if !ok || wrapped || visits[s.Edge.To] >= perRun || len(here.at) >= maxPoints {
				return
			}
			if x, ok := point(at.vars, vals); !ok {
				wrapped = true
			} else {
				visits[s.Edge.To]++
				if key := fmt.Sprint(s.Edge.To, x); known[key] {
					return
				} else {
					known[key] = true
				}
				truth := make([]bool, len(at.conditions))
				for i, c := range at.conditions {
					v, ok := s.Eval(c)
					truth[i] = ok && !v.IsZero()
				}
				here.at, here.truth = append(here.at, x), append(here.truth, truth)
			}
		}})
		left -= out.Steps
	}
	return found
}

// point is where the variables are; ok is false if that is far away. An unsigned number that is nearer to the
// end of its type counts as negative.
func point(vars []*ir.Var, vals map[*ir.Var]num.Int) (x []int64, ok bool) {
	for _, v := range vars {
		w := vals[v]
		if !v.Type.Signed && num.Pow2(uint(v.Type.Bits)-1).Cmp(w) <= 0 {
			w = w.Sub(num.Pow2(uint(v.Type.Bits)))
		}
		n, small := w.Int64()
		if !small || n > farthest || n < -farthest {
			return nil, false
		}
		x = append(x, n)
	}
	return x, true
}
