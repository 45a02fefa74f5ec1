package cfront

import (
	"errors"
	"fmt"
	"strings"

	"craig/internal/program/c/argv"
	"craig/internal/program/c/core"
	"craig/internal/program/c/cprover"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/harness"
	"craig/internal/program/c/library"
	"craig/internal/program/c/lower"
	"craig/internal/program/c/source"
	"craig/internal/program/ir"
)

// Environment says what surroundings a function begins in that is verified without a program around
// it. The zero value is none: parameters are unknown, and global variables as they are initialised.
type Environment = harness.Options

// Null says which pointers of an environment may be null.
type Null = harness.Null

// Lengths says how many elements there are where a pointer leads.
type Lengths = harness.Lengths

const (
	NullInside = harness.NullInside
	NullNever  = harness.NullNever
	NullAlways = harness.NullAlways

	LengthsByName = harness.LengthsByName
	LengthsOne    = harness.LengthsOne
	LengthsMany   = harness.LengthsMany

	// EnvironmentEntry is the function that calls the one that is verified.
	EnvironmentEntry = harness.Entry
)

// harnessConfig is what package harness is asked for.
func (r *reader) harnessConfig(plain bool) harness.Config {
	return harness.Config{
		Options: r.opts.Environment, Entry: r.opts.Entry, Roots: r.opts.Interrupts.Handlers,
		Plain: plain, Havoc: r.opts.UnknownFunctions == Havoc,
		Library:  func(f string) bool { return library.Lookup(f) != nil },
		Fails:    func(f string) bool { return f == r.opts.ErrorFunction || r.checksCalls() && library.Fails(f) },
		Variable: func(name string) bool { return library.LookupVariable(name) != nil },
		Copies:   copiesBytes,
	}
}

// copiesBytes are the arguments of a function of string.h that lead to as many bytes as its only size says, which is the argument size.
func copiesBytes(name string) (pointers []int, size int) {
	row := library.Lookup(name)
	if row == nil || row.Header != "string.h" || len(row.Params) != 3 || row.Params[2].Type.Name != "size_t" {
		return nil, 0
	}
	for i, p := range row.Params[:2] {
		if p.Class == library.Pointer && p.Elem.Class == library.Void {
			pointers = append(pointers, i)
		}
	}
	return pointers, 2
}

// Surroundings are those of the entry function that the options name. hasMain says that the files have a main.
func Surroundings(opts Options, files ...string) (env *ir.Environment, hasMain bool, err error) {
	from := new(Files)
	r := &reader{opts: opts, files: from}
	all, err := r.begun(files)
	if err != nil || undeclared(all.Program) > 0 { // the embedded headers may lack something
		again := &reader{opts: opts, files: from, systemHeaders: true}
		if more, err2 := again.begun(files); err2 == nil && (err != nil || undeclared(more.Program) < undeclared(all.Program)) {
			r, all, err = again, more, nil
		}
	}
	if err != nil {
		return nil, false, err
	}
	return r.env, definesMain(all.Program), nil
}

// begun is the core of files with surroundings that can be read.
func (r *reader) begun(files []string) (all *sources, err error) {
	for _, plain := range []bool{false, true} {
		var refusal *coreRefusal
		if all, refusal, err = r.elaborated(files, plain); refusal != nil {
			err = refusal.text
		}
		wrong := inSurroundings(r.env, nil, err)
		if wrong == "" {
			break
		}
		err = r.cannot(wrong)
	}
	return all, err
}

// cannot is the error that the surroundings cannot be read.
func (r *reader) cannot(why string) error {
	at := ir.Pos{File: r.env.File}
	for _, n := range r.env.Notes {
		at = n.Pos
	}
	return noSurroundings(r.opts.Entry, at, why)
}

// elaborated is the core of files, with surroundings, plain or not, if there are any: r.env.
func (r *reader) elaborated(files []string, plain bool) (*sources, *coreRefusal, error) {
	r.env = nil
	cfg := r.opts.sourceConfig(r.files, r.systemHeaders)
	cfg.Contracts = new(source.Contracts)
	all, refusal, err := elaborate(cfg, elab.Config{Claims: r.checksCalls(), Variants: r.asksForEnds(), WithoutBody: r.opts.WithoutBody, Statements: r.opts.Statements, Decisions: r.opts.Decisions}, false, files)
	if err != nil || refusal != nil {
		return nil, refusal, err
	}
	if r.env, err = r.surroundings(all.Program, plain); r.env == nil && r.listsForMain() {
		r.env = argv.Text(all.Program)
	}
	if r.env != nil {
		refusal, err = all.behind(r.env)
	}
	return all, refusal, err
}

// surroundings are those of the entry that the options name, made of the core of the files, with neither functions nor types of their own if plain; nil if
// it has none. main gets its arguments from package lower.
func (r *reader) surroundings(prog *core.Program, plain bool) (*ir.Environment, error) {
	entry := r.opts.Entry
	if !r.opts.Environment.Valid || entry == "" || entry == "main" {
		return nil, nil
	}
	cprover.Program(prog)
	if prog.Function(entry) == nil {
		return nil, noFunction(prog.Units[0].Name, entry, named(prog))
	}
	env, err := harness.Make(prog, r.harnessConfig(plain))
	var why *harness.Problem
	if errors.As(err, &why) {
		return nil, noSurroundings(entry, posOf(prog, why.At), why.Why)
	}
	return env, err
}

// noSurroundings is the error that there are none of a function at a position.
func noSurroundings(entry string, at ir.Pos, why string) *Error {
	return &Error{Pos: at, Msg: fmt.Sprintf("no surroundings can be made for %s: %s", entry, why),
		Hint: "write a function that calls it and start there, or leave its parameters unknown with {Environment}"}
}

// inSurroundings is what is wrong with the text of surroundings, with the line where that is; "" if what is wrong is elsewhere, or nothing is.
func inSurroundings(env *ir.Environment, why *lower.Refusal, err error) string {
	var mistake *Error
	at, msg := ir.Pos{}, ""
	switch {
	case env == nil:
	case errors.As(err, &mistake):
		at, msg = mistake.Pos, mistake.Msg
	case why != nil:
		at, msg = why.Pos, why.Reason
	}
	if env == nil || at.File != env.Name() {
		return ""
	}
	if lines := strings.Split(env.Text, "\n"); at.Line >= 1 && at.Line <= len(lines) {
		msg += ": " + strings.TrimSpace(lines[at.Line-1])
	}
	return msg
}
