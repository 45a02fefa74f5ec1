package counterexample_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
)

// inlined is a program in C.
func inlined(t *testing.T, text string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("extern int nondet(void); extern void reach_error(void);\n"+text), 0o666); err != nil {
		t.Fatal(err)
	}
	return enginetest.Inlined(t, cfront.Options{}, file)
}

// guess: an input must be 42 to reach the error; another one must not be 7.
const guess = `ir 1
func main
local 1 main::x i32 c"x"
local 2 main::y i32 c"y"
local 3 main::z i32 c"z"
entry 1
exit 7
loc 1
loc 2
loc 3
loc 4
loc 5
loc 6
loc 7
loc 8 error "unreach-call"
edge 1 -> 2: havoc main::x call "nondet"
edge 2 -> 3: havoc main::y call "nondet"
edge 3 -> 4: havoc main::z SOURCE ""
edge 4 -> 5: assume !(main::y == 7:i32)
edge 5 -> 6: assume (main::x == 42:i32)
edge 5 -> 7: assume !(main::x == 42:i32)
edge 6 -> 8: assume (main::z == 0:i32)
edge 6 -> 7: assume !(main::z == 0:i32)
end
main main
`

// cells: one byte of a region is approximated; K is the one that the branch reads.
const cells = `ir 1
global 1 m mem8
func main
local 2 main::z u8
local 3 main::p p64
entry 1
exit 7
loc 1
loc 2
loc 3
loc 4
loc 5
loc 6
loc 7
loc 8 error "unreach-call"
edge 1 -> 2: m := 0:mem8
edge 2 -> 3: havoc main::z approximation "padding"
edge 3 -> 4: store[m](16:p64, main::z)
edge 4 -> 5: main::p := PLACE
edge 5 -> 6: store[m](main::p, 0:u8)
edge 6 -> 8: assume (load.u8[m](K:p64) == 0:u8)
edge 6 -> 7: assume !(load.u8[m](K:p64) == 0:u8)
end
main main
`

// TestUnsafeCells: an approximated cell of a region spoils an execution that reads it, and no other.
func TestUnsafeCells(t *testing.T) {
	for _, c := range []struct {
		place, k string
		ok       bool
	}{
		{"8:p64", "24", true},
		{"8:p64", "16", false},
		{"16:p64", "16", true},                         // written since
		{"(16:p64 +p cast.i64(main::z))", "24", false}, // it may be this one that was written
	} {
		p := irtest.Numbered(t, strings.NewReplacer("PLACE", c.place, "K", c.k).Replace(cells))
		_, err := counterexample.Unsafe(context.Background(), p, &verdict.Trace{Path: []ir.EdgeID{1, 2}})
		var no *counterexample.NotReplayed
		if (err == nil) != c.ok || !c.ok && (!errors.As(err, &no) || no.Source != 2) {
			t.Errorf("a store to %s, then a read of %s: %v", c.place, c.k, err)
		}
	}
}

// TestUnsafe: the right inputs are confirmed, with the whole trace; others, and those that only
// an approximation makes possible, are not.
func TestUnsafe(t *testing.T) {
	p := irtest.Numbered(t, strings.Replace(guess, "SOURCE", "uninitialised", 1))
	for _, c := range []struct {
		name string
		x, y int64
		end  ir.Loc
	}{
		{"right", 42, 5, 8},
		{"another input", 41, 5, 7},
		{"an assumption fails", 42, 7, 4},
	} {
		// The trace of a sliced program: y's assumption and z are not in it.
		tr := &verdict.Trace{Path: []ir.EdgeID{1, 2, 5}, Input: map[int]num.Int{0: num.I(c.x), 1: num.I(c.y)}, Error: 8}
		full, err := counterexample.Unsafe(context.Background(), p, tr)
		if c.end == 8 {
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if !slices.Equal(full.Path, []ir.EdgeID{1, 2, 3, 4, 5, 7}) || full.Error != 8 || full.Goal.Property != "unreach-call" {
				t.Errorf("%s: got %v", c.name, full)
			}
			if again, err := counterexample.Unsafe(context.Background(), p, full); err != nil || !slices.Equal(again.Path, full.Path) {
				t.Errorf("%s: the trace that comes back is not confirmed: %v", c.name, err)
			}
			continue
		}
		var no *counterexample.NotReplayed
		if !errors.As(err, &no) || no.At != c.end {
			t.Errorf("%s: got %v, want the end at %d", c.name, err, c.end)
		}
	}

	p = irtest.Numbered(t, strings.Replace(guess, "SOURCE", "approximation", 1))
	_, err := counterexample.Unsafe(context.Background(), p, &verdict.Trace{Path: []ir.EdgeID{1, 2}, Input: map[int]num.Int{0: num.I(42), 1: num.I(5)}})
	var no *counterexample.NotReplayed
	if !errors.As(err, &no) || no.Source != 3 {
		t.Errorf("a branch on an approximated value is confirmed: %v", err)
	}
}

// TestLongTrace: a long trace is executed with its inputs, and is long again or, if the interpreter can
// follow it, has all its edges.
func TestLongTrace(t *testing.T) {
	const text = "int main(void) { int k = nondet(), i = 0; while (i < ROUNDS) i++; if (k == 5) reach_error(); }"
	for rounds, long := range map[string]bool{"300000": true, "300": false} {
		p := inlined(t, strings.ReplaceAll(text, "ROUNDS", rounds))
		var input ir.EdgeID
		for _, e := range p.Edges {
			if e != nil {
				if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source == ir.FromCall {
					input = e.ID
				}
			}
		}
		for _, k := range []int64{5, 6} {
			tr := &verdict.Trace{Path: []ir.EdgeID{input}, Steps: 9, Input: map[int]num.Int{0: num.I(k)}}
			got, err := counterexample.Unsafe(context.Background(), p, tr)
			if k == 6 {
				var n *counterexample.NotReplayed
				if !errors.As(err, &n) {
					t.Errorf("%s rounds, other input: %v", rounds, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s rounds: %v", rounds, err)
				continue
			}
			if got.Long() != long || !p.Locs[got.Error].IsGoal() || long == (len(got.Path) > 300) {
				t.Errorf("%s rounds: %d steps, %d of them listed", rounds, got.Steps, len(got.Path))
			}
			if again, err := counterexample.Unsafe(context.Background(), p, got); err != nil || again.Len() != got.Len() {
				t.Errorf("%s rounds, again: %v", rounds, err)
			}
		}
	}
}

// TestMissingInputs: a trace without the inputs of a loop that waits for one is completed, with few steps if
// common values end the loop.
func TestMissingInputs(t *testing.T) {
	for _, wait := range []string{"while (!nondet());", "while (nondet() != -1);", "while (nondet() != 40);", "while (nondet() % 8 != 5);", "while (!(nondet() & 64));"} {
		p := inlined(t, "int main(void) { "+wait+" if (nondet() == 3) reach_error(); }")
		var last ir.EdgeID
		for _, e := range p.Edges {
			if e != nil {
				if h, ok := e.Stmt.(*ir.Havoc); ok && h.Source == ir.FromCall {
					last = e.ID
				}
			}
		}
		tr, err := counterexample.Unsafe(context.Background(), p, &verdict.Trace{Path: []ir.EdgeID{last}, Input: map[int]num.Int{0: num.I(3)}})
		if err != nil || tr.Len() > 1000 {
			t.Errorf("%s: %v", wait, err)
		}
	}
}

// TestSurroundingsEnd: of an execution that leaves the entry function without an error it is said that the function has returned, not at which
// line of the text that calls it.
func TestSurroundingsEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("int f(int *p) { if (*p < 3) return 1; return 2147483647 + *p; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}, Properties: []string{"no-overflow"}}
	_, err := counterexample.Unsafe(t.Context(), enginetest.Inlined(t, opts, file), &verdict.Trace{})
	if err == nil || err.Error() != "the execution is not confirmed: f has returned" {
		t.Error(err)
	}
}
