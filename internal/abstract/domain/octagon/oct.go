package octagon

import (
	"slices"
	"sync/atomic"
)

// An oct is an octagon over n integer variables, as a product of blocks [Singh, Püschel, Vechev 2015]:
// what it says of two variables of different blocks follows from what it says of each. What is so
// is not stored, so that bounds of single variables relate nothing. The entry (i, j), for two variables
// out of all, is a number as in a block.
//
// An oct and its blocks are not changed once it is part of a state. Octagons share blocks.
//
// Property (TestModel): entries are those of one whole matrix, after any operations.
type oct struct {
	blocks []*block
	where  []slot // by variable
	closed bool   // all blocks are
	empty  bool   // then blocks do not matter
	shut   atomic.Pointer[oct]
}

// slot is the place of a variable: the k-th of a block.
type slot struct{ block, k int32 }

func newOct(n int) *oct {
	o := &oct{closed: true, blocks: make([]*block, n), where: make([]slot, n)}
	for v := range n {
		o.blocks[v] = newBlock([]int{v})
		o.where[v].block = int32(v)
	}
	return o
}

func (o *oct) clone() *oct {
	return &oct{blocks: slices.Clone(o.blocks), where: slices.Clone(o.where), closed: o.closed, empty: o.empty}
}

// entry is (i, j).
func (o *oct) entry(i, j int) int64 {
	x, y := o.where[i/2], o.where[j/2]
	if x.block == y.block {
		return o.blocks[x.block].m[at(int(2*x.k)+i&1, int(2*y.k)+j&1)]
	}
	return add(half(o.unary(i^1)), half(o.unary(j)))
}

// unary is the entry (j̄, j): the bound of 2Vⱼ.
func (o *oct) unary(j int) int64 {
	y := o.where[j/2]
	l := int(2*y.k) + j&1
	return o.blocks[y.block].m[at(l^1, l)]
}

// upper is the bound of variable k, negUpper that of its negation.
func (o *oct) upper(k int) int64    { return half(o.unary(2 * k)) }
func (o *oct) negUpper(k int) int64 { return half(o.unary(2*k + 1)) }

// over is o on vars, which are ascending, as one block; its own block, if that is over vars.
func (o *oct) over(vars []int) *block {
	if b := o.blocks[o.where[vars[0]].block]; len(b.vars) == len(vars) && slices.Equal(b.vars, vars) {
		return b
	}
	b := &block{vars: vars, m: make([]int64, 0, 2*len(vars)*(len(vars)+1)), closed: o.closed}
	for i := range 2 * len(vars) {
		for j := 0; j <= i|1; j++ {
			b.m = append(b.m, o.entry(2*vars[i/2]+i&1, 2*vars[j/2]+j&1))
		}
	}
	return b
}

// own is the block of the variables x and y in o, which may be changed; it unites their blocks if they
// have two.
func (o *oct) own(x, y int) *block {
	b, c := o.blocks[o.where[x].block], o.blocks[o.where[y].block]
	switch {
	case b != c:
		vars := slices.Concat(b.vars, c.vars)
		slices.Sort(vars)
		b = o.over(vars)
		b.owner = o
		o.replace(b)
	case b.owner != o:
		b = &block{vars: b.vars, m: slices.Clone(b.m), closed: b.closed, owner: o}
		o.blocks[o.where[x].block] = b
	}
	return b
}

// replace puts blocks in the place of those that had their variables.
func (o *oct) replace(news ...*block) {
	for _, b := range news {
		for _, v := range b.vars {
			o.where[v].block = -1
		}
	}
	kept := o.blocks[:0:0]
	for _, b := range o.blocks {
		if o.where[b.vars[0]].block >= 0 {
			kept = append(kept, b)
		}
	}
	o.blocks = append(kept, news...)
	o.index()
}

// index makes where of blocks.
func (o *oct) index() {
	o.closed = true
	for i, b := range o.blocks {
		for k, v := range b.vars {
			o.where[v] = slot{int32(i), int32(k)}
		}
		o.closed = o.closed && b.closed
	}
}

// local is the number of Vᵢ in the block of its variable.
func (o *oct) local(i int) int { return int(2*o.where[i/2].k) + i&1 }

// limit adds Vⱼ - Vᵢ ≤ c to o, which is its own and closed, and closes it again, in time quadratic
// in the size of a block.
func (o *oct) limit(i, j int, c int64) {
	if o.empty || c >= far || i != j && c >= o.entry(i, j) || i == j && c >= 0 {
		return
	}
	b := o.own(i/2, j/2)
	if o.empty = !b.limit(o.local(i), o.local(j), max(c, -far)); !o.empty {
		o.refine(b)
	}
}

// refine splits a block of o, which is its own.
func (o *oct) refine(b *block) {
	if parts := b.split(); len(parts) > 1 {
		o.replace(parts...)
	}
}

// note adds Vⱼ - Vᵢ ≤ c to o, which is its own, and concludes nothing from it.
func (o *oct) note(i, j int, c int64) {
	if o.empty || i == j || c >= o.entry(i, j) {
		return
	}
	b := o.own(i/2, j/2)
	b.m[at(o.local(i), o.local(j))], b.closed, o.closed = max(c, -far), false, false
}

// close is o closed, in time cubic in the sizes of its blocks. It is computed once.
func (o *oct) close() *oct {
	if o.closed || o.empty {
		return o
	}
	if c := o.shut.Load(); c != nil {
		return c
	}
	c := &oct{where: make([]slot, len(o.where))}
	for _, b := range o.blocks {
		if b.closed {
			c.blocks = append(c.blocks, b)
			continue
		}
		b = &block{vars: b.vars, m: slices.Clone(b.m)}
		if !b.close() {
			c.empty = true
			break
		}
		c.blocks = append(c.blocks, b.split()...)
	}
	c.index()
	o.shut.Store(c)
	return c
}

// forget drops what o, which is its own and closed, says of variable x.
func (o *oct) forget(x int) {
	b := o.blocks[o.where[x].block]
	if len(b.vars) == 1 {
		o.blocks[o.where[x].block] = newBlock(b.vars)
		return
	}
	var places []int
	for k, v := range b.vars {
		if v != x {
			places = append(places, k)
		}
	}
	o.replace(append(b.pick(places).split(), newBlock([]int{x}))...)
}

// shift replaces variable x by x + [lo, hi] in o, which is its own and closed. lo is -inf where there
// is no bound, hi inf.
func (o *oct) shift(x int, lo, hi int64) {
	b := o.own(x, x)
	b.shift(int(o.where[x].k), lo, hi)
	o.refine(b)
}

// negate replaces variable x by -x in o, which is its own.
func (o *oct) negate(x int) { o.own(x, x).negate(int(o.where[x].k)) }

// isTop says that o has no constraint.
func (o *oct) isTop() bool {
	return !o.empty && !slices.ContainsFunc(o.blocks, func(b *block) bool {
		return len(b.vars) > 1 || b.m[at(0, 1)] != inf || b.m[at(1, 0)] != inf
	})
}
