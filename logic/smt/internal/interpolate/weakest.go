package interpolate

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"craig/internal/logic/qe"
	"craig/logic/solver"
	"craig/logic/term"
)

// fill computes the interpolants that are missing. The reason is "" if all are there then.
func (j *Job) fill(ctx context.Context) string {
	root := len(j.Parts) - 1
	known := 0
	for k := range root {
		if j.Itps[k].Valid() {
			known++
		}
	}
	j.Stats.Proof += int64(known)
	if j.Method == Forward {
		for k := range root {
			if f, why := j.forward(ctx, k); why == "" {
				j.Stats.Forward++
				j.Itps[k] = f
			} else if ctx.Err() != nil {
				return why
			}
		}
	}
	for k := root - 1; k >= 0; k-- {
		if j.Itps[k].Valid() {
			continue
		}
		f, why := j.neighbouring(ctx, k)
		if why != "" {
			return why
		}
		j.Itps[k] = f
	}
	return ""
}

// neighbouring computes the interpolant of k from its neighbours: by backward, or if that has none, by forward. Where both take one part
// and no interpolant but false, forward comes first if its part is much the smaller one: variables of the other need
// not be eliminated then.
func (j *Job) neighbouring(ctx context.Context, k int) (f term.Term, why string) {
	ways := []struct {
		compute func(context.Context, int) (term.Term, string)
		count   *int64
	}{{j.backward, &j.Stats.Backward}, {j.forward, &j.Stats.Forward}}
	if j.Method == ByProof && len(j.Parts) == 2 && muchSmaller*term.Size(j.Parts[0]) < term.Size(j.Parts[1]) {
		slices.Reverse(ways)
	}
	first := ""
	for _, w := range ways {
		if f, why = w.compute(ctx, k); why == "" {
			*w.count++
			return f, ""
		}
		if first == "" {
			first = why
		}
	}
	return term.Term{}, first
}

// muchSmaller is how many times smaller a part is than one that is much larger.
const muchSmaller = 4

// below lists formulas for the subtree of k, its own interpolant left out: the part, and of each child
// the interpolant, or if it is missing, what is below it.
func (j *Job) below(k int, fs []term.Term) []term.Term {
	fs = append(fs, j.Parts[k])
	for _, c := range j.Tree.children[k] {
		fs = j.child(c, fs)
	}
	return fs
}

func (j *Job) child(c int, fs []term.Term) []term.Term {
	if j.Itps[c].Valid() {
		return append(fs, j.Itps[c])
	}
	return j.below(c, fs)
}

// beyond lists formulas for what is not below k: the interpolant of the nearest ancestor that has one, negated,
// and the parts and the siblings on the way there.
func (j *Job) beyond(k int) []term.Term {
	var fs []term.Term
	for at := k; ; {
		p := j.Tree.Parent[at]
		fs = append(fs, j.Parts[p])
		for _, c := range j.Tree.children[p] {
			if c != at {
				fs = j.child(c, fs)
			}
		}
		if j.Itps[p].Valid() {
			return append(fs, j.Store.Not(j.Itps[p]))
		}
		at = p
	}
}

// known are the symbols of the parts for which in holds.
func (j *Job) known(in func(part int) bool) map[string]bool {
	m := map[string]bool{}
	for i, f := range j.Parts {
		if in(i) {
			AddSymbols(m, f)
		}
	}
	return m
}

// backward computes the interpolant of k from that of its parent p: the weakest precondition of p's
// part and k's siblings S, I = ∀ x: Ap ∧ S ⇒ Ip for the x that k's subtree does not know, where of Ap ∧ S
// only what the refutation needs is taken.
func (j *Job) backward(ctx context.Context, k int) (term.Term, string) {
	st, e, p := j.Store, j.Solver, j.Tree.Parent[k]
	fs := []term.Term{j.Parts[p]}
	for _, c := range j.Tree.children[p] {
		if c != k {
			fs = j.child(c, fs)
		}
	}
	cs := term.Conjuncts(st.And(fs...))
	core, why := needs(ctx, e, append(j.below(k, nil), st.Not(j.Itps[p])), cs)
	if why != "" {
		return term.Term{}, why
	}
	known := j.known(func(i int) bool { return j.Tree.Inside(i, k) })
	f := st.Implies(st.And(core...), j.Itps[p])
	g, why := j.project(ctx, st.Not(j.inline(f, cs, known)), known)
	if why != "" {
		return term.Term{}, why
	}
	return st.Not(g), ""
}

// forward computes the interpolant of k from those of its children: I = ∃ x: Ak ∧ ∧ Ic for the x that
// only k's subtree knows, where of Ak ∧ ∧ Ic only what the refutation needs is taken.
func (j *Job) forward(ctx context.Context, k int) (term.Term, string) {
	cs := term.Conjuncts(j.Store.And(j.below(k, nil)...))
	core, why := needs(ctx, j.Solver, j.beyond(k), cs)
	if why != "" {
		return term.Term{}, why
	}
	known := j.known(func(i int) bool { return !j.Tree.Inside(i, k) })
	return j.project(ctx, j.inline(j.Store.And(core...), core, known), known)
}

// needs returns those of the conjuncts cs with which the assertions fs are unsatisfiable.
func needs(ctx context.Context, e solver.Solver, fs, cs []term.Term) (core []term.Term, why string) {
	e.Push()
	defer e.Pop()
	for _, f := range fs {
		e.Assert(f)
	}
	switch a := e.Check(ctx, cs...); a.Status {
	case solver.Unsat:
		return a.Core, ""
	case solver.Sat:
		return nil, "incomplete: the interpolants of the proof do not fit together"
	default:
		return nil, a.Reason
	}
}

// project is ∃ x. f for the variables x that are not known.
func (j *Job) project(ctx context.Context, f term.Term, known map[string]bool) (term.Term, string) {
	st := j.Store
	if vars := unknownVars(f, known); len(vars) > 0 {
		models := j.NewSolver(st)
		g, exact, err := qe.Project(st, vars, f, maxProjections, func(rest term.Term) (qe.Model, bool, error) {
			models.Push()
			defer models.Pop()
			models.Assert(rest)
			switch ans := models.Check(ctx); ans.Status {
			case solver.Sat:
				return ans.Model, true, nil
			case solver.Unknown:
				return nil, false, errors.New(ans.Reason)
			}
			return nil, false, nil
		})
		if err != nil {
			return term.Term{}, err.Error()
		}
		if !exact {
			return term.Term{}, "incomplete: " + vars[0].Name() + " cannot be eliminated"
		}
		f = g
	}
	for name := range SymbolsOf(f) {
		if !known[name] {
			return term.Term{}, "incomplete: a function cannot be eliminated"
		}
	}
	return f, ""
}

func AddSymbols(m map[string]bool, f term.Term) {
	term.Walk(f, func(t term.Term) {
		if s := Symbol(t); s != "" {
			m[s] = true
		}
	})
}

func SymbolsOf(f term.Term) map[string]bool {
	m := map[string]bool{}
	AddSymbols(m, f)
	return m
}

// inline removes variables that are not known from f by definitions x = t among cs.
func (j *Job) inline(f term.Term, cs []term.Term, known map[string]bool) term.Term {
	st := j.Store
	for again := true; again; {
		again = false
		vars := unknownVars(f, known)
	vars:
		for _, x := range slices.Backward(vars) {
			for _, c := range cs {
				t := solved(st, c, x)
				if !t.Valid() {
					continue
				}
				m := map[term.Term]term.Term{x: t}
				f = st.Subst(f, m)
				rest := make([]term.Term, len(cs))
				for i := range cs {
					rest[i] = st.Subst(cs[i], m)
				}
				cs, again = rest, true
				break vars
			}
		}
	}
	return f
}

// maxProjections bounds the cubes of an elimination.
const maxProjections = 64

// unknownVars returns the variables of f that are not known, by creation.
func unknownVars(f term.Term, known map[string]bool) []term.Term {
	vars := slices.DeleteFunc(term.Vars(f, map[term.Term]bool{}, nil), func(v term.Term) bool { return known[v.Name()] })
	slices.SortFunc(vars, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	return vars
}

// solved returns the t of a formula that is equivalent to x = t, without x in t; otherwise no
// term.
func solved(st *term.Store, c, x term.Term) term.Term {
	var t term.Term
	switch c.Op() {
	case term.Var:
		if c == x {
			return st.True()
		}
	case term.Not:
		if c.Arg(0) == x {
			return st.False()
		}
	case term.Eq:
		for i := range 2 {
			if a, b := c.Arg(i), c.Arg(1-i); a == x {
				t = b
			} else if a.Op() == term.Not && a.Arg(0) == x {
				t = st.Not(b)
			}
		}
	case term.EqZero:
		s := c.Arg(0)
		if s == x {
			if s.Sort() == term.Real {
				return st.RealNum(s.Store().Int(0).Num())
			}
			return st.Int(0)
		}
		if s.Op() != term.Sum {
			break
		}
		for i, a := range s.Args() {
			k := s.Coeff(i)
			if a == x && (s.Sort() == term.Real || k.Abs().IsOne()) { // k·x + r = 0 → x = x - (1/k)·s
				t = st.Sub(x, st.Scale(k.Inv(), s))
			}
		}
	}
	if t.Valid() && term.Contains(t, x) {
		return term.Term{}
	}
	return t
}
