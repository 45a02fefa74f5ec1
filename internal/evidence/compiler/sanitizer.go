package compiler

import (
	"regexp"
	"strconv"
)

// Report is what a sanitizer has seen.
type Report struct {
	File string // as the compiler was given it, or as line markers have it; "" if unknown
	Line int    // 0 if unknown
	Text string
}

var (
	undefinedReport = regexp.MustCompile(`(?m)^(.*?):(\d+):\d+: runtime error: (.*)$`)
	addressReport   = regexp.MustCompile(`(?m)^==\d+==\s*ERROR: AddressSanitizer:? (.*?)(?: on| at|$)`)
	frame           = regexp.MustCompile(`(?m)^\s+#\d+ .*?([^ ():]+):(\d+)(?::\d+)?$`)
)

// Reports are what the sanitizers say on standard error: first those about undefined behaviour,
// then those about addresses.
func Reports(text string) []Report {
	var list []Report
	for _, m := range undefinedReport.FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[2])
		list = append(list, Report{m[1], line, m[3]})
	}
	for _, at := range addressReport.FindAllStringSubmatchIndex(text, -1) {
		r := Report{Text: text[at[2]:at[3]]}
		if m := frame.FindStringSubmatch(text[at[1]:]); m != nil {
			r.File = m[1]
			r.Line, _ = strconv.Atoi(m[2])
		}
		list = append(list, r)
	}
	return list
}
