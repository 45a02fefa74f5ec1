package native

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Toolchain calls a compiler in a folder, in which relative names are looked for.
type Toolchain struct {
	Compiler string
	Dir      string
	Machine  []string // the flags that say for which machine
}

// Machine are the flags for the machine of the program: none if it is this one. Floats are computed with as everywhere else, not in the registers of
// the old coprocessor, which have more bits.
func (p Program) Machine() []string {
	if p.Options.ILP32 {
		return []string{"-m32", "-msse2", "-mfpmath=sse"}
	}
	return nil
}

// Command is a program of the compiler's.
func (t Toolchain) Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = t.Dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	return cmd
}

// tool runs a program, and returns what it prints; ok is false if it fails.
func (t Toolchain) tool(ctx context.Context, name string, args ...string) (text string, ok bool) {
	cmd := t.Command(ctx, name, args...)
	said := &output{most: maxMessages}
	cmd.Stdout, cmd.Stderr = said, said
	err := cmd.Run()
	return strings.TrimSpace(said.text.String()), err == nil
}

// cc is tool for the compiler.
func (t Toolchain) cc(ctx context.Context, args ...string) (text string, ok bool) {
	return t.tool(ctx, t.Compiler, slices.Concat(t.Machine, args)...)
}

// CC runs the compiler; failure is its first complaint, "" if it succeeds.
func (t Toolchain) CC(ctx context.Context, args ...string) (failure string) {
	text, ok := t.cc(ctx, args...)
	switch {
	case ok:
		return ""
	case ctx.Err() != nil:
		return "there was no time"
	}
	if failure = complaint(text, t.Dir); failure == "" {
		failure = "the compiler fails"
	}
	return failure
}

// Write writes files into the folder; failure says why it cannot.
func (t Toolchain) Write(files map[string][]byte) (failure string) {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(t.Dir, name), text, 0o600); err != nil {
			return err.Error()
		}
	}
	return ""
}

// Does tells whether a program that does nothing can be compiled with some flags, and runs if it is linked.
func (t Toolchain) Does(ctx context.Context, flags ...string) (failure string) {
	if failure := t.Write(map[string][]byte{"probe.c": []byte("int main(void) { return 0; }\n")}); failure != "" {
		return failure
	}
	if failure = t.CC(ctx, append(flags, "-o", "probe", "probe.c")...); failure == "" && !slices.Contains(flags, "-c") && t.Command(ctx, filepath.Join(t.Dir, "probe")).Run() != nil {
		failure = NotRun
	}
	return failure
}

// Objects compiles C files of the folder, each into an object.
func (t Toolchain) Objects(ctx context.Context, flags []string, files ...string) (objects []string, failure string) {
	for _, f := range files {
		objects = append(objects, strings.TrimSuffix(f, ".c")+".o")
		if failure := t.CC(ctx, slices.Concat(flags, []string{"-c", "-o", objects[len(objects)-1], f})...); failure != "" {
			return nil, failure
		}
	}
	return objects, ""
}

// join makes one object of several, in which all names but some are its own: what a program defines, a
// memset or a kill for example, must not take the place of functions that the C library, the
// sanitizers or the loader call themselves. Without objcopy, parts are the objects as they are.
func (t Toolchain) join(ctx context.Context, name string, objects []string, keep []string) (parts []string, failure string) {
	if _, err := exec.LookPath("objcopy"); err != nil {
		return objects, ""
	}
	if failure := t.CC(ctx, append([]string{"-r", "-nostdlib", "-o", name}, objects...)...); failure != "" {
		return nil, failure
	}
	args := []string{"--wildcard", "--keep-global-symbol=__x86.get_pc_thunk.*"}
	for _, k := range keep {
		args = append(args, "--keep-global-symbol="+k)
	}
	if text, ok := t.tool(ctx, "objcopy", append(args, name)...); !ok {
		return nil, complaint(text, t.Dir)
	}
	return []string{name}, ""
}

// Linking says what a program is linked of.
type Linking struct {
	Program string
	Objects []string // of the program
	Keep    []string // the names that they share with others, which leaves them no others; nil: all
	Flags   []string
	Support []string // what is linked besides, and flags that come last
	// Define makes an object more of the program, or none, which defines names that are defined nowhere: at first there are none.
	Define func(missing []string) (object, failure string)
}

// Link links a program.
func (t Toolchain) Link(ctx context.Context, l Linking) (failure string) {
	var undefined []string
	for {
		more, failure := l.Define(undefined)
		if failure != "" {
			return failure
		}
		parts := slices.Clone(l.Objects)
		if more != "" {
			parts = append(parts, more)
		}
		if l.Keep != nil {
			if parts, failure = t.join(ctx, l.Program+"-all.o", parts, l.Keep); failure != "" {
				return failure
			}
		}
		text, ok := t.cc(ctx, slices.Concat(l.Flags, []string{"-o", l.Program}, parts, l.Support)...)
		if ok {
			return ""
		}
		n := len(undefined)
		for _, name := range missing(text) {
			if !slices.Contains(undefined, name) {
				undefined = append(undefined, name)
			}
		}
		if len(undefined) == n {
			return complaint(text, t.Dir)
		}
	}
}

// Stubs is a Define of functions that do nothing, which are compiled with some flags.
func (t Toolchain) Stubs(ctx context.Context, flags []string) func(missing []string) (object, failure string) {
	return func(missing []string) (object, failure string) {
		if len(missing) == 0 {
			return "", ""
		}
		var b strings.Builder
		for _, name := range missing {
			fmt.Fprintf(&b, "long long %s() { return 0; }\n", name)
		}
		if failure := t.Write(map[string][]byte{"stubs.c": []byte(b.String())}); failure != "" {
			return "", failure
		}
		objects, failure := t.Objects(ctx, flags, "stubs.c")
		return strings.Join(objects, ""), failure
	}
}
