package belief_test

import (
	"slices"
	"strings"
	"testing"
)

// TestTwins: of each line of testdata/twins.c with a comment the text alone shows what the comment says, and of no other one anything. Most of the functions look like one that is
// wrong, and are right.
func TestTwins(t *testing.T) {
	file, list, lines := functionsOf(t, "twins.c")
	got := map[int][]string{}
	for _, f := range list {
		says := func(what string) {
			if l := f.Pos.Line; !slices.Contains(got[l], what) {
				got[l] = append(got[l], what)
			}
		}
		if f.Opaque {
			says("opaque")
			continue
		}
		for _, x := range f.Indices {
			if x.Outside {
				says("size")
			}
		}
		for range f.Wraps {
			says("wrap")
		}
		for _, x := range f.Freed {
			if x.Sure && x.Access {
				says("freed")
			}
		}
		for _, x := range f.Lost {
			says("lost: " + x.Pointer)
		}
		for _, x := range f.Unset {
			if !x.Later {
				says("unset: " + x.Variable)
			}
		}
	}
	right := 0
	for i, line := range lines {
		_, want, wrong := strings.Cut(line, "// ")
		if is := strings.Join(got[i+1], ", "); is != want {
			t.Errorf("%s:%d: %q, want %q", file, i+1, is, want)
		}
		if !wrong && strings.HasSuffix(line, "}") {
			right++
		}
	}
	if right < 40 {
		t.Errorf("%d functions are right", right)
	}
}
