package cells

import "craig/internal/program/ir"

// findFeeds finds for each error the reads that decide about it, since the last head: those whose values
// come into conditions on the way to it, the last ones first.
func (m *maker) findFeeds() {
	m.feeds = map[ir.Loc][]*read{}
	for _, goal := range m.old.ErrorLocs() {
		near := m.before(goal)
		in := map[ir.Loc]bool{goal: true}
		for _, l := range near {
			in[l] = true
		}
		wanted := map[*ir.Var]bool{}
		feeds := map[*read]bool{}
		want := func(e *ir.Expr) (more bool) {
			for _, r := range m.readsOf(e) {
				more = more || !feeds[r]
				feeds[r] = true
			}
			ir.EachVar(e, func(v *ir.Var) {
				more = more || !wanted[v]
				wanted[v] = true
			})
			return more
		}
		for more := true; more; {
			more = false
			for _, l := range near {
				out := m.old.Locs[l].Out
				for _, id := range out {
					switch s := m.old.Edges[id].Stmt.(type) {
					case *ir.Assume:
						if len(out) > 1 && in[m.old.Edges[id].To] {
							more = want(s.Cond) || more
						}
					case *ir.Assign:
						if wanted[s.Var] {
							more = want(s.Expr) || more
						}
					}
				}
			}
		}
		for _, l := range near {
			for _, r := range m.at(l) {
				if feeds[r] {
					feeds[r] = false
					m.feeds[goal] = append(m.feeds[goal], r)
					if r.at == nil {
						r.at = m.temp("at", m.byRegion[r.load.Region][0].Index.Type)
					}
				}
			}
		}
	}
}

// before are the locations from which l is reached without passing a head in between, the nearest ones
// first. They may be heads themselves.
func (m *maker) before(l ir.Loc) (near []ir.Loc) {
	seen := map[ir.Loc]bool{l: true}
	queue := []ir.Loc{l}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at != l {
			near = append(near, at)
			if m.heads[at] {
				continue
			}
		}
		for _, id := range m.old.Locs[at].In {
			if from := m.old.Edges[id].From; !seen[from] {
				seen[from] = true
				queue = append(queue, from)
			}
		}
	}
	return near
}
