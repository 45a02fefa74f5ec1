package pass

import (
	"slices"

	"craig/internal/program/calls"
	"craig/internal/program/ir"
)

// SliceCalls is Slice of a program with its calls: of Main and of all that it may call.
//
// A call is relevant if something in the callee is, or in what that calls. What it hands over is relevant if the
// parameter is, what it gives back if somebody reads it. That a function is left, rather than ending the program,
// is relevant, since its callers may go on to a goal; so is where the program ends. Functions in which nothing is relevant
// are left out, with their calls. All that writes a relevant variable stays, even where no goal can be reached any more:
// a caller must not take more for unchanged than the certifier does.
func SliceCalls(p *ir.Program, goals []ir.Loc) (*ir.Program, *CallLift) {
	c := &callSlicer{sites: map[*ir.Func][]*ir.Edge{}, param: map[*ir.Var]int{}, owner: map[*ir.Var]*ir.Func{}, kept: map[*ir.Func]bool{}}
	g := calls.Of(p)
	c.funcs = g.Funcs
	for _, f := range g.Funcs {
		c.locs = append(c.locs, f.Locs...)
		for i, v := range f.Params {
			c.param[v], c.owner[v] = i, f
		}
		for _, e := range g.Sites(f) {
			c.sites[calls.Callee(e)] = append(c.sites[calls.Callee(e)], e)
		}
	}
	slices.Sort(c.locs)
	s := newSlicer(p, goals, c)
	s.keep(p.Main.Entry)
	s.close()
	q, back := s.build()
	all := &CallLift{}
	for _, cut := range back.cuts {
		if cut.at == p.Main.Exit && len(c.sites[p.Main]) == 0 {
			cut.at = 0
		}
		all.Places = append(all.Places, Place{Loc: cut.loc, At: cut.at})
	}
	for _, f := range c.funcs {
		if c.kept[f] {
			at := f.Exit
			if f == p.Main && len(c.sites[f]) == 0 { // as for loops after which nothing is relevant
				at = 0
			}
			all.Places = append(all.Places, Place{Loc: f.Exit, At: at})
			continue
		}
		for _, l := range f.Locs {
			if l == f.Entry || l == f.Exit || p.Locs[l].Loop {
				all.Places = append(all.Places, Place{Loc: l})
			}
		}
	}
	return q, all
}

// CallLift is the way back from SliceCalls.
type CallLift struct {
	Places []Place // entries, exits and loop heads of all functions that Main may call
}

// Place is a location of the big program, and the one of the small program that stands for it: whatever is shown
// of the latter holds of the former. At is 0 in functions that were left out, which change nothing that is relevant and reach
// no goal, and where Main has nothing relevant left to do.
type Place struct{ Loc, At ir.Loc }

// callSlicer is what a slicer knows besides of a program with calls.
type callSlicer struct {
	funcs []*ir.Func // that Main may call, Main among them
	locs  []ir.Loc   // theirs
	sites map[*ir.Func][]*ir.Edge
	param map[*ir.Var]int // the number of a parameter, and its function
	owner map[*ir.Var]*ir.Func
	kept  map[*ir.Func]bool
	now   map[*ir.Func]*ir.Func // in the slice
}

// callee is the function that an edge calls; nil if it is no call, or if there are none.
func (c *callSlicer) callee(e *ir.Edge) *ir.Func {
	if c == nil {
		return nil
	}
	return calls.Callee(e)
}

// keep makes calls relevant of the function that has the location.
func (s *slicer) keep(l ir.Loc) {
	if s.calls == nil {
		return
	}
	f := s.p.Locs[l].Func
	if s.calls.kept[f] {
		return
	}
	s.calls.kept[f] = true
	for _, e := range s.calls.sites[f] {
		s.edge(e.ID)
	}
}

// reads makes relevant what a relevant statement reads.
func (s *slicer) reads(stmt ir.Stmt) {
	c, ok := stmt.(*ir.Call)
	if !ok || s.calls == nil {
		ir.EachRead(stmt, s.variable)
		return
	}
	for i, v := range c.Callee.Params {
		if s.relVar[v] {
			ir.EachVar(c.Args[i], s.variable)
		}
	}
}

// passed makes relevant what is handed over to a relevant parameter.
func (s *slicer) passed(v *ir.Var) {
	if s.calls == nil || s.calls.owner[v] == nil {
		return
	}
	for _, e := range s.calls.sites[s.calls.owner[v]] {
		ir.EachVar(e.Stmt.(*ir.Call).Args[s.calls.param[v]], s.variable)
	}
}

// returned makes relevant what the call of an edge gives back, if it is a call.
func (s *slicer) returned(id ir.EdgeID) {
	if f := s.calls.callee(s.p.Edges[id]); f != nil && f.Result != nil {
		s.variable(f.Result)
	}
}

// call is a relevant call with what is relevant of it.
func (s *slicer) call(c *ir.Call) *ir.Call {
	small := *c
	small.Callee, small.Args = s.calls.now[c.Callee], nil
	for i, v := range c.Callee.Params {
		if s.relVar[v] {
			small.Args = append(small.Args, c.Args[i])
		}
	}
	if c.Result != nil && !s.relVar[c.Result] {
		small.Result = nil
	}
	return &small
}

// only leaves of q, a clone, the functions that are kept, with the parameters and results that are relevant: of others
// an engine would say what is true of the slice alone.
func (s *slicer) only(q *ir.Program) []*ir.Func {
	c := s.calls
	c.now = map[*ir.Func]*ir.Func{}
	keep := map[ir.Loc]*ir.Func{}
	for _, f := range c.funcs {
		if c.kept[f] {
			keep[f.Entry] = f
		}
	}
	all := q.Funcs
	q.Funcs = nil
	for _, f := range all {
		if of := keep[f.Entry]; of != nil && of.Entry == f.Entry {
			c.now[of] = f
			q.Funcs = append(q.Funcs, f)
			f.Params = slices.DeleteFunc(slices.Clone(f.Params), func(v *ir.Var) bool { return !s.relVar[v] })
			if f.Result != nil && !s.relVar[f.Result] {
				f.Result = nil
			}
			continue
		}
		for _, l := range f.Locs {
			for _, id := range q.Locs[l].Out {
				q.Edges[id] = nil
			}
			q.Locs[l] = nil
		}
	}
	return q.Funcs
}
