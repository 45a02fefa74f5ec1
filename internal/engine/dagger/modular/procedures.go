package modular

import (
	"slices"

	"craig/internal/program/calls"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
)

// proc is a procedure as a program of its own. A call in it stands as the statements of its site, so
// that explorations know nothing of calls.
type proc struct {
	fn        *ir.Func    // of the task's program
	own       *ir.Program // its Main has the locations and edges of fn but for the calls, and others
	goals     []ir.Loc
	sites     []*site
	recursive bool

	writes  []*ir.Var // globals that it or what it calls may change, regions among them
	touches []*ir.Var // globals with numbers that it or what it calls may read or change
	// entry gives a variable that at the exit has the value which x had at the entry, for
	// parameters and the globals of touches: x itself if nothing changes it, else x@.
	entry map[*ir.Var]*ir.Var
	slots map[ir.EdgeID]int // the part of the summary that an edge into the exit belongs to

	requires *ir.Edge // after the entry: the assumption of pre
	contract
}

// site is a call: the arguments go to variables of their own; what the callee may change becomes
// unknown; then what it ensures is assumed.
type site struct {
	callee  *proc
	watch   ir.Loc    // a dead end that is reached whenever the call is
	args    []*ir.Var // by parameter
	before  map[*ir.Var]*ir.Var
	result  *ir.Var
	ensures *ir.Edge
}

// procedures is a program with calls.
type procedures struct {
	p, q  *ir.Program // as it is; with the statements that stand for calls
	list  []*proc     // what Main may call, Main first
	of    map[*ir.Func]*proc
	comps [][]*proc          // of the call graph, callees first
	named map[string]*ir.Var // x@
}

func newProcedures(p *ir.Program, goals []ir.Loc) *procedures {
	ps := &procedures{p: p, q: p.Clone(), of: map[*ir.Func]*proc{}, named: map[string]*ir.Var{}}
	ps.collect()
	for _, g := range goals {
		if pr := ps.of[p.Loc(g).Func]; pr != nil {
			pr.goals = append(pr.goals, g)
		}
	}
	for _, pr := range ps.list {
		ps.lower(pr)
	}
	for _, pr := range ps.list {
		ps.separate(pr)
	}
	return ps
}

// collect makes the procedures, with what they may read and change.
func (ps *procedures) collect() {
	g := calls.Of(ps.p)
	effects := g.Effects()
	for _, f := range g.Funcs {
		pr := &proc{fn: f, entry: map[*ir.Var]*ir.Var{}, slots: map[ir.EdgeID]int{}, recursive: g.Recursive(f)}
		for _, v := range ps.p.Globals {
			written := slices.Contains(effects[f].Writes, v)
			if written {
				pr.writes = append(pr.writes, v)
			}
			if (written || slices.Contains(effects[f].Reads, v)) && v.Type.IsNumber() {
				pr.touches = append(pr.touches, v)
			}
		}
		ps.of[f] = pr
		ps.list = append(ps.list, pr)
	}
	for _, comp := range g.Comps {
		var prs []*proc
		for _, f := range comp {
			prs = append(prs, ps.of[f])
		}
		ps.comps = append(ps.comps, prs)
	}
}

// exits are the numbers in which a caller sees the exit.
func (pr *proc) exits() (vs []*ir.Var) {
	for _, v := range pr.writes {
		if v.Type.IsNumber() {
			vs = append(vs, v)
		}
	}
	if r := pr.fn.Result; r != nil && r.Type.IsNumber() {
		vs = append(vs, r)
	}
	return vs
}

// inputs are the numbers that matter at the entry.
func (pr *proc) inputs() (vs []*ir.Var) {
	for _, v := range pr.fn.Params {
		if v.Type.IsNumber() {
			vs = append(vs, v)
		}
	}
	return append(vs, pr.touches...)
}

// maxDisjuncts bounds the parts of a summary: the ways into the exit beyond are one.
const maxDisjuncts = 4

// lower adds to pr what stands for its entry, its exit and its calls.
func (ps *procedures) lower(pr *proc) {
	own := ps.q.Funcs[slices.Index(ps.p.Funcs, pr.fn)]
	pos := pr.fn.Pos
	for _, g := range pr.goals {
		ps.q.Loc(g).Loop = true // so that explorations stop there
	}
	for _, e := range calls.Sites(ps.q, own) {
		pr.sites = append(pr.sites, ps.call(own, e))
	}
	for i, id := range ps.q.Loc(own.Exit).In {
		pr.slots[id] = min(i, maxDisjuncts-1)
	}

	assigned := map[*ir.Var]bool{}
	for _, v := range pr.writes {
		assigned[v] = true
	}
	for _, l := range own.Locs {
		for _, id := range ps.q.Loc(l).Out {
			if v := ir.Written(ps.q.Edge(id).Stmt); v != nil {
				assigned[v] = true
			}
		}
	}
	at := ps.q.NewLoc(own, pos)
	own.Entry = at
	next := ps.q.NewLoc(own, pos)
	pr.requires = ps.q.NewEdge(at, next, &ir.Skip{}, pos)
	for _, v := range pr.inputs() {
		ps.old(v) // evidence speaks of it
		pr.entry[v] = v
		if assigned[v] {
			at, next = next, ps.q.NewLoc(own, pos)
			pr.entry[v] = ps.old(v)
			ps.q.NewEdge(at, next, &ir.Assign{Var: pr.entry[v], Expr: ir.VarExpr(v)}, pos)
		}
	}
	ps.q.NewEdge(next, pr.fn.Entry, &ir.Skip{}, pos)

	seen := pr.exits()
	for _, v := range pr.inputs() {
		seen = append(seen, pr.entry[v])
	}
	ps.stop(own, own.Exit, seen)
}

// old is x@.
func (ps *procedures) old(v *ir.Var) *ir.Var {
	name := sem.Old(v).Name()
	if ps.named[name] == nil {
		ps.named[name] = ps.q.NewGlobal(name, v.CName, v.Type, v.Pos)
	}
	return ps.named[name]
}

// stop makes explorations stop at l, with what they know of vs.
func (ps *procedures) stop(own *ir.Func, l ir.Loc, vs []*ir.Var) {
	ps.q.Loc(l).Loop = true
	reads := ir.True()
	for _, v := range vs {
		same := &ir.Expr{Op: ir.OpEq, Type: ir.Bool, Args: []*ir.Expr{ir.VarExpr(v), ir.VarExpr(v)}}
		reads = ir.And(reads, same)
	}
	ps.q.NewEdge(l, ps.q.NewLoc(own, own.Pos), &ir.Assume{Cond: reads}, own.Pos)
}

// passed begins the names of variables that stand for those of a callee.
const passed = "call!"

// call replaces a call edge.
func (ps *procedures) call(own *ir.Func, e *ir.Edge) *site {
	c := e.Stmt.(*ir.Call)
	s := &site{callee: ps.of[c.Callee], before: map[*ir.Var]*ir.Var{}}
	at := e.From
	ps.q.RemoveEdge(e.ID)
	step := func(stmt ir.Stmt) *ir.Edge {
		next := ps.q.NewLoc(own, e.Pos)
		edge := ps.q.NewEdge(at, next, stmt, e.Pos)
		at = next
		return edge
	}
	argument := func(v *ir.Var) *ir.Var {
		name := passed + v.Name
		if ps.named[name] == nil {
			ps.named[name] = ps.q.NewGlobal(name, "", v.Type, v.Pos)
		}
		return ps.named[name]
	}
	vs := slices.Clone(s.callee.touches)
	for i, v := range c.Callee.Params {
		s.args = append(s.args, argument(v))
		vs = append(vs, argument(v))
		step(&ir.Assign{Var: argument(v), Expr: c.Args[i]})
	}
	s.watch = ps.q.NewLoc(own, e.Pos)
	ps.q.NewEdge(at, s.watch, &ir.Skip{}, e.Pos)
	ps.stop(own, s.watch, vs)
	for _, v := range s.callee.writes {
		if v.Type.IsNumber() {
			s.before[v] = argument(v)
			step(&ir.Assign{Var: s.before[v], Expr: ir.VarExpr(v)})
		}
		step(&ir.Havoc{Var: v})
	}
	if r := c.Callee.Result; r != nil {
		s.result = argument(r)
		step(&ir.Havoc{Var: s.result})
	}
	s.ensures = step(&ir.Skip{})
	if c.Result != nil {
		ps.q.NewEdge(at, e.To, &ir.Assign{Var: c.Result, Expr: ir.VarExpr(s.result)}, e.Pos)
	} else {
		ps.q.NewEdge(at, e.To, &ir.Skip{}, e.Pos)
	}
	return s
}

// separate makes the program of pr alone, once all procedures have been lowered.
func (ps *procedures) separate(pr *proc) {
	own := *ps.q
	own.Main = ps.q.Funcs[slices.Index(ps.p.Funcs, pr.fn)]
	own.Funcs = []*ir.Func{own.Main}
	own.Locs = make([]*ir.LocInfo, len(ps.q.Locs))
	own.Edges = make([]*ir.Edge, len(ps.q.Edges))
	for _, l := range own.Main.Locs {
		own.Locs[l] = ps.q.Loc(l)
		for _, id := range own.Locs[l].Out {
			own.Edges[id] = ps.q.Edge(id)
		}
	}
	pr.own = &own
}
