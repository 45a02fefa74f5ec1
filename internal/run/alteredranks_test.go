package run

import (
	"maps"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/term"
)

// TestAlteredRanks: ranks that are altered are rejected, by the certifier and by the conditions that are made again, and those that may still be right are by both
// or by none.
func TestAlteredRanks(t *testing.T) {
	altered, accepted := 0, 0
	for _, text := range []string{
		"int main(void) { int n = nondet(); while (n > 0) n--; return 0; }",
		"int main(void) { int a = nondet(), b = nondet(); while (a > 0 && b > 0) if (nondet()) { a--; b = nondet(); } else b--; return 0; }",
		"int main(void) { unsigned n = unondet(); while (n) n &= n - 1; return 0; }",
		"int main(void) { for (int i = 0; i < 10; i++) for (int j = i; j > 0; j--) ; return 0; }",
		"int main(void) { int n = nondet(); if (nondet()) goto b; a: n--; b: if (n > 0) goto a; return 0; }",
		"int a(int m, int n) { if (m <= 0) return n + 1; if (n <= 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); } int main(void) { return a(nondet(), nondet()); }",
		"void f(int n) { for (int i = 0; i < n; i++) f(n - 1); } int main(void) { f(nondet()); return 0; }",
		"int main(void) { unsigned a = unondet(), b = unondet(); while (b) { unsigned r = a % b; a = b; b = r; } return 0; }",
		"int main(void) { int n = nondet(); int *p = malloc(4); if (!p) return 0; *p = 0; while (n > 0) { n -= 2; *p += 1; } while (n < 9) n++; return 0; }",
	} {
		res, prog := askedEnd(t, text)
		proof, ok := res.Proof.(verdict.Ranks)
		if !ok {
			t.Fatalf("%s: %s, %T", text, res.Verdict, res.Proof)
		}
		p, err := Load(t.Context(), prog, verdict.True, Form{})
		if err != nil {
			t.Fatal(err)
		}
		accepts := func(q verdict.Ranks) bool {
			err := certify.Ranks(t.Context(), p, q, solvers.Native, 1)
			enginetest.Agree(t, p, q, err)
			return err == nil
		}
		if !accepts(proof) {
			t.Errorf("%s: the proof itself is rejected", text)
		}
		for l, tuple := range proof.Tuples {
			st := tuple[0].Store()
			goesRound := false
			for _, r := range tuple {
				_, constant := r.IntValue()
				goesRound = goesRound || !constant
			}
			if !goesRound {
				continue
			}
			with := func(wrong bool, by func(term.Term) term.Term) {
				q := verdict.Ranks{Invariants: proof.Invariants, Tuples: maps.Clone(proof.Tuples)}
				delete(q.Tuples, l)
				for _, r := range tuple {
					if r = by(r); r.Valid() {
						q.Tuples[l] = append(q.Tuples[l], r)
					}
				}
				altered++
				if accepts(q) {
					if accepted++; wrong {
						t.Errorf("%s: accepted at %d: %v instead of %v", text, l, q.Tuples[l], tuple)
					}
				}
			}
			with(len(proof.Tuples) == 1, func(term.Term) term.Term { return term.Term{} })
			with(true, func(term.Term) term.Term { return st.Int(7) })
			with(true, st.Neg)
			with(true, func(r term.Term) term.Term { return st.Sub(r, st.IntNum(ir.Int(64, false).Max())) })
			with(true, func(r term.Term) term.Term { return st.Add(r, st.Var(ir.HeapName, term.Int)) })
			with(false, func(r term.Term) term.Term { return st.Scale(st.Int(2).Num(), r) })
			with(false, func(r term.Term) term.Term { return st.Sub(r, st.Int(1)) })
			with(false, func(r term.Term) term.Term { return st.Div(r, st.Int(2)) })
			p.AllVars(func(v *ir.Var) {
				if v.Type.Kind == ir.Integer {
					with(false, func(r term.Term) term.Term { return st.Add(r, st.Var(v.Name, term.Int)) })
				}
			})
			for at := range proof.Invariants {
				q := verdict.Ranks{Invariants: maps.Clone(proof.Invariants), Tuples: proof.Tuples}
				q.Invariants[at] = st.True()
				altered++
				if accepts(q) {
					accepted++
				}
			}
		}
	}
	t.Logf("%d altered, %d accepted", altered, accepted)
	if altered < 100 {
		t.Errorf("%d altered ranks", altered)
	}
}

// TestAlteredCopies: inputs that are computed from the state are values of their types, and keep the execution in its loop; others are rejected.
func TestAlteredCopies(t *testing.T) {
	res, prog := askedEnd(t, "int main(void) { int x = nondet(), k = 0; unsigned u = 3; long l = 4; while (x >= 0 && u && l) { k = k < 100 ? k + 1 : 0; x = nondet(); if (x != k) x = -1; } return 0; }")
	if res.Verdict != verdict.False || len(res.Trace.Forever.Copies) != 1 {
		t.Fatalf("%s %s", res.Verdict, res.Detail)
	}
	p, err := Load(t.Context(), prog, verdict.False, Form{})
	if err != nil {
		t.Fatal(err)
	}
	for id, right := range res.Trace.Forever.Copies {
		accepts := func(c verdict.Copy) bool {
			trace, forever := *res.Trace, *res.Trace.Forever
			trace.Forever, forever.Copies = &forever, map[ir.EdgeID]verdict.Copy{id: c}
			return counterexample.Unending(t.Context(), p, &trace, solvers.Native, 1) == nil
		}
		p.AllVars(func(v *ir.Var) {
			for add := -1; add <= 1; add++ {
				if c := (verdict.Copy{Var: v.Name, Add: add}); accepts(c) != (c == right) {
					t.Errorf("%s %+d: accepted: %t", v.Name, add, c != right)
				}
			}
		})
		if accepts(verdict.Copy{}) {
			t.Error("a copy of nothing is accepted")
		}
	}
}
