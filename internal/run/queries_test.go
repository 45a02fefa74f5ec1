package run

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"craig/internal/engine/registry"
	"craig/internal/logic/smtlib"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
	"craig/logic/smt"
	"craig/logic/term"
)

// session is what an engine asked one solver, in order.
type session struct {
	store *term.Store
	steps []step
}

// step is a call: Assert of f, Push (n > 0), Pop (n < 0), or Check with its answer.
type step struct {
	f      term.Term
	n      int
	assume []term.Term
	status smt.Status
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
	ans := r.Solver.Check(ctx, assume...)
	r.s.steps = append(r.s.steps, step{assume: append([]term.Term{}, assume...), status: ans.Status})
	return ans
}

// checks is the number of queries.
func (s *session) checks() (n int) {
	for _, st := range s.steps {
		if st.n == 0 && !st.f.Valid() {
			n++
		}
	}
	return n
}

// replay asks a solver what the session asked. It returns how many answers were Unknown, and an
// error if one is not that of the session.
func (s *session) replay(to smt.Solver) (unknown int, err error) {
	for i, st := range s.steps {
		switch {
		case st.n > 0:
			to.Push()
		case st.n < 0:
			to.Pop()
		case st.f.Valid():
			to.Assert(st.f)
		default:
			ctx, cancel := context.WithTimeout(context.Background(), perQuery)
			got := to.Check(ctx, st.assume...).Status
			cancel()
			if got == smt.Unknown {
				unknown++
			} else if st.status != smt.Unknown && got != st.status {
				return unknown, fmt.Errorf("step %d is %v, and was %v", i, got, st.status)
			}
		}
	}
	return unknown, nil
}

// perQuery is the time for one query of a replay.
const perQuery = 5 * time.Second

// script writes sessions for z3, with or without the questions.
func script(file string, questions bool, all ...*session) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	for i, s := range all {
		if i > 0 {
			fmt.Fprintln(f, "(reset)")
		}
		if err := s.script(smtlib.NewWriter(f), questions); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) script(w *smtlib.Writer, questions bool) error {
	w.Header("ALL")
	for _, st := range s.steps {
		switch {
		case st.n > 0:
			w.Line("(push 1)")
		case st.n < 0:
			w.Line("(pop 1)")
		case st.f.Valid():
			w.Assert(st.f)
		default:
			w.Line("(push 1)")
			for _, a := range st.assume {
				w.Assert(a)
			}
			if questions {
				w.Line("(check-sat)")
			}
			w.Line("(pop 1)")
		}
	}
	return w.Flush()
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// z3Time is z3's processor time for a script.
func z3Time(b *testing.B, file string) time.Duration {
	cmd := exec.Command("z3", fmt.Sprintf("-t:%d", perQuery.Milliseconds()), file)
	if err := cmd.Run(); cmd.ProcessState == nil {
		b.Fatal(err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// queryFamily is a set of programs and the engines whose queries about them are replayed.
type queryFamily struct {
	name     string
	programs []string // under tasks
	engines  []string
	opts     cfront.Options
}

var queryFamilies = []queryFamily{
	{"tcas", []string{"tracer-tcas/tcas-1a.c", "tracer-tcas/tcas-2b.c", "tracer-tcas/tcas-3a.c", "tracer-tcas/tcas-4a.c", "tracer-tcas/tcas-5b.c"}, []string{"tracer"},
		cfront.Options{ILP32: true, Math: true, Unknown: cfront.Unknown{UnknownGlobals: true}}},
	{"ssh", []string{"ufo-ssh-simplified/s3_srvr_2.cil.c", "ufo-ssh-simplified/s3_clnt_3_BUG.cil.c"},
		[]string{"tracer", "ufo", "lazy", "bmc"}, cfront.Options{ILP32: true, ErrorLabel: "ERROR", GoalsMayLack: true}},
	{"ntdrivers", []string{"ufo-ntdrivers-simplified/cdaudio_simpl1.cil.c", "ufo-ntdrivers-simplified/kbfiltr_simpl2_BUG.cil.c"},
		[]string{"tracer", "ufo", "lazy", "bmc"}, cfront.Options{ILP32: true, ErrorLabel: "ERROR", GoalsMayLack: true}},
	{"systemc", []string{"ufo-systemc/token_ring.02.cil.c", "ufo-systemc/transmitter.03.BUG.cil.c", "ufo-systemc/kundu.cil.c"},
		[]string{"tracer", "ufo", "lazy", "bmc"}, cfront.Options{ILP32: true, ErrorLabel: "ERROR", GoalsMayLack: true}},
}

// maxQueries bounds the length of a session: so many queries of its beginning are replayed.
const maxQueries = 3000

// recordFor is how long an engine asks about a program: 15 s, or CRAIG_QUERIES_TIME.
func recordFor(b *testing.B) time.Duration {
	text := os.Getenv("CRAIG_QUERIES_TIME")
	if text == "" {
		return 15 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		b.Fatal(err)
	}
	return d
}

// record verifies the family's programs, each with each engine for some seconds, and returns what
// the solvers were asked.
func (f *queryFamily) record(b *testing.B, folder string) (all []*session) {
	for _, program := range f.programs {
		for _, c := range registry.Engines() {
			if !slices.Contains(f.engines, c.Name) {
				continue
			}
			e, err := c.With(nil)
			if err != nil {
				b.Fatal(err)
			}
			opts := Options{
				Engine: e,
				NewSolver: func(st *term.Store) smt.Solver {
					s := &session{store: st}
					all = append(all, s)
					return recorder{smt.New(st), s}
				},
				Workers: 1,
			}
			ctx, cancel := context.WithTimeout(context.Background(), recordFor(b))
			_, err = Verify(ctx, prepare.New(f.opts, nil, filepath.Join(folder, "tasks", program)), opts)
			cancel()
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	kept := all[:0]
	for _, s := range all {
		n := 0
		for i, st := range s.steps {
			if st.n == 0 && !st.f.Valid() {
				if n++; n == maxQueries {
					s.steps = s.steps[:i+1]
					break
				}
			}
		}
		if n > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}

// BenchmarkQueries replays what engines ask on programs of four families, to the native solver,
// to a z3 process through pipes, and as scripts to z3. The time is that of the native solver; the
// metrics are the number of queries, z3's time through the pipes over the native one's, and z3's
// processor time for the scripts less that for the scripts without their questions, over the
// processor time of the native one. CRAIG_QUERIES is a folder that gets the sessions as
// scripts; CRAIG_QUERIES_ALONE leaves z3 out; CRAIG_QUERIES_TIME is how long each engine asks
// about each program.
//
//	CRAIG_BENCH=... go test -run '^$' -bench Queries -benchtime 1x ./internal/run
func BenchmarkQueries(b *testing.B) {
	folder := os.Getenv("CRAIG_BENCH")
	if folder == "" {
		b.Skip("CRAIG_BENCH names no folder of benchmarks")
	}
	for _, f := range queryFamilies {
		b.Run(f.name, func(b *testing.B) { f.bench(b, folder) })
	}
}

func (f *queryFamily) bench(b *testing.B, folder string) {
	all := f.record(b, folder)
	queries, open := 0, 0
	for _, s := range all {
		queries += s.checks()
	}
	before := processorTime()
	for b.Loop() {
		open = 0
		for _, s := range all {
			n, err := s.replay(smt.New(s.store))
			if err != nil {
				b.Fatal(err)
			}
			open += n
		}
	}
	native := b.Elapsed() / time.Duration(b.N)
	nativeOwn := (processorTime() - before) / time.Duration(b.N)
	b.ReportMetric(float64(queries), "queries")
	b.ReportMetric(float64(open), "unknown")
	if folder := os.Getenv("CRAIG_QUERIES"); folder != "" {
		for i, s := range all {
			if err := script(filepath.Join(folder, fmt.Sprintf("%s-%03d.smt2", f.name, i)), true, s); err != nil {
				b.Fatal(err)
			}
		}
	}
	if !testenv.Has("z3") || os.Getenv("CRAIG_QUERIES_ALONE") != "" {
		return
	}
	var pipe time.Duration
	for _, s := range all {
		z, err := smtlib.NewExternal(s.store, "z3")
		if err != nil {
			b.Fatal(err)
		}
		z.StatusOnly = true
		begin := time.Now()
		if _, err := s.replay(z); err != nil {
			b.Errorf("z3: %v", err)
		}
		pipe += time.Since(begin)
		z.Close()
	}
	file := filepath.Join(b.TempDir(), "sessions.smt2")
	var times [2]time.Duration
	for i, questions := range []bool{true, false} {
		if err := script(file, questions, all...); err != nil {
			b.Fatal(err)
		}
		times[i] = z3Time(b, file)
	}
	own := times[0] - times[1]
	b.ReportMetric(pipe.Seconds()/native.Seconds(), "z3-pipe/native")
	b.ReportMetric(own.Seconds()/nativeOwn.Seconds(), "z3-own/native")
}
