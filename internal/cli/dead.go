package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/cli/hint"
	"craig/internal/cover"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/report"
	"craig/internal/run"
)

// ofDead are the options of craig verify that speak of unreachable-code too, besides those about the program.
var ofDead = []string{"timeout", "cpu-timeout", "memory", "solver", "sarif", "stats", "full", "sealed", "quiet", "progress"}

// notOfDead are options about the program that change what functions do, or what is an error.
var notOfDead = []string{"error-label", "error-function", "contracts", "remove-function-body", "except", "isr", "isr-nesting", "isr-off", "isr-on", "isr-begin"}

// wantsDead tells whether the properties ask what of the program nothing executes. The error is theirs.
func (o *verifyOptions) wantsDead(c *cobra.Command) (bool, error) {
	if !slices.ContainsFunc(o.c.properties, func(p string) bool { return strings.TrimSpace(p) == report.UnreachableCode }) {
		return false, nil
	}
	if len(o.c.properties) > 1 {
		return true, usagef("--property %s is about the whole program; ask for %s by itself", report.UnreachableCode, report.UnreachableCode)
	}
	program := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(cOptions).flags(program)
	wrong := ""
	c.Flags().Visit(func(f *pflag.Flag) {
		if program.Lookup(f.Name) == nil && !slices.Contains(ofDead, f.Name) || slices.Contains(notOfDead, f.Name) {
			wrong = f.Name
		}
	})
	if wrong != "" {
		return true, usagef("--%s does not go with --property %s; leave it out", wrong, report.UnreachableCode)
	}
	return true, nil
}

// dead answers craig verify --property unreachable-code.
func (a *app) dead(c *cobra.Command, o *verifyOptions, args []string) error {
	// What is guessed of callers would make more of the function unreachable than is.
	o.c.properties = nil
	changed := c.Flags().Changed
	other := func(name, value string) {
		if !changed(name) {
			_ = c.Flags().Lookup(name).Value.Set(value) // it can be that
		}
	}
	other("malloc-may-fail", "true") // what a program does about it is not dead
	other("volatile", "input")
	if !changed("parameters") {
		other("parameters", "unknown")
		other("unknown-pointers", "any")
		if !changed("globals") && changed("entry") && o.c.entry != "main" {
			o.c.globals = "unknown"
		}
	}
	copts, files, _, err := o.c.resolve(c, args)
	if err != nil {
		return err
	}
	opts := cover.Options{Progress: new(run.Progress)}
	if opts.NewSolver, err = chooseSolver(o.solver); err != nil {
		return err
	}
	line, err := a.newProgressLine(o.progress, opts.Progress)
	if err != nil {
		return err
	}
	if err := distinct(files, named{"sarif", o.sarif}); err != nil {
		return err
	}
	in, err := readInputs(files)
	if err != nil {
		return err
	}
	in.seal = o.sealed
	out, err := openOutput(o.sarif, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	type answer struct {
		dead *cover.Dead
		err  error
	}
	done := supervise(a.limits(o.timeout, o.cpuTimeout, o.memory), line.tick, func(ctx context.Context) answer {
		d, err := cover.DeadCode(ctx, in.program(copts), opts)
		return answer{d, err}
	})
	line.clear()
	var d *cover.Dead
	switch {
	case done.broken(a):
		return nil
	case !done.ended:
		r := run.Unfinished(done.cause, opts.Progress.Phase())
		d = &cover.Dead{Suite: &cover.Suite{Reason: r.Reason, Detail: r.Detail}}
	case done.value.err != nil:
		return done.value.err
	default:
		d = done.value.dead
	}
	if err := out.write(func(w io.Writer) error {
		return report.WriteDeadSARIF(w, versionText(), d)
	}); err != nil {
		return err
	}
	text := a.out
	if out.stdout {
		text = a.err
	}
	v, err := report.DeadText(text, d, report.TextOptions{Quiet: o.quiet, Stats: o.stats, Full: o.full, FullBy: "--full", Colour: colours(text), Hint: hint.Text, Drop: hint.Drop})
	if d.Refused != nil {
		a.bug(fmt.Sprintf("the engine %s claims that statements are unreachable, and the certifier says: %v; others were asked in its place", d.Refused.Engine, d.Refused.Err), nil)
	}
	switch {
	case done.cause == limit.ErrInterrupted:
		a.status = exitInterrupted
	case d.Bug != nil:
		a.bug("the engine "+d.Bug.Engine+" claims that statements are unreachable, and the certifier says: "+d.Bug.Err.Error(), nil)
		a.status = exitBug
	case v == verdict.True:
		a.status = exitTrue
	case v == verdict.False:
		a.status = exitFalse
	default:
		a.status = exitUnknown
	}
	return err
}
