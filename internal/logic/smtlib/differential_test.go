package smtlib_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"craig/internal/logic/proof"
	"craig/internal/logic/proof/falsify"
	"craig/internal/logic/smtlib"
	"craig/internal/testenv"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// The differential tests compare package smt with the z3 and cvc5 processes on random formulas,
// fragment by fragment. CRAIG_RANDOM is the number of formulas per fragment (by default few, so
// that go test stays fast), CRAIG_SEED varies them, every question is put to z3 and each
// CRAIG_CVC5th (by default each eighth: it takes most of the time) to cvc5, and CRAIG_BUGS names a file to which
// disagreements, and questions that only the others answer, are appended as scripts.

// randomCount is the number of formulas of each fragment.
func randomCount() int {
	if n, err := strconv.Atoi(os.Getenv("CRAIG_RANDOM")); err == nil {
		return n
	}
	return testenv.Count(24, 60)
}

func randomSeed() uint64 {
	seed, _ := strconv.ParseUint(os.Getenv("CRAIG_SEED"), 10, 64)
	return seed
}

// TestDifferential: no answer differs from that of z3 or cvc5, every model is one, every core and
// every interpolant is one by z3 and cvc5.
func TestDifferential(t *testing.T) {
	for _, fr := range fragments {
		t.Run(fr.name, func(t *testing.T) {
			t.Parallel()
			differential(t, fr, randomCount())
		})
	}
}

// batchSize is how many formulas are put to the oracles at a time.
const batchSize = 250

// session is the questions that one engine was asked; the last is the interesting one.
type session []smtlib.Query

// claim is something that the oracles decide.
type claim struct {
	what   string
	status smt.Status // Unknown: only of interest if the oracles know
	reason string
	asked  session     // how it came about
	itps   []term.Term // of an interpolant: all of them, for the report
}

// round is a batch with what is claimed about its questions, and the oracles' answers.
type round struct {
	g       *differ
	batch   *batch
	claims  []claim
	answers chan [][]string
	tally   map[string]int
}

// differential runs rounds; the oracles work on one while the next is made.
func differential(t *testing.T, fr fragment, count int) {
	others := oracles(t)
	tally := map[string]int{}
	var before *round
	for k := 0; k*batchSize < count; k++ {
		g := &differ{Rand: rand.New(rand.NewPCG(randomSeed(), uint64(k))), fragment: fr, st: term.NewStore()}
		r := &round{g: g, batch: newBatch(), answers: make(chan [][]string, 1), tally: tally}
		r.make(t, min(batchSize, count-k*batchSize))
		if before != nil {
			before.compare(t, others)
		}
		go func() {
			all := make([][]string, len(others))
			var wait sync.WaitGroup
			for i, o := range others {
				wait.Go(func() { all[i] = o.answers(r.batch.script(o), len(r.batch.questions)) })
			}
			wait.Wait()
			r.answers <- all
		}()
		before = r
	}
	if before != nil {
		before.compare(t, others)
	}
	t.Log(tally)
}

// make asks our solver n questions.
func (r *round) make(t *testing.T, n int) {
	var ours smt.Solver
	var asked session
	for i := range n {
		if i%50 == 0 { // engines that have seen much, and new ones
			ours, asked = smt.New(r.g.st), nil
		}
		fs := r.g.question()
		k := r.g.IntN(len(fs) + 1)
		q := smtlib.Query{Asserts: fs[:k:k], Assumptions: fs[k:]}
		if !r.batch.ask(fs) {
			r.tally["not put"]++
			continue
		}
		asked = append(asked[:len(asked):len(asked)], q)
		ans := ask(t, ours, q)
		r.claims = append(r.claims, claim{what: "the answer", status: ans.Status, reason: ans.Reason, asked: asked})
		r.tally["ours "+ans.Status.String()]++
		switch {
		case strings.HasPrefix(ans.Reason, "panic"):
			t.Errorf("%s\n%s", ans.Reason, report(t, r.g.name+": "+ans.Reason, asked, func(again smt.Answer, _ smtlib.Query) bool {
				return again.Reason == ans.Reason
			}))
			ours, asked = smt.New(r.g.st), nil
		case ans.Status == smt.Sat:
			bad := func(ans smt.Answer, q smtlib.Query) error {
				if ans.Status != smt.Sat {
					return nil
				}
				return check.Model(ans.Model, append(slices.Clone(q.Asserts), q.Assumptions...)...)
			}
			if err := bad(ans, q); err != nil {
				t.Errorf("%v\n%s", err, report(t, r.g.name+": "+err.Error(), asked, func(ans smt.Answer, q smtlib.Query) bool { return bad(ans, q) != nil }))
			}
		case ans.Status == smt.Unsat:
			if len(ans.Core) < len(q.Assumptions) {
				r.claim(claim{what: "the core", asked: asked, status: smt.Unsat}, append(slices.Clone(q.Asserts), ans.Core...))
			}
			if r.g.coin(3) {
				r.interpolate(t, asked, fs)
			}
			if r.g.coin(5) {
				r.prove(t, fs)
			}
		default:
			r.tally[ans.Reason]++
		}
	}
}

// claim adds a question that the oracles are to decide.
func (r *round) claim(c claim, fs []term.Term) {
	if r.batch.ask(fs) {
		r.claims = append(r.claims, c)
		r.tally[c.what]++
	}
}

// interpolate interpolates unsatisfiable formulas in parts, in a row or as a tree.
func (r *round) interpolate(t *testing.T, asked session, fs []term.Term) {
	st := r.g.st
	var parts []term.Term
	for len(fs) > 0 {
		n := 1 + r.g.IntN(len(fs))
		parts = append(parts, st.And(fs[:n]...))
		fs = fs[n:]
	}
	parent := make([]int, len(parts))
	for i := range parent {
		parent[i] = i + 1
		if r.g.coin(3) {
			parent[i] = i + 1 + r.g.IntN(len(parts)-i)
		}
		parent[i] = min(parent[i], len(parts)-1)
	}
	parent[len(parts)-1] = -1
	ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
	ans, itps := smt.NewInterpolator(st).InterpolateTree(ctx, parts, parent)
	cancel()
	switch {
	case ans.Status == smt.Sat:
		t.Errorf("the interpolator finds a model of what is unsat\n%s", session{{Asserts: parts}}.script(t))
		return
	case itps == nil:
		r.tally["no interpolants: "+ans.Reason]++
		return
	}
	rec := &recording{}
	if err := check.Tree(t.Context(), parts, parent, itps, rec); err != nil {
		t.Errorf("%v\n%s", err, session{{Asserts: parts}}.script(t))
	}
	for _, q := range rec.questions {
		r.claim(claim{what: "the interpolant", asked: session{{Asserts: parts}}, status: smt.Unsat, itps: itps}, q)
	}
}

// prove has unsatisfiable formulas refuted again, with a proof, and replays it.
func (r *round) prove(t *testing.T, fs []term.Term) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
	defer cancel()
	ans, p := smt.Refute(ctx, r.g.st, fs...)
	switch {
	case ans.Status == smt.Sat:
		t.Errorf("Refute finds a model of what is unsat\n%s", session{{Asserts: fs}}.script(t))
	case p == nil:
		r.tally["no proof"]++
	default:
		err := falsify.Check(p)
		switch {
		case errors.Is(err, proof.ErrTooHard):
			r.tally["proof too hard to check"]++
		case err != nil:
			t.Errorf("%v\n%s", err, session{{Asserts: fs}}.script(t))
			record(t, r.g.name+": proof: "+err.Error(), session{{Asserts: fs}}.script(t))
		default:
			r.tally["the proof"]++
		}
	}
}

// recording is a solver that remembers what it is asked, and answers unsat.
type recording struct {
	stack     []term.Term
	marks     []int
	questions [][]term.Term
}

func (x *recording) Assert(f term.Term) { x.stack = append(x.stack, f) }
func (x *recording) Push()              { x.marks = append(x.marks, len(x.stack)) }
func (x *recording) Pop() {
	n := len(x.marks) - 1
	x.stack, x.marks = x.stack[:x.marks[n]], x.marks[:n]
}
func (x *recording) Check(_ context.Context, assumptions ...term.Term) smt.Answer {
	x.questions = append(x.questions, append(slices.Clone(x.stack), assumptions...))
	return smt.Answer{Status: smt.Unsat}
}

// compare compares the claims with the oracles' answers.
func (r *round) compare(t *testing.T, others []*oracle) {
	for i, answers := range <-r.answers {
		for j, theirs := range answers {
			c := &r.claims[j]
			if theirs != "" {
				r.tally["asked "+others[i].name]++
			}
			switch {
			case theirs == "": // not asked, or out of order
				continue
			case theirs != "sat" && theirs != "unsat":
				r.tally[others[i].name+" "+theirs[:min(30, len(theirs))]]++
				if others[i].name == "z3" && strings.HasPrefix(theirs, "(error") {
					t.Fatalf("%s: %s", others[i].name, theirs)
				}
			case c.status == smt.Unknown:
				r.tally[others[i].name+" alone"]++
				if os.Getenv("CRAIG_BUGS") != "" && i == 0 {
					r.record(t, c, fmt.Sprintf("gave up (%s), %s says %s", c.reason, others[i].name, theirs))
				}
			case theirs != c.status.String():
				what := fmt.Sprintf("%s is %v, %s says %s", c.what, c.status, others[i].name, theirs)
				t.Errorf("%s", what)
				r.disagree(t, c, others[i], what)
			}
		}
	}
}

// disagree shrinks and reports a claim that an oracle does not confirm.
func (r *round) disagree(t *testing.T, c *claim, o *oracle, what string) {
	if c.itps != nil {
		text := c.asked.script(t) + "; interpolants: " + strings.ReplaceAll(texts(c.itps), "\n", " ") + "\n"
		t.Log(text)
		record(t, r.g.name+": "+what, text)
		return
	}
	x, err := smtlib.NewExternal(r.g.st, o.name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	x.StatusOnly = true
	t.Log(report(t, r.g.name+": "+what, c.asked, func(again smt.Answer, q smtlib.Query) bool {
		if again.Status == smt.Unsat {
			q.Assumptions = again.Core
		}
		theirs := ask(t, x, q)
		return again.Status != smt.Unknown && theirs.Status != smt.Unknown && again.Status != theirs.Status
	}))
}

// record records a question that ours did not answer.
func (r *round) record(t *testing.T, c *claim, what string) {
	report(t, r.g.name+": "+what, c.asked, func(again smt.Answer, _ smtlib.Query) bool {
		return again.Status == smt.Unknown && again.Reason == c.reason
	})
}

func texts(ts []term.Term) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteString(" , ")
		}
		b.WriteString(t.String())
	}
	return b.String()
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
		text := asked.script(t)
		record(t, what+" (not when asked again)", text)
		return text
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
const limit = 200 * time.Millisecond

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
