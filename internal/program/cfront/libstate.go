package cfront

import (
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// States are what functions of the library keep for themselves and programs can see: variables such
// as optarg, and memory to which functions return pointers, as getenv does. The table says which
// functions change which states, see library/state.go.

// libRoom is the size of the memory of a state, libRoom16 with pointers of 16 bits.
const (
	libRoom   = 1 << 16
	libRoom16 = 1 << 8
)

// libObject is the memory of a state.
func (r *reader) libObject(state string) *ir.Object {
	o := r.libObjects[state]
	if o == nil {
		room := int64(libRoom)
		if r.types.ptrBits == 16 {
			room = libRoom16
		}
		o = r.prog.NewObject(ir.LibraryObject, "*("+state+")", room, r.types.atMost(16), ir.Pos{})
		o.Zero = true
		r.libObjects[state] = o
	}
	return o
}

// stateVariables are the places of the variables of a state that the program uses. A variable of that
// name which the program defines takes the library's place.
func (f *fn) stateVariables(state string) (places []place) {
	for _, d := range library.Variables(state) {
		v, ok := f.r.externs[d.Name].(*variable)
		if !ok || !v.used || v.t == nil || v.t.kind == kFunc {
			continue
		}
		p := f.r.placeOf(f, v)
		if p.cells == nil {
			places = append(places, p)
			continue
		}
		cells, _ := f.r.types.flat(p.t)
		for _, c := range cells {
			places = append(places, p.at(f.r, c))
		}
	}
	return places
}

// stateRoots are the roots of what a call of the row's function may write of the library's own.
func (f *fn) stateRoots(row *library.Function) (roots []ir.ClobberRoot) {
	for _, state := range row.States() {
		roots = append(roots, ir.ClobberRoot{Ptr: ir.AddrOf(f.r.prog.PtrType(), f.r.libObject(state)), Reach: ir.Deep})
		for _, p := range f.stateVariables(state) {
			switch {
			case p.addr != nil:
				roots = append(roots, ir.ClobberRoot{Ptr: p.addr, Reach: ir.Deep})
			case p.v != nil && p.t.kind == kPointer:
				roots = append(roots, ir.ClobberRoot{Ptr: ir.VarExpr(p.v), Reach: ir.Deep})
			}
		}
	}
	return roots
}

// setStates gives the variables that the row's function changes any values. Those in memory have
// them already, since the Clobber had stateRoots. Pointers are as its result may be, see ir.Clobber.
func (f *fn) setStates(row *library.Function, c *callSite, roots []ir.ClobberRoot) {
	for _, state := range row.States() {
		for _, p := range f.stateVariables(state) {
			switch {
			case p.t.kind == kPointer && f.r.types.elem(p.t).kind == kFunc:
				f.mayCall(p, c)
			case p.v == nil:
			case p.t.kind == kPointer:
				f.emit(&ir.Clobber{Roots: roots, Result: p.v, Source: ir.FromApproximation, Name: c.g.cname}, c.pos)
			default:
				f.emit(&ir.Havoc{Var: p.v, Source: ir.FromApproximation, Name: c.g.cname}, c.pos)
			}
		}
	}
}

// changeStates is setStates for a call that does nothing else to memory.
func (f *fn) changeStates(row *library.Function, c *callSite) {
	if roots := f.stateRoots(row); len(roots) > 0 {
		f.emit(&ir.Clobber{Roots: roots, Source: ir.FromApproximation, Name: c.g.cname}, c.pos)
		f.setStates(row, c, roots)
	}
}

// mayCall is about a variable with the address of a function which the library calls, if it is not null.
func (f *fn) mayCall(p place, c *callSite) {
	set, end := f.node(c.pos), f.node(c.pos)
	f.branch(f.fold(ir.ToBool(f.load(p, c.pos).e)), set, end, c.pos)
	f.cur = set
	f.unsound(c.pos, "%s is not supported where it calls a function of the program", c.g.cname)
	f.jump(end, c.pos)
	f.cur = end
}

// libData is the address of the object that a variable of the library points to, if v is one of
// them and the program does not define it.
func (r *reader) libData(v *variable) *ir.Expr {
	switch v.name {
	case "stdin", "stdout", "stderr":
		if v.t.kind == kPointer {
			return r.stream(v.name)
		}
	}
	return nil
}

// stream is the address of a stream that is there at first.
func (r *reader) stream(name string) *ir.Expr {
	o := r.libObjects[name]
	if o == nil && r.looks() { // what the library is given is checked, so that it has to be an object
		o = r.prog.NewObject(ir.GlobalObject, "*("+name+")", streamRoom, r.types.atMost(16), ir.Pos{})
		o.Zero = true
		r.libObjects[name] = o
	}
	return ir.AddrOf(r.prog.PtrType(), r.libObject(name))
}

// streamRoom is the size of a stream and other handles, which programs do not look into.
const streamRoom = 256

// setLibValue gives a variable that the program does not define the value that it has at first in the
// library. It reports false if that is not known.
func (f *fn) setLibValue(p place, v *variable) bool {
	if addr := f.r.libData(v); addr != nil {
		f.store(p, value{t: p.t, e: addr}, v.pos)
		f.setHandle(addr, openHandle, v.pos)
		return true
	}
	d := library.LookupVariable(v.name)
	if d == nil || !d.Known || f.r.opts.UnknownGlobals || !p.t.isScalar() || p.t.kind == kFloat {
		return false
	}
	f.store(p, value{t: p.t, e: ir.Const(p.t.ir(), num.I(d.Value))}, v.pos)
	return true
}
