package equiv

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// steady is an answer that is unknown if a difference depends on values that the functions have never set, such as those of variables without an initial value:
// the old function may be undefined then. The execution is repeated with others of these values.
func steady(ctx context.Context, a *Answer) *Answer {
	if a.Verdict != verdict.False {
		return a
	}
	p, t := a.Result.Program, a.Result.Trace
	inputs := counterexample.Inputs(t)
	given := a.given()
	unset := func(e *ir.Edge) bool {
		if e == nil {
			return false
		}
		places := p.Places(e)
		return len(places) > 0 && places[0].File == fileName && !given[places[0].Line]
	}
	values := []num.Int{num.I(0), num.I(1), num.I(-1), num.I(12345)}
	s := explain.Of(p, t)
	for _, l := range s.Lines {
		for _, c := range l.Changes {
			if v, ok := num.ParseInt(c.Value); ok && l.Function == a.Both.Entry {
				values = append(values, v)
			}
		}
	}
	for _, v := range values[:min(len(values), 40)] {
		met := false
		in := inputs
		in.Scalar = func(e *ir.Edge, n int) num.Int {
			if unset(e) {
				met = true
				return v
			}
			return inputs.Scalar(e, n)
		}
		in.Cell = func(e *ir.Edge, n int, addr num.Int, t ir.Type) num.Int {
			if unset(e) {
				met = true
				return v
			}
			return inputs.Cell(e, n, addr, t)
		}
		out := interp.Run(ctx, p, in, interp.Options{MaxSteps: 2*t.Len() + 100000, NoPath: true})
		if met && out.End != interp.Reached {
			a.Verdict, a.Why = verdict.Unknown, "a difference was found that depends on a value which is never set"
			return a
		}
		if !met {
			break
		}
	}
	return a
}

// given are the lines of the product in which the functions get what they are given: the driver, functions without a body, and where memory begins.
func (a *Answer) given() map[int]bool {
	lines := map[int]bool{}
	in := false
	for i, l := range strings.Split(string(a.Text), "\n") {
		if name, _, ok := strings.Cut(l, "("); ok && !strings.HasPrefix(l, "\t") && !strings.HasSuffix(l, ";") {
			name = name[strings.LastIndexAny(name, " *")+1:]
			in = name == "main" || name == a.Both.Entry || slices.Contains(a.Both.Calls, name)
		}
		lines[i+1] = in
	}
	return lines
}
