package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"craig/internal/limit"
	"craig/internal/prepare"
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
	)
	c := &cobra.Command{
		Use:   "show FILE.c ...",
		Short: "show the automaton, the loops or the regions of a program",
		Example: "  craig show lock.c\n  craig show --format dot lock.c | dot -Tsvg > lock.svg\n" +
			"  craig show --what loops lock.c",
		RunE: func(c *cobra.Command, args []string) error {
			copts, files, _, err := opts.resolve(c, args)
			if err != nil {
				return err
			}
			load, err := choose("stage", stage, map[string]func(*prepare.Program, context.Context) (*ir.Program, error){
				"read": (*prepare.Program).Read, "inlined": (*prepare.Program).Inlined, "reduced": (*prepare.Program).Reduced,
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
					q, err := p.Reduced(ctx)
					if err != nil {
						return nil, err
					}
					c, ok := cells.Make(q, plan)
					if !ok {
						return nil, errors.New("the program has no arrays, too many of them, or some whose elements are of several types")
					}
					q, _, err = prepare.Reduce(ctx, c.Program)
					return q, err
				}
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
			type answer struct {
				p   *ir.Program
				err error
			}
			if copts.Properties == nil && copts.ErrorLabel == "" && copts.ErrorFunction == "" {
				copts.Properties = []string{"unreach-call"} // a program without errors can be shown too
			}
			done := supervise(a.limits(timeout, 0), func() {}, func(ctx context.Context) answer {
				p, err := load(prepare.New(copts, nil, files...), ctx)
				return answer{p, err}
			})
			switch {
			case done.panicked != nil:
				a.bug(done.panicked, done.stack)
				a.status = exitBug
				return nil
			case done.cause == limit.ErrInterrupted:
				a.status = exitInterrupted
				return nil
			case done.cause != nil:
				fmt.Fprintln(a.err, "craig: time was up; a longer --timeout would help")
				a.status = exitUnknown
				return nil
			case done.value.err != nil:
				return done.value.err
			}
			return print(done.value.p)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&what, "what", "program", "what to show: `program|loops|regions`")
	f.StringVar(&format, "format", "text", "the program as text, which craig reads again, or for Graphviz: `text|dot`")
	f.StringVar(&stage, "stage", "inlined", "as read from C, with calls inlined and memory split, or reduced as engines see it: `read|inlined|reduced`")
	f.IntVar(&plan.Each, "cells", 0, "the reduced program with `N` distinguished cells in place of each array")
	f.BoolVar(&plan.Shared, "same-index", false, "with --cells: the cells of arrays have the same indices")
	opts.flags(f)
	f.Var(&timeout, "timeout", "give up after `DURATION`, such as 60s")
	return c
}
