package tracer

import "craig/logic/smt"

// minimax is Fig. 5 of minimax. Its recursion is the search of Fig. 2 of unbounded, which has the same
// cases; what is otherwise is where the search restarts after a spurious error. Line by line:
//
//	1, 2     σ_min is infeasible: interpolate          search.forward: falseLabel; labels by before
//	3, 4     an error, and σ itself is feasible        search.real
//	5        v' keeps the infeasibility                search.replay
//	6        d, the shallowest conflict                minimax.conflict
//	7        CONFLICT                                  minimax.atError, search.refute
//	8        the end of the path                       a block without arcs
//	9, 10    subsumed by the memo table M_T            search.subsumed; labels by before
//	11-14    subsumed by a looping parent              search.cyclic, nonPathInv
//	15, 16   the reducts of the state                  search.choose
//	18, 19   the recursion, and wp                     search.push; search.back: before
//	20-24    a conflict: forget, and begin again       search.refineAndRestart: kill, restartAt
//	25       mergemax and mergemin                     search.combine
//	26       into the memo table                       search.store
//
// The annotations are the statuses of a header's candidates (only constraints of a header's state can get a
// min): neutral; min, dropped; max, locked. Line 16 takes infeasible reducts last, so that the max annotations
// that keep them infeasible do not restrict loop invariants too early. Here they never do: labels are
// computed when all arcs of a node have been explored under the final state, and an arc that was infeasible
// before the state was weakened is tested again.
type minimax struct{ selective }

// atError is lines 3 to 7: of the headers that have given up something needed, the shallowest.
func (m minimax) atError(f *frame, _ int) {
	weakened := m.weakened()
	if len(weakened) > 1 {
		if d := m.conflict(weakened); d >= 0 {
			if m.refute(m.stack[d].header) || m.stop != "" {
				return
			}
			m.rebuild(d, false)
		}
	}
	m.judge(f, weakened)
}

// conflict is line 6: the shallowest of the weakened headers whose weakening alone lets
// the error through, while all others are as they were reached; -1 if there is none. The heights
// are those of their frames, in order.
func (m minimax) conflict(weakened []int) int {
	defer m.rebuild(weakened[0], false)
	for _, i := range weakened {
		m.path.undo(m.stack[weakened[0]].start)
		for j := weakened[0]; j < len(m.stack); j++ {
			f := m.stack[j]
			if j > weakened[0] {
				m.again(f.via)
			}
			if j == i {
				m.weaken(f.header)
			}
			m.through(f, false)
		}
		top := m.stack[len(m.stack)-1]
		m.again(&top.b.out[top.active])
		if ans := m.path.check(); ans.Status == smt.Sat {
			return i
		}
	}
	return -1
}
