package run

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/term"
)

// TestForgedRanks: a proof that a program ends, in which something is changed, is not accepted of one that is the same but for a place, and does not
// end. Nor is an execution without an end, in which something is changed, accepted of one that ends.
func TestForgedRanks(t *testing.T) {
	const head, tail = "int main(void) { ", " return 0; }"
	count, seed := testenv.Random(150)
	r := rand.New(rand.NewPCG(seed, 3))
	for _, c := range []struct{ ends, not string }{
		{"unsigned x = unondet(); while (x > 0) x = x - 1;", "unsigned x = unondet(); while (x > 0) x = x - 0;"},
		{"unsigned x = unondet() | 1u; while (x > 1) x -= 2;", "unsigned x = unondet() | 1u; while (x != 0) x -= 2;"},
		{"unsigned n = unondet() & 255; for (unsigned i = 0; i < n; i++) for (unsigned j = i; j < n; j++);", "unsigned n = unondet() & 255; for (unsigned i = 0; i < n; i++) for (unsigned j = i; j < n; j++) i = 0;"},
		{"unsigned x = unondet(), y = unondet(); while (x > 0 && y > 0) if (nondet()) { x--; y = unondet(); } else y--;",
			"unsigned x = unondet(), y = unondet(); while (x > 0 && y > 0) if (nondet()) { x += 0; y = unondet(); } else y--;"},
		{"int n = nondet() & 15; if (n) goto b; a: n--; b: if (n > 0) goto a;", "int n = nondet() & 15; if (n) goto b; a: n++; n--; b: if (n > 0) goto a;"},
	} {
		yes, _ := askedEnd(t, head+c.ends+tail)
		no, _ := askedEnd(t, head+c.not+tail)
		if yes.Verdict != verdict.True || no.Verdict != verdict.False {
			t.Errorf("%s: %v; %s: %v", c.ends, yes.Verdict, c.not, no.Verdict)
			continue
		}
		_, endless := askedEnd(t, head+c.not+tail)
		_, ending := askedEnd(t, head+c.ends+tail)
		p, err := EvidenceForm(context.Background(), endless, verdict.True)
		if err != nil {
			t.Fatal(err)
		}
		q, err := EvidenceForm(context.Background(), ending, verdict.False)
		if err != nil {
			t.Fatal(err)
		}
		for i := range count {
			proof := yes.Proof.(verdict.Ranks)
			for range i % 4 { // unchanged at first
				proof = forgedRanks(r, p, proof)
			}
			if _, err := Certify(context.Background(), p, &verdict.Result{Verdict: verdict.True, Proof: proof}, nil, 1); err == nil {
				t.Errorf("%s: a proof that it ends is accepted: %v", c.not, proof)
			}
			trace := *no.Trace
			for range i % 4 {
				trace = forgedTrace(r, q, trace)
			}
			if _, err := Certify(context.Background(), q, &verdict.Result{Verdict: verdict.False, Trace: &trace}, nil, 1); err == nil {
				t.Errorf("%s: an execution without an end is accepted: %v", c.ends, trace)
			}
		}
	}
}

// one is one of the keys.
func one[K ir.Loc | ir.EdgeID, V any](r *rand.Rand, m map[K]V) K {
	keys := slices.Sorted(maps.Keys(m))
	if len(keys) == 0 {
		return 0
	}
	return keys[r.IntN(len(keys))]
}

func forgedRanks(r *rand.Rand, p *ir.Program, old verdict.Ranks) verdict.Ranks {
	proof := verdict.Ranks{Invariants: maps.Clone(old.Invariants), Tuples: map[ir.Loc][]term.Term{}}
	for l, tuple := range old.Tuples {
		proof.Tuples[l] = slices.Clone(tuple)
	}
	l := one(r, proof.Tuples)
	tuple := proof.Tuples[l]
	var st *term.Store
	if len(tuple) > 0 {
		st = tuple[0].Store()
	} else {
		st = term.NewStore()
	}
	k := 0
	if len(tuple) > 0 {
		k = r.IntN(len(tuple))
	}
	formula := func() (term.Term, bool) {
		at := one(r, proof.Invariants)
		f := proof.Invariants[at]
		return f, at != 0 && f.Valid()
	}
	switch r.IntN(11) {
	case 0:
		delete(proof.Tuples, l)
	case 1:
		delete(proof.Invariants, l)
	case 2:
		if f, ok := formula(); ok {
			proof.Invariants[l] = f.Store().False()
		}
	case 3:
		if f, ok := formula(); ok {
			proof.Invariants[one(r, proof.Invariants)] = f.Store().True()
		}
	case 4:
		proof.Tuples[ir.Loc(r.IntN(len(p.Locs)))] = tuple
	case 5:
		if len(tuple) > 0 {
			tuple[k] = st.Neg(tuple[k])
		}
	case 6:
		if len(tuple) > 0 {
			tuple[k] = st.Add(tuple[k], st.Int(int64(r.IntN(7)-3)))
		}
	case 7:
		if len(tuple) > 0 {
			proof.Tuples[l] = slices.Delete(tuple, k, k+1)
		}
	case 8:
		proof.Tuples[l] = append(tuple, st.Int(int64(r.IntN(3))))
	case 9:
		vars := p.Main.Locals
		proof.Tuples[l] = append([]term.Term{st.Var(vars[r.IntN(len(vars))].Name, term.Int)}, tuple...)
	case 10:
		if f, ok := formula(); ok {
			x := f.Store().Var(p.Main.Locals[r.IntN(len(p.Main.Locals))].Name, term.Int)
			proof.Invariants[l] = f.Store().And(f, f.Store().Le(x, f.Store().Int(int64(r.IntN(10)))))
		}
	}
	return proof
}

func forgedTrace(r *rand.Rand, p *ir.Program, t verdict.Trace) verdict.Trace {
	t.Path, t.Input = slices.Clone(t.Path), maps.Clone(t.Input)
	f := *t.Forever
	f.Inputs, f.Invariants = maps.Clone(f.Inputs), maps.Clone(f.Invariants)
	t.Forever = &f
	edge := func() ir.EdgeID { return ir.EdgeID(1 + r.IntN(len(p.Edges)-1)) }
	switch r.IntN(8) {
	case 0:
		if len(t.Path) > 0 {
			t.Path[r.IntN(len(t.Path))] = edge()
		}
	case 1:
		t.Path = t.Path[:r.IntN(len(t.Path)+1)]
	case 2:
		t.SetInput(r.IntN(len(t.Path)+1), num.I(int64(r.IntN(9)-4)))
	case 3:
		t.Error = ir.Loc(1 + r.IntN(len(p.Locs)-1))
	case 4:
		f.Inputs[edge()] = num.I(int64(r.IntN(9) - 4))
	case 5:
		delete(f.Invariants, one(r, f.Invariants))
	case 6:
		if l := one(r, f.Invariants); l != 0 {
			f.Invariants[l] = f.Invariants[l].Store().Bool(r.IntN(2) == 0)
		}
	case 7:
		if l := one(r, f.Invariants); l != 0 {
			f.Invariants[ir.Loc(r.IntN(len(p.Locs)))] = f.Invariants[l]
		}
	}
	return t
}
