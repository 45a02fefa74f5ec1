package enginetest

import (
	"context"
	"math/rand/v2"

	"craig/internal/engine"
	"craig/logic/smt"
	"craig/logic/term"
)

// Hesitant makes the solvers of task give up on one query in n, as they do when a query is too hard:
// chosen by seed, and not the same ones when a query is repeated. An interpolator may also find that a
// formula is unsatisfiable and have no interpolants.
func Hesitant(task *engine.Task, seed uint64, n int) {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	solver, interpolator := task.NewSolver, task.NewInterpolator
	task.NewSolver = func(st *term.Store) smt.Solver {
		return &hesitantSolver{solver(st), r, n}
	}
	task.NewInterpolator = func(st *term.Store) smt.Interpolator {
		ip := &hesitantInterpolator{interpolator(st), r, n}
		if tree, ok := ip.Interpolator.(smt.TreeInterpolator); ok {
			return &hesitantTree{ip, tree}
		}
		return ip
	}
}

var givenUp = smt.Answer{Reason: "hesitant"}

type hesitantSolver struct {
	smt.Solver
	r *rand.Rand
	n int
}

func (s *hesitantSolver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	if s.r.IntN(s.n) == 0 {
		return givenUp
	}
	return s.Solver.Check(ctx, assumptions...)
}

type hesitantInterpolator struct {
	smt.Interpolator
	r *rand.Rand
	n int
}

func (ip *hesitantInterpolator) Interpolate(ctx context.Context, parts []term.Term) (smt.Answer, []term.Term) {
	if ip.r.IntN(ip.n) == 0 {
		return givenUp, nil
	}
	return ip.withheld(ip.Interpolator.Interpolate(ctx, parts))
}

// withheld is an answer, now and then without its interpolants.
func (ip *hesitantInterpolator) withheld(ans smt.Answer, itps []term.Term) (smt.Answer, []term.Term) {
	if ans.Status == smt.Unsat && ip.r.IntN(ip.n) == 0 {
		ans.Reason = givenUp.Reason
		return ans, nil
	}
	return ans, itps
}

type hesitantTree struct {
	*hesitantInterpolator
	tree smt.TreeInterpolator
}

func (ip *hesitantTree) InterpolateTree(ctx context.Context, parts []term.Term, parent []int) (smt.Answer, []term.Term) {
	if ip.r.IntN(ip.n) == 0 {
		return givenUp, nil
	}
	return ip.withheld(ip.tree.InterpolateTree(ctx, parts, parent))
}
