package solvers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/solver"
	"craig/logic/term"
)

// Dumping writes every query of a solver, with its answer, to a file of the folder dir; count numbers
// the files.
func Dumping(s smt.Solver, dir string, count *atomic.Int64) smt.Solver {
	return &dumpingSolver{Solver: s, dir: dir, count: count, levels: make([][]term.Term, 1)}
}

type dumpingSolver struct {
	smt.Solver
	dir    string
	count  *atomic.Int64
	levels [][]term.Term
}

func (s *dumpingSolver) Assert(f term.Term) {
	top := len(s.levels) - 1
	s.levels[top] = append(s.levels[top], f)
	s.Solver.Assert(f)
}

func (s *dumpingSolver) Push() {
	s.levels = append(s.levels, nil)
	s.Solver.Push()
}

func (s *dumpingSolver) Pop() {
	s.levels = s.levels[:len(s.levels)-1]
	s.Solver.Pop()
}

// Inner is the solver that answers.
func (s *dumpingSolver) Inner() smt.Solver { return s.Solver }

func (s *dumpingSolver) Close() { solver.Close(s.Solver) }

func (s *dumpingSolver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	ans := s.Solver.Check(ctx, assumptions...)
	q := smtlib.Query{Assumptions: assumptions, Status: ans.Status.String()}
	for _, l := range s.levels {
		q.Asserts = append(q.Asserts, l...)
	}
	name := filepath.Join(s.dir, fmt.Sprintf("query-%06d.smt2", s.count.Add(1)))
	if f, err := os.Create(name); err == nil { // a disk that is full must not change the verdict
		if err := smtlib.Dump(f, q); err != nil {
			os.Remove(name)
		}
		f.Close()
	}
	return ans
}
