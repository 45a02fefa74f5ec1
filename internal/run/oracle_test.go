package run

import (
	"context"
	"slices"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/logic/smtlib"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

// An oracle decides whether a proof holds without package certify: it walks every path from one
// cut point to the next by itself, statement by statement, and asks z3 about each. With calls, it
// takes the meaning of summaries from package verdict. The meaning of single statements, package
// sem, is what it shares with the certifier. For small programs without allocations.
type oracle struct {
	ctx  context.Context
	prog *ir.Program
	sums map[ir.Loc]verdict.Summary // Excludes is not Valid if there are no calls

	excludes bool // which half of the summaries is looked at
	st       *term.Store
	sem      *sem.Context
	state    *sem.State
	z3       smt.Solver
	holds    bool
	open     bool           // z3 has given up on something
	exit     []term.Term    // what x' stands for, in the order of vars
	vars     []*ir.Var      // that the exit of the function at hand leaves behind
	path     map[ir.Loc]int // how often the path at hand comes to a location
}

// valid says whether z3 finds the proof in order; ok is false if it does not know.
func valid(ctx context.Context, t *testing.T, p *ir.Program, sums map[ir.Loc]verdict.Summary) (valid, ok bool) {
	t.Helper()
	o := &oracle{ctx: ctx, prog: p, sums: sums, st: term.NewStore(), holds: true, path: map[ir.Loc]int{}}
	o.sem = sem.New(o.st, p)
	s, err := smtlib.NewExternal(o.st, "z3")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	o.z3 = s
	o.assume(o.ranges(p.Globals...))
	for _, f := range p.Funcs {
		if !f.Defined || f != p.Main && !called(p, f) {
			continue
		}
		o.z3.Push()
		f.AllVars(func(v *ir.Var) { o.assume(o.ranges(v)) })
		if f == p.Main {
			o.state = o.sem.NewState()
			o.needs(o.half(f.Entry, false, nil))
		}
		o.function(f, false)
		if f != p.Main {
			o.function(f, true)
		}
		o.z3.Pop()
	}
	return o.holds, !o.open || !o.holds
}

// called says whether any function calls f.
func called(p *ir.Program, f *ir.Func) bool {
	return slices.ContainsFunc(p.Edges, func(e *ir.Edge) bool {
		if e == nil {
			return false
		}
		c, ok := e.Stmt.(*ir.Call)
		return ok && c.Callee == f
	})
}

func (o *oracle) assume(f term.Term) { o.z3.Assert(f) }

func (o *oracle) ranges(vs ...*ir.Var) term.Term {
	var fs []term.Term
	for _, v := range vs {
		fs = append(fs, o.sem.Range(v.Type, o.sem.Var(v)))
	}
	return o.st.And(fs...)
}

// needs notes whether f follows from what is assumed.
func (o *oracle) needs(f term.Term) {
	if !o.holds || f.IsTrue() {
		return
	}
	o.z3.Push()
	o.assume(o.st.Not(f))
	switch o.z3.Check(o.ctx).Status {
	case smt.Sat:
		o.holds = false
	case smt.Unknown:
		o.open = true
	}
	o.z3.Pop()
}

// half is what the proof says at l, of the values that env gives to the variables: Safe, or
// Excludes with the primed variables replaced as well. False if it says nothing.
func (o *oracle) half(l ir.Loc, excludes bool, m map[term.Term]term.Term) term.Term {
	f := o.sums[l].Safe
	if excludes {
		f = o.sums[l].Excludes
	}
	if !f.Valid() {
		return o.st.False()
	}
	return o.st.Subst(o.st.Import(f), m)
}

// now maps the variables of f, and globals, to their terms in the state at hand.
func (o *oracle) now(f *ir.Func) map[term.Term]term.Term {
	m := map[term.Term]term.Term{}
	for _, v := range o.prog.Globals {
		m[o.sem.Var(v)] = o.state.Get(v)
	}
	f.AllVars(func(v *ir.Var) { m[o.sem.Var(v)] = o.state.Get(v) })
	for i, v := range o.vars {
		m[o.primed(v)] = o.exit[i]
	}
	return m
}

func (o *oracle) primed(v *ir.Var) term.Term { return o.st.Var(v.Name+"'", sem.Sort(v.Type)) }

// leaves lists what the caller of f may see of it: globals that it or its callees write, its result.
func (o *oracle) leaves(f *ir.Func) []*ir.Var {
	seen := map[*ir.Func]bool{}
	var vs []*ir.Var
	var visit func(*ir.Func)
	visit = func(g *ir.Func) {
		if seen[g] {
			return
		}
		seen[g] = true
		for _, l := range g.Locs {
			for _, id := range o.prog.Locs[l].Out {
				s := o.prog.Edges[id].Stmt
				if c, ok := s.(*ir.Call); ok {
					visit(c.Callee)
				}
				if v := ir.Written(s); v != nil && v.Func == nil && !slices.Contains(vs, v) {
					vs = append(vs, v)
				}
			}
		}
	}
	visit(f)
	if f.Result != nil {
		vs = append(vs, f.Result)
	}
	return vs
}

// function checks one half of what the proof says of f.
func (o *oracle) function(f *ir.Func, excludes bool) {
	o.excludes, o.vars, o.exit = excludes, nil, nil
	if excludes {
		for _, v := range o.leaves(f) {
			o.vars, o.exit = append(o.vars, v), append(o.exit, o.st.Fresh(v.Name, sem.Sort(v.Type)))
		}
	}
	for _, l := range f.Locs {
		if l != f.Entry && !o.cut(l) || o.prog.Locs[l].IsGoal() || l == f.Exit {
			continue
		}
		o.state = o.sem.NewState()
		o.z3.Push()
		o.assume(o.half(l, excludes, o.now(f)))
		o.walk(f, l)
		o.z3.Pop()
	}
}

// cut says whether paths end at l.
func (o *oracle) cut(l ir.Loc) bool {
	_, ok := o.sums[l]
	return ok || o.prog.Locs[l].Loop
}

// walk follows the paths from l on.
func (o *oracle) walk(f *ir.Func, l ir.Loc) {
	o.path[l]++
	for _, id := range o.prog.Locs[l].Out {
		e := o.prog.Edges[id]
		if e == nil || !o.holds {
			continue
		}
		mark := o.state.Mark()
		o.z3.Push()
		if c, ok := e.Stmt.(*ir.Call); ok {
			o.call(c)
		} else {
			o.assume(o.state.Exec(e.Stmt))
		}
		o.arrive(f, e.To)
		o.z3.Pop()
		o.state.Undo(mark)
	}
	o.path[l]--
}

func (o *oracle) arrive(f *ir.Func, l ir.Loc) {
	switch {
	case o.prog.Locs[l].IsGoal():
		if !o.excludes {
			o.needs(o.st.False())
		}
	case l == f.Exit && o.excludes:
		var same []term.Term
		for i, v := range o.vars {
			same = append(same, o.st.Eq(o.state.Get(v), o.exit[i]))
		}
		o.needs(o.st.Not(o.st.And(same...)))
	case l == f.Exit && !o.sums[l].Safe.Valid():
	case o.cut(l):
		o.needs(o.half(l, o.excludes, o.now(f)))
	case o.path[l] > 0: // a cycle that the proof says nothing of is not taken
		o.needs(o.st.False())
	default:
		o.walk(f, l)
	}
}

// call does what the summary of the callee allows.
func (o *oracle) call(c *ir.Call) {
	f := c.Callee
	m := map[term.Term]term.Term{}
	for _, v := range o.prog.Globals {
		m[o.sem.Var(v)] = o.state.Get(v)
	}
	f.AllVars(func(v *ir.Var) {
		t := o.st.Fresh(v.Name, sem.Sort(v.Type))
		if i := slices.Index(f.Params, v); i >= 0 {
			t = o.sem.Expr(c.Args[i], o.state.Get)
		} else {
			o.assume(o.sem.Range(v.Type, t))
		}
		m[o.sem.Var(v)] = t
	})
	if !o.excludes {
		o.needs(o.half(f.Entry, false, m))
	}
	for _, v := range o.leaves(f) {
		t := o.st.Fresh(v.Name, sem.Sort(v.Type))
		o.assume(o.sem.Range(v.Type, t))
		m[o.primed(v)] = t
		switch {
		case v.Func == nil:
			o.state.Set(v, t)
		case c.Result != nil:
			o.state.Set(c.Result, t)
		}
	}
	o.assume(o.st.Not(o.half(f.Entry, true, m)))
}
