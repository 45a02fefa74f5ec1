package cfront

import (
	"context"

	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/syntax"
	"craig/internal/program/cfront/source"
)

// Core is a program as its core. The headers are the host's where it has some for the machine, so that the result can be
// linked with the host's library. What is wrong with the text, or is not read, is an *Error; of several it is the first.
func Core(opts Options, order elab.Order, files ...string) (*core.Program, error) {
	r := newReader(context.Background(), opts, nil)
	r.files = new(Files)
	cfg := r.sourceConfig()
	cfg.SystemHeaders = true
	var list []elab.File
	for _, file := range files {
		tree, text, err := source.Tree(cfg, file)
		if err != nil {
			return nil, err
		}
		list = append(list, elab.File{Name: file, Tree: tree, Source: text})
	}
	machine := source.MachineOf(opts.Target, opts.ILP32)
	prog, report := elab.Elaborate(elab.Config{Machine: machine.Machine, UnsignedChar: opts.UnsignedChar, Order: order}, list...)
	if len(report.Mistakes) > 0 {
		m := report.Mistakes[0]
		return nil, source.Mistake(list[m.File].Source, &m.Error)
	}
	if len(report.Refusals) > 0 {
		m := report.Refusals[0]
		return nil, source.Mistake(list[m.File].Source, &syntax.Error{Pos: m.Pos, Msg: m.Msg, Hint: "the core does not have it yet: " + m.Reason})
	}
	return prog, core.Check(prog)
}
