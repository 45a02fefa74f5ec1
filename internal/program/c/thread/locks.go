package thread

import (
	"slices"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Locks is the property that misuse of locks violates. Models of the functions of locks find it, see lockuse.c, by what they write down in the locks themselves.
const Locks = "locks"

// OfLocks tells whether what functions of locks do matters in programs that make no threads, too.
func (p Purpose) OfLocks() bool { return p == Deadlocks || p.Judges() }

// Judges tells whether misuse of locks is looked for.
func (p Purpose) Judges() bool { return p == Misuse || p == AnyMisuse }

// unset is what lockuse.c calls UNSET, and life where it has that.
const (
	unset = 3
	life  = 8
)

// maxLocks is how many locks of an object are known to have no value where it begins.
const maxLocks = 256

// initialised are the types of locks that a static initialiser, or zero, makes; in others zero is no value.
var initialised = []string{"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "mtx_t", "cnd_t"}

// Births emits the stores by which the locks in an object of type t at addr have no value yet, if they are looked at for misuse; none if addr is nil. What move gives is so many bytes
// behind an address.
func (p Purpose) Births(t *types.Type, addr *ir.Expr, move func(*ir.Expr, int64) *ir.Expr, emit func(ir.Stmt)) {
	if !p.Judges() || addr == nil {
		return
	}
	var stores []ir.Stmt
	var find func(t *types.Type, at int64)
	find = func(t *types.Type, at int64) {
		switch r := t.Record; {
		case len(stores) >= maxLocks:
		case t.Kind == types.Array && t.Len > 0 && holds(t.Elem):
			for i := range min(t.Len, maxLocks) {
				find(t.Elem, at+i*t.Elem.SizeOf())
			}
		case r == nil:
		case slices.Contains(initialised, r.Typedef):
			stores = append(stores, &ir.Store{Addr: move(addr, at+life), Val: ir.ConstInt(ir.Int(32, true), unset)})
		default:
			for i := range r.Fields {
				find(r.Fields[i].Type, at+r.Fields[i].Offset)
			}
		}
	}
	find(t, 0)
	for _, s := range stores {
		emit(s)
	}
}

// Unless is addr, and nil if is holds.
func Unless(is bool, addr *ir.Expr) *ir.Expr {
	if is {
		return nil
	}
	return addr
}

// New is pointer, if that has been given a new block of site right before at and a t has room there; else nil.
func New(p *ir.Program, at ir.Loc, site *ir.Object, pointer *ir.Expr, t *types.Type) *ir.Expr {
	if in := p.Locs[at].In; len(in) == 1 && site != nil && t.IsComplete() && t.SizeOf() <= site.Size {
		if a, ok := p.Edges[in[0]].Stmt.(*ir.Alloc); ok && a.Result == pointer.Var {
			return pointer
		}
	}
	return nil
}

// Zeroed tells whether a block of malloc begins with zero: where locks are looked at it does, as an assumption.
func (p Purpose) Zeroed(prog *ir.Program, zero bool, pos ir.Pos) bool {
	if p.Judges() && !zero {
		prog.Notes = append(prog.Notes, ir.Note{Kind: ir.Assumption, Pos: pos, Text: "blocks of malloc and its kin begin with zero: what they hold matters to no lock"})
		return true
	}
	return zero
}

// Strange says, where locks are looked at, that executions end which come to where locks may be of which nobody knows what has become: a variable that is defined nowhere, or
// what a function without a body returns, of type t.
func (p Purpose) Strange(name string, t *types.Type, stop func(why string)) {
	if p.Judges() && (t == nil || t.Kind == types.Pointer || t.Record != nil) {
		stop("whether locks are initialised and locked that are not the program's own, as by way of " + name + ", is not known")
	}
}

// holds tells whether objects of type t have such locks in them.
func holds(t *types.Type) bool {
	switch r := t.Record; {
	case t.Kind == types.Array:
		return holds(t.Elem)
	case r == nil:
		return false
	default:
		return slices.Contains(initialised, r.Typedef) || slices.ContainsFunc(r.Fields, func(f types.Field) bool { return holds(f.Type) })
	}
}
