package certify

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/certexec"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
)

// hurried says that there is no time left, and goes on.
type hurried struct{ context.Context }

func (hurried) Deadline() (time.Time, bool) { return time.Now().Add(time.Millisecond), true }

const counting = `global 1 m mem32
func main
local 2 main::x i32
local 3 main::k i32
entry 1
exit 5
loc 1
edge 1 -> 2: m := 0:mem32
loc 2
edge 2 -> 3: main::x := 0:i32
loc 3 loop
edge 3 -> 4: assume (main::x < 900000:i32) then
edge 4 -> 5: assume (main::x >= 900000:i32) else
loc 4
edge 5 -> 6: store[m]((8:p64 +p (cast.i64((main::x % 16:i32)) * 4:i64)), main::x)
loc 6
edge 6 -> 3: main::x := (main::x + 1:i32)
loc 5
end
main main`

// TestUnfollowed: an execution that the interpreter has no time to follow is undecided, or believed where that is told.
func TestUnfollowed(t *testing.T) {
	p := irtest.Parse(t, counting)
	var believed verdict.Unfollowed
	if err := Execution(t.Context(), p, verdict.Execution{}, &believed); err != nil || believed.Steps != 0 {
		t.Errorf("followed: %v, %v", err, believed)
	}
	var no *Rejection
	if err := Execution(hurried{t.Context()}, p, verdict.Execution{}, nil); !errors.As(err, &no) || !no.Undecided {
		t.Errorf("not followed: %v", err)
	}
	if err := Execution(hurried{t.Context()}, p, verdict.Execution{}, &believed); err != nil || believed.Steps != 2_700_003 {
		t.Errorf("not followed, and believed: %v, %v", err, believed)
	}
	// An end that proves nothing is none, whether the interpreter follows or not.
	for _, last := range []string{
		"edge 7 -> 7: assume (main::k < 0:i32) then\nedge 8 -> 7: assume (main::k >= 0:i32) else",
		"edge 7 -> 7: main::x := (main::x / (main::x - 900000:i32))",
	} {
		p := irtest.Parse(t, strings.NewReplacer("exit 5", "exit 7", "loc 5\n", "loc 5\n"+last+"\nloc 7\n").Replace(counting))
		for _, ctx := range []context.Context{t.Context(), hurried{t.Context()}} {
			if err := Execution(ctx, p, verdict.Execution{}, &believed); !errors.As(err, &no) || !no.Undecided {
				t.Errorf("%s: %v", last, err)
			}
		}
	}
}

// TestConfirms: the interpreter confirms no other end, place or length, and no end that proves nothing.
func TestConfirms(t *testing.T) {
	p := irtest.Parse(t, counting)
	is := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{Unknown: true, NoPath: true})
	for _, c := range []struct {
		out certexec.Outcome
		ok  bool
	}{
		{certexec.Outcome{End: certexec.Exited, At: 5, Steps: 2_700_003}, true},
		{certexec.Outcome{End: certexec.Blocked, At: 5, Steps: 2_700_003}, false},
		{certexec.Outcome{End: certexec.Exited, At: 3, Steps: 2_700_003}, false},
		{certexec.Outcome{End: certexec.Exited, At: 5, Steps: 2_700_000}, false},
	} {
		if Confirms(is, c.out) != c.ok {
			t.Errorf("%v", c.out)
		}
	}
	for _, end := range []interp.End{interp.Cancelled, interp.StepLimit, interp.Undefined, interp.Open} {
		for theirs := certexec.None; theirs <= certexec.Outside; theirs++ {
			if Confirms(interp.Outcome{End: end}, certexec.Outcome{End: theirs}) {
				t.Errorf("%s confirms %s", end, theirs)
			}
		}
	}
}

// TestAgrees: every damage to what a state claims is noticed.
func TestAgrees(t *testing.T) {
	p := irtest.Parse(t, counting)
	var m, x, k *ir.Var
	p.AllVars(func(v *ir.Var) {
		switch v.Name {
		case "m":
			m = v
		case "main::x":
			x = v
		case "main::k":
			k = v
		}
	})
	out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{Unknown: true, NoPath: true, At: 3, Visits: 5})
	if out.End != interp.Arrived {
		t.Fatal(out.End)
	}
	for name, damage := range map[string]func(certexec.State){
		"":                     func(certexec.State) {},
		"a value":              func(s certexec.State) { s.Vars[x] = num.I(3) },
		"an unknown variable":  func(s certexec.State) { s.Vars[k] = num.I(0) },
		"a cell":               func(s certexec.State) { s.Cells[m][12] = certexec.CellState{Value: num.I(2), Known: true} },
		"a missing cell":       func(s certexec.State) { delete(s.Cells[m], 12) },
		"a cell too many":      func(s certexec.State) { s.Cells[m][400] = certexec.CellState{Value: num.I(2), Known: true} },
		"what other cells are": func(s certexec.State) { s.Fill[m] = num.I(1) },
	} {
		state := certexec.Run(t.Context(), p, certexec.Options{MaxSteps: 100, State: true, At: 3, Visits: 5}).State
		damage(state)
		if agrees(p, state, out.State) != (name == "") {
			t.Errorf("damaged: %q", name)
		}
	}
}
