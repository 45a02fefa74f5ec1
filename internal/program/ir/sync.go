package ir

import (
	"strconv"
	"strings"
)

// Threads says how a program uses threads as long as those that it makes are not taken apart: see package thread. Not part of the text form.
//
// What makes a thread is a location with two edges: a Sync Spawn leads to the code of the new thread, which ends at a Sync End, and a Sync Spawned
// to what its maker does then. What gives a thread what it is given, up to a Sync Begun, is executed by its maker.
type Threads struct {
	// Of each thread: the number of the thread that it has made last, its own, and what it returns, or the one that it has joined last has returned.
	Made, Self, Returned *Var
	// Slot is the number of the thread among those that are followed, from 1 for the first one; only read.
	Slot *Var
	// Leaves is called when a thread ends; nil if nothing is.
	Leaves *Func
	// Places are, for functions by name that the program declares, places in what others return at which their results may be, by their types.
	Places map[string][]Place
	// Ghosts is the name of a file whose statements are no steps of threads: no other thread moves between them and what comes next. "" if there is none.
	Ghosts string
	// Targets, if not empty, are names of files: data races of accesses elsewhere are passed by.
	Targets []string
}

// Place is so many bytes behind where a pointer that a function returns leads to.
type Place struct {
	In     string // the name of the function
	Offset int64
}

// ThreadNumber is the Name of the Havocs that give threads their numbers, each another one; their Source is FromCall.
const ThreadNumber = "pthread_create"

// AnyNumber is a number for the thread that an edge gives one, which no other edge gives; ok is false of other edges.
func AnyNumber(e *Edge) (n int64, ok bool) {
	h, ok := e.Stmt.(*Havoc)
	return int64(e.ID) + 1, ok && h.Source == FromCall && h.Name == ThreadNumber
}

// ThreadMade is the thread of a program that was made of several to which h gives its number; 0 if it is the first one, or none that is followed.
// ok is false if h gives no thread a number; h may be nil.
func ThreadMade(h *Havoc) (n int, ok bool) {
	if h == nil || h.Source != FromCall || h.Name != ThreadNumber {
		return 0, false
	}
	if of, is := strings.CutPrefix(h.Var.Name, "$self"); is {
		n, _ = strconv.Atoi(of) // 0 of others
	}
	return n, true
}

// SyncOp is what a Sync does.
type SyncOp uint8

const (
	Spawn       SyncOp = iota + 1 // what follows is a new thread
	Spawned                       // the thread goes on that makes another one
	Begun                         // the new thread has what it was given
	End                           // the thread ends
	Join                          // the thread waits until the one with the number Handle has ended
	AtomicBegin                   // until AtomicEnd no other thread moves
	AtomicEnd                     //
	Acquired                      // AtomicEnd of what only waits for a lock: others need not move behind it, since they could have moved before
	Yield                         // other threads may move here
	Waits                         // AtomicBegin of a section that waits: up to Until it changes nothing
	HeldBy                        // in one: only the thread with the number Handle lets this one go on
	Until                         // the thread waits until Handle is not 0
	Breach                        // the thread does what proofs for any number of threads rely on that none does
	Gets                          // among any number of threads: it has got the lock at Handle, whose first word says who has it
	GetsToRead                    // likewise, to read: a byte for each thread says how often it has it
	Gives                         // it is about to give that back
	Makes                         // it is about to make the lock free, whoever has it
	Unlocks                       // what follows gives it back, or fails
	Indexes                       // what follows has the Slot of the thread as an index of an array, which has places for few
)

var syncNames = [...]string{Spawn: "spawn", Spawned: "spawned", Begun: "begun", End: "end", Join: "join", AtomicBegin: "atomic-begin", AtomicEnd: "atomic-end", Acquired: "acquired", Yield: "yield",
	Waits: "waits", HeldBy: "held-by", Until: "until", Breach: "breach", Gets: "gets", GetsToRead: "reads", Gives: "gives", Makes: "makes", Unlocks: "unlocks", Indexes: "indexes"}

func (op SyncOp) String() string { return syncNames[op] }

// Handled tells whether a Sync has a Handle: a pointer to a lock, or a number.
func (op SyncOp) Handled() bool {
	return op == Join || op == HeldBy || op == Until || op.OfLock()
}

// OfLock tells whether the Handle of a Sync is a pointer to a lock.
func (op SyncOp) OfLock() bool {
	return op == Gets || op == GetsToRead || op == Gives || op == Makes || op == Unlocks
}
