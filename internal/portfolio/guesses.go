package portfolio

import (
	"context"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/vm"
)

// guesser guesses inputs, round by round: zeros, ones, one number for each place that asks for one, small numbers, the
// constants of the program and their neighbours, the ends of types, and any. The same program has the same guesses.
type guesser struct {
	round  int
	likely []int64
	places map[ir.EdgeID]int64 // the places that ask for numbers, from 0
	cut    []int               // of the first rounds, those of likely numbers too: those whose executions were too long
}

func newGuesser(p *ir.Program) *guesser {
	g := &guesser{likely: Constants(p), places: map[ir.EdgeID]int64{}}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if _, ok := e.Stmt.(*ir.Havoc); ok {
			g.places[e.ID] = int64(len(g.places))
		}
	}
	return g
}

// The rounds of zeros, of ones, and of one number for each place: a search in vain wants all elements to be other
// numbers than the one that is sought.
const (
	zeros = iota
	ones
	rising
	falling
	uniform // one number for all, of those that are likely
)

// An execution may take an eighth of the steps that are there for all, so that loops without end do not
// keep others from their turn.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const (
	guessPart = 8
	guessCost = 1_000 // steps that an execution costs besides its own
)

// run executes the program of x with guesses, for so many steps, from the round where it was.
func (g *guesser) run(ctx context.Context, x *Executions, steps int) *verdict.Result {
	for left := steps; left > 0 && ctx.Err() == nil; g.round++ {
		out := g.guess(ctx, x, min(left, steps/guessPart))
		left -= out.Steps + guessCost
		if out.End == vm.StepLimit && g.round < uniform+len(g.likely) {
			g.cut = append(g.cut, g.round)
		}
		if res := g.found(x, out); res != nil {
			g.round++
			return res
		}
	}
	return &verdict.Result{Reason: verdict.Incomplete, Detail: "No guess of the inputs leads to an error."}
}

// longer makes those of the first rounds again that were too long, with so many steps for each, and with four times as many for
// all that guess likely numbers; nil if none leads to an error.
func (g *guesser) longer(ctx context.Context, x *Executions, steps int) *verdict.Result {
	round := g.round
	defer func() { g.round = round }()
	left := 4 * steps
	for _, g.round = range g.cut {
		if left <= 0 || ctx.Err() != nil {
			break
		}
		out := g.guess(ctx, x, min(steps, left))
		if res := g.found(x, out); res != nil {
			return res
		}
		if g.round >= uniform {
			left -= out.Steps
		}
	}
	return nil
}

// guess makes an execution of this round.
func (g *guesser) guess(ctx context.Context, x *Executions, steps int) vm.Outcome {
	return x.code.Run(ctx, vm.Options{MaxSteps: steps, Inputs: &vm.Inputs{Scalar: g.scalar, Cell: g.cell}})
}

// found is the answer if an execution leads to an error.
func (g *guesser) found(x *Executions, out vm.Outcome) *verdict.Result {
	if out.End != vm.Reached {
		return nil
	}
	t := x.trace(out)
	if t == nil {
		return nil
	}
	stat := verdict.Stat{Name: "guesses", Value: float64(g.round + 1), Doc: "executions with guessed inputs"}
	return &verdict.Result{Verdict: verdict.False, Trace: t, Stats: []verdict.Stat{stat}}
}

func (g *guesser) scalar(e *ir.Edge, n int) int64 {
	v := e.Stmt.(*ir.Havoc).Var
	if v.Type.Kind == ir.Pointer {
		return 0 // any other address is wrong, or chosen by craig
	}
	if id, ok := ir.AnyNumber(e); ok {
		return id
	}
	if h := e.Stmt.(*ir.Havoc); h.Source == ir.FromInterrupt && v.Type.Bits == 1 && g.round > ones {
		return g.turn(mix(uint64(g.round), uint64(e.ID), uint64(n)))
	}
	switch g.round {
	case rising:
		return g.places[e.ID]
	case falling:
		return int64(len(g.places)) - 1 - g.places[e.ID]
	}
	return g.number(v.Type, mix(uint64(g.round), uint64(e.ID), uint64(n)))
}

// turn is who moves, of two, for a hash h. In most rounds one of them moves mostly, and the other one now and then: errors where threads have stopped for long
// at certain places need that.
func (g *guesser) turn(h uint64) int64 {
	mostly := int64(g.round % 2)
	if rare := [...]uint64{2, 8, 64, 1024, 4096}[g.round/2%5]; h%rare == 0 {
		return 1 - mostly
	}
	return mostly
}

func (g *guesser) cell(e *ir.Edge, n int, addr int64) int64 {
	t := ir.Int(e.Stmt.(*ir.Havoc).Var.Type.Bits, true)
	return g.number(t, mix(uint64(g.round), uint64(e.ID), uint64(n), uint64(addr)))
}

// number is one for a hash h. The rounds differ in which kinds of numbers are frequent.
func (g *guesser) number(t ir.Type, h uint64) int64 {
	kind, h := h%8, h>>8
	switch {
	case g.round == zeros:
		return 0
	case g.round == ones:
		return 1
	case g.round >= uniform && g.round-uniform < len(g.likely):
		return g.likely[g.round-uniform]
	case g.round%3 == 0 && kind < 6: // small
		return int64(h % 4)
	case kind < 3:
		return int64(h%12) - 2
	case kind < 6 && len(g.likely) > 0:
		return g.likely[h%uint64(len(g.likely))]
	case kind == 6 && t.Bits <= 64: // near the ends of the type
		return int64(1)<<(t.Bits-1) - int64(h%4) + 1
	}
	return int64(h)
}

// Constants are numbers that p has, and their neighbours.
func Constants(p *ir.Program) []int64 {
	const most = 90
	var list []int64
	known := map[int64]bool{}
	for _, e := range p.Edges {
		if e == nil || len(list) > most {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if w, ok := x.Val.Int64(); ok && x.Op == ir.OpConst && x.Type.IsNumber() && !known[w] {
					known[w] = true
					list = append(list, w, w+1, w-1)
				}
				return true
			})
		})
	}
	return list
}

// mix hashes numbers.
func mix(words ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range words {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return h
}
