package solvers

import (
	"bytes"
	"context"
	"slices"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// A Question is one that the answer to was that it is impossible.
type Question struct {
	About    string // what it is about
	Formulas []term.Term
	SMTLIB   []byte // a script that asks it
}

// Exported collects the questions of solvers that are asked one after the other.
type Exported struct {
	Questions []Question
	Err       error // the first question that could not be written
}

// New is s, whose answers that something is impossible are collected.
func (x *Exported) New(s smt.Solver) smt.Solver {
	return &exporting{Solver: s, to: x, levels: make([][]term.Term, 1)}
}

type exporting struct {
	smt.Solver
	to     *Exported
	about  string
	levels [][]term.Term
}

func (s *exporting) Assert(f term.Term) {
	top := len(s.levels) - 1
	s.levels[top] = append(s.levels[top], f)
	s.Solver.Assert(f)
}

func (s *exporting) Push() {
	s.levels = append(s.levels, nil)
	s.Solver.Push()
}

func (s *exporting) Pop() {
	s.levels = s.levels[:len(s.levels)-1]
	s.Solver.Pop()
}

// Inner is the solver that answers.
func (s *exporting) Inner() smt.Solver { return s.Solver }

// About is what the questions from now on are about.
func (s *exporting) About(text string) { s.about = text }

func (s *exporting) Close() { solver.Close(s.Solver) }

func (s *exporting) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	ans := s.Solver.Check(ctx, assumptions...)
	if ans.Status != smt.Unsat {
		return ans
	}
	q := smtlib.Query{Asserts: slices.Concat(s.levels...), Status: "unsat"}
	q.Asserts = append(q.Asserts, assumptions...)
	var b bytes.Buffer
	if err := smtlib.Dump(&b, q); err != nil && s.to.Err == nil {
		s.to.Err = err
	}
	s.to.Questions = append(s.to.Questions, Question{s.about, q.Asserts, b.Bytes()})
	return ans
}
