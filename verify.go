package craig

import (
	"context"

	"craig/internal/prepare"
	"craig/internal/run"
)

// Verify reads the C files of one program, decides whether it can reach an error, and has the answer
// certified.
//
// When ctx ends the verdict is Unknown, with Timeout or Interrupted as its reason; Verify returns within
// a fraction of a second then. Options.Memory is kept as far as looking every few milliseconds allows;
// debug.SetMemoryLimit, which is the caller's to set, makes the collector help.
//
// The error is of the files: what they are is not a program that can be checked, and an *Error if it has
// a place. A program that is too large, or has a property that is not supported, is Unknown. Verify may
// be called concurrently.
func Verify(ctx context.Context, opts Options, files ...string) (*Result, error) {
	c := opts.C.front()
	r, err := run.Verify(ctx, prepare.New(c, opts.FS, files...), opts.options())
	if err != nil {
		return nil, errorOf(err)
	}
	return resultOf(r, c), nil
}
