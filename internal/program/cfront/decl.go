package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// placeOf is where a variable lives; its ir variables or its object are made on first use.
func (r *reader) placeOf(f *fn, v *variable) place {
	if v.made {
		return v.place
	}
	v.made = true
	if v.t == nil {
		v.t = r.types.intT
	}
	r.types.complete(v.t)
	if v.t.isAgg() || v.t.kind == kArray || v.t.kind == kFunc || v.t.kind == kVoid {
		v.memory = v.memory || !r.types.splittable(v.t)
	}
	v.memory = v.memory || r.props["uninit"] != "" && v.auto && v.t.blurred() // whether it has a value is known of memory
	if v.auto {
		v.place = r.localPlace(f, v)
		r.unsetMark(f, v)
	} else {
		v.place = r.globalPlace(v)
	}
	return v.place
}

// constant says that the variable, or each element of the array that it is, is const and not volatile.
func (v *variable) constant() bool {
	q := v.q
	for t := v.t; t.kind == kArray; t = t.elemC {
		q |= t.elemQ
	}
	return q&qConst != 0 && q&qVolatile == 0
}

func (r *reader) globalPlace(v *variable) place {
	name := v.name
	if v.owner != nil {
		name = v.owner.name + "::" + name
	}
	switch {
	case v.memory:
		o := r.object(ir.GlobalObject, name, v.t, v.pos)
		o.Align = max(o.Align, v.align)
		o.Zero = v.defined && !r.unknownAtEntry(v)
		o.Constant = v.defined && v.constant()
		return place{t: v.t, addr: ir.AddrOf(r.prog.PtrType(), o)}
	case v.t.blurred():
		return place{t: v.t}
	case v.t.isScalar():
		return place{t: v.t, v: r.pointer(r.prog.NewGlobal(name, v.name, v.t.ir(), v.pos), v.t)}
	}
	return r.splitInto(v.t, func(c cell) *ir.Var {
		return r.prog.NewGlobal(name+c.name, v.name+c.name, c.t.ir(), v.pos)
	})
}

// localPlace makes the variables of a local, or the object, whose life begins at its declaration.
func (r *reader) localPlace(f *fn, v *variable) place {
	p := r.prog
	switch {
	case v.t.variable(), v.memory && v.owner.recursive:
		addr := p.NewLocal(f.ir, v.name, "", p.PtrType(), v.pos)
		return place{t: v.t, addr: ir.VarExpr(addr)}
	case v.memory:
		o := r.object(ir.LocalObject, f.ir.Name+"::"+v.name, v.t, v.pos)
		o.Align = max(o.Align, v.align)
		o.Func = f.ir
		return place{t: v.t, addr: ir.AddrOf(p.PtrType(), o)}
	case v.t.blurred():
		return place{t: v.t}
	case v.t.isScalar():
		return place{t: v.t, v: r.pointer(p.NewLocal(f.ir, v.name, v.name, v.t.ir(), v.pos), v.t)}
	}
	return r.splitInto(v.t, func(c cell) *ir.Var {
		return p.NewLocal(f.ir, v.name+c.name, v.name+c.name, c.t.ir(), v.pos)
	})
}

// begin starts the life of a local variable in memory.
func (f *fn) begin(v *variable, zero bool) {
	p := f.r.placeOf(f, v)
	if p.addr == nil {
		return
	}
	if p.addr.Op == ir.OpAddr {
		if f.r.lifetimes() != "" {
			f.follow(ir.Forgotten(p.addr), v.pos)
		}
		f.emit(&ir.Alloc{Site: p.addr.Obj, Zero: zero}, v.pos)
		return
	}
	size := ir.ConstInt(f.r.types.size.ir(), max(v.t.size, 0))
	if v.t.variable() {
		size = f.sizeOf(v.t, v.pos).e
		f.onStack(size, v.pos)
	}
	site := f.r.object(ir.HeapObject, f.ir.Name+"::"+v.name, v.t, v.pos)
	site.Align = max(site.Align, v.align)
	site.Automatic = true
	if v.t.kind == kArray && v.t.variable() {
		f.shapeBlock(site, v.t.elemC)
	}
	f.emit(&ir.Alloc{Result: p.addr.Var, Size: size, Site: site, Zero: zero}, v.pos)
}

func (f *fn) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationAuto:
		if v, ok := f.r.entities[d.Declarator].(*variable); ok {
			f.define(v, d.Initializer)
		}
	case cc.DeclarationDecl:
		f.evaluateSizes(d)
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			decl := l.InitDeclarator.Declarator
			f.evaluateSizes(decl)
			v, ok := f.r.entities[decl].(*variable)
			if ok && v.auto {
				f.define(v, l.InitDeclarator.Initializer)
			}
		}
	}
}

const definedElsewhere = "define the type before, or include the header that does"

// define is the definition of a local variable.
func (f *fn) define(v *variable, init *cc.Initializer) {
	if v.t.size < 0 && !v.t.variable() {
		f.r.fail(v.pos, definedElsewhere, "%s has an incomplete type", v.name)
		return
	}
	f.declares(v)
	if p := f.r.placeOf(f, v); f.r.scopes() && (p.addr != nil || v.cleanup == nil && (len(f.pointers(v)) > 0 || f.r.noValue[p.v] != nil)) {
		defer func() { f.ends(v) }()
	} else if v.cleanup != nil {
		defer func() { f.cleanups = append(f.cleanups, v) }()
	}
	if init == nil {
		f.begin(v, false)
		if p := f.r.placeOf(f, v); p.addr == nil {
			f.havocVars(p, v.name, ir.FromUninitialised, v.pos)
			f.setMark(p.v, true, v.pos)
		}
		return
	}
	if p := f.r.placeOf(f, v); p.v != nil {
		f.setMark(p.v, true, v.pos)
	}
	f.counted(v.pos, func() {
		aggregate := v.t.isAgg() || v.t.kind == kArray
		f.begin(v, aggregate)
		f.initialiseVariable(f.r.placeOf(f, v), init, false)
	})
}

// havocVars gives a variable, or the variables of an aggregate, unknown values.
func (f *fn) havocVars(p place, name string, source ir.Source, pos ir.Pos) {
	if p.v != nil {
		f.emit(&ir.Havoc{Var: p.v, Source: source, Name: name}, pos)
	} else if p.cells != nil {
		f.havocAggregate(p, source, name, pos)
	}
}

// resultPlace is where the function puts its result.
func (f *fn) resultPlace() place {
	if f.f == nil {
		return place{}
	}
	t := f.r.resultType(f.f)
	switch {
	case t.kind == kVoid || t.blurred():
		return place{t: t}
	case t.isAgg():
		return f.r.handover("result", t)
	}
	return place{t: t, v: f.ir.Result}
}

func (r *reader) resultType(g *function) *ctype {
	t := g.t.fun.result.unaligned()
	r.types.complete(t)
	return t
}

// paramTypes are the types of a function's parameters; known is false for f().
func (r *reader) paramTypes(t *funcType) (types []*ctype, known bool) {
	for _, p := range t.params {
		r.types.complete(p.t)
		types = append(types, p.t)
	}
	return types, t.proto || len(types) > 0
}

// functionObject is the object whose address is a function pointer.
func (r *reader) functionObject(g *function) *ir.Object {
	if g.obj == nil {
		g.obj = r.prog.NewObject(ir.FuncObject, g.name, 1, 1, g.pos)
		g.obj.Func = r.irFunc(g)
	}
	return g.obj
}

// irFunc is the function in the program. Scalars are parameters of their own, aggregates that can
// be split one parameter for each scalar, other aggregates travel through handover places,
// floating-point numbers not at all.
func (r *reader) irFunc(g *function) *ir.Func {
	if g.ir != nil {
		return g.ir
	}
	p := r.prog
	g.ir = p.NewFunc(g.name, g.pos)
	g.ir.OldStyle = g.oldStyle()
	params := g.params
	if g.def == nil {
		types, _ := r.paramTypes(g.t.fun)
		params = make([]*variable, len(types)) // not those of a body that does not count
		for i, t := range types {
			params[i] = &variable{name: "p" + string(rune('0'+i%10)), t: t, pos: g.pos, owner: g, auto: true, defined: true}
		}
		g.params = params
	}
	for _, v := range params {
		name := v.name
		if name == "" {
			name = "$unnamed"
		}
		switch {
		case v.t.blurred():
		case v.t.isAgg() && r.types.splittable(v.t):
			in := r.splitInto(v.t, func(c cell) *ir.Var {
				return p.NewParam(g.ir, name+c.name, v.name+c.name, c.t.ir(), v.pos)
			})
			r.bindParam(v, in)
		case v.t.isScalar():
			r.bindParam(v, place{t: v.t, v: r.pointer(p.NewParam(g.ir, name, v.name, v.t.ir(), v.pos), v.t)})
		}
	}
	if g.t.fun.variadic {
		g.list = p.NewParam(g.ir, listParameter, "", p.PtrType(), g.pos)
	}
	if t := r.resultType(g); t.isScalar() && !t.blurred() {
		p.NewResult(g.ir, t.ir())
	}
	return g.ir
}

// pointer notes in v, of type t, what it points to, if that is known. It is v.
func (r *reader) pointer(v *ir.Var, t *ctype) *ir.Var {
	if t.kind != kPointer {
		return v
	}
	to := r.types.elem(t)
	known, ok := r.pointees[to]
	if !ok {
		if cells, flat := r.types.flat(to); flat && to.size > 0 && t.elemQ&qVolatile == 0 {
			known = &ir.Pointee{Size: to.size}
			for _, c := range cells {
				if c.bits == nil && !c.volatile {
					known.Cells = append(known.Cells, ir.Cell{Offset: c.off, Type: c.t.mem(), Name: c.name})
				}
			}
			if r.pointees == nil {
				r.pointees = map[*ctype]*ir.Pointee{}
			}
			r.pointees[to] = known
		}
	}
	v.Leads = known
	return v
}

// bindParam lets v live where its value comes in, unless it must live in memory.
func (r *reader) bindParam(v *variable, in place) {
	v.in = in
	if !v.memory {
		v.place, v.made = in, true
	}
}

// receive begins the lives of the parameters that live in memory.
func (f *fn) receive() {
	for i, v := range f.f.params {
		switch {
		case v.made && v.place.addr == nil || v.t.blurred() && !v.memory:
			f.ends(v)
		case v.t.isAgg() && !f.r.types.splittable(v.t):
			from := f.r.handover(argRole(i), v.t)
			f.begin(v, false)
			f.ends(v)
			f.copyAggregate(f.r.placeOf(f, v), from, v.pos)
		default:
			f.begin(v, false)
			f.ends(v)
			in := value{t: v.t, agg: v.in}
			if v.in.v != nil {
				in.e = ir.VarExpr(v.in.v)
			}
			f.store(f.r.placeOf(f, v), in, v.pos)
		}
	}
}
