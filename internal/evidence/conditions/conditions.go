// Package conditions makes the conditions of a proof a second time, from the text of a program and its invariants alone, in the
// plainest way. It shares no code with package certify, nor with package sem, which that one uses: where both come to the same
// answer, one mistake is not enough for a wrong proof. Its conditions are what craig certify --export writes, by the rule of
// docs/certificate.md.
//
//	conditions.go  what a proof is, and which conditions it has
//	paths.go       executions between two places as formulas
//	expr.go        the meaning of expressions
//	cuts.go        cut points, and the order of locations between them
//	calls.go       what a call does, by what is said of the procedure
//	elements.go    the instances of facts about all elements
//	sums.go        what sums over elements are
//	ranks.go       that executions end
//	growing.go     programs on machines whose memory has no end, of which ranks may be the ages of blocks
//	unrolled.go    loops that are executed round by round
//	execution.go   a proof that is an execution, or begins with one, from checkpoint to checkpoint
package conditions

import (
	"errors"
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Proof is what is said of a program. Formulas are over variables that have the names of the program's; x@ is the value of x where
// its procedure was entered, x' that where it is left.
type Proof struct {
	Kind     Kind
	At       map[ir.Loc]term.Term   // invariants; of Summaries what is safe
	Excludes map[ir.Loc]term.Term   // of Summaries
	Bound    []string               // integers for all of whose values the invariants hold
	Sums     []Sum                  // arrays that the invariants speak of
	Ranks    map[ir.Loc][]term.Term // of Ranks: tuples of integers that get smaller in lexicographic order
	Grows    bool                   // Ranks are of a machine whose memory has no end
	Rounds   int                    // of Unrolled: of each loop that has no invariant

	Steps int // of Execution and Prefix: how many edges it has; 0 is not compared

	// Of Prefix: where the execution comes to Loc for the Visits'th time, the invariants begin.
	Loc    ir.Loc
	Visits int
}

// Kind is a kind of proof.
type Kind uint8

const (
	Invariants Kind = iota // of a program without calls
	Contracts              // invariants of a program with calls: required at entries, ensured at exits
	Summaries              // of a program with calls: what is safe at a place, and which exits it excludes
	Unrolled               // of a program without calls, some loops of which are executed round by round
	Execution              // nothing that is unknown decides where the program goes
	Prefix                 // of a program without calls: an execution, and invariants of what comes after it
	Ranks                  // of a program without calls: invariants, and why executions end
)

// Condition is that a goal does not hold where all the facts do.
type Condition struct {
	About string // the places that it is about
	Facts []term.Term
	Goal  term.Term
}

// ErrOpen is the error of a proof that may be one, but of which this package makes no conditions.
var ErrOpen = errors.New("there are no conditions of this proof")

// Each hands out the conditions of a proof of p, which ircheck.Check is content with, one after the other, those of an execution as it goes on. If all of
// them are impossible, no execution of p reaches an error, and with Ranks each one ends. An error says that it is no proof of p; ErrOpen that it may be one. An error of yield ends
// it, and is returned.
func Each(p *ir.Program, proof Proof, yield func(Condition) error) (err error) {
	defer func() {
		x := recover()
		if s, ok := x.(stop); ok {
			err = s.error
		} else if x != nil {
			panic(x)
		}
	}()
	g := &generator{p: p, proof: proof, yield: yield, vars: map[string]*ir.Var{}, called: map[*ir.Func]bool{}, changes: map[*ir.Func]map[*ir.Var]bool{}}
	p.AllVars(func(v *ir.Var) { g.vars[v.Name] = v })
	g.reach()
	g.wellFormed()
	switch proof.Kind {
	case Execution, Prefix:
		g.execution()
		return nil
	case Unrolled:
		g.unrolled()
		return nil
	}
	b := g.newPaths(p.Main, annotation{}, p.Main.Entry)
	b.goals = []goal{{"initially the invariant of " + g.place(p.Main.Entry) + " holds", b.st.Not(b.here(proof.At[p.Main.Entry], 0)), 0}}
	b.yieldGoals()
	g.lemmas()
	for _, f := range g.funcs {
		g.procedure(f, g.invariants(f))
		if proof.Kind == Summaries {
			g.procedure(f, g.exclusions(f))
		}
	}
	if proof.Kind == Ranks {
		g.descents()
	}
	return nil
}

// stop ends Each with an error, from wherever that is found.
type stop struct{ error }

func fail(format string, args ...any) { panic(stop{fmt.Errorf(format, args...)}) }

type generator struct {
	p       *ir.Program
	proof   Proof
	yield   func(Condition) error
	vars    map[string]*ir.Var
	funcs   []*ir.Func
	called  map[*ir.Func]bool
	sums    []*sumVar
	changes map[*ir.Func]map[*ir.Var]bool // what a function, or what it calls, may change
}

// place names a location for people.
func (g *generator) place(l ir.Loc) string {
	info := g.p.Locs[l]
	at := fmt.Sprintf("location %d of %s", l, info.Function())
	if info.Pos.Line != 0 {
		at += fmt.Sprintf(" (%s:%d)", info.Pos.File, info.Pos.Line)
	}
	return at
}

// annotation is what one procedure has to satisfy: the formulas at its cut points.
type annotation struct {
	at      map[ir.Loc]term.Term
	excl    bool // they are what is excluded, and executions end at errors; otherwise invariants, and no error must be reached
	subject string
}

// invariants are what must hold at locations of f.
func (g *generator) invariants(f *ir.Func) annotation {
	a := annotation{at: map[ir.Loc]term.Term{}, subject: "the invariant"}
	for _, l := range f.Locs {
		if t, ok := g.proof.At[l]; ok && (g.proof.Kind != Summaries || l != f.Exit) {
			a.at[l] = t
		} else if l == f.Exit && g.proof.Kind == Contracts && g.called[f] {
			a.at[l] = term.Term{}
		}
	}
	return a
}

// procedure hands out the conditions of the cut points of f: from each, its invariant and the paths to the next ones, where theirs have to
// hold, and to errors, which must not be reached.
func (g *generator) procedure(f *ir.Func, a annotation) {
	cut := g.cutPoints(f, a)
	for _, x := range flat(sorted([]ir.Loc{f.Entry}, g.next(nil))) {
		t := a.at[x.loc]
		if !cut[x.loc] || !t.Valid() || t.IsFalse() || g.p.Locs[x.loc].IsGoal() {
			continue // nothing begins here
		}
		b := g.newPaths(f, a, x.loc)
		b.nodes[0].say(b.here(t, 0))
		b.source = b.st.Import(t)
		b.leaving(cut)
		b.yieldGoals()
	}
}

// leaving adds the goals of executions that leave the first node: at the next cut points, and that no error comes before.
func (b *paths) leaving(cut map[ir.Loc]bool) {
	src := b.nodes[0].loc
	from := "from " + b.place(src) + ", "
	b.leave(0)
	for _, x := range sorted(b.next(nil)(src), b.next(cut)) {
		if n, ok := b.join(x.loc); ok && cut[x.loc] {
			b.must(b.here(b.a.at[x.loc], n), n, from+b.a.subject+" of "+b.place(x.loc)+" holds")
		} else if ok {
			b.leave(n)
		}
	}
	if len(b.pending[anError]) > 0 && !b.a.excl {
		b.noError(from)
	}
}
