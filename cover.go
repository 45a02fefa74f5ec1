package craig

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"craig/engine"
	"craig/engine/lazy"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/internal/prepare"
	"craig/logic/num"
	"craig/program/cfront"
	"craig/program/graph"
	"craig/program/interp"
	"craig/program/ir"
)

// GoalKind says which places of a program Cover wants tests for.
type GoalKind uint8

const (
	Branches GoalKind = iota // both outcomes of every condition
	Blocks                   // every basic block
	Lines                    // every line with a statement
	Errors                   // every error location
)

// CoverOptions say what to cover and how; the zero value is the recommended one.
type CoverOptions struct {
	Options // Engine, Interpolants and DumpQueries have no meaning here
	Goals   GoalKind
	// NoLearning enumerates all paths, for comparison.
	NoLearning bool
	// Found is nil, or told of goals as they are reached: how many of all.
	Found func(reached, goals int)
}

// GoalStatus says what is known of a goal.
type GoalStatus uint8

const (
	Open        GoalStatus = iota // nothing; Suite.Reason says why
	Covered                       // a test reaches it, and the interpreter has run that test
	Unreachable                   // no execution reaches it; the certifier has checked the proof
)

func (s GoalStatus) String() string { return [...]string{"open", "covered", "unreachable"}[s] }

// Goal is a place that a test should reach.
type Goal struct {
	Pos    ir.Pos
	Func   string
	What   string // such as "condition true"
	Status GoalStatus

	loc ir.Loc
}

// Test is the inputs of an execution, in the order in which the program asks for them.
type Test struct {
	Inputs []TestInput
	Goals  []int          // indices in Suite.Goals of those that it reaches
	Trace  *verdict.Trace // the whole execution, in Suite.Program; it leads to no error of its own
}

// TestInput is a value that the program does not determine.
type TestInput struct {
	Source ir.Source
	Name   string // FromCall: the function that returned it; else the variable
	Global bool   // the variable is a global one
	Type   ir.Type
	Value  num.Int
	Pos    ir.Pos
}

// Suite is a set of tests, none of which the others make superfluous.
type Suite struct {
	Program *ir.Program // with its calls, and a location for each goal
	Sources []cfront.Source
	Goals   []Goal
	Tests   []Test
	Externs []TestInput // the functions without a body, with their types; no values
	Notes   []ir.Note
	// Reason and Detail say why goals are open, in the words of UNKNOWN.
	Reason, Detail string
	Series         []Point // goals reached against backtracks
	Stats          []verdict.Stat
	Bug            *Bug
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
// until ctx ends. Errors are as for Verify.
func Cover(ctx context.Context, opts CoverOptions, files ...string) (*Suite, error) {
	v := newVerifier(opts.Options)
	if opts.Goals != Errors && opts.C.Properties == nil {
		opts.C.Properties = []string{"unreach-call"} // a program without errors is fine
	}
	s := &Suite{}
	c := &coverage{ctx: ctx, suite: s, goal: map[ir.Loc]int{}, found: opts.Found}
	c.source = prepare.New(opts.C, nil, files...)
	c.source.Observe(v.begin)
	p, err := c.source.Edited(func(p *ir.Program) { c.instrument(p, opts.Goals) }).Interprocedural(ctx)
	s.Sources, _ = c.source.Sources() // the error is that of Interprocedural
	var unsupported *cfront.Unsupported
	switch {
	case err == nil:
	case ctx.Err() != nil:
		r := v.unknownBy(ctx)
		return &Suite{Sources: s.Sources, Reason: r.Reason, Detail: r.Detail}, nil
	case errors.As(err, &unsupported):
		return &Suite{Sources: s.Sources, Reason: "unsupported property", Detail: unsupported.Detail()}, nil
	default:
		return nil, err
	}
	v.begin("search")
	s.Program, s.Notes, c.p = p, p.Notes, p
	var locs []ir.Loc
	for _, g := range s.Goals {
		locs = append(locs, g.loc)
	}
	first, stop := ctx, func() {}
	if !opts.NoLearning {
		first, stop = within(ctx, 2)
	}
	out := lazy.Cover(first, lazy.CoverConfig{NoLearning: opts.NoLearning, Reached: c.reached}, &engine.Task{
		Program: p, Goals: append(locs, c.limits...), NewSolver: v.newSolver, NewInterpolator: v.newInterpolator, Event: v.opts.Progress.event,
	})
	stop()
	s.Series, s.Stats = out.Series, out.Stats
	s.Reason, s.Detail = out.Reason, out.Detail
	if out.Summaries != nil && c.limit == 0 {
		v.begin("certify")
		c.prove(v, out)
	}
	if !opts.NoLearning && s.Bug == nil {
		c.others(v, opts)
	}
	c.reason(v)
	s.Tests = minimised(s.Tests, len(s.Goals))
	c.externs()
	return s, nil
}

// coverage is a run of Cover.
type coverage struct {
	ctx    context.Context
	source *prepare.Program
	p      *ir.Program // with a location for each goal, and no error locations but limits
	suite  *Suite
	goal   map[ir.Loc]int
	limits []ir.Loc // where a construct is that craig does not follow
	limit  ir.Loc   // one of them that can be reached: what lies behind it is not known
	found  func(reached, goals int)
}

// instrument gives the program a location for each goal, and takes its error locations away. It
// does the same to every copy of a program.
func (c *coverage) instrument(p *ir.Program, kind GoalKind) {
	lines := map[ir.Pos]bool{}
	for _, f := range calledFrom(p) {
		n, succ := graph.OfFunc(p, f)
		reach := graph.Reachable(n, succ, int(f.Entry))
		for _, l := range slices.Clone(f.Locs) {
			info := p.Locs[l]
			if !reach[l] {
				continue
			}
			want := func(pos ir.Pos, loc ir.Loc, what string) {
				c.goal[loc] = len(c.suite.Goals)
				c.suite.Goals = append(c.suite.Goals, Goal{Pos: pos, Func: f.Name, What: what, loc: loc})
			}
			if kind == Errors && info.Error != "" && !isLimit(info.Error) {
				want(info.Pos, l, info.Error)
			}
			if kind == Blocks && (l == f.Entry || len(info.In) > 1) && len(info.Out) > 0 {
				want(p.Edges[info.Out[0]].Pos, l, "block")
			}
			for _, id := range info.Out {
				e := p.Edges[id]
				line := ir.Pos{File: e.Pos.File, Line: e.Pos.Line}
				switch {
				case kind == Branches && e.Branch > 0, kind == Blocks && e.Branch > 0 && len(p.Locs[e.To].In) == 1:
					what := []string{"", "condition true", "condition false"}[e.Branch]
					if kind == Blocks {
						what = "block"
					}
					mid := p.NewLoc(f, e.Pos)
					to := e.To
					p.Redirect(id, mid)
					p.NewEdge(mid, to, &ir.Skip{}, e.Pos).Aux = true
					want(e.Pos, mid, what)
				case kind == Lines && !e.Aux && line.Line > 0 && !lines[line]:
					lines[line] = true
					want(line, l, "line")
				}
			}
		}
	}
	for l, info := range p.Locs {
		switch {
		case info == nil:
		case isLimit(info.Error):
			c.limits = append(c.limits, ir.Loc(l))
		default:
			info.Error = ""
		}
	}
}

// calledFrom lists the functions that Main may call, Main first.
func calledFrom(p *ir.Program) []*ir.Func {
	fs := []*ir.Func{p.Main}
	for i := 0; i < len(fs); i++ {
		for _, l := range fs[i].Locs {
			for _, id := range p.Locs[l].Out {
				if call, ok := p.Edges[id].Stmt.(*ir.Call); ok && !slices.Contains(fs, call.Callee) {
					fs = append(fs, call.Callee)
				}
			}
		}
	}
	return fs
}

// beyondTrace is how many steps an execution may go on behind the goal that it was found for, where
// it may reach more.
const beyondTrace = 10_000

// reached makes a test of an execution to a goal. It returns the goals that the test covers.
func (c *coverage) reached(at ir.Loc, t *verdict.Trace) (locs []ir.Loc) {
	if slices.Contains(c.limits, at) {
		c.limit = at
	}
	locs = c.run(certify.Inputs(t), len(t.Path)+beyondTrace)
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
	guess := false // a value that C defines is only approximated from here on
	visit := func(l ir.Loc) {
		if i, ok := c.goal[l]; ok && !guess && !seen[i] {
			seen[i] = true
			test.Goals = append(test.Goals, i)
			locs = append(locs, l)
		}
	}
	visit(c.p.Main.Entry)
	origins := lazy.NewOrigins(c.p)
	out := interp.Run(c.ctx, c.p, inputs, interp.Options{MaxSteps: steps, Step: func(s interp.Step) {
		if _, equal := origins.Step(s.Edge.ID, s.Value); equal {
			guess = true
		}
		switch stmt := s.Edge.Stmt.(type) {
		case *ir.Havoc:
			guess = guess || stmt.Source == ir.FromApproximation
		case *ir.Call:
			visit(stmt.Callee.Entry)
		}
		visit(s.Edge.To)
	}})
	test.Trace = &verdict.Trace{Path: out.Path, Input: out.Input, Memory: out.Memory, Error: c.p.Main.Entry}
	for i, id := range out.Path {
		e := c.p.Edges[id]
		if h, ok := e.Stmt.(*ir.Havoc); ok && h.Name != "" && h.Var.Type.Kind != ir.Memory {
			test.Inputs = append(test.Inputs, TestInput{Source: h.Source, Name: h.Name, Global: h.Var.Func == nil,
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
		if c.found != nil {
			c.found(c.suite.Count(Covered), len(c.suite.Goals))
		}
	}
	return locs
}

// externs lists the functions without a body.
func (c *coverage) externs() {
	seen := map[string]bool{}
	for _, e := range c.p.Edges {
		if e == nil {
			continue
		}
		if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source == ir.FromCall && !seen[h.Name] {
			seen[h.Name] = true
			c.suite.Externs = append(c.suite.Externs, TestInput{Source: h.Source, Name: h.Name, Type: h.Var.Type, Pos: e.Pos})
		}
	}
	slices.SortFunc(c.suite.Externs, func(a, b TestInput) int { return strings.Compare(a.Name, b.Name) })
}

// String is the goal for people.
func (g *Goal) String() string { return fmt.Sprintf("%s: %s: %s", g.Pos, g.Func, g.What) }
