package infer

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/harness"
	"craig/internal/program/ir"
	"craig/internal/run"
)

// Error is a place where the function goes wrong in some call.
type Error struct {
	Pos      ir.Pos
	Property string
	// Doomed, if not nil, is a branch of the function from which each execution goes wrong: no contract that allows it helps
	// ([Hoenicke, Leino, Podelski, Schäf, Wies 2009]).
	Doomed *ir.Pos
	// Mistake, if not "", is why the function is to blame, whatever it could require: see data and blame.
	Mistake string
}

const (
	maxErrors   = 4 // places that are looked for
	maxBranches = 3 // branches in front of each
)

// errors sets the places where the function goes wrong, each found without those before, and whether branches in front of them are doomed. first is
// an execution to one of them. Assertions are what a program says of such branches: there they are no mistake.
func (s *search) errors(ctx context.Context, first *run.Result) error {
	o := s.whole.Options()
	var found []cfront.Exception
	var traces []*run.Result
	for r := first; r.Verdict == verdict.False && len(found) < maxErrors; {
		at, x := csource.ErrorPlace(r.Program.Locs[r.Trace.Error]), exceptionOf(r)
		if slices.Contains(found, x) {
			break
		}
		found, traces = append(found, x), append(traces, r)
		s.contract.Errors = append(s.contract.Errors, Error{Pos: at, Property: x.Property})
		o.Except = slices.Concat(s.whole.Options().Except, found)
		one, cancel := s.question(ctx)
		next, err := run.Verify(one, s.whole.With(o), s.opts.Run)
		cancel()
		if err != nil {
			return err
		}
		r = next
	}
	doomed := 0
	longer := map[int]cfront.Exception{} // errors outside of what the function is given: a caller may give more
	for i, r := range traces {
		if err := s.branch(ctx, s.whole, r, &s.contract.Errors[i]); err != nil {
			return err
		}
		for j, other := range traces {
			if _, known := longer[j]; known || j == i || s.contract.Errors[i].Doomed == nil {
				continue
			}
			guess, err := s.byLength(ctx, s.whole, other)
			if err != nil {
				return err
			}
			if guess {
				longer[j] = found[j]
			}
		}
		if s.contract.Errors[i].Doomed != nil && len(longer) > 0 {
			s.contract.Errors[i].Doomed = nil
			o.Except = slices.AppendSeq(slices.Clone(s.whole.Options().Except), maps.Values(longer))
			if err := s.branch(ctx, s.whole.With(o), r, &s.contract.Errors[i]); err != nil {
				return err
			}
		}
		if s.contract.Errors[i].Doomed != nil {
			doomed++
			continue
		}
		var err error
		if s.contract.Errors[i].Mistake, err = s.data(ctx, r); err != nil {
			return err
		}
	}
	if doomed < 2 {
		return nil
	}
	// Those are to blame without which executions from the branch end, if there are some.
	var guilty []Error
	for i, r := range traces {
		x := s.contract.Errors[i]
		x.Doomed = nil
		if s.contract.Errors[i].Doomed != nil {
			o.Except = slices.Concat(s.whole.Options().Except, found[:i], found[i+1:])
			if err := s.branch(ctx, s.whole.With(o), r, &x); err != nil {
				return err
			}
		}
		guilty = append(guilty, x)
	}
	if slices.ContainsFunc(guilty, func(x Error) bool { return x.Doomed != nil }) {
		s.contract.Errors = guilty
		return nil
	}
	// Else one is not to blame that another one goes past: it goes wrong there as well.
	for i := range traces {
		for j, r := range traces {
			x, y := &s.contract.Errors[i], s.contract.Errors[j]
			if i != j && x.Doomed != nil && y.Doomed != nil && passes(r, x.Pos) {
				x.Doomed = nil
			}
		}
	}
	return nil
}

// passes says that an execution comes by a line before its end.
func passes(r *run.Result, at ir.Pos) bool {
	return exceptionOf(r).Line != at.Line && comesBy(r, at)
}

// comesBy says that an execution executes something of a line.
func comesBy(r *run.Result, at ir.Pos) bool {
	return slices.ContainsFunc(r.Trace.Path, func(id ir.EdgeID) bool {
		pos := r.Program.Edges[id].Pos
		return pos.File == at.File && pos.Line == at.Line
	})
}

// exceptionOf is what leaves the error of an execution out.
func exceptionOf(r *run.Result) cfront.Exception {
	at := csource.ErrorPlace(r.Program.Locs[r.Trace.Error])
	return cfront.Exception{File: at.File, Line: at.Line, Property: r.Trace.Goal.Property}
}

// branch sets which branch in front of an error is doomed, to which r is an execution of prog.
func (s *search) branch(ctx context.Context, prog *prepare.Program, r *run.Result, x *Error) error {
	if x.Property == "unreach-call" || r.Calls || sizeGuessed(r) {
		return nil
	}
	for _, e := range branchesBefore(r) {
		doomed, err := s.doomed(ctx, prog, r.Program, e, x.Property)
		if err != nil {
			return err
		}
		if !doomed {
			continue
		}
		guess, err := s.byLength(ctx, prog, r)
		if err == nil && !guess {
			x.Doomed = &r.Program.Edges[e].Pos
		}
		return err
	}
	return nil
}

// branchesBefore are the last branches that an execution takes: those of the entry function itself, then those of functions that it calls, of each the last
// one first.
func branchesBefore(r *run.Result) (list []ir.EdgeID) {
	p := r.Program
	if p.Environment == nil {
		return nil
	}
	var called []ir.EdgeID
	for _, id := range slices.Backward(r.Trace.Path) {
		e := p.Edges[id]
		from := p.Locs[e.From]
		to := &list
		if from.Function() != p.Environment.Function || len(from.Calls()) > 1 {
			to = &called
		}
		if e.Branch != 0 && !e.Pos.InModel() && !p.Surrounds(e.Pos) && len(*to) < maxBranches && !slices.Contains(*to, id) {
			*to = append(*to, id)
		}
	}
	return append(list, called...)
}

// doomed says whether each execution that takes an edge of p, which prog is inlined, goes wrong, of which one violates a property. It does not where it may go on for ever instead.
func (s *search) doomed(ctx context.Context, prog *prepare.Program, p *ir.Program, edge ir.EdgeID, property string) (bool, error) {
	after := run.After{Edge: edge, Heads: comesToLoop(p, p.Edges[edge].To)}
	r, err := s.endsAfter(ctx, prog, after)
	if err == nil && after.Heads && r.Verdict != verdict.True {
		ends, wrong := s.terminates(ctx)
		if !ends || wrong != nil {
			return false, wrong
		}
		after.Heads = false
		r, err = s.endsAfter(ctx, prog, after)
	}
	if err != nil || r.Verdict != verdict.True || guessed(r.Notes) != "" {
		return false, err
	}
	if o := prog.Options(); o.Environment.Lengths == harness.LengthsByName && aboutSizes(r.Notes) { // another error behind the branch may be none if there is more
		o.Environment.Lengths = harness.LengthsMany
		longer := prog.With(o)
		q, err := longer.Inlined(ctx)
		if err != nil {
			return false, nil // it is not known
		}
		same, ok := sameEdge(p, edge, q)
		if !ok {
			return false, nil
		}
		after.Edge = same
		if more, err := s.endsAfter(ctx, longer, after); err != nil || more.Verdict != verdict.True {
			return false, err
		}
	}
	// A pointer that is null since it is far away says nothing of callers.
	return property != "null" || !slices.ContainsFunc(r.Notes, func(n ir.Note) bool { return n.Aspect == ir.AboutDepth }), nil
}

// sameEdge is the branch of q, the same program with other surroundings, that an edge of p is; false if it is not the only one there.
func sameEdge(p *ir.Program, edge ir.EdgeID, q *ir.Program) (same ir.EdgeID, ok bool) {
	of := func(p *ir.Program, e *ir.Edge) string {
		calls := slices.DeleteFunc(slices.Clone(p.Locs[e.From].Calls()), p.Surrounds)
		return fmt.Sprint(e.Pos, e.Branch, calls)
	}
	want, n := of(p, p.Edges[edge]), 0
	for id, e := range q.Edges {
		if e != nil && e.Branch != 0 && of(q, e) == want {
			same, n = ir.EdgeID(id), n+1
		}
	}
	return same, n == 1
}

// endsAfter asks whether an execution ends that takes an edge.
func (s *search) endsAfter(ctx context.Context, prog *prepare.Program, of run.After) (*run.Result, error) {
	ctx, cancel := s.question(ctx)
	defer cancel()
	return run.EndsAfter(ctx, prog, of, s.opts.Run)
}

// terminates says whether each call of the function comes to an end, or goes wrong.
func (s *search) terminates(ctx context.Context) (bool, error) {
	if s.ending == nil {
		why, err := s.loops(ctx)
		if err != nil {
			return false, err
		}
		s.ending = &why
	}
	return *s.ending == "", nil
}

// comesToLoop says that edges lead from a location to the head of a loop.
func comesToLoop(p *ir.Program, from ir.Loc) bool {
	seen := map[ir.Loc]bool{from: true}
	for queue := []ir.Loc{from}; len(queue) > 0; queue = queue[1:] {
		info := p.Locs[queue[0]]
		if info.Loop {
			return true
		}
		for _, id := range info.Out {
			if to := p.Edges[id].To; !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return false
}

// sizeGuessed says that r goes wrong outside of an object of which only the surroundings say how large it is: a caller may give more. Of executions that are too
// long to look at again it is not known which object that is.
func sizeGuessed(r *run.Result) bool {
	if r.Trace.Long() && r.Program.Checks[r.Trace.Error] != nil {
		return r.Trace.Goal.Property == "bounds"
	}
	m := csource.MemoryOf(r.Program, r.Trace)
	return m != nil && m.Guessed
}

const sizesGuessed = "how much there is where pointers lead is a guess"

// guessed says what an answer rests on that may be otherwise for some caller, so that it is not known that each call goes wrong; "": nothing.
func guessed(notes []ir.Note) string {
	for _, n := range notes {
		_, body := cfront.WithoutBody(n)
		switch {
		case body || n.Aspect == ir.AboutResults:
			return "a function without a body may not come back, or do more"
		case n.Aspect == ir.AboutInitial:
			return "variables are taken to be as they are initialised"
		case n.Aspect == ir.AboutUnions:
			return "which members of unions have values is a guess"
		case n.Aspect == ir.AboutCallbacks:
			return "a function that a pointer leads to may not come back, or do more"
		}
	}
	return ""
}
