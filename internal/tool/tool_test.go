package tool

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/svcomp"
	"craig/internal/testenv"
)

// TestAdapters: what craig has can be read, makes the command lines that the tools' documentation shows, and understands the
// outputs that it shows.
func TestAdapters(t *testing.T) {
	lines := map[string]string{
		"cbmc":       "cbmc --no-standard-checks --unwinding-assertions --32 --unwind 3 /t/a.c",
		"cpachecker": "cpachecker --32 --spec /p/unreach-call.prp --timelimit 60s --heap 3096M --no-output-files --unwind 3 /t/a.c",
		"esbmc":      "esbmc --32 --no-bounds-check --no-pointer-check --no-div-by-zero-check --no-align-check --timeout 60s --memlimit 4096m --unwind 3 /t/a.c",
		"eva":        "frama-c -eva -eva-show-progress -machdep gcc_x86_32 --unwind 3 /run/assume.h /t/a.c",
		"klee":       "klee --output-dir=/run/out --max-time=60s --max-memory=4096 --exit-on-error-type=Assert --unwind 3 /run/program.bc",
		"seahorn":    "sea --unwind 3 -m32 --temp-dir /run /t/a.c",
		"ultimate":   "Ultimate.py --spec /p/unreach-call.prp --architecture 32bit --full-output --unwind 3 --file /t/a.c",
	}
	outputs := map[string][]struct{ text, verdict string }{
		"cbmc": {
			{"[main.assertion.1] line 11 assertion array[i] == 0: SUCCESS\nVERIFICATION SUCCESSFUL\n", "TRUE"},
			{"[reach_error.assertion.1] line 3 assertion 0: FAILURE\n[main.unwind.0] line 9 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n", "FALSE(unreach-call)"},
			{"[main.assertion.1] line 11 assertion x: SUCCESS\n[main.unwind.0] line 9 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n", "UNKNOWN(bound)"},
			{"[main.overflow.2] line 4 arithmetic overflow on signed + in a + b: FAILURE\nVERIFICATION FAILED\n", "FALSE(no-overflow)"},
		},
		"cpachecker": {
			{"Verification result: TRUE. No property violation found by chosen configuration.\n", "TRUE"},
			{"Verification result: FALSE. Property violation (valid-deref: invalid pointer dereference in line 5) found by chosen configuration.\n", "FALSE(valid-deref)"},
			{"Verification result: FALSE. Property violation (unreach-call) found by chosen configuration.\n", "FALSE(unreach-call)"},
			{"Verification result: UNKNOWN, incomplete analysis.\n", "UNKNOWN(unknown)"},
			{"Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n", "UNKNOWN(memory)"},
		},
		"esbmc": {
			{"\nVERIFICATION SUCCESSFUL\n\nSolution found by the inductive step (k = 2)\n", "TRUE"},
			{"Violated property:\n  file a.c line 3 column 2 function main\n  assertion\n  x > 0\n\nVERIFICATION FAILED\n", "FALSE(unreach-call)"},
			{"  unwinding assertion loop 1\n\nVERIFICATION FAILED\n", "UNKNOWN(bound)"},
			{"VERIFICATION UNKNOWN\n", "UNKNOWN(unknown)"},
		},
		"eva": {
			{"[eva] done for function main\n[eva:summary] ====== ANALYSIS SUMMARY ======\n", "TRUE"},
			{"[eva] computing for function reach_error <- main.\n[eva] done for function main\n", "UNKNOWN(alarm)"},
			{"[eva] a.c:3: Warning: recursive call during value analysis\n[eva] done for function main\n", "UNKNOWN(recursion)"},
			{"[kernel] Frama-C aborted: invalid user input.\n", "UNKNOWN(input)"},
		},
		"klee": {
			{"KLEE: ERROR: /t/a.c:3: ASSERTION FAIL: error\nKLEE: done: total instructions = 9\n", "FALSE(unreach-call)"},
			{"KLEE: done: total instructions = 31\nKLEE: done: completed paths = 3\n", "UNKNOWN(explored)"},
		},
		"seahorn":  {{"unsat\n", "TRUE"}, {"sat\n", "FALSE(unreach-call)"}, {"unknown\n", "UNKNOWN(unknown)"}},
		"ultimate": {{"Result:\nTRUE\n", "TRUE"}, {"Result:\nFALSE(valid-free)\n", "FALSE(valid-free)"}, {"FALSE\n", "FALSE(unreach-call)"}, {"FALSE(OVERFLOW)\n", "FALSE(no-overflow)"}, {"UNKNOWN\n", "UNKNOWN(unknown)"}},
	}
	for _, name := range Names() {
		a, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Files: []string{"/t/a.c"}, Property: "/p/unreach-call.prp", ILP32: true}
		args, err := a.arguments(a.Command, task, Limits{Time: time.Minute, Memory: 4 << 30}, []string{"--unwind", "3"}, "/run")
		if got := strings.Join(args, " "); err != nil || got != lines[name] {
			t.Errorf("%s: %v\n%s\nnot %s", name, err, got, lines[name])
		}
		if args, err = a.arguments(a.Command, task, Limits{}, nil, "/run"); err != nil || strings.Contains(strings.Join(args, " "), "{") {
			t.Errorf("%s without limits: %q %v", name, args, err)
		}
		if len(outputs[name]) == 0 || a.Homepage == "" || len(a.Version.Command) == 0 {
			t.Errorf("%s: no output, homepage or version", name)
		}
		for _, c := range outputs[name] {
			o := &output{rules: a.Verdicts, hit: make([]bool, len(a.Verdicts)), matched: make([]string, len(a.Verdicts))}
			o.read(strings.NewReader(c.text))
			if got := said(a.judge(o, 0, task)); got != c.verdict {
				t.Errorf("%s: %s for %q", name, got, c.text)
			}
		}
	}
}

// said is a result as a verdict line has it.
func said(r *Result) string {
	switch r.Verdict {
	case "FALSE":
		return "FALSE(" + r.Property + ")"
	case "UNKNOWN":
		return "UNKNOWN(" + r.Reason + ")"
	}
	return r.Verdict
}

// script is an adapter whose tool is a shell script.
func script(t *testing.T, text string) *Adapter {
	t.Helper()
	testenv.NeedsTool(t, "sh")
	file := filepath.Join(t.TempDir(), "script.sh")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := parse("script", []byte(`
name: script
command: [sh, "`+file+`", "{properties}", "{options}", "{file}"]
properties: {unreach-call: [call], no-overflow: []}
verdicts:
  - {line: '^maybe', verdict: UNKNOWN(maybe)}
  - {line: '^yes$', exit: 0, verdict: 'TRUE'}
  - {line: '^no (\S+)', verdict: FALSE($1)}
  - {exit: 9, verdict: 'FALSE'}
`))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRun: what scripts say and how they end.
func TestRun(t *testing.T) {
	for text, want := range map[string]string{
		"echo yes": "TRUE", "echo yes; exit 3": "UNKNOWN(exit 3)", "echo yes >&2": "TRUE", "echo no valid-free; exit 1": "FALSE(valid-free)", "exit 9": "FALSE(unreach-call)",
		"echo yes; echo maybe": "UNKNOWN(maybe)", "echo 'yes '": "UNKNOWN(no verdict)", `[ "$*" = "call -x /t/a.c" ] && echo yes`: "TRUE",
		"head -c 300000 /dev/zero; echo; echo yes": "TRUE", "kill -9 $$": "UNKNOWN(exit -1)",
	} {
		r, err := script(t, text).Run(t.Context(), Task{Files: []string{"/t/a.c"}}, Limits{}, []string{"-x"})
		if err != nil || said(r) != want {
			t.Errorf("%s: %v %v, not %s", text, r, err, want)
		}
	}
	a := script(t, "echo yes")
	if r, err := a.Run(t.Context(), Task{Files: []string{"a.c"}, Property: "valid-memsafety.prp"}, Limits{}, nil); err != nil || said(r) != "UNKNOWN(property)" {
		t.Error(r, err)
	}
	if r, err := a.Run(t.Context(), Task{Files: []string{"a.c", "b.c"}}, Limits{}, nil); err != nil || said(r) != "UNKNOWN(input)" {
		t.Error(r, err)
	}
	a.Command = []string{"no-such-verifier-anywhere"}
	if _, err := a.Run(t.Context(), Task{Files: []string{"a.c"}}, Limits{}, nil); !errors.Is(err, errNotInstalled) {
		t.Error(err)
	}
}

// TestLimits: a tool and all that it has started are ended at a limit, also what does not want to.
func TestLimits(t *testing.T) {
	folder := t.TempDir()
	alive := filepath.Join(folder, "alive")
	a := script(t, "(trap '' TERM; while :; do sleep 0.05; echo x >> "+alive+"; done) & sleep 1000")
	r, err := a.Run(t.Context(), Task{Files: []string{"a.c"}}, Limits{Time: 300 * time.Millisecond}, nil)
	if err != nil || said(r) != "UNKNOWN(timeout)" {
		t.Fatal(r, err)
	}
	before, _ := os.ReadFile(alive)
	time.Sleep(300 * time.Millisecond)
	if after, _ := os.ReadFile(alive); len(after) != len(before) {
		t.Error("something of the tool is still there")
	}
	a = script(t, "x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1000")
	if r, err := a.Run(t.Context(), Task{Files: []string{"a.c"}}, Limits{Memory: 20 << 20, Time: time.Minute}, nil); err != nil || said(r) != "UNKNOWN(memory)" {
		t.Error(r, err)
	}
}

// TestBadAdapters: what is wrong with an adapter is said.
func TestBadAdapters(t *testing.T) {
	const good = "name: x\ncommand: [x]\nverdicts: [{line: a, verdict: 'TRUE'}]\n"
	if _, err := parse("good", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"name: x\n":       "wants name, command and verdicts",
		good + "color: 3": "color",
		strings.Replace(good, "[x]", "[x, '{fils}']", 1): "{fils}",
		strings.Replace(good, "TRUE", "PERHAPS", 1):      "PERHAPS",
		strings.Replace(good, "line: a, ", "", 1):        "line or an exit status",
		strings.Replace(good, "line: a", "line: '('", 1): "missing closing",
		good + "write: [{name: ../x, text: y}]\n":        "not the name of a file",
		good + "version: {command: [x], line: '['}\n":    "version.line",
		"name: [\n": "",
	} {
		_, err := parse("bad", []byte(text))
		if f := (*svcomp.FormatError)(nil); !errors.As(err, &f) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Load("nothing"); err == nil || !strings.Contains(err.Error(), "cbmc") {
		t.Error(err)
	}
}
