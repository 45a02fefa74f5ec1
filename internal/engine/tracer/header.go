package tracer

import (
	"slices"

	"craig/internal/engine"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// header is a node at a loop head: the ancestor σh of child-ancestor subsumption. Its state is
// the one that it was reached with until NONPATHINV weakens it; then variables that the loop
// assigns have any values that satisfy its candidates.
type header struct {
	id     int
	frame  int // where it is on the stack
	place  int // where it is among the inside of its frame
	loop   *loop
	locked []term.Term // Ψ: what must not be given up

	alone    bool // nothing is subsumed by it
	used     bool // some path around the loop was subsumed by it
	prepared bool // cands has been filled
	exact    bool // the candidates say all about the state that the header was reached with
	weakened bool
	cands    []*candidate
	entered  mark     // the state after weakening
	failed   int      // how often weakening was in vain
	rest     []*entry // labels below that rest on it, once it is finished
	added    int      // constraints added by strengthen
}

// candidate is a constraint of a header's state, over program variables.
type candidate struct {
	header *header
	f      term.Term
	status annotation
	outer  *candidate // if needed: for which constraint of an outer header; nil: for the proof

	// A constraint that gives a cell of a region its value, a constant.
	of    *ir.Var
	cell  term.Term
	value term.Term
}

// annotation is what has become of a constraint of a header.
type annotation uint8

const (
	neutral annotation = iota // holds so far
	locked                    // must not be given up (max)
	dropped                   // not invariant (min)
	needed                    // the header is finished, and its label has the constraint
)

func (c *candidate) live() bool { return c.status == neutral || c.status == locked }

// formulas lists the live constraints.
func (h *header) formulas() []term.Term {
	var fs []term.Term
	for _, c := range h.cands {
		if c.live() {
			fs = append(fs, c.f)
		}
	}
	return fs
}

// label is what a path around the loop has to come back with.
func (h *header) label() label {
	var l label
	for _, c := range h.cands {
		if c.live() {
			l = append(l, clause{c.f, c})
		}
	}
	return l
}

// maxFailures bounds how often weakening a header is tried in vain.
const maxFailures = 6

// maxAncestors bounds the headers that a state at a loop head is compared with: the oldest and
// the youngest ones.
const maxAncestors = 12

// cyclic is lines 12 to 17 of Fig. 2: the current state, at the start of b, is subsumed by an
// ancestor if that can be weakened so far.
func (s *search) cyclic(b *block) (target, bool) {
	var hs []*header
	for _, h := range slices.Backward(s.inside(b)) {
		if h.loop == b.head && !h.alone {
			hs = append(hs, h)
		}
	}
	if len(hs) > maxAncestors {
		hs = append(hs[:maxAncestors/2], hs[len(hs)-maxAncestors/2:]...)
	}
	for i := len(hs) - 1; i >= 0; i-- { // from the root
		h := hs[i]
		if !s.nonPathInv(h, b) {
			continue
		}
		h.used = true
		s.stats.ancestors++
		s.event(engine.Event{Kind: engine.Cover, Loc: b.loc, Node: s.newNode(), Other: s.stack[h.frame].node})
		return target{label: h.label(), deps: deps{h}}, true
	}
	return target{}, false
}

// nonPathInv is NONPATHINV: whether h, weakened if necessary, subsumes the current state, which
// has come back to its loop head. If so, the constraints that are not invariant along the path
// are dropped, and the path has been executed again from the weakened state. Otherwise nothing has
// changed.
func (s *search) nonPathInv(h *header, b *block) bool {
	if h.failed >= maxFailures && (!h.prepared || len(s.falsified(h)) > 0) {
		return false
	}
	if !s.holdLocked(h) {
		return false
	}
	if !h.prepared {
		s.prepare(h, true)
		s.rebuild(h.frame, false)
	}
	saved := s.save(h.frame)
	for round := 0; ; round++ {
		drop := s.falsified(h) // line 30
		for _, c := range drop {
			if c.status == locked { // I must entail Ψ
				if round > 0 {
					h.failed++
					s.restore(h.frame, saved)
					s.rebuild(h.frame, false)
				}
				return false
			}
		}
		if len(drop) == 0 && (h.exact || h.weakened) {
			if round == 0 {
				return true
			}
			// The headers above have to hold in their new states, too.
			if changed := s.rebuild(h.frame, true); !changed || len(s.falsified(h)) == 0 {
				s.stats.widenings++
				s.widened(h)
				s.testAgain(h.frame)
				return true
			}
			continue
		}
		for _, c := range drop {
			c.status = dropped // lines 36, 37
		}
		h.weakened = true
		s.rebuild(h.frame, false) // lines 31 to 33
	}
}

// widened tells that h has been weakened to its live constraints.
func (s *search) widened(h *header) {
	if s.task.Event != nil {
		f := s.stack[h.frame]
		s.event(engine.Event{Kind: engine.Widen, Loc: f.b.loc, Node: f.node, Term: s.st.And(h.formulas()...)})
	}
}

// holdLocked says that the current state implies what is locked at h.
func (s *search) holdLocked(h *header) bool {
	for _, f := range h.locked {
		if !s.path.implies(s.path.at(f)) {
			return false
		}
	}
	return true
}

// falsified lists the live constraints of h that the current state does not imply.
func (s *search) falsified(h *header) []*candidate {
	return s.notImplied(h.cands)
}

// notImplied lists the live ones of cands that the current state does not imply.
func (s *search) notImplied(cands []*candidate) []*candidate {
	var fs []term.Term
	var live []*candidate
	for _, c := range cands {
		if c.live() {
			live = append(live, c)
			fs = append(fs, s.path.at(c.f))
		}
	}
	var out []*candidate
	for i, ok := range s.path.impliesEach(fs) {
		if !ok {
			out = append(out, live[i])
		}
	}
	return out
}

// giveUpCarried weakens open headers by the constraints that the label of e carries and the
// current state violates: line 48. It reports whether the state implies the label after that;
// if it cannot, nothing has changed.
func (s *search) giveUpCarried(e *entry) bool {
	lowest := len(s.stack)
	drop := s.violated(e.label)
	if len(drop) == 0 {
		return true // each clause is implied, though the solver could not say so of all together
	}
	for _, c := range drop {
		if c.status == locked {
			return false
		}
		lowest = min(lowest, c.header.frame)
	}
	saved := s.save(lowest)
	for _, c := range drop {
		c.status = dropped
		c.header.weakened = true
	}
	s.rebuild(lowest, true)
	if s.implied(e.label.current(), func(*candidate) bool { return true }) {
		s.stats.widenings++
		s.widened(s.stack[lowest].header)
		s.testAgain(lowest)
		return true
	}
	s.restore(lowest, saved)
	s.rebuild(lowest, false)
	return false
}

// snapshot is the state of the headers on the stack from some height on.
type snapshot struct {
	weakened []bool
	status   [][]annotation
}

func (s *search) save(from int) snapshot {
	var sn snapshot
	for _, f := range s.stack[from:] {
		if h := f.header; h != nil {
			sn.weakened = append(sn.weakened, h.weakened)
			st := make([]annotation, len(h.cands))
			for i, c := range h.cands {
				st[i] = c.status
			}
			sn.status = append(sn.status, st)
		}
	}
	return sn
}

func (s *search) restore(from int, sn snapshot) {
	k := 0
	for _, f := range s.stack[from:] {
		if h := f.header; h != nil {
			h.weakened = sn.weakened[k]
			for i, st := range sn.status[k] {
				h.cands[i].status = st
			}
			k++
		}
	}
}

// rebuild executes the current path again from the frame at height from, whose header has
// changed, to where it was: the end of the top frame, and the arc that is being explored.
// With filter, headers above lose constraints that their new state does not imply; it reports
// whether there were any.
func (s *search) rebuild(from int, filter bool) (changed bool) {
	s.path.undo(s.stack[from].start)
	for i := from; i < len(s.stack); i++ {
		f := s.stack[i]
		if i > from {
			f.before = s.path.mark()
			f.implied = false
			s.again(f.via)
			f.start = s.path.mark()
			if h := f.header; filter && h != nil && h.prepared {
				for _, c := range s.notImplied(h.cands) {
					c.status = dropped
					changed = true
				}
			}
		}
		if f.header != nil && f.header.weakened {
			s.weaken(f.header)
		}
		s.through(f, false)
	}
	top := s.stack[len(s.stack)-1]
	s.again(&top.b.out[top.active])
	return changed
}

// again executes the edge of an arc that is known to be feasible.
func (s *search) again(a *arc) {
	if a.edge != nil {
		s.path.assume(s.path.Exec(a.edge.Stmt))
	}
}

// testAgain marks what has been finished beside the path above from: the states there are weaker
// now.
func (s *search) testAgain(from int) {
	for _, f := range s.stack[from:] {
		for i := range f.kids {
			if f.kids[i].status == done {
				f.kids[i].status = again
			}
		}
	}
}

// weaken replaces the store of h: what the loop assigns becomes what the live constraints say.
// Equations are solved, so that constants and copies remain visible in the store.
func (s *search) weaken(h *header) {
	p := s.path
	solved := s.solve(h)
	cells := map[*ir.Var][]*candidate{}
	for _, c := range h.cands {
		if c.live() && c.cell.Valid() {
			cells[c.of] = append(cells[c.of], c)
		}
	}
	for _, v := range h.loop.modified {
		switch {
		case solved[s.sem.Var(v)].Valid():
		case v.Type.Kind == ir.Memory:
			p.Set(v, s.weakRegion(v, cells[v]))
		default:
			p.Set(v, p.input(v))
		}
	}
	for _, v := range h.loop.modified {
		if t := solved[s.sem.Var(v)]; t.Valid() {
			p.Set(v, p.at(t))
		}
	}
	for _, c := range h.cands {
		if c.live() {
			p.assume(p.at(c.f))
		}
	}
	h.entered = p.mark()
}

// solve solves the live equations of h for variables that the loop assigns, over variables that
// have no solution themselves.
func (s *search) solve(h *header) map[term.Term]term.Term {
	solved := map[term.Term]term.Term{}
	var order []term.Term
	for _, c := range h.cands {
		if !c.live() || c.f.Op() != term.EqZero {
			continue
		}
		eq := s.substitute(c.f, solved)
		if eq.Op() != term.EqZero {
			continue // true: it follows from the others
		}
		for _, x := range s.path.vars.of(eq) {
			v := s.sem.VarOf(x)
			if v == nil || !h.loop.modifies[v] || solved[x].Valid() {
				continue
			}
			k, rest, ok := s.solveFor(eq, x)
			if !ok || !k.IsOne() && !k.Neg().IsOne() {
				continue
			}
			if k.IsOne() {
				rest = s.st.Neg(rest)
			}
			m := map[term.Term]term.Term{x: rest}
			for _, y := range order {
				solved[y] = s.substitute(solved[y], m)
			}
			solved[x] = rest
			order = append(order, x)
			break
		}
	}
	return solved
}

// weakRegion is a region of which only some cells are known.
func (s *search) weakRegion(v *ir.Var, known []*candidate) term.Term {
	p := s.path
	a := p.input(v)
	for _, c := range known {
		a = p.st.Store(a, c.cell, c.value)
	}
	return a
}
