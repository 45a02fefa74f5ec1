package blast

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/term"
)

var minisat = flag.String("minisat", "", "compare the SAT solver with the MiniSat of this `name`, on circuits; see TestMiniSat")

// TestMiniSat compares times on clauses of circuits, which it writes in DIMACS:
//
//	go test ./internal/logic/blast -run TestMiniSat -minisat minisat -v
func TestMiniSat(t *testing.T) {
	if *minisat == "" {
		t.Skip("no -minisat")
	}
	dir := t.TempDir()
	var ours, theirs time.Duration
	for _, q := range circuits() {
		file := filepath.Join(dir, q.name+".cnf")
		list := &originals{}
		q.load(t, sat.New(nil, list))
		list.write(t, file)

		s := sat.New(nil, nil)
		q.load(t, s)
		start := time.Now()
		status := s.Solve(nil, nil)
		mine := time.Since(start)

		start = time.Now()
		err := exec.Command(*minisat, file).Run()
		his := time.Since(start)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != map[sat.Status]int{sat.Sat: 10, sat.Unsat: 20}[status] {
			t.Errorf("%s: the solver says %v, %s ended with %v", q.name, status, *minisat, err)
		}
		ours, theirs = ours+mine, theirs+his
		t.Logf("%-22s %6d clauses %7d conflicts %8.3f s, MiniSat %8.3f s", q.name, len(list.clauses), s.Stats.Conflicts, mine.Seconds(), his.Seconds())
	}
	t.Logf("together %.3f s, MiniSat %.3f s", ours.Seconds(), theirs.Seconds())
}

// question is a formula with the name of its file.
type question struct {
	name string
	f    term.Term
}

// load gives the question to s.
func (q question) load(t *testing.T, s *sat.Solver) {
	t.Helper()
	e := newEncoder(q.f.Store(), Limits{Nodes: 1 << 22})
	e.bound([]term.Term{q.f}, func(int) set { return nil }, []term.Term{q.f})
	e.encoding = true
	f := &cnf{c: e.c, solver: s}
	for _, l := range append([]lit{e.formula(q.f)}, e.axioms...) {
		s.AddClause(f.lit(l))
	}
}

// circuits are questions that no rewriting decides: the bits of a word summed up from both ends, and factors.
func circuits() (qs []question) {
	for _, bits := range []int{12, 16, 20} {
		st := term.NewStore()
		x := st.Var("x", term.Int)
		bit := func(i int) term.Term { return st.Mod(st.Div(x, st.IntNum(num.Pow2(uint(i)))), st.Int(2)) }
		up, down := st.Ite(st.Eq(bit(0), st.Int(1)), st.Int(1), st.Int(0)), st.Int(0)
		for i := range bits {
			if i > 0 {
				up = st.Ite(st.Eq(bit(i), st.Int(1)), st.Add(up, st.Int(1)), up)
			}
			down = st.Ite(st.Eq(bit(bits-1-i), st.Int(1)), st.Add(down, st.Int(1)), down)
		}
		qs = append(qs, question{fmt.Sprintf("count-%d", bits), st.And(st.Ge(x, st.Int(0)), st.Lt(x, st.IntNum(num.Pow2(uint(bits)))), st.Ne(up, down))})
	}
	for _, product := range []int64{1_022_117, 16_769_023, 268_140_589} {
		st := term.NewStore()
		x, y := st.Var("x", term.Int), st.Var("y", term.Int)
		qs = append(qs, question{fmt.Sprintf("factors-%d", product), st.And(st.Ge(x, st.Int(2)), st.Lt(x, st.Int(1<<15)),
			st.Le(x, y), st.Lt(y, st.Int(1<<15)), st.Eq(st.Mul(x, y), st.Int(product)))})
	}
	return qs
}

// originals collects the clauses that a solver is given.
type originals struct{ clauses [][]sat.Lit }

func (o *originals) Original(_ sat.ClauseID, _ sat.Origin, lits []sat.Lit) {
	o.clauses = append(o.clauses, append([]sat.Lit{}, lits...))
}
func (o *originals) Lemma(sat.ClauseID, []sat.Lit)                   {}
func (o *originals) Derived(sat.ClauseID, []sat.Lit, []sat.ClauseID) {}

// write writes the clauses in DIMACS.
func (o *originals) write(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	vars := 0
	for _, c := range o.clauses {
		for _, l := range c {
			vars = max(vars, int(l.Var())+1)
		}
	}
	fmt.Fprintf(w, "p cnf %d %d\n", vars, len(o.clauses))
	for _, c := range o.clauses {
		for _, l := range c {
			v := int(l.Var()) + 1
			if l.IsNeg() {
				v = -v
			}
			fmt.Fprint(w, v, " ")
		}
		fmt.Fprintln(w, 0)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}
