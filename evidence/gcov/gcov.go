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
	"strings"
	"time"

	"craig/program/cfront"
	"craig/program/ir"
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

// runTime bounds a test. A program that does not end has counted by then.
const runTime = 10 * time.Second

// dump writes the counts of a program that ends by a signal, or not at all.
//
//go:embed runtime/dump.c
var dump []byte

// Measure compiles the program once, links it with each harness, which has what one test needs
// beside the program, runs the results and adds up. It works in a folder of its own, which it
// removes. An error other than ErrNoTools says what gcc or gcov said.
func Measure(ctx context.Context, opts cfront.Options, files []string, harnesses [][]byte) (*Coverage, error) {
	for _, tool := range []string{"gcc", "gcov"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, ErrNoTools
		}
	}
	dir, err := os.MkdirTemp("", "craig-gcov-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	m := &measurement{ctx: ctx, dir: dir, cov: &Coverage{Lines: map[ir.Pos]Line{}}}
	if opts.ILP32 {
		m.machine = []string{"-m32"}
	}
	if err := m.compile(opts, files); err != nil {
		return nil, err
	}
	for i, h := range harnesses {
		if err := m.run(i, h); err != nil {
			return nil, err
		}
	}
	return m.cov, m.collect()
}

type measurement struct {
	ctx     context.Context
	dir     string
	machine []string
	objects []string
	cov     *Coverage
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
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return nil, fmt.Errorf("%s: %s", name, strings.ReplaceAll(first, m.dir+"/", ""))
	}
	return out.Bytes(), nil
}

func (m *measurement) compile(opts cfront.Options, files []string) error {
	if err := os.WriteFile(filepath.Join(m.dir, "dump.c"), dump, 0o600); err != nil {
		return err
	}
	if len(m.machine) > 0 {
		// The library for 32 bits is often not there.
		if err := os.WriteFile(filepath.Join(m.dir, "probe.c"), []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
			return err
		}
		if _, err := m.tool("gcc", append(m.machine, "-o", "probe", "probe.c")...); err != nil {
			m.machine = nil
			m.cov.Note = "compiled for 64 bits: there is no library of 32 bits"
		}
	}
	flags := append(m.machine, "-w", "-O0", "-std=gnu17", "-fno-builtin", "-fno-inline")
	if opts.Signed == ir.SignedWrap {
		flags = append(flags, "-fwrapv")
	}
	for _, d := range opts.Define {
		flags = append(flags, "-D"+d)
	}
	for _, d := range opts.Include {
		flags = append(flags, "-I", absolute(d))
	}
	for _, f := range opts.ForceInclude {
		if _, err := os.Stat(f); err == nil {
			f = absolute(f)
		}
		flags = append(flags, "-include", f)
	}
	for i, f := range files {
		object := fmt.Sprintf("%d.o", i)
		if _, err := m.tool("gcc", append(flags, "--coverage", "-c", "-o", object, absolute(f))...); err != nil {
			return err
		}
		m.objects = append(m.objects, object)
	}
	return nil
}

// run links and runs test i. How it ends does not matter: gcov tells how far it went.
func (m *measurement) run(i int, harness []byte) error {
	name := fmt.Sprintf("test-%d", i)
	if err := os.WriteFile(filepath.Join(m.dir, name+".c"), harness, 0o600); err != nil {
		return err
	}
	args := append(m.machine, "-w", "-O0", "-fno-builtin", "--coverage", "-Wl,--unresolved-symbols=ignore-all", "-o", name)
	args = append(append(args, m.objects...), "-fno-profile-arcs", "-fno-test-coverage", name+".c", "dump.c")
	if _, err := m.tool("gcc", args...); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(m.ctx, runTime)
	defer cancel()
	// The shell sets the limits: no core, 16 MB of files, seconds of processor time.
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "ulimit -c 0; ulimit -f 32768; ulimit -t 4; exec ./"+name)
	cmd.Dir = m.dir
	cmd.Env = []string{"LC_ALL=C"}
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	cmd.WaitDelay = time.Second
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return err
	}
	return m.ctx.Err()
}

// collect reads the counts.
func (m *measurement) collect() error {
	for _, o := range m.objects {
		if _, err := os.Stat(filepath.Join(m.dir, strings.TrimSuffix(o, ".o")+".gcda")); err != nil {
			return errors.New("no test has left counts behind")
		}
		text, err := m.tool("gcov", "--json-format", "--branch-probabilities", "--stdout", o)
		if err != nil {
			return err
		}
		if err := m.cov.read(text); err != nil {
			return err
		}
	}
	return nil
}

// read adds the counts of a file of gcov's in JSON.
func (c *Coverage) read(text []byte) error {
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
		for _, l := range f.Lines {
			pos := ir.Pos{File: f.File, Line: l.Line}
			line := c.Lines[pos]
			line.Reached = line.Reached || l.Count > 0
			line.Branches += len(l.Branches)
			for _, b := range l.Branches {
				if b.Count > 0 {
					line.Taken++
				}
			}
			c.Lines[pos] = line
		}
	}
	return nil
}

func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
