package cli

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// exports are programs of ours with proofs of all kinds: the options of craig verify, and the files below the root.
var exports = []struct{ options, files string }{
	{"", "examples/lock.c examples/uart.c testdata/papers/unbounded-1d.c testdata/lastcalls/fill.c"},                          // loops
	{"--property no-overflow", "examples/midpoint.c"},                                                                         //
	{"--property bounds", "examples/ring.c"},                                                                                  //
	{"", "internal/engine/dagger/modular/testdata/calls/ackermann.c internal/engine/dagger/modular/testdata/calls/counter.c"}, // contracts, summaries
	{"", "internal/engine/dagger/modular/testdata/calls/mccarthy.c internal/engine/dagger/modular/testdata/calls/mutual.c"},   //
	{"", "testdata/papers/lazy-rec1.c"},                                                                                       //
	{"--property valid-deref,valid-free,valid-memtrack", "testdata/lives/append.c"},                                           // memory safety
	{"--property valid-deref,valid-free", "testdata/lives/buckets.c testdata/lives/hash.c testdata/lives/queue.c"},            //
	{"", "examples/initialise.c internal/engine/elements/testdata/bubble.c internal/engine/elements/testdata/copy.c"},         // elements
	{"", "internal/engine/elements/testdata/string.c internal/engine/elements/testdata/partition.c"},                          //
	{"", "internal/engine/elements/testdata/selection.c internal/engine/elements/testdata/structs.c"},                         //
	{"", "internal/engine/elements/testdata/sentinel.c internal/engine/elements/testdata/maximum.c"},                          //
	{"", "internal/engine/elements/testdata/lists/equal.c internal/engine/elements/testdata/lists/insert.c"},                  // lists
	{"", "internal/engine/elements/testdata/lists/marks.c internal/engine/elements/testdata/lists/phases.c"},                  //
	{"--error-function assert_fail --property unreach-call,float-invalid", "examples/kahan.c examples/windup.c"},              // floats
	{"--error-function assert_fail --property unreach-call,float-invalid,float-cast", "examples/fixed.c examples/lookup.c"},   //
	{"", "testdata/bits/flags.c testdata/bits/step.c testdata/bits/gray.c testdata/bits/table.c"},                             // bits
	{"", "testdata/unrolled/choice.c testdata/unrolled/fill.c testdata/unrolled/rounds.c testdata/unrolled/words.c"},          // unrolled
	{"", "testdata/polynomial/product.c testdata/polynomial/cubes-sum.c"},                                                     // identities
	{"", "testdata/execution/unset.c testdata/execution/crc.c testdata/execution/fill.c testdata/execution/sort.c"},           // executions
	{"", "testdata/execution/calls.c testdata/execution/table.c testdata/execution/late.c testdata/execution/later.c"},        //
}

// leastConfirmed is how many of all exports have to be confirmed at least. Not every search ends in a proof within its time.
const leastConfirmed = 40

var everyExport = flag.Int("exports.every", 16, "take every `N`-th of the exports in TestExports; 1 takes all")

// TestExports exports proofs of all kinds, which z3 or cvc5 has to confirm alone, and forges each export in six ways, which check.sh or
// craig certify --conditions has to see.
func TestExports(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "z3")
	testenv.NeedsTool(t, "sh")
	confirmed, forged, other := 0, 0, ""
	n := -1
	for _, e := range exports {
		for file := range strings.FieldsSeq(e.files) {
			if n++; (n+1)%*everyExport != 0 {
				continue
			}
			t.Run(filepath.Base(file), func(t *testing.T) {
				dir := t.TempDir()
				result, to := filepath.Join(dir, "result.json"), filepath.Join(dir, "export")
				args := append(strings.Fields(e.options), "--quiet", "--timeout", "60s", "--json", result, filepath.Join("../..", file))
				if exitOf(t, ".", append([]string{"verify"}, args...)...) != 0 {
					t.Skip("there is no proof")
				}
				if exitOf(t, ".", "certify", "--timeout", "60s", "--export", to, result) != 0 {
					t.Skip("the export is not made")
				}
				if status := exitOf(t, ".", "certify", "--conditions", to); status != 0 {
					t.Errorf("the conditions are not those of the proof: %d", status)
				}
				out, err := checkExport(to)
				if err != nil {
					t.Logf("open: %s", out)
					return
				}
				confirmed++
				ir, err := os.ReadFile(filepath.Join(to, "program.ir"))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range forgeries(t, to, other) {
					forged++
					if exitOf(t, ".", "certify", "--conditions", f) != 0 {
						continue
					}
					if _, err := checkExport(f); err == nil {
						t.Errorf("the forged export %s is confirmed", filepath.Base(f))
					}
				}
				other = string(ir)
			})
		}
	}
	t.Logf("%d exports confirmed, %d forgeries seen", confirmed, forged)
	if least := leastConfirmed / *everyExport; confirmed < least {
		t.Errorf("%d exports are confirmed, want %d", confirmed, least)
	}
}

// checkExport runs check.sh.
func checkExport(dir string) (string, error) {
	cmd := exec.Command("sh", filepath.Join(dir, "check.sh"))
	cmd.Env = append(os.Environ(), "LIMIT=20")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// forgeries are copies of an export with a changed condition, without a condition, with a refutation that has no end, with other clauses, with
// a changed invariant, and with the text other in place of the program; the index is that of what is there.
func forgeries(t *testing.T, dir, other string) (list []string) {
	t.Helper()
	forge := func(name string, change func(files map[string][]byte)) {
		to := dir + "-" + name
		files := map[string][]byte{}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
		change(files)
		var index bytes.Buffer
		for line := range strings.Lines(string(files["index.tsv"])) {
			f := strings.SplitN(line, "\t", 3)
			if text, ok := files[f[1]]; ok {
				fmt.Fprintf(&index, "%x\t%s\t%s", sha256.Sum256(text), f[1], f[2])
			}
		}
		files["index.tsv"] = index.Bytes()
		if err := os.Mkdir(to, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(to, name), text, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, to)
	}
	const first = "condition-0001"
	forge("changed", func(files map[string][]byte) {
		files[first+".smt2"] = []byte("(assert false)\n(check-sat)\n")
	})
	forge("removed", func(files map[string][]byte) {
		for _, kind := range []string{".smt2", ".bits.smt2", ".cnf", ".lrat"} {
			delete(files, first+kind)
		}
	})
	if lrat, err := os.ReadFile(filepath.Join(dir, first+".lrat")); err == nil {
		forge("refutation", func(files map[string][]byte) { // without its last clause
			files[first+".lrat"] = lrat[:bytes.LastIndexByte(lrat[:len(lrat)-1], '\n')+1]
		})
		forge("clauses", func(files map[string][]byte) {
			files[first+".cnf"], files[first+".lrat"] = []byte("p cnf 1 2\n1 0\n-1 0\n"), []byte("3 0 1 2 0\n")
		})
	}
	if text, err := os.ReadFile(filepath.Join(dir, "result.json")); err == nil && bytes.Contains(text, []byte(`"smtlib": "`)) {
		forge("invariant", func(files map[string][]byte) {
			const key = `"smtlib": "`
			i := bytes.LastIndex(text, []byte(key)) + len(key)
			end := i + bytes.IndexByte(text[i:], '"')
			files["result.json"] = []byte(string(text[:i]) + "(= 0 1)" + string(text[end:]))
		})
	}
	if other != "" {
		forge("program", func(files map[string][]byte) { files["program.ir"] = []byte(other) })
	}
	return list
}
