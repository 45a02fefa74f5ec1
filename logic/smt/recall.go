package smt

import (
	"slices"

	"craig/logic/term"
)

// maxModels is how many earlier models are tried before a search.
const maxModels = 6

// recall returns an earlier model that satisfies the stack and the assumptions, or nil.
func (e *Native) recall(assumptions []term.Term) *model {
models:
	for i, m := range e.models {
		for m.prefix < len(e.stack) {
			if !m.holds(e.stack[m.prefix].f) {
				continue models
			}
			m.prefix++
		}
		for _, a := range assumptions {
			if !m.holds(a) {
				continue models
			}
		}
		copy(e.models[1:i+1], e.models[:i])
		e.models[0] = m
		return m
	}
	return nil
}

// remember keeps a model for recall.
func (e *Native) remember(m *model) {
	if len(e.models) == maxModels {
		e.spare, e.models[maxModels-1].memo = e.models[maxModels-1].memo, memo{}
		e.spare.reset()
		e.models = e.models[:maxModels-1]
	}
	m.engine = e
	e.models = slices.Insert(e.models, 0, m)
}
