package cfront

import (
	"context"
	"errors"
	"io"
	"slices"

	"craig/internal/program/c/elab"
	"craig/internal/program/c/functions"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/source"
)

// Function is a function that a file defines.
type Function = functions.Function

// Functions lists the functions that have a body in a file or in a header of it, in the order of the text. The error is
// an *Error or ctx's.
func Functions(ctx context.Context, opts Options, from *Files, file string) ([]Function, error) {
	if source.MachineOf(opts.Target, opts.ILP32) == nil {
		return nil, unknownTarget(opts.Target)
	}
	read := func(system bool) ([]Function, error) {
		cfg := opts.sourceConfig(from, system)
		cfg.Contracts = new(source.Contracts)
		var tokens []pp.Token
		cfg.Token = func(t pp.Token) { tokens = append(tokens, t) }
		tree, text, err := source.Tree(cfg, file)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		prog, report := elab.Elaborate(elab.Config{Machine: machineOf(cfg), Contracts: true}, elab.File{Name: file, Tree: tree, Source: text})
		if len(report.Mistakes) > 0 {
			return nil, source.Mistake(text, &report.Mistakes[0].Error)
		}
		list := functions.List(prog, tree, text, tokens)
		for _, r := range report.Refusals {
			if i := slices.IndexFunc(list, func(f Function) bool { return r.In != nil && f.Name == r.In.Name }); i >= 0 {
				list[i].Opaque = true
			}
		}
		return list, ctx.Err()
	}
	list, err := read(false)
	if refused := (*Error)(nil); errors.As(err, &refused) { // the embedded headers may lack something
		if again, err2 := read(true); err2 == nil {
			return again, nil
		}
	}
	return list, err
}

// Preprocess writes a file as it is after the preprocessor, with line markers. The error is an *Error, or that of w.
func Preprocess(opts Options, file string, w io.Writer) error {
	return source.Preprocess(opts.sourceConfig(new(Files), false), file, w)
}
