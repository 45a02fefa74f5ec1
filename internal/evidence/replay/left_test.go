package replay_test

import (
	"testing"

	"craig/internal/evidence/replay"
	"craig/internal/program/c/cfront"
)

// TestLeftOut: bodies that nothing reaches are not compiled; where one is needed after all, or the compiler wants it, all of the program is.
func TestLeftOut(t *testing.T) {
	needCompiler(t)
	const (
		wrong3        = "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }"
		noInstruction = "__asm__(\"this is no instruction\");"
	)
	for _, c := range []struct{ name, text string }{
		{"what no assembler takes", "int far(int x) { " + noInstruction + " return x; }\n" + wrong3},
		{"over several lines", "struct s { int a; };\nstruct s\n*far(struct s *x)\n{\n#if 1\n " + noInstruction + "\n#endif\n return x;\n}\n" + wrong3},
		{"static", "static int near(void) { " + noInstruction + " return 1; } int far(int x) { return near() + x; }\n" + wrong3},
		{"in a table", "int far(int x) { " + noInstruction + " return x; }\nint (*table[])(int) = {far};\n" + wrong3},
		{"called by assembly", "int far(void) { return 1; }\nint main(void) { int x = __VERIFIER_nondet_int(); __asm__ volatile (\"call far\" : : : \"rax\"); if (x == 3) reach_error(); }"},
		{"with a macro for others", "int far(void) {\n#define LIMIT 3\n return 1; }\nint main(void) { if (__VERIFIER_nondet_int() == LIMIT) reach_error(); }"},
		{"in parameters as before C89", "int far(x) int x; { " + noInstruction + " return x; }\n" + wrong3},
		{"with a name of the library", "void *bsearch(); int abs(int x) { return x; } int near(void) { return abs(3); }\n" + wrong3},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, trace := wrong(t, cfront.Options{}, "program.c", declarations+c.text)
			if len(prog.IR.Unreached) == 0 {
				t.Error("nothing is known to be unreached")
			}
			out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if out.Answer != replay.Confirmed {
				t.Errorf("%s: %s %v", out.Answer, out.Reason, out.Problems)
			}
		})
	}
}
