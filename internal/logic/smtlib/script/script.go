// Package script executes SMT-LIB 2.6 scripts: it is the solver as a program.
//
//   - Interpreter.Run reads commands and answers each before it reads the next (script.go).
//   - Options and infos, those of the standard and a few that other solvers have (options.go).
//   - Questions: check-sat and what may be asked about its answer (answers.go).
//   - Models as definitions of all declared symbols, evaluated before they are shown (model.go).
//   - Interpolants for sequences and trees of parts (interpolants.go).
//   - Proofs, checked before they are shown (proof.go).
//
// A command at fault answers (error "line 3 column 7: …") and changes nothing; the script goes on.
// Without it, if it declares or asserts, a later sat would be an answer to another script: until its
// level is popped such a sat becomes unknown.
package script

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"craig/internal/logic/instances"
	"craig/internal/logic/quant"
	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/term"
)

// Config configures an Interpreter. The zero value uses the solver of package smt.
type Config struct {
	// NewSolver makes the solver that answers; nil: smt.New.
	NewSolver func(*term.Store) smt.Solver
	// Diagnostics gets what is not an answer; nil: nobody does.
	Diagnostics io.Writer
	// Open opens the file that :regular-output-channel or :diagnostic-output-channel names, to
	// write at its end; nil: they may name stdout and stderr only.
	Open func(name string) (io.WriteCloser, error)
	// Check checks cores and interpolants by another solver, made by NewChecker (nil: smt.New),
	// has each unsat proved and the proof replayed, and compares :status. Evidence that is none
	// panics; that it could not be checked is said to Diagnostics. Models are always evaluated.
	Check      bool
	NewChecker func(*term.Store) smt.Solver
	// Version is the answer to (get-info :version).
	Version string
}

// Interpreter executes one script.
type Interpreter struct {
	cfg    Config
	st     *term.Store
	ctx    context.Context
	reader *smtlib.Reader
	exists *quant.Formulas
	others *instances.Formulas // quantified formulas of more than linear arithmetic
	solver *instances.Solver
	out    *bufio.Writer
	stdout io.Writer
	files  channels

	diagnostics io.Writer
	opts        options
	errors      int

	levels []level // the first is the bottom
	logic  string
	begun  bool   // past the commands that set things up
	status string // of the next check-sat, as set-info says
	last   answer // to the last check-sat, if nothing has changed since
	stats  counters
}

// level is what was declared and asserted since a push.
type level struct {
	asserts []assertion
	decls   []smtlib.Declaration
	names   []smtlib.Name
	refused string // the first command that should have been here, and was answered with an error
}

// assertion is an assert.
type assertion struct {
	f            term.Term
	label, group string
	text         string // as it was written, with :produce-assertions
	held         bool   // back from the solver: an assumption of every check, so that it can be in a core
}

// counters count what :all-statistics tells.
type counters struct{ checks, sat, unsat, unknown, interpolants int }

// New makes an interpreter that answers to out.
func New(cfg Config, out io.Writer) *Interpreter {
	if cfg.NewSolver == nil {
		cfg.NewSolver = native
	}
	if cfg.NewChecker == nil {
		cfg.NewChecker = native
	}
	if cfg.Diagnostics == nil {
		cfg.Diagnostics = io.Discard
	}
	in := &Interpreter{cfg: cfg, stdout: out, out: bufio.NewWriter(out)}
	in.reset()
	return in
}

func native(st *term.Store) smt.Solver { return smt.New(st) }

// reset forgets everything but the script's reader.
func (in *Interpreter) reset() {
	in.closeSolver()
	in.files.close()
	in.st = term.NewStore()
	in.exists = quant.New(in.st)
	in.others = instances.New(in.st, in.exists)
	in.solver = in.quantified(in.cfg.NewSolver(in.st))
	in.opts = defaults()
	in.out.Reset(in.stdout)
	in.diagnostics = in.cfg.Diagnostics
	in.levels = make([]level, 1)
	in.logic, in.begun, in.status, in.last = "", false, "", answer{}
}

// quantified makes of a solver one that understands quantified formulas.
func (in *Interpreter) quantified(solver smt.Solver) *instances.Solver {
	return in.others.Solver(in.exists.Solver(solver))
}

// plainSolver is the solver without quantified formulas.
func (in *Interpreter) plainSolver() smt.Solver { return in.solver.Inner().(*quant.Solver).Inner() }

func (in *Interpreter) closeSolver() {
	if in.solver != nil {
		in.solver.Close()
	}
}

// Errors is the number of commands that were answered with an error.
func (in *Interpreter) Errors() int { return in.errors }

// Run executes the script to its end or its exit command. Each answer is written before the next
// command is read. Once ctx is done every check-sat is unknown, at once. An error is one of
// reading or writing; what is wrong in the script is an answer.
func (in *Interpreter) Run(ctx context.Context, script io.Reader) error {
	defer in.files.close()
	defer in.closeSolver()
	in.ctx = ctx
	in.reader = smtlib.NewReader(in.st, script)
	in.reader.Quantify = in.quantify
	in.reader.Differ = func(a, b, index, f term.Term) term.Term { return in.others.Differ(a, b, index, f) }
	for {
		c, err := in.reader.Next()
		if errors.Is(err, io.EOF) {
			return in.out.Flush()
		}
		var mistake *smtlib.Error
		switch {
		case errors.As(err, &mistake):
			in.taint(mistake)
			in.fail(mistake.Line, mistake.Col, "%s", mistake.Msg)
		case err != nil:
			return err
		case c.Name == "exit":
			in.success()
			return in.out.Flush()
		default:
			in.execute(c)
		}
		if err := in.out.Flush(); err != nil {
			return err
		}
	}
}

// taint remembers that the current level is not what the script wanted.
func (in *Interpreter) taint(e *smtlib.Error) {
	top := &in.levels[len(in.levels)-1]
	if in.opts.global {
		top = &in.levels[0]
	}
	if top.refused == "" && e.Changes() {
		top.refused = fmt.Sprintf("line %d: %s", e.Line, e.Msg)
	}
}

// problem is what is wrong with a command.
type problem string

func (p problem) Error() string { return string(p) }

func problemf(format string, args ...any) error { return problem(fmt.Sprintf(format, args...)) }

// execute executes a command that the reader has understood.
func (in *Interpreter) execute(c *smtlib.Command) {
	if err := in.command(c); err != nil {
		in.fail(c.Line, c.Col, "%s", err.Error())
	}
}

func (in *Interpreter) command(c *smtlib.Command) error {
	switch c.Name {
	case "set-logic":
		if in.logic != "" {
			return problemf("the logic is %s already", in.logic)
		}
		if in.begun {
			return problemf("set-logic comes before declarations and assertions")
		}
		in.logic = c.Args[0].Text
		if e, ok := in.plainSolver().(*smt.Native); ok && (strings.HasSuffix(in.logic, "BV") || strings.HasSuffix(in.logic, "FP")) {
			e.PreferBits()
			in.solver.PreferBits()
		}
	case "set-option":
		return in.setOption(c)
	case "get-option":
		return in.getOption(c)
	case "set-info":
		if c.Args[0].Text == ":status" && len(c.Args) == 2 {
			in.status = c.Args[1].Text
		}
	case "get-info":
		return in.getInfo(c)
	case "declare-sort", "define-sort", "declare-fun", "declare-const", "define-fun", "define-const":
		in.change()
		if c.Decl != nil {
			l := in.scope()
			l.decls = append(l.decls, *c.Decl)
		}
	case "push":
		in.change()
		for range c.N {
			in.solver.Push()
			in.levels = append(in.levels, level{})
		}
	case "pop":
		in.change()
		for range c.N {
			in.solver.Pop()
		}
		clear(in.levels[len(in.levels)-c.N:])
		in.levels = in.levels[:len(in.levels)-c.N]
	case "assert":
		in.assert(c)
	case "reset":
		in.reset()
		in.reader.SetStore(in.st)
	case "reset-assertions":
		in.resetAssertions()
	case "echo":
		in.say("%s", c.Args[0])
		return nil
	default:
		return in.question(c)
	}
	in.success()
	return nil
}

// change is called before the assertions or declarations change.
func (in *Interpreter) change() {
	in.begun = true
	in.last = answer{}
}

// scope is where declarations belong.
func (in *Interpreter) scope() *level {
	if in.opts.global {
		return &in.levels[0]
	}
	return &in.levels[len(in.levels)-1]
}

func (in *Interpreter) assert(c *smtlib.Command) {
	in.change()
	a := assertion{f: c.Terms[0], label: c.Label, group: c.Group, held: in.opts.cores && c.Label != ""}
	if in.opts.assertions {
		a.text = c.Args[0].String()
	}
	if !a.held {
		in.solver.Assert(a.f)
	}
	top := &in.levels[len(in.levels)-1]
	top.asserts = append(top.asserts, a)
	l := in.scope()
	l.names = append(l.names, c.Names...)
}

// resetAssertions removes all levels and assertions, and declarations unless they are global.
func (in *Interpreter) resetAssertions() {
	in.change()
	for range in.levels[1:] {
		in.solver.Pop()
	}
	in.closeSolver()
	in.solver = in.quantified(in.cfg.NewSolver(in.st))
	bottom := level{}
	if in.opts.global {
		bottom.decls, bottom.names, bottom.refused = in.levels[0].decls, in.levels[0].names, in.levels[0].refused
	}
	in.levels = []level{bottom}
}

// asserted calls f with every assertion, the first first.
func (in *Interpreter) asserted(f func(*assertion)) {
	for i := range in.levels {
		for j := range in.levels[i].asserts {
			f(&in.levels[i].asserts[j])
		}
	}
}

// declarations are those in scope, in their order.
func (in *Interpreter) declarations() []smtlib.Declaration {
	var all []smtlib.Declaration
	for _, l := range in.levels {
		all = append(all, l.decls...)
	}
	return all
}

// quantify makes a formula of a quantifier, within the time of one question.
func (in *Interpreter) quantify(vars []term.Term, f term.Term) (term.Term, bool) {
	ctx, cancel := in.limit()
	defer cancel()
	if !in.others.Occurs(f) && !in.others.Inside(f, vars) {
		if g, ok := in.exists.Exists(ctx, vars, f); ok {
			return g, true
		}
	}
	return in.others.Exists(vars, f), ctx.Err() == nil
}

// plain has the formulas without quantifiers, which only check-sat understands.
func (in *Interpreter) plain(ctx context.Context, fs []term.Term) ([]term.Term, error) {
	var all []term.Term
	for _, f := range fs {
		g, ok := in.exists.Eliminate(ctx, f)
		if in.others.Occurs(f) {
			return nil, problemf("a quantified formula over functions or arrays, or an equality of arrays of bit vectors, is understood by check-sat alone")
		}
		if !ok {
			return nil, problemf("a quantifier could not be eliminated")
		}
		all = append(all, g)
	}
	return all, nil
}

// say writes one line.
func (in *Interpreter) say(format string, args ...any) {
	fmt.Fprintf(in.out, format, args...)
	in.out.WriteByte('\n')
}

func (in *Interpreter) success() {
	if in.opts.success {
		in.say("success")
	}
}

// fail answers with an error.
func (in *Interpreter) fail(line, col int, format string, args ...any) {
	in.errors++
	in.say("(error %s)", quoted(fmt.Sprintf("line %d column %d: ", line, col)+fmt.Sprintf(format, args...)))
}

// quoted is a string literal in one line, without what is not printable.
func quoted(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return '?'
		}
		return r
	}, s)
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
