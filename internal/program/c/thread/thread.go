// Package thread says what functions of threads mean in a program that makes threads, for package lower: in other programs the rows of the library's
// table say that.
package thread

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Functions for which package lower has code.
const (
	Create    = "pthread_create"
	Self      = "pthread_self"
	CreateC11 = "thrd_create"
	SelfC11   = "thrd_current"
)

// leaves is the model of what is done when a thread ends, of programs that make keys.
const leaves = model + "leaves"

// Needed are the models that are there where a program calls a function, besides those that it calls.
var Needed = map[string][]string{"pthread_key_create": {leaves}, "tss_create": {leaves}}

// Leaving enters a function of the program if it is what is done when a thread ends.
func Leaving(p *ir.Program, name string, f *ir.Func) {
	if name == leaves && p.Threads != nil {
		p.Threads.Leaves = f
	}
}

// Steps are the statements of what threads have to do with each other.
func Steps(p *ir.Program, s *ir.Sync) []ir.Stmt {
	if s.Op == ir.End && p.Threads.Leaves != nil {
		return []ir.Stmt{&ir.Call{Callee: p.Threads.Leaves}, s}
	}
	return []ir.Stmt{s}
}

// Handle is the type of a Sync's Handle.
func Handle(p *ir.Program, op ir.SyncOp) ir.Type {
	if op.OfLock() {
		return p.PtrType()
	}
	return p.Threads.Self.Type
}

// Start is which argument of a function that makes a thread is what that executes, and what this returns.
func Start(p *ir.Program, name string) (arg int, result ir.Type) {
	if name == CreateC11 {
		return 1, ir.Int(32, true)
	}
	return 2, p.PtrType()
}

// Makes tells whether calls of a function make threads.
func Makes(name string) bool { return name == Create || name == CreateC11 }

// same begins the names of functions that mean with threads what their rows say.
var same = []string{"pthread_attr_", "pthread_condattr_", "pthread_rwlockattr_", "pthread_barrierattr_", "pthread_setcancel", "pthread_testcancel", "pthread_setname_np", "pthread_sigmask", "thrd_sleep"}

// Section begins the names of functions of the program that are atomic sections as a whole, and of those that begin and end one.
const Section = "__VERIFIER_atomic_"

// model is what the names of models begin with; for some purposes there are other ones.
const model = "__craig_thread_"

// IsSection tells whether calls of a function of the program are atomic sections.
func IsSection(name string) bool { return strings.HasPrefix(name, Section) }

// What models are taken for.
type Purpose string

const (
	Schedules Purpose = ""                  // all schedules of all threads
	Deadlocks Purpose = "__craig_deadlock_" // and who waits for whom
	Any       Purpose = "__craig_any_"      // what few of any number of threads do
	Misuse    Purpose = "__craig_locks_"    // and what has become of locks, and who has them
	AnyMisuse Purpose = "__craig_anylocks_" // that, of few of any number of threads
)

// Model is the name of the model of a function of the library that threads use with each other, if there is one; ours says that the function is
// not what its row says.
func Model(row *library.Function, of Purpose) (name string, ours bool) {
	if row == nil {
		return "", false
	}
	name = model + row.Name
	if of == AnyMisuse {
		_, found := library.ModelSource(string(of) + row.Name)
		_, looked := library.ModelSource(string(Misuse) + row.Name)
		switch { // what is looked at elsewhere has to be looked at here
		case !found && looked:
			return "", true
		case !found:
			of = Any
		}
	}
	if _, ok := library.ModelSource(string(of) + row.Name); ok && of != Schedules {
		name = string(of) + row.Name
	}
	switch _, ok := library.ModelSource(name); row.Header {
	case "pthread.h", "threads.h", "semaphore.h":
		if !ok {
			name = ""
		}
		return name, ok || !slices.ContainsFunc(same, func(begin string) bool { return strings.HasPrefix(row.Name, begin) })
	}
	return "", false
}

// seen are the words of rows of functions whose accesses to what they are given are statements of the program, or that make none.
var seen = []string{"copies", "moves", "fills", "scans", "releases", "block", "zero-block", "stops", "asserts", "assumes", "fails"}

// Unseen finds a call in a program that makes threads of a function of the library that may access memory of which only the function itself knows: whether
// that is a race is not looked at. The name is "" if there is none.
func Unseen(prog *core.Program) (name string, at core.Pos) {
	own, makes := map[string]bool{}, false
	each := func(f func(*core.Func)) {
		for _, u := range prog.Units {
			for _, g := range u.Globals {
				if d, ok := g.(*core.FuncDef); ok {
					f(d.Func)
				}
			}
		}
	}
	each(func(f *core.Func) { own[f.Var.Name] = true })
	each(func(f *core.Func) {
		f.Body.Calls(func(c *core.Call) {
			v := core.Called(c.Fun)
			called, row := "a call through a pointer", &library.Function{} // which may be to any function of the library
			if v != nil {
				called, row = v.Name, library.Lookup(v.Name)
			}
			makes = makes || Makes(called)
			if _, ours := Model(row, Schedules); row == nil || ours || own[called] || row.Model || Makes(called) || slices.Contains(seen, row.Does) {
				return
			}
			for i, a := range c.Args {
				_, literal := core.LiteralText(a)
				number, _ := core.Unconverted(a).(*core.IntConst)
				opaque := i < len(row.Params) && row.Params[i].Class == library.Pointer && row.Params[i].Elem.Opaque()
				if a.Type().Kind == types.Pointer && !literal && number == nil && !opaque {
					name, at = called, c.At
				}
			}
		})
	})
	if !makes {
		name = ""
	}
	return name, at
}

// Beyond is what a program has that is not followed where it makes threads: conditions of contracts, whose state other threads would have to have,
// too. why is "" if there is nothing of that.
func Beyond(prog *core.Program) (why string, at core.Pos) {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if g, ok := g.(*core.FuncDef); ok {
				core.EachStmt(g.Func.Body, func(s core.Stmt) {
					switch s := s.(type) {
					case *core.Claim, *core.Keep, *core.FrameBegin:
						why, at = "threads and contracts", s.Pos()
					}
				})
				if g.Func.Leave != nil {
					why, at = "threads and contracts", g.Func.Pos
				}
			}
		}
	}
	return why, at
}

// Declare says that a program makes threads; prog is that program.
func Declare(p *ir.Program, prog *core.Program) {
	id := func(name string, t ir.Type) *ir.Var { return p.NewGlobal(name, "", t, ir.Pos{}) }
	word := ir.Int(p.PtrBits, false)
	p.Threads = &ir.Threads{Made: id("$made", word), Self: id("$self", word), Returned: id("$returned", p.PtrType()), Slot: id("$slot", ir.Int(32, true)), Places: places(prog)}
	p.Notes = append(p.Notes, ir.Note{Kind: ir.Assumption,
		Text: "threads see what others write in one order (sequential consistency), as in all programs without data races"})
}

// Own tells whether each thread has a variable for itself, as it has errno.
func Own(v *core.Var) bool {
	return v.Storage == core.Thread || v.Name == "errno" && v.Linkage == core.External && !v.Defined
}

// Mark says of what a variable lives in, a variable or an object at an address, that each thread has it for itself, if that is so.
func Mark(v *core.Var, in *ir.Var, addr *ir.Expr) {
	if !Own(v) {
		return
	}
	if in != nil {
		in.Thread = true
	} else if addr.Op == ir.OpAddr {
		addr.Obj.Thread = true
	}
}

// Spawn adds a thread that makes a call to f, from a location on, and returns the one where its maker goes on. begin adds, from a location on, what
// gives the variables that each thread has for itself their first values, and returns where that ends.
func Spawn(p *ir.Program, f *ir.Func, from ir.Loc, call *ir.Call, pos ir.Pos, begin func(ir.Loc) ir.Loc) (next ir.Loc) {
	next = p.NewLoc(f, pos)
	if g := call.Callee; g != nil { // which may have no parameter, and may return nothing
		call.Args = call.Args[:len(g.Params)]
		if g.Result == nil || g.Result.Type != call.Result.Type {
			call.Result = nil
		}
	}
	thread := []ir.Stmt{&ir.Sync{Op: ir.Begun}, call}
	if r := call.Result; r != nil && r.Type.Kind == ir.Integer { // of threads.h
		thread = append(thread, &ir.Assign{Var: p.Threads.Returned, Expr: ir.Cast(p.PtrType(), ir.Cast(ir.Int(p.PtrBits, true), ir.VarExpr(r)))})
	} else if r != nil {
		thread = append(thread, &ir.Assign{Var: p.Threads.Returned, Expr: ir.VarExpr(r)})
	}
	at := p.NewLoc(f, pos)
	p.NewEdge(from, at, &ir.Sync{Op: ir.Spawn}, pos).Aux = true
	at = begin(at)
	for _, s := range append(thread, Steps(p, &ir.Sync{Op: ir.End})...) {
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
