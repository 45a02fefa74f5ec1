package graph

import (
	"math/bits"
	"slices"

	"craig/internal/program/ir"
)

// LiveVars lists, by location, the variables whose values an execution from there may read
// before it writes them, in order of their IDs. order has the locations in reverse post-order.
// Locations at which the same variables are live may share a list, which must not be changed.
func LiveVars(p *ir.Program, order []int) [][]*ir.Var {
	var vars []*ir.Var // by ID
	p.AllVars(func(v *ir.Var) {
		for len(vars) <= v.ID {
			vars = append(vars, make([]*ir.Var, 64)...)
		}
		vars[v.ID] = v
	})
	words := (len(vars) + 63) / 64
	sets := make([]uint64, words*len(order))
	in := make([][]uint64, len(p.Locs))
	for i, l := range order {
		in[l] = sets[i*words : (i+1)*words : (i+1)*words]
	}
	uses := usesOf(p, order)
	out := make([]uint64, words)
	// Sets of the ways on that have not changed since a location was looked at add nothing to its own.
	time := 1
	changed, looked := make([]int, len(p.Locs)), make([]int, len(p.Locs))
	for again := true; again; {
		again = false
		for i := len(order) - 1; i >= 0; i-- {
			l := order[i]
			at := in[l]
			before := looked[l]
			looked[l] = time
			for _, u := range uses[l] {
				if before > 0 && changed[u.to] < before {
					continue
				}
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
						changed[l], again = time, true
					}
				}
			}
			time++
		}
	}
	live := make([][]*ir.Var, len(p.Locs))
	for i := len(order) - 1; i >= 0; i-- {
		l := order[i]
		for _, u := range uses[l] {
			if looked[u.to] > 0 && live[u.to] != nil && slices.Equal(in[l], in[u.to]) {
				live[l] = live[u.to]
				break
			}
		}
		if live[l] == nil {
			live[l] = listed(in[l], vars)
		}
	}
	return live
}

// listed are the variables of a set of IDs, in order; nil if there are none.
func listed(set []uint64, vars []*ir.Var) []*ir.Var {
	n := 0
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	if n == 0 {
		return nil
	}
	list := make([]*ir.Var, 0, n)
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			list = append(list, vars[64*w+bits.TrailingZeros64(word)])
		}
	}
	return list
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
