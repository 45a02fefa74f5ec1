package conditions

import (
	"fmt"
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// reach finds the procedures that Main may call, itself first, and the variables that each may change, by its own statements and those of
// what it calls. It fails if a statement has no meaning here.
func (g *generator) reach() {
	g.funcs = []*ir.Func{g.p.Main}
	callees := map[*ir.Func][]*ir.Func{}
	for i := 0; i < len(g.funcs); i++ {
		f := g.funcs[i]
		g.changes[f] = map[*ir.Var]bool{}
		for _, l := range f.Locs {
			for _, e := range g.out(l) {
				switch s := e.Stmt.(type) {
				case *ir.Skip, *ir.Assume, *ir.Assign, *ir.Havoc, *ir.Store:
				case *ir.Call:
					if s.Callee == nil || !s.Callee.Defined {
						fail("a call of an unknown procedure")
					}
					callees[f] = append(callees[f], s.Callee)
					if g.called[s.Callee] = true; !slices.Contains(g.funcs, s.Callee) {
						g.funcs = append(g.funcs, s.Callee)
					}
				default:
					fail("the statement %s has no meaning here", ir.StmtString(s))
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
			for _, c := range callees[f] {
				maps.Copy(g.changes[f], g.changes[c])
			}
			again = again || len(g.changes[f]) > before
		}
	}
}

// leaves are the variables in which a caller sees that f has been executed: globals that it, or what it calls, may change, and its result.
func (g *generator) leaves(f *ir.Func) (vars []*ir.Var) {
	for _, v := range g.p.Globals {
		if g.changes[f][v] {
			vars = append(vars, v)
		}
	}
	if f.Result != nil {
		vars = append(vars, f.Result)
	}
	return vars
}

// wellFormed fails if procedures begin or end where they must not, or formulas speak of what they may not.
func (g *generator) wellFormed() {
	for _, name := range g.proof.Bound {
		if g.vars[name] != nil || name == "" {
			fail("the bound variable %q is one of the program", name)
		}
	}
	g.defineSums()
	if len(g.called) > 0 && (g.proof.Kind == Invariants || g.proof.Kind == Unrolled || g.proof.Kind == Prefix || g.proof.Kind == Ranks) {
		fail("a proof without contracts of a program with calls")
	}
	for _, f := range g.funcs {
		switch {
		case g.p.Locs[f.Entry].IsGoal():
			fail("%s begins with an error", f.Name)
		case f.Entry == f.Exit && g.called[f]:
			fail("%s has no statement", f.Name)
		case g.proof.Kind != Invariants && g.proof.Kind != Ranks && len(g.p.Locs[f.Entry].In) > 0:
			fail("%s comes back to its entry", f.Name)
		}
	}
	for _, formulas := range []map[ir.Loc]term.Term{g.proof.At, g.proof.Excludes} {
		for l, t := range formulas { // any complaint will do
			if l <= 0 || int(l) >= len(g.p.Locs) || g.p.Locs[l] == nil {
				fail("there is no location %d", l)
			}
			if !slices.Contains(g.funcs, g.p.Locs[l].Func) || g.proof.Kind == Summaries && !t.Valid() {
				continue // nothing comes there, or nothing is said
			}
			if !t.Valid() || t.Sort() != term.Bool {
				fail("what is said of location %d is no formula", l)
			}
			for _, x := range term.Vars(t, map[term.Term]bool{}, nil) {
				if !g.may(g.p.Locs[l].Func, l, x) {
					fail("what is said of location %d mentions %s", l, x.Name())
				}
			}
		}
	}
}

// may says whether the formula at l, in f, may mention x.
func (g *generator) may(f *ir.Func, l ir.Loc, x term.Term) bool {
	if slices.Contains(g.proof.Bound, x.Name()) {
		return x.Sort() == term.Int && !g.called[f]
	}
	if s := g.sumNamed(x.Name()); s != nil {
		return x.Sort() == sortOf(s.v.Type) && !g.called[f]
	}
	v, when := g.spoken(x.Name())
	if v == nil || sortOf(v.Type) != x.Sort() || v.Func != nil && v.Func != f && len(g.called) > 0 { // without calls all are variables of main
		return false
	}
	old, exit := when == '@', when == '\''
	outside := v.Func == nil || slices.Contains(f.Params, v) // whoever calls f knows it
	switch {
	case g.proof.Kind == Summaries:
		return !old && (!exit || v == f.Result || v.Func == nil && g.changes[f][v])
	case g.proof.Kind != Contracts:
		return !old && !exit
	case exit || old && !outside || old && l == f.Entry:
		return false
	case g.called[f] && l == f.Entry:
		return outside
	case g.called[f] && l == f.Exit:
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
	if g.called[f] {
		st := term.NewStore()
		same := st.True()
		for _, v := range g.leaves(f) {
			same = st.And(same, st.Eq(st.Var(v.Name, sortOf(v.Type)), st.Var(v.Name+"'", sortOf(v.Type))))
		}
		a.at[f.Exit] = st.Not(same)
	}
	return a
}

// call is what is said of the callee in place of the call: what it requires must hold, what it may change is unknown then, and the condition
// under which the call is left is what it ensures.
func (b *paths) call(a *node, s *ir.Call, e *ir.Edge) term.Term {
	f := s.Callee
	entry := maps.Clone(a.state)
	f.AllVars(func(v *ir.Var) {
		if i := slices.Index(f.Params, v); i >= 0 {
			entry[v] = b.expr(s.Args[i], a)
		} else {
			entry[v] = b.unknown(v)
		}
	})
	if !b.a.excl {
		about := fmt.Sprintf("from %s, what %s requires holds at the call at %s", b.place(b.nodes[0].loc), f.Name, b.place(e.From))
		b.must(b.in(b.proof.At[f.Entry], entry, nil, nil), a.before[0], about)
	}
	exit := maps.Clone(entry)
	for _, v := range b.leaves(f) {
		exit[v] = b.unknown(v)
		if v != f.Result {
			a.state[v] = exit[v]
		} else if s.Result != nil {
			a.state[s.Result] = exit[v]
		}
	}
	if b.proof.Kind == Contracts {
		return b.in(b.proof.At[f.Exit], exit, entry, nil)
	}
	return b.st.Not(b.in(b.proof.Excludes[f.Entry], entry, nil, exit))
}
