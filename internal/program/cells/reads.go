package cells

import "craig/internal/program/ir"

// read is a load of the program: all those that are written alike.
type read struct {
	id   int
	load *ir.Expr
	temp *ir.Var // what it gave
	at   *ir.Var // the index that it was from; nil if nobody asks
	// wants are the reads that its address is made of.
	wants []*read
}

// collect finds the reads.
func (m *maker) collect() {
	for _, l := range m.order {
		for _, id := range m.p.Locs[l].Out {
			ir.Exprs(m.p.Edges[id].Stmt, func(e *ir.Expr) { m.readsOf(e) })
		}
	}
}

// readsOf are the reads of e, those of addresses before those at them.
func (m *maker) readsOf(e *ir.Expr) (list []*read) {
	for _, a := range e.Args {
		list = append(list, m.readsOf(a)...)
	}
	if e.Op != ir.OpLoad {
		return list
	}
	return append(list, m.readOf(e, list))
}

func (m *maker) readOf(load *ir.Expr, wants []*read) *read {
	for _, r := range m.reads {
		if ir.Equal(r.load, load) {
			return r
		}
	}
	r := &read{id: len(m.reads), load: load, wants: wants}
	r.temp = m.temp("read", load.Type)
	m.reads = append(m.reads, r)
	return r
}

// at are the reads that statements behind l want, each once.
func (m *maker) at(l ir.Loc) (list []*read) {
	seen := map[*read]bool{}
	for _, id := range m.old.Locs[l].Out {
		ir.Exprs(m.old.Edges[id].Stmt, func(e *ir.Expr) {
			for _, r := range m.readsOf(e) {
				if !seen[r] {
					seen[r] = true
					list = append(list, r)
				}
			}
		})
	}
	return list
}

// available finds the reads that are known wherever control comes to a location: read before, or
// written, since the last head.
func (m *maker) available() {
	m.in = map[ir.Loc][]bool{}
	for _, l := range m.order {
		known := make([]bool, len(m.reads))
		if !m.heads[l] {
			for i, id := range m.old.Locs[l].In {
				e := m.old.Edges[id]
				out := m.after(e)
				for k := range known {
					known[k] = out[k] && (i == 0 || known[k])
				}
			}
		}
		m.in[l] = known
	}
}

// after are the reads that are known behind an edge.
func (m *maker) after(e *ir.Edge) []bool {
	known := make([]bool, len(m.reads))
	copy(known, m.in[e.From])
	for _, r := range m.at(e.From) {
		known[r.id] = true
	}
	written := ir.Written(e.Stmt)
	if written == nil {
		return known
	}
	s, store := e.Stmt.(*ir.Store)
	for _, r := range m.reads {
		if store && r.load.Region == s.Region && !mentions(r.load.Args[0], s.Region) {
			if ir.Equal(r.load.Args[0], s.Addr) {
				known[r.id] = true
			} else if !mustNotAlias(m.old.Mode(), r.load.Args[0], s.Addr) {
				known[r.id] = false
			}
		} else if mentions(r.load, written) {
			known[r.id] = false
		}
	}
	return known
}

// stored are the reads that a store says the value of.
func (m *maker) stored(s *ir.Store) (list []*read) {
	for _, r := range m.reads {
		if r.load.Region == s.Region && ir.Equal(r.load.Args[0], s.Addr) && !mentions(s.Addr, s.Region) {
			list = append(list, r)
		}
	}
	return list
}

func mentions(e *ir.Expr, v *ir.Var) (found bool) {
	ir.EachVar(e, func(w *ir.Var) { found = found || w == v })
	return found
}
