package difftest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/internal/property"
)

// build compiles a program.
type build struct {
	ctx   context.Context
	dir   string
	out   *Outcome
	prog  Program
	goal  goal
	sites []*site
	tools native.Toolchain

	given      bool   // uses of values that nothing has given are looked for, by MemorySanitizer
	fast, full string // the executables; "" if there is none
	can        abilities
	kept       [][]given // inputs that searches have kept
	runs       int       // of executables
}

// abilities are what the compiler and the machine have.
type abilities struct {
	zeros     bool // uninitialised locals can be made zero
	undefined bool // -fsanitize=undefined
	address   bool // -fsanitize=address
	inside    bool // -static-libasan
	coverage  bool // -fsanitize-coverage
}

// compile makes the executables; failure says why it could not.
func (b *build) compile() (failure string) {
	if failure = b.probe(); failure != "" {
		return failure
	}
	d := everything
	if b.given {
		d = noLocals // which keep what they have
	}
	for ; d < leastDetail; d++ {
		if failure = b.copies(d); failure != "" {
			return failure
		}
		// Errors in reaching are looked for by an executable that runs fast; the other says which of
		// them count. For properties that sanitizers see there is one.
		if b.goal.reach {
			if b.fast, failure = b.variant("fast", false); failure != "" {
				continue
			}
		}
		if b.can.address || b.can.undefined {
			if b.full, failure = b.variant("full", true); failure != "" {
				continue
			}
		}
		return ""
	}
	return failure
}

// probed are the abilities of compilers, by their names and the flags for the machine.
var probed sync.Map

// probe finds out what the compiler can do.
func (b *build) probe() (failure string) {
	key := b.out.Compiler + strings.Join(b.tools.Machine, " ")
	if known, ok := probed.Load(key); ok {
		b.can = known.(abilities)
	} else if failure := b.try(); failure != "" {
		return failure
	} else if b.ctx.Err() == nil {
		probed.Store(key, b.can)
	}
	if b.given {
		b.can.zeros, b.can.address, b.can.inside = false, false, false
		b.out.Flags = append(b.out.Flags, "memory")
	}
	if b.can.undefined {
		b.out.Flags = append(b.out.Flags, "undefined")
	}
	if b.can.address {
		b.out.Flags = append(b.out.Flags, "address")
	}
	if !b.can.undefined {
		return "there are no sanitizers, so that undefined behaviour would not be seen"
	}
	return ""
}

// try compiles programs that do nothing.
func (b *build) try() (failure string) {
	if failure := b.tools.Does(b.ctx); failure != "" {
		return failure
	}
	has := func(flags ...string) bool { return b.tools.Does(b.ctx, flags...) == "" }
	b.can.zeros = has("-ftrivial-auto-var-init=zero")
	b.can.undefined = has("-fsanitize=undefined")
	b.can.address = has("-fsanitize=address")
	b.can.inside = b.can.address && has("-fsanitize=address", "-static-libasan")
	b.can.coverage = has("-fsanitize-coverage=trace-pc,trace-cmp", "-c")
	return ""
}

// copies writes the program's copies and numbers their sites.
func (b *build) copies(d detail) (failure string) {
	b.sites = sitesOf(b.prog.IR)
	c := &copies{b.prog.Copy(), b.sites}
	entry := b.prog.Entry()
	if !c.start(entry, b.prog.IR.Main.Pos) {
		return "the function " + entry + " is not found"
	}
	c.mark(b.goal.functions, b.goal.label)
	c.place(d)
	for _, d := range b.prog.IR.Devices {
		c.Tails[c.Files[0]] += native.Mapped(d)
	}
	if _, err := c.Write(b.dir); err != nil {
		return err.Error()
	}
	return b.tools.Write(map[string][]byte{"runner.h": runnerHeader, "values.h": valuesHeader, "runner.c": runnerText})
}

// shared are the names that the runner shares with the program and its inputs.
var shared = []string{"craig_program", "craig_sites", "craig_site_count", "craig_leaks", "craig_world", "craig_constants", "craig_constant_count"}

// sanitizers are the flags that have undefined behaviour end a run: with a report, or just so.
func (b *build) sanitizers(full bool) []string {
	flags := []string{"-fsanitize=undefined", "-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all"}
	if slices.Contains(b.goal.reports, "float-div-by-zero") {
		flags = append(flags, "-fsanitize=float-divide-by-zero")
	}
	for _, p := range b.goal.reports {
		if s := property.Of(p).Clang; s != "" {
			flags = append(flags, "-fsanitize="+s, "-fno-sanitize-recover="+s)
		}
	}
	if !slices.Contains(b.goal.reports, "no-overflow") {
		flags = append(flags, "-fno-sanitize=shift-base") // wraps, as documented
	}
	switch {
	case b.given:
		flags = append(flags, "-fsanitize=memory")
	case !full:
		flags = append(flags, "-fsanitize-undefined-trap-on-error")
	case b.can.address:
		flags = append(flags, "-fsanitize=address")
	}
	return flags
}

// common are the flags for all that is compiled.
func (b *build) common() []string {
	flags := []string{"-w", "-g", "-O0", "-ffp-contract=off", "-std=gnu17", "-fno-builtin", "-pthread"}
	if b.can.zeros {
		flags = append(flags, "-ftrivial-auto-var-init=zero")
	}
	if b.prog.Options.Signed == ir.SignedWrap {
		flags = append(flags, "-fwrapv")
	}
	return flags
}

// variant compiles and links an executable, which it names.
func (b *build) variant(name string, full bool) (program, failure string) {
	own := append(b.common(), "-I", b.dir)
	if b.given { // what gives values has to say so
		own = append(own, "-fsanitize=memory")
	}
	flags := append(b.common(), b.sanitizers(full)...)
	flags = append(flags, b.prog.Preprocessing(true)...)
	if b.can.coverage {
		flags = append(flags, "-fsanitize-coverage=trace-pc,trace-cmp")
	}
	var objects []string
	b.out.AllBlocks = 0
	for i := range b.prog.Sources {
		c, s, o := fmt.Sprintf("%d.c", i), fmt.Sprintf("%s-%d.s", name, i), fmt.Sprintf("%s-%d.o", name, i)
		if failure := b.cc(append(slices.Clone(flags), "-S", "-o", s, c)...); failure != "" {
			return "", failure
		}
		b.countBlocks(s)
		if failure := b.cc("-c", "-o", o, s); failure != "" {
			return "", failure
		}
		objects = append(objects, o)
	}
	if full && (b.can.address || b.given) {
		own = append(own, "-DCRAIG_ADDRESS_SANITIZER")
	}
	link := b.sanitizers(full)
	if full && b.can.inside {
		link = append(link, "-static-libasan")
	}
	return b.link(name, objects, own, link)
}

// link makes an executable of the objects of the program, with the runner and what gives values.
func (b *build) link(name string, objects, own, flags []string) (program, failure string) {
	runner, failure := b.runnerObject(own)
	if failure != "" {
		return "", failure
	}
	return filepath.Join(b.dir, name), b.tools.Link(b.ctx, native.Linking{
		Program: name, Objects: objects, Keep: shared, Flags: append(slices.Clone(flags), "-pthread"), Support: []string{runner, "-lm"},
		Define: func(missing []string) (object, failure string) {
			const file = "inputs.c"
			if failure := b.tools.Write(map[string][]byte{file: inputs(b.prog, b.sites, b.goal, missing)}); failure != "" {
				return "", failure
			}
			defined, failure := b.tools.Objects(b.ctx, own, file)
			return strings.Join(defined, ""), failure
		},
	})
}

// runners are compiled runners, by the compiler and its flags: they are the same whatever the program.
var runners sync.Map

// runnerObject is the runner, compiled with the flags own.
func (b *build) runnerObject(own []string) (file, failure string) {
	const name = "runner.o"
	flags := slices.DeleteFunc(slices.Clone(own), func(f string) bool { return f == b.dir })
	key := strings.Join(slices.Concat([]string{b.tools.Compiler}, b.tools.Machine, flags), " ")
	if known, ok := runners.Load(key); ok {
		return name, b.tools.Write(map[string][]byte{name: known.([]byte)})
	}
	if _, failure := b.tools.Objects(b.ctx, append(slices.Clone(own), "-O1"), "runner.c"); failure != "" {
		return "", failure
	}
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		return "", err.Error()
	}
	runners.Store(key, text)
	return name, ""
}

// countBlocks counts the calls of the function that the compiler puts into every basic block.
func (b *build) countBlocks(assembly string) {
	text, err := os.ReadFile(filepath.Join(b.dir, assembly))
	if err == nil {
		b.out.AllBlocks += bytes.Count(text, []byte("__sanitizer_cov_trace_pc"))
	}
}

// cc runs the compiler; failure is its first complaint.
func (b *build) cc(args ...string) (failure string) { return b.tools.CC(b.ctx, args...) }
