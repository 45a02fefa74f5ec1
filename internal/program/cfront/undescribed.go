package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
)

// A function that a header of the host's C library declares is the library's, also if the table does not have it: then nothing is
// known of it but its declaration. A call may write what its arguments reach, and one that takes a function may call that.

// undescribed is a row for such a function; nil if g is none.
func (r *reader) undescribed(g *function) *library.Function {
	if g.implicit || g.t == nil || g.t.kind != kFunc || library.Lookup(g.cname) != nil || strings.HasPrefix(g.cname, "__VERIFIER_") {
		return nil
	}
	header, ok := library.HostHeader(g.pos.File)
	if !ok {
		return nil
	}
	if r.undescribedRows == nil {
		r.undescribedRows = map[*function]*library.Function{}
	}
	row := r.undescribedRows[g]
	if row == nil {
		row = &library.Function{Name: g.cname, Header: header, Kind: library.Approximate, Effects: true}
		if g.noreturn || takesFunction(g.t) {
			row.Kind = library.Unsupported
		}
		r.undescribedRows[g] = row
	}
	return row
}

// takesFunction says that a parameter of a function of type t is a pointer to a function.
func takesFunction(t *ctype) bool {
	for _, p := range t.fun.params {
		if p.t.kind == kPointer && p.t.elemC != nil && p.t.elemC.kind == kFunc {
			return true
		}
	}
	return false
}
