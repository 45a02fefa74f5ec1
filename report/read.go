package report

import (
	"fmt"

	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/program/ir"
)

// Result makes the verdict with its evidence again, for p, which craig.Load has made of the
// document's files and options.
func (d *Document) Result(p *ir.Program) (*verdict.Result, error) {
	switch d.Verdict {
	case verdict.True.String():
		return nil, fmt.Errorf("cannot read invariants yet")
	case verdict.False.String():
		if d.Trace == nil {
			return nil, fmt.Errorf("there is no trace in it")
		}
		t := &verdict.Trace{Path: d.Trace.Path, Error: d.Trace.Error, Property: d.Property}
		for _, in := range d.Trace.Inputs {
			if in.Value != "" {
				v, ok := num.ParseInt(in.Value)
				if !ok {
					return nil, fmt.Errorf("input %d: %q is not a number", in.Index, in.Value)
				}
				if t.Input == nil {
					t.Input = map[int]num.Int{}
				}
				t.Input[in.Index] = v
			}
			for a, text := range in.Memory {
				v, ok := num.ParseInt(text)
				if !ok {
					return nil, fmt.Errorf("input %d: %q is not a number", in.Index, text)
				}
				if t.Memory == nil {
					t.Memory = map[int]map[string]num.Int{}
				}
				if t.Memory[in.Index] == nil {
					t.Memory[in.Index] = map[string]num.Int{}
				}
				t.Memory[in.Index][a] = v
			}
		}
		return &verdict.Result{Verdict: verdict.False, Trace: t}, nil
	}
	return nil, fmt.Errorf("UNKNOWN has no evidence")
}
