package native

import (
	"strings"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/library"
	"craig/internal/program/ir"
)

// FromLibrary returns a function that tells whether the calls of a name, of which p has no definition,
// are calls of the C library's function, which the compiled program has. Others are inputs: what
// is declared like no function of the library, and what SV-COMP's programs call for inputs.
func FromLibrary(p *ir.Program) func(name string) bool {
	unknown := map[string]bool{}
	for _, n := range p.Notes {
		if name, ok := cfront.WithoutBody(n); ok {
			unknown[name] = true
		}
	}
	return func(name string) bool {
		return library.Lookup(name) != nil && !unknown[name] && !strings.HasPrefix(name, "__VERIFIER_")
	}
}

// Allocates tells whether the unknown value of a call is whether an allocation works: a truth value of a
// function that returns a pointer.
func Allocates(name string, t ir.Type) bool {
	row := library.Lookup(name)
	return row != nil && row.Result != nil && row.Result.Class == library.Pointer && t.Bits == 1
}

// perhaps is C text in the place of a function that allocates: it, or, if the condition does not hold, one
// that returns NULL, which is declared as "void *craig_null();".
func perhaps(condition, function string) string {
	return "(" + condition + " ? " + function + " : (__typeof__(" + function + ") *)craig_null)"
}

// LibraryVariable tells whether a variable that the program declares and does not define is the C
// library's, which gives it its value.
func LibraryVariable(name string) bool { return library.LookupVariable(name) != nil }
