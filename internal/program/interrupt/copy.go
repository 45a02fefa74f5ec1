package interrupt

import (
	"slices"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// copies adds copies of those of fns that are taken. The copies, and those of fns that are not taken, call the copies from now on.
func copies(p *ir.Program, fns []*ir.Func, taken map[*ir.Func]bool) map[*ir.Func]*ir.Func {
	again := map[*ir.Func]*ir.Func{}
	for _, f := range fns {
		if taken[f] {
			again[f] = copyOf(p, f)
		}
	}
	for _, f := range fns {
		if c := again[f]; c != nil {
			f = c
		}
		retarget(p, f, again)
	}
	return again
}

// retarget has f call other functions.
func retarget(p *ir.Program, f *ir.Func, to map[*ir.Func]*ir.Func) {
	for _, l := range f.Locs {
		for _, id := range p.Locs[l].Out {
			if c, ok := p.Edges[id].Stmt.(*ir.Call); ok && to[c.Callee] != nil && to[c.Callee] != c.Callee {
				call := *c
				call.Callee = to[c.Callee]
				p.Edges[id].Stmt = &call
			}
		}
	}
}

// copyOf adds a copy of f, with variables and objects of its own.
func copyOf(p *ir.Program, f *ir.Func) *ir.Func {
	name := f.Name + " in an interrupt"
	for slices.ContainsFunc(p.Funcs, func(g *ir.Func) bool { return g.Name == name }) {
		name += "'"
	}
	c := p.NewFunc(name, f.Pos)
	c.Defined = f.Defined
	k := &copied{p: p, to: c, from: f, vars: map[*ir.Var]*ir.Var{}, objects: map[*ir.Object]*ir.Object{}}
	copier := &interleave.Copier{Var: k.variable, Object: k.object}
	for _, v := range f.Params {
		k.vars[v] = p.NewParam(c, v.Base(), v.CName, v.Type, v.Pos)
	}
	if f.Result != nil {
		k.vars[f.Result] = p.NewResult(c, f.Result.Type)
	}
	for _, v := range f.Locals {
		k.vars[v] = p.NewLocal(c, v.Base(), v.CName, v.Type, v.Pos)
	}
	locs := map[ir.Loc]ir.Loc{}
	for _, l := range f.Locs {
		old := p.Locs[l]
		locs[l] = p.NewLoc(c, old.Pos)
		info := p.Locs[locs[l]]
		info.Goal, info.Why, info.Loop, info.LoopPos = old.Goal, old.Why, old.Loop, old.LoopPos
	}
	c.Entry, c.Exit = locs[f.Entry], locs[f.Exit]
	for _, l := range f.Locs {
		for _, id := range p.Locs[l].Out {
			old := p.Edges[id]
			e := p.NewEdge(locs[l], locs[old.To], copier.Stmt(old.Stmt), old.Pos)
			e.Branch, e.Aux = old.Branch, old.Aux
		}
	}
	return c
}

type copied struct {
	p        *ir.Program
	from, to *ir.Func
	vars     map[*ir.Var]*ir.Var
	objects  map[*ir.Object]*ir.Object
}

func (k *copied) variable(v *ir.Var) *ir.Var {
	if c := k.vars[v]; c != nil {
		return c
	}
	return v
}

func (k *copied) object(o *ir.Object) *ir.Object {
	if o.Kind != ir.HeapObject && (o.Kind != ir.LocalObject || o.Func != k.from) {
		return o
	}
	c := k.objects[o]
	if c == nil {
		c = k.p.NewObject(o.Kind, o.Name, o.Size, o.Align, o.Pos)
		c.Zero, c.Cells, c.Automatic, c.Handle, c.Shape, c.ShapeSize = o.Zero, o.Cells, o.Automatic, o.Handle, o.Shape, o.ShapeSize
		if c.Func = o.Func; o.Func == k.from {
			c.Func = k.to
		}
		k.objects[o] = c
	}
	return c
}
