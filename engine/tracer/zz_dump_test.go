package tracer

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"craig/logic/smt"
	"craig/logic/term"
)

// DumpSolver writes queries that take long.
type DumpSolver struct {
	smt.Solver
	st     *term.Store
	stack  []term.Term
	levels []int
}

func NewDump(st *term.Store) smt.Solver { return &DumpSolver{Solver: smt.New(st), st: st} }

func (d *DumpSolver) Assert(f term.Term) { d.stack = append(d.stack, f); d.Solver.Assert(f) }
func (d *DumpSolver) Push()              { d.levels = append(d.levels, len(d.stack)); d.Solver.Push() }
func (d *DumpSolver) Pop() {
	d.stack = d.stack[:d.levels[len(d.levels)-1]]
	d.levels = d.levels[:len(d.levels)-1]
	d.Solver.Pop()
}

var dumped int

func (d *DumpSolver) Check(ctx context.Context, as ...term.Term) smt.Answer {
	start := time.Now()
	c2, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	ans := d.Solver.Check(c2, as...)
	if t := time.Since(start); t > 500*time.Millisecond && dumped < 20 {
		dumped++
		var b strings.Builder
		vars := map[term.Term]bool{}
		var vs []term.Term
		for _, f := range append(append([]term.Term(nil), d.stack...), as...) {
			vs = term.Vars(f, vars, vs)
		}
		for _, v := range vs {
			fmt.Fprintf(&b, "(declare-fun %s () %s)\n", term.Symbol(v.Name()), v.Sort())
		}
		for _, f := range append(append([]term.Term(nil), d.stack...), as...) {
			fmt.Fprintf(&b, "(assert %s)\n", f.SMTLIB())
		}
		fmt.Fprintf(&b, "(check-sat)\n;; %v %v\n", ans.Status, t)
		os.WriteFile(fmt.Sprintf("/tmp/slow%d.smt2", dumped), []byte(b.String()), 0o644)
	}
	return ans
}
