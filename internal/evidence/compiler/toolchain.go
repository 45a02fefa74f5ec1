package compiler

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Machine32 are the flags for 32 bits. Floats are computed with as everywhere else, not in the registers of
// the old coprocessor, which have more bits.
var Machine32 = []string{"-m32", "-msse2", "-mfpmath=sse"}

// Toolchain calls a compiler in a folder, in which relative names are looked for.
type Toolchain struct {
	Compiler string
	Dir      string
	Machine  []string // the flags that say for which machine
}

// Tool runs a program, and returns what it prints; ok is false if it fails.
func (t Toolchain) Tool(ctx context.Context, name string, args ...string) (text string, ok bool) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = t.Dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	output := &Output{}
	cmd.Stdout, cmd.Stderr = output, output
	err := cmd.Run()
	return strings.TrimSpace(output.String()), err == nil
}

// CC runs the compiler; failure is its first complaint, "" if it succeeds.
func (t Toolchain) CC(ctx context.Context, args ...string) (failure string) {
	text, ok := t.Tool(ctx, t.Compiler, append(append([]string{}, t.Machine...), args...)...)
	switch {
	case ok:
		return ""
	case ctx.Err() != nil:
		return "there was no time"
	}
	if failure = Complaint(text, t.Dir); failure == "" {
		failure = "the compiler fails"
	}
	return failure
}

// Join makes one object of several, in which all names but some are its own: what a program defines, a
// memset or a kill for example, must not take the place of functions that the C library, the
// sanitizers or the loader call themselves. Without objcopy, parts are the objects as they are.
func (t Toolchain) Join(ctx context.Context, name string, objects []string, keep ...string) (parts []string, failure string) {
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
	if text, ok := t.Tool(ctx, "objcopy", append(args, name)...); !ok {
		return nil, Complaint(text, t.Dir)
	}
	return []string{name}, ""
}
