package calls

import (
	"cmp"
	"slices"

	"craig/internal/program/ir"
)

// Effects are the globals, regions among them, that a call of a function may read and change itself and
// by what it calls: its ref and mod sets, each in the order of IDs. A Store reads its region too: the
// cells that it does not change.
type Effects struct {
	Reads, Writes []*ir.Var
}

// Effects are those of each function. Functions that may call each other have the same.
func (g *Graph) Effects() map[*ir.Func]Effects {
	effects := map[*ir.Func]Effects{}
	for _, comp := range g.Comps {
		reads, writes := globals{}, globals{}
		for _, f := range comp {
			for _, l := range f.Locs {
				for _, id := range g.prog.Loc(l).Out {
					s := g.prog.Edge(id).Stmt
					ir.EachRead(s, func(v *ir.Var) { reads.add(v) })
					if v := ir.Written(s); v != nil {
						writes.add(v)
					}
				}
			}
			for _, e := range g.sites[f] { // of another component, which came before, or of this one
				reads.add(effects[Callee(e)].Reads...)
				writes.add(effects[Callee(e)].Writes...)
			}
		}
		of := Effects{reads.list(), writes.list()}
		for _, f := range comp {
			effects[f] = of
		}
	}
	return effects
}

// globals is a set of global variables.
type globals map[*ir.Var]bool

func (s globals) add(vs ...*ir.Var) {
	for _, v := range vs {
		if v.Func == nil {
			s[v] = true
		}
	}
}

func (s globals) list() []*ir.Var {
	vs := make([]*ir.Var, 0, len(s))
	for v := range s {
		vs = append(vs, v)
	}
	slices.SortFunc(vs, func(a, b *ir.Var) int { return cmp.Compare(a.ID, b.ID) })
	return vs
}
