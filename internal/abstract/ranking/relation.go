package ranking

import (
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
