package cfront

import "craig/internal/program/ir"

// oldStyle says that g is defined as C had it before prototypes: int g(x) long x; { ... }.
func (g *function) oldStyle() bool { return g.def != nil && !g.t.fun.proto }

// givenTypes are the types to which a call converts the arguments of a function that is defined in the old style: those of a
// prototype if there is one, and otherwise none.
func (r *reader) givenTypes(g *function) []*ctype {
	if g.proto == nil {
		return nil
	}
	types, _ := r.paramTypes(g.proto.fun)
	return types
}

// handed are the arguments of a call of g, which is defined in the old style, as g finds them in its parameters. A call
// without a prototype converts nothing but char to int and float to double.
func (f *fn) handed(g *function, vs []value, pos ir.Pos) []value {
	lost := false // an argument is not where g looks for it
	for i, p := range g.params {
		if i >= len(vs) {
			break
		}
		e, how := (*ir.Expr)(nil), ir.HandedNothing
		if v := vs[i]; !lost {
			e, how = f.hand(v, p.t)
		}
		switch how {
		case ir.HandedWhole:
			vs[i] = f.convert(vs[i], p.t, pos)
			continue
		case ir.HandedByte:
			vs[i] = f.handedBool(e, p.t, pos)
			continue
		}
		f.r.note(ir.Overapproximated, pos, "what %s finds in a parameter is unknown where a call without a prototype has no argument for it, or one of another type", g.cname)
		if f.r.props["uninit"] != "" {
			f.follow(ir.False(), pos)
		}
		vs[i] = f.unknown(p.t, ir.FromApproximation, "", pos)
		if how == ir.HandedLow {
			f.emit(&ir.Assume{Cond: ir.Compare(ir.OpEq, ir.Cast(e.Type, vs[i].e), e)}, pos)
		}
		lost = how == ir.HandedNothing
	}
	return vs
}

// hand is ir.Program.Hand for an argument of any type.
func (f *fn) hand(v value, t *ctype) (*ir.Expr, ir.Handed) {
	switch {
	case v.e != nil && t.isScalar() && !t.blurred():
		return f.r.prog.Hand(v.e, t.ir(), true)
	case v.t.isAgg() == t.isAgg() && v.t.blurred() == t.blurred() && v.t.kind == t.kind && v.t.size == t.size:
		return nil, ir.HandedWhole
	}
	return nil, ir.HandedNothing
}

// handedBool is a parameter _Bool of which a call has given the byte e. The standard has the definition compare the int that
// it is given with 0. gcc takes its low byte for the _Bool, which is then no value of that type unless it is 0 or 1.
func (f *fn) handedBool(e *ir.Expr, t *ctype, pos ir.Pos) value {
	e = f.settled(e, pos)
	fits, other := f.node(pos), f.node(pos)
	f.branch(f.fold(ir.Compare(ir.OpLe, e, ir.ConstInt(e.Type, 1))), fits, other, pos)
	f.cur = other
	f.unsound(pos, "a _Bool that is neither 0 nor 1 is not supported")
	f.cur = fits
	return f.convert(value{t: f.r.types.uchar, e: e}, t, pos)
}
