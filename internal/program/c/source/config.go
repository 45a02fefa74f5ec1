// Package source reads a C file, without running a C compiler: package pp preprocesses it, and package syntax parses it. It has what both
// do not: where files and headers are, the macros of each machine, and mistakes as the rest of the program tells them. Headers come from
// the folder of the including file, from Config.Include, from the small set embedded here, and, if the program includes any header that
// is not in that set, from the host's system folders.
//
//	config.go      how files are read, errors
//	disk.go        files, each read once
//	files.go       folders of headers
//	preprocess.go  from a file to its tree
//	mistake.go     mistakes as errors
//	machine.go, int16.go, predefined.go  machines, and their macros
//	triple.go      machines by the names of compilers
package source

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/ir"
)

// Config says how files are read. The zero value is gcc's x86-64 Linux, LP64.
type Config struct {
	ILP32        bool
	Target       string   // the name of a Machine; "" is the host's
	Include      []string // folders for #include, in order
	ForceInclude []string // files to include before the first line
	Define       []string // "NAME" or "NAME=VALUE"
	Undefine     []string // predefined macros that are not to be there
	UnsignedChar bool     // char is unsigned

	// SystemHeaders: the host's headers of the C library are read, if there are any, rather than the
	// embedded ones.
	SystemHeaders bool

	Files *Files // nil: the host's

	// Contracts, if not nil, has Tree parse the assertions of contract comments, and say there which contracts it has seen.
	Contracts *Contracts

	// Token, if not nil, is told each token that Tree parses, in their order.
	Token func(pp.Token)

	// After, if not nil, gives what is read in place of the text of the file: that with more behind it.
	After func(file string, text []byte) []byte
}

// Contracts are those that Tree has seen.
type Contracts struct {
	Notes []ir.Note // of what is left out
}

// Error is a problem in the user's files. Its text is "file:line:column: message".
type Error struct {
	Pos  ir.Pos // Line 0: the file as a whole
	Msg  string
	Hint string // the next step, if there is one; {Field} stands for an option. See Advice
	IO   error  // set if the file could not be read

	// Line is the line of the text that was read, if it is at hand, and Under the column in it, from 1 on: where there are
	// line markers, Pos is not where they are.
	Line  string
	Under int
}

func (e *Error) Error() string {
	switch {
	case e.Pos.File == "":
		return e.Msg
	case e.Pos.Line == 0:
		return fmt.Sprintf("%s: %s", e.Pos.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Pos.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

func (e *Error) Unwrap() error { return e.IO }

// Advice is the hint with options as the caller names them: option is told the field of the front end's
// Options.
func (e *Error) Advice(option func(field string) string) string {
	return placeholder.ReplaceAllStringFunc(e.Hint, func(m string) string { return option(m[1 : len(m)-1]) })
}

var placeholder = pattern.New(`\{[A-Z][A-Za-z]*\}`)

func unknownMachine(cfg Config) *Error {
	return &Error{Msg: fmt.Sprintf("%q is not the name of a target", cfg.Target), Hint: "want one of " + strings.Join(MachineNames(), ", ")}
}

// commandLine is the options of cfg as directives.
func commandLine(cfg Config) (string, error) {
	var b strings.Builder
	if cfg.UnsignedChar {
		b.WriteString("#define __CHAR_UNSIGNED__ 1\n")
	}
	for _, d := range cfg.Undefine {
		if d == "" || strings.ContainsAny(d, "=( \n\x00") {
			return "", &Error{Msg: fmt.Sprintf("%q is not the name of a macro", d), Hint: "write {Undefine} NAME"}
		}
		fmt.Fprintf(&b, "#undef %s\n", d)
	}
	for _, d := range cfg.Define {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		if name == "" || strings.ContainsAny(d, "\n\x00") {
			return "", &Error{Msg: fmt.Sprintf("%q is not a macro definition", d), Hint: "write {Define} NAME or {Define} NAME=VALUE"}
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, f := range cfg.ForceInclude {
		if strings.ContainsAny(f, "\"\n\x00") {
			return "", &Error{Msg: fmt.Sprintf("-include %q is not a file name", f)}
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", f)
	}
	return b.String(), nil
}
