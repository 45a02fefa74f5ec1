package pass

import (
	"slices"

	"craig/internal/program/ir"
)

// defUse knows which edges of a function read and write each variable, and finds where a
// variable is live. It goes variable by variable: its cost is the sum of the live ranges.
type defUse struct {
	p      *ir.Program
	reads  map[*ir.Var][]ir.EdgeID // each edge once, in the order of locations, until substitutions add and remove some: see current
	writes map[*ir.Var][]ir.EdgeID

	base  ir.Loc  // the smallest location of the function
	mark  []int32 // by Loc from base on: the last search that reached it
	epoch int32
	seen  []int32 // by EdgeID: the last call of current that met it
	round int32
	work  []ir.Loc
	found []ir.Loc // the locations that the last search reached
	heads []ir.Loc // those that are marked as loop heads
}

func newDefUse(p *ir.Program, f *ir.Func) *defUse {
	d := &defUse{p: p, reads: map[*ir.Var][]ir.EdgeID{}, writes: map[*ir.Var][]ir.EdgeID{}}
	if len(f.Locs) > 0 { // the work for a small function does not depend on how large the program is
		d.base = slices.Min(f.Locs)
		d.mark = make([]int32, slices.Max(f.Locs)-d.base+1)
	}
	for _, l := range f.Locs {
		if p.Locs[l].Loop {
			d.heads = append(d.heads, l)
		}
		for _, id := range p.Locs[l].Out {
			s := p.Edges[id].Stmt
			ir.EachRead(s, func(v *ir.Var) {
				if ids := d.reads[v]; len(ids) == 0 || ids[len(ids)-1] != id {
					d.reads[v] = append(ids, id)
				}
			})
			if v := ir.Written(s); v != nil {
				d.writes[v] = append(d.writes[v], id)
			}
		}
	}
	return d
}

// kills says whether s gives v a value that does not depend on its old one, whatever s reads.
func kills(s ir.Stmt, v *ir.Var) bool {
	_, store := s.(*ir.Store)
	return !store && ir.Written(s) == v
}

// solve finds the locations at which v is live: from which an execution may read it before it is
// overwritten. It is read as well at the locations at that are not 0. Until the next call of solve,
// live tells the answer.
func (d *defUse) solve(v *ir.Var, at ...ir.Loc) {
	d.epoch++
	d.work, d.found = d.work[:0], d.found[:0]
	reach := func(l ir.Loc) {
		if d.mark[l-d.base] != d.epoch {
			d.mark[l-d.base] = d.epoch
			d.found = append(d.found, l)
			d.work = append(d.work, l)
		}
	}
	for _, l := range at {
		if l != 0 {
			reach(l)
		}
	}
	for _, id := range d.reads[v] {
		reach(d.p.Edges[id].From)
	}
	for len(d.work) > 0 {
		l := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		for _, id := range d.p.Locs[l].In {
			if e := d.p.Edges[id]; !kills(e.Stmt, v) {
				reach(e.From)
			}
		}
	}
}

// live says whether the variable of the last solve is live at l.
func (d *defUse) live(l ir.Loc) bool { return d.mark[l-d.base] == d.epoch }

// written says whether a statement that writes w leads to where the variable of the last solve is live.
func (d *defUse) written(w *ir.Var) bool {
	if len(d.found) >= len(d.writes[w]) {
		for _, id := range d.writes[w] {
			if d.live(d.p.Edges[id].To) {
				return true
			}
		}
		return false
	}
	for _, l := range d.found {
		for _, id := range d.p.Locs[l].In {
			if ir.Written(d.p.Edges[id].Stmt) == w {
				return true
			}
		}
	}
	return false
}

// current is reads[v] again, after substitutions, which add an edge to it whenever a statement that reads v takes the place of
// another one, and leave it there when that goes: each edge once, and none that does not read v any more. A list is looked at once, when
// it is needed, rather than at each of the many substitutions that change it.
func (d *defUse) current(v *ir.Var) []ir.EdgeID {
	if d.seen == nil {
		d.seen = make([]int32, len(d.p.Edges))
	}
	d.round++
	d.reads[v] = slices.DeleteFunc(d.reads[v], func(id ir.EdgeID) bool {
		again := d.seen[id] == d.round
		d.seen[id] = d.round
		reads := false
		ir.EachRead(d.p.Edges[id].Stmt, func(w *ir.Var) { reads = reads || w == v })
		return again || !reads
	})
	return d.reads[v]
}

// Liveness finds where variables are live in the main function of a program.
type Liveness struct{ uses *defUse }

// NewLiveness is for p, which must stay as it is.
func NewLiveness(p *ir.Program) Liveness { return Liveness{newDefUse(p, p.Main)} }

// Of are the locations where v is live, and has At tell them: those from where an execution may read it before it is
// overwritten. It is read at the locations also besides. The next call of Of changes the slice.
func (l Liveness) Of(v *ir.Var, also ...ir.Loc) []ir.Loc {
	l.uses.solve(v, also...)
	return l.uses.found
}

// At says whether the variable of the last call of Of is live at a location.
func (l Liveness) At(at ir.Loc) bool { return l.uses.live(at) }
