// Package interrupt puts interrupts between the accesses of a program to what its interrupt handlers share with it.
//
// An interrupt may come between any two instructions. What an execution does between two accesses to what is
// shared, no handler sees, and a handler changes nothing of it; so it is enough that interrupts come where the program
// begins, and after each access to what a handler writes, and each write of what a handler reads. There a
// function is called, the point, which calls the handlers any number of times (ir.Program.NewPoint).
//
// Package interleave knows where that is. A function that the program and a handler call becomes two, of which only one is interrupted: copy.go.
//
// A handler is not interrupted, or, if Nested, by those after it only.
package interrupt

import (
	"context"
	"slices"

	"craig/internal/program/alias"
	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// Insert puts the interrupts of p between its accesses; p has no calls through pointers and no regions. Nothing is done
// if p.Interrupts is nil, which it is afterwards. The error is ctx's.
func Insert(ctx context.Context, p *ir.Program, opts alias.Options) error {
	x := p.Interrupts
	if x == nil {
		return nil
	}
	p.Interrupts = nil

	// Each context is the program, or handlers that interrupt it.
	handlers := [][]*ir.Func{x.Handlers}
	if x.Nested {
		handlers = nil
		for _, h := range x.Handlers {
			handlers = append(handlers, []*ir.Func{h})
		}
	}
	main := called(p, []*ir.Func{p.Main}, x.Point)
	taken := map[*ir.Func]bool{}
	for _, f := range main {
		taken[f] = true
	}
	contexts := make([][]*ir.Func, len(handlers))
	calls := map[*ir.Func]*ir.Func{} // in the point
	for i, hs := range handlers {
		contexts[i] = called(p, hs, nil)
		again := copies(p, contexts[i], taken)
		for j, f := range contexts[i] {
			if c := again[f]; c != nil {
				contexts[i][j] = c
			}
			taken[contexts[i][j]] = true
		}
		for _, h := range hs {
			calls[h] = h
			if c := again[h]; c != nil {
				calls[h] = c
			}
		}
	}
	retarget(p, x.Point, calls)

	reach, err := alias.NewReach(ctx, p, opts)
	if err != nil {
		return err
	}
	a := &interleave.Accesses{P: p, Reach: reach, Masked: x.Masked}
	effects := make([]*interleave.Access, len(handlers))
	for i := range handlers {
		effects[i] = a.At(locations(contexts[i]))
	}
	w := &weaver{&interleave.Weaver{P: p, A: a, Word: x.WordBits}}
	w.insert(main, x.Point, interleave.Merged(effects), x.Point)
	for i := range handlers {
		if i+1 == len(handlers) {
			break
		}
		var later []*ir.Func
		for _, hs := range handlers[i+1:] {
			for _, h := range hs {
				later = append(later, calls[h])
			}
		}
		point := p.NewPoint(x.Point.Name+"$"+handlers[i][0].Name, later, nil)
		w.insert(contexts[i], point, interleave.Merged(effects[i+1:]), nil)
	}
	return ctx.Err()
}

// called lists the functions that roots call, themselves among them, but not what except calls.
func called(p *ir.Program, roots []*ir.Func, except *ir.Func) []*ir.Func {
	list := slices.Clone(roots)
	for i := 0; i < len(list); i++ {
		for _, l := range list[i].Locs {
			for _, id := range p.Locs[l].Out {
				if c, ok := p.Edges[id].Stmt.(*ir.Call); ok && c.Callee != except && !slices.Contains(list, c.Callee) {
					list = append(list, c.Callee)
				}
			}
		}
	}
	return list
}

// weaver inserts calls of points.
type weaver struct{ *interleave.Weaver }

// locations are those of some functions.
func locations(fns []*ir.Func) (list []ir.Loc) {
	for _, f := range fns {
		list = append(list, f.Locs...)
	}
	return list
}

// insert puts calls of point behind the accesses of fns that conflict with what interrupts access. In Main, and in the
// surroundings of the entry function, that is from where begins is called on.
func (w *weaver) insert(fns []*ir.Func, point *ir.Func, with *interleave.Access, begins *ir.Func) {
	for _, f := range fns {
		locs := f.Locs
		switch {
		case f == point || w.P.Surrounds(f.Pos):
			continue
		case f == w.P.Main:
			locs = w.from(f, begins)
		}
		for _, l := range slices.Clone(locs) {
			w.Location(l, &ir.Call{Callee: point}, with)
		}
	}
}

// from lists the locations of f that are reached behind a call of g.
func (w *weaver) from(f, g *ir.Func) (list []ir.Loc) {
	seen := map[ir.Loc]bool{}
	add := func(l ir.Loc) {
		if !seen[l] {
			seen[l] = true
			list = append(list, l)
		}
	}
	for _, l := range f.Locs {
		for _, id := range w.P.Locs[l].Out {
			if c, ok := w.P.Edges[id].Stmt.(*ir.Call); ok && c.Callee == g {
				add(w.P.Edges[id].To)
			}
		}
	}
	for i := 0; i < len(list); i++ {
		for _, l := range w.P.Succs(list[i], nil) {
			add(l)
		}
	}
	return list
}
