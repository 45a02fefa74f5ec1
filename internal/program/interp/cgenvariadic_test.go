package interp_test

import (
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"craig/internal/testenv"
)

var variadicCount = flag.Int("variadic.count", testenv.Count(2, 8), "random programs with variable arguments compared with gcc")

// variadicReaders read arguments as a text says, in all the ways in which a list travels: N is the number
// of the program.
const variadicReaders = `
#include <stdarg.h>
enum e_N { first_N, second_N = 70000 };
struct s_N { short a; struct { char b; int c[K]; } d; };
union u_N { long l; char c[3]; };
struct bits_N { unsigned long long w : 37; int n : 5; };
static unsigned long sum_N;
static void add_N(unsigned long v) { sum_N = sum_N * 31 + v; }
static int five_N(int a) { return a + 5; }
#define READ_N(kind, ap) switch (kind) { \
	case 'i': add_N(va_arg(ap, int)); break; \
	case 'u': add_N(va_arg(ap, unsigned)); break; \
	case 'l': add_N(va_arg(ap, long)); break; \
	case 'L': add_N(va_arg(ap, unsigned long long)); break; \
	case 's': add_N(va_arg(ap, const char *)[1]); break; \
	case 'p': { int *p = va_arg(ap, int *); add_N(*p); *p += 3; break; } \
	case 'e': add_N(va_arg(ap, enum e_N)); break; \
	case 'S': { struct s_N s = va_arg(ap, struct s_N); add_N(s.a + s.d.c[K - 1]); break; } \
	case 'M': add_N(va_arg(ap, struct s_N).d.b); break; \
	case 'U': add_N(va_arg(ap, union u_N).c[1]); break; \
	case 'f': add_N(va_arg(ap, int (*)(int))(8)); break; \
	case 'd': add_N(va_arg(ap, double) != 0 ? 1 : 1); break; \
	case 'D': (void)va_arg(ap, long double); break; \
	case 'h': add_N((short)va_arg(ap, int)); break; }
static void pointed_N(char c, va_list *ap) { READ_N(c, *ap) }
static void rest_N(const char *f, va_list ap) { for (; *f; f++) READ_N(*f, ap) }
static void rest2_N(const char *f, va_list ap) { va_list c; va_copy(c, ap); rest_N(f, ap); rest_N(f, c); va_end(c); }
static void plain_N(const char *f, ...) { va_list ap; va_start(ap, f); for (; *f; f++) READ_N(*f, ap) va_end(ap); }
static void handed_N(int n, const char *f, ...) {
	struct { int x; va_list ap; } s;
	va_start(s.ap, f);
	for (; n-- > 0 && *f; f++) pointed_N(*f, &s.ap);
	rest2_N(f, s.ap);
	va_end(s.ap);
}
static void twice_N(const char *f, ...) {
	va_list ap;
	for (int i = 0; i < 2; i++) { va_start(ap, f); rest_N(f + 0, ap); va_end(ap); }
}
static int deep_N(int n, ...) {
	va_list ap;
	va_start(ap, n);
	int a = va_arg(ap, int), b = n > 0 ? deep_N(n - 1, a + n, 0) : 0;
	a = a * 3 + b + va_arg(ap, int);
	va_end(ap);
	return a;
}
static void (*const through_N)(const char *, ...) = plain_N;
`

// variadicProgram makes a program that passes random arguments, the i-th of its batch.
func variadicProgram(seed int64, i int) string {
	rng := rand.New(rand.NewSource(seed))
	args := map[byte]func() string{
		'i': func() string { return fmt.Sprint(rng.Intn(2000) - 1000) },
		'u': func() string { return fmt.Sprintf("%du", rng.Uint32()) },
		'l': func() string { return fmt.Sprintf("%dL", rng.Int31()) },
		'L': func() string {
			return []string{fmt.Sprintf("%dULL", rng.Uint64()), "__VERIFIER_nondet_int() + 0ULL", "b.w"}[rng.Intn(3)]
		},
		's': func() string { return []string{`"ab"`, `"xyz"`, `text`, `text + 1`}[rng.Intn(4)] },
		'p': func() string { return []string{"&x", "&y[1]", "y", "&s.d.c[0]"}[rng.Intn(4)] },
		'e': func() string { return []string{"first_N", "second_N", "e"}[rng.Intn(3)] },
		'S': func() string { return []string{"s", "t[1]", "(struct s_N){7}"}[rng.Intn(3)] },
		'M': func() string { return []string{"t[0]", "*ps"}[rng.Intn(2)] },
		'U': func() string { return "un" },
		'f': func() string { return []string{"five_N", "&five_N", "fp"}[rng.Intn(3)] },
		'd': func() string { return []string{"1.5", "2.5f", "(float)x"}[rng.Intn(3)] },
		'D': func() string { return "3.0L" },
		'h': func() string {
			return []string{"c", "h", "(unsigned char)200", "(_Bool)x", "b.n", "'a'", "x > 1"}[rng.Intn(7)]
		},
	}
	const kinds = "iulLspeSMUfdDh"
	var b strings.Builder
	fmt.Fprintf(&b, "#define K %d\n%s", rng.Intn(5)+1, variadicReaders)
	b.WriteString(`int main(void) {
	int x = __VERIFIER_nondet_int() % 100, y[3] = {1, 2, x};
	short h = -5; signed char c = 100;
	enum e_N e = second_N;
	struct s_N s = {3, {4, {5}}}, t[2] = {{6}, {x}}, *ps = &s;
	union u_N un = {x};
	struct bits_N b = {(1ULL << 36) + 5, -7};
	char text[4] = "qrs";
	int (*fp)(int) = five_N;
`)
	for range 3 + rng.Intn(4) {
		var format strings.Builder
		var list []string
		for range rng.Intn(9) {
			k := kinds[rng.Intn(len(kinds))]
			format.WriteByte(k)
			list = append(list, ", "+args[k]())
		}
		values := strings.Join(list, "")
		switch rng.Intn(5) {
		case 0:
			fmt.Fprintf(&b, "\tplain_N(%q%s);\n", format.String(), values)
		case 1:
			fmt.Fprintf(&b, "\thanded_N(%d, %q%s);\n", rng.Intn(5), format.String(), values)
		case 2:
			fmt.Fprintf(&b, "\ttwice_N(%q%s);\n", format.String(), values)
		case 3:
			fmt.Fprintf(&b, "\tthrough_N(%q%s);\n", format.String(), values)
		default:
			fmt.Fprintf(&b, "\tadd_N(deep_N(%d, %s, x));\n", rng.Intn(4), args['i']())
		}
	}
	b.WriteString("\tadd_N(x + y[0] + y[1] + s.d.c[0]);\n\treturn (int)(sum_N % 1000003);\n}\n#undef K\n")
	return strings.ReplaceAll(b.String(), "_N", fmt.Sprintf("_%d", i))
}

// Programs that pass variable arguments compute the same under gcc and here, with 64 and 32 bits.
func TestRandomVariadic(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, to := range []target{lp64, ilp32} {
		if to.start == ilp32.start && !has32(t) {
			continue
		}
		const batch = 30
		for first := 0; first < *variadicCount; first += batch {
			var programs []string
			for i := range min(batch, *variadicCount-first) {
				programs = append(programs, variadicProgram(int64(first+i), i))
			}
			compareRandom(t, programs, to, func(i int) string { return fmt.Sprintf("seed%d", first+i) })
		}
	}
}
