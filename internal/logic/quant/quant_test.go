package quant

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"craig/internal/logic/qe"
	"craig/internal/testenv"
	"craig/logic/smt"
	"craig/logic/term"
)

// gambler makes random formulas, with quantifiers for the game and without.
type gambler struct {
	*rand.Rand
	st   *term.Store
	q    *Formulas
	sort term.Sort
	hard bool // elimination gave up
	n    int
}

// pair is a formula with quantifiers and an equivalent one without.
type pair struct{ game, plain term.Term }

func (g *gambler) constant(n int) term.Term {
	c := g.st.Int(int64(g.IntN(2*n+1) - n))
	if g.sort == term.Real {
		return g.st.ToReal(c)
	}
	return c
}

func (g *gambler) atom(vars []term.Term) term.Term {
	sum := g.constant(6)
	for range 1 + g.IntN(3) {
		sum = g.st.Add(sum, g.st.Mul(g.constant(3), vars[g.IntN(len(vars))]))
	}
	zero := g.st.Sub(sum, sum)
	switch g.IntN(6) {
	case 0:
		return g.st.Eq(sum, zero)
	case 1:
		return g.st.Lt(sum, zero)
	case 2:
		if g.sort == term.Int {
			return g.st.Eq(g.st.Mod(sum, g.st.Int(int64(2+g.IntN(3)))), zero)
		}
	}
	return g.st.Le(sum, zero)
}

// formula has quantifiers nested so deep.
func (g *gambler) formula(vars []term.Term, size, deep int) pair {
	switch k := g.IntN(8); {
	case size <= 1 && deep == 0:
		f := g.atom(vars)
		return pair{f, f}
	case deep > 0 && (k < 3 || size <= 1):
		var bound []term.Term
		for range 1 + g.IntN(2) {
			g.n++
			bound = append(bound, g.st.Fresh("y", g.sort))
		}
		all := append(append([]term.Term{}, bound...), vars...)
		f := g.formula(all, max(size, 3), deep-1)
		if g.IntN(2) == 0 {
			f = g.not(f)
		}
		plain, ok := qe.Exists(context.Background(), g.st, bound, f.plain)
		if !ok || term.Size(plain) > 3000 {
			g.hard = true
			plain = g.st.True()
		}
		game, ok := g.q.Exists(context.Background(), bound, f.game)
		if !ok {
			panic("linear formulas can be played for")
		}
		return pair{game, plain}
	case k == 3:
		return g.not(g.formula(vars, size-1, deep))
	case k == 4:
		a, b := g.formula(vars, size/2, deep), g.formula(vars, size/2, 0)
		return pair{g.st.Iff(a.game, b.game), g.st.Iff(a.plain, b.plain)}
	case k < 7:
		a, b := g.formula(vars, size/2, deep), g.formula(vars, size/2, deep)
		return pair{g.st.And(a.game, b.game), g.st.And(a.plain, b.plain)}
	}
	a, b := g.formula(vars, size/2, deep), g.formula(vars, size/2, deep)
	return pair{g.st.Or(a.game, b.game), g.st.Or(a.plain, b.plain)}
}

func (g *gambler) not(f pair) pair { return pair{g.st.Not(f.game), g.st.Not(f.plain)} }

// TestGame: the game has the answers of elimination, also for what is asked one after the other,
// and its models are models of the formulas without quantifiers. CRAIG_GAMES is how many, CRAIG_SEED the first of them.
func TestGame(t *testing.T) {
	defer func(n int) { maxCubes = n }(maxCubes)
	maxCubes = 0
	count, err := strconv.Atoi(os.Getenv("CRAIG_GAMES"))
	if err != nil {
		count = 300
	}
	tally := map[string]int{}
	_, first := testenv.Random(count)
	for seed := first; seed < first+uint64(count); seed++ {
		st := term.NewStore()
		g := &gambler{Rand: rand.New(rand.NewPCG(seed, 5)), st: st, q: New(st), sort: []term.Sort{term.Int, term.Real}[seed%2]}
		vars := []term.Term{st.Var("a", g.sort), st.Var("b", g.sort)}
		s := g.q.Solver(smt.New(st))
		var plain []term.Term
		for step := range 3 {
			f := g.formula(vars, 4, 1+g.IntN(3))
			if g.hard {
				tally["too hard to eliminate"]++
				break
			}
			plain = append(plain, f.plain)
			if step < 2 {
				s.Assert(f.game)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			var got smt.Answer
			if step < 2 {
				got = s.Check(ctx)
			} else {
				got = s.Check(ctx, f.game)
			}
			reference := smt.New(st)
			for _, p := range plain {
				reference.Assert(p)
			}
			want := reference.Check(ctx)
			cancel()
			tally[got.Status.String()]++
			if got.Status == smt.Unknown || want.Status == smt.Unknown {
				t.Logf("seed %d: %v (%s), and by elimination %v (%s)", seed, got.Status, got.Reason, want.Status, want.Reason)
				break
			}
			if got.Status != want.Status {
				t.Fatalf("seed %d, step %d: the game says %v, elimination %v\n%v\n%v", seed, step, got.Status, want.Status, f.game, f.plain)
			}
			if got.Status != smt.Sat {
				if len(got.Core) > 1 || len(got.Core) == 1 && got.Core[0] != f.game {
					t.Fatalf("seed %d: the core is %v", seed, got.Core)
				}
				break
			}
			for _, p := range plain {
				if !s.holds(p, got.Model) {
					t.Fatalf("seed %d: the model is none of %v", seed, p)
				}
			}
		}
	}
	t.Log(tally)
}
