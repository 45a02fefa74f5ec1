package craig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/resultfile"
	"craig/internal/run"
	"craig/logic/smt"
	"craig/logic/term"
)

// Error is a problem in the user's files.
type Error struct {
	Pos  Pos
	Msg  string
	Hint string // the next step, if there is one
	IO   error  // not nil if a file could not be read
}

// Error is "file:line:column: message".
func (e *Error) Error() string {
	return (&cfront.Error{Pos: e.Pos.ir(), Msg: e.Msg}).Error()
}

// Unwrap returns IO.
func (e *Error) Unwrap() error { return e.IO }

// errorOf is err in the words of this package.
func errorOf(err error) error {
	if e := (*cfront.Error)(nil); errors.As(err, &e) {
		return &Error{posOf(e.Pos), e.Msg, e.Advice(func(field string) string { return "C." + field }), e.IO}
	}
	return err
}

// Rejected is the error of Certify: the evidence does not prove the verdict.
type Rejected struct {
	// Undecided: the solver could not decide a condition, so that the evidence may be right.
	Undecided bool
	Err       error
}

func (r *Rejected) Error() string { return r.Err.Error() }

// Unwrap returns Err.
func (r *Rejected) Unwrap() error { return r.Err }

// Certify checks the evidence of a result again, without the engines: the conditions of a proof with
// solvers that newSolver makes, an execution with the interpreter. nil is the native solver, whose refutations are checked
// where that succeeds. The error is
// a *Rejected, or ctx's.
func Certify(ctx context.Context, r *Result, newSolver func(*term.Store) smt.Solver) error {
	if r.Verdict == Unknown {
		return &Rejected{Err: errors.New("UNKNOWN has no evidence")}
	}
	_, err := run.Certify(ctx, r.inner.Program, &r.inner.Result, newSolver, 0)
	var wrong *certify.Rejection
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &wrong):
		return &Rejected{Undecided: wrong.Undecided, Err: err}
	}
	return &Rejected{Err: err}
}

// ReadResult reads a result file, and the C files that it names, from fsys; nil is the host's file system.
// They must not have changed since. The result is as the file says; Certify checks it.
func ReadResult(ctx context.Context, file io.Reader, fsys fs.FS) (*Result, error) {
	d, err := resultfile.Read(file)
	if err != nil {
		return nil, err
	}
	p := prepare.New(d.Options, fsys, d.Names()...)
	in := &run.Result{Calls: d.Calls, Engine: d.By}
	if in.Sources, err = p.Sources(); err != nil {
		return nil, errorOf(err)
	}
	if changed := d.Changed(in.Sources); len(changed) > 0 {
		return nil, fmt.Errorf("%s has changed since the result was written", changed[0])
	}
	if d.Verdict == Unknown.String() {
		r := resultOf(in, d.Options)
		r.Reason, r.Detail = Reason(d.Reason), d.Detail
		return r, nil
	}
	of := verdict.True
	if d.Verdict == verdict.False.String() {
		of = verdict.False
	}
	if in.Program, err = run.Load(ctx, p, of, run.Form{Calls: d.Calls, Grows: d.Grows, Results: d.Results}); err != nil {
		return nil, errorOf(err)
	}
	res, err := d.Result(in.Program)
	if err != nil {
		return nil, err
	}
	in.Result, in.Notes = *res, in.Program.Notes
	return resultOf(in, d.Options), nil
}
