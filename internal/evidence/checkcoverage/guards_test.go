package checkcoverage

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/num"
)

// load is a program with its plain form, with calls or without.
func load(t *testing.T, file string, calls bool, properties ...string) *ir.Program {
	t.Helper()
	prog := prepare.New(cfront.Options{Properties: properties}, nil, file)
	form := prog.Inlined
	if calls {
		form = prog.Interprocedural
	}
	p, err := form(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestChecksAreThere looks at programs as they are.
func TestChecksAreThere(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/lives/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range append(files, "testdata/all.c", "testdata/deep.c") {
		for i, properties := range [][]string{{"valid-deref", "valid-free", "valid-memtrack"}, {"valid-memcleanup"}} {
			for _, calls := range []bool{false, true}[:2-i] {
				p := load(t, file, calls, properties...)
				if p.Plain == nil {
					t.Fatalf("%s: nothing to look at", file)
				}
				if err := Check(t.Context(), p, solvers.Native); err != nil {
					t.Errorf("%s %v: %v", file, properties, err)
				}
			}
		}
	}
}

// damage changes the edge e of both forms of a program: in the plain one it is was. False: there is nothing of that
// kind there.
type damage func(plain, split *ir.Program, e ir.EdgeID) bool

// copied is p with copies of both of its forms.
func copied(p *ir.Program) *ir.Program {
	q := p.Clone()
	plain := *p.Plain
	plain.Program = p.Plain.Program.Clone()
	q.Plain = &plain
	return q
}

// check is the edge on which executions go on that have passed a check, and the other one.
func check(plain *ir.Program, id ir.EdgeID) (on, off *ir.Edge) {
	e := plain.Edges[id]
	a, ok := e.Stmt.(*ir.Assume)
	c := &coverage{p: plain}
	if !ok || !about(a.Cond) && a.Cond.Op != ir.OpNe || !c.guards(e) {
		return nil, nil
	}
	for _, other := range plain.Locs[e.From].Out {
		if other != id {
			return e, plain.Edges[other]
		}
	}
	return nil, nil
}

// holdsOf replaces the condition of a check in the split program.
func holdsOf(split *ir.Program, on, off *ir.Edge, change func(*ir.Expr) *ir.Expr) bool {
	c := split.Edges[on.ID].Stmt.(*ir.Assume).Cond
	d := change(c)
	if ir.Equal(c, d) {
		return false
	}
	split.Edges[on.ID].Stmt = &ir.Assume{Cond: d}
	split.Edges[off.ID].Stmt = &ir.Assume{Cond: ir.Not(d)}
	return true
}

// less has each number that is added to an address smaller by one, where it is the end of something.
func less(x *ir.Expr) *ir.Expr {
	return ir.Map(x, func(y *ir.Expr) *ir.Expr {
		if y.Op == ir.OpLe && y.Args[0].Op == ir.OpPtrAdd && y.Args[0].Args[1].IsConst() && y.Args[0].Args[1].Val.Sign() > 0 {
			k := y.Args[0].Args[1]
			return ir.Compare(ir.OpLe, ir.PtrAdd(y.Args[0].Args[0], ir.Const(k.Type, k.Val.Sub(num.I(1)))), y.Args[1])
		}
		return y
	})
}

// TestDamagedChecks damages what the passes have made, one place after the other, as a bug in them would.
func TestDamagedChecks(t *testing.T) {
	lives := func(split *ir.Program, v *ir.Var) bool {
		return v != nil && (v.Name == "$watched.life" || len(v.Name) > 6 && v.Name[:6] == "$life.")
	}
	for _, d := range []struct {
		name   string
		damage damage
		least  int  // places that are damaged
		all    bool // every one is noticed; others may do no harm
	}{
		{"the front end forgets a check", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			if on == nil || !plain.Locs[off.To].IsGoal() || plain.Locs[off.To].Goal.IsLimit() || on.Stmt.(*ir.Assume).Cond.Op == ir.OpNe {
				return false
			}
			for _, p := range []*ir.Program{plain, split} {
				p.Edges[on.ID].Stmt = &ir.Skip{}
				out := &p.Locs[p.Edges[off.ID].From].Out
				*out = slices.DeleteFunc(slices.Clone(*out), func(x ir.EdgeID) bool { return x == off.ID })
			}
			return true
		}, 7, true},
		{"a check leads to no error", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			if on == nil || !about(on.Stmt.(*ir.Assume).Cond) {
				return false
			}
			split.Locs[off.To].Goal = ir.Goal{}
			return true
		}, 7, true},
		{"a condition is true", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			return on != nil && about(on.Stmt.(*ir.Assume).Cond) && !plain.Locs[off.To].Goal.IsLimit() &&
				holdsOf(split, on, off, func(*ir.Expr) *ir.Expr { return ir.True() })
		}, 7, true},
		{"an access may be one byte longer", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			if on == nil {
				return false
			}
			c := on.Stmt.(*ir.Assume).Cond
			return (c.Op == ir.OpInObject || c.Op == ir.OpLAnd && c.Args[0].Op == ir.OpInObject) && holdsOf(split, on, off, less)
		}, 2, false},
		{"what is constant may be written", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			if on == nil || on.Stmt.(*ir.Assume).Cond.Op != ir.OpLAnd {
				return false
			}
			return holdsOf(split, on, off, func(x *ir.Expr) *ir.Expr {
				return ir.Map(x, func(y *ir.Expr) *ir.Expr {
					if y.Op == ir.OpNot {
						return ir.True()
					}
					return y
				})
			})
		}, 1, true},
		{"a dead object counts as alive", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			if on == nil {
				return false
			}
			if op := on.Stmt.(*ir.Assume).Cond.Op; op == ir.OpNe || op == ir.OpTracked || op == ir.OpAllFreed { // for these it is more
				return false
			}
			return holdsOf(split, on, off, func(x *ir.Expr) *ir.Expr {
				return ir.Map(x, func(y *ir.Expr) *ir.Expr {
					if y.Op == ir.OpEq && y.Args[0].Op == ir.OpVar && lives(split, y.Args[0].Var) && y.Args[1].Val.Eq(num.I(1)) {
						return ir.True()
					}
					return y
				})
			})
		}, 3, true},
		{"the life of another object is looked at", func(plain, split *ir.Program, id ir.EdgeID) bool {
			on, off := check(plain, id)
			if on == nil || on.Stmt.(*ir.Assume).Cond.Op == ir.OpNe {
				return false
			}
			return holdsOf(split, on, off, func(x *ir.Expr) *ir.Expr {
				return ir.Subst(x, func(v *ir.Var) *ir.Expr {
					for _, w := range split.Globals {
						if lives(split, v) && lives(split, w) && w != v {
							return ir.VarExpr(w)
						}
					}
					return nil
				})
			})
		}, 3, true},
		{"free ends no life", func(plain, split *ir.Program, id ir.EdgeID) bool {
			if _, ok := plain.Edges[id].Stmt.(*ir.Free); !ok || !lives(split, ir.Written(split.Edges[id].Stmt)) {
				return false
			}
			split.Edges[id].Stmt = &ir.Skip{}
			return true
		}, 2, true},
		{"malloc begins no life", func(plain, split *ir.Program, id ir.EdgeID) bool {
			if _, ok := plain.Edges[id].Stmt.(*ir.Alloc); !ok {
				return false
			}
			for e := split.Edges[id]; ; e = split.Edges[split.Locs[e.To].Out[0]] {
				if lives(split, ir.Written(e.Stmt)) {
					e.Stmt = &ir.Skip{}
					return true
				}
				if e.To == plain.Edges[id].To {
					return false
				}
			}
		}, 2, true},
		{"a scope does not end", func(plain, split *ir.Program, id ir.EdgeID) bool {
			if s, ok := plain.Edges[id].Stmt.(*ir.Free); !ok || s.Addr == nil || s.Addr.Op != ir.OpAddr {
				return false
			}
			plain.Edges[id].Stmt = &ir.Skip{}
			split.Edges[id].Stmt = &ir.Skip{}
			return true
		}, 2, true},
	} {
		for _, leak := range []string{"valid-memtrack", "valid-memcleanup"} {
			p := load(t, "testdata/all.c", false, "valid-deref", "valid-free", leak)
			places, noticed := 0, 0
			for id := range p.Plain.Program.Edges {
				q := copied(p)
				if q.Plain.Program.Edges[id] == nil || !d.damage(q.Plain.Program, q, ir.EdgeID(id)) {
					continue
				}
				places++
				err := Check(t.Context(), q, solvers.Native)
				var missing *Missing
				switch {
				case errors.As(err, &missing):
					noticed++
				case err != nil:
					t.Fatal(err)
				case d.all:
					t.Errorf("%s (%s): not noticed at %s: %v", d.name, leak, p.Plain.Program.Edges[id].Pos, p.Plain.Program.Edges[id].Stmt)
				}
			}
			t.Logf("%s: %d places, %d noticed", d.name, places, noticed)
			if places < d.least || noticed == 0 {
				t.Errorf("%s (%s): %d places, %d noticed", d.name, leak, places, noticed)
			}
		}
	}
}
