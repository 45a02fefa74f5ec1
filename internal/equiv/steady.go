package equiv

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
)

// steady has an answer be unknown if a difference depends on values that the functions have never set, such as those of variables without an initial value:
// the old function may be undefined then. The execution is repeated, with these values unknown.
func steady(ctx context.Context, a *Answer) *Answer {
	if a.Verdict != verdict.False {
		return a
	}
	p, t := a.Result.Program, a.Result.Trace
	given := a.given()
	unset := func(e *ir.Edge) bool {
		switch s := e.Stmt.(type) {
		case *ir.Havoc:
			if s.Source != ir.FromUninitialised {
				return false
			}
		case *ir.Alloc:
		case *ir.Assign: // a block is taken from the heap
			if s.Var.Name != ir.HeapName {
				return false
			}
		default:
			return false
		}
		places := p.Places(e)
		return len(places) > 0 && places[0].File == fileName && !given[places[0].Line]
	}
	out := interp.Run(ctx, p, counterexample.Inputs(t), interp.Options{MaxSteps: 2*t.Len() + 100000, NoPath: true, Unset: unset})
	if out.End != interp.Reached {
		a.Verdict, a.Why = verdict.Unknown, "a difference was found that depends on a value which is never set"
	}
	return a
}

// given are the lines of the product in which the functions get what they are given: the driver, functions without a body, and where memory begins.
func (a *Answer) given() map[int]bool {
	lines := map[int]bool{}
	in := true
	for i, l := range strings.Split(string(a.Text), "\n") {
		if name, _, ok := strings.Cut(l, "("); ok && !strings.HasPrefix(l, "\t") && !strings.HasSuffix(l, ";") {
			name = name[strings.LastIndexAny(name, " *")+1:]
			in = name == "main" || name == a.Both.Entry || slices.Contains(a.Both.Calls, name)
		}
		lines[i+1] = in
		in = in || l == "}"
	}
	return lines
}
