package core

import "io"

// PrintConfig says how a program is printed.
type PrintConfig struct {
	Layouts bool // assert the size of each structure and the offsets of its members
	Lines   bool // write #line before statements, so that messages about the output speak of the program's text
}

// OpaqueError says that a program has something that cannot be printed.
type OpaqueError struct {
	Pos Pos
	Why string
}

func (e *OpaqueError) Error() string { return "cannot be printed: " + e.Why }

// Print writes a program as C for GCC that does what the program does. It refuses, with an OpaqueError, programs that have an
// Opaque.
func Print(w io.Writer, p *Program, conf PrintConfig) error { return nil }
