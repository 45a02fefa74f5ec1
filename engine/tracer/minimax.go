package tracer

import "craig/logic/smt"

// What paper minimax does otherwise than unbounded. Its annotations are the statuses of a header's
// candidates (only constraints of a header's state can get a min): neutral; min, dropped; max,
// locked. Where unbounded restarts at the last header whose weakening lets an error through,
// minimax restarts at the shallowest one that has given up something needed. And it takes feasible
// reducts first.

// feasibleFirst is red+min, then red-min, of line 16 of Fig. 5: the next arc of f to explore, one
// that a known model takes if there is one.
func (s *search) feasibleFirst(f *frame) int {
	next := -1
	for i := range f.kids {
		if f.kids[i].status == done {
			continue
		}
		if next < 0 {
			next = i
		}
		a := &f.b.out[i]
		if a.edge == nil {
			return i
		}
		m := s.path.mark()
		taken := s.path.models.find(s.path.pc, s.path.Exec(a.edge.Stmt))
		s.path.undo(m)
		if taken {
			return i
		}
	}
	return next
}

// conflict is line 6 of Fig. 5: the shallowest of the weakened headers whose weakening alone lets
// the error through, while all others are as they were reached; -1 if there is none. The heights
// are those of their frames, in order.
func (s *search) conflict(weakened []int) int {
	defer s.rebuild(weakened[0])
	for _, i := range weakened {
		s.path.undo(s.stack[weakened[0]].start)
		for j := weakened[0]; j < len(s.stack); j++ {
			f := s.stack[j]
			if j > weakened[0] {
				s.again(f.via)
			}
			if j == i {
				s.weaken(f.header)
			}
			s.through(f, false)
		}
		top := s.stack[len(s.stack)-1]
		s.again(&top.b.out[top.active])
		if ans := s.path.check(); ans.Status == smt.Sat {
			return i
		}
	}
	return -1
}
