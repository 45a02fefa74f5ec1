package tracer

import (
	"slices"

	"craig/internal/engine"
	"craig/logic/smt"
	"craig/logic/term"
)

// table is M: the labels of finished nodes by location.
type table struct {
	entries [][]*entry // by location, the oldest first
	log     []*entry   // all of them, the oldest first
}

// entry is a node with its label.
//
// Until the headers that it depends on are finished, the label is good only together with them:
// some path below the node ends in their states.
type entry struct {
	node  int
	block *block
	label label
	kids  []target // what became of the block's arcs
	deps  deps
	uses  []*entry // what the proof of the label rests on
	dead  bool     // a header that it depends on has been given up
	cut   []int    // of deepening: how often the path had come to each loop head; nil: nothing was cut
}

// target is what a node that e subsumes gets.
func (e *entry) target() target {
	return target{label: e.label, deps: e.deps, entries: []*entry{e}, cut: e.cut != nil}
}

// deps is a set of open headers, by rising ID.
type deps []*header

func (d deps) union(e deps) deps {
	if len(e) == 0 {
		return d
	}
	if len(d) == 0 {
		return e
	}
	out := make(deps, 0, len(d)+len(e))
	for len(d) > 0 && len(e) > 0 {
		switch {
		case d[0] == e[0]:
			out = append(out, d[0])
			d, e = d[1:], e[1:]
		case d[0].id < e[0].id:
			out = append(out, d[0])
			d = d[1:]
		default:
			out = append(out, e[0])
			e = e[1:]
		}
	}
	return append(append(out, d...), e...)
}

// within says that the path has not left the loop of any of the headers.
func (d deps) within(inside []*header) bool {
	for _, h := range d {
		if h.place >= len(inside) || inside[h.place] != h {
			return false
		}
	}
	return true
}

func (d deps) has(h *header) bool { return slices.Contains(d, h) }

func (d deps) without(h *header) deps {
	i := slices.Index(d, h)
	if i < 0 {
		return d
	}
	return append(append(deps(nil), d[:i]...), d[i+1:]...)
}

// store puts the label of f into the table.
func (s *search) store(f *frame, l label, t target) *entry {
	e := &entry{node: f.node, block: f.b, label: l, deps: t.deps, uses: t.entries}
	for i := range f.kids {
		e.kids = append(e.kids, f.kids[i].target)
	}
	if t.cut {
		inside := f.inside
		if f.header != nil {
			inside = inside[:f.header.place] // as a path that comes here has it
		}
		e.cut = arrivals(inside)
	}
	s.table.log = append(s.table.log, e)
	at := &s.table.entries[f.b.loc]
	*at = append(*at, e)
	if s.task.Event != nil {
		s.event(engine.Event{Kind: engine.Label, Loc: f.b.loc, Node: f.node, Term: l.formula(s.st)})
	}
	return e
}

// kill removes the labels made since the table had n that depend on a header that drop wants.
func (s *search) kill(n int, drop func(*header) bool) {
	for _, e := range s.table.log[n:] {
		if slices.ContainsFunc(e.deps, drop) {
			e.dead = true
		}
	}
}

// subsumed is SUBSUMED: a label at the start of b that the current state implies. Line 48 is part
// of it: where the label carries constraints of open headers that the state would violate, these
// headers are weakened, if they can be.
func (s *search) subsumed(b *block) (target, bool) {
	at := s.table.entries[b.loc]
	live := at[:0]
	for _, e := range at {
		if !e.dead {
			live = append(live, e)
		}
	}
	s.table.entries[b.loc] = live
	inside := s.inside(b)
	for i := len(live) - 1; i >= 0; i-- {
		e := live[i]
		if !e.deps.within(inside) || e.cut != nil && !deeper(arrivals(inside), e.cut) {
			continue
		}
		e.label = e.label.current()
		if !s.implied(e.label, func(c *candidate) bool { return c == nil }) {
			continue
		}
		if !s.implied(e.label, func(c *candidate) bool { return c != nil }) && !s.giveUpCarried(e) {
			continue
		}
		s.stats.siblings++
		s.event(engine.Event{Kind: engine.Subsume, Loc: b.loc, Node: s.newNode(), Other: e.node})
		e.label = e.label.current()
		return e.target(), true
	}
	return target{}, false
}

// implied says that the current state implies the clauses of l that sel selects.
func (s *search) implied(l label, sel func(*candidate) bool) bool {
	p := s.path
	var open []term.Term
	for _, c := range l {
		if !sel(c.cand) {
			continue
		}
		f := p.at(c.f)
		switch {
		case f.IsTrue():
		case f.IsFalse() || p.refuted(f):
			return false
		default:
			open = append(open, p.st.Not(f))
		}
	}
	if len(open) == 0 {
		return true
	}
	return p.ask(p.st.Or(open...)).Status == smt.Unsat
}

// violated lists the candidates of l's clauses that the current state does not imply.
func (s *search) violated(l label) []*candidate {
	var fs []term.Term
	var cands []*candidate
	for _, c := range l {
		if c.cand != nil {
			fs = append(fs, s.path.at(c.f))
			cands = append(cands, c.cand)
		}
	}
	var out []*candidate
	for i, ok := range s.path.impliesEach(fs) {
		if !ok && !slices.Contains(out, cands[i]) {
			out = append(out, cands[i])
		}
	}
	return out
}
