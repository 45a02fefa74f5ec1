package pass

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// uninitialised lists the variables of f but its parameters that an execution of f may read before it has written them; the result
// is read at the exit. part is f.
//
// It goes forward through the function, with 64 variables at a time, one bit for each: a variable begins without a value, and an edge that
// kills it takes its bit away.
func uninitialised(p *ir.Program, f *ir.Func, part graph.Part) (vars []*ir.Var) {
	number := map[*ir.Var]int{}
	var all []*ir.Var
	for _, v := range f.Locals {
		number[v] = len(all)
		all = append(all, v)
	}
	if f.Result != nil {
		number[f.Result] = len(all)
		all = append(all, f.Result)
	}
	type step struct{ from, to, kills int } // kills: number of a variable, or -1
	type read struct{ at, of int }
	var steps []step
	reads := make([][]read, (len(all)+63)/64) // by number/64
	add := func(v *ir.Var, at int) {
		if k, ok := number[v]; ok {
			reads[k/64] = append(reads[k/64], read{at, k})
		}
	}
	order := graph.ReversePostOrder(part.N, part.Succ, part.Vertex(f.Entry))
	for _, at := range order {
		for _, id := range p.Locs[part.Loc(at)].Out {
			e := p.Edges[id]
			ir.EachRead(e.Stmt, func(v *ir.Var) { add(v, at) })
			s := step{at, part.Vertex(e.To), -1}
			if w := ir.Written(e.Stmt); w != nil && kills(e.Stmt, w) {
				if k, ok := number[w]; ok {
					s.kills = k
				}
			}
			steps = append(steps, s)
		}
	}
	if f.Result != nil {
		add(f.Result, part.Vertex(f.Exit))
	}

	lacks := make([]uint64, part.N) // which variables of the group may be without a value there
	bit := func(k int) uint64 { return 1 << (k % 64) }
	may := make([]uint64, len(reads))
	for group := range reads {
		clear(lacks)
		lacks[part.Vertex(f.Entry)] = ^uint64(0)
		for changed := true; changed; {
			changed = false
			for _, s := range steps {
				out := lacks[s.from]
				if s.kills >= 0 && s.kills/64 == group {
					out &^= bit(s.kills)
				}
				if out&^lacks[s.to] != 0 {
					lacks[s.to] |= out
					changed = true
				}
			}
		}
		for _, r := range reads[group] {
			may[group] |= lacks[r.at] & bit(r.of)
		}
	}
	f.AllVars(func(v *ir.Var) {
		if k, ok := number[v]; ok && may[k/64]&bit(k) != 0 {
			vars = append(vars, v)
		}
	})
	return vars
}
