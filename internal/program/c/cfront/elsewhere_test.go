package cfront_test

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

// statements writes functions whose result clang computes when it compiles them.
type statements struct {
	rng  *rand.Rand
	b    strings.Builder
	vars []string
}

var integers16 = []string{"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long", "_Bool"}

func (s *statements) pick(words ...string) string { return words[s.rng.Intn(len(words))] }

func (s *statements) leaf() string {
	switch s.rng.Intn(5) {
	case 0:
		return s.pick("1", "3", "200", "300", "0x7fff", "32768", "0x8000", "40000", "65535u", "70000", "0xfffff", "5L", "5000000000")
	case 1:
		return s.pick("a[0]", "a[2]", "p[1]", "*p", "s.half", "s.bits", "s.wide", "u.word", "u.bytes[1]", "twice(w[0])", "high(w[1])", "sizeof(a)", "(p - a)")
	}
	return s.vars[s.rng.Intn(len(s.vars))]
}

func (s *statements) expr(depth int) string {
	if depth == 0 {
		return s.leaf()
	}
	a, b := s.expr(depth-1), s.expr(depth-1)
	switch s.rng.Intn(12) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", s.pick(integers16...), a)
	case 1:
		return fmt.Sprintf("%s(%s)", s.pick("-", "~", "!"), a)
	case 2:
		return fmt.Sprintf("((%s) %s %d)", a, s.pick("<<", ">>"), s.rng.Intn(16))
	case 3: // no division by 0, and none of the least number by -1
		return fmt.Sprintf("((%s) %s (((%s) & 7) + 1))", a, s.pick("/", "%"), b)
	case 4:
		return fmt.Sprintf("((%s) ? (%s) : (%s))", a, b, s.leaf())
	}
	return fmt.Sprintf("((%s) %s (%s))", a, s.pick("+", "-", "*", "&", "|", "^", "<", "<=", "==", "!="), b)
}

// function writes one function of that name.
func (s *statements) function(name string) {
	line := func(format string, args ...any) { fmt.Fprintf(&s.b, "\t"+format+"\n", args...) }
	fmt.Fprintf(&s.b, "static unsigned long long %s(void) {\n", name)
	s.vars = nil
	for i := range 6 {
		v := fmt.Sprintf("v%d", i)
		line("%s %s = %s;", s.pick(integers16...), v, s.pick("0", "1", "-1", "100", "-100", "32767", "-32768", "60000", "100000", "-3"))
		s.vars = append(s.vars, v)
	}
	line("int a[3] = { 7, -7, 12345 }, *p = a + 1;")
	line("unsigned char w[2] = { 200, 3 };")
	line("struct { char c; int half; long wide; unsigned long bits : 11; } s = { 1, -2, 100000, 1500 };")
	line("union { unsigned word; unsigned char bytes[2]; } u = { 0x1234 };")
	line("long long r = 0x0102030405060708; short q[4];")
	for range 6 {
		to := s.pick(append(s.vars, "a[1]", "*p", "s.half", "s.wide", "s.bits", "u.bytes[0]", "u.word")...)
		switch s.rng.Intn(4) {
		case 0:
			line("%s %s= %s;", to, s.pick("+", "-", "*", "&", "|", "^"), s.expr(2))
		case 1:
			line("if (%s) %s = %s; else %s%s;", s.expr(1), to, s.expr(2), to, s.pick("++", "--"))
		default:
			line("%s = %s;", to, s.expr(2))
		}
	}
	line("__builtin_memcpy(w, &a[1], 2);")
	line("__builtin_memcpy(q, &r, 8); q[%d] += v0; __builtin_memcpy(&r, q, 8); *((unsigned char *)&s.wide + %d) ^= 5;", s.rng.Intn(4), s.rng.Intn(4))
	line("unsigned long long h = w[0] + 256 * w[1] + u.word;")
	for _, v := range append(s.vars, "s.half", "s.wide", "s.bits", "a[1]", "r", "q[1]") {
		line("h = h * 31 + (%s);", v)
	}
	line("return h;\n}")
}

var folded = pattern.New(`define[^@]*@(g\d+)\([^{]*\{\n(?:[^\n}]*:\n)?\s*ret i64 (-?\d+)\n`)

// TestProgramsElsewhere: what functions compute where int has 16 bits, or where the highest byte comes first, is what clang computes when
// it compiles them.
func TestProgramsElsewhere(t *testing.T) {
	testenv.NeedsTool(t, "clang")
	for i, m := range []struct{ target, triple string }{
		{"avr", "avr"}, {"msp430", "msp430"}, {"powerpc", "powerpc-linux-gnu"}, {"powerpc64", "powerpc64-linux-gnu"}, {"s390x", "s390x-linux-gnu"}, {"mips", "mips-linux-gnu"},
	} {
		if i > 1 && !testenv.Long() {
			break
		}
		target := m.target
		s := &statements{rng: rand.New(rand.NewSource(int64(len(target))))}
		s.b.WriteString("static int twice(unsigned char x) { return x * 2; }\nstatic unsigned char high(long x) { return x >> 1; }\n")
		const count = 30
		for i := range count {
			s.function(fmt.Sprintf("f%d", i))
		}
		text := s.b.String()
		var b strings.Builder
		b.WriteString(text)
		for i := range count {
			fmt.Fprintf(&b, "unsigned long long g%d(void) { return f%d(); }\n", i, i)
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "a.c")
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("clang", "--target="+m.triple, "-w", "-O2", "-funsigned-char", "-fwrapv", "-fno-strict-aliasing", "-S", "-emit-llvm", "-o", "-", file).Output()
		if err != nil {
			t.Skipf("clang does not compile for %s: %v", target, err)
		}
		known := folded.FindAllStringSubmatch(string(out), -1)
		t.Logf("%s: %d functions", target, len(known))
		if len(known) < count*2/3 {
			t.Fatalf("%s: clang computes %d of %d", target, len(known), count)
		}
		b.Reset()
		fmt.Fprintf(&b, "%sextern void reach_error(void);\nint main(void) {\n", text)
		for _, m := range known {
			fmt.Fprintf(&b, "\tif ((long long)f%s() != %sLL) reach_error();\n", m[1][1:], strings.Replace(m[2], "-9223372036854775808", "-9223372036854775807LL - 1", 1))
		}
		b.WriteString("}\n")
		p, err := read(t, cfront.Options{Target: target, UnsignedChar: true, Signed: ir.SignedWrap}, b.String())
		if err != nil {
			t.Fatal(err)
		}
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
		if out := run(p); out.End != interp.Exited {
			t.Errorf("%s: %v %s: %s", target, out.End, out.Reason, strings.Split(b.String(), "\n")[p.Loc(out.At).Pos.Line-1])
		}
	}
}
