package infer

import (
	"context"
	"slices"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
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
}

const (
	maxErrors   = 4 // places that are looked for
	maxBranches = 3 // branches in front of each
)

// errors sets the places where the function goes wrong, each found without those before, and whether branches in front of them are doomed. first is
// an execution to one of them. Assertions are what a program says of such branches: there they are no mistake.
func (s *search) errors(ctx context.Context, first *run.Result) error {
	o := s.whole.Options()
	for r := first; r.Verdict == verdict.False && len(s.contract.Errors) < maxErrors; {
		at, property := csource.ErrorPlace(r.Program.Locs[r.Trace.Error]), r.Trace.Goal.Property
		exception := cfront.Exception{File: at.File, Line: at.Line, Property: property}
		if slices.Contains(o.Except, exception) {
			return nil
		}
		x := Error{Pos: at, Property: property}
		if property != "unreach-call" && !r.Calls {
			for _, e := range branchesBefore(r) {
				doomed, err := s.doomed(ctx, r.Program, e, property)
				if err != nil {
					return err
				}
				if doomed {
					x.Doomed = &r.Program.Edges[e].Pos
					break
				}
			}
		}
		s.contract.Errors = append(s.contract.Errors, x)
		o.Except = append(slices.Clip(o.Except), exception)
		var err error
		one, cancel := s.question(ctx)
		r, err = run.Verify(one, s.whole.With(o), s.opts.Run)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// branchesBefore are the last branches of the entry function itself that an execution takes, the last one first.
func branchesBefore(r *run.Result) (list []ir.EdgeID) {
	p := r.Program
	for _, id := range slices.Backward(r.Trace.Path) {
		e := p.Edges[id]
		from := p.Locs[e.From]
		if e.Branch == 0 || p.Environment == nil || from.Function() != p.Environment.Function || len(from.Calls()) > 1 || slices.Contains(list, id) {
			continue
		}
		if list = append(list, id); len(list) == maxBranches {
			break
		}
	}
	return list
}

// doomed says whether each execution that takes an edge of p goes wrong, of which one violates a property. It does not where it may go on for ever instead.
func (s *search) doomed(ctx context.Context, p *ir.Program, edge ir.EdgeID, property string) (bool, error) {
	if comesToLoop(p, p.Edges[edge].To) {
		if ends, err := s.terminates(ctx); !ends || err != nil {
			return false, err
		}
	}
	ctx, cancel := s.question(ctx)
	defer cancel()
	r, err := run.EndsAfter(ctx, s.whole, edge, s.opts.Run)
	if err != nil || r.Verdict != verdict.True || guessed(r.Notes) != "" {
		return false, err
	}
	// A pointer that is null since it is far away says nothing of callers.
	return property != "null" || !slices.ContainsFunc(r.Notes, func(n ir.Note) bool { return n.Aspect == ir.AboutDepth }), nil
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
