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
	"strings"

	"craig/internal/evidence/guards"
	"craig/internal/evidence/recheck"
	"craig/internal/evidence/verdict"
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
		files = append(files, exportedFile{name + ".smt2", c.About, []byte(smtlib.Integers(fs))})
		if text, ok := smtlib.Vectors(fs); ok {
			files = append(files, exportedFile{name + ".bits.smt2", "the same by bits: " + c.About, []byte(text)})
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
	return append(append(proofFiles(p, result), conds...), memory...), err
}

// proofFiles are the program and what is said of it.
func proofFiles(p *ir.Program, result []byte) []exportedFile {
	return []exportedFile{
		{"program.ir", "the program", []byte(p.String())},
		{"result.json", "the invariants, or what else the proof is", result},
	}
}

// memoryPrefix begins the names of the files that are about checks of memory.
const memoryPrefix = "condition-m"

// memoryFiles are the questions of package guards.
func memoryFiles(ctx context.Context, p *ir.Program) (files []exportedFile, err error) {
	var x solvers.Exported
	err = guards.Check(ctx, p, func(st *term.Store) smt.Solver { return x.New(solvers.Native(st)) })
	for i, q := range x.Questions {
		files = append(files, exportedFile{fmt.Sprintf(memoryPrefix+"%04d.smt2", i+1), q.About, q.SMTLIB})
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
