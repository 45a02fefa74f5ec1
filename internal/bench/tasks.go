package bench

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/svcomp"
)

// Tasks lists the tasks of definitions and of folders that are searched for them (*.yml), in the
// order of the paths given, folders by name. No task at all is an error, and so is a path given that is no definition. A
// file of a folder that is none is a task without a property, of which its run says what is wrong.
func Tasks(paths ...string) ([]Task, error) {
	var tasks []Task
	seen := map[string]bool{}
	add := func(file string, listed bool) error {
		if seen[filepath.Clean(file)] {
			return nil
		}
		seen[filepath.Clean(file)] = true
		d, err := svcomp.ReadDefinition(file)
		if err != nil && !listed {
			return err
		}
		if err != nil {
			d = &svcomp.Definition{}
		}
		abs, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		t := Task{Set: filepath.Base(filepath.Dir(abs)), Name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), File: file}
		for _, p := range d.Properties {
			t.Property, t.Expected, t.Subproperty = filepath.ToSlash(p.File), p.Expected, p.Subproperty
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
			if err := add(path, false); err != nil {
				return nil, err
			}
			continue
		}
		var files []string
		err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".yml" {
				return err
			}
			if info, err := os.Stat(file); err != nil || info.Mode().IsRegular() || info.IsDir() { // no pipe, which would be waited for
				files = append(files, file)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		for _, file := range files {
			if err := add(file, true); err != nil {
				return nil, err
			}
		}
	}
	if len(tasks) == 0 {
		return nil, &svcomp.FormatError{File: strings.Join(paths, ", "), Err: errors.New("no task definition (*.yml) in it")}
	}
	return tasks, nil
}
