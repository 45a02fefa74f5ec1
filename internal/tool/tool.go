// Package tool runs other verifiers on task definitions, by adapters: small YAML files that say which command to
// start and how its verdict reads.
//
//	tool.go       what an adapter is; those that craig has
//	arguments.go  command lines from a task and limits
//	run.go        a run, with limits on all of its processes
//	group_*.go    what of that depends on the operating system
//
// docs/tools.md describes adapters for users.
package tool

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"craig/internal/bounded"
	"craig/internal/svcomp"
)

// Adapter says how a tool is used.
type Adapter struct {
	Name     string   `yaml:"name"`
	Homepage string   `yaml:"homepage"`
	Notes    string   `yaml:"notes"`    // for who uses it
	Options  []string `yaml:"options"`  // that a column without options of its own has
	Version  Version  `yaml:"version"`  // how to ask for it
	Write    []File   `yaml:"write"`    // files that are made in the folder of the run first
	Prepare  []string `yaml:"prepare"`  // a command before the one that verifies; if it fails, the task is not for the tool
	Command  []string `yaml:"command"`  // with placeholders, see arguments.go
	Bits32   []string `yaml:"bits32"`   // what {model} is for the data model ILP32
	Bits64   []string `yaml:"bits64"`   // and for LP64
	Time     []string `yaml:"time"`     // what {time} is if there is a limit, with {seconds}
	Memory   []string `yaml:"memory"`   // what {memory} is if there is a limit, with {mib}
	Headroom int      `yaml:"headroom"` // MiB that {mib} is less than the limit, for what the tool needs beside its heap

	// Properties are the options by the name of the property file, without .prp; a task with another one is not for the
	// tool. If there are none, all are, and {property_file} says which.
	Properties map[string][]string `yaml:"properties"`

	Verdicts []Rule `yaml:"verdicts"` // the first one that applies counts

	text []byte // the file
}

// Version is how a tool is asked for its version.
type Version struct {
	Command []string `yaml:"command"`
	Line    string   `yaml:"line"` // a pattern; its first group is the version
}

// File is a file that is made for a run.
type File struct {
	Name string `yaml:"name"`
	Text string `yaml:"text"`
}

// Rule says which verdict it is when a line of the output matches, the exit status is one, or both.
type Rule struct {
	Line    string `yaml:"line"` // a pattern of Go's package regexp
	Exit    *int   `yaml:"exit"`
	Verdict string `yaml:"verdict"` // TRUE, FALSE, FALSE(property), UNKNOWN(reason); $1 is what the first group of Line matched

	line *regexp.Regexp
}

//go:embed adapters/*.yml
var shipped embed.FS

// Names are those of the adapters that craig has.
func Names() (names []string) {
	entries, _ := shipped.ReadDir("adapters")
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yml"))
	}
	return names
}

// Load reads an adapter: one that craig has, by its name, or a file, whose name ends with .yml. The error is an *fs.PathError,
// an *svcomp.FormatError, or says that there is no adapter of the name.
func Load(name string) (*Adapter, error) {
	if !strings.HasSuffix(name, ".yml") {
		text, err := shipped.ReadFile(path.Join("adapters", name+".yml"))
		if err != nil {
			return nil, fmt.Errorf("there is no adapter %q; there are %s, and files whose names end with .yml", name, strings.Join(Names(), ", "))
		}
		return parse(name, text)
	}
	text, err := bounded.ReadFile(name, bounded.Most)
	if err != nil {
		return nil, err
	}
	return parse(name, text)
}

// parse reads the text of an adapter.
func parse(name string, text []byte) (*Adapter, error) {
	a := &Adapter{text: text}
	fail := func(format string, args ...any) error {
		return &svcomp.FormatError{File: name, Err: fmt.Errorf(format, args...)}
	}
	if err := svcomp.UnmarshalStrict(text, a); err != nil {
		return nil, &svcomp.FormatError{File: name, Err: err}
	}
	switch {
	case a.Name == "" || len(a.Command) == 0 || len(a.Verdicts) == 0:
		return nil, fail("an adapter wants name, command and verdicts")
	case a.Version.Line != "":
		if _, err := regexp.Compile(a.Version.Line); err != nil {
			return nil, fail("version.line: %v", err)
		}
	}
	for _, f := range a.Write {
		if f.Name != path.Base(f.Name) || f.Name == ".." || f.Name == "." {
			return nil, fail("write: %q is not the name of a file in the folder of the run", f.Name)
		}
	}
	for _, list := range [][]string{a.Prepare, a.Command, a.Bits32, a.Bits64, a.Time, a.Memory} {
		for _, word := range list {
			if p := unknownPlaceholder(word); p != "" {
				return nil, fail("%s in %q is no placeholder; there are %s", p, word, strings.Join(placeholders, ", "))
			}
		}
	}
	for i := range a.Verdicts {
		r := &a.Verdicts[i]
		word, _, _ := strings.Cut(r.Verdict, "(")
		switch {
		case !slices.Contains([]string{"TRUE", "FALSE", "UNKNOWN"}, word):
			return nil, fail("verdicts: %q is none; TRUE, FALSE(property) and UNKNOWN(reason) are", r.Verdict)
		case r.Line == "" && r.Exit == nil:
			return nil, fail("verdicts: %s wants a line or an exit status", r.Verdict)
		case r.Line != "":
			var err error
			if r.line, err = regexp.Compile(r.Line); err != nil {
				return nil, fail("verdicts: %v", err)
			}
		}
	}
	return a, nil
}

// Text is the adapter's file.
func (a *Adapter) Text() []byte { return a.text }

// errNotInstalled is why a tool cannot be run.
var errNotInstalled = errors.New("not installed")

// Task is what a tool is run on.
type Task struct {
	Files    []string
	Property string // the property file; "" is none
	ILP32    bool
}

// propertyName is the name of the property.
func (t Task) propertyName() string {
	if t.Property == "" {
		return "unreach-call"
	}
	return strings.TrimSuffix(filepath.Base(t.Property), ".prp")
}
