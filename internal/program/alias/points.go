package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// damage is for tests: it makes of an analysis what a defect might have left of it: when sets are known, when it is known which objects are
// single and where they are, and when memory is split; and what comparisons leave open. nil is none.
var damage struct {
	solved, settled func(*analysis)
	split           func(*analysis, []*part, map[*access]*part) []*part
	compared        func(ir.Comparison) ir.Comparison
}

// claims has the caller check what the analysis says of the program, which is still as it was analysed. parts is nil if memory is not
// split now; of has the part of each access.
func (a *analysis) claims(parts []*part, of map[*access]*part, heap num.Int) {
	if a.opts.Check != nil {
		a.opts.Check(a.p, a.points(parts, of, heap))
	}
}

// points is the analysis as a table.
func (a *analysis) points(parts []*part, of map[*access]*part, heap num.Int) *ir.Points {
	sets := map[int32]*ir.Targets{}
	set := func(n int32) *ir.Targets {
		n = a.find(n)
		s := sets[n]
		if s == nil {
			list := make(ir.Targets, len(a.nodes[n].pts))
			for i, t := range a.nodes[n].pts {
				list[i] = ir.Target{Obj: t.obj, Off: t.off, Stride: t.stride}
			}
			s = &list
			sets[n] = s
		}
		return s
	}
	t := &ir.Points{
		Number: a.ofNumber, Any: a.anyObj, Heap: heap, Clobbers: map[*ir.Clobber]ir.Reached{},
		Of: func(o *ir.Object) (int32, bool) { i, ok := a.objOf[o]; return i, ok },
		Value: func(e *ir.Expr) (*ir.Targets, bool) {
			if e.Op == ir.OpVar {
				return set(a.variable(e.Var)), true
			}
			n, ok := a.exprs[e]
			return set(n), ok || e.Op == ir.OpConst
		},
		Variable: func(v *ir.Var) *ir.Targets { return set(a.variable(v)) },
	}
	if a.anyObj != 0 {
		t.Number = a.anyObj
	}
	for i := range a.objs {
		o := &a.objs[i]
		x := ir.PointsObject{Object: o.ir, Rep: o.rep, Many: len(o.members) > 0, Fuzzy: o.fuzzy, Fixed: o.fixed, Single: o.single, Once: o.once}
		for _, k := range o.contents {
			x.Contents = append(x.Contents, ir.Content{Class: k.class.exported(), At: set(k.node)})
		}
		for _, w := range o.writers {
			x.Writers = append(x.Writers, ir.Writer{At: set(w), Keeps: slices.Contains(o.keepers, w)})
		}
		t.Objects = append(t.Objects, x)
	}
	for _, c := range a.clobbers {
		t.Clobbers[c.stmt] = ir.Reached{Deep: set(c.deep), Data: set(c.data), Inner: set(c.inner), Values: set(c.values)}
	}
	if parts == nil {
		t.Callees = map[*ir.Call][]*ir.Object{}
		for _, c := range a.calls {
			if !a.callsNothing(c) {
				t.Callees[c.stmt], _ = a.callees(c)
			}
		}
		return t
	}
	t.Parts, t.Compared = []ir.Part{}, a.compared // with no parts, too, there are objects and comparisons
	index := map[*part]int{}
	for i, pt := range parts {
		index[pt] = i
		x := ir.Part{Fixed: pt.kind <= splitPart, Region: pt.kind == cellsPart || pt.kind == unitsPart, Units: pt.kind == splitPart || pt.kind == unitsPart,
			Width: bytes(pt.cell), Base: pt.base, Size: pt.size()}
		for _, c := range pt.classes {
			x.Classes = append(x.Classes, c.exported())
		}
		t.Parts = append(t.Parts, x)
	}
	t.Access = func(addr *ir.Expr, width int64) (ir.Access, bool) {
		acc := a.byAddr[addrWidth{addr, width}]
		if acc == nil {
			return ir.Access{}, false
		}
		x := ir.Access{Part: -1}
		if i, ok := index[of[acc]]; ok {
			x.Part = i
		}
		for _, c := range acc.touched {
			x.Touched = append(x.Touched, c.exported())
		}
		return x, true
	}
	return t
}

func (c class) exported() ir.Class {
	return ir.Class{Target: ir.Target{Obj: c.obj, Off: c.off, Stride: c.stride}, Width: c.width}
}
