package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/report"
	"craig/internal/run"
)

func (a *app) witnessCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "witness write|check",
		Short: "write and check SV-COMP witnesses",
		RunE: func(c *cobra.Command, args []string) error {
			return usagef("write or check? Try craig help witness")
		},
	}
	c.AddCommand(a.witnessWriteCommand(), a.witnessCheckCommand())
	return c
}

func (a *app) witnessWriteCommand() *cobra.Command {
	var version, to string
	c := &cobra.Command{
		Use:   "write RESULT.json",
		Short: "write the witness of a result file, as SV-COMP YAML",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("one result file is wanted: craig witness write RESULT.json")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := witnessFormat("format", version); err != nil {
				return err
			}
			if err := distinct(args, named{"output", to}); err != nil {
				return err
			}
			return a.writeStored(args[0], to, version)
		},
	}
	c.Flags().StringVar(&version, "format", "2.0", "of the witness: `2.0|2.1`")
	c.Flags().StringVarP(&to, "output", "o", "-", "where to: `FILE.yml`; - is standard output")
	return c
}

func (a *app) writeStored(name, to, version string) error {
	s, ok, err := within(a, limits{}, func(ctx context.Context) (*stored, error) { return readStored(ctx, name) })
	if !ok {
		return err
	}
	if s.res == nil {
		return &formatError{file: name, err: fmt.Errorf("the verdict is %s: there is nothing to witness", s.doc.Line())}
	}
	if why := witness.None(s.doc.Options, s.prog, s.res.Verdict); why != "" {
		return &formatError{file: name, err: errors.New(why)}
	}
	return a.writeWitness(to, version, s.prog, s.res, s.doc.Options, s.sources)
}

// witnessFormat says whether an option is a format of witnesses.
func witnessFormat(option, version string) error {
	_, err := choose(option, version, map[string]bool{"2.0": true, "2.1": true})
	return err
}

// writeWitness writes the witness of a result to a file.
func (a *app) writeWitness(to, version string, p *ir.Program, res *verdict.Result, opts cfront.Options, sources []cfront.Source) error {
	about := witness.About{
		Version: version, Craig: strings.TrimPrefix(versionText(), "craig "), Options: opts, Sources: sources, Now: time.Now(),
	}
	e, err := witness.Of(p, res, about)
	if err != nil {
		return err
	}
	out, err := openOutput(to, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	report.NotWitnessed(a.err, p, res.Proof)
	return out.write(func(w io.Writer) error { return witness.Write(w, e) })
}

// witnessOf writes the witness of a result of craig verify.
func (a *app) witnessOf(file, version string, res *run.Result, opts cfront.Options) error {
	if res.Verdict == verdict.Unknown {
		fmt.Fprintln(a.err, "craig: no witness is written: the verdict is UNKNOWN")
		return nil
	}
	if why := witness.None(opts, res.Program, res.Verdict); why != "" {
		fmt.Fprintln(a.err, "craig: no witness is written: "+why)
		return nil
	}
	if m := cfront.MachineOf(opts.Target); m != nil && m.Int16 {
		fmt.Fprintln(a.err, "craig: no witness is written: its format has no data model in which int has 16 bits")
		return nil
	}
	return a.writeWitness(file, version, res.Program, &res.Result, opts, res.Sources)
}
