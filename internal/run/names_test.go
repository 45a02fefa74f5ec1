package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestNamesInLargeObjects: members of structures with many scalars have their names in what is told of an execution.
func TestNamesInLargeObjects(t *testing.T) {
	res := verify(t, cfront.Options{Properties: []string{"bounds"}}, `
		extern int input(void);
		struct state { char text[600]; struct { int low, high; } range[20]; short last; union { long l; char c[3]; } u; int list[4]; } s;
		static void set(struct state *p) { p->range[input() & 15].high = input(); p->last = input(); }
		int main(void) {
			set(&s);
			if (s.range[7].high == 12 && s.last == 5) s.list[s.last] = 1;
			return 0;
		}`)
	if res.Verdict != verdict.False {
		t.Fatalf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
	}
	var b strings.Builder
	for _, l := range explain.Of(res.Program, res.Trace).Lines {
		for _, c := range l.Changes {
			b.WriteString(c.Name + " = " + c.Value + "\n")
		}
	}
	if said := b.String(); strings.Contains(said, " bytes") || !strings.Contains(said, "s.last") {
		t.Error(said)
	}
}
