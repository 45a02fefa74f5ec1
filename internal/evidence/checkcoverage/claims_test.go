package checkcoverage

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/num"
)

// several has blocks that are made once and in a loop, a pointer to one of two objects, and a free of what may be no block.
const several = `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int table[4], other[4];
int main(void) {
	int *list[2] = {0, 0}, x = 1;
	for (int i = 0; i < 2; i++) {
		list[i] = malloc(8);
		list[i][1] = i;
	}
	int *once = malloc(16);
	int *q = __VERIFIER_nondet_int() ? table : other;
	q[__VERIFIER_nondet_int() & 1023] = 2;
	unsigned n = __VERIFIER_nondet_int() & 7;
	char *some = malloc(n + 1);
	some[n] = 1;
	free(some);
	int *p = __VERIFIER_nondet_int() ? once : &x;
	*p = 3;
	if (p != &x)
		free(p);
	int *r = list[1];
	free(list[0]);
	free(r);
	return x;
}
`

// damaged is a program with copies of both of its forms and of its claims.
func damaged(p *ir.Program) *ir.Program {
	q := copied(p)
	q.Plain.Claims = maps.Clone(p.Plain.Claims)
	for id, c := range q.Plain.Claims {
		c.Owners = slices.Clone(c.Owners)
		q.Plain.Claims[id] = c
	}
	return q
}

// behind has a statement executed behind those of e in the split program.
func behind(q *ir.Program, e *ir.Edge, s ir.Stmt) {
	for int(e.To) >= len(q.Plain.Program.Locs) {
		e = q.Edges[q.Locs[e.To].Out[0]]
	}
	mid := q.NewLoc(q.Locs[e.From].Func, e.Pos)
	to := e.To
	q.Redirect(e.ID, mid)
	q.NewEdge(mid, to, s, e.Pos)
}

// TestDamagedClaims damages what package alias says of objects, checks and frees, and what it does accordingly, as a bug in it would.
func TestDamagedClaims(t *testing.T) {
	file := filepath.Join(t.TempDir(), "several.c")
	if err := os.WriteFile(file, []byte(several), 0o644); err != nil {
		t.Fatal(err)
	}
	p := load(t, file, false, "valid-deref", "valid-free", "valid-memtrack")
	if err := Check(t.Context(), p, solvers.Native); err != nil {
		t.Fatal(err)
	}
	isLife := func(v *ir.Var) bool {
		return v != nil && (v.Name == "$watched.life" || len(v.Name) > 6 && v.Name[:6] == "$life.")
	}
	heap := func(v *ir.Var) bool { return v != nil && v.Name == ir.HeapName }
	// chains calls f with the edges of the split program for the edge of the plain one, until it returns true.
	chains := func(q *ir.Program, id ir.EdgeID, f func(e *ir.Edge) bool) bool {
		for e := q.Edges[id]; ; e = q.Edges[q.Locs[e.To].Out[0]] {
			if f(e) {
				return true
			}
			if e.To == q.Plain.Program.Edges[id].To {
				return false
			}
		}
	}
	made := func(q *ir.Program, id ir.EdgeID) bool {
		a, ok := q.Plain.Program.Edges[id].Stmt.(*ir.Alloc)
		return ok && a.Result != nil
	}
	for _, d := range []struct {
		name   string
		damage func(q *ir.Program, id ir.EdgeID) bool // false: there is nothing of that kind at the edge
		least  int
		some   bool // it may do no harm, where addresses are not moved so far
		begins bool // it is about edges that were inserted in front of the program
	}{
		{"an object is at two places", func(q *ir.Program, id ir.EdgeID) bool {
			for i, o := range q.Plain.Claims[id].Owners {
				if o.Obj != nil && o.Base.Op == ir.OpVar {
					q.Plain.Claims[id].Owners[i].Size = ir.VarExpr(o.Base.Var)
					return true
				}
			}
			return false
		}, 1, false, false},
		{"an object is larger than it is", func(q *ir.Program, id ir.EdgeID) bool {
			for i, o := range q.Plain.Claims[id].Owners {
				if o.Obj != nil && o.Size.IsConst() {
					q.Plain.Claims[id].Owners[i].Size = ir.Const(o.Size.Type, o.Size.Val.Add(num.I(8)))
					return true
				}
			}
			return false
		}, 2, false, false},
		{"another address is freed", func(q *ir.Program, id ir.EdgeID) bool {
			f, ok := q.Plain.Program.Edges[id].Stmt.(*ir.Free)
			if !ok || f.Addr == nil || f.Addr.Op != ir.OpVar {
				return false
			}
			to := q.NewGlobal("other", "", f.Addr.Type, ir.Pos{})
			subst := func(x *ir.Expr) *ir.Expr {
				return ir.Subst(x, func(v *ir.Var) *ir.Expr {
					if v == f.Addr.Var {
						return ir.VarExpr(to)
					}
					return nil
				})
			}
			c := q.Plain.Claims[id]
			c.Addr = subst(c.Addr)
			q.Plain.Claims[id] = c
			chains(q, id, func(e *ir.Edge) bool { e.Stmt = ir.MapExprs(e.Stmt, subst); return false })
			return true
		}, 1, false, false},
		{"something is assumed where a block is made", func(q *ir.Program, id ir.EdgeID) bool {
			return made(q, id) && chains(q, id, func(e *ir.Edge) bool {
				if e.To != q.Plain.Program.Edges[id].To {
					return false
				}
				behind(q, e, &ir.Assume{Cond: ir.False()})
				return true
			})
		}, 2, false, false},
		{"another life ends where a block is made", func(q *ir.Program, id ir.EdgeID) bool {
			if !made(q, id) {
				return false
			}
			own := map[*ir.Var]bool{}
			chains(q, id, func(e *ir.Edge) bool { own[ir.Written(e.Stmt)] = true; return false })
			for _, v := range q.Globals {
				if isLife(v) && !own[v] {
					behind(q, q.Edges[id], &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, over_)})
					return true
				}
			}
			return false
		}, 2, false, false},
		{"the heap does not grow", func(q *ir.Program, id ir.EdgeID) bool {
			return made(q, id) && chains(q, id, func(e *ir.Edge) bool {
				a, ok := e.Stmt.(*ir.Assign)
				if !ok || !heap(a.Var) {
					return false
				}
				e.Stmt = &ir.Assign{Var: a.Var, Expr: ir.VarExpr(a.Var)}
				return true
			})
		}, 1, false, false},
		{"the heap grows by one byte", func(q *ir.Program, id ir.EdgeID) bool {
			return made(q, id) && chains(q, id, func(e *ir.Edge) bool {
				a, ok := e.Stmt.(*ir.Assign)
				if !ok || !heap(a.Var) {
					return false
				}
				e.Stmt = &ir.Assign{Var: a.Var, Expr: ir.PtrAdd(ir.VarExpr(a.Var), ir.ConstInt(ir.Int(64, true), 1))}
				return true
			})
		}, 1, false, false},
		{"executions end in front of an error", func(q *ir.Program, id ir.EdgeID) bool {
			on, off := check(q.Plain.Program, id)
			if on == nil || !about(on.Stmt.(*ir.Assume).Cond) {
				return false
			}
			q.Edges[off.ID].Stmt = &ir.Assume{Cond: ir.False()}
			return true
		}, 4, false, false},
		{"an access may be in another object", func(q *ir.Program, id ir.EdgeID) bool {
			on, off := check(q.Plain.Program, id)
			c := q.Plain.Claims[id]
			if on == nil || on.Stmt.(*ir.Assume).Cond.Op != ir.OpLAnd && on.Stmt.(*ir.Assume).Cond.Op != ir.OpInObject || len(c.Owners) < 2 || c.Addr == nil {
				return false
			}
			width := on.Stmt.(*ir.Assume).Cond
			for width.Op == ir.OpLAnd {
				width = width.Args[0]
			}
			if width.Op != ir.OpInObject || width.Args[1].Val.IsZero() {
				return false
			}
			any := ir.False()
			for _, o := range c.Owners {
				if o.Obj == nil {
					return false
				}
				in := ir.And(ir.Compare(ir.OpLe, o.Base, c.Addr), ir.Compare(ir.OpLe, ir.PtrAdd(c.Addr, width.Args[1]), ir.PtrAdd(o.Base, o.Size)))
				if o.Life != nil {
					in = ir.And(in, ir.Compare(ir.OpEq, ir.VarExpr(o.Life), ir.ConstInt(o.Life.Type, alive)))
				}
				any = ir.Or(any, in)
			}
			return holdsOf(q, on, off, func(*ir.Expr) *ir.Expr { return any })
		}, 1, true, false},
		{"what is no block may be freed", func(q *ir.Program, id ir.EdgeID) bool {
			on, off := check(q.Plain.Program, id)
			c := q.Plain.Claims[id]
			if on == nil || on.Stmt.(*ir.Assume).Cond.Op != ir.OpFreeable {
				return false
			}
			for _, o := range c.Owners {
				if o.Obj == nil || o.Obj.Kind == ir.HeapObject {
					continue
				}
				here := ir.Compare(ir.OpEq, c.Addr, o.Base)
				if o.Life != nil {
					here = ir.And(here, ir.Compare(ir.OpEq, ir.VarExpr(o.Life), ir.ConstInt(o.Life.Type, alive)))
				}
				return holdsOf(q, on, off, func(x *ir.Expr) *ir.Expr { return ir.Or(x, here) })
			}
			return false
		}, 1, false, false},
		{"an object lives at first", func(q *ir.Program, id ir.EdgeID) bool {
			a, ok := q.Edges[id].Stmt.(*ir.Assign)
			if !ok || !isLife(a.Var) || !a.Expr.IsConst() || !a.Expr.Val.IsZero() {
				return false
			}
			q.Edges[id].Stmt = &ir.Assign{Var: a.Var, Expr: ir.ConstInt(a.Var.Type, alive)}
			return true
		}, 2, false, true},
		{"the program chooses the watched block", func(q *ir.Program, id ir.EdgeID) bool {
			h, ok := q.Edges[id].Stmt.(*ir.Havoc)
			if !ok || h.Var.Name != ir.WatchedName {
				return false
			}
			q.Edges[id].Stmt = &ir.Assign{Var: h.Var, Expr: ir.ConstInt(h.Var.Type, 0)}
			return true
		}, 1, false, true},
	} {
		places, noticed := 0, 0
		for id := range p.Edges {
			if inserted := id >= len(p.Plain.Program.Edges); inserted != d.begins || p.Edges[id] == nil || !inserted && p.Plain.Program.Edges[id] == nil {
				continue
			}
			q := damaged(p)
			if !d.damage(q, ir.EdgeID(id)) {
				continue
			}
			places++
			var missing *Missing
			if err := Check(t.Context(), q, solvers.Native); errors.As(err, &missing) {
				noticed++
			} else if !d.some {
				t.Errorf("%s: not noticed at %s: %s (%v)", d.name, p.Edges[id].Pos, ir.StmtString(p.Edges[id].Stmt), err)
			}
		}
		if places < d.least || noticed == 0 {
			t.Errorf("%s: %d places, %d noticed", d.name, places, noticed)
		}
	}
}

// TestOverlap: objects at fixed places are apart, with a gap.
func TestOverlap(t *testing.T) {
	file := filepath.Join(t.TempDir(), "several.c")
	if err := os.WriteFile(file, []byte(several), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, by := range []int64{0, 8, 15} {
		p := load(t, file, false, "valid-deref")
		var first *ir.Object
		for _, o := range p.Objects {
			if o.Kind == ir.GlobalObject && o.Size == 16 {
				if first != nil {
					o.Addr = first.Addr.Add(num.I(by))
				}
				first = o
			}
		}
		var missing *Missing
		if err := Check(t.Context(), p, solvers.Native); !errors.As(err, &missing) {
			t.Errorf("two objects, of which one begins at byte %d of the other: %v", by, err)
		}
	}
}

// anywhere has a pointer to a block or to an object of unknown origin, of which nothing is known: what it leads to is never accessed.
const anywhere = `#include <stdlib.h>
struct node { int v; struct node *next; };
struct node *first, *other;
int k;
int main(void) {
	if (other)
		other->v = 2;
	for (int i = 0; i < 6 && k == 4; i++) {
		if (!first) {
			first = malloc(sizeof *first);
			first->v = 1;
			first->next = 0;
		}
		if (i == 3)
			first->next = other;
	}
	while (first) {
		struct node *n = first;
		first = n->next;
		free(n);
	}
	return 0;
}
`

// TestNothingKnown: where no object is known to which a pointer leads, nobody has to say whether blocks live, since no access passes its check.
func TestNothingKnown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "anywhere.c")
	if err := os.WriteFile(file, []byte(anywhere), 0o644); err != nil {
		t.Fatal(err)
	}
	p := load(t, file, false, "valid-deref", "valid-free")
	if err := Check(t.Context(), p, solvers.Native); err != nil {
		t.Fatal(err)
	}
	checks := 0
	for id, c := range p.Plain.Claims {
		if c.Addr == nil || len(c.Owners) > 0 || len(c.Targets) < 1 {
			continue
		}
		on, off := check(p.Plain.Program, id)
		if on == nil || off == nil {
			continue
		}
		q := copied(p)
		if !holdsOf(q, on, off, func(*ir.Expr) *ir.Expr { return ir.True() }) {
			continue
		}
		checks++
		if err, missing := Check(t.Context(), q, solvers.Native), (*Missing)(nil); !errors.As(err, &missing) {
			t.Errorf("%s: a check that is always passed: %v", on.Pos, err)
		}
	}
	if checks == 0 {
		t.Error("no check was about such a pointer")
	}
}

// TestOtherBlocks: a block that no check is about changes what is kept of the watched block only where it is that one.
func TestOtherBlocks(t *testing.T) {
	const text = `#include <stdlib.h>
char *kept;
extern int more(void);
int main(void) {
	while (more()) {
		int *p = malloc(4);
		kept = malloc(8);
		if (p)
			*p = 1;
		free(p);
	}
	return 0;
}
`
	file := filepath.Join(t.TempDir(), "other.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := load(t, file, false, "valid-deref", "valid-free")
	if err := Check(t.Context(), p, solvers.Native); err != nil {
		t.Fatal(err)
	}
	changed := 0
	for _, e := range p.Plain.Program.Edges {
		if e == nil {
			continue
		}
		if a, ok := e.Stmt.(*ir.Alloc); !ok || a.Result == nil {
			continue
		}
		for _, v := range p.Globals {
			if !strings.HasPrefix(v.Name, "$") || v.Name == ir.HeapName || v.Name == ir.WatchedName || v.Type.Kind != ir.Integer {
				continue
			}
			q := copied(p)
			behind(q, q.Edges[e.ID], &ir.Assign{Var: v, Expr: ir.ConstInt(v.Type, 1)})
			changed++
			if err, missing := Check(t.Context(), q, solvers.Native), (*Missing)(nil); !errors.As(err, &missing) {
				t.Errorf("%s: %s changes: %v", e.Pos, v.Name, err)
			}
		}
	}
	if changed < 4 {
		t.Errorf("%d changes", changed)
	}
}
