package tracer

import (
	"context"
	"fmt"
	"os"
	"testing"

	"craig/engine"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

var DebugProgram *ir.Program

func DebugRun(t *testing.T, p *ir.Program, cfg Config) {
	task := &engine.Task{Program: p, Goals: p.ErrorLocs(), NewSolver: func(st *term.Store) smt.Solver { return smt.New(st) }}
	st := term.NewStore()
	s := &search{
		cfg: cfg, task: task, ctx: context.Background(), st: st,
		prog:  newProgram(task.Program, task.Goals),
		sem:   sem.New(st, task.Program),
		free:  task.NewSolver(st),
		forms: newForms(st),
	}
	task.Program.AllVars(func(v *ir.Var) { s.sem.Var(v) })
	task.Event = func(e engine.Event) {
		fmt.Println(e.Kind, e.Loc, e.Node, "depth", len(s.stack), "pc", s.path.pc, "nodes", s.nodes)
		s.path.Each(func(v *ir.Var, t term.Term) { fmt.Print("   ", v.Name, "=", t) })
		fmt.Println(" term", e.Term.Valid() && func() bool { fmt.Print(e.Term); return true }())
		if e.Kind == engine.Label {
			at := s.table.entries[e.Loc]
			x := at[len(at)-1]
			fmt.Print("   LABEL ")
			for _, c := range x.label {
				fmt.Print(" [", c.f, "]")
				if c.cand != nil {
					fmt.Print("@", c.cand.header.id)
				}
			}
			fmt.Println(" deps", len(x.deps))
		}
	}
	s.path = newPath(s.ctx, s.sem, task.NewSolver(st))
	s.table.entries = make([][]*entry, len(task.Program.Locs))
	ir.Print(os.Stdout, p)
	s.unboundedSymExec()
	used := map[*entry]bool{}
	todo := []*entry{s.table.log[len(s.table.log)-1]} // the root's is the last
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !used[e] {
			used[e] = true
			todo = append(todo, e.uses...)
		}
	}
	for l, es := range s.table.entries {
		for _, e := range es {
			if used[e] {
				fmt.Println("USED", l, e.node, e.dead, len(e.deps), e.label.formula(st))
				for _, u := range e.uses {
					fmt.Println("    uses node", u.node, u.label.formula(st))
				}
			}
			if !used[e] {
				continue
			}
			if e.dead || len(e.deps) > 0 {
				continue
			}
			b := s.prog.blocks[l]
			ch := s.chain(b)
			for i := range b.out {
				a := &b.out[i]
				var or []term.Term
				if !a.to.error {
					for _, x := range s.table.entries[a.to.loc] {
						if used[x] && !x.dead && len(x.deps) == 0 {
							or = append(or, x.label.formula(st))
						}
					}
				}
				goal := st.Or(or...)
				f := []term.Term{e.label.formula(st)}
				if a.edge != nil {
					ae := s.effect(a)
					goal = st.Subst(goal, ae.subst)
					for _, g := range ae.assumed {
						f = append(f, st.Subst(g, ch.subst))
					}
				}
				goal = st.Subst(goal, ch.subst)
				f = append(f, ch.assumed...)
				ans := s.decide(st.And(append(f, st.Not(goal))...))
				if ans.Status != smt.Unsat {
					fmt.Println("NOT INDUCTIVE", l, "node", e.node, "to", a.to.loc, e.label.formula(st))
				}
			}
		}
	}
}
