package script

import (
	"context"
	"io"
	"strconv"
	"time"

	"craig/internal/logic/smtlib"
)

// options are what set-option sets.
type options struct {
	success, models, cores, minimal, assumptions, assignments, assertions, interpolants, proofs, global bool

	verbosity int
	seed      int
	timeout   int // milliseconds for one question; 0 none
	resources int // steps for one question; 0 no limit

	out, diagnostics string // names of channels
}

func defaults() options {
	return options{models: true, assumptions: true, interpolants: true, out: "stdout", diagnostics: "stderr"}
}

// flags are the options that are true or false. Those marked early come before the first
// declaration or assertion.
var flags = []struct {
	name  string
	early bool
	of    func(*options) *bool
}{
	{":global-declarations", true, func(o *options) *bool { return &o.global }},
	{":interactive-mode", true, func(o *options) *bool { return &o.assertions }},
	{":minimal-unsat-cores", false, func(o *options) *bool { return &o.minimal }},
	{":print-success", false, func(o *options) *bool { return &o.success }},
	{":produce-assertions", true, func(o *options) *bool { return &o.assertions }},
	{":produce-assignments", false, func(o *options) *bool { return &o.assignments }},
	{":produce-interpolants", false, func(o *options) *bool { return &o.interpolants }},
	{":produce-models", false, func(o *options) *bool { return &o.models }},
	{":produce-proofs", true, func(o *options) *bool { return &o.proofs }},
	{":produce-unsat-assumptions", false, func(o *options) *bool { return &o.assumptions }},
	{":produce-unsat-cores", true, func(o *options) *bool { return &o.cores }},
}

// numbers are the options that are numerals.
var numbers = []struct {
	name string
	of   func(*options) *int
}{
	{":random-seed", func(o *options) *int { return &o.seed }},
	{":reproducible-resource-limit", func(o *options) *int { return &o.resources }},
	{":timeout", func(o *options) *int { return &o.timeout }},
	{":tlimit-per", func(o *options) *int { return &o.timeout }},
	{":verbosity", func(o *options) *int { return &o.verbosity }},
}

// setOption executes set-option; what this solver does not have is answered with unsupported.
func (in *Interpreter) setOption(c *smtlib.Command) error {
	name, value := c.Args[0].Text, c.Args[1]
	for _, f := range flags {
		if f.name != name {
			continue
		}
		if !value.Is("true") && !value.Is("false") {
			return problemf("%s is true or false", name)
		}
		if f.early && in.begun {
			return problemf("%s comes before declarations and assertions", name)
		}
		*f.of(&in.opts) = value.Is("true")
		in.success()
		return nil
	}
	for _, n := range numbers {
		if n.name != name {
			continue
		}
		v, err := strconv.Atoi(value.Text)
		if value.Kind != smtlib.Numeral || err != nil {
			return problemf("%s is a small number", name)
		}
		*n.of(&in.opts) = v
		in.success()
		return nil
	}
	switch name {
	case ":regular-output-channel", ":diagnostic-output-channel":
		if value.Kind != smtlib.Text {
			return problemf("%s is a string", name)
		}
		return in.setChannel(name, value.Text)
	}
	in.say("unsupported")
	return nil
}

func (in *Interpreter) getOption(c *smtlib.Command) error {
	name := c.Args[0].Text
	for _, f := range flags {
		if f.name == name {
			in.say("%v", *f.of(&in.opts))
			return nil
		}
	}
	for _, n := range numbers {
		if n.name == name {
			in.say("%d", *n.of(&in.opts))
			return nil
		}
	}
	switch name {
	case ":regular-output-channel":
		in.say("%s", quoted(in.opts.out))
	case ":diagnostic-output-channel":
		in.say("%s", quoted(in.opts.diagnostics))
	default:
		in.say("unsupported")
	}
	return nil
}

func (in *Interpreter) getInfo(c *smtlib.Command) error {
	switch name := c.Args[0].Text; name {
	case ":name":
		in.say(`(:name "craig")`)
	case ":authors":
		in.say(`(:authors "the authors of craig")`)
	case ":version":
		in.say("(:version %s)", quoted(in.cfg.Version))
	case ":error-behavior":
		in.say("(:error-behavior continued-execution)")
	case ":assertion-stack-levels":
		in.say("(:assertion-stack-levels %d)", len(in.levels)-1)
	case ":reason-unknown":
		if in.last.status != "unknown" {
			return problemf("the last answer was not unknown")
		}
		in.say("(:reason-unknown %s)", in.last.reason())
	case ":all-statistics":
		in.say("%s", in.Statistics())
	default:
		in.say("unsupported")
	}
	return nil
}

// limit is the context of one question.
func (in *Interpreter) limit() (context.Context, context.CancelFunc) {
	ctx, cancel := in.ctx, context.CancelFunc(func() {})
	if in.opts.timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(in.opts.timeout)*time.Millisecond)
	}
	if in.opts.resources > 0 {
		ctx = &countdown{Context: ctx, left: in.opts.resources}
	}
	return ctx, cancel
}

// countdown is a context that is done once it has been asked so many times whether it is. The
// solver asks at places in its search that depend on the question alone, so that, unlike time,
// this limit gives the same answer everywhere.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left == 0 {
		return errResources
	}
	c.left--
	return c.Context.Err()
}

var errResources = problem("resource limit")

// channels are the files that output goes to.
type channels struct {
	out, diagnostics io.Closer // nil: none that is ours
}

func (c *channels) close() {
	for _, f := range []io.Closer{c.out, c.diagnostics} {
		if f != nil {
			f.Close()
		}
	}
	*c = channels{}
}

// setChannel directs answers or diagnostics to "stdout", "stderr" or the end of a file.
func (in *Interpreter) setChannel(option, name string) error {
	var f io.Closer
	var w io.Writer
	switch name {
	case "stdout":
		w = in.stdout
	case "stderr":
		w = in.cfg.Diagnostics
	default:
		if in.cfg.Open == nil {
			return problemf("%s is stdout or stderr", option)
		}
		file, err := in.cfg.Open(name)
		if err != nil {
			return err
		}
		f, w = file, file
	}
	if option == ":diagnostic-output-channel" {
		if in.files.diagnostics != nil {
			in.files.diagnostics.Close()
		}
		in.files.diagnostics, in.opts.diagnostics, in.diagnostics = f, name, w
		in.success()
		return nil
	}
	if err := in.out.Flush(); err != nil {
		return err
	}
	if in.files.out != nil {
		in.files.out.Close()
	}
	in.files.out, in.opts.out = f, name
	in.out.Reset(w)
	in.success()
	return nil
}
