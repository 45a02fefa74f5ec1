// Package certify checks the evidence of a verdict, without the engine that found it.
//
// A proof (Safe) gives an invariant for each cut point of the inlined program: the entry and at
// least one location on every cycle. Between cut points the program has no cycles, so that the
// paths from one cut point to the next are one formula, its block formula, and the proof holds
// when three kinds of conditions do:
//
//	initiation   every initial state satisfies the invariant of the entry
//	consecution  an execution from one cut point to the next, starting in the invariant of the
//	             first, ends in the invariant of the second
//	safety       an execution from a cut point, starting in its invariant, reaches no error
//	             location before the next cut point
//
// A condition about an equation between polynomials may be shown by identities (Identities), without a solver.
//
// A proof that is an execution (Execution) is checked by executing the program, with package certexec, and with the interpreter.
//
// A proof in which loops are unrolled (Unrolled) is checked by executing the program symbolically.
//
// A proof that is a set of states (Explored) is checked by visiting them all again, with package certstates.
//
// Package counterexample checks the inputs of an execution that is wrong.
//
// What is trusted: the front end and inliner that made the program, what package alias made of sets of targets that
// package pointers has checked, the meaning that package sem gives to its statements, packages term and identity, and the solver that the caller
// supplies. The conditions themselves are built here, from the program alone.
package certify

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/solver"
	"craig/logic/term"
)

// Condition is a kind of verification condition.
type Condition uint8

const (
	WellFormed Condition = iota // the evidence is not of the required form
	Initiation
	Consecution
	Safety
	Decrease // of ranks
)

func (c Condition) String() string {
	return [...]string{"form", "initiation", "consecution", "safety", "decrease"}[c]
}

// Rejection is the error of Safe: a condition that fails or that the solver could not decide.
type Rejection struct {
	Cond Condition
	From ir.Loc // the cut point whose invariant was assumed; 0 for Initiation
	To   ir.Loc // the cut point or error location that was reached; 0 if several were asked for at once
	// Path leads from From to To and violates the condition; nil if undecided.
	Path []ir.EdgeID
	// Undecided: the solver gave up (Reason says why), so that nothing is known. Otherwise the
	// evidence is wrong.
	Undecided bool
	Reason    string

	Prog *ir.Program // for Error: which has the places; nil if they are not to be named
}

func (r *Rejection) Error() string {
	what := "is violated"
	if r.Undecided {
		what = "is undecided"
	}
	s := fmt.Sprintf("%s %s", r.Cond, what)
	if r.From != 0 {
		s += " from " + r.Place(r.From)
	}
	if r.To != 0 {
		s += " to " + r.Place(r.To)
	}
	if r.Reason != "" {
		s += ": " + r.Reason
	}
	return s
}

// Place names a location for people: by its line, or else by the function that it begins, ends or is a part of.
func (r *Rejection) Place(l ir.Loc) string {
	if r.Prog == nil || l <= 0 || int(l) >= len(r.Prog.Locs) || r.Prog.Locs[l] == nil {
		return "a place that the program does not have"
	}
	info := r.Prog.Locs[l]
	if info.Pos.Line != 0 {
		return fmt.Sprintf("%s:%d", info.Pos.File, info.Pos.Line)
	}
	for _, f := range r.Prog.Funcs {
		switch l {
		case f.Entry:
			return "the beginning of " + f.Name
		case f.Exit:
			return "the end of " + f.Name
		}
	}
	return "a place in " + info.Function() + " that no line has"
}

// Proof checks a proof of p, by what it is: see Safe, Elements, Contracts, Summaries, Execution, Prefix, Unrolled, Explored and Ranks. Executions that the
// interpreter does not follow are undecided.
func Proof(ctx context.Context, p *ir.Program, proof verdict.Proof, newSolver func(*term.Store) solver.Solver, workers int) error {
	switch proof := proof.(type) {
	case verdict.Invariants:
		return Safe(ctx, p, proof, newSolver, workers)
	case verdict.Elements:
		return Elements(ctx, p, proof, newSolver, workers)
	case verdict.Contracts:
		return Contracts(ctx, p, proof, newSolver, workers)
	case verdict.Summaries:
		return Summaries(ctx, p, proof, newSolver, workers)
	case verdict.Execution:
		return Execution(ctx, p, proof, nil)
	case verdict.Prefix:
		return Prefix(ctx, p, proof, newSolver, workers, nil)
	case verdict.Unrolled:
		return Unrolled(ctx, p, proof, newSolver)
	case verdict.Ranks:
		return Ranks(ctx, p, proof, newSolver, workers)
	case verdict.Explored:
		return Explored(ctx, p, proof)
	}
	return &Rejection{Reason: fmt.Sprintf("%T is no proof", proof), Prog: p}
}

// Safe checks that inv proves that no execution of p.Main reaches a location with an Error.
//
// p has no Alloc and no call, and every access has a region. The cut points are the entry, the locations of inv, and, where a cycle has none of them, heads of that
// cycle; a cut point without an invariant counts as false, which is then checked like any other.
//
// nil is a proof. A *Rejection says which condition failed or was undecided; ctx ending makes
// conditions undecided. Conditions are independent, each with a store and a solver of its own;
// workers (at least 1) of them are checked at a time. Terms of inv are only read.
func Safe(ctx context.Context, p *ir.Program, inv verdict.Invariants, newSolver func(*term.Store) solver.Solver, workers int) error {
	if HasCalls(p) {
		return &Rejection{Reason: "invariants of a program with calls, which want contracts", Prog: p}
	}
	cuts, err := cutPoints(p, inv)
	if err != nil {
		return err
	}
	return checkAll(ctx, conditions(p, cuts), newSolver, workers)
}

// checkAll checks the conditions; nil if all hold.
func checkAll(ctx context.Context, conds []*condition, newSolver func(*term.Store) solver.Solver, workers int) error {
	// A violated condition is the answer, whatever those after it say; those before it are
	// awaited, so that it is always the same one.
	ctxs := make([]context.Context, len(conds))
	cancels := make([]context.CancelFunc, len(conds))
	for i := range conds {
		ctxs[i], cancels[i] = context.WithCancel(ctx)
		defer cancels[i]()
	}
	results := make([]*Rejection, len(conds))
	parallel(workers, len(conds), func(i int) bool {
		results[i] = conds[i].check(ctxs[i], newSolver)
		if r := results[i]; r == nil || r.Undecided {
			return true
		}
		for _, cancel := range cancels[i+1:] {
			cancel()
		}
		return false
	})
	var undecided *Rejection
	for _, r := range results {
		if r != nil && !r.Undecided {
			return r
		}
		if undecided == nil {
			undecided = r
		}
	}
	if undecided != nil {
		return undecided
	}
	return nil
}

// parallel calls f(0) … f(n-1), at most workers at a time, until one returns false. A panic of
// f is passed on to the caller, as a *Panic, once all have ended.
func parallel(workers, n int, f func(int) bool) {
	var next atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	var bug atomic.Pointer[Panic]
	for range min(max(workers, 1), n) {
		wg.Go(func() {
			defer func() {
				if p := Recovered(recover()); p != nil {
					stop.Store(true)
					bug.CompareAndSwap(nil, p)
				}
			}()
			for !stop.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if !f(i) {
					stop.Store(true)
				}
			}
		})
	}
	wg.Wait()
	if p := bug.Load(); p != nil {
		panic(p)
	}
}

// Panic is a panic of another goroutine, on its way to whoever waits for that.
type Panic struct {
	Value any
	Stack []byte // where it happened
}

func (p *Panic) Error() string { return fmt.Sprint(p.Value) }

// Recovered wraps what recover returned in a deferred function of the goroutine that panicked;
// nil for nil.
func Recovered(value any) *Panic {
	switch v := value.(type) {
	case nil:
		return nil
	case *Panic:
		return v
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}
