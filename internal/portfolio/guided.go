package portfolio

import (
	"context"
	"math/bits"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/vm"
)

// guided guesses inputs from inputs that have led somewhere: those of an execution that took an edge which no one before
// had taken, or took it more often, are kept, and later executions change a few of them. The same program has the same
// guesses.
type guided struct {
	guesser *guesser
	code    *vm.Code
	seen    []uint32 // of the execution that goes on, by EdgeID
	most    []uint8  // by EdgeID: 1 + the logarithm of how often an execution took it at most
	kept    []script

	// Of the execution that goes on:
	at int    // how many scalars it was given
	n  uint64 // its number
}

// script is the scalars that an execution was given, in their order.
type script []int64

// mostKept bounds how many scripts are kept, and maxScript how long they are.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const (
	mostKept  = 2_000
	maxScript = 2_000
)

// newGuided is nil if p cannot be compiled.
func newGuided(p *ir.Program, g *guesser) *guided {
	code, err := vm.CompileWatched(p)
	if err != nil {
		return nil
	}
	return &guided{guesser: g, code: code, seen: make([]uint32, len(p.Edges)), most: make([]uint8, len(p.Edges))}
}

// run makes guesses for so many steps; see guesser.run.
func (g *guided) run(ctx context.Context, x *Executions, steps int) *verdict.Result {
	share := min(steps/guessPart, 50_000)
	for left := steps; left > 0 && ctx.Err() == nil; g.n++ {
		g.guesser.round++
		given := g.next()
		g.at = 0
		clear(g.seen)
		in := &vm.Inputs{Cell: g.guesser.cell, Scalar: func(e *ir.Edge, n int) int64 {
			at := g.at
			g.at++
			if e.Stmt.(*ir.Havoc).Var.Type.Kind == ir.Pointer {
				return g.guesser.scalar(e, n)
			}
			if at < len(given) {
				return given[at]
			}
			if h := mix(g.n, uint64(at)); h%2 == 0 && len(g.guesser.likely) > 0 {
				return g.guesser.likely[h>>8%uint64(len(g.guesser.likely))]
			}
			return g.guesser.scalar(e, n)
		}}
		out := g.code.Run(ctx, vm.Options{MaxSteps: min(left, share), Inputs: in, Seen: g.seen})
		left -= out.Steps + guessCost + len(g.seen)/4
		if out.End == vm.Reached {
			if t := x.trace(out); t != nil {
				stat := verdict.Stat{Name: "guesses", Value: float64(g.guesser.round + 1), Doc: "executions with guessed inputs"}
				return &verdict.Result{Verdict: verdict.False, Trace: t, Stats: []verdict.Stat{stat}}
			}
		}
		if g.isNew() && len(g.kept) < mostKept {
			g.kept = append(g.kept, scriptOf(out))
		}
	}
	return &verdict.Result{Reason: verdict.Incomplete, Detail: "No guess of the inputs leads to an error."}
}

// next is where the next execution begins: a script that was kept, the last ones more often, perhaps cut off, with a few
// changes.
func (g *guided) next() script {
	h := mix(g.n, 77)
	if len(g.kept) == 0 || h%8 == 0 {
		return nil
	}
	i := int(h >> 8 % uint64(len(g.kept)))
	if h%4 != 1 {
		i = len(g.kept) - 1 - int(h>>8%uint64(min(len(g.kept), 4)))
	}
	s := append(script(nil), g.kept[i]...)
	if len(s) == 0 {
		return s
	}
	h = mix(h)
	switch h % 4 {
	case 0: // go on otherwise from some place
		return s[:h>>8%uint64(len(s))]
	case 1, 2: // or from near the end
		return s[:len(s)-int(h>>8%uint64(min(len(s), 3)))]
	}
	for range 1 + h>>4%3 {
		h = mix(h)
		k := h >> 8 % uint64(len(s))
		switch h % 3 {
		case 0:
			s[k] += int64(h>>40%5) - 2
		case 1:
			s[k] = s[h>>32%uint64(len(s))]
		default:
			s[k] = g.guesser.number(ir.Int(32, true), mix(h))
		}
	}
	return s
}

// isNew says that the last execution took an edge more often than all before, by an order of magnitude.
func (g *guided) isNew() (yes bool) {
	for id, n := range g.seen {
		if k := uint8(bits.Len32(n)); k > g.most[id] {
			g.most[id], yes = k, true
		}
	}
	return yes
}

// scriptOf is the scalars that an execution was given.
func scriptOf(out vm.Outcome) script {
	var s script
	for _, given := range out.Given {
		if given.Cells != nil || len(s) == maxScript {
			continue
		}
		v, _ := given.Value.Int64()
		s = append(s, v)
	}
	return s
}
