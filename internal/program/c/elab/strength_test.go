package elab_test

import (
	"testing"

	"craig/internal/program/c/core"
)

// TestStrength: of the definitions in several files the one counts that a linker takes; two of the strongest are a mistake. In one file a function of GNU
// C's extern inline may be defined again.
func TestStrength(t *testing.T) {
	for _, c := range []struct {
		texts []string
		unit  int // that has the definition; -1: a mistake
	}{
		{[]string{"int f(void) { return 1; }", "int f(void) { return 2; }"}, -1},
		{[]string{"int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 2; }"}, 0},
		{[]string{"__attribute__((weak)) int f(void) { return 1; }", "int f(void) { return 2; }"}, 1},
		{[]string{"__attribute__((weak)) int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 2; }"}, 0},
		{[]string{"int f(void) { return 1; } int f(void) __attribute__((weak));", "int f(void) { return 2; }"}, 1},
		{[]string{"inline int f(void) { return 1; }", "inline int f(void) { return 2; }"}, 0},
		{[]string{"inline int f(void) { return 1; }", "extern inline int f(void) { return 2; }"}, 1},
		{[]string{"inline int f(void) { return 1; } int f(void) { return 2; }"}, -1},
		{[]string{"extern inline __attribute__((gnu_inline)) int f(void) { return 1; } int f(void) { return 2; }"}, 0},
		{[]string{"extern inline __attribute__((gnu_inline)) int f(void) { return 1; }", "int f(void) { return 2; }"}, 1},
	} {
		prog, report := files(t, c.texts...)
		found := -1
		for i, u := range prog.Units {
			for _, g := range u.Globals {
				if _, ok := g.(*core.FuncDef); ok && len(report.Mistakes) == 0 {
					if found >= 0 {
						t.Errorf("%q: two definitions", c.texts)
					}
					found = i
				}
			}
		}
		if len(report.Refusals) > 0 || found != c.unit {
			t.Errorf("%q: the definition of file %d counts, %d mistakes", c.texts, found, len(report.Mistakes))
		}
	}
}
