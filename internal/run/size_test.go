package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestAddressSpace: objects that have no room in 32 bits would share addresses; with 64 bits there is room.
func TestAddressSpace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large.c")
	text := "char a[1 << 29], b[1 << 29], c[1 << 29];\nint input(void);\nvoid reach_error(void);\nint main(void) { int i = input(); if (i < 0 || i > 9) return 0; a[i] = 1; b[i] = 2; c[i] = 3; if (a[i] != 1) reach_error(); }\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		ilp32 bool
		want  verdict.Verdict
	}{{true, verdict.Unknown}, {false, verdict.True}} {
		res, err := Verify(t.Context(), prepare.New(cfront.Options{ILP32: test.ilp32}, nil, file), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != test.want || test.want == verdict.Unknown && (res.Reason != "size" || !strings.Contains(res.Detail, "MiB of addresses")) {
			t.Errorf("ILP32 %v: %s(%s): %s", test.ilp32, res.Verdict, res.Reason, res.Detail)
		}
	}
}

// TestNoStaleReason: why an earlier attempt was open is no part of a verdict.
func TestNoStaleReason(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.c")
	text := "extern int input(void);\nint a[3];\nint main(void) { int *p = a; p += input(); return *p; }\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"bounds"}}, nil, file), Options{})
	if err != nil || res.Verdict != verdict.False || res.Reason != "" || res.Detail != "" {
		t.Errorf("%s(%s): %s %v", res.Verdict, res.Reason, res.Detail, err)
	}
}

// TestTooLargeToInline: where a program does not fit with its calls inlined, all engines for programs with
// calls look at it. lazy alone would follow each of the 2^28 calls.
func TestTooLargeToInline(t *testing.T) {
	testenv.NeedsLong(t)
	file := filepath.Join(t.TempDir(), "deep.c")
	var b strings.Builder
	b.WriteString("void reach_error(void);\nint calls;\nstatic void level0(void) { calls = calls < 50 ? calls + 1 : calls; }\n")
	for i := range 28 {
		fmt.Fprintf(&b, "static void level%d(void) { level%d(); level%d(); }\n", i+1, i, i)
	}
	b.WriteString("int main(void) { level28(); if (calls > 50) reach_error(); }\n")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{})
	if err != nil || res.Verdict != verdict.True {
		t.Errorf("%s(%s) by %s: %s %v", res.Verdict, res.Reason, res.Engine, res.Detail, err)
	}
}
