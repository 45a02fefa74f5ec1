package domain

import "math/bits"

// Tree is a persistent map from small non-negative integers, the numbers of variables. The nil
// pointer is the empty map. Trees share what they have in common, and operations on two trees
// do not look into shared parts, so that the join of two states costs what they differ in.
//
// These are the big-endian Patricia trees of [Okasaki and Gill 1998].
type Tree[V any] struct {
	key         uint32 // of a leaf its key, of a branch the bits above bit
	bit         uint32 // the bit that a branch tests; 0 for a leaf
	val         V
	left, right *Tree[V] // bit clear, bit set
}

// Get is the value at k.
func (t *Tree[V]) Get(k int) (v V, ok bool) {
	for t != nil && t.bit != 0 {
		if uint32(k)&t.bit == 0 {
			t = t.left
		} else {
			t = t.right
		}
	}
	if t == nil || t.key != uint32(k) {
		return v, false
	}
	return t.val, true
}

// Set is t with v at k.
func (t *Tree[V]) Set(k int, v V) *Tree[V] {
	leaf := &Tree[V]{key: uint32(k), val: v}
	return t.insert(leaf)
}

func (t *Tree[V]) insert(leaf *Tree[V]) *Tree[V] {
	switch {
	case t == nil:
		return leaf
	case t.bit == 0:
		if t.key == leaf.key {
			return leaf
		}
		return link(t, leaf)
	case !t.matches(leaf.key):
		return link(t, leaf)
	case leaf.key&t.bit == 0:
		return &Tree[V]{key: t.key, bit: t.bit, left: t.left.insert(leaf), right: t.right}
	}
	return &Tree[V]{key: t.key, bit: t.bit, left: t.left, right: t.right.insert(leaf)}
}

// Delete is t without k.
func (t *Tree[V]) Delete(k int) *Tree[V] {
	key := uint32(k)
	switch {
	case t == nil:
		return nil
	case t.bit == 0:
		if t.key == key {
			return nil
		}
		return t
	case !t.matches(key):
		return t
	case key&t.bit == 0:
		return t.with(t.left.Delete(k), t.right)
	}
	return t.with(t.left, t.right.Delete(k))
}

// matches says that k has the prefix of the branch t.
func (t *Tree[V]) matches(k uint32) bool { return k&^(t.bit<<1-1) == t.key }

// with is the branch t with these subtrees.
func (t *Tree[V]) with(l, r *Tree[V]) *Tree[V] {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case l == t.left && r == t.right:
		return t
	}
	return &Tree[V]{key: t.key, bit: t.bit, left: l, right: r}
}

// link joins two trees with different prefixes.
func link[V any](a, b *Tree[V]) *Tree[V] {
	bit := uint32(1) << (31 - bits.LeadingZeros32(a.key^b.key))
	key := a.key &^ (bit<<1 - 1)
	if a.key&bit == 0 {
		return &Tree[V]{key: key, bit: bit, left: a, right: b}
	}
	return &Tree[V]{key: key, bit: bit, left: b, right: a}
}

// Intersect has the keys of both, with the values of f, except where that says false. It takes
// f(k, v, v) to be v, true; f returns its first value itself if nothing changes, as same tells,
// so that the result shares with a.
func Intersect[V any](a, b *Tree[V], f func(k int, v, w V) (V, bool), same func(v, w V) bool) *Tree[V] {
	switch {
	case a == b:
		return a
	case a == nil || b == nil:
		return nil
	case a.bit == 0:
		w, ok := b.Get(int(a.key))
		if !ok {
			return nil
		}
		u, ok := f(int(a.key), a.val, w)
		if !ok {
			return nil
		}
		if same(u, a.val) {
			return a
		}
		return &Tree[V]{key: a.key, val: u}
	case b.bit == 0:
		v, ok := a.Get(int(b.key))
		if !ok {
			return nil
		}
		u, ok := f(int(b.key), v, b.val)
		if !ok {
			return nil
		}
		return &Tree[V]{key: b.key, val: u}
	case a.bit == b.bit:
		if a.key != b.key {
			return nil
		}
		return a.with(Intersect(a.left, b.left, f, same), Intersect(a.right, b.right, f, same))
	case a.bit > b.bit:
		if !a.matches(b.key) {
			return nil
		}
		if b.key&a.bit == 0 {
			return Intersect(a.left, b, f, same)
		}
		return Intersect(a.right, b, f, same)
	}
	if !b.matches(a.key) {
		return nil
	}
	if a.key&b.bit == 0 {
		return Intersect(a, b.left, f, same)
	}
	return Intersect(a, b.right, f, same)
}

// Union has the keys of either, where both have one with the value of f. It takes f(k, v, v) to
// be v.
func Union[V any](a, b *Tree[V], f func(k int, v, w V) V) *Tree[V] {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	case b.bit == 0:
		if v, ok := a.Get(int(b.key)); ok {
			return a.Set(int(b.key), f(int(b.key), v, b.val))
		}
		return a.insert(b)
	case a.bit == 0:
		if w, ok := b.Get(int(a.key)); ok {
			return b.Set(int(a.key), f(int(a.key), a.val, w))
		}
		return b.insert(a)
	case a.bit == b.bit && a.key == b.key:
		return a.with(Union(a.left, b.left, f), Union(a.right, b.right, f))
	case a.bit > b.bit && a.matches(b.key):
		if b.key&a.bit == 0 {
			return a.with(Union(a.left, b, f), a.right)
		}
		return a.with(a.left, Union(a.right, b, f))
	case b.bit > a.bit && b.matches(a.key):
		if a.key&b.bit == 0 {
			return b.with(Union(a, b.left, f), b.right)
		}
		return b.with(b.left, Union(a, b.right, f))
	}
	return link(a, b)
}

// Includes says that a has every key of b, and that holds(k, v, w) for their values. It takes
// holds(k, v, v) to be true.
func Includes[V any](a, b *Tree[V], holds func(k int, v, w V) bool) bool {
	switch {
	case a == b || b == nil:
		return true
	case a == nil:
		return false
	case b.bit == 0:
		v, ok := a.Get(int(b.key))
		return ok && holds(int(b.key), v, b.val)
	case a.bit == 0 || a.bit < b.bit:
		return false
	case a.bit == b.bit:
		return a.key == b.key && Includes(a.left, b.left, holds) && Includes(a.right, b.right, holds)
	case !a.matches(b.key):
		return false
	case b.key&a.bit == 0:
		return Includes(a.left, b, holds)
	}
	return Includes(a.right, b, holds)
}

// Differ calls f for every key at which a and b are not known to have the same value: they do
// not share it. hasV and hasW say which of them has the key. It stops when f returns false, and
// returns that.
func Differ[V any](a, b *Tree[V], f func(k int, v V, hasV bool, w V, hasW bool) bool) bool {
	var none V
	onlyA := func(k int, v V) bool { return f(k, v, true, none, false) }
	onlyB := func(k int, w V) bool { return f(k, none, false, w, true) }
	switch {
	case a == b:
		return true
	case a == nil:
		return b.Each(onlyB)
	case b == nil:
		return a.Each(onlyA)
	case a.bit == 0 && b.bit == 0 && a.key == b.key:
		return f(int(a.key), a.val, true, b.val, true)
	case a.bit == b.bit && a.key == b.key && a.bit != 0:
		return Differ(a.left, b.left, f) && Differ(a.right, b.right, f)
	case a.bit > b.bit && a.matches(b.key):
		if b.key&a.bit == 0 {
			return Differ(a.left, b, f) && a.right.Each(onlyA)
		}
		return a.left.Each(onlyA) && Differ(a.right, b, f)
	case b.bit > a.bit && b.matches(a.key):
		if a.key&b.bit == 0 {
			return Differ(a, b.left, f) && b.right.Each(onlyB)
		}
		return b.left.Each(onlyB) && Differ(a, b.right, f)
	}
	return a.Each(onlyA) && b.Each(onlyB)
}

// Each calls f for the keys in ascending order, until f returns false.
func (t *Tree[V]) Each(f func(k int, v V) bool) bool {
	switch {
	case t == nil:
		return true
	case t.bit == 0:
		return f(int(t.key), t.val)
	}
	return t.left.Each(f) && t.right.Each(f)
}
