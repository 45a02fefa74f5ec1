package cli

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
	"craig/internal/report"
)

// prepareFolders makes the folders for tests. One that has the suite of another tool is a mistake.
func prepareFolders(o *testOptions) error {
	for _, dir := range []string{o.suite, o.harness} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	if o.suite == "" {
		return nil
	}
	switch producer, err := suiteProducer(o.suite); {
	case err != nil:
		return err
	case producer != "" && !isCraig(producer):
		return usagef("--suite %s: the folder has a test suite of %s; name another one", o.suite, producer)
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
	head := make([]byte, len(report.HarnessHead))
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte(report.HarnessHead))
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

// writeSuite writes the tests in the forms that were asked for, in place of those of an earlier run. It
// returns a line for each test that a form has no place for.
func writeSuite(o *testOptions, s *cover.Suite, prog replay.Program, about report.SuiteRun) (unwritten []string, err error) {
	leaveOut := func(format string, args ...any) { unwritten = append(unwritten, fmt.Sprintf(format, args...)) }
	write := func(dir, ext string, i int, has cover.Form, hint string, f func(io.Writer) error) error {
		name := fmt.Sprintf("test-%d.%s", i+1, ext)
		if lost := s.Lost(context.Background(), s.Tests[i], has); len(lost) > 0 {
			leaveOut("%s was not written: it has no place for %s%s", filepath.Join(dir, name), inputNames(lost), hint)
			return nil
		}
		return suiteFile(dir, name, f)
	}
	harness := make([]*report.Harness, len(s.Tests))
	for i, t := range s.Tests {
		harness[i] = report.NewHarness(prog, t)
	}
	if o.suite != "" {
		producer, err := suiteProducer(o.suite)
		if err != nil {
			return nil, err
		}
		if err := removeOwn(o.suite, testCase, func(string) bool { return isCraig(producer) }); err != nil {
			return nil, err
		}
		if err := suiteFile(o.suite, "metadata.xml", func(w io.Writer) error { return report.WriteMetadata(w, about) }); err != nil {
			return nil, err
		}
		for i, t := range s.Tests {
			hint := ""
			if o.harness == "" && harness[i].Undefinable() == "" && len(s.Lost(context.Background(), t, harness[i])) == 0 {
				hint = "; --harness DIR has one"
			}
			if err := write(o.suite, "xml", i, cover.TestComp{}, hint, func(w io.Writer) error { return report.WriteTestCase(w, t) }); err != nil {
				return nil, err
			}
		}
	}
	if o.harness != "" {
		if err := removeOwn(o.harness, testHarness, isHarness); err != nil {
			return nil, err
		}
		for i, h := range harness {
			if name := h.Undefinable(); name != "" {
				leaveOut("%s was not written: it would have to define %s, whose type craig cannot write without the program's declarations", filepath.Join(o.harness, fmt.Sprintf("test-%d.c", i+1)), name)
				continue
			}
			if err := write(o.harness, "c", i, h, "", h.Write); err != nil {
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
