package certexec

import (
	"cmp"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// maxCells bounds how many cells a state may set.
const maxCells = 6_000

// From is p begun at a location in a state: a new entry sets what is known, and gives what is not any
// value, by a Havoc each, before it leads there. Locations and edges of p keep their numbers. ok is false
// if the state cannot be set so: it has too many cells, or one that has become unknown.
//
// Whenever an execution of p is at the location in a state that agrees with s where s says something, From
// has an execution that goes on as it does.
func (s State) From(p *ir.Program, at ir.Loc) (q *ir.Program, ok bool) {
	q = p.Clone()
	pos := p.Main.Pos
	q.Main.Entry = q.NewLoc(q.Main, pos)
	last := q.Main.Entry
	step := func(st ir.Stmt) {
		next := q.NewLoc(q.Main, pos)
		q.NewEdge(last, next, st, pos).Aux = true
		last = next
	}
	cells := 0
	var vars []*ir.Var
	p.AllVars(func(v *ir.Var) { vars = append(vars, v) })
	for _, v := range vars {
		if v.Type.Kind != ir.Memory {
			if w, known := s.Vars[v]; known {
				step(&ir.Assign{Var: v, Expr: ir.Const(v.Type, w)})
			} else {
				step(&ir.Havoc{Var: v, Source: ir.FromUninitialised, Name: v.CName})
			}
			continue
		}
		if w, filled := s.Fill[v]; filled {
			step(&ir.Assign{Var: v, Expr: ir.Const(v.Type, w)})
		} else {
			step(&ir.Havoc{Var: v, Source: ir.FromUninitialised, Name: v.CName})
		}
		if cells += len(s.Cells[v]); cells > maxCells {
			return nil, false
		}
		for _, addr := range slices.SortedFunc(maps.Keys(s.Cells[v]), func(a, b int64) int { return cmp.Compare(uint64(a), uint64(b)) }) {
			c := s.Cells[v][addr]
			if !c.Known {
				return nil, false
			}
			step(&ir.Store{Region: v, Addr: ir.Const(p.PtrType(), number(ir.Ptr(64), addr)), Val: ir.Const(s.Types[v], c.Value)})
		}
	}
	q.NewEdge(last, at, &ir.Skip{}, pos).Aux = true
	return q, true
}

// Inputs are the Havocs of the execution to s, with the values that the new entry of from, which From has
// made, gives on a path to the variables and regions that are still as they came from one of them.
func (s State) Inputs(from *ir.Program, path []ir.EdgeID, input map[int]num.Int, memory map[int]map[string]num.Int) (first []ir.EdgeID, values map[int]num.Int, cells map[int]map[string]num.Int) {
	values, cells = map[int]num.Int{}, map[int]map[string]num.Int{}
	for i, id := range path {
		e := from.Edges[id]
		h, isHavoc := e.Stmt.(*ir.Havoc)
		if !isHavoc || e.From < from.Main.Entry {
			continue
		}
		if at, ok := s.Sources[h.Var]; ok {
			if v, ok := input[i]; ok {
				values[at] = v
			}
			if m := memory[i]; m != nil {
				cells[at] = m
			}
		}
	}
	return s.Havocs, values, cells
}
