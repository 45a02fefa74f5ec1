package cfront

import (
	"fmt"
	"strings"

	"craig/internal/program/ir"
)

// mainArguments are the strings of argv, and of the environment, of which something is known: each has memory of its own. Of further ones
// only is known that they are there: moreArguments has the pointers to them be approximated.
const (
	mainArguments = 3
	moreArguments = "__craig_more_arguments"
)

// mainParameters calls main as a C environment does.
func (g *environment) mainParameters() {
	g.names["argc"], g.names["argv"] = true, true
	g.stubs.WriteString("static void " + moreArguments + "(char **list, int n) { for (int i = 0; i < n; i++) list[i] = (char *)\"\"; }\n")
	g.strings("argc", "argv", mainArguments)
	args := []string{"argc", "argv", "envp"}[:min(len(g.entry.params), 3)]
	if len(args) == 3 {
		if g.entry.params[2].used {
			g.strings("envc", "envp", 0)
		} else {
			args[2] = "argv + argc"
		}
	}
	g.assume(ir.AboutMain, "the program is started with arguments that are terminated strings, each in memory of its own")
	g.line("main(%s);", strings.Join(args, ", "))
}

// strings makes a list of any number of strings, and a null pointer behind them.
func (g *environment) strings(count, list string, known int) {
	most := int64(maxGiven)
	if g.r.types.ptrBits <= 16 {
		most = 1 << 13
	}
	g.line("int %s = %s;", count, g.unknown(g.r.types.intT))
	g.line("__VERIFIER_assume(%s >= 0 && %s <= %d);", count, count, most)
	g.line("char *%s[%s + 1];", list, count)
	g.line("%s(%s, %s);", moreArguments, list, count)
	for i := range known {
		text := g.text0(fmt.Sprintf("%s_%d", list, i))
		g.line("if (%d < %s) %s[%d] = %s;", i, count, list, i, text)
	}
	g.line("%s[%s] = 0;", list, count)
}

// givenMore gives the elements of a list of strings any values, which are an approximation: there are as many of them as the program is started with.
func (f *fn) givenMore(c *callSite) value {
	list := f.passed(c)[0]
	f.r.note(ir.Overapproximated, c.pos, "the arguments of the program from argv[%d] on, and the strings of the environment, are approximated: they may be anywhere", mainArguments)
	f.emit(&ir.Clobber{Roots: []ir.ClobberRoot{{Ptr: list.e, Reach: ir.Data}}, Source: ir.FromApproximation, Name: "argv"}, c.pos)
	return value{t: f.r.types.void}
}
