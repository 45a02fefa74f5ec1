package alias

import "craig/internal/program/ir"

// A clobber is a Clobber statement. Its nodes: deep is what the function may write and find
// pointers in, at any offset; data is what it may write by data; inner is what it finds pointers
// in; values is what it may return and store, which is all of these and what Kept roots point to.
type clobber struct {
	stmt                      *ir.Clobber
	edge                      *ir.Edge
	deep, data, inner, values int32
}

// reach says that the objects in a node are reached by a function that reads pointers from them,
// into deep, and may store pointers in them, from values (unless that is nothing); keeps says that other
// functions may find these.
type reach struct {
	deep, values int32
	keeps        bool
}

// anywhere moves a target to any offset of its object.
var anywhere = xform{0, 1}

// clobber adds the constraints of a Clobber.
func (a *analysis) clobber(s *ir.Clobber, e *ir.Edge, cyclic bool) {
	c := &clobber{s, e, a.newNode(), a.newNode(), a.newNode(), a.newNode()}
	a.clobbers = append(a.clobbers, c)
	for _, n := range []int32{c.deep, c.data, c.inner} {
		a.copy(n, c.values, anywhere)
	}
	library, keeps := false, true // a function keeps nothing that its prototype says it only reads
	for _, r := range s.Roots {
		n := a.expr(r.Ptr, e.Pos)
		a.copy(n, [...]int32{ir.Deep: c.deep, ir.Data: c.data, ir.Inner: c.inner, ir.Kept: c.values}[r.Reach], anywhere)
		keeps = keeps && r.Reach == ir.Deep
		library = library || r.Ptr.Op == ir.OpAddr && r.Ptr.Obj.Kind == ir.LibraryObject
	}
	a.addReach(c.deep, reach{c.deep, c.values, keeps})
	a.addReach(c.inner, reach{c.deep, nothing, false})
	if !library { // else its memory is where unknown pointers point
		if i, ok := a.unknownAt(c.deep, a.p.PtrType(), e.Pos, s.Name, !cyclic); ok {
			a.add(c.deep, target{a.unknownObject(i), 0, 1})
		}
	}
	if v := s.Result; v != nil && (v.Type.Kind == ir.Pointer || v.Type.Bits >= a.p.PtrBits) {
		a.copy(c.values, a.variable(v), xform{})
	}
}

func (a *analysis) addReach(n int32, r reach) {
	n = a.find(n)
	a.nodes[n].reaches = append(a.nodes[n].reaches, r)
	for _, t := range append([]target(nil), a.nodes[n].pts...) {
		a.reached(t, r)
	}
}

// reached has a function read the pointers in an object, and write it.
func (a *analysis) reached(t target, r reach) {
	if t.obj == anyInteger || a.objs[t.obj].ir.Kind == ir.FuncObject {
		return
	}
	o := a.objs[t.obj].rep
	a.objs[o].readers = append(a.objs[o].readers, r.deep)
	if r.values != nothing && a.writable(o) {
		a.objs[o].writers = append(a.objs[o].writers, r.values)
		if r.keeps {
			a.objs[o].keepers = append(a.objs[o].keepers, r.values)
		}
	}
	a.readAndWritten(o)
	if o == a.anyObj && o != 0 { // any object
		through := a.newNode()
		a.copy(through, r.deep, anywhere)
		a.load(target{o, 0, 1}, memory{other: through, ty: a.p.PtrType()})
		if r.values != nothing {
			a.copy(r.values, a.content(class{target{o, 0, 1}, a.ptrSize}), xform{})
		}
	}
}

// writable says that a function may write object o, which is not a literal.
func (a *analysis) writable(o int32) bool {
	return a.objs[o].ir.Kind != ir.StringObject || len(a.objs[o].members) > 0
}

// readAndWritten copies what object o contains to its readers, and what its writers store to its
// loads, and to its readers if the functions may keep what they are given.
func (a *analysis) readAndWritten(o int32) {
	for _, r := range a.objs[o].readers {
		for _, k := range a.objs[o].contents {
			a.copy(k.node, r, anywhere)
		}
	}
	for _, w := range a.objs[o].writers {
		for _, s := range a.objs[o].loads {
			a.copy(w, s.to, xform{})
		}
	}
	for _, w := range a.objs[o].keepers {
		for _, r := range a.objs[o].readers {
			a.copy(w, r, anywhere)
		}
	}
}

// written are the objects that c may write; all says that it may be any.
func (a *analysis) written(c *clobber) (objs map[int32]bool, all bool) {
	objs = map[int32]bool{}
	for _, n := range []int32{c.deep, c.data} {
		for _, t := range a.pts(n) {
			if t.obj == anyInteger || a.objs[t.obj].ir.Kind == ir.FuncObject || !a.writable(t.obj) {
				continue
			}
			objs[t.obj] = true
			for _, m := range a.objs[t.obj].members {
				objs[m] = true
			}
			all = all || t.obj == a.anyObj
		}
	}
	return objs, all
}

// lowerClobbers replaces the Clobbers by Havocs of what they may write.
func (w *contents) lowerClobbers() {
	for _, c := range w.clobbers {
		var stmts []ir.Stmt
		objs, all := w.written(c)
		for _, pt := range w.parts {
			stmts = w.overwrite(c, pt, objs, all, stmts)
		}
		if v := c.stmt.Result; v != nil {
			stmts = append(stmts, &ir.Havoc{Var: v, Source: resultSource(c.stmt.Source), Name: c.stmt.Name})
		}
		if len(stmts) == 0 {
			stmts = append(stmts, &ir.Skip{})
		}
		c.edge.Stmt = stmts[0]
		insertAfter(w.p, c.edge, stmts[1:])
	}
}

// resultSource is where the result comes from of a function whose effects come from source.
func resultSource(source ir.Source) ir.Source {
	if source == ir.FromEffect {
		return ir.FromCall
	}
	return source
}

// given says that the function is sure to reach o, since it has its address.
func (c *clobber) given(o *ir.Object) bool {
	for _, r := range c.stmt.Roots {
		if root := ir.Root(r.Ptr); r.Reach != ir.Inner && root.Op == ir.OpAddr && root.Obj == o {
			return true
		}
	}
	return false
}

// overwrite appends what makes those cells of pt unknown that lie in objs.
func (w *contents) overwrite(c *clobber, pt *part, objs map[int32]bool, all bool, to []ir.Stmt) []ir.Stmt {
	var hit []int32
	few := true // they are known cells, and not many
	source := c.stmt.Source
	for _, o := range pt.objs {
		if !all && !objs[o] {
			continue
		}
		hit = append(hit, o)
		if !c.given(w.objs[o].ir) {
			source = ir.FromApproximation
		}
		x := &w.objs[o]
		few = few && x.single && x.rep == o && len(x.members) == 0 && x.ir.Size >= 0 && x.ir.Size <= maxCells
	}
	if len(hit) == 0 {
		return to
	}
	if len(hit) == len(pt.objs) || pt.kind <= splitPart || !few {
		if len(hit) < len(pt.objs) {
			source = ir.FromApproximation
		}
		for _, v := range pt.vars {
			to = append(to, &ir.Havoc{Var: v, Source: source, Name: c.stmt.Name})
		}
		return to
	}
	fn := w.p.Locs[c.edge.From].Func
	for _, o := range hit {
		offs, _ := w.cellOffsets(pt, o, w.objs[o].ir.Size, maxCells)
		for _, off := range offs {
			t := w.p.NewTemp(fn, pt.cell, c.edge.Pos)
			to = append(to, &ir.Havoc{Var: t, Source: source, Name: c.stmt.Name},
				&ir.Store{Region: pt.vars[0], Addr: w.address(o, off), Val: ir.VarExpr(t)})
		}
	}
	return to
}
