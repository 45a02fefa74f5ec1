package tracer_test

import (
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
)

// code builds programs of structured statements over int variables; Math keeps the figures of
// the papers as they are printed.
type code struct {
	p   *ir.Program
	f   *ir.Func
	cur ir.Loc // 0 after a jump
	err ir.Loc
}

type stmt func(c *code)

func newCode() *code {
	p := ir.NewProgram()
	p.Math = true
	f := p.NewFunc("main", ir.Pos{})
	f.Defined = true
	p.Main = f
	c := &code{p: p, f: f}
	f.Entry = c.loc()
	f.Exit = c.loc()
	c.err = c.loc()
	p.Locs[c.err].Goal = ir.Violates("unreach-call")
	c.cur = f.Entry
	return c
}

var intType = ir.Int(32, true)

func (c *code) loc() ir.Loc { return c.p.NewLoc(c.f, ir.Pos{}) }

func (c *code) int(name string) *ir.Var { return c.p.NewLocal(c.f, name, name, intType, ir.Pos{}) }

func (c *code) ints(n int, prefix string) []*ir.Var {
	var vs []*ir.Var
	for i := range n {
		vs = append(vs, c.int(prefix+string(rune('a'+i))))
	}
	return vs
}

func (c *code) edge(s ir.Stmt) {
	to := c.loc()
	c.p.NewEdge(c.cur, to, s, ir.Pos{})
	c.cur = to
}

// main is the program of these statements.
func (c *code) main(ss ...stmt) *ir.Program {
	c.run(ss)
	c.p.NewEdge(c.cur, c.f.Exit, &ir.Skip{}, ir.Pos{}).Aux = true
	if err := ircheck.Check(c.p); err != nil {
		panic(err)
	}
	return c.p
}

func (c *code) run(ss []stmt) {
	for _, s := range ss {
		s(c)
	}
}

func num_(k int64) *ir.Expr      { return ir.ConstInt(intType, k) }
func v_(v *ir.Var) *ir.Expr      { return ir.VarExpr(v) }
func add(a, b *ir.Expr) *ir.Expr { return ir.Binary(ir.OpAdd, a, b) }
func sub(a, b *ir.Expr) *ir.Expr { return ir.Binary(ir.OpSub, a, b) }
func lt(a, b *ir.Expr) *ir.Expr  { return ir.Compare(ir.OpLt, a, b) }
func gt(a, b *ir.Expr) *ir.Expr  { return ir.Compare(ir.OpGt, a, b) }
func eq(a, b *ir.Expr) *ir.Expr  { return ir.Compare(ir.OpEq, a, b) }
func ne(a, b *ir.Expr) *ir.Expr  { return ir.Compare(ir.OpNe, a, b) }

func assign(v *ir.Var, e *ir.Expr) stmt {
	return func(c *code) { c.edge(&ir.Assign{Var: v, Expr: e}) }
}

func inc(v *ir.Var) stmt { return assign(v, add(v_(v), num_(1))) }

func havoc(v *ir.Var) stmt {
	return func(c *code) { c.edge(&ir.Havoc{Var: v, Name: "nondet"}) }
}

func assume(e *ir.Expr) stmt { return func(c *code) { c.edge(&ir.Assume{Cond: e}) } }

// branch is if (cond) then else els; a nil cond is *.
func branch(cond *ir.Expr, then, els []stmt) stmt {
	return func(c *code) {
		if cond == nil {
			x := c.p.NewTemp(c.f, intType, ir.Pos{})
			c.edge(&ir.Havoc{Var: x, Name: "nondet"})
			cond := ne(v_(x), num_(0))
			branch(cond, then, els)(c)
			return
		}
		yes, no, join := c.loc(), c.loc(), c.loc()
		c.p.NewBranch(c.cur, cond, yes, no, ir.Pos{})
		for _, arm := range []struct {
			at   ir.Loc
			body []stmt
		}{{yes, then}, {no, els}} {
			c.cur = arm.at
			c.run(arm.body)
			c.p.NewEdge(c.cur, join, &ir.Skip{}, ir.Pos{}).Aux = true
		}
		c.cur = join
	}
}

// loop is while (cond) body; a nil cond is *.
func loop(cond *ir.Expr, body ...stmt) stmt {
	return func(c *code) {
		head := c.loc()
		c.p.Locs[head].Loop = true
		c.p.NewEdge(c.cur, head, &ir.Skip{}, ir.Pos{}).Aux = true
		c.cur = head
		k := cond
		if k == nil {
			x := c.p.NewTemp(c.f, intType, ir.Pos{})
			c.edge(&ir.Havoc{Var: x, Name: "nondet"})
			k = ne(v_(x), num_(0))
		}
		in, out := c.loc(), c.loc()
		c.p.NewBranch(c.cur, k, in, out, ir.Pos{})
		c.cur = in
		c.run(body)
		c.p.NewEdge(c.cur, head, &ir.Skip{}, ir.Pos{}).Aux = true
		c.cur = out
	}
}

// fail is if (cond) error().
func fail(cond *ir.Expr) stmt {
	return func(c *code) {
		ok := c.loc()
		c.p.NewBranch(c.cur, cond, c.err, ok, ir.Pos{})
		c.cur = ok
	}
}
