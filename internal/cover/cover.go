// Package cover makes tests that reach the goals of a program, and proofs that no execution reaches
// the others.
//
//	cover.go     Cover; tests of the executions that lazy annotation finds
//	goals.go     what is to be reached
//	decisions.go goals of decisions: outcomes, conditions, MC/DC; what was evaluated
//	paths.go     goals of paths
//	proofs.go    certified proofs; the other engines at what is open
//	dead.go      DeadCode: the statements that nothing executes
//	seen.go      the lines that some executions come to, and those that a proof excludes
//	minimise.go  which tests are kept
//	forms.go     what the forms in which tests are written have no place for
package cover

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"craig/internal/engine"
	"craig/internal/engine/lazy"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/core"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// Options say what to cover and how; the zero value is the recommended one.
type Options struct {
	Goals GoalKind
	// Branches is, with Paths, through how many branches a path goes at most; from 1 on.
	Branches int
	// NoLearning enumerates all paths, for comparison.
	NoLearning bool
	// Found is nil, or told of goals as they are reached: how many of all.
	Found func(reached, goals int)

	NewSolver func(*term.Store) smt.Solver // nil is the native one; what it proves is checked
	Workers   int                          // conditions certified at a time; 0 is one for each processor
	Progress  *run.Progress                // nil, or updated during the run
}

// Test is the inputs of an execution, in the order in which the program asks for them.
type Test struct {
	Inputs []TestInput
	Goals  []int          // indices in Suite.Goals of those that it reaches
	Trace  *verdict.Trace // the whole execution, in Suite.Program; it leads to no error of its own
	// Evaluations are those of decisions, each once, in the order in which they first occur; with goals of decisions.
	Evaluations []Evaluation
	Sure        int // so many steps of it do not depend on an approximation of what C defines
}

// TestInput is a value that the program does not determine.
type TestInput struct {
	Source ir.Source
	Name   string // FromCall: the function that returned it; else the variable
	Global bool   // the variable is a global one
	Var    *ir.Var
	Type   ir.Type
	Value  num.Int
	Pos    ir.Pos
}

// Suite is a set of tests, none of which the others make superfluous.
type Suite struct {
	Program *ir.Program // with its calls, and a location for each goal
	Sources []cfront.Source
	Goals   []Goal
	// Decisions are those that goals are about, Uncalled those of functions that no call leads to.
	Decisions, Uncalled []*ir.Decision
	Tests               []Test
	Notes               []ir.Note
	// Reason and Detail say why goals are open, in the words of UNKNOWN.
	Reason verdict.Reason
	Detail string
	Series []Point // goals reached against backtracks
	Stats  []verdict.Stat
	Bug    *run.Bug
	// Refused is a proof that the certifier did not accept, beside which there are others.
	Refused *run.Bug

	// Unchecked is what the certifier has believed of a solver about goals that are unreachable.
	Unchecked solver.Unchecked

	unlimited bool // no execution comes to a construct that craig does not follow: that is certified
}

// Point says that so many goals were reached after so many backtracks.
type Point = lazy.Point

// Count is how many goals have the status.
func (s *Suite) Count(status GoalStatus) (n int) {
	for _, g := range s.Goals {
		if g.Status == status {
			n++
		}
	}
	return n
}

// Cover makes tests for the goals of a program, and proofs that no execution reaches the others,
// until ctx ends. Errors are as for run.Verify.
func Cover(ctx context.Context, prog *prepare.Program, opts Options) (*Suite, error) {
	if o := prog.Options(); opts.Goals != Errors && o.Properties == nil {
		o.Properties = []string{"unreach-call"} // a program without errors is fine
		prog = prog.With(o)
	}
	if o := prog.Options(); opts.Goals != Statements && !o.Missing {
		o.Missing = true
		prog = prog.With(o)
	}
	if o := prog.Options(); marksOf[opts.Goals] != core.NoDecisions {
		o.Decisions = marksOf[opts.Goals]
		prog = prog.With(o)
	}
	c := newCoverage(ctx, prog, opts)
	s := c.suite
	p, err := prog.Edited(func(p *ir.Program) { c.instrument(p, opts.Goals) }).Interprocedural(ctx)
	s.Sources, _ = prog.Sources() // the error is that of Interprocedural
	var unsupported *cfront.Unsupported
	if c.err != nil {
		return nil, c.err
	}
	if err == nil && c.threads { // whose product has other locations
		return &Suite{Sources: s.Sources, Reason: verdict.Unsupported, Detail: "the places of a program with threads are no goals"}, nil
	}
	switch {
	case err == nil:
	case ctx.Err() != nil:
		early := &Suite{Sources: s.Sources}
		early.Reason, early.Detail = c.ended()
		return early, nil
	case errors.As(err, &unsupported):
		reason := verdict.UnsupportedProperty
		if unsupported.Property == "" {
			reason = verdict.Unsupported
		}
		return &Suite{Sources: s.Sources, Reason: reason, Detail: unsupported.Detail()}, nil
	default:
		return nil, err
	}
	c.opts.Progress.Begin("search")
	s.Program, s.Notes, c.p = p, p.Notes, p
	var locs []ir.Loc
	for _, g := range s.Goals {
		locs = append(locs, g.locs...)
	}
	first, stop := ctx, func() {}
	if !opts.NoLearning {
		first, stop = limit.Part(ctx, 2)
	}
	out := lazy.Cover(first, lazy.CoverConfig{NoLearning: opts.NoLearning, Reached: c.reached}, &engine.Task{
		Program: p, Goals: append(locs, c.limits...), NewSolver: c.newSolver, NewInterpolator: solvers.NativeInterpolator, Event: c.opts.Progress.Count,
	})
	stop()
	s.Series, s.Stats = out.Series, out.Stats
	s.Reason, s.Detail = out.Reason, out.Detail
	if out.Summaries != nil && c.limit == 0 {
		c.opts.Progress.Begin("certify")
		c.prove(out)
	}
	if opts.Goals == Statements && s.Bug != nil {
		s.Refused, s.Bug, s.Reason, s.Detail = s.Bug, nil, "", ""
	}
	if !opts.NoLearning && s.Bug == nil {
		c.others()
	}
	c.absent()
	c.reason()
	s.Tests = minimised(s.Tests, len(s.Goals))
	return s, nil
}

func newCoverage(ctx context.Context, prog *prepare.Program, opts Options) *coverage {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.Progress == nil {
		opts.Progress = new(run.Progress)
	}
	prog.Observe(opts.Progress.Begin)
	return &coverage{ctx: ctx, source: prog, opts: opts, suite: &Suite{}, goal: map[ir.Loc]int{}, words: map[ir.EdgeID]word{}}
}

// newSolver makes a solver that counts its queries.
func (c *coverage) newSolver(st *term.Store) smt.Solver {
	newSolver := c.opts.NewSolver
	if newSolver == nil {
		newSolver = solvers.Native
	}
	return solvers.Counting(newSolver(st), &c.opts.Progress.Queries)
}

// ended says why there is nothing more, since the context has ended.
func (c *coverage) ended() (verdict.Reason, string) {
	r := run.Unfinished(context.Cause(c.ctx), c.opts.Progress.Phase())
	return r.Reason, r.Detail
}

// coverage is a run of Cover.
type coverage struct {
	ctx     context.Context
	source  *prepare.Program
	opts    Options
	p       *ir.Program // with a location for each goal, and no error locations but limits
	suite   *Suite
	goal    map[ir.Loc]int
	words   map[ir.EdgeID]word // after which assignments tell what was evaluated
	limits  []ir.Loc           // where a construct is that craig does not follow
	err     error              // there are too many goals
	threads bool               // the program has threads
	limit   ir.Loc             // one of them that can be reached: what lies after it is not known
}

// beyondTrace is how many steps an execution may go on after the goal that it was found for, where
// it may reach more.
const beyondTrace = 10_000

// reached makes a test of an execution to a goal. It returns the goals that the test covers.
func (c *coverage) reached(at ir.Loc, t *verdict.Trace) (locs []ir.Loc) {
	if slices.Contains(c.limits, at) {
		c.limit = at
	}
	locs = c.run(counterexample.Inputs(t), t.Len()+beyondTrace)
	if c.suite.Count(Open) == 0 { // nothing depends on the limits any more
		locs = append(locs, c.limits...)
	}
	return locs
}

// run makes a test of the execution with the given inputs, if it reaches something new. It returns
// all goals that it reaches.
func (c *coverage) run(inputs interp.Inputs, steps int) (locs []ir.Loc) {
	var test Test
	seen := map[int]bool{}
	guess := false // an approximation of what C defines has decided where the execution goes
	visit := func(l ir.Loc) {
		if i, ok := c.goal[l]; ok && !guess && !seen[i] {
			seen[i] = true
			test.Goals = append(test.Goals, i)
			locs = append(locs, c.suite.Goals[i].locs...)
		}
	}
	visit(c.p.Main.Entry)
	evaluated := c.newEvaluations()
	origins, approximated := lazy.NewOrigins(c.p), counterexample.NewGuess()
	out := interp.Run(c.ctx, c.p, inputs, interp.Options{MaxSteps: steps, Step: func(s interp.Step) {
		if _, equal := origins.Step(s.Edge.ID, s.Value); equal {
			guess = true
		}
		guess = approximated.Step(s) || guess
		if !guess {
			test.Sure++
			evaluated.step(s)
		}
		if call, ok := s.Edge.Stmt.(*ir.Call); ok {
			visit(call.Callee.Entry)
		}
		visit(s.Edge.To)
	}})
	test.Evaluations = evaluated.list
	test.Trace = &verdict.Trace{Path: out.Path, Input: out.Input, Memory: out.Memory, Error: c.p.Main.Entry}
	if c.opts.Goals >= Statements && approximated.Open() {
		c.whateverIsChosen(counterexample.Inputs(test.Trace), steps, &test)
	}
	for i, id := range out.Path {
		e := c.p.Edges[id]
		if h, ok := e.Stmt.(*ir.Havoc); ok && h.Name != "" && h.Var.Type.Kind != ir.Memory {
			test.Inputs = append(test.Inputs, TestInput{Source: h.Source, Name: h.Name, Global: h.Var.Func == nil, Var: h.Var,
				Type: h.Var.Type, Value: out.Input[i], Pos: e.Pos})
		}
	}
	isNew := false
	for _, i := range test.Goals {
		if g := &c.suite.Goals[i]; g.Status == Open {
			g.Status = Covered
			isNew = true
		}
	}
	if isNew {
		c.suite.Tests = append(c.suite.Tests, test)
		if c.opts.Found != nil {
			c.opts.Found(c.suite.Count(Covered), len(c.suite.Goals))
		}
	}
	return locs
}

// whateverIsChosen leaves to a test the goals that executions with the inputs reach, and the evaluations that they have, with several choices of what C
// leaves open.
func (c *coverage) whateverIsChosen(inputs interp.Inputs, steps int, test *Test) {
	for i := range counterexample.Choices {
		seen, evaluated := map[int]bool{}, c.newEvaluations()
		visit := func(l ir.Loc) {
			if g, ok := c.goal[l]; ok {
				seen[g] = true
			}
		}
		visit(c.p.Main.Entry)
		interp.Run(c.ctx, c.p, counterexample.WithChoice(inputs, i), interp.Options{MaxSteps: steps, NoPath: true, Step: func(s interp.Step) {
			evaluated.step(s)
			if call, ok := s.Edge.Stmt.(*ir.Call); ok {
				visit(call.Callee.Entry)
			}
			visit(s.Edge.To)
		}})
		test.Goals = slices.DeleteFunc(test.Goals, func(g int) bool { return !seen[g] })
		test.Evaluations = slices.DeleteFunc(test.Evaluations, func(e Evaluation) bool { return !evaluated.seen[evaluation{e.Decision, string(e.Values)}] })
	}
}
