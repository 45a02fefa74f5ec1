package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/bounded"
)

// Unit is a file with the options that it is compiled with.
type Unit struct {
	File  string   // as messages name it: relative to the working directory, if it is below that
	Flags []string // options of craig verify
}

// DatabaseName is what compilation databases are called.
const DatabaseName = "compile_commands.json"

// FindDatabase is the compilation database of a folder: in it or in its folder build; else likewise in the next of the folders above
// it, up to the root of the repository. It is "" if there is none.
func FindDatabase(dir string) string {
	for _, above := range outwards(dir) {
		for _, folder := range []string{above, filepath.Join(above, "build")} {
			if file := filepath.Join(folder, DatabaseName); isFile(file) {
				return file
			}
		}
	}
	return ""
}

// FindConfig is the file of settings of a folder: in it, or in the next of the folders above it, up to the root of the repository;
// "" if there is none.
func FindConfig(dir string) string {
	for _, folder := range outwards(dir) {
		if file := filepath.Join(folder, ConfigName); isFile(file) {
			return file
		}
	}
	return ""
}

// outwards are a folder and those that it is in, up to the root of the repository, which has .git in it; without a repository it is
// the folder alone.
func outwards(dir string) []string {
	list := []string{dir}
	abs, err := filepath.Abs(dir)
	for ; err == nil; abs = filepath.Dir(abs) {
		if _, err := os.Lstat(filepath.Join(abs, ".git")); err == nil {
			return list
		}
		if abs == filepath.Dir(abs) {
			break
		}
		list = append(list, from("", filepath.Dir(abs)))
	}
	return list[:1]
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Database is what a compilation database says of C files.
type Database struct {
	Units   []*Unit
	Skipped []Skipped // files that are none
	Remarks []Remark  // on some of the units
}

// Below leaves out of a database, which a file has, what is not in a folder; nothing if that file is in there too.
func (d *Database) Below(dir, file string) {
	if within(dir, file) {
		return
	}
	d.Units = slices.DeleteFunc(d.Units, func(u *Unit) bool { return !within(dir, u.File) })
	d.Skipped = slices.DeleteFunc(d.Skipped, func(s Skipped) bool { return !within(dir, s.What) })
	d.Remarks = slices.DeleteFunc(d.Remarks, func(r Remark) bool { return !within(dir, r.What) })
}

// Only leaves out what is not about some files. Those that it does not have are compiled without options.
func (d *Database) Only(files []string) {
	d.Units, d.Skipped = Only(d.Units, files), nil
	d.Remarks = slices.DeleteFunc(d.Remarks, func(r Remark) bool {
		return !slices.ContainsFunc(d.Units, func(u *Unit) bool { return u.File == r.What })
	})
}

// within says whether a file is in a folder, or in folders of that.
func within(dir, file string) bool {
	folder, err := filepath.Abs(dir)
	if err != nil {
		return true
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return true
	}
	rel, err := filepath.Rel(folder, abs)
	return err == nil && filepath.IsLocal(rel)
}

// Command is an entry of a compilation database.
type Command struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command,omitempty"`
	Arguments []string `json:"arguments,omitempty"`
	Output    string   `json:"output,omitempty"`
}

// ReadDatabase reads the C files of a compilation database. Entries with the same file and options are one unit.
func ReadDatabase(file string) (*Database, error) {
	text, err := bounded.ReadFile(file, bounded.Large)
	if err != nil {
		return nil, err
	}
	var commands []Command
	if err := readJSON(file, text, &commands, "a compilation database"); err != nil {
		return nil, err
	}
	d := &Database{}
	for i, c := range commands {
		args := c.Arguments
		if len(args) == 0 {
			if args, err = splitCommand(c.Command); err != nil {
				return nil, &FormatError{file, fmt.Errorf("entry %d: %w", i+1, err)}
			}
		}
		if c.File == "" || len(args) == 0 {
			return nil, &FormatError{file, fmt.Errorf("entry %d has no file or no command", i+1)}
		}
		dir := c.Directory
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(file), dir)
		}
		name := from(dir, c.File)
		if ext := filepath.Ext(name); ext != ".c" && ext != ".i" {
			d.Skipped = append(d.Skipped, Skipped{name, "it is not C by its name"})
			continue
		}
		if _, err := os.Stat(name); err != nil {
			d.Skipped = append(d.Skipped, Skipped{name, "it is not there any more"})
			continue
		}
		if !isFile(name) {
			d.Skipped = append(d.Skipped, Skipped{name, "it is no regular file"})
			continue
		}
		flags, told, why := relevant(args[1:], dir)
		machine, remark := machineOf(compilerOf(args))
		if !slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, targetOption) }) {
			flags = append(machine, flags...)
			if remark != "" {
				told = append(told, remark)
			}
		}
		if why != "" {
			d.Skipped = append(d.Skipped, Skipped{name, why})
			continue
		}
		for _, t := range told {
			d.Remarks = append(d.Remarks, Remark{What: name, Text: t, Doubt: true})
		}
		u := &Unit{name, flags}
		if !slices.ContainsFunc(d.Units, func(v *Unit) bool { return v.File == u.File && slices.Equal(v.Flags, u.Flags) }) {
			d.Units = append(d.Units, u)
		}
	}
	return d, nil
}

// FormatError is a file that is not what it should be.
type FormatError struct {
	File string
	Err  error
}

func (e *FormatError) Error() string { return fmt.Sprintf("%s: %v", e.File, e.Err) }

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// from is the name, as messages have it, of a file that is named from a folder.
func from(dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	here, err := os.Getwd()
	if err != nil {
		return abs
	}
	if rel, err := filepath.Rel(here, abs); err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return abs
}

// Only is the units of some files; those that none is of are read without options.
func Only(units []*Unit, files []string) (list []*Unit) {
	for _, f := range files {
		name, known := from("", f), false
		for _, u := range units {
			if u.File == name {
				list, known = append(list, u), true
			}
		}
		if !known {
			list = append(list, &Unit{File: name})
		}
	}
	return list
}
