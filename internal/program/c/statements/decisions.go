package statements

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/lower"
	"craig/internal/program/ir"
)

// Decisions are those of p, which res has been made of, in functions that have an automaton.
func Decisions(p *core.Program, res *lower.Result) (list []*ir.Decision) {
	edges := func(mark int) (ids []ir.EdgeID) {
		for _, e := range res.Begun[mark-1] {
			if int(e.ID) < len(res.Program.Edges) && res.Program.Edges[e.ID] == e {
				ids = append(ids, e.ID)
			}
		}
		return ids
	}
	for _, d := range p.Decisions {
		if made, _ := res.Made(d.Func.Var); !made {
			continue
		}
		x := &ir.Decision{Pos: pos(p, d.At), Func: d.Func.Var.Name, Text: d.Text, Root: operator(d.Root)}
		for _, c := range d.Conditions {
			x.Conditions = append(x.Conditions, ir.Condition{Pos: pos(p, c.At), Text: c.Text})
		}
		for _, w := range d.Words {
			x.Words = append(x.Words, ir.ConditionWord{First: w.First, End: w.End, Edges: edges(w.Statement)})
		}
		for _, m := range d.Marks {
			x.Marks = append(x.Marks, ir.Mark{Condition: m.Condition, Value: m.Value, Edges: edges(m.Statement)})
		}
		list = append(list, x)
	}
	return list
}

func operator(o *core.Operator) *ir.Operator {
	if o == nil {
		return nil
	}
	return &ir.Operator{Or: o.Or, Not: o.Not, X: operator(o.X), Y: operator(o.Y), Condition: o.Condition}
}
