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
	"slices"
	"sort"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Check checks the claims t about p, which has not been changed since they were made. nil says that they hold in all executions of p
// that the answer is about; otherwise the doubt says what could not be shown, of the first place where that is so,
// or that ctx has ended.
func Check(ctx context.Context, p *ir.Program, t *ir.Points) *ir.Doubt {
	c := &checker{p: p, t: t, word: int64(p.PtrBits) / 8, seen: map[*ir.Expr]bool{}, shown: map[inclusion]bool{}, again: again(p)}
	c.objects()
	for _, e := range p.Edges {
		if e != nil && c.doubt == nil {
			c.pos = e.Pos
			c.statement(e)
			c.need(ctx.Err() == nil, "there was no time to check it")
		}
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

	open   []bool                   // by object: what it contains at first may be any pointer
	stored map[ir.Class]*ir.Targets // the contents of classes
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
	c.open, c.stored = make([]bool, len(c.t.Objects)), map[ir.Class]*ir.Targets{}
	for i := range c.t.Objects {
		o := &c.t.Objects[i]
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

// hasNew says that the set has an object for a pointer of unknown origin; several says that there may be more than one such pointer. (One
// in which offsets do not matter is an array of cells, by address: see cells.)
func (c *checker) hasNew(set *ir.Targets, several bool) bool {
	return slices.ContainsFunc(*set, func(t ir.Target) bool {
		o := &c.t.Objects[t.Obj]
		return t.Obj != 0 && (o.Many || o.Kind == ir.UnknownObject && !o.Fixed && !(several && o.Single && !o.Fuzzy))
	})
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
