// Package alias decides what calls through pointers call, and takes memory apart, by what pointers may point to.
//
// In the order in which a program meets them:
//
//	ResolveCalls   calls through pointers become a switch over functions   (calls.go)
//	Regions        after inlining: gives objects addresses                 (layout.go)
//	               splits memory into regions that never alias             (region.go)
//	               rewrites loads, stores and allocations                  (lower.go, initial.go)
//
// Both begin with the table that package pointsto has made of the program (facts.go): where pointers may point, and which parts memory has.
// It does not have to be believed: whoever is given it by Options.Check, such as package pointers, may doubt it before anything is made of it.
//
// # What memory means
//
// Addresses are fixed numbers: objects are laid out in order with gaps between them, and the heap
// begins after the last one and only grows. C promises no such numbers. So what a program computes
// from the number of an address is an unknown value (address.go), unless it is the same for all
// numbers: equality, order within one object, bits below the alignment, an address again. Numbers are
// followed through variables; for those in memory an Assumption note says that the answer is for this
// layout.
//
// An execution that accesses memory outside the objects that the analysis allows to the access is
// undefined in C, and cut off by an Assume in front of the access: the address is the cell's (for a
// cell that became a scalar variable), within the objects (for a region of laid out objects), or
// not null (for a region with other objects). Properties that look for such accesses have been
// turned into branches by the front end before.
//
// Where nothing is known of the offset of an access, it is taken to be a multiple of the width, as
// C requires of pointers to types that are not packed.
//
// But an access that can never be to where an object is, as that of a field of a structure for
// which the program has made no room, is taken to be to memory of its own. Much code under analysis is
// like that, and its answer should not be that it does nothing. An access or a call through a pointer
// that is always null ends the execution, as any other through null does.
//
// # Pointers of unknown origin
//
// What a function without a body returns, what external data or such memory contains, and integers
// converted to pointers are of unknown origin. Under Fresh each origin points to an UnknownObject
// of its own, but all integers point to the same one, since one number may be converted at many
// places; a pointer found in its memory again, one for each field (an origin's objects are
// followed one step: what a field of a deeper object points to is what the same field of the
// first level points to). A number that arithmetic has made of an address is converted to a pointer
// into the object of that address: p ^ k ^ k is p. Under Any they may also point to every cell that has the width of the
// access, of every object whose address is taken.
//
// Uninitialised pointers, constant addresses (null is one), and integers that are not from such a
// source, are of unknown origin only where nothing else is known to be pointed to; otherwise
// dereferencing them is undefined.
package alias

import "craig/internal/program/ir"

// Unknown says what a pointer of unknown origin may point to.
type Unknown uint8

const (
	Fresh Unknown = iota // an object of its own
	Any                  // also any cell of the accessed width whose object's address is taken
)

// Options of the analysis; the zero value is recommended.
type Options struct {
	Unknown Unknown
	// Bounds, Null: executions that access memory outside of its object, or through null, have come
	// to an error location before; so no note is needed that they are outside the answer.
	Bounds, Null bool
	// UnknownCalls: a call through a pointer to a function that is not known may write whatever its
	// arguments and the global objects reach. Otherwise it has no side effects.
	UnknownCalls bool
	// Blocks: there are marks of blocks that pointers link, though no error location wants them.
	Blocks bool
	// Check, if it is not nil, is told what the analysis claims, before anything is made of that: of each program that is analysed. What it
	// returns, unless that is nil, is called when Regions has made of it what it makes.
	Check func(*ir.Program, *ir.Points) (after func())
}

// note adds a note, or counts it if its text is there already.
func note(p *ir.Program, pos ir.Pos, kind ir.NoteKind, text string) {
	if e := p.Environment; e != nil && kind == ir.Assumption && pos.File == e.Name() {
		return // it does nothing wrong
	}
	for i := range p.Notes {
		if p.Notes[i].Kind == kind && p.Notes[i].Text == text {
			p.Notes[i].Count++
			return
		}
	}
	p.Notes = append(p.Notes, ir.Note{Pos: pos, Kind: kind, Text: text, Count: 1})
}
