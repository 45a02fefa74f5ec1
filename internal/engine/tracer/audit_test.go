package tracer

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// Audit runs the engine on p. If it claims a proof, the proof is checked node by node. It returns
// whether there was one.
func Audit(ctx context.Context, cfg Config, p *ir.Program) (proof bool, err error) {
	s := newSearch(ctx, cfg, &engine.Task{
		Program: p, Goals: p.ErrorLocs(),
		NewSolver:       func(st *term.Store) smt.Solver { return smt.New(st) },
		NewInterpolator: func(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) },
	})
	s.unboundedSymExec()
	if s.stop != "" || s.trace != nil {
		return false, nil
	}
	s.ctx = context.Background()
	return true, s.audit(s.used())
}

// audit checks a finished proof by the definition in the package's documentation, node by node:
//
//	label(n) ∧ block ∧ edge ⇒ label(child)
//
// for every node and every arc out of it, and that labels in use depend on no open header. It
// returns the first node that is not so: where a proof went wrong, which the certifier cannot say.
func (s *search) audit(used map[*entry]bool) error {
	for _, e := range s.table.log {
		if !used[e] {
			continue
		}
		if len(e.deps) > 0 {
			return fmt.Errorf("node %d at location %d still depends on a loop header", e.node, e.block.loc)
		}
		if e.block.error {
			return errors.New("an error location has a label")
		}
		pre := []term.Term{e.label.formula(s.st)}
		chain := s.chain(e.block)
		for i, t := range e.kids {
			arc := &e.block.out[i]
			posts := []term.Term{t.label.formula(s.st)}
			if len(t.entries) > 0 { // finished headers may have added to their labels since
				posts = nil
				for _, from := range t.entries {
					posts = append(posts, from.label.formula(s.st))
				}
			}
			for _, post := range posts {
				if err := s.triple(pre, chain, arc, post); err != nil {
					return fmt.Errorf("node %d at location %d, to location %d: %w", e.node, e.block.loc, arc.to.loc, err)
				}
			}
		}
	}
	return nil
}

// triple says whether {pre} chain; arc {post}.
func (s *search) triple(pre []term.Term, chain *effect, a *arc, post term.Term) error {
	fs := append(pre[:len(pre):len(pre)], chain.assumed...)
	if a.edge != nil {
		step := s.effect(a)
		for _, f := range step.assumed {
			fs = append(fs, s.substitute(f, chain.subst))
		}
		post = s.substitute(post, step.subst)
	}
	post = s.substitute(post, chain.subst)
	if s.decide(s.st.And(append(fs, s.st.Not(post))...)).Status == smt.Sat {
		return fmt.Errorf("%v is not preserved under %v", post, fs)
	}
	return nil
}

// TestCombineDuplicate: a clause that one arc's label has twice, as candidates with the same formula
// leave it, is not one that both arcs ask for.
func TestCombineDuplicate(t *testing.T) {
	p := ir.NewProgram()
	p.Math = true
	main := p.NewFunc("main", ir.Pos{})
	main.Defined, p.Main = true, main
	var locs [4]ir.Loc
	for i := range locs {
		locs[i] = p.NewLoc(main, ir.Pos{})
	}
	main.Entry, main.Exit = locs[0], locs[3]
	ty := ir.Int(32, true)
	x := p.NewLocal(main, "x", "x", ty, ir.Pos{})
	y := p.NewLocal(main, "y", "y", ty, ir.Pos{})
	p.NewBranch(locs[0], ir.Compare(ir.OpLt, ir.VarExpr(x), ir.ConstInt(ty, 0)), locs[1], locs[2], ir.Pos{})
	for _, l := range locs[1:3] {
		p.NewEdge(l, locs[3], &ir.Skip{}, ir.Pos{})
	}
	s := newSearch(context.Background(), Config{}, &engine.Task{
		Program: p, NewSolver: func(st *term.Store) smt.Solver { return smt.New(st) },
	})
	s.push(s.prog.entry, nil)
	f := s.stack[0]
	c := clause{f: s.st.Ge(s.sem.Var(y), s.st.Int(1))}
	for i := range f.kids {
		f.kids[i].target.label = nil
		f.kids[1-i].target.label = label{c, c}
		pre := s.combine(f).formula(s.st)
		arc := &f.b.out[1-i]
		if err := s.triple([]term.Term{pre}, s.chain(f.b), arc, c.f); err != nil {
			t.Errorf("arc %d: %v", 1-i, err)
		}
	}
}
