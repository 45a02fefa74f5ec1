package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/evidence/guards"
	"craig/internal/evidence/recheck"
	"craig/internal/evidence/verdict"
	"craig/internal/logic/bitproof"
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

// conditionFiles are the conditions of a proof of p, as package recheck has them: each a script, and where there are bits or
// floats a second one, of which one has to be impossible.
func conditionFiles(p *ir.Program, proof verdict.Proof) (files []exportedFile, err error) {
	list, err := recheck.Conditions(p, proof)
	if err != nil {
		return nil, err
	}
	for i, c := range list {
		fs := append(c.Facts[:len(c.Facts):len(c.Facts)], c.Goal)
		name := fmt.Sprintf("condition-%04d", i+1)
		files = append(files, exportedFile{name + ".smt2", c.About, []byte(smtlib.Integers(fs)), fs})
		if text, ok := smtlib.Vectors(fs); ok {
			files = append(files, exportedFile{name + ".bits.smt2", "the same by bits: " + c.About, []byte(text), nil})
		}
	}
	return files, nil
}

// exported checks a proof of p, and gives the files of its export. The error is that of certify.Proof, guards.Check or conditions.Of.
func exported(ctx context.Context, p *ir.Program, res *verdict.Result, result []byte) ([]exportedFile, error) {
	if _, err := run.Certify(ctx, p, res, nil, 1); err != nil {
		return nil, err
	}
	conds, err := conditionFiles(p, res.Proof)
	if err != nil {
		return nil, err
	}
	memory, err := memoryFiles(ctx, p)
	return slices.Concat(proofFiles(p, result), withRefutations(ctx, conds), withRefutations(ctx, memory)), err
}

// circuitGates is how large the circuit of a condition may be that is written, and refuteTime how long its refutation is looked for at most; but
// no longer than a quarter of the time that is left.
const (
	circuitGates = 200_000
	refuteTime   = 5 * time.Second
)

// withRefutations adds refutations by bits, of those conditions that one is found of: what is refuted, and how.
func withRefutations(ctx context.Context, conds []exportedFile) (files []exportedFile) {
	var of exportedFile // the condition in hand
	add := func() {
		if of.formulas == nil {
			return
		}
		limit := refuteTime
		if end, ok := ctx.Deadline(); ok {
			limit = min(limit, time.Until(end)/4)
		}
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		if cnf, lrat, err := refutation(ctx, of.formulas); err == nil {
			name := strings.TrimSuffix(of.name, ".smt2")
			files = append(files, exportedFile{name + ".cnf", "clauses of " + of.name, cnf, nil}, exportedFile{name + ".lrat", "their refutation", lrat, nil})
		}
	}
	for _, f := range conds {
		if f.formulas != nil {
			add()
			of = f
		}
		files = append(files, f)
	}
	add()
	return files
}

// refutation is what gates formulas have, in DIMACS, and its refutation in LRAT.
func refutation(ctx context.Context, fs []term.Term) (cnf, lrat []byte, err error) {
	c, cnf, err := clauses(fs)
	if err != nil {
		return nil, nil, err
	}
	steps, err := smt.Finder{}.Bits(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	err = c.LRAT(&b, steps)
	return cnf, b.Bytes(), err
}

// clauses are the gates of formulas, and their text in DIMACS.
func clauses(fs []term.Term) (*bitproof.Circuit, []byte, error) {
	c, err := bitproof.Of(fs, circuitGates)
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	err = c.DIMACS(&b)
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
	err = guards.Check(ctx, p, func(st *term.Store) smt.Solver { return x.New(solvers.Native(st)) })
	for i, q := range x.Questions {
		files = append(files, exportedFile{fmt.Sprintf(memoryPrefix+"%04d.smt2", i+1), q.About, q.SMTLIB, q.Formulas})
	}
	return files, errors.Join(err, x.Err)
}

// export writes files to the folder dir, which must be empty or not there: docs/certificate.md.
func export(dir string, files []exportedFile) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
		return errors.Join(err, usagef("--export %s: the folder is not empty", dir))
	}
	var index bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&index, "%x\t%s\t%s\n", sha256.Sum256(f.text), f.name, strings.ReplaceAll(f.about, "\t", " "))
		if err := os.WriteFile(filepath.Join(dir, f.name), f.text, 0o666); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "check.sh"), checkScript, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.tsv"), index.Bytes(), 0o666)
}
