package cfront

import (
	"strings"

	"craig/internal/program/c/lower"
	"craig/internal/program/ir"
)

// noBodyObject ends the note about a function that the surroundings of the entry define; see environment_results.go.
const noBodyObject = " has no body: it has no side effects, and pointers that it returns are null or lead to objects of their own"

// ChoosesOrder says that a note is about the order in which the operands of an expression are evaluated.
func ChoosesOrder(n ir.Note) bool { return strings.HasPrefix(n.Text, lower.OrderChosen) }

// WithoutBody is the function that a note says nothing is known of: the program declares it, and nobody
// defines it; a function of the C library with its name it is not. ok is false for other notes.
func WithoutBody(n ir.Note) (name string, ok bool) { return strings.CutSuffix(n.Text, lower.NoBody) }

// NotByCore begins the note that the front end by way of the core does not read the program: the reason follows.
const NotByCore = ir.NotByCore

// OtherTypes ends the note about a name that files declare with different types.
const OtherTypes = " is declared with different types in different files, which C leaves open: the type of its definition counts"
