package run

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

var listsAll = flag.Bool("lists.all", false, "prove all programs of testdata/lives, not few of them")

// TestLists: of the programs in testdata/lives, which build linked structures of any size, those that are wrong
// violate the property that they say. Of the others facts about all blocks prove what they say is proved, and no
// error is reported.
func TestLists(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/lives/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	expected := regexp.MustCompile(`(?m)^// verdict: (TRUE|FALSE)(?:\((.*)\))?$`)
	proved := regexp.MustCompile(`(?m)^// proved: (.*)$`)
	for i, file := range files {
		if i%4 != 0 && !*listsAll && !testenv.Night() {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := expected.FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s: no verdict", file)
		}
		if p := proved.FindSubmatch(text); p != nil {
			if name := filepath.Base(file); !*listsAll && name != "stack.c" && name != "reverse.c" && name != "hash.c" {
				continue
			}
			props := strings.Split(string(p[1]), ", ")
			if res, err := byLists(t, t.Context(), file, props); res.Verdict != verdict.True || err != nil {
				t.Errorf("%s: %s is not proved: %v %s %v", file, p[1], res.Verdict, res.Detail, err)
			}
			if len(props) == len(memsafety) {
				continue
			}
		}
		limit := 2 * time.Minute
		if string(m[1]) == "TRUE" {
			limit = time.Second
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		res, err := Verify(ctx, prepare.New(cfront.Options{Properties: memsafety}, nil, file), Options{})
		cancel()
		switch {
		case err != nil:
			t.Fatal(err)
		case string(m[1]) == "TRUE" && res.Verdict == verdict.False:
			t.Errorf("%s: %v", file, res.Trace.Goal)
		case string(m[1]) == "FALSE" && (res.Verdict != verdict.False || res.Trace.Goal.Property != string(m[2])):
			t.Errorf("%s: %v %s", file, res.Verdict, res.Detail)
		}
	}
}

var memsafety = []string{"valid-deref", "valid-free", "valid-memtrack"}

// byLists has the engine for lists alone decide about the properties. The error is of the certifier.
func byLists(t *testing.T, ctx context.Context, file string, props []string) (*verdict.Result, error) {
	t.Helper()
	p, err := prepare.New(cfront.Options{Properties: props}, nil, file).Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v := newVerifier(nil, Options{})
	lanes := v.lists(p)
	if len(lanes) == 0 {
		return &verdict.Result{Detail: "there are no lists"}, nil
	}
	res, err := lanes[0].Engines[0].Run(ctx, v.task(p, loops{prog: p, times: map[ir.Loc]int{}}))
	if err != nil {
		t.Fatal(err)
	}
	if whole, ok := res.Proof.(unlifted); ok {
		err = certify.Proof(t.Context(), p, whole.Proof, v.newSolver, 2)
	}
	return res, err
}
