package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// checker replays the chains of a proof.
type checker struct {
	t       *testing.T
	clauses map[ClauseID][]Lit
	empty   bool
}

func newChecker(t *testing.T) *checker { return &checker{t: t, clauses: map[ClauseID][]Lit{}} }

func (c *checker) Original(id ClauseID, _ Origin, lits []Lit) { c.clauses[id] = slices.Clone(lits) }
func (c *checker) Lemma(id ClauseID, lits []Lit)              { c.clauses[id] = slices.Clone(lits) }
func (c *checker) Derived(id ClauseID, lits []Lit, chain []ClauseID) {
	cur := map[Lit]bool{}
	for i, a := range chain {
		cl, ok := c.clauses[a]
		if !ok {
			c.t.Fatalf("clause %d used before it is known", a)
		}
		clash := 0
		for i, l := range cl {
			switch {
			case slices.Contains(cl[:i], l): // an original may repeat a literal
			case cur[l.Not()]:
				delete(cur, l.Not())
				clash++
			default:
				cur[l] = true
			}
		}
		if i > 0 && clash != 1 {
			c.t.Fatalf("step %d of clause %d has %d clashes", i, id, clash)
		}
	}
	if len(cur) != len(lits) {
		c.t.Fatalf("chain of clause %d gives %v, want %v", id, cur, lits)
	}
	for _, l := range lits {
		if !cur[l] {
			c.t.Fatalf("chain of clause %d gives %v, want %v", id, cur, lits)
		}
	}
	c.clauses[id] = slices.Clone(lits)
	if len(lits) == 0 {
		c.empty = true
	}
}

func holds(cl []Lit, m uint) bool {
	for _, l := range cl {
		if (m>>l.Var()&1 == 1) != l.IsNeg() {
			return true
		}
	}
	return false
}

// brute reports whether n variables can satisfy the clauses and an extra predicate.
func brute(n int, cls [][]Lit, extra func(uint) bool) bool {
models:
	for m := range uint(1) << n {
		for _, c := range cls {
			if !holds(c, m) {
				continue models
			}
		}
		if extra == nil || extra(m) {
			return true
		}
	}
	return false
}

func randomClause(r *rand.Rand, n int) []Lit {
	var c []Lit
	for range 1 + r.IntN(4) {
		c = append(c, Lit(r.IntN(2*n)))
	}
	return c
}

// TestRandomIncremental adds clauses and solves under random assumptions, against brute force.
func TestRandomIncremental(t *testing.T) {
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 3 + r.IntN(8)
		s := New(nil, nil)
		for range n {
			s.NewVar(true)
		}
		var cls [][]Lit
		var stack []Lit
		for range 12 {
			for range r.IntN(6) {
				c := randomClause(r, n)
				cls = append(cls, c)
				s.AddClause(c...)
			}
			for range r.IntN(3) {
				if len(stack) > 0 {
					stack = stack[:len(stack)-1]
				}
			}
			for range r.IntN(3) {
				stack = append(stack, Lit(r.IntN(2*n)))
			}
			all := slices.Clone(cls)
			for _, l := range stack {
				all = append(all, []Lit{l})
			}
			want := brute(n, all, nil)
			switch s.Solve(stack, nil) {
			case Sat:
				if !want {
					t.Fatalf("seed %d: Sat, want Unsat", seed)
				}
				var m uint
				for v := range n {
					if s.Value(Var(v).Pos()) == True {
						m |= 1 << v
					}
				}
				for _, c := range all {
					if !holds(c, m) {
						t.Fatalf("seed %d: model %b breaks %v", seed, m, c)
					}
				}
			case Unsat:
				if want {
					t.Fatalf("seed %d: Unsat, want Sat", seed)
				}
				core := slices.Clone(cls)
				for _, l := range s.Core() {
					if !slices.Contains(stack, l) {
						t.Fatalf("seed %d: core %v of %v", seed, s.Core(), stack)
					}
					core = append(core, []Lit{l})
				}
				if brute(n, core, nil) {
					t.Fatalf("seed %d: core %v is satisfiable", seed, s.Core())
				}
			default:
				t.Fatal("unknown")
			}
		}
	}
}

// atMost is a theory: of each group of variables at most k are true. It explains lazily and
// finds some conflicts only in the final check.
type atMost struct {
	s       *Solver
	group   []int // by variable, -1 none
	k       int
	lazy    bool
	trueIn  [][]Lit
	undo    []int
	levels  []int
	explain [][]Lit
}

func (a *atMost) NewLevel() { a.levels = append(a.levels, len(a.undo)) }
func (a *atMost) Backtrack(n int) {
	for len(a.undo) > a.levels[n] {
		g := a.undo[len(a.undo)-1]
		a.undo = a.undo[:len(a.undo)-1]
		a.trueIn[g] = a.trueIn[g][:len(a.trueIn[g])-1]
	}
	a.levels = a.levels[:n]
}
func (a *atMost) conflict(g int) []Lit {
	var c []Lit
	for _, l := range a.trueIn[g][:a.k+1] {
		c = append(c, l.Not())
	}
	return c
}
func (a *atMost) Assign(lits []Lit) []Lit {
	bad := -1
	for _, l := range lits {
		g := a.group[l.Var()]
		if g < 0 || l.IsNeg() {
			continue
		}
		a.trueIn[g] = append(a.trueIn[g], l)
		a.undo = append(a.undo, g)
		if len(a.trueIn[g]) > a.k && bad < 0 {
			bad = g
		}
		if len(a.trueIn[g]) == a.k && !a.lazy {
			hint := int32(len(a.explain))
			a.explain = append(a.explain, slices.Clone(a.trueIn[g]))
			for v, h := range a.group {
				if h == g && a.s.Value(Var(v).Pos()) == Undef {
					a.s.Imply(Var(v).Neg(), hint)
				}
			}
		}
	}
	if bad >= 0 && !a.lazy {
		return a.conflict(bad)
	}
	return nil
}
func (a *atMost) Check() []Lit { return nil }
func (a *atMost) Explain(l Lit, hint int32) []Lit {
	c := []Lit{}
	for _, q := range a.explain[hint] {
		c = append(c, q.Not())
	}
	return append(c, l)
}
func (a *atMost) FinalCheck() (Verdict, []Lit) {
	for g := range a.trueIn {
		if len(a.trueIn[g]) > a.k {
			return Continue, a.conflict(g)
		}
	}
	return Accept, nil
}
func (a *atMost) Phase(v Var) Value {
	if v%3 == 0 {
		return True
	}
	return Undef
}

// TestTheoryAndProofs runs random clauses with the theory above, with and without a tracer.
func TestTheoryAndProofs(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 4 + r.IntN(8)
		th := &atMost{k: 1 + r.IntN(2), lazy: r.IntN(2) == 0, trueIn: make([][]Lit, 2)}
		var proof *checker
		if r.IntN(2) == 0 {
			proof = newChecker(t)
			th.s = New(th, proof)
		} else {
			th.s = New(th, nil)
		}
		for range n {
			th.s.NewVar(true)
			th.group = append(th.group, r.IntN(3)-1)
		}
		within := func(m uint) bool {
			var count [2]int
			for v := range n {
				if g := th.group[v]; g >= 0 && m>>v&1 == 1 {
					count[g]++
				}
			}
			return count[0] <= th.k && count[1] <= th.k
		}
		var cls [][]Lit
		for range 8 {
			for range r.IntN(8) {
				c := randomClause(r, n)
				cls = append(cls, c)
				th.s.AddClause(c...)
			}
			got := th.s.Solve(nil, nil)
			if want := brute(n, cls, within); (got == Sat) != want {
				t.Fatalf("seed %d: got %v, want %v", seed, got, want)
			}
			if got == Unsat {
				if proof != nil && !proof.empty {
					t.Fatalf("seed %d: no empty clause in the proof", seed)
				}
				break
			}
		}
	}
}

// pigeons puts n+1 pigeons into n holes.
func pigeons(s *Solver, n int) {
	at := func(p, h int) Var { return Var(p*n + h) }
	for range (n + 1) * n {
		s.NewVar(true)
	}
	for p := range n + 1 {
		var c []Lit
		for h := range n {
			c = append(c, at(p, h).Pos())
		}
		s.AddClause(c...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				s.AddClause(at(p, h).Neg(), at(q, h).Neg())
			}
		}
	}
}

func TestPigeonsWithReduction(t *testing.T) {
	proof := newChecker(t)
	s := New(nil, proof)
	s.maxLearnt = 100
	pigeons(s, 6)
	if s.Solve(nil, nil) != Unsat || !proof.empty {
		t.Error("not refuted")
	}
	if s.Stats.Reductions == 0 {
		t.Error("no reduction")
	}
}

func BenchmarkPigeons8(b *testing.B) {
	for b.Loop() {
		s := New(nil, nil)
		pigeons(s, 8)
		if s.Solve(nil, nil) != Unsat {
			b.Fatal("not refuted")
		}
	}
}

// BenchmarkPropagate walks a long chain of implications.
func BenchmarkPropagate(b *testing.B) {
	s := New(nil, nil)
	const n = 10000
	for range n {
		s.NewVar(true)
	}
	for i := range n - 2 {
		s.AddClause(Var(i).Neg(), Var(i+1).Pos())
		s.AddClause(Var(i).Neg(), Var(i+1).Neg(), Var(i+2).Pos())
	}
	s.AddClause(Var(n-2).Neg(), Var(n-1).Pos())
	b.ReportAllocs()
	for b.Loop() {
		s.Solve([]Lit{Var(0).Pos()}, nil)
		s.Solve([]Lit{Var(n - 1).Neg()}, nil)
	}
}

func BenchmarkRandom3SAT(b *testing.B) {
	for b.Loop() {
		r := rand.New(rand.NewPCG(7, 7))
		s := New(nil, nil)
		const n = 150
		for range n {
			s.NewVar(true)
		}
		for range n * 43 / 10 {
			s.AddClause(Lit(r.IntN(2*n)), Lit(r.IntN(2*n)), Lit(r.IntN(2*n)))
		}
		s.Solve(nil, nil)
	}
}

// TestAxioms has a definition d ⇒ clauses, where d is valid: assuming d counts as nothing in what
// is learned and in cores, and yet every learned clause is right whenever d is assumed.
func TestAxioms(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 4 + r.IntN(6)
		s := New(nil, nil)
		for range n {
			s.NewVar(true)
		}
		d := s.NewVar(false)
		s.SetAxiom(d.Pos())
		var cls [][]Lit
		for range 10 {
			for range r.IntN(5) {
				c := randomClause(r, n)
				cls = append(cls, c)
				s.AddClause(append([]Lit{d.Neg()}, c...)...)
			}
			a := Lit(r.IntN(2 * n))
			s.Suggest(Lit(r.IntN(2 * n)))
			got := s.Solve([]Lit{d.Pos(), a}, nil)
			if want := brute(n, append(slices.Clone(cls), []Lit{a}), nil); (got == Sat) != want {
				t.Fatalf("seed %d: got %v, want %v", seed, got, want)
			}
			if slices.Contains(s.Core(), d.Pos()) && s.OK() && brute(n, cls, nil) {
				t.Fatalf("seed %d: core %v names the axiom", seed, s.Core())
			}
		}
	}
}
