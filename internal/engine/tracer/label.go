package tracer

import (
	"craig/logic/smt"
	"craig/logic/term"
)

// clause is a conjunct of a label: a formula over program variables, mostly a disjunction of
// literals. If cand is nil the clause keeps error locations unreachable; otherwise it is there to
// carry a constraint of a loop header, still open, around the loop.
type clause struct {
	f    term.Term
	cand *candidate
}

// label is the interpolant of a node: the conjunction of its clauses. The empty label is true.
type label []clause

// resolve is the clause as of now: constraints may have been given up or found to be needed since
// it was made. ok is false if the clause is void.
func (c clause) resolve() (r clause, ok bool) {
	for c.cand != nil {
		switch c.cand.status {
		case neutral, locked:
			return c, true
		case dropped:
			return c, false
		case needed:
			c.cand = c.cand.outer
		}
	}
	return c, true
}

// current is the label without void clauses; it is l itself if nothing has changed.
func (l label) current() label {
	for i, c := range l {
		r, ok := c.resolve()
		if ok && r == c {
			continue
		}
		out := append(label(nil), l[:i]...)
		for _, c := range l[i:] {
			if r, ok := c.resolve(); ok {
				out = append(out, r)
			}
		}
		return out
	}
	return l
}

// formula is the conjunction of the clauses without a candidate.
func (l label) formula(st *term.Store) term.Term {
	fs := make([]term.Term, 0, len(l))
	for _, c := range l {
		if r, ok := c.resolve(); ok && r.cand == nil {
			fs = append(fs, c.f)
		}
	}
	return st.And(fs...)
}

func falseLabel(st *term.Store) label { return label{{f: st.False()}} }

// combine is the label at the end of a block whose arcs lead to nodes with these labels: the
// conjunction over the arcs of ŵp(op, Ψ'), line 23 of Fig. 2 of unbounded. What all arcs ask for
// is asked for without their conditions.
func (s *search) combine(f *frame) label {
	if len(f.kids) == 0 {
		return nil
	}
	for i := range f.kids {
		// What deepening is compared for are interpolants from infeasible paths.
		if f.kids[i].target.infeasible && s.cfg.Loops != Deepening {
			f.kids[i].target = s.relax(f, i)
		}
	}
	common := map[clause]uint8{} // which of the two arcs ask for it; a label may say a thing twice
	if complementary(f.b) {
		for i := range f.kids {
			f.kids[i].target.label = f.kids[i].target.label.current()
			for _, c := range f.kids[i].target.label {
				common[c] |= 1 << i
			}
		}
	}
	var out label
	for i := range f.kids {
		l := f.kids[i].target.label
		arc := &f.b.out[i]
		if arc.edge == nil {
			return l.current()
		}
		var rest label
		for _, c := range l {
			if common[c] == 3 {
				if i == 0 {
					out = append(out, c)
				}
				continue
			}
			rest = append(rest, c)
		}
		whole, rest := s.split(rest)
		out = append(out, whole...)
		out = append(out, s.before(s.effect(arc), rest, false)...)
	}
	return s.simplify(out)
}

// maxExact bounds the literals of a clause that gets the condition of a branch as another one in
// any case.
const maxExact = 1

// split takes out the clauses that the current state, at the end of a block, satisfies whatever the
// branch, if they are long or about loop headers: without the branch's condition they are
// stronger, but do not grow. An arc that assigns gets all clauses, in rest.
func (s *search) split(l label) (whole, rest label) {
	var fs []term.Term
	var which []int
	for i, c := range l {
		if c.cand != nil || c.f.Op() == term.Or && c.f.NumArgs() > maxExact {
			fs = append(fs, s.path.at(c.f))
			which = append(which, i)
		}
	}
	out := map[int]bool{}
	for k, ok := range s.path.impliesEach(fs) {
		if ok {
			out[which[k]] = true
		}
	}
	for i, c := range l {
		if out[i] {
			whole = append(whole, c)
		} else {
			rest = append(rest, c)
		}
	}
	return whole, rest
}

// maxExtra bounds the clauses that relax adds to a label instead of one that keeps a branch
// infeasible.
const maxExtra = 1

// relax finds a weaker label than false for the infeasible node at the end of arc i of f: one that
// another node at that location has got, and that asks for little more than what the other arcs
// of f ask for already. What has been shown to be harmless need not be kept from happening.
func (s *search) relax(f *frame, i int) target {
	t := f.kids[i].target
	to := f.b.out[i].to
	if to.error {
		return t
	}
	asked := map[clause]bool{}
	for j := range f.kids {
		if j != i {
			for _, c := range f.kids[j].target.label.current() {
				asked[c] = true
			}
		}
	}
	inside := s.inside(to)
	var best *entry
	least := maxExtra + 1
	for _, e := range s.table.entries[to.loc] {
		if e.dead || !e.deps.within(inside) {
			continue
		}
		e.label = e.label.current()
		extra := 0
		for _, c := range e.label {
			if !asked[c] {
				extra++
			}
		}
		if extra <= least && extra <= maxExtra {
			best, least = e, extra
		}
	}
	if best == nil {
		return t
	}
	t = best.target()
	t.infeasible = true
	return t
}

// complementary says whether the block ends in a branch on one condition.
func complementary(b *block) bool {
	return len(b.out) == 2 && b.out[0].edge != nil && b.out[0].edge.Branch+b.out[1].edge.Branch == 3
}

// before is a precondition of l for the effect e: whatever satisfies it and gets through e ends in
// l, and the current state, which is the one before e, satisfies it. With tight the conditions
// of e are left out where the current state does not need them.
func (s *search) before(e *effect, l label, tight bool) label {
	if e.identity() {
		return l
	}
	var out label
	for _, c := range l {
		c, ok := c.resolve()
		if !ok {
			continue
		}
		c.f = s.substitute(c.f, e.subst)
		if c.f.IsTrue() {
			continue
		}
		for _, f := range s.under(e, c.f, tight) {
			if f = s.eliminate(f, e.unknowns); !f.IsTrue() {
				out = append(out, clause{f, c.cand})
			}
		}
	}
	return out
}

// substitute is f[m], for the variables of f only.
func (s *search) substitute(f term.Term, m map[term.Term]term.Term) term.Term {
	for _, x := range s.path.vars.of(f) {
		if _, ok := m[x]; ok {
			return s.st.Subst(f, m)
		}
	}
	return f
}

// under is e.assumed ⇒ f as clauses.
func (s *search) under(e *effect, f term.Term, tight bool) []term.Term {
	conds := e.assumed
	if tight && len(conds) > 0 {
		conds = s.enough(e, f)
	}
	for _, a := range conds {
		f = s.st.Or(f, s.st.Not(a))
	}
	return s.cnf(f, false)
}

// maxClauses bounds the clauses that multiplying out makes of one formula.
const maxClauses = 24

// cnf is f, or its negation, as clauses: disjunctions of literals. What would be too many clauses
// stays a disjunction of something else.
func (s *search) cnf(f term.Term, negate bool) []term.Term {
	if isLiteral(f) {
		if negate {
			f = s.st.Not(f)
		}
		return []term.Term{f}
	}
	if f.Op() == term.Not {
		return s.cnf(f.Arg(0), !negate)
	}
	if (f.Op() == term.And) != negate {
		var out []term.Term
		for _, a := range f.Args() {
			out = append(out, s.cnf(a, negate)...)
		}
		return out
	}
	if flat(f, negate) {
		return []term.Term{s.clause(f)}
	}
	out := []term.Term{s.st.False()}
	for _, a := range f.Args() {
		parts := s.cnf(a, negate)
		if len(out)*len(parts) > maxClauses {
			if negate {
				f = s.st.Not(f)
			}
			return []term.Term{f}
		}
		product := make([]term.Term, 0, len(out)*len(parts))
		for _, c := range out {
			for _, p := range parts {
				if d := s.clause(s.st.Or(c, p)); !d.IsTrue() {
					product = append(product, d)
				}
			}
		}
		out = product
	}
	return out
}

// isLiteral says that f is no conjunction or disjunction, nor the negation of one.
func isLiteral(f term.Term) bool {
	if f.Op() == term.Not {
		f = f.Arg(0)
	}
	return f.Op() != term.And && f.Op() != term.Or
}

// flat says that f is a disjunction of literals.
func flat(f term.Term, negate bool) bool {
	if negate {
		return false
	}
	for _, a := range f.Args() {
		if !isLiteral(a) {
			return false
		}
	}
	return true
}

// enough chooses conditions of e that make f hold after e in the current state: none if f holds
// anyway.
func (s *search) enough(e *effect, f term.Term) []term.Term {
	p := s.path
	here := p.at(f)
	if here.IsTrue() {
		return nil
	}
	conds := make([]term.Term, len(e.assumed))
	for i, a := range e.assumed {
		conds[i] = p.at(a)
	}
	ans := p.ask(p.st.Not(here), conds...)
	if ans.Status != smt.Unsat {
		s.leans = s.leans || e.given > 0
		return e.assumed
	}
	needed := map[term.Term]bool{}
	for _, c := range ans.Core {
		needed[c] = true
	}
	var out []term.Term
	for i, c := range conds {
		if needed[c] {
			out = append(out, e.assumed[i])
			s.leans = s.leans || i < e.given
		}
	}
	return out
}
