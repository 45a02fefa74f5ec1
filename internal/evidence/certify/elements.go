package certify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/solver"
	"craig/logic/term"
)

// Elements checks a proof by facts about all elements: the conditions are those of Safe, with invariants
// ∀ i1 … ik. I.
//
// Where ∀i. I is to be shown, the bound variables are constants of which nothing is known: if I is violated
// for some integers, then for these. Where ∀i. I is given, it is replaced by finitely many of its
// instances, each of which follows from it: for these constants, and for all i at which I speaks of an
// address that the block reads or writes, or that the goal or an instance speaks of. So nil is a proof.
// But instances may not suffice where the whole would: then a condition is undecided, never violated.
//
// A solver that is a ForAll is given the whole instead: what it finds violated is.
func Elements(ctx context.Context, p *ir.Program, proof verdict.Elements, newSolver func(*term.Store) solver.Solver, workers int) error {
	if HasCalls(p) {
		return &Rejection{Reason: "invariants of a program with calls, which want contracts", Prog: p}
	}
	if len(proof.Bound) == 0 && len(proof.Sums) == 0 {
		return Safe(ctx, p, proof.Invariants, newSolver, workers)
	}
	if err := boundNames(p, proof.Bound, proof.Invariants); err != nil {
		return err
	}
	sums, err := sumsOf(p, proof)
	if err != nil {
		return err
	}
	names := slices.Clone(proof.Bound)
	for _, s := range sums {
		names = append(names, s.v.Name)
	}
	cuts, err := cutPoints(p, proof.Invariants, names...)
	if err != nil {
		return err
	}
	cuts.bound, cuts.elem = proof.Bound, elemTypes(p)
	if err := cuts.define(ctx, p, sums, newSolver); err != nil {
		return err
	}
	return checkAll(ctx, conditions(p, cuts), newSolver, workers)
}

// boundNames complains about bound variables that have the name of another one, or are no integers in the invariants.
func boundNames(p *ir.Program, bound []string, invariants verdict.Invariants) error {
	names := map[string]bool{"": true}
	p.AllVars(func(v *ir.Var) {
		for _, at := range sem.Moments {
			names[sem.Value{Var: v, At: at}.Name()] = true
		}
	})
	for _, name := range bound {
		if names[name] {
			return &Rejection{Reason: fmt.Sprintf("the bound variable %q has the name of another one", name), Prog: p}
		}
		names[name] = true
	}
	for l, f := range invariants { // order does not matter: any complaint is a bug of the engine
		for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
			if slices.Contains(bound, x.Name()) && x.Sort() != term.Int {
				return &Rejection{To: l, Reason: fmt.Sprintf("the bound variable %s is no integer", x.Name()), Prog: p}
			}
		}
	}
	return nil
}

// ForAll is a solver that takes formulas with quantifiers: f for all integers as values of bound. Hints are values that it
// should try, and need not be told.
type ForAll interface {
	solver.Solver
	AssertForAll(bound []term.Term, f term.Term, hints [][]term.Term)
}

// whole asserts the source's invariant, and that all elements of all contents of regions are of their types. The values of
// which instances would be taken are hints.
func (e *encoder) whole(s ForAll) {
	var hints [][]term.Term
	e.eachInstance(func(tuple []term.Term, _ term.Term) { hints = append(hints, slices.Clone(tuple)) })
	if len(hints) > 0 && len(hints[0]) > 0 {
		s.AssertForAll(e.boundVars(), e.invariant(e.src), hints)
	} else {
		s.Assert(e.invariant(e.src))
	}
	e.assumeRanges(e.invariant(e.src))
	for _, v := range programVars(e.prog) {
		if v.Type.Kind == ir.Memory {
			e.contents(v, e.sem.Var(v))
		}
	}
	i := e.st.Fresh("element", term.Int)
	for _, t := range slices.SortedFunc(maps.Keys(e.arrays), func(a, b term.Term) int { return int(a.ID()) - int(b.ID()) }) {
		if ty, ok := e.cuts.elem[e.arrays[t]]; ok {
			if r := e.sem.Range(ty, e.st.Select(t, i)); !r.IsTrue() {
				s.AssertForAll([]term.Term{i}, r, nil)
			}
		}
	}
}

func (e *encoder) boundVars() []term.Term {
	bound := make([]term.Term, len(e.cuts.bound))
	for i, name := range e.cuts.bound {
		bound[i] = e.st.Var(name, term.Int)
	}
	return bound
}

// elemTypes gives the types of the elements of regions all of whose loads and stores are of one type. Their
// elements are of that type always: those that are read are (package ir), those that are written are by the
// type of what is written, and others, which can only be there since the beginning or since a Havoc, may be
// taken to be, since nothing depends on them.
func elemTypes(p *ir.Program) map[*ir.Var]ir.Type {
	types := map[*ir.Var]ir.Type{}
	mixed := map[*ir.Var]bool{}
	see := func(r *ir.Var, t ir.Type) {
		if old, ok := types[r]; ok && old != t {
			mixed[r] = true
		}
		types[r] = t
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Store:
			see(s.Region, s.Val.Type)
		case *ir.Assign:
			if r := s.Var; r.Type.Kind == ir.Memory && s.Expr.Op != ir.OpConst {
				mixed[r] = true
			}
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad {
					see(x.Region, x.Type)
				}
				return true
			})
		})
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if a, ok := e.Stmt.(*ir.Assign); ok && a.Var.Type.Kind == ir.Memory && a.Expr.Op == ir.OpConst {
			if t, ok := types[a.Var]; ok && t.IsNumber() && !t.Fits(a.Expr.Val) {
				mixed[a.Var] = true
			}
		}
	}
	for r := range mixed {
		delete(types, r)
	}
	return types
}

// access is an address in a region.
type access struct {
	region *ir.Var
	addr   term.Term
}

// accessed notes an address.
func (e *encoder) accessed(r *ir.Var, addr term.Term) {
	if a := (access{r, addr}); e.cuts.instantiated() && !slices.Contains(e.accesses, a) {
		e.accesses = append(e.accesses, a)
	}
}

// read notes the addresses that x reads under env.
func (e *encoder) read(x *ir.Expr, env sem.Env) {
	if !e.cuts.instantiated() {
		return
	}
	ir.Walk(x, func(x *ir.Expr) bool {
		if x.Op == ir.OpLoad {
			e.accessed(x.Region, e.sem.Expr(x.Args[0], env))
		}
		return true
	})
}

// contents notes that t stands for contents of v, if that is a region.
func (e *encoder) contents(v *ir.Var, t term.Term) {
	if v.Type.Kind != ir.Memory || !e.cuts.instantiated() {
		return
	}
	if e.arrays == nil {
		e.arrays = map[term.Term]*ir.Var{}
	}
	e.arrays[t] = v
}

// mentioned notes the addresses that the formula f, over the program's variables, speaks of, in a state.
func (e *encoder) mentioned(f term.Term, in func(term.Term) term.Term) {
	term.Walk(f, func(t term.Term) {
		if t.Op() == term.Select && t.Arg(0).Op() == term.Var {
			if r := e.byName[t.Arg(0).Name()]; r != nil {
				e.accessed(r, in(t.Arg(1)))
			}
		}
	})
}

// Limits of instances: how often addresses that instances speak of make further ones, and how many of
// one conjunct there are.
const (
	instanceRounds = 2
	mostInstances  = 600
)

// instances asserts instances of the source's invariant, and the ranges of the elements that these and the
// goals speak of.
func (e *encoder) instances(goals []term.Term) {
	for _, v := range programVars(e.prog) {
		if v.Type.Kind == ir.Memory {
			e.contents(v, e.sem.Var(v))
		}
	}
	e.ranges(goals...)
	e.eachInstance(func(_ []term.Term, g term.Term) {
		e.assert(g)
		e.ranges(g)
	})
}

// eachInstance calls f with the values of the bound variables that instances of the source's invariant are taken of, and with
// the instance: of each of its conjuncts alone, which speaks of few of the bound variables. Where one conjunct speaks of a
// known address, all that speak of the same bound variable have an instance.
func (e *encoder) eachInstance(f func(values []term.Term, instance term.Term)) {
	inv := e.invariant(e.src)
	conjuncts := term.Conjuncts(inv)
	done := make([]map[term.Term]bool, len(conjuncts))
	bound := e.boundVars()
	e.unfold()
	for range instanceRounds {
		before := len(e.accesses)
		candidates := e.candidates(inv, bound)
		for i, c := range conjuncts {
			if done[i] == nil {
				done[i] = map[term.Term]bool{}
			}
			values := make([][]term.Term, len(bound))
			for k, b := range bound {
				values[k] = candidates[k][:1]
				if mentions(c, b) {
					values[k] = candidates[k]
				}
			}
			each(values, func(tuple []term.Term) bool {
				m := map[term.Term]term.Term{}
				for i, t := range tuple {
					m[bound[i]] = t
				}
				if g := e.st.Subst(c, m); !done[i][g] {
					done[i][g] = true
					f(tuple, g)
					e.mentioned(g, func(idx term.Term) term.Term { return idx })
				}
				return len(done[i]) < mostInstances
			})
		}
		e.unfold()
		if len(e.accesses) == before {
			break
		}
	}
}

// candidates lists for each bound variable the values at which f speaks of a known address, itself first.
func (e *encoder) candidates(f term.Term, bound []term.Term) [][]term.Term {
	values := make([][]term.Term, len(bound))
	for i, b := range bound {
		values[i] = []term.Term{b}
	}
	term.Walk(f, func(t term.Term) {
		if t.Op() != term.Select || t.Arg(0).Op() != term.Var {
			return
		}
		r := e.byName[t.Arg(0).Name()]
		for i, b := range bound {
			if !mentions(t.Arg(1), b) {
				continue
			}
			for _, a := range e.accesses {
				if a.region != r {
					continue
				}
				if v, ok := e.solve(t.Arg(1), b, a.addr); ok && !slices.Contains(values[i], v) {
					values[i] = append(values[i], v)
				}
			}
		}
	})
	return values
}

// solve is the b for which pattern, which is linear in b, is addr; rounded down if there is none.
func (e *encoder) solve(pattern, b, addr term.Term) (v term.Term, ok bool) {
	st := e.st
	at := func(v term.Term) term.Term { return st.Subst(pattern, map[term.Term]term.Term{b: v}) }
	rest := at(st.Int(0))
	c, ok := st.Sub(at(st.Int(1)), rest).IntValue()
	if !ok || c.IsZero() || st.Add(st.Mul(st.IntNum(c), b), rest) != pattern || mentions(rest, b) {
		return v, false
	}
	if c.Sign() < 0 {
		return st.Div(st.Sub(rest, addr), st.IntNum(c.Neg())), true
	}
	return st.Div(st.Sub(addr, rest), st.IntNum(c)), true
}

func mentions(t, x term.Term) bool {
	return slices.Contains(term.Vars(t, map[term.Term]bool{}, nil), x)
}

// ranges says that the elements that formulas speak of are of their types.
func (e *encoder) ranges(formulas ...term.Term) {
	seen := map[term.Term]bool{}
	for _, f := range formulas {
		term.Walk(f, func(t term.Term) {
			if t.Op() != term.Select || seen[t] {
				return
			}
			seen[t] = true
			if r := e.arrays[t.Arg(0)]; r != nil {
				if ty, ok := e.cuts.elem[r]; ok {
					if g := e.sem.Range(ty, t); !g.IsTrue() {
						e.assert(g)
					}
				}
			}
		})
	}
}

// each calls f with every choice of one value from each list, until it returns false.
func each(values [][]term.Term, f func([]term.Term) bool) {
	at := make([]int, len(values))
	tuple := make([]term.Term, len(values))
	for {
		for i, k := range at {
			tuple[i] = values[i][k]
		}
		if !f(tuple) {
			return
		}
		i := len(at) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < len(values[i]) {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return
		}
	}
}
