// Package equiv decides whether two functions do the same: whether, where the old one is defined and returns, the new one is defined, makes the same
// calls of functions without a body in the same order, and gives the same result and memory.
//
//	equiv.go     Decide: the products that are tried, in which order
//	chance.go    differences in executions by chance
//	probe.go     what holds in executions by chance
//	steady.go    whether a difference depends on values that the functions never set
//	document.go  the answer, for people and for programs
//	revision.go  the functions that are changed since a revision
//
// A product of the two is a C program ([craig/internal/program/c/product]), and each question is an ordinary verification of it, so that each answer
// is certified. What makes the product is trusted.
package equiv

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/registry"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/product"
	"craig/internal/program/ir"
	"craig/internal/run"
)

// Question is what is asked.
type Question struct {
	C        cfront.Options // how both files are read; Entry and Properties are not looked at
	Files    *cfront.Files  // nil is the host's
	Sides    [2]cfront.Side // the old function and the new one
	Requires []string       // conditions in C on the parameters of the old function
}

// Options say how to decide; the zero value is the recommended one.
type Options struct {
	Run  run.Options
	Time time.Duration // for all; 0 is DefaultTime
}

// DefaultTime is what Time 0 stands for.
const DefaultTime = time.Minute

// Answer is what was found.
type Answer struct {
	Verdict verdict.Verdict // True: they do the same; False: they differ
	Why     string          // of Unknown
	Both    *cfront.Both    // nil if there is no product
	Text    []byte          // the program that the answer is about
	Result  *run.Result     // of that program
	Plan    product.Plan
	program *prepare.Program
}

// fileName is what the product is called as a file.
const fileName = "craig_equiv.c"

// properties are what the new function must not violate where the old one does not.
var properties = []string{"unreach-call", "bounds", "null", "no-overflow", "div-by-zero"}

// Decide answers a question. The error is a *cfront.Error.
func Decide(ctx context.Context, q Question, opts Options) (*Answer, error) {
	d := &decision{q: q, opts: opts, end: time.Now().Add(cmp.Or(opts.Time, DefaultTime))}
	first, err := d.build(product.Config{Same: true})
	var why *cfront.Undecidable
	if errors.As(err, &why) {
		return &Answer{Verdict: verdict.Unknown, Why: why.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	if first.Both.Same {
		return first, nil
	}
	tried := map[string]bool{}
	for _, conf := range []product.Config{{Loose: true}, {Loose: true, Wide: true}, {}, {Wide: true}} {
		a, err := d.build(conf)
		if err != nil {
			break
		}
		if tried[string(a.Text)] {
			continue
		}
		tried[string(a.Text)] = true
		most := d.left() / 5
		if first.Both.OnlyDiffer == "" { // proofs need time, too
			most = min(most, chanceTime/2)
		}
		if err := d.chance(ctx, a, most); err != nil {
			return nil, err
		}
		if a.Verdict == verdict.False && !a.open() && steady(ctx, a).Verdict == verdict.False && a.sure(ctx).Verdict == verdict.False {
			return a, nil
		}
	}
	plans := first.Both.Plans[:min(len(first.Both.Plans), maxPlans)]
	if first.Both.OnlyDiffer != "" {
		plans = nil
	}
	for i, plan := range plans {
		merged, err := d.merged(ctx, plan)
		if errors.As(err, &why) {
			continue // such loops are not merged
		}
		if err == nil {
			err = d.together(ctx, merged, d.left()/time.Duration(3*(i+1)))
		}
		if err != nil {
			return nil, err
		}
		if merged.Verdict == verdict.True {
			return merged, nil
		}
		if merged.Verdict == verdict.False {
			break // as it seems: the old function may be undefined later in the same execution
		}
	}
	by, err := searcher(first)
	if err != nil {
		return nil, err
	}
	if err := d.ask(ctx, first, d.left(), by); err != nil {
		return nil, err
	}
	if first.Verdict != verdict.False || !first.open() {
		return steady(ctx, first).sure(ctx), nil
	}
	definite, err := d.build(product.Config{Definite: true})
	if err == nil {
		err = d.ask(ctx, definite, d.left(), by)
	}
	if err != nil {
		return nil, err
	}
	if definite.Verdict != verdict.False {
		definite.Verdict, definite.Why = verdict.Unknown, "both return, or leave, pointers to objects that they did not get, or make numbers of addresses, and no difference was found that does not depend on where objects lie"
	}
	return steady(ctx, definite).sure(ctx), nil
}

// searcher is the engine that looks for executions alone, for a product that can show nothing else; nil, which is all engines, for others.
func searcher(a *Answer) (*engine.Engine, error) {
	if a.Both.OnlyDiffer == "" {
		return nil, nil
	}
	for _, spec := range registry.Engines() {
		if spec.Name == "bmc" {
			return spec.With(nil)
		}
	}
	return nil, nil
}

// sure has an answer on a product that can only show differences be unknown where there is a C compiler that does not confirm the one that was found. If that
// may be owed to what is not followed of a function of the library, there has to be a compiler, whose library has it.
func (a *Answer) sure(ctx context.Context) *Answer {
	if a.Verdict != verdict.False || a.Both.OnlyDiffer == "" {
		return a
	}
	out, err := a.Confirm(ctx, replay.Limits{})
	switch {
	case err == nil && out.Answer == replay.Confirmed, a.Both.Confirm == "" && (err != nil || out.Compiler == ""):
	case a.Both.Confirm != "":
		a.Verdict, a.Why = verdict.Unknown, "the effects of "+a.Both.Confirm+" are not followed, and no C compiler confirms the difference that was found"
	default:
		a.Verdict, a.Why = verdict.Unknown, "a difference was found that a C compiler does not confirm: "+out.Reason
	}
	return a
}

// open tells whether an execution has ended where the functions may differ.
func (a *Answer) open() bool {
	return a.Result.Program.Locs[a.Result.Trace.Error].Function() == product.Open
}

// maxPlans bounds in how many ways loops are merged.
const maxPlans = 3

// decision is one run of Decide.
type decision struct {
	q    Question
	opts Options
	end  time.Time
}

func (d *decision) left() time.Duration { return max(time.Until(d.end), time.Millisecond) }

// build makes a product.
func (d *decision) build(conf product.Config) (*Answer, error) {
	conf.Requires = d.q.Requires
	from := d.q.Files
	if from == nil {
		from = cfront.NewFiles(nil)
	}
	both, err := cfront.Pair(d.q.C, from, d.q.Sides, conf)
	if err != nil {
		return nil, err
	}
	if both.Same {
		return &Answer{Verdict: verdict.True, Both: both}, nil
	}
	var text bytes.Buffer
	if err := coreprint.Print(&text, both.Core, coreprint.PrintConfig{}); err != nil {
		return nil, &cfront.Undecidable{Pos: both.At[0], Why: err.Error()}
	}
	text.WriteString("\nint main(void)\n{\n\t" + both.Entry + "();\n\treturn 0;\n}\n")
	a := &Answer{Both: both, Text: text.Bytes(), Plan: conf.Plan}
	o := cfront.Options{ILP32: d.q.C.ILP32, Target: d.q.C.Target, UnsignedChar: d.q.C.UnsignedChar, MallocMayFail: d.q.C.MallocMayFail, Properties: properties,
		LeftOut: cfront.LeftOut{Only: &cfront.Errors{File: fileName, Variable: product.Side, Value: 1}}}
	if both.Frees {
		o.Properties = append([]string{"valid-deref", "valid-free"}, properties...)
	}
	a.program = prepare.New(o, nil, fileName)
	a.program.Give(fileName, a.Text)
	return a, nil
}

// merged makes the product of a plan, with the relations between the variables of loops that have held in executions.
func (d *decision) merged(ctx context.Context, plan product.Plan) (*Answer, error) {
	hints, err := d.probe(ctx, plan)
	if err != nil {
		return nil, err
	}
	return d.build(product.Config{Plan: plan, Hints: hints})
}

// together has a merged product verified: if both sides write memory, by the engine for facts about all elements first, which has nothing to share the time
// with.
func (d *decision) together(ctx context.Context, a *Answer, most time.Duration) error {
	if a.Both.Writes {
		for _, spec := range registry.Engines() {
			if spec.Name != "elements" {
				continue
			}
			e, err := spec.With(nil)
			if err == nil {
				err = d.ask(ctx, a, most, e)
			}
			if err != nil || a.Verdict != verdict.Unknown {
				return err
			}
			most /= 2
		}
	}
	return d.ask(ctx, a, most, nil)
}

// ask has the product of an answer verified, by an engine or by all.
func (d *decision) ask(ctx context.Context, a *Answer, most time.Duration, by *engine.Engine) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	o := d.opts.Run
	o.Engine = by
	r, err := run.Verify(ctx, a.program, o)
	if err != nil {
		return err
	}
	a.Result, a.Verdict = r, r.Verdict
	switch {
	case r.Verdict == verdict.Unknown && a.Both.OnlyDiffer != "":
		a.Why = a.Both.OnlyDiffer + ", and no difference was found: " + string(r.Reason)
	case r.Verdict == verdict.Unknown:
		a.Why = string(r.Reason)
	case r.Verdict == verdict.True && a.Both.OnlyDiffer != "":
		a.Verdict, a.Why = verdict.Unknown, a.Both.OnlyDiffer
	case r.Verdict == verdict.True && a.placed():
		a.Verdict, a.Why = verdict.Unknown, "it depends on numbers of addresses, which are not known"
	case r.Verdict == verdict.True && (r.Vacuous != "" || r.Endless != ""):
		a.Verdict, a.Why = verdict.Unknown, "in no execution that was looked at both return, so that there is nothing to compare: "+cmp.Or(r.Vacuous, r.Endless)
	}
	return nil
}

// placed tells whether the functions calculate with numbers of addresses, which a proof takes to be as craig lays objects out.
func (a *Answer) placed() bool {
	given := a.given()
	return slices.ContainsFunc(a.Result.Notes, func(n ir.Note) bool {
		return n.Kind == ir.Assumption && strings.HasPrefix(n.Text, alias.AddressNumber) && n.Pos.File == fileName && !given[n.Pos.Line]
	})
}

// Confirm has a C compiler run the execution in which they differ. Both functions are really run.
func (a *Answer) Confirm(ctx context.Context, lim replay.Limits) (replay.Outcome, error) {
	return replay.Run(ctx, replay.Program{IR: a.Result.Program, Options: a.program.Options(), Sources: a.Result.Sources}, a.Result.Trace, lim)
}
