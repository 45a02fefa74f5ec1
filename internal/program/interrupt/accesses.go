package interrupt

import (
	"craig/internal/program/alias"
	"craig/internal/program/ir"
)

// access is what something reads and writes of what others may see: global variables and objects.
type access struct {
	reads, writes map[any]bool // *ir.Var, *ir.Object
	// all: memory of which it is not known which object it is
	readsAll, writesAll bool
}

func newAccess() *access { return &access{reads: map[any]bool{}, writes: map[any]bool{}} }

func (a *access) add(b *access) {
	for x := range b.reads {
		a.reads[x] = true
	}
	for x := range b.writes {
		a.writes[x] = true
	}
	a.readsAll, a.writesAll = a.readsAll || b.readsAll, a.writesAll || b.writesAll
}

func merged(list []*access) *access {
	all := newAccess()
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
func conflicts(x any, writes bool, with *access) bool {
	if x == switched {
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

// accesses finds what functions access.
type accesses struct {
	p      *ir.Program
	reach  *alias.Reach
	masked *ir.Var
}

// closure is what some functions access.
func (a *accesses) closure(fns []*ir.Func) *access {
	all := newAccess()
	for _, f := range fns {
		for _, l := range f.Locs {
			for _, id := range a.p.Locs[l].Out {
				a.statement(a.p.Edges[id].Stmt, all)
			}
		}
	}
	return all
}

// statement adds what s accesses.
func (a *accesses) statement(s ir.Stmt, to *access) {
	ir.Exprs(s, func(e *ir.Expr) {
		ir.Walk(e, func(e *ir.Expr) bool {
			xs, all := a.read(e)
			for _, x := range xs {
				to.reads[x] = true
			}
			to.readsAll = to.readsAll || all
			return true
		})
	})
	xs, all := a.written(s)
	for _, x := range xs {
		to.writes[x] = true
	}
	to.writesAll = to.writesAll || all
}

// read is what e itself reads, without its operands.
func (a *accesses) read(e *ir.Expr) (xs []any, all bool) {
	switch {
	case e.Op == ir.OpVar && e.Var.Func == nil && e.Var != a.masked:
		return []any{e.Var}, false
	case e.Op == ir.OpLoad:
		return a.at(e.Args[0])
	}
	return nil, false
}

// switched stands for interrupts being switched on.
var switched any = "interrupts"

// written is what s itself writes.
func (a *accesses) written(s ir.Stmt) (xs []any, all bool) {
	switch s := s.(type) {
	case *ir.Store:
		return a.at(s.Addr)
	case *ir.Assign:
		if s.Var == a.masked && s.Expr.IsConst() && s.Expr.Val.IsZero() {
			return []any{switched}, false // and those come that have waited
		}
	case *ir.Clobber:
		return nil, true
	case *ir.Call:
		if s.Result == nil {
			return nil, false
		}
	}
	if v := ir.Written(s); v != nil && v.Func == nil && v != a.masked {
		return []any{v}, false
	}
	return nil, false
}

func (a *accesses) at(addr *ir.Expr) (xs []any, all bool) {
	objs, all := a.reach.At(addr)
	for _, o := range objs {
		if o.Kind != ir.FuncObject && o.Kind != ir.StringObject {
			xs = append(xs, o)
		}
	}
	return xs, all
}

// meets tells whether one of xs, or anything, is in conflict with the accesses of an interrupt.
func meets(xs []any, all, writes bool, with *access) bool {
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
