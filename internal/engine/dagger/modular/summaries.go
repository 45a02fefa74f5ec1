package modular

import (
	"context"
	"slices"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/engine"
	"craig/internal/engine/dagger"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// summaries computes contracts of procedures, in one domain: for each procedure one requirement, of
// all its calls together, and one summary. The first round computes the summaries for any entry,
// callees first, then what the calls give, callers first; every further round does so again from
// what the one before has found.
type summaries struct {
	*procedures
	contracts
	ctx  context.Context
	cfg  dagger.Config
	at   attempt
	task *engine.Task
	st   *term.Store
	vars []*ir.Var // by ID
	t    map[*proc]*bounds

	runs  map[*proc]*dagger.Exploration // the last ones; of the contracts as they are
	calls map[*site]polyhedra.State     // what the last one found at calls
	inv   map[*proc]map[ir.Loc]term.Term
	nodes int
}

// delay is how often what grows is joined before it is widened.
const delay = 2

func newSummaries(ctx context.Context, cfg dagger.Config, at attempt, task *engine.Task, ps *procedures, st *term.Store) *summaries {
	s := &summaries{procedures: ps, ctx: ctx, cfg: cfg, at: at, task: task, st: st, t: map[*proc]*bounds{}}
	for _, pr := range ps.list {
		s.t[pr] = &bounds{}
	}
	s.d = polyhedra.New(ps.q, polyhedra.Options{Parma: cfg.Parma, Stop: func() bool { return ctx.Err() != nil }})
	ps.q.AllVars(func(v *ir.Var) {
		if v.ID >= len(s.vars) {
			s.vars = append(s.vars, make([]*ir.Var, v.ID+1-len(s.vars))...)
		}
		s.vars[v.ID] = v
	})
	return s
}

// rounds bounds how often contracts are computed from what is known of them.
const rounds = 3

// compute finds the contracts. It is of no use once the time is up.
func (s *summaries) compute() {
	for _, pr := range s.list {
		pr.contract = contract{pre: s.d.Top()}
	}
	for range rounds {
		before := map[*proc]contract{}
		for _, pr := range s.list {
			before[pr] = pr.contract
		}
		last := *s
		s.runs, s.calls = map[*proc]*dagger.Exploration{}, map[*site]polyhedra.State{}
		s.inv = map[*proc]map[ir.Loc]term.Term{}
		s.upwards()
		s.downwards()
		if s.ctx.Err() != nil {
			return
		}
		better, worse := false, false
		for _, pr := range s.list {
			b := before[pr]
			better = better || !s.d.Leq(b.pre, pr.pre)
			worse = worse || !s.d.Leq(pr.pre, b.pre)
		}
		switch {
		case worse: // what the summaries were computed from need not hold
			for _, pr := range s.list {
				pr.contract = before[pr]
			}
			s.runs, s.calls, s.inv = last.runs, last.calls, last.inv
			return
		case !better:
			return
		}
	}
}

// run explores a procedure.
func (s *summaries) run(pr *proc) *dagger.Exploration {
	s.assume(pr)
	task := *s.task
	task.Program = pr.own
	r := dagger.ExploreOnce(s.ctx, dagger.Config{Domain: s.at.domain, Parma: s.cfg.Parma}, s.at.ranges, &task, s.st)
	s.nodes += r.Nodes()
	s.runs[pr] = r
	return r
}

// assume puts the contracts into the statements of pr.
func (s *summaries) assume(pr *proc) {
	pr.requires.Stmt = &ir.Assume{Cond: s.condition(pr.pre, s.vars)}
	for _, at := range pr.sites {
		sum := make([]polyhedra.State, len(at.callee.sum))
		for i, part := range at.callee.sum {
			sum[i] = s.renamed(s.d, part, at.names())
		}
		at.ensures.Stmt = &ir.Assume{Cond: s.anyOf(sum, s.vars)}
	}
}

// names says what the variables of the callee's summary are here.
func (at *site) names() map[int]int {
	names := map[int]int{}
	for _, v := range at.callee.inputs() {
		e := at.callee.entry[v]
		names[e.ID] = e.ID
		if b := at.before[v]; b != nil {
			names[e.ID] = b.ID
		}
	}
	for i, v := range at.callee.fn.Params {
		if e := at.callee.entry[v]; e != nil {
			names[e.ID] = at.args[i].ID
		}
	}
	for _, v := range at.callee.exits() {
		names[v.ID] = v.ID
	}
	if at.result != nil {
		names[at.callee.fn.Result.ID] = at.result.ID
	}
	return names
}

// inputNames says what the callee's inputs are here, when it is called.
func (at *site) inputNames() map[int]int {
	names := map[int]int{}
	for _, v := range at.callee.touches {
		names[v.ID] = v.ID
	}
	for i, v := range at.callee.fn.Params {
		names[v.ID] = at.args[i].ID
	}
	return names
}

// upwards computes summaries, callees first.
func (s *summaries) upwards() {
	for _, comp := range s.comps {
		for _, pr := range comp {
			pr.sum, s.t[pr].first = s.nothing(pr), map[int][]polyhedra.Constraint{}
		}
		for round := 0; s.ctx.Err() == nil; round++ {
			grown := false
			for _, pr := range comp {
				next := s.summary(pr, s.run(pr))
				grown = s.grow(pr, next, round) || grown
			}
			if !grown || !comp[0].recursive {
				break
			}
		}
		if s.ctx.Err() != nil {
			return
		}
		if comp[0].recursive {
			s.narrow(comp)
		}
		for _, pr := range comp {
			s.inv[pr] = s.invariants(pr)
		}
	}
}

// grow makes the summary of pr include next; false if it does already.
func (s *summaries) grow(pr *proc, next []polyhedra.State, round int) bool {
	if s.within(next, pr.sum) {
		return false
	}
	for i, a := range pr.sum {
		b := s.d.Join(a, next[i])
		switch {
		case s.d.Leq(b, a):
		case round < delay || !pr.recursive:
			pr.sum[i] = b
		default:
			pr.sum[i] = s.widen(a, b, s.t[pr].of(s.d, i, b))
		}
	}
	return true
}

// narrow comes down from what widening gave, as long as the summaries computed from smaller ones
// are no larger than those.
func (s *summaries) narrow(comp []*proc) {
	for range rounds {
		old, next := map[*proc][]polyhedra.State{}, map[*proc][]polyhedra.State{}
		smaller := false
		for _, pr := range comp {
			old[pr], next[pr] = pr.sum, s.summary(pr, s.runs[pr])
			if !s.within(next[pr], pr.sum) {
				return
			}
			smaller = smaller || !s.within(pr.sum, next[pr])
		}
		if !smaller {
			return
		}
		kept := map[*proc]*dagger.Exploration{}
		holds := true
		for _, pr := range comp {
			kept[pr] = s.runs[pr]
			pr.sum = next[pr]
		}
		for _, pr := range comp {
			holds = s.within(s.summary(pr, s.run(pr)), pr.sum) && holds
		}
		if s.ctx.Err() != nil {
			return
		}
		if !holds {
			for _, pr := range comp {
				pr.sum, s.runs[pr] = old[pr], kept[pr]
			}
			return
		}
	}
}

// summary is what a run found at the exit, apart by the edges into it.
func (s *summaries) summary(pr *proc, r *dagger.Exploration) []polyhedra.State {
	names := map[int]int{}
	var ids []int
	seen := pr.exits()
	for _, v := range pr.inputs() {
		seen = append(seen, pr.entry[v])
	}
	for _, v := range seen {
		names[v.ID] = v.ID
		ids = append(ids, v.ID)
	}
	sum := s.nothing(pr)
	for e, arriving := range r.Arrivals(pr.fn.Exit, ids) {
		i := pr.slots[e.ID]
		sum[i] = s.d.Join(sum[i], s.renamed(r.Polyhedra(), arriving, names))
	}
	return sum
}

// downwards computes what procedures are called with, callers first.
func (s *summaries) downwards() {
	for _, pr := range s.list[1:] {
		pr.pre = s.d.Bottom()
	}
	for i := len(s.comps) - 1; i >= 0; i-- {
		comp := s.comps[i]
		s.enter(comp)
		if comp[0].recursive {
			s.reenter(comp)
		}
		for _, pr := range comp {
			if s.ctx.Err() != nil || s.d.IsBottom(pr.pre) {
				continue
			}
			// The summary holds for all entries that it was computed for, of which these are some;
			// this run may prove it as well.
			inv := s.invariants(pr)
			if !s.within(s.summary(pr, s.runs[pr]), pr.sum) {
				for l, t := range inv {
					inv[l] = s.st.And(t, s.inv[pr][l])
				}
			}
			s.inv[pr] = inv
		}
	}
}

// enter explores the procedures of a component from what they are called with.
func (s *summaries) enter(comp []*proc) {
	stale := map[*proc]bool{}
	for _, pr := range comp {
		stale[pr] = true
	}
	for round := 0; s.ctx.Err() == nil && len(stale) > 0; round++ {
		for _, pr := range slices.Backward(comp) {
			if !stale[pr] {
				continue
			}
			delete(stale, pr)
			if s.d.IsBottom(pr.pre) {
				continue
			}
			r := s.run(pr)
			for _, at := range pr.sites {
				s.calls[at] = s.called(at, r)
				callee := at.callee
				joined := s.d.Join(callee.pre, s.calls[at])
				if callee == s.list[0] || s.d.Leq(joined, callee.pre) {
					continue
				}
				if slices.Contains(comp, callee) {
					stale[callee] = true
					if round >= delay {
						joined = s.widen(callee.pre, joined, s.t[callee].pre)
					}
				}
				callee.pre = joined
			}
		}
	}
}

// reenter comes down from what widening gave, once.
func (s *summaries) reenter(comp []*proc) {
	old, next := map[*proc]polyhedra.State{}, map[*proc]polyhedra.State{}
	collect := func(pr *proc) polyhedra.State {
		pre := s.d.Bottom()
		for _, caller := range s.list {
			for _, at := range caller.sites {
				if found, ok := s.calls[at]; ok && at.callee == pr {
					pre = s.d.Join(pre, found)
				}
			}
		}
		return pre
	}
	smaller := false
	for _, pr := range comp {
		old[pr], next[pr] = pr.pre, collect(pr)
		if pr == s.list[0] {
			next[pr] = s.d.Top()
		}
		if !s.d.Leq(next[pr], pr.pre) {
			return
		}
		smaller = smaller || !s.d.Leq(pr.pre, next[pr])
	}
	if !smaller {
		return
	}
	runs, found := map[*proc]*dagger.Exploration{}, map[*site]polyhedra.State{}
	for _, pr := range comp {
		runs[pr] = s.runs[pr]
		for _, at := range pr.sites {
			found[at] = s.calls[at]
		}
		pr.pre = next[pr]
	}
	for _, pr := range comp {
		r := s.run(pr)
		for _, at := range pr.sites {
			s.calls[at] = s.called(at, r)
		}
	}
	if slices.ContainsFunc(comp, func(pr *proc) bool { return pr != s.list[0] && !s.d.Leq(collect(pr), pr.pre) }) {
		for _, pr := range comp {
			pr.pre, s.runs[pr] = old[pr], runs[pr]
			for _, at := range pr.sites {
				s.calls[at] = found[at]
			}
		}
	}
}

// called is what a run found at a call, on the callee's inputs.
func (s *summaries) called(at *site, r *dagger.Exploration) polyhedra.State {
	names := map[int]int{}
	var ids []int
	for of, here := range at.inputNames() {
		names[here] = of
		ids = append(ids, here)
	}
	slices.Sort(ids)
	pre := s.d.Bottom()
	for state := range r.States(at.watch, ids) {
		pre = s.d.Join(pre, s.renamed(r.Polyhedra(), state, names))
	}
	return pre
}
