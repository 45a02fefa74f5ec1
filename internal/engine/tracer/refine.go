package tracer

import (
	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// refute reports whether the path is spurious because of h or of a header above it; if so, it
// restarts there.
func (s *search) refute(h *header) bool {
	interpolant, unknown := s.replay(h)
	switch {
	case unknown != "":
		s.giveUp(verdict.Solver, unknown)
	case interpolant.Valid():
		s.refineAndRestart(h, interpolant) // line 5
		return true
	}
	return false
}

// suffix lists the edges of the current path from the frame at height from to its end.
func (s *search) suffix(from int) []*ir.Edge {
	var es []*ir.Edge
	for _, f := range s.stack[from:] {
		es = append(es, f.b.chain...)
		if e := f.b.out[f.active].edge; e != nil {
			es = append(es, e)
		}
	}
	return es
}

// replay executes the path from h on to its end without weakening any header from h on. If that
// is infeasible the result is the interpolant INTERP(⟦σh⟧, ⟦σk⟧) of line 42: implied by h's own
// state, and contradicting the rest of the path. It goes back to h's state.
func (s *search) replay(h *header) (interpolant term.Term, unknown string) {
	f := s.stack[h.frame]
	s.path.undo(f.start)
	e := s.effectOf(s.suffix(h.frame))
	ans := s.path.asked(s.st.True(), s.path.insist, s.instances(e.assumed)...)
	switch ans.Status {
	case smt.Sat:
		return term.Term{}, ""
	case smt.Unknown:
		return term.Term{}, "the solver could not decide whether an error path is real: " + ans.Reason
	}
	// Every condition that h's own state contradicts is a reason by itself. The weakest
	// interpolant, their disjunction, leaves most to be given up. Failing that, a core is taken.
	at := s.instances(e.assumed)
	not := make([]term.Term, len(at))
	for i, c := range at {
		not[i] = s.st.Not(c)
	}
	var lits []term.Term
	for i, contradicted := range s.path.impliesEach(not) {
		if contradicted {
			lits = append(lits, s.st.Not(e.assumed[i]))
		}
	}
	if len(lits) == 0 {
		inCore := map[term.Term]bool{}
		for _, c := range ans.Core {
			inCore[c] = true
		}
		for i, c := range at {
			if inCore[c] {
				lits = append(lits, s.st.Not(e.assumed[i]))
			}
		}
	}
	var out []term.Term
	for _, g := range s.cnf(s.st.Or(lits...), false) {
		out = append(out, s.interpolated(s.eliminate(g, e.unknowns))...)
	}
	return s.st.And(out...), ""
}

// instances are formulas over program variables in the current state.
func (s *search) instances(fs []term.Term) []term.Term {
	out := make([]term.Term, len(fs))
	for i, f := range fs {
		out[i] = s.path.at(f)
	}
	return out
}

// refineAndRestart is REFINEANDRESTART: what rests on h is given up (line 43), h is locked
// (line 44), and its subtree is explored anew (line 45). The path is at h.
func (s *search) refineAndRestart(h *header, interpolant term.Term) {
	f := s.stack[h.frame]
	s.stats.restarts++
	s.event(engine.Event{Kind: engine.Refine, Loc: f.b.loc, Node: s.newNode(), Other: f.node, Term: interpolant})
	fresh := &header{loop: h.loop}
	fresh.locked = append(append(fresh.locked, h.locked...), term.Conjuncts(interpolant)...)
	h.loop.learned = append(h.loop.learned, term.Conjuncts(interpolant)...)
	s.restartAt(h, fresh)
}

// restartAt gives up what rests on h and explores its subtree anew with the header fresh.
func (s *search) restartAt(h, fresh *header) {
	f := s.stack[h.frame]
	open := map[*header]bool{}
	for _, g := range s.stack[h.frame:] {
		if g.header != nil {
			open[g.header] = true
		}
	}
	s.kill(f.logged, func(d *header) bool { return open[d] })
	s.stack = s.stack[:h.frame+1]
	fresh.frame = h.frame
	s.setHeader(f, fresh)
	for i := range f.kids {
		f.kids[i] = kid{}
	}
	s.event(engine.Event{Kind: engine.Restart, Loc: f.b.loc, Node: f.node})
	s.path.undo(f.start)
	s.through(f, true)
}

// real makes the counterexample: the path from the root, without any weakening.
func (s *search) real(f *frame) {
	path := s.suffix(0)
	goal := f.b.out[f.active].to.loc
	s.path.undo(s.stack[0].start)
	tr := &verdict.Trace{
		Input: map[int]num.Int{}, Memory: map[int]map[string]num.Int{},
		Error: goal, Goal: s.task.Program.Locs[goal].Goal,
	}
	type input struct {
		at int
		t  term.Term
	}
	var inputs []input
	for i, e := range path {
		assumed := s.path.Exec(e.Stmt)
		tr.Path = append(tr.Path, e.ID)
		if hv, ok := e.Stmt.(*ir.Havoc); ok {
			inputs = append(inputs, input{i, s.path.Get(hv.Var)})
			continue
		}
		s.path.assume(assumed)
	}
	ans := s.path.insist()
	if ans.Status != smt.Sat {
		s.giveUp(verdict.Solver, "the solver could not find the inputs of an error path: "+ans.Reason)
		return
	}
	for _, in := range inputs {
		s.record(tr, in.at, in.t, ans.Model)
	}
	s.trace = tr
}

// record puts an input's value into the trace.
func (s *search) record(tr *verdict.Trace, at int, t term.Term, m smt.Model) {
	v := m.Eval(t)
	if !t.Sort().IsArray() {
		n, ok := v.IntValue()
		if ok {
			tr.Input[at] = n
		}
		return
	}
	cells := map[string]num.Int{}
	for v.Op() == term.Store_ {
		i, ok1 := v.Arg(1).IntValue()
		e, ok2 := v.Arg(2).IntValue()
		if _, have := cells[i.String()]; ok1 && ok2 && !have {
			cells[i.String()] = e
		}
		v = v.Arg(0)
	}
	tr.Memory[at] = cells
}
