package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"craig/internal/abstract/ranking"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Limits of the search for a condition under which all executions end.
const (
	endsIfTime   = 2 * time.Second
	endsIfTried  = 24
	endsIfLimits = 6 // constants of the program
)

// endsIf is a condition on a parameter of the entry function, in C, under which each execution ends, as the certifier has checked. It does not hold of
// the one that has been found. It is "" if none is found soon.
func (v *verifier) endsIf(ctx context.Context, found answer) string {
	if entry := v.prog.Options().Entry; entry == "" || entry == "main" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, endsIfTime)
	defer cancel()
	p, err := EvidenceForm(ctx, v.prog, verdict.True)
	if err != nil {
		return ""
	}
	given := map[string]num.Int{} // by the execution that does not end
	for i, id := range found.Trace.Path {
		if x := parameter(found.form.prog, found.form.prog.Edges[id]); x != nil {
			given[x.CName] = found.Trace.Input[i]
		}
	}
	var list []condition
	for _, e := range p.Edges {
		if x := parameter(p, e); x != nil {
			if value, ok := given[x.CName]; ok {
				list = append(list, limits(p, e.ID, x, value)...)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b condition) int { return a.order - b.order })
	for i, c := range list {
		if i == endsIfTried || ctx.Err() != nil {
			break
		}
		if v.endsWith(ctx, p, c.at, c.cond) {
			return c.text
		}
	}
	return ""
}

// parameter is the variable to which an edge gives the value of a parameter of the entry function; nil if it does not, or if that is no integer.
func parameter(p *ir.Program, e *ir.Edge) *ir.Var {
	if e == nil || !p.Surrounds(e.Pos) {
		return nil
	}
	h := counterexample.Chosen(e)
	if h == nil || h.Var.Type.Kind != ir.Integer || h.Var.CName == "" || strings.ContainsAny(h.Var.CName, "$.[ ") {
		return nil
	}
	passed := false // others are made for what parameters lead to: C has no names for them
	p.AllVars(func(v *ir.Var) {
		of := p.Environment.Function
		inlined := v.Instance != nil && v.Instance.Func == of && len(v.Instance.Calls) == 1
		passed = passed || v.CName == h.Var.CName && (inlined || v.Instance == nil && v.Name == of+"::"+v.CName)
	})
	if !passed {
		return nil
	}
	return h.Var
}

// condition is one that may keep executions from going on for ever.
type condition struct {
	text  string
	at    ir.EdgeID // behind which it is to hold
	cond  *ir.Expr
	order int
}

// limits are conditions on x that its value does not meet, and others do: comparisons with 0, and with the constants of the program.
func limits(p *ir.Program, at ir.EdgeID, x *ir.Var, value num.Int) (list []condition) {
	numbers := []num.Int{num.I(0)}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Assume); ok && e.Branch > 0 {
			ir.Walk(s.Cond, func(y *ir.Expr) bool {
				if y.IsConst() && y.Type.Kind == ir.Integer && x.Type.Fits(y.Val) && len(numbers) < endsIfLimits && !slices.ContainsFunc(numbers, func(n num.Int) bool { return n.Cmp(y.Val) == 0 }) {
					numbers = append(numbers, y.Val)
				}
				return true
			})
		}
	}
	for i, n := range numbers {
		for k, o := range []struct {
			op    ir.Op
			text  string
			holds func(sign int) bool
		}{
			{ir.OpGe, ">=", func(sign int) bool { return sign >= 0 }},
			{ir.OpGt, ">", func(sign int) bool { return sign > 0 }},
			{ir.OpLe, "<=", func(sign int) bool { return sign <= 0 }},
			{ir.OpLt, "<", func(sign int) bool { return sign < 0 }},
			{ir.OpNe, "!=", func(sign int) bool { return sign != 0 }},
		} {
			some := o.holds(0) || o.holds(x.Type.Min().Cmp(n)) || o.holds(x.Type.Max().Cmp(n))
			if some && !o.holds(value.Cmp(n)) {
				cond := ir.Compare(o.op, ir.VarExpr(x), ir.Const(x.Type, n))
				text := o.text
				if n.Cmp(x.Type.Min()) == 0 && o.op == ir.OpLe { // as of unsigned numbers
					text = "=="
				}
				list = append(list, condition{fmt.Sprintf("%s %s %s", x.CName, text, n), at, cond, 10*i + k})
			}
		}
	}
	return list
}

// endsWith says that each execution of p ends for which a condition holds behind an edge.
func (v *verifier) endsWith(ctx context.Context, p *ir.Program, at ir.EdgeID, cond *ir.Expr) bool {
	q := p.Clone()
	q.Plain = nil
	e := q.Edges[at]
	mid, to := q.NewLoc(q.Main, e.Pos), e.To
	q.Redirect(at, mid)
	q.NewEdge(mid, to, &ir.Assume{Cond: cond}, e.Pos).Aux = true
	known, _ := portfolio.Facts(ctx, q, v.newSolver)
	ranks := ranking.Find(ctx, q, known, v.newSolver)
	if !ranks.Complete() {
		return false
	}
	lost := len(v.lost)
	a, ok, err := v.ranked(ctx, form{prog: q}, known, ranks)
	v.lost = v.lost[:lost]
	return ok && err == nil && a.Verdict == verdict.True
}
