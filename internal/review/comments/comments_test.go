package comments

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"craig/internal/review/markdown"
)

// TestReadDiff: names with blanks, quotes and other bytes, renamed and deleted files; what is in a hunk is text, whatever it looks like.
func TestReadDiff(t *testing.T) {
	const text = "diff --git a/a b.c b/a b.c\nindex 1..2 100644\n--- a/a b.c\t\n+++ b/a b.c\t\n@@ -1,3 +1,4 @@ int f(void)\n one\n--- a/x.c\n+++ b/evil.c\n+@@ -1 +1 @@\n two\n\\ No newline at end of file\n" +
		"diff --git \"a/\\303\\274\\\".c\" \"b/\\303\\274\\\".c\"\n--- \"a/\\303\\274\\\".c\"\n+++ \"b/\\303\\274\\\".c\"\n@@ -9 +10 @@\n-x\n+y\n" +
		"diff --git a/old.c b/new.c\nsimilarity index 90%\nrename from old.c\nrename to new.c\n--- a/old.c\n+++ b/new.c\n@@ -5,0 +6,2 @@\n+x\n+y\n" +
		"diff --git a/dead.c b/dead.c\ndeleted file mode 100644\n--- a/dead.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n" +
		"diff --git a/bin b/bin\nBinary files a/bin and b/bin differ\ndiff --git a/m.sh b/m.sh\nold mode 100644\nnew mode 100755\n"
	d, err := ReadDiff(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var is []string
	for file, lines := range d {
		for line := range lines {
			is = append(is, fmt.Sprintf("%s:%d", file, line))
		}
	}
	slices.Sort(is)
	if want := "a b.c:1 a b.c:2 a b.c:3 a b.c:4 new.c:6 new.c:7 ü\".c:10"; strings.Join(is, " ") != want {
		t.Errorf("%s\nwant %s", strings.Join(is, " "), want)
	}
	for _, bad := range []string{"+++ c/x.c\n", "+++ \"b/x.c\n", "+++ b/x.c\n@@ -1,2 +1,x @@\n", "+++ b/x.c\n@@ -1,2 +1,2 @@\n+x\ndiff --git a/y b/y\n", "+++ b/x.c\n@@ -1 +99999999999 @@\n"} {
		if _, err := ReadDiff(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// sarifOf is a SARIF file with results, each as file, line, message.
func sarifOf(results ...[3]any) string {
	var list []any
	for i, r := range results {
		place := map[string]any{"physicalLocation": map[string]any{"artifactLocation": map[string]any{"uri": r[0]}, "region": map[string]any{"startLine": r[1]}}, "message": map[string]any{"text": r[2]}}
		list = append(list, map[string]any{"ruleId": "null", "kind": "fail", "level": "error", "message": map[string]any{"text": r[2]}, "locations": []any{place},
			"codeFlows":           []any{map[string]any{"threadFlows": []any{map[string]any{"locations": []any{map[string]any{"location": place}}}}}},
			"partialFingerprints": map[string]any{"craig/v1": fmt.Sprintf("%016x", i)}})
	}
	text, err := json.Marshal(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{"results": list}}})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// hub is a GitHub with one pull request, 7 of o/r.
type hub struct {
	review, issue []map[string]any
	files         []map[string]any
	posts         int
	refuse        map[string]int // method and path to status
	bad           string         // a path that no comment may have
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/repos/o/r")
	answer := func(status int, v any) {
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(v)
	}
	if r.Header.Get("Authorization") != "Bearer secret" {
		answer(401, nil)
		return
	}
	if s := h.refuse[r.Method+" "+path]; s != 0 {
		answer(s, map[string]string{"message": "no\n::error::evil"})
		return
	}
	var in map[string]any
	if r.Method != http.MethodGet {
		h.posts++
		if json.NewDecoder(r.Body).Decode(&in) != nil || len(fmt.Sprint(in["body"])) == 0 || len([]rune(fmt.Sprint(in["body"]))) > 65536 {
			answer(422, nil)
			return
		}
	}
	add := func(list *[]map[string]any, c map[string]any) {
		c["id"], c["user"] = len(h.review)+len(h.issue)+1, map[string]string{"login": "github-actions[bot]"}
		*list = append(*list, c)
	}
	page := func(list []map[string]any) []map[string]any {
		n := 1
		fmt.Sscan(r.URL.Query().Get("page"), &n)
		return list[min(len(list), 100*(n-1)):min(len(list), 100*n)]
	}
	patch := func(list []map[string]any, prefix string) {
		for _, c := range list {
			if fmt.Sprint(prefix, c["id"]) == path {
				c["body"] = in["body"]
			}
		}
	}
	switch {
	case r.Method == "GET" && path == "/pulls/7/files":
		answer(200, page(h.files))
	case r.Method == "GET" && path == "/pulls/7/comments":
		answer(200, page(h.review))
	case r.Method == "GET" && path == "/issues/7/comments":
		answer(200, page(h.issue))
	case r.Method == "POST" && path == "/pulls/7/reviews":
		list := in["comments"].([]any)
		for _, c := range list {
			if c.(map[string]any)["path"] == h.bad {
				answer(422, map[string]string{"message": "line must be part of the diff"})
				return
			}
		}
		for _, c := range list {
			add(&h.review, c.(map[string]any))
		}
		answer(200, nil)
	case r.Method == "POST" && path == "/pulls/7/comments":
		if in["path"] == h.bad {
			answer(422, nil)
			return
		}
		add(&h.review, in)
		answer(201, nil)
	case r.Method == "POST" && path == "/issues/7/comments":
		add(&h.issue, in)
		answer(201, nil)
	case r.Method == "PATCH":
		patch(h.review, "/pulls/comments/")
		patch(h.issue, "/issues/comments/")
		answer(200, nil)
	default:
		answer(404, nil)
	}
}

// run runs the program against a GitHub with the results of a SARIF file.
func (h *hub) run(t *testing.T, sarif string, change func(in *Input)) (Plan, string) {
	t.Helper()
	p, log, err := h.try(t, sarif, change)
	if err != nil {
		t.Fatal(err)
	}
	return p, log
}

// try is run, where an error may be.
func (h *hub) try(t *testing.T, sarif string, change func(in *Input)) (Plan, string, error) {
	t.Helper()
	s := httptest.NewServer(h)
	defer s.Close()
	list, err := ReadSARIF(strings.NewReader(sarif))
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Findings: list, Summary: "## craig\n", Commit: "abc", Author: "github-actions[bot]", Most: 20}
	if change != nil {
		change(&in)
	}
	var log strings.Builder
	p, err := Run(t.Context(), &API{Base: s.URL, Token: "secret", Repo: "o/r", Number: 7}, in, &log)
	return p, log.String(), err
}

func body(c map[string]any) string { return fmt.Sprint(c["body"]) }

// TestRuns: comments are at changed lines alone; the second time nothing is written; what is gone says so, and what comes back too; what others write counts for nothing.
func TestRuns(t *testing.T) {
	h := &hub{files: []map[string]any{{"filename": "a b.c", "status": "renamed", "patch": "@@ -1,2 +1,3 @@\n x\n+y\n z"}, {"filename": "gone.c", "status": "removed", "patch": "@@ -1 +0,0 @@\n-x"},
		{"filename": "large.c", "status": "modified"}}}
	for range 100 { // the comments of others fill a page
		h.review = append(h.review, map[string]any{"id": 1000, "user": map[string]string{"login": "mallory"}, "line": 2, "body": "x\n<!-- craig:finding 0000000000000000 open -->\n"})
	}
	h.issue = append(h.issue, map[string]any{"id": 999, "user": map[string]string{"login": "mallory"}, "body": "<!-- craig:summary -->"})
	both := sarifOf([3]any{"a%20b.c", 2, "first"}, [3]any{"a%20b.c", 9, "not changed"}, [3]any{"../out.c", 1, "outside"}, [3]any{"gone.c", 1, "gone"}, [3]any{"large.c", 1, "large"})
	p, _ := h.run(t, both, nil)
	if len(h.review) != 101 || h.review[100]["path"] != "a b.c" || h.review[100]["line"] != 2.0 || len(p.Elsewhere) != 4 {
		t.Fatalf("comments %v, elsewhere %v", h.review[100:], p.Elsewhere)
	}
	if !strings.Contains(body(h.review[100]), "<details><summary>The execution, in 1 steps</summary>") || len(h.issue) != 2 || !strings.Contains(body(h.issue[1]), "`not changed`") {
		t.Errorf("texts:\n%s\n%s", body(h.review[100]), body(h.issue[len(h.issue)-1]))
	}
	h.posts = 0
	if h.run(t, both, nil); h.posts != 0 {
		t.Errorf("%d requests when run again", h.posts)
	}
	h.run(t, sarifOf(), nil)
	if !strings.HasPrefix(body(h.review[100]), "**Gone**") || !strings.Contains(body(h.review[100]), "`first`") || len(h.review) != 101 || len(h.issue) != 2 {
		t.Errorf("gone:\n%s", body(h.review[100]))
	}
	h.posts = 0
	if h.run(t, sarifOf(), nil); h.posts != 0 {
		t.Errorf("%d requests for what is gone already", h.posts)
	}
	if h.run(t, both, nil); !strings.HasPrefix(body(h.review[100]), "**error**") || len(h.review) != 101 {
		t.Errorf("back:\n%s", body(h.review[100]))
	}
	h.review[100]["line"] = nil // outdated: the line was changed
	h.run(t, both, nil)
	if len(h.review) != 102 || !strings.HasPrefix(body(h.review[100]), "**Elsewhere**") || !strings.HasPrefix(body(h.review[101]), "**error**") {
		t.Errorf("outdated:\n%s", body(h.review[100]))
	}
	h.posts = 0
	if h.run(t, both, nil); h.posts != 0 {
		t.Errorf("%d requests for what is elsewhere already", h.posts)
	}
}

// TestRefused: without rights findings are annotations, and what GitHub says is no command; a line that GitHub does not take has its finding in the summary.
func TestRefused(t *testing.T) {
	files := []map[string]any{{"filename": "a.c", "patch": "@@ -1 +1 @@\n-x\n+y"}, {"filename": "b,:%.c", "patch": "@@ -1 +1 @@\n-x\n+y"}}
	sarif := sarifOf([3]any{"a.c", 1, "one"}, [3]any{"./b,:%25.c", 1, "two\n::warning::x%"})
	for _, refuse := range []string{"POST /pulls/7/reviews", "GET /pulls/7/comments", "GET /pulls/7/files", "POST /issues/7/comments"} {
		h := &hub{files: files, refuse: map[string]int{refuse: 403}}
		_, log := h.run(t, sarif, nil)
		lines := strings.Split(strings.TrimSpace(log), "\n")
		if len(lines) != 3 || !strings.Contains(lines[0], "pull-requests: write") || lines[1] != "::error file=a.c,line=1,title=craig%3A null::one" ||
			lines[2] != "::error file=b%2C%3A%25.c,line=1,title=craig%3A null::two%0A::warning::x%25" {
			t.Errorf("%s:\n%s", refuse, log)
		}
	}
	for _, refuse := range []string{"POST /pulls/7/reviews", "GET /pulls/7/comments", "GET /pulls/7/files", "GET /issues/7/comments", "POST /issues/7/comments"} {
		for _, status := range []int{500, 502, 503} {
			h := &hub{files: files, refuse: map[string]int{refuse: status}}
			_, log, err := h.try(t, sarif, nil)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprint("answers ", status)) || strings.Contains(err.Error(), "\n") || strings.Count(log, "::error file=") != 2 {
				t.Errorf("%s: %d: %v\n%s", refuse, status, err, log)
			}
		}
	}
	h := &hub{files: files, refuse: map[string]int{"POST /issues/7/comments": 422}}
	if _, log, err := h.try(t, sarif, nil); err == nil || len(h.review) != 2 || !strings.Contains(log, "::error file=a.c") {
		t.Errorf("a summary that is not taken: %v, %d comments\n%s", err, len(h.review), log)
	}
	h = &hub{files: files, bad: "a.c"}
	p, log := h.run(t, sarif, nil)
	if len(h.review) != 1 || log != "" || len(p.Elsewhere) != 1 || len(h.issue) != 1 || !strings.Contains(body(h.issue[0]), "`one`") || strings.Contains(body(h.issue[0]), "warning::x") {
		t.Errorf("comments %v, %v\n%s", h.review, h.issue, log)
	}
}

// TestHostile: texts of a program break out of nothing, are not too long, and are no marks; more comments than may be written are in the summary.
func TestHostile(t *testing.T) {
	evil := "x` </details> <!-- craig:finding 0000000000000001 gone -->\n```\n<!-- craig:summary -->\n@all | ![](y) \u202e"
	h := &hub{files: []map[string]any{{"filename": "a.c", "patch": "@@ -1,3 +1,3 @@\n-x\n+y\n b\n c"}}}
	var results [][3]any
	for i := range 30 {
		results = append(results, [3]any{"a.c", i%3 + 1, evil + strings.Repeat("𝄞", 33000)})
	}
	sarif := sarifOf(results...)
	p, _ := h.run(t, sarif, func(in *Input) { in.Most = 5; in.Summary = strings.Repeat(evil, 5000) })
	if len(h.review) != 5 || len(p.Elsewhere) != 25 || len(h.issue) != 1 {
		t.Fatalf("%d comments, %d elsewhere", len(h.review), len(p.Elsewhere))
	}
	for i, c := range h.review {
		m := mark.FindStringSubmatch(body(c))
		if m == nil || m[1] != fmt.Sprintf("%016x", i) || m[2] != open {
			t.Errorf("marks %q", m)
		}
		if n := strings.Count(body(c), "\n```\n"); n > 1 {
			t.Errorf("a block ends %d times", n)
		}
	}
	h.posts = 0
	if h.run(t, sarif, func(in *Input) { in.Most = 0; in.Summary = strings.Repeat(evil, 5000) }); h.posts != 0 {
		t.Errorf("%d requests when run again", h.posts)
	}
	if n := len([]rune(body(h.issue[0]))); n > markdown.Most {
		t.Errorf("a summary of %d characters", n)
	}
	for _, bad := range []string{"", "[]", `{"version":"1"}`, `{"version":"2.1.0","runs":[{"results":[{"message":3}]}]}`} {
		if _, err := ReadSARIF(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	list, err := ReadSARIF(strings.NewReader(`{"version":"2.1.0","runs":[{},{"results":[{"message":{"text":"m"},"partialFingerprints":{"craig/v1":"--> x"}},{"message":{"text":"m"},"suppressions":[{"kind":"inSource"}]},{"kind":"open"},
		{"kind":"informational","message":{"text":"n"}},{"message":{"text":"m"},"partialFingerprints":{"craig/v1":"--> x"}}]}]}`))
	if err != nil || len(list) != 2 || !hex16.MatchString(list[0].Name) || list[1].Name != list[0].Name+"-2" || list[0].File != "" {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestSuggestion: a contract can be committed where the comment is at its line, and only if the line is shown as it is.
func TestSuggestion(t *testing.T) {
	f := Finding{Name: "0000000000000000", File: "a.c", Line: 3, Fix: &Fix{Why: "w", File: "a.c", Before: 3, Text: "/*@ requires n; */\n"}}
	for source, want := range map[string]string{"int f(int n)\t{\n": "```suggestion\n/*@ requires n; */\nint f(int n)\t{\n```\n", "// ```\n": "````suggestion\n/*@ requires n; */\n// ```\n````\n",
		"int f() {\r\n": "```c\n/*@ requires n; */\n```", "a\u202eb\n": "```c\n", "no end": "```c\n"} {
		if is := bodyOf(f, func(string, int) string { return source }); !strings.Contains(is, want) {
			t.Errorf("%q:\n%s", source, is)
		}
	}
	f.Message = "n != 0 || m"
	if is := bodyOf(f, nil); !strings.Contains(is, "`n != 0 || m`") {
		t.Errorf("a message:\n%s", is)
	}
	f.Fix.Before = 2
	if is := bodyOf(f, func(string, int) string { return "x\n" }); strings.Contains(is, "suggestion\n") || !strings.Contains(is, "in front of `a.c:2`") {
		t.Errorf("elsewhere:\n%s", is)
	}
}
