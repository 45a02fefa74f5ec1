package pointsto

import "craig/internal/program/ir"

// A clobber is a Clobber statement. Its nodes: deep is what the function may write and find
// pointers in, at any offset; data is what it may write by data; inner is what it finds pointers
// in; values is what it may return and store, which is all of these and what Kept roots point to.
type clobber struct {
	stmt                      *ir.Clobber
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
var anywhere = offset{0, 1}

// clobber adds the constraints of a Clobber.
func (a *analysis) clobber(s *ir.Clobber, pos ir.Pos, cyclic bool) {
	c := clobber{s, a.newNode(), a.newNode(), a.newNode(), a.newNode()}
	a.clobbers = append(a.clobbers, c)
	for _, n := range []int32{c.deep, c.data, c.inner} {
		a.copy(n, c.values, anywhere)
	}
	library, keeps := false, true // a function keeps nothing that its prototype says it only reads
	for _, r := range s.Roots {
		n := a.expr(r.Ptr, pos)
		a.copy(n, [...]int32{ir.Deep: c.deep, ir.Data: c.data, ir.Inner: c.inner, ir.Kept: c.values}[r.Reach], anywhere)
		keeps = keeps && r.Reach == ir.Deep
		library = library || r.Ptr.Op == ir.OpAddr && r.Ptr.Obj.Kind == ir.LibraryObject
	}
	a.addReach(c.deep, reach{c.deep, c.values, keeps})
	a.addReach(c.inner, reach{c.deep, nothing, false})
	if !library { // else its memory is where unknown pointers point
		if i, ok := a.unknownAt(c.deep, a.p.PtrType(), pos, s.Name, !cyclic); ok {
			a.add(c.deep, target{Obj: a.unknownObject(i), Stride: 1})
		}
	}
	if v := s.Result; v != nil && (v.Type.Kind == ir.Pointer || v.Type.Bits >= a.p.PtrBits) {
		a.copy(c.values, a.variable(v), offset{})
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
	if t.Obj == unknownAddress || a.objs[t.Obj].ir.Kind == ir.FuncObject {
		return
	}
	o := a.objs[t.Obj].rep
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
		a.load(target{Obj: o, Stride: 1}, memory{other: through, ty: a.p.PtrType()})
		if r.values != nothing {
			a.copy(r.values, a.content(a.whole(o)), offset{})
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
			a.copy(w, s.to, offset{})
		}
	}
	for _, w := range a.objs[o].keepers {
		for _, r := range a.objs[o].readers {
			a.copy(w, r, anywhere)
		}
	}
}
