package ir

import (
	"slices"
	"strconv"
)

// NewProgram is an empty program.
func NewProgram() *Program {
	return &Program{PtrBits: 64, Locs: make([]*LocInfo, 1), Edges: make([]*Edge, 1)}
}

// PtrType is the type of p's pointers.
func (p *Program) PtrType() Type { return Ptr(p.PtrBits) }

// Loc returns a location's description; nil if a pass has removed it.
func (p *Program) Loc(l Loc) *LocInfo { return p.Locs[l] }

// Edge returns an edge; nil if a pass has removed it.
func (p *Program) Edge(e EdgeID) *Edge { return p.Edges[e] }

// Succs appends the targets of l's edges, in order.
func (p *Program) Succs(l Loc, to []Loc) []Loc {
	for _, e := range p.Locs[l].Out {
		to = append(to, p.Edges[e].To)
	}
	return to
}

// ErrorLocs returns the error locations in order.
func (p *Program) ErrorLocs() []Loc {
	var ls []Loc
	for l, info := range p.Locs {
		if info != nil && info.IsGoal() {
			ls = append(ls, Loc(l))
		}
	}
	return ls
}

// AllVars calls f on every variable: globals and regions, then by function parameters, result
// and locals.
func (p *Program) AllVars(f func(*Var)) {
	for _, v := range p.Globals {
		f(v)
	}
	for _, fn := range p.Funcs {
		fn.AllVars(f)
	}
}

// AllVars calls g on f's parameters, its result and its locals.
func (f *Func) AllVars(g func(*Var)) {
	for _, v := range f.Params {
		g(v)
	}
	if f.Result != nil {
		g(f.Result)
	}
	for _, v := range f.Locals {
		g(v)
	}
}

// NewFunc adds a function without locations; its name must be new.
func (p *Program) NewFunc(name string, pos Pos) *Func {
	f := &Func{Name: name, Pos: pos}
	p.Funcs = append(p.Funcs, f)
	return f
}

// NewLoc adds a location to f.
func (p *Program) NewLoc(f *Func, pos Pos) Loc {
	l := Loc(len(p.Locs))
	p.Locs = append(p.Locs, &LocInfo{ID: l, Func: f, Pos: pos, Origin: l})
	f.Locs = append(f.Locs, l)
	return l
}

// NewEdge adds an edge as the last one out of from.
func (p *Program) NewEdge(from, to Loc, s Stmt, pos Pos) *Edge {
	id := EdgeID(len(p.Edges))
	e := &Edge{ID: id, From: from, To: to, Stmt: s, Pos: pos, Origin: id}
	p.Edges = append(p.Edges, e)
	p.Locs[from].Out = append(p.Locs[from].Out, id)
	p.Locs[to].In = append(p.Locs[to].In, id)
	return e
}

// NewBranch adds the two edges of a C branch: to then if c holds, else to els.
func (p *Program) NewBranch(from Loc, c *Expr, then, els Loc, pos Pos) (yes, no *Edge) {
	yes = p.NewEdge(from, then, &Assume{Cond: c}, pos)
	yes.Branch = 1
	no = p.NewEdge(from, els, &Assume{Cond: Not(c)}, pos)
	no.Branch = 2
	return yes, no
}

// RemoveEdge takes e out of the program and leaves a hole.
func (p *Program) RemoveEdge(id EdgeID) {
	e := p.Edges[id]
	p.Locs[e.From].Out = without(p.Locs[e.From].Out, id)
	p.Locs[e.To].In = without(p.Locs[e.To].In, id)
	p.Edges[id] = nil
}

// Redirect lets the edge end at another location.
func (p *Program) Redirect(id EdgeID, to Loc) {
	e := p.Edges[id]
	p.Locs[e.To].In = without(p.Locs[e.To].In, id)
	e.To = to
	p.Locs[to].In = append(p.Locs[to].In, id)
}

// RemoveLocs takes the locations of f that are to go, neither entry nor exit among them, out of the program, with their edges.
func (p *Program) RemoveLocs(f *Func, drop func(Loc) bool) {
	f.Locs = slices.DeleteFunc(f.Locs, func(l Loc) bool {
		if !drop(l) {
			return false
		}
		info := p.Locs[l]
		for len(info.Out) > 0 {
			p.RemoveEdge(info.Out[len(info.Out)-1])
		}
		for len(info.In) > 0 {
			p.RemoveEdge(info.In[len(info.In)-1])
		}
		p.Locs[l] = nil
		return true
	})
}

// without is s without x, in place.
func without[T comparable](s []T, x T) []T {
	for i, y := range s {
		if y == x {
			return append(s[:i], s[i+1:]...)
		}
	}
	return s
}

// names counts variables and objects so that new ones get fresh numbers and names.
type names struct {
	taken   map[string]bool
	vars    int
	objects int
}

func (p *Program) count() *names {
	if p.names == nil {
		n := &names{taken: map[string]bool{}}
		p.AllVars(func(v *Var) {
			n.taken[v.Name] = true
			n.vars = max(n.vars, v.ID)
		})
		for _, o := range p.Objects {
			n.objects = max(n.objects, o.ID)
		}
		p.names = n
	}
	return p.names
}

// newVar makes a variable whose name is name, or name@2, name@3, … if that is taken.
func (p *Program) newVar(f *Func, name, cname string, t Type, pos Pos) *Var {
	n := p.count()
	unique := name
	for k := 2; n.taken[unique]; k++ {
		unique = name + "@" + strconv.Itoa(k)
	}
	n.taken[unique] = true
	n.vars++
	return &Var{ID: n.vars, Name: unique, CName: cname, Type: t, Func: f, Pos: pos}
}

// NewGlobal adds a global variable or a region. If name is taken it gets a suffix.
func (p *Program) NewGlobal(name, cname string, t Type, pos Pos) *Var {
	v := p.newVar(nil, name, cname, t, pos)
	p.Globals = append(p.Globals, v)
	return v
}

// NewParam adds a parameter to f, named "f::name".
func (p *Program) NewParam(f *Func, name, cname string, t Type, pos Pos) *Var {
	v := p.newVar(f, f.Name+"::"+name, cname, t, pos)
	f.Params = append(f.Params, v)
	return v
}

// NewLocal adds a local variable to f, named "f::name", or "f::name@2" if there is one already.
func (p *Program) NewLocal(f *Func, name, cname string, t Type, pos Pos) *Var {
	v := p.newVar(f, f.Name+"::"+name, cname, t, pos)
	f.Locals = append(f.Locals, v)
	return v
}

// NewTemp adds a temporary to f, named "f::$1" and so on.
func (p *Program) NewTemp(f *Func, t Type, pos Pos) *Var {
	v := p.newVar(f, f.Name+"::$"+strconv.Itoa(p.count().vars+1), "", t, pos)
	f.Locals = append(f.Locals, v)
	return v
}

// NewResult gives f a result, named "f::$result".
func (p *Program) NewResult(f *Func, t Type) *Var {
	f.Result = p.newVar(f, f.Name+"::$result", "", t, f.Pos)
	return f.Result
}

// NewObject adds an object. Size -1 is unknown.
func (p *Program) NewObject(kind ObjectKind, name string, size, align int64, pos Pos) *Object {
	n := p.count()
	n.objects++
	o := &Object{ID: n.objects, Name: name, Kind: kind, Size: size, Align: align, Pos: pos}
	p.Objects = append(p.Objects, o)
	return o
}

// Clone copies what a pass may change: the program, its functions, locations and edges. It shares
// variables, objects, statements and expressions, which nobody changes; their Func stays.
func (p *Program) Clone() *Program {
	q := *p
	q.names = nil
	q.Globals = append([]*Var(nil), p.Globals...)
	q.Notes = append([]Note(nil), p.Notes...)
	q.Objects = append([]*Object(nil), p.Objects...)
	q.Funcs = nil
	q.Locs = make([]*LocInfo, len(p.Locs))
	q.Edges = make([]*Edge, len(p.Edges))
	for _, f := range p.Funcs {
		c := *f
		c.Locals = append([]*Var(nil), f.Locals...)
		c.Locs = append([]Loc(nil), f.Locs...)
		q.Funcs = append(q.Funcs, &c)
		if f == p.Main {
			q.Main = &c
		}
		for _, l := range f.Locs {
			info := *p.Locs[l]
			info.Func = &c
			info.Out = append([]EdgeID(nil), info.Out...)
			info.In = append([]EdgeID(nil), info.In...)
			q.Locs[l] = &info
		}
	}
	for id, e := range p.Edges {
		if e != nil {
			c := *e
			q.Edges[id] = &c
		}
	}
	return &q
}
