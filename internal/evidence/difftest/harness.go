package difftest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/logic/num"
)

func sameFile(a, b string) bool { return a == b || native.Absolute(a) == native.Absolute(b) }

// harness writes the inputs of a run as C: functions that give the values of functions without a body,
// in the order of the execution, to be linked with the program as it is. What it cannot give is
// written as comments.
func (c *challenge) harness(f found) []byte {
	var b strings.Builder
	wrapped := c.prog.Entry() != "main" || slices.ContainsFunc(c.sites, func(s *site) bool { return s.source == ir.FromParameter && !s.global })
	b.WriteString(c.prog.Command("Inputs with which the compiled program reaches the error although the verdict was TRUE.", wrapped))
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
		case s.source == ir.FromCall && native.Allocates(s.name, s.typ):
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
		b.WriteByte('\n')
		g := native.Give("", name, "", t, nil)
		for _, v := range values[name] {
			g.Values = append(g.Values, native.Literal(num.I(v)))
		}
		switch t.Kind {
		case ir.Pointer:
			g.About, g.Type, g.Next = " /* not 0: memory of its own */", "_Bool", "values[next++] ? calloc(1, 8192) : 0"
			for i, v := range values[name] {
				g.Values[i] = map[bool]string{true: "1", false: "0"}[v != 0]
			}
		case ir.Float:
			g.About, g.Type, g.Next = " /* the bits of doubles */", "union { unsigned long long bits; double value; }", "values[next++].value"
			for i, v := range values[name] {
				g.Values[i] = fmt.Sprintf("{%#xULL}", uint64(v))
			}
		}
		g.Write(&b)
	}
	if wrapped {
		types := make([]string, len(args))
		for i := range types {
			types[i] = "long long"
		}
		b.WriteString(c.prog.CallEntry("", types, args))
	}
	return []byte(b.String())
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
