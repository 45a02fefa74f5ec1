package alias

import (
	"context"

	"craig/internal/program/ir"
	"craig/internal/program/pointsto"
	"craig/logic/num"
)

// facts is what is known of a program whose memory is going to be split: the table of package pointsto, which package pointers shows, and
// what is seen by looking at the statements.
type facts struct {
	p       *ir.Program
	opts    Options
	ptrSize int64
	space   *ir.Space
	t       *ir.Points
	split   func() // completes the table

	objs     []object // by number
	anyObj   int32    // the object of all unknown pointers under Any, 0 if there is none
	ofNumber int32    // the object of numbers that are converted to pointers, 0 if there is none

	calls      []indirect
	clobbers   []clobber
	arithmetic []operand
	checks     []*ir.Expr // the OpInObjects, OpFreeables, OpAllFreeds and the like
	constants  []num.Int  // the constant addresses
	gap        int64      // between blocks of the heap

	parts       []*part
	accesses    map[accessKey]*access
	comparisons map[*ir.Expr]ir.Comparison  // those that have been found
	refused     []refusal                   // of calls that hand over what is not supported
	numbers     map[*ir.Var]numberOf        // integers that may be the numbers of addresses
	defs        map[*ir.Var][]numberDef     // the assignments to integer variables
	kept        map[int32][]keptNumber      // where such integers are stored, by object
	stored      map[int32]map[ir.Class]bool // where pointers are stored as pointers, by object
}

// unknownAddress is the object that stands for a number of unknown source, wide enough for a pointer.
const unknownAddress = 0

// farOffset bounds constant offsets, so that sums of a few do not overflow.
const farOffset = 1 << 40

type object struct {
	*ir.PointsObject
	members []int32 // the others that it stands for
	unknown bool    // its initial contents may be pointers of unknown origin
}

// indirect is a call through a pointer.
type indirect struct {
	edge *ir.Edge
	stmt *ir.Call
}

// operand is an operand of integer arithmetic.
type operand struct {
	at  ir.Targets
	pos ir.Pos
}

// An access is a load or store, seen as an address and a width.
type access struct {
	accessKey
	touched []ir.Class
	part    *part
}

type accessKey struct {
	addr  *ir.Expr
	width int64
}

// bytes is the width of a scalar in memory.
func bytes(t ir.Type) int64 { return (int64(t.Bits) + 7) / 8 }

// know has p analysed, and looks at it. The error is ctx's.
func know(ctx context.Context, p *ir.Program, opts Options) (*facts, error) {
	p.FreshPointers = opts.Unknown == Fresh
	found, err := pointsto.Analyse(ctx, p, pointsto.Options{Any: opts.Unknown == Any})
	if err != nil {
		return nil, err
	}
	a := &facts{
		p: p, opts: opts, ptrSize: int64(p.PtrBits) / 8, space: ir.SpaceOf(p.PtrBits), t: found.Table, split: found.Split, gap: heapAlign,
		accesses: map[accessKey]*access{}, comparisons: map[*ir.Expr]ir.Comparison{},
	}
	if damage.found != nil {
		damage.found(p, a.t)
	}
	if a.anyObj = a.t.Any; a.anyObj == 0 {
		a.ofNumber = a.t.Number
	}
	a.objs = make([]object, len(a.t.Objects))
	for i := range a.objs {
		a.objs[i].PointsObject = &a.t.Objects[i]
	}
	for i := range a.objs {
		o := &a.objs[i]
		r := &a.objs[o.Rep]
		if r != o {
			r.members = append(r.members, int32(i))
		}
		open := i != unknownAddress && (o.Kind == ir.UnknownObject || o.Kind == ir.GlobalObject && !o.Zero)
		o.unknown, r.unknown = o.unknown || open, r.unknown || open
	}
	if p.Plain != nil {
		a.gap = a.space.Checked // ends of lives are looked at, even if no check is
	}
	a.look()
	return a, nil
}

// look finds statements and expressions of some kinds.
func (a *facts) look() {
	seen := map[*ir.Expr]bool{}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Call:
			if s.Callee == nil {
				a.calls = append(a.calls, indirect{e, s})
			}
		case *ir.Clobber:
			a.clobbers = append(a.clobbers, clobber{s, e})
		case *ir.Alloc:
			if s.Result == nil {
				continue // the object begins, and nothing is evaluated
			}
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(y *ir.Expr) bool {
				if seen[y] {
					return false
				}
				seen[y] = true
				a.lookAt(y, e.Pos)
				return true
			})
		})
	}
}

func (a *facts) lookAt(e *ir.Expr, pos ir.Pos) {
	switch e.Op {
	case ir.OpConst:
		if e.Type.Kind == ir.Pointer {
			a.constants = append(a.constants, e.Val)
		}
	case ir.OpCast:
		x := e.Args[0]
		if e.Type.Kind == ir.Pointer && x.IsConst() {
			a.constants = append(a.constants, e.Type.Wrap(x.Val))
		}
		if e.Type.Bits < a.p.PtrBits && x.Type.Bits >= a.p.PtrBits {
			a.computes(e, pos)
		}
	case ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpNeg, ir.OpCompl, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpXor, ir.OpFOfInt, ir.OpFToInt:
		a.computes(e, pos)
	case ir.OpInObject, ir.OpFreeable, ir.OpAllFreed, ir.OpTracked, ir.OpStart, ir.OpExtent:
		a.checks = append(a.checks, e)
		a.gap = a.space.Checked
	case ir.OpOverlap: // which asks what pointers are near
		a.gap = a.space.Checked
	}
}

// computes notes the operands of e.
func (a *facts) computes(e *ir.Expr, pos ir.Pos) {
	for _, x := range e.Args {
		if ts := a.at(x); len(ts) > 0 {
			a.arithmetic = append(a.arithmetic, operand{ts, pos})
		}
	}
}

// at is where e may point.
func (a *facts) at(e *ir.Expr) ir.Targets {
	set, ok := a.t.Value(e)
	a.require(ok, e)
	return *set
}

// require has a doubt if the table says nothing of what is asked for.
func (a *facts) require(ok bool, e *ir.Expr) {
	if !ok && a.p.Doubt == nil {
		a.p.Doubt = &ir.Doubt{What: "nothing is said of " + e.String()}
	}
}

// object is the number of o.
func (a *facts) object(o *ir.Object) int32 {
	i, _ := a.t.Of(o)
	return i
}

// many says that the object with a number stands for others.
func (a *facts) many(o int32) bool { return len(a.objs[o].members) > 0 }

// nowhere says that t is null or what a null pointer was moved to. (Other small numbers may have been
// meant to be memory: stubs of malloc return such.)
func (a *facts) nowhere(t ir.Target) bool {
	o := &a.objs[t.Obj]
	return o.Fixed && o.Addr.IsZero() && o.Name != ir.ConstantsName
}

// takeApart has memory split, and makes the parts.
func (a *facts) takeApart() {
	a.split()
	if damage.split != nil {
		damage.split(a.p, a.t)
	}
	for i := range a.t.Parts {
		a.parts = append(a.parts, a.part(&a.t.Parts[i]))
	}
}

// access is what becomes of an access of width bytes.
func (a *facts) access(addr *ir.Expr, width int64) *access {
	key := accessKey{addr, width}
	acc := a.accesses[key]
	if acc == nil {
		x, ok := a.t.Access(addr, width)
		a.require(ok, addr)
		acc = &access{accessKey: key, touched: x.Touched, part: &part{kind: emptyPart}}
		if ok && x.Part >= 0 {
			acc.part = a.parts[x.Part]
		}
		a.accesses[key] = acc
	}
	return acc
}

// partKind says what becomes of a part of memory.
type partKind uint8

const (
	scalarPart    partKind = iota // one cell at one address: a scalar variable
	containerPart                 // constant addresses within one cell of at most 8 bytes: a scalar variable, whose bytes are read and written
	splitPart                     // other overlapping constant addresses: a variable for each unit
	cellsPart                     // a region of cells of one width
	unitsPart                     // a region of units, which are bytes if nothing larger fits all accesses
	emptyPart                     // accesses without an object: they are undefined
)

// A part is a set of classes of addresses that no access outside the part touches.
type part struct {
	kind    partKind
	classes []ir.Class // in order of first access
	objs    []int32    // theirs, each once
	cell    ir.Type    // of scalarPart, containerPart and cellsPart; of units unsigned
	base    int64      // the first offset of a containerPart or splitPart, the only one of a scalarPart
	size    int64      // the number of bytes of a part at constant addresses
	vars    []*ir.Var
}

// obj is the first object of a part.
func (pt *part) obj() int32 { return pt.classes[0].Obj }

// part is what a part of the table becomes.
func (a *facts) part(x *ir.Part) *part {
	pt := &part{kind: unitsPart, classes: x.Classes, cell: x.Cell, base: x.Base, size: x.Size}
	same, has := true, map[int32]bool{}
	for _, c := range x.Classes {
		same = same && c == x.Classes[0]
		if !has[c.Obj] {
			has[c.Obj] = true
			pt.objs = append(append(pt.objs, c.Obj), a.objs[c.Obj].members...)
		}
	}
	switch {
	case x.Fixed && x.Units:
		pt.kind = splitPart
	case x.Fixed && same:
		pt.kind = scalarPart
	case x.Fixed:
		pt.kind = containerPart
	case !x.Units:
		pt.kind = cellsPart
	}
	return pt
}
