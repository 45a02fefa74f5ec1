package elements

import (
	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// chunk is how many facts are asked for at once.
const chunk = 64

// filter drops facts until those that are left are inductive: first what does not hold when a head is
// first come to, then what does not stay so.
func (s *search) filter() {
	for _, h := range s.heads[1:] {
		for _, p := range s.into[h] {
			if s.rank[p.from] < s.rank[h] {
				s.dropViolated(p)
			}
		}
	}
	queue := make(map[*path]bool)
	for _, p := range s.paths {
		queue[p] = true
	}
	for len(queue) > 0 && s.ctx.Err() == nil {
		for _, p := range s.paths { // in their order
			if !queue[p] || s.ctx.Err() != nil {
				continue
			}
			delete(queue, p)
			if s.dropViolated(p) {
				for _, q := range s.paths {
					if q.from == p.to {
						queue[q] = true
					}
				}
			}
		}
	}
}

// dropViolated drops the facts that do not hold at the end of p if all hold at its beginning; it tells whether
// there were any.
func (s *search) dropViolated(p *path) (dropped bool) {
	type question struct {
		f   *fact
		not term.Term
	}
	var open []question
	for _, f := range s.facts[p.to] {
		if f.dead {
			continue
		}
		if not := s.st.Not(s.st.Subst(f.f, p.after)); !not.IsFalse() {
			open = append(open, question{f, not})
		}
	}
	if len(open) == 0 || s.task.Program.Locs[p.to].IsGoal() {
		return false
	}
	q := s.on(p)
	defer q.close()
	q.suppose()
	s.rounds++
	size := chunk
	for len(open) > 0 && s.ctx.Err() == nil {
		n := min(size, len(open))
		s.event(engine.Expand, p.to, term.Term{})
		var any []term.Term
		for _, o := range open[:n] {
			any = append(any, o.not)
		}
		ans := q.ask(s.st.Or(any...))
		switch ans.Status {
		case smt.Unsat:
			open, size = open[n:], min(2*size, chunk)
		case smt.Sat:
			before := len(open)
			left := open[:0]
			for _, o := range open {
				if ans.Model.Eval(o.not).IsTrue() {
					s.drop(p, o.f)
					dropped = true
				} else {
					left = append(left, o)
				}
			}
			open = left
			if len(open) == before { // the model does not say
				s.drop(p, open[0].f)
				dropped = true
				open = open[1:]
			}
		default:
			if n == 1 {
				s.drop(p, open[0].f)
				dropped = true
				open = open[1:]
			}
			size = max(1, n/4)
		}
	}
	return dropped
}

// drop drops a fact that does not hold at the end of p.
func (s *search) drop(p *path, f *fact) {
	f.dead = true
	s.event(engine.Refine, p.to, f.f)
}

func (s *search) event(kind engine.Kind, at ir.Loc, f term.Term) {
	if s.task.Event != nil {
		s.task.Event(engine.Event{Kind: kind, Loc: at, Node: s.rounds, Term: f})
	}
}

// alive are the facts at a head that are left.
func (s *search) alive(h ir.Loc) (list []*fact) {
	for _, f := range s.facts[h] {
		if !f.dead {
			list = append(list, f)
		}
	}
	return list
}
