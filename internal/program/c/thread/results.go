package thread

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// maxPlaces is how many places are listed at which a function's result may be in what another one returns; of arrays the first maxElements elements are.
const (
	maxPlaces   = 8
	maxElements = 2
)

// places lists where what functions return that are declared, and return pointers, may be in what others of them return, by their types: a structure has one of
// that type there, or both types are the same.
func places(prog *core.Program) map[string][]ir.Place {
	elems := map[string]*types.Type{}
	var names []string
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.VarDef)
			if !ok || d.Var.Type.Kind != types.Func || d.Var.Type.Sig.Result.Kind != types.Pointer || elems[d.Var.Name] != nil {
				continue
			}
			names = append(names, d.Var.Name)
			elems[d.Var.Name] = d.Var.Type.Sig.Result.Elem.Unqual()
		}
	}
	list := map[string][]ir.Place{}
	for _, f := range names {
		for _, g := range names {
			if f == g || elems[f].Kind == types.Void {
				continue
			}
			within(prog.Types, elems[f], elems[g], 0, func(offset int64) {
				if len(list[f]) < maxPlaces {
					list[f] = append(list[f], ir.Place{In: g, Offset: offset})
				}
			})
		}
	}
	return list
}

// within calls found with the offset of each object of type t in one of type outer.
func within(tt *types.Table, t, outer *types.Type, at int64, found func(offset int64)) {
	if tt.Compatible(t, outer) {
		found(at)
		return
	}
	switch {
	case outer.Kind == types.Array && outer.Elem.IsComplete() && !outer.IsVariable():
		for i := range min(outer.Len, maxElements) {
			within(tt, t, outer.Elem.Unqual(), at+i*outer.Elem.SizeOf(), found)
		}
	case outer.IsRecord() && outer.IsComplete():
		for _, f := range outer.Record.Fields {
			if !f.Bits {
				within(tt, t, f.Type.Unqual(), at+f.Offset, found)
			}
		}
	}
}
