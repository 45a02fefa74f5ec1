package equiv_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/equiv"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestSince: the functions that are changed since a revision, themselves or by what they use, are compared, and no others.
func TestSince(t *testing.T) {
	testenv.NeedsTool(t, "git")
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("limit.h", "#define LIMIT 10\n")
	write("f.c", `#include "limit.h"
int same(int x) { return x; }
static int helper(int x) { return x & 1; }
int moved(int x) { return helper(x) ? 1 : 0; }
int wrong(int x) { return x > LIMIT; }
int bound(int x) { return x < LIMIT; }
`)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%s", out)
		}
	}
	write("limit.h", "#define LIMIT 11\n")
	write("f.c", `#include "limit.h"
int added(void) { return 1; }
int same(int x) { return x; }
static int helper(int x) { return (unsigned)x % 2; }
int moved(int x) { return helper(x) ? 1 : 0; }
int wrong(int x) { return x >= LIMIT + 1; }
int bound(int x) { return x <= LIMIT - 2; }
`)
	r, sides, err := equiv.Since(context.Background(), "HEAD", nil, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Remove()
	got := map[string]verdict.Verdict{}
	for _, s := range sides {
		a, err := equiv.Decide(context.Background(), equiv.Question{Sides: s}, equiv.Options{Time: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		got[s[1].Function] = a.Verdict
	}
	want := map[string]verdict.Verdict{"helper": verdict.True, "moved": verdict.True, "wrong": verdict.False, "bound": verdict.True}
	if len(got) != len(want) {
		t.Errorf("compared %v", got)
	}
	for f, v := range want {
		if got[f] != v {
			t.Errorf("%s: %v, want %v", f, got[f], v)
		}
	}
}
