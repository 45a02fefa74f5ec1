package report

import (
	"strconv"

	"craig/internal/property"
)

// ruleOf is the rule for a property's violations: what goes wrong, and the number of the weakness, as a tag in the form that code scanners read and as
// the page that describes it.
func ruleOf(name, short string) sarifRule {
	r := sarifRule{ID: name, Text: sarifText{short}}
	p := property.Of(name)
	n := p.CWE
	if name == UnreachableCode {
		n = 561
	}
	if n != 0 {
		r.More = &sarifMore{Tags: []string{"external/cwe/cwe-" + strconv.Itoa(n)}}
		r.URI = "https://cwe.mitre.org/data/definitions/" + strconv.Itoa(n) + ".html"
	}
	if p.Wrong != "" {
		r.Help = &sarifText{p.Wrong}
	}
	return r
}
