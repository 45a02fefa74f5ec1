package pass

import (
	"context"
	"fmt"
	"strconv"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// InlineOptions say how far Inline goes. The zero value is recommended.
type InlineOptions struct {
	// MaxDepth is how many instances of one function may be active at once. 0: the greatest of
	// 16, 8, 4, 2, 1 with which the program is not much larger than with 1.
	MaxDepth int
	// MaxEdges bounds the size of the result; 0 is 1,000,000.
	MaxEdges int
}

// TooLarge is the error of a program that grows beyond MaxEdges, or in which too many calls are nested
// too deep.
type TooLarge struct {
	Edges int
	Depth int    // how many calls were active, if that is what was too much
	Func  string // the function whose call did not fit any more
	Pos   ir.Pos
}

func (e *TooLarge) Error() string {
	if e.Depth > 0 {
		return fmt.Sprintf("%s: the calls of the program are nested too deep to be inlined (%d deep at a call of %s)", e.Pos, e.Depth, e.Func)
	}
	return fmt.Sprintf("%s: with its calls inlined the program has more than %d edges (at a call of %s)", e.Pos, e.Edges, e.Func)
}

// Inline makes a program of p's Main alone, in which every call is replaced by a copy of its
// function. p has no calls through pointers. The error is a *TooLarge, or ctx's.
//
// Each instance of a function has its own variables, named after the calls that lead to it:
// "main::f#2::x" is x of the second f in main. Its local objects and the heap objects of its
// allocation sites are copied with it. Locations and edges know their Origin in p, locations the
// Instance they are in.
//
// A call becomes one edge that is not Aux, the first of those that pass the arguments (a Skip if
// there are none); then, since an instance in a loop has been there before, a Havoc for each
// variable that the function may read before it has written it; then the copy; then an edge that
// takes the result. A call of a function that is active MaxDepth times already leads to an error
// location whose goal is ir.Recursion. Recursion at the end of functions that access memory becomes a loop, as back says: a call
// then goes to the entry of an instance that is active.
func Inline(ctx context.Context, p *ir.Program, opts InlineOptions) (*ir.Program, error) {
	if opts.MaxEdges == 0 {
		opts.MaxEdges = 1_000_000
	}
	if opts.MaxDepth > 0 {
		q, _, err := inline(ctx, p, opts)
		return q, err
	}
	opts.MaxDepth = 1
	best, cut, err := inline(ctx, p, opts)
	if err != nil || !cut {
		return best, err
	}
	// There is recursion: as much of it as is cheap.
	opts.MaxEdges = min(opts.MaxEdges, max(2*len(best.Edges), 20_000))
	for _, depth := range []int{16, 8, 4, 2} {
		opts.MaxDepth = depth
		if q, _, err := inline(ctx, p, opts); err == nil {
			return q, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// maxText bounds the memory for names and positions: every instance has those of all calls around it.
const (
	maxText  = 256 << 20
	posBytes = 32
)

type inliner struct {
	ctx    context.Context
	p, q   *ir.Program
	opts   InlineOptions
	active map[*ir.Func]int
	cut    bool // some call went to an ir.Recursion location
	text   int  // bytes of names and positions
	kept   int  // variables for arguments, so far
	plans  map[*ir.Func]*plan
	shared map[*ir.Object]*ir.Object // the objects that are not of one instance
}

// plan is what all instances of a function have in common.
type plan struct {
	locs   []ir.Loc // those reachable from the entry, and the exit
	vars   int
	havocs []*ir.Var // variables that may be read before they are written
	memory bool      // it accesses memory
	frame  bool      // it has objects of its own
}

// instance is one copy of a function.
type instance struct {
	fn      *ir.Func
	prefix  string // of the names of its variables in Main: "f#2::"
	vars    map[*ir.Var]*ir.Var
	objects map[*ir.Object]*ir.Object // its local objects and allocation sites
	locs    map[ir.Loc]ir.Loc
	is      *ir.Instance // nil: Main
	calls   []ir.Pos
	caller  *instance
	call    *ir.Edge         // of the caller
	count   map[*ir.Func]int // calls of each function so far
}

func inline(ctx context.Context, p *ir.Program, opts InlineOptions) (q *ir.Program, cut bool, err error) {
	q = ir.NewProgram()
	q.Files, q.Math, q.Signed, q.PtrBits, q.Doubt = p.Files, p.Math, p.Signed, p.PtrBits, p.Doubt
	q.Notes = append(q.Notes, p.Notes...)
	q.Environment, q.Devices, q.Members, q.Spans, q.BigEndian = p.Environment, p.Devices, p.Members, p.Spans, p.BigEndian
	q.Threads = p.Threads
	q.Unreached, q.Inlined, q.Missing = p.Unreached, p.Inlined, p.Missing
	in := &inliner{ctx: ctx, p: p, q: q, opts: opts, active: map[*ir.Func]int{}, plans: map[*ir.Func]*plan{},
		shared: map[*ir.Object]*ir.Object{}}

	main := q.NewFunc(p.Main.Name, p.Main.Pos)
	main.Defined = true
	q.Main = main
	q.Globals = append(q.Globals, p.Globals...)
	for _, o := range p.Objects {
		if o.Kind == ir.LocalObject || o.Kind == ir.HeapObject {
			continue
		}
		c := q.NewObject(o.Kind, o.Name, o.Size, o.Align, o.Pos)
		c.Addr, c.Constant, c.Zero, c.Data, c.Cells, c.Shape, c.ShapeSize = o.Addr, o.Constant, o.Zero, o.Data, o.Cells, o.Shape, o.ShapeSize
		c.Thread = o.Thread
		in.shared[o] = c
	}

	if large := in.fits(); large != nil {
		return nil, false, large
	}
	root := &instance{fn: p.Main, objects: map[*ir.Object]*ir.Object{}, vars: map[*ir.Var]*ir.Var{}, count: map[*ir.Func]int{}}
	for _, v := range p.Main.Params {
		root.vars[v] = q.NewParam(main, v.Base(), v.CName, v.Type, v.Pos)
		root.vars[v].Leads = v.Leads
	}
	if r := p.Main.Result; r != nil {
		root.vars[r] = q.NewResult(main, r.Type)
	}
	if err := in.copy(root); err != nil {
		return nil, in.cut, err
	}
	main.Entry, main.Exit = root.locs[p.Main.Entry], root.locs[p.Main.Exit]
	return q, in.cut, nil
}

func (in *inliner) plan(f *ir.Func) *plan {
	if pl := in.plans[f]; pl != nil {
		return pl
	}
	part := graph.PartOf(in.p, f)
	reach := graph.Reachable(part.N, part.Succ, part.Vertex(f.Entry))
	pl := &plan{}
	for _, l := range f.Locs {
		if reach[part.Vertex(l)] || l == f.Exit {
			pl.locs = append(pl.locs, l)
		}
	}
	f.AllVars(func(*ir.Var) { pl.vars++ })
	pl.havocs = uninitialised(in.p, f, part)
	pl.accesses(in.p, f)
	in.plans[f] = pl
	return pl
}

// copy adds the instance's locations and edges to the program, and those of its calls.
func (in *inliner) copy(inst *instance) error {
	if err := in.ctx.Err(); err != nil {
		return err
	}
	f := inst.fn
	in.active[f]++
	defer func() { in.active[f]-- }()
	inst.locs = map[ir.Loc]ir.Loc{}
	for _, l := range in.plan(f).locs {
		old := in.p.Locs[l]
		n := in.newLoc(inst, old, old.Pos)
		info := in.q.Locs[n]
		info.Goal, info.Why, info.Loop, info.LoopPos = old.Goal, old.Why, old.Loop, old.LoopPos
		inst.locs[l] = n
	}
	for _, l := range in.plan(f).locs {
		for _, id := range in.p.Locs[l].Out {
			if err := in.edge(inst, in.p.Edges[id]); err != nil {
				return err
			}
		}
	}
	return nil
}

// newLoc adds a location of the instance that stands for an old one.
func (in *inliner) newLoc(inst *instance, old *ir.LocInfo, pos ir.Pos) ir.Loc {
	n := in.q.NewLoc(in.q.Main, pos)
	info := in.q.Locs[n]
	info.Origin, info.Instance = old.ID, inst.is
	return n
}

// newEdge adds an edge that stands for old.
func (in *inliner) newEdge(old *ir.Edge, from, to ir.Loc, s ir.Stmt) *ir.Edge {
	e := in.q.NewEdge(from, to, s, old.Pos)
	e.Origin = old.ID
	return e
}

func (in *inliner) edge(inst *instance, e *ir.Edge) error {
	from, to := inst.locs[e.From], inst.locs[e.To]
	call, ok := e.Stmt.(*ir.Call)
	if !ok {
		c := in.newEdge(e, from, to, in.stmt(inst, e.Stmt))
		c.Branch, c.Aux = e.Branch, e.Aux
		return nil
	}
	f := call.Callee
	if f == nil {
		return fmt.Errorf("inline: edge %d calls through a pointer", e.ID)
	}
	if to := in.back(inst, e, f); to != nil {
		in.jump(inst, e, to)
		return nil
	}
	if in.active[f] >= in.opts.MaxDepth {
		in.cut = true
		l := in.newLoc(inst, in.p.Locs[e.From], e.Pos)
		in.q.Locs[l].Goal.Kind = ir.Recursion
		in.newEdge(e, from, l, &ir.Skip{})
		return nil
	}
	in.text += in.plan(f).vars*len(inst.prefix) + len(inst.calls)*posBytes
	if in.text > maxText {
		return &TooLarge{Edges: in.opts.MaxEdges, Depth: len(inst.calls) + 1, Func: f.Name, Pos: e.Pos}
	}
	if len(in.q.Edges) > in.opts.MaxEdges {
		return &TooLarge{Edges: in.opts.MaxEdges, Func: f.Name, Pos: e.Pos}
	}

	inst.count[f]++
	calls := append(inst.calls[:len(inst.calls):len(inst.calls)], e.Pos)
	callee := &instance{
		fn:      f,
		is:      in.q.NewInstance(f.Name, inst.count[f], calls),
		prefix:  inst.prefix + f.Name + "#" + strconv.Itoa(inst.count[f]) + "::",
		vars:    map[*ir.Var]*ir.Var{},
		objects: map[*ir.Object]*ir.Object{},
		calls:   calls,
		caller:  inst,
		call:    e,
		count:   map[*ir.Func]int{},
	}
	if err := in.copy(callee); err != nil {
		return err
	}

	var before []ir.Stmt
	for i, a := range call.Args {
		before = append(before, &ir.Assign{Var: in.variable(callee, f.Params[i]), Expr: in.expr(inst, a)})
	}
	if len(before) == 0 {
		before = append(before, &ir.Skip{})
	}
	for _, v := range in.plan(f).havocs {
		before = append(before, &ir.Havoc{Var: in.variable(callee, v), Source: ir.FromUninitialised, Name: ir.CVar(v)})
	}
	at := from
	for i, s := range before {
		next := callee.locs[f.Entry]
		if i < len(before)-1 {
			next = in.newLoc(inst, in.p.Locs[e.From], e.Pos)
		}
		in.newEdge(e, at, next, s).Aux = e.Aux || i > 0
		at = next
	}
	var after ir.Stmt = &ir.Skip{}
	if call.Result != nil {
		after = &ir.Assign{Var: in.variable(inst, call.Result), Expr: ir.VarExpr(in.variable(callee, f.Result))}
	}
	in.newEdge(e, callee.locs[f.Exit], to, after).Aux = true
	return nil
}

func (in *inliner) variable(inst *instance, v *ir.Var) *ir.Var {
	if v.Func == nil {
		return v
	}
	c := inst.vars[v]
	if c == nil {
		c = in.q.NewLocal(in.q.Main, inst.prefix+v.Base(), v.CName, v.Type, v.Pos)
		c.Instance, c.Leads = inst.is, v.Leads
		inst.vars[v] = c
	}
	return c
}

func (in *inliner) object(inst *instance, o *ir.Object) *ir.Object {
	if c := in.shared[o]; c != nil {
		return c
	}
	c := inst.objects[o]
	if c == nil {
		c = in.q.NewObject(o.Kind, o.Name, o.Size, o.Align, o.Pos)
		c.Zero, c.Cells, c.Automatic, c.Handle, c.Shape, c.ShapeSize = o.Zero, o.Cells, o.Automatic, o.Handle, o.Shape, o.ShapeSize
		c.Func, c.Instance = in.q.Main, inst.is
		inst.objects[o] = c
	}
	return c
}

func (in *inliner) expr(inst *instance, e *ir.Expr) *ir.Expr {
	return ir.Map(e, func(e *ir.Expr) *ir.Expr {
		switch e.Op {
		case ir.OpVar:
			if v := in.variable(inst, e.Var); v != e.Var {
				return ir.VarExpr(v)
			}
		case ir.OpAddr:
			return ir.AddrOf(e.Type, in.object(inst, e.Obj))
		}
		return e
	})
}

func (in *inliner) stmt(inst *instance, s ir.Stmt) ir.Stmt {
	expr := func(e *ir.Expr) *ir.Expr { return in.expr(inst, e) }
	mapped := ir.MapExprs(s, expr)
	switch m := mapped.(type) {
	case *ir.Assume:
		return &ir.Assume{Cond: m.Cond, Fault: s.(*ir.Assume).Fault.Map(expr)}
	case *ir.Assign:
		return &ir.Assign{Var: in.variable(inst, m.Var), Expr: m.Expr}
	case *ir.Havoc:
		return &ir.Havoc{Var: in.variable(inst, m.Var), Source: m.Source, Name: m.Name}
	case *ir.Clobber:
		c := *m
		if m.Result != nil {
			c.Result = in.variable(inst, m.Result)
		}
		return &c
	case *ir.Free:
		if m.Site != nil {
			return &ir.Free{Site: in.object(inst, m.Site)}
		}
	case *ir.Alloc:
		c := *m
		c.Site = in.object(inst, m.Site)
		if m.Result != nil {
			c.Result = in.variable(inst, m.Result)
		}
		return &c
	}
	return mapped
}
