package dagger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// TestAuto: what each of the attempts is for.
func TestAuto(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "auto", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := enginetest.Wanted(t, file)
			if res := enginetest.Verify(t, New(Config{}), load(t, file), 2*time.Minute, nil); res.Verdict != want {
				t.Errorf("%v: %s", res.Verdict, res.Detail)
			}
		})
	}
}

// counters is a loop with k pairs of counters; a widening loses how far the first of a pair may be
// ahead, and an interpolant gives it back.
func counters(t testing.TB, k int) *ir.Program {
	t.Helper()
	var b strings.Builder
	each := func(format string) {
		for i := range k {
			b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "$", fmt.Sprint(3+i)).Replace(format))
		}
	}
	b.WriteString("extern int unknown(void);\nextern void reach_error(void);\nint main(void) {\n")
	each("int a# = 0, b# = 0;\n")
	b.WriteString("while (unknown()) {\n")
	each("if (unknown() && a# - b# < $) a#++;\nif (unknown()) b#++;\n")
	b.WriteString("}\n")
	each("if (a# - b# > $) reach_error();\n")
	b.WriteString("return 0;\n}\n")
	file := filepath.Join(t.TempDir(), "counters.c")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return load(t, file)
}

// TestPacks: with octagons on packs, refinements grow with the number of counters by maxBad at a time,
// and an exploration with it linearly.
func TestPacks(t *testing.T) {
	for _, k := range []int{8, 32} {
		res := enginetest.Verify(t, New(Config{Domain: Octagon}), counters(t, k), time.Minute, nil)
		explorations, nodes := enginetest.Count(res, "refinements")+1, 0.0
		for _, s := range res.Stats {
			if s.Name == "nodes" {
				nodes = s.Value
			}
		}
		if res.Verdict != verdict.True || explorations > k/maxBad+2 || int(nodes) > explorations*(6*k+4) {
			t.Errorf("%d pairs: %v after %d refinements with %.0f nodes", k, res.Verdict, explorations-1, nodes)
		}
	}
}

// BenchmarkCounters is the time by the number of counters, on packs and on polyhedra.
func BenchmarkCounters(b *testing.B) {
	for _, c := range []struct {
		name   string
		domain Domain
		pairs  []int
	}{{"octagon", Octagon, []int{10, 25, 50, 100, 250}}, {"polyhedra", Polyhedra, []int{10, 25}}} {
		for _, k := range c.pairs {
			p := counters(b, k)
			b.Run(fmt.Sprintf("%s-%d", c.name, 2*k), func(b *testing.B) {
				for b.Loop() {
					if res := enginetest.Run(context.Background(), b, New(Config{Domain: c.domain}), enginetest.Task(p, nil)); res.Verdict != verdict.True {
						b.Fatal(res)
					}
				}
			})
		}
	}
}
