package bench

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// programs has, in the layout of a folder of benchmarks, what we have written ourselves for rows of
// the papers' tables whose programs are not public.
//
//go:embed programs
var programs embed.FS

// WithPrograms is p with the programs that we have written for its rows, which are put into folder.
func (p *Paper) WithPrograms(folder string) (*Paper, error) {
	err := fs.WalkDir(programs, "programs", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(name, "programs")))
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		text, err := programs.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o666)
	})
	with := *p
	with.own = folder
	return &with, err
}

// prime ends the names of rows whose programs are strengthened by the invariants of a first pass.
const prime = "'"

// tasks are those of a row, with options of the program; none if it has no file.
func (p *Paper) tasks(bench, program string, options []string) ([]Task, error) {
	file := p.find(bench, program)
	if file == "" {
		return nil, nil
	}
	tasks, err := Tasks(file)
	for i := range tasks {
		tasks[i].Args = options
		if strings.HasSuffix(program, prime) {
			tasks[i].Name += prime
			tasks[i].Args = slices.Concat(options, p.primed)
		}
	}
	return tasks, err
}
