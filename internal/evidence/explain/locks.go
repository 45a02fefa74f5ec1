package explain

import (
	"fmt"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// lockModel begins the names of models that look for misuse of locks.
const lockModel = "__craig_locks_"

// use is a call of a function of locks.
type use struct {
	of   *ir.Instance
	lock num.Int
}

// misused says which lock it is that an execution misuses at its end, and which call there was of it before: ": m, pthread_mutex_lock of it at f.c:5 in main"; "" if that
// is not known.
func (r *recorder) misused(end *ir.LocInfo) string {
	calls := map[*ir.Instance]*use{}
	var all []*use
	for i := range r.steps {
		to := r.steps[i].Var
		if to == nil || to.Func == nil || to.Instance == nil || !strings.HasPrefix(to.Instance.Func, lockModel) || outer(to.Instance) == nil || calls[to.Instance] != nil {
			continue
		}
		switch to.CName {
		case "m", "l", "s", "c", "b":
			u := &use{to.Instance, r.steps[i].Value}
			calls[to.Instance] = u
			all = append(all, u)
		}
	}
	var last *use
	for k := len(all) - 1; k >= 0; k-- {
		switch u := all[k]; {
		case last == nil:
			if within(end.Instance, u.of) {
				last = u
			}
		case u.lock.Eq(last.lock):
			function, _ := modelled(u.of.Func)
			return fmt.Sprintf(": %s, for which %s has called %s at line %d", r.lockAt(last.lock), who(u.of.Thread), function, outer(u.of).Line)
		}
	}
	if last == nil {
		return ""
	}
	return ": " + r.lockAt(last.lock)
}

// lockAt is the name of the lock at an address, without what is inside of it.
func (r *recorder) lockAt(at num.Int) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.names.value(r.p.PtrType(), at), "&"), ".__")
	return name
}

// who is a thread, in words.
func who(thread int) string {
	if thread == 0 {
		return "main"
	}
	return fmt.Sprint("thread ", thread)
}

// outer is where the program itself calls the function of an instance; nil if it does not.
func outer(in *ir.Instance) *ir.Pos {
	if len(in.Calls) == 0 || in.Calls[len(in.Calls)-1].InModel() {
		return nil
	}
	return &in.Calls[len(in.Calls)-1]
}

// within tells whether an instance is one, or is in a call that this makes.
func within(in, of *ir.Instance) bool {
	if in == nil || in.Thread != of.Thread || len(in.Calls) < len(of.Calls) {
		return false
	}
	for i, c := range of.Calls {
		if in.Calls[i] != c {
			return false
		}
	}
	return true
}

// becomes says what a call of a function of locks does with a lock whose inside changes in it, since what a model keeps there means nothing to who reads the program; ok is
// false of other changes.
func (r *recorder) becomes(at *ir.LocInfo, name string) (lock, what string, ok bool) {
	if !at.Pos.InModel() {
		return "", "", false
	}
	function, ok := modelled(r.modelCalled(at))
	lock, _, inside := strings.Cut(name, ".__")
	if !ok || !inside && !strings.HasPrefix(function, "pthread_spin_") {
		return "", "", false
	}
	for _, x := range []struct{ end, what string }{{"unlock", "unlocked"}, {"lock", "locked"}, {"init", "initialised"}, {"destroy", "destroyed"}, {"sem_wait", "taken"}, {"sem_trywait", "taken"}, {"sem_post", "posted"}} {
		if strings.HasSuffix(function, x.end) {
			return lock, x.what, true
		}
	}
	return lock, "used", true
}
