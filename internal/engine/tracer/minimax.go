package tracer

import "craig/logic/smt"

// What paper minimax does otherwise than unbounded. Its annotations are the statuses of a header's
// candidates (only constraints of a header's state can get a min): neutral; min, dropped; max,
// locked. Where unbounded restarts at the last header whose weakening lets an error through,
// minimax restarts at the shallowest one that has given up something needed.
//
// Line 16 of Fig. 5 takes infeasible reducts last, so that the max annotations that keep them
// infeasible do not restrict loop invariants too early. Here they never do: labels are computed
// when all arcs of a node have been explored under the final state, and an arc that was infeasible
// before the state was weakened is tested again.

// conflict is line 6 of Fig. 5: the shallowest of the weakened headers whose weakening alone lets
// the error through, while all others are as they were reached; -1 if there is none. The heights
// are those of their frames, in order.
func (s *search) conflict(weakened []int) int {
	defer s.rebuild(weakened[0], false)
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
