package cfront_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/elab"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

// TestRealFiles measures which share of the C files of real projects the front end reads: every
// file that the host's gcc accepts is parsed, and all of its functions are lowered. The environment
// variable CRAIG_SOURCES names a list, in which each line has a file or a folder, and gcc's
// flags for it; relative paths, also in flags, begin at the folder of the list. Example:
//
//	zlib -Izlib
//	lwip/src -Ilwip/src/include -m32
//
// The test prints the share, every refusal and the slowest files. It fails below 99 %.
func TestRealFiles(t *testing.T) {
	list := os.Getenv("CRAIG_SOURCES")
	if list == "" {
		t.Skip("CRAIG_SOURCES is not set")
	}
	testenv.NeedsTool(t, "gcc")
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(list))
	accepted, read := 0, 0
	var slowest []realFile
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		files := readReal(t, words[0], words[1:])
		all, ok := 0, 0
		for _, f := range files {
			if !f.accepted {
				continue
			}
			all++
			if f.err == nil {
				ok++
			} else {
				t.Log(f.err)
			}
			slowest = append(slowest, f)
		}
		t.Logf("%s: %d of %d files", words[0], ok, all)
		accepted, read = accepted+all, read+ok
	}
	if accepted == 0 {
		t.Fatal("no files")
	}
	slices.SortFunc(slowest, func(a, b realFile) int { return int(b.took - a.took) })
	for _, f := range slowest[:min(5, len(slowest))] {
		t.Logf("%s took %v", f.name, f.took.Round(time.Millisecond))
	}
	t.Logf("%d of %d files, %.1f %%", read, accepted, 100*float64(read)/float64(accepted))
	if read*100 < accepted*99 {
		t.Errorf("less than 99 %%")
	}
}

type realFile struct {
	name     string
	accepted bool // by gcc
	err      error
	took     time.Duration
}

// readReal reads a file, or all files below a folder.
func readReal(t *testing.T, path string, flags []string) []realFile {
	var files []realFile
	err := filepath.WalkDir(path, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(name) == ".c" {
			files = append(files, realFile{name: name})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	opts := realOptions(flags)
	var wait sync.WaitGroup
	next := make(chan *realFile)
	for range runtime.NumCPU() {
		wait.Go(func() {
			for f := range next {
				args := append([]string{"-fsyntax-only", "-w"}, flags...)
				if f.accepted = exec.Command("gcc", append(args, f.name)...).Run() == nil; !f.accepted {
					continue
				}
				start := time.Now()
				f.err = readWhole(opts, f.name)
				f.took = time.Since(start)
			}
		})
	}
	for i := range files {
		next <- &files[i]
	}
	close(next)
	wait.Wait()
	return files
}

// realOptions are the options that gcc's flags stand for, as far as the front end has them.
func realOptions(flags []string) cfront.Options {
	var opts cfront.Options
	for i, flag := range flags {
		switch {
		case flag == "-m32":
			opts.ILP32 = true
		case strings.HasPrefix(flag, "-I"):
			opts.Include = append(opts.Include, flag[2:])
		case strings.HasPrefix(flag, "-D"):
			opts.Define = append(opts.Define, flag[2:])
		case flag == "-include" && i+1 < len(flags):
			opts.ForceInclude = append(opts.ForceInclude, flags[i+1])
		}
	}
	return opts
}

// readWhole reads a file, and lowers everything that it defines, as if all of it could be reached.
func readWhole(opts cfront.Options, file string) (err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("%s: a crash: %v", file, thrown)
		}
	}()
	opts.Properties = []string{"unreach-call"}
	prog, err := cfront.Core(opts, elab.LeftToRight, file)
	if err == nil {
		err = corecheck.Check(prog)
	}
	if err != nil {
		return err
	}
	files := cfront.NewFiles(nil)
	if text := callsAll(file, prog); text != "" {
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		file = filepath.Join(filepath.Dir(path), "craig-all.c")
		files.Give(file, fmt.Appendf(nil, "#include %q\n%s", path, text))
	}
	p, err := cfront.ReadFrom(context.Background(), opts, files, file)
	if err != nil {
		return err
	}
	return ircheck.Check(p)
}
