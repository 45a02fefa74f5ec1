package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// States are what functions of the library keep for themselves and programs can see: variables such as optarg, and memory to which functions
// return pointers, as getenv does. The table says which functions change which, see package library.

// state is the memory of a state.
func (p *program) state(name string) *ir.Object {
	o := p.uses.states[name]
	if o == nil {
		o = p.out.NewObject(ir.LibraryObject, "*("+name+")", p.tt.Machine.LibraryRoom(), p.heapAlign(), ir.Pos{})
		o.Zero = true
		p.uses.states[name] = o
	}
	return o
}

// firstStreams are the variables with the streams that are there at first, by the numbers of their files.
var firstStreams = []string{"stdin", "stdout", "stderr"}

// stream is the address of one of them. Where properties ask whether pointers lead to objects, it is one.
func (p *program) stream(name string) *ir.Expr {
	o := p.state(name)
	if p.conf.Memory.Reads() {
		o.Kind = ir.GlobalObject
	}
	return ir.AddrOf(p.out.PtrType(), o)
}

// stateVariables are the places of the variables of a state that the program uses. A variable of that name which the program defines takes the
// library's place.
func (l *libCall) stateVariables(state string) (places []place) {
	p := l.b.p
	for _, d := range library.Variables(state) {
		if v := p.link.Externs[d.Name]; v != nil && p.variables[v] != nil && v.Type.Kind != types.Func {
			places = append(places, l.b.home(v, l.pos))
		}
	}
	return places
}

// stateRoots are the roots of what the call may write of the library's own.
func (l *libCall) stateRoots() (roots []ir.ClobberRoot) {
	p := l.b.p
	for _, state := range l.row.States() {
		roots = append(roots, ir.ClobberRoot{Ptr: ir.AddrOf(p.out.PtrType(), p.state(state)), Reach: ir.Deep})
		for _, q := range l.stateVariables(state) {
			switch {
			case q.addr != nil:
				roots = append(roots, ir.ClobberRoot{Ptr: q.addr, Reach: ir.Deep})
			case q.t.Kind == types.Pointer:
				roots = append(roots, ir.ClobberRoot{Ptr: ir.VarExpr(q.v), Reach: ir.Deep})
			}
		}
	}
	return roots
}

// setStates gives the variables that the function changes any values. Those in memory have them already, since the Clobber had stateRoots.
func (l *libCall) setStates(roots []ir.ClobberRoot) {
	b := l.b
	for _, state := range l.row.States() {
		for _, q := range l.stateVariables(state) {
			switch {
			case q.t.Kind == types.Pointer && q.t.Elem.Kind == types.Func: // the library calls it, if it is not null
				b.either(b.fold(ir.ToBool(b.load(q, l.pos))), l.pos, func() {
					b.unsound(l.pos, "%s is not supported where it calls a function of the program", l.v.Name)
				}, func() {})
			case q.v == nil:
			case q.t.Kind == types.Pointer:
				b.emit(&ir.Clobber{Roots: roots, Result: q.v, Source: ir.FromApproximation, Name: l.v.Name}, l.pos)
			default:
				b.emit(&ir.Havoc{Var: q.v, Source: ir.FromApproximation, Name: l.v.Name}, l.pos)
			}
		}
	}
}

// changeStates is setStates for a call that does nothing else to memory.
func (l *libCall) changeStates() {
	if roots := l.stateRoots(); len(roots) > 0 {
		l.b.emit(&ir.Clobber{Roots: roots, Source: ir.FromApproximation, Name: l.v.Name}, l.pos)
		l.setStates(roots)
	}
}

// initialiseLibrary gives a variable of the library the value that it has at first. It is false if that is not known.
func (b *builder) initialiseLibrary(at place, v *core.Var, pos ir.Pos) bool {
	d := library.LookupVariable(v.Name)
	if d == nil {
		return false
	}
	for _, name := range firstStreams {
		if name == v.Name && v.Type.Kind == types.Pointer {
			b.store(at, b.p.stream(name), pos)
			b.setHandle(b.p.stream(name), openHandle, pos)
			return true
		}
	}
	if !d.Known || b.p.conf.UnknownGlobals || !at.t.IsInteger() && at.t.Kind != types.Pointer {
		return false
	}
	t := b.scalar(at.t, pos)
	b.store(at, ir.Const(t, b.p.mode.Convert(t, num.I(d.Value))), pos)
	return true
}
