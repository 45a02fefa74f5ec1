package graph

import "craig/internal/program/ir"

// LiveVars lists, by location, the variables whose values an execution from there may read
// before it writes them, in order of their IDs. order has the locations in reverse post-order.
func LiveVars(p *ir.Program, order []int) [][]*ir.Var {
	vars := map[int]*ir.Var{}
	p.AllVars(func(v *ir.Var) { vars[v.ID] = v })
	words := 0
	for id := range vars {
		words = max(words, id/64+1)
	}
	in := make([][]uint64, len(p.Locs))
	for _, l := range order {
		in[l] = make([]uint64, words)
	}
	uses := usesOf(p, order)
	out := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			at := in[order[i]]
			for _, u := range uses[order[i]] {
				copy(out, in[u.to])
				if u.written >= 0 {
					out[u.written/64] &^= 1 << (u.written % 64)
				}
				for _, id := range u.reads {
					out[id/64] |= 1 << (id % 64)
				}
				for w, bits := range out {
					if bits&^at[w] != 0 {
						at[w] |= bits
						changed = true
					}
				}
			}
		}
	}
	live := make([][]*ir.Var, len(p.Locs))
	for _, l := range order {
		for w, bits := range in[l] {
			for b := 0; bits != 0; b, bits = b+1, bits>>1 {
				if bits&1 != 0 {
					live[l] = append(live[l], vars[64*w+b])
				}
			}
		}
	}
	return live
}

// use is what an edge does with variables, by their IDs.
type use struct {
	to      ir.Loc
	written int // completely; -1 if none is
	reads   []int
}

// usesOf lists, by location, what the edges from it do.
func usesOf(p *ir.Program, order []int) [][]use {
	uses := make([][]use, len(p.Locs))
	for _, l := range order {
		for _, id := range p.Loc(ir.Loc(l)).Out {
			e := p.Edge(id)
			u := use{to: e.To, written: -1}
			if v := ir.Written(e.Stmt); v != nil && v.Type.Kind != ir.Memory {
				u.written = v.ID
			}
			ir.EachRead(e.Stmt, func(v *ir.Var) { u.reads = append(u.reads, v.ID) })
			uses[l] = append(uses[l], u)
		}
	}
	return uses
}
