// Package interleave finds where executions that take place side by side, those of interrupt handlers or of threads, can tell in which order they do
// what they do: at accesses to what they share.
//
//	accesses.go    what statements access, and what is shared
//	split.go       a statement with several such accesses becomes several, and so does an access that is wider than a word
//	copy.go        copies of code that has variables and objects of its own
package interleave

import (
	"maps"
	"slices"

	"craig/internal/program/alias"
	"craig/internal/program/ir"
)

// Access is what something reads and writes of what others may see: global variables and objects.
type Access struct {
	reads, writes map[any]bool // *ir.Var, *ir.Object
	// all: memory of which it is not known which object it is
	readsAll, writesAll bool
	every               bool // and all variables
}

// Everything is an access to all that there is.
func Everything() *Access { return &Access{every: true} }

// NewAccess is no access.
func NewAccess() *Access { return &Access{reads: map[any]bool{}, writes: map[any]bool{}} }

func (a *Access) add(b *Access) {
	for x := range b.reads {
		a.reads[x] = true
	}
	for x := range b.writes {
		a.writes[x] = true
	}
	a.readsAll, a.writesAll = a.readsAll || b.readsAll, a.writesAll || b.writesAll
}

// Merged is what any of list accesses.
func Merged(list []*Access) *Access {
	all := NewAccess()
	for _, a := range list {
		all.add(a)
	}
	return all
}

// hasObject tells whether a set has memory.
func hasObject(set map[any]bool) bool {
	for x := range set {
		if _, ok := x.(*ir.Object); ok {
			return true
		}
	}
	return false
}

// conflicts tells whether an interrupt with the accesses with sees or decides what an access to x is: reads it, where that
// writes, or writes it. x is nil for memory of which it is not known which object it is.
func conflicts(x any, writes bool, with *Access) bool {
	if x == switched || with.every {
		return true
	}
	if v, ok := x.(*ir.Var); ok {
		return with.writes[v] || writes && with.reads[v]
	}
	if with.writesAll || writes && with.readsAll {
		return true
	}
	if x == nil {
		return hasObject(with.writes) || writes && hasObject(with.reads)
	}
	return with.writes[x] || writes && with.reads[x]
}

// Accesses finds what functions access.
type Accesses struct {
	P     *ir.Program
	Reach *alias.Reach
	// Masked is a variable that is 1 while interrupts are switched off; nil if there is none.
	Masked *ir.Var
	// Own are variables of which each side has one; nil if there are none.
	Own map[*ir.Var]bool
	// Library: what models of the library keep for themselves is changed as a whole.
	Library bool
}

// At is what the statements that leave some locations access.
func (a *Accesses) At(locs []ir.Loc) *Access {
	all := NewAccess()
	for _, l := range locs {
		for _, id := range a.P.Locs[l].Out {
			a.statement(a.P.Edges[id].Stmt, all)
		}
	}
	return all
}

// statement adds what s accesses.
func (a *Accesses) statement(s ir.Stmt, to *Access) {
	reads, writes := a.Each(s, func(x any, writes bool) {
		if writes {
			to.writes[x] = true
		} else {
			to.reads[x] = true
		}
	})
	to.readsAll, to.writesAll = to.readsAll || reads, to.writesAll || writes
}

// Each calls f with what s reads and writes, and says whether it reads and writes memory of which it is not known which object it is.
func (a *Accesses) Each(s ir.Stmt, f func(x any, writes bool)) (readsAll, writesAll bool) {
	ir.Exprs(s, func(e *ir.Expr) {
		ir.Walk(e, func(e *ir.Expr) bool {
			xs, all := a.Read(e)
			for _, x := range xs {
				f(x, false)
			}
			readsAll = readsAll || all
			return true
		})
	})
	xs, writesAll := a.Written(s)
	for _, x := range xs {
		f(x, true)
	}
	return readsAll, writesAll
}

// Add adds what s accesses, as accesses finds it.
func (a *Access) Add(accesses *Accesses, s ir.Stmt) { accesses.statement(s, a) }

// AddObjects adds that the objects that an address leads to are read.
func (a *Access) AddObjects(accesses *Accesses, addr *ir.Expr) {
	xs, all := accesses.at(addr)
	for _, x := range xs {
		a.reads[x] = true
	}
	a.readsAll = a.readsAll || all
}

// Meets tells whether a and b are in conflict: one of them writes what the other one reads or writes.
func (a *Access) Meets(b *Access) bool {
	meets := func(set map[any]bool, all, writes bool) bool {
		return Meets(slices.Collect(maps.Keys(set)), all, writes, b)
	}
	return meets(a.reads, a.readsAll, false) || meets(a.writes, a.writesAll, true)
}

// Without is a but for some variables and objects.
func (a *Access) Without(drop func(x any) bool) *Access {
	b := NewAccess()
	b.add(a)
	for _, set := range []map[any]bool{b.reads, b.writes} {
		maps.DeleteFunc(set, func(x any, _ bool) bool { return drop(x) })
	}
	return b
}

// Read is what e itself reads, without its operands.
func (a *Accesses) Read(e *ir.Expr) (xs []any, all bool) {
	switch {
	case e.Op == ir.OpVar && a.seen(e.Var):
		return []any{e.Var}, false
	case e.Op == ir.OpLoad:
		return a.at(e.Args[0])
	}
	return nil, false
}

// seen tells whether v may be shared.
func (a *Accesses) seen(v *ir.Var) bool {
	return v.Func == nil && v != a.Masked && !a.Own[v] && !(a.Library && v.Pos.InModel())
}

// switched stands for interrupts being switched on.
var switched any = "interrupts"

// Written is what s itself writes.
func (a *Accesses) Written(s ir.Stmt) (xs []any, all bool) {
	switch s := s.(type) {
	case *ir.Store:
		return a.at(s.Addr)
	case *ir.Assign:
		if s.Var == a.Masked && s.Expr.IsConst() && s.Expr.Val.IsZero() {
			return []any{switched}, false // and those come that have waited
		}
	case *ir.Clobber:
		return nil, true
	case *ir.Free: // that ends the life of what others may access
		if s.Addr != nil && a.Library {
			return a.at(s.Addr)
		}
	case *ir.Call:
		if s.Result == nil {
			return nil, false
		}
	}
	if v := ir.Written(s); v != nil && a.seen(v) {
		return []any{v}, false
	}
	return nil, false
}

func (a *Accesses) at(addr *ir.Expr) (xs []any, all bool) {
	objs, all := a.Reach.At(addr)
	for _, o := range objs {
		if o.Kind != ir.FuncObject && o.Kind != ir.StringObject && !(a.Library && o.Kind == ir.GlobalObject && o.Pos.InModel() && !o.Thread) {
			xs = append(xs, o)
		}
	}
	return xs, all
}

// Meets tells whether one of xs, or anything, is in conflict with the accesses of an interrupt.
func Meets(xs []any, all, writes bool, with *Access) bool {
	if all && conflicts(nil, writes, with) {
		return true
	}
	for _, x := range xs {
		if conflicts(x, writes, with) {
			return true
		}
	}
	return false
}
