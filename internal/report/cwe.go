package report

import (
	"strconv"

	"craig/internal/property"
)

// weakness is the number of a property's violation as a tag, in the form that code scanners read.
func weakness(name string) *sarifMore {
	n := property.Of(name).CWE
	if name == "unreachable-code" {
		n = 561
	}
	if n == 0 {
		return nil
	}
	return &sarifMore{Tags: []string{"external/cwe/cwe-" + strconv.Itoa(n)}}
}
