package replay

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/native"
	"craig/internal/evidence/schedule"
	"craig/internal/evidence/verdict"
	"craig/internal/group"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/property"
)

// Answer is what a replay found.
type Answer uint8

const (
	Undecided Answer = iota
	Confirmed
	Rejected
)

func (a Answer) String() string { return [...]string{"undecided", "confirmed", "rejected"}[a] }

// Outcome is a replay.
type Outcome struct {
	Answer   Answer
	Reason   string
	Problems []Problem // inputs that could not be given
	Compiler string    // "" if there is none
	Flags    []string  // the sanitizers
	Bare     bool      // compiled without the C library, for which there is none of 32 bits; overflows are traps
}

// Limits bound the compiled program.
type Limits struct {
	Time time.Duration // 0: 10 s
}

// Run compiles the program with the inputs of the trace and runs it, in a folder of its own that
// it removes. The error is of a file that cannot be read or written.
func Run(ctx context.Context, prog Program, t *verdict.Trace, lim Limits) (Outcome, error) {
	var out Outcome
	out.Compiler, out.Reason = native.FindFor(t.Goal.Property)
	switch {
	case schedule.Refuses(prog.IR, t) != "":
		out.Compiler, out.Reason = "", schedule.Refuses(prog.IR, t)
	case prog.Options.Foreign():
		out.Compiler, out.Reason = "", "since this machine does not run programs for "+prog.Options.Target
	case prog.Options.Math:
		out.Reason = "no compiler has mathematical integers"
	}
	if out.Reason != "" {
		return out, nil
	}
	if lim.Time == 0 {
		lim.Time = 10 * time.Second
	}
	dir, err := os.MkdirTemp("", "craig-replay-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	p := newPlan(prog, t)
	if p.indeterminate() {
		tools := native.Toolchain{Dir: dir, Machine: prog.Machine()}
		out.Reason = tools.NeedMemorySanitizer(ctx)
		if out.Compiler = tools.Compiler; out.Reason != "" {
			return out, nil
		}
	}
	if len(prog.IR.Unreached) > 0 {
		p.partly = true
		if part, ok, err := p.try(ctx, out, filepath.Join(dir, "part"), lim); ok || err != nil {
			return part, err
		}
		p = newPlan(prog, t)
	}
	out, _, err = p.try(ctx, out, filepath.Join(dir, "whole"), lim)
	return out, err
}

// try compiles and runs the program in a folder, which it makes. ok is false if bodies were left out of it that it needs, or
// without which it cannot be compiled: then nothing is known.
func (p *plan) try(ctx context.Context, out Outcome, dir string, lim Limits) (o Outcome, ok bool, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return out, false, err
	}
	names, err := p.write(dir)
	if err != nil {
		return out, false, err
	}
	out.Problems = p.problems
	if failure := p.compile(ctx, &out, dir, names); failure != "" {
		out.Reason = "the instrumented copy cannot be compiled: " + failure
		return out, !p.partly, nil
	}
	x, n := p.execute(ctx, dir, lim)
	if p.partly && x.Status == statusLeft {
		return out, false, nil
	}
	if p.judge(&out, x); n > 0 && x.reached {
		out.Answer, out.Reason = Confirmed, schedule.Found(p.trace.Goal.Property, csource.ErrorPlace(p.prog.IR.Locs[p.trace.Error]), n, x.Stderr)
	} else if n > 0 && x.Err == nil {
		out.Answer, out.Reason = Undecided, schedule.NotFound(n)
	}
	return out, true, nil
}

// execute executes the program once, or, if it has threads, n times, until it comes to the error.
func (p *plan) execute(ctx context.Context, dir string, lim Limits) (x execution, n int) {
	if !schedule.Takes(p.prog.IR, p.trace) {
		return run(ctx, dir, lim), 0
	}
	order := filepath.Join(dir, "order")
	_ = schedule.Write(order, p.prog.IR, p.trace, filepath.Join(dir, "program"), "harness.c") // without it threads take turns by chance
	n, found := schedule.Until(ctx, lim.Time, func(n int) bool {
		x = run(ctx, dir, Limits{Time: min(lim.Time, 2*time.Second)}, schedule.Environment(p.trace.Goal.Property, n, order)...)
		return x.Err != nil || x.reached || schedule.Seen(x.Stderr, p.prog.IR.Locs[p.trace.Error])
	})
	x.reached = found && x.Err == nil
	return x, n
}

// write writes the copies and the harness, and lists them.
func (p *plan) write(dir string) ([]string, error) {
	c := p.prog.Copy()
	p.instrument(c)
	p.define(c)
	for _, s := range c.Files {
		s.Head(" ") // its lines are those of the program's file, for sanitizers too
	}
	if p.partly {
		p.leaveOut(c)
	}
	names, err := c.Write(dir)
	if err != nil {
		return nil, err
	}
	harness := filepath.Join(dir, "harness.c")
	return append(names, harness), os.WriteFile(harness, p.harness(nil), 0o600)
}

// compile makes dir/program; failure says why it could not.
func (p *plan) compile(ctx context.Context, out *Outcome, dir string, names []string) (failure string) {
	tools := native.Toolchain{Compiler: out.Compiler, Dir: dir, Machine: p.prog.Machine()}
	args := []string{"-w", "-g", "-O0", "-fno-builtin", "-ffp-contract=off", "-std=gnu17"}
	if p.prog.IR.Signed == ir.SignedWrap {
		args = append(args, "-fwrapv")
	}
	args = append(args, p.prog.Preprocessing(p.wraps())...)
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	if failure := tools.Write(map[string][]byte{"bare.c": bareRuntime, "blocks.c": blocksText}); failure != "" {
		return failure
	}
	first := ""
	for _, w := range p.ways() {
		if w.bare && first == "" || !w.bare && strings.Contains(first, "crt1.o") {
			continue // there is no library for this machine
		}
		failure := p.compileAs(ctx, w, tools, append(slices.Clone(args), w.flags...), names)
		switch {
		case failure == "":
			out.Bare = w.bare
			for _, f := range w.flags {
				if s, is := strings.CutPrefix(f, "-fsanitize="); is {
					out.Flags = strings.Split(s, ",")
				}
			}
			return ""
		case ctx.Err() != nil:
			return "there was no time"
		case first == "" || w.bare:
			first = failure
		}
	}
	return first
}

// compileAs is compile in one way, with its flags.
func (p *plan) compileAs(ctx context.Context, w way, tools native.Toolchain, flags, names []string) (failure string) {
	objects, failure := tools.Objects(ctx, flags, names...)
	if failure != "" {
		return failure
	}
	l := native.Linking{Program: "program", Objects: objects, Flags: flags, Define: tools.Stubs(ctx, flags)}
	switch {
	case schedule.Takes(p.prog.IR, p.trace):
		if l.Flags, l.Support, failure = schedule.Link(ctx, tools, p.trace.Goal.Property, flags); failure != "" {
			return failure
		}
	case w.bare: // whose functions are the program's as well
		l.Support = []string{"bare.c"}
	case p.atEnd():
		l.Support = p.blocks()
		fallthrough
	default:
		l.Keep = []string{"main", "__msan_*"}
	}
	l.Support = append(l.Support, "-lm")
	return tools.Link(ctx, l)
}

// way is how a program may be compiled.
type way struct {
	flags []string
	bare  bool // without the C library, for machines that have none of 32 bits
}

// ways are tried in order; bare ones only if another has failed.
func (p *plan) ways() []way {
	const zero = "-ftrivial-auto-var-init=zero"
	floats := ",float-cast-overflow"
	if p.trace.Goal.Property == "float-div-by-zero" {
		floats += ",float-divide-by-zero"
	}
	if s := property.Of(p.trace.Goal.Property).Clang; s != "" {
		return []way{{flags: []string{zero, "-fsanitize=" + s}}, {flags: []string{"-fsanitize=" + s}}}
	}
	if schedule.Takes(p.prog.IR, p.trace) {
		return []way{{flags: append(schedule.Flags(), zero)}, {flags: schedule.Flags()}}
	}
	if p.indeterminate() {
		return []way{{flags: []string{"-fsanitize=memory", "-fsanitize-recover=memory", "-fsanitize-memory-track-origins=2"}}}
	}
	list := []way{
		{flags: []string{zero, "-fsanitize=address,undefined" + floats, "-fsanitize-recover=address,undefined" + floats}},
		{flags: []string{zero, "-fsanitize=undefined"}},
		{flags: []string{zero}},
		{},
	}
	if p.prog.Options.ILP32 {
		bare := append([]string{zero}, bareFlags...)
		if p.prog.IR.Signed == ir.SignedUndefined { // its reports need no library if they are traps
			bare = append(bare, "-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error")
		}
		list = append(list, way{bare, true})
	}
	return list
}

var bareFlags = []string{"-nostdlib", "-static", "-fno-pie", "-no-pie", "-fno-stack-protector", "-ffreestanding"}

// bareRuntime is the start of a program that has no C library.
//
//go:embed runtime/bare.c
var bareRuntime []byte

// execution is a run of the compiled program.
type execution struct {
	native.Execution
	reached bool // the mark of the error
}

func run(ctx context.Context, dir string, lim Limits, env ...string) execution {
	report, work := filepath.Join(dir, "reached"), filepath.Join(dir, "work")
	_ = os.RemoveAll(work) // of the execution before
	x := execution{Execution: native.Execute(ctx, native.Run{
		Program: filepath.Join(dir, "program"), Work: work, Time: lim.Time, Files: 4096, Seconds: int(lim.Time/time.Second) + 1,
		Env: append(env,
			reportEnv+"="+report, "TSAN_OPTIONS=halt_on_error=0:atexit_sleep_ms=20",
			"ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:halt_on_error=0:hard_rss_limit_mb=1536:malloc_fill_byte=0:max_malloc_fill_size=1073741824:allocator_may_return_null=1",
			"LSAN_OPTIONS=leak_check_at_exit=0", // blocks.c asks for it
			"MSAN_OPTIONS=halt_on_error=0",
			"UBSAN_OPTIONS=print_stacktrace=0:halt_on_error=0",
		),
	})}
	_, err := os.Stat(report)
	x.reached = err == nil && x.Status == statusReached
	return x
}

// judge compares what happened with what the trace says.
func (p *plan) judge(out *Outcome, x execution) {
	prop, at := p.trace.Goal.Property, csource.ErrorPlace(p.prog.IR.Locs[p.trace.Error])
	if why := native.NotStarted(x.Stderr); why != "" {
		out.Reason = why
		return
	}
	reports := native.Reports(x.Stderr)
	memory := csource.MemoryOf(p.prog.IR, p.trace)
	if mark := property.Of(prop).Words; mark != nil {
		if prop == "no-overflow" && p.prog.IR.Signed == ir.SignedWrap || len(out.Flags) == 0 {
			out.Reason = "there are no sanitizers to see it"
			return
		}
		if p.indeterminate() && p.judgeValues(out, native.Values(x.Stderr), at) {
			return
		}
		if memory != nil && p.judgeMemory(out, memory, reports, x.Stderr) {
			return
		}
		for _, r := range reports {
			if memory != nil {
				break
			}
			overflow := prop == "no-overflow" || prop == "unsigned-wrap" || !strings.Contains(r.Text, "signed integer overflow")
			if r.Line == at.Line && overflow && mark.MatchString(r.Text) {
				out.Answer, out.Reason = Confirmed, fmt.Sprintf("line %d: %s", r.Line, r.Text)
				return
			}
		}
	} else if x.reached {
		out.Answer, out.Reason = Confirmed, fmt.Sprintf("the compiled program reaches the error at line %d", at.Line)
		if p.rounds > 0 {
			out.Reason = fmt.Sprintf("the compiled program comes to the loop at line %d %d times and goes on, as the execution does; that it does so for ever is what craig certify checks", at.Line, p.rounds)
		}
		if out.Bare {
			out.Reason += ", linked with a few functions in place of the C library, of which there is none of 32 bits"
		}
		for _, r := range reports {
			if p.prog.IR.Signed == ir.SignedUndefined && strings.Contains(r.Text, "signed integer overflow") {
				out.Answer = Rejected
				out.Reason = fmt.Sprintf("the execution overflows at line %d: %s", r.Line, r.Text)
				return
			}
		}
		if len(reports) > 0 {
			out.Reason += fmt.Sprintf(", with undefined behaviour at line %d: %s", reports[0].Line, reports[0].Text)
		}
		return
	}
	switch {
	case x.Err != nil:
		out.Reason = "the compiled program cannot be run: " + x.Err.Error()
		return
	case x.TimedOut:
		out.Reason = "the compiled program did not end in time"
		return
	case group.Limited(x.Signal):
		out.Reason = "the compiled program came to a limit: " + x.Signal.String()
		return
	case x.Status == statusAssumed:
		out.Reason = "the compiled program comes to an assumption that does not hold"
	case group.Illegal(x.Signal) && out.Bare && len(out.Flags) > 0:
		out.Reason = "the compiled program overflows"
	case x.Signal != 0:
		out.Reason = "the compiled program is ended by a signal: " + x.Signal.String()
	case len(reports) > 0:
		out.Reason = fmt.Sprintf("the compiled program does something else that is undefined, at line %d: %s", reports[0].Line, reports[0].Text)
	default:
		out.Reason = fmt.Sprintf("the compiled program ends (with status %d) without the error", x.Status)
	}
	// What the sanitizers do not see, and what was not given, may be the reason.
	if p.volatile {
		out.Reason += "; values of volatile objects come from outside the program, and are given only where the text shows that they are read"
		return
	}
	for _, n := range p.prog.IR.Notes {
		if cfront.ChoosesOrder(n) {
			out.Reason += fmt.Sprintf("; at line %d %s", n.Pos.Line, n.Text)
			return
		}
	}
	if p.indeterminate() {
		out.Reason += "; MemorySanitizer reports a value that nothing has given where it decides a branch, an address, or what a function of the library does, and not where it is read"
	}
	if why := blind(memory, prop); why != "" {
		out.Reason += "; " + why
	}
	if len(out.Problems) == 0 && property.Of(prop).Words == nil && len(reports) == 0 {
		out.Answer = Rejected
	}
}
