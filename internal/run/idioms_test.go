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

	"craig/internal/evidence/difftest"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

var (
	idiomsJudge = flag.Duration("idioms.judge", 0, "compile the programs of testdata/idioms: run the executions found, and those without one on random inputs for this long")
	idiomsSlow  = flag.Bool("idioms.slow", false, "verify the programs of testdata/idioms that take more than a second, too")
)

// idiomSays is a function of a file of testdata/idioms and the verdict about it. Above function holds it is
// TRUE, above fails FALSE, or UNKNOWN with the reason. Behind (slow) nothing is said within a second.
var idiomSays = regexp.MustCompile(`(?m)^// (TRUE|FALSE|UNKNOWN\(\w+\))( \(slow\))?: .*\n(?:// .*\n)*void (holds|fails)\(void\) \{`)

// TestIdioms: programs that are written in the ways of drivers and parsers have the verdict above them. Each
// has an assertion that no input violates, and with the macro TWIN one that some input does.
func TestIdioms(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	files, err := filepath.Glob("../../testdata/idioms/*.c")
	if err != nil || len(files) < 40 {
		t.Fatal(len(files), "files", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		claims := idiomSays.FindAllStringSubmatch(string(text), -1)
		if len(claims) != 2 || claims[0][3] != "holds" || claims[1][3] != "fails" {
			t.Errorf("%s: no verdicts above holds and fails", file)
			continue
		}
		for _, c := range claims {
			want, slow, function := c[1], c[2] != "", c[3]
			if want == "TRUE" && function == "fails" || want == "FALSE" && function == "holds" {
				t.Errorf("%s: %s cannot be %s", file, function, want)
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+function, func(t *testing.T) {
				opts := cfront.Options{}
				if function == "fails" {
					opts.Define = []string{"TWIN"}
				}
				if slow && !*idiomsSlow && *idiomsJudge == 0 {
					t.Skip("takes more than a second")
				}
				idiom(t, opts, file, want, function == "holds")
			})
		}
	}
}

// idiom compares the verdict on a program with the one that is wanted, and, if asked to, with the compiled program.
func idiom(t *testing.T, opts cfront.Options, file, want string, holds bool) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := Verify(ctx, prepare.New(opts, nil, file), Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	got := res.Verdict.String()
	if res.Reason != "" {
		got += "(" + string(res.Reason) + ")"
	}
	if got != want {
		t.Errorf("%s, want %s; %s", got, want, res.Detail)
	}
	if *idiomsJudge == 0 {
		return
	}
	if res.Verdict == verdict.False {
		out, err := replay.Run(t.Context(), replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace, replay.Limits{})
		if err != nil || out.Answer != replay.Confirmed {
			t.Errorf("the compiled program: %s %s %v; %v", out.Answer, out.Reason, out.Problems, err)
		}
		return
	}
	if !holds {
		return
	}
	p := prepare.New(opts, nil, file)
	calls, err := p.Interprocedural(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sources, err := p.Sources()
	if err != nil {
		t.Fatal(err)
	}
	out, err := difftest.Run(t.Context(), difftest.Program{IR: calls, Options: opts, Sources: sources}, nil, difftest.Limits{Time: *idiomsJudge})
	if err != nil {
		t.Fatal(err)
	}
	if out.Answer != difftest.NotRefuted || out.Outside != "" {
		t.Errorf("the compiled program: %s %s %s; inputs %v", out.Answer, out.Reason, out.Outside, out.Inputs)
	}
	t.Logf("%d runs", out.Counts.Runs)
}
