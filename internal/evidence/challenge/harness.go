package challenge

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"craig/internal/evidence/compiler"
	"craig/internal/program/ir"
)

func sameFile(a, b string) bool { return a == b || compiler.Absolute(a) == compiler.Absolute(b) }

// harness writes the inputs of a run as C: functions that give the values of functions without a body,
// in the order of the execution, to be linked with the program as it is. What it cannot give is
// written as comments.
func (c *challenge) harness(f found) []byte {
	var b strings.Builder
	names := make([]string, len(c.prog.files()))
	for i, name := range c.prog.files() {
		names[i] = filepath.Base(name)
	}
	entry := c.prog.entry()
	params := false
	for _, s := range c.sites {
		params = params || s.source == ir.FromParameter && !s.global
	}
	wrapped := params || entry != "" && entry != "main"
	flags := ""
	if wrapped {
		flags = "-Dmain=" + entryMacro + " "
	}
	fmt.Fprintf(&b, "/* Inputs with which the compiled program reaches the error although the verdict was TRUE.\n   To run it: cc %s%s <this file> && ./a.out */\n", flags, strings.Join(names, " "))
	b.WriteString("#include <stdio.h>\n#include <stdlib.h>\n#define WEAK __attribute__((weak))\n")
	for _, name := range c.goal.functions {
		fmt.Fprintf(&b, "WEAK int %s() { puts(\"the error is reached\"); exit(113); }\n", name)
	}
	b.WriteString("WEAK void __VERIFIER_assume(int holds) { if (!holds) exit(114); }\n")

	var order []string
	values := map[string][]int64{}
	types := map[string]ir.Type{}
	var args []string
	for _, in := range f.inputs {
		if in.site >= len(c.sites) {
			b.WriteString("/* what functions of the C library read is not given here */\n")
			continue
		}
		s := c.sites[in.site]
		switch {
		case s.source == ir.FromCall && compiler.Allocates(s.name, s.typ):
			if in.value == 0 {
				fmt.Fprintf(&b, "/* line %d: %s fails */\n", s.pos.Line, s.name)
			}
		case s.source == ir.FromCall:
			if values[s.name] == nil {
				order = append(order, s.name)
				types[s.name] = s.typ
			}
			values[s.name] = append(values[s.name], in.value)
		case s.source == ir.FromParameter && !s.global:
			args = append(args, fmt.Sprintf("%dLL", in.value))
			fallthrough
		default:
			fmt.Fprintf(&b, "/* line %d: %s is %s */\n", s.pos.Line, s.name, shown(s, in.value))
		}
	}
	for _, name := range order {
		t := types[name]
		fmt.Fprintf(&b, "\n%s %s() {\n", compiler.CType(t), name)
		switch t.Kind {
		case ir.Pointer:
			b.WriteString("  /* not 0: memory of its own */\n  static const _Bool values[] = {")
			for _, v := range values[name] {
				b.WriteString(map[bool]string{true: "1, ", false: "0, "}[v != 0])
			}
		case ir.Float:
			b.WriteString("  /* the bits of doubles */\n  static const union { unsigned long long bits; double value; } values[] = {")
			for _, v := range values[name] {
				fmt.Fprintf(&b, "{%#xULL}, ", uint64(v))
			}
		default:
			b.WriteString("  static const long long values[] = {")
			for _, v := range values[name] {
				fmt.Fprintf(&b, "%s, ", literal(v))
			}
		}
		get := map[ir.TypeKind]string{ir.Pointer: "values[next++] ? calloc(1, 8192) : 0", ir.Float: "values[next++].value"}[t.Kind]
		if get == "" {
			get = "values[next++]"
		}
		fmt.Fprintf(&b, "};\n  static unsigned next;\n  return next < %d ? %s : 0;\n}\n", len(values[name]), get)
	}
	if wrapped {
		if entry == "" || entry == "main" {
			entry = entryMacro
		}
		fmt.Fprintf(&b, "\nint %[1]s();\n#undef main\nint main(void) { %[1]s(%[2]s); return 0; }\n", entry, strings.Join(args, ", "))
	}
	return []byte(b.String())
}

// literal writes a number in C.
func literal(v int64) string {
	if v == -1<<63 {
		return "(-9223372036854775807LL - 1)"
	}
	return fmt.Sprintf("%dLL", v)
}

// shown is a value for people.
func shown(s *site, v int64) string {
	switch {
	case s.memory && v < 2 && v >= 0:
		return "filled with zeros"
	case s.memory:
		return "filled with bytes"
	case s.typ.Kind == ir.Pointer && v == 0:
		return "NULL"
	case s.typ.Kind == ir.Pointer:
		return "the address of memory of its own"
	case s.typ.Kind == ir.Float:
		return fmt.Sprint(math.Float64frombits(uint64(v)))
	}
	return fmt.Sprint(v)
}
