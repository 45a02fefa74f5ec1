package lazy

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// searched runs the search on a program that it has to prove.
func searched(t *testing.T, text string) *search {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("extern void reach_error(void); extern int in(void);\n"+text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := enginetest.Calls(t, cfront.Options{}, file)
	s := newSearch(Config{}, enginetest.Task(p, nil))
	res, err := s.run(context.Background())
	if err != nil || res.Verdict != verdict.True {
		t.Fatalf("%v (%s), %v", res.Verdict, res.Detail, err)
	}
	if err := enginetest.Certify(p, res); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLongLoop: a loop of many rounds that says nothing of what comes after it is not unrolled to its end.
func TestLongLoop(t *testing.T) {
	s := searched(t, `char block[600];
		int main(void) {
			int state = 0;
			for (int i = 0; i < 600; i++) block[i] = 0;
			if (block[in() & 7] == 0) state = 1; else state = 1;
			if (state != 1) reach_error();
		}`)
	if s.counts.nodes > 500 {
		t.Errorf("%d nodes", s.counts.nodes)
	}
}

// TestHintsOfMemory: what a query says at a procedure's entry is projected for hints, but not with the memory that the path began with.
func TestHintsOfMemory(t *testing.T) {
	const text = `int total, left;
		void scan(int n) { for (int i = 0; i < n; i++) total++; }
		int main(void) { %s; total = 0; scan(k); if (total < 0) reach_error(); }`
	if s := searched(t, fmt.Sprintf(text, "int k = in(); if (k < 0 || k > 100) return 0")); s.counts.projected == 0 {
		t.Error("nothing is projected")
	}
	if s := searched(t, "extern int a[8];"+fmt.Sprintf(text, "int k = a[in() & 7]; if (k < 0 || k > 100) return 0; a[in() & 7] = in(); if (a[k & 7] == 3) k++")); s.counts.projected > 0 {
		t.Errorf("%d queries with memory are projected", s.counts.projected)
	}
}

// TestLabelsOfStates: labels of many states of a procedure are not compared with one another by queries.
func TestLabelsOfStates(t *testing.T) {
	var cases, uses strings.Builder
	for i := range 30 {
		fmt.Fprintf(&cases, "case %d: if (g != %d) reach_error(); break;\n", i, 7*i%31)
		fmt.Fprintf(&uses, "if (in()) { g = %d; check(%d); }\n", 7*i%31, i)
	}
	s := searched(t, "int g;\nvoid check(int k) { switch (k) {\n"+cases.String()+"} }\nint main(void) {\n"+uses.String()+"}\n")
	if s.counts.compared > 3*s.counts.learned {
		t.Errorf("%d queries for %d labels", s.counts.compared, s.counts.learned)
	}
}
