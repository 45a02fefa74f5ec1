package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// answer is the last answer of check-sat, and what it was about. The zero value is none.
type answer struct {
	status  string // "sat", "unsat", "unknown" or ""
	why     string // if unknown
	model   *model // if sat
	core    []term.Term
	held    []*assertion // assertions that were assumed
	assumed []term.Term
	texts   []string // of assumed, as they were written
}

// reason is what get-info :reason-unknown answers.
func (a answer) reason() string {
	switch a.why {
	case "timeout":
		return a.why
	case "memory":
		return "memout"
	}
	return "(incomplete " + quoted(strings.TrimPrefix(a.why, "incomplete: ")) + ")"
}

// question answers a command that changes nothing.
func (in *Interpreter) question(c *smtlib.Command) error {
	switch c.Name {
	case "check-sat", "check-sat-assuming":
		return in.checkSat(c)
	case "get-value":
		return in.getValue(c)
	case "get-model":
		m, err := in.model()
		if err != nil {
			return err
		}
		in.printModel(m)
	case "get-assignment":
		return in.getAssignment()
	case "get-assertions":
		return in.getAssertions()
	case "get-unsat-core":
		return in.getUnsatCore()
	case "get-unsat-assumptions":
		return in.getUnsatAssumptions()
	case "get-interpolants":
		return in.getInterpolants(c)
	case "get-interpolant":
		return in.getInterpolant(c)
	case "get-proof":
		return in.getProof()
	case "simplify", "get-qe":
		ctx, cancel := in.limit()
		defer cancel()
		fs, err := in.plain(ctx, c.Terms)
		if err != nil {
			return err
		}
		if err := in.writable(fs); err != nil {
			return err
		}
		in.say("%s", in.text(fs[0]))
	default:
		return problemf("%s is not supported", c.Name)
	}
	return nil
}

// checkSat decides the assertions, with assumptions if there are any.
func (in *Interpreter) checkSat(c *smtlib.Command) error {
	in.begun = true
	ctx, cancel := in.limit()
	defer cancel()
	in.last = answer{assumed: c.Terms}
	if len(c.Args) == 1 {
		for _, a := range c.Args[0].List {
			in.last.texts = append(in.last.texts, a.String())
		}
	}
	var assume []term.Term
	in.asserted(func(a *assertion) {
		if a.held {
			in.last.held = append(in.last.held, a)
			assume = append(assume, a.f)
		}
	})
	assume = append(assume, c.Terms...)
	ans := in.solver.Check(ctx, assume...)
	if in.opts.minimal && ans.Status == smt.Unsat {
		ans.Core = in.minimize(ctx, ans.Core)
	}
	if d, ok := ctx.(*countdown); ok && ans.Status == smt.Unknown && d.left == 0 {
		ans.Reason = string(errResources)
	}
	in.accept(ctx, ans, assume)
	in.stats.checks++
	switch in.last.status {
	case "sat":
		in.stats.sat++
	case "unsat":
		in.stats.unsat++
	default:
		in.stats.unknown++
		if in.opts.verbosity > 0 {
			fmt.Fprintf(in.diagnostics, "line %d: unknown: %s\n", c.Line, in.last.why)
		}
	}
	in.say("%s", in.last.status)
	want := in.status
	in.status = ""
	if in.cfg.Check && (want == "sat" || want == "unsat") && in.last.status != "unknown" && in.last.status != want {
		return problemf("the answer is %s, but :status says %s", in.last.status, want)
	}
	return nil
}

// accept checks the evidence in ans and makes it the last answer.
func (in *Interpreter) accept(ctx context.Context, ans smt.Answer, assume []term.Term) {
	l := &in.last
	l.status, l.why = ans.Status.String(), ans.Reason
	switch ans.Status {
	case smt.Unsat:
		l.core = ans.Core
		if in.cfg.Check {
			in.checkCore(ctx, assume, ans.Core)
			in.replay(ctx)
		}
	case smt.Sat:
		for _, level := range in.levels {
			if level.refused != "" {
				l.status, l.why = "unknown", "incomplete: a command was refused: "+level.refused
				return
			}
		}
		all := slices.Clone(assume)
		in.asserted(func(a *assertion) { all = append(all, a.f) })
		points := slices.Clone(all)
		for _, lemma := range in.solver.Lemmas() {
			points = append(points, in.solver.Names(lemma.Says))
		}
		l.model = in.makeModel(ans.Model, points)
		if err := check.Model(l.model, all...); err != nil {
			l.model, l.status, l.why = nil, "unknown", "incomplete: no model that could be confirmed: "+err.Error()
		}
	}
}

// minimize drops what it can from a core, as far as the time allows.
func (in *Interpreter) minimize(ctx context.Context, core []term.Term) []term.Term {
	for i := 0; i < len(core) && ctx.Err() == nil; {
		less := slices.Delete(slices.Clone(core), i, i+1)
		ans := in.solver.Check(ctx, less...)
		if ans.Status != smt.Unsat {
			i++
			continue
		}
		// What has been found to be needed stays, and stays in front.
		kept := slices.Clone(core[:i])
		for _, c := range core[i+1:] {
			if slices.Contains(ans.Core, c) {
				kept = append(kept, c)
			}
		}
		core = kept
	}
	return core
}

// checkCore decides a core once more.
func (in *Interpreter) checkCore(ctx context.Context, assume, core []term.Term) {
	var hard []term.Term
	in.asserted(func(a *assertion) {
		if !a.held {
			hard = append(hard, a.f)
		}
	})
	in.verify(check.Core(ctx, hard, assume, core, in.checker()))
}

// checker is a solver without assertions.
func (in *Interpreter) checker() smt.Solver { return in.quantified(in.cfg.NewChecker(in.st)) }

// verify panics if evidence is none; that it could not be checked goes to the diagnostics.
func (in *Interpreter) verify(err error) {
	switch {
	case errors.Is(err, check.ErrUndecided):
		fmt.Fprintf(in.diagnostics, "not checked: %v\n", err)
	case err != nil:
		panic(fmt.Sprintf("smtlib/script: %v", err))
	}
}

// after says whether the last answer is that status.
func (in *Interpreter) after(status string) error {
	switch in.last.status {
	case status:
		return nil
	case "":
		return problemf("nothing has been answered by check-sat since the last change")
	}
	return problemf("the last answer was %s, not %s", in.last.status, status)
}

// model is that of the last answer.
func (in *Interpreter) model() (*model, error) {
	if !in.opts.models {
		return nil, problemf(":produce-models is false")
	}
	return in.last.model, in.after("sat")
}

func (in *Interpreter) getValue(c *smtlib.Command) error {
	m, err := in.model()
	if err != nil {
		return err
	}
	ctx, cancel := in.limit()
	defer cancel()
	sorts := make([]term.Sort, len(c.Terms))
	for i, t := range c.Terms {
		sorts[i] = t.Sort()
		c.Terms[i] = smtlib.Unpacked(t)
	}
	terms, err := in.plain(ctx, c.Terms)
	if err != nil {
		return err
	}
	pairs := make([]string, len(terms))
	for i, t := range terms {
		v, ok := m.value(t)
		if !ok {
			return problemf("the value of %s cannot be computed", brief(c.Args[0].List[i].String()))
		}
		pairs[i] = "(" + c.Args[0].List[i].String() + " " + smtlib.Value(sorts[i], v, m.text) + ")"
	}
	in.say("(%s)", strings.Join(pairs, " "))
	return nil
}

func brief(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:77], "") + "..."
	}
	return s
}

func (in *Interpreter) getAssignment() error {
	if !in.opts.assignments {
		return problemf("(set-option :produce-assignments true) is needed before check-sat")
	}
	m, err := in.model()
	if err != nil {
		return err
	}
	ctx, cancel := in.limit()
	defer cancel()
	var pairs []string
	for _, l := range in.levels {
		for _, n := range l.names {
			if n.Term.Sort() == term.Bool {
				fs, err := in.plain(ctx, []term.Term{n.Term})
				if err != nil {
					return err
				}
				v, _ := m.value(fs[0])
				pairs = append(pairs, fmt.Sprintf("(%s %v)", smtlib.Quote(n.Symbol), v.Valid() && v.IsTrue()))
			}
		}
	}
	in.say("(%s)", strings.Join(pairs, " "))
	return nil
}

func (in *Interpreter) getAssertions() error {
	if !in.opts.assertions {
		return problemf("(set-option :produce-assertions true) is needed before the first assertion")
	}
	var texts []string
	in.asserted(func(a *assertion) { texts = append(texts, a.text) })
	in.say("(%s)", strings.Join(texts, "\n"))
	return nil
}

func (in *Interpreter) getUnsatCore() error {
	if !in.opts.cores {
		return problemf("(set-option :produce-unsat-cores true) is needed before the first assertion")
	}
	if err := in.after("unsat"); err != nil {
		return err
	}
	var labels []string
	seen := map[term.Term]bool{}
	for _, a := range in.last.held {
		if slices.Contains(in.last.core, a.f) && !seen[a.f] {
			seen[a.f] = true
			labels = append(labels, smtlib.Quote(a.label))
		}
	}
	in.say("(%s)", strings.Join(labels, " "))
	return nil
}

func (in *Interpreter) getUnsatAssumptions() error {
	if !in.opts.assumptions {
		return problemf(":produce-unsat-assumptions is false")
	}
	if err := in.after("unsat"); err != nil {
		return err
	}
	var texts []string
	seen := map[term.Term]bool{}
	for i, a := range in.last.assumed {
		if slices.Contains(in.last.core, a) && !seen[a] {
			seen[a] = true
			texts = append(texts, in.last.texts[i])
		}
	}
	in.say("(%s)", strings.Join(texts, " "))
	return nil
}

// Statistics is the answer to (get-info :all-statistics).
func (in *Interpreter) Statistics() string {
	s := in.stats
	text := fmt.Sprintf("(:checks %d :sat %d :unsat %d :unknown %d :interpolants %d :terms %d",
		s.checks, s.sat, s.unsat, s.unknown, s.interpolants, in.st.Len())
	if e, ok := in.plainSolver().(*smt.Native); ok {
		t := e.Stats()
		text += fmt.Sprintf(" :by-earlier-model %d :begun-afresh %d :lemmas %d :branches %d :cuts %d",
			t.ByModel, t.Afresh, t.Lemmas, t.Branches, t.Cuts)
	}
	return text + ")"
}
