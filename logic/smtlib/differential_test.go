package smtlib_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/smtlib"
	"craig/logic/term"
)

// The differential tests compare package smt with the z3 and cvc5 processes on random formulas,
// fragment by fragment. CRAIG_RANDOM is the number of formulas per fragment (by default few, so
// that go test stays fast), CRAIG_SEED varies them, and CRAIG_BUGS names a file to which
// disagreements, and questions that only the others answer, are appended as scripts.

// fragment says what random formulas are made of.
type fragment struct {
	name                                             string
	reals, funcs, arrays, sorts, products, bits, div bool
	ites, wraps                                      bool
}

var fragments = []fragment{
	{name: "LIA"},
	{name: "LIA with div, mod and ite", div: true, ites: true},
	{name: "LRA", reals: true, ites: true},
	{name: "LIRA", reals: true, div: true},
	{name: "UF", sorts: true, funcs: true},
	{name: "UFLIA", funcs: true, ites: true},
	{name: "ALIA", arrays: true, ites: true},
	{name: "AUFLIA", arrays: true, funcs: true, sorts: true, div: true},
	{name: "NIA", products: true},
	{name: "bits", bits: true, div: true},
	{name: "wraps", wraps: true, ites: true},
	{name: "wraps and products", wraps: true, products: true, bits: true},
}

type differ struct {
	*rand.Rand
	fragment
	st *term.Store
}

func (g *differ) coin(n int) bool { return g.IntN(n) == 0 }

func (g *differ) constant(sort term.Sort) term.Term {
	v := int64(g.IntN(11) - 4)
	if g.coin(12) {
		v = int64(g.IntN(2000) - 1000)
	}
	if sort == term.Real {
		return g.st.RealNum(num.R(v, int64(1+g.IntN(3))))
	}
	return g.st.Int(v)
}

var (
	diffU     = term.Uninterpreted("U")
	diffArray = term.Array(term.Int, term.Int)
)

// leaf is a variable.
func (g *differ) leaf(sort term.Sort) term.Term {
	switch sort {
	case term.Bool:
		return g.st.Var([]string{"p", "q", "s"}[g.IntN(3)], sort)
	case term.Int:
		return g.st.Var([]string{"x", "y", "z", "w"}[g.IntN(4)], sort)
	case term.Real:
		return g.st.Var([]string{"r1", "r2", "r3"}[g.IntN(3)], sort)
	case diffU:
		return g.st.Var([]string{"u1", "u2", "u3"}[g.IntN(3)], sort)
	}
	return g.st.Var([]string{"a", "b", "c"}[g.IntN(3)], sort)
}

func (g *differ) term(sort term.Sort, depth int) term.Term {
	st := g.st
	if depth <= 0 || g.coin(5) {
		if sort.IsNumeric() && g.coin(4) {
			return g.constant(sort)
		}
		return g.leaf(sort)
	}
	sub := func(s term.Sort) term.Term { return g.term(s, depth-1) }
	if g.ites && g.coin(8) && sort != diffArray {
		return st.Ite(g.formula(depth-1), sub(sort), sub(sort))
	}
	switch sort {
	case diffU:
		if g.funcs {
			return st.Apply("h", diffU, sub(diffU))
		}
	case diffArray:
		if g.coin(8) {
			return st.ConstArray(sort, sub(term.Int))
		}
		return st.Store(sub(sort), sub(term.Int), sub(term.Int))
	case term.Real:
		switch g.IntN(5) {
		case 0:
			return st.Scale(num.R(int64(g.IntN(9)-4), int64(1+g.IntN(3))), sub(sort))
		case 1:
			if g.div { // LIRA
				return st.ToReal(sub(term.Int))
			}
		}
		return st.Add(sub(sort), sub(sort))
	case term.Int:
		for range 4 {
			switch k := g.IntN(9); {
			case k == 0 && g.div:
				n := st.Int([]int64{2, 3, 4, 5, 8, -3}[g.IntN(6)])
				if g.coin(2) {
					return st.Div(sub(sort), n)
				}
				return st.Mod(sub(sort), n)
			case k == 1 && g.funcs:
				if g.coin(2) {
					return st.Apply("f", sort, sub(sort))
				}
				return st.Apply("g", sort, sub(sort), sub(sort))
			case k == 2 && g.arrays:
				return st.Select(sub(diffArray), sub(sort))
			case k == 3 && g.products:
				return st.Mul(sub(sort), sub(sort))
			case k == 4 && g.bits:
				a, b := sub(sort), sub(sort)
				switch g.IntN(5) {
				case 0:
					return st.BitAnd(a, b)
				case 1:
					return st.BitOr(a, b)
				case 2:
					return st.BitXor(a, b)
				case 3:
					return st.Shl(a, st.Mod(b, st.Int(5)))
				}
				return st.Shr(a, st.Mod(b, st.Int(5)))
			case k == 5 && g.wraps:
				return g.wrap(sub(sort))
			case k == 6 && g.wraps:
				return g.quotient(sub(sort), sub(sort))
			case k == 5 && g.reals && g.div:
				return st.ToInt(sub(term.Real))
			case k > 6:
				return st.Scale(num.R(int64(g.IntN(9)-4), 1), sub(sort))
			case k > 4:
				return st.Add(sub(sort), sub(sort))
			}
		}
	}
	return g.leaf(sort)
}

// wrap is t as a C type holds it.
func (g *differ) wrap(t term.Term) term.Term {
	st := g.st
	bits := []uint{8, 16, 32, 64}[g.IntN(4)]
	n := st.IntNum(num.Pow2(bits))
	if g.coin(2) {
		return st.Mod(t, n)
	}
	half := st.IntNum(num.Pow2(bits - 1))
	return st.Sub(st.Mod(st.Add(t, half), n), half)
}

// quotient is a quotient or remainder as in C, which truncates, by a constant or, rarely, not.
func (g *differ) quotient(a, b term.Term) term.Term {
	st := g.st
	if !g.products || !g.coin(3) {
		b = st.Int([]int64{2, 3, 7, 10, 256, -4}[g.IntN(6)])
	}
	zero := st.Int(0)
	q := st.Ite(st.Le(zero, a), st.Div(a, b), st.Neg(st.Div(st.Neg(a), b)))
	if g.coin(2) {
		return q
	}
	return st.Sub(a, st.Mul(b, q))
}

// atomSort chooses what an atom compares.
func (g *differ) atomSort() term.Sort {
	switch {
	case g.sorts && g.coin(2) || g.name == "UF":
		return diffU
	case g.arrays && g.coin(5):
		return diffArray
	case g.reals && (!g.div || g.coin(2)):
		return term.Real
	}
	return term.Int
}

func (g *differ) formula(depth int) term.Term {
	st := g.st
	if depth > 0 && g.coin(3) {
		a, b := g.formula(depth-1), g.formula(depth-1)
		switch g.IntN(4) {
		case 0:
			return st.And(a, b)
		case 1:
			return st.Iff(a, b)
		}
		return st.Or(a, b)
	}
	if g.coin(8) {
		return g.leaf(term.Bool)
	}
	sort := g.atomSort()
	a, b := g.term(sort, 2), g.term(sort, 2)
	f := st.Eq(a, b)
	if sort.IsNumeric() && !g.coin(3) {
		f = st.Le(a, b)
	}
	if g.coin(3) {
		return st.Not(f)
	}
	return f
}

// question is a random set of assertions; sometimes bounded, so that products have answers.
func (g *differ) question() []term.Term {
	var fs []term.Term
	for range 2 + g.IntN(9) {
		fs = append(fs, g.formula(1+g.IntN(2)))
	}
	if g.wraps {
		for _, n := range []string{"x", "y", "z", "w"} {
			v := g.st.Var(n, term.Int)
			fs = append(fs, g.st.Le(g.st.Int(-1<<31), v), g.st.Le(v, g.st.Int(1<<31-1)))
		}
	} else if g.products || g.bits {
		for _, n := range []string{"x", "y", "z", "w"} {
			v := g.st.Var(n, term.Int)
			fs = append(fs, g.st.Le(g.st.Int(-8), v), g.st.Le(v, g.st.Int(40)))
		}
	}
	return fs
}

// randomCount is the number of formulas of the fragment.
func randomCount(fr fragment) int {
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		return n
	}
	if fr.bits || fr.wraps { // slow for the others
		return 10
	}
	return 40
}

func TestDifferential(t *testing.T) {
	for _, fr := range fragments {
		t.Run(fr.name, func(t *testing.T) { differential(t, fr, randomCount(fr)) })
	}
}

// session is the questions that one engine was asked; the last is the interesting one.
type session []smtlib.Query

func differential(t *testing.T, fr fragment, count int) {
	seed, _ := strconv.ParseUint(os.Getenv("CRAIG_SEED"), 10, 64)
	g := &differ{Rand: rand.New(rand.NewPCG(seed, 17)), fragment: fr, st: term.NewStore()}
	var others []*smtlib.External
	for _, command := range []string{"z3", "cvc5"} {
		if x, err := smtlib.NewExternal(g.st, command); err == nil {
			x.StatusOnly = true
			defer x.Close()
			others = append(others, x)
		}
	}
	if len(others) == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
	tally := map[string]int{}
	var ours smt.Solver
	var asked session
	for n := range count {
		if n%50 == 0 { // engines that have seen much, and new ones
			ours, asked = smt.New(g.st), nil
		}
		fs := g.question()
		k := g.IntN(len(fs) + 1)
		q := smtlib.Query{Asserts: fs[:k], Assumptions: fs[k:]}
		asked = append(asked, q)
		ans := ask(t, ours, q)
		tally["ours "+ans.Status.String()]++
		if ans.Status == smt.Unknown {
			tally[ans.Reason]++
		}
		if strings.HasPrefix(ans.Reason, "panic") {
			t.Errorf("%s\n%s", ans.Reason, report(t, fr.name+": "+ans.Reason, asked, func(again smt.Answer, _ smtlib.Query) bool {
				return again.Reason == ans.Reason
			}))
			ours, asked = smt.New(g.st), nil
			continue
		}
		if err := evidence(t, others[0], q, ans); err != nil {
			t.Errorf("%v\n%s", err, report(t, fr.name+": "+err.Error(), asked, func(ans smt.Answer, q smtlib.Query) bool {
				return evidence(t, others[0], q, ans) != nil
			}))
		}
		for i, x := range others {
			if i > 0 && n%4 != 0 && count < 1000 { // cvc5 is slow
				continue
			}
			theirs := ask(t, x, q)
			switch {
			case theirs.Status == smt.Unknown:
				tally["theirs unknown"]++
			case ans.Status == smt.Unknown && os.Getenv("CRAIG_BUGS") != "":
				report(t, fmt.Sprintf("%s: gave up (%s), that of solver %d is %v", fr.name, ans.Reason, i, theirs.Status), asked,
					func(again smt.Answer, _ smtlib.Query) bool {
						return again.Status == smt.Unknown && again.Reason == ans.Reason
					})
			case ans.Status != smt.Unknown && ans.Status != theirs.Status:
				what := fmt.Sprintf("ours is %v, that of solver %d is %v", ans.Status, i, theirs.Status)
				t.Errorf("%s\n%s", what, report(t, fr.name+": "+what, asked, func(again smt.Answer, q smtlib.Query) bool {
					theirs := ask(t, x, q)
					return again.Status != smt.Unknown && theirs.Status != smt.Unknown && again.Status != theirs.Status
				}))
			}
		}
	}
	t.Log(tally)
}

// report shrinks a session whose last answer is bad, as far as a few seconds allow, returns it as
// a script, and appends it to the file of bugs.
func report(t *testing.T, what string, asked session, bad func(smt.Answer, smtlib.Query) bool) string {
	end := time.Now().Add(20 * time.Second)
	fails := func(asked session) bool {
		if time.Now().After(end) {
			return false
		}
		var ours smt.Solver = smt.New(asked.store())
		var ans smt.Answer
		for _, q := range asked {
			ans = ask(t, ours, q)
		}
		return bad(ans, asked[len(asked)-1])
	}
	if !fails(asked) {
		what += " (not when asked again)"
	}
	last := len(asked) - 1
	for step := last; step > 0; step /= 2 { // without some of the questions before
		for i := 0; i+step <= len(asked)-1; {
			if less := append(append(session{}, asked[:i]...), asked[i+step:]...); fails(less) {
				asked = less
			} else {
				i += step
			}
		}
	}
	for i := len(asked) - 1; i >= 0; i-- { // without some of the formulas
		drop := func(list func(*smtlib.Query) *[]term.Term) {
			for j := 0; j < len(*list(&asked[i])); {
				less := append(session{}, asked...)
				l := list(&less[i])
				*l = append(append([]term.Term{}, (*l)[:j]...), (*l)[j+1:]...)
				if fails(less) {
					asked = less
				} else {
					j++
				}
			}
		}
		drop(func(q *smtlib.Query) *[]term.Term { return &q.Asserts })
		drop(func(q *smtlib.Query) *[]term.Term { return &q.Assumptions })
	}
	text := asked.script(t)
	record(t, what, text)
	return text
}

// record appends a script to the file of bugs.
func record(t *testing.T, what, script string) {
	name := os.Getenv("CRAIG_BUGS")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "## %s\n\n```\n%s```\n\n", what, script)
}

// store is that of the formulas.
func (asked session) store() *term.Store {
	for _, q := range asked {
		for _, f := range append(q.Asserts[:len(q.Asserts):len(q.Asserts)], q.Assumptions...) {
			return f.Store()
		}
	}
	return term.NewStore()
}

// script writes the session with push and pop around each question.
func (asked session) script(t *testing.T) string {
	var b strings.Builder
	w := smtlib.NewWriter(&b)
	w.Header("ALL")
	for _, q := range asked {
		w.Line("(push 1)")
		w.Ask(q)
		w.Line("(pop 1)")
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// limit is for one question; what takes longer is Unknown.
var limit = func() time.Duration {
	if os.Getenv("CRAIG_RANDOM") != "" {
		return 500 * time.Millisecond
	}
	return 200 * time.Millisecond
}()

// ask asks one question with a time limit, between Push and Pop.
func ask(t *testing.T, s smt.Solver, q smtlib.Query) (ans smt.Answer) {
	defer func() {
		if x := recover(); x != nil {
			ans = smt.Answer{Reason: fmt.Sprint("panic: ", x)}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	s.Push()
	defer s.Pop()
	for _, f := range q.Asserts {
		s.Assert(f)
	}
	return s.Check(ctx, q.Assumptions...)
}

// evidence checks the model or core of an answer.
func evidence(t *testing.T, x smt.Solver, q smtlib.Query, ans smt.Answer) error {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	switch ans.Status {
	case smt.Sat:
		return check.Model(ans.Model, append(q.Asserts[:len(q.Asserts):len(q.Asserts)], q.Assumptions...)...)
	case smt.Unsat:
		if err := check.Core(ctx, q.Asserts, q.Assumptions, ans.Core, x); !errors.Is(err, check.ErrUndecided) {
			return err
		}
	}
	return nil
}
