package elements

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// path is a path from a head to the next one, or to a goal.
type path struct {
	from, to ir.Loc
	cond     term.Term
	after    map[term.Term]term.Term // what variables have been given on it
	fresh    map[term.Term]term.Term // contents that regions have been given on it: whose
}

// mostPaths bounds them.
const mostPaths = 600

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
	head := map[ir.Loc]bool{p.Main.Entry: true}
	for _, v := range order {
		l := ir.Loc(v)
		if p.Locs[l].Loop {
			head[l] = true
		}
		for _, to := range succ(v) {
			if place[ir.Loc(to)] <= place[l] {
				head[ir.Loc(to)] = true
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
}

func (w *walk) input(v *ir.Var) term.Term {
	t := w.s.st.Fresh(v.Name, sem.Sort(v.Type))
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
		mark, conds, fresh := w.state.Mark(), len(w.cond), len(w.fresh)
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
		w.cond, w.fresh = w.cond[:conds], w.fresh[:fresh]
	}
	return true
}

func (w *walk) arrive(to ir.Loc) bool {
	cond := w.s.st.And(w.cond...)
	if cond.IsFalse() {
		return true
	}
	q := &path{from: w.from, to: to, cond: cond, after: map[term.Term]term.Term{}, fresh: map[term.Term]term.Term{}}
	w.state.Each(func(v *ir.Var, t term.Term) { q.after[w.s.sem.Var(v)] = t })
	for i := 0; i < len(w.fresh); i += 2 {
		q.fresh[w.fresh[i]] = w.fresh[i+1]
	}
	w.s.paths = append(w.s.paths, q)
	return len(w.s.paths) <= mostPaths
}
