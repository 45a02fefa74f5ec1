package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	edits  = flag.Int("edits", 4, "how often TestEdits edits the program")
	edited = flag.String("edited", "", "the `FILE` that TestEdits edits, such as a driver, instead of its own program; its verdict has to be TRUE")
	how    = flag.String("edited-with", "", "`OPTIONS` of craig verify for it, such as '-m32 --modular'")
)

const editedText = `extern void reach_error(void);
extern int input(void);
int total;
void add(int n) {
  total += n;
}
void scan(void) {
  int i = 0;
  while (input())
    if (i < 10) i++;
  if (i > 10) reach_error();
  add(i);
}
int main(void) {
  int k = 0;
  do {
    total = 0;
    scan();
    k = (k + 1) & 3;
  } while (input());
  if (k > 3) reach_error();
  return 0;
}
`

// TestEdits edits a program again and again, in one function after the other. What a run has proved is the evidence for the next
// one; that takes no engine, and gives the verdict that a run from scratch gives. A larger program is measured by
//
//	go test ./internal/cli -run TestEdits -v -edits 20 -edited driver.c -edited-with '-m32 --modular'
func TestEdits(t *testing.T) {
	options := [][]string{nil, {"--modular"}}
	text := editedText
	if *edited != "" {
		options = [][]string{strings.Fields(*how)}
		given, err := os.ReadFile(*edited)
		if err != nil {
			t.Fatal(err)
		}
		text = string(given)
	}
	for _, opts := range options {
		dir := t.TempDir()
		file := filepath.Join(dir, "edited.c")
		verify := func(args ...string) (verdict string, searched bool, took time.Duration) {
			t.Helper()
			begun := time.Now()
			out, err := exec.Command("craig", slices.Concat([]string{"verify", "--progress", "none", "--json", "-"}, opts, args, []string{file})...).Output()
			took = time.Since(begun)
			var doc struct {
				Verdict string
				Phases  []struct{ Name string }
			}
			if json.Unmarshal(out, &doc) != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if err := os.WriteFile(filepath.Join(dir, "last.json"), out, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, p := range doc.Phases {
				searched = searched || p.Name == "engine"
			}
			return doc.Verdict, searched, took
		}
		lines := strings.SplitAfter(text, "\n")
		var bodies []int // lines that end with the opening brace of a function
		for i, l := range lines {
			if len(l) > 0 && !strings.ContainsAny(l[:1], " \t#}/") && strings.HasSuffix(strings.TrimRight(l, " \r\n"), ") {") || strings.TrimRight(l, " \r\n") == "{" && l[0] == '{' {
				bodies = append(bodies, i)
			}
		}
		if len(bodies) == 0 {
			t.Fatal("no functions are found")
		}
		write := func() {
			if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		write()
		first, _, _ := verify()
		if first != "TRUE" {
			t.Fatalf("%v: %s at first", opts, first)
		}
		var after, scratch time.Duration
		again := 0
		for k := range *edits {
			lines[bodies[k*len(bodies)/(*edits)]] += fmt.Sprintf("  { static int edited_%d; edited_%[1]d = %[1]d; }\n", k)
			write()
			last := filepath.Join(dir, "before.json")
			if err := os.Rename(filepath.Join(dir, "last.json"), last); err != nil {
				t.Fatal(err)
			}
			want, _, whole := verify()
			got, searched, took := verify("--earlier", last)
			if got != want {
				t.Errorf("%v, edit %d: %s, from scratch %s", opts, k, got, want)
			}
			if searched {
				again++
			}
			after, scratch = after+took, scratch+whole
		}
		if *edited == "" && again > 0 {
			t.Errorf("%v: engines had to look again after %d edits", opts, again)
		}
		t.Logf("%v: %d edits: %.2fs with the evidence before, %.2fs from scratch; engines were asked %d times", opts, *edits, after.Seconds(), scratch.Seconds(), again)
		lines = strings.SplitAfter(strings.Replace(strings.Join(lines, ""), "i < 10", "i < 11", 1), "\n")
		write()
		if got, _, _ := verify("--earlier", filepath.Join(dir, "last.json")); *edited == "" && got != "FALSE" {
			t.Errorf("%v: %s of a wrong program", opts, got)
		}
	}
}
