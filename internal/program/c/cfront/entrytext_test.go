package cfront

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBehindMacros: names of members that are macros at the end of a file are members in the surroundings.
func TestBehindMacros(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.c")
	text := `struct s { struct s *link; int count; };
int f(struct s *x) { return x->link ? x->link->count : 0; }
#define count (1 +
#define link .
#define __VERIFIER_assume(x) else
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	opts := Options{Entry: "f", Properties: []string{"null"}, Environment: Environment{Valid: true}}
	if _, err := Read(t.Context(), opts, file); err != nil {
		t.Error(err)
	}
}

// TestLongDesignators: objects of the surroundings that are called by the end of a long designator have names, wherever that is cut.
func TestLongDesignators(t *testing.T) {
	file := filepath.Join(t.TempDir(), "l.c")
	text := `struct inner { int *end_of_a_row; };
struct outer { struct { struct inner *row_4567890123456789012345678901234567890; } all_of_it; };
int f(struct outer *o) { return o->all_of_it.row_4567890123456789012345678901234567890->end_of_a_row[0]; }
`
	for range 24 { // so that each place is cut at
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		o := Options{Entry: "f", Properties: []string{"null"}, Environment: Environment{Valid: true}}
		if _, err := Read(t.Context(), o, file); err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, "_a_row", "__a_row")
	}
}
