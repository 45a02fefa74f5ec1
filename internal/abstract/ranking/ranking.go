// Package ranking looks for ranking functions: tuples of integers over the variables of a program that get smaller in lexicographic order
// from each cut point of a cycle to the next one.
//
//	ranking.go    the search, level by level [Alias, Darte, Feautrier, Gonnord, SAS 2010]
//	relation.go   what programs do between cut points, path by path, or merged where there are too many
//	candidates.go what a place of a tuple may be
//	known.go      what is known at heads of loops besides bounds
//
// Integers are those of the machine: the paths have each wrapping of each operation, and places of tuples are exact [Cook, Kroening, Rümmer,
// Wintersteiger, TACAS 2010]. What is found is a guess: package certify checks it.
package ranking

import (
	"context"
	"slices"
	"time"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// Component is a strongly connected component of a program.
type Component struct {
	Cuts   []ir.Loc // heads of loops, without which it has no cycle
	Inside func(ir.Loc) bool
	// Left are the cut points that no tuple was found for; nil if one was found.
	Left []ir.Loc
	// TooMany says that there are too many paths between cut points.
	TooMany bool
}

// Result is what was found.
type Result struct {
	Tuples     map[ir.Loc][]term.Term
	Components []*Component
}

// Complete says that there is a tuple for each component.
func (r *Result) Complete() bool {
	return !slices.ContainsFunc(r.Components, func(c *Component) bool { return c.Left != nil })
}

// Components are the strongly connected components of p that have a cycle, where an execution may be: known says what holds at heads of loops, and a
// head without it is not reached. With known nil nothing is known.
func Components(p *ir.Program, known map[ir.Loc]term.Term) []*Component {
	of := p.Main
	n, _ := graph.OfFunc(p, of)
	reached := func(l ir.Loc) bool {
		if f, ok := known[l]; ok && f.IsFalse() || !ok && known != nil && p.Locs[l].Loop {
			return false
		}
		return !p.Locs[l].IsGoal()
	}
	succ := func(v int) (to []int) {
		if !reached(ir.Loc(v)) {
			return nil
		}
		for _, id := range p.Locs[v].Out {
			if e := p.Edges[id]; reached(e.To) {
				to = append(to, int(e.To))
			}
		}
		return to
	}
	var list []*Component
	for _, comp := range graph.Components(n, succ, int(of.Entry)) {
		if !graph.IsCycle(comp, succ) {
			continue
		}
		in := map[ir.Loc]bool{}
		c := &Component{Inside: func(l ir.Loc) bool { return in[l] }}
		for _, v := range comp {
			in[ir.Loc(v)] = true
			if p.Locs[v].Loop {
				c.Cuts = append(c.Cuts, ir.Loc(v))
			}
		}
		slices.Sort(c.Cuts)
		list = append(list, c)
	}
	slices.Reverse(list)
	return list
}

// Find looks for tuples. known is what holds at heads of loops, as in Components; its formulas are only read.
func Find(ctx context.Context, p *ir.Program, known map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver) *Result {
	return find(ctx, p, known, newSolver, false)
}

// FindGrowing is Find for a program as certify.Growing makes it: tuples may speak of addresses, which are the ages of blocks.
func FindGrowing(ctx context.Context, p *ir.Program, known map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver) *Result {
	return find(ctx, p, known, newSolver, true)
}

func find(ctx context.Context, p *ir.Program, known map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver, grows bool) *Result {
	r := &Result{Tuples: map[ir.Loc][]term.Term{}, Components: Components(p, known)}
	st := term.NewStore()
	for _, c := range r.Components {
		s := &search{ctx: ctx, p: p, st: st, sem: sem.New(st, p), known: known, solver: newSolver(st), comp: c, tuples: map[ir.Loc][]term.Term{}, grows: grows}
		s.sem.Unbounded = grows
		if s.run() {
			for l, t := range s.tuples {
				r.Tuples[l] = t
			}
		}
		solver.Close(s.solver)
	}
	return r
}

// Reached are the goals of p that executions may come to by the paths from its entry, and from heads of loops where known holds. ok is false if there are too many
// paths.
func Reached(ctx context.Context, p *ir.Program, known map[ir.Loc]term.Term, newSolver func(*term.Store) smt.Solver) (goals map[ir.Loc]bool, ok bool) {
	st := term.NewStore()
	s := &search{ctx: ctx, p: p, st: st, sem: sem.New(st, p), known: known, solver: newSolver(st)}
	defer func() { solver.Close(s.solver) }()
	s.comp = &Component{Inside: func(ir.Loc) bool { return true }, Cuts: []ir.Loc{p.Main.Entry}}
	for i, info := range p.Locs {
		f, there := known[ir.Loc(i)]
		if info != nil && (info.Loop && ir.Loc(i) != p.Main.Entry && (known == nil || there && !f.IsFalse()) || info.IsGoal()) {
			s.comp.Cuts = append(s.comp.Cuts, ir.Loc(i))
		}
	}
	rel, ok := s.relation()
	goals = map[ir.Loc]bool{}
	for _, t := range rel {
		if p.Locs[t.to].IsGoal() && !goals[t.to] && s.possible(t) {
			goals[t.to] = true
		}
	}
	return goals, ok && ctx.Err() == nil
}

// search is that for the tuples of one component.
type search struct {
	ctx    context.Context
	p      *ir.Program
	st     *term.Store
	sem    *sem.Context
	known  map[ir.Loc]term.Term
	solver smt.Solver
	comp   *Component
	byName map[string]*ir.Var
	tuples map[ir.Loc][]term.Term
	grows  bool // as in FindGrowing
}

// run says whether a tuple was found for the whole component; otherwise comp.Left is set.
func (s *search) run() bool {
	rel, ok := s.relation()
	if !ok {
		if rel, ok = s.merged(); !ok {
			s.comp.Left, s.comp.TooMany = s.comp.Cuts, true
			return false
		}
	}
	var possible []*transition
	for _, t := range rel {
		if s.possible(t) {
			possible = append(possible, t)
		}
	}
	guesses := s.candidates(rel)
	tuples, ok := s.level(s.comp.Cuts, possible, guesses, maxSplits)
	if more := s.distances(guesses); !ok && len(more) > 0 {
		tuples, ok = s.level(s.comp.Cuts, possible, append(more, guesses...), maxSplits)
	}
	if !ok {
		s.comp.Left = s.comp.Cuts
		return false
	}
	for _, l := range s.comp.Cuts {
		s.tuples[l] = tuples[l]
		if len(tuples[l]) == 0 { // no execution goes round
			s.tuples[l] = []term.Term{s.st.Int(0)}
		}
	}
	return true
}

// maxSplits is by how many conditions one after the other the states of a cut point are told apart.
const maxSplits = 2

// level finds tuples of cuts, of one length, with which all transitions have a place that gets smaller.
func (s *search) level(cuts []ir.Loc, left []*transition, guesses []term.Term, splits int) (tuples map[ir.Loc][]term.Term, ok bool) {
	tuples = map[ir.Loc][]term.Term{}
	add := func(place func(l ir.Loc) term.Term) {
		for _, l := range cuts {
			tuples[l] = append(tuples[l], place(l))
		}
	}
	for len(left) > 0 {
		if s.ctx.Err() != nil {
			return nil, false
		}
		order, of := parts(cuts, left)
		if len(order) > 1 {
			// What leads from one part to another one does not come back.
			var inside []*transition
			for _, t := range left {
				if of[t.from] == of[t.to] {
					inside = append(inside, t)
				}
			}
			if len(inside) < len(left) {
				add(func(l ir.Loc) term.Term { return s.st.Int(int64(of[l])) })
				left = inside
				continue
			}
			most := 0
			rest := map[ir.Loc][]term.Term{}
			for _, part := range order {
				var its []*transition
				for _, t := range left {
					if of[t.from] == of[part[0]] {
						its = append(its, t)
					}
				}
				of, ok := s.level(part, its, guesses, splits)
				if !ok {
					return nil, false
				}
				for l, t := range of {
					rest[l] = t
					most = max(most, len(t))
				}
			}
			for i := range most {
				add(func(l ir.Loc) term.Term {
					if i < len(rest[l]) {
						return rest[l][i]
					}
					return s.st.Int(0)
				})
			}
			return tuples, true
		}
		r, rest, ok := s.best(left, guesses)
		if !ok && len(cuts) == 1 {
			r, rest, ok = s.best(left, s.guarded(left, guesses))
		}
		if !ok {
			more, ok := s.split(cuts, left, guesses, splits)
			for i := range more[cuts[0]] {
				add(func(l ir.Loc) term.Term { return more[l][i] })
			}
			return tuples, ok
		}
		add(func(ir.Loc) term.Term { return r })
		left = rest
	}
	return tuples, true
}

// maxConditions bounds the conditions that are tried to tell states apart.
const maxConditions = 12

// split is level where the states of each cut point in which a condition of the program holds are told apart from the others.
func (s *search) split(cuts []ir.Loc, left []*transition, guesses []term.Term, splits int) (tuples map[ir.Loc][]term.Term, ok bool) {
	if splits == 0 || len(left) > maxPaths/10 || left[0].merged {
		return nil, false
	}
	tried := 0
	for _, g := range guesses {
		if tried++; tried > maxConditions {
			return nil, false
		}
		is := s.st.Ge(g, s.st.Int(0))
		var nodes []ir.Loc
		for _, l := range cuts {
			nodes = append(nodes, 2*l, 2*l+1)
		}
		var parted []*transition
		for _, t := range left {
			for k := range ir.Loc(4) {
				from, to := is, s.after(t, is)
				if k&1 == 0 {
					from = s.st.Not(from)
				}
				if k&2 == 0 {
					to = s.st.Not(to)
				}
				u := *t
				u.from, u.to, u.samples = 2*t.from+k&1, 2*t.to+k>>1, nil
				u.cond = s.st.And(t.cond, from, to)
				u.cond = s.st.And(u.cond, s.rangesOf(u.cond))
				if s.possible(&u) {
					parted = append(parted, &u)
				}
			}
		}
		if order, _ := parts(nodes, parted); len(order) == 1 { // nothing is gained
			continue
		}
		of, ok := s.level(nodes, parted, guesses, splits-1)
		if !ok {
			continue
		}
		tuples = map[ir.Loc][]term.Term{}
		for _, l := range cuts {
			tuples[l] = []term.Term{}
			for i, no := range of[2*l] {
				tuples[l] = append(tuples[l], s.st.Ite(is, of[2*l+1][i], no))
			}
		}
		return tuples, true
	}
	return nil, false
}

// best is the guess that gets smaller on most transitions and does not get larger on any, and what is left to decide with it.
func (s *search) best(left []*transition, guesses []term.Term) (r term.Term, rest []*transition, ok bool) {
	most := 0
	var decided []bool
	for _, g := range guesses {
		if is, n := s.decides(left, g, most); n > most {
			r, most, decided = g, n, is
			if n == len(left) {
				break
			}
		}
	}
	if most == 0 {
		return r, nil, false
	}
	for i, t := range left {
		if decided[i] {
			continue
		}
		same := *t
		same.cond = s.st.And(t.cond, s.st.Eq(s.after(t, r), r))
		same.samples = nil
		if s.possible(&same) {
			rest = append(rest, &same)
		}
	}
	return r, rest, true
}

// decides says of each transition whether g gets smaller, and is not negative before; n is on how many it does, 0 if it may get larger on one, or be negative where it
// gets smaller.
func (s *search) decides(left []*transition, g term.Term, most int) (is []bool, n int) {
	is = make([]bool, len(left))
	for i, t := range left {
		old, now := g, s.after(t, g)
		same := s.st.Eq(now, old)
		smaller := s.st.And(s.st.Lt(now, old), s.st.Ge(old, s.st.Int(0)))
		if s.implied(t, smaller) {
			is[i] = true
			n++
			continue
		}
		if !t.merged && n+len(left)-i-1 <= most || !s.implied(t, s.st.Or(smaller, same)) {
			return nil, 0
		}
		if t.merged && s.sometimes(t, smaller) {
			n++
		}
	}
	return is, n
}

// sometimes says that f is known to hold when t is taken in some way.
func (s *search) sometimes(t *transition, f term.Term) bool {
	u := *t
	u.cond, u.samples = s.st.And(t.cond, f), nil
	return s.possible(&u) && len(u.samples) > 0
}

// queryTime is how long one query may take.
const queryTime = 500 * time.Millisecond

// possible says that an execution may take t, as far as is known.
func (s *search) possible(t *transition) bool {
	if t.cond.IsFalse() {
		return false
	}
	ctx, cancel := context.WithTimeout(s.ctx, queryTime)
	defer cancel()
	s.solver.Push()
	defer s.solver.Pop()
	s.solver.Assert(t.cond)
	ans := s.solver.Check(ctx)
	if ans.Status == solver.Sat {
		t.samples = append(t.samples, ans.Model)
	}
	return ans.Status != solver.Unsat
}

// implied says that f holds whenever t is taken.
func (s *search) implied(t *transition, f term.Term) bool {
	if f.IsTrue() {
		return true
	}
	for _, m := range t.samples {
		if m.Eval(f).IsFalse() {
			return false
		}
	}
	ctx, cancel := context.WithTimeout(s.ctx, queryTime)
	defer cancel()
	s.solver.Push()
	defer s.solver.Pop()
	s.solver.Assert(t.cond)
	s.solver.Assert(s.st.Not(f))
	s.ranges(f)
	ans := s.solver.Check(ctx)
	if ans.Status == solver.Sat && len(t.samples) < maxSamples {
		t.samples = append(t.samples, ans.Model)
	}
	return ans.Status == solver.Unsat
}

const maxSamples = 20

// parts are the strongly connected components of cuts by the transitions, and the number of each cut's: what leads from one to another leads
// to a smaller number.
func parts(cuts []ir.Loc, left []*transition) (order [][]ir.Loc, of map[ir.Loc]int) {
	index := map[ir.Loc]int{}
	for i, l := range cuts {
		index[l] = i
	}
	succ := func(v int) (to []int) {
		for _, t := range left {
			if t.from == cuts[v] {
				to = append(to, index[t.to])
			}
		}
		return to
	}
	roots := make([]int, len(cuts))
	for i := range roots {
		roots[i] = i
	}
	of = map[ir.Loc]int{}
	for i, comp := range graph.Components(len(cuts), succ, roots...) { // each after those that it leads to
		var part []ir.Loc
		for _, v := range comp {
			part = append(part, cuts[v])
			of[cuts[v]] = i
		}
		order = append(order, part)
	}
	return order, of
}
