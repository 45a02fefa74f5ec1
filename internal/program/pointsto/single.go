package pointsto

import "craig/internal/program/ir"

// single decides which objects are there once, at a known address; cyclic are the edges that may be executed more than once.
func (a *analysis) single(cyclic []bool) {
	for i := 1; i < len(a.objs); i++ {
		switch o := &a.objs[i]; o.ir.Kind {
		case ir.GlobalObject, ir.StringObject, ir.LocalObject, ir.LibraryObject:
			o.single = true
		}
	}
	sites := map[*ir.Object]int{}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Alloc)
		if !ok || s.Result == nil {
			continue
		}
		sites[s.Site]++
		o := &a.objs[a.object(s.Site)]
		size, ok := s.Size.Val.Int64()
		o.once = sites[s.Site] == 1 && !cyclic[e.ID]
		o.single = sites[s.Site] == 1 && s.Size.IsConst() && ok && size < 1<<24 && !cyclic[e.ID]
	}
	for i := range a.origins {
		if o := &a.origins[i]; o.obj != 0 && o.obj != a.anyObj {
			a.objs[o.obj].single = o.once
		}
	}
	for i := 1; i < len(a.objs); i++ {
		a.singleChild(int32(i))
	}
	for i := 1; i < len(a.objs); i++ {
		if o := &a.objs[i]; o.fixed {
			o.single = true
		}
	}
}

// singleChild: what the initial contents of one cell of one object point to is one object.
func (a *analysis) singleChild(i int32) {
	o := &a.objs[i]
	if len(o.parents) != 1 || o.parents[0].class.Stride != 0 {
		return
	}
	up := o.parents[0].obj
	if up == i {
		return
	}
	if up > i && len(a.objs[up].parents) > 0 {
		a.singleChild(up)
	}
	o.single = a.objs[up].single
}
