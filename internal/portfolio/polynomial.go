package portfolio

import (
	"context"
	"time"

	"craig/internal/abstract/polynomial"
	"craig/internal/engine"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// polynomialTime is how long polynomials are looked for.
const polynomialTime = 30 * time.Second

// Polynomials is the engine that looks for closed forms of what loops compute: polynomial equalities, and periods. If they, with the facts that the task assumes, leave errors open, the tracer assumes them, too.
func Polynomials() *engine.Engine {
	rest := tracer.New(tracer.Config{})
	return &engine.Engine{
		Name: "polynomial",
		Doc: "Finds closed forms of loops, such as 2s = i(i + 1), or i mod 3 = 1 ==> s = 2; the tracer assumes them.\n\n" +
			"Sharma et al., ESOP 2013: candidates from executions by linear algebra, kept as far as they are inductive.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			proves := func(ctx context.Context, inv map[ir.Loc]term.Term) bool {
				ids := Identities(ctx, task.Program, inv)
				return certify.Identities(ctx, task.Program, inv, ids, task.NewSolver, 1) == nil
			}
			inv, safe := polynomials(ctx, task, proves)
			switch {
			case inv == nil:
				return &verdict.Result{Reason: verdict.Incomplete, Detail: "no closed form was found"}, nil
			case safe:
				return &verdict.Result{Verdict: verdict.True, Proof: verdict.Invariants(inv)}, nil
			}
			more := *task
			more.Assume = inv
			return rest.Run(ctx, &more)
		},
	}
}

// polynomials are the facts of the task with the closed forms, and whether these prove it; nil if there are none.
func polynomials(ctx context.Context, task *engine.Task, proves func(context.Context, map[ir.Loc]term.Term) bool) (inv map[ir.Loc]term.Term, safe bool) {
	ctx, cancel := context.WithTimeout(ctx, polynomialTime)
	defer cancel()
	st := term.NewStore()
	enough := func(found map[ir.Loc]term.Term) bool {
		inv = withFacts(st, task, found)
		safe = proves(ctx, inv)
		return safe
	}
	found := polynomial.Invariants(ctx, task.Program, st, task.Assume, task.NewSolver, enough)
	if !safe && len(found) > 0 {
		enough(found)
	}
	return inv, safe
}

// withFacts are the facts of the task with the closed forms.
func withFacts(st *term.Store, task *engine.Task, found map[ir.Loc]term.Term) map[ir.Loc]term.Term {
	inv := map[ir.Loc]term.Term{task.Program.Main.Entry: st.True()}
	for l, info := range task.Program.Locs {
		if info == nil || !info.Loop {
			continue
		}
		f := st.True()
		if g, ok := task.Assume[ir.Loc(l)]; ok {
			f = st.Import(g)
		} else if task.Assume != nil {
			continue // it is not reached
		}
		if g, ok := found[ir.Loc(l)]; ok {
			f = st.And(f, g)
		}
		inv[ir.Loc(l)] = f
	}
	return inv
}

// Identities are hints for the certifier: why the polynomial equalities of inv, a proof of p, hold again.
func Identities(ctx context.Context, p *ir.Program, inv verdict.Invariants) (ids []verdict.Identity) {
	for _, x := range polynomial.Identities(ctx, p, inv) {
		id := verdict.Identity{Scale: x.Scale}
		for _, m := range x.Parts {
			n := verdict.Multiple{Equation: m.Equation}
			for _, t := range m.Times {
				n.Times = append(n.Times, verdict.Monomial{Coeff: t.Coeff, Vars: t.Of})
			}
			id.Parts = append(id.Parts, n)
		}
		ids = append(ids, id)
	}
	return ids
}
