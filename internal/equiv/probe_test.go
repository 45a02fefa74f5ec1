package equiv

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/product"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestMergedExecutions: a merged product ends as the one that runs one function after the other, in executions with values by chance of the pairs.
func TestMergedExecutions(t *testing.T) {
	files, err := filepath.Glob("testdata/pairs/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	compared, differed := 0, 0
	for _, file := range files {
		d := &decision{q: Question{Sides: [2]cfront.Side{{File: file, Function: "old"}, {File: file, Function: "new"}}}}
		first, err := d.build(product.Config{Probe: true})
		if err != nil {
			t.Fatal(err)
		}
		one := read(t, first)
		for _, plan := range first.Both.Plans {
			merged, err := d.build(product.Config{Plan: plan, Probe: true})
			if err != nil {
				t.Fatal(file, plan, err)
			}
			two := read(t, merged)
			for seed := range uint64(40) {
				a, b := ends(first, one, seed), ends(merged, two, seed)
				if a != b {
					t.Fatalf("%s, %v, %d: %v, merged %v", file, plan, seed, a, b)
				}
				compared++
				if a == interp.Reached {
					differed++
				}
			}
		}
	}
	if t.Logf("%d executions, %d of them with a difference", compared, differed); compared < 1000 || differed < 50 {
		t.Error(compared, differed)
	}
}

func read(t *testing.T, a *Answer) *ir.Program {
	t.Helper()
	p, err := a.program.Read(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ends is how an execution of a product ends.
func ends(a *Answer, p *ir.Program, seed uint64) interp.End {
	value := func(k, most uint64) num.Int {
		r := rand.New(rand.NewPCG(seed, k))
		return num.I(int64(r.Uint64N(most)))
	}
	lines := strings.Split(string(a.Text), "\n")
	return interp.Run(context.Background(), p, interp.Inputs{
		Scalar: func(e *ir.Edge, _ int) num.Int { // by what gets the value
			h := fnv.New64()
			h.Write([]byte(strings.TrimSpace(lines[e.Pos.Line-1])))
			return value(h.Sum64(), 9)
		},
		Cell: func(_ *ir.Edge, _ int, addr num.Int, _ ir.Type) num.Int {
			k, _ := addr.Int64()
			return value(uint64(k), 4)
		},
	}, interp.Options{MaxSteps: 20000, NoPath: true}).End
}
