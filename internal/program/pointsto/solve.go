package pointsto

import (
	"context"
	"slices"
	"sort"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// maxOffsets is how many targets in one object a node may have before they become one strided
// target. It bounds the chain of offsets that a pointer that walks through an object makes.
const maxOffsets = 8

// find is the node that stands for n and those that it has been merged with.
func (a *analysis) find(n int32) int32 {
	for a.nodes[n].rep != n {
		up := a.nodes[a.nodes[n].rep].rep
		a.nodes[n].rep = up
		n = up
	}
	return n
}

// pts is n's set.
func (a *analysis) pts(n int32) []target { return a.nodes[a.find(n)].pts }

func (a *analysis) push(n int32) {
	if !a.nodes[n].queued {
		a.nodes[n].queued = true
		a.queue = append(a.queue, n)
	}
}

// add puts t into n's set, unless it is covered already.
func (a *analysis) add(n int32, t target) {
	one := [1]target{t}
	a.addAll(n, one[:], offset{})
}

// addAll puts the targets ts, which are in the order of their objects, moved by x, into n's set.
// It walks both lists side by side, since mostly there is nothing new.
func (a *analysis) addAll(n int32, ts []target, x offset) {
	if n = a.find(n); n == nothing {
		return
	}
	ts = a.represented(ts)
	if x == ofAddress {
		for len(ts) > 0 && ts[0].Obj == unknownAddress {
			ts = ts[1:]
		}
	}
	if len(ts) == 0 {
		return
	}
	nd := &a.nodes[n]
	a.adds += (len(ts) + len(nd.pts)) / 16
	out := a.scratch[:0]
	old, first := nd.pts, len(nd.delta)
	if len(ts) < 4 { // what comes before stays
		k := sort.Search(len(old), func(i int) bool { return old[i].Obj >= ts[0].Obj })
		out, old = append(out, old[:k]...), old[k:]
	}
	for len(ts) > 0 {
		obj := ts[0].Obj
		for len(old) > 0 && old[0].Obj < obj {
			out, old = append(out, old[0]), old[1:]
		}
		run := len(out)
		for len(old) > 0 && old[0].Obj == obj {
			out, old = append(out, old[0]), old[1:]
		}
		for len(ts) > 0 && ts[0].Obj == obj {
			t := x.apply(ts[0])
			ts = ts[1:]
			if a.objs[obj].collapsed {
				t = target{Obj: obj, Stride: 1}
			} else if nd.stride != 0 {
				t = mkTarget(obj, t.Off, ir.GCD(t.Stride, nd.stride))
			}
			if slices.ContainsFunc(out[run:], func(u target) bool { return u.Covers(t) }) {
				continue
			}
			if len(out)-run >= maxOffsets {
				for _, u := range out[run:] {
					t = hull(t, u)
				}
			}
			out = append(out[:run], slices.DeleteFunc(out[run:], t.Covers)...)
			out = append(out, t)
			nd.delta = append(nd.delta, t)
		}
	}
	if len(nd.delta) > first {
		out = append(out, old...)
		nd.pts = append(nd.pts[:0:cap(nd.pts)], out...)
		a.push(n)
	}
	a.scratch = out
}

// copy adds the inclusion of from, moved by x, in to.
func (a *analysis) copy(from, to int32, x offset) {
	from, to = a.find(from), a.find(to)
	if from == nothing || to == nothing || from == to && x == (offset{}) {
		return
	}
	f := flow{from, to, x}
	if a.edges[f] {
		return
	}
	a.edges[f] = true
	a.nodes[from].succ = append(a.nodes[from].succ, f)
	a.nodes[to].preds = append(a.nodes[to].preds, from)
	a.addAll(to, slices.Clone(a.nodes[from].pts), x)
}

func (a *analysis) addLoad(addr int32, m memory) {
	addr = a.find(addr)
	a.nodes[addr].loads = append(a.nodes[addr].loads, m)
	for _, t := range slices.Clone(a.nodes[addr].pts) {
		a.load(t, m)
	}
}

func (a *analysis) addStore(addr int32, m memory) {
	addr = a.find(addr)
	a.nodes[addr].stores = append(a.nodes[addr].stores, m)
	for _, t := range slices.Clone(a.nodes[addr].pts) {
		a.store(t, m)
	}
}

func (a *analysis) addCast(n int32, c castFlow) {
	if n == nothing {
		return
	}
	n = a.find(n)
	a.nodes[n].casts = append(a.nodes[n].casts, c)
	to := &a.nodes[a.find(c.to)]
	to.preds = append(to.preds, n)
	for _, t := range slices.Clone(a.nodes[n].pts) {
		a.cast(t, c)
	}
}

// solve propagates until nothing changes.
func (a *analysis) solve(ctx context.Context) error {
	for steps := 0; len(a.queue) > 0; steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if a.adds > 4*(len(a.nodes)+len(a.edges)) {
			a.work += a.adds
			a.adds = 0
			a.findCycles()
			if a.work > a.limit {
				a.mergeObjects()
			}
		}
		n := a.queue[len(a.queue)-1]
		a.queue = a.queue[:len(a.queue)-1]
		nd := &a.nodes[n] // one that has been merged since has an empty delta
		nd.queued = false
		delta := nd.delta
		nd.delta = nil
		// The slices may grow meanwhile; what is added then has seen all of pts.
		succ, loads, stores, casts, calls, reaches := nd.succ, nd.loads, nd.stores, nd.casts, nd.calls, nd.reaches
		slices.SortStableFunc(delta, func(t, u target) int { return int(t.Obj - u.Obj) })
		for _, f := range succ {
			a.addAll(f.to, delta, f.x)
		}
		for _, t := range delta {
			for _, m := range loads {
				a.load(t, m)
			}
			for _, m := range stores {
				a.store(t, m)
			}
			for _, c := range casts {
				a.cast(t, c)
			}
			for _, i := range calls {
				a.call(t, i)
			}
			for _, r := range reaches {
				a.reached(t, r)
			}
		}
	}
	return nil
}

// class is what an access of type ty touches at t.
func (a *analysis) class(t target, ty ir.Type) class {
	t.Obj = a.objs[t.Obj].rep
	c := class{Target: t, Width: bytes(ty)}
	if o := &a.objs[t.Obj]; !o.collapsed && c.Width >= a.ptrSize && c.Stride > 0 && c.Stride < c.Width {
		a.collapseOffsets(t.Obj)
	}
	if a.objs[t.Obj].collapsed {
		return a.whole(t.Obj)
	}
	return c
}

// load makes m.other receive what is stored in the class.
func (a *analysis) load(t target, m memory) {
	if t.Obj == unknownAddress {
		return
	}
	c := a.class(t, m.ty)
	sub := subscription{c, a.find(m.other)}
	if a.subscribed[sub] {
		return
	}
	a.subscribed[sub] = true
	o := &a.objs[c.Obj]
	o.loads = append(o.loads, sub)
	if a.opts.Any {
		a.loadAny(sub)
	}
	if o.unknown && c.Width >= a.ptrSize {
		a.initially(c, m.ty)
		o = &a.objs[c.Obj]
	}
	for _, k := range o.contents {
		if k.class.Overlaps(c) {
			a.copy(k.node, m.other, offset{})
		}
	}
	for _, w := range o.writers {
		a.copy(w, m.other, offset{})
	}
}

func (a *analysis) store(t target, m memory) {
	if t.Obj == unknownAddress {
		return
	}
	if m.number {
		c := class{Target: t, Width: bytes(m.ty)}
		if c.Obj = a.objs[t.Obj].rep; a.objs[c.Obj].collapsed {
			c.Target = target{Obj: c.Obj, Stride: 1}
		}
		a.hasNumber(c)
	}
	if m.other != nothing {
		a.copy(m.other, a.content(a.class(t, m.ty)), offset{})
	}
}

// hasNumber notes that a number is stored to c, which may be a result of arithmetic of which no source is known.
func (a *analysis) hasNumber(c class) {
	o := &a.objs[c.Obj]
	if o.numbers == nil {
		o.numbers = map[class]bool{}
	}
	o.numbers[c] = true
}

// mayBeNumber says that a pointer that is read at c may be a number that has been stored there, or several. With one that is too
// narrow, the pointer is not initialised.
func (a *analysis) mayBeNumber(c class) bool {
	size := int64(0)
	for k := range a.objs[c.Obj].numbers {
		if !k.Overlaps(c) {
			continue
		}
		if size += k.Width; k.Stride > 0 && k.Stride <= k.Width || size >= c.Width {
			return true
		}
	}
	return false
}

// content is the node of what is stored in exactly this class.
func (a *analysis) content(c class) int32 {
	if n, ok := a.contentOf[c]; ok {
		return n
	}
	n := a.newNode()
	a.contentOf[c] = n
	if a.anyObj != 0 {
		for _, s := range a.objs[a.anyObj].loads {
			a.copy(n, s.to, offset{})
		}
	}
	o := &a.objs[c.Obj]
	o.contents = append(o.contents, content{c, n})
	for _, s := range o.loads {
		if s.class.Overlaps(c) {
			a.copy(n, s.to, offset{})
		}
	}
	for _, r := range o.readers {
		a.copy(n, r, anywhere)
	}
	return n
}

// initially says that the class contains unknown values of type ty at first.
func (a *analysis) initially(c class, ty ir.Type) {
	if ty.Kind != ir.Pointer {
		a.add(a.content(c), target{Obj: unknownAddress})
		return
	}
	a.add(a.content(c), target{Obj: a.child(c)})
}

// child is the unknown object that the initial contents of the class point to.
func (a *analysis) child(c class) int32 {
	if a.opts.Any {
		return a.unknownAny(a.objs[c.Obj].ir.Pos)
	}
	from := parent{c.Obj, c}
	root := a.objs[c.Obj].root
	key := childKey{root, c.Off, c.Stride}
	if a.objs[root].ir.Kind == ir.UnknownObject && a.objs[root].collapsed {
		return root // one object for all that its memory leads to
	}
	i, ok := a.children[key]
	if !ok {
		r := a.objs[root].ir
		o := &ir.Object{Name: "*" + r.Name + "." + c.Target.String(), Kind: ir.UnknownObject, Size: -1, Align: 16, Pos: r.Pos}
		i = a.object(o)
		a.objs[i].root = root
		a.children[key] = i
	}
	if !slices.Contains(a.objs[i].parents, from) {
		a.objs[i].parents = append(a.objs[i].parents, from)
	}
	return i
}

type childKey struct {
	root        int32
	off, stride int64
}

// cast converts an integer to a pointer.
func (a *analysis) cast(t target, c castFlow) {
	if t.Obj == unknownAddress {
		t.Obj = a.numbered(c.origin)
	}
	a.add(c.to, t)
}

// call binds an indirect call to a target.
func (a *analysis) call(t target, k int32) {
	c := &a.calls[k]
	o := a.objs[t.Obj].ir
	if o.Kind == ir.FuncObject && o.Func != nil && o.Func.Defined {
		key := boundCall{k, o.Func}
		if !a.bound[key] {
			a.bound[key] = true
			a.bind(c.stmt, o.Func)
		}
		return
	}
	if a.anyObj != 0 && t.Obj == a.objs[a.anyObj].rep {
		for _, o := range a.callAny(c) {
			a.call(target{Obj: a.objOf[o]}, k)
		}
	}
	if c.origin >= 0 {
		// What an unknown function returns.
		a.add(a.origins[c.origin].node, target{Obj: a.unknownObject(c.origin)})
	}
}

// demand gives the pointers that are dereferenced and point nowhere their unknown objects, at
// their origins, until nothing changes.
func (a *analysis) demand(ctx context.Context) error {
	for {
		for _, i := range a.wanted() {
			a.supply(i)
		}
		if len(a.queue) == 0 {
			for _, i := range a.unknownConversions() {
				a.supply(i)
			}
		}
		if len(a.queue) == 0 {
			return nil
		}
		if err := a.solve(ctx); err != nil {
			return err
		}
	}
}

// wanted lists the origins of what the pointers that are dereferenced and point nowhere contain.
func (a *analysis) wanted() []int32 {
	seen := make([]bool, len(a.nodes))
	var stack, found []int32
	visit := func(n int32) {
		if n = a.find(n); n != nothing && !seen[n] && len(a.nodes[n].pts) == 0 {
			seen[n] = true
			stack = append(stack, n)
		}
	}
	for _, acc := range a.accesses {
		visit(acc.node)
	}
	for _, c := range a.calls {
		visit(c.node)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, m := range a.nodes[n].preds {
			visit(m)
		}
		found = append(found, a.nodes[n].origins...)
	}
	return found
}

// unknownConversions lists the conversions of integers of which no source is known, such as narrow ones, that give some of what pointers that are
// dereferenced contain.
func (a *analysis) unknownConversions() (found []int32) {
	seen := make([]bool, len(a.nodes))
	var stack []int32
	visit := func(n int32) {
		if n = a.find(n); n != nothing && !seen[n] {
			seen[n] = true
			stack = append(stack, n)
		}
	}
	for _, acc := range a.accesses {
		visit(acc.node)
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, m := range a.nodes[n].preds {
			visit(m)
		}
		if len(a.nodes[n].pts) > 0 {
			continue
		}
		for _, i := range a.nodes[n].origins {
			if a.origins[i].kind == originInteger {
				found = append(found, i)
			}
		}
	}
	return found
}

// supply makes an origin point to an unknown object, if it can do so yet.
func (a *analysis) supply(i int32) {
	o := &a.origins[i]
	switch o.kind {
	case originAddress:
		a.add(o.node, a.constantTarget(o))
	case originLoad:
		for _, t := range slices.Clone(a.pts(o.addr)) {
			if t.Obj == unknownAddress {
				continue
			}
			if c := a.class(t, o.ty); a.mayBeNumber(c) {
				a.add(a.content(c), target{Obj: unknownAddress, Stride: 1})
			} else {
				a.initially(c, o.ty)
			}
		}
	case originInteger:
		a.add(o.node, target{Obj: a.numbered(i), Stride: 1})
	default:
		u := a.unknownObject(i)
		a.uninitialised[u] = o.uninitialised
		a.add(o.node, target{Obj: u})
	}
}

// constantTarget is where a constant address points. Small numbers mark pointers that are not
// meant to be near each other; others are offsets into one memory.
func (a *analysis) constantTarget(o *origin) target {
	base, off, name := o.val, int64(0), "*"+o.name
	if o.val >= a.space.Reserved || o.val < 0 {
		base, off, name = 0, o.val, ir.ConstantsName
	}
	key := base
	if off != 0 {
		key = a.space.Reserved
	}
	i, ok := a.fixed[key]
	if !ok {
		i = a.object(&ir.Object{Name: name, Kind: ir.UnknownObject, Size: -1, Addr: num.I(base), Pos: o.pos})
		a.fixed[key] = i
		a.objs[i].fixed = true
	}
	return mkTarget(i, off, 0)
}
