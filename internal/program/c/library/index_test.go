package library

import (
	"slices"
	"testing"
)

// TestSearch: a name that is looked for in the text of the table has the rows that the index has, before and after it is made.
func TestSearch(t *testing.T) {
	names := map[string]bool{"": true, "(": true, "void": true, "const": true, "stdio.h": true, "no_such_function": true, "print": true}
	for _, r := range load().rows {
		names[r.name] = true
	}
	for name := range names {
		got, want := search(name), load().byName[name]
		same := func(a, b *row) bool {
			return a.file == b.file && a.line == b.line && a.header == b.header && a.name == b.name && a.text == b.text
		}
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%q: %d rows are found, %d are indexed, or they differ", name, len(got), len(want))
		}
	}
}

// TestSearchBeforeIndex: a row is the same whether its name was asked for before the index was made or after, and other names are few
// until it is.
func TestSearchBeforeIndex(t *testing.T) {
	index.found, index.all = nil, nil
	var first []*Function
	asked := []string{"strerror_r", "memcpy", "no_such_function", "__builtin_memcpy", "printf"}
	for _, name := range asked {
		first = append(first, Rows(name)...)
	}
	if index.all != nil {
		t.Error("a few names need the whole index")
	}
	for _, r := range load().rows {
		Rows(r.name)
	}
	var again []*Function
	for _, name := range asked {
		again = append(again, Rows(name)...)
	}
	if len(first) < 5 || !slices.Equal(first, again) {
		t.Errorf("%d functions became %d others", len(first), len(again))
	}
	if all := Functions(); !slices.Contains(all, first[0]) {
		t.Error("a function that was asked for first is not among all")
	}
}
