package alias

import (
	"context"
	"fmt"
	"strings"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Regions splits the memory of a program into scalar variables and regions that never alias, and
// rewrites every access: a cell at one known address becomes a scalar variable, any other access
// has a region, and Allocs are gone. It lays the objects out, says at the entry (for locals: at
// their declaration) what memory contains, and adds notes for what the answer then assumes.
//
// The program should be inlined; otherwise it must not have local objects of functions that may be
// recursive (the front end allocates those, since they have many addresses). Locations and edges keep their numbers; what is inserted in front of, after and between them has
// new ones, and such edges are Aux. The error is
// a *TooLarge, after which p is of no use, or ctx's.
func Regions(ctx context.Context, p *ir.Program, opts Options) error {
	a, err := know(ctx, p, opts)
	if err != nil {
		return err
	}
	a.noteArithmetic()
	a.findNumbers()
	cyclic := graph.InCycle(p)
	heap, err := a.settle()
	if err != nil {
		return err
	}
	if damage.settled != nil {
		damage.settled(a)
	}
	a.takeApart()
	a.t.Heap, a.t.Compared, a.t.Ranges = heap, a.compared, map[ir.Class][]ir.Range{}
	after := a.submit()
	a.name()
	in := &contents{facts: a, cyclic: cyclic, heap: heap}
	in.tables = a.findTables()
	entry := in.prepare()
	own := a.findOwners(cyclic)
	own.findLeaks()
	in.owner = own
	w := &lowering{facts: a, owner: own, tables: in.tables, mixed: map[int32]bool{}, frees: a.findFrees(),
		flags: &flags{facts: a, of: map[*ir.Var]*ir.Var{}}, told: a.findTold()}
	locs, edges := len(p.Locs), len(p.Edges)
	for l := 1; l < locs; l++ {
		if p.Locs[l] != nil {
			w.location(ir.Loc(l))
		}
	}
	if v := in.allocs(edges); v != nil {
		entry = append(entry, &ir.Assign{Var: v, Expr: ir.Const(v.Type, heap)})
	}
	w.endRefused(edges)
	in.lowerClobbers()
	w.separate(edges)
	entry = append(entry, w.flags.set()...)
	entry = append(entry, own.atEntry()...)
	insertEntry(p, p.Main, entry)
	a.noteParts()
	if damage.lowered != nil {
		damage.lowered(p, a.t)
	}
	if after != nil {
		after()
	}
	return ctx.Err()
}

// name makes the variables of the parts.
func (a *facts) name() {
	for i, pt := range a.parts {
		o := a.objs[pt.obj()].Object
		switch pt.kind {
		case scalarPart, containerPart:
			pt.vars = []*ir.Var{a.cellVar(o, pt.base, pt.cell)}
		case splitPart:
			for i := int64(0); i < pt.size; i += bytes(pt.cell) {
				pt.vars = append(pt.vars, a.cellVar(o, pt.base+i, pt.cell))
			}
		case cellsPart, unitsPart:
			name, cname := o.Name+"[]", ""
			if len(pt.objs) > 1 {
				name = "memory"
			}
			if name != "memory" && named(o) {
				cname = o.CName()
			}
			pt.vars = []*ir.Var{a.p.NewGlobal(name, cname, ir.Mem(pt.cell.Bits), o.Pos)}
		}
		a.t.Parts[i].Vars = pt.vars
	}
}

// named tells whether an object has a name in C: those of the front end's own begin with $.
func named(o *ir.Object) bool {
	return (o.Kind == ir.GlobalObject || o.Kind == ir.LocalObject) && !strings.HasPrefix(o.CName(), "$")
}

// cellVar is a variable for the cell of type ty at off in o.
func (a *facts) cellVar(o *ir.Object, off int64, ty ir.Type) *ir.Var {
	field := ""
	if off != 0 {
		field = "+" + ir.Target{Off: off}.String()
	}
	cname := ""
	for _, c := range o.Cells {
		if c.Offset == off && bytes(c.Type) == bytes(ty) {
			field = c.Name
			if named(o) && !strings.Contains(field, "$") { // which is in no name of C here
				cname = o.CName() + field
			}
			break
		}
	}
	// In a program that is not inlined others may have a pointer to it.
	if o.Kind == ir.LocalObject && o.Func.Name == a.p.Main.Name && len(a.p.Funcs) == 1 {
		v := a.p.NewLocal(a.p.Main, strings.TrimPrefix(o.Name, o.Func.Name+"::")+field, cname, ty, o.Pos)
		v.Instance, v.Home, v.Offset = o.Instance, o, off
		return v
	}
	v := a.p.NewGlobal(o.Name+field, cname, ty, o.Pos)
	v.Home, v.Offset = o, off
	return v
}

// AddressNumber is how the note begins on programs that calculate with addresses.
const AddressNumber = "an address is converted to an integer and used in arithmetic"

// noteArithmetic notes integer arithmetic on addresses, whose results C does not promise.
func (a *facts) noteArithmetic() {
	for _, x := range a.arithmetic {
		for _, t := range x.at {
			if t.Obj != unknownAddress {
				note(a.p, x.pos, ir.Assumption, AddressNumber+": addresses are taken to be as craig lays them out")
				break
			}
		}
	}
}

// reach says how far from a pointer of unknown origin accesses are followed, where that is little.
func (a *facts) reach() string {
	if a.p.PtrBits > 16 && a.p.Room == 0 {
		return ""
	}
	return fmt.Sprintf(", and accesses through it to be at most %d bytes from where it points", a.space.Unknown)
}

// noteParts notes what the partition assumes.
func (a *facts) noteParts() {
	for _, pt := range a.parts {
		unknown, outside := false, false
		for _, o := range pt.objs {
			unknown = unknown || a.objs[o].Kind == ir.UnknownObject && !a.objs[o].Fixed
			outside = outside || a.objs[o].Fixed && !a.ofDevice(ir.Target{Obj: o})
		}
		for _, c := range pt.classes {
			o := &a.objs[c.Obj]
			outside = outside || len(o.members) == 0 && o.Size >= 0 && (c.Off < 0 || c.Off+c.Width > o.Size)
		}
		pos := a.objs[pt.obj()].Pos
		if unknown && a.opts.Unknown == Fresh {
			note(a.p, pos, ir.Assumption, "a pointer of unknown origin is taken to point to an object of its own"+a.reach())
		}
		if outside {
			note(a.p, pos, ir.Assumption, "an access that is never inside an object is taken to be to memory of its own")
		}
		if a.p.Math && pt.kind != scalarPart && pt.kind != cellsPart {
			note(a.p, pos, ir.Assumption, "memory is accessed at several widths, and integers are unbounded: executions that store numbers there which do not fit are outside the answer")
		}
	}
}

// roundUp is the distance from an object of size bytes on the heap to the next.
func (w *contents) roundUp(size *ir.Expr) *ir.Expr {
	word := w.word(false)
	if v, ok := size.Val.Int64(); size.IsConst() && ok && v < farOffset {
		return ir.ConstInt(word, (v+heapAlign-1)/heapAlign*heapAlign+w.gap)
	}
	blocks := ir.Binary(ir.OpDiv, ir.Cast(word, size), ir.Const(word, num.I(heapAlign)))
	return fit(ir.Binary(ir.OpMul, blocks, ir.Const(word, num.I(heapAlign))))
}
