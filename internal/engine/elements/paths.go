package elements

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// path is a path from a head to the next one, or to a goal.
type path struct {
	from, to ir.Loc
	cond     term.Term
	after    map[term.Term]term.Term // what variables have been given on it
	fresh    map[term.Term]term.Term // contents that regions have been given on it: whose
	edges    []ir.EdgeID
	inputs   []term.Term // of its Havocs, in order
}

// mostPaths bounds them.
const mostPaths = 600

// mostSteps bounds the edges that are gone along to find them: of exponentially many paths all but a few may end where an
// assumption is false, so that their number says too little.
const mostSteps = 60_000

// findPaths finds the heads, which are the entry and the heads of loops, and the paths between them; ok is
// false if there are too many.
func (s *search) findPaths() (ok bool) {
	p := s.task.Program
	n, succ := graph.OfFunc(p, p.Main)
	order := graph.ReversePostOrder(n, succ, int(p.Main.Entry))
	place := map[ir.Loc]int{}
	for i, l := range order {
		place[ir.Loc(l)] = i
	}
	head, cycle := map[ir.Loc]bool{p.Main.Entry: true}, map[ir.Loc]bool{}
	for _, v := range order {
		l := ir.Loc(v)
		if p.Locs[l].Loop {
			head[l] = true
		}
		for _, to := range succ(v) {
			if place[ir.Loc(to)] <= place[l] {
				head[ir.Loc(to)], cycle[ir.Loc(to)] = true, true
			}
		}
	}
	s.rank = place
	live := graph.LiveVars(p, order)
	s.live = map[ir.Loc]map[term.Term]bool{}
	for _, v := range order {
		if l := ir.Loc(v); head[l] {
			s.heads = append(s.heads, l)
			s.live[l] = map[term.Term]bool{}
			for _, x := range live[l] {
				s.live[l][s.sem.Var(x)] = true
			}
		}
	}
	for _, h := range s.heads {
		w := &walk{s: s, head: head, from: h, state: s.sem.NewState()}
		w.state.Input = w.input
		if !w.on(h) {
			return false
		}
	}
	w := &walk{s: s, head: cycle, from: p.Main.Entry, state: s.sem.NewState()}
	w.state.Input = w.input
	steps := s.paths
	if !w.on(p.Main.Entry) {
		return false
	}
	s.direct, s.paths = s.paths[len(steps):], steps
	for _, p := range s.paths {
		s.into[p.to] = append(s.into[p.to], p)
	}
	return true
}

// walk is where an execution from a head is.
type walk struct {
	s     *search
	head  map[ir.Loc]bool
	from  ir.Loc
	state *sem.State
	cond  []term.Term
	fresh []term.Term // regions, each with the contents it has been given
	edges []ir.EdgeID
	given []term.Term // what Havocs gave
}

func (w *walk) input(v *ir.Var) term.Term {
	t := w.s.st.Fresh(v.Name, sem.Sort(v.Type))
	w.given = append(w.given, t)
	if v.Type.Kind == ir.Memory {
		w.fresh = append(w.fresh, t, w.s.sem.Var(v))
	}
	return t
}

func (w *walk) on(l ir.Loc) bool {
	p := w.s.task.Program
	for _, id := range p.Locs[l].Out {
		e := p.Edges[id]
		if e == nil {
			continue
		}
		if w.s.steps++; w.s.steps > mostSteps || w.s.ctx.Err() != nil {
			return false
		}
		mark, conds, fresh, given := w.state.Mark(), len(w.cond), len(w.fresh), len(w.given)
		w.edges = append(w.edges, id)
		if assumed := w.state.Exec(e.Stmt); !assumed.IsFalse() {
			w.cond = append(w.cond, assumed)
			if w.head[e.To] || p.Locs[e.To].IsGoal() {
				if !w.arrive(e.To) {
					return false
				}
			} else if !w.on(e.To) {
				return false
			}
		}
		w.state.Undo(mark)
		w.cond, w.fresh, w.given, w.edges = w.cond[:conds], w.fresh[:fresh], w.given[:given], w.edges[:len(w.edges)-1]
	}
	return true
}

func (w *walk) arrive(to ir.Loc) bool {
	cond := w.s.st.And(w.cond...)
	if cond.IsFalse() {
		return true
	}
	q := &path{
		from: w.from, to: to, cond: cond, after: map[term.Term]term.Term{}, fresh: map[term.Term]term.Term{},
		edges: slices.Clone(w.edges), inputs: slices.Clone(w.given),
	}
	w.state.Each(func(v *ir.Var, t term.Term) { q.after[w.s.sem.Var(v)] = t })
	for i := 0; i < len(w.fresh); i += 2 {
		q.fresh[w.fresh[i]] = w.fresh[i+1]
	}
	w.s.paths = append(w.s.paths, q)
	return len(w.s.paths) <= mostPaths
}

// straight is an execution that comes to a goal before any cycle; nil if none is found.
func (s *search) straight() *verdict.Trace {
	p := s.task.Program
	for _, q := range s.direct {
		if !p.Locs[q.to].IsGoal() {
			continue
		}
		on := s.on(q)
		ans := s.check(on.solver)
		on.close()
		if ans.Status != smt.Sat {
			continue
		}
		tr := &verdict.Trace{Path: q.edges, Error: q.to, Goal: p.Locs[q.to].Goal}
		n := 0
		for i, id := range q.edges {
			if _, ok := p.Edges[id].Stmt.(*ir.Havoc); ok {
				tr.Set(i, ans.Model.Eval(q.inputs[n]))
				n++
			}
		}
		return tr
	}
	return nil
}
