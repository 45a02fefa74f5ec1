package ranking

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// transition is a path from a cut point to the next one in its component.
type transition struct {
	from, to ir.Loc
	cond     term.Term // over the variables at from, and inputs, with what is known at from
	guards   []term.Term
	post     map[term.Term]term.Term // what variables are at to, where that is something else
	samples  []smt.Model             // executions that take it
	merged   bool                    // it stands for all paths from the one to the other
}

// Limits of a component.
const (
	maxPaths = 600
	maxSteps = 60_000
)

// relation lists the transitions of the component; ok is false if there are too many.
func (s *search) relation() (list []*transition, ok bool) {
	isCut := map[ir.Loc]bool{}
	for _, l := range s.comp.Cuts {
		isCut[l] = true
	}
	s.p.AllVars(func(v *ir.Var) { s.sem.Var(v) })
	steps := 0
	for _, from := range s.comp.Cuts {
		state := s.sem.NewState()
		known := s.st.True()
		if f, there := s.known[from]; there {
			known = s.st.Import(f)
		}
		var guards []term.Term
		var walk func(l ir.Loc) bool
		walk = func(l ir.Loc) bool {
			for _, id := range s.p.Locs[l].Out {
				e := s.p.Edges[id]
				if !s.comp.Inside(e.To) {
					continue
				}
				if steps++; steps > maxSteps || len(list) > maxPaths {
					return false
				}
				mark, n := state.Mark(), len(guards)
				if assumed := state.Exec(e.Stmt); assumed.IsFalse() {
					state.Undo(mark)
					continue
				} else if !assumed.IsTrue() {
					guards = append(guards, assumed)
				}
				if isCut[e.To] {
					list = append(list, s.transition(from, e.To, known, guards, state))
				} else if !walk(e.To) {
					return false
				}
				state.Undo(mark)
				guards = guards[:n]
			}
			return true
		}
		if !walk(from) {
			return nil, false
		}
	}
	return list, true
}

// merged is relation with one transition from a cut point to another one, for all paths between them: what variables are depends on the edge by which each place was come to.
func (s *search) merged() (list []*transition, ok bool) {
	isCut := map[ir.Loc]bool{}
	for _, l := range s.comp.Cuts {
		isCut[l] = true
	}
	n, _ := graph.OfFunc(s.p, s.p.Main)
	edges := 0
	for _, from := range s.comp.Cuts {
		succ := func(v int) (to []int) {
			if isCut[ir.Loc(v)] && ir.Loc(v) != from {
				return nil
			}
			for _, id := range s.p.Locs[v].Out {
				if t := s.p.Edges[id].To; s.comp.Inside(t) && t != from {
					to = append(to, int(t))
				}
			}
			return to
		}
		known := s.st.True()
		if f, there := s.known[from]; there {
			known = s.st.Import(f)
		}
		type pathState struct {
			cond  term.Term
			state *sem.State
		}
		var guards []term.Term
		states := map[ir.Loc][]pathState{}
		// at is the state of a place, and how it is come to.
		at := func(l ir.Loc) pathState {
			in := states[l]
			if len(in) == 1 {
				return in[0]
			}
			which := s.st.Fresh("way", term.Int)
			var conds []term.Term
			is := make([]term.Term, len(in))
			changed := map[*ir.Var]bool{}
			for i, a := range in {
				is[i] = s.st.Eq(which, s.st.Int(int64(i)))
				conds = append(conds, s.st.And(is[i], a.cond))
				a.state.Each(func(v *ir.Var, _ term.Term) { changed[v] = true })
			}
			joined := s.sem.NewState()
			s.p.AllVars(func(v *ir.Var) {
				if !changed[v] {
					return
				}
				now, same := in[0].state.Get(v), true
				for i, a := range in[1:] {
					if x := a.state.Get(v); x != now {
						same = false
						if v.Type.Kind != ir.Memory {
							now = s.st.Ite(is[i+1], x, now)
						}
					}
				}
				if !same && v.Type.Kind == ir.Memory {
					now = s.st.Fresh(v.Name, now.Sort()) // any
				}
				joined.Set(v, now)
			})
			return pathState{s.st.Or(conds...), joined}
		}
		states[from] = []pathState{{s.st.True(), s.sem.NewState()}}
		var ends []ir.Loc
		for _, v := range graph.ReversePostOrder(n, succ, int(from)) {
			l := ir.Loc(v)
			if len(states[l]) == 0 {
				continue
			}
			if isCut[l] && l != from {
				ends = append(ends, l)
				continue
			}
			here := at(l)
			for _, id := range s.p.Locs[l].Out {
				e := s.p.Edges[id]
				if !s.comp.Inside(e.To) {
					continue
				}
				if edges++; edges > maxSteps/10 || s.ctx.Err() != nil {
					return nil, false
				}
				state := s.sem.NewState()
				here.state.Each(func(v *ir.Var, t term.Term) { state.Set(v, t) })
				assumed := state.Exec(e.Stmt)
				if assumed.IsFalse() {
					continue
				}
				if !assumed.IsTrue() {
					guards = append(guards, assumed)
				}
				to := e.To
				if to == from {
					to = -from // at the end, not at the beginning
				}
				states[to] = append(states[to], pathState{s.st.And(here.cond, assumed), state})
			}
		}
		if len(states[-from]) > 0 {
			ends = append(ends, -from)
		}
		for _, l := range ends {
			a := at(l)
			t := s.transition(from, max(l, -l), known, []term.Term{a.cond}, a.state)
			t.guards, t.merged = guards, true
			list = append(list, t)
		}
	}
	return list, true
}

func (s *search) transition(from, to ir.Loc, known term.Term, guards []term.Term, state *sem.State) *transition {
	t := &transition{from: from, to: to, post: map[term.Term]term.Term{}}
	for _, g := range guards {
		t.guards = append(t.guards, term.Conjuncts(g)...)
	}
	state.Each(func(v *ir.Var, now term.Term) {
		if x := s.sem.Var(v); now != x {
			t.post[x] = now
		}
	})
	t.cond = s.st.And(known, s.st.And(guards...))
	t.cond = s.st.And(t.cond, s.rangesOf(t.cond))
	for _, now := range t.post {
		t.cond = s.st.And(t.cond, s.rangesOf(now))
	}
	return t
}

// after is f at the end of t.
func (s *search) after(t *transition, f term.Term) term.Term { return s.st.Subst(f, t.post) }

// rangesOf says that the variables in f have values of their types.
func (s *search) rangesOf(f term.Term) term.Term {
	var list []term.Term
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if v := s.variable(x); v != nil {
			list = append(list, s.sem.Range(v.Type, x))
		}
	}
	return s.st.And(list...)
}

// ranges asserts rangesOf.
func (s *search) ranges(f term.Term) {
	if r := s.rangesOf(f); !r.IsTrue() {
		s.solver.Assert(r)
	}
}

// variable is what x stands for at a cut point; nil for an input.
func (s *search) variable(x term.Term) *ir.Var {
	if s.byName == nil {
		s.byName = map[string]*ir.Var{}
		s.p.AllVars(func(v *ir.Var) { s.byName[v.Name] = v })
	}
	return s.byName[x.Name()]
}
