package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/logic/term"
)

var (
	largePage = flag.String("large.page", "", "TestLarge writes its page to `FILE`")
	largeSize = flag.Int("large.megabytes", 3, "TestLarge has a result of so many `MEGABYTES`")
)

// large is a result of about so many bytes as JSON: a long execution, a long file, and a search that is as long as can be.
func large(size int) (*resultfile.Document, PageExtras) {
	d := &resultfile.Document{Verdict: "FALSE", Property: "bounds", Craig: "craig", By: "tracer"}
	var text strings.Builder
	lines := min(maxLines, size/400)
	for i := range lines {
		fmt.Fprintf(&text, "\tif (table[%d] <= n %% %d) /* entry %[1]d */ table[%[1]d] = \"entry\"[%d] + sum(%[1]d);\n", i, i%97+1, i%5)
	}
	d.Files = []resultfile.File{{Name: "large.c", SHA256: "00", Text: []byte(text.String())}}
	for i := range lines / 50 {
		d.Invariants = append(d.Invariants, resultfile.Invariant{Place: *at("large.c", 50*i+1, 1), Loop: true, C: fmt.Sprintf("0 <= n && n < %d", i)})
	}
	d.Trace = &resultfile.Trace{At: at("large.c", lines-3, 1)}
	steps := size / 260
	for i := range steps {
		s := resultfile.Step{Place: *at("large.c", i%lines+1, 2), Function: fmt.Sprintf("level%d", i/9%7), Depth: i / 9 % 7, Matters: i%11 == 0, Conditions: []string{fmt.Sprintf("table[%d] <= %d", i%lines, i%97)}}
		for k := range 4 {
			s.Changes = append(s.Changes, resultfile.Change{Name: fmt.Sprintf("table[%d]", (i+k)%300), Value: fmt.Sprint(i * k)})
		}
		d.Trace.Steps = append(d.Trace.Steps, s)
		if i%3 == 0 {
			d.Trace.Inputs = append(d.Trace.Inputs, resultfile.Input{Name: "n", Value: fmt.Sprint(i)})
		}
	}
	search, by := &Recorder{}, &engine.Engine{Name: "tracer"}
	st := term.NewStore()
	x := st.Var("x", term.Int)
	for i := 1; i <= min(maxEvents/2, size/1000); i++ {
		search.Event(engine.Event{Kind: engine.Expand, Node: i, From: (i - 1) / 2, By: by, Pos: ir.Pos{File: "large.c", Line: i%lines + 1}})
		search.Event(engine.Event{Kind: engine.Label, Node: i, By: by, Term: st.Le(x, st.Int(int64(i)))})
	}
	return d, PageExtras{Search: search, Harness: bytes.Repeat([]byte("\tcase 17: return 42;\n"), steps/3)}
}

// TestLarge: the data of a large page is packed, and is what it was; a small page has nothing that is packed.
func TestLarge(t *testing.T) {
	d, more := large(*largeSize << 20)
	var b, plain bytes.Buffer
	if err := WriteHTML(&b, d, more); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a result of %d bytes, and a page of %d", len(asJSON), b.Len())
	if *largePage != "" {
		if err := os.WriteFile(*largePage, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	steps, packed := 0, 0
	for _, m := range regexp.MustCompile(`(?s)<script type="application/json"([^>]*)>(.*?)</script>`).FindAllStringSubmatch(b.String(), -1) {
		var text string
		if json.Unmarshal([]byte(m[2]), &text) != nil {
			continue
		}
		packed++
		raw, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(z)
		if err != nil || !json.Valid(data) {
			t.Fatalf("%s: %v", m[1], err)
		}
		if strings.Contains(m[1], "chunk-of-steps") {
			var list [][]any
			if err := json.Unmarshal(data, &list); err != nil {
				t.Fatal(err)
			}
			steps += len(list)
		}
	}
	if steps != min(len(d.Trace.Steps), maxPageSteps) {
		t.Errorf("%d of %d steps", steps, len(d.Trace.Steps))
	}
	if _, shown, _ := strings.Cut(b.String(), `<pre id="harness"`); strings.Count(shown, "case 17") != firstHarness {
		t.Error("all of a long harness is in the page")
	}
	d, _ = large(100_000)
	if err := WriteHTML(&plain, d, PageExtras{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plain.String(), `class="chunk-of-steps">"`) || packed == 0 {
		t.Errorf("of the small page something is packed, or of the large one nothing: %d", packed)
	}
}
