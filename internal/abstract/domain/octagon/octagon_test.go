package octagon

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// scene is a program with variables of three types, which one statement puts into one pack.
func scene(mode ir.Mode) (*ir.Program, []*ir.Var) {
	p := ir.NewProgram()
	p.Math, p.Signed = mode.Math, mode.Signed
	p.Main = p.NewFunc("main", ir.Pos{})
	p.Main.Defined = true
	p.Main.Entry = p.NewLoc(p.Main, ir.Pos{})
	p.Main.Exit = p.NewLoc(p.Main, ir.Pos{})
	var vs []*ir.Var
	i32 := ir.Int(32, true)
	for _, t := range []struct {
		name string
		ty   ir.Type
	}{{"a", i32}, {"b", i32}, {"c", ir.Int(8, false)}, {"d", ir.Int(32, false)}} {
		vs = append(vs, p.NewLocal(p.Main, t.name, t.name, t.ty, ir.Pos{}))
	}
	l := p.Main.Entry
	for _, v := range vs[1:] {
		next := p.NewLoc(p.Main, ir.Pos{})
		p.NewEdge(l, next, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.VarExpr(vs[0]), ir.Cast(i32, ir.VarExpr(v)))}, ir.Pos{})
		l = next
	}
	return p, vs
}

type store map[*ir.Var]num.Int

func small(t *rapid.T, ty ir.Type) num.Int {
	k := int64(rapid.IntRange(-12, 12).Draw(t, "value"))
	if rapid.IntRange(0, 5).Draw(t, "edge") == 0 {
		if k < 0 {
			return ty.Min().Sub(num.I(k))
		}
		return ty.Max().Sub(num.I(k))
	}
	return ty.Wrap(num.I(k))
}

func drawStore(t *rapid.T, vs []*ir.Var) store {
	st := store{}
	for _, v := range vs {
		st[v] = small(t, v.Type)
	}
	return st
}

func expression(t *rapid.T, vs []*ir.Var, ty ir.Type, depth int) *ir.Expr {
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	switch {
	case kind == 0:
		return ir.Const(ty, small(t, ty))
	case kind <= 2 || depth == 0:
		return ir.Cast(ty, ir.VarExpr(rapid.SampledFrom(vs).Draw(t, "variable")))
	}
	op := rapid.SampledFrom([]ir.Op{ir.OpAdd, ir.OpSub, ir.OpSub, ir.OpMul}).Draw(t, "op")
	return ir.Binary(op, expression(t, vs, ty, depth-1), expression(t, vs, ty, depth-1))
}

func condition(t *rapid.T, vs []*ir.Var) *ir.Expr {
	ty := rapid.SampledFrom(vs).Draw(t, "type").Type
	switch rapid.IntRange(0, 8).Draw(t, "form") {
	case 0:
		return ir.InRange(expression(t, vs, ty, 2))
	case 1:
		return ir.Or(condition(t, vs), condition(t, vs))
	}
	op := ir.OpEq + ir.Op(rapid.IntRange(0, 5).Draw(t, "relation"))
	return ir.Compare(op, expression(t, vs, ty, 2), expression(t, vs, ty, 1))
}

func drawState(t *rapid.T, d *Domain, vs []*ir.Var) State {
	s := d.Top()
	for range rapid.IntRange(0, 5).Draw(t, "constraints") {
		s = d.Assume(s, condition(t, vs), true)
	}
	return s
}

// holder decides membership by the formula.
func holder(p *ir.Program, d *Domain) (*sem.Context, func(store, State) bool) {
	c := sem.New(term.NewStore(), p)
	return c, func(st store, s State) bool {
		m := map[term.Term]term.Term{}
		for v, k := range st {
			m[c.Var(v)] = c.Store.IntNum(k)
		}
		return c.Store.Subst(d.Formula(c, s), m).IsTrue()
	}
}

var modes = []ir.Mode{{}, {Signed: ir.SignedWrap}, {Math: true}}

func TestLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, vs := scene(rapid.SampledFrom(modes).Draw(t, "mode"))
		d := New(p, Options{})
		_, member := holder(p, d)
		lattest.Laws(t, d,
			func(t *rapid.T) State { return drawState(t, d, vs) },
			func(t *rapid.T) store { return drawStore(t, vs) }, member)
	})
}

// TestPost: from a state that holds for a store, Post describes the store after the statement;
// Eval has the value, Decide is right.
func TestPost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, vs := scene(rapid.SampledFrom(modes).Draw(t, "mode"))
		d := New(p, Options{})
		c, member := holder(p, d)
		st := drawStore(t, vs)
		env := func(v *ir.Var) term.Term { return c.Store.IntNum(st[v]) }
		s := d.Top()
		for range rapid.IntRange(1, 6).Draw(t, "statements") {
			var stmt ir.Stmt
			switch rapid.IntRange(0, 3).Draw(t, "statement") {
			case 0:
				v := rapid.SampledFrom(vs).Draw(t, "havocked")
				st[v] = small(t, v.Type)
				stmt = &ir.Havoc{Var: v}
			case 1:
				cond := condition(t, vs)
				truth := c.Expr(cond, env)
				if is := d.Decide(s, cond); is == 1 && truth.IsFalse() || is == 2 && truth.IsTrue() {
					t.Fatalf("%s is %s, decided as %d in %s", cond, truth, is, d.String(s))
				}
				if truth.IsFalse() {
					cond = ir.Not(cond)
				}
				stmt = &ir.Assume{Cond: cond}
			default:
				v := rapid.SampledFrom(vs).Draw(t, "assigned")
				e := expression(t, vs, v.Type, 2)
				k, _ := c.Expr(e, env).IntValue()
				if x := d.Eval(s, e); !x.Contains(k) {
					t.Fatalf("%s is %s, not in %s in %s", e, k, x, d.String(s))
				}
				if !p.Math && !v.Type.Fits(k) {
					continue
				}
				st[v] = k
				stmt = &ir.Assign{Var: v, Expr: e}
			}
			next := d.Post(s, &ir.Edge{Stmt: stmt})
			if !member(st, next) {
				t.Fatalf("after %s in %s: %v is not in %s (mode %v)", ir.StmtString(stmt), d.String(s), st, d.String(next), p.Mode())
			}
			s = next
		}
	})
}

// TestClosure: limit keeps an octagon as closed as the cubic algorithm makes it.
func TestClosure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "variables")
		o, raw := newOct(n), newOct(n)
		for range rapid.IntRange(1, 12).Draw(t, "constraints") {
			i, j := rapid.IntRange(0, 2*n-1).Draw(t, "i"), rapid.IntRange(0, 2*n-1).Draw(t, "j")
			c := int64(rapid.IntRange(-8, 8).Draw(t, "c"))
			if i == j {
				continue
			}
			o = o.clone()
			o.limit(i, j, c)
			raw = raw.clone()
			raw.note(i, j, c)
			want := raw.close()
			if o.empty != want.empty {
				t.Fatalf("empty: %v, want %v", o.empty, want.empty)
			}
			if o.empty {
				return
			}
			same(t, "limit", o, want.entry)
		}
	})
}

// TestTight: every bound of a closed octagon is reached by an integer point, and an octagon is
// empty only if it has none.
func TestTight(t *testing.T) {
	const r = 6
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "variables")
		o := newOct(n)
		for k := range n { // within a box that can be enumerated
			o.limit(2*k+1, 2*k, 2*r)
			o.limit(2*k, 2*k+1, 2*r)
		}
		for range rapid.IntRange(1, 8).Draw(t, "constraints") {
			i, j := rapid.IntRange(0, 2*n-1).Draw(t, "i"), rapid.IntRange(0, 2*n-1).Draw(t, "j")
			if i != j {
				o.limit(i, j, int64(rapid.IntRange(-6, 6).Draw(t, "c")))
			}
		}
		best := make([]int64, offset(2*n))
		for i := range best {
			best[i] = math.MinInt64
		}
		found := false
		point := make([]int64, 2*n)
		var try func(k int)
		try = func(k int) {
			if k == n {
				for i := range 2 * n {
					for j := 0; j <= i|1; j++ {
						if !o.empty && point[j]-point[i] > o.entry(i, j) {
							return
						}
					}
				}
				found = true
				for i := range 2 * n {
					for j := 0; j <= i|1; j++ {
						best[at(i, j)] = max(best[at(i, j)], point[j]-point[i])
					}
				}
				return
			}
			for x := int64(-r); x <= r; x++ {
				point[2*k], point[2*k+1] = x, -x
				try(k + 1)
			}
		}
		if o.empty {
			return // TestClosure compares emptiness
		}
		try(0)
		if !found {
			t.Fatal("no point, and not empty")
		}
		for i := range 2 * n {
			for j := 0; j <= i|1; j++ {
				if best[at(i, j)] != o.entry(i, j) {
					t.Fatalf("V%d - V%d ≤ %d, and at most %d is reached", j, i, o.entry(i, j), best[at(i, j)])
				}
			}
		}
	})
}

func TestRelations(t *testing.T) {
	p, vs := scene(ir.Mode{})
	d := New(p, Options{})
	a, b, u := ir.VarExpr(vs[0]), ir.VarExpr(vs[1]), ir.VarExpr(vs[3])
	one := ir.ConstInt(a.Type, 1)
	s := d.Assume(d.Top(), ir.Compare(ir.OpLt, a, b), true)
	s = d.Assume(s, ir.Compare(ir.OpGe, a, ir.ConstInt(a.Type, 0)), true)
	if got := d.Eval(s, ir.Binary(ir.OpSub, b, a)).String(); got != "[1, 2147483647]" {
		t.Errorf("b - a is in %s", got)
	}
	s = d.Post(s, &ir.Edge{Stmt: &ir.Assign{Var: vs[0], Expr: ir.Binary(ir.OpAdd, a, one)}})
	if got := d.Decide(s, ir.Compare(ir.OpLe, a, b)); got != 1 {
		t.Errorf("a + 1 <= b is decided as %d in %s", got, d.String(s))
	}
	s = d.Post(s, &ir.Edge{Stmt: &ir.Assign{Var: vs[3], Expr: ir.Cast(u.Type, ir.Binary(ir.OpSub, b, a))}})
	if got := d.Decide(s, ir.Compare(ir.OpLe, u, ir.Cast(u.Type, b))); got != 1 {
		t.Errorf("b - a <= b is decided as %d in %s", got, d.String(s))
	}
}
