// Package elements proves programs by facts about all elements of their arrays: it guesses facts from what
// the program says of single elements, and drops those that are not inductive.
//
//	elements.go    the engine
//	paths.go       the paths from one loop head to the next, as formulas
//	vocabulary.go  what the program compares elements with, and which indices it uses
//	guess.go       facts made of these
//	ends.go        facts about the ends of texts, which come first
//	strides.go     facts about every other element, and about elements by row and column
//	sums.go        what loops add up
//	hull.go        equations between sums and variables
//	samples.go     executions, which refute most of them
//	eval.go        terms in their states
//	instances.go   facts about all elements, where some are spoken of
//	filter.go      the facts that are inductive together [Flanagan, Leino: Houdini, FME 2001]
//	proof.go       those of them that a proof needs
//	budget.go      the time that a question has
//	lists.go       the words of programs whose blocks of the heap are linked
//	listfacts.go   facts about all blocks that live
//	listdata.go    facts about the numbers in them
//	listcells.go   facts about all links, where pointers lead to pointers
//	listvalues.go  of which bytes of blocks all bits have values
//
// A fact is a clause "for all k: low <= k && k <= high ==> a[k] op e". The bounds are indices that the
// program uses, and what is said of a[k] is what the program says of a[i], with k for i. Where facts about one
// element do not suffice, facts about two are tried, such as that k < l implies a[k] <= a[l].
//
// That a fact holds at the end of a path is shown for an index of which nothing is known, from instances of
// the facts at its beginning: at that index, and at all that the path reads or writes. That is what
// cells do with a program (package cells), and more: of each element that is read all facts are known.
package elements

import (
	"context"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/cells"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// New makes the engine.
func New() *engine.Engine {
	return &engine.Engine{
		Name: "elements",
		Doc: "Facts about all elements of arrays.\n\n" +
			"Guessed from the program, filtered as in Flanagan, Leino, FME 2001; instantiated as in Monniaux, Gonnord, SAS 2016.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) { return start(ctx, task, false) },
	}
}

// search is one run.
type search struct {
	ctx     context.Context
	task    *engine.Task
	st      *term.Store
	sem     *sem.Context
	layouts map[term.Term]*cells.Layout // by the term of the region

	heads []ir.Loc // in reverse postorder, the entry first
	rank  map[ir.Loc]int
	paths []*path
	into  map[ir.Loc][]*path
	// direct are the paths from the entry that come to no cycle on their way, whatever heads.
	direct []*path
	live   map[ir.Loc]map[term.Term]bool
	steps  int // along edges, to find the paths

	words *vocabulary
	lists *lists       // nil: it is about arrays
	bound [2]term.Term // the variables that stand for all indices
	facts map[ir.Loc][]*fact
	sums  []*aggregate

	strode bool    // apart is known
	apart  []int64 // the strides
	// wrapping are variables that sums are added to and that wrap around, with what they are reduced by.
	wrapping map[term.Term]term.Term
	// states are some in which executions come to heads.
	states map[ir.Loc][]*sampled

	undo func() // takes back the words and the facts of the stage singles

	asked           asked
	guesses, rounds int
}

// asked counts questions to the solver, and of these those that were not answered.
type asked struct{ all, open int }

// fact is a formula over the variables of the program and bound, that may hold at a head.
type fact struct {
	f     term.Term
	bound int // how many of the bound variables it has: the first ones
	dead  bool
	sure  bool // it is inductive together with others that are sure
}

// start is one run: about lists, or about arrays.
func start(ctx context.Context, task *engine.Task, lists bool) (*verdict.Result, error) {
	begun := time.Now()
	s := newSearch(ctx, task)
	res := s.run(lists)
	if ctx.Err() != nil && res.Verdict == verdict.Unknown {
		res.Reason, res.Detail = verdict.Timeout, "time was up"
	}
	res.Stats = []verdict.Stat{
		{Name: "time", Value: time.Since(begun).Seconds(), Unit: "s", Doc: "time"},
		{Name: "guesses", Value: float64(s.guesses), Doc: "facts that were guessed"},
		{Name: "queries", Value: float64(s.asked.all), Doc: "questions to the solver"},
	}
	return res, nil
}

func newSearch(ctx context.Context, task *engine.Task) *search {
	st := term.NewStore()
	s := &search{
		ctx: ctx, task: task, st: st, sem: sem.New(st, task.Program),
		layouts: map[term.Term]*cells.Layout{}, into: map[ir.Loc][]*path{},
	}
	task.Program.AllVars(func(v *ir.Var) { s.sem.Var(v) })
	for _, l := range cells.Layouts(task.Program) {
		if l != nil {
			s.layouts[s.sem.Var(l.Region)] = l
		}
	}
	for i, name := range [...]string{"$k", "$l"} {
		s.bound[i] = st.Var(name, term.Int)
	}
	return s
}

func (s *search) run(lists bool) *verdict.Result {
	if lists && !s.findLists() {
		return incomplete("the program has no lists")
	}
	if !s.findPaths() {
		return incomplete("too many paths lead from one loop to the next")
	}
	if lists {
		return s.lists.prove(s)
	}
	if tr := s.straight(); tr != nil {
		return &verdict.Result{Verdict: verdict.False, Trace: tr}
	}
	for stage := scalars; stage <= last; stage++ {
		if stage > scalars && len(s.layouts) == 0 {
			return incomplete("the program has no array whose elements are of one type")
		}
		if stage == strides && len(s.strides()) == 0 {
			continue
		}
		s.guess(stage)
		s.filter()
		if s.ctx.Err() != nil {
			break
		}
		if proof, ok := s.proof(); ok {
			return &verdict.Result{Verdict: verdict.True, Proof: proof}
		}
		if (stage == prefixes || stage == strides || stage == ranges && len(s.strides()) == 0) && len(s.layouts) > 0 && s.summing() {
			s.filter()
			if proof, ok := s.proof(); ok {
				return &verdict.Result{Verdict: verdict.True, Proof: proof}
			}
		}
	}
	return incomplete("facts about all elements that follow the program's own words do not prove it")
}

func incomplete(why string) *verdict.Result {
	return &verdict.Result{Reason: verdict.Incomplete, Detail: why}
}

// solver makes a solver for questions.
func (s *search) solver() smt.Solver { return s.task.NewSolver(s.st) }
