package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"craig/internal/resultfile"
)

// TestHTML: the page needs nothing else, shows text as text, and has remarks beside the lines that line
// markers mean.
func TestHTML(t *testing.T) {
	file := "p.i"
	text := "# 1 \"a <b>.c\"\nint main(void) {\n# 7 \"a <b>.c\"\n  return \"</pre><script>\"[0] < 1;\n}\n"
	d := &resultfile.Document{Verdict: "FALSE", Property: "unreach-call", Files: []resultfile.File{{Name: file, SHA256: "00", Text: []byte(text)}}, Trace: &resultfile.Trace{
		At:     at("a <b>.c", 7, 3),
		Steps:  []resultfile.Step{{Place: *at("a <b>.c", 1, 5), Changes: []resultfile.Change{{Name: "x", Value: "<i>"}}}},
		Memory: &resultfile.Memory{Kind: "heap-use-after-free", Text: "an access of <i>", Began: "it was allocated", Made: []resultfile.Place{*at("a <b>.c", 1, 1)}},
	}}
	var b bytes.Buffer
	if err := WriteHTML(&b, d); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if m := regexp.MustCompile(`(?i)<script|<link|<img|<iframe|\bsrc=|\bhref=|url\(|@import|</pre><s|<i>`).FindString(page); m != "" {
		t.Errorf("%s is in the page\n%s", m, page)
	}
	for _, want := range []string{`<span class="n">2</span>int main(void) {</span>` + "\n" + `<span class="r">step 1: x = &lt;i&gt;</span><span class="r">the object of the error: it was allocated</span>`, `[0] &lt; 1;</span>` + "\n" + `<span class="r">error: unreach-call</span><span class="r">heap-use-after-free: an access of &lt;i&gt;</span>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	for _, tag := range []string{"html", "style", "h1", "h2", "pre", "footer", "title"} {
		if opened, closed := strings.Count(page, "<"+tag), strings.Count(page, "</"+tag+">"); opened != closed || opened == 0 {
			t.Errorf("%d <%s and %d </%[2]s>", opened, tag, closed)
		}
	}
}

// at is a place in a file.
func at(file string, line, column int) *resultfile.Place {
	return &resultfile.Place{File: file, Line: line, Column: column}
}
