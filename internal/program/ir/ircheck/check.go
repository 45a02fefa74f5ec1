// Package ircheck looks for what is ill-formed in a program, which no front end and no pass is to make. Tests ask for it, and who reads a program
// from a file.
package ircheck

import (
	"errors"
	"fmt"

	"craig/internal/program/ir"
)

// Check verifies that p is well formed. Besides what the types of package ir say:
//
//   - Names of functions and of variables are unique, and so are the numbers of variables and of
//     objects. A variable is in exactly one list: Globals, Params, Result or Locals. Regions are
//     globals. (The Func of a variable or object has the name of its function, and may be the
//     function of the program that a pass was given.)
//   - The tables agree: a location is in its function's Locs once, an edge in Out of its source
//     and in In of its target once, and edges stay within their function.
//   - A defined function has an Entry without in-edges and an Exit without out-edges. Error
//     locations have no out-edges.
//   - A location that has an edge with Branch 1 or 2 has at most one of each, that of 1 first, and
//     no other edge. If it has both, both are Assumes with complementary conditions, or neither
//     is an Assume (a slice has dropped the condition).
//   - Every cycle of edges goes through a location with Loop.
//   - Operands have the types that their operator wants, and statements see only globals and
//     variables of their own function. Pointers have PtrBits.
//   - Function calls have the callee's number and types of arguments; the callee is defined.
//
// The error joins the first few violations.
func Check(p *ir.Program) error {
	c := &checker{p: p, funcs: map[*ir.Func]bool{}, names: map[string]bool{}, owner: map[*ir.Var]*ir.Func{}, globals: map[*ir.Var]bool{}, objects: map[*ir.Object]bool{}}
	c.program()
	return errors.Join(c.errs...)
}

// CheckInlined verifies p as Check does, and that it is what engines are given: nothing but
// Main, without Call, Alloc, Free, Clobber and Sync, with a region at every Load and Store.
func CheckInlined(p *ir.Program) error {
	if err := Check(p); err != nil {
		return err
	}
	c := &checker{p: p}
	if len(p.Funcs) != 1 {
		c.fail("%d functions besides main", len(p.Funcs)-1)
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Call, *ir.Alloc, *ir.Free, *ir.CopyShadow, *ir.Clobber, *ir.Sync:
			c.fail("edge %d: %T", e.ID, s)
		case *ir.Store:
			if s.Region == nil {
				c.fail("edge %d: store without a region", e.ID)
			}
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad && x.Region == nil {
					c.fail("edge %d: load without a region", e.ID)
				}
				return true
			})
		})
	}
	return errors.Join(c.errs...)
}

const maxErrors = 10

type checker struct {
	p       *ir.Program
	errs    []error
	funcs   map[*ir.Func]bool
	names   map[string]bool      // of functions
	owner   map[*ir.Var]*ir.Func // of the variables that are not global
	globals map[*ir.Var]bool
	objects map[*ir.Object]bool
}

func (c *checker) fail(format string, args ...any) {
	if len(c.errs) < maxErrors {
		c.errs = append(c.errs, fmt.Errorf("ir: "+format, args...))
	}
}

func (c *checker) program() {
	p := c.p
	if p.PtrBits != 16 && p.PtrBits != 32 && p.PtrBits != 64 {
		c.fail("pointers of %d bits", p.PtrBits)
	}
	if len(p.Locs) == 0 || p.Locs[0] != nil || len(p.Edges) == 0 || p.Edges[0] != nil {
		c.fail("Locs[0] and Edges[0] must be there and nil")
		return
	}
	for _, f := range p.Funcs {
		if f.Name == "" || c.names[f.Name] {
			c.fail("function name %q is empty or not unique", f.Name)
		}
		c.names[f.Name] = true
		c.funcs[f] = true
	}
	if p.Main == nil || !c.funcs[p.Main] || !p.Main.Defined {
		c.fail("Main is not a defined function of the program")
	}
	c.variables()
	c.objectTable()
	listed := make([]bool, len(p.Locs))
	for _, f := range p.Funcs {
		c.function(f, listed)
	}
	for l, info := range p.Locs {
		if info == nil {
			continue
		}
		if info.ID != ir.Loc(l) || !listed[l] {
			c.fail("location %d has number %d, or is in no function", l, info.ID)
		}
		c.location(info)
	}
	for id, e := range p.Edges {
		if e != nil {
			c.edge(ir.EdgeID(id), e)
		}
	}
	if len(c.errs) == 0 {
		c.cycles()
	}
}

func (c *checker) variables() {
	ids, names := map[int]bool{}, map[string]bool{}
	c.p.AllVars(func(v *ir.Var) {
		if v.ID <= 0 || ids[v.ID] {
			c.fail("variable %q: number %d is not positive or not unique", v.Name, v.ID)
		}
		if v.Name == "" || names[v.Name] {
			c.fail("variable name %q is empty or not unique", v.Name)
		}
		ids[v.ID], names[v.Name] = true, true
		switch v.Type.Kind {
		case ir.Memory:
			if v.Func != nil {
				c.fail("region %q is not global", v.Name)
			}
		case ir.Integer, ir.Pointer, ir.Float:
		default:
			c.fail("variable %q has type %s", v.Name, v.Type)
		}
		c.typ("variable "+v.Name, v.Type)
	})
	for _, v := range c.p.Globals {
		if v.Func != nil {
			c.fail("global %q belongs to %s", v.Name, v.Func.Name)
		}
		c.globals[v] = true
	}
	for _, f := range c.p.Funcs {
		f.AllVars(func(v *ir.Var) {
			if v.Func == nil || v.Func.Name != f.Name {
				c.fail("variable %q is listed in %s and does not belong to it", v.Name, f.Name)
			}
			c.owner[v] = f
		})
	}
}

// typ checks the width of a type.
func (c *checker) typ(what string, t ir.Type) {
	switch {
	case t.Kind == ir.Pointer && t.Bits != c.p.PtrBits:
		c.fail("%s: a pointer of %d bits", what, t.Bits)
	case (t.IsScalar() || t.Kind == ir.Memory) && (t.Bits == 0 || t.Bits > 128):
		c.fail("%s: a type of %d bits", what, t.Bits)
	case t.Signed && t.Kind != ir.Integer:
		c.fail("%s: signed %s", what, t)
	}
}

func (c *checker) objectTable() {
	ids := map[int]bool{}
	for _, o := range c.p.Objects {
		if o.ID <= 0 || ids[o.ID] {
			c.fail("object %q: number %d is not positive or not unique", o.Name, o.ID)
		}
		ids[o.ID] = true
		c.objects[o] = true
		if o.Size < -1 || o.Align < 0 {
			c.fail("object %d: size %d, alignment %d", o.ID, o.Size, o.Align)
		}
		if o.Func != nil && !c.names[o.Func.Name] {
			c.fail("object %d: a function that is not in the program", o.ID)
		}
		if o.Func == nil && o.Kind == ir.LocalObject {
			c.fail("object %d has no function", o.ID)
		}
		for _, cell := range o.Cells {
			if !cell.Type.IsScalar() || cell.Offset < 0 {
				c.fail("object %d: cell at %d of type %s", o.ID, cell.Offset, cell.Type)
			}
		}
	}
}

func (c *checker) function(f *ir.Func, listed []bool) {
	p := c.p
	if !f.Defined {
		if len(f.Locs) > 0 || f.Entry != 0 || f.Exit != 0 {
			c.fail("function %s is not defined and has locations", f.Name)
		}
		return
	}
	in := func(l ir.Loc) bool {
		return l > 0 && int(l) < len(p.Locs) && p.Locs[l] != nil && p.Locs[l].Func == f
	}
	for _, l := range f.Locs {
		if !in(l) || listed[l] {
			c.fail("function %s lists location %d, which is missing, another function's or listed twice", f.Name, l)
			continue
		}
		listed[l] = true
	}
	if !in(f.Entry) || !in(f.Exit) {
		c.fail("function %s: entry %d or exit %d is not a location of it", f.Name, f.Entry, f.Exit)
		return
	}
	if n := len(p.Locs[f.Entry].In); n > 0 {
		c.fail("function %s: the entry has %d in-edges", f.Name, n)
	}
	if n := len(p.Locs[f.Exit].Out); n > 0 {
		c.fail("function %s: the exit has %d out-edges", f.Name, n)
	}
}

func (c *checker) location(l *ir.LocInfo) {
	seen := map[ir.EdgeID]bool{}
	for _, id := range l.Out {
		if e := c.at(id); e == nil || e.From != l.ID || seen[id] {
			c.fail("location %d: out-edge %d is missing, another location's or twice", l.ID, id)
			return
		}
		seen[id] = true
	}
	clear(seen)
	for _, id := range l.In {
		if e := c.at(id); e == nil || e.To != l.ID || seen[id] {
			c.fail("location %d: in-edge %d is missing, another location's or twice", l.ID, id)
			return
		}
		seen[id] = true
	}
	if (l.Goal.Kind == ir.Violation) != (l.Goal.Property != "") {
		c.fail("location %d: a goal %d with the property %q", l.ID, l.Goal.Kind, l.Goal.Property)
	}
	if l.IsGoal() && len(l.Out) > 0 {
		c.fail("location %d: an error location with out-edges", l.ID)
	}
	c.branch(l)
}

func (c *checker) branch(l *ir.LocInfo) {
	var edges [3]*ir.Edge
	branches := 0
	for _, id := range l.Out {
		e := c.p.Edges[id]
		if e.Branch == 0 {
			continue
		}
		branches++
		if e.Branch > 2 || edges[e.Branch] != nil || e.Branch == 1 && edges[2] != nil {
			c.fail("location %d: branch edges are not one of 1, then one of 2", l.ID)
			return
		}
		edges[e.Branch] = e
	}
	if branches > 0 && branches < len(l.Out) {
		c.fail("location %d: branch edges beside other edges", l.ID)
	}
	if branches < 2 {
		return
	}
	a, isA := edges[1].Stmt.(*ir.Assume)
	b, isB := edges[2].Stmt.(*ir.Assume)
	if isA != isB || isA && !complementary(a.Cond, b.Cond) {
		c.fail("location %d: the conditions of the branch are not complementary", l.ID)
	}
}

// complementary says whether a is the negation of b, by form.
func complementary(a, b *ir.Expr) bool {
	if a.Op == ir.OpNot && ir.Equal(a.Args[0], b) || b.Op == ir.OpNot && ir.Equal(b.Args[0], a) {
		return true
	}
	if a.Op == ir.OpConst && b.Op == ir.OpConst {
		return a.Val.IsZero() != b.Val.IsZero()
	}
	opposite := map[ir.Op]ir.Op{ir.OpEq: ir.OpNe, ir.OpNe: ir.OpEq, ir.OpLt: ir.OpGe, ir.OpGe: ir.OpLt, ir.OpLe: ir.OpGt, ir.OpGt: ir.OpLe}
	op, ok := opposite[a.Op]
	return ok && op == b.Op && ir.Equal(a.Args[0], b.Args[0]) && ir.Equal(a.Args[1], b.Args[1])
}

// at is an edge, nil if there is none.
func (c *checker) at(id ir.EdgeID) *ir.Edge {
	if id <= 0 || int(id) >= len(c.p.Edges) {
		return nil
	}
	return c.p.Edges[id]
}

func (c *checker) edge(id ir.EdgeID, e *ir.Edge) {
	p := c.p
	for _, l := range []ir.Loc{e.From, e.To} {
		if l <= 0 || int(l) >= len(p.Locs) || p.Locs[l] == nil {
			c.fail("edge %d: location %d is missing", id, l)
			return
		}
	}
	from, to := p.Locs[e.From], p.Locs[e.To]
	if e.ID != id || from.Func != to.Func {
		c.fail("edge %d has number %d, or leads from %s to %s", id, e.ID, from.Func.Name, to.Func.Name)
	}
	if count(from.Out, id) != 1 || count(to.In, id) != 1 {
		c.fail("edge %d is not once in Out of %d and In of %d", id, e.From, e.To)
	}
	k := &stmtChecker{checker: c, edge: e, fn: from.Func}
	k.stmt(e.Stmt)
}

func count(ids []ir.EdgeID, id ir.EdgeID) int {
	n := 0
	for _, x := range ids {
		if x == id {
			n++
		}
	}
	return n
}

// cycles looks for a cycle without a Loop location: such a cycle is one of the graph without
// them. A depth-first search with a stack of its own.
func (c *checker) cycles() {
	p := c.p
	const (
		open = 1 + iota
		done
	)
	state := make([]uint8, len(p.Locs))
	type frame struct {
		l    ir.Loc
		next int
	}
	for l := range p.Locs {
		if p.Locs[l] == nil || p.Locs[l].Loop || state[l] != 0 {
			continue
		}
		stack := []frame{{l: ir.Loc(l)}}
		state[l] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			out := p.Locs[top.l].Out
			if top.next == len(out) {
				state[top.l] = done
				stack = stack[:len(stack)-1]
				continue
			}
			to := p.Edges[out[top.next]].To
			top.next++
			switch {
			case p.Locs[to].Loop || state[to] == done:
			case state[to] == open:
				c.fail("location %d is on a cycle without a loop head", to)
				return
			default:
				state[to] = open
				stack = append(stack, frame{l: to})
			}
		}
	}
}
