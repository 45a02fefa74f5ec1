package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/logic/refuted"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/internal/solvers"
	"craig/logic/term"
)

// longLoop is a loop with many branches, each of which changes one of eight variables between 0 and most.
func longLoop(branches, most int) string {
	var b strings.Builder
	b.WriteString("extern int input(void);\nextern void reach_error(void);\nint ")
	for i := range 8 {
		fmt.Fprintf(&b, "v%d, ", i)
	}
	b.WriteString("steps;\nint main(void) {\n\twhile (input()) {\n\t\tint which = input();\n")
	for i := range branches {
		fmt.Fprintf(&b, "\t\tif (which == %d)\n\t\t\tv%d = %d - v%d;\n", i, i%8, most, i%8)
	}
	b.WriteString("\t}\n\tif (v0 < 0 || v0 > 1 || v7 > 1)\n\t\treach_error();\n\treturn 0;\n}\n")
	return b.String()
}

// TestWaypoints: bounds are carried on to places on the way, with which the certifier accepts a right proof; a wrong one is rejected, and
// one that is not of bounds, or of a short program, has no waypoints.
func TestWaypoints(t *testing.T) {
	program := func(branches, most int) *ir.Program {
		t.Helper()
		files := fstest.MapFS{"a.c": {Data: []byte(longLoop(branches, most))}}
		p, err := prepare.New(cfront.Options{Properties: []string{"unreach-call"}}, files, "a.c").Inlined(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	// proof says of each of the eight variables that it is between 0 and most.
	proof := func(p *ir.Program, most int64) verdict.Invariants {
		c := sem.New(term.NewStore(), p)
		st := c.Store
		f := st.True()
		p.AllVars(func(v *ir.Var) {
			if len(v.Name) == 2 && v.Name[0] == 'v' {
				f = st.And(f, st.Le(st.Int(0), c.Var(v)), st.Le(c.Var(v), st.Int(most)))
			}
		})
		inv := verdict.Invariants{p.Main.Entry: st.True()}
		for l, info := range p.Locs {
			if info != nil && info.Loop {
				inv[ir.Loc(l)] = f
			}
		}
		return inv
	}
	p := program(300, 1)
	inv := proof(p, 1)
	more := waypoints(p, inv)
	if len(more) < len(inv)+3 {
		t.Fatalf("%d waypoints", len(more)-len(inv))
	}
	for l, f := range inv {
		if more[l] != f {
			t.Errorf("the invariant of location %d was changed", l)
		}
	}
	ctx := context.Background()
	if err := certify.Safe(ctx, p, more, solvers.Native, 1); err != nil {
		t.Error("with waypoints:", err)
	}
	if err := check(ctx, p, inv, nil, solving{newSolver: solvers.Native, tally: new(refuted.Tally), unfollowed: new(verdict.Unfollowed)}, 1); err != nil {
		t.Error(err)
	}
	var no *certify.Rejection
	for name, wrong := range map[string]struct {
		p    *ir.Program
		most int64
	}{"not inductive": {program(300, 2), 1}, "not safe": {program(300, 2), 2}} {
		if err := check(ctx, wrong.p, proof(wrong.p, wrong.most), nil, solving{newSolver: solvers.Native, tally: new(refuted.Tally), unfollowed: new(verdict.Unfollowed)}, 1); !errors.As(err, &no) || no.Undecided {
			t.Errorf("%s: %v", name, err)
		}
	}
	for l, f := range inv {
		st := f.Store()
		if inv[l] = st.And(f, st.Or(st.Eq(st.Var("v0", term.Int), st.Int(0)), st.Eq(st.Var("v1", term.Int), st.Int(0)))); f.IsTrue() {
			inv[l] = f
		}
	}
	if waypoints(p, inv) != nil {
		t.Error("waypoints for a proof that is not of bounds")
	}
	other := proof(p, 1)
	other[ir.Loc(len(p.Locs)+7)] = other[p.Main.Entry]
	if err := check(ctx, p, other, nil, solving{newSolver: solvers.Native, tally: new(refuted.Tally), unfollowed: new(verdict.Unfollowed)}, 1); err == nil {
		t.Error("a proof of another program, which has more locations")
	}
	if p = program(10, 1); waypoints(p, proof(p, 1)) != nil {
		t.Error("waypoints in a short program")
	}
}

// TestManyFunctions: a program of three thousand calls, each with variables of its own, has waypoints.
func TestManyFunctions(t *testing.T) {
	const n = 3000
	var b strings.Builder
	b.WriteString("extern void reach_error(void);\n")
	for i := range n {
		fmt.Fprintf(&b, "static int f%d(int x) { if (x > %d) return x - 1; return x + 1; }\n", i, i%7)
	}
	b.WriteString("int main(void) {\n\tint s = 5;\n")
	for i := range n {
		fmt.Fprintf(&b, "\ts = f%d(s);\n", i)
	}
	b.WriteString("\tif (s < -1 || s > 9)\n\t\treach_error();\n\treturn 0;\n}\n")
	files := fstest.MapFS{"a.c": {Data: []byte(b.String())}}
	p, err := prepare.New(cfront.Options{Properties: []string{"unreach-call"}}, files, "a.c").Inlined(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	inv := verdict.Invariants{p.Main.Entry: term.NewStore().True()}
	if got := len(waypoints(p, inv)); got < len(p.Edges)/stride/2 {
		t.Errorf("%d waypoints for %d edges", got-1, len(p.Edges))
	}
}

// TestManyVariables: a program of thirty thousand variables has waypoints, each with what is known of the few that are live there.
func TestManyVariables(t *testing.T) {
	const n = 30_000
	p := ir.NewProgram()
	main := p.NewFunc("main", ir.Pos{})
	main.Defined = true
	p.Main = main
	ty := ir.Int(32, true)
	s := p.NewLocal(main, "main::s", "s", ty, ir.Pos{})
	at := p.NewLoc(main, ir.Pos{})
	main.Entry = at
	step := func(from, to ir.Loc, v *ir.Var, x *ir.Expr) {
		p.NewEdge(from, to, &ir.Assign{Var: v, Expr: x}, ir.Pos{})
	}
	step(at, p.NewLoc(main, ir.Pos{}), s, ir.ConstInt(ty, 0))
	at++
	for i := range n {
		v := p.NewLocal(main, fmt.Sprintf("main::v%d", i), "", ty, ir.Pos{})
		yes, no, next := p.NewLoc(main, ir.Pos{}), p.NewLoc(main, ir.Pos{}), p.NewLoc(main, ir.Pos{})
		p.NewBranch(at, ir.Compare(ir.OpLt, ir.VarExpr(s), ir.ConstInt(ty, 3)), yes, no, ir.Pos{})
		step(yes, next, v, ir.ConstInt(ty, int64(i%5)))
		step(no, next, v, ir.ConstInt(ty, 1))
		at = p.NewLoc(main, ir.Pos{})
		step(next, at, s, ir.VarExpr(v))
	}
	main.Exit = at
	inv := verdict.Invariants{main.Entry: term.NewStore().True()}
	more := waypoints(p, inv)
	if len(more) < len(p.Edges)/stride/2 {
		t.Fatalf("%d waypoints for %d edges", len(more)-1, len(p.Edges))
	}
	for l, f := range more {
		if n := len(term.Vars(f, map[term.Term]bool{}, nil)); n > 2 {
			t.Fatalf("location %d: %d variables in %s", l, n, f)
		}
	}
}
