package conditions

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// reach finds the procedures that Main may call, itself first, and the variables that each may change, by its own statements and those of
// what it calls. An error says that a statement has no meaning here.
func (g *generator) reach() error {
	g.funcs = []*ir.Func{g.p.Main}
	for i := 0; i < len(g.funcs); i++ {
		f := g.funcs[i]
		g.changes[f] = map[*ir.Var]bool{}
		for _, l := range f.Locs {
			for _, id := range g.p.Locs[l].Out {
				e := g.p.Edges[id]
				if e == nil {
					continue
				}
				switch s := e.Stmt.(type) {
				case *ir.Skip, *ir.Assume, *ir.Assign, *ir.Havoc, *ir.Store:
				case *ir.Call:
					if s.Callee == nil || !s.Callee.Defined {
						return fmt.Errorf("a call of an unknown procedure")
					}
					if g.callees[f] = append(g.callees[f], s.Callee); !slices.Contains(g.funcs, s.Callee) {
						g.funcs = append(g.funcs, s.Callee)
					}
				default:
					return fmt.Errorf("the statement %s has no meaning here", ir.StmtString(s))
				}
				if v := ir.Written(e.Stmt); v != nil {
					g.changes[f][v] = true
				}
			}
		}
	}
	for again := true; again; {
		again = false
		for _, f := range g.funcs {
			before := len(g.changes[f])
			for _, c := range g.callees[f] {
				maps.Copy(g.changes[f], g.changes[c])
			}
			again = again || len(g.changes[f]) > before
		}
	}
	return nil
}

// writes are the globals that f, or what it calls, may change.
func (g *generator) writes(f *ir.Func) (vars []*ir.Var) {
	for _, v := range g.p.Globals {
		if g.changes[f][v] {
			vars = append(vars, v)
		}
	}
	return vars
}

// wellFormed says whether all formulas speak of what they may.
func (g *generator) wellFormed() error {
	for _, f := range g.funcs {
		switch {
		case f.Entry == f.Exit && g.called(f):
			return fmt.Errorf("%s has no statement", f.Name)
		case g.proof.Kind != Invariants && len(g.p.Locs[f.Entry].In) > 0:
			return fmt.Errorf("%s comes back to its entry", f.Name)
		}
	}
	for _, formulas := range []map[ir.Loc]term.Term{g.proof.At, g.proof.Excludes} {
		for l, t := range formulas { // any complaint will do
			if l <= 0 || int(l) >= len(g.p.Locs) || g.p.Locs[l] == nil {
				return fmt.Errorf("there is no location %d", l)
			}
			if !slices.Contains(g.funcs, g.p.Locs[l].Func) || g.proof.Kind == Summaries && !t.Valid() {
				continue // nothing comes there, or nothing is said
			}
			if !t.Valid() || t.Sort() != term.Bool {
				return fmt.Errorf("what is said of location %d is no formula", l)
			}
			for _, x := range term.Vars(t, map[term.Term]bool{}, nil) {
				if !g.may(g.p.Locs[l].Func, l, x) {
					return fmt.Errorf("what is said of location %d mentions %s", l, x.Name())
				}
			}
		}
	}
	return nil
}

// may says whether the formula at l, in f, may mention x.
func (g *generator) may(f *ir.Func, l ir.Loc, x term.Term) bool {
	name := x.Name()
	if slices.Contains(g.proof.Bound, name) {
		return x.Sort() == term.Int && !g.called(f)
	}
	v, old, exit := g.vars[name], false, false
	if v == nil && name != "" {
		v = g.vars[name[:len(name)-1]]
		old, exit = name[len(name)-1] == '@', name[len(name)-1] == '\''
		if !old && !exit {
			return false
		}
	}
	if v == nil || sortOf(v.Type) != x.Sort() || v.Func != nil && v.Func != f && len(g.callees) > 0 { // without calls all are variables of main
		return false
	}
	outside := v.Func == nil || slices.Contains(f.Params, v) // whoever calls f knows it
	switch {
	case g.proof.Kind == Summaries:
		return !old && (!exit || v == f.Result || v.Func == nil && g.changes[f][v])
	case g.proof.Kind != Contracts:
		return !old && !exit
	case exit || old && !outside || old && l == f.Entry:
		return false
	case g.called(f) && l == f.Entry:
		return outside
	case g.called(f) && l == f.Exit:
		return old || v.Func == nil || v == f.Result
	}
	return true
}

// exclusions are what the places of f exclude of the values at its exit. At the exit that is any values but those that are there.
func (g *generator) exclusions(f *ir.Func) annotation {
	a := annotation{at: map[ir.Loc]term.Term{}, excl: true, subject: "what is excluded"}
	for _, l := range f.Locs {
		if t, ok := g.proof.Excludes[l]; ok && l != f.Exit {
			a.at[l] = t
		}
	}
	if g.called(f) {
		st := term.NewStore()
		var same []term.Term
		for _, v := range g.leaves(f) {
			same = append(same, st.Eq(st.Var(v.Name, sortOf(v.Type)), st.Var(v.Name+"'", sortOf(v.Type))))
		}
		a.at[f.Exit] = st.Not(st.And(same...))
	}
	return a
}

// leaves are the variables in which a caller sees that f has been executed.
func (g *generator) leaves(f *ir.Func) []*ir.Var {
	vars := g.writes(f)
	if f.Result != nil {
		vars = append(vars, f.Result)
	}
	return vars
}

// call is what is said of the callee in place of the call: what it requires must hold, what it may change is unknown then, and the condition
// under which the call is left is what it ensures.
func (b *paths) call(a *arrival, s *ir.Call, e *ir.Edge) term.Term {
	f := s.Callee
	inner, after := map[string]term.Term{}, map[string]term.Term{}
	f.AllVars(func(v *ir.Var) {
		if i := slices.Index(f.Params, v); i >= 0 {
			inner[v.Name] = b.expr(s.Args[i], a)
		} else {
			inner[v.Name] = b.unknown(v)
		}
	})
	before := maps.Clone(a.state)
	entry := func(name string) (term.Term, bool) {
		if t, ok := inner[name]; ok {
			return t, true
		}
		if v := b.vars[name]; v != nil {
			return b.value(before, v), true
		}
		return term.Term{}, false
	}
	if !b.a.excl {
		n := b.nodes[a.from]
		if bad := b.st.And(n.reach, b.not(b.proof.At[f.Entry], entry)); !bad.IsFalse() {
			b.goal(a.from, fmt.Sprintf("from %s, what %s requires holds at the call at %s", b.place(b.nodes[0].loc), f.Name, b.place(e.From)), bad)
		}
	}
	for _, v := range b.writes(f) {
		a.state[v] = b.unknown(v)
		after[v.Name] = a.state[v]
	}
	if f.Result != nil {
		after[f.Result.Name] = b.unknown(f.Result)
		if s.Result != nil {
			a.state[s.Result] = after[f.Result.Name]
		}
	}
	exit := func(name string) (term.Term, bool) { // x is x where the callee is left
		if t, ok := after[name]; ok {
			return t, true
		}
		return entry(name)
	}
	at := func(name, suffix string, of naming) (t term.Term, ok bool) {
		if n := len(name) - 1; n >= 0 && name[n:] == suffix && b.vars[name] == nil {
			return of(name[:n])
		}
		return t, false
	}
	if b.proof.Kind == Contracts {
		return b.in(b.proof.At[f.Exit], func(name string) (term.Term, bool) {
			if t, ok := at(name, "@", entry); ok {
				return t, true
			}
			return exit(name)
		})
	}
	return b.not(b.proof.Excludes[f.Entry], func(name string) (term.Term, bool) {
		if t, ok := at(name, "'", exit); ok {
			return t, true
		}
		return entry(name)
	})
}
