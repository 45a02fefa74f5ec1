package vm

import (
	"slices"

	"craig/internal/program/ir"
)

// openVars says which variables may be unknown where they are read.
type openVars struct {
	vars  map[*ir.Var]bool
	start map[*ir.Var]bool   // those that may be read before anything is assigned to them
	dead  map[ir.EdgeID]bool // Havocs after which nobody reads the variable
}

// findOpen follows the reads of each variable back to where it gets its value.
func findOpen(p *ir.Program) openVars {
	o := openVars{vars: map[*ir.Var]bool{}, start: map[*ir.Var]bool{}, dead: map[ir.EdgeID]bool{}}
	calls := false
	reads, havocs, copies := map[*ir.Var][]ir.Loc{}, map[*ir.Var][]*ir.Edge{}, map[*ir.Var][]*ir.Var{}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		ir.EachRead(e.Stmt, func(v *ir.Var) {
			if v.Type.Kind != ir.Memory {
				reads[v] = append(reads[v], e.From)
			}
		})
		switch s := e.Stmt.(type) {
		case *ir.Havoc:
			if s.Var.Type.Kind != ir.Memory {
				havocs[s.Var] = append(havocs[s.Var], e)
				o.dead[e.ID] = true
			}
		case *ir.Assign:
			if s.Var.Type.Kind != ir.Memory {
				ir.EachVar(s.Expr, func(v *ir.Var) { copies[v] = append(copies[v], s.Var) })
			}
		case *ir.Call:
			calls = true
			if s.Callee == nil || len(s.Callee.Params) != len(s.Args) {
				continue
			}
			for i, a := range s.Args {
				param := s.Callee.Params[i]
				ir.EachVar(a, func(v *ir.Var) { copies[v] = append(copies[v], param) })
			}
			if s.Result != nil {
				copies[s.Callee.Result] = append(copies[s.Callee.Result], s.Result)
			}
		}
	}
	for _, f := range p.Funcs {
		if f.Result != nil && f.Defined {
			reads[f.Result] = append(reads[f.Result], f.Exit)
		}
	}
	mark := make([]int32, len(p.Locs))
	var todo []ir.Loc
	var open []*ir.Var
	epoch := int32(0)
	p.AllVars(func(v *ir.Var) {
		if len(reads[v]) == 0 {
			return
		}
		if calls && v.Func == nil { // it may be written and read by any function
			o.start[v], o.vars[v] = true, true
			open = append(open, v)
			for _, e := range havocs[v] {
				delete(o.dead, e.ID)
			}
			return
		}
		epoch++
		todo = todo[:0]
		reach := func(l ir.Loc) {
			if mark[l] != epoch {
				mark[l] = epoch
				todo = append(todo, l)
			}
		}
		for _, l := range reads[v] {
			reach(l)
		}
		for len(todo) > 0 {
			l := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, id := range p.Locs[l].In {
				if e := p.Edges[id]; ir.Written(e.Stmt) != v {
					reach(e.From)
				}
			}
		}
		isOpen := false
		entry := p.Main.Entry
		if v.Func != nil {
			entry = v.Func.Entry
		}
		if mark[entry] == epoch && (entry == p.Main.Entry || !slices.Contains(v.Func.Params, v)) {
			o.start[v], isOpen = true, true
		}
		for _, e := range havocs[v] {
			if mark[e.To] == epoch {
				delete(o.dead, e.ID)
				isOpen = true
			}
		}
		if isOpen {
			o.vars[v] = true
			open = append(open, v)
		}
	})
	for len(open) > 0 {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		for _, to := range copies[v] {
			if !o.vars[to] {
				o.vars[to] = true
				open = append(open, to)
			}
		}
	}
	return o
}
