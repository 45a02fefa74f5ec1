package equiv_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// TestSinceFolders: a header that has moved since is found where it was.
func TestSinceFolders(t *testing.T) {
	testenv.NeedsTool(t, "git")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"inc/was.h": "#define LIMIT 10\n", "src/f.c": "#include <was.h>\nint f(int x) { return x > LIMIT; }\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first"}, {"mv", "inc/was.h", "inc/is.h"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%s", out)
		}
	}
	if err := os.WriteFile("src/f.c", []byte("#include <is.h>\nint f(int x) { return LIMIT < x; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var o cfront.Options
	o.Include = []string{"inc"}
	r, sides, err := equiv.Since(context.Background(), "HEAD", []string{"src/f.c"}, o)
	if err != nil || len(sides) != 1 {
		t.Fatal(sides, err)
	}
	defer r.Remove()
	o.Include = equiv.Folders(r, o.Include)
	a, err := equiv.Decide(context.Background(), equiv.Question{C: o, Sides: sides[0]}, equiv.Options{Time: 10 * time.Second})
	if err != nil || a.Verdict != verdict.True {
		t.Error(a, err)
	}
}

// TestSinceUnread: a file that cannot be read is open, and the others are compared.
func TestSinceUnread(t *testing.T) {
	testenv.NeedsTool(t, "git")
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.c", "#include <made/by/the/build.h>\nint f(int x) { return x; }\n")
	write("b.c", "int g(int x) { return x; }\n")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%s", out)
		}
	}
	write("a.c", "#include <made/by/the/build.h>\nint f(int x) { return x + 1; }\n")
	write("b.c", "int g(int x) { return x & -1; }\n")
	r, sides, err := equiv.Since(context.Background(), "HEAD", nil, cfront.Options{})
	if err != nil || len(sides) != 2 {
		t.Fatal(sides, err)
	}
	defer r.Remove()
	_, err = equiv.Decide(context.Background(), equiv.Question{Sides: sides[0]}, equiv.Options{})
	if err == nil {
		t.Fatal("a.c is read")
	}
	var b strings.Builder
	d := equiv.Document{Pairs: []equiv.Pair{equiv.Unread(err).Document(context.Background(), sides[0], false)}}
	if err := d.Text(&b); err != nil || !strings.HasPrefix(b.String(), "a.c: its functions: open: ") || !strings.HasSuffix(b.String(), "build first\n") {
		t.Errorf("%s%v", b.String(), err)
	}
	if a, err := equiv.Decide(context.Background(), equiv.Question{Sides: sides[1]}, equiv.Options{Time: 10 * time.Second}); err != nil || a.Verdict != verdict.True {
		t.Error(a, err)
	}
}
