// Package statements says of the text of a program what its automata have of it: which bodies, and where statements begin, for those who ask which of them
// are executed.
package statements

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/lower"
	"craig/internal/program/ir"
)

// List are the statements of p, which res has been made of. Those of functions that nothing uses are on it if whole says so: the program begins in main.
// Those of functions that are errors never are.
func List(p *core.Program, res *lower.Result, whole bool) (list []ir.Statement) {
	for i, s := range p.Statements {
		x := ir.Statement{Pos: pos(p, s.At), Role: roles[s.Role], Of: pos(p, s.Of), Constant: s.Constant, Depth: s.Depth, Empty: s.Empty, Lowered: len(res.Begun[i]) > 0}
		used := false
		for _, f := range s.Funcs {
			made, addressed := res.Made(f.Var)
			if (made || whole) && !res.IsError(f.Var) {
				if !used {
					x.Func, x.FuncPos = f.Var.Name, pos(p, f.Pos)
				}
				used = true
				x.Made, x.Addr = x.Made || made, x.Addr || addressed
			}
		}
		if !used {
			continue
		}
		x.Fails = s.Calls != nil && (failing[s.Calls.Name] || res.IsError(s.Calls))
		for _, e := range res.Begun[i] {
			if int(e.ID) < len(res.Program.Edges) && res.Program.Edges[e.ID] == e {
				x.Edges = append(x.Edges, e.ID)
			}
		}
		list = append(list, x)
	}
	return list
}

func pos(p *core.Program, at core.Pos) ir.Pos {
	pl := p.Place(at)
	return ir.Pos{File: pl.File, Line: pl.Line, Col: pl.Col}
}

var roles = map[core.Role]ir.Role{
	core.Follows: ir.Follows, core.OfThen: ir.Then, core.OfElse: ir.Else, core.OfBody: ir.Body,
	core.AfterCase: ir.Case, core.AfterDefault: ir.Default, core.AfterLabel: ir.Labelled,
}

// failing are functions that programs call where they think that they never are.
var failing = map[string]bool{
	"abort": true, "__assert_fail": true, "__assert_rtn": true, "__assert_perror_fail": true, "__assert": true, "__assert_func": true,
	"__builtin_unreachable": true, "__builtin_trap": true, "__builtin_abort": true, "reach_error": true, "__VERIFIER_error": true,
}
