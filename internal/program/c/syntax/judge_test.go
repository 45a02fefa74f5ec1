package syntax

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"craig/internal/program/c/pp"
	"craig/internal/testenv"
)

var (
	files = flag.Int("syntax.files", 60, "how many of the files below CRAIG_BENCH TestCompiled looks at; 0: all")
	more  = flag.String("syntax.dir", "", "a folder of C files that TestCompiled looks at as well")
)

// parseText parses a preprocessed text, without a preprocessor's mistake.
func parseText(t testing.TB, conf Config, name string, src []byte) (*Unit, []*Error, *pp.Preprocessor) {
	t.Helper()
	source := pp.New(pp.Config{})
	source.Open(name, src)
	u, errs := Parse(conf, source)
	if err := source.Err(); err != nil {
		t.Fatal(err)
	}
	return u, errs, source
}

// TestCompiled compares what gcc makes of C files with what it makes of their trees, written as C again: the same
// assembly. A file that gcc does not take is left out.
func TestCompiled(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	list, err := filepath.Glob("testdata/*.c")
	if err != nil {
		t.Fatal(err)
	}
	if bench := os.Getenv("CRAIG_BENCH"); bench != "" {
		list = append(list, sample(t, filepath.Join(bench, "tasks"), *files)...)
	}
	if *more != "" {
		list = append(list, sample(t, *more, 0)...)
	}
	compiled := 0
	for _, f := range list {
		src, err := gcc(nil, "-E", "-P", "-std=gnu11", "-w", f)
		if err != nil {
			continue
		}
		want, err := assembly(src)
		if err != nil {
			continue
		}
		u, errs, source := parseText(t, Config{}, f, src)
		if len(errs) > 0 {
			e := errs[0]
			t.Errorf("%s: %v: %s", f, source.Place(e.Pos.Used), e.Msg)
			continue
		}
		got, err := assembly([]byte(printUnit(u)))
		if err != nil {
			t.Errorf("%s: the tree, written as C: %v", f, err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the tree, written as C, is another program to gcc", f)
		}
		compiled++
	}
	t.Logf("%d of %d files compiled and compared", compiled, len(list))
	if compiled == 0 {
		t.Error("nothing was compared")
	}
}

// sample returns n C files below a folder, evenly spread; all of them for 0.
func sample(t *testing.T, dir string, n int) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if ext := filepath.Ext(path); err == nil && (ext == ".c" || ext == ".i") {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 || n >= len(list) {
		return list
	}
	step := len(list) / n
	for i := range n {
		list[i] = list[i*step]
	}
	return list[:n]
}

// gcc runs gcc with arguments and an input, and returns what it writes.
func gcc(in []byte, args ...string) ([]byte, error) {
	cmd := exec.Command("gcc", args...)
	cmd.Stdin = bytes.NewReader(in)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(msg.String(), "\n")
		return nil, &gccError{first}
	}
	return out.Bytes(), nil
}

type gccError struct{ msg string }

func (e *gccError) Error() string { return e.msg }

// numbered are names of local labels and statics, which gcc numbers by what it has read, and lines.
var numbered = regexp.MustCompile(`\.(\d+)\b|(?m:^# \d+ ".*" \d*$)`)

// assembly is what gcc makes of a preprocessed text, without what it numbers.
func assembly(src []byte) ([]byte, error) {
	out, err := gcc(src, "-S", "-O0", "-w", "-std=gnu11", "-fno-asynchronous-unwind-tables", "-fno-ident", "-x", "cpp-output", "-o", "-", "-")
	if err != nil {
		return nil, err
	}
	return numbered.ReplaceAll(out, []byte(".N")), nil
}
