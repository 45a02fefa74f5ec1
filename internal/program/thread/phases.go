package thread

import (
	"slices"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// A thread runs only while its maker is behind where it has made it, and not behind where it has surely waited for its end: what the maker does before
// and after, nobody does side by side with it. With Any only what the first thread does before it makes any is left out for that: of the threads that are
// not followed nobody knows which have ended.

// phases says at which locations of a thread another one may run.
type phases struct {
	p     *ir.Program
	a     *interleave.Accesses
	codes []*code
	joins map[ir.EdgeID]int // the thread for which a Join surely waits
	known bool              // all threads are followed; else any runs beside any
}

func newPhases(p *ir.Program, a *interleave.Accesses, codes []*code, known bool) *phases {
	f := &phases{p: p, a: a, codes: codes, joins: map[ir.EdgeID]int{}, known: known}
	if !known {
		return f
	}
	defs := map[*ir.Var][]ir.Stmt{}
	var joins []*ir.Edge
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if v := ir.Written(e.Stmt); v != nil {
			defs[v] = append(defs[v], e.Stmt)
		}
		if isSync(e.Stmt, ir.Join) {
			joins = append(joins, e)
		}
	}
	for i, c := range codes {
		if i == 0 || c.runs || again(p, p.Edges[c.spawn].From) {
			continue
		}
		handle := f.handle(i)
		if handle == nil {
			continue
		}
		before := map[ir.Loc]bool{} // where the thread has not been made
		made := p.Edges[f.spawned(i)]
		for _, l := range reached(p, p.Main.Entry, func(e *ir.Edge) bool { return e != made }) {
			before[l] = true
		}
		for _, e := range joins {
			if o := source(defs, e.Stmt.(*ir.Sync).Handle); o == handle && !before[e.From] {
				f.joins[e.ID] = i
			}
		}
	}
	return f
}

// spawned is the edge by which the maker of thread i goes on.
func (f *phases) spawned(i int) ir.EdgeID {
	for _, id := range f.p.Locs[f.p.Edges[f.codes[i].spawn].From].Out {
		if isSync(f.p.Edges[id].Stmt, ir.Spawned) {
			return id
		}
	}
	panic("thread: a thread without a maker")
}

// handle is the object that has the number of thread i and nothing else; nil if there is none. It is written right behind where the thread is made.
func (f *phases) handle(i int) *ir.Object {
	l := f.p.Edges[f.spawned(i)].To
	var o *ir.Object
	var write ir.Stmt
	for o == nil && len(f.p.Locs[l].Out) == 1 {
		e := f.p.Edges[f.p.Locs[l].Out[0]]
		switch s := e.Stmt.(type) {
		case *ir.Store:
			if s.Addr.Op != ir.OpAddr {
				return nil
			}
			o, write = s.Addr.Obj, s
		case *ir.Sync, *ir.Havoc:
			return nil
		}
		l = e.To
	}
	if o == nil || o.Kind != ir.LocalObject && o.Kind != ir.GlobalObject || o.Size*8 != int64(f.p.PtrBits) || !isNumber(write.(*ir.Store).Val) {
		return nil
	}
	earlier := map[ir.Loc]bool{} // where the maker is only before
	for _, m := range f.codes[f.codes[i].maker].locs {
		earlier[m] = true
	}
	for _, m := range reached(f.p, l, all) {
		delete(earlier, m)
	}
	for _, e := range f.p.Edges {
		if e == nil || e.Stmt == write || earlier[e.From] {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok && s.Site == o {
			return nil
		}
		if xs, every := f.a.Written(e.Stmt); every || slices.Contains(xs, any(o)) {
			return nil
		}
	}
	return o
}

// isNumber tells whether e is the number of the thread that was made last.
func isNumber(e *ir.Expr) bool {
	for e.Op == ir.OpCast {
		e = e.Args[0]
	}
	return e.Op == ir.OpVar && e.Var.Func == nil && e.Var.Name == "$made"
}

// source is the object that e was read from, by way of variables that are written once; nil if it is not known.
func source(defs map[*ir.Var][]ir.Stmt, e *ir.Expr) *ir.Object {
	for range 20 {
		switch {
		case e.Op == ir.OpCast:
			e = e.Args[0]
		case e.Op == ir.OpLoad && e.Args[0].Op == ir.OpAddr:
			return e.Args[0].Obj
		case e.Op == ir.OpVar && e.Var.Func != nil && len(defs[e.Var]) == 1:
			s, ok := defs[e.Var][0].(*ir.Assign)
			if !ok {
				return nil
			}
			e = s.Expr
		default:
			return nil
		}
	}
	return nil
}

// beside are the locations of thread i at which thread j may run; nil if these are all.
func (f *phases) beside(i, j int) map[ir.Loc]bool {
	set := map[ir.Loc]bool{}
	if f.codes[i].runs || f.codes[j].runs { // nobody else moves then
		return set
	}
	if !f.known && i == 0 {
		for k, c := range f.codes {
			if k > 0 && c.maker == 0 {
				for _, l := range reached(f.p, f.p.Edges[f.spawned(k)].To, within) {
					set[l] = true
				}
			}
		}
		return set
	}
	if !f.known || j == 0 || f.codes[j].maker != i {
		return nil
	}
	for _, l := range reached(f.p, f.p.Edges[f.spawned(j)].To, func(e *ir.Edge) bool {
		k, ok := f.joins[e.ID]
		return within(e) && !(ok && k == j)
	}) {
		set[l] = true
	}
	return set
}

// others says what is accessed beside a location of a thread.
type others struct {
	f       *phases
	i       int
	sets    []map[ir.Loc]bool    // of each thread: where it may run
	effects []*interleave.Access // and what it accesses while this one may run
	merged  map[int]*interleave.Access
}

// others is made before points are put between accesses.
func (f *phases) others(i int) *others {
	o := &others{f: f, i: i, sets: make([]map[ir.Loc]bool, len(f.codes)), merged: map[int]*interleave.Access{}}
	for j, c := range f.codes {
		var locs []ir.Loc
		set := f.beside(j, i)
		for _, l := range c.locs {
			if j != i && (set == nil || set[l]) {
				locs = append(locs, l)
			}
		}
		o.effects = append(o.effects, f.a.At(locs))
	}
	o.find()
	return o
}

// find finds where others may run, also between new points.
func (o *others) find() {
	for j := range o.f.codes {
		o.sets[j] = o.f.beside(o.i, j)
	}
}

// at is what others may access while the thread is at l.
func (o *others) at(l ir.Loc) *interleave.Access {
	mask := 0
	var list []*interleave.Access
	for j, set := range o.sets {
		if j != o.i && (set == nil || set[l]) {
			mask |= 1 << j
			list = append(list, o.effects[j])
		}
	}
	if o.merged[mask] == nil {
		o.merged[mask] = interleave.Merged(list)
	}
	return o.merged[mask]
}
