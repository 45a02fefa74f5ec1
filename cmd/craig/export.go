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

	"craig/internal/evidence/certify"
	"craig/internal/evidence/guards"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// checkScript has other solvers check an export.
//
//go:embed check.sh
var checkScript []byte

// exported checks a proof of p, one condition after the other, and gives the conditions for other solvers. The error is that of
// certify.Proof or guards.Check, or p's Doubt.
func exported(ctx context.Context, p *ir.Program, res *verdict.Result) ([]solvers.Question, error) {
	var x solvers.Exported
	newSolver := func(st *term.Store) smt.Solver { return x.New(solvers.Native(st)) }
	if p.Doubt != nil {
		return nil, p.Doubt
	}
	err := certify.Proof(ctx, p, res.Proof, newSolver, 1)
	if err == nil {
		err = guards.Check(ctx, p, newSolver)
	}
	return x.Questions, errors.Join(err, x.Err)
}

// export writes a proof of p to the folder dir, which must be empty or not there: docs/certificate.md.
func export(dir string, p *ir.Program, result []byte, questions []solvers.Question) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
		return errors.Join(err, usagef("--export %s: the folder is not empty", dir))
	}
	var index bytes.Buffer
	write := func(name, about string, text []byte) error {
		fmt.Fprintf(&index, "%x\t%s\t%s\n", sha256.Sum256(text), name, about)
		return os.WriteFile(filepath.Join(dir, name), text, 0o666)
	}
	if err := write("program.ir", "the program", []byte(p.String())); err != nil {
		return err
	}
	if err := write("result.json", "the invariants, or what else the proof is", result); err != nil {
		return err
	}
	for i, q := range questions {
		if err := write(fmt.Sprintf("condition-%04d.smt2", i+1), q.About, q.SMTLIB); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "check.sh"), checkScript, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.tsv"), index.Bytes(), 0o666)
}
