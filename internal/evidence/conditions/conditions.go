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
//	unrolled.go    loops that are executed round by round
//	execution.go   a proof that is an execution, or begins with one, from checkpoint to checkpoint
package conditions

import (
	"errors"
	"fmt"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// Proof is what is said of a program. Formulas are over variables that have the names of the program's; x@ is the value of x where
// its procedure was entered, x' that where it is left.
type Proof struct {
	Kind     Kind
	At       map[ir.Loc]term.Term // invariants; of Summaries what is safe
	Excludes map[ir.Loc]term.Term // of Summaries
	Bound    []string             // integers for all of whose values the invariants hold
	Rounds   int                  // of Unrolled: of each loop that has no invariant

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
)

// Condition is that a goal does not hold where all the facts do.
type Condition struct {
	About string // the places that it is about
	Facts []term.Term
	Goal  term.Term
}

// ErrOpen is the error of a proof that may be one, but of which this package makes no conditions.
var ErrOpen = errors.New("there are no conditions of this proof")

// Of lists the conditions of a proof of p, which ir.Check is content with. If all of them are impossible, no execution of p reaches an error. An error says that it is
// no proof of p; ErrOpen that it may be one.
func Of(p *ir.Program, proof Proof) (list []Condition, err error) {
	err = Each(p, proof, func(c Condition) error {
		list = append(list, c)
		return nil
	})
	return list, err
}

// Each hands out the conditions of Of one after the other, those of an execution as it goes on. An error of yield ends that, and is returned.
func Each(p *ir.Program, proof Proof, yield func(Condition) error) error {
	g := &generator{
		p: p, proof: proof, vars: map[string]*ir.Var{},
		callees: map[*ir.Func][]*ir.Func{}, changes: map[*ir.Func]map[*ir.Var]bool{},
	}
	p.AllVars(func(v *ir.Var) { g.vars[v.Name] = v })
	if err := g.reach(); err != nil {
		return err
	}
	for _, name := range proof.Bound {
		if g.vars[name] != nil || name == "" {
			return fmt.Errorf("the bound variable %q is one of the program", name)
		}
	}
	if len(g.callees) > 0 && (proof.Kind == Invariants || proof.Kind == Unrolled || proof.Kind == Prefix) {
		return fmt.Errorf("a proof without contracts of a program with calls")
	}
	if err := g.wellFormed(); err != nil {
		return err
	}
	var list []Condition
	switch proof.Kind {
	case Execution, Prefix:
		return g.execution(yield)
	case Unrolled:
		var err error
		if list, err = g.unrolled(); err != nil {
			return err
		}
	default:
		for _, f := range g.funcs {
			if f == p.Main {
				list = append(list, g.initiation())
			}
			list = append(list, g.procedure(f, g.invariants(f))...)
			if proof.Kind == Summaries {
				list = append(list, g.procedure(f, g.exclusions(f))...)
			}
		}
	}
	return each(list, yield)
}

func each(list []Condition, yield func(Condition) error) error {
	for _, c := range list {
		if err := yield(c); err != nil {
			return err
		}
	}
	return nil
}

type generator struct {
	p       *ir.Program
	proof   Proof
	vars    map[string]*ir.Var
	funcs   []*ir.Func
	callees map[*ir.Func][]*ir.Func
	changes map[*ir.Func]map[*ir.Var]bool // what a function, or what it calls, may change
}

// called says that something may call f.
func (g *generator) called(f *ir.Func) bool {
	return f != g.p.Main || slices.ContainsFunc(g.funcs, func(by *ir.Func) bool { return slices.Contains(g.callees[by], f) })
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

// annotation is what one procedure has to satisfy: the formulas at its cut points, and what calls need and give.
type annotation struct {
	at      map[ir.Loc]term.Term
	errors  bool // errors must not be reached; otherwise executions end there
	excl    bool // it is about what procedures exclude
	subject string
}

// invariants are what must hold at locations of f.
func (g *generator) invariants(f *ir.Func) annotation {
	a := annotation{at: map[ir.Loc]term.Term{}, errors: true, subject: "the invariant"}
	for _, l := range f.Locs {
		if t, ok := g.proof.At[l]; ok && (g.proof.Kind != Summaries || l != f.Exit) {
			a.at[l] = t
		} else if l == f.Exit && g.proof.Kind == Contracts && g.called(f) {
			a.at[l] = term.Term{}
		}
	}
	return a
}

// initiation is that the invariant of the entry holds at first.
func (g *generator) initiation() Condition {
	entry := g.p.Main.Entry
	b := g.newPaths(g.p.Main, annotation{})
	b.start(entry)
	b.goal(0, fmt.Sprintf("initially the invariant of %s holds", g.place(entry)), b.not(g.proof.At[entry], b.here(0)))
	return b.conditions()[0]
}

// procedure lists the conditions of the cut points of f: from each, its invariant and the paths to the next ones, where theirs have to
// hold, and to errors, which must not be reached.
func (g *generator) procedure(f *ir.Func, a annotation) []Condition {
	cuts := cutPoints(g.p, f, a)
	var list []Condition
	for _, src := range cuts.order {
		if t := a.at[src]; !t.Valid() || t.IsFalse() || g.p.Locs[src].IsGoal() {
			continue // nothing begins here
		}
		b := g.newPaths(f, a)
		b.start(src)
		inv := b.in(a.at[src], b.here(0))
		b.nodes[0].facts = append(b.nodes[0].facts, fact{f: inv})
		b.source = b.st.Import(a.at[src])
		b.leaving(cuts)
		list = append(list, b.conditions()...)
	}
	return list
}

// leaving adds the goals of executions that leave the first node: at the next cut points, and that no error comes before.
func (b *paths) leaving(cuts *cuts) {
	src := b.nodes[0].loc
	from := "from " + b.place(src) + ", "
	var broken []term.Term // errors that are reached
	var at []int
	for i, l := range cuts.between(src) {
		if i == 0 {
			b.leave(0)
			continue
		}
		n, ok := b.join(l)
		switch {
		case !ok:
		case b.p.Locs[l].IsGoal():
			if b.a.errors {
				broken, at = append(broken, b.nodes[n].reach), append(at, n)
			}
		case cuts.is[l]:
			if bad := b.st.And(b.nodes[n].reach, b.not(b.a.at[l], b.here(n))); !bad.IsFalse() {
				b.goal(n, from+b.a.subject+" of "+b.place(l)+" holds", bad)
			}
		default:
			b.leave(n)
		}
	}
	if len(broken) > 0 {
		b.goals = append(b.goals, goal{at, from + "no error is reached", b.st.Or(broken...)})
	}
}
