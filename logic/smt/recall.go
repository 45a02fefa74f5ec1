package smt

import (
	"slices"

	"craig/logic/smt/internal/model"
	"craig/logic/term"
)

// maxModels is how many earlier models are tried before a search.
const maxModels = 6

// recall returns an earlier model that satisfies the stack and the assumptions, or nil.
func (e *Native) recall(assumptions []term.Term) *model.Model {
models:
	for i, m := range e.models {
		for m.Prefix < len(e.stack) {
			if !m.Holds(e.stack[m.Prefix].f) {
				continue models
			}
			m.Prefix++
		}
		for _, a := range assumptions {
			if !m.Holds(a) {
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
func (e *Native) remember(m *model.Model) {
	if len(e.models) == maxModels {
		e.spare, e.models[maxModels-1].Memo = e.models[maxModels-1].Memo, model.Memo{}
		e.spare.Reset()
		e.models = e.models[:maxModels-1]
	}
	m.Tick = e.tick
	e.models = slices.Insert(e.models, 0, m)
}
