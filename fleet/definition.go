package fleet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"craig/evidence/yamltext"
)

// Definition is a task definition of SV-COMP, format 2.0. Paths have been joined with its folder.
type Definition struct {
	Files      []string // the C files
	Properties []Property
	ILP32      bool // data_model
}

// Property is a property of a definition.
type Property struct {
	File     string
	Expected *bool
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

// ReadDefinition reads a task definition. The error is an *fs.PathError or a *FormatError.
func ReadDefinition(name string) (*Definition, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var def struct {
		Input      names `yaml:"input_files"`
		Properties []struct {
			File     string `yaml:"property_file"`
			Expected *bool  `yaml:"expected_verdict"`
		} `yaml:"properties"`
		Options struct {
			DataModel string `yaml:"data_model"`
		} `yaml:"options"`
	}
	if err := yamltext.Unmarshal(data, &def); err != nil {
		return nil, &FormatError{name, err}
	}
	if len(def.Input) == 0 {
		return nil, &FormatError{name, errors.New("no input_files; a task definition of SV-COMP is wanted")}
	}
	folder := filepath.Dir(name)
	d := &Definition{ILP32: def.Options.DataModel == "ILP32"}
	for _, f := range def.Input {
		d.Files = append(d.Files, filepath.Join(folder, f))
	}
	for _, p := range def.Properties {
		if p.File != "" {
			d.Properties = append(d.Properties, Property{filepath.Join(folder, p.File), p.Expected})
		}
	}
	return d, nil
}

// Tasks lists the tasks of definitions and of folders that are searched for them (*.yml), in the
// order of the paths given, folders by name. No task at all is an error.
func Tasks(paths ...string) ([]Task, error) {
	var tasks []Task
	seen := map[string]bool{}
	add := func(file string) error {
		if seen[filepath.Clean(file)] {
			return nil
		}
		seen[filepath.Clean(file)] = true
		d, err := ReadDefinition(file)
		if err != nil {
			return err
		}
		abs, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		t := Task{Set: filepath.Base(filepath.Dir(abs)), Name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), File: file}
		for _, p := range d.Properties {
			t.Property, t.Expected = filepath.ToSlash(p.File), p.Expected
			tasks = append(tasks, t)
		}
		if len(d.Properties) == 0 {
			tasks = append(tasks, t)
		}
		return nil
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if err := add(path); err != nil {
				return nil, err
			}
			continue
		}
		var files []string
		err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(file) == ".yml" {
				files = append(files, file)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			if err := add(file); err != nil {
				return nil, err
			}
		}
	}
	if len(tasks) == 0 {
		return nil, &FormatError{strings.Join(paths, ", "), errors.New("no task definition (*.yml) in it")}
	}
	return tasks, nil
}
