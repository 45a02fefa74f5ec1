package check

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/infer"
	"craig/internal/program/c/cfront"
	"craig/internal/work"
)

// contracts is a runner that finds contracts too, of a file whose function false calls true, which stands before it.
type contracts struct {
	*runner
	line  int // of true; false follows
	class infer.Class
}

func (r *contracts) Run(ctx context.Context, j work.Job) (work.Answer, error) {
	a, err := r.runner.Run(ctx, j)
	var out any
	switch j.Args[0] {
	case "list":
		var list []cfront.Function
		if err := json.Unmarshal(a.Out, &list); err != nil {
			return a, err
		}
		list[0].Pos.Line, list[0].End = r.line, r.line
		list[1].Pos.Line, list[1].End, list[1].Reaches = r.line+1, r.line+1, []string{"false", "true"}
		out = list[:2]
	case "infer":
		out = &infer.Document{File: r.file, Line: r.line + 1, Class: r.class, Requires: []infer.Requirement{{Text: "0"}},
			Errors: []infer.Place{{File: r.file, Line: r.line, Doomed: r.line + 1}}}
	default:
		return a, err
	}
	a.Out, err = json.Marshal(out)
	return a, err
}

// TestKeptContracts: a contract is looked for anew if the function has changed, or its options, or the text of what it comes to; it moves
// with that, and what more time may tell is looked for again if that is asked for.
func TestKeptContracts(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	keys := map[string]string{"true": "1", "false": "2"}
	var cache *Cache
	class := infer.Necessary
	asks := func(text, limit string, more func(o *Options)) bool {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		line := 1 + strings.Count(text[:strings.Index(text, "true")], "\n")
		r := &contracts{&runner{file: file, keys: keys}, line, class}
		o := Options{Jobs: 1, Rounds: 4, Runner: r, Commands: words{limit}, Cache: cache, Infer: true}
		if more != nil {
			more(&o)
		}
		report, err := Run(t.Context(), []*Unit{{File: file}}, o)
		if err != nil || len(report.Functions) != 2 {
			t.Fatalf("%v: %+v", err, report)
		}
		d := report.Functions[1].Inferred
		if d == nil || d.Line != line+1 || len(d.Errors) != 1 || d.Errors[0].Line != line || d.Errors[0].Doomed != line+1 || d.Class != class {
			t.Errorf("%+v, with true in line %d", d, line)
		}
		return slices.Contains(r.jobs, "infer false")
	}
	check := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: asked: %v, want %v", what, got, want)
		}
	}
	const text = "true\nfalse\n"
	check("no cache", asks(text, "9s", nil), true)
	cache = &Cache{Dir: filepath.Join(dir, "cache"), Version: "v"}
	check("first", asks(text, "9s", nil), true)
	check("again", asks(text, "9s", nil), false)
	check("moved", asks("moved\n\n"+text, "9s", nil), false)
	check("moved back", asks(text, "9s", nil), false)
	check("another text", asks("true // comment\nfalse\n", "9s", nil), true)
	keys["false"] = "3"
	check("another function", asks("true // comment\nfalse\n", "9s", nil), true)
	check("again", asks("true // comment\nfalse\n", "9s", nil), false)
	check("more memory", asks("true // comment\nfalse\n", "9s", func(o *Options) { o.Memory = 1 << 30 }), true)
	check("other properties", asks("true // comment\nfalse\n", "9s", func(o *Options) { o.Asked = []string{"null"} }), true)
	check("necessary, retried", asks("true // comment\nfalse\n", "9s", func(o *Options) { o.Asked, o.Retry = []string{"null"}, true }), false)
	cache, class = &Cache{Dir: cache.Dir, Version: "w"}, infer.Open
	check("another craig", asks(text, "9s", nil), true)
	check("open", asks(text, "9s", nil), false)
	check("open, retried", asks(text, "9s", func(o *Options) { o.Retry = true }), true)
}
