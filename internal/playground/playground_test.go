package playground

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"craig/internal/ask"
)

// answer asks as the page does.
func answer(t *testing.T, q ask.Question, search io.Writer) (a Answer) {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(Answers(text, "test", search), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAnswers: verdicts with what the editor marks, and what is wrong with what is no question or no program.
func TestAnswers(t *testing.T) {
	const declared = "extern int n(void);\nextern void reach_error(void);\n"
	for _, test := range []struct {
		q                   ask.Question
		line, class, detail string
		error               int // line of the first finding that is an error
	}{
		{ask.Question{Text: declared + "int main(void) {\n  if (n() == 7)\n    reach_error();\n}\n"}, "FALSE(unreach-call)", "false", "the interpreter has followed it", 5},
		{ask.Question{Text: declared + "int main(void) {\n  int x = n();\n  if (x > 3 && x < 2)\n    reach_error();\n}\n"}, "TRUE", "true", "the certifier has checked", 0},
		{ask.Question{Text: "int f(int x) {\n  return x + 1;\n}\n", Entry: "f", Property: "no-overflow"}, "FALSE(no-overflow)", "false", "does not fit", 2},
		{ask.Question{Text: "int main(void) {\n  int x = ;\n}\n"}, "no C program", "error", "program.c:2:11", 2},
		{ask.Question{Text: "#include \"none.h\"\nint main(void) { return 0; }\n"}, "no C program", "error", "none.h", 1},
		{ask.Question{Text: "  "}, "", "error", "There is no program.", 0},
		{ask.Question{Text: strings.Repeat("x", MaxText+1)}, "", "error", "at most", 0},
		{ask.Question{Text: "int main(void) {}", Engine: "none"}, "", "error", "none of the engines", 0},
		{ask.Question{Text: "int main(void) {}", Property: "termination", Engine: "ufo"}, "", "error", "choose the portfolio", 0},
	} {
		q := test.q
		if q.Property == "" {
			q.Property = "unreach-call"
		}
		q.Seconds = 20
		a := answer(t, q, io.Discard)
		at := 0
		if i := slices.IndexFunc(a.Findings, func(f Finding) bool { return f.Kind == "error" }); i >= 0 {
			at = a.Findings[i].Line
		}
		if a.Line != test.line || a.Class != test.class || !strings.Contains(a.Detail, test.detail) || at != test.error {
			t.Errorf("%.60q: %q %q %q, an error in line %d, want %q %q %q %d", q.Text, a.Line, a.Class, a.Detail, at, test.line, test.class, test.detail, test.error)
		}
		if (a.Class == "true" || a.Class == "false") != strings.Contains(a.Page, "</html>") {
			t.Errorf("%.60q: a page of %d bytes", q.Text, len(a.Page))
		}
	}
	if a := (Answer{}); json.Unmarshal(Answers([]byte("{"), "test", io.Discard), &a) != nil || a.Class != "error" {
		t.Errorf("no JSON: %+v", a)
	}
}

// TestSearch: the steps of an engine come as lines of JSON, and what is offered has a name for each kind of them.
func TestSearch(t *testing.T) {
	var lines bytes.Buffer
	a := answer(t, ask.Question{Text: "extern void reach_error(void);\nint main(void) {\n  int x = 0;\n  while (x < 9)\n    x += 3;\n  if (x != 9)\n    reach_error();\n}\n", Property: "unreach-call", Engine: "ufo", Seconds: 20}, &lines)
	if a.Class != "true" || lines.Len() == 0 {
		t.Errorf("%s, %d bytes of search", a.Line, lines.Len())
	}
	for line := range bytes.Lines(lines.Bytes()) {
		if !json.Valid(line) {
			t.Errorf("no JSON: %s", line)
		}
	}
	var o About
	if err := json.Unmarshal([]byte(Offered("test")), &o); err != nil || len(o.Properties) == 0 || len(o.Engines) == 0 || len(o.Kinds) < 2 || o.Version != "test" {
		t.Errorf("%v: %+v", err, o)
	}
}
