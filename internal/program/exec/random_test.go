package exec_test

import (
	"fmt"
	"testing"

	"craig/internal/program/exec"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/testenv"
	"craig/logic/num"
)

// asExec are the ends of the interpreter as those of compiled programs.
var asExec = map[interp.End]exec.End{
	interp.StepLimit: exec.StepLimit, interp.Exited: exec.Exited, interp.Reached: exec.Reached,
	interp.Blocked: exec.Blocked, interp.OutOfRange: exec.Blocked, interp.Undefined: exec.Undefined,
}

// unknowns are the same unknown values for the interpreter and for compiled programs.
func unknowns(seed int64) (interp.Inputs, *exec.Inputs) {
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
	}, &exec.Inputs{Scalar: scalar, Cell: cell}
}

// compare says how an execution of p, which is compiled, is another one than the interpreter's; "" if it is the same as far as it goes.
func compare(t *testing.T, p *ir.Program, code *exec.Code, seed int64, given bool, limit int) (end exec.End, problem string) {
	slow, fast := unknowns(seed)
	if !given {
		fast = nil
	}
	got := code.Run(t.Context(), exec.Options{MaxSteps: limit, Inputs: fast})
	want := interp.Run(t.Context(), p, slow, interp.Options{MaxSteps: limit + 1_000, NoPath: true})
	switch {
	case got.End == exec.Outside || got.End == exec.Open || got.End == exec.StepLimit || want.End == interp.StepLimit:
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
	ends := map[exec.End]int{}
	for seed := range uint64(testenv.Count(1500, 20_000)) {
		p := irtest.Random(seed)
		observe(p)
		if err := ir.Check(p); err != nil {
			t.Fatal(err)
		}
		for _, watched := range []bool{false, true} {
			compiled := exec.Compile
			if watched {
				compiled = exec.CompileWatched
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
	for _, e := range []exec.End{exec.Exited, exec.StepLimit, exec.Blocked, exec.Undefined, exec.Open, exec.Outside} {
		if ends[e] < 20 {
			t.Errorf("only %d executions end as %s", ends[e], e)
		}
	}
}

// observe gives main a result that all global variables and some cells of the regions are part of.
func observe(p *ir.Program) {
	u := ir.Int(64, false)
	f := p.Main
	r := p.NewResult(f, u)
	at := f.Exit
	sum := ir.ConstInt(u, 0)
	add := func(e *ir.Expr) {
		sum = ir.Binary(ir.OpAdd, ir.Binary(ir.OpMul, sum, ir.ConstInt(u, 31)), ir.Cast(u, e))
	}
	for i, v := range p.Globals {
		if v.Type.Kind != ir.Memory {
			add(ir.VarExpr(v))
			continue
		}
		cell := ir.Int(v.Type.Bits, v.Type.Bits == 32)
		base := int64(0)
		for j := range i {
			if p.Globals[j].Type.Kind == ir.Memory {
				base += 4096
			}
		}
		for k := range int64(8) {
			add(ir.LoadFrom(v, cell, ir.ConstInt(p.PtrType(), base+4096+k*int64(cell.Bits/8))))
		}
	}
	for _, v := range f.Locals {
		if v.Type.IsNumber() {
			add(ir.VarExpr(v))
		}
	}
	next := p.NewLoc(f, ir.Pos{})
	f.Exit = next
	p.NewEdge(at, next, &ir.Assign{Var: r, Expr: sum}, ir.Pos{})
}

// boundaries are values of t: those at its ends, near 0 and near the ends of smaller types.
func boundaries(t ir.Type) []num.Int {
	var vs []num.Int
	for _, k := range []int64{0, 1, -1, 2, 3, 7, 1 << 7, 1<<15 - 1, 1 << 31, 1<<32 - 1, -1 << 31, 1 << 40} {
		vs = append(vs, t.Wrap(num.I(k)))
	}
	for _, k := range []int64{0, 1} {
		vs = append(vs, t.Max().Sub(num.I(k)), t.Min().Add(num.I(k)))
	}
	return vs
}

// TestOperations: each operation has, compiled, the value that the interpreter finds, in all types and for values at their boundaries: as what is assigned,
// as an operation that does not overflow, and as a condition.
func TestOperations(t *testing.T) {
	for _, mode := range []ir.Signed{ir.SignedUndefined, ir.SignedWrap} {
		for _, typ := range []ir.Type{ir.Int(1, false), ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(32, false), ir.Int(63, true), ir.Int(64, true), ir.Int(64, false)} {
			for op := ir.OpNeg; op <= ir.OpGe; op++ {
				operation(t, mode, typ, op)
			}
		}
	}
}

func operation(t *testing.T, mode ir.Signed, typ ir.Type, op ir.Op) {
	unary := op == ir.OpNeg || op == ir.OpCompl
	if op > ir.OpXor && op < ir.OpEq {
		return
	}
	for form := range 4 { // assigned; in range, and then assigned; converted; decided
		p := ir.NewProgram()
		p.PtrBits, p.Signed = 64, mode
		f := p.NewFunc("main", ir.Pos{})
		p.Main, f.Defined = f, true
		x, y := p.NewLocal(f, "x", "", typ, ir.Pos{}), p.NewLocal(f, "y", "", typ, ir.Pos{})
		e := &ir.Expr{Op: op, Type: typ, Args: []*ir.Expr{ir.VarExpr(x)}}
		if !unary {
			e.Args = append(e.Args, ir.VarExpr(y))
		}
		condition := op >= ir.OpEq
		if condition {
			e.Type = ir.Bool
		}
		r := p.NewResult(f, ir.Int(64, true))
		f.Entry = p.NewLoc(f, ir.Pos{})
		at := f.Entry
		step := func(s ir.Stmt) {
			next := p.NewLoc(f, ir.Pos{})
			p.NewEdge(at, next, s, ir.Pos{})
			at = next
		}
		step(&ir.Havoc{Var: x})
		step(&ir.Havoc{Var: y})
		switch {
		case condition || form == 3:
			c := e
			if !condition {
				c = ir.InRange(e)
			}
			yes, no, end := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
			p.NewBranch(at, c, yes, no, ir.Pos{})
			p.NewEdge(yes, end, &ir.Assign{Var: r, Expr: ir.ConstInt(r.Type, 5)}, ir.Pos{})
			p.NewEdge(no, end, &ir.Assign{Var: r, Expr: ir.ConstInt(r.Type, 6)}, ir.Pos{})
			at = end
		default:
			if form == 1 {
				step(&ir.Assume{Cond: ir.InRange(e)})
			}
			z := p.NewLocal(f, "z", "", typ, ir.Pos{})
			step(&ir.Assign{Var: z, Expr: e})
			if form == 2 {
				z = p.NewLocal(f, "n", "", ir.Int(16, true), ir.Pos{})
				step(&ir.Assign{Var: z, Expr: ir.Cast(z.Type, e)})
			}
			step(&ir.Assign{Var: r, Expr: &ir.Expr{Op: ir.OpCast, Type: r.Type, Args: []*ir.Expr{ir.VarExpr(z)}}})
		}
		f.Exit = at
		code, err := exec.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range boundaries(typ) {
			for _, b := range boundaries(typ) {
				first := p.Edges[1]
				pick := func(e *ir.Edge) num.Int {
					if e == first {
						return a
					}
					return b
				}
				word := func(v num.Int) int64 {
					w, ok := v.Int64()
					if !ok {
						w, _ = v.Sub(num.Pow2(64)).Int64()
					}
					return w
				}
				got := code.Run(t.Context(), exec.Options{MaxSteps: 100, Inputs: &exec.Inputs{Scalar: func(e *ir.Edge, _ int) int64 { return word(pick(e)) }}})
				want := interp.Run(t.Context(), p, interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int { return pick(e) }}, interp.Options{NoPath: true})
				if got.End == exec.Outside && (typ.Bits > 32 || op == ir.OpShl) {
					continue // no word holds it
				}
				if got.End != asExec[want.End] || got.At != want.At || got.Steps != want.Steps || want.HasResult && !got.Result.Eq(want.Result) {
					t.Fatalf("mode %d, form %d, %s of %s and %s: compiled %s: %s; interpreted %s: %s (%s)", mode, form, e, a, b, got.End, got.Result, want.End, want.Result, want.Reason)
				}
			}
		}
	}
}
