// Package infer finds what callers of a function have to guarantee: a precondition under which the function is proved, and outside of
// which each call goes wrong.
//
//	infer.go   Infer: questions to the verifier, and what is learned from its answers
//	query.go   the questions
//	length.go  errors that may be none, since objects are longer than it is guessed
//	branch.go  branches from which each execution goes wrong
//	blame.go   errors that no contract excuses
//	learn.go   conjunctions that tell executions that go wrong from others
//	atom.go    the conditions that they are made of
//	state.go   what an execution begins with
//	place.go   where clauses go in the text
//	annotate.go the text with the contract and invariants
//	header.go  the clauses in front of a function there: what it assigns and returns, and how much pointers lead to
//	loops.go   the clauses in front of its loops: invariants, what they assign, variants
//
// Each question is an ordinary verification of the file with clauses in it, so that each answer is certified. What is learned is only
// a guess until it is asked about: nothing in this package has to be right for a contract to be.
package infer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/harness"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/logic/num"
)

// Class says what is known of a contract.
type Class string

const (
	// Necessary: the function is proved under the contract, and from each state outside of it that the surroundings have each execution
	// goes wrong: no call outside of it ever returns.
	Necessary Class = "necessary"
	// Sufficient: the function is proved under the contract. There may be calls outside of it that go well.
	Sufficient Class = "sufficient"
	// Open: no contract was found.
	Open Class = "open"
)

// Options say how to look; the zero value is the recommended one.
type Options struct {
	Run   run.Options   // of each question
	Query time.Duration // processor time of this process for one question; 0 is DefaultQuery
	Time  time.Duration // likewise, for all; 0 is DefaultTime
	Asked int           // questions at most; 0 is DefaultAsked
	// Errors: the places where the function goes wrong are listed.
	Errors bool
}

const (
	DefaultQuery = 2 * time.Second
	DefaultTime  = 15 * time.Second
	DefaultAsked = 150
	maxUndecided = 3 // guesses that cannot be decided, before one is proved
)

// Contract is what was found.
type Contract struct {
	Function cfront.Function
	Class    Class
	Clauses  []Clause // none of a function that goes wrong in no call, or, if Never is set, in each
	Never    bool     // no state satisfies the contract: each call goes wrong
	Why      string   // what is not known, of contracts that are not Necessary
	Proof    *run.Result
	Left     []string  // properties that are left out, since they could not be decided
	Notes    []ir.Note // what the proof takes for granted
	Errors   []Error   // if they were asked for
	Causes   []string  // if Never is set: the properties without which some call would end, or all that are known to be violated
	Asked    int       // questions

	Program *prepare.Program // the program with the contract in its text
	place   place
}

// Clause is a conjunct.
type Clause struct {
	Text  string      // in C
	Needs *run.Result // an execution that goes wrong without it; nil: none was found

	without *prepare.Program // the program with the other clauses
	bytes   int              // of these in its text
}

// ACSL is the contract as a comment for the line before the function.
func (c *Contract) ACSL() string {
	var list []string
	for _, x := range c.texts() {
		list = append(list, "requires "+unbounded(x))
	}
	return "/*@ " + strings.Join(list, "; ") + "; */"
}

// CProver are the clauses of the contract in the words of CBMC.
func (c *Contract) CProver() string {
	return "__CPROVER_requires(" + strings.Join(c.texts(), ") __CPROVER_requires(") + ")"
}

// Confirm has a C compiler run the execution that needs the i-th clause. The program is really run.
func (c *Contract) Confirm(ctx context.Context, i int, lim replay.Limits) (replay.Outcome, error) {
	x := c.Clauses[i]
	o := x.without.Options()
	o.Define = append(slices.Clip(o.Define), "__CPROVER_requires(clause)=") // no compiler knows it
	return replay.Run(ctx, replay.Program{IR: x.Needs.Program, Options: o, Sources: x.Needs.Sources}, x.Needs.Trace, lim)
}

func (c *Contract) texts() (list []string) {
	for _, x := range c.Clauses {
		list = append(list, x.Text)
	}
	return list
}

// Infer finds a contract for the entry of the options of prog. The error is that of a program that cannot be read.
func Infer(ctx context.Context, prog *prepare.Program, opts Options) (*Contract, error) {
	opts.Query, opts.Time, opts.Asked = cmp.Or(opts.Query, DefaultQuery), cmp.Or(opts.Time, DefaultTime), cmp.Or(opts.Asked, DefaultAsked)
	s, err := newSearch(ctx, prog, opts)
	if err != nil {
		return nil, err
	}
	err = s.find(ctx)
	if why, left := s.contract.Why, s.contract.Left; err == nil && s.longer() {
		if err = s.find(ctx); s.contract.Class == Open {
			s.contract.Why, s.contract.Left = why, left
		}
	}
	return s.contract, err
}

// longer begins again with more where pointers lead, if there was no contract and it is a guess how much there is; else false. Such a contract is sufficient at most.
func (s *search) longer() bool {
	o := s.whole.Options()
	if c := s.contract; c.Class != Open || c.place.file == "" || !s.guesses || o.Environment.Lengths != harness.LengthsByName || limit.ProcessorUsed()-s.begun > s.opts.Time {
		return false
	}
	o.Environment.Lengths = harness.LengthsMany
	s.opts.Errors = false // they have been found
	s.contract.Why, s.contract.Left = "", nil
	prog := s.whole.With(o)
	*s = search{opts: s.opts, begun: s.begun, prog: prog, whole: prog, seen: map[string]bool{}, contract: s.contract, blind: sizesGuessed}
	return true
}

// search is one run of Infer.
type search struct {
	opts     Options
	prog     *prepare.Program // with the properties that are not left out
	whole    *prepare.Program
	contract *Contract
	begun    time.Duration // the processor time before

	words     []*word
	seen      map[string]bool // names of words, also of those that have no meaning in a clause
	constants []num.Int
	allowed   []state  // from which some execution comes to an end
	excluded  []state  // from which some execution goes wrong
	by        []string // which property each of them violates
	ending    *string  // why calls may go on for ever; nil: this was not asked yet
	blind     string   // why the contract cannot be necessary; "": it can
	guesses   bool     // some execution goes wrong outside of an object of which it is a guess how long it is
}

func newSearch(ctx context.Context, prog *prepare.Program, opts Options) (*search, error) {
	c := prog.Options()
	sources, err := prog.Sources()
	if err != nil {
		return nil, err
	}
	for _, src := range sources {
		if !slices.Contains(prog.Names(), src.Name) {
			continue
		}
		files := cfront.NewFiles(nil)
		for _, s := range sources {
			files.Give(s.Name, s.Text)
		}
		list, err := cfront.Functions(ctx, c, files, src.Name)
		if err != nil {
			return nil, err
		}
		for _, f := range list {
			if f.Name != c.Entry {
				continue
			}
			text := src.Text
			if f.Pos.File != src.Name {
				if text, err = files.Read(f.Pos.File); err != nil {
					return nil, err
				}
			}
			s := &search{opts: opts, begun: limit.ProcessorUsed(), prog: prog, whole: prog, seen: map[string]bool{}, contract: &Contract{Function: f, Class: Open, Program: prog}}
			s.contract.place, err = placeOf(string(text), f.Name, f.Pos)
			if err != nil {
				s.contract.Why = err.Error()
			}
			return s, nil
		}
	}
	if _, err := prog.Read(ctx); err != nil { // which says what is there instead
		return nil, err
	}
	return nil, fmt.Errorf("no file defines the function %s", c.Entry)
}

// find sets the contract.
func (s *search) find(ctx context.Context) error {
	c := s.contract
	first, err := s.ask(ctx, nil)
	if err == nil && first.Verdict == verdict.Unknown {
		if narrower, wrong := s.narrow(ctx, nil); wrong != nil {
			return wrong
		} else if narrower {
			first, err = s.ask(ctx, nil)
		}
	}
	switch {
	case err != nil:
		return err
	case first.Verdict == verdict.True:
		c.Class, c.Proof, c.Notes, c.Why = Necessary, first, first.Notes, s.blind
		if c.Why != "" {
			c.Class = Sufficient
		}
		return nil
	case first.Verdict != verdict.False:
		c.Why = "whether the function goes wrong could not be decided: " + string(first.Reason)
		return nil
	}
	if s.opts.Errors {
		if err := s.errors(ctx, first); err != nil {
			return err
		}
	}
	if c.Why != "" {
		return nil
	}
	s.exclude(ctx, first)
	end, err := s.ends(ctx)
	if err != nil {
		return err
	}
	if end.Verdict == verdict.True {
		return s.always(ctx, first, end)
	}
	s.allow(ctx, end)
	s.constants = constantsOf(first.Program)
	f, proof, err := s.learn(ctx)
	if err == nil && (proof == nil || s.blind != "") {
		f, proof, err = s.simple(ctx, f, proof)
	}
	if err != nil || proof == nil {
		c.Why = cmp.Or(c.Why, s.blind)
		return err
	}
	return s.settle(ctx, f, proof)
}

// always sets the contract of a function of which no execution comes to an end, if each goes wrong.
func (s *search) always(ctx context.Context, first, end *run.Result) error {
	c := s.contract
	c.Clauses = []Clause{{Text: "0", Needs: first, without: s.prog}}
	why, err := s.sure(ctx, end)
	if err != nil {
		return err
	}
	if why == "" {
		guess := sizeGuessed(first)
		if !guess {
			if guess, err = s.byLength(ctx, s.prog, first); err != nil {
				return err
			}
		}
		if guess {
			why = sizesGuessed
		}
	}
	why, s.guesses = cmp.Or(why, s.blind), why == sizesGuessed
	c.Never, c.Class, c.Why, c.Notes = why == "", Necessary, why, first.Notes
	if why != "" {
		c.Class, c.Clauses = Open, nil
		return nil
	}
	return s.causes(ctx, first)
}

// learn asks about what it guesses until a guess is proved, and, if that can be, no call outside of it ends. proof is nil if nothing is found.
func (s *search) learn(ctx context.Context) (f formula, proof *run.Result, err error) {
	c := s.contract
	var best formula // the last guess that was proved
	unknowns := 0
	undecided := map[string]bool{} // atoms of guesses that could not be decided
	for {
		g := newGrammar(s.words, s.constants)
		g.aside = undecided
		f, ok := g.learn(s.allowed, s.excluded)
		if !ok && s.blind == "" && len(s.allowed) > 0 && best == nil {
			s.blind = "the conditions that are tried do not tell all calls that go wrong from those that go well"
			s.allowed = s.allowed[:1]
			continue
		}
		switch {
		case !ok && best != nil:
			s.blind = "the conditions that are tried do not tell all calls that go wrong from those that go well"
			return best, proof, nil
		case !ok:
			c.Why = "the conditions that are tried do not tell the calls that go wrong from others"
			return nil, nil, nil
		case c.Asked >= s.opts.Asked || limit.ProcessorUsed()-s.begun > s.share(): // the rest is for simple and settle
			if best != nil {
				s.blind = "not all calls outside of it were looked at"
				return best, proof, nil
			}
			c.Why = "in the time that there was no guess was proved"
			return nil, nil, nil
		}
		r, err := s.ask(ctx, f.clauses())
		if err != nil {
			return nil, nil, err
		}
		switch r.Verdict {
		case verdict.False:
			if !s.exclude(ctx, r) {
				return best, proof, nil
			}
			continue
		case verdict.Unknown:
			if best == nil {
				if narrower, err := s.narrow(ctx, f.clauses()); err != nil || narrower {
					if err != nil {
						return nil, nil, err
					}
					continue
				}
				if unknowns++; unknowns < maxUndecided && ctx.Err() == nil && f.add(undecided) {
					continue
				}
				c.Why = "under " + strings.Join(f.clauses(), " && ") + " the function could not be proved: " + string(r.Reason)
			} else {
				s.blind = "a weaker guess could not be proved: " + string(r.Reason)
			}
			return best, proof, nil
		}
		switch ok, err := s.proved(ctx, r, f.clauses()); {
		case err != nil:
			return nil, nil, err
		case ok:
			best, proof = f, r
		case s.endless(): // what is outside of f says nothing of best
			c.Why, s.blind = "no call was found that ends", "of a weaker guess no call was found that ends"
			return best, proof, nil
		}
		if s.blind != "" && s.blind != sizesGuessed { // of guessed sizes there may be weaker ones still
			return best, proof, nil
		}
		end, err := s.ends(ctx, "!("+conjunction(f.clauses())+")")
		switch {
		case err != nil:
			return nil, nil, err
		case end.Verdict == verdict.False:
			if !s.allow(ctx, end) {
				return best, proof, nil
			}
		case end.Verdict == verdict.Unknown:
			s.blind = "whether a call outside of it ends could not be decided: " + string(end.Reason)
			return best, proof, nil
		default:
			why, err := s.sure(ctx, end, "!("+conjunction(f.clauses())+")")
			s.blind = cmp.Or(s.blind, why)
			return best, proof, err
		}
	}
}

// share is how much of the time learning may take: less where it may be begun again.
func (s *search) share() time.Duration {
	if s.guesses {
		return s.opts.Time / 3
	}
	return s.opts.Time * 3 / 4
}

const (
	maxNumbers = 5 // conditions on numbers in a formula: nobody reads more
	readable   = 3 // likewise, in one that is not looked for again
	simpler    = 6 // guesses of simple
)

// simple looks for a formula that is proved and that people can read, where none was proved, or f, which excludes calls that go well: that pointers are not null,
// or else what excludes the calls that go wrong for the least cost, whatever else it excludes.
func (s *search) simple(ctx context.Context, f formula, proof *run.Result) (formula, *run.Result, error) {
	pointers := func(w *word) bool { return w.typ.Kind == ir.Pointer }
	if proof != nil && f.numbers() <= readable && slices.ContainsFunc(f, func(c clause) bool {
		return slices.ContainsFunc(c, func(a *atom) bool { return slices.ContainsFunc(a.words, pointers) })
	}) {
		return f, proof, nil
	}
	for _, all := range []bool{false, true} {
		if all && proof != nil && f.numbers() <= readable {
			break
		}
		for range simpler {
			g := newGrammar(s.words, s.constants)
			if !all {
				g.words = slices.DeleteFunc(slices.Clone(s.words), func(w *word) bool { return !pointers(w) })
			}
			guess, ok := g.learn(s.allowed[:min(len(s.allowed), 1)], s.excluded)
			if !all {
				guess, ok = g.learn(nil, s.excluded)
			}
			if !ok || guess.numbers() > maxNumbers || all && proof != nil && guess.numbers() >= f.numbers() || limit.ProcessorUsed()-s.begun > s.opts.Time {
				break
			}
			r, err := s.ask(ctx, guess.clauses())
			if err != nil {
				return nil, nil, err
			}
			if r.Verdict == verdict.False && s.exclude(ctx, r) {
				continue
			}
			if ok, err := s.proved(ctx, r, guess.clauses()); err != nil || ok {
				s.blind = cmp.Or(s.blind, s.contract.Why)
				return guess, r, err
			}
			break
		}
	}
	return f, proof, nil
}

// settle leaves out what is not needed of a formula that is proved, and sets the contract.
func (s *search) settle(ctx context.Context, f formula, proof *run.Result) error {
	c := s.contract
	for i := len(f) - 1; i >= 0; i-- {
		rest := f.without(i)
		r, err := s.ask(ctx, rest.clauses())
		if err != nil {
			return err
		}
		text := f.clauses()[i]
		switch {
		case r.Verdict == verdict.True && r.Vacuous == "":
			f, proof = rest, r
			continue
		case r.Verdict == verdict.False:
			c.Clauses = append(c.Clauses, Clause{Text: text, Needs: r, without: s.with(rest.clauses()...),
				bytes: len(c.place.with(rest.clauses()...)) - len(c.place.text)})
		default:
			c.Clauses = append(c.Clauses, Clause{Text: text})
		}
	}
	slices.Reverse(c.Clauses)
	c.Class, c.Why, c.Proof, c.Notes = Sufficient, s.blind, proof, proof.Notes
	if c.Why == "" && slices.ContainsFunc(c.Clauses, func(x Clause) bool { return x.Needs != nil && sizeGuessed(x.Needs) }) {
		c.Why = sizesGuessed
	}
	if c.Why == "" {
		c.Class = Necessary
	}
	c.Program = s.with(c.texts()...)
	if s.opts.Errors {
		return s.blame(ctx, f)
	}
	return nil
}

func conjunction(clauses []string) string {
	if len(clauses) == 0 {
		return "1"
	}
	return "(" + strings.Join(clauses, ") && (") + ")"
}
