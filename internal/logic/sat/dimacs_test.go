package sat

import (
	"bufio"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/limit"
)

var (
	dimacs = flag.String("dimacs", "", "solve the DIMACS files that match this `pattern`; see TestDIMACS")
	beside = flag.String("beside", "", "the `names` of solvers to compare with, separated by commas; see TestDIMACS")
	most   = flag.Duration("most", 20*time.Second, "the processor time of each solver and file in TestDIMACS")
)

// TestDIMACS compares answers and processor times on files of clauses:
//
//	go test ./internal/logic/sat -run TestDIMACS -v -dimacs 'DIR/*.cnf' -beside minisat,cadical
func TestDIMACS(t *testing.T) {
	if *dimacs == "" {
		t.Skip("no -dimacs")
	}
	files, err := filepath.Glob(*dimacs)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file matches %s: %v", *dimacs, err)
	}
	var others []string
	if *beside != "" {
		others = strings.Split(*beside, ",")
	}
	names := append([]string{"this"}, others...)
	sum := make([]time.Duration, len(names))
	t.Logf("%-50s %s", "", strings.Join(names, ", "))
	for _, file := range files {
		s := New(nil, nil)
		readDIMACS(t, file, s)
		start := limit.ProcessorUsed()
		asked := 0
		mine := s.Solve(nil, func() bool {
			asked++
			return asked%1000 == 0 && limit.ProcessorUsed()-start > *most
		})
		used := limit.ProcessorUsed() - start
		sum[0] += used
		row := []string{strconv.FormatFloat(used.Seconds(), 'f', 2, 64)}
		for i, other := range others {
			status, used := runDIMACS(t, other, file)
			sum[i+1] += used
			row = append(row, strconv.FormatFloat(used.Seconds(), 'f', 2, 64))
			if mine != Unknown && status != Unknown && mine != status {
				t.Errorf("%s: the solver says %v, %s says %v", file, mine, other, status)
			}
		}
		t.Logf("%-50s %v %8d conflicts  %s", filepath.Base(file), mine, s.Stats.Conflicts, strings.Join(row, "  "))
	}
	t.Logf("%s: %v", strings.Join(names, ", "), sum)
}

// runDIMACS runs a solver on the file for as long as the limit says, and returns what it says and its processor time.
func runDIMACS(t *testing.T, solver, file string) (Status, time.Duration) {
	t.Helper()
	command := exec.Command("prlimit", "--cpu="+strconv.Itoa(int(most.Seconds())), solver, file)
	err := command.Run()
	if command.ProcessState == nil {
		t.Fatalf("%s: %v", solver, err)
	}
	used := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		switch exit.ExitCode() {
		case 10:
			return Sat, used
		case 20:
			return Unsat, used
		}
	}
	return Unknown, used
}

// readDIMACS adds the clauses of a file to s.
func readDIMACS(t *testing.T, file string, s *Solver) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var clause []Lit
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "%") {
			break
		}
		if line == "" || line[0] == 'c' || line[0] == 'p' {
			continue
		}
		for _, word := range strings.Fields(line) {
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if n == 0 {
				s.AddClause(clause...)
				clause = clause[:0]
				continue
			}
			for s.NumVars() < max(n, -n) {
				s.NewVar(true)
			}
			if n > 0 {
				clause = append(clause, Var(n-1).Pos())
			} else {
				clause = append(clause, Var(-n-1).Neg())
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
