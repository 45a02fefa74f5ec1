package report

import (
	"slices"
	"strings"

	"craig/evidence/verdict"
	"craig/program/ir"
)

// inputs lists the unknown values of a trace in the order of the execution, without those that
// the front end made for approximations.
func inputs(p *ir.Program, t *verdict.Trace) []Input {
	var ins []Input
	for i, id := range t.Path {
		e := p.Edges[id]
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok {
			continue
		}
		in := Input{Place: place(e.Pos), Index: i, Name: h.Name}
		if h.Source == ir.FromCall {
			in.Name += "()"
		}
		if v, ok := t.Input[i]; ok {
			in.Value = v.String()
		}
		if cells := t.Memory[i]; len(cells) > 0 {
			in.Memory = map[string]string{}
			for a, v := range cells {
				in.Memory[a] = v.String()
			}
		}
		if in.Value != "" || in.Memory != nil {
			ins = append(ins, in)
		}
	}
	return ins
}

func (in Input) value() string {
	if in.Memory == nil {
		return in.Value
	}
	var addrs []string
	for a := range in.Memory {
		addrs = append(addrs, a)
	}
	slices.Sort(addrs)
	for i, a := range addrs {
		addrs[i] = "[" + a + "] " + in.Memory[a]
	}
	return strings.Join(addrs, ", ")
}

// steps are the lines of the execution at which values change.
func steps(p *ir.Program, t *verdict.Trace) []Step {
	return nil
}
