// Package check checks the evidence in a solver's answers by its definition: models by
// evaluation, unsatisfiable cores and interpolants by a solver that the caller gives, refutations by
// package proof. It shares no code with package smt's search.
//
// A nil error is a proof, given the solver. An error says what is wrong, or wraps ErrUndecided if
// the given solver gave up.
package check

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"craig/logic/smt"
	"craig/logic/term"
)

// ErrUndecided is in the chain of an error when the given solver answered Unknown.
var ErrUndecided = errors.New("not decided")

// Model checks that every formula is true under m. It asks m only for the values of variables,
// and of functions and divisions by 0 at constant arguments.
func Model(m smt.Model, fs ...term.Term) error {
	if m == nil {
		return errors.New("there is no model")
	}
	for _, f := range fs {
		v, ok := f.Store().Eval(f, func(t term.Term) (term.Term, bool) {
			v := m.Eval(t)
			return v, v.Valid() && v.Sort() == t.Sort()
		})
		switch {
		case !ok:
			return fmt.Errorf("the model has no value for %s", f)
		case !v.IsTrue():
			return fmt.Errorf("false in the model: %s", culprit(f, m))
		}
	}
	return nil
}

// culprit looks for a small part of the false f that is to blame.
func culprit(f term.Term, m smt.Model) term.Term {
	for f.Op() == term.And {
		i := slices.IndexFunc(f.Args(), func(g term.Term) bool { return m.Eval(g).IsFalse() })
		if i < 0 {
			break
		}
		f = f.Arg(i)
	}
	return f
}

// Core checks that core is a subset of the assumptions, and unsatisfiable together with the
// assertions. solver has no assertions of its own, and works on the terms' store; afterwards it
// is as before.
func Core(ctx context.Context, asserts, assumptions, core []term.Term, solver smt.Solver) error {
	for _, c := range core {
		if !slices.Contains(assumptions, c) {
			return fmt.Errorf("%s is in the core but not among the assumptions", c)
		}
	}
	return unsat(ctx, solver, "the core is satisfiable", append(slices.Clip(asserts), core...)...)
}

// unsat is nil if the conjunction of fs is unsatisfiable.
func unsat(ctx context.Context, solver smt.Solver, otherwise string, fs ...term.Term) error {
	solver.Push()
	defer solver.Pop()
	for _, f := range fs {
		solver.Assert(f)
	}
	switch ans := solver.Check(ctx); ans.Status {
	case smt.Unsat:
		return nil
	case smt.Sat:
		return errors.New(otherwise)
	default:
		return fmt.Errorf("whether %s is %w: %s", otherwise, ErrUndecided, ans.Reason)
	}
}

// Interpolants checks that itps is a sequence of interpolants I0…In for the parts A1…An:
// I0 is true, In is false, Ii-1 ∧ Ai ⇒ Ii, and every symbol of Ii is one of A1…Ai and one of
// Ai+1…An. solver is as for Core.
func Interpolants(ctx context.Context, parts, itps []term.Term, solver smt.Solver) error {
	n := len(parts)
	if len(itps) != n+1 {
		return fmt.Errorf("%d interpolants for %d parts, not %d", len(itps), n, n+1)
	}
	if !itps[0].Valid() || !itps[0].IsTrue() {
		return fmt.Errorf("interpolant 0 is %s, not true", itps[0])
	}
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i + 1
	}
	if n > 0 {
		parent[n-1] = -1
	}
	return Tree(ctx, parts, parent, itps[1:], solver)
}

// Tree checks that itps are tree interpolants I0…In-1 for the parts A0…An-1, of which the last is the
// root, and parent[i] > i the parent of any other: In-1 is false, Ai ∧ ∧ {Ic | parent[c] = i} ⇒ Ii,
// and every symbol of Ii is one of a part in i's subtree and one of a part outside. solver is as for
// Core.
func Tree(ctx context.Context, parts []term.Term, parent []int, itps []term.Term, solver smt.Solver) error {
	n := len(parts)
	if len(parent) != n || len(itps) != n {
		return fmt.Errorf("%d parents and %d interpolants for %d parts", len(parent), len(itps), n)
	}
	for i, itp := range itps {
		switch {
		case !itp.Valid() || itp.Sort() != term.Bool:
			return fmt.Errorf("interpolant %d is no formula", i+1)
		case i == n-1 && (parent[i] != -1 || !itp.IsFalse()):
			return fmt.Errorf("interpolant %d is %s, not false, or part %[1]d is not the root", n, itp)
		case i < n-1 && (parent[i] <= i || parent[i] >= n):
			return fmt.Errorf("the parent of part %d is not one that comes later", i+1)
		}
	}
	of := make([]map[symbol]bool, n) // by part
	for i, a := range parts {
		of[i] = symbols(a)
	}
	for k, itp := range itps {
		below := subtree(parent, k)
		for s := range symbols(itp) {
			inside, outside := false, false
			for i := range parts {
				if of[i][s] {
					inside, outside = inside || below[i], outside || !below[i]
				}
			}
			if !inside || !outside {
				return fmt.Errorf("interpolant %d speaks of %s, which is not shared by the parts that lead to it and the others: %s", k+1, s.name, itp)
			}
		}
	}
	for i, a := range parts {
		fs := []term.Term{a, a.Store().Not(itps[i])}
		for c, p := range parent {
			if p == i {
				fs = append(fs, itps[c])
			}
		}
		what := fmt.Sprintf("part %d and the interpolants that lead to it do not imply interpolant %[1]d", i+1)
		if err := unsat(ctx, solver, what, fs...); err != nil {
			return err
		}
	}
	return nil
}

// subtree tells which parts are in the subtree of k.
func subtree(parent []int, k int) []bool {
	in := make([]bool, len(parent))
	in[k] = true
	for i := k - 1; i >= 0; i-- {
		in[i] = in[parent[i]]
	}
	return in
}

// symbol is a variable or an uninterpreted function.
type symbol struct {
	op   term.Op
	name string
}

// symbols are those of t.
func symbols(t term.Term) map[symbol]bool {
	m := map[symbol]bool{}
	term.Walk(t, func(u term.Term) {
		if u.Op() == term.Var || u.Op() == term.Apply {
			m[symbol{u.Op(), u.Name()}] = true
		}
	})
	return m
}
