package prepare

import (
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
		at := info.Pos
		if list := info.Places(); len(list) > 0 {
			at = list[0]
		}
		only := p.opts.Only
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

// when puts the error of a location behind the condition under which it counts.
func when(q *ir.Program, only *cfront.Errors, info *ir.LocInfo) {
	for _, v := range q.Globals {
		if v.CName == only.Variable && v.Func == nil {
			to := q.NewLoc(info.Func, info.Pos)
			q.Locs[to].Goal, q.Locs[to].Why, q.Locs[to].Instance = info.Goal, info.Why, info.Instance
			q.NewEdge(info.ID, to, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.VarExpr(v), ir.ConstInt(v.Type, only.Value))}, info.Pos)
			return
		}
	}
}
