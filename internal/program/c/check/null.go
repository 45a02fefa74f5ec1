package check

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// notNull: no memory is accessed through a null pointer, and no function is called through one.
var notNull = []core.Demand{core.NotNull}

// pointer adds the goals of the pointer from which the address at is computed, which is used. The address of a variable is none.
func (a *adder) pointer(at *core.Expr) {
	switch x := (*at).(type) {
	case *core.PtrAdd:
		a.pointer(&x.X)
		return
	case *core.Convert:
		if x.X.Type().Kind == types.Pointer {
			a.pointer(&x.X)
			return
		}
	case *core.AddrOf:
		a.leads(x.X)
		return
	case *core.Decay:
		a.leads(x.X)
		return
	case *core.Checked: // it is used twice, or an index
		if add, ok := x.X.(*core.PtrAdd); ok {
			a.pointer(&add.X)
		}
		return
	}
	var goals []core.Goal
	for _, p := range a.asked {
		for _, d := range p.rule.pointer {
			goals = append(goals, core.Goal{Demand: d, Property: p.property})
		}
	}
	if len(goals) > 0 {
		*at = &core.Checked{X: *at, Goals: goals}
	}
}

// leads adds the goals of the pointer, if there is one, that leads to a place.
func (a *adder) leads(x core.Place) {
	switch x := x.(type) {
	case *core.DerefPlace:
		a.pointer(&x.X)
	case *core.FieldPlace:
		a.leads(x.X)
	case *core.PartPlace:
		a.leads(x.X)
	}
}

// accessed adds the goals of a place that is read or written.
func (a *adder) accessed(x core.Place) {
	a.leads(x)
	a.inside(x)
}
