package explain

import (
	"slices"
	"strings"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Access is one of the two accesses of a data race.
type Access struct {
	Pos      ir.Pos
	Function string
	Thread   int      // that makes it; 0 is the first one
	Calls    []ir.Pos // that have led there, the innermost first
	Locks    []string // which this thread has locked, in the order in which it did that
}

// race are both accesses of a data race; nil if the execution ends otherwise.
func (r *recorder) race(end *ir.LocInfo) []Access {
	if end.Beside == nil {
		return nil
	}
	held := r.held(end, end.Beside)
	access := func(info *ir.LocInfo) Access {
		a := Access{Pos: info.Pos, Function: r.outside(info), Thread: info.Thread(), Locks: held[info.Thread()]}
		if places := info.Places(); len(places) > 0 {
			a.Pos, a.Calls = places[0], places[1:]
		}
		return a
	}
	return []Access{access(end), access(end.Beside)}
}

// locking is a call of a model of a function that locks or unlocks.
type locking struct {
	of   *ir.Instance
	lock num.Int // the address of the lock
	does bool    // it has changed something: one that fails does not
}

// held tells which locks threads have at the end, where they are at these locations, by what they have locked and unlocked.
func (r *recorder) held(at ...*ir.LocInfo) map[int][]string {
	calls := map[int][]*locking{} // of each thread: those it is in, the innermost last
	locks := map[int][]num.Int{}
	inside := func(in, of *ir.Instance) bool {
		return in != nil && len(in.Calls) >= len(of.Calls) && slices.Equal(in.Calls[:len(of.Calls)], of.Calls)
	}
	comes := func(to *ir.LocInfo) (thread int) {
		thread = to.Thread()
		list := calls[thread]
		for len(list) > 0 && !inside(to.Instance, list[len(list)-1].of) {
			if c := list[len(list)-1]; c.does {
				locks[thread] = locked(locks[thread], c)
			}
			list = list[:len(list)-1]
		}
		calls[thread] = list
		return thread
	}
	for i := range r.steps {
		s := &r.steps[i]
		thread := comes(r.p.Locs[s.Edge.From])
		list := calls[thread]
		to := s.Var
		if to != nil && to.Instance != nil && to.Func != nil && parameter(to) && lockName(to.Instance.Func) != "" {
			if len(list) == 0 || list[len(list)-1].of != to.Instance {
				list = append(list, &locking{of: to.Instance, lock: s.Value})
			}
		} else if changes(s.Step) {
			for _, c := range list {
				c.does = true
			}
		}
		calls[thread] = list
	}
	for _, l := range at {
		comes(l)
	}
	texts := map[int][]string{}
	for thread, list := range locks {
		for _, at := range list {
			name, _, _ := strings.Cut(strings.TrimPrefix(r.names.value(r.p.PtrType(), at), "&"), ".__") // without what is inside of it
			texts[thread] = append(texts[thread], name)
		}
	}
	return texts
}

// parameter tells whether a variable of a model that locks is the lock.
func parameter(v *ir.Var) bool { return v.CName == "m" || v.CName == "l" || v.CName == "s" }

// changes tells whether a step writes what is no variable of a function.
func changes(s interp.Step) bool {
	if _, ok := s.Edge.Stmt.(*ir.Store); ok {
		return true
	}
	_, input := s.Edge.Stmt.(*ir.Havoc)
	return s.Var != nil && s.Var.Func == nil && !input
}

// lockName is the function of the library that a model is of, if that locks or unlocks.
func lockName(model string) string {
	if name, ok := modelled(model); ok && strings.HasSuffix(name, "lock") {
		return name
	}
	return ""
}

// modelled is the function of the library that one of the models is of that threads use with each other; ok is false of other functions, whose name it is then.
func modelled(function string) (name string, ok bool) {
	name, _, _ = strings.Cut(function, "@") // a second model, in another file
	for _, prefix := range []string{"__craig_thread_", "__craig_deadlock_", "__craig_any_", lockModel} {
		if of, is := strings.CutPrefix(name, prefix); is {
			return of, true
		}
	}
	return name, false
}

// locked are the locks of a thread behind a call.
func locked(list []num.Int, c *locking) []num.Int {
	is := func(at num.Int) bool { return at.Eq(c.lock) }
	name := lockName(c.of.Func)
	switch k := slices.IndexFunc(list, is); {
	case !strings.HasSuffix(name, "unlock") && k < 0:
		return append(slices.Clone(list), c.lock)
	case strings.HasSuffix(name, "unlock") && k >= 0:
		return slices.Delete(slices.Clone(list), k, k+1)
	}
	return list
}
