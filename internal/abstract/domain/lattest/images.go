package lattest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// Images draws a program and checks Post and Pre of its domain, which must be able to go backward,
// against package sem: of a random statement and values of the variables, what the statement makes of
// them is in Post of what has them, and they are in Pre of what has that.
func Images[S any](t *rapid.T, domainOf func(*ir.Program) domain.Domain[S]) {
	p := Program(t)
	d := domainOf(p)
	back := d.(domain.Backward[S])
	c := sem.New(term.NewStore(), p)
	before, vs := map[*ir.Var]num.Int{}, []*ir.Var{}
	p.AllVars(func(v *ir.Var) {
		vs = append(vs, v)
		before[v] = number(t, v.Type)
	})
	eval := func(e *ir.Expr, at map[*ir.Var]num.Int) term.Term {
		return c.Expr(e, func(v *ir.Var) term.Term { return c.Store.IntNum(at[v]) })
	}
	in := func(at map[*ir.Var]num.Int, s S) bool {
		m := map[term.Term]term.Term{}
		for v, k := range at {
			m[c.Var(v)] = c.Store.IntNum(k)
		}
		return c.Store.Subst(d.Formula(c, s), m).IsTrue()
	}
	around := func(at map[*ir.Var]num.Int) S {
		s := d.Top()
		for range rapid.IntRange(0, 4).Draw(t, "conditions") {
			cond := Condition(t, vs, 1)
			if x := eval(cond, at); x.IsConst() {
				if !x.IsTrue() {
					cond = ir.Not(cond)
				}
				if s = d.Post(s, &ir.Edge{Stmt: &ir.Assume{Cond: cond}}); !in(at, s) {
					t.Fatalf("%s is true at %v, not in Post, %v", cond, at, s)
				}
			}
		}
		return s
	}
	after := map[*ir.Var]num.Int{}
	for v, k := range before {
		after[v] = k
	}
	var stmt ir.Stmt
	target := rapid.SampledFrom(vs).Draw(t, "target")
	switch rapid.IntRange(0, 3).Draw(t, "statement") {
	case 0:
		stmt = &ir.Havoc{Var: target}
		after[target] = number(t, target.Type)
	case 1:
		cond := Condition(t, vs, 2)
		x := eval(cond, before)
		if !x.IsConst() {
			return
		}
		if !x.IsTrue() {
			cond = ir.Not(cond)
		}
		stmt = &ir.Assume{Cond: cond}
	default:
		a := &ir.Assign{Var: target, Expr: Expression(t, vs, target.Type, 3)}
		x, ok := eval(a.Expr, before).IntValue()
		if !ok || !p.Math && !target.Type.Fits(x) { // an overflow that an assumption excludes
			return
		}
		stmt, after[target] = a, x
	}
	e := &ir.Edge{Stmt: stmt}
	s := around(before)
	if r := d.Post(s, e); !in(after, r) {
		t.Fatalf("%s leads from %v of %v to %v, not in Post, %v", ir.StmtString(stmt), before, s, after, r)
	}
	to := around(after)
	if r := back.Pre(s, to, e); !in(before, r) {
		t.Fatalf("%s leads from %v of %v to %v of %v, not from Pre, %v", ir.StmtString(stmt), before, s, after, to, r)
	}
}

// A form is the sum of ±1 or 0 times each variable.
type form []int64

func (f form) at(p []int64) (sum int64) {
	for i, k := range f {
		sum += k * p[i]
	}
	return sum
}

// half is f ≤ c.
type half struct {
	f form
	c int64
}

func holds(hs []half, p []int64) bool {
	for _, h := range hs {
		if h.f.at(p) > h.c {
			return false
		}
	}
	return true
}

// Best draws statements of mathematical integers that boxes, or with pairs octagons, should lose
// nothing of: x := ±y + c, comparisons, havoc. It checks by enumeration that Post, Pre, Meet and Join
// are the least elements: that they bound each ±x, or ±x ± y, by what it reaches; and that Leq is exact.
func Best[S any](t *rapid.T, pairs bool, domainOf func(*ir.Program) domain.Domain[S]) {
	const n, size = 3, 3
	p := ir.NewProgram()
	p.Math = true
	f := p.NewFunc("main", ir.Pos{})
	p.Main, f.Defined = f, true
	f.Entry = p.NewLoc(f, ir.Pos{})
	f.Exit = p.NewLoc(f, ir.Pos{})
	var vs []*ir.Var
	for i := range n {
		vs = append(vs, p.NewLocal(f, fmt.Sprint("v", i), "", ir.Int(32, true), ir.Pos{}))
	}
	for i := range n - 1 { // they occur together
		p.NewEdge(f.Entry, f.Exit, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.VarExpr(vs[i]), ir.VarExpr(vs[i+1]))}, ir.Pos{})
	}
	d := domainOf(p)
	var forms []form
	for i := range n {
		for _, si := range []int64{1, -1} {
			one := make(form, n)
			one[i] = si
			forms = append(forms, one)
			for j := range i {
				for _, sj := range []int64{1, -1} {
					two := make(form, n)
					two[i], two[j] = si, sj
					if pairs {
						forms = append(forms, two)
					}
				}
			}
		}
	}
	expr := func(f form) *ir.Expr {
		sum := ir.ConstInt(vs[0].Type, 0)
		for i, k := range f {
			switch k {
			case 1:
				sum = ir.Binary(ir.OpAdd, sum, ir.VarExpr(vs[i]))
			case -1:
				sum = ir.Binary(ir.OpSub, sum, ir.VarExpr(vs[i]))
			}
		}
		return sum
	}
	assume := func(s S, op ir.Op, f form, c int64) S {
		return d.Post(s, &ir.Edge{Stmt: &ir.Assume{Cond: ir.Compare(op, expr(f), ir.ConstInt(vs[0].Type, c))}})
	}
	draw := func(within int64) (hs []half, s S) {
		for i := range n {
			for _, k := range []int64{1, -1} {
				one := make(form, n)
				one[i] = k
				hs = append(hs, half{one, rapid.Int64Range(0, within).Draw(t, "bound")})
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "constraints") {
			hs = append(hs, half{rapid.SampledFrom(forms).Draw(t, "form"), rapid.Int64Range(-3, 4).Draw(t, "constant")})
		}
		s = d.Top()
		for _, h := range hs {
			s = assume(s, ir.OpLe, h.f, h.c)
		}
		return hs, s
	}
	// points calls f with the points around 0.
	points := func(within int64, f func(p []int64)) {
		for x := -within; x <= within; x++ {
			for y := -within; y <= within; y++ {
				for z := -within; z <= within; z++ {
					f([]int64{x, y, z})
				}
			}
		}
	}
	check := func(what string, s S, all [][]int64) {
		if len(all) == 0 {
			if !d.IsBottom(s) {
				t.Fatalf("%s is %v, and nothing is in it", what, s)
			}
			return
		}
		for _, f := range forms {
			most := f.at(all[0])
			for _, p := range all {
				most = max(most, f.at(p))
			}
			if !d.IsBottom(assume(s, ir.OpGt, f, most)) || d.IsBottom(assume(s, ir.OpGe, f, most)) {
				t.Fatalf("%s is %v, where %v is at most %d", what, s, expr(f), most)
			}
		}
	}
	a, sa := draw(size)
	b, sb := draw(2 * size)
	var inA, meet, join, image, origins [][]int64
	points(size, func(p []int64) {
		if holds(a, p) {
			inA = append(inA, p)
		}
	})
	points(2*size, func(p []int64) {
		if x, y := holds(a, p), holds(b, p); x && y {
			meet, join = append(meet, p), append(join, p)
		} else if x || y {
			join = append(join, p)
		}
	})
	x, y := rapid.IntRange(0, n-1).Draw(t, "x"), rapid.IntRange(0, n-1).Draw(t, "y")
	k, c := rapid.Int64Range(-1, 1).Draw(t, "coefficient"), rapid.Int64Range(-3, 3).Draw(t, "constant")
	var stmt ir.Stmt
	var next func(p []int64) [][]int64
	set := func(p []int64, v int64) []int64 {
		q := append([]int64(nil), p...)
		q[x] = v
		return q
	}
	switch rapid.IntRange(0, 3).Draw(t, "statement") {
	case 0:
		h := half{rapid.SampledFrom(forms).Draw(t, "form"), c}
		stmt = &ir.Assume{Cond: ir.Compare(ir.OpLe, expr(h.f), ir.ConstInt(vs[0].Type, c))}
		next = func(p []int64) [][]int64 {
			if holds([]half{h}, p) {
				return [][]int64{p}
			}
			return nil
		}
	case 1:
		// Of the new values only those are looked at that b may have.
		stmt = &ir.Havoc{Var: vs[x]}
		next = func(p []int64) (all [][]int64) {
			for v := int64(-2 * size); v <= 2*size; v++ {
				all = append(all, set(p, v))
			}
			return all
		}
	default:
		l := make(form, n)
		l[y] = k
		stmt = &ir.Assign{Var: vs[x], Expr: ir.Binary(ir.OpAdd, expr(l), ir.ConstInt(vs[0].Type, c))}
		next = func(p []int64) [][]int64 { return [][]int64{set(p, k*p[y]+c)} }
	}
	for _, p := range inA {
		reaches := false
		for _, q := range next(p) {
			image = append(image, q)
			reaches = reaches || holds(b, q)
		}
		if reaches {
			origins = append(origins, p)
		}
	}
	within := func(all [][]int64, hs []half) bool {
		return !slices.ContainsFunc(all, func(p []int64) bool { return !holds(hs, p) })
	}
	if got := d.Leq(sa, sb); got != within(inA, b) {
		t.Fatalf("%v ⊑ %v is %v", sa, sb, got)
	}
	other, so := draw(size)
	if got := d.Leq(d.Meet(sa, sb), so); got != within(meet, other) {
		t.Fatalf("%v ⊓ %v ⊑ %v is %v", sa, sb, so, got)
	}
	if got := d.Leq(d.Join(sa, sb), so); got != within(join, other) {
		t.Fatalf("%v ⊔ %v ⊑ %v is %v", sa, sb, so, got)
	}
	e := &ir.Edge{Stmt: stmt}
	what := ir.StmtString(stmt)
	check("the state", sa, inA)
	check("the meet", d.Meet(sa, sb), meet)
	check("the join", d.Join(sa, sb), join)
	if _, ok := stmt.(*ir.Havoc); !ok {
		check("Post of "+what, d.Post(sa, e), image)
	}
	check("Pre of "+what, d.(domain.Backward[S]).Pre(sa, sb, e), origins)
}
