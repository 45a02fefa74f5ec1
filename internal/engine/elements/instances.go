package elements

import (
	"slices"

	"craig/internal/program/cells"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// mostIndices bounds the indices that facts are instantiated with on one path.
const mostIndices = 14

// setting is a path with what is known on it.
type setting struct {
	s       *search
	p       *path
	indices []term.Term
	single  []term.Term // further ones, for facts about one element
	solver  smt.Solver
	ranged  map[term.Term]bool
	waiting []waiting

	sumsAt   []term.Term // indices at which sums are spoken of
	anywhere bool        // they are at indices that are bound, too
}

// waiting is an instance of a fact that no model has contradicted yet. Of facts about blocks there are many instances, and few
// matter.
type waiting struct{ mark, f term.Term } // f holds if mark does; no mark: f holds

// on prepares the questions about a path: what is asserted is that an execution takes it.
func (s *search) on(p *path) *setting {
	q := &setting{s: s, p: p, solver: s.solver(), ranged: map[term.Term]bool{}}
	q.indices = append(q.indices, s.bound[0], s.bound[1])
	q.spoken(p.cond)
	for _, x := range s.sortedAfter(p) {
		q.spoken(p.after[x])
	}
	if s.lists != nil {
		s.lists.loaded(q, p.cond)
	}
	speak := func(f term.Term) {
		q.spoken(f)
		if len(s.sums) > 0 {
			q.summed(f)
		}
	}
	for _, f := range s.facts[p.from] {
		if !f.dead {
			speak(f.f)
		}
	}
	for _, f := range s.facts[p.to] {
		if !f.dead {
			speak(s.st.Subst(f.f, p.after))
		}
	}
	q.assert(p.cond)
	q.unfold()
	return q
}

// spoken notes the indices of the elements that t speaks of, except those that are bound.
func (q *setting) spoken(t term.Term) {
	s := q.s
	term.Walk(t, func(t term.Term) {
		if t.Op() != term.Select && t.Op() != term.Store_ {
			return
		}
		if l := q.layout(t.Arg(0)); l != nil {
			i := l.IndexOf(s.sem, t.Arg(1))
			if s.lists != nil {
				i = s.lists.block(s, t)
				s.lists.cell(q, t)
			}
			if !term.Contains(i, s.bound[0]) && !term.Contains(i, s.bound[1]) {
				q.speak(i)
			}
		}
	})
}

// speak notes an index.
func (q *setting) speak(i term.Term) {
	most := mostIndices
	if q.s.lists != nil {
		most = mostBlocks
	}
	q.indices = add(q.indices, i, most)
}

// layout is that of the region whose contents the array t is made of.
func (q *setting) layout(t term.Term) *cells.Layout {
	for t.Op() == term.Store_ {
		t = t.Arg(0)
	}
	if r, ok := q.p.fresh[t]; ok {
		t = r
	}
	return q.s.layouts[t]
}

// assert asserts f, with the ranges of its variables and of the elements that it speaks of.
func (q *setting) assert(f term.Term) {
	q.solver.Assert(f)
	q.ranges(f)
}

func (q *setting) ranges(f term.Term) { q.rangesIn(f, q.ranged) }

// bounds asserts the ranges of f for the current question only.
func (q *setting) bounds(f term.Term) { q.rangesIn(f, map[term.Term]bool{}) }

// rangesIn asserts the ranges of what f speaks of, except of what has them already, and notes them in seen.
func (q *setting) rangesIn(f term.Term, seen map[term.Term]bool) {
	s := q.s
	term.Walk(f, func(t term.Term) {
		if op := t.Op(); op != term.Var && op != term.Select || q.ranged[t] || seen[t] {
			return
		}
		seen[t] = true
		var ty ir.Type
		switch t.Op() {
		case term.Var:
			v := s.sem.VarOf(t)
			if v == nil {
				return
			}
			ty = v.Type
		case term.Select:
			l := q.layout(t.Arg(0))
			if l == nil || t.Arg(0).Op() != term.Var || s.lists == nil { // proofs about arrays are checked without
				return
			}
			ty = l.Elem
		default:
			return
		}
		if r := s.sem.Range(ty, t); !r.IsTrue() {
			q.solver.Assert(r)
		}
	})
}

// instances are those of a fact at the beginning of the path.
func (q *setting) instances(f *fact) (list []term.Term) {
	st := q.s.st
	switch f.bound {
	case 0:
		return []term.Term{f.f}
	case 1:
		for _, i := range slices.Concat(q.indices, q.single) {
			list = append(list, st.Subst(f.f, map[term.Term]term.Term{q.s.bound[0]: i}))
		}
	default:
		for _, i := range q.indices {
			for _, j := range q.indices {
				if i != j {
					list = append(list, st.Subst(f.f, map[term.Term]term.Term{q.s.bound[0]: i, q.s.bound[1]: j}))
				}
			}
		}
	}
	return list
}

// suppose asserts the instances of all facts at the beginning of the path.
func (q *setting) suppose() {
	for _, f := range q.s.facts[q.p.from] {
		if !f.dead {
			q.given(f, term.Term{})
		}
	}
}

// given asserts the instances of f, if mark holds; those of facts about blocks when a model contradicts them.
func (q *setting) given(f *fact, mark term.Term) {
	for _, g := range q.instances(f) {
		switch {
		case g.IsTrue():
		case q.s.lists != nil && f.bound > 0:
			q.waiting = append(q.waiting, waiting{mark, g})
		default:
			q.add(waiting{mark, g})
		}
	}
}

// add asserts an instance.
func (q *setting) add(w waiting) {
	if w.mark.Valid() {
		q.solver.Assert(q.s.st.Implies(w.mark, w.f))
	} else {
		q.solver.Assert(w.f)
	}
	q.ranges(w.f)
}

// mostAtOnce bounds the instances that are asserted because of one model.
const mostAtOnce = 48

// ask asks for a model of goal under the assumptions, with all instances of what was given.
func (q *setting) ask(goal term.Term, assumptions ...term.Term) smt.Answer {
	for {
		q.solver.Push()
		q.solver.Assert(goal)
		q.bounds(goal)
		ans := q.s.check(q.solver, assumptions...)
		q.solver.Pop()
		if ans.Status != smt.Sat || len(q.waiting) == 0 || q.s.ctx.Err() != nil {
			return ans
		}
		left, added := q.waiting[:0], 0
		for _, w := range q.waiting {
			if added < mostAtOnce && (!w.mark.Valid() || slices.Contains(assumptions, w.mark)) && ans.Model.Eval(w.f).IsFalse() {
				q.add(w)
				added++
			} else {
				left = append(left, w)
			}
		}
		if q.waiting = left; added == 0 {
			return ans
		}
	}
}

// close ends an external solver.
func (q *setting) close() {
	if c, ok := q.solver.(interface{ Close() }); ok {
		c.Close()
	}
}
