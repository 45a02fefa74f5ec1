package ir

import "craig/logic/num"

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

	// Callees are the functions among which calls through pointers are going to choose; nil once that has been done.
	Callees map[*Call][]*Object

	// What becomes of memory; nil if nothing does yet.
	Parts  []Part
	Access func(addr *Expr, width int64) (a Access, ok bool) // of a Load or Store without a region
	Heap   num.Int                                           // where blocks without a place of their own begin

	Compared func(e *Expr) Comparison // of a comparison or difference of two pointers
}

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

// PointsObject is what is claimed of an object and its contents.
type PointsObject struct {
	*Object
	Rep    int32 // itself, or the object that stands for it
	Many   bool  // it stands for others
	Fuzzy  bool  // offsets in it do not matter
	Fixed  bool  // it is memory at a constant address of the program
	Single bool  // there is one at a known address
	Once   bool  // of a HeapObject: it is made at most once

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
	Fixed   bool  // it is variables, at constant places of one object from Base to Base+Size
	Region  bool  // it is an array of cells; Width is theirs
	Units   bool  // an access is to several cells, or variables
	Width   int64 // of a cell or variable
	Base    int64
	Size    int64
}

// Comparison is what a comparison of two pointers leaves open. Otherwise addresses of different objects differ.
type Comparison struct {
	Open bool // everything
	Any  bool // whether addresses of different objects are equal
	Meet []Meeting
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
