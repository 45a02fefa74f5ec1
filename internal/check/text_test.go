package check

import (
	"strings"
	"testing"
)

// TestRemarks: what is to be known of files that were looked at stands apart from files that were not; a proof for another machine is no
// proof of what is compiled.
func TestRemarks(t *testing.T) {
	r := &Report{
		Skipped: []Skipped{{"b.c", "no C"}},
		Remarks: []Remark{{What: "a.c", Text: "its compiler is not known", Doubt: true}, {What: "f", Text: "what came of it could not be kept"}},
	}
	var b strings.Builder
	if err := r.Text(&b, TextOptions{FullBy: "--full"}); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"skipped: b.c: no C\n", "remark: a.c: its compiler is not known\n", "remark: f: what came of it could not be kept\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no %q in\n%s", line, b.String())
		}
	}
	var doc strings.Builder
	if err := r.Write(&doc, "1"); err != nil || !strings.Contains(doc.String(), `"doubt": true`) {
		t.Errorf("%v\n%s", err, doc.String())
	}
	for i, complete := range []bool{false, false, true} {
		if i > 0 {
			r.Skipped = nil
			r.Remarks = r.Remarks[min(i-1, 1):]
		}
		if r.Complete() != complete {
			t.Errorf("%d: complete is %v", i, !complete)
		}
	}
}
