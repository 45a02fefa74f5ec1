package checkcoverage

import (
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// most bounds the locations that are looked at for checks of indices.
const most = 1 << 12

// numbered says that the offset of an access to an object that is named is inside, by the types of what it
// depends on and by the checks of indices that come before it on all paths to l.
func (c *coverage) numbered(l ir.Loc, n need) bool {
	if n.root == nil || n.root.Op != ir.OpAddr || n.root.Obj.Size < n.width {
		return false
	}
	q := newQuestion(c.p)
	seen := map[ir.Loc]bool{l: true}
	for work := []ir.Loc{l}; len(work) > 0 && len(seen) <= most; work = work[1:] {
		for _, e := range c.in[work[0]] {
			a, ok := e.Stmt.(*ir.Assume)
			if ok && c.guards(e) && ofNumbers(a.Cond) {
				k := need{met: func(x *ir.Expr) bool { return ir.Equal(x, a.Cond) }, uses: append([]*ir.Expr{a.Cond}, n.uses...), dead: true}
				if c.established(l, k) {
					q.assume(a.Cond)
				}
			}
			if !seen[e.From] && !changes(e.Stmt, n.uses, true) {
				seen[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	st := q.Store
	off := st.IntNum(n.off.n)
	for _, x := range n.off.parts {
		off = st.Add(off, q.value(x))
	}
	return q.follows(c, st.And(st.Le(st.Int(0), off), st.Le(off, st.Int(n.root.Obj.Size-n.width))))
}

// ofNumbers says that x has a meaning without memory.
func ofNumbers(x *ir.Expr) bool {
	ok := true
	ir.Walk(x, func(y *ir.Expr) bool {
		switch y.Op {
		case ir.OpAddr, ir.OpInObject, ir.OpInDevice, ir.OpKnown, ir.OpWritable, ir.OpNoneDangling, ir.OpCounted, ir.OpAllFreed, ir.OpTracked,
			ir.OpTraceable, ir.OpDefined, ir.OpFreeable, ir.OpAmong, ir.OpOverlap, ir.OpStart, ir.OpExtent:
			ok = false
		}
		return ok && y.Op != ir.OpLoad
	})
	return ok
}

// A question is asked of a solver, about expressions in which loads are unknown numbers.
type question struct {
	*sem.Context
	known []term.Term
	loads []*ir.Expr
	vars  []*ir.Var
	next  int
}

func newQuestion(p *ir.Program) *question {
	q := &question{Context: sem.New(term.NewStore(), p)}
	for _, v := range p.Globals {
		q.next = max(q.next, v.ID)
	}
	for _, f := range p.Funcs {
		f.AllVars(func(v *ir.Var) { q.next = max(q.next, v.ID) })
	}
	return q
}

// value is the term of x.
func (q *question) value(x *ir.Expr) term.Term {
	x = q.plain(x)
	ir.EachVar(x, func(v *ir.Var) {
		if v.Type.IsNumber() {
			q.known = append(q.known, q.Range(v.Type, q.Var(v)))
		}
	})
	return q.Expr(x, q.Var)
}

// plain has variables in the place of loads.
func (q *question) plain(x *ir.Expr) *ir.Expr {
	if x.Op == ir.OpLoad {
		for i, y := range q.loads {
			if ir.Equal(x, y) {
				return ir.VarExpr(q.vars[i])
			}
		}
		q.next++
		v := &ir.Var{ID: q.next, Name: "load " + ir.CExpr(x), Type: x.Type}
		q.loads, q.vars = append(q.loads, x), append(q.vars, v)
		return ir.VarExpr(v)
	}
	if len(x.Args) == 0 {
		return x
	}
	args := make([]*ir.Expr, len(x.Args))
	for i, a := range x.Args {
		args[i] = q.plain(a)
	}
	y := *x
	y.Args = args
	return &y
}

func (q *question) assume(x *ir.Expr) { q.known = append(q.known, q.value(x)) }

// follows says that t holds wherever what is known does.
func (q *question) follows(c *coverage, t term.Term) bool {
	return follows(c.ctx, q.Store, c.newSolver, q.known, t)
}
