package explain

import (
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// maxSliced bounds the steps of an execution in which it is looked for what matters; all of longer ones does.
const maxSliced = 300_000

// slice marks the steps that matter: those that give a value which the error, a branch that decides that it is
// reached, or a step that matters depends on, and these branches. [Korel, Laski 1988: dynamic slicing]
func (r *recorder) slice(goal ir.Loc) {
	if len(r.steps) > maxSliced {
		for i := range r.steps {
			r.steps[i].matters = true
		}
		return
	}
	type cell struct {
		v     *ir.Var
		frame int
		addr  string
	}
	wanted := map[cell]bool{}     // values that are asked for
	regions := map[*ir.Var]bool{} // regions of which something is asked for
	control := newControl(r.p, goal)
	pending := map[int]map[ir.Loc]bool{0: {goal: true}} // by frame: locations of which the branch is looked for that leads there
	called := map[int]bool{}                            // frames that matter
	frame := 0
	if len(r.frames) > 0 {
		frame = r.frames[len(r.frames)-1]
	}
	pending[frame] = map[ir.Loc]bool{goal: true}
	called[frame] = true
	scalar := func(v *ir.Var, frame int) cell {
		if v.Func == nil {
			frame = 0
		}
		return cell{v: v, frame: frame}
	}
	want := func(e *ir.Expr, frame int) {
		ir.Walk(e, func(x *ir.Expr) bool {
			if x.Op == ir.OpVar && x.Var.Type.Kind != ir.Memory {
				wanted[scalar(x.Var, frame)] = true
			}
			return true
		})
	}
	reads := func(s *step) {
		for _, c := range s.Loads {
			wanted[cell{v: c.Region, addr: c.Addr.String()}] = true
			regions[c.Region] = true
		}
	}
	var after []*step // the assumptions that follow without a choice: package alias puts some between a choice and its condition
	for i := len(r.steps) - 1; i >= 0; i-- {
		s := &r.steps[i]
		e := s.Edge
		if _, is := e.Stmt.(*ir.Assume); !is {
			after = after[:0]
		}
		use := func() {
			s.matters = true
			reads(s)
			if pending[s.frame] == nil {
				pending[s.frame] = map[ir.Loc]bool{}
			}
			pending[s.frame][e.From] = true
			called[s.frame] = true
		}
		switch st := e.Stmt.(type) {
		case *ir.Assign:
			c := scalar(st.Var, s.frame)
			if st.Var.Type.Kind == ir.Memory {
				if regions[st.Var] {
					use()
					if st.Expr.Op == ir.OpVar {
						regions[st.Expr.Var] = true
						for c := range wanted {
							if c.v == st.Var {
								wanted[cell{v: st.Expr.Var, addr: c.addr}] = true
							}
						}
					}
				}
			} else if wanted[c] {
				delete(wanted, c)
				use()
				want(st.Expr, s.frame)
			}
		case *ir.Havoc:
			if c := scalar(st.Var, s.frame); wanted[c] {
				delete(wanted, c)
				use()
			} else if st.Var.Type.Kind == ir.Memory && regions[st.Var] {
				s.matters = true
			}
		case *ir.Store:
			if c := (cell{v: st.Region, addr: s.Addr.String()}); wanted[c] {
				delete(wanted, c)
				use()
				want(st.Addr, s.frame)
				want(st.Val, s.frame)
			}
		case *ir.Call:
			switch {
			case s.Left:
				if st.Result != nil && wanted[scalar(st.Result, s.frame)] && st.Callee != nil && st.Callee.Result != nil {
					delete(wanted, scalar(st.Result, s.frame))
					use()
					wanted[cell{v: st.Callee.Result, frame: r.innerFrame(i)}] = true
				}
			default:
				inner := r.innerFrame(i)
				if called[inner] {
					use()
				}
				if st.Callee != nil {
					for k, v := range st.Callee.Params {
						if c := (cell{v: v, frame: inner}); wanted[c] {
							delete(wanted, c)
							use()
							want(st.Args[k], s.frame)
						}
					}
				}
				if st.Target != nil && called[inner] {
					want(st.Target, s.frame)
				}
			}
		case *ir.Assume:
			decided := false
			for l := range pending[s.frame] {
				if control.decides(e, l) {
					delete(pending[s.frame], l)
					decided = true
				}
			}
			if decided {
				use()
				want(st.Cond, s.frame)
				for _, a := range after {
					reads(a)
					want(a.Edge.Stmt.(*ir.Assume).Cond, a.frame)
					a.matters = true
				}
			}
			if len(r.p.Locs[e.From].Out) == 1 {
				after = append(after, s)
			} else {
				after = after[:0]
			}
		}
	}
	r.read = map[string]bool{}
	for c := range wanted {
		if c.addr != "" {
			r.read[c.addr] = true
		}
	}
}

// innerFrame is the call that step i makes, or has returned from.
func (r *recorder) innerFrame(i int) int {
	s := &r.steps[i]
	if !s.Left {
		if i+1 < len(r.steps) {
			return r.steps[i+1].frame
		}
		return r.top
	}
	if i > 0 {
		return r.steps[i-1].frame
	}
	return 0
}

// control tells which branches decide whether a location is reached. Where executions end before it, in
// errors that are not the one of the story and in assumptions that do not hold, does not count as a way that
// they can go: a check that has passed decides nothing.
type control struct {
	p    *ir.Program
	tree *graph.Tree
	n    int
}

func newControl(p *ir.Program, goal ir.Loc) *control {
	n := len(p.Locs)
	open := make([]bool, n) // a way leads on from there, to the end or to the goal
	var exits []int
	for _, f := range p.Funcs {
		exits = append(exits, int(f.Exit))
	}
	for l, info := range p.Locs { // where executions stop, as after exit
		if info != nil && len(info.Out) == 0 && !info.IsGoal() && !slices.Contains(exits, l) {
			exits = append(exits, l)
		}
	}
	opens := func(queue ...int) {
		for _, l := range queue {
			open[l] = true
		}
		for len(queue) > 0 {
			l := queue[0]
			queue = queue[1:]
			for _, id := range p.Locs[l].In {
				if e := p.Edges[id]; e != nil && !open[e.From] {
					open[e.From] = true
					queue = append(queue, int(e.From))
				}
			}
		}
	}
	opens(exits...)
	for l, info := range p.Locs { // going round for ever is another way to go
		if info != nil && info.Loop && !open[l] {
			exits = append(exits, l)
		}
	}
	exits = append(exits, int(goal))
	opens(exits...)
	succ := func(v int) []int {
		if v >= n || p.Locs[v] == nil || v == int(goal) {
			return nil
		}
		var to []int
		for _, id := range p.Locs[v].Out {
			if e := p.Edges[id]; e != nil && open[e.To] {
				to = append(to, int(e.To))
			}
		}
		return to
	}
	return &control{p: p, n: n, tree: graph.PostDominators(n, succ, exits)}
}

// decides says whether taking e, rather than another edge, is why l is reached: l, or e's target, comes after e
// on every way, and not on every way from where e begins.
func (c *control) decides(e *ir.Edge, l ir.Loc) bool {
	info := c.p.Locs[e.From]
	if len(info.Out) < 2 || c.tree.Idom[e.From] < 0 || c.tree.Idom[e.To] < 0 {
		return false
	}
	if int(l) == int(e.From) && l != e.From {
		return false
	}
	return c.tree.Dominates(int(l), int(e.To)) && (l == e.From || !c.tree.Dominates(int(l), int(e.From)))
}
