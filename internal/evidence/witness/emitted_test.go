package witness_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/registry"
	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// TestEmitted: what craig writes of the answers of every engine on the papers' programs conforms to
// the format, in both versions; read again, it makes a program that a C compiler takes, and in 2.1
// summaries become contracts.
func TestEmitted(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/papers/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	counts := map[string]int{}
	for i, file := range files {
		engines := registry.Engines()
		for k, choice := range engines {
			// Each program with one engine in turn; lazy has the programs of its paper.
			if strings.Contains(file, "lazy-") != (choice.Name == "lazy") || choice.Name != "lazy" && i%len(engines) != k {
				continue
			}
			e, err := choice.With(nil)
			if err != nil {
				t.Fatal(err)
			}
			each, cancel := context.WithTimeout(ctx, 5*time.Second)
			res, err := run.Verify(each, prepare.New(cfront.Options{}, nil, file), run.Options{Engine: e, Workers: 1})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict == verdict.Unknown {
				counts["unknown"]++
				continue
			}
			for _, version := range []string{"2.0", "2.1"} {
				counts[version+" "+res.Verdict.String()]++
				about := witness.About{Version: version, Craig: "test", Sources: res.Sources, Now: time.Unix(0, 0)}
				w, err := witness.Of(res.Program, &res.Result, about)
				if err != nil {
					t.Fatal(err)
				}
				for _, item := range w.Content {
					if item.Invariant != nil {
						counts[version+" "+item.Invariant.Type]++
					}
				}
				emitted(t, file, choice.Name, w)
			}
		}
	}
	t.Log(counts)
	for _, what := range []string{"2.0 TRUE", "2.1 FALSE", "2.0 loop_invariant", "2.1 function_contract"} {
		if counts[what] == 0 {
			t.Errorf("no %s", what)
		}
	}
	if n := counts["2.0 function_contract"]; n > 0 {
		t.Errorf("%d contracts in format 2.0, which has none", n)
	}
}

func emitted(t *testing.T, file, engine string, w *witness.Entry) {
	t.Helper()
	var b bytes.Buffer
	if err := witness.Write(&b, w); err != nil {
		t.Fatal(err)
	}
	if err := witness.Conforms(b.Bytes()); err != nil {
		t.Errorf("%s, %s: %v\n%s", file, engine, err, &b)
	}
	name := filepath.Join(t.TempDir(), "w.yml")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	entries, err := witness.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	claim, err := witness.NewClaim(name, entries, file)
	if err != nil {
		t.Errorf("%s, %s: %v\n%s", file, engine, err, &b)
		return
	}
	if len(w.Content) > 0 && !bytes.Contains(claim.Texts[0], []byte("craig_")) {
		t.Errorf("%s, %s: nothing of the witness is in the copy", file, engine)
	}
	compiles(t, claim.Texts[0], b.String())
}

// compiles has a C compiler, if there is one, look at a copy.
func compiles(t *testing.T, text []byte, witness string) {
	t.Helper()
	if !testenv.Has("cc") {
		return
	}
	cmd := exec.Command("cc", "-fsyntax-only", "-w", "-xc", "-")
	cmd.Stdin = bytes.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s\n%s", err, out, text, witness)
	}
}

// TestSamples: witnesses of other tools, in CRAIG_BENCH, are read as far as their format is known.
func TestSamples(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	program := filepath.Join(bench, "witnesses", "for_loop.c")
	for name, want := range map[string]string{
		"for_loop.c-witness_v2.yml": "",
		"mutex.c-witness.yml":       "the witness is of another program: its hash of mutex.c differs",
		"theta-nonterm.yml":         "the witness is of another program: its hash of Ex02.c differs",
		"theta-race.yml":            "the witness is of another program: its hash of concurrent-data-race.i differs",
		"esbmc-violation.yml":       "the witness is of another program: its hash of for.c differs",
	} {
		name := filepath.Join(bench, "witnesses", name)
		entries, err := witness.Read(name)
		if err == nil {
			_, err = witness.NewClaim(name, entries, program)
		}
		if got := ""; err != nil && err.Error() != want || err == nil && got != want {
			t.Errorf("%s: %v, not %q", name, err, want)
		}
	}
}

// TestConforms: what the format does not allow.
func TestConforms(t *testing.T) {
	e, _ := written(t, safe[0])
	var b bytes.Buffer
	if err := witness.Write(&b, e); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	if err := witness.Conforms([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for old, new := range map[string]string{
		"entry_type: invariant_set": "entry_type: invariants",
		"format_version: '2.0'":     "format_version: 2.0",
		"data_model: LP64":          "data_model: LP32",
		"language: C":               "language: Java",
		"creation_time: ":           "creation_time: at ",
		"  content:":                "  contents:",
		"  - invariant:":            "  - segment:",
		"type: loop_invariant":      "type: function_contract",
		"format: c_expression":      "format: C",
		"name: craig":               "nick: craig",
		"uuid: '":                   "uuid: 'x",
	} {
		for _, pair := range [][2]string{{old, new}, {strings.ReplaceAll(old, "'", ""), strings.ReplaceAll(new, "'", "")}} {
			if bad := strings.Replace(good, pair[0], pair[1], 1); bad != good && pair[0] != pair[1] {
				if err := witness.Conforms([]byte(bad)); err == nil {
					t.Errorf("%q conforms", pair[1])
				}
			}
		}
	}
	for i, text := range []string{"", "[]", "- 1", "a: b", "- entry_type: violation_sequence\n  metadata: {}\n  content: []"} {
		if err := witness.Conforms([]byte(text)); err == nil {
			t.Errorf("%d conforms", i)
		}
	}
}
