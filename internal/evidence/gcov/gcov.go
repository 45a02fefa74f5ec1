// Package gcov asks gcc and gcov which lines and branches of a program its tests reach: a second
// opinion, of tools that share nothing with the interpreter.
package gcov

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Coverage is what gcov has counted over all tests.
type Coverage struct {
	Lines map[ir.Pos]Line // by file, as the program names it, and line; no columns
	Note  string          // how the program was compiled otherwise than it says; "" if it was not
}

// Line is what gcov says of a line with code.
type Line struct {
	Reached  bool
	Branches int // outcomes of jumps; a condition such as a && b has four
	Taken    int // those that were taken
}

// ErrNoTools is returned where gcc or gcov is missing.
var ErrNoTools = errors.New("there is no gcc with gcov")

// runTime bounds a test. A program that does not end has counted by then; what gcov infers from
// the counts of a run that was cut off may be off by one on the way that it was on.
const runTime = 10 * time.Second

// dump writes the counts of a program that ends by a signal, or not at all.
//
//go:embed runtime/dump.c
var dump []byte

// bareDump is the same, and the rest of the library of counts, without a C library.
//
//go:embed runtime/bare.c
var bareDump []byte

// Measure compiles, for each trace, a copy of the program in which the unknown values come from
// the trace, runs it and adds up. It works in a folder of its own, which it removes. An error
// other than ErrNoTools says what gcc or gcov said.
func Measure(ctx context.Context, prog replay.Program, traces []*verdict.Trace) (*Coverage, error) {
	for _, tool := range []string{"gcc", "gcov"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, ErrNoTools
		}
	}
	m, err := measure(ctx, prog, traces, prog.Options.ILP32)
	var c complaint
	if m != nil && m.bare && errors.As(err, &c) {
		m, err = measure(ctx, prog, traces, false)
	}
	if err != nil {
		return nil, err
	}
	for pos, taken := range m.branches {
		l := m.cov.Lines[pos]
		l.Branches = len(taken)
		for _, t := range taken {
			if t {
				l.Taken++
			}
		}
		m.cov.Lines[pos] = l
	}
	return m.cov, nil
}

// measure is Measure; bare says whether a program of 32 bits may do without a C library of 32 bits.
func measure(ctx context.Context, prog replay.Program, traces []*verdict.Trace, bare bool) (*measurement, error) {
	dir, err := os.MkdirTemp("", "craig-gcov-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	m := &measurement{ctx: ctx, prog: prog, tools: native.Toolchain{Compiler: "gcc", Dir: dir}, bare: bare, branches: map[ir.Pos][]bool{}, cov: &Coverage{Lines: map[ir.Pos]Line{}}}
	err = m.setUp()
	for i := 0; i < len(traces) && err == nil; i++ {
		err = m.test(i, traces[i])
	}
	return m, err
}

type measurement struct {
	ctx      context.Context
	prog     replay.Program
	tools    native.Toolchain
	bare     bool // compiled without a C library
	flags    []string
	support  []string          // what is linked with the program, and with which flags
	branches map[ir.Pos][]bool // which outcomes were taken, by line
	cov      *Coverage
}

// complaint is what gcc said.
type complaint string

func (c complaint) Error() string { return "gcc: " + string(c) }

// failed is the error of a failure; nil if it is "".
func (m *measurement) failed(failure string) error {
	switch {
	case m.ctx.Err() != nil:
		return m.ctx.Err()
	case failure != "":
		return complaint(failure)
	}
	return nil
}

// setUp finds the compiler's flags.
func (m *measurement) setUp() error {
	start, bareFlags := replay.Bare()
	if failure := m.tools.Write(map[string][]byte{"dump.c": dump, "bare.c": start, "counts.c": bareDump}); failure != "" {
		return errors.New(failure)
	}
	m.support = []string{"-Wl,--wrap=_exit", "dump.c", "-lgcov"}
	m.flags = []string{"-w", "-O0", "-std=gnu17", "-fno-builtin", "-ftrivial-auto-var-init=zero"}
	if machine := m.prog.Machine(); machine != nil {
		// The library for 32 bits is often not there.
		switch failure := m.tools.Does(m.ctx, machine...); {
		case failure == "":
			m.bare, m.tools.Machine = false, machine
		case m.bare && failure != native.NotRun:
			m.tools.Machine = machine
			m.flags = append(m.flags, bareFlags...)
			m.support = []string{"bare.c", "counts.c"}
			m.cov.Note = "linked with a few functions in place of the C library, of which there is none of 32 bits"
		default:
			m.cov.Note = "compiled for 64 bits: programs of 32 bits are not linked or do not run here"
		}
	}
	if m.prog.Options.Signed == ir.SignedWrap {
		m.flags = append(m.flags, "-fwrapv")
	}
	return nil
}

// test compiles, links and runs test i, and reads its counts. How it ends does not matter: gcov
// tells how far it went.
func (m *measurement) test(i int, t *verdict.Trace) error {
	name := fmt.Sprintf("test-%d", i)
	dir := filepath.Join(m.tools.Dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	copies, err := replay.WriteCopies(m.prog, t, dir)
	if err != nil {
		return err
	}
	names := map[string]string{} // of the originals, by those of the copies
	for k, f := range copies.Program {
		names[f] = m.prog.Sources[k].Name
	}
	flags := append(slices.Clone(m.flags), m.prog.Preprocessing(copies.Wrapped)...)
	objects, failure := m.tools.Objects(m.ctx, append(flags, "--coverage"), copies.Program...)
	if failure == "" {
		failure = m.tools.Link(m.ctx, native.Linking{Program: filepath.Join(name, "program"), Objects: objects, Flags: m.flags,
			Support: append([]string{copies.Harness}, m.support...), Define: m.tools.Stubs(m.ctx, m.flags)})
	}
	if err := m.failed(failure); err != nil {
		return err
	}
	x := native.Execute(m.ctx, native.Run{Program: filepath.Join(dir, "program"), Work: filepath.Join(dir, "work"), Time: runTime, Files: 16 << 10, Seconds: 4})
	if x.Err != nil {
		return x.Err
	}
	for _, o := range objects {
		text, err := m.tools.Command(m.ctx, "gcov", "--json-format", "--branch-probabilities", "--stdout", o).Output()
		if m.ctx.Err() != nil {
			return m.ctx.Err()
		} else if err != nil {
			return fmt.Errorf("gcov: %w", err)
		}
		if err := m.read(text, names); err != nil {
			return err
		}
	}
	return m.ctx.Err()
}

// read adds the counts of a file of gcov's in JSON. names are other names of files.
func (m *measurement) read(text []byte, names map[string]string) error {
	var report struct {
		Files []struct {
			File  string `json:"file"`
			Lines []struct {
				Line     int   `json:"line_number"`
				Count    int64 `json:"count"`
				Branches []struct {
					Count int64 `json:"count"`
				} `json:"branches"`
			} `json:"lines"`
		} `json:"files"`
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return fmt.Errorf("gcov: %w", err)
	}
	for _, f := range report.Files {
		if name, ok := names[f.File]; ok {
			f.File = name
		}
		for _, l := range f.Lines {
			pos := ir.Pos{File: f.File, Line: l.Line}
			line := m.cov.Lines[pos]
			line.Reached = line.Reached || l.Count > 0
			m.cov.Lines[pos] = line
			taken := m.branches[pos]
			for i, b := range l.Branches {
				if i == len(taken) {
					taken = append(taken, false)
				}
				taken[i] = taken[i] || b.Count > 0
			}
			m.branches[pos] = taken
		}
	}
	return nil
}
