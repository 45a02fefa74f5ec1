// Package fold simplifies a program by what intervals and octagons say of it: it drops wraps
// that are identities, assumptions that always hold, branches that are never taken, and puts
// constants in the place of expressions that have only one value.
//
// The result is equivalent to the program only where the facts hold that were used; Facts has
// them, so that an invariant of the result becomes one of the program: invariants are inductive
// only together with the facts.
package fold

import (
	"context"
	"slices"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/interval"
	"craig/internal/abstract/domain/octagon"
	"craig/internal/abstract/fixpoint"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Fold returns the folded program and the facts it stands on. p is not changed. Locations and
// edges keep their numbers and LocInfo.Loop; those that are never reached are gone (but for the
// entry and the exit). A location with Loop may no longer be on a cycle; an engine that gives
// every such location an invariant needs nothing else for the way back.
//
// Intervals come first; octagons are asked only if something that may wrap is left.
//
// p must be inlined and have regions. The error is ctx's.
func Fold(ctx context.Context, p *ir.Program) (*ir.Program, *Facts, error) {
	q, facts, left, err := fold(ctx, p, interval.New(p))
	if err != nil || left == 0 || len(p.Edges) > maxOctagons {
		return q, facts, err
	}
	r, more, still, err := fold(ctx, p, octagon.New(p, octagon.Options{}))
	if err != nil || still < left {
		return r, more, err
	}
	return q, facts, nil
}

// maxOctagons bounds the edges of programs for which octagons are worth their time.
const maxOctagons = 20_000

// analysis is what a domain offers to fold: intervals of expressions, and decisions.
type analysis[S any] interface {
	domain.Domain[S]
	Eval(s S, e *ir.Expr) interval.Value
	Exact(s S, e *ir.Expr) interval.Value
	Decide(s S, c *ir.Expr) interval.Truth
	FormulaOf(c *sem.Context, s S, keep func(*ir.Var) bool) term.Term
	Box(s S) interval.State
	Intervals() *interval.Domain
	Pack(v *ir.Var) []*ir.Var
}

// fold folds by one domain. left counts what may still wrap or overflow.
func fold[S any](ctx context.Context, p *ir.Program, d analysis[S]) (q *ir.Program, facts *Facts, left int, err error) {
	states, err := fixpoint.Run(ctx, p, p.Main, d, d.Top(), fixpoint.Options{})
	if err != nil {
		return nil, nil, 0, err
	}
	f := &folder[S]{p: p, q: p.Clone(), d: d, states: states, used: map[*ir.Var]bool{}}
	for l := range p.Locs {
		if err := ctx.Err(); err != nil {
			return nil, nil, 0, err
		}
		if p.Locs[l] != nil {
			f.location(ir.Loc(l))
		}
	}
	f.removeUnreached()
	if err := f.close(ctx); err != nil {
		return nil, nil, 0, err
	}
	facts = &Facts{
		p:       p,
		reached: func(l ir.Loc) bool { return !d.IsBottom(states[l]) },
		formula: func(c *sem.Context, l ir.Loc) term.Term {
			return d.FormulaOf(c, states[l], func(v *ir.Var) bool { return f.used[v] })
		},
	}
	return f.q, facts, f.left, nil
}

type folder[S any] struct {
	p, q   *ir.Program
	d      analysis[S]
	states []S              // by ir.Loc
	used   map[*ir.Var]bool // the variables whose values were used
	left   int

	// Of the statement in hand.
	s S
}

// location folds the statements of l's edges.
func (f *folder[S]) location(l ir.Loc) {
	f.s = f.states[l]
	var yes *ir.Edge // of a branch
	for _, id := range f.p.Locs[l].Out {
		e := f.q.Edges[id]
		if f.d.IsBottom(f.d.Post(f.s, e)) {
			ir.Exprs(e.Stmt, f.use)
			f.q.RemoveEdge(id)
			continue
		}
		if a, ok := e.Stmt.(*ir.Assume); ok {
			c := ir.False()
			switch {
			case e.Branch != 2 || yes == nil:
				c = f.expr(a.Cond)
			case isAssume(yes):
				c = ir.Not(yes.Stmt.(*ir.Assume).Cond) // complementary by form
			}
			switch {
			case c.IsFalse():
				f.q.RemoveEdge(id)
				continue
			case c.IsTrue():
				e.Stmt = &ir.Skip{}
			default:
				e.Stmt = &ir.Assume{Cond: c}
			}
		} else {
			e.Stmt = ir.MapExprs(e.Stmt, f.expr)
		}
		if e.Branch == 1 {
			yes = e
		}
	}
}

func isAssume(e *ir.Edge) bool {
	_, ok := e.Stmt.(*ir.Assume)
	return ok
}

// use notes that the values of e's variables were used.
func (f *folder[S]) use(e *ir.Expr) {
	ir.EachVar(e, func(v *ir.Var) { f.used[v] = true })
}

// expr folds e, whose value stays the same in all states of f.s.
func (f *folder[S]) expr(e *ir.Expr) *ir.Expr {
	switch {
	case e.Op == ir.OpConst || e.Op == ir.OpAddr:
		return e
	case e.Type.Kind == ir.Logical:
		return f.condition(e)
	case e.Type.Kind == ir.Memory:
		return e
	}
	if k, ok := f.d.Eval(f.s, e).Single(); ok && e.Type.IsNumber() && (f.p.Math || e.Type.Fits(k)) {
		f.use(e)
		return ir.Const(e.Type, k)
	}
	if e.Op == ir.OpIte {
		switch f.d.Decide(f.s, e.Args[0]) {
		case interval.Always:
			f.use(e.Args[0])
			return f.expr(e.Args[1])
		case interval.Never:
			f.use(e.Args[0])
			return f.expr(e.Args[2])
		}
	}
	r := f.operands(e)
	if !f.mayWrap(r) {
		return r
	}
	if !f.exact(r) {
		f.left++
		return r
	}
	f.use(r)
	c := *r
	c.NoWrap = true
	return &c
}

// mayWrap says that e's type does not exclude that e wraps.
func (f *folder[S]) mayWrap(e *ir.Expr) bool {
	switch {
	case e.NoWrap || f.p.Math:
		return false
	case e.Op == ir.OpCast:
		return !e.Type.Contains(e.Args[0].Type)
	}
	switch e.Op {
	case ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl:
		return f.p.Mode().Wraps(e.Type)
	}
	return false
}

// exact says that e, which may wrap by its type, does not by its operands' values.
func (f *folder[S]) exact(e *ir.Expr) bool {
	if e.Op == ir.OpCast {
		return f.d.Eval(f.s, e.Args[0]).In(interval.OfType(e.Type))
	}
	return f.d.Exact(f.s, e).In(interval.OfType(e.Type))
}

// chain folds the operands of conjunctions, or disjunctions, in c, which is one of these and undecided as a whole: some of its operands
// together decide nothing that the whole does not.
func (f *folder[S]) chain(c *ir.Expr, op ir.Op) *ir.Expr {
	if c.Op != op {
		return f.expr(c)
	}
	a, b := f.chain(c.Args[0], op), f.chain(c.Args[1], op)
	if a == c.Args[0] && b == c.Args[1] {
		return c
	}
	return ir.Rebuild(c, []*ir.Expr{a, b})
}

// operands folds e's operands.
func (f *folder[S]) operands(e *ir.Expr) *ir.Expr {
	var args []*ir.Expr
	for i, a := range e.Args {
		b := f.expr(a)
		if b != a && args == nil {
			args = append(make([]*ir.Expr, 0, len(e.Args)), e.Args[:i]...)
		}
		if args != nil {
			args = append(args, b)
		}
	}
	if args == nil {
		return e
	}
	return ir.Rebuild(e, args)
}

func (f *folder[S]) condition(c *ir.Expr) *ir.Expr {
	switch f.d.Decide(f.s, c) {
	case interval.Always:
		f.use(c)
		return ir.True()
	case interval.Never:
		f.use(c)
		return ir.False()
	}
	switch c.Op {
	case ir.OpLAnd, ir.OpLOr:
		return f.chain(c, c.Op)
	case ir.OpInRange:
	default:
		return f.operands(c)
	}
	f.left++
	// The operand is looked at before it wraps.
	x := c.Args[0]
	if y := f.operands(x); y.Op == x.Op && y.Type == x.Type {
		return ir.InRange(y)
	}
	return c
}

// removeUnreached removes locations that no execution reaches, with what leaves them.
func (f *folder[S]) removeUnreached() {
	main := f.q.Main
	f.q.RemoveLocs(main, func(l ir.Loc) bool { return f.d.IsBottom(f.states[l]) && l != main.Entry && l != main.Exit })
}

// close adds to the used variables those whose values their values come from.
// The error is ctx's.
func (f *folder[S]) close(ctx context.Context) error {
	box := f.d.Intervals()
	from := map[*ir.Var][]*ir.Var{}
	for _, e := range f.p.Edges {
		if err := ctx.Err(); err != nil {
			return err
		}
		if e == nil || f.d.IsBottom(f.states[e.From]) {
			continue
		}
		s := f.d.Box(f.states[e.From])
		known := func(x *ir.Expr, of *ir.Var) {
			ir.EachVar(x, func(v *ir.Var) {
				if v != of && (f.d.Pack(v) != nil || box.Knows(s, v)) {
					from[of] = append(from[of], v)
				}
			})
		}
		switch stmt := e.Stmt.(type) {
		case *ir.Assign:
			known(stmt.Expr, stmt.Var)
		case *ir.Assume:
			next := f.d.Box(f.d.Post(f.states[e.From], e))
			ir.EachVar(stmt.Cond, func(v *ir.Var) {
				if f.d.Pack(v) != nil || !box.Same(next, s, v) {
					known(stmt.Cond, v)
				}
			})
		}
	}
	var work []*ir.Var
	for v := range f.used {
		work = append(work, v)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range slices.Concat(f.d.Pack(v), from[v]) {
			if !f.used[u] {
				f.used[u] = true
				work = append(work, u)
			}
		}
	}
	return nil
}
