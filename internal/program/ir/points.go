package ir

import (
	"strconv"

	"craig/logic/num"
)

// Doubt is what could not be shown of the claims of the analysis of pointers.
type Doubt struct {
	Pos  Pos // where it is; zero of what no line has
	What string
}

func (d *Doubt) Error() string {
	if d.Pos.Line == 0 {
		return d.What
	}
	return d.Pos.String() + ": " + d.What
}

// Points is what an analysis of pointers claims of a program whose memory has not been split, and how it is going to split
// it: what package pointers checks. Objects have numbers; number 0 stands for the addresses that integers of unknown source are.
//
// The claims are sets of targets that hold whenever and wherever an expression is evaluated, a variable read or memory
// looked at. They are of an object's first address and offsets from there: where C leaves an access undefined nothing is claimed.
type Points struct {
	Objects []PointsObject
	Of      func(*Object) (int32, bool) // the number of an object
	Number  int32                       // the object that numbers of unknown source point to as pointers; 0 if there is none
	Any     int32                       // the object that is any object, 0 if there is none: --unknown-pointers any

	Value    func(*Expr) (at *Targets, ok bool) // where the value of an expression points; of numbers too, which carry addresses
	Variable func(*Var) *Targets                // likewise
	Clobbers map[*Clobber]Reached
	Fresh    map[EdgeID]int32 // by the edge of a Havoc of a pointer, the object of its own that the pointer leads to
	Numeric  func(*Expr) bool // a pointer may have been made of a number in a device; nil if there are no devices

	// Callees are the functions among which calls through pointers are going to choose; nil once that has been done.
	Callees map[*Call][]*Object

	// What becomes of memory; nil if nothing does yet.
	Parts  []Part
	Access func(addr *Expr, width int64) (a Access, ok bool) // of a Load or Store without a region
	Heap   num.Int                                           // where blocks without a place of their own begin

	Compared func(e *Expr) Comparison // of a comparison or difference of two pointers
	Ranges   map[Class][]Range        // what is assumed of what is read in a table; complete when memory has been split
}

// Range is the numbers from Low to High.
type Range struct{ Low, High num.Int }

// ConstantsName is the name of the object of all constant addresses that may be memory.
const ConstantsName = "*(constants)"

// Targets is a set of addresses, in the order of the objects.
type Targets []Target

// Target is the offsets Off + k·Stride in an object, for all integers k.
type Target struct {
	Obj         int32
	Off, Stride int64
}

// Class is Width bytes at each address of a target.
type Class struct {
	Target
	Width int64
}

// Has says that the offset is one of t's.
func (t Target) Has(off int64) bool { return t.Covers(Target{Obj: t.Obj, Off: off}) }

// Covers says that t has all of u's addresses.
func (t Target) Covers(u Target) bool {
	if t.Obj != u.Obj {
		return false
	}
	if t.Stride == 0 {
		return u.Stride == 0 && u.Off == t.Off
	}
	return u.Stride%t.Stride == 0 && (u.Off-t.Off)%t.Stride == 0
}

// String writes the offsets: "8", or "4+12*".
func (t Target) String() string {
	s := strconv.FormatInt(t.Off, 10)
	if t.Stride > 0 {
		s += "+" + strconv.FormatInt(t.Stride, 10) + "*"
	}
	return s
}

// Overlaps says that the two classes, of one object, may share a byte.
func (c Class) Overlaps(d Class) bool {
	g := GCD(c.Stride, d.Stride)
	if g == 0 {
		return c.Off < d.Off+d.Width && d.Off < c.Off+c.Width
	}
	delta := (d.Off - c.Off) % g
	if delta < 0 {
		delta += g
	}
	return delta < c.Width || g-delta < d.Width
}

// Aligned says that two accesses, one in each class, are to the same bytes or to disjoint ones.
func (c Class) Aligned(d Class) bool {
	if !c.Overlaps(d) {
		return true
	}
	g := GCD(c.Stride, d.Stride)
	if g == 0 {
		return c.Width == d.Width && c.Off == d.Off
	}
	return c.Width == d.Width && (d.Off-c.Off)%g == 0 && g >= c.Width
}

// GCD is the greatest common divisor, not negative; that of 0 and b is b, up to the sign.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// PointsObject is what is claimed of an object and its contents.
type PointsObject struct {
	*Object
	Rep    int32 // itself, or the object that stands for it
	Fuzzy  bool  // offsets in it do not matter
	Fixed  bool  // it is memory at a constant address of the program
	Single bool  // there is one at a known address
	Once   bool  // of a HeapObject: it is made at most once
	Wild   bool  // of an UnknownObject: only pointers that were never set lead to it, which the program may not use

	Contents []Content
	Writers  []Writer
}

// Content is where what was stored in a class of addresses points.
type Content struct {
	Class
	At *Targets
}

// Writer is where what functions without a body may store anywhere in an object points; Keeps says that other such functions
// find it there.
type Writer struct {
	At    *Targets
	Keeps bool
}

// Reached is what a Clobber reaches: see Reach. Values is what it may store or return.
type Reached struct{ Deep, Data, Inner, Values *Targets }

// Access is what becomes of an access.
type Access struct {
	Part    int // index into Parts; -1: the access is undefined
	Touched []Class
}

// Part is memory that no access outside of it touches.
type Part struct {
	Classes []Class
	Fixed   bool   // it is variables, at constant places of one object from Base to Base+Size
	Region  bool   // it is an array of cells; Width is theirs
	Units   bool   // an access is to several cells, or variables
	Width   int64  // of a cell or variable
	Cell    Type   // theirs
	Vars    []*Var // the variables, or the region; once memory is split
	Base    int64
	Size    int64
}

// Comparison is what a comparison of two pointers leaves open. Otherwise addresses of different objects differ.
type Comparison struct {
	Open bool // everything
	Any  bool // whether addresses of different objects are equal
	Meet []Meeting

	Decided *Decided // when an order or a distance that is not open is that of the numbers; nil: always
}

// Decided is a condition on two addresses, which is false if they are of different objects: that both lie in one object of In, from its beginning to
// its end, or that they are less than Near bytes apart, or that neither lies in an object of Outside. With Unless, it is instead of that last one enough
// that one of the two lies in no object of Outside.
type Decided struct {
	In, Outside []int32
	Near        int64
	Unless      bool
}

// Meeting is an address of the first pointer of a comparison and one of the second that may be equal, though they are of different objects.
type Meeting struct{ First, Second Target }

// ComparesPointers says that e compares two pointers, or is the distance between them.
func ComparesPointers(e *Expr) bool {
	switch e.Op {
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe, OpPtrDiff:
		return e.Args[0].Type.Kind == Pointer
	}
	return false
}

// IsOffset says that e is the distance of a pointer from where its object begins.
func IsOffset(e *Expr) bool {
	return e.Op == OpPtrDiff && e.Args[1].Op == OpStart && Equal(e.Args[0], e.Args[1].Args[0])
}
