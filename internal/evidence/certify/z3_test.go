package certify_test

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"craig/internal/testenv"
	"craig/logic/smt"
	"craig/logic/term"
)

// z3 is a solver that starts a process for each question: slow, and independent of ours.
type z3 struct {
	st     *term.Store
	levels [][]term.Term
}

func newZ3(t testing.TB) func(*term.Store) smt.Solver {
	testenv.NeedsTool(t, "z3")
	return func(st *term.Store) smt.Solver { return &z3{st: st, levels: make([][]term.Term, 1)} }
}

func (z *z3) Assert(f term.Term) {
	top := len(z.levels) - 1
	z.levels[top] = append(z.levels[top], f)
}
func (z *z3) Push() { z.levels = append(z.levels, nil) }
func (z *z3) Pop()  { z.levels = z.levels[:len(z.levels)-1] }

func (z *z3) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	var fs []term.Term
	for _, l := range z.levels {
		fs = append(fs, l...)
	}
	fs = append(fs, assumptions...)
	switch out := ask(ctx, fs, ""); {
	case strings.HasPrefix(out, "sat"):
		return smt.Answer{Status: smt.Sat, Model: z3Model{ctx, z.st, fs}}
	case strings.HasPrefix(out, "unsat"):
		return smt.Answer{Status: smt.Unsat}
	default:
		return smt.Answer{Reason: out}
	}
}

func ask(ctx context.Context, fs []term.Term, more string) string {
	var b strings.Builder
	seen := map[term.Term]bool{}
	for _, f := range fs {
		for _, v := range term.Vars(f, seen, nil) {
			fmt.Fprintf(&b, "(declare-const %s %s)\n", v.SMTLIB(), v.Sort())
		}
		fmt.Fprintf(&b, "(assert %s)\n", f.SMTLIB())
	}
	b.WriteString("(check-sat)\n" + more)
	cmd := exec.CommandContext(ctx, "z3", "-in")
	cmd.Stdin = strings.NewReader(b.String())
	out, _ := cmd.Output()
	return string(out)
}

// z3Model asks for one Boolean at a time, which fixes the model as it goes.
type z3Model struct {
	ctx context.Context
	st  *term.Store
	fs  []term.Term
}

func (m z3Model) Eval(t term.Term) term.Term {
	if t.Sort() != term.Bool {
		panic("z3Model: only Booleans")
	}
	return m.st.Bool(strings.HasPrefix(ask(m.ctx, append(m.fs[:len(m.fs):len(m.fs)], t), ""), "sat"))
}

func native(st *term.Store) smt.Solver { return smt.New(st) }
