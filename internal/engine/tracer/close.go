package tracer

import (
	"slices"

	"craig/internal/engine"
	"craig/logic/smt"
	"craig/logic/term"
)

// maxAdded bounds the constraints that a header is given afterwards.
const maxAdded = 24

// closing finds the label of a finished header h: a subset of its live constraints, with clauses
// about variables that the loop leaves alone, that implies what is asked for below h and that is
// inductive.
type closing struct {
	s              *search
	h              *header
	wp             label              // what is asked for at h
	facts          map[term.Term]bool // about variables that the loop leaves alone
	ask            []term.Term        // live constraints, facts and what is given
	byForm         map[term.Term]*candidate
	chosen         map[*candidate]*candidate // for which outer constraint; nil: the proof
	order          []*candidate              // the keys of chosen
	frame          label
	summarisedLoop map[clause]bool
}

// close computes the label of f's header, given what is asked for below it. Without ok, the
// header's state is too strong for its constraints or the constraints are too weak for what is
// asked for; the header has been changed, and arcs have to be explored again.
//
// After it, labels below that rest on h stand for themselves: constraints of h in them are void
// or part of them, and clauses about variables that the loop leaves alone are added.
func (s *search) close(f *frame, wp label, below deps) (label, deps, bool) {
	h := f.header
	c := &closing{
		s: s, h: h, wp: wp,
		facts: map[term.Term]bool{}, byForm: map[term.Term]*candidate{},
		chosen: map[*candidate]*candidate{}, summarisedLoop: map[clause]bool{},
	}
	for _, k := range h.cands {
		if k.live() && c.byForm[k.f] == nil {
			c.byForm[k.f] = k
			c.ask = append(c.ask, k.f)
		}
	}
	if f.b.given.Valid() {
		c.ask = append(c.ask, term.Conjuncts(f.b.given)...)
	}
	for _, l := range s.project(h.loop) {
		if !s.touches(h.loop, l) {
			c.facts[l] = true
			c.ask = append(c.ask, l)
		}
	}
	if missing := c.closure(); missing.Valid() {
		if s.stop == "" {
			s.strengthen(f, missing)
		}
		return nil, nil, false
	}
	var l label
	for _, k := range h.cands {
		if !k.live() {
			continue
		}
		if outer, ok := c.chosen[k]; ok {
			k.status, k.outer = needed, outer
			l = append(l, clause{k.f, outer})
		} else {
			k.status = dropped
		}
	}
	rest := below.without(h)
	for _, e := range s.table.log[f.logged:] {
		if !e.dead && e.deps.has(h) {
			e.label = append(e.label.current(), c.frame...)
			e.deps = e.deps.without(h).union(rest)
			h.rest = append(h.rest, e)
		}
	}
	return s.simplify(append(l, c.frame...)), rest, true
}

// closure fills chosen and frame. It returns a clause that it could not justify.
func (c *closing) closure() (missing term.Term) {
	var outers []*candidate
	seen := map[*candidate]bool{nil: true}
	for _, k := range c.wp {
		if k.cand != nil && k.cand.header != c.h && !seen[k.cand] {
			seen[k.cand] = true
			outers = append(outers, k.cand)
		}
	}
	for _, outer := range append([]*candidate{nil}, outers...) {
		for _, k := range c.wp {
			if k.cand == outer {
				if m := c.justify(k.f, outer); m.Valid() {
					return m
				}
			}
		}
	}
	return term.Term{}
}

// justify chooses constraints that imply the clause f, on behalf of outer, and what those ask
// for in turn.
func (c *closing) justify(f term.Term, outer *candidate) (missing term.Term) {
	s := c.s
	if !s.touches(c.h.loop, f) {
		c.keep(clause{f, outer})
		return missing
	}
	core := c.single(f)
	if core == nil {
		ans := s.decide(s.st.Not(f), c.connected(f)...)
		if ans.Status != smt.Unsat {
			return f
		}
		core = ans.Core
	}
	for _, g := range core {
		if c.facts[g] {
			c.keep(clause{g, outer})
			continue
		}
		k := c.byForm[g]
		if k == nil {
			s.leans = true // given
			continue
		}
		old, have := c.chosen[k]
		switch {
		case have && (old == nil || old == outer):
			continue
		case have:
			c.chosen[k] = nil // for more than one outer constraint: for good
		default:
			c.chosen[k] = outer
			c.order = append(c.order, k)
		}
		for _, w := range c.wp {
			if w.cand == k {
				if m := c.justify(w.f, c.chosen[k]); m.Valid() {
					return m
				}
			}
		}
	}
	return missing
}

// single finds one constraint that implies the clause f by the set of values of a literal.
func (c *closing) single(f term.Term) []term.Term {
	if c.byForm[f] != nil {
		return []term.Term{f}
	}
	for _, d := range term.Disjuncts(f) {
		l := c.s.forms.of(d)
		if !l.form.Valid() {
			continue
		}
		for _, g := range c.ask {
			if k := c.s.forms.of(g); k.form == l.form && k.implies(l) {
				return []term.Term{g}
			}
		}
	}
	return nil
}

// connected lists the constraints and facts that share variables with f, or with others that do.
func (c *closing) connected(f term.Term) []term.Term {
	vars := c.s.path.vars
	reached := map[term.Term]bool{}
	for _, x := range vars.of(f) {
		reached[x] = true
	}
	in := make([]bool, len(c.ask))
	for changed := true; changed; {
		changed = false
		for i, g := range c.ask {
			if in[i] || !slices.ContainsFunc(vars.of(g), func(x term.Term) bool { return reached[x] }) {
				continue
			}
			in[i], changed = true, true
			for _, x := range vars.of(g) {
				reached[x] = true
			}
		}
	}
	var out []term.Term
	for i, g := range c.ask {
		if in[i] {
			out = append(out, g)
		}
	}
	return out
}

func (c *closing) keep(k clause) {
	if !c.summarisedLoop[k] {
		c.summarisedLoop[k] = true
		c.frame = append(c.frame, k)
	}
}

// touches says whether f mentions a variable that the loop assigns.
func (s *search) touches(l *loop, f term.Term) bool {
	for _, x := range s.path.vars.of(f) {
		if v := s.sem.VarOf(x); v == nil || l.modifies[v] {
			return true
		}
	}
	return false
}

// strengthen reacts to a clause at the header of f, the current state, that the header's
// constraints do not imply. If the state is the one that the header was reached with, it is
// weakened to the constraints; otherwise the clause, which the state satisfies, becomes a
// constraint. If that does not end, nothing will be subsumed by the header.
func (s *search) strengthen(f *frame, missing term.Term) {
	h := f.header
	if h.weakened {
		if h.added == maxAdded {
			if s.loops.exhausted(h) {
				return
			}
			s.restartAt(h, &header{loop: h.loop, locked: h.locked, alone: true})
			return
		}
		h.added++
		// Labels below do not carry it.
		s.kill(f.logged, func(d *header) bool { return d == h })
		h.cands = append(h.cands, &candidate{header: h, f: missing})
	}
	h.weakened = true
	s.stats.widenings++
	s.event(engine.Event{Kind: engine.Widen, Loc: f.b.loc, Node: f.node, Term: missing})
	s.path.undo(f.start)
	s.weaken(h)
	s.through(f, false)
	for i := range f.kids {
		f.kids[i].status = again
	}
}
