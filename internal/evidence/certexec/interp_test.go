package certexec

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/testenv"
	"craig/logic/num"
)

// asEnd are the ends of the interpreter.
var asEnd = map[interp.End]End{
	interp.StepLimit: StepLimit, interp.Exited: Exited, interp.Reached: Reached, interp.Blocked: Blocked, interp.OutOfRange: OutOfRange, interp.Undefined: Undefined,
}

// differs says how an execution is another one than the interpreter's; "" if it is the same.
func differs(p *ir.Program, got Outcome, want interp.Outcome) string {
	v, known := got.State.Vars[p.Main.Result]
	if got.End == asEnd[want.End] && got.At == want.At && got.Steps == want.Steps && (!want.HasResult || known && v.Eq(want.Result)) {
		return ""
	}
	return fmt.Sprintf("%s at %d after %d steps: %s; interpreted %s at %d after %d: %s %s", got.End, got.At, got.Steps, v, want.End, want.At, want.Steps, want.Result, want.Reason)
}

// handsOver says that an execution ends where a number that its type does not have is stored or is an argument, which the interpreter hands over.
func handsOver(p *ir.Program, got Outcome) bool {
	if got.End != Undefined || got.Edge == 0 {
		return false
	}
	switch p.Edges[got.Edge].Stmt.(type) {
	case *ir.Store, *ir.Call:
		return true
	}
	return false
}

// TestInterpreter: executions of random programs are those of the interpreter, with inputs; without, those that come to an end of the program
// without passing an assumption are, whatever the inputs are.
func TestInterpreter(t *testing.T) {
	ends := map[End]int{}
	n, first := testenv.Random(testenv.Count(800, 10_000))
	for seed := first; seed < first+uint64(n); seed++ {
		p := irtest.Random(seed)
		irtest.Observe(p)
		in := interp.Inputs{
			Scalar: func(e *ir.Edge, n int) num.Int { return num.I(int64(e.ID)*int64(n+1)%50 - 7) },
			Cell: func(e *ir.Edge, n int, addr num.Int, _ ir.Type) num.Int {
				if e == nil {
					return num.I(0)
				}
				return num.I(int64(n)).Add(addr)
			},
		}
		const most = 3000
		want := interp.Run(t.Context(), p, in, interp.Options{MaxSteps: most, NoPath: true})
		got := Run(t.Context(), p, Options{Inputs: &in, MaxSteps: most, State: true})
		ends[got.End]++
		if got.End != Outside && got.End != Open && want.End != interp.StepLimit && !handsOver(p, got) {
			if problem := differs(p, got, want); problem != "" {
				t.Fatalf("program %d: %s\n%s", seed, problem, p)
			}
		}
		got = Run(t.Context(), p, Options{MaxSteps: most, State: true})
		ends[got.End]++
		if got.End != Outside && got.End != Open && !handsOver(p, got) {
			same := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: most, NoPath: true, Unknown: true})
			// What has no value may be unknown to the fast executor, which evaluates the other side of a choice too.
			if problem := differs(p, got, same); problem != "" && same.End != interp.Undefined {
				t.Fatalf("program %d, with unknown values: %s\n%s", seed, problem, p)
			}
		}
		if got.End == Outside || got.End == Open || got.Passed || want.End == interp.StepLimit || got.End == StepLimit || handsOver(p, got) {
			continue
		}
		if want.End == interp.Undefined {
			continue // what has no value was computed with something unknown, and is unknown
		}
		if _, known := got.State.Vars[p.Main.Result]; !known {
			want.HasResult = false
		}
		if problem := differs(p, got, want); problem != "" {
			t.Fatalf("program %d, without inputs: %s\n%s", seed, problem, p)
		}
	}
	t.Logf("%v", ends)
	for _, e := range []End{Exited, StepLimit, Blocked, OutOfRange, Undefined, Open, Outside} {
		if n >= 800 && ends[e] < 10 {
			t.Errorf("only %d executions end as %s", ends[e], e)
		}
	}
}

// TestOperations: each operation has the value that the interpreter finds, in all types and for values at their boundaries.
func TestOperations(t *testing.T) {
	for _, mode := range []ir.Signed{ir.SignedUndefined, ir.SignedWrap} {
		for _, typ := range irtest.OperationTypes {
			for op := ir.OpNeg; op <= ir.OpGe; op++ {
				for form, p := range irtest.Operations(mode, typ, op) {
					for _, a := range irtest.Boundaries(typ) {
						for _, b := range irtest.Boundaries(typ) {
							in := interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int {
								if e == p.Edges[1] {
									return a
								}
								return b
							}}
							got := Run(t.Context(), p, Options{Inputs: &in, MaxSteps: 100, State: true})
							if got.End == Outside && (typ.Bits > 32 || op == ir.OpShl) {
								continue // no word holds it
							}
							if problem := differs(p, got, interp.Run(t.Context(), p, in, interp.Options{NoPath: true})); problem != "" {
								t.Fatalf("mode %d, %s, operation %d of %s and %s, form %d: %s", mode, typ, op, a, b, form, problem)
							}
						}
					}
				}
			}
		}
	}
}

// TestUnknownDecides: an execution ends as Open where something unknown decides, and what is known beside it does not; where it is only
// assumed, it is passed over; and what is computed with it is unknown.
func TestUnknownDecides(t *testing.T) {
	for _, c := range []struct {
		stmts string
		want  End
	}{
		{"edge 2 -> 3: assume ((x > 0:i32) && (k > 5:i32)) then\nedge 3 -> 4: assume !((x > 0:i32) && (k > 5:i32)) else", Open},
		{"edge 2 -> 3: assume ((k > 5:i32) && (x > 0:i32)) then\nedge 3 -> 4: assume !((k > 5:i32) && (x > 0:i32)) else", Exited},
		{"edge 2 -> 3: assume ((k > 1:i32) || (x > 0:i32)) then\nedge 3 -> 4: assume !((k > 1:i32) || (x > 0:i32)) else", Exited},
		{"edge 2 -> 3: assume (k > 1:i32)\nedge 3 -> 4: assume (k < 9:i32)", Open},
		{"edge 2 -> 3: u := (u * cast.u32(x))\nloc 3\nedge 3 -> 4: assume (u == 7:u32) then\nedge 4 -> 5: assume (u != 7:u32) else\nloc 5\nedge 5 -> 4: skip", Open},
		{"edge 2 -> 3: store[m](0:p64, x)\nloc 3\nedge 3 -> 4: assume (load.i32[m](0:p64) == 7:i32) then\nedge 4 -> 5: assume (load.i32[m](0:p64) != 7:i32) else\nloc 5\nedge 5 -> 4: skip", Open},
		{"edge 2 -> 4: assume (x > 1:i32)", Exited},
		{"edge 2 -> 4: k := (k / z)", Undefined},
		{"edge 2 -> 4: assume (((k / z) != 7:i32) && (x > 0:i32))", Undefined},
		{"edge 2 -> 4: assume (((k / z) == 7:i32) || (x > 0:i32))", Undefined},
		{"edge 2 -> 3: assume ((x != 5:i32) && ((k / z) == 1:i32)) then\nedge 3 -> 4: assume !((x != 5:i32) && ((k / z) == 1:i32)) else", Open},
	} {
		if !strings.Contains(c.stmts, "loc ") {
			c.stmts += "\nloc 3\nedge 9 -> 4: skip"
		}
		p := irtest.Parse(t, "global 1 x i32\nglobal 2 k i32\nglobal 3 z i32\nglobal 4 u u32\nglobal 5 m mem32\nfunc main\nentry 1\nexit 4\nloc 1\nedge 1 -> 6: k := 3:i32\nloc 6\nedge 7 -> 7: z := 0:i32\nloc 7\n"+
			"edge 8 -> 2: u := 7:u32\nloc 2\n"+c.stmts+"\nloc 4\nend\nmain main\n")
		if got := Run(t.Context(), p, Options{MaxSteps: 50}); got.End != c.want {
			t.Errorf("%s: %s, want %s", c.stmts, got.End, c.want)
		}
	}
}

// TestStateWithUnknownCell: a state with a cell that has become unknown is not made a program.
func TestStateWithUnknownCell(t *testing.T) {
	p := irtest.Parse(t, "global 1 x i32\nglobal 5 m mem32\nfunc main\nentry 1\nexit 4\nloc 1\nedge 1 -> 2: m := 0:mem32\nloc 2\nedge 2 -> 3: store[m](0:p64, x)\nloc 3\nedge 3 -> 4: store[m](4:p64, 1:i32)\nloc 4\nend\nmain main\n")
	for at, want := range map[ir.Loc]bool{2: true, 3: false} {
		out := Run(t.Context(), p, Options{MaxSteps: 50, State: true, At: at, Visits: 1})
		if out.End != Arrived {
			t.Fatal(out.End)
		}
		if _, ok := out.State.From(p, at); ok != want {
			t.Errorf("the state at %d is made a program: %t", at, ok)
		}
	}
}

// TestNested: making functions for an expression that is nested deeply takes no time that doubles with each level.
func TestNested(t *testing.T) {
	u := ir.Int(32, false)
	p := ir.NewProgram()
	p.PtrBits = 64
	f := p.NewFunc("main", ir.Pos{})
	p.Main, f.Defined = f, true
	f.Entry, f.Exit = p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
	x, m := p.NewGlobal("x", "", u, ir.Pos{}), p.NewGlobal("m", "", ir.Mem(32), ir.Pos{})
	e := ir.ConstInt(u, 0)
	for k := range int64(60) {
		e = ir.Binary(ir.OpAdd, ir.Binary(ir.OpMul, e, ir.LoadFrom(m, u, ir.ConstInt(p.PtrType(), 4*k))), ir.LoadFrom(m, u, ir.ConstInt(p.PtrType(), 4*k)))
	}
	middle := p.NewLoc(f, ir.Pos{})
	p.NewEdge(f.Entry, middle, &ir.Assign{Var: m, Expr: ir.ConstInt(m.Type, 1)}, ir.Pos{})
	p.NewEdge(middle, f.Exit, &ir.Assign{Var: x, Expr: e}, ir.Pos{})
	if out := Run(t.Context(), p, Options{MaxSteps: 9, State: true}); out.End != Exited || !out.State.Vars[x].Eq(num.I(60)) {
		t.Errorf("%s: %s", out.End, out.State.Vars[x])
	}
}

// TestReadAgain: a loop reads a cell again after it was written.
func TestReadAgain(t *testing.T) {
	p := irtest.Parse(t, "global 1 i i32\nglobal 2 s i32\nglobal 3 d i32\nglobal 5 m mem32\nfunc main\nresult 8 main::r i32\nentry 1\nexit 9\nloc 1\nedge 1 -> 2: i := 0:i32\nloc 2\nedge 2 -> 3: m := 0:mem32\n"+
		"loc 3 loop\nedge 3 -> 4: assume (i < 50000:i32) then\nedge 4 -> 8: assume (i >= 50000:i32) else\nloc 4\nedge 5 -> 5: d := (load.i32[m](8:p64) + 2:i32)\n"+
		"loc 5\nedge 6 -> 6: store[m](8:p64, (d - 1:i32))\nloc 6\nedge 7 -> 7: i := (load.i32[m](8:p64) + 0:i32)\n"+
		"loc 7\nedge 8 -> 3: skip\nloc 8\nedge 9 -> 9: main::r := i\nloc 9\nend\nmain main\n")
	want := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{NoPath: true, MaxSteps: 400_000})
	out := Run(t.Context(), p, Options{MaxSteps: 400_000, State: true})
	if problem := differs(p, out, want); problem != "" || out.End != Exited {
		t.Errorf("%s: %s", out.End, problem)
	}
}
