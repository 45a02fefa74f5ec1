package cfront_test

import (
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/testenv"
)

var (
	floatCount = flag.Int("float.count", testenv.Count(10, 25), "random pieces of programs with floats that are compared with gcc")
	floatSeed  = flag.Int64("float.seed", 1, "of the pieces")
)

// TestRandomFloats: random pieces of programs with floats compute in the interpreter what they compute
// under gcc, up to the bits of NaNs.
func TestRandomFloats(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		machine := []string{"-m64"}
		if ilp32 {
			machine = []string{"-m32", "-msse2", "-mfpmath=sse"}
		}
		t.Run(machine[0], func(t *testing.T) {
			if !compiles(t, machine) {
				t.Skip("gcc compiles no programs with " + machine[0])
			}
			g := &builtinCalls{Rand: rand.New(rand.NewSource(*floatSeed)), ilp32: ilp32, signed: ir.SignedWrap}
			for range *floatCount {
				f := &floatPiece{Rand: g.Rand}
				g.cases = append(g.cases, f.piece())
			}
			g.interpreted(t, g.compiled(t, append(machine, "-ffp-contract=off")...))
		})
	}
}

// floatPiece makes one case.
type floatPiece struct {
	*rand.Rand
	code strings.Builder
	ints int // loops so far
}

// floatPrelude are functions that the pieces call.
const floatPrelude = `
#ifndef FLOAT_PRELUDE
#define FLOAT_PRELUDE
#include <math.h>
#undef signbit
#define signbit __builtin_signbit
double roundeven(double);
float roundevenf(float);
union fbits { float f; unsigned u; };
union dbits { double d; unsigned long long u; unsigned char b[8]; };
struct pair { float f; double d; short s; };
static unsigned long long fbits(float x) { union fbits v; v.f = x; return x != x ? 1 : v.u; }
static unsigned long long dbits(double x) { unsigned long long u; __builtin_memcpy(&u, &x, 8); return x != x ? 1 : u; }
static double half(float x) { return x / 2; }
static float mix(double x, float y, int n) { return n > 2 ? x + y : x * y; }
static struct pair swapped(struct pair p) { struct pair q = {p.d, p.f, p.s}; return q; }
#endif
`

func (g *floatPiece) pick(words ...string) string { return words[g.Intn(len(words))] }

// literal is a constant.
func (g *floatPiece) literal() string {
	switch g.Intn(9) {
	case 0:
		return g.pick("0.0", "-0.0", "1.0", "0.1", "0.1f", "1e10", "1e-10f", "3.4028235e38f", "1.17549435e-38f", "2.5", "0.5f", "16777217.0", "1e308", "5e-324", "1e-45f")
	case 1:
		return g.pick("(1.0/0.0)", "(-1.0/0.0)", "(0.0/0.0)", "__builtin_inff()", "__builtin_nan(\"\")", "__builtin_huge_val()")
	case 2:
		return fmt.Sprintf("0x1.%xp%d", g.Intn(1<<20), g.Intn(40)-20)
	case 3:
		return fmt.Sprintf("0x1.%xp%df", g.Intn(1<<20), g.Intn(260)-130)
	case 4:
		return fmt.Sprintf("%de%d", g.Intn(100000), g.Intn(600)-300)
	case 5:
		return fmt.Sprintf("%d", g.Intn(2000)-1000)
	case 6:
		return g.pick("2147483647", "(-2147483647-1)", "4294967295u", "9223372036854775807LL", "18446744073709551615ULL", "'a'")
	}
	return fmt.Sprintf("%.*f%s", 1+g.Intn(7), g.NormFloat64()*100, g.pick("", "f"))
}

// expr is an expression of arithmetic type.
func (g *floatPiece) expr(depth int) string {
	if depth == 0 || g.Intn(6) == 0 {
		return g.pick("a", "b", "x", "y", "i", "l", "p.f", "p.d", "p.s", "v[0]", "v[1]", "c", g.literal(), g.literal())
	}
	sub := func() string { return g.expr(depth - 1) }
	switch g.Intn(24) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("+", "-", "*"), sub())
	case 3, 4:
		return fmt.Sprintf("(%s / (%s)%s)", sub(), g.pick("float", "double"), sub())
	case 5:
		return fmt.Sprintf("(%s)(%s)", g.pick("float", "double"), sub())
	case 6:
		return g.pick("-", "+") + " (" + sub() + ")"
	case 7:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("<", "<=", ">", ">=", "==", "!="), sub())
	case 8:
		return fmt.Sprintf("(%s ? %s : %s)", sub(), sub(), sub())
	case 9:
		return "!(" + sub() + ")"
	case 10: // a conversion that is defined
		ty := g.pick("int", "unsigned", "long long", "unsigned long long", "short", "unsigned char", "_Bool", "signed char")
		in := map[string]string{"int": "t > -2147483649.0 && t < 2147483648.0", "unsigned": "t > -1 && t < 4294967296.0",
			"long long": "t >= -9223372036854775808.0 && t < 9223372036854775808.0", "unsigned long long": "t > -1 && t < 18446744073709551616.0",
			"short": "t > -32769 && t < 32768", "unsigned char": "t > -1 && t < 256", "_Bool": "1", "signed char": "t > -129 && t < 128"}[ty]
		return fmt.Sprintf("({ %s t = %s; (%s) ? (%s)t : 7; })", g.pick("float", "double"), sub(), in, ty)
	case 11:
		return fmt.Sprintf("half(%s)", sub())
	case 12:
		return fmt.Sprintf("mix(%s, %s, %s)", sub(), sub(), g.pick("1", "i > 0", "3"))
	case 13:
		return fmt.Sprintf("(%s %s %s)", sub(), g.pick("&&", "||"), sub())
	case 14:
		return fmt.Sprintf("%s(%s, %s)", g.pick("__builtin_isgreater", "__builtin_isless", "__builtin_islessgreater", "__builtin_isunordered", "__builtin_islessequal", "__builtin_isgreaterequal"),
			g.pick("x", "a", g.literal()+" + 0.0"), sub())
	case 15, 16, 17:
		return fmt.Sprintf("%s%s(%s)", g.pick("fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "roundeven", "sqrt", "logb"), g.pick("", "f"), sub())
	case 18, 19:
		return fmt.Sprintf("%s%s(%s, %s)", g.pick("fdim", "fmod", "remainder", "nextafter"), g.pick("", "f"), sub(), sub())
	case 20: // where nothing is open
		// A sum is no signalling NaN, of which these functions may make a NaN or not: glibc's differ by processor.
		return fmt.Sprintf("({ double t = %s + 0.0, u = %s + 0.0; t != u ? %s(t, u) : 0; })", sub(), sub(), g.pick("fmin", "fmax"))
	case 21:
		return fmt.Sprintf("({ float t = %s, u = %s; u == u ? copysignf(t, u) + !!signbit(u) : 3; })", sub(), sub())
	case 22:
		switch g.Intn(3) {
		case 0:
			return fmt.Sprintf("({ int e; double t = %s; double u = frexp%s(t, &e); t - t == 0 ? u + e : 0; })", sub(), g.pick("", "f"))
		case 1:
			return fmt.Sprintf("({ %s; double t = modf%s; t + w; })", "double w", "("+sub()+", &w)")
		}
		return fmt.Sprintf("%s(%s, %d)", g.pick("ldexp", "ldexpf", "scalbn", "scalbln", "scalbnf"), sub(), g.Intn(2400)-1200)
	case 23:
		return fmt.Sprintf("({ double t = %s; t > -1e9 && t < 1e9 ? %s(t) : 0; })", sub(), g.pick("lrint", "lround", "llrint", "llroundf", "lrintf", "ilogb"))
	}
	return fmt.Sprintf("%s((%s)(%s))", g.pick("!!__builtin_isnan", "!!__builtin_isinf", "__builtin_isinf_sign", "!!__builtin_isfinite", "!!__builtin_isnormal"), g.pick("float", "double"), sub())
}

func (g *floatPiece) statement(depth int) {
	lhs := g.pick("a", "b", "x", "y", "p.f", "p.d", "v[0]", "v[1]", "(*q)", "ud.d")
	switch g.Intn(12) {
	case 0, 1, 2, 3:
		fmt.Fprintf(&g.code, "%s = %s;\n", lhs, g.expr(3))
	case 4: // of floats: nothing overflows
		fmt.Fprintf(&g.code, "%s %s= %s;\n", lhs, g.pick("+", "-", "*", "/"), g.expr(2))
	case 5:
		fmt.Fprintf(&g.code, "%s%s;\n", lhs, g.pick("++", "--"))
	case 6:
		if depth > 0 {
			fmt.Fprintf(&g.code, "if (%s) {\n", g.expr(2))
			g.statement(depth - 1)
			g.code.WriteString("} else {\n")
			g.statement(depth - 1)
			g.code.WriteString("}\n")
		}
	case 7:
		if depth > 0 {
			g.ints++
			fmt.Fprintf(&g.code, "for (int n%[1]d = 0; n%[1]d < %[2]d; n%[1]d++) {\n", g.ints, 1+g.Intn(5))
			g.statement(depth - 1)
			g.statement(depth - 1)
			g.code.WriteString("}\n")
		}
	case 8: // bits, of what is no NaN
		fmt.Fprintf(&g.code, "ud.d = %s; if (ud.d == ud.d) { ud.u ^= %dULL << %d; y = ud.d; l += ud.b[%d]; }\n", g.expr(2), g.Intn(16), g.Intn(60), g.Intn(8))
	case 9:
		fmt.Fprintf(&g.code, "uf.f = %s; if (uf.f == uf.f) { uf.u += %d; a = *(float *)&uf.u; }\n", g.expr(2), g.Intn(1000)-500)
	case 10:
		g.code.WriteString("p = swapped(p);\n")
	case 11:
		fmt.Fprintf(&g.code, "i = ({ double t = %s; t > -1e9 && t < 1e9 ? (int)t : i; });\n", g.expr(2))
	}
}

func (g *floatPiece) piece() builtinCase {
	number := func() string { return g.literal() }
	fmt.Fprintf(&g.code, "float a = %s, b = %s; double x = %s, y = %s; static const double c = %s;\n", number(), number(), number(), number(), g.expr0())
	fmt.Fprintf(&g.code, "int i = %d; long long l = %d; struct pair p = {%s, %s, %d}; float v[2] = {%s, %s}, *q = &v[%d]; union dbits ud = {%s}; union fbits uf;\n",
		g.Intn(2000)-1000, g.Int63()>>uint(4+g.Intn(56)), number(), number(), g.Intn(3), number(), number(), g.Intn(2), number())
	for range 2 + g.Intn(8) {
		g.statement(2)
	}
	return builtinCase{globals: floatPrelude, code: g.code.String(), results: []string{
		"fbits(a)", "fbits(b)", "dbits(x)", "dbits(y)", "fbits(p.f)", "dbits(p.d)", "fbits(v[0])", "fbits(v[1])", "i", "l", "dbits(c)", "dbits(ud.d)", "p.s",
		"dbits(" + g.expr(3) + ")"}}
}

// expr0 is a constant expression.
func (g *floatPiece) expr0() string {
	return fmt.Sprintf("%s %s (%s)%s", g.literal(), g.pick("+", "-", "*", "/"), g.pick("float", "double"), g.literal())
}
