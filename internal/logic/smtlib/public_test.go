package smtlib_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/quant"
	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestPublicSet decides the SMT-LIB files with a known status of CRAIG_BENCH/smt and prints how
// many are solved, by logic, beside other solvers. No answer may be wrong. It runs if CRAIG_PUBLIC
// is set, to the limit for one file:
//
//	CRAIG_BENCH=... CRAIG_PUBLIC=20s go test -run PublicSet -v -timeout 3h ./logic/smtlib
//
// CRAIG_PUBLIC_FILES is a regular expression for LOGIC/FILE, CRAIG_PUBLIC_BESIDE a list of other
// solvers (z3,cvc5), CRAIG_PUBLIC_TABLE a file to which one line for each file is appended:
// logic/file, status, and of each solver answer and milliseconds. CRAIG_PUBLIC_QUIT ends the test
// with a dump of all stacks when an answer is later than the limit by that much.
func TestPublicSet(t *testing.T) {
	folder := os.Getenv("CRAIG_BENCH")
	limit, err := time.ParseDuration(os.Getenv("CRAIG_PUBLIC"))
	if folder == "" || err != nil {
		t.Skip("CRAIG_BENCH names no folder of benchmarks, or CRAIG_PUBLIC no duration")
	}
	index, err := os.ReadFile(filepath.Join(folder, "smt/INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	chosen := regexp.MustCompile(os.Getenv("CRAIG_PUBLIC_FILES"))
	solvers := []string{"craig"}
	if list := os.Getenv("CRAIG_PUBLIC_BESIDE"); list != "" {
		solvers = append(solvers, strings.Split(list, ",")...)
	}
	table := io.Discard
	if name := os.Getenv("CRAIG_PUBLIC_TABLE"); name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		table = f
	}
	tally := map[string]*publicTally{}
	for _, line := range strings.Split(strings.TrimSpace(string(index)), "\n")[1:] {
		fields := strings.Split(line, "\t")
		logic, status := fields[0], fields[2]
		name := logic + "/" + fields[1]
		if !chosen.MatchString(name) {
			continue
		}
		sum := tally[logic]
		if sum == nil {
			sum = &publicTally{solved: make([]int, len(solvers)), time: make([]time.Duration, len(solvers))}
			tally[logic] = sum
		}
		sum.files++
		row := name + "\t" + status
		for i, solver := range solvers {
			begin := time.Now()
			answer := publicAnswer(t, solver, filepath.Join(folder, "smt", name), limit)
			took := time.Since(begin)
			row += fmt.Sprintf("\t%s\t%d", answer, took.Milliseconds())
			sum.time[i] += took
			switch {
			case answer == status:
				sum.solved[i]++
			case solver == "craig" && (answer == "sat" || answer == "unsat"):
				t.Errorf("%s is %s, craig says %s", name, status, answer)
			case solver == "craig":
				t.Logf("%s (%s): %s after %v", name, status, answer, took.Round(time.Millisecond))
			}
		}
		fmt.Fprintln(table, row)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %6s", "logic", "files")
	for _, s := range solvers {
		fmt.Fprintf(&b, " %6s %8s", s, "s")
	}
	for _, logic := range slices.Sorted(maps.Keys(tally)) {
		sum := tally[logic]
		fmt.Fprintf(&b, "\n%-10s %6d", logic, sum.files)
		for i := range solvers {
			fmt.Fprintf(&b, " %6d %8.1f", sum.solved[i], sum.time[i].Seconds())
		}
	}
	t.Log("\n" + b.String())
}

type publicTally struct {
	files  int
	solved []int // by solver
	time   []time.Duration
}

// publicAnswer is what a solver says of the last check-sat of a file: sat, unsat, or why it says
// neither.
func publicAnswer(t *testing.T, solver, file string, limit time.Duration) string {
	if solver == "craig" {
		if late, err := time.ParseDuration(os.Getenv("CRAIG_PUBLIC_QUIT")); err == nil {
			alarm := time.AfterFunc(limit+late, func() {
				buf := make([]byte, 1<<20)
				os.Stderr.Write(buf[:runtime.Stack(buf, true)])
				fmt.Fprintln(os.Stderr, file)
				os.Exit(2)
			})
			defer alarm.Stop()
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		return ourAnswer(ctx, file)
	}
	args := map[string][]string{
		"z3":   {fmt.Sprintf("-T:%d", int(limit.Seconds()+0.99)), file},
		"cvc5": {fmt.Sprintf("--tlimit=%d", limit.Milliseconds()), file},
	}[solver]
	if args == nil {
		t.Fatalf("no command line for solver %s", solver)
	}
	out, err := exec.Command(solver, args...).Output() // its exit status says less than its answer
	for _, line := range bytes.Split(out, []byte("\n")) {
		switch s := string(bytes.TrimSpace(line)); s {
		case "sat", "unsat":
			return s
		}
	}
	if err != nil {
		return "failed"
	}
	return "unknown"
}

// ourAnswer runs a script with package smt.
func ourAnswer(ctx context.Context, file string) string {
	f, err := os.Open(file)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	st := term.NewStore()
	r := smtlib.NewReader(st, f)
	q := quant.New(st)
	r.Quantify = func(vars []term.Term, f term.Term) (term.Term, bool) { return q.Exists(ctx, vars, f) }
	s := q.Solver(smt.New(st))
	answer := "no check-sat"
	for {
		c, err := r.Next()
		switch {
		case err == io.EOF:
			return answer
		case err != nil && (answer == "sat" || answer == "unsat"):
			return answer // what follows may be a command of another solver
		case err != nil:
			return "error: " + err.Error()
		}
		switch c.Name {
		case "assert":
			s.Assert(c.Terms[0])
		case "reset", "reset-assertions":
			s = q.Solver(smt.New(st))
		case "push":
			for range c.N {
				s.Push()
			}
		case "pop":
			for range c.N {
				s.Pop()
			}
		case "check-sat", "check-sat-assuming":
			ans := s.Check(ctx, c.Terms...)
			answer = ans.Status.String()
			if ans.Status == smt.Unknown {
				answer += ": " + ans.Reason
			}
		}
	}
}
