package cover

import (
	"context"
	"strings"

	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Sight says of lines of a program whether executions come to them. Of those with statements that it has nothing about, nothing
// is known.
type Sight struct {
	Statements map[ir.Pos]bool // files and lines with a statement or a condition
	Executed   map[ir.Pos]int  // how often statements there were executed, in all runs together
	Runs       int             // with inputs of different kinds
	Excluded   map[ir.Pos]bool // the proof says that no execution comes there
}

// Seen executes p a few times, all in all for about so many steps, and looks at what a proof of p says of its locations. proof
// may be nil; it was certified. Two calls for one program give the same.
func Seen(ctx context.Context, p *ir.Program, proof verdict.Proof, steps int) *Sight {
	l := &Sight{Statements: map[ir.Pos]bool{}, Executed: map[ir.Pos]int{}, Excluded: map[ir.Pos]bool{}}
	for _, e := range p.Edges {
		if at, ok := lineOf(e); ok {
			l.Statements[at] = true
		}
	}
	l.excluded(p, proof)
	const runs = 24
	for ; l.Runs < runs && steps > 0 && ctx.Err() == nil; l.Runs++ {
		asked := false
		in := inputs(l.Runs, &asked)
		step := func(s interp.Step) {
			if at, ok := lineOf(s.Edge); ok && !s.Left {
				l.Executed[at]++
			}
		}
		// Half of what is left, so that one that does not end leaves time for others.
		out := interp.Run(ctx, p, in, interp.Options{MaxSteps: max(steps/2, 1), NoPath: true, Step: step})
		steps -= out.Steps + 1
		if !asked { // all runs are this one
			l.Runs++
			break
		}
	}
	return l
}

// lineOf is where an edge is, if it is a statement or a condition of a file.
func lineOf(e *ir.Edge) (ir.Pos, bool) {
	if e == nil || e.Aux || e.Pos.Line < 1 || e.Pos.File == "" || strings.HasPrefix(e.Pos.File, "<") {
		return ir.Pos{}, false
	}
	return ir.Pos{File: e.Pos.File, Line: e.Pos.Line}, true
}

// inputs are those of a run: all 0, all 1, all -1, all as large as can be; then mixed ones, by turns small and of any size. asked is set when
// one is asked for.
func inputs(run int, asked *bool) interp.Inputs {
	n := uint64(0)
	next := func() num.Int {
		*asked = true
		switch run {
		case 0:
			return num.I(0)
		case 1:
			return num.I(1)
		case 2:
			return num.I(-1)
		case 3:
			return num.I(1<<31 - 1)
		}
		n++
		x := mixed(uint64(run)<<32 + n)
		switch {
		case run%2 == 0 || x%4 != 0:
			return num.I(int64(x>>8%16) - 4)
		case x%8 == 0:
			return num.I(int64(x>>8%512) - 128)
		}
		return num.I(int64(x >> 8))
	}
	return interp.Inputs{
		Scalar:  func(*ir.Edge, int) num.Int { return next() },
		Initial: func(*ir.Var) num.Int { return next() },
		Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return next() },
		Choose:  func(_ ir.Loc, open []ir.EdgeID) int { *asked = true; return run % len(open) },
	}
}

// mixed is a number that looks random: the finisher of SplitMix64.
func mixed(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// excluded finds the lines that an inductive proof excludes: where its invariant is false, and what only leads from there. Of proofs
// that speak of the procedures of a program with calls, or of executions, nothing is taken.
func (l *Sight) excluded(p *ir.Program, proof verdict.Proof) {
	switch proof.(type) {
	case verdict.Invariants, verdict.Elements, verdict.Unrolled:
	default:
		return
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if _, calls := e.Stmt.(*ir.Call); calls {
			return
		}
	}
	never := func(loc int) bool {
		inv, ok := says.At(proof, ir.Loc(loc))
		return ok && inv.IsFalse()
	}
	n, succ := graph.OfFunc(p, p.Main)
	open := graph.Reachable(n, func(v int) []int {
		if never(v) {
			return nil
		}
		return succ(v)
	}, int(p.Main.Entry))
	live := map[ir.Pos]bool{}
	for _, e := range p.Edges {
		at, ok := lineOf(e)
		switch {
		case !ok:
		case open[e.From] && !never(int(e.From)):
			live[at] = true
		default:
			l.Excluded[at] = true
		}
	}
	for at := range live {
		delete(l.Excluded, at)
	}
}
