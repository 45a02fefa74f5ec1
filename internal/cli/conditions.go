package cli

import (
	"context"
	"errors"
	"fmt"

	"craig/internal/evidence/conditions"
	"craig/internal/export"
	"craig/internal/program/ir"
)

// conditions says whether the export in dir has the conditions of its program and its proof, and whether its program is that of the C files.
// No solver is asked about them.
func (a *app) conditions(dir string, lim limits) error {
	load := func(ctx context.Context, name string) (*ir.Program, error) {
		s, err := readStored(ctx, name)
		if err != nil {
			return nil, err
		}
		return s.prog, nil
	}
	done := supervise(lim, func() {}, func(ctx context.Context) export.Compared { return export.Compare(ctx, dir, load) })
	c := done.value
	bad := (*export.FormatError)(nil)
	switch {
	case done.broken(a):
	case done.cause != nil:
		fmt.Fprintf(a.out, "undecided: %v\n", done.cause)
		a.status = exitUndecided
	case errors.Is(c.Err, conditions.ErrOpen):
		fmt.Fprintf(a.out, "undecided: %v\n", c.Err)
		a.status = exitUndecided
	case errors.As(c.Err, &bad):
		return &formatError{bad.File, bad.Err}
	case c.Err != nil:
		return c.Err
	case c.Wrong != "":
		fmt.Fprintf(a.out, "rejected: %s\n", c.Wrong)
		a.status = exitRejected
	default:
		if c.Sources != nil {
			fmt.Fprintf(a.out, "program.ir is believed to be the program: %v\n", c.Sources)
		}
		fmt.Fprintf(a.out, "confirmed: the %d conditions are those of program.ir and result.json; check.sh asks whether they hold\n", c.Conditions)
	}
	return nil
}
