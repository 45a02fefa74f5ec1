// Package native is what the packages share that ask a C compiler about a program: a copy of its text in which values are
// given, how that is built, how what was built is run, and how the reports of sanitizers are read.
//
//	program.go    the program, and the copy of its text
//	toolchain.go  the compiler: compiling, joining, linking
//	text.go       its flags, and what it and the linker say
//	execution.go  a run of what was built
//	sanitizer.go  the reports of sanitizers
//	values.go     values as C, and functions that give them
//	library.go    what the C library gives
package native

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/internal/property"
)

// Find is the path of a C compiler: $CC, cc, gcc or clang; "" if there is none.
func Find() string {
	for _, name := range []string{os.Getenv("CC"), "cc", "gcc", "clang"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// FindFor is the compiler that has sanitizers for these properties: for those that only clang has, clang. "" if there
// is none; failure says so.
func FindFor(properties ...string) (path, failure string) {
	var clang []string
	for _, p := range properties {
		if property.Of(p).Clang != "" {
			clang = append(clang, p)
		}
	}
	path = Find()
	switch {
	case len(properties) == 1 && properties[0] == "constant-time": // which is asked by itself
		path, failure = "", "no compiler reports what two executions let see"
	case path == "":
		failure = "there is no C compiler"
	case clang != nil && !strings.Contains(filepath.Base(path), "clang"):
		if path, _ = exec.LookPath("clang"); path == "" {
			failure = "only clang, which is not there, has sanitizers for " + strings.Join(clang, " and ")
		}
	}
	return path, failure
}

// FindMemorySanitizer is the path of a compiler that has MemorySanitizer, for the machine that the flags say; "" if
// there is none. It is looked for once.
func FindMemorySanitizer(ctx context.Context, dir string, machine []string) string {
	key := Find() + " " + strings.Join(machine, " ")
	if known, ok := memorySanitizers.Load(key); ok {
		return known.(string)
	}
	path := findMemorySanitizer(ctx, dir, machine)
	if path != "" { // else there may have been no time, or no room in dir
		memorySanitizers.Store(key, path)
	}
	return path
}

// memorySanitizers are what FindMemorySanitizer has found, by the compiler that Find finds and the flags.
var memorySanitizers sync.Map

func findMemorySanitizer(ctx context.Context, dir string, machine []string) string {
	for _, name := range []string{Find(), "clang"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		t := Toolchain{Compiler: path, Dir: dir, Machine: machine}
		if t.Does(ctx, "-fsanitize=memory") == "" {
			return path
		}
	}
	return ""
}

// NeedMemorySanitizer has a compiler with MemorySanitizer called; failure says that there is none.
func (t *Toolchain) NeedMemorySanitizer(ctx context.Context) (failure string) {
	if t.Compiler = FindMemorySanitizer(ctx, t.Dir, t.Machine); t.Compiler == "" {
		return "there is no compiler with MemorySanitizer (-fsanitize=memory), which clang has"
	}
	return ""
}

// Preprocessing has the flags for the text of a copy: those that stand for the macros and folders of the program, and, if the execution does not begin
// with it, that for the name of its main.
func (p Program) Preprocessing(wrapped bool) []string {
	o, flags := p.Options, p.beside()
	if wrapped {
		flags = append(flags, "-Dmain="+EntryMacro)
	}
	if o.UnsignedChar {
		flags = append(flags, "-funsigned-char")
	}
	for _, d := range o.Undefine {
		flags = append(flags, "-U"+d)
	}
	for _, d := range o.Define {
		flags = append(flags, "-D"+d)
	}
	for _, d := range o.Include {
		flags = append(flags, "-I", Absolute(d))
	}
	for _, f := range o.ForceInclude {
		if _, err := os.Stat(f); err == nil {
			f = Absolute(f)
		}
		flags = append(flags, "-include", f)
	}
	return flags
}

// Mapped is C by which a program begins with memory where a device is, so that it may write there.
func Mapped(d ir.Device) string {
	const page = 1 << 12
	from := d.From / page * page
	return fmt.Sprintf(`__attribute__((constructor(101))) static void craig_device_%x(void) {
  extern void *craig_map_device(void *, unsigned long, int, int, int, long) __asm__("mmap");
  craig_map_device((void *)%[1]dUL, %[2]dUL, 3, 0x100022, -1, 0); /* to read and write; private, anonymous, fixed */
}
`, from, d.From+d.Size-from)
}

// beside has the flags by which copies of the program's files in another folder find what they include by name.
func (p Program) beside() []string {
	var flags []string
	for _, f := range p.Sources {
		flags = append(flags, "-iquote", Absolute(filepath.Dir(f.Name)))
	}
	return flags
}

// Wrap has the linker's flags by which the program's calls of functions come to those with __wrap_ before
// the name, for which they themselves have __real_ before it.
func Wrap(functions ...string) []string {
	var flags []string
	for _, f := range functions {
		flags = append(flags, "-Wl,--wrap="+f)
	}
	return flags
}

// Absolute is the absolute form of a file's name.
func Absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

var undefinedName = pattern.New("undefined reference to [`']([A-Za-z_][A-Za-z_0-9]*)'|undefined symbol: ([A-Za-z_][A-Za-z_0-9]*)")

// missing lists the names that a linker's messages say are defined nowhere, each once. Those of
// the sanitizers' libraries are left out: a definition would not help.
func missing(messages string) []string {
	var names []string
	seen := map[string]bool{}
	for _, m := range undefinedName.FindAllStringSubmatch(messages, -1) {
		name := m[1] + m[2]
		if !seen[name] && !strings.HasPrefix(name, "__asan") && !strings.HasPrefix(name, "__ubsan") && !strings.HasPrefix(name, "__msan") {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// complaint is the first error in a compiler's output, which names files in dir.
func complaint(output, dir string) string {
	output = strings.ReplaceAll(output, dir+string(filepath.Separator), "")
	first := ""
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "collect2:") || strings.Contains(line, "skipping incompatible") {
			continue // an echo of the line that says more
		}
		if strings.Contains(line, "error") || strings.Contains(line, "undefined") || strings.Contains(line, "cannot find") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	return first
}
