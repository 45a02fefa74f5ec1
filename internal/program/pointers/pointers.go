// Package pointers checks what package alias claims of a program's pointers, before memory is split by it.
//
// A points-to analysis searches for sets of targets; that they are right is easier to see than to find. The sets are right if
// they are closed: each statement, executed where the sets hold, leaves a state in which they hold. So this package goes through the
// program once and looks at each statement and expression by itself. It has rules of its own for what an operation makes of an address,
// and shares no code with the analysis.
//
//	closed.go   statements: variables, contents of memory, arguments and results of calls, functions without a body
//	values.go   expressions, and which offsets arithmetic may add
//	split.go    how memory is split: each access stays in its part, parts are apart, cells of a part too; objects that are said
//	            to be there once are, and no two have the same bytes
//
// So a target that is missing, a function that a call through a pointer may reach and that is not among those it chooses from, and
// objects that are taken for one or for different ones without reason are seen.
//
// What it believes is what docs/memory.md and docs/semantics.md say of C and of what is outside of an answer: a pointer stays in the object
// that it was derived from, an access is aligned, constant addresses and pointers that were never set lead nowhere, and pointers of
// unknown origin lead to objects of their own.
package pointers

import (
	"context"
	"fmt"
	"sort"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Check checks the claims t about p, which has not been changed since they were made. nil says that they hold in all executions of p
// that the answer is about; otherwise the doubt says what could not be shown, of the first place where that is so,
// or that ctx has ended.
func Check(ctx context.Context, p *ir.Program, t *ir.Points) *ir.Doubt {
	c := &checker{p: p, t: t, word: int64(p.PtrBits) / 8, seen: map[*ir.Expr]bool{}, shown: map[inclusion]bool{}, single: map[source][]int32{}, again: again(p)}
	c.objects()
	for _, e := range p.Edges {
		if e != nil && c.doubt == nil {
			c.pos = e.Pos
			c.statement(e)
			c.need(ctx.Err() == nil, "there was no time to check it")
		}
	}
	if c.doubt == nil {
		c.own()
	}
	if t.Parts != nil && c.doubt == nil {
		c.split()
	}
	return c.doubt
}

type checker struct {
	p     *ir.Program
	t     *ir.Points
	word  int64 // bytes of a pointer
	seen  map[*ir.Expr]bool
	shown map[inclusion]bool
	again []bool // by edge: it may be executed more than once
	doubt *ir.Doubt
	pos   ir.Pos // of the statement in hand

	open    []bool                   // by object: what it contains at first may be any pointer
	many    []bool                   // by object: it stands for others
	stored  map[ir.Class]*ir.Targets // the contents of classes
	single  map[source][]int32       // by places, the objects of which their pointers have one
	sources []source                 // these places
}

// inclusion is that what is in one set is in the other one after a move.
type inclusion struct {
	from, to *ir.Targets
	by       move
}

// need has a doubt if what is said is not so.
func (c *checker) need(ok bool, what string, args ...any) {
	if !ok && c.doubt == nil {
		c.doubt = &ir.Doubt{Pos: c.pos, What: fmt.Sprintf(what, args...)}
	}
}

// objects prepares what is asked of objects.
func (c *checker) objects() {
	c.open, c.many, c.stored = make([]bool, len(c.t.Objects)), make([]bool, len(c.t.Objects)), map[ir.Class]*ir.Targets{}
	for i := range c.t.Objects {
		o := &c.t.Objects[i]
		c.many[o.Rep] = c.many[o.Rep] || int(o.Rep) != i
		c.need(c.t.Objects[o.Rep].Rep == o.Rep, "%s has two objects that stand for it", o.Name)
		c.open[o.Rep] = c.open[o.Rep] || o.Kind == ir.UnknownObject || o.Kind == ir.GlobalObject && !o.Zero
		c.need(!o.Fixed || o.Kind == ir.UnknownObject, "%s is taken for a constant address", o.Name)
		for _, k := range o.Contents {
			c.stored[k.Class] = k.At
		}
	}
}

// again marks the edges that may be executed more than once.
func again(p *ir.Program) []bool {
	n, succ := graph.OfFunc(p, p.Main)
	component := make([]int, n)
	for i, locs := range graph.Components(n, succ, int(p.Main.Entry)) {
		for _, l := range locs {
			component[l] = i
		}
	}
	marks := make([]bool, len(p.Edges))
	for _, e := range p.Edges {
		if e != nil {
			marks[e.ID] = p.Locs[e.From].Func != p.Main || component[e.From] == component[e.To]
		}
	}
	return marks
}

// move is what arithmetic does to an address: Off and any multiple of Stride are added. known leaves out integers of unknown source.
type move struct {
	off, stride int64
	known       bool
}

var (
	stay     = move{}
	anywhere = move{stride: 1}
)

// included says that to has everything in from, moved by m.
func (c *checker) included(from *ir.Targets, m move, to *ir.Targets) bool {
	if from == to && m == stay || len(*from) == 0 {
		return true
	}
	key := inclusion{from, to, m}
	if ok, known := c.shown[key]; known {
		return ok
	}
	ok := true
	for _, t := range *from {
		if ok = t.Obj == 0 && m.known || c.has(to, ir.Target{Obj: t.Obj, Off: t.Off + m.off, Stride: gcd(t.Stride, m.stride)}); !ok {
			break
		}
	}
	c.shown[key] = ok
	return ok
}

// has says that all addresses of the target are in the set.
func (c *checker) has(set *ir.Targets, t ir.Target) bool {
	if o := &c.t.Objects[t.Obj]; o.Rep != t.Obj {
		t = ir.Target{Obj: o.Rep, Stride: 1}
	}
	for i := c.first(set, t.Obj); i < len(*set) && (*set)[i].Obj == t.Obj; i++ {
		if t.Obj == 0 || contains((*set)[i], t) {
			return true
		}
	}
	return false
}

// first is the index of the first target in an object, or of where it would be.
func (c *checker) first(set *ir.Targets, obj int32) int {
	return sort.Search(len(*set), func(i int) bool { return (*set)[i].Obj >= obj })
}

// hasNumber says that the set has integers of unknown source.
func hasNumber(set *ir.Targets) bool { return len(*set) > 0 && (*set)[0].Obj == 0 }

// source is a place where pointers of unknown origin come from.
type source struct {
	pos     ir.Pos
	edge    ir.EdgeID // where they are made
	several bool      // there may be more than one such pointer
	wild    bool      // the program may not use them
	cell    ir.Class  // where they are found, if it is in memory
}

// hasNew notes whether the set has an object for the pointers of unknown origin that come from a place. (One in which offsets do not
// matter is an array of cells, by address: see cells.) If such a pointer may lead to any object, that is one for all of them.
func (c *checker) hasNew(set *ir.Targets, from source) bool {
	found := false
	var one []int32
	for _, t := range *set {
		o := &c.t.Objects[t.Obj]
		switch {
		case t.Obj == 0 || o.Wild && !from.wild || !c.p.FreshPointers && (c.t.Any == 0 || o.Rep != c.t.Objects[c.t.Any].Rep):
		case c.many[t.Obj] || o.Kind == ir.UnknownObject && !o.Fixed && (!o.Single || o.Fuzzy):
			return true
		case o.Kind == ir.UnknownObject && !o.Fixed && !from.several:
			one, found = append(one, t.Obj), true
		}
	}
	if _, known := c.single[from]; found && !known {
		c.sources = append(c.sources, from)
		c.single[from] = one
	}
	return found
}

// own: no two places have the same object for their pointers if that is there once: places and objects are matched.
func (c *checker) own() {
	taken := map[int32]source{}
	var seen map[int32]bool
	var match func(s source) bool
	match = func(s source) bool {
		for _, o := range c.single[s] {
			if seen[o] {
				continue
			}
			seen[o] = true
			if other, ok := taken[o]; !ok || match(other) {
				taken[o] = s
				return true
			}
		}
		return false
	}
	for _, s := range c.sources {
		seen = map[int32]bool{}
		c.pos = s.pos
		c.need(match(s), "pointers of unknown origin from two places have one object")
	}
	c.pos = ir.Pos{}
}

// contains says that all addresses of u, which is in the same object, are among those of t.
func contains(t, u ir.Target) bool {
	if t.Stride == 0 {
		return u.Stride == 0 && u.Off == t.Off
	}
	return u.Stride%t.Stride == 0 && (u.Off-t.Off)%t.Stride == 0
}

// meet says that the classes, of one object, may have a byte in common.
func meet(a, b ir.Class) bool {
	g := gcd(a.Stride, b.Stride)
	if g == 0 {
		return a.Off < b.Off+b.Width && b.Off < a.Off+a.Width
	}
	d := ((b.Off-a.Off)%g + g) % g // the least distance from an address of a up to one of b
	return d < a.Width || g-d < b.Width
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
