package smtlib_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/smtlib"
	"craig/logic/term"
)

// parts are random formulas of which each speaks of its own window of the variables, so that
// neighbours share some and the interpolants have to leave some out.
func (g *differ) parts(n int) []term.Term {
	parts := make([]term.Term, n)
	for i := range parts {
		rename := map[term.Term]term.Term{}
		for j, name := range []string{"x", "y", "z", "w"} {
			rename[g.st.Var(name, term.Int)] = g.st.Var("i"+strconv.Itoa(i+j%2), term.Int)
		}
		for j, name := range []string{"a", "b", "c"} {
			rename[g.st.Var(name, diffArray)] = g.st.Var("m"+strconv.Itoa(i+j%2), diffArray)
		}
		for j, name := range []string{"r1", "r2", "r3"} {
			rename[g.st.Var(name, term.Real)] = g.st.Var("t"+strconv.Itoa(i+j%2), term.Real)
		}
		var fs []term.Term
		for range 1 + g.IntN(4) {
			fs = append(fs, g.formula(1+g.IntN(2)))
		}
		parts[i] = g.st.Subst(g.st.And(fs...), rename)
	}
	return parts
}

// TestInterpolation: interpolants of random formulas are interpolants by z3.
func TestInterpolation(t *testing.T) {
	seed, _ := strconv.ParseUint(os.Getenv("CRAIG_SEED"), 10, 64)
	for _, fr := range fragments {
		t.Run(fr.name, func(t *testing.T) {
			g := &differ{Rand: rand.New(rand.NewPCG(seed, 29)), fragment: fr, st: term.NewStore()}
			z3, err := smtlib.NewExternal(g.st, "z3")
			if err != nil {
				t.Skip(err)
			}
			defer z3.Close()
			z3.StatusOnly = true
			tally := map[string]int{}
			for range randomCount(fr) {
				parts := g.parts(2 + g.IntN(3))
				ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
				ans, itps := smt.NewInterpolator(g.st).Interpolate(ctx, parts)
				cancel()
				tally[ans.Status.String()]++
				switch {
				case ans.Status == smt.Sat:
					err = check.Model(ans.Model, parts...)
				case ans.Status == smt.Unsat && itps == nil:
					tally["no interpolants: "+ans.Reason]++
					continue
				case ans.Status == smt.Unsat:
					ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
					err = check.Interpolants(ctx, parts, itps, z3)
					cancel()
				}
				if errors.Is(err, check.ErrUndecided) {
					tally["not checked"]++
				} else if err != nil {
					text := session{{Asserts: parts}}.script(t)
					t.Errorf("%v\n%s\n%v", err, text, itps)
					record(t, fr.name+": "+err.Error(), text+"; interpolants: "+strings.ReplaceAll(brief(itps), "\n", " ")+"\n")
				}
			}
			t.Log(tally)
		})
	}
}

func brief(ts []term.Term) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteString(" , ")
		}
		b.WriteString(t.String())
	}
	return b.String()
}
