package pass

import (
	"slices"

	"craig/internal/program/ir"
)

// unread removes the variables that nothing reads but what writes them.
func (s *simplifier) unread() {
	q := s.q
	uses := newDefUse(q, q.Main)
	others := map[*ir.Var]int{} // how many edges read it that do not write it
	for v, reads := range uses.reads {
		for _, id := range reads {
			if ir.Written(q.Edges[id].Stmt) != v {
				others[v]++
			}
		}
	}
	var work []*ir.Var // what nothing reads
	remove := func(v *ir.Var) {
		if others[v] == 0 && v != q.Main.Result && !slices.Contains(s.keep, v) {
			work = append(work, v)
		}
	}
	for _, v := range q.Globals {
		remove(v)
	}
	q.Main.AllVars(remove)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, id := range uses.writes[v] {
			read := map[*ir.Var]bool{v: true}
			ir.EachRead(q.Edges[id].Stmt, func(w *ir.Var) {
				if read[w] {
					return
				}
				read[w] = true
				if others[w]--; others[w] == 0 {
					remove(w)
				}
			})
			q.Edges[id].Stmt = &ir.Skip{}
		}
	}
}

// maxDead bounds the search for what overwrites a value.
const maxDead = 200

// overwritten removes assignments of values that nothing reads. Up to where the variable is
// written again it keeps its old value then, and an invariant may say so: there must be no loop
// head on the way.
func (s *simplifier) overwritten() {
	q := s.q
	uses := newDefUse(q, q.Main)
	seen := make([]int, len(q.Locs))
	round := 0
	var work []ir.Loc
	noHead := func(from ir.Loc, v *ir.Var) bool {
		round++
		work = append(work[:0], from)
		seen[from] = round
		for i := 0; i < len(work); i++ {
			l := work[i]
			if q.Locs[l].Loop || len(work) > maxDead {
				return false
			}
			for _, id := range q.Locs[l].Out {
				if e := q.Edges[id]; !kills(e.Stmt, v) && seen[e.To] != round {
					seen[e.To] = round
					work = append(work, e.To)
				}
			}
		}
		return true
	}
	remove := func(v *ir.Var) {
		if v == q.Main.Result || slices.Contains(s.keep, v) {
			return
		}
		solved := false
		for _, id := range uses.writes[v] {
			e := q.Edges[id]
			if !kills(e.Stmt, v) {
				continue
			}
			if !solved {
				uses.solve(v)
				solved = true
			}
			if !uses.live(e.To) && noHead(e.To, v) {
				e.Stmt = &ir.Skip{}
			}
		}
	}
	for _, v := range q.Globals {
		remove(v)
	}
	q.Main.AllVars(remove)
}
