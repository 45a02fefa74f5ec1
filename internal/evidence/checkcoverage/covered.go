package checkcoverage

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// asked are the properties of which checks have to be there.
type asked struct{ deref, free, track, clean bool }

// coverage looks for checks in front of what needs them.
type coverage struct {
	p      *ir.Program
	asked  asked
	left   map[ir.Loc]bool       // goals that are left out on purpose
	in     map[ir.Loc][]*ir.Edge // into a location
	bodies map[string][]*ir.Edge // of functions, by their names: a call may speak of a function as another form of the program has it

	newSolver func(*term.Store) solver.Solver
	ctx       context.Context
}

// A need is a condition that some check has to have established.
type need struct {
	what string
	met  func(c *ir.Expr) bool // by a check that holds c
	uses []*ir.Expr            // what must not change in between
	dead bool                  // ends of lives do not matter
	ends bool                  // nothing at all must happen in between

	// Of an access: width bytes at root+off.
	root  *ir.Expr
	off   offset
	width int64
}

// covered says that each access of p that needs a check comes after one.
func covered(ctx context.Context, plain *ir.Plain, newSolver func(*term.Store) solver.Solver) error {
	p := plain.Program
	c := &coverage{p: p, left: plain.Left, newSolver: newSolver, ctx: ctx, in: map[ir.Loc][]*ir.Edge{}, bodies: map[string][]*ir.Edge{}}
	for _, name := range plain.Asked {
		switch name {
		case "valid-deref":
			c.asked.deref = true
		case "valid-free":
			c.asked.free = true
		case "valid-memtrack":
			c.asked.track = true
		case "valid-memcleanup":
			c.asked.clean = true
		}
	}
	for _, e := range p.Edges {
		if e != nil {
			c.in[e.To] = append(c.in[e.To], e)
			name := p.Locs[e.From].Func.Name
			c.bodies[name] = append(c.bodies[name], e)
		}
	}
	reached := reachable(p)
	for l, info := range p.Locs {
		if info != nil && reached[ir.Loc(l)] && len(info.Out) == 0 && !info.IsGoal() && !plain.Left[ir.Loc(l)] && info.Func.Defined {
			if n, ok := c.atEnd(ir.Loc(l)); ok && !c.established(ir.Loc(l), n) {
				return &Missing{info.Pos, n.what}
			}
		}
	}
	for _, e := range p.Edges {
		if e == nil || !reached[e.From] || p.Surrounds(e.Pos) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, n := range c.needs(e) {
			if !c.established(e.From, n) && !c.numbered(e.From, n) && !c.copied(e, n) {
				return &Missing{e.Pos, n.what}
			}
		}
	}
	return nil
}

// reachable are the locations that edges lead to from the entries of functions, without those that assume false.
func reachable(p *ir.Program) map[ir.Loc]bool {
	seen := map[ir.Loc]bool{}
	var work []ir.Loc
	for _, f := range p.Funcs {
		if f.Defined {
			work = append(work, f.Entry)
			seen[f.Entry] = true
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, id := range p.Locs[l].Out {
			e := p.Edges[id]
			if a, ok := e.Stmt.(*ir.Assume); ok && a.Cond.IsFalse() {
				continue
			}
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// needs are those of e.
func (c *coverage) needs(e *ir.Edge) []need {
	var list []need
	if c.asked.deref {
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(y *ir.Expr) bool {
				if y.Op == ir.OpLoad && y.Region == nil {
					list = c.access(list, y.Args[0], width(y.Type), "is read")
				}
				return true
			})
		})
	}
	switch s := e.Stmt.(type) {
	case *ir.Store:
		if c.asked.deref && s.Region == nil {
			list = c.access(c.moves(list, s.Val), s.Addr, width(s.Val.Type), "is written")
		}
	case *ir.Assign:
		if c.asked.deref {
			list = c.moves(list, s.Expr)
		}
	case *ir.Call:
		for _, x := range s.Args {
			if c.asked.deref {
				list = c.moves(list, x)
			}
		}
	case *ir.Free:
		if c.asked.free && s.Addr != nil && s.Addr.Op != ir.OpAddr && !c.automatic(s.Addr) {
			list = append(list, need{what: "a pointer is freed that was not checked", met: func(k *ir.Expr) bool {
				return k.Op == ir.OpFreeable && ir.Equal(k.Args[0], s.Addr)
			}, uses: []*ir.Expr{s.Addr}})
		}
	}
	return list
}

// atEnd is the need of l, where the program ends or a function with calls returns.
func (c *coverage) atEnd(l ir.Loc) (need, bool) {
	info := c.p.Locs[l]
	switch frames := l != c.p.Main.Exit; {
	case info.Func != c.p.Main && l == info.Func.Exit:
	case !frames && c.p.Environment != nil && c.p.Environment.Function != "main": // whose callers go on
	case c.asked.clean:
		return need{what: "the program ends without a look at blocks that are left", ends: true, met: func(k *ir.Expr) bool { return k.Op == ir.OpAllFreed }}, true
	case c.asked.track:
		return need{what: "the program ends without a look at blocks that are lost", ends: true, met: func(k *ir.Expr) bool {
			return k.Op == ir.OpTracked && (frames || k.Args[0].Val.IsZero())
		}}, true
	}
	return need{}, false
}

func width(t ir.Type) int64 { return (int64(t.Bits) + 7) / 8 }

// access adds what an access of n bytes at addr needs.
func (c *coverage) access(list []need, addr *ir.Expr, n int64, how string) []need {
	root, off := split(addr)
	if root.Op == ir.OpAddr {
		if at, ok := off.constant(); ok && !at.Less(num.I(0)) && !num.I(root.Obj.Size-n).Less(at) {
			return list
		}
	}
	if root.IsConst() && root.Val.IsZero() { // which only a check for null can stand in front of
		return append(list, need{what: "memory " + how + " through a null pointer", met: (*ir.Expr).IsFalse})
	}
	return append(list, need{
		what: fmt.Sprintf("memory %s that was not checked: %s", how, ir.CExpr(addr)),
		met:  func(k *ir.Expr) bool { return k.IsFalse() || holds(k, root, off, n) }, uses: []*ir.Expr{addr},
		root: root, off: off, width: n,
	})
}

// moves adds what x needs whose value is kept: a pointer that is moved has to stay in its object.
func (c *coverage) moves(list []need, x *ir.Expr) []need {
	switch x.Op {
	case ir.OpPtrAdd:
		return c.access(list, x, 0, "is pointed to")
	case ir.OpIte:
		return c.moves(c.moves(list, x.Args[1]), x.Args[2])
	}
	return list
}

// holds says that a check with condition k shows that the n bytes at root+off are in their object, or in a device.
func holds(k, root *ir.Expr, off offset, n int64) bool {
	switch k.Op {
	case ir.OpLOr:
		return holds(k.Args[0], root, off, n) && holds(k.Args[1], root, off, n)
	case ir.OpLAnd:
		return holds(k.Args[0], root, off, n) || holds(k.Args[1], root, off, n)
	case ir.OpInObject, ir.OpInDevice:
		r, from := split(k.Args[0])
		w, _ := k.Args[1].Val.Int64()
		d, ok := off.minus(from)
		return ok && ir.Equal(r, root) && !d.Less(num.I(0)) && !num.I(w-n).Less(d)
	}
	return false
}

// established says that on every path to l there is a check that meets n, after which nothing changes what n uses.
func (c *coverage) established(l ir.Loc, n need) bool {
	seen := map[ir.Loc]bool{l: true}
	work := []ir.Loc{l}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if len(c.in[l]) == 0 || l == c.p.Main.Entry {
			return false
		}
		for _, e := range c.in[l] {
			if a, ok := e.Stmt.(*ir.Assume); ok && c.guards(e) && n.met(a.Cond) {
				continue
			}
			if n.made(e.Stmt) {
				continue
			}
			if n.ends && !nothing(e.Stmt) || changes(e.Stmt, n.uses, n.dead || c.spares(e, n)) {
				return false
			}
			if !seen[e.From] {
				seen[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return true
}

// made says that s has just made the object of the access, a local variable with all of the access inside.
func (n need) made(s ir.Stmt) bool {
	a, ok := s.(*ir.Alloc)
	if !ok || n.root == nil || n.root.Op != ir.OpVar || a.Result != n.root.Var || !a.Site.Automatic || !a.Size.IsConst() {
		return false
	}
	at, ok := n.off.constant()
	return ok && !at.Less(num.I(0)) && !a.Size.Val.Sub(num.I(n.width)).Less(at)
}

// spares says that e ends the lives of other objects than the one that n is about, by itself or by a call.
func (c *coverage) spares(e *ir.Edge, n need) bool {
	switch e.Stmt.(type) {
	case *ir.Free, *ir.Call:
	default:
		return false
	}
	if n.root == nil {
		return false
	}
	of := c.objects(e.From, n.root, 0)
	ended, known := c.ended(e, map[string]bool{})
	return len(of) > 0 && known && !slices.ContainsFunc(of, func(o *ir.Object) bool { return slices.Contains(ended, o) })
}

// ended are the objects whose lives e may end, also in what it calls besides the functions that are open already; known is false if these
// are not all.
func (c *coverage) ended(e *ir.Edge, open map[string]bool) (list []*ir.Object, known bool) {
	switch s := e.Stmt.(type) {
	case *ir.Free:
		if s.Addr == nil {
			return []*ir.Object{s.Site}, true
		}
		list = c.objects(e.From, s.Addr, 0)
		return list, len(list) > 0
	case *ir.Call:
		if s.Callee == nil {
			return nil, false
		}
		if open[s.Callee.Name] {
			return nil, true
		}
		open[s.Callee.Name] = true
		body := c.bodies[s.Callee.Name] // of several functions of one name, those of all
		for _, e := range body {
			more, known := c.ended(e, open)
			if !known {
				return nil, false
			}
			list = append(list, more...)
		}
		return list, len(body) > 0
	}
	return list, true
}

// copies bounds the variables through which an address is followed.
const copies = 4

// objects are those of which x, an address, is that of one at l, whichever way led there: x is one by name, or a variable whose
// last value an Alloc gave it, or a copy of such a variable. There are none if it is not known.
func (c *coverage) objects(l ir.Loc, x *ir.Expr, depth int) (list []*ir.Object) {
	if x.Op == ir.OpAddr {
		return []*ir.Object{x.Obj}
	}
	if x.Op != ir.OpVar || depth > copies {
		return nil
	}
	seen := map[ir.Loc]bool{l: true}
	for work := []ir.Loc{l}; len(work) > 0; work = work[1:] {
		l := work[0]
		if len(c.in[l]) == 0 || l == c.p.Main.Entry || len(seen) > most {
			return nil
		}
		for _, e := range c.in[l] {
			if a, ok := e.Stmt.(*ir.Alloc); ok && a.Result == x.Var {
				list = append(list, a.Site)
				continue
			}
			if a, ok := e.Stmt.(*ir.Assign); ok && a.Var == x.Var {
				from := c.objects(e.From, a.Expr, depth+1)
				if len(from) == 0 {
					return nil
				}
				list = append(list, from...)
				continue
			}
			if _, ok := e.Stmt.(*ir.Call); ok && x.Var.Func == nil || ir.Written(e.Stmt) == x.Var {
				return nil
			}
			if !seen[e.From] {
				seen[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return list
}

// guards says that executions that do not pass e, an Assume, come to a goal.
func (c *coverage) guards(e *ir.Edge) bool {
	out := c.p.Locs[e.From].Out
	if len(out) != 2 {
		return false
	}
	other := c.p.Edges[out[0]]
	if other == e {
		other = c.p.Edges[out[1]]
	}
	a, ok := other.Stmt.(*ir.Assume)
	return ok && (c.p.Locs[other.To].IsGoal() || c.left[other.To]) && ir.Equal(ir.Not(a.Cond), e.Stmt.(*ir.Assume).Cond)
}

// changes says that s may change the value of one of the expressions, or, unless dead is set, end the life of an object.
func changes(s ir.Stmt, of []*ir.Expr, dead bool) bool {
	switch s := s.(type) {
	case *ir.Skip, *ir.Assume, *ir.CopyShadow, *ir.Alloc:
		if a, ok := s.(*ir.Alloc); !ok || a.Result == nil {
			return false
		}
	case *ir.Free:
		return !dead
	case *ir.Call:
		global := false
		for _, x := range of {
			ir.EachVar(x, func(u *ir.Var) { global = global || u.Func == nil })
			global = global || loads(x)
		}
		if !dead || global {
			return true
		}
	case *ir.Store, *ir.Clobber:
		for _, x := range of {
			if loads(x) {
				return true
			}
		}
	}
	v := ir.Written(s)
	if v == nil {
		return false
	}
	for _, x := range of {
		found := false
		ir.EachVar(x, func(u *ir.Var) { found = found || u == v })
		if found {
			return true
		}
	}
	return false
}

// nothing says that s changes nothing.
func nothing(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.Skip, *ir.Assume:
		return true
	}
	return false
}

func loads(x *ir.Expr) bool {
	found := false
	ir.Walk(x, func(y *ir.Expr) bool {
		found = found || y.Op == ir.OpLoad
		return !found
	})
	return found
}

// offset is the sum of what is added to a pointer: expressions, and a number.
type offset struct {
	parts []*ir.Expr
	n     num.Int
}

func split(addr *ir.Expr) (root *ir.Expr, off offset) {
	for addr.Op == ir.OpPtrAdd {
		off.add(addr.Args[1])
		addr = addr.Args[0]
	}
	return addr, off
}

func (o *offset) add(x *ir.Expr) {
	if x.IsConst() {
		o.n = o.n.Add(x.Val)
		return
	}
	o.parts = append(o.parts, x)
}

func (o offset) constant() (num.Int, bool) { return o.n, len(o.parts) == 0 }

// minus is the number o - p, if it is one.
func (o offset) minus(p offset) (num.Int, bool) {
	if len(o.parts) != len(p.parts) {
		return num.Int{}, false
	}
	used := make([]bool, len(p.parts))
next:
	for _, x := range o.parts {
		for i, y := range p.parts {
			if !used[i] && ir.Equal(x, y) {
				used[i] = true
				continue next
			}
		}
		return num.Int{}, false
	}
	return o.n.Sub(p.n), true
}

// automatic says that x is a variable that holds blocks of Automatic sites only: the front end ends their lives.
func (c *coverage) automatic(x *ir.Expr) bool {
	if x.Op != ir.OpVar {
		return false
	}
	found := false
	for _, e := range c.p.Edges {
		if e == nil || ir.Written(e.Stmt) != x.Var {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Alloc:
			if !s.Site.Automatic {
				return false
			}
			found = true
		case *ir.Havoc: // of a variable that has no value yet
		default:
			return false
		}
	}
	return found
}

// copied says that e is part of what realloc copies, whose old block was checked and whose new one was made for it.
func (c *coverage) copied(e *ir.Edge, n need) bool {
	if n.root == nil || n.root.Op != ir.OpVar {
		return false
	}
	made, freed, either := false, false, false
	for _, d := range c.p.Edges {
		if d == nil || d.Pos != e.Pos || c.p.Locs[d.From].Instance != c.p.Locs[e.From].Instance {
			continue
		}
		switch s := d.Stmt.(type) {
		case *ir.Alloc:
			made = made || s.Result != nil
			either = either || s.Result == n.root.Var
		case *ir.Free:
			freed = true
			either = either || s.Addr != nil && ir.Equal(s.Addr, n.root)
		}
	}
	return made && freed && either
}
