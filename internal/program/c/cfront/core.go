package cfront

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/assembly"
	"craig/internal/program/c/check"
	"craig/internal/program/c/cleanup"
	"craig/internal/program/c/condition"
	"craig/internal/program/c/contract"
	"craig/internal/program/c/core"
	"craig/internal/program/c/cprover"
	"craig/internal/program/c/device"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/floats"
	"craig/internal/program/c/handed"
	"craig/internal/program/c/isr"
	"craig/internal/program/c/library"
	"craig/internal/program/c/link"
	"craig/internal/program/c/lower"
	"craig/internal/program/c/missing"
	"craig/internal/program/c/scalarize"
	"craig/internal/program/c/source"
	"craig/internal/program/c/statements"
	"craig/internal/program/c/thread"
	"craig/internal/program/c/trap"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/internal/program/selfcomp"
)

// Core is a program as its core. The headers are the host's where it has some for the machine, so that the result can be
// linked with the host's library. The surroundings of the entry, if it has some, are part of it, and a main that begins in them where the
// program has none. What is wrong with the text, or is not read, is an *Error; of several it is the first.
func Core(opts Options, order elab.Order, files ...string) (*core.Program, error) {
	from := new(Files)
	opts.Environment.ForPeople = true // which says all of it in C
	all, refusal, err := elaborate(opts.sourceConfig(from, true), elab.Config{Order: order, WithoutBody: opts.WithoutBody}, true, files)
	switch {
	case err != nil:
		return nil, err
	case refusal != nil:
		return nil, refusal.text
	}
	prog := all.Program
	env, err := (&reader{opts: opts}).surroundings(prog, false)
	if err == nil && env != nil {
		if !definesMain(prog) {
			env.Text += "int main(void) { " + env.Entry + "(); }\n"
		}
		refusal, err = all.behind(env)
	}
	switch {
	case err != nil:
		return nil, err
	case refusal != nil:
		return nil, refusal.text
	}
	if _, wrong := link.Agree(prog); wrong != nil {
		return nil, conflicting(prog, wrong)
	}
	return prog, nil
}

// definesMain tells whether a program has a main.
func definesMain(prog *core.Program) bool {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.FuncDef); ok && d.Func.Var.Name == "main" {
				return true
			}
		}
	}
	return false
}

// conflicting is the error of files that do not agree on a name.
func conflicting(prog *core.Program, c *link.Conflict) *Error {
	at := posOf(prog, c.At)
	if c.Twice {
		return &Error{Pos: at, Msg: fmt.Sprintf("%s is defined twice, with different types", c.Name), Hint: "give one of them another name"}
	}
	return &Error{Pos: at, Msg: fmt.Sprintf("%s is declared with different types in different files, and used as its definition does not allow", c.Name), Hint: "include one header in both files"}
}

// machineOf is the machine that files are read for.
func machineOf(cfg source.Config) *types.Machine {
	m := *source.MachineOf(cfg.Target, cfg.ILP32).Machine
	m.UnsignedChar = cfg.UnsignedChar // an option may say otherwise than the machine
	return &m
}

// computes tells whether a function does nothing but compute, as those of the compiler do that may be called in constant expressions.
func computes(name string) bool {
	row := library.Lookup(name)
	if row == nil {
		return strings.HasPrefix(name, "__builtin_") && !strings.HasPrefix(name, "__builtin_va_")
	}
	return strings.HasPrefix(name, "__builtin_") && (row.OnlyComputes() || row.Does == "first" || floats.Results[row.Does] != nil)
}

// reader is one run of Read.
type reader struct {
	ctx           context.Context
	opts          Options
	files         *Files
	env           *ir.Environment // the surroundings of the entry; nil if it has none
	systemHeaders bool            // the host's headers are read rather than the embedded ones
	mentions      bool            // a function calls an error function
	undeclared    int             // functions that the program names and neither declares nor defines, which headers may declare
}

// sourceConfig says how the files of the options are read.
func (o Options) sourceConfig(from *Files, system bool) source.Config {
	return source.Config{
		ILP32: o.ILP32, Target: o.Target, Include: o.Include, ForceInclude: o.ForceInclude, Define: o.Define, Undefine: o.Undefine, UnsignedChar: o.UnsignedChar,
		SystemHeaders: system, Files: from,
	}
}

// read is tried with the headers of the system where the embedded ones do not do.
func (r *reader) read(files []string) (*lower.Result, *lower.Refusal, error) {
	res, why, err := r.tried(files)
	var mistake *Error
	if undeclared := r.undeclared; !r.systemHeaders && (why != nil || errors.As(err, &mistake) || err == nil && undeclared > 0) { // the embedded headers may lack something
		r.systemHeaders = true
		again, refused, _ := r.tried(files)
		switch less := r.undeclared < undeclared; {
		case again != nil && (res == nil || less):
			return again, nil, nil
		case refused != nil && res != nil && less: // without its declarations it would be another program
			return nil, refused, nil
		}
		r.systemHeaders = false
	}
	return res, why, err
}

// tried reads files with the headers that r has. Surroundings that cannot be read, such as those with types of other files that this one has otherwise, are
// plain ones then.
func (r *reader) tried(files []string) (res *lower.Result, why *lower.Refusal, err error) {
	for _, plain := range []bool{false, true} {
		res, why, err = r.surrounded(files, plain)
		wrong := inSurroundings(r.env, why, err)
		if wrong == "" {
			break
		}
		why, err = nil, r.cannot(wrong)
	}
	return res, why, err
}

// surrounded is tried with surroundings that are plain or not, if there are any.
func (r *reader) surrounded(files []string, plain bool) (*lower.Result, *lower.Refusal, error) {
	all, refusal, err := r.elaborated(files, plain)
	switch {
	case refusal != nil:
		return nil, &lower.Refusal{Pos: refusal.text.Pos, Reason: refusal.reason}, nil
	case err != nil:
		return nil, nil, err
	}
	prog, env, cfg := all.Program, r.env, all.cfg
	stands := cprover.Program(prog)
	differing, wrong := link.Agree(prog)
	if wrong != nil {
		return nil, nil, conflicting(prog, wrong)
	}
	verified := cmp.Or(r.opts.Entry, "main")
	if env != nil {
		verified = env.Function
	}
	inserted, failed := isr.Insert(r.opts.Interrupts, prog, verified)
	if failed != nil {
		return nil, nil, noInterrupt(prog, failed)
	}
	if r.comparesRuns() {
		handed.Assembly(prog)
	}
	assembly.Program(prog, isr.Switches)
	cleanup.Program(prog)
	contracts := contract.Config{Verified: verified, Goals: r.checksCalls(), Variants: r.asksForEnds(), Replace: r.opts.Contracts == ReplaceContracts}
	if env != nil {
		contracts.Surroundings = func(f *core.Func) bool { return prog.Place(f.Pos).File == env.Name() }
		contracts.Given = env.Single
	}
	for _, left := range contract.Apply(contracts, prog) {
		cfg.Contracts.Notes = append(cfg.Contracts.Notes, ir.Note{Kind: ir.Remark, Pos: posOf(prog, left.At), Text: left.Text, Count: 1})
	}
	r.undeclared = undeclared(prog)
	own := func(f *core.Func) bool { return env == nil || prog.Place(f.Pos).File != env.Name() } // the surroundings do nothing wrong
	if name, at := thread.Unseen(prog); name != "" && (slices.Contains(r.opts.Properties, "no-data-race") || r.opts.Threads < 0) {
		return nil, &lower.Refusal{Pos: posOf(prog, at), Reason: "data races in " + name}, nil
	}
	start := r.start()
	conditions := condition.Apply(prog)
	trap.Set(prog, r.opts.Traps)
	link.Whole(prog, start, link.Library{Has: func(name string) bool { return library.Lookup(name) != nil }, Variable: library.VariableName})
	if err := r.wanted(prog, start); err != nil {
		return nil, nil, err
	}
	inserted.Begin(prog)
	r.mentions = mentionsError(prog)
	if refused := scalarize.Program(prog, slices.ContainsFunc(r.opts.Properties, check.OfFloats)); refused != nil {
		return nil, &lower.Refusal{Pos: posOf(prog, refused.At), Reason: refused.Reason}, nil
	}
	if r.comparesRuns() {
		handed.Program(prog, r.opts.UnknownFunctions == Havoc)
	}
	check.AddTo(prog, r.opts.Properties, own, r.opts.Where, conditions, r.opts.Signed == ir.SignedWrap)
	if env != nil && r.threading().Judges() {
		return nil, nil, &Unsupported{Property: thread.Locks, Why: "whether the locks of what surrounds the entry are initialised and locked is not known"}
	}
	models, memory := map[string]*core.Program{}, check.MemoryOf(r.opts.Properties)
	memory.Alone = r.opts.Where != ""
	registers := map[*ir.Var]string{}
	conf := lower.Config{
		Goals:      slices.ContainsFunc(r.opts.Properties, check.Has),
		FloatGoals: slices.ContainsFunc(r.opts.Properties, check.OfFloats), FloatDemands: check.OfFunctions(r.opts.Properties, r.opts.Where),
		Math: r.opts.Math, Signed: r.opts.Signed, Entry: r.opts.Entry, Surroundings: env, ErrorLabel: r.opts.ErrorLabel, ErrorFunction: r.opts.ErrorFunction,
		UnreachCall:   r.checksCalls(),
		Memory:        memory,
		MallocMayFail: r.opts.MallocMayFail, VolatileMemory: r.opts.Volatile == VolatileMemory || r.comparesRuns(), VolatileInput: r.opts.Volatile == VolatileInput && !r.comparesRuns(), Sees: r.sees(),
		Interrupts: inserted != nil, Devices: r.opts.Devices, Register: func(v *ir.Var, name string) { registers[v] = name },
		Havoc: r.opts.UnknownFunctions == Havoc, UnknownGlobals: r.opts.UnknownGlobals,
		Threading: r.threading(),
		Model:     func(name string) *core.Program { return r.model(models, name) },
		Instance:  func(name string) *core.Program { return r.model(map[string]*core.Program{}, name) },
	}
	res, err := lower.Lower(r.ctx, conf, prog)
	if err == nil {
		if c := res.Program.Uncarried(res.Numbers); c != nil {
			return nil, nil, &Unsupported{Property: conf.Memory.Property(), Pos: c.Pos, Why: "an integer is converted to a pointer", Number: true}
		}
		if t := res.Program.Threads; t != nil {
			t.Ghosts = r.opts.Ghosts
			if only := r.opts.Only; only != nil && only.Race != nil {
				t.Targets = []string{only.File, only.Race.Beside}
			}
		}
		device.Insert(res.Program, registers)
		inserted.Finish(res.Program, func(at core.Pos) ir.Pos { return posOf(prog, at) })
		statements.Reached(prog, res)
		res.Program.Notes = append(res.Program.Notes, cfg.Contracts.Notes...)
	}
	if err == nil {
		for _, d := range differing {
			if res.Reached(d.Var) {
				res.Program.Notes = append(res.Program.Notes, ir.Note{Kind: ir.Assumption, Pos: posOf(prog, d.At), Text: d.Var.Name + OtherTypes})
			}
		}
	}
	for _, s := range stands {
		if err == nil {
			res.Program.Notes = append(res.Program.Notes, ir.Note{Pos: posOf(prog, s.At), Kind: ir.Assumption,
				Text: s.Name + " stands for the function " + s.For + " of " + s.File})
		}
	}
	if err == nil && r.opts.Statements {
		res.Program.Statements = statements.List(prog, res, env == nil && cmp.Or(r.opts.Entry, "main") == "main")
	}
	if err == nil && r.opts.Decisions != core.NoDecisions {
		res.Program.Decisions = statements.Decisions(prog, res)
	}
	if err == nil && r.opts.Missing {
		res.Program.Missing = missing.List(prog, res.Reached, res.Known)
	}
	var refused *lower.Refusal
	if errors.As(err, &refused) {
		if refused.Untracked != "" {
			return nil, nil, &Unsupported{Property: conf.Memory.Property(), Pos: refused.Pos, Why: refused.Untracked}
		}
		return nil, refused, nil
	}
	return res, nil, err
}

// comparesRuns tells whether it is asked for what depends on secrets.
func (r *reader) comparesRuns() bool { return slices.Contains(r.opts.Properties, selfcomp.Property) }

// sees tells which operations an observer sees; nil if nobody asks.
func (r *reader) sees() func(core.BinaryOp) bool {
	if !r.comparesRuns() {
		return nil
	}
	return func(op core.BinaryOp) bool {
		switch op {
		case core.Div, core.Rem:
			return true
		case core.Shl, core.Shr:
			return r.opts.Observe.Shifts
		case core.Mul:
			return r.opts.Observe.Multiplications
		}
		return false
	}
}

// listsForMain tells whether the lists of strings that main is given have to be objects: a property asks to which ones pointers lead.
func (r *reader) listsForMain() bool {
	m := check.MemoryOf(r.opts.Properties)
	return r.opts.Environment.Valid && cmp.Or(r.opts.Entry, "main") == "main" && (m.Null != "" || m.Inside != "")
}

// undeclared counts the functions that a program names and neither declares nor defines, which headers may declare.
func undeclared(prog *core.Program) (n int) {
	for _, u := range prog.Units {
		for _, g := range u.Globals {
			if d, ok := g.(*core.VarDef); ok && d.Var.Undefined && !d.Var.Defined && d.Var.Mentioned && !library.Fails(d.Var.Name) && !strings.HasPrefix(d.Var.Name, "__") {
				n++
			}
		}
	}
	return n
}

// posOf is a position of the core in the text.
func posOf(prog *core.Program, at core.Pos) ir.Pos {
	p := prog.Place(at)
	return ir.Pos{File: p.File, Line: p.Line, Col: p.Col}
}

// checksCalls tells whether calls of error functions, and what is said by contracts, are asked for.
func (r *reader) checksCalls() bool {
	return r.opts.Properties == nil || slices.Contains(r.opts.Properties, "unreach-call")
}

// start is the function in which the program begins.
func (r *reader) start() string {
	if r.env != nil {
		return r.env.Entry
	}
	return cmp.Or(r.opts.Entry, "main")
}

// asksForEnds tells whether it is asked for whether executions end.
func (r *reader) asksForEnds() bool { return slices.Contains(r.opts.Properties, "termination") }

// model is the core of the file of models that has the function with this name; nil if there is none. models are those that have
// been read, by file.
func (r *reader) model(models map[string]*core.Program, name string) *core.Program {
	src, ok := library.ModelSource(name)
	if !ok {
		return nil
	}
	if prog, ok := models[src.Name]; ok {
		return prog
	}
	models[src.Name] = nil
	tree, text, err := source.TreeOf(source.Config{ILP32: r.opts.ILP32, Target: r.opts.Target, Files: r.files}, src.Name, src.Text)
	if err != nil {
		return nil
	}
	machine := source.MachineOf(r.opts.Target, r.opts.ILP32)
	prog, report := elab.Elaborate(elab.Config{Machine: machine.Machine}, elab.File{Name: src.Name, Tree: tree, Source: text})
	if len(report.Mistakes)+len(report.Refusals) > 0 {
		return nil
	}
	if r.opts.Where == "" {
		check.Add(prog, r.opts.Properties, true)
	}
	models[src.Name] = prog
	return prog
}

// threading is what a program that makes threads is read for.
func (r *reader) threading() thread.Purpose {
	switch {
	case r.opts.Threads < 0 && slices.Contains(r.opts.Properties, thread.Locks):
		return thread.AnyMisuse
	case r.opts.Threads < 0:
		return thread.Any
	case slices.Contains(r.opts.Properties, thread.Locks):
		return thread.Misuse
	case slices.Contains(r.opts.Properties, "no-deadlock"):
		return thread.Deadlocks
	}
	return thread.Schedules
}
