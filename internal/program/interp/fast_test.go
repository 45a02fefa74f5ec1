package interp_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/abstract/fold"
	"craig/internal/evidence/certexec"
	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
	"craig/internal/program/vm"
	"craig/internal/testenv"
	"craig/logic/num"
)

var (
	fastCount = flag.Int("fast.count", testenv.Count(8, 30), "random programs, run by the interpreter and compiled")
	fastSeed  = flag.Int64("fast.seed", 1, "number of the first of them")
)

// hashed is a number that depends on the arguments only; every third one is small.
func hashed(args ...int64) int64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, a := range args {
		h = (h ^ uint64(a)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	if h%3 == 0 {
		return int64(h>>33)%7 - 2
	}
	return int64(h)
}

const fastSteps = 2_000_000

// fastInputs are the same unknown values for both.
func fastInputs(seed int64) (interp.Inputs, *vm.Inputs) {
	scalar := func(e *ir.Edge, n int) int64 { return hashed(seed, int64(e.ID), int64(n)) }
	cell := func(e *ir.Edge, n int, addr int64) int64 {
		return hashed(seed, int64(e.ID), int64(n), addr)
	}
	return interp.Inputs{
		Scalar: func(e *ir.Edge, n int) num.Int { return num.I(scalar(e, n)) },
		Cell: func(e *ir.Edge, n int, addr num.Int, _ ir.Type) num.Int {
			if e == nil {
				return num.I(0)
			}
			a, ok := addr.Int64()
			if !ok {
				a, _ = addr.Sub(num.Pow2(64)).Int64()
			}
			return num.I(cell(e, n, a))
		},
	}, &vm.Inputs{Scalar: scalar, Cell: cell}
}

// ends are the ends of the interpreter as those of compiled programs.
var ends = map[interp.End]vm.End{
	interp.StepLimit: vm.StepLimit, interp.Exited: vm.Exited, interp.Reached: vm.Reached,
	interp.Blocked: vm.Blocked, interp.OutOfRange: vm.Blocked, interp.Undefined: vm.Undefined,
}

// sameRun compares the executions of p with the unknown values of a seed; "" if they agree. decided says
// that the compiled one came to an end of the program.
func sameRun(p *ir.Program, code *vm.Code, seed int64) (problem string, decided bool) {
	slow, fast := fastInputs(seed)
	want := interp.Run(context.Background(), p, slow, interp.Options{MaxSteps: fastSteps + 100_000, NoPath: true})
	for _, in := range []*vm.Inputs{fast, nil} {
		got := code.Run(context.Background(), vm.Options{MaxSteps: fastSteps, Inputs: in})
		if got.End == vm.Outside || got.End == vm.Open || got.End == vm.StepLimit || want.End == interp.StepLimit ||
			in == nil && passed[want.End] {
			continue
		}
		decided = true
		same := got.End == ends[want.End] && got.At == want.At && got.Steps == want.Steps
		if want.HasResult && got.HasResult {
			same = same && got.Result.Eq(want.Result)
		}
		if same && in != nil {
			same = sameGiven(p, want.Steps, slow, got.Given)
		}
		if !same {
			return fmt.Sprintf("seed %d, inputs %v: compiled %s at %d (%s) after %d steps: %s; interpreted %s at %d (%s) after %d: %s %s",
				seed, in != nil, got.End, got.At, edgeText(p, got.Edge), got.Steps, got.Result, want.End, want.At, edgeText(p, want.Edge), want.Steps, want.Result, want.Reason), true
		}
	}
	for _, in := range []*interp.Inputs{&slow, nil} {
		got := certexec.Run(context.Background(), p, certexec.Options{MaxSteps: fastSteps, Inputs: in, State: true})
		if got.End == certexec.Outside || got.End == certexec.Open || got.End == certexec.StepLimit || want.End == interp.StepLimit ||
			in == nil && passed[want.End] {
			continue
		}
		same := got.End == rerunEnds[want.End] && got.At == want.At && got.Steps == want.Steps && (got.Edge == 0 || got.Edge == want.Edge)
		if r := p.Main.Result; same && want.HasResult {
			v, known := got.State.Vars[r]
			same = !known && in == nil || v.Eq(want.Result)
		}
		if !same {
			return fmt.Sprintf("seed %d, inputs %v: run again %s at %d (%s) after %d steps; interpreted %s at %d (%s) after %d: %s",
				seed, in != nil, got.End, got.At, edgeText(p, got.Edge), got.Steps, want.End, want.At, edgeText(p, want.Edge), want.Steps, want.Reason), true
		}
	}
	return "", decided
}

// passed are ends that may be passed over with unknown values: what is computed with them is unknown, and
// assumptions that depend on them are taken to hold.
var passed = map[interp.End]bool{interp.Undefined: true, interp.Blocked: true, interp.OutOfRange: true}

var rerunEnds = map[interp.End]certexec.End{
	interp.Exited: certexec.Exited, interp.Reached: certexec.Reached,
	interp.Blocked: certexec.Blocked, interp.OutOfRange: certexec.OutOfRange, interp.Undefined: certexec.Undefined,
}

func edgeText(p *ir.Program, id ir.EdgeID) string {
	if id == 0 {
		return "-"
	}
	return ir.StmtString(p.Edges[id].Stmt)
}

// sameGiven says that the Havocs that an execution of some steps comes to are those of given, but for
// some after which nobody reads the variable, with the same values.
func sameGiven(p *ir.Program, steps int, in interp.Inputs, given []vm.Given) bool {
	out := interp.Run(context.Background(), p, in, interp.Options{MaxSteps: steps})
	at := 0
	for i, id := range out.Path {
		if _, ok := p.Edges[id].Stmt.(*ir.Havoc); !ok || at == len(given) || given[at].Edge != id {
			continue
		}
		if v, ok := out.Input[i]; ok && !v.Eq(given[at].Value) {
			return false
		}
		for addr, v := range given[at].Cells {
			a := num.I(addr)
			if _, ok := out.Memory[i][a.String()]; !ok {
				a = a.Add(num.Pow2(64)) // compiled code has addresses from 2^63 on as negative numbers
			}
			if !out.Memory[i][a.String()].Eq(v) {
				return false
			}
		}
		at++
	}
	return at == len(given)
}

// fastForms reads a file and compares the executions of what passes make of it.
func fastForms(t *testing.T, file string, opts cfront.Options) (compared, refused int) {
	ctx := context.Background()
	p, err := cfront.Read(ctx, opts, file)
	if err != nil || alias.ResolveCalls(ctx, p, alias.Options{}) != nil {
		return
	}
	q, err := pass.Inline(t.Context(), p, pass.InlineOptions{MaxDepth: 8, MaxEdges: 100_000})
	if err != nil || alias.Regions(ctx, q, alias.Options{}) != nil {
		return
	}
	s, _ := pass.Simplify(q)
	forms := []*ir.Program{q}
	if f, _, err := fold.Fold(ctx, s); err == nil {
		forms = append(forms, f)
	}
	if alias.Regions(ctx, p, alias.Options{}) == nil {
		forms = append(forms, p) // with its calls
	}
	for i, p := range forms {
		code, err := vm.Compile(p)
		if err != nil {
			refused++
			t.Logf("%s: %v", file, err)
			return
		}
		for seed := range int64(2) {
			problem, decided := sameRun(p, code, seed)
			if problem != "" {
				t.Errorf("%s, form %d: %s", filepath.Base(file), i, problem)
				return
			}
			if decided {
				compared++
			}
		}
	}
	return
}

// TestCompiled: compiled programs do what the interpreter does, step by step as far as it can be seen.
func TestCompiled(t *testing.T) {
	compared, refused := 0, 0
	count := func(c, r int) { compared, refused = compared+c, refused+r }
	dir := t.TempDir()
	for i := range int64(*fastCount) {
		file := filepath.Join(dir, fmt.Sprintf("seed%d.c", *fastSeed+i))
		if err := os.WriteFile(file, []byte(cProgram(*fastSeed+i, int(i), i%3 == 2)), 0o644); err != nil {
			t.Fatal(err)
		}
		opts := cfront.Options{Properties: []string{"unreach-call"}, Signed: ir.Signed(i % 3), ILP32: i%4 == 0}
		if opts.Signed == ir.SignedCheck {
			opts.Properties = []string{"no-overflow"}
		}
		count(fastForms(t, file, opts))
	}
	files, _ := filepath.Glob("../../../testdata/*/*.c")
	for i, file := range files {
		if every := testenv.Count(12, 6); i%every == int(*fastSeed)%every {
			count(fastForms(t, file, cfront.Options{Properties: []string{"unreach-call"}, Signed: ir.Signed(i % 2)}))
		}
	}
	t.Logf("%d executions compared, %d programs refused", compared, refused)
	if compared < 2**fastCount || refused > *fastCount/5 {
		t.Error("too few")
	}
}

// TestCompiledExpressions is TestCompiled for expressions of any form.
func TestCompiledExpressions(t *testing.T) {
	modes := []ir.Mode{{}, {Signed: ir.SignedWrap}}
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom(modes).Draw(t, "mode")
		p := ir.NewProgram()
		p.Signed = mode.Signed
		p.Main = p.NewFunc("main", ir.Pos{})
		p.Main.Defined = true
		for _, ty := range foldTypes {
			p.NewLocal(p.Main, ty.String(), "", ty, ir.Pos{})
		}
		p.NewResult(p.Main, ir.Int(8, true))
		at := p.NewLoc(p.Main, ir.Pos{})
		p.Main.Entry = at
		step := func(s ir.Stmt) {
			next := p.NewLoc(p.Main, ir.Pos{})
			p.NewEdge(at, next, s, ir.Pos{})
			at = next
		}
		for _, v := range slices.Clone(p.Main.Locals) {
			x := rapid.SampledFrom([]int64{0, 1, -1, 2, -128, 127, 1 << 31, 77, 1 << 62, -1 << 63, 1<<63 - 1}).Draw(t, v.Name)
			if rapid.Bool().Draw(t, "havoc") {
				step(&ir.Havoc{Var: v})
			} else {
				step(&ir.Assign{Var: v, Expr: ir.Const(v.Type, v.Type.Wrap(num.I(x)))})
			}
		}
		for range rapid.IntRange(1, 3).Draw(t, "statements") {
			c := condition(t, p, 3)
			if v := p.Main.Locals[rapid.IntRange(0, len(p.Main.Locals)-1).Draw(t, "to")]; v.Type.Fits(num.I(1)) && rapid.Bool().Draw(t, "assign") {
				step(&ir.Assign{Var: v, Expr: &ir.Expr{Op: ir.OpOfBool, Type: v.Type, Args: []*ir.Expr{c}}})
				step(&ir.Assign{Var: v, Expr: expression(t, p, v.Type, 2)})
				continue
			}
			yes, no := p.NewLoc(p.Main, ir.Pos{}), p.NewLoc(p.Main, ir.Pos{})
			p.NewBranch(at, c, yes, no, ir.Pos{})
			p.NewEdge(yes, no, &ir.Assign{Var: p.Main.Result, Expr: ir.Cast(p.Main.Result.Type, expression(t, p, ir.Int(32, true), 2))}, ir.Pos{})
			at = no
		}
		p.Main.Exit = at
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
		code, err := vm.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		watched, err := vm.CompileWatched(p)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range int64(3) {
			for _, code := range []*vm.Code{code, watched} {
				if problem, _ := sameRun(p, code, seed); problem != "" {
					t.Fatalf("%s", problem)
				}
			}
		}
	})
}
