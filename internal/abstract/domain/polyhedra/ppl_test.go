package polyhedra

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/testenv"
	"craig/logic/num"
)

// system is a poly as constraints.
type system struct{ eqs, ineqs []vec }

func (s system) poly(n int) *poly { return &poly{n: n, eqs: s.eqs, ineqs: s.ineqs} }

func randomSystem(r *rand.Rand, n int) (s system) {
	for range r.IntN(2*n + 2) {
		row := make(vec, n+1)
		for i := range row {
			if i == 0 || r.IntN(2) == 0 {
				row[i] = num.I(int64(r.IntN(11) - 5))
			}
		}
		if row.reduce(); r.IntN(6) == 0 {
			s.eqs = append(s.eqs, row)
		} else {
			s.ineqs = append(s.ineqs, row)
		}
	}
	return s
}

func (s system) write(b *bytes.Buffer) {
	fmt.Fprint(b, " ", len(s.eqs)+len(s.ineqs))
	for i, row := range append(append([]vec(nil), s.eqs...), s.ineqs...) {
		eq := 0
		if i < len(s.eqs) {
			eq = 1
		}
		fmt.Fprint(b, " ", eq)
		for _, k := range row {
			fmt.Fprint(b, " ", k)
		}
	}
}

// readPoly reads a system that ppl.cc has written.
func readPoly(in *bytes.Buffer, n int) (*poly, error) {
	p := &poly{n: n}
	var rows int
	if _, err := fmt.Fscan(in, &rows); err != nil {
		return nil, err
	}
	for range rows {
		var eq int
		if _, err := fmt.Fscan(in, &eq); err != nil {
			return nil, err
		}
		row := make(vec, n+1)
		for i := range row {
			var k big.Int
			if _, err := fmt.Fscan(in, &k); err != nil {
				return nil, err
			}
			row[i] = num.FromBig(&k)
		}
		if eq == 1 {
			p.eqs = append(p.eqs, row)
		} else {
			p.ineqs = append(p.ineqs, row)
		}
	}
	return p, nil
}

// equal compares the points of p and q.
func equal(p, q *poly, w *work) bool {
	if p.isEmpty(w) || q.isEmpty(w) {
		return p.isEmpty(w) == q.isEmpty(w)
	}
	return p.includes(q, w) && q.includes(p, w)
}

// library is a program that asks the Parma Polyhedra Library, compiled with the flags; the test is skipped if that is not
// installed.
func library(t testing.TB, flags ...string) string {
	compiler := testenv.NeedsTool(t, "g++")
	program := filepath.Join(t.TempDir(), "ppl")
	source := filepath.Join("testdata", "ppl.cc")
	out, err := exec.Command(compiler, append(flags, "-o", program, source, "-lppl", "-lgmpxx", "-lgmp")...).CombinedOutput()
	switch {
	case bytes.Contains(out, []byte("ppl.hh: No such file")):
		testenv.Skip(t, "the Parma Polyhedra Library")
	case err != nil:
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// TestPPL compares minimal constraints, meets, hulls and standard widenings with those of the Parma
// Polyhedra Library, if it is installed. Its widening of Parma chooses among guesses in ways of its
// own; both must be within the standard one.
func TestPPL(t *testing.T) {
	program := library(t)
	type question struct {
		n    int
		a, b system
	}
	r := rand.New(rand.NewPCG(1, 2))
	var questions []question
	var in, answers bytes.Buffer
	for range 400 {
		n := 1 + r.IntN(4)
		q := question{n, randomSystem(r, n), randomSystem(r, n)}
		questions = append(questions, q)
		fmt.Fprint(&in, n)
		q.a.write(&in)
		q.b.write(&in)
		fmt.Fprintln(&in)
	}
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stdout = &in, &answers
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	w := &work{maxRays: 4000}
	same, compared := 0, 0
	for _, q := range questions {
		theirs := make([]*poly, 5)
		for i := range theirs {
			var err error
			if theirs[i], err = readPoly(&answers, q.n); err != nil {
				t.Fatal(err)
			}
		}
		a, b := q.a.poly(q.n), q.b.poly(q.n)
		check := func(what string, ours, want *poly) {
			if !equal(ours, want, w) {
				t.Errorf("%v, %v: %s is %v %v, want %v %v", q.a, q.b, what, ours.eqs, ours.ineqs, want.eqs, want.ineqs)
			}
		}
		check("the meet", a.with(q.b.eqs, q.b.ineqs, w), theirs[1])
		check("the first", a, theirs[0])
		if a.isEmpty(w) || b.isEmpty(w) {
			continue
		}
		a.minimise(w)
		if len(a.eqs) != len(theirs[0].eqs) || len(a.ineqs) != len(theirs[0].ineqs) {
			t.Errorf("%v has minimal constraints %v %v, want %v %v", q.a, a.eqs, a.ineqs, theirs[0].eqs, theirs[0].ineqs)
		}
		h, _ := hull(a, b, w)
		check("the hull", h, theirs[2])
		standard, _ := widen(a, h, w)
		check("the standard widening", standard, theirs[3])
		p, _ := parma(a, h, w)
		for what, p := range map[string]*poly{"our widening of Parma": p, "theirs": theirs[4]} {
			if !standard.includes(p, w) || !p.includes(h, w) {
				t.Errorf("%v, %v: %s is %v %v", q.a, q.b, what, p.eqs, p.ineqs)
			}
		}
		compared++
		if equal(p, theirs[4], w) {
			same++
		}
	}
	t.Logf("the widening of Parma is the same %d times of %d", same, compared)
}

// TestParma: it is an upper bound within the standard widening, and certificates go down.
func TestParma(t *testing.T) {
	w := &work{maxRays: 4000}
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.IntRange(1, 4).Draw(t, "dimension")
		a, b := randomSystem(r, n).poly(n), randomSystem(r, n).poly(n)
		if a.isEmpty(w) || b.isEmpty(w) {
			return
		}
		h, _ := hull(a, b, w)
		standard, _ := widen(a, h, w)
		p, _ := parma(a, h, w)
		if !p.includes(h, w) || !standard.includes(p, w) {
			t.Fatalf("from %v %v to %v %v: %v %v, the standard widening is %v %v", a.eqs, a.ineqs, h.eqs, h.ineqs, p.eqs, p.ineqs, standard.eqs, standard.ineqs)
		}
		if a.includes(p, w) {
			return // nothing new
		}
		before, _ := certify(a, w)
		if after, _ := certify(p, w); !after.below(before) {
			t.Fatalf("from %v %v to %v %v: %v %v, certificates %v and %v", a.eqs, a.ineqs, h.eqs, h.ineqs, p.eqs, p.ineqs, before, after)
		}
	})
}
