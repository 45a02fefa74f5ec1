package witness

import (
	"fmt"
	"slices"

	"craig/internal/program/ir"
)

// A counterexample with threads says who passes each waypoint. A call that makes a thread is a waypoint, by which this gets its number; and where
// another thread goes on, the first statement to which it comes from there on is one: it is come to before what follows in the witness, though
// executions that do the rest in another order pass the same waypoints.

// turns are who has moved in an execution.
type turns struct {
	numbers map[int]int     // of threads: in the order in which they are made; of those of one code the last one
	made    int             // how many have been
	moving  int             // who moves
	pending bool            // and has not come to a statement yet
	last    map[string]spot // by thread and calls: the statement that was come to last
}

// turn adds the waypoints of a step that are about threads. It is true if the step is no input of the program.
func (w *waypoints) turn(e *ir.Edge) (own bool) {
	x, thread, places := w.threads, w.prog.Locs[e.From].Thread(), w.prog.Places(e)
	key := fmt.Sprint(thread, places[min(1, len(places)):])
	h, havoc := e.Stmt.(*ir.Havoc)
	if n, ok := ir.ThreadMade(h); havoc && ok {
		if n > 0 {
			w.flush()
			x.made++
			x.numbers[n] = x.made
			here, ok := w.returns(e.Pos, "pthread_create")
			if !ok {
				here, _ = w.returns(e.Pos, "thrd_create")
			}
			w.follow("function_enter", "", "", here, e.Pos, e.From)
			x.moving, x.pending = thread, false
			x.last[key] = w.statement(e.Pos)
		}
		return true
	}
	// The argument of a thread is passed where it is made.
	if e.Aux || len(places) == 0 || places[0].Line == 0 || slices.Contains(places[1:], places[0]) {
		return false
	}
	if thread != x.moving {
		x.moving, x.pending = thread, true
	}
	here := w.statement(places[0])
	if here.src == nil || x.last[key] == here {
		return false
	}
	x.last[key] = here
	if x.pending && slices.Contains([]string{";", "{", "}"}, here.src.Before(here.at)) {
		x.pending = false
		w.flush()
		w.follow("assumption", "1", "c_expression", here, places[0], e.From)
	}
	return false
}
