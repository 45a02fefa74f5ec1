package vm_test

import (
	"fmt"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
	"craig/internal/program/vm"
	"craig/internal/testenv"
	"craig/logic/num"
)

// asExec are the ends of the interpreter as those of compiled programs.
var asExec = map[interp.End]vm.End{
	interp.StepLimit: vm.StepLimit, interp.Exited: vm.Exited, interp.Reached: vm.Reached,
	interp.Blocked: vm.Blocked, interp.OutOfRange: vm.Blocked, interp.Undefined: vm.Undefined,
}

// unknowns are the same unknown values for the interpreter and for compiled programs.
func unknowns(seed int64) (interp.Inputs, *vm.Inputs) {
	scalar := func(e *ir.Edge, n int) int64 { return (int64(e.ID)+seed)*int64(n+1)%50 - 7 }
	cell := func(e *ir.Edge, n int, addr int64) int64 { return int64(n) + addr*seed }
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

// compare says how an execution of p, which is compiled, is another one than the interpreter's; "" if it is the same as far as it goes.
func compare(t *testing.T, p *ir.Program, code *vm.Code, seed int64, given bool, limit int) (end vm.End, problem string) {
	slow, fast := unknowns(seed)
	if !given {
		fast = nil
	}
	got := code.Run(t.Context(), vm.Options{MaxSteps: limit, Inputs: fast})
	want := interp.Run(t.Context(), p, slow, interp.Options{MaxSteps: limit + 1_000, NoPath: true})
	switch {
	case got.End == vm.Outside || got.End == vm.Open || got.End == vm.StepLimit || want.End == interp.StepLimit:
		return got.End, ""
	case !given && (want.End == interp.Undefined || want.End == interp.Blocked || want.End == interp.OutOfRange):
		return got.End, "" // with unknown values it may have been passed over
	}
	same := got.End == asExec[want.End] && got.At == want.At && got.Steps == want.Steps
	if want.HasResult && got.HasResult {
		same = same && got.Result.Eq(want.Result)
	}
	if given {
		same = same && got.HasResult == want.HasResult
	}
	if !same {
		problem = fmt.Sprintf("inputs %t of seed %d: compiled %s at %d after %d steps: %s; interpreted %s at %d after %d: %s %s",
			given, seed, got.End, got.At, got.Steps, got.Result, want.End, want.At, want.Steps, want.Result, want.Reason)
	}
	return got.End, problem
}

// TestRandomPrograms: programs with loops, branches, memory and calls do, compiled, what they do in the interpreter. A result tells of
// what they have computed.
func TestRandomPrograms(t *testing.T) {
	ends := map[vm.End]int{}
	n, first := testenv.Random(testenv.Count(1500, 10_000))
	for seed := first; seed < first+uint64(n); seed++ {
		p := irtest.Random(seed)
		irtest.Observe(p)
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
		for _, watched := range []bool{false, true} {
			compiled := vm.Compile
			if watched {
				compiled = vm.CompileWatched
			}
			code, err := compiled(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, given := range []bool{true, false} {
				end, problem := compare(t, p, code, int64(seed)%5, given, 3000)
				if problem != "" {
					t.Fatalf("program %d, watched %t, %s\n%s", seed, watched, problem, p)
				}
				ends[end]++
			}
		}
	}
	t.Logf("%v", ends)
	for _, e := range []vm.End{vm.Exited, vm.StepLimit, vm.Blocked, vm.Undefined, vm.Open, vm.Outside} {
		if n >= 1500 && ends[e] < 20 {
			t.Errorf("only %d executions end as %s", ends[e], e)
		}
	}
}

// TestOperations: each operation has, compiled, the value that the interpreter finds, in all types and for values at their boundaries.
func TestOperations(t *testing.T) {
	for _, mode := range []ir.Signed{ir.SignedUndefined, ir.SignedWrap} {
		for _, typ := range irtest.OperationTypes {
			for op := ir.OpNeg; op <= ir.OpGe; op++ {
				for form, p := range irtest.Operations(mode, typ, op) {
					operation(t, p, typ, fmt.Sprintf("mode %d, %s, operation %d, form %d", mode, typ, op, form), typ.Bits > 32 || op == ir.OpShl)
				}
			}
		}
	}
}

// operation compares p for all boundaries; wide says that values may be no words.
func operation(t *testing.T, p *ir.Program, typ ir.Type, name string, wide bool) {
	code, err := vm.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range irtest.Boundaries(typ) {
		for _, b := range irtest.Boundaries(typ) {
			pick := func(e *ir.Edge) num.Int {
				if e == p.Edges[1] {
					return a
				}
				return b
			}
			word := func(e *ir.Edge, _ int) int64 {
				w, ok := pick(e).Int64()
				if !ok {
					w, _ = pick(e).Sub(num.Pow2(64)).Int64()
				}
				return w
			}
			got := code.Run(t.Context(), vm.Options{MaxSteps: 100, Inputs: &vm.Inputs{Scalar: word}})
			want := interp.Run(t.Context(), p, interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int { return pick(e) }}, interp.Options{NoPath: true})
			if got.End == vm.Outside && wide {
				continue
			}
			if got.End != asExec[want.End] || got.At != want.At || got.Steps != want.Steps || want.HasResult && !got.Result.Eq(want.Result) {
				t.Fatalf("%s of %s and %s: compiled %s: %s; interpreted %s: %s (%s)", name, a, b, got.End, got.Result, want.End, want.Result, want.Reason)
			}
		}
	}
}
