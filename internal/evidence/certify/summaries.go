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

// Summaries checks that sums proves that no execution of p.Main, whose calls are not inlined,
// reaches a location with an Error. Every procedure is checked on its own, against its summary
// and those of its callees:
//
//   - Safe is inductive within the procedure, false at errors, and at every call implies the
//     callee's Safe of the arguments; at Main's entry it holds initially;
//   - Excludes is inductive within the procedure, and at the exit implies that x' are not the
//     values there;
//
// where a call changes what the callee may change (by the statements of all that it calls), to
// anything that the callee's Excludes does not exclude. By induction on the length of executions,
// those of callees included, both then hold ([McMillan 2010], Lemma 1, with the two values of f'
// apart). A location without a summary counts as false, which every proof may assume and has to
// show.
//
// p has no Alloc and no call through a pointer, and every access has a region. Arguments and
// results are as for Safe.
func Summaries(ctx context.Context, p *ir.Program, sums verdict.Summaries, newSolver func(*term.Store) solver.Solver, workers int) error {
	l := &callLowering{p: p, sums: sums, st: term.NewStore(), writes: map[*ir.Func][]*ir.Var{}}
	funcs, err := l.reachable()
	if err != nil {
		return err
	}
	for _, f := range funcs {
		if err := l.wellFormed(f); err != nil {
			return err
		}
	}
	var conds []*condition
	for _, excludes := range []bool{false, true} {
		q, inv, formulas := l.lower(funcs, excludes)
		for i, f := range funcs {
			own := *q
			own.Main = q.Funcs[slices.Index(p.Funcs, f)]
			cuts, err := cutPoints(&own, inv[i])
			if err != nil {
				return err
			}
			cuts.formulas = formulas
			cs := conditions(&own, cuts)
			if excludes || f != p.Main {
				cs = cs[1:] // the callers show what holds at the entry
			}
			conds = append(conds, cs...)
		}
	}
	return checkAll(ctx, conds, newSolver, workers)
}

// callLowering makes programs without calls, in which a call stands as what its summary says.
type callLowering struct {
	p      *ir.Program
	sums   map[ir.Loc]verdict.Summary
	st     *term.Store            // of the formulas made here
	writes map[*ir.Func][]*ir.Var // globals that a function or its callees may change
	again  bool                   // something calls Main
}

// called says whether something may call f.
func (l *callLowering) called(f *ir.Func) bool { return f != l.p.Main || l.again }

// reachable lists the functions that Main may call, and computes what they write.
func (l *callLowering) reachable() ([]*ir.Func, error) {
	funcs := []*ir.Func{l.p.Main}
	seen := map[*ir.Func]bool{l.p.Main: true}
	callers := map[*ir.Func][]*ir.Func{}
	written := map[*ir.Func]map[*ir.Var]bool{}
	for i := 0; i < len(funcs); i++ {
		f := funcs[i]
		written[f] = map[*ir.Var]bool{}
		for _, loc := range f.Locs {
			for _, id := range l.p.Locs[loc].Out {
				switch s := l.p.Edges[id].Stmt.(type) {
				case *ir.Call:
					if s.Callee == nil || !s.Callee.Defined {
						return nil, &Rejection{From: loc, Reason: "a call of an unknown function", Prog: l.p}
					}
					callers[s.Callee] = append(callers[s.Callee], f)
					l.again = l.again || s.Callee == l.p.Main
					if !seen[s.Callee] {
						seen[s.Callee] = true
						funcs = append(funcs, s.Callee)
					}
				case *ir.Alloc:
					return nil, &Rejection{From: loc, Reason: "an allocation", Prog: l.p}
				}
				if v := ir.Written(l.p.Edges[id].Stmt); v != nil && v.Func == nil {
					written[f][v] = true
				}
			}
		}
	}
	for work := slices.Clone(funcs); len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, caller := range callers[f] {
			before := len(written[caller])
			for v := range written[f] {
				written[caller][v] = true
			}
			if len(written[caller]) > before {
				work = append(work, caller)
			}
		}
	}
	for _, f := range funcs {
		for _, v := range l.p.Globals {
			if written[f][v] {
				l.writes[f] = append(l.writes[f], v)
			}
		}
	}
	return funcs, nil
}

// exits are the variables whose values at f's exit matter to its caller.
func (l *callLowering) exits(f *ir.Func) []*ir.Var {
	vs := slices.Clone(l.writes[f])
	if f.Result != nil {
		vs = append(vs, f.Result)
	}
	return vs
}

// wellFormed says whether the summaries of f speak of what they may: globals, variables of f, and
// sem.Exit of what f leaves to its caller.
func (l *callLowering) wellFormed(f *ir.Func) error {
	if f.Entry == f.Exit && l.called(f) {
		return &Rejection{To: f.Entry, Reason: "a procedure without a statement", Prog: l.p}
	}
	known := map[string]bool{}
	add := func(v *ir.Var) { known[v.Name] = true }
	for _, v := range l.p.Globals {
		add(v)
	}
	f.AllVars(add)
	for _, v := range l.exits(f) {
		known[sem.Exit(v).Name()] = true
	}
	for _, loc := range f.Locs {
		sum, ok := l.sums[loc]
		if !ok {
			continue
		}
		for _, t := range []term.Term{sum.Safe, sum.Excludes} {
			if !t.Valid() || t.Sort() != term.Bool {
				return &Rejection{To: loc, Reason: "the summary is not a formula", Prog: l.p}
			}
			for _, v := range term.Vars(t, map[term.Term]bool{}, nil) {
				if !known[v.Name()] {
					return &Rejection{To: loc, Reason: fmt.Sprintf("the summary mentions %s, which is no variable of the procedure", v.Name()), Prog: l.p}
				}
			}
		}
	}
	return nil
}

// lower makes a program in which the functions have no calls, and their invariants: those for
// Safe, or those for Excludes. formulas are conditions of edges that are Skips.
func (l *callLowering) lower(funcs []*ir.Func, excludes bool) (q *ir.Program, inv []map[ir.Loc]term.Term, formulas map[ir.EdgeID]term.Term) {
	q = l.p.Clone()
	formulas = map[ir.EdgeID]term.Term{}
	inv = make([]map[ir.Loc]term.Term, len(funcs))
	prime := map[*ir.Var]*ir.Var{} // x → the variable for x'
	ghost := func(v *ir.Var, name string) *ir.Var { return q.NewGlobal(name, "", v.Type, v.Pos) }
	for i, f := range funcs {
		exits := l.exits(f)
		for _, v := range exits {
			if prime[v] == nil {
				prime[v] = ghost(v, sem.Exit(v).Name())
			}
		}
		inv[i] = map[ir.Loc]term.Term{}
		for _, loc := range f.Locs {
			info := q.Locs[loc]
			if sum, ok := l.sums[loc]; ok && loc != f.Exit {
				inv[i][loc] = sum.Safe
				if excludes {
					inv[i][loc] = sum.Excludes
				}
			}
			if excludes && info.IsGoal() { // an execution ends here, and does not leave the procedure
				info.Goal = ir.Goal{}
				for len(info.Out) > 0 {
					q.RemoveEdge(info.Out[0])
				}
			}
			for _, id := range slices.Clone(info.Out) {
				if c, ok := q.Edges[id].Stmt.(*ir.Call); ok {
					l.call(q, q.Edges[id], c, excludes, inv[i], formulas, ghost)
				}
			}
		}
		if excludes && l.called(f) {
			var same []term.Term
			for _, v := range exits {
				same = append(same, l.st.Eq(l.variable(v), l.variable(prime[v])))
			}
			inv[i][f.Exit] = l.st.Not(l.st.And(same...))
		}
	}
	return q, inv, formulas
}

func (l *callLowering) variable(v *ir.Var) term.Term { return sem.Here(v).Term(l.st) }

// call replaces a call edge: by assignments to variables that stand for the callee's, an edge to
// where the callee's Safe has to hold, unknown values for all that the callee may change, and the
// condition that Excludes does not hold.
func (l *callLowering) call(q *ir.Program, e *ir.Edge, c *ir.Call, excludes bool, inv map[ir.Loc]term.Term, formulas map[ir.EdgeID]term.Term, ghost func(*ir.Var, string) *ir.Var) {
	f := c.Callee
	sum := l.sums[f.Entry]
	at, to, fn := e.From, e.To, q.Locs[e.From].Func
	q.RemoveEdge(e.ID)
	step := func(s ir.Stmt) *ir.Edge {
		next := q.NewLoc(fn, e.Pos)
		edge := q.NewEdge(at, next, s, e.Pos)
		at = next
		return edge
	}
	before := map[term.Term]term.Term{}
	mentioned := map[string]bool{}
	for _, t := range []term.Term{sum.Safe, sum.Excludes} {
		if t.Valid() {
			for _, v := range term.Vars(t, map[term.Term]bool{}, nil) {
				mentioned[v.Name()] = true
			}
		}
	}
	f.AllVars(func(v *ir.Var) {
		if !mentioned[v.Name] {
			return
		}
		g := ghost(v, "call!"+v.Name)
		before[l.variable(v)] = l.variable(g)
		if i := slices.Index(f.Params, v); i >= 0 {
			step(&ir.Assign{Var: g, Expr: c.Args[i]})
		} else {
			step(&ir.Havoc{Var: g})
		}
	})
	if !excludes {
		end := q.NewLoc(fn, e.Pos)
		q.NewEdge(at, end, &ir.Skip{}, e.Pos)
		inv[end] = l.renamed(sum.Safe, before)
	}
	for _, v := range l.writes[f] {
		old := ghost(v, "call!"+v.Name)
		before[l.variable(v)] = l.variable(old)
		before[sem.Exit(v).Term(l.st)] = l.variable(v)
		step(&ir.Assign{Var: old, Expr: ir.VarExpr(v)})
		step(&ir.Havoc{Var: v})
	}
	var result *ir.Var // what the callee returns
	if f.Result != nil {
		result = ghost(f.Result, "call!"+sem.Exit(f.Result).Name())
		before[sem.Exit(f.Result).Term(l.st)] = l.variable(result)
		step(&ir.Havoc{Var: result})
	}
	formulas[step(&ir.Skip{}).ID] = l.st.Not(l.renamed(sum.Excludes, before))
	if c.Result != nil {
		q.NewEdge(at, to, &ir.Assign{Var: c.Result, Expr: ir.VarExpr(result)}, e.Pos)
	} else {
		q.NewEdge(at, to, &ir.Skip{}, e.Pos)
	}
}

// renamed is f, false if there is none, with its variables renamed.
func (l *callLowering) renamed(f term.Term, m map[term.Term]term.Term) term.Term {
	if !f.Valid() {
		return l.st.False()
	}
	return l.st.Subst(l.st.Import(f), m)
}
