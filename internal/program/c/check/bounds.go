package check

import (
	"slices"

	"craig/internal/program/c/core"
)

// bounds: memory is accessed inside of the object that the pointer was derived from, and the element of an array of known length that is
// designated is one of the array; of the one past its end the address may be taken. valid-deref demands the first of objects that live.

// inside adds the goals of the pointer, if there is one, through which a place is read or written.
func (a *adder) inside(x core.Place) {
	switch x := x.(type) {
	case *core.DerefPlace:
		a.demand(&x.X, core.Inside, func(r rule) bool { return r.inside })
	case *core.FieldPlace:
		a.inside(x.X)
	case *core.PartPlace:
		a.inside(x.X)
	}
}

// index adds the goals of the index, if there is one, by which a place is designated; an element past the end may be meant if end says so.
func (a *adder) index(at *core.Expr, end bool) {
	add, ok := (*at).(*core.PtrAdd)
	if !ok || add.Array() == nil {
		return
	}
	d := core.Index
	if end {
		d = core.IndexOrEnd
	}
	a.demand(at, d, func(r rule) bool { return r.index })
}

// demand adds a goal of each property whose rule asks for it.
func (a *adder) demand(at *core.Expr, d core.Demand, asks func(r rule) bool) {
	c, checked := (*at).(*core.Checked)
	if checked && core.Demands(c.Goals, d) {
		return // it is used twice
	}
	i := slices.IndexFunc(a.asked, func(p asked) bool { return asks(p.rule) })
	if i < 0 {
		return
	}
	if !checked {
		c = &core.Checked{X: *at}
		*at = c
	}
	c.Goals = append(c.Goals, core.Goal{Demand: d, Property: a.asked[i].property})
}
