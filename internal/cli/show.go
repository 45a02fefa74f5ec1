package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"craig/internal/prepare"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/check"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/cells"
	"craig/internal/program/ir"
	"craig/internal/report"
)

func (a *app) showCommand() *cobra.Command {
	var (
		opts         cOptions
		what, format string
		stage        string
		timeout      positiveDuration
		plan         cells.Plan
		inputs       bool
		preprocessed bool
		asCore       bool
	)
	c := &cobra.Command{
		Use:   "show FILE.c ...",
		Short: "show the automaton, the loops, the regions or the functions of a program",
		Example: "  craig show lock.c\n  craig show --format dot lock.c | dot -Tsvg > lock.svg\n" +
			"  craig show --what loops lock.c\n" +
			"  craig show --preprocessed -I include lock.c\n" +
			"  craig show --core lock.c > core.c && gcc core.c",
		RunE: func(c *cobra.Command, args []string) error {
			copts, files, _, err := opts.resolve(c, args)
			if err != nil {
				return err
			}
			for name, text := range map[string]bool{"preprocessed": preprocessed, "core": asCore} {
				for _, flag := range []string{"what", "format", "stage", "cells", "same-index"} {
					if text && c.Flags().Changed(flag) {
						return usagef("--%s shows the text of files; leave out --%s", name, flag)
					}
				}
			}
			switch {
			case preprocessed && asCore:
				return usagef("--preprocessed and --core show different texts; leave out one")
			case preprocessed:
				return a.showPreprocessed(copts, files)
			case asCore:
				return a.showCore(copts, files)
			}
			if what == "functions" {
				return a.showFunctions(copts, files, format, inputs, timeout)
			}
			reduced := func(p *prepare.Program, ctx context.Context) (*ir.Program, error) { return reduce.Inlined(ctx, p) }
			load, err := choose("stage", stage, map[string]func(*prepare.Program, context.Context) (*ir.Program, error){
				"read": (*prepare.Program).Read, "inlined": (*prepare.Program).Inlined, "reduced": reduced,
			})
			if err != nil {
				return err
			}
			if plan != (cells.Plan{}) {
				if plan.Each < 1 || plan.Each > 3 {
					return usagef("--cells is from 1 to 3, not %d", plan.Each)
				}
				if what != "program" {
					return usagef("--cells shows the program; leave out --what %s", what)
				}
				load = func(p *prepare.Program, ctx context.Context) (*ir.Program, error) {
					q, err := reduced(p, ctx)
					if err != nil {
						return nil, err
					}
					c, ok := cells.Make(q, plan)
					if !ok {
						return nil, errors.New("the program has no arrays, too many of them, or some whose elements are of several types")
					}
					q, _, err = reduce.Program(ctx, c.Program)
					return q, err
				}
			}
			if format == "json" {
				return usagef("--format json shows functions; add --what functions")
			}
			print, err := choose("what", what, map[string]func(*ir.Program) error{
				"program": func(p *ir.Program) error { return ir.Print(a.out, p) },
				"loops":   func(p *ir.Program) error { return report.Loops(a.out, p) },
				"regions": func(p *ir.Program) error { return report.Regions(a.out, p) },
			})
			if err != nil {
				return err
			}
			dot, err := choose("format", format, map[string]bool{"text": false, "dot": true})
			if err != nil {
				return err
			}
			if dot {
				if what != "program" {
					return usagef("--format dot shows the program; leave out --what %s", what)
				}
				print = func(p *ir.Program) error { return report.Dot(a.out, p) }
			}
			for _, file := range files {
				if err := readable(file); err != nil {
					return err
				}
			}
			if copts.Properties == nil && copts.ErrorLabel == "" && copts.ErrorFunction == "" {
				copts.Properties = []string{"unreach-call"} // a program without errors can be shown too
			}
			p, ok, err := within(a, a.limits(timeout, 0, 0), func(ctx context.Context) (*ir.Program, error) {
				return load(prepare.New(copts, nil, files...), ctx)
			})
			if !ok {
				return err
			}
			return print(p)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&what, "what", "program", "what to show: `program|loops|regions|functions`")
	f.StringVar(&format, "format", "text", "the program as text, which craig reads again, or for Graphviz; functions as text or JSON: `text|dot|json`")
	f.StringVar(&stage, "stage", "inlined", "as read from C, with calls inlined and memory split, or reduced as engines see it: `read|inlined|reduced`")
	f.IntVar(&plan.Each, "cells", 0, "the reduced program with `N` distinguished cells in place of each array")
	f.BoolVar(&plan.Shared, "same-index", false, "with --cells: the cells of arrays have the same indices")
	f.BoolVar(&preprocessed, "preprocessed", false, "the text of the files after the preprocessor, with line markers, as gcc -E prints it")
	f.BoolVar(&asCore, "core", false, "the program as C without side effects in expressions and without implicit conversions, which does what it does; with --property, it traps where an operation violates that")
	f.BoolVar(&inputs, "inputs", false, "after functions as JSON: the files that were read, or looked for, with hashes of their texts")
	f.Lookup("inputs").Hidden = true // for craig check
	opts.flags(f)
	f.Var(&timeout, "timeout", "give up after `DURATION`, such as 60s")
	return c
}

// showPreprocessed prints the files after the preprocessor.
func (a *app) showPreprocessed(opts cfront.Options, files []string) error {
	for _, file := range files {
		if err := readable(file); err != nil {
			return err
		}
		if err := cfront.Preprocess(opts, file, a.out); err != nil {
			return err
		}
	}
	return nil
}

// showCore prints the core of the program.
func (a *app) showCore(opts cfront.Options, files []string) error {
	for _, file := range files {
		if err := readable(file); err != nil {
			return err
		}
	}
	for _, name := range opts.Properties {
		if name != "unreach-call" && !check.Has(name) {
			return usagef("--core does not have the property %s yet", name)
		}
	}
	p, err := cfront.Core(opts, elab.RightToLeft, files...)
	if err != nil {
		return err
	}
	check.Add(p, opts.Properties, false)
	if err := corecheck.Check(p); err != nil {
		return err
	}
	return coreprint.Print(a.out, p, coreprint.PrintConfig{})
}

// showFunctions lists the functions of each file.
func (a *app) showFunctions(opts cfront.Options, files []string, format string, inputs bool, timeout positiveDuration) error {
	asJSON, err := choose("format", format, map[string]bool{"text": false, "json": true})
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := readable(file); err != nil {
			return err
		}
		from := new(cfront.Files)
		list, ok, err := within(a, a.limits(timeout, 0, 0), func(ctx context.Context) ([]cfront.Function, error) {
			return cfront.Functions(ctx, opts, from, file)
		})
		if !ok {
			return err
		}
		if asJSON {
			err := json.NewEncoder(a.out).Encode(list)
			if err == nil && inputs {
				err = json.NewEncoder(a.out).Encode(from.Inputs())
			}
			if err != nil {
				return err
			}
			continue
		}
		for _, f := range list {
			what := ""
			for _, w := range []struct {
				is   bool
				word string
			}{{f.Static, " static"}, {f.Inline, " inline"}, {f.Contract, " with a contract"}} {
				if w.is {
					what += w.word
				}
			}
			fmt.Fprintf(a.out, "%s: %s%s\n", f.Pos, f.Name, what)
		}
	}
	return nil
}
