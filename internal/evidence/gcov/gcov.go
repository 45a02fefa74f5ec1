// Package gcov asks gcc and gcov which lines and branches of a program its tests reach: a second
// opinion, of tools that share nothing with the interpreter.
package gcov

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/evidence/compiler"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
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
	var c *complaint
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
	m := &measurement{ctx: ctx, dir: dir, bare: bare, branches: map[ir.Pos][]bool{}, cov: &Coverage{Lines: map[ir.Pos]Line{}}}
	if err := m.setUp(prog.Options); err != nil {
		return m, err
	}
	for i, t := range traces {
		if err := m.test(prog, i, t); err != nil {
			return m, err
		}
	}
	return m, nil
}

type measurement struct {
	ctx      context.Context
	dir      string
	bare     bool // compiled without a C library
	flags    []string
	support  []string          // what is linked with the program, and with which flags
	branches map[ir.Pos][]bool // which outcomes were taken, by line
	cov      *Coverage
}

// complaint is what a tool said.
type complaint struct{ tool, text string }

func (c *complaint) Error() string {
	first, _, _ := strings.Cut(c.text, "\n")
	return c.tool + ": " + first
}

// tool runs a program of the compiler's in the folder.
func (m *measurement) tool(name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(m.ctx, name, args...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if m.ctx.Err() != nil {
			return nil, m.ctx.Err()
		}
		return nil, &complaint{name, strings.ReplaceAll(strings.TrimSpace(errs.String()), m.dir+"/", "")}
	}
	return out.Bytes(), nil
}

// setUp finds the compiler's flags.
func (m *measurement) setUp(opts cfront.Options) error {
	if err := os.WriteFile(filepath.Join(m.dir, "dump.c"), dump, 0o600); err != nil {
		return err
	}
	m.support = []string{"-Wl,--wrap=_exit", "dump.c", "-lgcov"}
	m.flags = []string{"-w", "-O0", "-std=gnu17", "-fno-builtin", "-ftrivial-auto-var-init=zero"}
	if opts.ILP32 {
		// The library for 32 bits is often not there.
		if err := os.WriteFile(filepath.Join(m.dir, "probe.c"), []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
			return err
		}
		_, err := m.tool("gcc", "-m32", "-o", "probe", "probe.c")
		switch {
		case err == nil:
			m.bare = false
			m.flags = append(m.flags, "-m32")
		case m.bare:
			if err := m.setUpBare(); err != nil {
				return err
			}
		default:
			m.cov.Note = "compiled for 64 bits: there is no library of 32 bits"
		}
	}
	if opts.Signed == ir.SignedWrap {
		m.flags = append(m.flags, "-fwrapv")
	}
	m.flags = append(m.flags, compiler.Preprocessing(opts)...)
	return nil
}

// setUpBare prepares a program of 32 bits without a C library.
func (m *measurement) setUpBare() error {
	start, flags := replay.Bare()
	for name, text := range map[string][]byte{"bare.c": start, "counts.c": bareDump} {
		if err := os.WriteFile(filepath.Join(m.dir, name), text, 0o600); err != nil {
			return err
		}
	}
	m.flags = append(append(m.flags, "-m32"), flags...)
	m.support = []string{"bare.c", "counts.c"}
	m.cov.Note = "linked with a few functions in place of the C library, of which there is none of 32 bits"
	return nil
}

// test compiles, links and runs test i, and reads its counts. How it ends does not matter: gcov
// tells how far it went.
func (m *measurement) test(prog replay.Program, i int, t *verdict.Trace) error {
	name := fmt.Sprintf("test-%d", i)
	dir := filepath.Join(m.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	copies, err := replay.WriteCopies(prog, t, dir)
	if err != nil {
		return err
	}
	flags := append(slices.Clone(m.flags), copies.Flags...)
	var objects []string
	names := map[string]string{} // of the originals, by those of the copies
	for k, f := range copies.Program {
		names[f] = prog.Sources[k].Name
		object := filepath.Join(name, fmt.Sprintf("%d.o", k))
		if _, err := m.tool("gcc", append(slices.Clone(flags), "--coverage", "-c", "-o", object, f)...); err != nil {
			return err
		}
		objects = append(objects, object)
	}
	program := filepath.Join(name, "program")
	if err := m.link(append(objects, copies.Harness), program); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(m.ctx, runTime)
	defer cancel()
	// The shell sets the limits: no core, 16 MB of files, seconds of processor time.
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "ulimit -c 0; ulimit -f 32768; ulimit -t 4; exec "+program)
	cmd.Dir = m.dir
	cmd.Env = []string{"LC_ALL=C"}
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	cmd.WaitDelay = time.Second
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return err
	}
	for _, o := range objects {
		text, err := m.tool("gcov", "--json-format", "--branch-probabilities", "--stdout", o)
		if err != nil {
			return err
		}
		if err := m.read(text, names); err != nil {
			return err
		}
	}
	return m.ctx.Err()
}

// link makes a program, with functions that do nothing in place of those that are nowhere.
func (m *measurement) link(parts []string, program string) error {
	args := append(slices.Clone(m.flags), "-o", program)
	args = append(args, parts...)
	_, err := m.tool("gcc", append(args, m.support...)...)
	var c *complaint
	if !errors.As(err, &c) {
		return err
	}
	stubs := compiler.Stubs(c.text)
	if stubs == "" {
		return err
	}
	file := program + "-stubs.c"
	if err := os.WriteFile(filepath.Join(m.dir, file), []byte(stubs), 0o600); err != nil {
		return err
	}
	_, err = m.tool("gcc", append(append(args, file), m.support...)...)
	return err
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
