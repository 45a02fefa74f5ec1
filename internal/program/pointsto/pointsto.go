// Package pointsto finds what the pointers of a program may point to, and how its memory may be taken apart.
//
// The analysis is inclusion-based in the manner of Andersen, insensitive to flow, and sensitive to fields by offset and stride
// (target.go). On an inlined program it is sensitive to the calling context as well, since each instance of a function has variables and
// objects of its own.
//
//	pointsto.go   a constraint graph: statements     (expr.go: expressions; clobber.go: functions without a body)
//	solve.go      its least solution                 (cycles.go, collapse.go: what it costs; any.go: unknown pointers that lead anywhere)
//	partition.go  parts of memory that never alias
//	table.go      what it has found, as a table
//
// Nothing that it finds has to be believed: all that leaves this package is the table, of which package pointers shows what package alias relies on.
package pointsto

import (
	"context"
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// An analysis is a constraint graph and its least solution.
//
// A node stands for a set of pointer values: of a scalar variable, of an expression, or of the
// contents of a class of addresses. Edges are inclusions up to an offset. Integers are tracked like
// pointers, since they may carry them; what an integer adds to a pointer is an offset, and its own
// targets do not matter there.
type analysis struct {
	p       *ir.Program
	opts    Options
	ptrSize int64
	space   *ir.Space

	objs     []object
	objOf    map[*ir.Object]int32
	children map[childKey]int32

	contentOf  map[class]int32 // a content's node
	subscribed map[subscription]bool

	nodes   []node
	edges   map[flow]bool
	varNode []int32 // by Var.ID; 0 is none yet
	addrOf  map[*ir.Object]int32
	exprs   map[*ir.Expr]int32
	sets    map[int32]*ir.Targets // see set

	queue   []int32 // nodes with a delta
	scratch []target
	budget
	demands

	origins  []origin
	anyObj   int32           // the object of all unknown pointers under Any, 0 until there is one
	ofNumber int32           // the object of numbers that are converted to pointers, 0 until there is one
	fixed    map[int64]int32 // the objects of constant addresses
	// uninitialised are the objects of uninitialised pointers.
	uninitialised map[int32]bool
}

// budget is what the analysis has cost, and what it gives up where that is too much.
type budget struct {
	adds    int // work since cycles were looked for
	work    int // all work before that
	limit   int // of work, before objects are merged
	many    int // of objects in a set, then; 0 is the first time
	merged  bool
	theRest int32 // 0, or the object that stands for all that are not functions
}

// demands are the places of the program that need what is found.
type demands struct {
	accesses []*access
	byAddr   map[addrWidth]*access
	calls    []indirect
	clobbers []clobber
	bound    map[boundCall]bool
}

// nothing is the node of expressions that point nowhere.
const nothing = 0

// unknownAddress is the object that stands for a number of unknown source, wide enough for a
// pointer. What it becomes when it is converted to a pointer is an unknown object, see numbered. A number with
// which has been computed has a stride of 1.
const unknownAddress = 0

type object struct {
	ir        *ir.Object
	unknown   bool      // its initial contents may be pointers of unknown origin
	fixed     bool      // of an UnknownObject: its address is a constant of the program
	root      int32     // of an UnknownObject: the first on its chain
	contents  []content // in order of creation
	collapsed bool      // pointers are read or written at any offset: its offsets do not matter
	rep       int32     // itself, or the object it is merged with
	members   []int32   // the others that it stands for
	single    bool      // there is one object at a known address in every execution
	once      bool      // of a HeapObject: it is made at most once
	loads     []subscription
	readers   []int32        // the nodes of clobbers that follow what it contains
	writers   []int32        // the nodes of clobbers that may store pointers in it
	keepers   []int32        // those of them whose pointers other clobbers may find
	numbers   map[class]bool // where numbers are stored that are no constants
	parents   []parent       // of an UnknownObject: the cells whose initial contents point to it
}

// A content is the node of what was stored to a class of addresses.
type content struct {
	class class
	node  int32
}

type subscription struct {
	class class
	to    int32
}

type parent struct {
	obj   int32
	class class
}

type node struct {
	pts     []target // in the order of their objects; none covers another
	stride  int64    // 0, or what the set is closed under adding multiples of
	delta   []target // added and not yet handed on
	succ    []flow   // from this node
	preds   []int32
	loads   []memory
	stores  []memory
	calls   []int32 // indices into analysis.calls
	reaches []reach
	casts   []castFlow
	queued  bool
	rep     int32   // itself, or the node it has been merged into
	origins []int32 // indices into analysis.origins
}

type flow struct {
	from, to int32
	x        offset
}

// memory is a load or store through a node: ty is what is read or written, other where it goes or
// comes from.
type memory struct {
	other  int32
	ty     ir.Type
	number bool // of a store: of a number that is no constant
}

// castFlow is a conversion of an integer to a pointer.
type castFlow struct {
	to     int32
	origin int32
}

type originKind uint8

const (
	originHavoc   originKind = iota // an unknown value
	originInteger                   // an integer that is converted to a pointer
	originAddress                   // a constant address
	originLoad                      // a pointer read from memory nobody stored one to
)

// An origin is a place where a pointer of unknown origin may come from.
type origin struct {
	kind originKind
	node int32
	obj  int32 // the unknown object; 0 until it is needed
	pos  ir.Pos
	name string
	once bool // the place is passed at most once in an execution, so that there is one object

	uninitialised bool // originHavoc: a local variable is not initialised

	edge *ir.Edge // originHavoc: of the Havoc of a pointer that the program does not determine; else nil

	val  int64   // originAddress: the address; large ones are merged
	addr int32   // originLoad: the node of the address
	ty   ir.Type // originLoad: what is read
}

// An access is a load or store, seen as an address and a width.
type access struct {
	addr  *ir.Expr
	node  int32
	width int64
	types []ir.Type // distinct, in order of occurrence

	touched []class // set by Split
	part    *part   // likewise
}

type addrWidth struct {
	addr  *ir.Expr
	width int64
}

// indirect is a call through a pointer; origin is that of its result, -1 if that is no pointer.
type indirect struct {
	node   int32
	stmt   *ir.Call
	origin int32
}

type boundCall struct {
	call   int32
	callee *ir.Func
}

// bytes is the width of a scalar in memory.
func bytes(t ir.Type) int64 { return (int64(t.Bits) + 7) / 8 }

// Analyse analyses p. The error is ctx's.
func Analyse(ctx context.Context, p *ir.Program, opts Options) (*Analysis, error) {
	a, err := analyse(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	return &Analysis{Table: a.table(), a: a}, nil
}

func analyse(ctx context.Context, p *ir.Program, opts Options) (*analysis, error) {
	a := &analysis{
		p: p, opts: opts, space: ir.SpaceOf(p.PtrBits), ptrSize: int64(p.PtrBits) / 8, budget: budget{limit: workLimit},
		objOf: map[*ir.Object]int32{}, children: map[childKey]int32{}, fixed: map[int64]int32{},
		contentOf: map[class]int32{}, subscribed: map[subscription]bool{}, edges: map[flow]bool{}, addrOf: map[*ir.Object]int32{},
		exprs: map[*ir.Expr]int32{}, demands: demands{byAddr: map[addrWidth]*access{}, bound: map[boundCall]bool{}},
		uninitialised: map[int32]bool{}, sets: map[int32]*ir.Targets{},
	}
	a.nodes = make([]node, 1, 1024)
	a.objs = append(a.objs, object{ir: &ir.Object{Name: "(integer)", Kind: ir.UnknownObject, Size: -1}})
	for _, o := range p.Objects {
		a.object(o)
	}
	cyclic := graph.InCycle(p)
	for _, e := range p.Edges {
		if e != nil {
			a.stmt(e, cyclic[e.ID])
		}
	}
	if err := a.solve(ctx); err != nil {
		return nil, err
	}
	if err := a.demand(ctx); err != nil {
		return nil, err
	}
	a.single(cyclic)
	return a, nil
}

// object is the number of o.
func (a *analysis) object(o *ir.Object) int32 {
	if i, ok := a.objOf[o]; ok {
		return i
	}
	i := int32(len(a.objs))
	a.objOf[o] = i
	unknown := o.Kind == ir.UnknownObject || o.Kind == ir.GlobalObject && !o.Zero
	a.objs = append(a.objs, object{ir: o, unknown: unknown, root: i, rep: i})
	if a.theRest != 0 && o.Kind != ir.FuncObject {
		a.join(i)
	}
	return i
}

func (a *analysis) newNode() int32 {
	n := int32(len(a.nodes))
	a.nodes = append(a.nodes, node{rep: n})
	return n
}

func (a *analysis) variable(v *ir.Var) int32 {
	for v.ID >= len(a.varNode) {
		a.varNode = append(a.varNode, make([]int32, v.ID+64-len(a.varNode))...)
	}
	if a.varNode[v.ID] == 0 {
		a.varNode[v.ID] = a.newNode()
	}
	return a.varNode[v.ID]
}

// stmt adds the constraints of a statement; cyclic says that it can be executed more than once.
func (a *analysis) stmt(e *ir.Edge, cyclic bool) {
	switch s := e.Stmt.(type) {
	case *ir.Assign:
		a.copy(a.expr(s.Expr, e.Pos), a.variable(s.Var), offset{})
	case *ir.Assume:
		a.expr(s.Cond, e.Pos)
	case *ir.Havoc:
		a.havoc(s, e, cyclic)
	case *ir.Store:
		addr := a.expr(s.Addr, e.Pos)
		val := a.expr(s.Val, e.Pos)
		if s.Region != nil {
			break
		}
		a.access(s.Addr, addr, s.Val.Type)
		a.addStore(addr, memory{val, s.Val.Type, !s.Val.IsConst() && s.Val.Type.Kind != ir.Pointer})
	case *ir.Alloc:
		if s.Result != nil {
			a.expr(s.Size, e.Pos)
			a.add(a.variable(s.Result), target{Obj: a.object(s.Site)})
		}
	case *ir.Free:
		if s.Addr != nil {
			a.expr(s.Addr, e.Pos)
		}
	case *ir.CopyShadow:
		a.expr(s.To, e.Pos)
		if s.From != nil {
			a.expr(s.From, e.Pos)
		}
	case *ir.Clobber:
		a.clobber(s, e.Pos, cyclic)
	case *ir.Call:
		for _, arg := range s.Args {
			a.expr(arg, e.Pos)
		}
		if s.Callee != nil {
			a.bind(s, s.Callee)
			return
		}
		c := indirect{node: a.expr(s.Target, e.Pos), stmt: s, origin: -1}
		if s.Result != nil {
			if i, ok := a.unknownAt(a.variable(s.Result), s.Result.Type, e.Pos, "result", false); ok {
				c.origin = i
			}
		}
		i := int32(len(a.calls))
		a.calls = append(a.calls, c)
		n := &a.nodes[a.find(c.node)]
		n.calls = append(n.calls, i)
		for _, t := range slices.Clone(n.pts) {
			a.call(t, i)
		}
	}
}

func (a *analysis) havoc(s *ir.Havoc, e *ir.Edge, cyclic bool) {
	n := a.variable(s.Var)
	pointer := s.Var.Type.Kind == ir.Pointer
	switch {
	case s.Source == ir.FromGhost: // it is compared, and leads nowhere
	case s.Source != ir.FromUninitialised:
		name := s.Name
		if name == "" {
			name = s.Var.Name
		}
		i, ok := a.unknownAt(n, s.Var.Type, e.Pos, name, !cyclic)
		if !ok || !pointer {
			return
		}
		a.add(n, target{Obj: a.unknownObject(i)})
		if s.Source != ir.FromApproximation {
			a.origins[i].edge = e
		}
	case pointer:
		i, _ := a.unknownAt(n, s.Var.Type, e.Pos, s.Name, !cyclic)
		a.origins[i].edge = e
		a.origins[i].uninitialised = true
	}
}

// unknownAt makes n a possible origin, if a pointer fits ty.
func (a *analysis) unknownAt(n int32, ty ir.Type, pos ir.Pos, name string, once bool) (int32, bool) {
	switch {
	case ty.Kind == ir.Integer && ty.Bits >= a.p.PtrBits:
		a.add(n, target{Obj: unknownAddress})
	case ty.Kind == ir.Pointer:
		return a.origin(n, originHavoc, pos, name, once), true
	}
	return 0, false
}

func (a *analysis) origin(n int32, kind originKind, pos ir.Pos, name string, once bool) int32 {
	i := int32(len(a.origins))
	a.origins = append(a.origins, origin{kind: kind, node: n, pos: pos, name: name, once: once})
	nd := &a.nodes[a.find(n)]
	nd.origins = append(nd.origins, i)
	return i
}

// unknownObject is the object of an origin.
func (a *analysis) unknownObject(i int32) int32 {
	o := &a.origins[i]
	if o.obj == 0 && a.opts.Any {
		o.obj = a.unknownAny(o.pos)
	} else if o.obj == 0 {
		o.obj = a.object(&ir.Object{Name: "*" + o.name, Kind: ir.UnknownObject, Size: -1, Align: 16, Pos: o.pos})
	}
	return o.obj
}

// numbered is the object of a conversion of an integer to a pointer. It is the same for all of them, since the same number may be
// converted at several places, or read as a pointer from memory: with an object for each place, in a room of its own, an execution
// that comes to two of them would not exist.
func (a *analysis) numbered(i int32) int32 {
	if a.opts.Any {
		return a.unknownObject(i)
	}
	if a.ofNumber == 0 {
		a.ofNumber = a.unknownObject(i)
	}
	a.origins[i].obj = a.ofNumber
	return a.ofNumber
}

// bind passes arguments and result of a call.
func (a *analysis) bind(s *ir.Call, callee *ir.Func) {
	for i, arg := range s.Args {
		if i < len(callee.Params) {
			a.copy(a.expr(arg, ir.Pos{}), a.variable(callee.Params[i]), offset{})
		}
	}
	if s.Result != nil && callee.Result != nil {
		a.copy(a.variable(callee.Result), a.variable(s.Result), offset{})
	}
}

// access records a load or store.
func (a *analysis) access(addr *ir.Expr, n int32, ty ir.Type) {
	key := addrWidth{addr, bytes(ty)}
	acc := a.byAddr[key]
	if acc == nil {
		acc = &access{addr: addr, node: n, width: key.width}
		a.byAddr[key] = acc
		a.accesses = append(a.accesses, acc)
	}
	for _, t := range acc.types {
		if t == ty {
			return
		}
	}
	acc.types = append(acc.types, ty)
}
