package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
)

// TestUnknown: with Options.Unknown nothing is assumed of what the program does not determine: what is computed with it is unknown, and the execution
// ends as Open where it decides.
func TestUnknown(t *testing.T) {
	const alike = "7 -> 8: assume (main::r > 3:i32) then;7 -> 2: assume (main::r <= 3:i32) else;8 -> 2: skip"
	for _, c := range []struct {
		edges string // with ; between
		end   interp.End
		known bool // the result is
		steps int
	}{
		{"1 -> 2: main::r := 3:i32", interp.Exited, true, 1},
		{"1 -> 2: main::r := main::x", interp.Exited, false, 1},
		{"1 -> 2: main::r := (main::x - main::x)", interp.Exited, false, 1},
		{"1 -> 2: main::r := (1:i32 / main::x)", interp.Exited, false, 1},
		{"1 -> 3: main::x := 1:i32;3 -> 2: main::r := main::x", interp.Exited, true, 2},
		{"1 -> 3: main::x := 1:i32;3 -> 4: havoc main::x call \"input\";4 -> 2: main::r := main::x", interp.Exited, false, 3},
		{"1 -> 3: main::r := 1:i32;3 -> 2: assume (main::x > 3:i32)", interp.Exited, true, 2},
		{"1 -> 3: main::r := 1:i32;3 -> 4: assume (main::x > 3:i32);4 -> 2: main::r := main::x", interp.Exited, false, 3},
		{"1 -> 7: main::r := 5:i32;" + alike, interp.Exited, true, 3},
		{"1 -> 7: main::r := 3:i32;" + alike, interp.Exited, true, 2},
		{"1 -> 7: main::r := main::x;" + alike, interp.Open, false, 1},
		{"1 -> 7: skip;" + alike, interp.Open, false, 1},
		{"1 -> 2: skip;1 -> 3: skip;3 -> 2: skip", interp.Open, false, 0},
		{"1 -> 3: m := 0:mem32;3 -> 2: main::r := load.i32[m](4:p64)", interp.Exited, true, 2},
		{"1 -> 2: main::r := load.i32[m](4:p64)", interp.Exited, false, 1},
		{"1 -> 3: m := 0:mem32;3 -> 2: main::r := load.i32[m]((4:p64 +p cast.i64(main::x)))", interp.Exited, false, 2},
		{"1 -> 3: m := 0:mem32;3 -> 4: store[m](4:p64, main::x);4 -> 2: main::r := load.i32[m](4:p64)", interp.Exited, false, 3},
		{"1 -> 3: m := 0:mem32;3 -> 4: store[m](4:p64, main::x);4 -> 5: store[m](4:p64, 6:i32);5 -> 2: main::r := load.i32[m](4:p64)", interp.Exited, true, 4},
		{"1 -> 3: m := 0:mem32;3 -> 4: store[m](4:p64, main::x);4 -> 5: n := m;5 -> 2: main::r := load.i32[n](4:p64)", interp.Exited, false, 4},
		{"1 -> 3: m := 0:mem32;3 -> 4: store[m](4:p64, main::x);4 -> 5: n := m;5 -> 2: main::r := load.i32[n](8:p64)", interp.Exited, true, 4},
		{"1 -> 3: store[m](4:p64, 7:i32);3 -> 4: havoc m call \"input\";4 -> 2: main::r := load.i32[m](4:p64)", interp.Exited, false, 3},
		{"1 -> 3: m := 0:mem32;3 -> 4: store[m](main::p, 1:i32);4 -> 2: main::r := load.i32[m](4:p64)", interp.Open, false, 1},
		{"1 -> 3: m := 0:mem32;3 -> 4: store[m](4:p64, (1:i32 / main::x));4 -> 2: main::r := load.i32[m](4:p64)", interp.Exited, false, 3},
		{"1 -> 3: m := 0:mem32;3 -> 2: store[m](4:p64, (1:i32 / 0:i32))", interp.Undefined, false, 1},
		{"1 -> 2: main::r := (1:i32 / 0:i32)", interp.Undefined, false, 0},
		{"1 -> 2: main::r := load.i32(&1:p64)", interp.Undefined, false, 0},
		{"1 -> 2: store(&1:p64, 1:i32)", interp.Undefined, false, 0},
		{"1 -> 2: main::p := alloc(8:u64, &3)", interp.Undefined, false, 0},
		{"1 -> 2: assume inobject(&1:p64, 4:i64)", interp.Undefined, false, 0},
	} {
		p := edges(t, c.edges)
		out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{NoPath: true, Unknown: true})
		if out.End != c.end || out.HasResult != c.known || out.Steps != c.steps {
			t.Errorf("%s\n%s after %d steps, the result is known: %v %s", c.edges, out.End, out.Steps, out.HasResult, out.Reason)
		}
	}
}

// edges is a program of edges with ; between.
func edges(t *testing.T, list string) *ir.Program {
	t.Helper()
	var text strings.Builder
	there := map[string]bool{"1": true, "2": true}
	for i, e := range strings.Split(list, ";") {
		from, _, _ := strings.Cut(e, " ")
		if !there[from] {
			there[from] = true
			fmt.Fprintf(&text, "loc %s\n", from)
		}
		fmt.Fprintf(&text, "edge %d -> %s\n", i+1, e[strings.Index(e, "-> ")+3:])
	}
	return irtest.Parse(t, main(strings.TrimSpace(text.String())))
}

// TestUnset: what edges give that Options.Unset is true of is unknown, in variables and regions; what others give is from Inputs.
func TestUnset(t *testing.T) {
	const decide = "7 -> 8: assume (main::r > 3:i32) then;7 -> 2: assume (main::r <= 3:i32) else;8 -> 2: skip"
	for _, c := range []struct {
		edges string
		end   interp.End
	}{
		{"1 -> 7: havoc main::r call \"input\";" + decide, interp.Exited},
		{"1 -> 7: havoc main::r uninitialised \"r\";" + decide, interp.Open},
		{"1 -> 3: havoc main::r uninitialised \"r\";3 -> 7: main::r := 4:i32;" + decide, interp.Exited},
		{"1 -> 3: havoc main::x uninitialised \"x\";3 -> 7: main::r := (main::x + 1:i32);" + decide, interp.Open},
		{"1 -> 3: havoc m uninitialised \"m\";3 -> 7: main::r := load.i32[m](4:p64);" + decide, interp.Open},
		{"1 -> 3: havoc m call \"m\";3 -> 7: main::r := load.i32[m](4:p64);" + decide, interp.Exited},
	} {
		p := edges(t, c.edges)
		unset := func(e *ir.Edge) bool {
			h, ok := e.Stmt.(*ir.Havoc)
			return ok && h.Source == ir.FromUninitialised
		}
		if out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{NoPath: true, Unset: unset}); out.End != c.end {
			t.Errorf("%s: %v", c.edges, out.End)
		}
	}
}
