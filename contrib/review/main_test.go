package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/review/comments"
)

const sarif = `{"version":"2.1.0","runs":[{"results":[{"ruleId":"null","kind":"fail","level":"error","message":{"text":"m"},
	"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.c"},"region":{"startLine":1}}}],"partialFingerprints":{"craig/v1":"0123456789abcdef"}}]}]}`

// TestProgram: a plan without a network, mistakes with their exit status, and a pull request from a fork, whose findings are annotations while the summary of the step is written.
func TestProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"s": sarif, "bad": "{", "d": "+++ b/a.c\n@@ -1 +1 @@\n-x\n+y\n", "bad.diff": "+++ x\n", "md": "## sums\n", "event": `{"pull_request":{"number":7,"head":{"sha":"abc"}}}`, "push": "{}"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer hub.Close()
	env := map[string]string{"GITHUB_API_URL": hub.URL, "GITHUB_REPOSITORY": "o/r", "GITHUB_EVENT_PATH": "event", "GITHUB_STEP_SUMMARY": "step"}
	var out, errs strings.Builder
	program := func(args string) int {
		out.Reset()
		errs.Reset()
		return run(strings.Fields(args), func(name string) string { return env[name] }, &out, &errs)
	}
	for args, want := range map[string]int{"": 64, "-sarif s x": 64, "-sarif s -plan -": 64, "-no": 64, "-sarif none": 74, "-sarif bad": 65, "-sarif s -diff none": 74, "-sarif s -diff bad.diff": 65, "-sarif s -summary none": 74} {
		if is := program(args); is != want || errs.Len() == 0 {
			t.Errorf("%q: %d, want %d: %s", args, is, want, &errs)
		}
	}
	if is := program("-sarif s -summary md -diff d -plan -"); is != 0 {
		t.Fatalf("%d: %s", is, &errs)
	}
	var p comments.Plan
	if err := json.Unmarshal([]byte(out.String()), &p); err != nil || p.Review == nil || len(p.Review.Comments) != 1 || p.Review.Event != "COMMENT" || p.Review.Comments[0].Path != "a.c" {
		t.Errorf("%v: %s", err, &out)
	}
	if is := program("-sarif s -summary md"); is != 0 || !strings.Contains(out.String(), "\n::error file=a.c,line=1,") || !strings.Contains(out.String(), "pull-requests: write") {
		t.Errorf("%d: %s%s", is, &out, &errs)
	}
	if text, err := os.ReadFile("step"); err != nil || !strings.HasPrefix(string(text), "## sums\n") {
		t.Errorf("%q, %v", text, err)
	}
	if env["GITHUB_EVENT_PATH"] = "push"; program("-sarif s") != 0 || !strings.HasPrefix(out.String(), "::error file=a.c") {
		t.Errorf("%s%s", &out, &errs)
	}
	env["GITHUB_EVENT_PATH"], env["GITHUB_REPOSITORY"] = "event", "x/../y/z"
	if is := program("-sarif s"); is != 64 {
		t.Errorf("%d: %s", is, &errs)
	}
}

// TestSource: lines of files below the working directory, and of no others, whatever leads there.
func TestSource(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(dir, "in")
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(in)
	if err := os.WriteFile("a.c", []byte("one\ntwo"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret", "link.c"); err != nil {
		t.Skip(err)
	}
	for _, x := range []struct {
		file string
		line int
		want string
	}{{"a.c", 1, "one\n"}, {"a.c", 2, "two"}, {"a.c", 3, ""}, {"../secret", 1, ""}, {"link.c", 1, ""}, {"none.c", 1, ""}} {
		if is := source(x.file, x.line); is != x.want {
			t.Errorf("%s:%d: %q", x.file, x.line, is)
		}
	}
}
