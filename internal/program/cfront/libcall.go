package cfront

import (
	"slices"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// libCall is a call of a function of the library that has neither a model nor a handler.
func (f *fn) libCall(c *callSite, row *library.Function) value {
	c.into = nil // the result comes before errno
	params, _ := f.r.uncheckedParams(c.g)
	vs := f.arguments(c.args, params)
	for i := range vs {
		vs[i] = f.withoutLoads(vs[i], c.pos)
	}
	return f.libEffect(row, c, vs)
}

// withoutLoads is v without loads, so that it stays when memory changes.
func (f *fn) withoutLoads(v value, pos ir.Pos) value {
	loads := false
	if v.e != nil {
		ir.Walk(v.e, func(x *ir.Expr) bool {
			loads = loads || x.Op == ir.OpLoad
			return !loads
		})
	}
	if loads {
		t := f.temp(v.e.Type, pos)
		f.emit(&ir.Assign{Var: t, Expr: v.e}, pos)
		v.e = ir.VarExpr(t)
	}
	return v
}

// libEffect does what the row says of a call with the arguments vs, and gives its result.
func (f *fn) libEffect(row *library.Function, c *callSite, vs []value) value {
	t := f.r.resultType(c.g)
	f.closes(row, vs, c.pos)
	if row.Default() {
		v := f.defaultEffect(row, c, vs, t)
		if neverReturns(c.g) {
			return v
		}
		return f.bounded(row, c, v, vs)
	}
	source := ir.FromEffect
	f.putsBack(row, c.pos)
	kind := row.Kind
	if f.r.hangsTogether(row) || row.Tied && !row.TellsFailure() {
		kind = library.Approximate
	}
	switch {
	case kind == library.Approximate:
		source = ir.FromApproximation
		f.r.note(ir.Overapproximated, c.pos, "%s is approximated: its result is unknown", c.g.cname)
	case row.Tied:
		source = ir.FromApproximation
		f.r.note(ir.Overapproximated, c.pos, "what %s gives may hang together with other calls, which is not followed", c.g.cname)
	}
	switch row.Name {
	case "pause", "sigsuspend", "sem_wait": // they may never return
		f.guess(c.pos)
	}
	result := func() value {
		var v value
		if kind == library.Approximate && c.used {
			v = f.unknown(t, ir.FromApproximation, c.g.cname, c.pos)
		} else {
			v = f.input(c, t, c.g.cname)
		}
		v = f.bounded(row, c, v, vs)
		f.followStream(row, vs, v, c.pos)
		return v
	}
	if writesOut(row) && source == ir.FromEffect && c.used {
		v := result()
		if failed := f.failure(row, v); failed != nil {
			// What a call that fails leaves in the objects is not said.
			no, yes, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
			f.branch(f.fold(failed), no, yes, c.pos)
			f.cur = no
			f.libWrites(row, c, vs, ir.FromApproximation)
			f.jump(end, c.pos)
			f.cur = yes
			f.libWrites(row, c, vs, source)
			f.jump(end, c.pos)
			f.cur = end
		} else {
			f.libWrites(row, c, vs, source)
		}
		f.changeStates(row, c)
		return v
	}
	f.libWrites(row, c, vs, source)
	f.changeStates(row, c)
	if neverReturns(c.g) {
		f.stop(c.pos)
		return f.unknown(t, ir.FromApproximation, "", c.pos)
	}
	if row.Values == library.Handle {
		return f.handle(row, c, vs, t)
	}
	return result()
}

// closes ends the lives of the handles that the row's function closes.
func (f *fn) closes(row *library.Function, vs []value, pos ir.Pos) {
	for i := range min(len(row.Params), len(vs)) {
		switch {
		case !row.Use(i).Closes || vs[i].e == nil || f.constOnly:
		case f.r.lifetimes() == "":
			f.unlessFailed(row.Params[i].Type, vs[i].e, pos, func() {
				f.emit(&ir.Free{Addr: vs[i].e}, pos) // what is opened next may have its address
			})
		default:
			f.setHandle(vs[i].e, closedHandle, pos)
		}
	}
}

// writesOut says that a function writes the objects that arguments point to, and says with its result
// whether it has failed.
func writesOut(row *library.Function) bool {
	switch row.Values {
	case library.Status, library.Count, library.UpTo, library.Process, library.ErrorNumber:
		return slices.ContainsFunc(row.Params, func(p library.Param) bool { return p.Out })
	}
	return false
}

// libWrites has the row's function write what its arguments vs point to.
func (f *fn) libWrites(row *library.Function, c *callSite, vs []value, source ir.Source) {
	var roots []ir.ClobberRoot
	for i, p := range row.Params {
		switch {
		case i >= len(vs) || vs[i].e == nil || vs[i].t.kind != kPointer:
		case p.Out && p.Bytes < 0 && p.Length > 0 && f.writeObjects(p, vs[i], source, c):
		case p.Out:
			var n *ir.Expr
			if p.Bytes >= 0 && p.Bytes < len(vs) {
				n = vs[p.Bytes].e
			}
			if !f.whole(vs[i].e, n) {
				source = ir.FromApproximation
				f.r.note(ir.Overapproximated, c.pos, "%s is taken to write all of the object that it is given a pointer into", c.g.cname)
			}
			f.either(f.fold(ir.ToBool(vs[i].e)), c.pos, func() { f.libWrite(vs[i].e, n, c.pos) }, func() {})
			roots = append(roots, ir.ClobberRoot{Ptr: vs[i].e, Reach: ir.Data})
		case f.r.lookedInto(p.Type, vs[i].t):
			roots = append(roots, ir.ClobberRoot{Ptr: vs[i].e, Reach: f.r.writeReach(p.Type, vs[i].t)})
		}
	}
	for i := len(row.Params); i < len(vs); i++ { // such as those of ioctl
		if vs[i].e != nil && vs[i].t.kind == kPointer {
			f.r.note(ir.Overapproximated, c.pos, "%s may write what its further arguments point to", c.g.cname)
			f.libWrite(nil, nil, c.pos)
			roots = append(roots, ir.ClobberRoot{Ptr: vs[i].e, Reach: ir.Deep})
			source = ir.FromApproximation
		}
	}
	if len(roots) > 0 {
		f.emit(&ir.Clobber{Roots: roots, Source: source, Name: c.g.cname}, c.pos)
	}
}

// lookedInto says that a parameter of the prototype's type p points to a structure, such as FILE, that
// the call may change, and that the program, whose type is t, could look into.
func (r *reader) lookedInto(p *library.Type, t *ctype) bool {
	elem := r.types.elem(t)
	r.types.complete(elem)
	return p.Class == library.Pointer && !p.Elem.Const && p.Elem.Class == library.Struct && elem.size >= 0 && elem.kind != kVoid
}

// writeObjects gives the objects that an out parameter points to, unless it is null, any values.
// It reports false, and does nothing, if the type does not say how large they are or there are too
// many scalars in it.
func (f *fn) writeObjects(p library.Param, v value, source ir.Source, c *callSite) bool {
	pos := c.pos
	t := f.r.types.elem(v.t)
	f.r.types.complete(t)
	if t.kind == kVoid || t.size <= 0 {
		return false
	}
	if !t.isScalar() {
		if cells, ok := f.r.types.flat(t); !ok || len(cells) > maxWritten {
			return false
		}
	}
	write := func() {
		for i := int64(0); i < p.Length; i++ {
			q := place{t: t, addr: f.r.offset(v.e, i*t.size)}
			if t.isScalar() {
				f.havocPlace(q, source, c.g.cname, pos)
			} else {
				f.havocAggregate(q, source, c.g.cname, pos)
			}
		}
	}
	if ir.Root(v.e).Op == ir.OpAddr {
		write()
		return true
	}
	if v.e.IsConst() && v.e.Val.IsZero() {
		return true
	}
	yes, no, end := f.node(pos), f.node(pos), f.node(pos)
	f.branch(f.fold(ir.ToBool(v.e)), yes, no, pos)
	f.cur = yes
	write()
	f.jump(end, pos)
	f.cur = no
	f.jump(end, pos)
	f.cur = end
	return true
}

// maxWritten bounds how many scalars of a structure are written one by one.
const maxWritten = 64

// whole says that n bytes at addr are all of an object.
func (f *fn) whole(addr, n *ir.Expr) bool {
	size, ok := int64(0), false
	if n != nil && n.IsConst() {
		size, ok = n.Val.Int64()
	}
	return ok && addr.Op == ir.OpAddr && addr.Obj.Size == size
}

// libWrite is for properties of memory: a function writes n bytes at addr, which lookAt has checked; n is nil if nothing is
// known of them.
func (f *fn) libWrite(addr, n *ir.Expr, pos ir.Pos) {
	if !f.r.readsChecked() || f.static || n != nil && !f.unit.models && f.r.props["uninit"] == "" {
		return
	}
	if n != nil && n.IsConst() {
		if size, ok := n.Val.Int64(); ok {
			f.given(addr, size, pos)
			f.overwrite(place{t: &ctype{kind: kOpaque, size: size, align: 1}, addr: addr}, pos)
			return
		}
	}
	lost := f.node(pos)
	lost.goal.Kind = ir.Undecided
	f.jump(lost, pos)
}

// defaultEffect is a call of a function of which nothing but its declaration is known.
func (f *fn) defaultEffect(row *library.Function, c *callSite, vs []value, t *ctype) value {
	f.r.note(ir.Overapproximated, c.pos, "%s has no model: it may write what its arguments point to, and its result is unknown", c.g.cname)
	var roots []ir.ClobberRoot
	writes := false
	for i, v := range vs {
		if v.e == nil || v.t.kind != kPointer {
			continue
		}
		reach := ir.Deep
		if i < len(row.Params) {
			reach = f.r.writeReach(row.Params[i].Type, v.t)
			switch p := row.Params[i]; {
			case p.Out && p.Elem.Class == library.Pointer:
				reach = ir.Deep
			case p.In:
				reach = ir.Kept
			}
		}
		writes = writes || reach != ir.Kept
		roots = append(roots, ir.ClobberRoot{Ptr: v.e, Reach: reach})
	}
	if writes {
		f.libWrite(nil, nil, c.pos)
	}
	roots = append(roots, f.stateRoots(row)...)
	clobber := &ir.Clobber{Roots: roots, Source: ir.FromApproximation, Name: c.g.cname}
	v := value{t: t}
	switch {
	case neverReturns(c.g):
		f.stop(c.pos)
		return f.unknown(t, ir.FromApproximation, "", c.pos)
	case t.kind == kPointer && c.used:
		clobber.Result = f.temp(t.ir(), c.pos)
		v.e = ir.VarExpr(clobber.Result)
	case t.isAgg() && c.used:
		v = f.unknown(t, ir.FromApproximation, "", c.pos)
	case t.isInt() && row.Kind == library.Input && (!row.Tied || row.TellsFailure()):
		v = f.input(c, t, c.g.cname)
	case t.isInt() && c.used:
		v = f.unknown(t, ir.FromApproximation, "", c.pos)
	}
	f.emit(clobber, c.pos).aux = false
	f.setStates(row, c, roots)
	return v
}

// writeReach says what a function may write that has a pointer of type t, by the prototype p of its
// parameter.
func (r *reader) writeReach(p *library.Type, t *ctype) ir.Reach {
	if p.Class != library.Pointer {
		return ir.Deep // a transparent union, va_list
	}
	elem := r.types.elem(t)
	r.types.complete(elem)
	pointers := elem.kind == kVoid || elem.kind == kPointer || r.holdsPointers(elem, 0)
	switch class := p.Elem.Class; {
	case class == library.Char || class == library.Int || class == library.Float:
		if p.Elem.Const {
			return ir.Kept
		}
		return ir.Data
	case p.Elem.Const && (class == library.Void || !pointers):
		return ir.Kept
	case p.Elem.Const:
		return ir.Inner
	case class == library.Struct && elem.size >= 0 && (p.Elem.Opaque() || !pointers):
		return ir.Data
	}
	return ir.Deep
}

// holdsPointers says that an object of type t may have pointers in it.
func (r *reader) holdsPointers(t *ctype, depth int) bool {
	switch {
	case t.kind == kPointer:
		return true
	case t.kind == kArray:
		return r.holdsPointers(r.types.elem(t), depth)
	case !t.isAgg():
		return false
	}
	cells, ok := r.types.flat(t)
	if !ok || depth > 0 {
		return true
	}
	for _, c := range cells {
		if c.t.kind == kPointer {
			return true
		}
	}
	return false
}

// handle is a pointer to a new object into which programs do not look, or what a call gives that fails.
func (f *fn) handle(row *library.Function, c *callSite, vs []value, t *ctype) value {
	r := f.r
	if t.kind != kPointer {
		return f.input(c, t, c.g.cname)
	}
	elem := r.types.elem(t)
	r.types.complete(elem)
	result := f.temp(t.ir(), c.pos)
	site := r.prog.NewObject(ir.HeapObject, f.ir.Name+"::"+c.g.cname, streamRoom, 16, c.pos)
	site.Automatic = true // not to be freed
	works := f.havoc(r.types.boolT.ir(), ir.FromCall, c.g.cname, c.pos)
	empty := f.emptyPath(row, vs, c.pos)
	f.refuses(empty, ir.Not(ir.ToBool(works)), c.pos)
	yes, no, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.branch(ir.ToBool(works), yes, no, c.pos)
	f.cur = yes
	f.emit(&ir.Alloc{Result: result, Size: ir.ConstInt(r.types.size.ir(), max(elem.size, streamRoom)), Site: site}, c.pos)
	f.setHandle(ir.VarExpr(result), openHandle, c.pos)
	f.jump(end, c.pos)
	f.cur = no
	f.emit(&ir.Assign{Var: result, Expr: failedHandle(row.Result, result.Type)}, c.pos)
	f.jump(end, c.pos)
	f.cur = end
	f.setErrno(c, ir.Not(ir.ToBool(works)))
	f.errnoIs(row, c, vs, empty)
	return value{t: t, e: ir.VarExpr(result)}
}
