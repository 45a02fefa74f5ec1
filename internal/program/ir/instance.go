package ir

import (
	"slices"
	"strings"
)

// Instance is a copy of a function that inlining has put into Main. Main itself is none.
type Instance struct {
	ID     int    // from 1, in the order in which they were made: Program.Instances[ID-1]
	Func   string // the function that it is a copy of
	Copy   int    // of the calls of Func in the function around, from 1
	Calls  []Pos  // the call sites, outermost first
	Thread int    // which thread executes it, of a program that was made of several; 0 is the first one
}

// Thread is the thread that executes l, of a program that was made of several; 0 is the first one.
func (l *LocInfo) Thread() int {
	if l.Instance != nil {
		return l.Instance.Thread
	}
	return 0
}

// Threaded says that p was made of several threads.
func (p *Program) Threaded() bool {
	return slices.ContainsFunc(p.Instances, func(i *Instance) bool { return i.Thread > 0 })
}

// NewInstance adds an instance to p.
func (p *Program) NewInstance(fn string, copy int, calls []Pos) *Instance {
	i := &Instance{ID: len(p.Instances) + 1, Func: fn, Copy: copy, Calls: calls}
	p.Instances = append(p.Instances, i)
	return i
}

// Function is the name of the C function that v is a variable of, also after inlining; "" for a
// global.
func (v *Var) Function() string {
	switch {
	case v.Instance != nil:
		return v.Instance.Func
	case v.Func != nil:
		return v.Func.Name
	}
	return ""
}

// Base is v's name without that of its function.
func (v *Var) Base() string {
	if v.Func == nil {
		return v.Name
	}
	return strings.TrimPrefix(v.Name, v.Func.Name+"::")
}

// Together says whether v and w are variables of one function, and of one instance of it.
func Together(v, w *Var) bool {
	return v.Instance == w.Instance && (v.Func == nil) == (w.Func == nil) && (v.Func == nil || v.Func.Name == w.Func.Name)
}

// Function is the name of the C function that l is in, also after inlining.
func (l *LocInfo) Function() string {
	if l.Instance != nil {
		return l.Instance.Func
	}
	return l.Func.Name
}

// Calls are the call sites, outermost first, of the instance that l is in; none if it is in none.
func (l *LocInfo) Calls() []Pos {
	if l.Instance != nil {
		return l.Instance.Calls
	}
	return nil
}

// InModel says that p is in one of the front end's models of the C library.
func (p Pos) InModel() bool { return strings.HasPrefix(p.File, "<craig>/") }

// Places are where l is in the program's own files: its position, then the calls that have led there,
// the innermost first. What is in a model of a library function is where that is called.
func (l *LocInfo) Places() []Pos { return places(l.Pos, l.Calls()) }

// Places are where e is, like LocInfo.Places.
func (p *Program) Places(e *Edge) []Pos { return places(e.Pos, p.Locs[e.From].Calls()) }

func places(at Pos, calls []Pos) []Pos {
	var list []Pos
	if !at.InModel() {
		list = append(list, at)
	}
	for _, c := range slices.Backward(calls) {
		if !c.InModel() {
			list = append(list, c)
		}
	}
	return list
}

// Sees says whether v is a variable of the function, and of the instance, that l is in, or a global.
func (l *LocInfo) Sees(v *Var) bool {
	return v.Func == nil || v.Instance == l.Instance && v.Func.Name == l.Func.Name
}

// CName is what the C source calls the object; for an allocation site the function that allocates.
func (o *Object) CName() string { return o.Name[strings.LastIndex(o.Name, ":")+1:] }
