package replay

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/native"
	"craig/internal/pattern"
	"craig/internal/property"
)

// Of a violation of memory safety, the compiled program has to say the same line and the same kind as the
// trace. AddressSanitizer sees accesses and frees, LeakSanitizer blocks that nothing leads to; blocks that
// are left at the end are counted.

// kindWords are the words of sanitizers for the kinds of violations.
var kindWords = map[string]*pattern.Pattern{
	csource.NullPointer:    pattern.New(`null pointer|^SEGV`),
	csource.ReadOnly:       pattern.New(`^SEGV`),
	csource.WildPointer:    pattern.New(`null pointer|^SEGV|wild|unknown-crash`),
	csource.UseAfterFree:   pattern.New(`^heap-use-after-free`),
	csource.UseAfterScope:  pattern.New(`^stack-use-after-(scope|return)|^dynamic-stack-buffer-overflow`),
	csource.HeapOverflow:   outside,
	csource.StackOverflow:  outside,
	csource.GlobalOverflow: outside,
	csource.DoubleFree:     pattern.New(`^attempting double-free|^heap-use-after-free`),
	csource.BadFree:        property.BadFree,
	csource.Leak:           property.Leak,
}

// outside matches reports of accesses outside of an object; where they are far from it they are called
// by what is there.
var outside = pattern.New(`out of bounds|buffer-(overflow|underflow)|insufficient space|unknown-crash|negative-size-param|^SEGV`)

// blocksText is C that is linked with the program, and looks at the heap when that ends.
//
//go:embed runtime/blocks.c
var blocksText []byte

// wrapped are the functions whose calls in the program come there.
var wrapped = []string{"malloc", "calloc", "realloc", "aligned_alloc", "strdup", "strndup", "free", "abort", "_Exit", "quick_exit", "main"}

// atEnd says that the property is about what is left when the program ends.
func (p *plan) atEnd() bool {
	return property.Of(p.trace.Goal.Property).Leak
}

// blocks is what the linker gets for blocksText, which is in the file blocks.c.
func (p *plan) blocks() []string {
	args := native.Wrap(wrapped...)
	if p.trace.Goal.Property == "valid-memtrack" {
		args = append(args, "-DCRAIG_LEAKS=1")
	}
	return append(args, "blocks.c")
}

var leftBlock = pattern.New(`(?m)^a block is left that was allocated at (.*):(\d+)$`)

// judgeMemory is judge for memory safety; false if the reports do not say what the trace says.
func (p *plan) judgeMemory(out *Outcome, m *csource.Memory, seen []native.Report, stderr string) bool {
	places := p.prog.IR.Locs[p.trace.Error].Places()
	if m.Kind == csource.Leak {
		places = m.Made
		for _, l := range leftBlock.FindAllStringSubmatch(stderr, -1) {
			line, _ := strconv.Atoi(l[2])
			seen = append(seen, native.Report{File: l[1], Line: line, Text: "a block that is allocated here is left"})
		}
	}
	if len(places) == 0 {
		return false
	}
	other := ""
	for _, r := range seen {
		if strings.Contains(r.Text, "signed integer overflow") || r.Line != places[0].Line {
			continue
		}
		if kindWords[m.Kind].MatchString(r.Text) {
			out.Answer, out.Reason = Confirmed, fmt.Sprintf("line %d: %s", r.Line, r.Text)
			return true
		}
		other = r.Text
	}
	if other != "" {
		out.Reason = fmt.Sprintf("at line %d the compiled program has %s, and not %s", places[0].Line, other, m.Kind)
		return true
	}
	return false
}

// blind says why sanitizers may not see a violation of memory safety.
func blind(m *csource.Memory, prop string) string {
	switch {
	case m == nil:
	case m.Kind == csource.Leak && prop == "valid-memtrack":
		return "LeakSanitizer does not see a block to which an old value on the stack leads"
	case m.Kind == csource.HeapOverflow, m.Kind == csource.StackOverflow, m.Kind == csource.GlobalOverflow:
		return "sanitizers do not see an access that lies in another object, or the first byte of a block of 0 bytes"
	case m.Kind == csource.UseAfterScope:
		return "sanitizers do not see uses of arrays of variable length after their scope, or of what alloca gives"
	case m.Kind == csource.UseAfterFree, m.Kind == csource.DoubleFree:
		return "sanitizers do not see an access to a block of the heap that lies where the freed one was"
	case m.Kind == csource.WildPointer:
		return "a pointer that was never set has some value"
	}
	return ""
}
