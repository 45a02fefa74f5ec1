package lazy

import (
	"craig/logic/smt"
	"craig/logic/term"
)

// state is where the search is: at a node, with the model of the query that has led there.
type state struct {
	node  *node
	vals  []term.Term
	frame *frame
	model smt.Model

	values map[term.Term]term.Term // of the symbols of labels of node; nil until they are asked for
}

// witness gives values to the symbols of a node's labels that are no memory, which may be large: those of a state that a label was learned in, which it blocks.
type witness map[term.Term]term.Term

// witness is that of the state; nil if there is none.
func (s *search) witness() witness {
	at := s.now
	if at == nil || at.model == nil {
		return nil
	}
	if at.values == nil {
		at.values = map[term.Term]term.Term{s.abort: at.model.Eval(at.frame.abort)}
		for i, v := range at.node.syms {
			if !v.Sort().IsArray() {
				at.values[v] = at.model.Eval(at.vals[i])
			}
		}
		for i, v := range at.node.proc.exits() {
			if p := at.frame.primes[i]; !p.Sort().IsArray() {
				at.values[s.prime(v)] = at.model.Eval(p)
			}
		}
	}
	return at.values
}

// excludes says that f is false of w.
func (w witness) excludes(st *term.Store, f term.Term) bool {
	if w == nil {
		return false
	}
	v, ok := st.Eval(f, func(t term.Term) (term.Term, bool) {
		c, ok := w[t]
		return c, ok
	})
	return ok && v.IsFalse()
}
