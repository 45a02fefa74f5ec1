package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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

// write replaces the file's contents. If they cannot be written, as on a full disk, none are left: half of them could be
// taken for all.
func (o *output) write(f func(io.Writer) error) error {
	if o.w == nil {
		return nil
	}
	regular, created := false, o.created
	if o.file != nil {
		o.created = false
		if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
			regular = true
			if err := o.file.Truncate(0); err != nil {
				return err
			}
		}
	}
	if err := f(o.w); err != nil {
		if regular {
			o.created = created
			err = errors.Join(err, o.file.Truncate(0))
		}
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

// named is a file that an option names.
type named struct{ option, file string }

// distinct says that several outputs of a command are not one file, and that none of them is a file that it reads, which
// would be lost.
func distinct(inputs []string, outs ...named) error {
	for i, out := range outs {
		if out.file == "" {
			continue
		}
		for _, in := range inputs {
			if out.option == "store" { // which refuses what is no store
				break
			}
			if in != "-" && out.file != "-" && sameFile(in, out.file) {
				return usagef("--%s %s: that is a file to read, which would be overwritten; name another one", out.option, out.file)
			}
		}
		for _, other := range outs[:i] {
			switch {
			case out.file == "-" && other.file == "-":
				return usagef("--%s and --%s both write to standard output; name a file for one of them", other.option, out.option)
			case other.file != "" && other.file != "-" && out.file != "-" && sameFile(other.file, out.file):
				return usagef("--%s and --%s both write %s; name two files", other.option, out.option, out.file)
			}
		}
	}
	return nil
}

// sameFile says whether two names are of one file that can be overwritten: not of a device.
func sameFile(x, y string) bool {
	a, err := os.Stat(x)
	b, err2 := os.Stat(y)
	if err == nil && err2 == nil {
		return a.Mode().IsRegular() && os.SameFile(a, b)
	}
	full, err3 := filepath.Abs(x)
	other, err4 := filepath.Abs(y)
	return os.IsNotExist(err) && os.IsNotExist(err2) && err3 == nil && err4 == nil && full == other
}
