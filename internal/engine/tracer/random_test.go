package tracer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// random makes a program with loops, branches and unknown values over three variables.
func random(r *rand.Rand) *ir.Program {
	c := newCode()
	vs := c.ints(3, "")
	pick := func() *ir.Var { return vs[r.IntN(len(vs))] }
	atom := func() *ir.Expr {
		k := num_(int64(r.IntN(7) - 1))
		if r.IntN(3) == 0 {
			k = v_(pick())
		}
		op := []ir.Op{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt}[r.IntN(5)]
		return ir.Compare(op, v_(pick()), k)
	}
	cond := func() *ir.Expr {
		switch r.IntN(6) {
		case 0:
			return nil
		case 1:
			return ir.And(atom(), atom())
		case 2:
			return ir.Or(atom(), atom())
		}
		return atom()
	}
	var block func(depth, n int) []stmt
	block = func(depth, n int) []stmt {
		var ss []stmt
		for range n {
			switch k := r.IntN(10); {
			case k < 2:
				ss = append(ss, assign(pick(), num_(int64(r.IntN(6)-1))))
			case k < 3:
				ss = append(ss, havoc(pick()))
			case k < 5:
				ss = append(ss, assign(pick(), add(v_(pick()), num_(int64(r.IntN(4)-1)))))
			case k < 6:
				ss = append(ss, assign(pick(), ir.Binary([]ir.Op{ir.OpAdd, ir.OpSub}[r.IntN(2)], v_(pick()), v_(pick()))))
			case k < 8 && depth > 0:
				ss = append(ss, branch(cond(), block(depth-1, 1+r.IntN(2)), block(depth-1, r.IntN(2))))
			case k < 9 && depth > 0:
				ss = append(ss, loop(cond(), block(depth-1, 1+r.IntN(3))...))
			default:
				ss = append(ss, fail(ir.And(atom(), atom())))
			}
		}
		return ss
	}
	ss := []stmt{havoc(vs[0]), assign(vs[1], num_(0)), assign(vs[2], num_(int64(r.IntN(3))))}
	ss = append(ss, block(3, 3+r.IntN(3))...)
	ss = append(ss, fail(ir.And(atom(), atom())))
	return c.main(ss...)
}

// Whatever the engine answers about random programs is certified, and it answers mostly.
func TestRandom(t *testing.T) {
	n := testenv.Count(50, 150)
	for _, cfg := range []tracer.Config{{}, {Interpolants: tracer.Core}, {Loops: tracer.Minimax}, {Loops: tracer.Deepening}, {Interpolants: tracer.Craig}} {
		t.Run(fmt.Sprint(cfg.Loops, " ", cfg.Interpolants), func(t *testing.T) {
			count := map[string]int{}
			for seed := range n {
				p := random(rand.New(rand.NewPCG(uint64(seed), 7)))
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				r := enginetest.Run(ctx, t, tracer.New(cfg), enginetest.Task(p, nil))
				cancel()
				count[r.Verdict.String()+string(r.Reason)]++
				if r.Verdict == verdict.Unknown {
					t.Log(seed, r.Reason, r.Detail)
				}
				if err := enginetest.Certify(p, r); err != nil {
					var b strings.Builder
					ir.Print(&b, p)
					t.Errorf("seed %d: %v: %v\n%s\n%v", seed, r.Verdict, err, b.String(), r.Proof)
				}
			}
			t.Log(count)
		})
	}
}

// Proofs of random programs are right at every node, not only at the cut points that the certifier
// looks at.
func TestRandomAudit(t *testing.T) {
	for _, cfg := range []tracer.Config{{}, {Loops: tracer.Minimax}} {
		proofs := 0
		for seed := range 150 {
			p := random(rand.New(rand.NewPCG(uint64(seed), 8)))
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			proof, err := tracer.Audit(ctx, cfg, p)
			cancel()
			if err != nil {
				t.Errorf("%v, seed %d: %v", cfg.Loops, seed, err)
			}
			if proof {
				proofs++
			}
		}
		if proofs < 20 {
			t.Errorf("%v: %d proofs only", cfg.Loops, proofs)
		}
	}
}
