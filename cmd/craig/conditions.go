package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"craig/internal/evidence/conditions"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// compared is what is seen of an export when its files are made again.
type compared struct {
	conditions int
	wrong      string // what is not as it is made; "" if all is
	sources    error  // why the program could not be compared with the C files
	err        error
}

// conditions says whether the export in dir has the conditions of its program and its proof, and whether its program is that of the C files.
// No solver is asked about them.
func (a *app) conditions(dir string, lim limits) error {
	done := supervise(lim, func() {}, func(ctx context.Context) compared { return compareExport(ctx, dir) })
	c := done.value
	switch {
	case done.broken(a):
	case done.cause != nil:
		fmt.Fprintf(a.out, "undecided: %v\n", done.cause)
		a.status = exitUndecided
	case errors.Is(c.err, conditions.ErrOpen):
		fmt.Fprintf(a.out, "undecided: %v\n", c.err)
		a.status = exitUndecided
	case c.err != nil:
		return c.err
	case c.wrong != "":
		fmt.Fprintf(a.out, "rejected: %s\n", c.wrong)
		a.status = exitRejected
	default:
		if c.sources != nil {
			fmt.Fprintf(a.out, "program.ir is believed to be the program: %v\n", c.sources)
		}
		fmt.Fprintf(a.out, "confirmed: the %d conditions are those of program.ir and result.json; check.sh asks whether they hold\n", c.conditions)
	}
	return nil
}

// compareExport makes the files of an export again: from its own program and proof, and if the C files are there, from these.
func compareExport(ctx context.Context, dir string) (c compared) {
	there, err := os.ReadDir(dir)
	if err != nil {
		c.err = err
		return c
	}
	have := map[string]string{}
	for _, f := range there {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			c.err = err
			return c
		}
		have[f.Name()] = string(text)
	}
	name := filepath.Join(dir, "result.json")
	doc, err := resultfile.Read(strings.NewReader(have["result.json"]))
	if err == nil && doc.Verdict != verdict.True.String() {
		err = errors.New("it is no proof")
	}
	if err != nil {
		c.err = &formatError{file: name, err: err}
		return c
	}
	p, err := ir.Parse(strings.NewReader(have["program.ir"]))
	if err == nil {
		err = ir.Check(p)
	}
	if err != nil {
		c.err = &formatError{file: filepath.Join(dir, "program.ir"), err: err}
		return c
	}
	res, err := doc.Result(p)
	if err != nil {
		c.wrong = err.Error()
		return c
	}
	files := proofFiles(p, []byte(have["result.json"]))
	conds, err := conditionFiles(p, res.Proof)
	if errors.Is(err, conditions.ErrOpen) {
		c.err = err
		return c
	}
	if err != nil {
		c.wrong = err.Error()
		return c
	}
	for _, f := range conds {
		if !strings.HasSuffix(f.name, ".bits.smt2") {
			c.conditions++
		}
	}
	files = append(files, conds...)
	s, err := readStored(ctx, name)
	switch {
	case err != nil:
		c.sources = err
		for _, f := range there { // those about checks of memory are made from the C files
			if strings.HasPrefix(f.Name(), memoryPrefix) {
				delete(have, f.Name())
			}
		}
	case s.prog.String() != p.String():
		c.wrong = "program.ir is not the program of " + strings.Join(doc.Names(), ", ")
		return c
	default:
		memory, err := memoryFiles(ctx, s.prog)
		if c.err = err; err != nil {
			return c
		}
		c.conditions += len(memory)
		files = append(files, memory...)
	}
	if c.sources != nil && !errors.Is(c.sources, fs.ErrNotExist) {
		c.err, c.sources = c.sources, nil
		return c
	}
	for _, f := range files {
		text, ok := have[f.name]
		switch {
		case !ok:
			c.wrong = fmt.Sprintf("%s is missing: %s", f.name, f.about)
			return c
		case text != string(f.text):
			c.wrong = fmt.Sprintf("%s is not the condition of the program and the proof: %s", f.name, f.about)
			return c
		}
		delete(have, f.name)
		if c.wrong = wrongRefutation(f, have); c.wrong != "" {
			return c
		}
	}
	for _, f := range there {
		if _, left := have[f.Name()]; left && strings.HasPrefix(f.Name(), "condition-") {
			c.wrong = f.Name() + " is no condition of the program and the proof"
			return c
		}
	}
	if have["check.sh"] != string(checkScript) {
		c.wrong = "check.sh is not the script of this craig"
	}
	return c
}

// wrongRefutation says what is wrong with the refutation of a condition, if there is one among the files, and takes it out of these.
func wrongRefutation(f exportedFile, have map[string]string) string {
	name := strings.TrimSuffix(f.name, ".smt2")
	cnf, some := have[name+".cnf"]
	lrat, other := have[name+".lrat"]
	if f.formulas == nil || !some && !other {
		return ""
	}
	c, text, err := clauses(f.formulas)
	if err != nil || string(text) != cnf {
		return name + ".cnf does not have the clauses of the condition"
	}
	if err := c.CheckLRAT(lrat); err != nil {
		return fmt.Sprintf("%s.lrat does not refute %s.cnf: %v", name, name, err)
	}
	delete(have, name+".cnf")
	delete(have, name+".lrat")
	return ""
}
