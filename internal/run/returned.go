package run

import (
	"context"
	"slices"
	"time"

	"craig/internal/abstract/ranking"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
)

// Limits of the search for bounds of what functions return.
const (
	returnedTime   = 4 * time.Second
	returnedConsts = 8  // of a function
	returnedBounds = 80 // in all
)

// BoundedForm is the form of a program with calls that ranks speak of which rest on bounds of what these return: see pass.Descents.
func BoundedForm(ctx context.Context, prog *prepare.Program, bounds []ir.ResultBound) (*ir.Program, error) {
	p, err := prog.Interprocedural(ctx)
	if err != nil {
		return nil, err
	}
	return certify.Endings(pass.Descents(p, pass.Skipped, bounds)), nil
}

// returned decides whether each execution of a program with recursion ends, by what calls return: of McCarthy's 91 function that is at least 10 less than what it is given. Bounds are
// guessed, and those dropped that do not follow from the others [Flanagan, Leino: Houdini, FME 2001].
func (v *verifier) returned(ctx context.Context) (answer, bool) {
	if p, err := v.prog.Inlined(ctx); err == nil && !recursionBounded(p) || err != nil && !prepare.TooLarge(err) {
		return answer{}, false
	}
	p, err := v.prog.Interprocedural(ctx)
	if err != nil || p.Doubt != nil {
		return answer{}, false
	}
	ctx, cancel := limit.Part(ctx, 4)
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, returnedTime)
	defer stop()
	v.clock.begin("results of calls")
	bounds := boundsOf(p)
	for len(bounds) > 0 && ctx.Err() == nil {
		q, err := BoundedForm(ctx, v.prog, bounds)
		if err != nil {
			return answer{}, false
		}
		known, _ := portfolio.Facts(ctx, q, v.newSolver)
		reached, ok := ranking.Reached(ctx, q, known, v.newSolver)
		if !ok {
			return answer{}, false
		}
		if len(reached) > 0 {
			left := unbroken(p, q, bounds, reached)
			if len(left) == len(bounds) {
				return answer{}, false
			}
			bounds = left
			continue
		}
		ranks := ranking.Find(ctx, q, known, v.newSolver)
		if !ranks.Complete() {
			return answer{}, false
		}
		lost := len(v.lost)
		a, ok, err := v.ranked(ctx, form{prog: q}, known, ranks)
		proof, is := a.Proof.(verdict.Ranks)
		if !ok || err != nil || !is {
			v.lost = v.lost[:lost]
			return answer{}, false
		}
		proof.Results = bounds
		a.Proof = proof
		return a, true
	}
	return answer{}, false
}

// unbroken are the bounds whose error is not reached in q, which has been made with them. The errors of a function are behind its exit, in the order of its bounds.
func unbroken(p, q *ir.Program, bounds []ir.ResultBound, reached map[ir.Loc]bool) (left []ir.ResultBound) {
	broken := map[ir.Loc][]ir.Loc{} // by exit
	for _, l := range q.ErrorLocs() {
		for _, id := range q.Locs[l].In {
			broken[q.Edges[id].From] = append(broken[q.Edges[id].From], l)
		}
	}
	for _, f := range p.Funcs {
		errors := broken[f.Exit]
		slices.Sort(errors)
		for _, b := range bounds {
			if _, ok := b.Of(f); ok && len(errors) > 0 {
				if !reached[errors[0]] {
					left = append(left, b)
				}
				errors = errors[1:]
			}
		}
	}
	return left
}

// boundsOf are guesses at bounds of what functions of p return, by the constants in them.
func boundsOf(p *ir.Program) (list []ir.ResultBound) {
	for _, f := range p.Funcs {
		if f == p.Main || f.Result == nil {
			continue
		}
		consts := []int64{0}
		add := func(c int64) {
			if !slices.Contains(consts, c) && len(consts) < returnedConsts {
				consts = append(consts, c)
			}
		}
		for _, l := range f.Locs {
			for _, id := range p.Locs[l].Out {
				ir.Exprs(p.Edges[id].Stmt, func(x *ir.Expr) {
					ir.Walk(x, func(x *ir.Expr) bool {
						if c, small := x.Val.Int64(); x.IsConst() && x.Type.Kind == ir.Integer && small && max(c, -c) < 1<<20 {
							add(c)
							add(-c)
						}
						return true
					})
				})
			}
		}
		add(1)
		add(-1)
		names := []string{""}
		for _, x := range f.Params {
			names = append(names, x.Name)
		}
		for _, name := range names {
			for _, c := range consts {
				for _, least := range []bool{true, false} {
					b := ir.ResultBound{Func: f.Name, Param: name, Least: least, By: c}
					if _, ok := b.Of(f); ok && len(list) < returnedBounds {
						list = append(list, b)
					}
				}
			}
		}
	}
	return list
}
