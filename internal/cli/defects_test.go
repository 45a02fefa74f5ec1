package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"craig/internal/testenv"
)

// openDefects are the rows of EXPECT.tsv that are answered by UNKNOWN, where an answer is wanted.
const openDefects = 0

// TestDefects runs the commands of defects/second/EXPECT.tsv below CRAIG_BENCH: programs of which the answer was once
// wrong. A row gives the file, the command, the right answers, the best of them, and the word core where the
// program waits for the typed core; such a row may also be refused. No answer may be wrong, and no more open than openDefects.
func TestDefects(t *testing.T) {
	testenv.NeedsLong(t)
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	dir := filepath.Join(bench, "defects", "second")
	rows, err := os.ReadFile(filepath.Join(dir, "EXPECT.tsv"))
	if err != nil {
		t.Skip(err)
	}
	var open atomic.Int32
	t.Run("rows", func(t *testing.T) {
		for row := range strings.Lines(string(rows)) {
			f := strings.Split(strings.TrimRight(row, "\n"), "\t")
			if len(f) < 4 || f[0] == "file" {
				continue
			}
			t.Run(f[0]+" "+f[1], func(t *testing.T) {
				t.Parallel()
				for _, tool := range []string{"z3", "cvc5"} {
					if strings.Contains(f[1], "--solver "+tool) {
						testenv.NeedsTool(t, tool)
					}
				}
				if strings.Contains(f[1], "; replay") {
					testenv.NeedsTool(t, "gcc")
				}
				got := answerTo(t, dir, f[0], f[1])
				waits := len(f) > 4 && f[4] != ""
				switch {
				case slices.Contains(strings.Split(f[2], "|"), got):
				case waits && (got == "UNKNOWN" || got == "refused"):
					t.Logf("waits for the typed core: %s", got)
				case got == "UNKNOWN":
					open.Add(1)
					t.Logf("open, want %s", f[2])
				default:
					t.Errorf("the answer is %s, want %s", got, f[2])
				}
			})
		}
	})
	if n := open.Load(); n > openDefects {
		t.Errorf("%d rows are open, at most %d were", n, openDefects)
	}
}

// answerTo runs a command of EXPECT.tsv, such as "verify F; replay", in the folder dir, where F is the file, and
// returns the answer of its last step in the words of that table.
func answerTo(t *testing.T, dir, file, command string) string {
	t.Helper()
	result := filepath.Join(t.TempDir(), "result.json")
	first, then, _ := strings.Cut(command, "; ")
	args := strings.Fields(first)
	for i, a := range args {
		if a == "F" {
			args[i] = file
		}
	}
	if args[0] == "verify" {
		args = append(args, "--timeout", "60s", "--json", result)
	}
	status := exitOf(t, dir, args...)
	switch {
	case args[0] != "verify":
		return pick(status, "confirmed", "rejected")
	case then == "":
		return pick(status, "TRUE", "FALSE")
	case status > 1:
		return pick(status, "", "")
	case then == "witness":
		witness := filepath.Join(filepath.Dir(result), "witness.yml")
		if status := exitOf(t, dir, "witness", "write", "-o", witness, result); status != 0 {
			return "not written"
		}
		return pick(exitOf(t, dir, slices.Concat([]string{"witness", "check"}, args[1:len(args)-4], []string{witness})...), "confirmed", "rejected")
	default:
		return pick(exitOf(t, dir, append(strings.Fields(then), result)...), "confirmed", "rejected")
	}
}

// pick names an exit status of craig, given the names of 0 and 1.
func pick(status int, zero, one string) string {
	switch status {
	case 0:
		return zero
	case 1:
		return one
	case 2:
		return "UNKNOWN"
	}
	return "refused"
}

// exitOf runs craig in a folder and returns its exit status. A report of a bug in craig fails the test.
func exitOf(t *testing.T, dir string, args ...string) int {
	t.Helper()
	cmd := exec.Command("craig", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "this is a bug in craig") {
		t.Errorf("craig %s:\n%s", strings.Join(args, " "), out)
	}
	t.Logf("craig %s: exit status %d\n%s", strings.Join(args, " "), cmd.ProcessState.ExitCode(), out)
	return cmd.ProcessState.ExitCode()
}
