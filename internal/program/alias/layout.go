package alias

import (
	"errors"
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// heapAlign is the alignment of the blocks of the heap in the layout. What programs may know of it, their sites say.
const heapAlign = 16

// layout gives the objects fixed, disjoint, aligned addresses, in their order and with gaps
// between them, of at least space.Guard bytes and at least gap. A HeapObject has an address only if its
// site is passed at most once and its size is known; the others come from heap on, the first
// address that no object has.
//
// The error is a *TooLarge.
func layout(p *ir.Program, space *ir.Space, gap int64) (heap num.Int, err error) {
	next := space.First
	// skip moves next behind the devices that the bytes from next-before to next+after would meet.
	skip := func(before, after int64) {
		for again := true; again; {
			again = false
			for _, d := range p.Devices {
				if d.From < next+after+space.Device && next-before < d.From+d.Size+space.Device {
					next, again = d.From+d.Size+space.Device+before, true
				}
			}
		}
	}
	for _, o := range p.Objects {
		if o.Kind == ir.HeapObject && o.Size < 0 || o.Kind == ir.UnknownObject && o.Align == 0 {
			continue
		}
		room := max(o.Size, 0)
		if o.Size < 0 {
			next += space.Unknown
			room = space.Unknown
		}
		skip(room, room+max(o.Align, 1))
		if align := max(o.Align, 1); next%align != 0 {
			next += align - next%align
		}
		o.Addr = num.I(next)
		if o.Size < 0 {
			next += space.Unknown
		} else {
			next += o.Size + max(space.Guard, gap)
		}
	}
	next += space.Unknown - next%space.Unknown
	if p.PtrBits == 64 { // there is room enough behind all
		for _, d := range p.Devices {
			next = max(next, d.From+d.Size+space.Unknown-(d.From+d.Size)%space.Unknown)
		}
	} else {
		skip(0, space.Unknown)
		next += (space.Unknown - next%space.Unknown) % space.Unknown
	}
	if space.Heap > 0 && next > space.Heap {
		return num.Int{}, &TooLarge{Bytes: next, Bits: p.PtrBits}
	}
	return num.I(next), nil
}

// TooLarge is the error of a program whose objects, with what is kept free around them, leave no
// room for the heap in the address space.
type TooLarge struct {
	Bytes int64 // of addresses, with those kept free
	Bits  uint8 // of a pointer
}

func (e *TooLarge) Error() string {
	room, unit := e.Bytes>>20, "MiB"
	if e.Bits == 16 {
		room, unit = e.Bytes>>10, "KiB"
	}
	return fmt.Sprintf("the objects of the program, a copy for each inlined call, need %d %s of addresses, and pointers have %d bits", room, unit, e.Bits)
}

// settle gives blocks that are there once the sizes that they have, gives the program objects for
// pointers of unknown origin, and lays them all out.
func (a *facts) settle() (heap num.Int, err error) {
	for i := 1; i < len(a.objs); i++ {
		if o := &a.objs[i]; o.Kind == ir.HeapObject {
			o.Size = -1
		}
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Alloc)
		if !ok || s.Result == nil {
			continue
		}
		o := &a.objs[a.object(s.Site)]
		if size, ok := s.Size.Val.Int64(); o.Single && s.Size.IsConst() && ok {
			o.Size, o.Zero = size, s.Zero
		}
	}
	a.spread()
	for i := 1; i < len(a.objs); i++ {
		o := &a.objs[i]
		if o.Kind == ir.UnknownObject {
			old, align := o.Object, int64(heapAlign)
			if o.Fixed {
				align = 0
			}
			o.Object = a.p.NewObject(ir.UnknownObject, old.Name, -1, align, old.Pos)
			o.Addr = old.Addr
		}
	}
	return a.layout()
}

// minRoom is the least that is kept free around the objects of pointers of unknown origin, with 32 bits or more: it holds
// nearly all structures.
const minRoom = 1 << 12

// layout lays the objects out with as much room around those of pointers of unknown origin as there is.
func (a *facts) layout() (heap num.Int, err error) {
	for {
		var large *TooLarge
		if heap, err = layout(a.p, a.space, a.gap); !errors.As(err, &large) || a.space.Unknown <= minRoom {
			return heap, err
		}
		less := *a.space
		less.Unknown /= 2
		a.space, a.p.Room = &less, less.Unknown
	}
}

// address is the address of a byte of an object that is laid out.
func (a *facts) address(obj int32, off int64) *ir.Expr {
	if o := a.objs[obj]; o.Fixed {
		addr := o.Addr.Add(num.I(off))
		if !a.p.Math && !a.p.PtrType().Fits(addr) {
			addr = num.Int{} // no such address
		}
		return ir.Const(a.p.PtrType(), addr)
	}
	base := ir.AddrOf(a.p.PtrType(), a.objs[obj].Object)
	return ir.PtrAdd(base, ir.ConstInt(a.word(true), off))
}
