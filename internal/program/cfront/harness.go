package cfront

import (
	"craig/internal/program/c/harness"
	"craig/internal/program/c/lower"
	"craig/internal/program/cfront/library"
)

// Environment says what surroundings a function begins in that is verified without a program around
// it. The zero value is none: parameters are unknown, and global variables as they are initialised.
type Environment = harness.Options

// Null says which pointers of an environment may be null.
type Null = harness.Null

// Lengths says how many elements there are where a pointer leads.
type Lengths = harness.Lengths

const (
	NullInside = harness.NullInside
	NullNever  = harness.NullNever
	NullAlways = harness.NullAlways

	LengthsByName = harness.LengthsByName
	LengthsOne    = harness.LengthsOne

	// EnvironmentEntry is the function that calls the one that is verified.
	EnvironmentEntry = harness.Entry
)

// harnessConfig is what package harness is asked for. partial says that the program lacks the bodies of some of its functions.
func (r *coreReader) harnessConfig(plain, partial bool) harness.Config {
	return harness.Config{
		Options: r.opts.Environment, Entry: r.opts.Entry, Roots: r.opts.Interrupts.Handlers,
		Plain: plain, Havoc: r.opts.UnknownFunctions == Havoc, Partial: partial || len(r.opts.WithoutBody) > 0,
		Library:  func(f string) bool { return library.Lookup(f) != nil },
		Fails:    func(f string) bool { return f == r.opts.ErrorFunction || r.checksCalls() && lower.Fails(f) },
		Variable: func(name string) bool { return library.LookupVariable(name) != nil },
		Copies:   copiesBytes,
	}
}

// copiesBytes are the arguments of a function of string.h that lead to as many bytes as its only size says, which is the argument size.
func copiesBytes(name string) (pointers []int, size int) {
	row := library.Lookup(name)
	if row == nil || row.Header != "string.h" || len(row.Params) != 3 || row.Params[2].Type.Name != "size_t" {
		return nil, 0
	}
	for i, p := range row.Params[:2] {
		if p.Class == library.Pointer && p.Elem.Class == library.Void {
			pointers = append(pointers, i)
		}
	}
	return pointers, 2
}
