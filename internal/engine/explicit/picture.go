package explicit

import (
	"craig/internal/engine"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// picture is what it takes to tell whoever draws a search of its states: their numbers, by their places in the table.
type picture struct {
	context *sem.Context
	numbers map[int]int
}

// Describe has the search tell of each state which one it was first reached from, and the values that it has. It is called before Run.
func (s *Search) Describe() {
	s.picture = &picture{sem.New(term.NewStore(), s.m.p), map[int]int{}}
}

// tell tells of the state that the machine is set to, which is at the place s.from.
func (s *Search) tell(told func(engine.Event)) {
	e := engine.Event{Kind: engine.Expand, Loc: s.m.places[s.placeAt(s.from)].loc, Node: s.done}
	if s.picture == nil {
		told(e)
		return
	}
	e.From = s.picture.numbers[s.states.from(s.from)]
	s.picture.numbers[s.from] = e.Node
	told(e)
	e.Kind, e.Term = engine.Label, s.values()
	told(e)
}

// values is what the state that the machine is set to says of variables. Inputs have their bounds.
func (s *Search) values() term.Term {
	c, m := s.picture.context, s.m
	var parts []term.Term
	for _, r := range m.places[s.placeAt(s.from)].vars {
		lo, hi := m.regs[r], m.regs[r]
		if t := m.tags[r]; t != 0 {
			lo, hi = m.inputs[t-1].lo, m.inputs[t-1].hi
		}
		v := c.Var(m.vars[r])
		if lo == hi {
			parts = append(parts, c.Store.Eq(v, c.Store.Int(lo)))
		} else {
			parts = append(parts, c.Store.Le(c.Store.Int(lo), v), c.Store.Le(v, c.Store.Int(hi)))
		}
	}
	return c.Store.And(parts...)
}
