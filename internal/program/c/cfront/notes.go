package cfront

import (
	"strings"

	"craig/internal/program/c/handed"
	"craig/internal/program/c/library"
	"craig/internal/program/c/missing"
	"craig/internal/program/c/order"
	"craig/internal/program/ir"
)

// ChoosesOrder says that a note is about the order in which the operands of an expression are evaluated.
func ChoosesOrder(n ir.Note) bool { return strings.HasPrefix(n.Text, order.Chosen) }

// WithoutBody is the function that a note says nothing is known of: the program declares it, and nobody
// defines it; a function of the C library with its name it is not. ok is false for other notes.
func WithoutBody(n ir.Note) (name string, ok bool) { return strings.CutSuffix(n.Text, missing.NoBody) }

// Writes is such a function where it may write to memory.
func Writes(n ir.Note) (name string, ok bool) { return strings.CutSuffix(n.Text, missing.MayWrite) }

// Hides tells whether a function of the library has a model that does not show what is seen of its code: see package handed.
func Hides(name string) bool { return library.Lookup(name) != nil && !handed.Seen(name) }

// OtherTypes ends the note about a name that files declare with different types.
const OtherTypes = " is declared with different types in different files, which C leaves open: the type of its definition counts"
