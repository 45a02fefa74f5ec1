package thread

import (
	"slices"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Locks is the property that misuse of locks violates. Models of the functions of locks find it, see lockuse.c, by what they write down in the locks themselves.
const Locks = "locks"

// OfLocks tells whether what functions of locks do matters in programs that make no threads, too.
func (p Purpose) OfLocks() bool { return p == Deadlocks || p == Misuse }

// unset is what lockuse.c calls UNSET, and life where it has that.
const (
	unset = 3
	life  = 8
)

// maxLocks is how many locks of an object are known to have no value where it begins.
const maxLocks = 256

// initialised are the types of locks that a static initialiser, or zero, makes; in others zero is no value.
var initialised = []string{"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "mtx_t", "cnd_t"}

// Births are the stores by which the locks in an object of type t at addr have no value yet, if they are looked at for misuse. What move gives is so many bytes behind an address.
func (p Purpose) Births(t *types.Type, addr *ir.Expr, move func(*ir.Expr, int64) *ir.Expr) (stores []ir.Stmt) {
	if p != Misuse {
		return nil
	}
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
	return stores
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
