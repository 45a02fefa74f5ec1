package craig_test

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"craig"
	"craig/engine/tracer"
	"craig/logic/smt"
	"craig/logic/smtlib"
	"craig/logic/term"
	"craig/program/cfront"
)

// session is what an engine asked one solver, in order.
type session struct {
	store *term.Store
	steps []step
}

// step is a call: Assert of f, Push (n > 0), Pop (n < 0), or Check.
type step struct {
	f      term.Term
	n      int
	assume []term.Term
}

// recorder records a session on its way to a solver.
type recorder struct {
	smt.Solver
	s *session
}

func (r recorder) Assert(f term.Term) {
	r.s.steps = append(r.s.steps, step{f: f})
	r.Solver.Assert(f)
}

func (r recorder) Push() {
	r.s.steps = append(r.s.steps, step{n: 1})
	r.Solver.Push()
}

func (r recorder) Pop() {
	r.s.steps = append(r.s.steps, step{n: -1})
	r.Solver.Pop()
}

func (r recorder) Check(ctx context.Context, assume ...term.Term) smt.Answer {
	r.s.steps = append(r.s.steps, step{assume: append([]term.Term{}, assume...)})
	return r.Solver.Check(ctx, assume...)
}

// replay asks a solver what the session asked and returns the number of queries.
func (s *session) replay(ctx context.Context, to smt.Solver) (queries int) {
	for _, st := range s.steps {
		switch {
		case st.n > 0:
			to.Push()
		case st.n < 0:
			to.Pop()
		case st.f.Valid():
			to.Assert(st.f)
		default:
			to.Check(ctx, st.assume...)
			queries++
		}
	}
	return queries
}

// BenchmarkTcasQueries replays what the tracer asks on tcas-1a, read as the published tool reads
// it, to the native solver and to a z3 process, in queries a second.
//
//	CRAIG_BENCH=... go test -run '^$' -bench TcasQueries .
func BenchmarkTcasQueries(b *testing.B) {
	folder := os.Getenv("CRAIG_BENCH")
	if folder == "" {
		b.Skip("CRAIG_BENCH names no folder of benchmarks")
	}
	var all []*session
	opts := craig.Options{
		C:      cfront.Options{ILP32: true, Math: true, UnknownGlobals: true},
		Engine: tracer.New(tracer.Config{}),
		NewSolver: func(st *term.Store) smt.Solver {
			s := &session{store: st}
			all = append(all, s)
			return recorder{smt.New(st), s}
		},
		Workers: 1,
	}
	if _, err := craig.Verify(context.Background(), opts, filepath.Join(folder, "tasks/tracer-tcas/tcas-1a.c")); err != nil {
		b.Fatal(err)
	}
	s := slices.MaxFunc(all, func(a, b *session) int { return cmp.Compare(len(a.steps), len(b.steps)) })
	run := func(b *testing.B, fresh func() smt.Solver, done func(smt.Solver)) {
		queries := 0
		for b.Loop() {
			solver := fresh()
			queries += s.replay(context.Background(), solver)
			done(solver)
		}
		b.ReportMetric(float64(queries)/b.Elapsed().Seconds(), "queries/s")
	}
	b.Run("native", func(b *testing.B) {
		run(b, func() smt.Solver { return smt.New(s.store) }, func(smt.Solver) {})
	})
	b.Run("z3", func(b *testing.B) {
		if _, err := exec.LookPath("z3"); err != nil {
			b.Skip("z3 is not installed")
		}
		run(b, func() smt.Solver {
			z, err := smtlib.NewExternal(s.store, "z3")
			if err != nil {
				b.Fatal(err)
			}
			return z
		}, func(z smt.Solver) { z.(*smtlib.External).Close() })
	})
}
