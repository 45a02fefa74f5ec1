package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/testenv"
)

// hostile is text that would be something else in a page if it were not escaped.
const hostile = "</script></pre><script>document.title='taken'</script><img src=x onerror=document.title='taken'><i>&amp;\u2028'\""

// hostilePage is a result whose every text is hostile.
func hostilePage(t *testing.T, steps int) string {
	t.Helper()
	name := "a" + hostile + ".c"
	text := "# 1 \"a <b>.c\"\nint main(void) {\n# 7 \"a <b>.c\"\n  return \"" + hostile + "\"[0] < 1; /* " + hostile + "\n " + hostile + " */\n}\n"
	d := &resultfile.Document{Verdict: "FALSE", Property: "unreach-call", Detail: hostile, Craig: hostile, By: hostile,
		Files:  []resultfile.File{{Name: "p.i", SHA256: "00", Text: []byte(text)}, {Name: name, SHA256: "00", Text: []byte("#define X " + hostile + "\n" + hostile)}},
		Notes:  []resultfile.Note{{Kind: "assumption", Text: hostile, Place: resultfile.Place{File: name, Line: 1}}},
		Phases: []resultfile.PhaseTime{{Name: hostile, Seconds: 1}, {Name: "engine", Seconds: 2}},
		Trace: &resultfile.Trace{
			At: at("a <b>.c", 7, 3), Inputs: []resultfile.Input{{Name: hostile, Value: hostile}},
			Memory: &resultfile.Memory{Kind: "heap-use-after-free", Text: "an access of <i>", Began: "it was allocated", Made: []resultfile.Place{*at("a <b>.c", 1, 1)}},
		}}
	for i := range steps {
		d.Trace.Steps = append(d.Trace.Steps, resultfile.Step{Place: *at("a <b>.c", 1, 5), Function: hostile, Matters: true, Conditions: []string{hostile},
			Changes: []resultfile.Change{{Name: "x", Value: fmt.Sprint(i)}, {Name: hostile, Value: hostile}, {Name: "__proto__", Value: "&constructor"}}})
	}
	search := &Recorder{}
	by := &engine.Engine{Name: hostile}
	search.Event(engine.Event{Kind: engine.Expand, Node: 1, By: by, Pos: ir.Pos{Line: 3}})
	search.Event(engine.Event{Kind: engine.Expand, Node: 2, From: 1, By: by})
	search.Event(engine.Event{Kind: engine.Cover, Node: 3, From: 2, Other: 1, By: by})
	var b bytes.Buffer
	if err := WriteHTML(&b, d, PageExtras{Search: search, Harness: []byte("int x; // " + hostile)}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHTML: the page needs nothing else, shows text as text, and has remarks beside the lines that line
// markers mean.
func TestHTML(t *testing.T) {
	page := hostilePage(t, 3)
	if m := regexp.MustCompile(`(?i)<script>document|<link|<img|<iframe|\bhref=|url\((?:[^#]|#[^h])|@import|</pre><s|<i>&`).FindString(page); m != "" {
		t.Errorf("%s is in the page", m)
	}
	for _, want := range []string{`<span class="k">int</span> main(<span class="k">void</span>) {</div>` + "\n" + `<div class="r">step 1: `, `<div class="r">the object of the error: it was allocated</div>`,
		`<div class="r">error: unreach-call</div>` + "\n" + `<div class="r">heap-use-after-free: an access of &lt;i&gt;</div>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, tag := range []string{"html", "style", "script", "h1", "h2", "pre", "div", "table", "details", "footer", "title"} {
		if opened, closed := len(regexp.MustCompile("<"+tag+`[ >]`).FindAllString(page, -1)), strings.Count(page, "</"+tag+">"); opened != closed || opened == 0 {
			t.Errorf("%d <%s and %d </%[2]s>", opened, tag, closed)
		}
	}
	data := regexp.MustCompile(`(?s)<script type="application/json"[^>]*>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	if len(data) != 3 {
		t.Fatalf("%d scripts with data", len(data))
	}
	for _, m := range data {
		if !json.Valid([]byte(m[1])) {
			t.Errorf("no JSON: %s", m[1])
		}
	}
	var steps [][]any
	if err := json.Unmarshal([]byte(data[1][1]), &steps); err != nil || len(steps) != 3 || steps[0][2] != hostile {
		t.Errorf("steps: %v, %v", steps, err)
	}
}

// TestHTMLBounds: of a large file only the lines around what there is to say are in the page, and steps have a bound.
func TestHTMLBounds(t *testing.T) {
	var text strings.Builder
	for i := range 3 * maxLines {
		fmt.Fprintf(&text, "int v%d;\n", i)
	}
	d := &resultfile.Document{Verdict: "FALSE", Property: "bounds", Files: []resultfile.File{{Name: "p.c", Text: []byte(text.String())}},
		Trace: &resultfile.Trace{At: at("p.c", maxLines, 1), Steps: []resultfile.Step{{Place: *at("p.c", 10, 1), Changes: []resultfile.Change{{Name: "x", Value: strings.Repeat("é", maxValue)}}}}}}
	var b bytes.Buffer
	if err := WriteHTML(&b, d, PageExtras{}); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), `data-n="`); lines != 10+around+2*around+1 {
		t.Errorf("%d lines", lines)
	}
	if !strings.Contains(b.String(), `data-n="20000"`) || strings.Contains(b.String(), "\ufffd") {
		t.Error("the line of the error is not there, or a value is cut inside a letter")
	}
}

// TestRecorder: nodes that an engine makes again are of a new run, and what is too much is counted.
func TestRecorder(t *testing.T) {
	var told bytes.Buffer
	r := &Recorder{Lines: &told}
	a, b := &engine.Engine{Name: "a"}, &engine.Engine{Name: "b"}
	for _, e := range []engine.Event{{Node: 1, By: a}, {Node: 1, By: b}, {Node: 2, By: a}, {Node: 1, By: a}, {Node: 2, By: b}} {
		e.Kind = engine.Expand
		r.Event(e)
	}
	var runs []int
	for _, e := range r.data().Events {
		runs = append(runs, e[1])
	}
	if fmt.Sprint(runs) != "[0 1 0 2 1]" {
		t.Errorf("runs: %v", runs)
	}
	for range maxEvents {
		r.Event(engine.Event{Kind: engine.Label, Node: 1, By: a})
	}
	if d := r.data(); len(d.Events) != maxEvents || d.Lost != 5 {
		t.Errorf("%d events, %d lost", len(d.Events), d.Lost)
	}
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	if want := []string{`{"run":"a"}`, `[1,0,1,0,0,0,0]`, `{"run":"b"}`, `[1,1,1,0,0,0,0]`, `[1,0,2,0,0,0,0]`, `{"run":"a"}`, `[1,2,1,0,0,0,0]`}; !slices.Equal(lines[:len(want)], want) || len(lines) != maxEvents+3 {
		t.Errorf("%d lines, which begin %q", len(lines), lines[:len(want)])
	}
	for range lostSteps {
		r.Event(engine.Event{Kind: engine.Label, Node: 1, By: a})
	}
	lines = strings.Split(strings.TrimSpace(told.String()), "\n")
	if last, want := lines[len(lines)-1], fmt.Sprintf(`{"kinds":[0,5,0,0,0,0,0,0,%d,0],"lost":%d}`, maxEvents-5+lostSteps, lostSteps); last != want {
		t.Errorf("what was lost is told as %s, not as %s", last, want)
	}
	if d := (*Recorder)(nil).data(); len(d.Events) != 0 {
		t.Error("events of nothing")
	}
}

// TestColouring: all of a line is in the page, whatever is in it.
func TestColouring(t *testing.T) {
	for text, want := range map[string]string{
		`int x = 0x1F; // "no"`: `<span class="k">int</span> x = <span class="n">0x1F</span>; <span class="c">// &#34;no&#34;</span>`,
		`"a\"b`:                 `<span class="s">&#34;a\&#34;b</span>`,
		`'\`:                    `<span class="s">&#39;\</span>`,
		"  #if 1 < 2":           `<span class="d">  #if 1 &lt; 2</span>`,
		"a /* b":                `a <span class="c">/* b</span>`,
		"/*/ a":                 `<span class="c">/*/ a</span>`,
		"ä<b>":                  "ä&lt;b&gt;",
	} {
		if got := string((&colouring{}).line(text)); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	c := &colouring{}
	c.line("/* x")
	if got := string(c.line("#y */ int")); got != `<span class="c">#y */</span> <span class="k">int</span>` || c.comment {
		t.Errorf("after a comment: %s", got)
	}
}

// TestBrowser: a browser runs the page, shows a step, its values and the search, and nothing of what the texts would do.
func TestBrowser(t *testing.T) {
	testenv.NeedsLong(t)
	chromium := testenv.NeedsTool(t, "chromium")
	dom := rendered(t, chromium, hostilePage(t, 1200))
	for _, want := range []string{"<title>craig: FALSE(unreach-call)</title>", "The error, a &lt;b&gt;.c:7", `<th scope="row">x</th><td class="text">1199</td>`, "__proto__", `aria-level="2"`, "step 3 of 3: cover node 3", "<i>covered</i>"} {
		if !strings.Contains(dom, want) {
			t.Errorf("the browser does not show %s", want)
		}
	}
	if strings.Contains(dom, "<img") || strings.Contains(dom, "<title>taken") {
		t.Error("a text of the result is more than text")
	}
}

// rendered is what a browser makes of a page.
func rendered(t *testing.T, chromium, page string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--dump-dom", "file://"+file+"#search")
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("Chromium does not run here: %v", err)
	}
	return string(out)
}

// TestLate: of a long file the first lines are in the page, and the others are data of which a browser makes the same,
// whatever is in them.
func TestLate(t *testing.T) {
	const lines = 6000
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "x%d = %q;\n", i+1, hostile)
	}
	d := &resultfile.Document{Verdict: "FALSE", Property: "bounds", Files: []resultfile.File{{Name: "p.c", Text: []byte(text.String())}},
		Trace: &resultfile.Trace{At: at("p.c", lines-5, 1), Steps: []resultfile.Step{{Place: *at("p.c", lines-10, 1), Changes: []resultfile.Change{{Name: hostile, Value: hostile}}}}}}
	search := &Recorder{}
	for _, line := range []int{2, lines - 20} {
		search.Event(engine.Event{Kind: engine.Expand, Node: line, Pos: ir.Pos{File: "p.c", Line: line}})
	}
	var b bytes.Buffer
	if err := WriteHTML(&b, d, PageExtras{Search: search}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if n, m := strings.Count(page, `data-n="`), strings.Count(page, `class="late-lines"`); n > firstLines || n < 1000 || m < (lines-n)/linesChunk {
		t.Errorf("%d lines, and %d chunks of data", n, m)
	}
	if strings.Contains(page, hostile) || !strings.Contains(page, `class="l q" data-n="2" title="1 node"`) || !strings.Contains(page, "The engine lazy") {
		t.Error("a text is more than text, or the page does not say where the search has been, and why it is small")
	}
	for _, m := range regexp.MustCompile(`(?s)<script type="application/json"[^>]*>(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		if !json.Valid([]byte(m[1])) {
			t.Errorf("no JSON: %.300s", m[1])
		}
	}
	testenv.NeedsLong(t)
	chromium := testenv.NeedsTool(t, "chromium")
	dom := rendered(t, chromium, page)
	for _, want := range []string{fmt.Sprintf(`class="l q" data-n="%d" id="s0-%[1]d" title="1 node">x%[1]d = <span class="s">`, lines-20), fmt.Sprintf(`<div class="l v x marked" data-n="%d"`, lines-10),
		fmt.Sprintf(`marked bad" data-n="%d"`, lines-5), fmt.Sprintf(`data-n="%d" id="s0-%[1]d">x%[1]d`, lines)} {
		if !strings.Contains(dom, want) {
			t.Errorf("the browser does not make %s", want)
		}
	}
	if strings.Contains(dom, "<img") || strings.Contains(dom, "<title>taken") {
		t.Error("a text of the result is more than text")
	}
}

// at is a place in a file.
func at(file string, line, column int) *resultfile.Place {
	return &resultfile.Place{File: file, Line: line, Column: column}
}
