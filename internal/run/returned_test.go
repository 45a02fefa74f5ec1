package run

import (
	"slices"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/internal/testenv"
)

const mcCarthy = "int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); } int main(void) { f(nondet()); return 0; }"

// TestReturned: recursion whose end depends on what calls return ends, unless they return something else.
func TestReturned(t *testing.T) {
	for i, c := range []struct {
		name, text string
		ends       bool
	}{
		{"McCarthy's 91 function", mcCarthy, true},
		{"two functions that are McCarthy's together", "int g(int n); int f(int n) { return n > 100 ? n - 10 : g(g(n + 11)); } int g(int n) { return n > 100 ? n - 10 : f(f(n + 11)); } int main(void) { f(nondet()); return 0; }", true},
		{"a function that changes its parameter", "int f(int n) { if (n > 100) { n -= 10; return n; } n += 11; n = f(n); n = f(n); return n; } int main(void) { f(nondet()); return 0; }", true},
		{"a place between two ends", "int part(int lo, int hi) { int p = nondet(); if (p < lo) return lo; return p > hi ? hi : p; } void sort(int lo, int hi) { if (lo < hi) { int m = part(lo, hi); sort(lo, m - 1); sort(m + 1, hi); } }" +
			"int main(void) { int n = nondet(); if (n < 0 || n > 1000000) return 0; sort(0, n); return 0; }", true},
		{"what recursion counted", "int count(int n) { return n <= 0 ? 0 : 1 + count(n - 1); } int f(int n) { return n <= 0 ? 0 : f(count(n) - 1); } int main(void) { return f(nondet()); }", true},

		{"one less than McCarthy's", "int f(int n) { return n > 100 ? n - 11 : f(f(n + 11)); } int main(void) { f(nondet()); return 0; }", false},
		{"two less than McCarthy's", "int f(int n) { return n > 100 ? n - 12 : f(f(n + 11)); } int main(void) { f(nondet()); return 0; }", false},
		{"a bound of what the parameter has become", "int f(int n) { if (n > 100) { n -= 11; return n; } n += 11; n = f(n); n = f(n); return n; } int main(void) { f(nondet()); return 0; }", false},
		{"a place that may be an end and beyond", "int part(int lo, int hi) { int p = nondet(); if (p < lo) return lo; return p > hi ? hi + 1 : p; } void sort(int lo, int hi) { if (lo < hi) { int m = part(lo, hi); sort(lo, m - 1); sort(m + 1, hi); } }" +
			"int main(void) { sort(0, 1000); return 0; }", false},
		{"a result that is the parameter", "int id(int n) { return n <= 0 ? 0 : 1 + id(n - 1); } int f(int n) { return n <= 0 ? 0 : f(id(n)); } int main(void) { return f(nondet()); }", false},
		{"a result that only one way keeps", "int g(int n) { if (n <= 0) return 0; if (nondet()) return n; return g(n - 1); } int f(int n) { return n <= 0 ? 0 : f(g(n)); } int main(void) { return f(nondet()); }", false},
		{"a result of unsigned numbers that wrap", "unsigned g(unsigned n) { return n ? g(n - 1) + 1 : n - 1; } unsigned f(unsigned n) { return n ? f(g(n)) : 0; } int main(void) { return f(unondet()); }", false},
	} {
		if i%2 != 0 && !testenv.Night() {
			continue
		}
		res, prog := askedEnd(t, c.text)
		if c.ends != (res.Verdict == verdict.True) {
			t.Errorf("%s: %s %s", c.name, res.Verdict, res.Detail)
			continue
		}
		if !c.ends {
			continue
		}
		if len(formOf(&res.Result).Results) == 0 {
			t.Errorf("%s: without what calls return", c.name)
		}
		p, err := Load(t.Context(), prog, res.Verdict, formOf(&res.Result))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Certify(t.Context(), p, &res.Result, nil, 1); err != nil {
			t.Errorf("%s: TRUE is not confirmed: %v", c.name, err)
		}
	}
}

// TestForgedBounds: bounds of what calls return that functions do not keep to are rejected, and so are ranks that rest on bounds which are not there.
func TestForgedBounds(t *testing.T) {
	res, prog := askedEnd(t, mcCarthy)
	proof, ok := res.Proof.(verdict.Ranks)
	if !ok || len(proof.Results) == 0 {
		t.Fatalf("%s %s", res.Verdict, res.Detail)
	}
	accepts := func(text string, bounds []ir.ResultBound) bool {
		of := prog
		if text != "" {
			_, of = askedEnd(t, text)
		}
		p, err := BoundedForm(t.Context(), of, bounds)
		if err != nil {
			t.Fatal(err)
		}
		q := proof
		q.Results = bounds
		return certify.Ranks(t.Context(), p, q, solvers.Native, 1) == nil
	}
	if !accepts("", proof.Results) {
		t.Fatal("the proof itself is rejected")
	}
	if accepts("", nil) {
		t.Error("accepted without bounds")
	}
	for i, b := range proof.Results {
		for _, by := range []int64{-1000, -12, -1, 1, 12, 1000} {
			wrong := slices.Clone(proof.Results)
			wrong[i].By += by
			if f := func(n int64) int64 { // what the function returns
				if n > 100 {
					return n - 10
				}
				return 91
			}; !keeps(wrong[i], f) && accepts("", wrong) {
				t.Errorf("%v: accepted", wrong[i])
			}
		}
		one := slices.Clone(proof.Results)
		one[i].Least = !b.Least
		if one[i].Least != b.Least && b.Param != "" && accepts("", one) {
			t.Errorf("%v: accepted", one[i])
		}
	}
	for _, by := range []string{"11", "12"} {
		if accepts("int f(int n) { return n > 100 ? n - "+by+" : f(f(n + 11)); } int main(void) { f(nondet()); return 0; }", proof.Results) {
			t.Errorf("accepted of a function that returns %s less", by)
		}
	}
}

// keeps says that f keeps to b.
func keeps(b ir.ResultBound, f func(int64) int64) bool {
	for n := int64(-300); n < 300; n++ {
		limit := b.By
		if b.Param != "" {
			limit += n
		}
		if r := f(n); b.Least && r < limit || !b.Least && r > limit {
			return false
		}
	}
	return true
}
