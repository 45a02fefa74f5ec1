package cli

import (
	"github.com/spf13/cobra"

	"craig/internal/cli/surroundings"
	"craig/internal/program/c/cfront"
)

func (a *app) harnessCommand() *cobra.Command {
	o := &cOptions{}
	var output string
	c := &cobra.Command{
		Use:   "harness FUNCTION FILE.c ...",
		Short: "write a C program that calls a function with all that it may be given",
		Long: `Harness writes a C file with a main that calls the function in surroundings where nothing is known
but that pointers lead to objects: what craig verify --entry FUNCTION begins with. It is there to be
edited, where something else is known, and is verified as it is:

    craig harness parse parser.c -o parse_harness.c
    craig verify --property bounds parse_harness.c

It includes the file with the function, so that static functions can be called, too. Further files
are named once more to craig verify.`,
		Example: "  craig harness parse parser.c\n  craig harness --lengths one -I include -o h.c f src/f.c",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("a function and the files are wanted: craig harness FUNCTION FILE.c")
			}
			o.entry = args[0]
			for _, file := range args[1:] {
				if err := readable(file); err != nil {
					return err
				}
			}
			return a.writeHarnessFor(c, o, args[1:], output)
		},
	}
	o.flags(c.Flags())
	for _, name := range []string{"entry", "property", "error-label", "error-function", "task", "parameters"} {
		c.Flags().Lookup(name).Hidden = true
	}
	c.Flags().StringVarP(&output, "output", "o", "-", "write to `FILE.c`; - is standard output")
	return c
}

func (a *app) writeHarnessFor(c *cobra.Command, o *cOptions, args []string, output string) error {
	opts, files, _, err := o.resolve(c, args)
	if err != nil {
		return err
	}
	if len(opts.Interrupts.Handlers) > 0 {
		return usagef("a harness calls a function, and cannot say when an interrupt comes; leave --isr out here, and give it to craig verify")
	}
	if opts.Entry == "main" {
		return usagef("main is what a program begins with: it needs no harness")
	}
	if err := distinct(files, named{"output", output}); err != nil {
		return err
	}
	opts.Properties = []string{}
	opts.Environment.ForPeople = true
	env, hasMain, err := cfront.Surroundings(opts, files...)
	if err != nil {
		return err
	}
	return a.writeOutput(output, []byte(surroundings.Text(env, files, hasMain, output)))
}
