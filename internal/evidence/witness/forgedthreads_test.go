package witness_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

const lockedText = `#include <pthread.h>
extern void reach_error(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) {
	pthread_mutex_lock(&m);
	x = 1;
	x = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t a;
	pthread_create(&a, 0, f, 0);
	pthread_mutex_lock(&m);
	if (x != 0)
		reach_error();
	pthread_mutex_unlock(&m);
	return 0;
}
`

const racingText = `#include <pthread.h>
int x, y, z;
void *f(void *p) {
	x = 1;
	y = 1;
	return 0;
}
void *g(void *p) {
	z = 2;
	x = 2;
	return 0;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	y = 2;
	return 0;
}
`

// part is an entry of a witness.
func part(kind, version, specification, content string) string {
	return "- entry_type: " + kind + "\n  metadata:\n    format_version: '" + version + "'\n    task:\n      specification: 'CHECK( init(main()), LTL(G ! " + specification + ") )'\n      data_model: LP64\n  content:\n" + content
}

// ghostly is a witness of lockedText: where its ghost variable gets which value, and what holds where.
func ghostly(initial, updates, invariants string) string {
	text, list := "", ""
	for _, inv := range strings.Split(invariants, "; ") {
		var line int
		fmt.Sscan(inv, &line)
		_, value, _ := strings.Cut(inv, " ")
		text += fmt.Sprintf("  - invariant: {type: location_invariant, location: {file_name: p.c, line: %d, column: 2}, value: '%s', format: c_expression}\n", line, value)
	}
	for _, u := range strings.Fields(updates) {
		var line, value int
		fmt.Sscanf(u, "%d=%d", &line, &value)
		list += fmt.Sprintf("    - {location: {file_name: p.c, line: %d, column: 2}, updates: [{variable: g, value: '%d', format: c_expression}]}\n", line, value)
	}
	return part("invariant_set", "2.1", "call(reach_error())", text) + part("ghost_instrumentation", "2.1", "call(reach_error())",
		"    ghost_variables: [{name: g, scope: global, type: int, initial: {value: '"+initial+"', format: c_expression}}]\n    ghost_updates:\n"+list)
}

// racing is a witness of racingText: by which threads the calls are made, in which lines, which threads race, and in which lines.
func racing(makers, calls, threads, lines [2]int) string {
	text := ""
	for i := range 2 {
		text += fmt.Sprintf("  - segment: [{waypoint: {type: function_enter, action: follow, thread_id: %d, location: {file_name: p.c, line: %d, column: 28}}}]\n", makers[i], calls[i])
	}
	text += "  - segment:\n"
	for i := range 2 {
		text += fmt.Sprintf("    - waypoint: {type: target, action: follow, thread_id: %d, location: {file_name: p.c, line: %d, column: 2}}\n", threads[i], lines[i])
	}
	return part("violation_sequence", "2.2", "data-race", text)
}

// TestForgedThreads: right witnesses with ghost variables and of data races are confirmed, and 64 that are wrong are rejected.
func TestForgedThreads(t *testing.T) {
	const right, holds = "6=1 9=0 15=1 18=0", "15 g == 1 || x == 0"
	type claimed struct {
		text, witness string
		confirmed     bool
	}
	list := []claimed{
		{lockedText, ghostly("0", right, holds), true},
		{lockedText, ghostly("0", right, holds+"; 18 g == 1; 9 g == 1; 7 g == 1 && x == 0; 8 x == 1 && g == 1"), true},
		{lockedText, ghostly("1", "", holds), true},
		{lockedText, ghostly("0", "7=1 9=0 15=1 18=0", holds), true},
		{lockedText, ghostly("0", "6=1 8=0 15=1 18=0", holds), true}, // with the assignment
		{racingText, racing([2]int{0, 0}, [2]int{15, 16}, [2]int{1, 2}, [2]int{4, 10}), true},
		{racingText, racing([2]int{0, 0}, [2]int{15, 16}, [2]int{2, 1}, [2]int{10, 4}), true},
	}
	wrong := func(text, w string) { list = append(list, claimed{text, w, false}) }
	// Ghost variables that change elsewhere, to something else, or not.
	for _, updates := range []string{"", "9=0 15=1 18=0", "6=0 9=0 15=1 18=0", "8=1 9=0 15=1 18=0", "6=1 7=0 15=1 18=0", "6=1 7=0 8=1 15=1 18=0", "6=0 9=1 15=1 18=0", "7=0 8=0", "9=1", "6=2 9=0"} {
		wrong(lockedText, ghostly("0", updates, holds))
	}
	for _, inv := range []string{"15 g == 0", "15 g == 1", "15 x == 0", "15 x == 1", "15 g == 0 || x == 1", "15 g == 1 && x == 0", "15 g == 0 && x == 0", "15 g != 1 || x == 0", "6 x == 1", "6 g == 1", "7 x == 1", "7 g == 0", "8 x == 0", "8 g == 0",
		"9 g == 0", "9 x == 1", "18 g == 0", "18 x == 1", "15 g == 2 || x == 0", "15 g >= x + 1", "6 g == 0", "6 g == 1 || x == 1", "15 g < x", "14 g == 1", "14 x == 1", "16 g == 0"} {
		wrong(lockedText, ghostly("0", right, inv))
	}
	wrong(lockedText, ghostly("1", right, "14 g == 0"))
	wrong(lockedText, ghostly("1", "6=0 9=1", "15 g == 0 && x == 1 || g == 1 && x == 1"))
	wrong(lockedText, ghostly("2", right, "14 g < 2"))
	// Races of other threads, of other accesses, or with threads that are made in another order.
	made := [2]int{15, 16}
	for _, threads := range [][2]int{{2, 1}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 0}, {3, 2}, {1, 3}, {3, 4}} {
		wrong(racingText, racing([2]int{0, 0}, made, threads, [2]int{4, 10}))
	}
	for _, lines := range [][2]int{{5, 10}, {4, 9}, {5, 9}, {4, 18}, {5, 18}, {4, 11}, {6, 10}, {4, 4}, {10, 4}, {10, 10}} {
		wrong(racingText, racing([2]int{0, 0}, made, [2]int{1, 2}, lines))
	}
	wrong(racingText, racing([2]int{0, 0}, [2]int{16, 15}, [2]int{1, 2}, [2]int{4, 10}))
	wrong(racingText, racing([2]int{1, 0}, made, [2]int{1, 2}, [2]int{4, 10}))
	wrong(racingText, racing([2]int{0, 1}, made, [2]int{1, 2}, [2]int{4, 10}))
	wrong(racingText, racing([2]int{0, 2}, made, [2]int{1, 2}, [2]int{4, 10}))
	wrong(racingText, racing([2]int{0, 0}, made, [2]int{0, 1}, [2]int{18, 5}))
	wrong(racingText, racing([2]int{0, 0}, [2]int{15, 15}, [2]int{1, 2}, [2]int{4, 10}))
	if count := len(list) - 7; count != 64 {
		t.Errorf("%d are wrong", count)
	}
	for i, c := range list {
		if !testenv.Long() && i%6 != 0 {
			continue
		}
		dir := t.TempDir()
		file, name, copied := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml"), filepath.Join(dir, "copy.c")
		for path, text := range map[string]string{file: c.text, name: c.witness} {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		entries, err := witness.Read(name)
		if err != nil {
			t.Fatalf("%v\n%s", err, c.witness)
		}
		claim, err := witness.NewClaim(name, entries, file)
		if err != nil {
			t.Fatalf("%v\n%s", err, c.witness)
		}
		if err := os.WriteFile(copied, claim.Texts[0], 0o600); err != nil {
			t.Fatal(err)
		}
		opts := cfront.Options{Properties: []string{"unreach-call"}, GoalsMayLack: true, Ghosts: witness.InvariantFile, ErrorFunction: claim.Error, LeftOut: cfront.LeftOut{Only: claim.Counts()}}
		if claim.Race != nil {
			opts.Properties = []string{"no-data-race"}
		}
		res, err := run.Verify(t.Context(), prepare.New(opts, nil, copied), run.Options{Workers: 1})
		if err != nil {
			t.Fatalf("%v\n%s", err, claim.Texts[0])
		}
		if want := map[bool]verdict.Verdict{true: verdict.True, false: verdict.False}[c.confirmed != claim.Violation]; res.Verdict != want {
			t.Errorf("the copy is %s, want %s: %s\n%s", res.Verdict, want, res.Detail, c.witness)
		}
	}
}
