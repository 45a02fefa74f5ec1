package smtlib

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"craig/logic/smt"
	"craig/logic/term"
)

// External is an smt.Solver that asks an SMT-LIB 2 process. The process is started when it is
// first needed, killed when a context is done, and started again, with the assertions of the
// current levels, at the next question. Whatever goes wrong is an Unknown with the reason.
//
// A question with floating-point operations is asked in a theory that has them: see vectors. Bit operations, which
// the process does not know, are expanded where they are linear, and
// otherwise bounded by lemmas until a model respects them or rounds run out.
type External struct {
	// StatusOnly leaves models and cores out of answers.
	StatusOnly bool

	st     *term.Store
	argv   []string
	levels [][]term.Term // assertions by level; the first is the bottom
	all    []universal   // at the bottom
	enc    *encoder
	proc   *process
	floats map[term.Term]bool // whether a formula has floating-point operations
}

// universal says that f holds for all integers as values of bound. Hints are values to try.
type universal struct {
	bound []term.Term
	f     term.Term
	hints [][]term.Term
	trial string // a predicate that is true of the hints, and makes the process try them
}

// NewExternal drives a process: "z3", "cvc5", or a command whose first word is a path or name;
// for a program named like z3 or cvc5 the flags to read standard input are added, anything else
// is run as it is written. The program must exist; it is not started yet.
func NewExternal(st *term.Store, command string) (*External, error) {
	argv := strings.Fields(command)
	if len(argv) == 0 {
		return nil, errors.New("no solver command")
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("solver %s: %w", argv[0], err)
	}
	argv[0] = path
	if len(argv) == 1 {
		switch base := filepath.Base(path); {
		case strings.HasPrefix(base, "z3"):
			argv = append(argv, "-in", "-smt2")
		case strings.HasPrefix(base, "cvc5"):
			argv = append(argv, "--lang=smt2", "--incremental", "--quiet")
		}
	}
	return &External{st: st, argv: argv, levels: make([][]term.Term, 1), enc: newEncoder(st)}, nil
}

// Assert adds a formula to the current level.
func (x *External) Assert(f term.Term) {
	top := len(x.levels) - 1
	x.levels[top] = append(x.levels[top], f)
	if x.proc != nil {
		x.send(f)
	}
}

// ForAll asserts, at the bottom level, that f holds for all integers as values of bound, which are variables. Bit
// operations in it stand for any functions: an answer that there is a model is Unknown then. Hints are values of bound, of
// which the process is told to try them; they change no answer except Unknown.
//
// It panics above the bottom level.
func (x *External) ForAll(bound []term.Term, f term.Term, hints ...[]term.Term) {
	if len(x.levels) > 1 {
		panic("smtlib: ForAll above the bottom level")
	}
	u := universal{bound, f, hints, term.Symbol(fmt.Sprintf("tried %d", len(x.all)))}
	x.all = append(x.all, u)
	if x.proc != nil {
		x.proc.w.forAll(u)
	}
}

func (x *External) Push() {
	x.levels = append(x.levels, nil)
	if x.proc != nil {
		x.proc.w.Line("(push 1)")
	}
}

// Pop removes what was asserted since the matching Push.
func (x *External) Pop() {
	if len(x.levels) == 1 {
		panic("smtlib: Pop without Push")
	}
	x.levels = x.levels[:len(x.levels)-1]
	if x.proc != nil {
		x.proc.w.Line("(pop 1)")
	}
}

// Close ends the process. The solver can be used again.
func (x *External) Close() {
	if x.proc != nil {
		x.proc.kill()
		x.proc = nil
	}
}

// askPrefix is for the names of assumptions: not that of Dump, whose scripts may be asked about.
const askPrefix = "external assumption"

// send asserts f, with the lemmas for its bit operations.
func (x *External) send(f term.Term) {
	g := x.enc.encode(f)
	x.proc.w.Assert(g)
	for _, l := range x.enc.lemmas(g) {
		x.proc.w.Assert(l)
	}
}

// start runs the process and tells it the current levels.
func (x *External) start() error {
	p, err := startProcess(x.argv)
	if err != nil {
		return err
	}
	runtime.AddCleanup(x, func(p *process) { p.kill() }, p)
	x.proc = p
	p.w.prefix = askPrefix
	p.w.Line("(set-option :print-success false)")
	p.w.Line("(set-option :produce-models true)")
	p.w.Line("(set-option :produce-unsat-assumptions true)")
	p.w.Header("ALL")
	for _, u := range x.all {
		p.w.forAll(u)
	}
	for i, level := range x.levels {
		if i > 0 {
			p.w.Line("(push 1)")
		}
		for _, f := range level {
			x.send(f)
		}
	}
	return nil
}

// maxRounds bounds how often lemmas for bit operations are added to one question.
const maxRounds = 40

// Check decides the assertions together with the assumptions.
func (x *External) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	if ctx.Err() != nil {
		return unknown(context.Cause(ctx).Error())
	}
	if x.computesFloats(assumptions) {
		if answer, ok := x.checkVectors(ctx, assumptions); ok {
			return answer
		}
	}
	if x.proc == nil {
		if err := x.start(); err != nil {
			return unknown("solver does not start: " + err.Error())
		}
	}
	p := x.proc
	stop := context.AfterFunc(ctx, p.kill)
	answer, err := x.ask(assumptions)
	if !stop() || err != nil { // killed, or confused
		x.Close()
		if err == nil {
			return answer // in the last moment
		}
		if ctx.Err() != nil {
			return unknown(context.Cause(ctx).Error())
		}
		return unknown("solver: " + err.Error())
	}
	return answer
}

func unknown(reason string) smt.Answer { return smt.Answer{Reason: reason} }

// ask has the dialogue of one Check.
func (x *External) ask(assumptions []term.Term) (smt.Answer, error) {
	w := x.proc.w
	w.Line("(push 1)")
	encoded := make([]term.Term, len(assumptions))
	for i, f := range assumptions {
		encoded[i] = x.enc.encode(f)
		for _, l := range x.enc.lemmas(encoded[i]) {
			w.Assert(l)
		}
	}
	question := "(check-sat)"
	if len(assumptions) > 0 {
		question = "(check-sat-assuming (" + strings.Join(w.assume(encoded), " ") + "))"
	}
	answer, err := x.rounds(question, assumptions)
	w.Line("(pop 1)")
	return answer, err
}

func (x *External) rounds(question string, assumptions []term.Term) (smt.Answer, error) {
	w := x.proc.w
	about := x.mentioned(assumptions)
	for range maxRounds {
		w.Line("%s", question)
		e, err := x.proc.reply()
		if err != nil {
			return smt.Answer{}, err
		}
		switch {
		case e.Is("unsat"):
			core, err := x.core(assumptions)
			return smt.Answer{Status: smt.Unsat, Core: core}, err
		case e.Is("unknown"):
			return unknown("the external solver answered unknown"), nil
		case !e.Is("sat"):
			return smt.Answer{}, fmt.Errorf("unexpected answer %s", brief(e))
		}
		more, err := x.refute(about.operations)
		if err != nil {
			return smt.Answer{}, err
		}
		if len(more) == 0 {
			if slices.ContainsFunc(x.all, universal.open) {
				return unknown("bit operations under a quantifier"), nil
			}
			if x.StatusOnly {
				return smt.Answer{Status: smt.Sat}, nil
			}
			m, err := x.model(about)
			if err != nil {
				return smt.Answer{}, err
			}
			return smt.Answer{Status: smt.Sat, Model: m}, nil
		}
		for _, l := range more {
			w.Assert(l)
		}
	}
	return unknown("bit operations: the external solver does not find a model that respects them"), nil
}

// core is the assumptions that the process names.
func (x *External) core(assumptions []term.Term) ([]term.Term, error) {
	if x.StatusOnly || len(assumptions) == 0 {
		return nil, nil
	}
	x.proc.w.Line("(get-unsat-assumptions)")
	e, err := x.proc.reply()
	if err != nil {
		return nil, err
	}
	if e.Kind != List {
		return nil, fmt.Errorf("unexpected unsat assumptions %s", brief(e))
	}
	var core []term.Term
	for i, f := range assumptions {
		for _, l := range e.List {
			if l.Text == fmt.Sprintf("%s %d", askPrefix, i) {
				core = append(core, f)
				break
			}
		}
	}
	return core, nil
}

// process is a running solver.
type process struct {
	cmd  *exec.Cmd
	w    *Writer
	in   *parser
	once sync.Once
}

func startProcess(argv []string) (*process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{cmd: cmd, w: NewWriter(stdin), in: newParser(stdout)}, nil
}

// kill ends the process, also from another goroutine, and more than once.
func (p *process) kill() {
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
}

// reply sends what is buffered and reads one s-expression.
func (p *process) reply() (SExpr, error) {
	if err := p.w.Flush(); err != nil {
		return SExpr{}, err
	}
	e, err := p.in.next()
	if err == io.EOF {
		return e, errors.New("the process ended")
	}
	if err != nil {
		return e, err
	}
	if e.Head() == "error" && len(e.List) == 2 {
		return e, errors.New(e.List[1].Text)
	}
	return e, nil
}
