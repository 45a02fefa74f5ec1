package run

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestTargets: sizes, alignments, signs and the order of bytes on each machine. The values of testdata/target.txt are what
// clang compiles the functions to, and for wchar_t what the psABI documents say where clang has another one than gcc.
func TestTargets(t *testing.T) {
	text, err := os.ReadFile("testdata/target.c")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("testdata/target.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	for i, target := range strings.Fields(lines[0])[1:] {
		if !testenv.Long() && target != "arm" && target != "powerpc" {
			continue
		}
		machine := cfront.MachineOf(target)
		if machine == nil {
			t.Errorf("there is no %s", target)
			continue
		}
		var b strings.Builder
		b.Write(text)
		b.WriteString("extern void reach_error(void);\nint main(void) {\n")
		for _, line := range lines[1:] {
			words := strings.Fields(line)
			fmt.Fprintf(&b, "\tif (%s() != %s) reach_error();\n", words[0], words[i+1])
		}
		b.WriteString("}\n")
		opts := cfront.Options{Target: target, ILP32: machine.ILP32, UnsignedChar: machine.UnsignedChar}
		if res := verify(t, opts, b.String()); res.Verdict != verdict.True {
			t.Errorf("%s: %s(%s): %s %v", target, res.Verdict, res.Reason, res.Detail, res.Notes)
			if res.Trace != nil {
				t.Errorf("\t%s", strings.Split(b.String(), "\n")[res.Program.Locs[res.Trace.Error].Pos.Line-1])
			}
		}
	}
}

// TestTargetWrong: another value than the machine's is found.
func TestTargetWrong(t *testing.T) {
	const text = `extern void reach_error(void); union { unsigned w; unsigned char b[4]; } u;
int main(void) { u.w = 0x01020304; if (u.b[0] == 1) reach_error(); }
`
	for target, want := range map[string]verdict.Verdict{"arm": verdict.True, "powerpc": verdict.False} {
		m := cfront.MachineOf(target)
		if res := verify(t, cfront.Options{Target: target, ILP32: m.ILP32, UnsignedChar: m.UnsignedChar}, text); res.Verdict != want {
			t.Errorf("%s: %s, want %s %v", target, res.Verdict, want, res.Notes)
		}
	}
}

// TestSignedChar: an option says whether char is signed, whatever the machine has.
func TestSignedChar(t *testing.T) {
	const text = "extern void reach_error(void); int main(void) { char c = 200; if (c > 0) reach_error(); }"
	for _, unsigned := range []bool{false, true} {
		for _, target := range []string{"", "arm"} {
			m := cfront.MachineOf(target)
			res := verify(t, cfront.Options{Target: target, ILP32: m != nil && m.ILP32, UnsignedChar: unsigned}, text)
			if (res.Verdict == verdict.False) != unsigned {
				t.Errorf("%s, %v: %s %v", target, unsigned, res.Verdict, res.Notes)
			}
		}
	}
}

// TestKeptThroughReset: where there is no operating system nothing initialises a variable with the attribute noinit or persistent, or in a section
// of such a name; elsewhere it is like others.
func TestKeptThroughReset(t *testing.T) {
	const head = "extern void reach_error(void);\n"
	for _, c := range []struct{ text, bare string }{
		{"int v __attribute__((noinit)); int main(void) { if (v != 0) reach_error(); }", "FALSE"},
		{"static int a[3] __attribute__((section(\".noinit\"))); int main(void) { int i = 1, *p = a + i; if (*p != 0) reach_error(); }", "FALSE"},
		{"int v __attribute__((persistent)) = 4; int main(void) { if (v != 4) reach_error(); }", "FALSE"},
		{"int main(void) { static struct { int x, y; } s __attribute__((section(\".noinit.s\"))); if (s.y != 0) reach_error(); }", "FALSE"},
		{"int v __attribute__((section(\".data.v\"))) = 4; int main(void) { if (v != 4) reach_error(); }", "TRUE"},
		{"int v __attribute__((noinit)); int main(void) { v = 3; if (v != 3) reach_error(); }", "TRUE"},
	} {
		for target, want := range map[string]string{"": "TRUE", "arm": "TRUE", "arm-none-eabi": c.bare, "avr": c.bare} {
			opts := cfront.Options{Target: target}
			if m := cfront.MachineOf(target); m != nil {
				opts.ILP32, opts.UnsignedChar = m.ILP32, m.UnsignedChar
			}
			if res := verify(t, opts, head+c.text); res.Verdict.String() != want {
				t.Errorf("%s, %s: %s(%s), want %s %v", c.text, target, res.Verdict, res.Reason, want, res.Notes)
			}
		}
	}
}

// TestBytesOfTargets: where a scalar, a bit-field and an element of a table lie in memory.
func TestBytesOfTargets(t *testing.T) {
	const head = "#include <string.h>\n#include <stdio.h>\n#include <stdarg.h>\n#include <stddef.h>\nextern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
	for _, c := range []struct {
		text        string
		arm, powers verdict.Verdict // on arm and powerpc
	}{
		{"union { struct { unsigned a : 3, b : 13, c : 16; } f; unsigned char b[4]; } u; int main(void) { u.f.a = 5; if (u.b[0] == 5) reach_error(); }", verdict.False, verdict.True},
		{"union { struct { unsigned a : 3, b : 13, c : 16; } f; unsigned char b[4]; } u; int main(void) { u.f.a = 5; if (u.b[0] == 0xa0) reach_error(); }", verdict.True, verdict.False},
		{"int main(void) { unsigned n = 0x01020304; unsigned char c[4]; memcpy(c, &n, 4); if (c[3] == 4) reach_error(); }", verdict.True, verdict.False},
		{"int main(void) { unsigned short s[2] = {1, 2}; unsigned n; memcpy(&n, s, sizeof n); if (n == 0x10002) reach_error(); }", verdict.True, verdict.False},
		{"int main(void) { wchar_t w[] = L\"ab\"; unsigned char c[sizeof w]; memcpy(c, w, sizeof w); if (c[0] == 'a') reach_error(); }", verdict.False, verdict.True},
		{"int main(void) { char c = 200; if (c < 0) reach_error(); }", verdict.True, verdict.True},
		{"int main(void) { int i = __VERIFIER_nondet_int(); unsigned char *p = (unsigned char *)&i; i = 0x11223344; if (p[1] == 0x22) reach_error(); }", verdict.True, verdict.False},
		{"int sum(int n, ...) { va_list l; va_start(l, n); long long s = va_arg(l, int); s += va_arg(l, long long); va_end(l); return s; } int main(void) { if (sum(2, 3, 4ll) != 7) reach_error(); }", verdict.True, verdict.True},
		{"int main(void) { char b[20]; sprintf(b, \"%x\", 0x1234); if (strcmp(b, \"1234\")) reach_error(); }", verdict.True, verdict.True},
	} {
		for target, want := range map[string]verdict.Verdict{"arm": c.arm, "powerpc": c.powers} {
			m := cfront.MachineOf(target)
			res := verify(t, cfront.Options{Target: target, ILP32: m.ILP32, UnsignedChar: m.UnsignedChar, Properties: []string{"unreach-call"}}, head+c.text)
			if res.Verdict != want {
				t.Errorf("%s, %s: %s(%s), want %s %v", c.text, target, res.Verdict, res.Reason, want, res.Notes)
			}
		}
	}
}
