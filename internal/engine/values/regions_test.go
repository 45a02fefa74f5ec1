package values

import (
	"testing"
	"time"

	"craig/internal/abstract/domain/interval"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestRegions: of a computed variable only the region matters, so that a machine has as many states as its regions, not as its paths.
func TestRegions(t *testing.T) {
	p := enginetest.Reduced(t, cfront.Options{}, "testdata/regions.c")
	res := enginetest.Verify(t, New(Config{Full: 1}), p, time.Minute, nil)
	if n := enginetest.Count(res, "nodes"); res.Verdict != verdict.True || n > 2000 {
		t.Errorf("%v(%s) after %v nodes, want TRUE after at most 2000", res.Verdict, res.Detail, n)
	}
}

// TestDivided: where what the program compares with is not enough, the bounds that an error is excluded by are found, and no more than
// mostCuts and one for a variable.
func TestDivided(t *testing.T) {
	s := newSearch(Config{Full: 1}, enginetest.Task(enginetest.Reduced(t, cfront.Options{}, "testdata/regions.c"), nil))
	res := s.run(t.Context())
	if res.Verdict != verdict.True || len(s.added) == 0 {
		t.Errorf("%v(%s), bounds of %d variables", res.Verdict, res.Detail, len(s.added))
	}
	for v, n := range s.added {
		if n > mostCuts+1 || len(s.cuts[v]) == 0 {
			t.Errorf("%d bounds of %s added, %d regions", n, v.Name, len(s.cuts[v]))
		}
	}
}

// TestOutwards: the least union of regions.
func TestOutwards(t *testing.T) {
	v := ir.NewProgram().NewGlobal("v", "v", ir.Int(32, true), ir.Pos{})
	top := interval.Range(num.I(-1<<31), num.I(1<<31-1))
	r := regions{map[*ir.Var]bool{v: true}, map[*ir.Var][]num.Int{}, map[*ir.Var]int{}}
	for _, k := range []int64{81, -42, 12, 12} {
		r.cut(v, num.I(k))
	}
	for _, c := range []struct{ lo, hi, wantLo, wantHi int64 }{
		{0, 5, -42, 11},
		{-42, 11, -42, 11},
		{11, 12, -42, 80},
		{-43, -43, -1 << 31, -43},
		{81, 82, 81, 1<<31 - 1},
		{-100, 100, -1 << 31, 1<<31 - 1},
	} {
		in := interval.Range(num.I(c.lo), num.I(c.hi))
		got, more := r.outwards(v, in, top)
		if want := interval.Range(num.I(c.wantLo), num.I(c.wantHi)); !got.Eq(want) || more == in.Eq(want) {
			t.Errorf("%v becomes %v, %v, want %v", in, got, more, want)
		}
	}
}

// TestFurthest: the last number of which something holds, by few questions, in both directions.
func TestFurthest(t *testing.T) {
	for _, c := range []struct{ from, to, want int64 }{
		{0, 1 << 31, 12345}, {0, -1 << 31, -777}, {5, 6, 6}, {12345, 12346, 12345}, {-777, -778, -777}, {3, 3, 3}, {-1, 1, 1},
	} {
		asked := 0
		s := &search{}
		got := s.furthest(func() (num.Int, bool) { return num.I(c.from), true }, func() (num.Int, bool) { return num.I(c.to), true },
			func(k num.Int) bool {
				asked++
				return !k.Less(num.I(-777)) && !num.I(12345).Less(k)
			})
		if k, ok := got.Single(); !ok || !k.Eq(num.I(c.want)) || asked > 40 {
			t.Errorf("from %d to %d: %v after %d questions, want %d", c.from, c.to, got, asked, c.want)
		}
	}
}

// TestCounters: the numbers of a counter, of which none can be taken together with others, are told apart after few refinements, not one by one.
func TestCounters(t *testing.T) {
	s := newSearch(Config{Full: 1}, enginetest.Task(enginetest.Reduced(t, cfront.Options{}, "testdata/counter.c"), nil))
	res := s.run(t.Context())
	if res.Verdict != verdict.True || s.counts.refinements > 4 {
		t.Errorf("%v(%s) after %d refinements, want TRUE after at most 4", res.Verdict, res.Detail, s.counts.refinements)
	}
}
