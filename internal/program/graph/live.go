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
	out := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			at := in[order[i]]
			for _, id := range p.Loc(ir.Loc(order[i])).Out {
				e := p.Edge(id)
				copy(out, in[e.To])
				if v := ir.Written(e.Stmt); v != nil && v.Type.Kind != ir.Memory {
					out[v.ID/64] &^= 1 << (v.ID % 64)
				}
				ir.EachRead(e.Stmt, func(v *ir.Var) { out[v.ID/64] |= 1 << (v.ID % 64) })
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
