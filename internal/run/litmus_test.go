package run

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"craig/internal/engine/tracer"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
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
	files, err := filepath.Glob("../../testdata/litmus/*.c")
	if err != nil || len(files) < 13 {
		t.Fatal(len(files), "files", err)
	}
	defer func() { t.Logf("%d altered proofs", alteredProofs.Load()) }()
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
				litmus(t, cfront.Options{Properties: []string{name}}, file, verdict.True)
				litmus(t, cfront.Options{Properties: []string{name}, Define: []string{"TWIN"}}, file, twin)
			})
		}
	}
}

func litmus(t *testing.T, opts cfront.Options, file string, want verdict.Verdict) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	// One engine of the portfolio, for unroll leaves loops out that wait, which the certifier wants (bounded_queue.c).
	res, err := Verify(ctx, prepare.New(opts, nil, file), Options{Workers: 1, Engine: tracer.New(tracer.Config{})})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != want {
		t.Errorf("%s %v %v: %v(%v), want %v", file, opts.Properties, opts.Define, res.Verdict, res.Reason, want)
	}
	if res.Verdict == verdict.True {
		altered(t, res)
	}
}

// altered checks that no proof is accepted in which the invariant of a location to which executions come is false, or the opposite.
func altered(t *testing.T, res *Result) {
	t.Helper()
	proof, ok := res.Proof.(verdict.Invariants)
	if !ok {
		return
	}
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
			alteredProofs.Add(1)
		}
	}
}

// alteredProofs counts those that altered has looked at.
var alteredProofs atomic.Int64
