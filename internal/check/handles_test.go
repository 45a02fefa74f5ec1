package check

import (
	"slices"
	"testing"

	"craig/internal/program/c/belief"
)

// TestQuestions: clauses about members of what a parameter leads to are conditions of the structure, each side of || one.
func TestQuestions(t *testing.T) {
	takes := []belief.Given{{Name: "b", Of: "struct buf"}, {Name: "n"}}
	for clause, want := range map[string][]string{
		"b->data != 0":                {"struct buf.data != 0"},
		"b->len <= b->cap":            {"struct buf.len <= cap"},
		"b->state <= 7U":              {"struct buf.state <= 7"},
		"b->data != 0 || b->len == 0": {"struct buf.data != 0", "struct buf.len == 0"},
		"n <= 7":                      nil,
		"b->len <= n":                 nil,
		"b->next->len <= 7":           nil,
		"c->len <= 7":                 nil,
	} {
		var got []string
		for _, q := range questions(clause, takes) {
			got = append(got, q.trapped())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", clause, got, want)
		}
	}
	seven := question{"struct buf", "state", "<=", "7"}
	for than, want := range map[question]bool{
		seven: true, {"struct buf", "state", "<=", "9"}: true, {"struct buf", "state", "<=", "6"}: false, {"struct buf", "state", ">=", "6"}: false, {"struct buf", "len", "<=", "9"}: false,
	} {
		if got := seven.implies(than); got != want {
			t.Errorf("%v: %v", than, got)
		}
	}
}
