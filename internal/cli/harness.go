package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

func (a *app) harnessCommand() *cobra.Command {
	o := &cOptions{}
	var output string
	c := &cobra.Command{
		Use:   "harness FUNCTION FILE.c ...",
		Short: "write a C program that calls a function with all that it may be given",
		Long: `Harness writes a C file with a main that calls the function in surroundings where nothing is known
but that pointers lead to objects: what craig verify --entry FUNCTION begins with. It is there to be
edited, where something else is known, and is verified as it is:

    craig harness parse parser.c -o parse_harness.c
    craig verify --property bounds parse_harness.c

It includes the file with the function, so that static functions can be called, too. Further files
are named once more to craig verify.`,
		Example: "  craig harness parse parser.c\n  craig harness --lengths one -I include -o h.c f src/f.c",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usagef("a function and the files are wanted: craig harness FUNCTION FILE.c")
			}
			o.entry = args[0]
			for _, file := range args[1:] {
				if err := readable(file); err != nil {
					return err
				}
			}
			return a.writeHarnessFor(c, o, args[1:], output)
		},
	}
	o.flags(c.Flags())
	for _, name := range []string{"entry", "property", "error-label", "error-function", "task", "parameters"} {
		c.Flags().Lookup(name).Hidden = true
	}
	c.Flags().StringVarP(&output, "output", "o", "-", "write to `FILE.c`; - is standard output")
	return c
}

func (a *app) writeHarnessFor(c *cobra.Command, o *cOptions, args []string, output string) error {
	opts, files, _, err := o.resolve(c, args)
	if err != nil {
		return err
	}
	if len(opts.Interrupts.Handlers) > 0 {
		return usagef("a harness calls a function, and cannot say when an interrupt comes; leave --isr out here, and give it to craig verify")
	}
	if opts.Entry == "main" {
		return usagef("main is what a program begins with: it needs no harness")
	}
	if err := distinct(files, named{"output", output}); err != nil {
		return err
	}
	opts.Properties = []string{}
	opts.Environment.ForPeople = true
	env, hasMain, err := cfront.Surroundings(opts, files...)
	if err != nil {
		return err
	}
	return a.writeOutput(output, []byte(harnessText(env, files, hasMain, output)))
}

// harnessText is the C file for people.
func harnessText(env *ir.Environment, files []string, hasMain bool, output string) string {
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
