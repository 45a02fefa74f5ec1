package ir

// Apart is a program that makes threads as the codes of these side by side: one function, in whose graph each thread has locations and variables of its
// own. An execution is a sequence of steps of its threads, each along an edge from where that thread is; in an atomic section of one no other moves.
// What threads have to do with each other are operations of edges.
type Apart struct {
	Program *Program
	// Starts are where threads begin; that of the first one is the entry. It is 0 of a thread that nobody makes.
	Starts []Loc
	// Selves are the variables with the numbers of threads.
	Selves []*Var
	// Copies are, of what any number of threads execute, pairs of the numbers of two of these, whose codes are the same but for what each thread has for itself:
	// so are those of all others. Each of Ops that makes one makes any of them.
	Copies [][2]int
	// Slots are the variables with the numbers by which locks know threads, of those in Copies; others have constants.
	Slots map[int]*Var
	// Ops are the operations of edges; what has none is done by its thread alone.
	Ops map[EdgeID]ThreadOp
	// Memory is how often edges access memory, as long as it is not split into regions: some of that may be gone then, as what free does.
	Memory map[EdgeID]int
	// Frees are the edges that free a block, and access nothing else of Memory.
	Frees map[EdgeID]bool
}

// ThreadOp is what an edge does besides its statement.
type ThreadOp struct {
	Kind    ThreadOpKind
	Threads []int
	Handle  *Var // of NoneOf and WaitsFor
}

// ThreadOpKind is a kind of operation.
type ThreadOpKind uint8

const (
	Enters        ThreadOpKind = iota + 1 // an atomic section
	EntersWaiting                         // an atomic section that changes nothing before a WaitsUntil
	Leaves                                // an atomic section
	NextMade                              // goes on if Threads[0] has not been made, and the others of Threads have
	AllMade                               // goes on if all of Threads have been made
	MakesThread                           // Threads[0] begins; the edge leads on in the thread that makes it
	BeginsThread                          // says of the graph that a thread begins, or may do something, behind it: nobody takes it
	Ends                                  // the thread has ended then
	HasEnded                              // goes on if Threads[0] has ended
	NoneOf                                // goes on if Handle is the number of none of Threads that have been made
	WaitsFor                              // says that only the thread with the number Handle lets this one go on, at the next WaitsUntil
	WaitsUntil                            // is an Assume of what the thread waits for, if it is in a section that waits
)

// Whereabouts says where the threads of an Apart are at a location of their product.
type Whereabouts struct {
	At     []Loc // of each thread: 0 before it is made, -1 when it has ended
	Inside bool  // one is in an atomic section, Mover; otherwise any may move
	Mover  int
}
