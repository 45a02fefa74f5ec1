package cfront

import (
	"strings"

	"craig/internal/program/ir"
)

// noBody ends the note about a function of which nothing is known.
const noBody = " has no body: it has no side effects, and its result is unknown"

// WithoutBody is the function that a note says nothing is known of: the program declares it, and nobody
// defines it; a function of the C library with its name it is not. ok is false for other notes.
func WithoutBody(n ir.Note) (name string, ok bool) { return strings.CutSuffix(n.Text, noBody) }
