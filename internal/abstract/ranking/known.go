package ranking

import (
	"context"
	"maps"
	"slices"
	"time"

	"craig/internal/program/graph"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// Limits of Strengthen.
const (
	maxFacts      = 60  // that stay, of one head
	maxGuesses    = 240 // of one head
	maxDominating = 400 // edges of one head
	strengthTime  = 2 * time.Second
)

// Strengthen says more of what is known at heads of loops, as in Find: what was assumed or assigned on the way, of variables that are not written from there on until the
// head, and, as far as that is inductive with it, between which of these the variables lie that change in the loop: an index is at most the length of a string that
// ends there, which no bound of two variables says without its memory [Flanagan, Leino, FME 2001]. It is nil if there is nothing new, or too much.
func Strengthen(ctx context.Context, p *ir.Program, known map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver) map[ir.Loc]term.Term {
	ctx, cancel := context.WithTimeout(ctx, strengthTime)
	defer cancel()
	st := term.NewStore()
	s := &search{ctx: ctx, p: p, st: st, sem: sem.New(st, p), known: map[ir.Loc]term.Term{}, solver: newSolver(st)}
	defer func() { solver.Close(s.solver) }()
	p.AllVars(func(v *ir.Var) { s.sem.Var(v) })
	for _, e := range p.Edges {
		if e != nil {
			if _, clobbers := e.Stmt.(*ir.Clobber); clobbers {
				return nil
			}
		}
	}
	var heads []ir.Loc
	for i, info := range p.Locs {
		l := ir.Loc(i)
		if info == nil || !info.Loop {
			continue
		}
		f, there := known[l]
		if known != nil && (!there || f.IsFalse()) {
			continue
		}
		if there {
			s.known[l] = st.Import(f)
		} else {
			s.known[l] = st.True()
		}
		heads = append(heads, l)
	}
	s.known[p.Main.Entry] = st.True()
	lasting := s.lasting(heads)
	for _, l := range heads {
		s.known[l] = st.And(append(lasting[l], s.known[l])...)
	}
	guesses := s.between(heads, lasting)
	s.comp = &Component{Inside: func(l ir.Loc) bool { return !p.Locs[l].IsGoal() }, Cuts: append([]ir.Loc{p.Main.Entry}, heads...)}
	rel, ok := s.relation()
	if !ok {
		if rel, ok = s.merged(); !ok {
			return nil
		}
	}
	if !s.inductive(rel, guesses) {
		return nil
	}
	more := map[ir.Loc]term.Term{}
	found := false
	for _, l := range heads {
		found = found || len(lasting[l])+len(guesses[l]) > 0
		more[l] = st.And(append(guesses[l], s.known[l])...)
	}
	if !found {
		return nil
	}
	for l, f := range known { // what is not reached
		if _, there := more[l]; !there {
			more[l] = st.Import(f)
		}
	}
	return more
}

// lasting are conditions and assignments of edges that dominate a head, of variables that nothing writes between the edge and the head.
func (s *search) lasting(heads []ir.Loc) map[ir.Loc][]term.Term {
	p := s.p
	n, succ := graph.OfFunc(p, p.Main)
	tree := graph.Dominators(n, succ, int(p.Main.Entry))
	before := func(v int) (from []int) {
		for _, id := range p.Locs[v].In {
			if e := p.Edges[id]; e != nil {
				from = append(from, int(e.From))
			}
		}
		return from
	}
	lasting := map[ir.Loc][]term.Term{}
	for _, h := range heads {
		back := graph.Reachable(n, before, int(h))
		tried := 0
		for i := len(p.Edges) - 1; i >= 0 && tried < maxDominating && len(lasting[h]) < maxFacts; i-- {
			e := p.Edges[i]
			if e == nil || !back[e.From] || len(p.Locs[e.To].In) != 1 || !tree.Dominates(int(e.To), int(h)) {
				continue
			}
			tried++
			state := s.sem.NewState()
			fact := state.Exec(e.Stmt)
			reads := 0
			ir.EachRead(e.Stmt, func(v *ir.Var) {
				if v == ir.Written(e.Stmt) {
					reads++
				}
			})
			switch a := e.Stmt.(type) {
			case *ir.Assign:
				if reads > 0 || a.Var.Type.Kind == ir.Memory || a.Var.Name == ir.HeapName {
					continue
				}
				fact = s.st.Eq(s.sem.Var(a.Var), state.Get(a.Var))
			case *ir.Store: // which reads what it does not write of the region
				if reads > 1 || a.Val.Type.Kind != ir.Integer && a.Val.Type.Kind != ir.Pointer {
					continue
				}
				is := ir.Compare(ir.OpEq, ir.LoadFrom(a.Region, a.Val.Type, a.Addr), a.Val)
				fact = s.sem.NewState().Exec(&ir.Assume{Cond: is})
			case *ir.Havoc:
				continue
			}
			if fact.IsTrue() || fact.IsFalse() {
				continue
			}
			written := map[*ir.Var]bool{} // after e was passed last
			forth := graph.Reachable(n, succ, int(e.To))
			since := graph.Reachable(n, func(v int) []int {
				if v == int(e.To) {
					return nil
				}
				return before(v)
			}, int(h))
			for _, f := range p.Edges {
				if f != nil && f != e && forth[f.From] && since[f.To] {
					if v := ir.Written(f.Stmt); v != nil {
						written[v] = true
					}
				}
			}
			if !slices.ContainsFunc(term.Vars(fact, map[term.Term]bool{}, nil), func(x term.Term) bool { v := s.variable(x); return v == nil || written[v] }) {
				lasting[h] = append(lasting[h], fact)
			}
		}
	}
	return lasting
}

// between are guesses at what bounds the variables that change in the loop of a head: numbers that do not change in it, of which something lasting speaks, and
// addresses at which that reads.
func (s *search) between(heads []ir.Loc, lasting map[ir.Loc][]term.Term) map[ir.Loc][]term.Term {
	guesses := map[ir.Loc][]term.Term{}
	loops := looptree.Of(s.p, s.p.Main)
	for _, h := range heads {
		inside := func(l ir.Loc) bool {
			for at := loops.Head[l]; at != 0; at = loops.Outer[at] {
				if at == h {
					return true
				}
			}
			return false
		}
		changes, reads := map[*ir.Var]bool{}, map[*ir.Var]bool{}
		for _, e := range s.p.Edges {
			if e != nil && inside(e.From) && inside(e.To) {
				if v := ir.Written(e.Stmt); v != nil {
					changes[v] = true
				}
				ir.EachRead(e.Stmt, func(v *ir.Var) { reads[v] = true })
			}
		}
		var limits []term.Term
		seen := map[term.Term]bool{}
		limit := func(t term.Term) {
			if _, constant := t.IntValue(); !seen[t] && !constant && t.Sort() == term.Int {
				seen[t] = true
				limits = append(limits, t)
			}
		}
		var indices func(t term.Term)
		indices = func(t term.Term) {
			if t.Op() == term.Select {
				limit(t.Arg(1))
			}
			for _, a := range t.Args() {
				indices(a)
			}
		}
		for _, f := range lasting[h] {
			indices(f)
			for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
				if v := s.variable(x); v != nil && !changes[v] && (v.Type.Kind == ir.Integer || v.Type.Kind == ir.Pointer) && v.Name != ir.HeapName {
					limit(x)
				}
			}
		}
		s.p.AllVars(func(v *ir.Var) {
			if !changes[v] || !reads[v] || v.Type.Kind != ir.Integer && v.Type.Kind != ir.Pointer || v.Name == ir.HeapName {
				return
			}
			x := s.sem.Var(v)
			for _, t := range limits {
				for _, g := range []term.Term{s.st.Le(x, t), s.st.Le(t, x)} {
					if len(guesses[h]) < maxGuesses && !g.IsTrue() && !g.IsFalse() {
						guesses[h] = append(guesses[h], g)
					}
				}
			}
		})
	}
	own := maps.Clone(guesses) // what bounds variables of a loop does so in the loops inside it
	for _, h := range heads {
		for at := loops.Outer[loops.Head[h]]; at != 0; at = loops.Outer[at] {
			guesses[h] = append(slices.Clip(guesses[h]), own[at]...)
		}
		guesses[h] = guesses[h][:min(len(guesses[h]), maxGuesses)]
	}
	return guesses
}

// inductive takes guesses away until those that are left hold, with what is known, after each transition from what they are before; false if there was no time.
func (s *search) inductive(rel []*transition, guesses map[ir.Loc][]term.Term) bool {
	for changed := true; changed; {
		changed = false
		for _, t := range rel {
			for len(guesses[t.to]) > 0 {
				var after []term.Term
				for _, g := range guesses[t.to] {
					after = append(after, s.after(t, g))
				}
				goal := s.st.And(after...)
				if goal.IsTrue() {
					break
				}
				s.solver.Push()
				given := s.st.And(append(slices.Clone(guesses[t.from]), t.cond)...)
				s.solver.Assert(given)
				s.solver.Assert(s.st.Not(goal))
				s.ranges(s.st.And(given, goal))
				ctx, cancel := context.WithTimeout(s.ctx, queryTime)
				ans := s.solver.Check(ctx)
				cancel()
				s.solver.Pop()
				if s.ctx.Err() != nil {
					return false
				}
				if ans.Status == solver.Unsat {
					break
				}
				changed = true
				var left []term.Term
				for i, g := range guesses[t.to] {
					if ans.Status == solver.Sat && ans.Model.Eval(after[i]).IsTrue() {
						left = append(left, g)
					}
				}
				if len(left) == len(guesses[t.to]) {
					left = nil
				}
				guesses[t.to] = left
			}
		}
	}
	return true
}
