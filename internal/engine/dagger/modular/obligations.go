package modular

import (
	"slices"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/engine/dagger"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// obligation is a refinement of a contract: states in which a procedure is never called, or
// transitions that no call of it makes. It is assumed of all calls as soon as it is there, while it
// is proved at each of them, or at the exit.
type obligation struct {
	cause
	aims    []*aim
	assumed []*ir.Edge
}

// aim is a location that must not be reached: an error of the program, or where an obligation does
// not hold.
type aim struct {
	in     *proc
	loc    ir.Loc
	due    *obligation // nil: the program's
	proof  map[ir.Loc]term.Term
	tries  int // without a proof
	failed bool
}

// discharge proves aims, with obligations where counterexamples ask for them.
type discharge struct {
	*run
	s     *summaries
	aims  []*aim
	goals map[ir.Loc]bool
	asked []cause // of all obligations so far
}

// discharge looks at the goals that the contracts leave open, in as many steps as the attempt may take;
// what is proved is added to found. again says that the contracts will be better next time.
func (m *run) discharge(s *summaries, found map[ir.Loc]term.Term) (open []ir.Loc, again bool) {
	d := &discharge{run: m, s: s, goals: map[ir.Loc]bool{}}
	for _, g := range m.task.Goals {
		d.goals[g] = true
	}
	for _, pr := range s.list {
		for _, g := range s.reached(pr) {
			d.aims = append(d.aims, &aim{in: pr, loc: g})
		}
	}
	for range s.at.limit {
		i := slices.IndexFunc(d.aims, func(a *aim) bool { return a.proof == nil && !a.failed })
		if i < 0 || m.ctx.Err() != nil {
			break
		}
		again, refined := d.pursue(d.aims[i])
		if d.trace != nil {
			return nil, false
		}
		if again {
			for _, a := range d.aims {
				if a.due != nil {
					a.due.forget()
				}
			}
			return nil, true
		}
		if !refined && d.aims[i].due != nil {
			d.refute(d.aims[i].due)
		} else if !refined {
			d.aims[i].failed = true
		}
	}
	// Proofs rest on obligations, of which none may be open.
	rest := slices.ContainsFunc(d.aims, func(a *aim) bool { return a.proof == nil && !a.failed })
	for _, a := range d.aims {
		switch {
		case a.due == nil && (rest || a.failed):
			open = append(open, a.loc)
		case !rest && a.proof != nil:
			for l, t := range a.proof {
				found[l] = m.st.And(found[l], t)
			}
		}
	}
	if !rest {
		s.refine(found)
	}
	return open, false
}

// pursue tries to prove an aim. again is as for discharge; refined says that there is a proof, or a
// new obligation.
func (d *discharge) pursue(a *aim) (again, refined bool) {
	proof, path := d.within(d.s, a.in, a.loc)
	if a.proof = proof; proof != nil {
		return false, true
	}
	if a.tries++; path == nil || a.tries > maxTries {
		return false, false
	}
	d.refinements++
	if a.in == d.s.list[0] {
		if d.trace = execute(d.ctx, d.s.p, d.goals, d.tried); d.trace != nil {
			return false, false
		}
	}
	causes := d.s.causes(a.in, path)
	if d.s.learn(causes) {
		return true, false
	}
	for _, c := range causes {
		if !d.hopeless(c) {
			d.oblige(c)
			return false, true
		}
	}
	return false, false
}

// maxTries bounds how often an aim is looked at in vain.
const maxTries = 30

// maxAlike bounds the obligations of a procedure that differ only in their constants, which creep as
// they do on the way through a loop.
const maxAlike = 10

// hopeless says that an obligation is of no use: nothing can be asked of what Main begins with, or
// that a procedure is never left; what was asked before was not enough, or not so.
func (d *discharge) hopeless(c cause) bool {
	cs := d.s.d.Constraints(c.psi)
	switch {
	case c.exit == nil && c.of == d.s.list[0], c.exit != nil && len(cs) == 0:
		return true
	case c.of.recursive && len(c.of.noEntry)+len(c.of.noExit) >= d.s.at.limit/perRecursive:
		return true
	}
	alike := 0
	for _, b := range d.asked {
		if b.of != c.of || (b.exit == nil) != (c.exit == nil) {
			continue
		}
		if b.key(d.s) == c.key(d.s) {
			return true
		}
		if slices.EqualFunc(d.s.d.Constraints(b.psi), cs, polyhedra.Constraint.Parallel) {
			alike++
		}
	}
	return alike >= maxAlike
}

// perRecursive is how many steps an attempt needs for each obligation that a recursive procedure may
// have: there may be no end of them.
const perRecursive = 80

// oblige assumes what c asks for.
func (d *discharge) oblige(c cause) {
	o := &obligation{cause: c}
	d.asked = append(d.asked, c)
	if c.exit != nil {
		c.of.noExit = append(c.of.noExit, c.psi)
		o.aims = append(o.aims, &aim{in: c.of, due: o, loc: d.fault(c.of, c.of.fn.Exit, c.psi)})
	} else {
		c.of.noEntry = append(c.of.noEntry, c.psi)
		o.assumed = append(o.assumed, d.assumeAfter(c.of, c.of.requires, c.psi))
	}
	for _, caller := range d.s.list {
		for _, at := range caller.sites {
			switch {
			case at.callee != c.of || d.s.d.IsBottom(caller.pre):
			case c.exit != nil:
				o.assumed = append(o.assumed, d.assumeAfter(caller, at.ensures, d.s.renamed(d.s.d, c.psi, at.names())))
			default:
				psi := d.s.renamed(d.s.d, c.psi, at.inputNames())
				o.aims = append(o.aims, &aim{in: caller, due: o, loc: d.fault(caller, at.watch, psi)})
			}
		}
	}
	d.aims = append(d.aims, o.aims...)
}

// assumeAfter puts after an edge the assumption that psi does not hold.
func (d *discharge) assumeAfter(in *proc, e *ir.Edge, psi polyhedra.State) *ir.Edge {
	to, next := e.To, in.own.NewLoc(in.own.Main, e.Pos)
	in.own.Redirect(e.ID, next)
	return in.own.NewEdge(next, to, &ir.Assume{Cond: d.s.exclusion(psi, d.s.vars)}, e.Pos)
}

// fault is a location that is reached from l in the states of psi.
func (d *discharge) fault(in *proc, l ir.Loc, psi polyhedra.State) ir.Loc {
	to := in.own.NewLoc(in.own.Main, in.own.Loc(l).Pos)
	in.own.NewEdge(l, to, &ir.Assume{Cond: d.s.condition(psi, d.s.vars)}, in.own.Loc(l).Pos)
	return to
}

// forget ends the assumption.
func (o *obligation) forget() {
	for _, e := range o.assumed {
		e.Stmt = &ir.Skip{}
	}
}

// refute takes an obligation back that cannot be proved, and with it the proofs.
func (d *discharge) refute(o *obligation) {
	list := &o.of.noEntry
	if o.exit != nil {
		list = &o.of.noExit
	}
	*list = slices.DeleteFunc(slices.Clone(*list), func(s polyhedra.State) bool { return d.s.d.Same(s, o.psi) })
	o.forget()
	d.aims = slices.DeleteFunc(d.aims, func(a *aim) bool { return a.due == o })
	for _, a := range d.aims {
		a.proof = nil
	}
}

// cause is a reason why a path to an error is possible: what a call does, or what a procedure is
// called with.
type cause struct {
	of   *proc
	exit *site // the call; nil: psi is at the entry
	psi  polyhedra.State
}

// key tells causes apart.
func (c cause) key(s *summaries) string {
	if c.exit != nil {
		return c.of.fn.Name + " exit " + s.d.String(c.psi)
	}
	return c.of.fn.Name + " entry " + s.d.String(c.psi)
}

// causes carries the error at the end of a path of pr's program backwards: at each call on the way,
// what it says of the values before and after; at the entry, what it says there. Those near the
// error come first.
func (s *summaries) causes(pr *proc, path []*ir.Edge) (cs []cause) {
	for _, v := range dagger.Variants(pr.own, path) {
		d := polyhedra.New(pr.own, polyhedra.Options{Ranges: s.at.ranges, Stop: func() bool { return s.ctx.Err() != nil }})
		states := make([]polyhedra.State, len(v))
		state := d.Top()
		for i, e := range v {
			states[i] = state
			state = d.Post(state, e)
		}
		psi := d.Top()
		add := func(of *proc, at *site, psi polyhedra.State, names map[int]int) {
			if psi = s.renamed(d, psi, names); s.d.IsBottom(psi) {
				return
			}
			known := of.sum
			if at == nil {
				known = []polyhedra.State{of.pre}
			}
			cs = append(cs, cause{of, at, s.without(psi, known)})
		}
		for i := len(v) - 1; i >= 0; i-- {
			for _, at := range pr.sites {
				if v[i].ID == at.ensures.ID {
					names := map[int]int{}
					for from, to := range at.names() {
						names[to] = from
					}
					add(at.callee, at, psi, names)
					add(at.callee, at, d.Meet(psi, states[i]), names)
				}
			}
			psi = d.Pre(states[i], psi, v[i])
		}
		names := map[int]int{}
		for _, v := range pr.inputs() {
			names[v.ID] = v.ID
		}
		add(pr, nil, psi, names)
	}
	return cs
}

// without is psi without what all of known say as well.
func (c contracts) without(psi polyhedra.State, known []polyhedra.State) polyhedra.State {
	var rest []polyhedra.Constraint
	for _, k := range c.d.Constraints(psi) {
		if slices.ContainsFunc(known, func(s polyhedra.State) bool { return !c.d.IsBottom(s) && !c.d.Entails(s, k) }) {
			rest = append(rest, k)
		}
	}
	return c.d.With(c.d.Top(), rest...)
}
