// Package outlines is the command craig outline.
package outlines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/evidence/outline"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/run"
	"craig/internal/run/outlined"
)

// Host is what the command needs of the command line that it is part of.
type Host struct {
	Out    io.Writer
	Status *int
	Flags  func(f *pflag.FlagSet) // adds the options that say how C is read
	// Options are what these say, and the files; unsupported is a property that is not decided.
	Options func(c *cobra.Command, args []string) (opts cfront.Options, files []string, unsupported string, err error)
	Usage   func(format string, args ...any) error
	// Output opens the file that --json names, "" for none, and is none of those that are read. It is written when the work is done, or discarded.
	Output func(name string, reads []string) (write func(func(io.Writer) error) error, discard func(), err error)
	// Within does work within a time. The bool is false if there is no value.
	Within func(most time.Duration, work func(context.Context) (*outlined.Proof, error)) (*outlined.Proof, bool, error)
}

// statusUnknown is the exit status where there is no outline.
const statusUnknown = 2

// Command is craig outline.
func Command(h Host) *cobra.Command {
	var check, write string
	most := time.Minute
	c := &cobra.Command{
		Use:   "outline FILE.c ...",
		Short: "prove a program with threads by an outline, which the certifier checks without a product of the threads",
		Long: `Outline looks for a proof by Owicki and Gries of a program that makes threads, at most three at a time besides the first one, or any number of
them in a loop: an assertion for each place of each thread, which the steps of all threads keep. Its obligations are checked on the codes of
the threads, without the product of these, which TRUE of craig verify rests on. See docs/threads.md.

Exit status: 0 TRUE, 2 UNKNOWN, 64, 65, 70, 74, 130 as of craig verify.`,
		Example: "  craig outline --property no-data-race --json outline.json pool.c\n  craig outline --property no-data-race --check outline.json pool.c",
	}
	f := c.Flags()
	h.Flags(f)
	for _, name := range []string{"entry", "threads", "isr", "isr-nesting", "isr-off", "isr-on", "isr-begin"} {
		if o := f.Lookup(name); o != nil {
			o.Hidden = true
		}
	}
	f.DurationVar(&most, "timeout", most, "end after `DURATION`")
	f.StringVar(&write, "json", "", "write the outline to `FILE`; - is standard output")
	f.StringVar(&check, "check", "", "check the outline in `FILE`, instead of looking for one")
	c.RunE = func(c *cobra.Command, args []string) error {
		opts, files, unsupported, err := h.Options(c, args)
		switch {
		case err != nil:
			return err
		case len(files) == 0:
			return h.Usage("files are wanted: craig outline FILE.c")
		case unsupported != "":
			return h.Usage("craig does not decide the property %s", unsupported)
		}
		written, discard, err := h.Output(write, append(files, check))
		if err != nil {
			return err
		}
		defer discard()
		var given *resultfile.Outline
		if check != "" {
			text, err := os.ReadFile(check)
			if err != nil {
				return err
			}
			if given, err = resultfile.ReadOutline(bytes.NewReader(text)); err != nil {
				return h.Usage("%s: %v", check, err)
			}
			opts.Threads = given.Threads
		}
		prog := prepare.New(opts, nil, files...)
		why := ""
		p, ok, err := h.Within(most, func(ctx context.Context) (*outlined.Proof, error) {
			var p *outlined.Proof
			var err error
			if given != nil {
				p, err = outlined.Check(ctx, prog, given.Of)
			} else {
				p, err = outlined.Find(ctx, prog, run.Options{})
			}
			var wrong *cfront.Error
			if err != nil && ctx.Err() == nil && !errors.As(err, &wrong) {
				why = err.Error()
				return nil, nil
			}
			return p, err
		})
		switch {
		case !ok:
			return err
		case p == nil:
			fmt.Fprintf(h.Out, "No outline: %s.\nUNKNOWN(outline)\n", why)
			*h.Status = statusUnknown
			return nil
		}
		if err := written(func(w io.Writer) error { return resultfile.WriteOutline(w, p.Threads, p.Apart, p.Outline) }); err != nil || write == "-" {
			return err
		}
		h.tell(p)
		return nil
	}
	return c
}

// tell prints a proof.
func (h Host) tell(p *outlined.Proof) {
	notes(h.Out, p.Apart.Program.Notes)
	if n := p.Unchecked.Answers; n > 0 {
		fmt.Fprintf(h.Out, "%d answers of the solver are believed: %s.\n", n, p.Unchecked.Why)
	}
	number := fmt.Sprint(threads(p.Outline))
	if len(p.Apart.Copies) > 0 {
		number = "any number of"
	}
	fmt.Fprintf(h.Out, "%d assertions of %s threads are an outline: the certifier has checked its %d obligations on the codes of the threads.\nTRUE\n", p.Count.Assertions, number, p.Count.Obligations)
}

// threads counts those that have assertions.
func threads(o outline.Outline) (n int) {
	for _, at := range o.At {
		if len(at) > 0 {
			n++
		}
	}
	return n
}

// notes prints what is assumed.
func notes(w io.Writer, list []ir.Note) {
	for _, n := range list {
		if n.Kind == ir.Assumption {
			fmt.Fprintf(w, "%s: assumed: %s\n", n.Pos, n.Text)
		}
	}
}
