// Package craig decides whether a C program can reach an error, and proves its answer.
//
//	res, err := craig.Verify(ctx, craig.Options{}, "lock.c")
//
// The verdict is True, False or Unknown. With True come the invariants of the program's loops, with
// False the inputs and the steps of an execution that reaches the error; both have been checked by a
// certifier that shares nothing with the search by the time Verify returns, and Certify checks them
// again, with another solver if that is wanted. With Unknown come a reason and a hint.
//
// An error is a program that is wrong: it is described with its place in the C files. docs/semantics.md
// says what a C program means here, docs/evidence.md what is checked and what is trusted.
//
// Files are the host's, or those of Options.FS, which may be in memory. Cover makes tests instead of a
// verdict. The packages under logic can be used by themselves: craig/logic/smt is a solver for linear
// arithmetic, arrays and functions that interpolates.
package craig
