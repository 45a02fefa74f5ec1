package counterexample

import (
	"slices"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A pointer of unknown origin is taken to point to an object of its own (ir.Program.FreshPointers), and a note says so.
// Where the points-to analysis finds nothing else to point to, the condition in front of an access sees to
// that. Where the program may also have stored a pointer of its own in the same place, the condition allows
// both, and an execution could choose an unknown value that happens to be the address of a variable. No FALSE may
// rest on that.
//
// provenance follows through an execution which values are made of the addresses of the program's objects: of
// variables, functions, literals and blocks of the heap. It notes where a value that is not is used as if it were.
type provenance struct {
	prog    *ir.Program
	objects []*ir.Object // those of the program that have addresses, in order of these
	rooms   []num.Int    // the addresses of unknown objects, in order
	low     num.Int      // less than the address of every object

	marks[int64, made]

	steps    int // that have begun
	eval     func(*ir.Expr) (num.Int, bool)
	edge     ir.EdgeID
	aliasing []aliasingUse
}

// made says what a value is made of.
type made uint8

const (
	ofOther   made = iota // of no address of an object of the program
	ofGarbage             // of what was in memory before a local variable or a block, which may be an address too
	ofAddress             // of one, from which it may be some distance
	ofSome                // of bits of some, or of several; or nothing is known
)

// aliasingUse is a use of a pointer of unknown origin for an object of the program.
type aliasingUse struct {
	step int // index in the path
	edge ir.EdgeID
	addr *ir.Expr
	at   num.Int
}

// maxAliasing bounds how many uses are noted.
const maxAliasing = 64

// newProvenance is nil if pointers of unknown origin may point to anything.
func newProvenance(p *ir.Program) *provenance {
	if !p.FreshPointers || len(p.Objects) == 0 {
		return nil
	}
	v := &provenance{prog: p, marks: newMarks[int64, made]()}
	for _, o := range p.Objects {
		switch {
		case o.Addr.IsZero():
		case o.Kind == ir.UnknownObject:
			v.rooms = append(v.rooms, o.Addr)
		default:
			v.objects = append(v.objects, o)
		}
	}
	slices.SortFunc(v.rooms, num.Int.Cmp)
	slices.SortFunc(v.objects, func(a, b *ir.Object) int { return a.Addr.Cmp(b.Addr) })
	if len(v.rooms) > 0 {
		v.low = v.rooms[0].Sub(num.I(p.UnknownRoom()))
	}
	if len(v.objects) > 0 && (len(v.rooms) == 0 || v.objects[0].Addr.Less(v.low)) {
		v.low = v.objects[0].Addr
	}
	return v
}

// firstAliasing is the first edge at which a pointer of unknown origin is used for an object of the program; 0 if there is none.
func (v *provenance) firstAliasing() ir.EdgeID {
	if v == nil || len(v.aliasing) == 0 {
		return 0
	}
	return v.aliasing[0].edge
}

// before is told of every edge that is about to be taken.
func (v *provenance) before(step interp.Step) {
	if v == nil {
		return
	}
	v.eval, v.edge = step.Eval, step.Edge.ID
	switch s := step.Edge.Stmt.(type) {
	case *ir.Havoc:
		switch s.Source {
		case ir.FromApproximation, ir.FromEffect, ir.FromGhost: // a function may have stored what it was given
			v.set(s.Var, ofSome)
		case ir.FromUninitialised:
			v.set(s.Var, ofGarbage)
		default:
			v.set(s.Var, ofOther)
		}
	case *ir.Assume:
		v.of(s.Cond)
	case *ir.Assign:
		if s.Var.Type.Kind == ir.Memory {
			v.assignRegion(s)
		} else {
			v.set(s.Var, v.of(s.Expr))
		}
	case *ir.Store:
		v.store(s)
	case *ir.Call:
		if s.Callee != nil {
			args := make([]made, len(s.Args))
			for i, x := range s.Args {
				args[i] = v.of(x)
			}
			v.enter(s, args)
		}
	}
	v.steps++
}

// after is told of every edge taken.
func (v *provenance) after(step interp.Step) {
	if s, ok := step.Edge.Stmt.(*ir.Call); ok && step.Left && v != nil && s.Callee != nil && len(v.outer) > 0 {
		v.leave(s)
	}
}

func (v *provenance) store(s *ir.Store) {
	val := v.of(s.Val)
	v.used(s.Addr, v.of(s.Addr))
	at, ok := v.eval(s.Addr)
	if !ok || s.Region == nil {
		return
	}
	if a, ok := at.Int64(); ok {
		v.setCell(s.Region, a, val)
	}
}

// of says what x is made of, and notes the uses of pointers that computing it needs.
func (v *provenance) of(x *ir.Expr) made {
	switch x.Op {
	case ir.OpConst:
		if x.Type.Kind == ir.Pointer && !x.Val.IsZero() && v.own(x.Val) {
			return ofAddress // of an object that has been given that number
		}
		return ofOther
	case ir.OpAddr:
		if x.Obj.Kind == ir.UnknownObject {
			return ofOther
		}
		return ofAddress
	case ir.OpVar:
		if x.Var.Name == ir.HeapName {
			return ofAddress
		}
		return v.vars[x.Var]
	case ir.OpLoad:
		return v.loaded(x)
	case ir.OpIte:
		v.of(x.Args[0])
		if c, ok := v.eval(x.Args[0]); ok && c.IsZero() {
			return v.of(x.Args[2])
		}
		return v.of(x.Args[1])
	case ir.OpLAnd, ir.OpLOr:
		v.of(x.Args[0])
		if c, ok := v.eval(x.Args[0]); !ok || c.IsZero() == (x.Op == ir.OpLOr) {
			v.of(x.Args[1])
		}
		return ofOther
	}
	args := make([]made, 0, 3)
	for _, y := range x.Args {
		args = append(args, v.of(y))
	}
	if x.Type.Kind == ir.Logical {
		if len(args) == 2 {
			v.compared(x, args[0], args[1])
		}
		return ofOther // what would depend on the numbers of addresses has been replaced
	}
	return v.result(x, args)
}

// result is what the operation x makes of its operands.
func (v *provenance) result(x *ir.Expr, args []made) made {
	if len(args) == 0 {
		return ofOther
	}
	most := slices.Max(args)
	if most <= ofGarbage {
		return most
	}
	switch x.Op {
	case ir.OpPtrAdd, ir.OpAdd:
		if args[0] == ofOther || args[1] == ofOther {
			return max(args[0], args[1])
		}
	case ir.OpSub:
		if args[1] == ofOther {
			return args[0]
		}
	case ir.OpCast:
		if x.Type.Bits >= v.prog.PtrBits {
			return args[0]
		}
	}
	return ofSome
}

// loaded is what the cell that x reads is made of.
func (v *provenance) loaded(x *ir.Expr) made {
	v.used(x.Args[0], v.of(x.Args[0]))
	if at, ok := v.eval(x.Args[0]); ok && x.Region != nil {
		if a, ok := at.Int64(); ok {
			return v.cell(x.Region, a)
		}
	}
	return v.vars[x.Region]
}

// used notes that memory is used at addr.
func (v *provenance) used(addr *ir.Expr, m made) {
	if m != ofOther {
		return
	}
	if at, ok := v.eval(addr); ok && v.own(at) {
		v.note(addr, at)
	}
}

func (v *provenance) note(addr *ir.Expr, at num.Int) {
	if len(v.aliasing) < maxAliasing {
		v.aliasing = append(v.aliasing, aliasingUse{v.steps, v.edge, addr, at})
	}
}

// compared notes a comparison from which it follows that a value of unknown origin is the address of an object of the
// program: so accesses to what has become a variable are told, and calls through pointers.
func (v *provenance) compared(x *ir.Expr, a, b made) {
	other := x.Args[0]
	switch {
	case a == ofOther && b == ofAddress:
	case a == ofAddress && b == ofOther:
		other = x.Args[1]
	default:
		return
	}
	if other.IsConst() {
		return
	}
	at, ok := v.eval(other)
	if !ok || !v.own(at) {
		return
	}
	switch x.Op {
	case ir.OpEq, ir.OpNe:
		if equal, ok := v.eval(x); ok && equal.IsZero() == (x.Op == ir.OpNe) {
			v.note(other, at)
		}
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		v.note(other, at)
	}
}

// own says that an object of the program, or a block of the heap, may be at the address at.
func (v *provenance) own(at num.Int) bool {
	room := num.I(v.prog.UnknownRoom())
	switch {
	case v.object(at) != nil:
		return true
	case at.Cmp(v.low) < 0 || ir.ReservedAddress(v.prog.PtrBits, at):
		return false
	case slices.ContainsFunc(v.prog.Devices, func(d ir.Device) bool { return d.Holds(at, 1) }):
		return false
	}
	i, found := slices.BinarySearchFunc(v.rooms, at, num.Int.Cmp)
	near := func(i int) bool {
		return i >= 0 && i < len(v.rooms) && at.Sub(v.rooms[i]).Abs().Cmp(room) <= 0
	}
	return !found && !near(i-1) && !near(i)
}

// object is the object of the program that is at the address at; nil if none is that is laid out.
func (v *provenance) object(at num.Int) *ir.Object {
	k, exact := slices.BinarySearchFunc(v.objects, at, func(o *ir.Object, at num.Int) int { return o.Addr.Cmp(at) })
	switch {
	case exact:
		return v.objects[k]
	case k > 0 && !v.objects[k-1].Addr.Add(num.I(max(v.objects[k-1].Size, 1))).Less(at):
		return v.objects[k-1]
	}
	return nil
}
