package craig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/smtlib"
	"craig/logic/term"
)

// Solvers returns what makes the solvers that a user names: "native", "z3", "cvc5", or the
// command of another SMT-LIB 2 process. An error means that there is no such program.
func Solvers(name string) (func(*term.Store) smt.Solver, error) {
	if name == "native" {
		return nativeSolver, nil
	}
	if _, err := smtlib.NewExternal(term.NewStore(), name); err != nil {
		return nil, err
	}
	return func(st *term.Store) smt.Solver {
		s, err := smtlib.NewExternal(st, name)
		if err != nil {
			return brokenSolver{err}
		}
		return s
	}, nil
}

func nativeSolver(st *term.Store) smt.Solver { return smt.New(st) }

func nativeInterpolator(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) }

// checkingInterpolator has every sequence of interpolants checked by definition. A wrong one is
// a bug, and a panic; one that the solver cannot decide is passed on.
type checkingInterpolator struct {
	smt.Interpolator
	newSolver func() smt.Solver
}

func (c checkingInterpolator) Interpolate(ctx context.Context, parts []term.Term) (smt.Answer, []term.Term) {
	ans, itps := c.Interpolator.Interpolate(ctx, parts)
	if itps == nil {
		return ans, nil
	}
	s := c.newSolver()
	defer closeSolver(s)
	if err := check.Interpolants(ctx, parts, itps, s); err != nil && !errors.Is(err, check.ErrUndecided) {
		panic(fmt.Sprintf("wrong interpolants: %v", err))
	}
	return ans, itps
}

// brokenSolver stands for a program that has gone away.
type brokenSolver struct{ err error }

func (brokenSolver) Assert(term.Term) {}
func (brokenSolver) Push()            {}
func (brokenSolver) Pop()             {}
func (s brokenSolver) Check(context.Context, ...term.Term) smt.Answer {
	return smt.Answer{Reason: s.err.Error()}
}

// countingSolver counts the queries of a solver.
type countingSolver struct {
	smt.Solver
	queries *atomic.Int64
}

func (s countingSolver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	s.queries.Add(1)
	return s.Solver.Check(ctx, assumptions...)
}

// Close ends the solver's process, if it has one.
func (s countingSolver) Close() { closeSolver(s.Solver) }

func closeSolver(s smt.Solver) {
	if c, ok := s.(interface{ Close() }); ok {
		c.Close()
	}
}

// dumpingSolver writes every query to a file of a folder, with its answer.
type dumpingSolver struct {
	smt.Solver
	dir    string
	count  *atomic.Int64
	levels [][]term.Term
}

func (s *dumpingSolver) Assert(f term.Term) {
	top := len(s.levels) - 1
	s.levels[top] = append(s.levels[top], f)
	s.Solver.Assert(f)
}

func (s *dumpingSolver) Push() {
	s.levels = append(s.levels, nil)
	s.Solver.Push()
}

func (s *dumpingSolver) Pop() {
	s.levels = s.levels[:len(s.levels)-1]
	s.Solver.Pop()
}

func (s *dumpingSolver) Close() { closeSolver(s.Solver) }

func (s *dumpingSolver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	ans := s.Solver.Check(ctx, assumptions...)
	q := smtlib.Query{Assumptions: assumptions, Status: ans.Status.String()}
	for _, l := range s.levels {
		q.Asserts = append(q.Asserts, l...)
	}
	name := filepath.Join(s.dir, fmt.Sprintf("query-%06d.smt2", s.count.Add(1)))
	if f, err := os.Create(name); err == nil { // a disk that is full must not change the verdict
		if err := smtlib.Dump(f, q); err != nil {
			os.Remove(name)
		}
		f.Close()
	}
	return ans
}
