// Package svcomp reads what the competition on software verification publishes: task definitions and
// properties. Files may be hostile.
//
//	definition.go  task definitions
//	property.go    property files, and formulas of them
//	yaml.go        YAML with limits
package svcomp

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"craig/internal/bounded"
)

// Definition is a task definition of SV-COMP, format 2.0. Paths have been joined with its folder.
type Definition struct {
	Files      []string // the C files
	Properties []Property
	ILP32      bool // data_model
}

// The data models of SV-COMP; without one it is the second.
const (
	ILP32 = "ILP32"
	LP64  = "LP64"
)

// Property is a property of a definition.
type Property struct {
	File        string
	Expected    *bool
	Subproperty string // of several properties together: the one that is violated; "" if that is not said
}

// FormatError is a file that is not a task definition.
type FormatError struct {
	File string
	Err  error
}

func (e *FormatError) Error() string { return fmt.Sprintf("%s: %v", e.File, e.Err) }
func (e *FormatError) Unwrap() error { return e.Err }

// names is a string or a list of them in YAML.
type names []string

func (n *names) UnmarshalYAML(data []byte) error {
	var list []string
	if err := yaml.Unmarshal(data, &list); err == nil {
		*n = list
		return nil
	}
	var one string
	if err := yaml.Unmarshal(data, &one); err != nil {
		return err
	}
	*n = []string{one}
	return nil
}

// maxDefinition is how many bytes a definition may have; those of SV-COMP have a thousand. The parser takes time quadratic in the number of keys.
const maxDefinition = 256 << 10

// ReadDefinition reads a task definition. The error is an *fs.PathError or a *FormatError.
func ReadDefinition(name string) (*Definition, error) {
	data, err := bounded.ReadFile(name, maxDefinition)
	if err != nil {
		return nil, err
	}
	var def struct {
		Input      names `yaml:"input_files"`
		Properties []struct {
			File        string `yaml:"property_file"`
			Expected    *bool  `yaml:"expected_verdict"`
			Subproperty string `yaml:"subproperty"`
		} `yaml:"properties"`
		Options struct {
			Language  string `yaml:"language"`
			DataModel string `yaml:"data_model"`
		} `yaml:"options"`
	}
	if err := UnmarshalYAML(data, &def); err != nil {
		return nil, &FormatError{name, err}
	}
	if len(def.Input) == 0 {
		return nil, &FormatError{name, errors.New("no input_files; a task definition of SV-COMP is wanted")}
	}
	if l := def.Options.Language; l != "" && l != "C" {
		return nil, &FormatError{name, fmt.Errorf("the language is %q; craig reads C", l)}
	}
	if m := def.Options.DataModel; m != "" && m != ILP32 && m != LP64 {
		return nil, &FormatError{name, fmt.Errorf("the data model is %q; want ILP32 or LP64", m)}
	}
	folder := filepath.Dir(name)
	d := &Definition{ILP32: def.Options.DataModel == ILP32}
	for _, f := range def.Input {
		d.Files = append(d.Files, within(folder, f))
	}
	for _, p := range def.Properties {
		if p.File != "" {
			d.Properties = append(d.Properties, Property{within(folder, p.File), p.Expected, p.Subproperty})
		}
	}
	return d, nil
}

// within is a file that a definition in a folder names.
func within(folder, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(folder, file)
}
