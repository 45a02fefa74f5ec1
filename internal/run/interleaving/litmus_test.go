package interleaving

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/bmc"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// litmusSays are the properties that are asked of a file of testdata/litmus, if not unreach-call alone; the twin has none of them but those in brackets.
var litmusSays = regexp.MustCompile(`(?m)^// properties: (.*)$`)

// TestLitmus: of the programs of testdata/litmus, in which threads agree with each other in the usual ways, the right ones are TRUE, and their broken
// twins FALSE.
func TestLitmus(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/litmus/*.c")
	if err != nil || len(files) < 13 {
		t.Fatal(len(files), "files", err)
	}
	var count proofs
	defer func() { t.Logf("%d proofs, %d altered ones", count.all, count.altered) }()
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		properties := "unreach-call"
		if m := litmusSays.FindSubmatch(text); m != nil {
			properties = string(m[1])
		}
		for _, property := range strings.Fields(properties) {
			name := strings.Trim(property, "()")
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+name, func(t *testing.T) {
				testenv.Nightly(t, i, 4)
				twin := verdict.False
				if name != property {
					twin = verdict.True
				}
				litmus(t, &count, cfront.Options{Properties: []string{name}}, file, verdict.True)
				litmus(t, &count, cfront.Options{Properties: []string{name}, Preprocessing: cfront.Preprocessing{Define: []string{"TWIN"}}}, file, twin)
			})
		}
	}
}

// TestWaitingUnrolled: where all rounds of a loop end as they begin, but write what matters in between, as those that wait do, engine unroll need not say
// what holds there.
func TestWaitingUnrolled(t *testing.T) {
	res, err := run.Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"no-data-race"}}, nil, "../../../testdata/litmus/bounded_queue.c"), run.Options{Workers: 1, Engine: bmc.Complete()})
	if err != nil || res.Verdict != verdict.True {
		t.Fatalf("%v(%v), %v", res.Verdict, res.Reason, err)
	}
}

func litmus(t *testing.T, count *proofs, opts cfront.Options, file string, want verdict.Verdict) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	res, err := run.Verify(ctx, prepare.New(opts, nil, file), run.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != want {
		t.Errorf("%s %v %v: %v(%v), want %v", file, opts.Properties, opts.Define, res.Verdict, res.Reason, want)
	}
	if res.Verdict == verdict.True {
		count.alter(t, res)
	}
}

// proofs counts those of a test, and the altered ones that the certifier was given.
type proofs struct{ all, altered int }

// alter checks that no proof is accepted in which the invariant of a location to which executions come is false, or the opposite.
func (c *proofs) alter(t *testing.T, res *run.Result) {
	t.Helper()
	proof, ok := res.Proof.(verdict.Invariants)
	if !ok {
		return
	}
	c.all++
	p := res.Program
	if err := certify.Proof(t.Context(), p, proof, solvers.Native, 1); err != nil {
		t.Errorf("the proof itself is rejected: %v", err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	visited := map[ir.Loc]bool{}
	for range 200 { // schedules
		made := int64(0)
		interp.Run(t.Context(), p, interp.Inputs{Scalar: func(e *ir.Edge, _ int) num.Int {
			if s, ok := e.Stmt.(*ir.Havoc); ok && s.Source == ir.FromCall && s.Name == "pthread_create" {
				made++
				return num.I(made)
			}
			return num.I(r.Int64N(2))
		}}, interp.Options{NoPath: true, MaxSteps: 5_000, Step: func(s interp.Step) { visited[s.Edge.To] = true }})
	}
	for l, inv := range proof {
		if !visited[l] || r.IntN(1+len(proof)/8) > 0 {
			continue
		}
		st := inv.Store()
		for _, wrong := range []term.Term{st.False(), st.Not(inv)} {
			q := maps.Clone(proof)
			q[l] = wrong
			if certify.Proof(t.Context(), p, q, solvers.Native, 1) == nil {
				t.Errorf("%v in place of %v at %v, where executions come, is accepted", wrong, inv, p.Loc(l).Pos)
			}
			c.altered++
		}
	}
}
