package export

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/evidence/conditions"
	"craig/internal/evidence/verdict"
	"craig/internal/logic/bitproof/lrat"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
	"craig/internal/resultfile"
)

// Compared is what is seen of an export when its files are made again.
type Compared struct {
	Conditions int
	Wrong      string // what is not as it is made; "" if all is
	Sources    error  // why the program could not be compared with the C files
	Err        error
}

// FormatError is a file of an export that cannot be read as what it should be.
type FormatError struct {
	File string
	Err  error
}

func (e *FormatError) Error() string { return e.File + ": " + e.Err.Error() }
func (e *FormatError) Unwrap() error { return e.Err }

// comparing is an export whose files are compared, each as it is made again.
type comparing struct {
	dir  string
	load func(ctx context.Context, result string) (*ir.Program, error)
	left map[string]bool // the names of files that were not compared yet
	n    int             // conditions
}

// wrongExport is the error of an export whose files are not as they are made.
type wrongExport struct{ what string }

func (e *wrongExport) Error() string { return e.what }

func wrong(format string, args ...any) error { return &wrongExport{fmt.Sprintf(format, args...)} }

// Compare makes the files of an export again: from its own program and proof, and if the C files are there, from these. load reads the
// program that a result file is about. No solver is asked about the conditions.
func Compare(ctx context.Context, dir string, load func(ctx context.Context, result string) (*ir.Program, error)) (c Compared) {
	there, err := os.ReadDir(dir)
	if err != nil {
		c.Err = err
		return c
	}
	x := &comparing{dir: dir, load: load, left: map[string]bool{}}
	for _, f := range there {
		x.left[f.Name()] = true
	}
	c.Sources, err = x.compare(ctx)
	c.Conditions = x.n
	var w *wrongExport
	if errors.As(err, &w) {
		c.Wrong = w.what
	} else {
		c.Err = err
	}
	return c
}

// compare compares all files. sources says why the program was not compared with the C files.
func (x *comparing) compare(ctx context.Context) (sources, err error) {
	name := filepath.Join(x.dir, "result.json")
	result, err := x.read("result.json")
	if err != nil {
		return nil, err
	}
	doc, err := resultfile.Read(strings.NewReader(result))
	if err == nil && doc.Verdict != verdict.True.String() {
		err = errors.New("it is no proof")
	}
	if err != nil {
		return nil, &FormatError{name, err}
	}
	text, err := x.read("program.ir")
	if err != nil {
		return nil, err
	}
	p, err := irtext.Parse(strings.NewReader(text))
	if err == nil {
		err = ircheck.Check(p)
	}
	if err != nil {
		return nil, &FormatError{filepath.Join(x.dir, "program.ir"), err}
	}
	if p.String() != text {
		return nil, wrong("program.ir is not as it is written")
	}
	res, err := doc.Result(p)
	if err != nil {
		return nil, wrong("%v", err)
	}
	var stop error
	err = conditionFiles(p, res.Proof, func(files []exportedFile) error {
		stop = errors.Join(x.condition(files), ctx.Err())
		return stop
	})
	switch {
	case stop != nil, errors.Is(err, conditions.ErrOpen):
		return nil, err
	case err != nil:
		return nil, wrong("%v", err)
	}
	of, err := x.load(ctx, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		sources = err
	case err != nil:
		return nil, err
	case of.String() != text:
		return nil, wrong("program.ir is not the program of %s", strings.Join(doc.Names(), ", "))
	}
	if sources == nil {
		memory, err := memoryFiles(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, f := range memory {
			if err := x.condition([]exportedFile{f}); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range slices.Sorted(maps.Keys(x.left)) { // those about checks of memory are made from the C files
		if strings.HasPrefix(f, "condition-") && (sources == nil || !strings.HasPrefix(f, memoryPrefix)) {
			return nil, wrong("%s is no condition of the program and the proof", f)
		}
	}
	if script, err := x.read("check.sh"); err != nil || script != string(checkScript) {
		return nil, wrong("check.sh is not the script of this craig")
	}
	return sources, nil
}

// read is the text of a file, which is compared then; "" if it is not there.
func (x *comparing) read(name string) (string, error) {
	if !x.left[name] {
		return "", nil
	}
	delete(x.left, name)
	text, err := os.ReadFile(filepath.Join(x.dir, name))
	return string(text), err
}

// condition compares the scripts of a condition, and looks at its refutation, if there is one.
func (x *comparing) condition(files []exportedFile) error {
	x.n++
	for _, f := range files {
		if !x.left[f.name] {
			return wrong("%s is missing: %s", f.name, f.about)
		}
		text, err := x.read(f.name)
		if err != nil {
			return err
		}
		if text != string(f.text) {
			return wrong("%s is not the condition of the program and the proof: %s", f.name, f.about)
		}
	}
	name := strings.TrimSuffix(files[0].name, ".smt2")
	if !x.left[name+".cnf"] && !x.left[name+".lrat"] {
		return nil
	}
	cnf, err := x.read(name + ".cnf")
	c, text, wrongClauses := clauses(files[0].formulas)
	if err != nil || wrongClauses != nil || string(text) != cnf {
		return wrong("%s.cnf does not have the clauses of the condition", name)
	}
	refuted, err := x.read(name + ".lrat")
	if err == nil {
		err = lrat.Check(c, refuted)
	}
	if err != nil {
		return wrong("%s.lrat does not refute %[1]s.cnf: %v", name, err)
	}
	return nil
}
