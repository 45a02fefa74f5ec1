package explain

import (
	"context"
	"slices"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Value is a scalar that a function finds when it is called: a parameter, a global variable, or what a pointer leads to, in the words of
// the function, such as r->head. An address is a number as any: 0 is null.
type Value struct {
	Name    string
	Type    ir.Type
	Value   num.Int
	Matters bool // something on the way to the end of the execution depends on it
}

// Entry are the values with which the function of the surroundings of p is called in an execution: all that the surroundings set, whether
// anything depends on them or not, the last value of each. There are none of a program without surroundings, and of a long execution.
func Entry(p *ir.Program, t *verdict.Trace) (list []Value) {
	env := p.Environment
	if env == nil || t.Long() {
		return nil
	}
	r := newRecorder(p, t)
	interp.Run(context.Background(), p, counterexample.Inputs(t), interp.Options{NoPath: true, MaxSteps: len(t.Path) + 1, Step: r.step})
	r.slice(t.Error)
	for i := range r.steps {
		s := &r.steps[i]
		name, typ, v, ok := r.names.change(s) // of each step, so that what is assembled of bytes is right
		places := p.Places(s.Edge)
		set := len(places) > 0 && places[0].File == env.Name()
		if !set && p.Locs[s.Edge.From].Function() == env.Function {
			break
		}
		if !ok || !set {
			continue
		}
		matters := s.matters
		list = slices.DeleteFunc(list, func(x Value) bool {
			matters = matters || x.Name == name && x.Matters // in parts
			return x.Name == name
		})
		list = append(list, Value{name, typ, v, matters})
	}
	return list
}
