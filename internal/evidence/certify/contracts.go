package certify

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// Contracts checks that inv proves that no execution of p.Main, whose calls are not inlined, reaches a
// location with an Error. The formula at the entry of a procedure is what it requires, the one at its
// exit what it ensures, and every procedure is checked on its own: from its entry, with x@ = x, invariants are inductive and exclude errors;
// at every call what the callee requires holds of the arguments and globals; after it, what the
// callee may change (by the statements of all that it calls) has changed to anything that it
// ensures. By induction on the length of executions, those of callees included, every invariant
// then holds wherever an execution is.
//
// A procedure without an invariant at its entry is never called, one without an invariant at its
// exit is never left, which is shown like anything else. What is required speaks of parameters and
// globals; what is ensured of the result, globals, and x@ of parameters and globals.
//
// p is as for Summaries; results are as for Safe.
func Contracts(ctx context.Context, p *ir.Program, inv verdict.Contracts, newSolver func(*term.Store) solver.Solver, workers int) error {
	conds, err := contractConditions(p, inv)
	if err != nil {
		return err
	}
	return checkAll(ctx, conds, newSolver, workers)
}

// contractConditions lists what has to hold of the invariants of a program with calls.
func contractConditions(p *ir.Program, inv map[ir.Loc]term.Term) ([]*condition, error) {
	l := &contractLowering{callLowering: callLowering{p: p, st: term.NewStore(), writes: map[*ir.Func][]*ir.Var{}}, inv: inv}
	funcs, err := l.reachable()
	if err != nil {
		return nil, err
	}
	for loc := range inv { // order does not matter: any complaint is a bug of the engine
		if loc <= 0 || int(loc) >= len(p.Locs) || p.Locs[loc] == nil {
			return nil, &Rejection{Reason: fmt.Sprintf("there is no location %d", loc), Prog: p}
		}
	}
	for _, f := range funcs {
		if err := l.wellFormed(f); err != nil {
			return nil, err
		}
	}
	q, lowered, formulas := l.lower(funcs)
	var conds []*condition
	for i, f := range funcs {
		own := *q
		own.Main = q.Funcs[slices.Index(p.Funcs, f)]
		cuts, err := cutPoints(&own, lowered[i])
		if err != nil {
			return nil, err
		}
		cuts.formulas = formulas
		cs := conditions(&own, cuts)
		if f != p.Main {
			cs = cs[1:] // the callers show what holds at the entry
		}
		conds = append(conds, cs...)
	}
	return conds, nil
}

// HasCalls says whether Main calls anything.
func HasCalls(p *ir.Program) bool {
	for _, l := range p.Main.Locs {
		for _, id := range p.Locs[l].Out {
			if e := p.Edges[id]; e != nil {
				if _, ok := e.Stmt.(*ir.Call); ok {
					return true
				}
			}
		}
	}
	return false
}

// contractLowering makes programs without calls, in which a call stands as what its callee requires
// and ensures.
type contractLowering struct {
	callLowering
	inv map[ir.Loc]term.Term
}

// wellFormed says whether the invariants of f speak of what they may.
func (l *contractLowering) wellFormed(f *ir.Func) error {
	if f.Entry == f.Exit && l.called(f) {
		return &Rejection{To: f.Entry, Reason: "a procedure without a statement", Prog: l.p}
	}
	const (
		local = 1 << iota
		param
		global
		result
		old
	)
	known := map[string]int{}
	f.AllVars(func(v *ir.Var) { known[v.Name] = local })
	for _, v := range f.Params {
		known[v.Name], known[sem.Old(v).Name()] = param, old
	}
	for _, v := range l.p.Globals {
		known[v.Name], known[sem.Old(v).Name()] = global, old
	}
	if f.Result != nil {
		known[f.Result.Name] = result
	}
	for _, loc := range f.Locs {
		t, ok := l.inv[loc]
		if !ok {
			continue
		}
		if !t.Valid() || t.Sort() != term.Bool {
			return &Rejection{To: loc, Reason: "the invariant is not a formula", Prog: l.p}
		}
		may := local | param | global | result | old
		switch {
		case !l.called(f) && loc == f.Entry:
			may &^= old
		case !l.called(f):
		case loc == f.Entry:
			may = param | global
		case loc == f.Exit:
			may = global | result | old
		}
		for _, v := range term.Vars(t, map[term.Term]bool{}, nil) {
			if known[v.Name()]&may == 0 {
				return &Rejection{To: loc, Reason: fmt.Sprintf("the invariant mentions %s, which is no variable that it may mention there", v.Name()), Prog: l.p}
			}
		}
	}
	return nil
}

// lower makes a program in which the functions have no calls, and the invariants of each. formulas
// are conditions of edges that are Skips.
func (l *contractLowering) lower(funcs []*ir.Func) (q *ir.Program, inv []map[ir.Loc]term.Term, formulas map[ir.EdgeID]term.Term) {
	q = l.p.Clone()
	formulas = map[ir.EdgeID]term.Term{}
	inv = make([]map[ir.Loc]term.Term, len(funcs))
	for i, f := range funcs {
		old := l.enter(q, q.Funcs[slices.Index(l.p.Funcs, f)], f)
		inv[i] = map[ir.Loc]term.Term{}
		for _, loc := range f.Locs {
			if t, ok := l.inv[loc]; ok {
				inv[i][loc] = l.renamed(t, old)
			} else if loc == f.Exit && l.called(f) {
				inv[i][loc] = l.st.False()
			}
		}
		for _, loc := range q.Funcs[slices.Index(l.p.Funcs, f)].Locs {
			for _, id := range slices.Clone(q.Locs[loc].Out) {
				if c, ok := q.Edges[id].Stmt.(*ir.Call); ok {
					l.contract(q, q.Edges[id], c, inv[i], formulas)
				}
			}
		}
	}
	return q, inv, formulas
}

// enter inserts assignments after the entry of f that keep the values there, in what the result
// says for each x@: another variable, or x itself if f does not change it.
func (l *contractLowering) enter(q *ir.Program, own, f *ir.Func) map[term.Term]term.Term {
	assigned := map[*ir.Var]bool{}
	for _, v := range l.writes[f] {
		assigned[v] = true
	}
	mentioned := l.mentioned(f.Locs...)
	for _, loc := range f.Locs {
		for _, id := range l.p.Locs[loc].Out {
			if v := ir.Written(l.p.Edges[id].Stmt); v != nil {
				assigned[v] = true
			}
			if c, ok := l.p.Edges[id].Stmt.(*ir.Call); ok && c.Result != nil {
				assigned[c.Result] = true
			}
		}
	}
	old := map[term.Term]term.Term{}
	at := f.Entry
	out := slices.Clone(q.Locs[at].Out)
	for _, v := range slices.Concat(l.p.Globals, f.Params) {
		switch {
		case !mentioned[sem.Old(v).Name()]:
		case !assigned[v]:
			old[l.old(v)] = l.variable(v)
		default:
			g := q.NewGlobal(f.Name+"!"+sem.Old(v).Name(), "", v.Type, v.Pos)
			old[l.old(v)] = l.variable(g)
			next := q.NewLoc(own, f.Pos)
			q.NewEdge(at, next, &ir.Assign{Var: g, Expr: ir.VarExpr(v)}, f.Pos)
			at = next
		}
	}
	if at == f.Entry {
		return old
	}
	for _, id := range out {
		e := q.Edges[id]
		q.RemoveEdge(id)
		q.NewEdge(at, e.To, e.Stmt, e.Pos)
	}
	return old
}

// mentioned are the names of the variables in the invariants at locations.
func (l *contractLowering) mentioned(locs ...ir.Loc) map[string]bool {
	names, seen := map[string]bool{}, map[term.Term]bool{}
	for _, loc := range locs {
		if t := l.inv[loc]; t.Valid() {
			for _, x := range term.Vars(t, seen, nil) {
				names[x.Name()] = true
			}
		}
	}
	return names
}

// old is x@ as it stands in invariants.
func (l *contractLowering) old(v *ir.Var) term.Term {
	return sem.Old(v).Term(l.st)
}

// contract replaces a call edge: by assignments to variables that stand for the callee's, an edge to
// where the callee's requirement has to hold, unknown values for all that the callee may change, and
// what it ensures.
func (l *contractLowering) contract(q *ir.Program, e *ir.Edge, c *ir.Call, inv map[ir.Loc]term.Term, formulas map[ir.EdgeID]term.Term) {
	f := c.Callee
	at, to, fn := e.From, e.To, q.Locs[e.From].Func
	q.RemoveEdge(e.ID)
	step := func(s ir.Stmt) ir.EdgeID {
		next := q.NewLoc(fn, e.Pos)
		edge := q.NewEdge(at, next, s, e.Pos)
		at = next
		return edge.ID
	}
	copied := func(v *ir.Var, value *ir.Expr) *ir.Var {
		g := q.NewGlobal("call!"+v.Name, "", v.Type, v.Pos)
		step(&ir.Assign{Var: g, Expr: value})
		return g
	}
	before, after := map[term.Term]term.Term{}, map[term.Term]term.Term{}
	mentioned := l.mentioned(f.Entry, f.Exit)
	for i, v := range f.Params {
		if !mentioned[v.Name] && !mentioned[sem.Old(v).Name()] {
			continue
		}
		g := copied(v, c.Args[i])
		before[l.variable(v)], after[l.old(v)] = l.variable(g), l.variable(g)
	}
	requires := q.NewLoc(fn, e.Pos)
	q.NewEdge(at, requires, &ir.Skip{}, e.Pos)
	inv[requires] = l.renamed(l.inv[f.Entry], before)

	for _, v := range l.p.Globals {
		after[l.old(v)] = l.variable(v)
	}
	for _, v := range l.writes[f] {
		if mentioned[sem.Old(v).Name()] {
			after[l.old(v)] = l.variable(copied(v, ir.VarExpr(v)))
		}
		step(&ir.Havoc{Var: v})
	}
	var result *ir.Var // what the callee returns
	if f.Result != nil {
		result = q.NewGlobal("call!"+f.Result.Name, "", f.Result.Type, f.Result.Pos)
		after[l.variable(f.Result)] = l.variable(result)
		step(&ir.Havoc{Var: result})
	}
	formulas[step(&ir.Skip{})] = l.renamed(l.inv[f.Exit], after)
	if c.Result != nil {
		q.NewEdge(at, to, &ir.Assign{Var: c.Result, Expr: ir.VarExpr(result)}, e.Pos)
	} else {
		q.NewEdge(at, to, &ir.Skip{}, e.Pos)
	}
}
