// Package compiler is what the packages share that have a C compiler's opinion: how it is found and
// called, and how the reports of its sanitizers are read.
//
//	compiler.go   the compiler, its flags, what it and the linker say
//	sanitizer.go  the reports of sanitizers
package compiler

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"craig/internal/pattern"
	"craig/internal/program/cfront"
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

// FindFor is the compiler that has sanitizers for these properties: for those that only clang has, clang; "" if there
// is none.
func FindFor(properties ...string) string {
	if !property.Any(properties, func(p *property.Property) bool { return p.Clang != "" }) {
		return Find()
	}
	found := Find()
	if strings.Contains(filepath.Base(found), "clang") {
		return found
	}
	path, _ := exec.LookPath("clang")
	return path
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
	probe := filepath.Join(dir, "memory.c")
	if os.WriteFile(probe, []byte("int main(void) { return 0; }\n"), 0o600) != nil {
		return ""
	}
	for _, name := range []string{Find(), "clang"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		t := Toolchain{Compiler: path, Dir: dir, Machine: machine}
		if t.CC(ctx, "-fsanitize=memory", "-o", "memory", probe) == "" {
			return path
		}
	}
	return ""
}

// Preprocessing has the flags that stand for the macros and folders of o.
func Preprocessing(o cfront.Options) []string {
	var flags []string
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

// Beside has the flags by which copies of files in another folder find what they include by name.
func Beside(files []string) []string {
	var flags []string
	for _, f := range files {
		flags = append(flags, "-iquote", Absolute(filepath.Dir(f)))
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

// Missing lists the names that a linker's messages say are defined nowhere, each once. Those of
// the sanitizers' libraries are left out: a definition would not help.
func Missing(messages string) []string {
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

// Stubs defines the functions that a linker's messages say are missing, as functions that do
// nothing; "" if none is.
func Stubs(messages string) string {
	var b strings.Builder
	for _, name := range Missing(messages) {
		fmt.Fprintf(&b, "long long %s() { return 0; }\n", name)
	}
	return b.String()
}

// Complaint is the first error in a compiler's output, which names files in dir.
func Complaint(output, dir string) string {
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

// maxOutput is how much of the output of compilers and programs is looked at.
const maxOutput = 1 << 20

// Output keeps the beginning of what is written to it.
type Output struct{ bytes.Buffer }

func (o *Output) Write(p []byte) (int, error) {
	if room := maxOutput - o.Len(); room > 0 {
		o.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
