package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/pattern"
)

// required states what the contract of the entry requires, for people: as assumptions where its words are C, and the
// parameters have their names; else as comments.
func (g *environment) required(names []string) {
	f := g.entry
	scratch := &fn{r: g.r}
	for _, n := range f.exprs {
		x, ok := strip(n).(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionCall {
			continue
		}
		if to := g.r.callee(x); to == nil || to.cname != "__craig_requires" {
			continue
		}
		text := strings.Join(strings.Fields(scratch.words(&callSite{x: x, args: argumentList(x)})), " ")
		renamed := slices.ContainsFunc(f.params, func(v *variable) bool { return v.name != "" && !slices.Contains(names, v.name) })
		if text == "" {
			continue
		}
		if renamed || notC.MatchString(text) {
			g.line("/* %s requires: %s */", f.cname, strings.ReplaceAll(text, "*/", "* /"))
			continue
		}
		g.line("__VERIFIER_assume(%s); /* as the contract of %s requires */", text, f.cname)
	}
}

// notC matches what is none of C in the words of contracts: other operators, and comparisons in a row.
var notC = pattern.New(`\\|==>|<==>|\^\^|__CPROVER|[<>]=?[^<>=&|?,()]*[<>]`)
