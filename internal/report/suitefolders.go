package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"craig/internal/cover"
	"craig/internal/evidence/replay"
	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// SuiteFolders are where the tests of a suite are written, in the form of Test-Comp and as C files; "" is no folder.
type SuiteFolders struct {
	Suite, Harness string
	Advice         string // what is told of a test that only a C file has a place for; "" if nothing
}

// ForeignSuite is the error of a folder that has the suite of another tool.
type ForeignSuite struct{ Dir, Producer string }

func (e *ForeignSuite) Error() string { return e.Dir + " has a test suite of " + e.Producer }

// Prepare makes the folders. One that has the suite of another tool is a *ForeignSuite.
func (o SuiteFolders) Prepare() error {
	for _, dir := range []string{o.Suite, o.Harness} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	if o.Suite == "" {
		return nil
	}
	switch producer, err := suiteProducer(o.Suite); {
	case err != nil:
		return err
	case producer != "" && !isCraig(producer):
		return &ForeignSuite{o.Suite, producer}
	}
	return nil
}

var (
	producerField = pattern.New(`<producer>\s*([^<]*?)\s*</producer>`)
	testCase      = pattern.New(`^test-[1-9][0-9]*\.xml$`)
	testHarness   = pattern.New(`^test-[1-9][0-9]*\.c$`)
)

// suiteProducer is the tool that made the suite in a folder, by its metadata; "" if there is none.
func suiteProducer(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "metadata.xml"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	}
	if m := producerField.FindSubmatch(text); m != nil && len(m[1]) > 0 {
		return string(m[1]), nil
	}
	return "an unknown tool", nil
}

func isCraig(producer string) bool { return strings.HasPrefix(producer, "craig ") }

// removeOwn removes the files of dir that have such a name and are ours.
func removeOwn(dir string, name *pattern.Pattern, ours func(file string) bool) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if file := filepath.Join(dir, f.Name()); f.Type().IsRegular() && name.MatchString(f.Name()) && ours(file) {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// isHarness says whether a file begins as ours do.
func isHarness(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(HarnessHead))
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte(HarnessHead))
}

// suiteFile writes a file of a suite. There is none if that fails: half a file would be taken for one of another tool.
func suiteFile(dir, name string, f func(io.Writer) error) error {
	w, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	err = f(w)
	if closed := w.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(w.Name())
	}
	return err
}

// Write writes the tests in the forms that were asked for, in place of those of an earlier run. It
// returns a line for each test that a form has no place for.
func (o SuiteFolders) Write(s *cover.Suite, prog replay.Program, about SuiteRun) (unwritten []string, err error) {
	leaveOut := func(format string, args ...any) { unwritten = append(unwritten, fmt.Sprintf(format, args...)) }
	write := func(dir, ext string, i int, has cover.Form, hint string, f func(io.Writer) error) error {
		name := fmt.Sprintf("test-%d.%s", i+1, ext)
		if lost := s.Lost(context.Background(), s.Tests[i], has); len(lost) > 0 {
			leaveOut("%s was not written: it has no place for %s%s", filepath.Join(dir, name), inputNames(lost), hint)
			return nil
		}
		return suiteFile(dir, name, f)
	}
	harness := make([]*Harness, len(s.Tests))
	for i, t := range s.Tests {
		harness[i] = NewHarness(prog, t)
	}
	if o.Suite != "" {
		producer, err := suiteProducer(o.Suite)
		if err != nil {
			return nil, err
		}
		if err := removeOwn(o.Suite, testCase, func(string) bool { return isCraig(producer) }); err != nil {
			return nil, err
		}
		if err := suiteFile(o.Suite, "metadata.xml", func(w io.Writer) error { return WriteMetadata(w, about) }); err != nil {
			return nil, err
		}
		for i, t := range s.Tests {
			hint := ""
			if o.Harness == "" && harness[i].Undefinable() == "" && len(s.Lost(context.Background(), t, harness[i])) == 0 {
				hint = o.Advice
			}
			if err := write(o.Suite, "xml", i, cover.TestComp{}, hint, func(w io.Writer) error { return WriteTestCase(w, t) }); err != nil {
				return nil, err
			}
		}
	}
	if o.Harness != "" {
		if err := removeOwn(o.Harness, testHarness, isHarness); err != nil {
			return nil, err
		}
		for i, h := range harness {
			if name := h.Undefinable(); name != "" {
				leaveOut("%s was not written: it would have to define %s, whose type craig cannot write without the program's declarations", filepath.Join(o.Harness, fmt.Sprintf("test-%d.c", i+1)), name)
				continue
			}
			if err := write(o.Harness, "c", i, h, "", h.Write); err != nil {
				return nil, err
			}
		}
	}
	return unwritten, nil
}

// maxNamed is how many inputs a line names.
const maxNamed = 3

// inputNames says what inputs are, for people.
func inputNames(ins []cover.TestInput) string {
	var names []string
	for i, in := range ins {
		if i == maxNamed {
			names = append(names, fmt.Sprintf("%d more", len(ins)-i))
			break
		}
		name := in.Name
		switch {
		case in.Pos.InModel():
			names = append(names, "what a function of the C library reads")
			continue
		case in.Source == ir.FromCall:
			name += "()"
		}
		if in.Pos.Line > 0 {
			name += fmt.Sprintf(" (line %d)", in.Pos.Line)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
