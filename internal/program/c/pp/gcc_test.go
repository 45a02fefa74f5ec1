package pp_test

import (
	"bytes"
	"context"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/pp"
)

// hostFiles reads the files of the host.
type hostFiles struct{}

func (hostFiles) Read(name string) ([]byte, error) {
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, os.ErrNotExist
	}
	return os.ReadFile(name)
}

// gcc is the host's gcc with what it predefines, and where it looks for headers.
type gcc struct {
	flags      []string
	predefined []byte
	include    []pp.Dir
}

func newGCC(tb testing.TB, flags ...string) *gcc {
	tb.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		tb.Skip("no gcc")
	}
	g := &gcc{flags: flags}
	all, err := exec.Command("gcc", append(flags, "-dM", "-E", "-xc", "/dev/null")...).Output()
	if err != nil {
		tb.Skip("gcc does not list its macros")
	}
	g.predefined = all
	var text bytes.Buffer
	v := exec.Command("gcc", append(flags, "-v", "-E", "-xc", "/dev/null")...)
	v.Stderr = &text
	if err := v.Run(); err != nil {
		tb.Skip("gcc does not list its folders")
	}
	_, list, _ := strings.Cut(text.String(), "#include <...> search starts here:\n")
	list, _, _ = strings.Cut(list, "End of search list.")
	for _, line := range strings.Split(strings.TrimSpace(list), "\n") {
		g.include = append(g.include, pp.Dir{Path: strings.TrimSpace(line), System: true})
	}
	return g
}

// preprocess is what gcc -E makes of a file; false if it refuses it.
func (g *gcc) preprocess(tb testing.TB, file string, more ...string) ([]byte, bool) {
	ctx, cancel := context.WithTimeout(tb.Context(), cpuLimit)
	defer cancel()
	args := append(append([]string{}, g.flags...), "-E", "-w", "-xc")
	cmd := exec.CommandContext(ctx, "gcc", append(append(args, more...), file)...)
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=0", "LC_ALL=C")
	out, err := cmd.Output()
	return out, err == nil
}

// ours is what the package makes of it.
func (g *gcc) ours(file string, include ...pp.Dir) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := pp.New(pp.Config{Files: hostFiles{}, Include: append(include, g.include...), Predefined: []pp.Text{{Name: "<built-in>", Text: g.predefined}}, ISO: len(g.flags) > 0 && strings.HasPrefix(g.flags[0], "-std=c")})
	p.Open(file, text)
	var out bytes.Buffer
	err = p.Print(&out)
	return out.Bytes(), err
}

var (
	all  = flag.Bool("pp.all", false, "compare all files, not only some of them")
	seed = flag.Int64("pp.seed", 1, "number of the first random program")
)

// TestTasks compares the C files of the sets.
func TestTasks(t *testing.T) {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	g := newGCC(t)
	g.compareAll(t, filesBelow(t, filepath.Join(root, "tasks"), ".c", ".i"), 40)
}

// TestHeaders compares the headers of the host, as far as gcc takes each alone.
func TestHeaders(t *testing.T) {
	g := newGCC(t)
	g.compareAll(t, filesBelow(t, "/usr/include", ".h"), 40)
}

// TestSources compares the files below CRAIG_SOURCES, which is as for TestRealFiles: in each line a file or a folder, and gcc's -I flags for it.
func TestSources(t *testing.T) {
	list := os.Getenv("CRAIG_SOURCES")
	if list == "" {
		t.Skip("CRAIG_SOURCES is not set")
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	g := newGCC(t)
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		var include []pp.Dir
		for _, w := range words[1:] {
			if folder, ok := strings.CutPrefix(w, "-I"); ok {
				include = append(include, pp.Dir{Path: folder})
			} else {
				t.Skipf("%s: only -I flags are understood, not %s", words[0], w)
			}
		}
		g.compareAll(t, filesBelow(t, words[0], ".c"), 40, include...)
	}
}

// compareAll compares files, about so many of them if not all.
func (g *gcc) compareAll(t *testing.T, files []string, some int, include ...pp.Dir) {
	taken, step := 0, 1
	if !*all {
		step = max(1, len(files)/some)
	}
	for i := int(*seed) % step; i < len(files); i += step {
		if g.compare(t, files[i], include...) {
			taken++
		}
	}
	t.Logf("%d files that gcc takes, of %d", taken, len(files))
	if taken == 0 {
		t.Error("gcc takes none")
	}
}

// filesBelow lists the files with such ends below a folder, or the one file that it is.
func filesBelow(t *testing.T, root string, ends ...string) (list []string) {
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && slices.Contains(ends, filepath.Ext(name)) {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Skip(err)
	}
	return list
}
