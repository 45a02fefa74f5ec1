package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// What functions of the library need of their arguments is checked where they are called, where a property is about memory: that pointers are not
// null, and lead to as much as the function reads or writes. The table says what that is, see library.Use. What it does not say is not
// decided, with a note that names the function. Models check what they do.

// look is a call whose arguments are looked at.
type look struct {
	*builder
	row    *library.Function
	name   string
	given  []given
	demand []core.Goal
	pos    ir.Pos
}

// look checks the arguments of a call of the row's function, which are evaluated again where it is made.
func (b *builder) look(c *knownCall) {
	m := b.p.conf.Memory
	if !m.Looks() || b.unit.model || c.row == nil {
		return
	}
	if c.row.Kind == library.Unsupported && !c.row.Handler || !c.row.Looks() {
		return
	}
	l := &look{builder: b, row: c.row, name: c.v.Name, demand: m.Goals(), pos: c.pos}
	for _, a := range c.formals() {
		x := given{t: a.Type()}
		if !layout.IsAggregate(x.t) {
			x.e = b.settled(b.expr(a), c.pos)
		}
		l.given = append(l.given, x)
	}
	sizes := make([]*ir.Expr, len(c.row.Params))
	for i, x := range l.given {
		switch {
		case x.t.Kind != types.Pointer:
		case i < len(c.row.Params) && c.row.Params[i].Type.Name == "va_list":
			l.list(x)
		case i < len(c.row.Params):
			sizes[i] = l.argument(c.row.Use(i), i)
		case !c.row.Handler && !c.row.Model:
			l.argument(library.Use{Extent: library.Unsaid, Null: c.row.Variadic}, i)
		}
	}
	l.apart(sizes)
}

// argument checks the argument with index i, and gives the bytes that the call reads or writes there; nil if it does not know them.
func (l *look) argument(u library.Use, i int) (size *ir.Expr) {
	p := l.given[i].e
	switch null := p.IsConst() && p.Val.IsZero(); {
	case u.Extent == library.Own || u.Extent == library.Unlooked || null && u.Null:
	case !u.Null || p.Op == ir.OpAddr:
		return l.into(u, i)
	default:
		l.either(ir.ToBool(p), l.pos, func() { size = l.into(u, i) }, func() {})
	}
	return size
}

// into is argument for one that must not be null.
func (l *look) into(u library.Use, i int) *ir.Expr {
	x := l.given[i]
	elem, n := x.t.Elem, l.limit(u)
	switch u.Extent {
	case library.Text:
		return l.text(elem, x.e, n, u.Writes)
	case library.Bytes:
		l.bytes(x.e, n, u.Writes)
		return n
	case library.OpenHandle:
		look := func() { l.open(x.e, u.Closes) }
		if t := l.row.Params[i].Type; t.Failed() == 0 {
			look()
		} else {
			failed := ir.Const(x.e.Type, x.e.Type.Wrap(num.I(t.Failed())))
			l.either(ir.Compare(ir.OpNe, x.e, failed), l.pos, look, func() {})
		}
	case library.Object:
		size, whole := int64(1), elem.Kind != types.Void && elem.IsComplete() && !elem.IsVariable() && elem.SizeOf() > 0
		if whole {
			size = elem.SizeOf()
		}
		size *= max(l.row.Params[i].Length, 1)
		l.touch(x.e, size, u.Writes)
		switch p := l.row.Params[i]; {
		case !whole || p.Out && !p.Reads:
		case u.Writes:
			if !l.row.Handler { // a model does not look at it
				l.mayRead(x.e, elem, false, l.pos)
			}
		case layout.IsAggregate(elem):
			l.mayRead(x.e, elem, true, l.pos)
		default:
			l.valuedBytes(x.e, size)
		}
		if opaque := l.row.Params[i].Elem.Opaque(); !opaque && (!whole || !u.Flat && layout.IsAggregate(elem) && l.p.layout.HoldsPointers(elem)) {
			l.unsaid()
		}
		return ir.ConstInt(l.p.size(), size)
	default:
		l.notNull(x.e, l.demand, l.pos)
		l.unsaid()
	}
	return nil
}

// touch checks that size bytes may be read or written.
func (l *look) touch(p *ir.Expr, size int64, writes bool) {
	l.notNull(p, l.demand, l.pos)
	if l.p.conf.Memory.Inside != "" {
		l.inside(p, size, writes, l.demand, l.pos)
	}
}

// bytes checks that n bytes may be read or written. Of no bytes it does not matter where they are.
func (l *look) bytes(p, n *ir.Expr, writes bool) {
	if n == nil {
		l.follow(ir.False(), l.pos)
		return
	}
	if size, ok := n.Val.Int64(); ok && n.IsConst() {
		if size > 0 {
			l.touch(p, size, writes)
		}
		if !writes {
			l.valuedBytes(p, size)
		}
		return
	}
	l.either(l.fold(ir.Compare(ir.OpNe, n, ir.ConstInt(n.Type, 0))), l.pos, func() {
		l.touch(p, 1, writes)
		if !writes {
			l.valuedBytes(p, -1)
		}
		if l.p.conf.Memory.Inside == "" {
			return
		}
		d := l.p.offset()
		if _, hi := l.p.mode.Bounds(n); d.Max().Less(hi) {
			l.require(l.fold(ir.Compare(ir.OpLe, n, ir.Const(n.Type, d.Max()))), core.Inside, l.demand, leftOut{}, l.pos)
		}
		l.touch(ir.PtrAdd(p, l.fold(ir.Binary(ir.OpSub, l.cast(d, n), ir.ConstInt(d, 1)))), 1, writes)
	}, func() {})
}

// text checks that a text begins at p, and ends in its object, or has n characters there; n may be nil. It gives how many bytes that is; nil if it does not
// know.
func (l *look) text(char *types.Type, p, n *ir.Expr, writes bool) *ir.Expr {
	if p.Op == ir.OpAddr && p.Obj.Kind == ir.StringObject && n == nil && !writes {
		return ir.ConstInt(l.p.size(), p.Obj.Size)
	}
	l.notNull(p, l.demand, l.pos)
	if !l.p.conf.Memory.Reads() {
		return nil
	}
	size := max(char.SizeOf(), 1)
	if writes || n == nil {
		l.touch(p, size, writes)
	}
	name, args := library.TextModel(size > 1, n != nil), []*ir.Expr{p}
	if n != nil {
		args = append(args, n)
	}
	length := ir.VarExpr(l.callModel(name, l.pos, args...))
	one := ir.ConstInt(length.Type, 1)
	return ir.Binary(ir.OpMul, ir.Binary(ir.OpAdd, length, one), ir.ConstInt(one.Type, size))
}

// texts enters the models by which the arguments of the row's function are looked at.
func (s *scanner) texts(row *library.Function) {
	if !s.p.conf.Memory.Reads() || s.unit.model || row == nil {
		return
	}
	s.handle(row)
	for i, p := range row.Params {
		if row.Use(i).Extent == library.Text {
			for _, limited := range []bool{false, true} {
				s.shares(library.TextModel(p.Elem.Name == "wchar_t", limited))
			}
		}
	}
}

// unsaid ends what is decided: how much the function reads or writes is not known.
func (l *look) unsaid() {
	if l.p.conf.Memory.Reads() {
		l.p.note(ir.Unmodelled, l.pos, "how much memory %s reads or writes is not known", l.name)
		l.follow(ir.False(), l.pos)
	}
}

// lost leads to what is not decided: it is not known where a function of the library writes.
func (b *builder) lost(pos ir.Pos) {
	if b.p.conf.Memory.Reads() {
		b.follow(ir.False(), pos)
	}
}

// limit is the number that a use is limited to; nil if there is none.
func (l *look) limit(u library.Use) *ir.Expr {
	var n *ir.Expr
	for _, s := range u.Sizes {
		m := ir.ConstInt(l.p.size(), s.Number)
		if s.Param >= 0 {
			if s.Param >= len(l.given) || l.given[s.Param].e == nil || !l.given[s.Param].t.IsInteger() {
				return nil
			}
			m = l.given[s.Param].e
			if m.Type.IsSigned() {
				m = l.fold(ir.Ite(ir.Compare(ir.OpLt, m, ir.ConstInt(m.Type, 0)), ir.ConstInt(m.Type, 0), m))
			}
			m = l.cast(l.p.size(), m)
		}
		if n == nil {
			n = m
		} else {
			n = l.product(n, m)
		}
	}
	return n
}

// apart checks that what a call writes through a pointer that is restrict has no byte in common with what it reads or writes through another
// one, of which sizes has the bytes.
func (l *look) apart(sizes []*ir.Expr) {
	for j := range min(len(l.given), len(l.row.Params)) {
		for i := range j {
			if !l.row.Params[i].Restrict || !l.row.Params[j].Restrict || l.given[i].e == nil || l.given[j].e == nil || sizes[i] == nil && sizes[j] == nil ||
				!l.row.Use(i).Writes && !l.row.Use(j).Writes {
				continue
			}
			p, q, n, m := l.given[i].e, l.given[j].e, sizes[i], sizes[j]
			if n == nil {
				n = l.sizeFor(i, j)
			}
			if m == nil {
				m = l.sizeFor(j, i)
			}
			l.either(l.fold(ir.And(ir.ToBool(p), ir.ToBool(q))), l.pos, func() { l.builder.apart(p, n, q, m, l.name, l.pos) }, func() {})
		}
	}
}

// mostPrinted is what a function is taken to write at most that prints into memory.
const mostPrinted = 4096

// sizeFor is how many bytes the call may use at the argument i, which has to be apart from the argument j.
func (l *look) sizeFor(i, j int) *ir.Expr {
	if n := l.limit(l.row.Use(i)); n != nil {
		return n
	}
	size := int64(1)
	if t := l.given[i].t; t.Kind == types.Pointer && t.Elem.IsComplete() && !t.Elem.IsVariable() {
		size = max(t.Elem.SizeOf(), 1)
	}
	if l.row.Use(i).Writes && l.row.Params[j].Name == "format" {
		size *= mostPrinted
	}
	return ir.ConstInt(l.p.size(), size)
}

// definedIf is for a use of two objects that C defines if cond holds. Whether it is an error of memory otherwise is an approximation.
func (b *builder) definedIf(cond *ir.Expr, name string, pos ir.Pos) {
	b.either(cond, pos, func() {}, func() {
		harmful := b.havoc(ir.Int(1, false), ir.FromApproximation, name, pos)
		b.require(ir.Not(ir.ToBool(harmful)), core.Inside, b.p.conf.Memory.Goals(), leftOut{}, pos)
	})
}

// needs is for what the argument of a model has to be, so that glibc's function, which takes it for an index, does not access memory elsewhere.
// Whether that is an error is an approximation: what lies there belongs to the library.
func (b *builder) needs(c *knownCall) {
	if b.p.conf.Memory.Inside != "" {
		b.definedIf(b.truth(c.Args[0]), b.f.v.Name, c.pos)
		return
	}
	b.nothing(c)
}
