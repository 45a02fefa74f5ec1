package tracer

import (
	"craig/logic/smt"
	"craig/logic/term"
)

// maxModels bounds how many models are kept.
const maxModels = 12

// models keeps the latest models of path conditions, the most recently useful first: most
// questions (is this branch feasible, does this state imply that) have been answered by one of
// them already.
type models struct {
	ring []*model
}

// model is a model with what is known of it and the current path condition pc: pc[:good] holds,
// and if bad >= 0, pc[bad] does not.
type model struct {
	m         smt.Model
	good, bad int
	known     map[term.Term]bool // values of formulas
}

func (m *model) holds(f term.Term) bool {
	switch f.Op() {
	case term.True:
		return true
	case term.False:
		return false
	}
	v, ok := m.known[f]
	if !ok {
		v = m.m.Eval(f).IsTrue()
		m.known[f] = v
	}
	return v
}

// satisfies says whether the model is one of pc.
func (m *model) satisfies(pc []term.Term) bool {
	if m.bad >= 0 {
		return false
	}
	for m.good < len(pc) {
		if !m.holds(pc[m.good]) {
			m.bad = m.good
			return false
		}
		m.good++
	}
	return true
}

// find returns whether some model satisfies pc and f.
func (ms *models) find(pc []term.Term, f term.Term) bool {
	for i, m := range ms.ring {
		if m.satisfies(pc) && m.holds(f) {
			copy(ms.ring[1:i+1], ms.ring[:i])
			ms.ring[0] = m
			return true
		}
	}
	return false
}

// any returns a model of pc; nil if none is known.
func (ms *models) any(pc []term.Term) smt.Model {
	for _, m := range ms.ring {
		if m.satisfies(pc) {
			return m.m
		}
	}
	return nil
}

// add keeps a model of pc[:good].
func (ms *models) add(m smt.Model, good int) {
	if m == nil {
		return
	}
	if len(ms.ring) < maxModels {
		ms.ring = append(ms.ring, nil)
	}
	copy(ms.ring[1:], ms.ring)
	ms.ring[0] = &model{m: m, good: good, bad: -1, known: map[term.Term]bool{}}
}

// cut tells that pc has been cut to length n.
func (ms *models) cut(n int) {
	for _, m := range ms.ring {
		m.good = min(m.good, n)
		if m.bad >= n {
			m.bad = -1
		}
	}
}
