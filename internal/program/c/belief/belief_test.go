package belief_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
)

// functionsOf are the functions of a file of testdata, and its lines.
func functionsOf(t *testing.T, name string) (file string, list []cfront.Function, lines []string) {
	t.Helper()
	file = filepath.Join("testdata", name)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err = cfront.Functions(t.Context(), cfront.Options{}, cfront.NewFiles(nil), file)
	if err != nil {
		t.Fatal(err)
	}
	return file, list, strings.Split(string(text), "\n")
}

// TestOf: each line of testdata/doubts.c with the comment "doubt: POINTER" is a function that tests a pointer after an access, and no other one is; what follows
// "uses: " are the results that a function uses, with ? where they are tested; what follows "unset: " is read without a value. A doubt is in front of the test, or behind one that has found the pointer null.
func TestOf(t *testing.T) {
	file, list, lines := functionsOf(t, "doubts.c")
	got := map[int]string{}
	for _, f := range list {
		var words []string
		for _, d := range f.Doubted {
			words = append(words, map[bool]string{true: "fixed: ", false: "doubt: "}[d.Fixed]+d.Pointer)
			if d.Test.Line != f.Pos.Line || d.Access.Line != f.Pos.Line || (d.Test.Col < d.Access.Col) != (d.Null || d.Edge) {
				t.Errorf("%s: %+v", f.Name, d)
			}
		}
		for _, r := range f.Results {
			if r.Param != "" {
				continue
			}
			words = append(words, "uses: "+r.Function+map[bool]string{true: "?"}[r.Tested])
		}
		for _, x := range f.Clamped {
			words = append(words, "clamps: "+x)
		}
		for _, x := range f.Indices {
			if x.Short != "" {
				words = append(words, "short")
				continue
			}
			if x.Variable != "" {
				words = append(words, "lets: "+x.Variable)
				continue
			}
			words = append(words, map[bool]string{true: "outside", false: "own index"}[x.Outside])
		}
		for _, u := range f.Unset {
			words = append(words, map[bool]string{true: "sometimes ", false: ""}[u.Some]+"unset: "+u.Variable)
		}
		got[f.Pos.Line] = strings.Join(words, ", ")
	}
	if !slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "// doubt") }) {
		t.Error("nothing is asked")
	}
	for i, line := range lines {
		_, want, _ := strings.Cut(line, "// ")
		if is := got[i+1]; is != want {
			t.Errorf("%s:%d: %q, want %q", file, i+1, is, want)
		}
	}
}

// TestFreedIn: of each line of testdata/freed.c with the comment "freed", and of no other one, something is used that the text has freed before.
func TestFreedIn(t *testing.T) {
	file, list, lines := functionsOf(t, "freed.c")
	got := map[int]bool{}
	for _, f := range list {
		for _, x := range f.Freed {
			got[x.Use.Line] = true
		}
	}
	for i, line := range lines {
		if want := strings.HasSuffix(line, "// freed"); got[i+1] != want {
			t.Errorf("%s:%d: freed: %v, want %v", file, i+1, got[i+1], want)
		}
	}
}

// TestLostIn: in each line of testdata/lost.c with the comment "lost: POINTERS", and in no other one, nothing leads any more to what a call has given. The file has functions that
// look like these and are right.
func TestLostIn(t *testing.T) {
	file, list, lines := functionsOf(t, "lost.c")
	got := map[int]string{}
	for _, f := range list {
		for _, x := range f.Lost {
			if x.By == "found" { // which gives nothing
				continue
			}
			if got[x.Leave.Line] != "" {
				got[x.Leave.Line] += ", "
			}
			got[x.Leave.Line] += x.Pointer
		}
		if f.Name == "make" && !slices.Equal(f.Gives, []string{"malloc"}) || f.Name == "behind" && f.Gives != nil || f.Name == "found" && f.Gives != nil {
			t.Errorf("%s gives what %q give", f.Name, f.Gives)
		}
	}
	for i, line := range lines {
		_, want, _ := strings.Cut(line, "// lost: ")
		if got[i+1] != want {
			t.Errorf("%s:%d: lost: %q, want %q", file, i+1, got[i+1], want)
		}
	}
}
