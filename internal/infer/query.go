package infer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/harness"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/logic/num"
)

// with is the program with clauses about its entry.
func (s *search) with(clauses ...string) *prepare.Program {
	return s.asked(s.prog.Options(), clauses)
}

func (s *search) asked(o cfront.Options, clauses []string) *prepare.Program {
	p := prepare.New(o, nil, s.prog.Names()...)
	if sources, err := s.prog.Sources(); err == nil {
		for _, src := range sources {
			p.Give(src.Name, src.Text)
		}
	}
	if len(clauses) > 0 {
		p.Give(s.contract.place.file, s.contract.place.with(clauses...))
	}
	return p
}

// question begins a question: its context ends after the processor time that it may take, and after much more time whatever has been done in it.
func (s *search) question(ctx context.Context) (context.Context, context.CancelFunc) {
	s.contract.Asked++
	ctx, end := context.WithCancelCause(ctx)
	ctx, cancel := context.WithTimeout(ctx, wallPerProcessor*s.opts.Query)
	begun := limit.ProcessorUsed()
	most := min(s.opts.Query, s.opts.Time-(begun-s.begun))
	go func() {
		ticks := time.NewTicker(10 * time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				if limit.ProcessorUsed()-begun > most {
					end(limit.ErrProcessor)
				}
			}
		}
	}()
	return ctx, func() { cancel(); end(nil) }
}

// wallPerProcessor is how much time may pass for the processor time of a question, on a machine that others use.
const wallPerProcessor = 10

// ask asks whether the function goes wrong in a call that clauses hold in.
func (s *search) ask(ctx context.Context, clauses []string) (*run.Result, error) {
	ctx, cancel := s.question(ctx)
	defer cancel()
	return run.Verify(ctx, s.with(clauses...), s.opts.Run)
}

// narrow leaves out the properties that cannot be decided by themselves where clauses hold; false if that are all, or none.
func (s *search) narrow(ctx context.Context, clauses []string) (bool, error) {
	o := s.prog.Options()
	var rest, left []string
	for _, name := range o.Properties {
		of := o
		of.Properties = []string{name}
		one, cancel := s.question(ctx)
		r, err := run.Verify(one, s.asked(of, clauses), s.opts.Run)
		cancel()
		var mistake *cfront.Error
		switch {
		case errors.As(err, &mistake): // a program without an error location
		case err != nil:
			return false, err
		case r.Verdict == verdict.Unknown:
			left = append(left, name)
			continue
		}
		rest = append(rest, name)
	}
	if len(left) == 0 || len(rest) == 0 || ctx.Err() != nil {
		return false, nil
	}
	s.contract.Left = append(s.contract.Left, left...)
	o.Properties = rest
	s.prog = s.prog.With(o)
	var excluded []state
	var by []string
	for i, st := range s.excluded {
		if !slices.Contains(left, s.by[i]) {
			excluded, by = append(excluded, st), append(by, s.by[i])
		}
	}
	s.excluded, s.by = excluded, by
	return true, nil
}

// ends asks whether a call that clauses hold in comes to an end.
func (s *search) ends(ctx context.Context, clauses ...string) (*run.Result, error) {
	ctx, cancel := s.question(ctx)
	defer cancel()
	o := s.prog.Options()
	if s.endless() { // the ends are those of any property that makes no call of a function an error
		o.Properties = []string{"div-by-zero"}
	}
	return run.Ends(ctx, s.asked(o, clauses), s.opts.Run)
}

// proved says that r proves the function where clauses hold, in some call at least.
func (s *search) proved(ctx context.Context, r *run.Result, clauses []string) (bool, error) {
	if r.Verdict != verdict.True || r.Vacuous != "" || !s.endless() {
		return r.Verdict == verdict.True && r.Vacuous == "", nil
	}
	end, err := s.ends(ctx, clauses...)
	return err == nil && end.Verdict == verdict.False, err
}

// sure says why it is not known that each call which clauses hold in goes wrong, though none of them comes to an end, which end is the proof of;
// "": it is.
func (s *search) sure(ctx context.Context, end *run.Result, clauses ...string) (why string, err error) {
	if why = guessed(end.Notes); why != "" {
		return why, nil
	}
	if slices.ContainsFunc(end.Notes, func(n ir.Note) bool { return n.Aspect == ir.AboutDepth }) {
		o := s.prog.Options()
		o.Environment.Depth = cmp.Or(o.Environment.Depth, harness.DefaultDepth) + 1
		one, cancel := s.question(ctx)
		r, err := run.Ends(one, s.asked(o, clauses), s.opts.Run)
		cancel()
		if err != nil || r.Verdict != verdict.True {
			return "pointers that are farther away are taken to be null", err
		}
	}
	if o := s.prog.Options(); o.Environment.Lengths == harness.LengthsByName && aboutSizes(end.Notes) {
		o.Environment.Lengths = harness.LengthsMany
		one, cancel := s.question(ctx)
		r, err := run.Ends(one, s.asked(o, clauses), s.opts.Run)
		cancel()
		if err != nil || r.Verdict != verdict.True {
			return sizesGuessed, err
		}
	}
	if s.endless() {
		return "", nil
	}
	return s.loops(ctx, clauses...)
}

// termination is the property that each execution ends.
const termination = "termination"

// endless says that going on for ever is what goes wrong. The property comes alone.
func (s *search) endless() bool { return slices.Contains(s.prog.Options().Properties, termination) }

// causes sets for which of the properties that are known to be violated each call goes wrong.
func (s *search) causes(ctx context.Context, first *run.Result) error {
	list := []string{first.Trace.Goal.Property}
	for _, e := range s.contract.Errors {
		if !slices.Contains(list, e.Property) {
			list = append(list, e.Property)
		}
	}
	for _, name := range list {
		o := s.prog.Options()
		o.Properties = slices.DeleteFunc(slices.Clone(o.Properties), func(p string) bool { return p == name })
		one, cancel := s.question(ctx)
		r, err := run.Ends(one, s.prog.With(o), s.opts.Run)
		cancel()
		if err != nil {
			return err
		}
		if r.Verdict == verdict.False {
			s.contract.Causes = append(s.contract.Causes, name)
		}
	}
	if s.contract.Causes == nil {
		s.contract.Causes = list
	}
	return nil
}

// loops says why calls that clauses hold in may go on for ever; "" if none does.
func (s *search) loops(ctx context.Context, clauses ...string) (why string, err error) {
	p := s.with(clauses...)
	q, err := p.Inlined(ctx)
	if err != nil {
		return "", err
	}
	if !slices.ContainsFunc(q.Locs, func(l *ir.LocInfo) bool { return l != nil && l.Loop }) {
		return "", nil // and no recursion is left where nothing came to a limit
	}
	o := s.prog.Options()
	o.Properties = []string{termination}
	ctx, cancel := s.question(ctx)
	defer cancel()
	r, err := run.Verify(ctx, s.asked(o, clauses), s.opts.Run)
	switch {
	case err != nil:
		return "", err
	case r.Verdict == verdict.True:
		return "", nil
	}
	return "whether each call outside of it goes wrong, and not on for ever, could not be decided", nil
}

// exclude adds the state that an execution which goes wrong begins with; false if it is among them already, so that nothing is learned.
func (s *search) exclude(ctx context.Context, r *run.Result) bool {
	list, st, ok := s.state(ctx, r)
	s.guesses = s.guesses || s.blind != sizesGuessed && sizeGuessed(r)
	if !ok || known(s.words, s.excluded, st) {
		s.contract.Why = "what excludes the calls that go wrong cannot be said of what the function is given"
		return false
	}
	for _, w := range s.words {
		w.matters = w.matters || slices.ContainsFunc(list, func(x *word) bool { return x.name == w.name && x.matters })
	}
	s.excluded, s.by = append(s.excluded, st), append(s.by, r.Trace.Goal.Property)
	s.apart()
	return true
}

// allow adds the state that an execution which ends begins with.
func (s *search) allow(ctx context.Context, r *run.Result) bool {
	if r.Verdict != verdict.False {
		return false
	}
	_, st, ok := s.state(ctx, r)
	if !ok || known(s.words, s.allowed, st) {
		s.blind = "which calls go well cannot be said of what the function is given"
		return false
	}
	s.allowed = append(s.allowed, st)
	s.apart()
	return true
}

// apart takes states for excluded from which some executions go wrong and others do not.
func (s *search) apart() {
	s.allowed = slices.DeleteFunc(s.allowed, func(st state) bool {
		both := known(s.words, s.excluded, st)
		if both {
			s.blind = "some calls go wrong or well depending on more than can be said of what the function is given"
		}
		return both
	})
}

func known(words []*word, list []state, st state) bool {
	key := st.key(words)
	return slices.ContainsFunc(list, func(x state) bool { return x.key(words) == key })
}

// state is what the execution of a result begins with. Words that have not been seen yet are new ones, if they have a meaning where the
// contract stands.
func (s *search) state(ctx context.Context, r *run.Result) (list []*word, st state, ok bool) {
	list, st = words(explain.Entry(r.Program, r.Trace))
	var fresh []*word
	for _, w := range list {
		if !s.seen[w.name] {
			s.seen[w.name] = true
			fresh = append(fresh, w)
		}
	}
	s.words = append(s.words, s.legible(ctx, fresh)...)
	for _, w := range s.words {
		w.through = slices.DeleteFunc(leads(w.name), func(p string) bool {
			return !strings.ContainsAny(p, ".>*") || !slices.ContainsFunc(s.words, func(x *word) bool { return x.name == p })
		})
	}
	return list, st, len(s.words) > 0
}

// legible are those of some words that the front end takes in a clause.
func (s *search) legible(ctx context.Context, list []*word) []*word {
	reads := func(words []*word) bool {
		var clauses []string
		for _, w := range words {
			clauses = append(clauses, w.name+" == "+w.name)
		}
		p, err := s.with(clauses...).Read(ctx)
		var mistake *cfront.Error
		return err == nil && p != nil || err != nil && !errors.As(err, &mistake)
	}
	if len(list) > 0 && !reads(list) {
		list = slices.DeleteFunc(list, func(w *word) bool { return !reads([]*word{w}) })
	}
	return list
}

// constantsOf are the constants that a program computes with, outside of models of the library.
func constantsOf(p *ir.Program) (list []num.Int) {
	seen := map[string]bool{}
	for _, e := range p.Edges {
		if e == nil || e.Pos.InModel() || p.Environment != nil && e.Pos.File == p.Environment.Name() {
			continue
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.IsConst() && x.Type.Kind == ir.Integer && !seen[x.Val.String()] && len(list) < maxConstants {
					seen[x.Val.String()] = true
					list = append(list, x.Val)
				}
				return true
			})
		})
	}
	return list
}

const maxConstants = 60
