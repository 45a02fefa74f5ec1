package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/work"
)

// reader lists one function for each unit, and says what it has read and what it has missed.
type reader struct {
	t     *testing.T
	asked []string
}

func (r *reader) Run(_ context.Context, j work.Job) (work.Answer, error) {
	if j.Args[0] != "list" {
		return work.Answer{Status: 65, Err: "no"}, nil
	}
	r.asked = append(r.asked, j.Args[1])
	inputs := map[string]string{"missing.h": ""}
	for _, name := range []string{j.Args[1], "shared.h", "missing.h"} {
		text, err := os.ReadFile(name)
		if err != nil && name == "missing.h" {
			continue
		} else if err != nil {
			r.t.Error(err)
		}
		sum := sha256.Sum256(text)
		inputs[name] = hex.EncodeToString(sum[:])
	}
	f := cfront.Function{Name: strings.TrimSuffix(j.Args[1], ".c"), Key: inputs[j.Args[1]]}
	f.Pos.File, f.Pos.Line = j.Args[1], 1
	list, err := json.Marshal([]cfront.Function{f})
	if err != nil {
		r.t.Error(err)
	}
	rest, err := json.Marshal(inputs)
	if err != nil {
		r.t.Error(err)
	}
	return work.Answer{Out: append(append(list, '\n'), rest...)}, nil
}

// TestUnitsKept: a unit is read again just if a file has changed that it reads, one is there now that it looked for, or craig
// is another one.
func TestUnitsKept(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.c", "b.c", "shared.h"} {
		write(name, name)
	}
	version := "v"
	check := func(what, want string) {
		t.Helper()
		r := &reader{t: t}
		opts := Options{Jobs: 1, Rounds: 1, Runner: r, Commands: words{"9s"}, Cache: &Cache{Dir: "cache", Version: version}}
		report, err := Run(t.Context(), []*Unit{{File: "a.c"}, {File: "b.c"}}, opts)
		if err != nil || len(report.Functions) != 2 || report.Functions[0].Name != "a" {
			t.Fatalf("%s: %v, %+v", what, err, report)
		}
		if got := strings.Join(r.asked, " "); got != want {
			t.Errorf("%s: %q were read, want %q", what, got, want)
		}
	}
	check("first", "a.c b.c")
	check("again", "")
	write("b.c", "another")
	check("one changed", "b.c")
	check("again", "")
	write("shared.h", "another")
	check("the header changed", "a.c b.c")
	write("missing.h", "now there")
	check("a header is there now", "a.c b.c")
	if err := os.Remove("missing.h"); err != nil {
		t.Fatal(err)
	}
	check("a header is gone", "a.c b.c")
	version = "w"
	check("another craig", "a.c b.c")
	files, _ := filepath.Glob("cache/*/*")
	for _, f := range files {
		write(f, "nonsense")
	}
	check("damaged", "a.c b.c")
}
