// Package export writes proofs with each of their conditions as files that other programs check, and compares such files with the ones
// that it would write: docs/certificate.md.
package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"craig/internal/evidence/checkcoverage"
	"craig/internal/evidence/conditions"
	"craig/internal/evidence/recheck"
	"craig/internal/evidence/verdict"
	"craig/internal/logic/bitproof"
	"craig/internal/logic/bitproof/lrat"
	"craig/internal/logic/smtlib"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// checkScript has other solvers check an export.
//
//go:embed check.sh
var checkScript []byte

// exportedFile is a file of an export.
type exportedFile struct {
	name, about string
	text        []byte
	formulas    []term.Term // of a condition: what is to have no model
}

// exporter writes the files of an export, each when it is made, and keeps their index.
type exporter struct {
	ctx      context.Context
	dir      string
	index    bytes.Buffer
	vain     time.Duration // that refutations were looked for and not found
	patience time.Duration // and how long that may be
}

// conditionFiles hands out the conditions of a proof of p, as package recheck has them, one after the other: each a script, and where there are
// bits or floats a second one, of which one has to be impossible.
func conditionFiles(p *ir.Program, proof verdict.Proof, yield func(files []exportedFile) error) error {
	n := 0
	return recheck.Conditions(p, proof, func(c conditions.Condition) error {
		n++
		fs := append(c.Facts[:len(c.Facts):len(c.Facts)], c.Goal)
		name := fmt.Sprintf("condition-%04d", n)
		files := []exportedFile{{name + ".smt2", c.About, []byte(smtlib.Integers(fs)), fs}}
		if text, ok := smtlib.Vectors(fs); ok {
			files = append(files, exportedFile{name + ".bits.smt2", "the same by bits: " + c.About, []byte(text), nil})
		}
		return yield(files)
	})
}

// Write checks a proof of p, of which result is the result file, and writes its export to the folder dir, which must be empty or not there. The error is that of
// certify.Proof, checkcoverage.Check or conditions.Each, or of writing; nothing is left in the folder then.
func Write(ctx context.Context, dir string, p *ir.Program, res *verdict.Result, result []byte) (err error) {
	if _, err := run.Certify(ctx, p, res, nil, 1); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	x := &exporter{ctx: ctx, dir: dir, patience: vainTime}
	switch res.Proof.(type) {
	case verdict.Execution, verdict.Prefix:
		x.patience = 0
	}
	defer func() {
		if err != nil {
			x.discard()
		}
	}()
	if err := x.write(proofFiles(p, result)...); err != nil {
		return err
	}
	if err := conditionFiles(p, res.Proof, x.condition); err != nil {
		return err
	}
	memory, err := memoryFiles(ctx, p)
	if err != nil {
		return err
	}
	for _, f := range memory {
		if err := x.condition([]exportedFile{f}); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "check.sh"), checkScript, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.tsv"), x.index.Bytes(), 0o666)
}

func (x *exporter) write(files ...exportedFile) error {
	for _, f := range files {
		fmt.Fprintf(&x.index, "%x\t%s\t%s\n", sha256.Sum256(f.text), f.name, strings.ReplaceAll(f.about, "\t", " "))
		if err := os.WriteFile(filepath.Join(x.dir, f.name), f.text, 0o666); err != nil {
			return err
		}
	}
	return x.ctx.Err()
}

// circuitGates is how large the circuit of a condition may be that is written, and refuteTime how long its refutation is looked for at most; but
// no longer than a quarter of the time that is left, and not at all when vainTime was spent on others in vain. Conditions of an execution are alike: one is enough.
const (
	circuitGates = 200_000
	refuteTime   = 5 * time.Second
	vainTime     = 20 * time.Second
)

// discard removes what was written.
func (x *exporter) discard() {
	files, _ := os.ReadDir(x.dir)
	for _, f := range files {
		_ = os.Remove(filepath.Join(x.dir, f.Name()))
	}
	_ = os.Remove(x.dir)
}

// condition writes the scripts of a condition, and a refutation by bits if one is found: what is refuted, and how.
func (x *exporter) condition(files []exportedFile) error {
	if x.vain > x.patience {
		return x.write(files...)
	}
	limit := refuteTime
	if end, ok := x.ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/4)
	}
	ctx, cancel := context.WithTimeout(x.ctx, limit)
	defer cancel()
	begun := time.Now()
	if cnf, refuted, err := refutation(ctx, files[0].formulas); err == nil {
		name := strings.TrimSuffix(files[0].name, ".smt2")
		files = append(files, exportedFile{name + ".cnf", "clauses of " + files[0].name, cnf, nil}, exportedFile{name + ".lrat", "their refutation", refuted, nil})
	} else {
		x.vain += time.Since(begun)
	}
	return x.write(files...)
}

// refutation is what gates formulas have, in DIMACS, and its refutation in LRAT.
func refutation(ctx context.Context, fs []term.Term) (cnf, refuted []byte, err error) {
	c, cnf, err := clauses(fs)
	if err != nil {
		return nil, nil, err
	}
	steps, err := smt.Finder{}.Bits(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	err = lrat.Write(&b, c, steps)
	return cnf, b.Bytes(), err
}

// clauses are the gates of formulas, and their text in DIMACS.
func clauses(fs []term.Term) (*bitproof.Circuit, []byte, error) {
	c, err := bitproof.Of(fs, circuitGates)
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	err = lrat.WriteClauses(&b, c)
	return c, b.Bytes(), err
}

// proofFiles are the program and what is said of it.
func proofFiles(p *ir.Program, result []byte) []exportedFile {
	return []exportedFile{
		{"program.ir", "the program", []byte(p.String()), nil},
		{"result.json", "the invariants, or what else the proof is", result, nil},
	}
}

// memoryPrefix begins the names of the files that are about checks of memory.
const memoryPrefix = "condition-m"

// memoryFiles are the questions of package guards.
func memoryFiles(ctx context.Context, p *ir.Program) (files []exportedFile, err error) {
	var x solvers.Exported
	err = checkcoverage.Check(ctx, p, func(st *term.Store) smt.Solver { return x.New(solvers.Native(st)) })
	for i, q := range x.Questions {
		files = append(files, exportedFile{fmt.Sprintf(memoryPrefix+"%04d.smt2", i+1), q.About, q.SMTLIB, q.Formulas})
	}
	return files, errors.Join(err, x.Err)
}
