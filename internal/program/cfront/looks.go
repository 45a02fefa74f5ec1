package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// What functions of the library need of their arguments is checked where they are called, for the properties that are about
// memory: that pointers are not null, lead to as much as the function reads or writes, and to streams that are open. The table
// says what that is, see library.Use; the arguments are evaluated for the check, and the handler or the model gets the values.
// What the table does not say is not decided, with a note that names the function.

// looks says that a property is about what the library is given.
func (r *reader) looks() bool {
	return r.props["null"] != "" || r.readsChecked()
}

// look evaluates the arguments of a call of the row's function and checks them. The call finds the values in f.evaluated. What it
// returns has to be called when the call has been evaluated.
func (f *fn) look(row *library.Function, c *callSite) (done func()) {
	before := f.evaluated
	done = func() { f.evaluated = before }
	if row == nil || row.Kind == library.Unsupported && !row.Handler || !f.r.looks() || f.constOnly || f.static || f.unchecked || f.unit.models || !row.Looks() {
		return done
	}
	vs := make([]value, len(c.args))
	var saved []*value
	for i, a := range c.args {
		m := f.mark()
		v := f.rvalue(a)
		f.freeze(m, c.pos, saved...)
		vs[i] = v
		saved = append(saved, &vs[i])
	}
	given := map[cc.ExpressionNode]value{}
	params := f.declared(c)
	for i, a := range c.args {
		vs[i] = f.withoutLoads(vs[i], c.pos)
		given[a] = vs[i]
		if i < len(params) && params[i].kind == kPointer {
			vs[i] = f.convert(vs[i], params[i], c.pos)
		}
	}
	f.lookAt(row, vs, c.pos)
	f.evaluated = given
	return done
}

// lookAt checks the arguments vs of a call of the row's function.
func (f *fn) lookAt(row *library.Function, vs []value, pos ir.Pos) {
	if !f.r.looks() || f.constOnly || f.static || f.unchecked {
		return
	}
	sizes := make([]*ir.Expr, len(row.Params))
	for i, v := range vs {
		if v.e == nil || v.t.kind != kPointer {
			continue
		}
		if i < len(row.Params) {
			sizes[i] = f.lookAtArgument(row, row.Use(i), i, vs, pos)
		} else if !row.Handler && !row.Model {
			f.lookAtArgument(row, library.Use{Extent: library.Unsaid, Null: row.Variadic}, i, vs, pos)
		}
	}
	f.lookApart(row, sizes, vs, pos)
}

// lookAtArgument checks the argument with index i, and gives the bytes that the call reads or writes there; nil if it does not know them.
func (f *fn) lookAtArgument(row *library.Function, u library.Use, i int, vs []value, pos ir.Pos) (size *ir.Expr) {
	p := vs[i].e
	if u.Extent == library.Own || u.Extent == library.Unlooked {
		return nil
	}
	null := p.IsConst() && p.Val.IsZero()
	if null && u.Null {
		return nil
	}
	if !u.Null || p.Op == ir.OpAddr {
		return f.lookInto(row, u, i, vs, pos)
	}
	f.either(ir.ToBool(p), pos, func() { size = f.lookInto(row, u, i, vs, pos) }, func() {})
	return size
}

// lookInto is lookAtArgument for an argument that must not be null.
func (f *fn) lookInto(row *library.Function, u library.Use, i int, vs []value, pos ir.Pos) *ir.Expr {
	v := vs[i]
	types := f.r.types
	elem := types.elem(v.t)
	types.complete(elem)
	n := f.limitOf(u, vs)
	switch u.Extent {
	case library.Text:
		return f.lookAtText(elem, v.e, n, u.Writes, pos)
	case library.Bytes:
		f.lookAtBytes(v.e, n, u.Writes, pos)
		return n
	case library.OpenHandle:
		look := func() {
			f.notNull(v.e, pos)
			f.lookAtHandle(v.e, u.Closes, pos)
		}
		f.unlessFailed(row.Params[i].Type, v.e, pos, look)
	case library.Object:
		f.notNull(v.e, pos)
		size := elem.size
		if elem.kind == kVoid || size <= 0 {
			size = 1
		}
		p := place{t: &ctype{kind: kOpaque, size: size * max(row.Params[i].Length, 1), align: 1}, addr: v.e}
		f.access(p, u.Writes, pos)
		switch {
		case elem.size <= 0 || row.Params[i].Out && !row.Params[i].Reads:
		case u.Writes:
			if f.r.props["uninit"] != "" && !row.Handler { // a model does not look at it
				f.mayRead(v, pos)
			}
		case elem.isAgg():
			f.valuedMembers(place{t: elem, addr: v.e}, pos)
		default:
			f.valuedBytes(v.e, p.t.size, pos)
		}
		if opaque := row.Params[i].Elem.Opaque(); !opaque && (elem.kind == kVoid || elem.size <= 0) ||
			!opaque && !u.Flat && elem.isAgg() && f.r.holdsPointers(elem, 0) {
			f.unsaid(row, pos)
		}
		return ir.ConstInt(types.size.ir(), p.t.size)
	default:
		f.notNull(v.e, pos)
		f.unsaid(row, pos)
	}
	return nil
}

// lookApart checks that what a call writes through a pointer that is restrict has no byte in common with what it reads or writes through
// another one, of which sizes has the bytes.
func (f *fn) lookApart(row *library.Function, sizes []*ir.Expr, vs []value, pos ir.Pos) {
	for j := range min(len(vs), len(row.Params)) {
		for i := range j {
			if !row.Params[i].Restrict || !row.Params[j].Restrict || vs[i].e == nil || vs[j].e == nil || sizes[i] == nil && sizes[j] == nil ||
				!row.Use(i).Writes && !row.Use(j).Writes {
				continue
			}
			p, q := vs[i].e, vs[j].e
			n, m := sizes[i], sizes[j]
			if n == nil {
				n = f.sizeFor(row, i, j, vs)
			}
			if m == nil {
				m = f.sizeFor(row, j, i, vs)
			}
			f.either(f.fold(ir.And(ir.ToBool(p), ir.ToBool(q))), pos, func() { f.apart(p, n, q, m, row.Name, pos) }, func() {})
		}
	}
}

// sizeFor is how many bytes the call may use at the argument i, which has to be apart from the argument j, where lookAt does not know it.
func (f *fn) sizeFor(row *library.Function, i, j int, vs []value) *ir.Expr {
	if n := f.limitOf(row.Use(i), vs); n != nil {
		return n
	}
	elem := f.r.types.elem(vs[i].t)
	f.r.types.complete(elem)
	size := max(elem.size, 1)
	if row.Use(i).Writes && row.Params[j].Name == "format" {
		size *= library.MaxWidth // what is printed
	}
	return ir.ConstInt(f.r.types.size.ir(), size)
}

// apart checks that n bytes at p and m bytes at q have none in common, as a function of the library needs it. That they have is, where a property is about
// the lives of objects, an error only perhaps, since compilers and libraries may do what was meant; where it is about something else, such executions
// are outside the answer, as those with other errors of memory are.
func (f *fn) apart(p, n, q, m *ir.Expr, name string, pos ir.Pos) {
	apart := f.fold(ir.Not(ir.Overlap(p, n, q, m)))
	switch {
	case f.constOnly || f.static || apart.IsTrue():
	case f.r.lifetimes() != "":
		f.definedIf(apart, name, pos)
	default:
		f.r.note(ir.Assumption, pos, "executions in which objects overlap that %s copies are outside the answer (property valid-deref looks for them)", name)
		same := ir.And(ir.Compare(ir.OpEq, p, q), ir.Compare(ir.OpEq, n, m)) // which changes nothing
		f.emit(&ir.Assume{Cond: f.fold(ir.Or(apart, same))}, pos)
	}
}

// modelDisjoint is apart for a model. For __craig_printed executions with overlaps are not outside the answer, since programs are written that
// depend on what they do: it is not known.
func (f *fn) modelDisjoint(c *callSite) value {
	types := f.r.types
	if f.constOnly || f.static {
		return value{t: types.void}
	}
	vs := f.arguments(c.args, []*ctype{types.voidPtr, types.size, types.voidPtr, types.size})
	if p, n, q, m := vs[0].e, vs[1].e, vs[2].e, vs[3].e; c.g.cname == "__craig_printed" && f.r.lifetimes() == "" {
		f.either(ir.Not(ir.Overlap(p, n, q, m)), c.pos, func() {}, func() { f.unsound(c.pos, "printing a text to where it lies is not supported") })
	} else {
		f.apart(p, n, q, m, f.f.cname, c.pos)
	}
	return value{t: types.void}
}

// modelNeeds is for what a model's argument has to be, so that glibc's function, which takes it for an index, does not access memory elsewhere. Whether that
// is an error is an approximation: what lies there belongs to the library.
func (f *fn) modelNeeds(c *callSite) value {
	types := f.r.types
	if f.r.tracks() != "" && !f.constOnly && !f.static {
		f.definedIf(ir.ToBool(f.arguments(c.args, []*ctype{types.intT})[0].e), f.f.cname, c.pos)
	}
	return value{t: types.void}
}

// notNull is for property null.
func (f *fn) notNull(p *ir.Expr, pos ir.Pos) {
	if (f.r.props["null"] != "" || f.needsValue) && ir.Root(p).Op != ir.OpAddr {
		f.require(f.fold(ir.ToBool(ir.Root(p))), "null", "", pos)
	}
}

// unsaid ends what is decided of properties other than null: how much the function reads or writes is not known.
func (f *fn) unsaid(row *library.Function, pos ir.Pos) {
	if !f.r.readsChecked() {
		return
	}
	f.r.note(ir.Unmodelled, pos, "how much memory %s reads or writes is not known", row.Name)
	f.follow(ir.False(), pos)
}

// limitOf is the number that a use is limited to; nil if there is none.
func (f *fn) limitOf(u library.Use, vs []value) *ir.Expr {
	var n *ir.Expr
	for _, s := range u.Sizes {
		m := ir.ConstInt(f.r.types.size.ir(), s.Number)
		if s.Param >= 0 {
			if s.Param >= len(vs) || vs[s.Param].e == nil || !vs[s.Param].t.isInt() {
				return nil
			}
			m = vs[s.Param].e
			if m.Type.IsSigned() {
				m = f.fold(ir.Ite(ir.Compare(ir.OpLt, m, ir.ConstInt(m.Type, 0)), ir.ConstInt(m.Type, 0), m))
			}
			m = f.fold(f.cast(f.r.types.size.ir(), m))
		}
		if n == nil {
			n = m
		} else {
			n = f.product(n, m)
		}
	}
	return n
}

// lookAtBytes checks that n bytes at p may be read or written. Of no bytes it does not matter where they are.
func (f *fn) lookAtBytes(p, n *ir.Expr, writes bool, pos ir.Pos) {
	if n == nil {
		f.follow(ir.False(), pos)
		return
	}
	at := func(addr *ir.Expr, size int64) {
		f.access(place{t: &ctype{kind: kOpaque, size: size, align: 1}, addr: addr}, writes, pos)
	}
	if n.IsConst() {
		if size, ok := n.Val.Int64(); ok && size > 0 {
			at(p, size)
			if !writes {
				f.valuedBytes(p, size, pos)
			}
			return
		} else if ok {
			return
		}
	}
	f.either(f.fold(ir.Compare(ir.OpNe, n, ir.ConstInt(n.Type, 0))), pos, func() {
		at(p, 1)
		most := f.r.types.ptrdiff.ir().Max()
		if f.r.tracks() != "" {
			if _, hi := f.r.mode.Bounds(n); most.Less(hi) {
				f.require(f.fold(ir.Compare(ir.OpLe, n, ir.Const(n.Type, most))), "bounds", "", pos)
			}
			t := f.r.types.ptrdiff.ir()
			last := f.fold(ir.Binary(ir.OpSub, f.cast(t, n), ir.ConstInt(t, 1)))
			at(ir.PtrAdd(p, last), 1)
		}
		if !writes && f.r.props["uninit"] != "" {
			f.follow(ir.False(), pos)
		}
	}, func() {})
}

// maxValued bounds the bytes of which every one is asked whether it has a value.
const maxValued = 1 << 20

// valuedBytes is valued for size bytes at p.
func (f *fn) valuedBytes(p *ir.Expr, size int64, pos ir.Pos) {
	switch {
	case f.r.props["uninit"] == "":
	case size > maxValued:
		f.follow(ir.False(), pos)
	default:
		f.require(ir.Defined(p, 0, 8*size), "uninit", "", pos)
	}
}

// lookAtText checks that a text of characters of type char begins at p, and ends in its object, or has n characters there; n may be nil.
// It gives how many bytes that is; nil if it does not know.
func (f *fn) lookAtText(char *ctype, p, n *ir.Expr, writes bool, pos ir.Pos) *ir.Expr {
	if p.Op == ir.OpAddr && p.Obj.Kind == ir.StringObject && n == nil && !writes {
		return ir.ConstInt(f.r.types.size.ir(), p.Obj.Size)
	}
	f.notNull(p, pos)
	if !f.r.readsChecked() {
		return nil
	}
	if writes {
		f.overwrite(place{t: char, addr: p}, pos)
	}
	if n == nil {
		f.dereference(place{t: char, addr: p}, pos)
	}
	g := f.r.modelNamed(library.TextModel(char.size > 1, n != nil), false)
	if g == nil || !g.used || f.unit.models {
		f.follow(ir.False(), pos)
		return nil
	}
	call := &ir.Call{Callee: f.r.irFunc(g), Args: []*ir.Expr{p}}
	if n != nil {
		call.Args = append(call.Args, n)
	}
	call.Result = f.temp(g.ir.Result.Type, pos)
	f.emit(call, pos)
	one := ir.ConstInt(call.Result.Type, 1)
	return ir.Binary(ir.OpMul, ir.Binary(ir.OpAdd, ir.VarExpr(call.Result), one), ir.ConstInt(one.Type, char.size))
}

// textModels are the models that lookAtText calls.
var textModels = []string{"strlen", "strnlen", "wcslen", "wcsnlen"}

// What a handle is, by its address, in the region $handles. A program has that if it closes some.
const (
	otherHandle = iota // craig has not seen it opened
	openHandle
	closedHandle
)

// handles is $handles; nil if the program does not need it.
func (r *reader) handles() *ir.Var {
	if r.lifetimes() == "" {
		return nil
	}
	if !r.handlesKnown {
		r.handlesKnown = true
		if slices.ContainsFunc(r.functions, r.closesHandle) {
			word := r.types.size.ir()
			r.handleStates = r.prog.NewGlobal("$handles", "", ir.Type{Kind: ir.Memory, Bits: word.Bits}, ir.Pos{})
			r.inits.emit(&ir.Assign{Var: r.handleStates, Expr: ir.ConstInt(r.handleStates.Type, otherHandle)}, ir.Pos{})
		}
	}
	return r.handleStates
}

// closesHandle says that f is a function of the library that the program uses and that closes a handle.
func (r *reader) closesHandle(f *function) bool {
	if !f.addressed && !r.calledNames[library.Plain(f.cname)] {
		return false
	}
	row := r.row(f, -1)
	if row == nil {
		return false
	}
	for i := range row.Params {
		if row.Use(i).Closes {
			return true
		}
	}
	return false
}

// unlessFailed does what is for the handle p of type t, if it is one.
func (f *fn) unlessFailed(t *library.Type, p *ir.Expr, pos ir.Pos, do func()) {
	if t.Failed() == 0 {
		do()
		return
	}
	f.either(ir.Compare(ir.OpNe, p, failedHandle(t, p.Type)), pos, do, func() {})
}

// failedHandle is what a call gives that could open no handle of type t.
func failedHandle(t *library.Type, as ir.Type) *ir.Expr {
	return ir.Const(as, as.Wrap(num.I(t.Failed())))
}

// setHandle notes that the handle at p is open or closed now.
func (f *fn) setHandle(p *ir.Expr, state int64, pos ir.Pos) {
	if h := f.r.handles(); h != nil && !f.constOnly {
		f.emit(&ir.Store{Region: h, Addr: p, Val: ir.ConstInt(f.r.types.size.ir(), state)}, pos)
	}
}

// lookAtHandle checks that the handle at p is open; closes says that the call closes it, so that one that is closed is closed twice.
func (f *fn) lookAtHandle(p *ir.Expr, closes bool, pos ir.Pos) {
	f.lookAtBytes(p, ir.ConstInt(f.r.types.size.ir(), 1), true, pos)
	h := f.r.handles()
	if h == nil {
		return
	}
	word := f.r.types.size.ir()
	is := func(state int64) *ir.Expr {
		return ir.Compare(ir.OpEq, ir.LoadFrom(h, word, p), ir.Const(word, num.I(state)))
	}
	property := "bounds"
	if closes && f.r.props["valid-free"] != "" {
		property = "valid-free"
	}
	f.require(ir.Not(is(closedHandle)), property, "", pos)
	if f.r.prog.Environment == nil {
		f.follow(is(openHandle), pos)
	}
}
