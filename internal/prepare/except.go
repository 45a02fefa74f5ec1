package prepare

import (
	"fmt"
	"slices"

	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// except makes the errors of q that the options leave out ends of executions, and says so in its notes. An error is
// where answers say that it is: what is in a model of a library function is where that is called, if calls are inlined.
func (p *Program) except(q *ir.Program) {
	if p.lives() {
		q.Plain = &ir.Plain{Asked: slices.Clone(p.opts.Properties), Left: map[ir.Loc]bool{}}
	}
	if len(p.opts.Except) == 0 && p.opts.Only == nil {
		return
	}
	for l := range len(q.Locs) {
		info := q.Locs[l]
		if info == nil || info.Goal.Kind != ir.Violation {
			continue
		}
		at, only := place(info), p.opts.Only
		if only != nil && only.Race != nil {
			race(q, only, info)
			continue
		}
		left := slices.Contains(p.opts.Except, cfront.Exception{File: at.File, Line: at.Line, Property: info.Goal.Property}) ||
			only != nil && at.File != only.File
		if !left && (only == nil || only.Variable == "") {
			continue
		}
		if !left {
			when(q, only, info)
		}
		info.Goal, info.Why = ir.Goal{}, ir.LeftOut
		if q.Plain != nil {
			q.Plain.Left[ir.Loc(l)] = true
		}
	}
	for _, e := range p.opts.Except {
		q.Notes = append(q.Notes, ir.Note{Kind: ir.Assumption, Pos: ir.Pos{File: e.File, Line: e.Line, Col: 1},
			Text: "errors of " + e.Property + " in this line are left out, and what would come after them"})
	}
}

// place is where answers say that something is.
func place(info *ir.LocInfo) ir.Pos {
	if list := info.Places(); len(list) > 0 {
		return list[0]
	}
	return info.Pos
}

// race leaves of an error what counts of it where only some races do.
func race(q *ir.Program, only *cfront.Errors, info *ir.LocInfo) {
	goal, why, beside := info.Goal, info.Why, info.Beside
	info.Goal, info.Why, info.Beside = ir.Goal{}, ir.LeftOut, nil
	if beside == nil {
		return
	}
	own := func(of *ir.LocInfo) (v *ir.Var) {
		name := only.Race.Variable
		if n := of.Thread(); n > 0 {
			name = fmt.Sprintf("%s@%d", name, n)
		}
		return global(q, name)
	}
	is := func(v *ir.Var, value *int64) *ir.Expr {
		switch {
		case value == nil:
			return ir.True()
		case v == nil: // it is written nowhere, and so no thread has a number
			return ir.False()
		}
		return ir.Compare(ir.OpEq, ir.VarExpr(v), ir.ConstInt(v.Type, *value))
	}
	counts := func(first, second *ir.LocInfo) *ir.Expr {
		if place(first).File != only.File || place(second).File != only.Race.Beside {
			return ir.False()
		}
		return ir.And(is(own(first), only.Race.First), is(own(second), only.Race.Second))
	}
	cond := ir.Or(counts(info, beside), counts(beside, info))
	if v := global(q, only.Variable); v != nil {
		cond = ir.And(cond, ir.Compare(ir.OpEq, ir.VarExpr(v), ir.ConstInt(v.Type, only.Value)))
	}
	to := q.NewLoc(info.Func, info.Pos)
	q.Locs[to].Goal, q.Locs[to].Why, q.Locs[to].Instance, q.Locs[to].Beside = goal, why, info.Instance, beside
	q.NewEdge(info.ID, to, &ir.Assume{Cond: cond}, info.Pos)
}

// global is the variable of a name in C; nil if there is none.
func global(q *ir.Program, name string) *ir.Var {
	for _, v := range q.Globals {
		if v.CName == name && v.Func == nil {
			return v
		}
	}
	return nil
}

// when puts the error of a location behind the condition under which it counts.
func when(q *ir.Program, only *cfront.Errors, info *ir.LocInfo) {
	if v := global(q, only.Variable); v != nil {
		to := q.NewLoc(info.Func, info.Pos)
		q.Locs[to].Goal, q.Locs[to].Why, q.Locs[to].Instance = info.Goal, info.Why, info.Instance
		q.NewEdge(info.ID, to, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.VarExpr(v), ir.ConstInt(v.Type, only.Value))}, info.Pos)
	}
}
