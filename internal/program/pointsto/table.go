package pointsto

import (
	"slices"

	"craig/internal/program/ir"
)

// Options of the analysis.
type Options struct {
	Any bool // a pointer of unknown origin may also point to any cell of the accessed width whose object's address is taken
}

// Analysis is what has been found about a program.
type Analysis struct {
	Table *ir.Points // without what becomes of memory, up to Split
	a     *analysis
}

// set is the set of a node, as it is in the table.
func (a *analysis) set(n int32) *ir.Targets {
	n = a.find(n)
	s := a.sets[n]
	if s == nil {
		list := ir.Targets(slices.Clone(a.nodes[n].pts))
		s = &list
		a.sets[n] = s
	}
	return s
}

// table is the analysis as a table.
func (a *analysis) table() *ir.Points {
	t := &ir.Points{
		Number: a.ofNumber, Any: a.anyObj, Clobbers: map[*ir.Clobber]ir.Reached{}, Fresh: map[ir.EdgeID]int32{},
		Of: func(o *ir.Object) (int32, bool) { i, ok := a.objOf[o]; return i, ok },
		Value: func(e *ir.Expr) (*ir.Targets, bool) {
			if e.Op == ir.OpVar {
				return a.set(a.variable(e.Var)), true
			}
			n, ok := a.exprs[e]
			return a.set(n), ok || e.Op == ir.OpConst
		},
		Variable: func(v *ir.Var) *ir.Targets { return a.set(a.variable(v)) },
	}
	if a.anyObj != 0 {
		t.Number = a.anyObj
	}
	if len(a.p.Devices) > 0 {
		t.Numeric = func(e *ir.Expr) bool { return a.madeOfNumber(a.expr(e, ir.Pos{})) }
	}
	for i := range a.objs {
		o := &a.objs[i]
		x := ir.PointsObject{Object: o.ir, Rep: o.rep, Fuzzy: o.collapsed, Fixed: o.fixed, Single: o.single, Once: o.once, Wild: a.wild(int32(i))}
		for _, k := range o.contents {
			x.Contents = append(x.Contents, ir.Content{Class: k.class, At: a.set(k.node)})
		}
		for _, w := range o.writers {
			x.Writers = append(x.Writers, ir.Writer{At: a.set(w), Keeps: slices.Contains(o.keepers, w)})
		}
		t.Objects = append(t.Objects, x)
	}
	for _, c := range a.clobbers {
		t.Clobbers[c.stmt] = ir.Reached{Deep: a.set(c.deep), Data: a.set(c.data), Inner: a.set(c.inner), Values: a.set(c.values)}
	}
	for _, o := range a.origins {
		if o.edge != nil {
			t.Fresh[o.edge.ID] = o.obj
		}
	}
	return t
}

// wild says that o is what an uninitialised pointer is taken to point to: nothing that the program
// may use.
func (a *analysis) wild(o int32) bool {
	x := &a.objs[o]
	if o == unknownAddress || x.ir.Kind != ir.UnknownObject || x.fixed || a.opts.Any || len(x.members) > 0 || x.rep != o {
		return false
	}
	if x.root == o {
		return a.uninitialised[o]
	}
	r := &a.objs[x.root]
	if r.ir.Kind == ir.UnknownObject {
		return a.wild(x.root)
	}
	return !r.unknown && r.ir.Kind != ir.LibraryObject && r.ir.Kind != ir.FuncObject && len(r.members) == 0 && r.rep == x.root
}
