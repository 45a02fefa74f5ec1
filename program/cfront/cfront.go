// Package cfront reads C into ir: one documented choice for each construct of C.
package cfront

import (
	"context"
	"fmt"

	"craig/program/ir"
)

// Options say how C is read. The zero value is LP64, machine integers, unreach-call, main.
type Options struct {
	ILP32           bool     // -m32
	Include         []string // -I, in order
	ForceInclude    []string // -include
	Define          []string // -D: "NAME" or "NAME=VALUE"
	Math            bool     // --integers math
	Signed          ir.Signed
	Properties      []string // names; nil is unreach-call, and then a program without an error location is an error
	ErrorLabel      string   // additional error location: a label
	ErrorFunction   string   // additional error location: calls of a function
	Entry           string   // "" is main
	MallocMayFail   bool
	UnknownPointers UnknownPointers
}

// UnknownPointers says what a pointer of unknown origin may point to.
type UnknownPointers uint8

const (
	Fresh UnknownPointers = iota // an object of its own
	Any                          // any object of a compatible type
)

// Error is a problem in the user's files. Its text is "file:line:column: message", with the
// next step in Hint if there is one.
type Error struct {
	Pos  ir.Pos
	Msg  string
	Hint string
	// IO is set if the file could not be read: exit status 74 instead of 65.
	IO error
}

func (e *Error) Error() string {
	if e.Pos.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Pos.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Pos.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

// Read reads the files of one program. The result passes ir.Check; memory is accessed by
// addresses (no regions yet) and calls are calls. The error, if any, is an *Error or ctx's.
func Read(ctx context.Context, opts Options, files ...string) (*ir.Program, error) {
	panic("unimplemented")
}
