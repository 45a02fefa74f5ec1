package cfront

import (
	"strings"

	"craig/internal/program/ir"
)

// noBody ends the note about a function of which nothing is known.
const noBody = " has no body: it has no side effects, and its result is unknown"

// noBodyObject ends the note about a function that the surroundings of the entry define; see environment_results.go.
const noBodyObject = " has no body: it has no side effects, and pointers that it returns are null or lead to objects of their own"

// orderNote begins the note that operands are evaluated in an order that C leaves open.
const orderNote = "operands are evaluated from left to right, which C leaves open"

// ChoosesOrder says that a note is about the order in which the operands of an expression are evaluated.
func ChoosesOrder(n ir.Note) bool { return strings.HasPrefix(n.Text, orderNote) }

// WithoutBody is the function that a note says nothing is known of: the program declares it, and nobody
// defines it; a function of the C library with its name it is not. ok is false for other notes.
func WithoutBody(n ir.Note) (name string, ok bool) { return strings.CutSuffix(n.Text, noBody) }
