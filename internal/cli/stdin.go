package cli

import (
	"io"
	"os"
	"slices"

	"craig/internal/bounded"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// standardInput is the name of the file that is read from standard input, where - stands for it.
const standardInput = "<stdin>"

// inputs are the files of a command line, with the text of - if it is one of them.
type inputs struct {
	names []string
	text  []byte
	seal  bool // nothing else is read
}

// readInputs finds out, before long work, whether files can be read.
func readInputs(files []string) (in inputs, err error) {
	in.names = slices.Clone(files)
	seen := false
	for i, name := range in.names {
		switch {
		case name != "-":
			if err := readable(name); err != nil {
				return in, err
			}
		case seen:
			return in, usagef("standard input can be read once; - is there twice")
		default:
			seen = true
			in.names[i] = standardInput
			if in.text, err = io.ReadAll(io.LimitReader(os.Stdin, bounded.Most+1)); err != nil {
				return in, err
			}
			if len(in.text) > bounded.Most {
				return in, &os.PathError{Op: "read", Path: standardInput, Err: bounded.ErrTooLarge}
			}
		}
	}
	return in, nil
}

// program is the program of the files.
func (in inputs) program(opts cfront.Options) *prepare.Program {
	p := prepare.New(opts, nil, in.names...)
	if slices.Contains(in.names, standardInput) {
		p.Give(standardInput, in.text)
		if in.seal {
			p.Seal()
		}
	}
	return p
}
