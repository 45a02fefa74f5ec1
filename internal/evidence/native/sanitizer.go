package native

import (
	"cmp"
	"strconv"
	"strings"

	"craig/internal/pattern"
)

// Report is what a sanitizer has seen.
type Report struct {
	File string // as the compiler was given it, or as line markers have it; "" if unknown
	Line int    // 0 if unknown
	Text string
}

var (
	undefinedReport = pattern.New(`(?m)^(.*?):(\d+):\d+: runtime error: (.*)$`)
	addressReport   = pattern.New(`(?m)^==\d+==\s*ERROR: AddressSanitizer:? (.*?)(?: on| at|$)`)
	valueReport     = pattern.New(`(?m)^==\d+==\s*WARNING: MemorySanitizer: (use-of-uninitialized-value)$`)
	leakReport      = pattern.New(`(?m)^((?:Direct|Indirect) leak of .*?) (?:in \d+ object|allocated)`)
	frame           = pattern.New(`(?m)^\s+#\d+ .*?([^ ():]+):(\d+)(?::\d+)?$`)
)

// runtime matches the files of the sanitizers themselves, of the C library, and what craig links. Those of the program have absolute
// paths, and those of glibc, of which there may be debugging information, begin with one of its folders.
var runtime = pattern.New(`/(libsanitizer|compiler-rt|sysdeps|csu)/|^<craig>/|` +
	`^(\./)?(debug|dirent|iconv|inet|io|libio|locale|malloc|misc|nptl|posix|resolv|signal|socket|stdio-common|stdlib|string|time|wcsmbs)/`)

// Reports are what the sanitizers say on standard error: first those about undefined behaviour, then
// those about addresses, those about indeterminate values, then those about leaks. The line is the innermost in the program: of an access that
// a library function does, where that is called; of a leak, where the block was allocated.
func Reports(text string) []Report {
	var list []Report
	for _, m := range undefinedReport.FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[2])
		list = append(list, Report{m[1], line, m[3]})
	}
	for _, kind := range [...]*pattern.Pattern{addressReport, valueReport, leakReport} {
		for _, at := range kind.FindAllStringSubmatchIndex(text, -1) {
			stack, _, _ := strings.Cut(text[at[1]:], "\n\n")
			r := inProgram(stack)
			r.Text = text[at[2]:at[3]]
			list = append(list, r)
		}
	}
	return list
}

// startFailure matches what a sanitizer says that cannot have the addresses that it wants, before the program begins.
var startFailure = pattern.New(`(?m)^==\d+==\s*(?:ERROR: (\w+Sanitizer) failed to allocate|FATAL: (\w+Sanitizer): .*(?:shadow|memory)|(?:\w+ )?ReserveShadowMemoryRange failed|Shadow memory range interleaves)`)

// NotStarted says why a sanitizer did not let the program begin; "" if none says so on standard error.
func NotStarted(text string) string {
	m := startFailure.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	name := cmp.Or(m[1], m[2], "the sanitizer")
	if strings.Contains(text, "ulimit -v") {
		return name + " could not start: it reserves more addresses than ulimit -v allows"
	}
	return name + " could not start: it did not get the addresses that it reserves"
}

// inProgram is the innermost place of a stack in the program.
func inProgram(stack string) (r Report) {
	for _, m := range frame.FindAllStringSubmatch(stack, -1) {
		if !runtime.MatchString(m[1]) {
			r.File = m[1]
			r.Line, _ = strconv.Atoi(m[2])
			break
		}
	}
	return r
}

// Value is a use of a value that nothing has given, as MemorySanitizer reports it.
type Value struct {
	Use Report
	Via []Report // where it was copied before, and last where the object was made
}

// Values are MemorySanitizer's reports.
func Values(text string) (list []Value) {
	for _, at := range valueReport.FindAllStringSubmatchIndex(text, -1) {
		one, _, _ := strings.Cut(text[at[1]:], "SUMMARY:")
		stacks := strings.Split(one, "\n\n")
		v := Value{Use: inProgram(stacks[0])}
		for _, s := range stacks[1:] {
			v.Via = append(v.Via, inProgram(s))
		}
		list = append(list, v)
	}
	return list
}
