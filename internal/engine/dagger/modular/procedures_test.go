package modular

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"craig/internal/engine/dagger"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// contextual are programs whose calls have to be told apart, which contracts do not.
var contextual = map[string]bool{"contexts.c": true}

// TestCalls: verdicts on programs with calls, certified.
func TestCalls(t *testing.T) {
	files, err := filepath.Glob("testdata/calls/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			want := enginetest.Wanted(t, file)
			p := enginetest.Calls(t, cfront.Options{}, file)
			cfg := dagger.Config{}
			if contextual[filepath.Base(file)] {
				cfg.Domain = dagger.Interval // so that it gives up soon
			}
			res := enginetest.Verify(t, New(cfg), p, 30*time.Second, nil)
			switch {
			case contextual[filepath.Base(file)]:
				if res.Verdict != verdict.Unknown || res.Reason != "summaries" {
					t.Errorf("%v(%s), which calls one by one decide", res.Verdict, res.Reason)
				}
				inlined := enginetest.Inlined(t, cfront.Options{}, file)
				if res := enginetest.Verify(t, dagger.New(dagger.Config{}), inlined, 30*time.Second, nil); res.Verdict != want {
					t.Errorf("inlined: %v(%s)", res.Verdict, res.Reason)
				}
			case res.Verdict != want:
				t.Errorf("%v(%s), want %v", res.Verdict, res.Reason, want)
			}
		})
	}
}

// compute finds the contracts of a program.
func compute(ctx context.Context, d dagger.Domain, p *ir.Program) *summaries {
	task := enginetest.Task(p, nil)
	s := newSummaries(ctx, dagger.Config{}, attempt{domain: d}, task, newProcedures(p, task.Goals), term.NewStore())
	s.compute()
	return s
}

// TestContracts: the fixpoint, before any refinement.
func TestContracts(t *testing.T) {
	want := map[string]string{
		"mccarthy.c": `f91 requires true
  ensures f91::x == f91::$result + 10 && 101 <= f91::x
  ensures f91::$result == 91 && f91::x <= 100
`,
		"counter.c": `walk requires 0 <= steps && 0 <= walk::n && walk::n <= 1000 && steps + walk::n <= 2000
  ensures walk::n == 0 && steps == steps@ && 0 <= steps && steps <= 2000
  ensures walk::n + steps@ == steps && walk::n <= steps && walk::n <= 1000 && steps <= 2000 && 1 <= walk::n
`,
	}
	for file, contract := range want {
		p := enginetest.Calls(t, cfront.Options{}, filepath.Join("testdata/calls", file))
		s := compute(context.Background(), dagger.Polyhedra, p)
		var b strings.Builder
		for _, pr := range s.list[1:] {
			fmt.Fprintf(&b, "%s requires %s\n", pr.fn.Name, s.d.String(pr.pre))
			for _, part := range pr.sum {
				fmt.Fprintf(&b, "  ensures %s\n", s.d.String(part))
			}
		}
		if b.String() != contract {
			t.Errorf("%s:\n%s", file, b.String())
		}
	}
}

// program draws C programs whose procedures call each other, with a counter that makes that end.
func program(t *rapid.T) string {
	var b strings.Builder
	pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "pick") }
	k := func() string { return fmt.Sprint(rapid.IntRange(-3, 9).Draw(t, "k")) }
	const vars = 5
	names := [vars]string{"x", "y", "r", "g", "h"}
	v := func() string { return pick(names[:]...) }
	linear := func() string {
		switch rapid.IntRange(0, 4).Draw(t, "form") {
		case 0:
			return k()
		case 1:
			return v()
		case 2:
			return v() + " - " + v()
		}
		return v() + " + " + k()
	}
	condition := func() string { return linear() + pick(" < ", " <= ", " == ", " != ") + linear() }
	b.WriteString("extern void __VERIFIER_error(void);\nextern int __VERIFIER_nondet_int(void);\nint g, h;\n")
	procedures := rapid.IntRange(1, 3).Draw(t, "procedures")
	for i := range procedures {
		fmt.Fprintf(&b, "int f%d(int n, int x, int y);\n", i)
	}
	var block func(depth int, fuel string)
	block = func(depth int, fuel string) {
		for range rapid.IntRange(1, 3).Draw(t, "statements") {
			switch rapid.IntRange(0, 6).Draw(t, "statement") {
			case 0, 1:
				fmt.Fprintf(&b, "%s = %s;\n", v(), linear())
			case 2:
				fmt.Fprintf(&b, "%s = __VERIFIER_nondet_int();\n", v())
			case 3, 4:
				fmt.Fprintf(&b, "%s = f%d(%s, %s, %s);\n", v(), rapid.IntRange(0, procedures-1).Draw(t, "callee"), fuel, linear(), linear())
			default:
				if depth == 0 {
					continue
				}
				if rapid.Bool().Draw(t, "loop") {
					fmt.Fprintf(&b, "for (int i%d = 0; i%[1]d < %d; i%[1]d++) {\n", depth, rapid.IntRange(0, 4).Draw(t, "rounds"))
				} else {
					fmt.Fprintf(&b, "if (%s) {\n", condition())
				}
				block(depth-1, fuel)
				b.WriteString("}\n")
			}
		}
	}
	for i := range procedures {
		fmt.Fprintf(&b, "int f%d(int n, int x, int y)\n{\nint r = 0;\nif (n <= 0) return %s;\n", i, linear())
		block(2, "n - 1")
		if rapid.Bool().Draw(t, "claim") {
			fmt.Fprintf(&b, "if (%s) __VERIFIER_error();\n", condition())
		}
		fmt.Fprintf(&b, "return %s;\n}\n", linear())
	}
	b.WriteString("int main(void)\n{\nint x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r = 0;\n")
	b.WriteString("if (x < -20 || x > 20) return 0;\n")
	block(2, "2")
	fmt.Fprintf(&b, "if (%s) __VERIFIER_error();\nreturn 0;\n}\n", condition())
	return b.String()
}

// execution follows the interpreter through a program without memory and checks what a proof says
// wherever it comes to.
type execution struct {
	t     *rapid.T
	p     *ir.Program
	inv   map[ir.Loc]term.Term
	vals  map[*ir.Var]num.Int
	stack []active
	seen  int // formulas that were looked at
}

type active struct {
	call  *ir.Edge
	fn    *ir.Func
	old   map[string]num.Int
	saved map[*ir.Var]num.Int
}

func (x *execution) enter(call *ir.Edge, fn *ir.Func, args []num.Int) {
	a := active{call: call, fn: fn, old: map[string]num.Int{}, saved: map[*ir.Var]num.Int{}}
	fn.AllVars(func(v *ir.Var) {
		a.saved[v] = x.vals[v]
		x.vals[v] = num.I(0)
	})
	for i, v := range fn.Params[:len(args)] {
		x.vals[v] = args[i]
		a.old[sem.Old(v).Name()] = args[i]
	}
	for _, v := range x.p.Globals {
		a.old[sem.Old(v).Name()] = x.vals[v]
	}
	x.stack = append(x.stack, a)
	x.arrive(fn.Entry)
}

func (x *execution) arrive(l ir.Loc) {
	top := x.stack[len(x.stack)-1]
	inv, ok := x.inv[l]
	if !ok && (l == top.fn.Entry || l == top.fn.Exit && len(x.stack) > 1 || x.p.Loc(l).Loop) {
		x.t.Fatalf("location %d is said not to be reached\n%s", l, x.p)
	}
	if ok {
		st := inv.Store()
		f, known := st.Eval(inv, func(v term.Term) (term.Term, bool) {
			if k, ok := top.old[v.Name()]; ok {
				return st.IntNum(k), true
			}
			for w, k := range x.vals {
				if w.Name == v.Name() {
					return st.IntNum(k), true
				}
			}
			return v, false
		})
		if !known || !f.IsTrue() {
			x.t.Fatalf("at location %d, with %v and %v: %v\n%s", l, x.vals, top.old, inv, x.p)
		}
		x.seen++
	}
	if l == top.fn.Exit && len(x.stack) > 1 {
		x.stack = x.stack[:len(x.stack)-1]
		for v, k := range top.saved {
			x.vals[v] = k
		}
		if top.call.Stmt.(*ir.Call).Result == nil {
			x.arrive(top.call.To)
		}
	}
}

func (x *execution) step(s interp.Step) {
	if s.Var != nil {
		x.vals[s.Var] = s.Value
	}
	if c, ok := s.Edge.Stmt.(*ir.Call); ok && s.Var == nil {
		var args []num.Int
		for _, a := range c.Args {
			args = append(args, x.p.Mode().Fold(ir.Subst(a, func(v *ir.Var) *ir.Expr { return ir.Const(v.Type, x.vals[v]) })).Val)
		}
		x.enter(s.Edge, c.Callee, args)
		return
	}
	x.arrive(s.Edge.To)
}

// run executes p with inputs near 0 and returns how it ends.
func (x *execution) run(seed int64) interp.End {
	value := func(e *ir.Edge, n int) num.Int {
		return num.I((seed*7919+int64(e.ID)*31+int64(n)*17)%23 - 11)
	}
	x.vals, x.stack = map[*ir.Var]num.Int{}, nil
	x.p.AllVars(func(v *ir.Var) { x.vals[v] = num.I(0) })
	x.enter(nil, x.p.Main, nil)
	return interp.Run(context.Background(), x.p, interp.Inputs{Scalar: value}, interp.Options{MaxSteps: 5000, NoPath: true, Step: x.step}).End
}

// TestRandomCalls: whatever the domain, contracts hold in executions, and what the engine proves or
// refutes is certified, and proved programs fail in no execution.
func TestRandomCalls(t *testing.T) {
	dir := t.TempDir()
	answers, seen, proved := map[verdict.Verdict]int{}, 0, 0
	rapid.Check(t, func(t2 *rapid.T) {
		file := filepath.Join(dir, "p.c")
		text := program(t2)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p := enginetest.Calls(t, cfront.Options{}, file)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		s := compute(ctx, rapid.SampledFrom([]dagger.Domain{dagger.Interval, dagger.Octagon, dagger.Polyhedra}).Draw(t2, "domain"), p)
		if ctx.Err() != nil {
			return
		}
		x := &execution{t: t2, p: p, inv: s.evidence()}
		for seed := range int64(6) {
			x.run(seed)
		}
		seen += x.seen
		res := enginetest.Run(ctx, t, New(dagger.Config{}), enginetest.Task(p, nil))
		answers[res.Verdict]++
		if err := enginetest.Certify(p, res); err != nil {
			t2.Fatalf("%v is rejected: %v\n%s", res.Verdict, err, text)
		}
		if res.Verdict == verdict.True {
			proved++
			x := &execution{t: t2, p: p, inv: res.Proof.(verdict.Contracts)}
			for seed := range int64(20) {
				if x.run(seed) == interp.Reached {
					t2.Fatalf("an error is reached\n%s", text)
				}
			}
		}
	})
	t.Logf("%v; formulas looked at in executions: %d; programs proved: %d", answers, seen, proved)
	if seen == 0 || proved == 0 {
		t.Error("nothing was tested")
	}
}
