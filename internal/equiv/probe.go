package equiv

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"craig/internal/program/c/product"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

const (
	probes     = 150  // executions that are looked at
	probeSteps = 4000 // of each
	probeSeen  = 6    // how often a relation has to be seen to be believed
)

// probe runs the product of a plan with values by chance, and returns the relations between variables of merged loops that always held.
func (d *decision) probe(ctx context.Context, plan product.Plan) (map[int]bool, error) {
	a, err := d.build(product.Config{Plan: plan, Probe: true})
	if err != nil {
		return nil, err
	}
	p, err := a.program.Read(ctx)
	if err != nil {
		return nil, nil // whoever asks for an answer is told
	}
	held, broken := map[int]int{}, map[int]bool{}
	step := func(s interp.Step) {
		if s.Var == nil || s.Var.Func != nil {
			return
		}
		name, ok := strings.CutPrefix(s.Var.CName, product.HintPrefix)
		if !ok {
			return
		}
		k, err := strconv.Atoi(name)
		if err != nil {
			return
		}
		switch s.Value {
		case num.I(1):
			broken[k] = true
		case num.I(2):
			held[k]++
		}
	}
	for i := range probes {
		if ctx.Err() != nil {
			break
		}
		r := rand.New(rand.NewPCG(uint64(i), 1))
		few := int64(1 + r.IntN(12))
		in := interp.Inputs{
			Scalar: func(*ir.Edge, int) num.Int {
				if r.IntN(8) == 0 {
					return num.I(int64(r.Uint32()))
				}
				return num.I(r.Int64N(few + 1))
			},
			Cell: func(_ *ir.Edge, _ int, _ num.Int, _ ir.Type) num.Int {
				if r.IntN(3) > 0 {
					return num.I(r.Int64N(4))
				}
				return num.I(int64(r.Uint32()))
			},
		}
		interp.Run(ctx, p, in, interp.Options{MaxSteps: probeSteps, NoPath: true, Step: step})
	}
	hints := map[int]bool{}
	for k, n := range held {
		if !broken[k] && n >= probeSeen {
			hints[k] = true
		}
	}
	return hints, nil
}
