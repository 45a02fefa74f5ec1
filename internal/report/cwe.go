package report

import "strconv"

// weaknesses are the numbers that the Common Weakness Enumeration has for violations of properties.
var weaknesses = map[string]int{
	"unreach-call": 617, "bounds": 119, "null": 476, "valid-deref": 119, "valid-free": 763, "valid-memtrack": 401, "valid-memcleanup": 401, "uninit": 457,
	"div-by-zero": 369, "no-overflow": 190, "unsigned-wrap": 190, "conversion": 681, "float-cast": 681, "float-div-by-zero": 369,
	"float-overflow": 682, "float-invalid": 682, "unreachable-code": 561,
}

// weakness is the number of a property's violation as a tag, in the form that code scanners read.
func weakness(property string) *sarifMore {
	n, ok := weaknesses[property]
	if !ok {
		return nil
	}
	return &sarifMore{Tags: []string{"external/cwe/cwe-" + strconv.Itoa(n)}}
}
