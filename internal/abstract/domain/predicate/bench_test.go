package predicate

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"craig/logic/term"
)

// ring is one round of a scheduler over n processes: each may run if it is ready, and then counts and makes the next
// one ready.
func ring(st *term.Store, n int) (block *Block, label term.Term, preds []term.Term) {
	rank := map[term.Term]float64{}
	variable := func(name string, i int) term.Term {
		x := st.Var(fmt.Sprint(name, i), term.Int)
		rank[x] = float64(i)
		return x
	}
	is := func(x term.Term, c int) term.Term { return st.Eq(x, st.Int(int64(c))) }
	var ready, done, all []term.Term
	for i := range n {
		ready, done = append(ready, variable("ready", i)), append(done, variable("done", i))
		all = append(all, ready[i], done[i])
	}
	count := variable("count", n)
	all = append(all, count)
	block = &Block{Points: n + 1, Rank: func(x term.Term) float64 { return rank[x] }, Range: func(term.Term) term.Term { return st.True() }}
	start := []term.Term{is(count, 0), is(ready[0], 1), is(done[0], 0)}
	for i := range n {
		skip := map[term.Term]term.Term{}
		for _, x := range all {
			skip[x] = x
		}
		run := maps.Clone(skip)
		run[ready[i]], run[ready[(i+1)%n]] = st.Int(0), st.Int(1)
		run[done[i]], run[count] = st.Int(1), st.Add(count, st.Int(1))
		block.Steps = append(block.Steps,
			Step{From: i, To: i + 1, Cond: is(ready[i], 1), After: run},
			Step{From: i, To: i + 1, Cond: st.True(), After: skip})
		if i > 0 {
			start = append(start, is(ready[i], 0), is(done[i], 0))
		}
		preds = append(preds, is(ready[i], 0), is(ready[i], 1), is(done[i], 0), is(done[i], 1), is(count, i))
	}
	return block, st.And(start...), preds
}

// BenchmarkImage computes what a ring reaches.
func BenchmarkImage(b *testing.B) {
	for _, n := range []int{5, 10, 20} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				st := term.NewStore()
				block, reached, preds := ring(st, n)
				e := &Edge{Store: st, Block: block}
				for {
					next, _, ok := e.symbolic(context.Background(), reached, preds)
					if !ok {
						b.Fatal("no image")
					}
					if next == reached {
						break
					}
					reached = next
				}
			}
		})
	}
}
