package check

import "craig/internal/program/c/core"

// uninit: a scalar that is read, and a result that is used, has been given a value. What elaboration makes, it gives one; a variable whose
// name is a statement is not read; and the assignment of a character to another one, which copies its bits, lowering leaves out, as it does for structures.

// given adds the goals of a place that is read.
func (a *adder) given(x *core.Load) {
	if v, ok := x.X.(*core.VarPlace); !x.Type().IsScalar() || ok && v.Var.Temp {
		return
	}
	a.givenTo(&x.Goals)
}

// gives adds those of a call, whose result is used.
func (a *adder) gives(x *core.Call) {
	if x.Dst != nil && x.Dst.Type().IsScalar() && !a.model {
		a.givenTo(&x.Goals)
	}
}

func (a *adder) givenTo(goals *[]core.Goal) {
	for _, p := range a.asked {
		if p.given && len(*goals) == 0 {
			*goals = []core.Goal{{Demand: core.Given, Property: p.property}}
		}
	}
}
