// Package solvers has the solvers and interpolators that a user can name, and what watches them.
//
//	solvers.go        solvers by name; counting and checking
//	checked.go        the certifier's solver, whose refutations are checked
//	interpolators.go  interpolators by name
//	dump.go           queries written to files
package solvers

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/solver"
	"craig/logic/term"
)

// SolverByName returns what makes the solvers that a user names: "native" and "unchecked", which are the same, "checked" (the native one, whose refutations
// are checked: package refuted), "z3", "cvc5", or the command of another SMT-LIB 2 process. An error means that there is no such program.
func SolverByName(name string) (func(*term.Store) smt.Solver, error) {
	switch name {
	case "native", "unchecked":
		return Native, nil
	case "checked":
		return Checked, nil
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

// WithQuantifiers makes the solvers of a process that a user names, which are told facts about all elements as they are;
// see package certify. An error means that there is no such program, or that it is not asked through a process.
func WithQuantifiers(name string) (func(*term.Store) smt.Solver, error) {
	newSolver, err := SolverByName(name)
	if err != nil {
		return nil, err
	}
	if name == "native" || name == "unchecked" {
		return nil, errors.New("the native solver has no quantifiers")
	}
	return func(st *term.Store) smt.Solver {
		s := newSolver(st)
		if x, ok := s.(*smtlib.External); ok {
			return quantified{x}
		}
		return s
	}, nil
}

// quantified is an external solver that certify.ForAll is true of.
type quantified struct{ *smtlib.External }

func (q quantified) AssertForAll(bound []term.Term, f term.Term, hints [][]term.Term) {
	q.ForAll(bound, f, hints...)
}

// Native makes the solver of package smt.
func Native(st *term.Store) smt.Solver { return smt.New(st) }

// NativeInterpolator makes the interpolator of package smt.
func NativeInterpolator(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) }

// Checking has every sequence of interpolants checked by definition, with a solver that newSolver
// makes. A wrong one is a bug, and a panic; one that the solver cannot decide is passed on.
func Checking(ip smt.Interpolator, newSolver func() smt.Solver) smt.Interpolator {
	return checkingInterpolator{ip, newSolver}
}

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
	defer solver.Close(s)
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

// Counting counts the queries of a solver.
func Counting(s smt.Solver, queries *atomic.Int64) smt.Solver { return countingSolver{s, queries} }

type countingSolver struct {
	smt.Solver
	queries *atomic.Int64
}

// Inner is the solver that answers.
func (s countingSolver) Inner() smt.Solver { return s.Solver }

func (s countingSolver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	s.queries.Add(1)
	return s.Solver.Check(ctx, assumptions...)
}

// Close ends the solver's process, if it has one.
func (s countingSolver) Close() { solver.Close(s.Solver) }
