package main

import (
	"io"
	"os"
)

// output is a file to be written when the work is done; that it can be is checked before.
type output struct {
	file    *os.File
	created bool // the file did not exist before, and nothing has been written yet
	stdout  bool
	w       io.Writer
}

// openOutput opens the file name; "" is no output, "-" is out.
func openOutput(name string, out io.Writer) (*output, error) {
	switch name {
	case "":
		return &output{}, nil
	case "-":
		return &output{stdout: true, w: out}, nil
	}
	_, err := os.Stat(name)
	created := os.IsNotExist(err)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	return &output{file: f, created: created, w: f}, nil
}

// write replaces the file's contents.
func (o *output) write(f func(io.Writer) error) error {
	if o.w == nil {
		return nil
	}
	if o.file != nil {
		o.created = false
		if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
			if err := o.file.Truncate(0); err != nil {
				return err
			}
		}
	}
	if err := f(o.w); err != nil {
		return err
	}
	if o.file != nil {
		f := o.file
		o.file = nil
		return f.Close()
	}
	return nil
}

// discard closes the file; one that was made for nothing is removed.
func (o *output) discard() {
	if o.file != nil {
		o.file.Close()
		if o.created {
			os.Remove(o.file.Name())
		}
	}
}

// outputs are those of one command.
type outputs []*output

// openOutputs opens several files as openOutput does. If one of them cannot be opened, none is made.
func openOutputs(out io.Writer, names ...string) (outputs, error) {
	var all outputs
	for _, name := range names {
		o, err := openOutput(name, out)
		if err != nil {
			all.discard()
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

func (os outputs) discard() {
	for _, o := range os {
		o.discard()
	}
}
