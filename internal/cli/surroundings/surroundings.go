// Package surroundings writes what a function begins in that is verified by itself as a C file for people to edit.
package surroundings

import (
	"fmt"
	"path/filepath"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// Text is the text of surroundings as a C file for people, which is written to output, and includes the file with the function. hasMain says
// that one of the files has a main.
func Text(env *ir.Environment, files []string, hasMain bool, output string) string {
	var b strings.Builder
	name := "harness.c"
	if output != "-" {
		name = filepath.Base(output)
	}
	var others []string
	for _, f := range files {
		if f != env.File {
			others = append(others, " "+f)
		}
	}
	fmt.Fprintf(&b, "/* Calls %s with anything that these assumptions allow:\n *\n", env.Function)
	for _, n := range env.Notes {
		fmt.Fprintf(&b, " *   %s\n", strings.ReplaceAll(n.Text, "*/", "* /"))
	}
	fmt.Fprintf(&b, " *\n * Edit them to what callers of %s guarantee. To verify:\n *\n *   craig verify --property bounds,null,no-overflow,div-by-zero %s%s\n *\n", env.Function, name, strings.Join(others, ""))
	b.WriteString(" * __VERIFIER_nondet_T() is any value of its type, memory of malloc and variables without a value have any\n * contents, and __VERIFIER_assume(c) leaves out the cases in which c is 0. gcc compiles it, too: see its end. */\n")
	include := env.File
	if output != "-" {
		if from, err := filepath.Abs(filepath.Dir(output)); err == nil {
			if to, err := filepath.Abs(env.File); err == nil {
				if rel, err := filepath.Rel(from, to); err == nil {
					include = filepath.ToSlash(rel)
				}
			}
		}
	}
	if hasMain {
		b.WriteString("#define main main_of_the_program\n")
	}
	fmt.Fprintf(&b, "#include \"%s\"\n", include)
	if hasMain {
		b.WriteString("#undef main\n")
	}
	b.WriteString("\n")
	text := strings.Replace(env.Text, "void "+env.Entry+"(void) {", "int main(void) {", 1)
	b.WriteString(strings.TrimSuffix(text, "}\n") + "  return 0;\n}\n")
	b.WriteString(runnable(env.Text))
	return b.String()
}

// declaration matches those of the functions that give values.
var declaration = pattern.New(`(?m)^extern (.+) (__VERIFIER_nondet_\w+)\(void\);$`)

// runnable defines the functions that give values, for a compiler: they read standard input.
func runnable(text string) string {
	var b strings.Builder
	b.WriteString(`
#ifndef __CRAIG__ /* Compiled and run, it reads the values from standard input, numbers one after the other; missing ones are 0. */
#include <stdio.h>
#include <stdlib.h>
void __VERIFIER_assume(int c) {
  if (!c) {
    fputs("an assumption does not hold\n", stderr);
    exit(2);
  }
}
`)
	for _, m := range declaration.FindAllStringSubmatch(text, -1) {
		typ, format := "long long", "%lli"
		switch {
		case strings.Contains(m[1], "double") || strings.Contains(m[1], "float"):
			typ, format = "double", "%lf"
		case strings.Contains(m[1], "unsigned"):
			typ, format = "unsigned long long", "%llu"
		}
		fmt.Fprintf(&b, "%s %s(void) {\n  %s v;\n  if (scanf(\"%s\", &v) != 1)\n    v = 0;\n  return (%s)v;\n}\n", m[1], m[2], typ, format, m[1])
	}
	b.WriteString("#endif\n")
	return b.String()
}
