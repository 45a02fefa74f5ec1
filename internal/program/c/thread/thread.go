// Package thread says what functions of threads mean in a program that makes threads, for package lower: in other programs the rows of the library's
// table say that.
package thread

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Functions for which package lower has code.
const (
	Create = "pthread_create"
	Self   = "pthread_self"
)

// Section begins the names of functions of the program that are atomic sections as a whole, and of those that begin and end one.
const Section = "__VERIFIER_atomic_"

// model begins the names of models.
const model = "__craig_thread_"

// IsSection tells whether calls of a function of the program are atomic sections.
func IsSection(name string) bool { return strings.HasPrefix(name, Section) }

// Model is the name of the model of a function of the library that threads use with each other, if there is one; ours says that the function is
// not what its row says.
func Model(row *library.Function) (name string, ours bool) {
	if row == nil {
		return "", false
	}
	name = model + row.Name
	switch _, ok := library.ModelSource(name); row.Header {
	case "pthread.h", "threads.h", "semaphore.h":
		if !ok {
			name = ""
		}
		return name, true
	}
	// There is one errno, to which pointers may lead, for each thread.
	return "", row.Name == "__errno_location"
}

// Declare says that a program makes threads.
func Declare(p *ir.Program) {
	id := func(name string, t ir.Type) *ir.Var { return p.NewGlobal(name, "", t, ir.Pos{}) }
	word := ir.Int(64, false)
	p.Threads = &ir.Threads{Made: id("$made", word), Self: id("$self", word), Returned: id("$returned", p.PtrType())}
	p.Notes = append(p.Notes, ir.Note{Kind: ir.Assumption,
		Text: "threads see what others write in one order (sequential consistency), as in all programs without data races"})
}

// Spawn adds a thread that makes a call to f, from a location on, and returns the one where its maker goes on.
func Spawn(p *ir.Program, f *ir.Func, from ir.Loc, call *ir.Call, pos ir.Pos) (next ir.Loc) {
	next = p.NewLoc(f, pos)
	thread := []ir.Stmt{&ir.Sync{Op: ir.Spawn}, &ir.Sync{Op: ir.Begun}, call}
	if call.Result != nil {
		thread = append(thread, &ir.Assign{Var: p.Threads.Returned, Expr: ir.VarExpr(call.Result)})
	}
	at := from
	for _, s := range append(thread, &ir.Sync{Op: ir.End}) {
		to := p.NewLoc(f, pos)
		p.NewEdge(at, to, s, pos).Aux = s != ir.Stmt(call)
		at = to
	}
	p.NewEdge(from, next, &ir.Sync{Op: ir.Spawned}, pos)
	return next
}

// seqCst is memory_order_seq_cst.
var seqCst = num.I(5)

// Weaker tells whether an atomic operation with these arguments is given an order that is weaker than memory_order_seq_cst, or may be.
func Weaker(row *library.Function, args []*ir.Expr) bool {
	for i, q := range row.Params {
		if order := strings.HasSuffix(q.Name, "order") || q.Name == "success" || q.Name == "failure"; order && i < len(args) && !(args[i].IsConst() && args[i].Val.Eq(seqCst)) {
			return true
		}
	}
	return false
}
