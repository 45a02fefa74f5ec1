package polyhedra

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/lattest"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// machine is a program with two variables of each type.
func machine(mode ir.Mode, opts Options) (*Domain, []*ir.Var) {
	p := ir.NewProgram()
	p.Math, p.Signed = mode.Math, mode.Signed
	p.Main = p.NewFunc("main", ir.Pos{})
	var vs []*ir.Var
	for _, ty := range lattest.Types {
		for _, name := range []string{"a", "b"} {
			vs = append(vs, p.NewLocal(p.Main, name+ty.String(), "", ty, ir.Pos{}))
		}
	}
	return New(p, opts), vs
}

// around draws constraints that a point satisfies.
func around(t *rapid.T, d *Domain, vs []*ir.Var, at point) State {
	s := d.Top()
	for range rapid.IntRange(0, 5).Draw(t, "constraints") {
		c := drawConstraint(t, vs)
		v := at.value(c.Linear)
		slack := num.I(int64(rapid.IntRange(0, 3).Draw(t, "slack")))
		if c.Eq {
			slack = num.Int{}
		}
		c.Linear = c.AddConst(v.Neg().Floor().Add(slack))
		s = d.With(s, c)
	}
	return s
}

// TestStatements: what package sem makes of a state is in Post of any element that has the state,
// and the state is in Pre of any element that has what sem makes of it.
func TestStatements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom([]ir.Mode{{}, {Signed: ir.SignedWrap}, {Math: true}}).Draw(t, "mode")
		d, vs := machine(mode, Options{Ranges: rapid.Bool().Draw(t, "ranges")})
		c := sem.New(term.NewStore(), d.p)
		at := point{}
		for _, v := range vs {
			k := v.Type.Wrap(num.I(int64(rapid.IntRange(-8, 140).Draw(t, "value"))))
			at[v.ID] = k.Rat()
		}
		env := func(v *ir.Var) term.Term { k, _ := at[v.ID].Int(); return c.Store.IntNum(k) }
		s := around(t, d, vs, at)
		cond := lattest.Condition(t, vs, 3)
		if x := c.Expr(cond, env); x.IsConst() {
			if r := d.Assume(s, cond, x.IsTrue()); !member(d)(at, r) {
				t.Fatalf("%s is %s at %v in %s, not in %s", cond, x, at, d.String(s), d.String(r))
			}
			if x.IsTrue() {
				after := around(t, d, vs, at)
				if r := d.Pre(s, after, &ir.Edge{Stmt: &ir.Assume{Cond: cond}}); !member(d)(at, r) {
					t.Fatalf("%s holds at %v of %s, not in the preimage %s of %s", cond, at, d.String(s), d.String(r), d.String(after))
				}
			}
		}
		target := rapid.SampledFrom(vs).Draw(t, "target")
		stmt := &ir.Assign{Var: target, Expr: lattest.Expression(t, vs, target.Type, 3)}
		x, ok := c.Expr(stmt.Expr, env).IntValue()
		if !ok || !d.p.Math && !target.Type.Fits(x) { // an overflow that an assumption excludes
			return
		}
		next := point{}
		for id, v := range at {
			next[id] = v
		}
		next[target.ID] = x.Rat()
		e := &ir.Edge{Stmt: stmt}
		if r := d.Post(s, e); !member(d)(next, r) {
			t.Fatalf("%s = %s leads from %v of %s to %v, not in %s", target.Name, stmt.Expr, at, d.String(s), next, d.String(r))
		}
		after := around(t, d, vs, next)
		if r := d.Pre(s, after, e); !member(d)(at, r) {
			t.Fatalf("%s = %s leads from %v of %s to %v of %s, not in the preimage %s", target.Name, stmt.Expr, at, d.String(s), next, d.String(after), d.String(r))
		}
	})
}

// TestExact: Post and Pre of affine assignments and comparisons are neither more nor less than what
// becomes of the rational points, as the solver tells by substitution.
func TestExact(t *testing.T) {
	d, vs := scene(3)
	rapid.Check(t, func(t *rapid.T) {
		cs := drawConstraints(t, vs)
		for _, v := range vs {
			low, high := rapid.IntRange(-1, 9).Draw(t, "low"), rapid.IntRange(0, 9).Draw(t, "high")
			if low >= 0 {
				cs = append(cs, AtLeast(variable(v.ID).AddConst(num.I(int64(low)))), AtLeast(variable(v.ID).Scale(num.I(-1)).AddConst(num.I(int64(high)))))
			}
		}
		s := d.With(d.Top(), cs...)
		if s.bottom {
			return
		}
		x := vs[rapid.IntRange(0, 2).Draw(t, "x")]
		l, e := constant(num.I(int64(rapid.IntRange(-3, 3).Draw(t, "constant")))), ir.ConstInt(x.Type, 0)
		e.Val = l.Const
		for _, v := range vs {
			k := int64(rapid.IntRange(-2, 2).Draw(t, "coefficient"))
			l = l.Plus(variable(v.ID).Scale(num.I(k)))
			e = ir.Binary(ir.OpAdd, e, ir.Binary(ir.OpMul, ir.ConstInt(x.Type, k), ir.VarExpr(v)))
		}
		assigned := func(c Constraint) Constraint { // what c says of x, of l
			k := c.coeff(x.ID)
			return Constraint{c.Minus(variable(x.ID).Scale(k)).Plus(l.Scale(k)), c.Eq}
		}
		edge := &ir.Edge{Stmt: &ir.Assign{Var: x, Expr: e}}
		o := oracle{term.NewStore()}
		near := func(r State) Constraint { // often one of r, or a little more or less
			all := d.Constraints(r)
			if len(all) == 0 || rapid.IntRange(0, 3).Draw(t, "any") == 0 {
				return drawConstraint(t, vs)
			}
			c := rapid.SampledFrom(all).Draw(t, "c")
			c.Linear = c.AddConst(num.I(int64(rapid.IntRange(-1, 1).Draw(t, "slack"))))
			return Constraint{c.Linear, c.Eq && rapid.Bool().Draw(t, "eq")}
		}
		post, pre := d.Post(s, edge), d.Pre(d.Top(), s, edge)
		c := near(post)
		if got, want := d.Entails(post, c), !o.sat(o.all(cs), o.st.Not(o.formula(assigned(c)))); got != want {
			t.Fatalf("after %s, from %s, %v holds: %v", ir.StmtString(edge.Stmt), d.String(s), o.formula(c), got)
		}
		var before []Constraint
		for _, k := range cs {
			before = append(before, assigned(k))
		}
		if pre.bottom == o.sat(o.all(before)) {
			t.Fatalf("before %s nothing leads to %s: %v", ir.StmtString(edge.Stmt), d.String(s), pre.bottom)
		}
		c = near(pre)
		if got, want := d.Entails(pre, c), !o.sat(o.all(before), o.st.Not(o.formula(c))); got != want {
			t.Fatalf("before %s, to %s, %v holds: %v", ir.StmtString(edge.Stmt), d.String(s), o.formula(c), got)
		}
		edge = &ir.Edge{Stmt: &ir.Assume{Cond: ir.Compare(ir.OpGe, e, ir.ConstInt(x.Type, 0))}}
		for _, r := range []State{d.Post(s, edge), d.Pre(d.Top(), s, edge)} {
			c := near(r)
			if got, want := d.Entails(r, c), !o.sat(o.all(cs), o.formula(AtLeast(l)), o.st.Not(o.formula(c))); got != want {
				t.Fatalf("with %s in %s %v holds: %v", ir.StmtString(edge.Stmt), d.String(s), o.formula(c), got)
			}
		}
	})
}

// TestExecutions: Post and fixpoints have what the interpreter does.
func TestExecutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := Options{Ranges: rapid.Bool().Draw(t, "ranges"), Parma: rapid.Bool().Draw(t, "Parma"), MaxRays: 200}
		lattest.Executions(t, func(p *ir.Program) domain.Domain[State] { return New(p, opts) })
	})
}
