// Package equivalence is the command craig equiv.
package equivalence

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/equiv"
	"craig/internal/program/c/cfront"
)

// Host is what the command needs of the command line that it is part of.
type Host struct {
	Out    io.Writer
	Status *int
	Flags  func(f *pflag.FlagSet) // adds the options that say how C is read
	// Options are what these say, for a function of a file.
	Options func(c *cobra.Command, function, file string) (cfront.Options, error)
	Usage   func(format string, args ...any) error
	// Within does work within a time. The bool is false if there is no value.
	Within func(most time.Duration, work func(context.Context) (*equiv.Document, error)) (*equiv.Document, bool, error)
}

// hidden are options that are not about two functions.
var hidden = []string{"entry", "property", "error-label", "error-function", "task", "except", "isr", "isr-nesting", "isr-off", "isr-on", "isr-begin", "mmio",
	"contracts", "unknown-functions", "unknown-pointers", "volatile", "integers", "threads", "remove-function-body", "parameters", "signed-overflow"}

// Command is craig equiv.
func Command(h Host) *cobra.Command {
	var since, json, confirm, output string
	var requires []string
	var most time.Duration
	c := &cobra.Command{
		Use:   "equiv OLD.c:F NEW.c:F | --since REVISION [FILE.c[:F] ...]",
		Short: "prove that two functions do the same, or find an input on which they differ",
		Long: `Equiv decides whether a function does what another one does, or one at an earlier revision: whether, for all inputs for which the old one is
defined and returns, the new one is defined, makes the same calls of functions without a body in the same order, and
returns the same result and leaves the same memory. Loops are run side by side where they can be paired. That the new one
returns is not asked: they are equal if both return. What is taken for granted is printed; see docs/equiv.md.

An input on which they differ is executed by craig, and by a C compiler if there is one.

Exit status: 0 equal, 1 different, 2 open, 64, 65, 70, 74, 130 as of craig verify.`,
		Example: "  craig equiv old.c:count new.c:count\n  craig equiv --requires 'n < 100' sum.c:slow sum.c:fast\n  craig equiv --since HEAD~1",
	}
	f := c.Flags()
	h.Flags(f)
	for _, name := range hidden {
		if o := f.Lookup(name); o != nil {
			o.Hidden = true
		}
	}
	f.StringVar(&since, "since", "", "compare the functions that are changed since the `REVISION` of git")
	f.StringArrayVar(&requires, "requires", nil, "only inputs for which the C `CONDITION` on the parameters of the old function holds; may be repeated")
	f.DurationVar(&most, "timeout", equiv.DefaultTime, "end after `DURATION` for each pair")
	f.StringVar(&confirm, "confirm", "all", "have a C compiler run executions in which functions differ: `all|never`")
	f.StringVar(&output, "product", "", "write the program that the answer is about to `FILE.c`; - is standard output")
	f.StringVar(&json, "json", "", "write the answers to `FILE`; - is standard output")
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case confirm != "all" && confirm != "never":
			return h.Usage("--confirm %s: want all or never", confirm)
		case most <= 0:
			return h.Usage("--timeout %v: want more than that", most)
		case since == "" && len(args) != 2:
			return h.Usage("two functions are wanted: craig equiv OLD.c:FUNCTION NEW.c:FUNCTION, or --since REVISION")
		case since != "" && output != "":
			return h.Usage("--product is about two functions; name them rather than --since")
		}
		var given [][2]cfront.Side
		if since == "" {
			var sides [2]cfront.Side
			for i, arg := range args {
				sides[i].File, sides[i].Function = equiv.Split(arg)
				for _, name := range []string{output, json} {
					if name != "" && name != "-" && filepath.Clean(name) == filepath.Clean(sides[i].File) {
						return h.Usage("%s is one of the files that are read", name)
					}
				}
				if sides[i].Function == "" {
					return h.Usage("%s: write FILE.c:FUNCTION", arg)
				}
				if _, err := os.Stat(sides[i].File); err != nil {
					return err
				}
			}
			given = [][2]cfront.Side{sides}
		}
		var text []byte
		work := func(ctx context.Context) (*equiv.Document, error) {
			d := &equiv.Document{Pairs: []equiv.Pair{}}
			folders := func(list []string) []string { return list }
			if since != "" {
				opts, err := h.Options(c, "", "")
				if err != nil {
					return nil, err
				}
				r, pairs, err := equiv.Since(ctx, since, args, opts)
				if r != nil {
					defer r.Remove()
				}
				if err != nil {
					return nil, err
				}
				given = pairs
				folders = func(list []string) []string { return equiv.Folders(r, list) }
			}
			for _, sides := range given {
				opts, err := h.Options(c, sides[0].Function, sides[0].File)
				if err != nil {
					return nil, err
				}
				opts.Include = folders(opts.Include)
				a, err := equiv.Decide(ctx, equiv.Question{C: opts, Sides: sides, Requires: requires}, equiv.Options{Time: most})
				if err != nil && since == "" {
					return nil, err
				}
				if err != nil {
					a = equiv.Unread(err)
				}
				text = a.Text
				d.Pairs = append(d.Pairs, a.Document(ctx, sides, confirm == "all"))
			}
			return d, nil
		}
		limit := 2*most + 30*time.Second // that of each pair counts
		if since != "" {
			limit = 0
		}
		d, ok, err := h.Within(limit, work)
		if !ok {
			return err
		}
		for _, o := range []struct {
			name  string
			write func(io.Writer) error
		}{{output, func(w io.Writer) error { _, err := w.Write(text); return err }}, {json, d.Write}} {
			if err := write(h.Out, o.name, o.write); err != nil {
				return err
			}
		}
		if json != "-" && output != "-" {
			if err := d.Text(h.Out); err != nil {
				return err
			}
		}
		switch d.Class() {
		case equiv.Differ:
			*h.Status = 1
		case equiv.Open:
			*h.Status = 2
		}
		return nil
	}
	return c
}

// write writes to a file, or to out if its name is -, unless it has no name.
func write(out io.Writer, name string, do func(io.Writer) error) error {
	switch name {
	case "":
		return nil
	case "-":
		return do(out)
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := do(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
