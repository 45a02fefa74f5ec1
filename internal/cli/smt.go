package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/limit"
	"craig/internal/logic/smtlib/script"
)

// smtOptions are the options of craig smt.
type smtOptions struct {
	allowed
	solver string
	check  bool
	stats  bool
}

func (a *app) smtCommand() *cobra.Command {
	o := &smtOptions{}
	c := &cobra.Command{
		Use:   "smt [FILE.smt2]",
		Short: "the solver by itself: execute an SMT-LIB 2.6 script",
		Long: `Smt executes the SMT-LIB 2.6 script in the file, or on standard input, and answers each
command before it reads the next.

A mistake is answered with (error "line 3 column 7: ..."), and the script goes on after it.
Exit status: 0 at the script's end, 2 when a limit ended it, 64 usage, 65 if there was an error
in the script, 70 a bug in craig, 74 a file that cannot be read, 130 interrupted.`,
		Example: "  craig smt query.smt2\n  echo '(declare-const x Int) (assert (> x 2)) (check-sat)' | craig smt",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("one script is wanted: craig smt FILE.smt2")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			name := "-"
			if len(args) == 1 {
				name = args[0]
			}
			return a.smt(c.Flags(), name, o)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.solver, "solver", "native", "who answers check-sat (interpolation stays native): `native|checked|z3|cvc5|PATH`")
	f.Var(&o.timeout, "timeout", "from `DURATION` on, such as 60s, every answer is unknown")
	f.Var(&o.cpuTimeout, "cpu-timeout", "from `DURATION` of processor time on, of this process and those that it starts, every answer is unknown")
	f.Var(&o.memory, "memory", "beyond `SIZE`, such as 4GiB, every answer is unknown")
	f.BoolVar(&o.check, "check", false, "check cores, interpolants, proofs of unsat, and the :status of the script (models always are)")
	f.BoolVar(&o.stats, "stats", false, "print the counters of the solver on standard error at the end")
	return c
}

func (a *app) smt(flags *pflag.FlagSet, name string, o *smtOptions) error {
	newSolver, err := chooseSolver(o.solver)
	if err != nil {
		return err
	}
	var in io.Reader = os.Stdin
	if name != "-" {
		if err := readable(name); err != nil {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	sc := script.New(script.Config{
		NewSolver: newSolver, Diagnostics: a.err, Check: o.check, Version: strings.TrimPrefix(versionText(), "craig "),
		Open: func(name string) (io.WriteCloser, error) {
			return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		},
	}, a.out)
	wall(flags, &o.timeout, o.cpuTimeout)
	lim := a.limits(o.timeout, o.cpuTimeout, o.memory)
	done := supervise(lim, func() {}, func(ctx context.Context) error { return sc.Run(ctx, in) })
	switch {
	case done.broken(a):
		return nil
	case done.cause == limit.ErrInterrupted:
		a.status = exitInterrupted
	case !done.ended:
		fmt.Fprintf(a.err, "craig: the script ended at a limit: %v\n", done.cause)
		a.status = exitUnknown
	case errors.As(done.value, new(*os.PathError)): // of what is read or written, not of the script
		return done.value
	case done.value != nil:
		return &formatError{file: name, err: done.value}
	case sc.Errors() > 0:
		a.status = exitInput
	}
	if o.stats && done.ended {
		fmt.Fprintln(a.err, sc.Statistics())
	}
	return nil
}
