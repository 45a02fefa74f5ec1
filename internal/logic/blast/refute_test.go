package blast

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"craig/internal/logic/bitproof"
	"craig/internal/logic/bitproof/lrat"
	"craig/internal/testenv"
	"craig/logic/float"
	"craig/logic/term"
)

// TestRefute: the checker's circuit of random formulas can be true if they have a model; what has none is
// refuted, mostly, and the checker agrees. Refutations that are damaged are rejected, unless they still are ones.
func TestRefute(t *testing.T) {
	refuted, open, damaged := 0, 0, 0
	seeds := testenv.Count(150, 400)
	for seed := range uint64(seeds) {
		m := newMaker(seed)
		st := m.st
		var fs []term.Term
		for i, v := range m.vars {
			fs = append(fs, st.Le(st.Int(m.lo[i]), v), st.Le(v, st.Int(m.hi[i])))
		}
		for range 1 + m.r.IntN(4) {
			fs = append(fs, m.formula(3))
		}
		lim := Limits{Nodes: 1 << 20}
		found := Solve(fs, nil, lim)
		c, err := bitproof.Of(fs, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		steps, status := Refute(c, lim)
		switch {
		case status == Unsat && found.Status == Sat:
			t.Fatalf("seed %d: what has a model is refuted: %v", seed, fs)
		case status == Unsat:
			if err := c.Check(steps, nil); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			refuted++
			var text strings.Builder
			if err := errors.Join(lrat.Write(&text, c, steps), lrat.Check(c, text.String())); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if spoiled(t, c, steps, m.r) {
				damaged++
			}
		case found.Status == Unsat:
			open++
		}
	}
	if refuted < seeds/4 || 4*open > refuted || damaged < 20 {
		t.Errorf("%d are refuted, %d are not, %d damaged refutations are rejected", refuted, open, damaged)
	}
}

// TestRefuteFloats: x/2 + 1/4 is at most 3/4 for x from 0 to 1, and may be more than that of a number just below.
func TestRefuteFloats(t *testing.T) {
	f := float.Binary32
	for _, c := range []struct {
		most uint64
		want Status
	}{{0x3f400000, Unsat}, {0x3f3fffff, Sat}} {
		st := term.NewStore()
		x := st.Var("x", term.Int)
		y := st.FAdd(f, st.FMul(f, x, st.FConst(0x3f000000)), st.FConst(0x3e800000))
		fs := []term.Term{st.Le(st.Int(0), x), st.Le(x, st.FConst(f.One())), st.Lt(st.FConst(c.most), y)}
		circuit, err := bitproof.Of(fs, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		steps, status := Refute(circuit, Limits{Nodes: 1 << 20})
		if status != c.want {
			t.Errorf("at most %x: %v, want %v", c.most, status, c.want)
		}
		if err := circuit.Check(steps, nil); (err == nil) != (c.want == Unsat) {
			t.Errorf("at most %x: %v", c.most, err)
		}
	}
}

// spoiled damages a refutation, and reports whether the checker has noticed. It has to where a step is new.
func spoiled(t *testing.T, c *bitproof.Circuit, steps [][]bitproof.Lit, r *rand.Rand) bool {
	if c.Check(nil, nil) == nil {
		return false // there is nothing to show
	}
	if c.Check(steps[:0:0], nil) == nil || c.Check([][]bitproof.Lit{{}}, nil) == nil {
		t.Fatal("a refutation without its steps is accepted")
	}
	if c.Check(append(slices.Clone(steps[:len(steps)-1]), []bitproof.Lit{bitproof.Lit(len(c.Gates()))}), nil) == nil && len(steps) > 1 && c.Check(steps[:len(steps)-1], nil) != nil {
		t.Fatal("a step about a gate that there is not is accepted")
	}
	noticed := false
	for range 5 {
		bad := make([][]bitproof.Lit, len(steps))
		for i, s := range steps {
			bad[i] = slices.Clone(s)
		}
		i := r.IntN(len(bad))
		switch r.IntN(3) {
		case 0:
			if len(bad[i]) > 0 {
				bad[i] = bad[i][1:]
			}
		case 1:
			if len(bad[i]) > 0 {
				k := r.IntN(len(bad[i]))
				bad[i][k] = -bad[i][k]
			}
		default:
			bad = bad[i:]
		}
		noticed = c.Check(bad, nil) != nil || noticed
	}
	return noticed
}
