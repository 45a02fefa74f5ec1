package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/internal/run"
	"craig/internal/svcomp"
)

func (a *app) witnessCheckCommand() *cobra.Command {
	var o cOptions
	var timeout, cpuTimeout positiveDuration
	var memory byteSize
	c := &cobra.Command{
		Use:   "check PROGRAM ... WITNESS",
		Short: "check a witness of any tool",
		Long: `Check reads the C files of a program and an SV-COMP witness, format 2.0 or 2.1, or 2.2 of a violation. Invariants and
contracts are put into a copy of the program as assertions; the copy must be proved. Waypoints
restrict the executions of a copy; it must reach the target. Property, entry function and data model
are those of the witness, if no option says otherwise. The last line is confirmed, rejected or unknown, with the
reason. Exit status: 0 confirmed, 1 rejected, 2 unknown.`,
		RunE: func(c *cobra.Command, args []string) error {
			last := len(args) - 1
			if last < 0 || last == 0 && !c.Flags().Changed("task") {
				return usagef("a program and a witness are wanted: craig witness check PROGRAM WITNESS")
			}
			opts, files, unsupported, err := o.resolve(c, args[:last])
			if err != nil {
				return err
			}
			if unsupported != "" {
				a.judged(exitUndecided, "craig does not decide the property "+unsupported)
				return nil
			}
			wall(c.Flags(), &timeout, cpuTimeout)
			lim := a.limits(timeout, cpuTimeout, memory)
			given := func(flag string) bool { return c.Flags().Changed(flag) }
			return a.checkWitness(opts, files, args[last], lim, given)
		},
	}
	o.flags(c.Flags())
	c.Flags().Var(&timeout, "timeout", "end with unknown after `DURATION`, such as 60s")
	c.Flags().Var(&cpuTimeout, "cpu-timeout", "end with unknown after `DURATION` of processor time, of this process and those that it starts, such as 60s; without --timeout twenty times that may pass")
	c.Flags().Var(&memory, "memory", "end with unknown beyond `SIZE`, such as 4GiB")
	return c
}

// judged prints the answer about a witness.
func (a *app) judged(status int, reason string) {
	a.status = status
	fmt.Fprintf(a.out, "%s: %s\n", [...]string{"confirmed", "rejected", "unknown"}[status], reason)
}

func (a *app) checkWitness(opts cfront.Options, files []string, name string, lim limits, given func(flag string) bool) error {
	for _, file := range files {
		if err := readable(file); err != nil {
			return err
		}
	}
	var entries []witness.Entry
	claim, ok, err := within(a, lim, func(context.Context) (c *witness.Claim, err error) {
		if entries, err = witness.Read(name); err != nil {
			return nil, err
		}
		return witness.NewClaim(name, entries, files...)
	})
	if !ok && err == nil { // no time was left, which has been told
		return nil
	}
	var unsupported *witness.Unsupported
	var other *witness.OtherProgram
	var wrong *witness.Error
	switch {
	case errors.As(err, &other):
		a.judged(exitRejected, other.Error())
		return nil
	case errors.As(err, &unsupported):
		a.judged(exitUndecided, unsupported.Error())
		return nil
	case errors.As(err, &wrong):
		return &formatError{file: wrong.Place(), err: errors.New(wrong.Msg)}
	case err != nil:
		return err
	}
	task := entries[0].Metadata.Task
	if !given("machine") && !given("task") {
		opts.ILP32 = task.DataModel == svcomp.ILP32
	}
	own := !given("property") && !given("task")
	if own && task.Specification != "" {
		var p svcomp.Properties
		for line := range strings.Lines(task.Specification) {
			p.Understand(strings.TrimSpace(line))
		}
		if p.Unsupported != "" && !claim.Ends {
			a.judged(exitUndecided, "craig does not decide the property "+p.Unsupported)
			return nil
		}
		if p.Entry != "" && !given("entry") {
			opts.Entry = p.Entry
		}
		opts.Properties = p.Names
		opts.ErrorLabel, opts.ErrorFunction = cmp.Or(opts.ErrorLabel, p.Label), cmp.Or(opts.ErrorFunction, p.Function)
	}
	if claim.Ends && own {
		opts.Properties = []string{counterexample.NonTermination}
	}
	if claim.Ends != slices.Equal(opts.Properties, []string{counterexample.NonTermination}) {
		a.judged(exitUndecided, "the witness is of another property")
		return nil
	}
	asked := opts.Properties
	if opts, err = claimOptions(opts, claim); err != nil {
		a.judged(exitUndecided, err.Error())
		return nil
	}
	dir, err := os.MkdirTemp("", "craig-witness-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var copies, bounded []string
	write := func(name string, i int, text []byte) (string, error) {
		path := filepath.Join(dir, fmt.Sprintf("%s%d.c", name, i))
		return path, os.WriteFile(path, text, 0o600)
	}
	for i, text := range claim.Texts {
		opts.Include = append(opts.Include, filepath.Dir(files[i]))
		path, err := write("copy", i, text)
		if err != nil {
			return err
		}
		copies = append(copies, path)
		if claim.Bounded != nil {
			if path, err = write("bounded", i, claim.Bounded[i]); err != nil {
				return err
			}
			bounded = append(bounded, path)
		}
	}
	type answer struct {
		res *run.Result
		err error
	}
	done := supervise(lim, func() {}, func(ctx context.Context) answer {
		res, err := run.Verify(ctx, prepare.New(opts, nil, copies...), run.Options{})
		if err == nil && res.Verdict == verdict.True && bounded != nil {
			opts.Properties, opts.ErrorFunction, opts.Where = asked, "", ""
			res, err = run.Verify(ctx, prepare.New(opts, nil, bounded...), run.Options{})
		}
		return answer{res, err}
	})
	var input *cfront.Error
	switch {
	case done.broken(a):
	case !done.ended:
		a.judged(exitUndecided, done.cause.Error())
	case errors.As(done.value.err, &input):
		a.judged(exitRejected, "the program with the conditions of the witness cannot be read: "+input.Error())
	case done.value.err != nil:
		return done.value.err
	default:
		a.judgeClaim(claim, asked, own, done.value.res)
	}
	if done.cause == limit.ErrInterrupted {
		a.status = exitInterrupted
	}
	return nil
}

// claimOptions are the options for the instrumented copy.
func claimOptions(opts cfront.Options, claim *witness.Claim) (cfront.Options, error) {
	opts.GoalsMayLack, opts.Ghosts = true, witness.InvariantFile
	if claim.Ends && !claim.Violation {
		opts.Properties = []string{"unreach-call"}
	}
	reach := len(opts.Properties) == 0 || len(opts.Properties) == 1 && opts.Properties[0] == "unreach-call"
	switch {
	case !claim.Violation && opts.ErrorFunction != "" || opts.Math:
		return opts, errors.New("witnesses are checked without --error-function and with machine integers")
	case !claim.Violation && len(claim.Undefined) == 0:
	case !claim.Violation && reach && opts.Signed != ir.SignedCheck: // only the conditions need have values
		opts.Properties, opts.Where = []string{"unreach-call"}, witness.InvariantFile
		for _, p := range claim.Undefined {
			if p != "no-overflow" || opts.Signed == ir.SignedUndefined {
				opts.Properties = append(opts.Properties, p)
			}
		}
	case !claim.Violation:
		for _, p := range claim.Undefined {
			if !slices.Contains(opts.Properties, p) && (p != "no-overflow" || opts.Signed == ir.SignedUndefined) {
				opts.Properties = append(slices.Clone(opts.Properties), p)
			}
		}
	}
	if claim.Violation {
		opts.Only = claim.Counts()
		if opts.Properties == nil {
			opts.Properties = []string{"unreach-call"}
		}
		return opts, nil
	}
	opts.ErrorFunction = claim.Error
	return opts, nil
}

// judgeClaim says what the verdict on the copy says of the witness for the properties asked for. They are the witness's own, or
// those of options.
func (a *app) judgeClaim(claim *witness.Claim, asked []string, own bool, res *run.Result) {
	const none = "no execution along the waypoints reaches the error"
	switch {
	case res.Verdict == verdict.Unknown:
		a.judged(exitUndecided, "craig cannot decide it: "+string(res.Reason)+". "+res.Detail)
	case claim.Ends && claim.Violation && res.Verdict == verdict.False && !claim.Follows(res.Program, res.Trace):
		a.judged(exitUndecided, "an execution does not end, but it was not found that one along the waypoints does not")
	case claim.Ends && claim.Violation && res.Verdict == verdict.False:
		a.judged(exitConfirmed, "an execution along the waypoints does not end")
	case claim.Ends && claim.Violation && len(claim.Undefined) > 0:
		a.judged(exitUndecided, "all executions along the waypoints end, but a constraint need not have a value")
	case claim.Ends && claim.Violation:
		a.judged(exitRejected, "all executions along the waypoints end")
	case claim.Ends && res.Verdict == verdict.True:
		a.judged(exitConfirmed, "the invariants hold, and executions end by them")
	case claim.Ends && res.Trace.Forever != nil:
		a.judged(exitRejected, fmt.Sprintf("an execution stays in the loop at line %d, for which the witness has no invariant", res.Program.Locs[res.Trace.Error].Pos.Line))
	case claim.Violation && res.Verdict == verdict.False:
		a.judged(exitConfirmed, "an execution along the waypoints reaches the error")
	case claim.Violation && len(claim.Undefined) > 0:
		a.judged(exitUndecided, none+", but a constraint need not have a value")
	case claim.Violation && len(res.Program.ErrorLocs()) == 0 && claim.Label != "":
		a.judged(exitUndecided, "the target is the label "+claim.Label+", which is no error; --error-label "+claim.Label+" makes it one")
	case claim.Violation && len(res.Program.ErrorLocs()) == 0 && own && !property.Any(asked, func(p *property.Property) bool { return p.Leak }):
		a.judged(exitRejected, "nothing in the target violates the property")
	case claim.Violation && len(res.Program.ErrorLocs()) == 0:
		a.judged(exitUndecided, "nothing in the target violates the property, as far as craig can tell")
	case claim.Violation:
		a.judged(exitRejected, none)
	case res.Verdict == verdict.True:
		a.judged(exitConfirmed, "the invariants hold, and the property with them")
	default:
		pos := res.Program.Locs[res.Trace.Error].Pos
		switch {
		case pos.File == witness.InvariantFile && res.Trace.Goal.Property == "unreach-call":
			a.judged(exitRejected, fmt.Sprintf("the invariant in line %d does not hold", pos.Line))
		case pos.File == witness.InvariantFile:
			a.judged(exitUndecided, fmt.Sprintf("the invariant in line %d has no value in some execution (%s)", pos.Line, res.Trace.Goal.Property))
		case res.Trace.Goal.Property != "unreach-call" && !slices.Contains(asked, res.Trace.Goal.Property):
			a.judged(exitUndecided, fmt.Sprintf("the program has undefined behaviour in line %d (%s)", pos.Line, res.Trace.Goal.Property))
		default:
			a.judged(exitRejected, fmt.Sprintf("the program is not correct: the error in line %d is reached", pos.Line))
		}
	}
}
