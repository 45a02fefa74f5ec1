package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const lockText = `extern void reach_error(void);
extern int input(void);
int lock, count;
int twice(int x) { return 2 * x; }
void acquire(void) { if (lock) reach_error(); lock = 1; }
void release(void) { if (!lock) reach_error(); lock = 0; }
int step(int n) {
  acquire();
  count++;
  release();
  return twice(n);
}
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
  int r = 0;
  lock = 0;
  for (int i = 0; i < 10; i++) r = step(i & 7);
  if (r > 14 || down(input()) != 0) reach_error();
  return 0;
}
`

// TestContractsOfPointers: what a function assigns is not said where that is a local variable of its caller, which has no name there.
func TestContractsOfPointers(t *testing.T) {
	dir := t.TempDir()
	file, found := filepath.Join(dir, "a.c"), filepath.Join(dir, "found.acsl")
	const text = `extern void reach_error(void);
extern int input(void);
int lock;
void acquire(int *p, int v) { lock = 1; *p = v; }
void release(void) { lock = 0; }
int main(void) {
  int x = 0, n = input();
  for (int i = 0; i < n; i++) acquire(&x, 7), release(), acquire(&x, 7);
  if (lock == 1 && x != 7) reach_error();
  return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("craig", "verify", "--quiet", "--progress", "none", "--engine", "dagger", "--procedures", "summaries", "--acsl", found, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	contracts, err := os.ReadFile(found)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(contracts), "assigns lock;") || strings.Contains(string(contracts), "assigns lock, x") || strings.Contains(string(contracts), "assigns x") {
		t.Errorf("%s", contracts)
	}
}

// TestContractsPasted: contracts that craig has found, put where it says, are contracts that hold of the functions, and that
// suffice to prove the program without a look into these. So it is with each engine that finds some; and where one is wrong, that is seen.
func TestContractsPasted(t *testing.T) {
	dir := t.TempDir()
	file, found := filepath.Join(dir, "lock.c"), filepath.Join(dir, "found.acsl")
	craig := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("craig", append([]string{"verify", "--quiet", "--progress", "none"}, args...)...).CombinedOutput()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	for _, how := range [][]string{{"--modular"}, {"--engine", "dagger", "--procedures", "summaries"}, {"--engine", "lazy"}} {
		if err := os.WriteFile(file, []byte(lockText), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := craig(append(how, "--acsl", found, file)...); got != "TRUE" {
			t.Fatalf("%v: %s", how, got)
		}
		text, err := os.ReadFile(found)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(lockText, "\n")
		var names []string
		blocks := strings.Split(string(text), "// "+file+":")[1:]
		for _, block := range slices.Backward(blocks) {
			var line int
			var name string
			if _, err := fmt.Sscanf(block, "%d: %s", &line, &name); err != nil {
				t.Fatalf("%v: %s", err, block)
			}
			_, contract, _ := strings.Cut(block, "\n")
			lines = slices.Insert(lines, line-1, strings.TrimSpace(contract))
			names = append(names, name)
		}
		if len(names) < 4 {
			t.Errorf("%v: contracts of %v only:\n%s", how, names, text)
		}
		pasted := strings.Join(lines, "\n")
		if err := os.WriteFile(file, []byte(pasted), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := craig("--contracts", "replace", file); got != "TRUE" {
			t.Errorf("%v: with contracts in the place of functions: %s\n%s", how, got, pasted)
		}
		for _, name := range names {
			if got := craig("--contracts", "replace", "--property", "unreach-call", "--entry", name, file); got != "TRUE" {
				t.Errorf("%v: %s does not keep its contract: %s\n%s", how, name, got, pasted)
			}
		}
		wrong := strings.Replace(pasted, "lock = 1; }", "lock = 2; }", 1)
		if err := os.WriteFile(file, []byte(wrong), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := craig("--contracts", "replace", "--property", "unreach-call", "--entry", "acquire", file); got != "FALSE(unreach-call)" {
			t.Errorf("%v: acquire is wrong: %s", how, got)
		}
	}
	for _, args := range [][]string{{"--acsl", found, file}, {"--modular", "--engine", "tracer", file}} {
		if got := craig(args...); !strings.HasPrefix(got, "craig: --") {
			t.Errorf("%v: %s", args, got)
		}
	}
}
