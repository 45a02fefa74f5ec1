package portfolio

import (
	"context"
	"slices"

	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// assuming is e if it reads Task.Assume. Otherwise it is e on the program in which loop heads assume what can be written as an
// expression, with answers for the task's program.
func assuming(e *engine.Engine) *engine.Engine {
	if e.Assumes == engine.Given {
		return e
	}
	return &engine.Engine{
		Name: e.Name,
		Doc:  e.Doc,
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			open := &verdict.Result{Reason: verdict.Incomplete, Detail: "what is known does not help"}
			q := withGuards(task.Program, task.Assume)
			if q == nil {
				return open, nil
			}
			own := *task
			own.Program, own.Goals, own.Assume = q, q.ErrorLocs(), nil
			own.Event = func(ev engine.Event) {
				if int(ev.Loc) >= len(task.Program.Locs) {
					ev.Loc = 0 // behind a guard
				}
				task.Event(ev)
			}
			res, err := e.Run(ctx, &own)
			if err != nil {
				return res, err
			}
			switch res.Verdict {
			case verdict.False:
				t := *res.Trace
				t.Path = slices.DeleteFunc(slices.Clone(t.Path), func(id ir.EdgeID) bool { return int(id) >= len(task.Program.Edges) })
				res.Trace = &t
			case verdict.True:
				inv, ok := together(task, res.Proof)
				// The guards are inductive as a whole, with all loop heads as cut points; the engine may have others.
				if !ok || certify.Safe(ctx, task.Program, inv, task.NewSolver, 1) != nil {
					return open, nil
				}
				res.Proof = inv
			}
			return res, nil
		},
	}
}

// together is a proof of the program with guards and what these say. ok is false if the proof is of another kind.
func together(task *engine.Task, proof verdict.Proof) (inv verdict.Invariants, ok bool) {
	if sums, is := proof.(verdict.Summaries); is {
		proof = sums.Invariants()
	}
	found, ok := proof.(verdict.Invariants)
	if !ok {
		return nil, false
	}
	st := term.NewStore()
	inv = verdict.Invariants{}
	for l, f := range found {
		if int(l) < len(task.Program.Locs) {
			inv[l] = st.Import(f)
		}
	}
	for l, f := range task.Assume {
		if g, ok := inv[l]; ok {
			inv[l] = st.And(g, st.Import(f))
		}
	}
	return inv, true
}

// withGuards is p with edges behind loop heads that assume invariants, as far as they can be written as expressions; nil if nothing can. Numbers
// of its locations and edges that p does not have are of these edges.
func withGuards(p *ir.Program, inv map[ir.Loc]term.Term) *ir.Program {
	if p.Math { // no type has all numbers
		return nil
	}
	q := p.Clone()
	w := &writer{values: sem.ValuesOf(p), noWrap: p.Signed == ir.SignedWrap}
	some := false
	for l := range p.Locs {
		f, ok := inv[ir.Loc(l)]
		if !ok || p.Locs[l] == nil || !p.Locs[l].Loop {
			continue
		}
		cond := ir.True()
		for _, g := range term.Conjuncts(f) {
			if e := w.truth(g); e != nil {
				cond = ir.And(cond, e)
			}
		}
		if cond.IsTrue() {
			continue
		}
		some = true
		info := q.Locs[l]
		next := q.NewLoc(info.Func, info.Pos)
		for _, id := range info.Out {
			q.Edges[id].From = next
		}
		q.Locs[next].Out, info.Out = info.Out, nil
		q.NewEdge(ir.Loc(l), next, &ir.Assume{Cond: cond}, info.Pos).Aux = true
	}
	if !some {
		return nil
	}
	return q
}

// writer writes formulas as expressions. Sums are made in a type in which nothing that maxCoefficient allows overflows.
type writer struct {
	values sem.Values
	noWrap bool // is to be said of operations that could wrap
}

var wide = ir.Int(250, true)

// maxCoefficient is how many bits a number in a formula may have, and maxTerms how many terms a sum: of variables of up to 64 bits.
const (
	maxCoefficient = 150
	maxTerms       = 1 << 10
)

// truth is a formula as an expression; nil if it cannot be written.
func (w *writer) truth(f term.Term) *ir.Expr {
	switch f.Op() {
	case term.True:
		return ir.True()
	case term.False:
		return ir.False()
	case term.Not:
		if e := w.truth(f.Arg(0)); e != nil {
			return ir.Not(e)
		}
	case term.And, term.Or:
		join, all := ir.And, ir.True()
		if f.Op() == term.Or {
			join, all = ir.Or, ir.False()
		}
		for _, g := range f.Args() {
			e := w.truth(g)
			if e == nil {
				return nil
			}
			all = join(all, e)
		}
		return all
	case term.LeZero, term.EqZero:
		if e := w.sum(f.Arg(0)); e != nil {
			op := ir.OpLe
			if f.Op() == term.EqZero {
				op = ir.OpEq
			}
			return &ir.Expr{Op: op, Type: ir.Bool, Args: []*ir.Expr{e, ir.Const(wide, num.I(0))}}
		}
	}
	return nil
}

// sum is a linear sum of integers as an expression; nil if t is something else.
func (w *writer) sum(t term.Term) *ir.Expr {
	if t.Sort() != term.Int {
		return nil
	}
	if t.Op() != term.Sum {
		return w.product(num.I(1), t)
	}
	constant := t.Num().Num()
	if !t.Num().IsInt() || constant.BitLen() > maxCoefficient || t.NumArgs() > maxTerms {
		return nil
	}
	e := ir.Const(wide, constant)
	for i, a := range t.Args() {
		if !t.Coeff(i).IsInt() {
			return nil
		}
		p := w.product(t.Coeff(i).Num(), a)
		if p == nil {
			return nil
		}
		e = &ir.Expr{Op: ir.OpAdd, Type: wide, Args: []*ir.Expr{e, p}, NoWrap: w.noWrap}
	}
	return e
}

// product is a number times a variable.
func (w *writer) product(k num.Int, t term.Term) *ir.Expr {
	v, ok := w.values.Of(t)
	if !ok || v.At != sem.AtHere || v.Var.Type.Kind != ir.Integer || v.Var.Type.Bits > 64 || k.BitLen() > maxCoefficient {
		return nil
	}
	x := ir.Cast(wide, ir.VarExpr(v.Var))
	if k.IsOne() {
		return x
	}
	return &ir.Expr{Op: ir.OpMul, Type: wide, Args: []*ir.Expr{ir.Const(wide, k), x}, NoWrap: w.noWrap}
}
