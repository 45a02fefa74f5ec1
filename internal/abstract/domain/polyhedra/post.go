package polyhedra

import (
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Post executes one statement; exactly, if its expressions are linear and do not wrap. A Call or
// Alloc may write any global variable.
func (d *Domain) Post(s State, e *ir.Edge) State {
	if s.bottom {
		return s
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if stmt.Var.Type.IsNumber() {
			return d.relate(s, s, stmt, true)
		}
	case *ir.Assume:
		return d.Assume(s, stmt.Cond, true)
	case *ir.Havoc:
		return d.havoc(s, stmt.Var)
	case *ir.Call, *ir.Alloc:
		for _, v := range d.p.Globals {
			s = d.havoc(s, v)
		}
		if v := ir.Written(stmt); v != nil {
			s = d.havoc(s, v)
		}
	}
	return s
}

// Pre describes at least the states of context from which e's statement may lead to s; exactly
// those, or more that are not in context, if its expressions are linear and do not wrap. There is
// no Call or Alloc.
func (d *Domain) Pre(context, s State, e *ir.Edge) State {
	if s.bottom {
		return s
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if stmt.Var.Type.IsNumber() {
			return d.relate(context, s, stmt, false)
		}
	case *ir.Assume:
		return d.assume(context, s, stmt.Cond, true)
	case *ir.Havoc:
		if stmt.Var.Type.IsNumber() {
			s = d.With(s, d.typed(stmt.Var)...)
			return d.Forget(s, stmt.Var.ID)
		}
	}
	return s
}

// typed are the bounds that v's type gives.
func (d *Domain) typed(v *ir.Var) []Constraint {
	if d.p.Math || !v.Type.IsNumber() {
		return nil
	}
	return d.bounds(variable(v.ID), interval.OfType(v.Type))
}

func (d *Domain) havoc(s State, v *ir.Var) State {
	if !v.Type.IsNumber() {
		return s
	}
	return d.With(d.Forget(s, v.ID), d.typed(v)...)
}

// relate executes x := e on s, forwards or backwards. The variable before the assignment and the
// one after it are two; one of them then goes.
func (d *Domain) relate(context, s State, stmt *ir.Assign, forward bool) State {
	x := stmt.Var.ID
	b := d.builder(context)
	l := b.expr(stmt.Expr)
	other := b.fresh
	s = d.rename(s, x, other)
	if forward { // s is over the old value, now other
		s = d.With(s, renamed(b.cs, x, other)...)
		s = d.With(s, Constraint{variable(x).Minus(l.rename(x, other)), true})
	} else { // s is over the new value, now other
		s = d.With(s, b.cs...)
		s = d.With(s, Constraint{variable(other).Minus(l), true})
	}
	return d.Forget(s, append(b.unknown, other)...)
}

func renamed(cs []Constraint, from, to int) []Constraint {
	out := make([]Constraint, len(cs))
	for i, c := range cs {
		out[i] = Constraint{c.Linear.rename(from, to), c.Eq}
	}
	return out
}

// rename puts a variable in the place of another one; it does not occur in l.
func (l Linear) rename(from, to int) Linear {
	k := l.coeff(from)
	if k.IsZero() {
		return l
	}
	return l.Minus(variable(from).Scale(k)).Plus(variable(to).Scale(k))
}

// rename moves what s says of a variable to one of which it says nothing and whose number is
// greater than all others.
func (d *Domain) rename(s State, from, to int) State {
	var r State
	for _, b := range s.blocks {
		at := -1
		for i, v := range b.vars {
			if v == from {
				at = i
			}
		}
		if at < 0 {
			r.blocks = append(r.blocks, b)
			continue
		}
		vars := append(append(append([]int(nil), b.vars[:at]...), b.vars[at+1:]...), to)
		r.blocks = append(r.blocks, &block{vars, b.p.moveLast(at + 1)})
	}
	return r
}

// moveLast makes dimension i the last one.
func (p *poly) moveLast(i int) *poly {
	move := func(v vec) vec {
		return append(append(append(make(vec, 0, len(v)), v[:i]...), v[i+1:]...), v[i])
	}
	all := func(rows []vec) []vec {
		out := make([]vec, len(rows))
		for k, r := range rows {
			out[k] = move(r)
		}
		return out
	}
	q := &poly{n: p.n, eqs: all(p.eqs), ineqs: all(p.ineqs), gaveUp: p.gaveUp, minimal: p.minimal}
	if p.cone != nil {
		c := *p.cone
		c.lines = all(c.lines)
		c.rays = make([]ray, len(p.cone.rays))
		for k, r := range p.cone.rays {
			c.rays[k] = ray{move(r.v), r.sat}
		}
		q.cone = &c
	}
	return q
}

// Assume keeps the states of s in which c has the truth value truth: at least those.
func (d *Domain) Assume(s State, c *ir.Expr, truth bool) State { return d.assume(s, s, c, truth) }

// assume is Assume; expressions are understood as they are in the states of context.
func (d *Domain) assume(context, s State, c *ir.Expr, truth bool) State {
	if s.bottom {
		return s
	}
	switch c.Op {
	case ir.OpConst:
		if c.Val.IsZero() == truth {
			return d.Bottom()
		}
		return s
	case ir.OpNot:
		return d.assume(context, s, c.Args[0], !truth)
	case ir.OpLAnd, ir.OpLOr:
		if (c.Op == ir.OpLAnd) == truth {
			first := d.assume(context, s, c.Args[0], truth)
			return d.assume(context, first, c.Args[1], truth)
		}
		return d.Join(d.assume(context, s, c.Args[0], truth), d.assume(context, s, c.Args[1], truth))
	case ir.OpInRange:
		if d.p.Math {
			break
		}
		return d.assumeRange(context, s, c.Args[0], truth)
	}
	if c.Op < ir.OpEq || c.Op > ir.OpGe || !c.Args[0].Type.IsNumber() {
		return s
	}
	op := c.Op
	if !truth {
		op = interval.Negate(op)
	}
	if op == ir.OpNe {
		return d.Join(d.compare(context, s, c, ir.OpLt), d.compare(context, s, c, ir.OpGt))
	}
	return d.compare(context, s, c, op)
}

// compare keeps the states in which c's operands compare by op.
func (d *Domain) compare(context, s State, c *ir.Expr, op ir.Op) State {
	b := d.builder(context)
	l := b.expr(c.Args[0]).Minus(b.expr(c.Args[1]))
	s = d.With(s, b.cs...)
	minus := num.I(-1)
	switch op {
	case ir.OpEq:
		s = d.With(s, Equal(l))
	case ir.OpLt:
		s = d.With(s, AtLeast(l.Scale(minus).AddConst(minus)))
	case ir.OpLe:
		s = d.With(s, AtLeast(l.Scale(minus)))
	case ir.OpGt:
		s = d.With(s, AtLeast(l.AddConst(minus)))
	case ir.OpGe:
		s = d.With(s, AtLeast(l))
	}
	if len(b.unknown) == 0 || s.bottom {
		return s
	}
	s = d.Forget(s, b.unknown...)
	// What intervals say of operations that are not linear.
	whole := &ir.Expr{Op: op, Type: c.Type, Args: c.Args}
	box := d.box.Assume(b.box(whole), whole, true)
	if d.box.IsBottom(box) {
		return d.Bottom()
	}
	ir.EachVar(whole, func(v *ir.Var) {
		if v.Type.IsNumber() {
			s = d.With(s, d.bounds(variable(v.ID), d.box.Get(box, v))...)
		}
	})
	return s
}

// assumeRange keeps the states in which the mathematical value of e is in its type, or is not.
// That it is tells little, and is used only with Options.Ranges.
func (d *Domain) assumeRange(context, s State, e *ir.Expr, truth bool) State {
	b := d.builder(context)
	l, ok := b.mathematical(e)
	if !ok {
		if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
			return s
		}
		l = b.expr(e)
	}
	s = d.With(s, b.cs...)
	ty := interval.OfType(e.Type)
	if truth {
		if d.opts.Ranges {
			s = d.With(s, d.bounds(l, ty)...)
		}
		return d.Forget(s, b.unknown...)
	}
	lo, _ := ty.Lo()
	hi, _ := ty.Hi()
	below := d.With(s, AtLeast(l.Scale(num.I(-1)).AddConst(lo.Sub(num.I(1)))))
	above := d.With(s, AtLeast(l.AddConst(hi.Neg().Sub(num.I(1)))))
	return d.Forget(d.Join(below, above), b.unknown...)
}
