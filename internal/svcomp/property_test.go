package svcomp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSeveral: of several properties none is forgotten: what one run cannot decide beside the others is unsupported.
func TestSeveral(t *testing.T) {
	const f, g, begin = "CHECK( init(main()), LTL(G ! call(f())) )", "CHECK( init(main()), LTL(G ! call(g())) )", "CHECK( init(start()), LTL(G ! call(f())) )"
	const label, other, overflow, reach = "CHECK( init(main()), LTL(G ! label(A)) )", "CHECK( init(main()), LTL(G ! label(B)) )", "CHECK( init(main()), LTL(G ! overflow) )", "CHECK( init(main()), LTL(G ! call(reach_error())) )"
	for _, tt := range []struct {
		lines []string
		want  Properties
	}{
		{[]string{"CHECK( init(main()), LTL(G ! data-race) )"}, Properties{Names: []string{"no-data-race"}}},
		{[]string{"CHECK( init(main()), LTL(G ! deadlock) )"}, Properties{Names: []string{"no-deadlock"}}},
		{[]string{f, f, overflow, reach}, Properties{Names: []string{"unreach-call", "no-overflow"}, Function: "f"}},
		{[]string{label, label, f}, Properties{Names: []string{"unreach-call"}, Function: "f", Label: "A"}},
		{[]string{begin, begin}, Properties{Names: []string{"unreach-call"}, Function: "f", Entry: "start"}},
		{[]string{f, g}, Properties{Unsupported: g + " beside one of call(f())"}},
		{[]string{label, other}, Properties{Unsupported: other + " beside one of label(A)"}},
		{[]string{overflow, begin}, Properties{Unsupported: begin + " beside one of init(main())"}},
		{[]string{begin, overflow}, Properties{Unsupported: overflow + " beside one of init(start())"}},
	} {
		name := filepath.Join(t.TempDir(), "p.prp")
		if err := os.WriteFile(name, []byte(strings.Join(tt.lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := ReadProperties([]string{name})
		if err != nil {
			t.Errorf("%q: %v", tt.lines, err)
			continue
		}
		if got.Unsupported != tt.want.Unsupported {
			t.Errorf("%q: unsupported is %q, not %q", tt.lines, got.Unsupported, tt.want.Unsupported)
		}
		if w := tt.want; w.Unsupported == "" && (strings.Join(got.Names, " ") != strings.Join(w.Names, " ") || got.Function != w.Function || got.Label != w.Label || got.Entry != w.Entry) {
			t.Errorf("%q: %+v, not %+v", tt.lines, got, w)
		}
	}
}
