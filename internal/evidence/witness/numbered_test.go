package witness_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
)

// TestThreadsChecked: a witness of format 2.2 is confirmed if the threads that it names pass its waypoints in its order, and come to the error. With other
// threads or in another order it is not.
func TestThreadsChecked(t *testing.T) {
	const text = `#include <pthread.h>
extern void reach_error(void);
int x, y;
void *f(void *p) {
	if (y == 0)
		x = 1;
	return 0;
}
void *g(void *p) {
	if (x == 1) {
		y = 1;
		reach_error();
	}
	return 0;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	return 0;
}
`
	dir := t.TempDir()
	file := filepath.Join(dir, "p.c")
	write := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("p.c", []byte(text))
	hash := sha256.Sum256([]byte(text))
	waypoint := func(thread, line, column, kind string) string {
		constraint := ""
		if kind == "assumption" {
			constraint = "\n        constraint:\n          value: '1'\n          format: c_expression"
		}
		return "\n  - segment:\n    - waypoint:\n        type: " + kind + "\n        action: follow\n        thread_id: " + thread + constraint +
			"\n        location:\n          file_name: p.c\n          line: " + line + "\n          column: " + column
	}
	of := func(first, second, last string) string {
		return `- entry_type: violation_sequence
  metadata:
    format_version: "2.2"
    uuid: 00000000-0000-4000-8000-000000000000
    creation_time: "2026-01-01T00:00:00Z"
    producer: {name: test, version: "1"}
    task:
      input_files: [p.c]
      input_file_hashes: {p.c: ` + hex.EncodeToString(hash[:]) + `}
      specification: "G ! call(reach_error())"
      data_model: LP64
      language: C
  content:` + first + second + last + "\n"
	}
	makes := waypoint("0", "18", "28", "function_enter") + waypoint("0", "19", "28", "function_enter")
	writes, asks, goal := waypoint("1", "6", "3", "assumption"), waypoint("2", "11", "3", "assumption"), waypoint("2", "12", "3", "target")
	for _, c := range []struct {
		name, witness string
		want          verdict.Verdict // of the copy: FALSE confirms the witness
	}{
		{"right", of(makes, writes+asks, goal), verdict.False},
		{"in another order", of(makes, asks+writes, goal), verdict.True},
		{"by another thread", of(makes, strings.Replace(writes, "thread_id: 1", "thread_id: 2", 1)+asks, goal), verdict.True},
		{"by a thread that is not made", of(makes, writes+strings.Replace(asks, "thread_id: 2", "thread_id: 3", 1), goal), verdict.True},
		{"an error of another thread", of(makes, writes+asks, strings.Replace(goal, "thread_id: 2", "thread_id: 1", 1)), verdict.True},
		{"threads in another order", of(waypoint("0", "19", "28", "function_enter")+waypoint("0", "18", "28", "function_enter"), writes+asks, goal), verdict.True},
	} {
		name := write("w.yml", []byte(c.witness))
		entries, err := witness.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		claim, err := witness.NewClaim(name, entries, file)
		if err != nil {
			t.Fatal(c.name, err)
		}
		res, err := run.Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"unreach-call"}, GoalsMayLack: true, LeftOut: cfront.LeftOut{Only: claim.Counts()}}, nil, write("copy.c", claim.Texts[0])), run.Options{Workers: 1})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if res.Verdict != c.want {
			t.Errorf("%s: the copy is %s, want %s: %s\n%s", c.name, res.Verdict, c.want, res.Detail, claim.Texts[0])
		}
	}
}

// TestOwnThreadsChecked: what craig writes of a program with threads it confirms.
func TestOwnThreadsChecked(t *testing.T) {
	const text = "#include <pthread.h>\nextern void reach_error(void);\nint x;\nvoid *f(void *p) {\n\tx++;\n\treturn 0;\n}\nint main(void) {\n\tpthread_t a;\n\tpthread_create(&a, 0, f, (void *)1);\n\tx++;\n\tpthread_join(a, 0);\n\tif (x != 2)\n\t\treach_error();\n\treturn 0;\n}\n"
	dir := t.TempDir()
	file, copied, name := filepath.Join(dir, "p.c"), filepath.Join(dir, "copy.c"), filepath.Join(dir, "w.yml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	verify := func(opts cfront.Options, file string) *run.Result {
		res, err := run.Verify(t.Context(), prepare.New(opts, nil, file), run.Options{Workers: 1})
		if err != nil || res.Verdict != verdict.False {
			t.Fatal(res.Verdict, res.Detail, err)
		}
		return res
	}
	res := verify(cfront.Options{}, file)
	w, err := witness.Of(res.Program, &res.Result, witness.About{Version: "2.0", Craig: "test", Sources: res.Sources, Now: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := witness.Write(&b, w); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	entries, err := witness.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	claim, err := witness.NewClaim(name, entries, file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, claim.Texts[0], 0o600); err != nil {
		t.Fatal(err)
	}
	verify(cfront.Options{Properties: []string{"unreach-call"}, GoalsMayLack: true, LeftOut: cfront.LeftOut{Only: claim.Counts()}}, copied)
}
