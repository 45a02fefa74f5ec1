package difftest

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"craig/internal/evidence/native"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/logic/num"
)

// The runner, in C.
var (
	//go:embed runtime/runner.h
	runnerHeader []byte
	//go:embed runtime/values.h
	valuesHeader []byte
	//go:embed runtime/runner.c
	runnerText []byte
)

// errorFunctions are those whose call is an error, besides the one that an option names.
var errorFunctions = []string{"reach_error", "__VERIFIER_error", "__assert_fail", "__assert_rtn", "__assert_perror_fail", "__assert"}

// goal is what a run has to come to.
type goal struct {
	reach     bool     // an error function or a label
	functions []string // calls of these
	label     string
	reports   []string // properties that a sanitizer's report violates
}

func goalOf(prog Program) goal {
	o := prog.Options
	g := goal{label: o.ErrorLabel}
	props := o.Properties
	if props == nil {
		props = []string{"unreach-call"}
	}
	for _, p := range props {
		if p == "unreach-call" {
			g.functions = slices.Clone(errorFunctions)
		} else {
			g.reports = append(g.reports, p)
		}
	}
	if o.Signed == ir.SignedCheck && !slices.Contains(g.reports, "no-overflow") {
		g.reports = append(g.reports, "no-overflow")
	}
	if o.ErrorFunction != "" {
		g.functions = append(g.functions, o.ErrorFunction)
	}
	g.reach = len(g.functions) > 0 || g.label != ""
	return g
}

// inputs is the C text that gives the values: the table of the sites, the functions that the copies
// call, and those that neither the program nor its libraries define. Missing are the names that a linker
// has not found.
func inputs(prog Program, sites []*site, g goal, missing []string) []byte {
	var b strings.Builder
	b.WriteString("#include \"runner.h\"\n#define WEAK __attribute__((weak))\n")
	b.WriteString("const struct craig_site craig_sites[] = {")
	for _, s := range sites {
		b.WriteString(s.describe() + ", ")
	}
	fmt.Fprintf(&b, "{'i', 32, 1}};\nconst unsigned craig_site_count = %d;\n", len(sites))
	world := 0
	if readsWorld(prog.IR) {
		world = 1
	}
	fmt.Fprintf(&b, "const int craig_world = %d;\n", world)
	leaks := 0
	if property.Any(g.reports, func(p *property.Property) bool { return p.Leak }) {
		leaks = 1
	}
	fmt.Fprintf(&b, "const int craig_leaks = %d;\n", leaks)
	constants := constantsOf(prog.IR)
	b.WriteString("const craig_value craig_constants[] = {")
	for _, v := range constants {
		b.WriteString(v.String() + "LL, ")
	}
	fmt.Fprintf(&b, "0};\nconst unsigned craig_constant_count = %d;\n", len(constants))

	var set strings.Builder
	defined := map[string]bool{}
	for n, s := range sites {
		switch {
		case s.placed && s.source == ir.FromCall:
			fmt.Fprintf(&b, "%s craig_input_%d() { return (%[1]s)%[3]s; }\n", native.CType(s.typ), n, s.call(n))
		case s.placed && s.source == ir.FromParameter && s.global:
			fmt.Fprintf(&b, "void craig_set_%d(void);\n", n)
			fmt.Fprintf(&set, "  craig_set_%d();\n", n)
		}
	}
	for _, name := range g.functions {
		if name != "assert" {
			fmt.Fprintf(&b, "WEAK int %s() { return craig_error(); }\n", name)
			defined[name] = true
		}
	}
	if slices.Contains(g.functions, "reach_error") {
		b.WriteString("WEAK int assert(int holds) { return holds ? 0 : craig_error(); }\n")
		defined["assert"] = true
	}
	b.WriteString("void *craig_null() { return 0; }\n")
	b.WriteString("WEAK void __VERIFIER_assume(int holds) { if (!holds) craig_assumed(); }\n")
	defined["__VERIFIER_assume"] = true
	for _, name := range append(unknownFunctions(prog.IR), missing...) {
		if defined[name] || !native.Identifier.MatchString(name) {
			continue
		}
		defined[name] = true
		b.WriteString(definition(prog, sites, name))
	}
	b.WriteString("void craig_start(void);\nint craig_program(void) {\n" + set.String() + "  craig_start();\n  return 0;\n}\n")
	return []byte(b.String())
}

// definition defines what a program uses and nobody defines: a variable, or a function.
func definition(prog Program, sites []*site, name string) string {
	for _, o := range prog.IR.Objects {
		if o.Kind == ir.GlobalObject && o.Name == name {
			return fmt.Sprintf("WEAK long long %s[%d];\n", name, max(o.Size, 64)/8+1)
		}
	}
	for n, s := range sites {
		switch {
		case s.source == ir.FromParameter && s.global && native.RootOf(s.name) == name:
			return fmt.Sprintf("WEAK long long %s[512];\n", name)
		case s.source == ir.FromCall && s.name == name && !s.parts:
			return fmt.Sprintf("WEAK %s %s() { return (%[1]s)%[3]s; }\n", native.CType(s.typ), name, s.call(n))
		}
	}
	return fmt.Sprintf("WEAK long long %s() { return 0; }\n", name)
}

// unknownFunctions are the functions that the verdict takes to have no side effects. They are not taken
// from a library, which may have another function of that name.
func unknownFunctions(p *ir.Program) []string {
	var names []string
	for _, n := range p.Notes {
		if name, ok := cfront.WithoutBody(n); ok {
			names = append(names, name)
		}
	}
	return names
}

// readsWorld tells whether functions of the C library give p inputs.
func readsWorld(p *ir.Program) bool {
	fromLibrary := native.FromLibrary(p)
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		h, ok := e.Stmt.(*ir.Havoc)
		if !ok {
			continue
		}
		if h.Source == ir.FromEffect || h.Source == ir.FromCall && (fromLibrary(h.Name) || native.InModel(e.Pos)) {
			return true
		}
	}
	return false
}

// maxConstants bounds how many constants of the program inputs are made of.
const maxConstants = 1000

// constantsOf are the integers in the program, from -2^63 to 2^63-1, except 0 and 1.
func constantsOf(p *ir.Program) []num.Int {
	known := map[int64]bool{0: true, 1: true, -1 << 63: true}
	var list []num.Int
	see := func(e *ir.Expr) {
		if e == nil {
			return
		}
		ir.Walk(e, func(e *ir.Expr) bool {
			if v, ok := e.Val.Int64(); e.IsConst() && ok && !known[v] && len(list) < maxConstants {
				known[v] = true
				list = append(list, e.Val)
			}
			return true
		})
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Assign:
			see(s.Expr)
		case *ir.Assume:
			see(s.Cond)
		case *ir.Store:
			see(s.Val)
		case *ir.Call:
			for _, a := range s.Args {
				see(a)
			}
		}
	}
	return list
}
