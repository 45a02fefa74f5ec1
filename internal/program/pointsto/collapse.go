package pointsto

import "slices"

// collapseOffsets makes one content of all that o contains: its offsets do not matter any more.
func (a *analysis) collapseOffsets(o int32) {
	a.objs[o].collapsed = true
	c := a.whole(o)
	all := a.content(c)
	for _, k := range a.objs[o].contents {
		if r, n := a.find(all), a.find(k.node); r != n {
			a.merge(r, n)
		}
	}
	a.objs[o].contents = []content{{c, all}}
	for _, s := range a.objs[o].loads {
		a.copy(all, s.to, offset{})
	}
}

const (
	workLimit = 1 << 21 // what the analysis may cost before objects are merged, in 16 targets looked at
	workMore  = 1 << 19 // and after that, each time
	manyObjs  = 64      // a set with so many objects tells little; this is a quarter each time
	fewObjs   = 16      // when sets with so many have been looked at there is no telling objects apart
)

// mergeObjects makes one of all objects that are in a set with many: what such sets say costs more than
// it is worth. If that has not been enough it makes one of all objects, and of those to come.
func (a *analysis) mergeObjects() {
	if a.many == 0 {
		a.many = manyObjs
	}
	a.limit = a.work + workMore
	if a.theRest != 0 {
		return
	}
	in := make([]bool, len(a.objs))
	var objs []int32
	for n := range a.nodes {
		pts := a.nodes[n].pts
		count := 0
		for i, t := range pts {
			if i == 0 || t.Obj != pts[i-1].Obj {
				count++
			}
		}
		if count < a.many {
			continue
		}
		for _, t := range pts {
			if !in[t.Obj] && t.Obj != unknownAddress && a.objs[t.Obj].ir.Func == nil {
				in[t.Obj] = true
				objs = append(objs, t.Obj)
			}
		}
	}
	if a.many < fewObjs {
		objs = objs[:0]
		for o := range a.objs {
			if o := int32(o); o != unknownAddress && o != a.anyObj && a.objs[o].rep == o && a.objs[o].ir.Func == nil {
				objs = append(objs, o)
			}
		}
	}
	all := a.many < fewObjs
	a.many = max(a.many/4, 1)
	if len(objs) < 2 {
		return
	}
	slices.Sort(objs)
	r := objs[0]
	if all {
		a.theRest = r
	}
	a.collapseOffsets(r)
	for _, o := range objs[1:] {
		a.collapseOffsets(o)
		for _, m := range append([]int32{o}, a.objs[o].members...) {
			a.objs[m].rep = r
			a.objs[r].members = append(a.objs[r].members, m)
		}
		a.objs[o].members = nil
		a.objs[r].unknown = a.objs[r].unknown || a.objs[o].unknown
		if into, from := a.find(a.objs[r].contents[0].node), a.find(a.objs[o].contents[0].node); into != from {
			a.merge(into, from)
		}
		for _, s := range a.objs[o].loads {
			a.copy(a.objs[r].contents[0].node, s.to, offset{})
		}
		if len(a.objs[o].numbers) > 0 {
			a.hasNumber(a.whole(r))
		}
		a.objs[r].loads = append(a.objs[r].loads, a.objs[o].loads...)
		a.objs[r].readers = append(a.objs[r].readers, a.objs[o].readers...)
		a.objs[r].writers = append(a.objs[r].writers, a.objs[o].writers...)
		a.objs[r].keepers = append(a.objs[r].keepers, a.objs[o].keepers...)
	}
	a.readAndWritten(r)
	a.merged = true
	if a.objs[r].unknown {
		a.pointsToItself(r)
	}
	for n := range a.nodes {
		if a.find(int32(n)) != int32(n) || !slices.ContainsFunc(a.nodes[n].pts, func(t target) bool { return a.objs[t.Obj].rep != t.Obj }) {
			continue
		}
		pts := a.nodes[n].pts
		a.nodes[n].pts = nil
		a.nodes[n].delta = nil
		a.addAll(int32(n), pts, offset{})
	}
}

// pointsToItself says that what r, which is merged, initially points to is itself.
func (a *analysis) pointsToItself(r int32) {
	all := a.objs[r].contents[0].node
	a.add(all, target{Obj: r, Stride: 1})
	a.add(all, target{Obj: unknownAddress, Stride: 1})
}

// join makes a new object one of those that cannot be told apart.
func (a *analysis) join(o int32) {
	a.objs[o].rep, a.objs[o].collapsed = a.theRest, true
	b := &a.objs[a.theRest]
	b.members = append(b.members, o)
	if a.objs[o].unknown && !b.unknown {
		b.unknown = true
		a.pointsToItself(a.theRest)
	}
}

// represented is ts with the objects that stand for theirs, in order.
func (a *analysis) represented(ts []target) []target {
	if !a.merged || !slices.ContainsFunc(ts, func(t target) bool { return a.objs[t.Obj].rep != t.Obj }) {
		return ts
	}
	rs := make([]target, 0, len(ts))
	for _, t := range ts {
		if r := a.objs[t.Obj].rep; r != t.Obj {
			t = target{Obj: r, Stride: 1}
			if slices.Contains(rs, t) {
				continue
			}
		}
		rs = append(rs, t)
	}
	slices.SortStableFunc(rs, func(t, u target) int { return int(t.Obj - u.Obj) })
	return rs
}
