package thread

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// code is what a thread executes: that of the program's own first thread, or what follows a Spawn.
type code struct {
	spawn ir.EdgeID // 0 of the first thread
	start ir.Loc    // behind the Spawn
	locs  []ir.Loc  // without the code of threads that it makes
	name  string    // of the function that it begins with
	maker int       // the thread that makes it
	copy  bool      // of the code before it, of any number of threads
	runs  bool      // as soon as it is made, to its end; see inturn.go
}

// isSync tells whether a statement is a Sync of that kind.
func isSync(s ir.Stmt, op ir.SyncOp) bool {
	x, ok := s.(*ir.Sync)
	return ok && x.Op == op
}

// reached lists the locations that are reached from l, over the edges of which along is true.
func reached(p *ir.Program, l ir.Loc, along func(*ir.Edge) bool) []ir.Loc {
	seen := map[ir.Loc]bool{l: true}
	list := []ir.Loc{l}
	for i := 0; i < len(list); i++ {
		for _, id := range p.Locs[list[i]].Out {
			if e := p.Edges[id]; along(e) && !seen[e.To] {
				seen[e.To] = true
				list = append(list, e.To)
			}
		}
	}
	return list
}

func all(*ir.Edge) bool { return true }

// within is true of the edges that stay in the code of one thread.
func within(e *ir.Edge) bool { return !isSync(e.Stmt, ir.Spawn) }

// unfold gives each thread code, variables and objects of its own. A Spawn that can be executed more than once becomes several, of which
// each is executed once at most; all together there are no more than limit, but with 1 one for each of maxPlaces places in the code of the first thread. With Any each becomes as many as are followed at once, but those in the code of
// threads, which are not. With inTurn
// each of the code of threads that are followed gets one more, of threads that run as soon as they are made.
func unfold(p *ir.Program, limit int, inTurn bool) []*code {
	first := &code{start: p.Main.Entry, locs: reached(p, p.Main.Entry, within), name: p.Main.Name}
	list := []*code{first}
	followed := 0 // besides the first one
	sites := 0    // where threads are made that have not been looked at: they share what Rounds follows
	for _, l := range reached(p, p.Main.Entry, all) {
		for _, id := range p.Locs[l].Out {
			if !within(p.Edges[id]) {
				sites++
			}
		}
	}
	for i := 0; i < len(list); i++ {
		for _, l := range list[i].locs {
			for _, id := range slices.Clone(p.Locs[l].Out) {
				e := p.Edges[id]
				if within(e) {
					continue
				}
				n := 1
				if again(p, l) {
					if n = limit; limit > MaxThreads {
						n = max(1, (limit-followed)/max(1, sites))
					}
				}
				sites--
				switch {
				case limit != Any:
				case i > 0:
					n = 0
				case n == Any:
					n = tracked
				}
				if limit != Any {
					most := limit
					if limit == 1 && !inTurn && i == 0 {
						most = maxPlaces
					}
					n = max(0, min(n, most-followed))
				}
				if list[i].runs {
					n = 0
				}
				followed += n
				runs := inTurn && !list[i].runs
				if runs {
					n++
				}
				for j := range n {
					spawn := copyThread(p, e, j, len(list))
					c := &code{spawn: spawn.ID, start: spawn.To, locs: reached(p, spawn.To, within), maker: i, copy: limit == Any && j > 0, runs: runs && j == n-1}
					number(p, c, p.Locs[spawn.From].Instance, len(list))
					list = append(list, c)
				}
				p.RemoveEdge(id)
			}
		}
	}
	used := map[ir.Loc]bool{}
	for _, l := range reached(p, p.Main.Entry, all) {
		used[l] = true
	}
	p.RemoveLocs(p.Main, func(l ir.Loc) bool { return !used[l] && l != p.Main.Exit })
	return list
}

// number says of the instances in the code of a thread that they are its. What its maker's instance has of it, such as passing its argument, counts for its
// function.
func number(p *ir.Program, c *code, maker *ir.Instance, n int) {
	var of *ir.Instance
	for _, l := range c.locs {
		if in := p.Locs[l].Instance; in != maker {
			if in.Thread = n; of == nil {
				of, c.name = in, in.Func
			}
		}
	}
	for _, l := range c.locs {
		if info := p.Locs[l]; info.Instance == maker && of != nil {
			info.Instance = of
		}
	}
}

// handover tells whether calls pass structures and unions in o, which has no name in C: of these each thread has its own.
func handover(o *ir.Object) bool {
	return o.Kind == ir.GlobalObject && !o.Constant && o.Pos == (ir.Pos{}) && strings.HasPrefix(o.Name, "$")
}

// again tells whether a thread can come to l more than once.
func again(p *ir.Program, l ir.Loc) bool {
	for _, id := range p.Locs[l].Out {
		if e := p.Edges[id]; within(e) && slices.Contains(reached(p, e.To, within), l) {
			return true
		}
	}
	return false
}

// ofThread is the name that what is called name has in thread n, which each thread has for itself.
func ofThread(name string, n int) string {
	if i := strings.LastIndex(name, "@"); i >= 0 && strings.Trim(name[i+1:], "0123456789") == "" { // in the thread that makes it
		name = name[:i]
	}
	return name + "@" + strconv.Itoa(n)
}

// copyThread adds a copy of the edge spawn and of what follows, which is thread n, with variables and objects of its own: of those that its maker uses too it has
// copies, with the values that they have when it is made. The first copy keeps variables and objects that the maker does not use.
func copyThread(p *ir.Program, spawn *ir.Edge, nth, n int) *ir.Edge {
	main, maker := p.Main, p.Locs[spawn.From].Instance
	old := reached(p, spawn.To, all)
	own := map[*ir.Instance]*ir.Instance{}
	for _, l := range old {
		if in := p.Locs[l].Instance; in != maker && own[in] == nil {
			own[in] = in
			if nth > 0 {
				own[in] = p.NewInstance(in.Func, in.Copy+nth, in.Calls)
			}
		}
	}
	vars, objects := map[*ir.Var]*ir.Var{}, map[*ir.Object]*ir.Object{}
	var given []*ir.Var
	k := &interleave.Copier{
		Var: func(v *ir.Var) *ir.Var {
			mine := own[v.Instance] != nil
			if v.Func == nil && !v.Thread || mine && nth == 0 {
				return v
			}
			if c := vars[v]; c != nil {
				return c
			}
			var c *ir.Var
			switch {
			case v.Thread:
				c = p.NewGlobal(ofThread(v.Name, n), ofThread(v.CName, n), v.Type, v.Pos)
				c.Thread = true
			case mine:
				c = p.NewLocal(main, v.Base(), v.CName, v.Type, v.Pos)
				c.Instance = own[v.Instance]
			default:
				c = p.NewLocal(main, v.Base(), v.CName, v.Type, v.Pos)
				c.Instance = v.Instance
				given = append(given, v)
			}
			c.Leads = v.Leads
			vars[v] = c
			return c
		},
		Object: func(o *ir.Object) *ir.Object {
			local := o.Func != nil && own[o.Instance] != nil && (o.Kind == ir.LocalObject || o.Kind == ir.HeapObject)
			if !(local && nth > 0) && !handover(o) && !o.Thread {
				return o
			}
			if c := objects[o]; c != nil {
				return c
			}
			c := p.NewObject(o.Kind, o.Name, o.Size, o.Align, o.Pos)
			if o.Thread {
				c.Name = ofThread(o.Name, n)
			}
			c.Zero, c.Cells, c.Automatic, c.Handle, c.Shape, c.ShapeSize = o.Zero, o.Cells, o.Automatic, o.Handle, o.Shape, o.ShapeSize
			c.Data, c.Constant, c.Thread = o.Data, o.Constant, o.Thread
			if c.Func = o.Func; o.Func != nil {
				c.Instance = own[o.Instance]
			}
			objects[o] = c
			return c
		},
	}
	locs := map[ir.Loc]ir.Loc{}
	for _, l := range old {
		info := p.Locs[l]
		c := p.Locs[p.NewLoc(main, info.Pos)]
		c.Goal, c.Why, c.Loop, c.LoopPos, c.Origin, c.Instance = info.Goal, info.Why, info.Loop, info.LoopPos, info.Origin, info.Instance
		if in := own[info.Instance]; in != nil {
			c.Instance = in
		}
		locs[l] = c.ID
	}
	for _, l := range old {
		for _, id := range slices.Clone(p.Locs[l].Out) {
			e := p.Edges[id]
			c := p.NewEdge(locs[l], locs[e.To], k.Stmt(e.Stmt), e.Pos)
			c.Origin, c.Branch, c.Aux, c.Case = e.Origin, e.Branch, e.Aux, e.Case
		}
	}
	at := p.NewLoc(main, spawn.Pos)
	p.Locs[at].Instance = maker
	made := p.NewEdge(spawn.From, at, spawn.Stmt, spawn.Pos)
	made.Origin, made.Aux = spawn.Origin, true
	for i, v := range given {
		next := locs[spawn.To]
		if i < len(given)-1 {
			next = p.NewLoc(main, spawn.Pos)
			p.Locs[next].Instance = maker
		}
		p.NewEdge(at, next, &ir.Assign{Var: vars[v], Expr: ir.VarExpr(v)}, spawn.Pos).Aux = true
		at = next
	}
	if len(given) == 0 {
		p.NewEdge(at, locs[spawn.To], &ir.Skip{}, spawn.Pos).Aux = true
	}
	return made
}
