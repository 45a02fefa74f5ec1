package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/cli/equivalence"
	"craig/internal/cli/outlines"
	"craig/internal/equiv"
	"craig/internal/infer"
	"craig/internal/program/c/cfront"
	"craig/internal/run/outlined"
)

func (a *app) equivCommand() *cobra.Command {
	o := &cOptions{}
	return equivalence.Command(equivalence.Host{Out: a.out, Status: &a.status, Flags: o.flags, Usage: usagef, Options: func(c *cobra.Command, function, file string) (cfront.Options, error) {
		o.entry = function
		opts, _, _, err := o.resolve(c, []string{file})
		return opts, err
	}, Within: func(most time.Duration, work func(context.Context) (*equiv.Document, error)) (*equiv.Document, bool, error) {
		return within(a, limits{from: a.began, timeout: most}, work)
	}})
}

func (a *app) outlineCommand() *cobra.Command {
	o := &cOptions{}
	return outlines.Command(outlines.Host{Out: a.out, Status: &a.status, Flags: o.flags, Options: o.resolve, Usage: usagef, Output: a.outlineFile, Within: func(most time.Duration, work func(context.Context) (*outlined.Proof, error)) (*outlined.Proof, bool, error) {
		return within(a, limits{from: a.began, timeout: most}, work)
	}})
}

// outlineFile opens the file of craig outline --json.
func (a *app) outlineFile(name string, reads []string) (write func(func(io.Writer) error) error, discard func(), err error) {
	if err := distinct(reads, named{"json", name}); err != nil {
		return nil, nil, err
	}
	o, err := openOutput(name, a.out)
	if err != nil {
		return nil, nil, err
	}
	return o.write, o.discard, nil
}

func (a *app) inferCommand() *cobra.Command {
	o := &inferOptions{}
	c := &cobra.Command{
		Use:   "infer FUNCTION FILE.c ...",
		Short: "find what callers of a function have to guarantee",
		Long: `Infer finds a contract: what callers of the function have to guarantee so that it does not go wrong. It asks what craig verify
--entry FUNCTION asks, again and again with other clauses, so that the contract is proved and certified; for each
clause it shows an execution that goes wrong without it. A contract is called necessary if every call outside of it goes
wrong, which is proved too, and otherwise sufficient. What is taken for granted of what pointers lead to (docs/entry.md) is printed.

Exit status: 0 a contract, 1 every call goes wrong, 2 none was found, 64, 65, 70, 74, 130 as of craig verify.`,
		Example: "  craig infer divisor uart.c\n  craig infer --property bounds --json - put ring.c",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("a function and the files are wanted: craig infer FUNCTION FILE.c")
			}
			o.c.entry = args[0]
			return a.infer(c, o, args[1:])
		},
	}
	f := c.Flags()
	o.c.flags(f)
	f.Lookup("entry").Hidden, f.Lookup("task").Hidden, f.Lookup("except").Hidden = true, true, true
	f.Lookup("property").Usage = "what must not happen: `NAMES`, as for craig verify; default: " + strings.Join(checkProperties, ", ")
	f.Var(&o.timeout, "timeout", "end after `DURATION`; default: twenty times that of --cpu-timeout")
	o.cpu, o.query = positiveDuration(infer.DefaultTime), positiveDuration(infer.DefaultQuery)
	f.Var(&o.cpu, "cpu-timeout", "end after `DURATION` of processor time")
	f.Var(&o.query, "question", "end each question to the verifier after `DURATION` of processor time")
	f.Var(&o.memory, "memory", "the process may have `SIZE`")
	f.StringVar(&o.confirm, "confirm", "harmless", "have a C compiler run the executions: not those of a function that may touch files or the system, none, or all: `harmless|never|all`")
	f.BoolVar(&o.doomed, "doomed", false, "also say from which branches of the function each execution goes wrong, whatever the contract is")
	f.StringVar(&o.annotate, "annotate", "", "write the file with the contract and with invariants of the function's loops, which are proved in it, to `FILE`; - is standard output")
	f.StringVar(&o.json, "json", "", "write the contract to `FILE`; - is standard output")
	return c
}

// inferOptions are the options of craig infer.
type inferOptions struct {
	c                   cOptions
	timeout, cpu, query positiveDuration
	memory              byteSize
	confirm, json       string
	annotate            string
	doomed              bool
}

func (a *app) infer(c *cobra.Command, o *inferOptions, args []string) error {
	wall(c.Flags(), &o.timeout, o.cpu)
	if len(o.c.properties) == 0 {
		o.c.properties = checkProperties
	}
	copts, files, unsupported, err := o.c.resolve(c, args)
	switch {
	case err != nil:
		return err
	case unsupported != "":
		return usagef("--property %s: craig infer takes properties that executions violate, and termination", strings.Join(o.c.properties, ","))
	case len(copts.Properties) > 1 && slices.Contains(copts.Properties, "termination"):
		return usagef("--property %s: ask for termination by itself", strings.Join(o.c.properties, ","))
	case copts.Entry == "main":
		return usagef("main has no caller that could guarantee anything")
	}
	confirm, err := choose("confirm", o.confirm, map[string]check.Confirm{"harmless": check.ConfirmHarmless, "never": check.ConfirmNever, "all": check.ConfirmAll})
	if err != nil {
		return err
	}
	if err := distinct(files, named{"json", o.json}, named{"annotate", o.annotate}); err != nil {
		return err
	}
	in, err := readInputs(files)
	if err != nil {
		return err
	}
	out, err := openOutput(o.json, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	annotated, err := openOutput(o.annotate, a.out)
	if err != nil {
		return err
	}
	defer annotated.discard()
	var text []byte
	var why error // there is none
	// What has been found when time is up counts: the search is told of it before.
	found, ok, err := within(a, limits{from: a.began, timeout: 2 * time.Duration(o.timeout), memory: int64(o.memory)}, func(ctx context.Context) (*infer.Document, error) {
		search, cancel := context.WithDeadline(ctx, a.began.Add(time.Duration(o.timeout)))
		defer cancel()
		r, err := infer.Infer(search, in.program(copts), infer.Options{Query: time.Duration(o.query), Time: time.Duration(o.cpu), Errors: o.doomed})
		if err != nil {
			return nil, err
		}
		if o.annotate != "" {
			text, why = r.Annotate(ctx, infer.Options{Query: time.Duration(o.query)})
		}
		return r.Document(ctx, confirm == check.ConfirmAll || confirm == check.ConfirmHarmless && check.Harmless(r.Function)), nil
	})
	if !ok {
		return err
	}
	if err := out.write(found.Write); err != nil {
		return err
	}
	if why != nil {
		fmt.Fprintf(a.err, "craig: nothing is written to %s: %s\n", o.annotate, why)
	} else if err := annotated.write(func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	if !out.stdout && !annotated.stdout {
		if err := found.Text(a.out); err != nil {
			return err
		}
	}
	switch {
	case found.Never:
		a.status = exitFalse
	case found.Class == infer.Open:
		a.status = exitUnknown
	}
	return nil
}
