package interp_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"craig/internal/abstract/fold"
	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
	"craig/internal/testenv"
	"craig/logic/num"
)

var (
	gccCount = flag.Int("gcc.count", testenv.Count(8, 30), "random C programs compared with gcc")
	gccSeed  = flag.Int64("gcc.seed", 1, "number of the first of them")
	gccFile  = flag.String("gcc.file", "", "a C file to compare instead")
	gccKeep  = flag.String("gcc.keep", "", "folder for the programs that differ")
)

// The inputs of a compiled program and of the interpreter are the numbers of this generator.
const driver = `
static unsigned long long state;
static unsigned long long next(void) { state = state * 6364136223846793005ULL + 1442695040888963407ULL; return state >> 16; }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
long __VERIFIER_nondet_long(void) { return (long)next(); }
static void say(int v) {
	char text[16], *p = text + 16;
	unsigned n = v < 0 ? -(unsigned)v : v;
	*--p = '\n';
	do *--p = '0' + n % 10; while (n /= 10);
	if (v < 0) *--p = '-';
	put(p, text + 16 - p);
}
`

// hosted has the rest of a program for the host, bare that of a 32-bit one without a C library,
// which need not be there.
const hosted = `
extern long write(int, const void *, unsigned long);
static void put(const char *p, int n) { write(1, p, n); }
`

const bare = `
static void call(int n, int a, const void *b, int c) { __asm__ volatile("int $0x80" : "+a"(n) : "b"(a), "c"(b), "d"(c) : "memory"); }
static void put(const char *p, int n) { call(4, 1, p, n); }
int main(void);
void _start(void) { main(); call(1, 0, 0, 0); for (;;); }
void *memset(void *d, int c, unsigned n) { for (char *p = d; n--;) *p++ = c; return d; }
void *memcpy(void *d, const void *s, unsigned n) { const char *q = s; for (char *p = d; n--;) *p++ = *q++; return d; }
void *memmove(void *d, const void *s, unsigned n) { char *p = d; const char *q = s; if (p <= q) return memcpy(d, s, n); while (n--) p[n] = q[n]; return d; }
int memcmp(const void *a, const void *b, unsigned n) { const unsigned char *p = a, *q = b; for (; n--; p++, q++) if (*p != *q) return *p - *q; return 0; }
unsigned strlen(const char *s) { unsigned n = 0; while (s[n]) n++; return n; }
int strcmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (unsigned char)*a - (unsigned char)*b; }
char *strcpy(char *d, const char *s) { char *p = d; while ((*p++ = *s++)); return d; }
static char heap[1 << 24]; static unsigned top;
void *malloc(unsigned n) { void *p = heap + top; top += (n + 15) & ~15u; return p; }
void *calloc(unsigned n, unsigned m) { return memset(malloc(n * m), 0, n * m); }
void free(void *p) {}
typedef unsigned long long u64;
static u64 divide(u64 a, u64 b, u64 *rest) {
	u64 q = 0, r = 0;
	for (int i = 63; i >= 0; i--) { int carry = r >> 63; r = r << 1 | (a >> i & 1); if (carry || r >= b) { r -= b; q |= 1ULL << i; } }
	*rest = r;
	return q;
}
u64 __udivdi3(u64 a, u64 b) { u64 r; return divide(a, b, &r); }
u64 __umoddi3(u64 a, u64 b) { u64 r; divide(a, b, &r); return r; }
static u64 size(long long a) { return a < 0 ? -(u64)a : (u64)a; }
long long __divdi3(long long a, long long b) { u64 r, q = divide(size(a), size(b), &r); return (a < 0) != (b < 0) ? -q : q; }
long long __moddi3(long long a, long long b) { u64 r; divide(size(a), size(b), &r); return a < 0 ? -r : r; }
`

type inputs uint64

func (s *inputs) next() num.Int {
	*s = *s*6364136223846793005 + 1442695040888963407
	return num.I(int64(*s >> 16))
}

// A target says how programs are compiled.
type target struct {
	start string // the beginning of the driver
	args  []string
}

var (
	lp64  = target{hosted + plain, []string{"-fwrapv"}}
	ilp32 = target{bare + plain, []string{"-fwrapv", "-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-mpreferred-stack-boundary=2"}}
	// checked ends a program at a signed overflow, with the result "overflow".
	checked = target{hosted + forked, []string{"-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error"}}
)

const plain = "#define RUN(f) say(f())\n"

const forked = `
extern int fork(void), waitpid(int, int *, int);
extern void _exit(int);
#define RUN(f) do { int s; if (fork() == 0) { say(f()); _exit(0); } waitpid(-1, &s, 0); if (s) put("overflow\n", 9); } while (0)
`

// compiled runs programs by gcc, all in one process, and gives their results.
func compiled(t *testing.T, programs []string, to target) []string {
	dir := t.TempDir()
	var c strings.Builder
	args := append([]string{"-w", "-O0", "-fno-strict-aliasing"}, to.args...)
	c.WriteString(to.start)
	c.WriteString(driver)
	for i, text := range programs {
		name := filepath.Join(dir, fmt.Sprintf("p%d.c", i))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&c, "#define main main_%d\n#include %q\n#undef main\n", i, name)
	}
	c.WriteString("int main(void) {\n")
	for i := range programs {
		fmt.Fprintf(&c, "state = 1; RUN(main_%d);\n", i)
	}
	c.WriteString("return 0; }\n")
	file := filepath.Join(dir, "all.c")
	if err := os.WriteFile(file, []byte(c.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "all")
	cmd := exec.Command("gcc", append(args, "-o", exe, file)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	out, err := exec.Command(exe).Output()
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != len(programs) {
		if *gccKeep != "" && len(lines) < len(programs) {
			os.WriteFile(filepath.Join(*gccKeep, "crash.c"), []byte(programs[len(lines)]), 0o644)
		}
		t.Fatalf("program %d of the batch: %v", len(lines), err)
	}
	return lines
}

// stages runs one program through the passes and reports the first that computes something else
// than want; "" if there is none. Executions that overflow under SignedUndefined are skipped.
func stages(file string, signed ir.Signed, ilp32 bool, want string) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("panic: %v", r)
		}
	}()
	ctx := context.Background()
	type occurrence struct {
		edge ir.EdgeID
		n    int
	}
	simplified := false
	var given map[occurrence]num.Int // what the last run but that of a simplified program got
	run := func(p *ir.Program) (string, bool) {
		in := inputs(1)
		scalar := func(e *ir.Edge, n int) num.Int {
			v := num.I(0x5a)
			if e.Stmt.(*ir.Havoc).Source == ir.FromCall {
				v = in.next()
			}
			given[occurrence{e.ID, n}] = v
			return v
		}
		if simplified {
			scalar = func(e *ir.Edge, n int) num.Int { return given[occurrence{e.ID, n}] }
		} else {
			given = map[occurrence]num.Int{}
		}
		out := interp.Run(ctx, p, interp.Inputs{
			Scalar:  scalar,
			Initial: func(*ir.Var) num.Int { return num.I(0x33) },
			Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(0x77) },
		}, interp.Options{MaxSteps: 3_000_000, NoPath: true})
		switch {
		case out.End == interp.Reached && p.Locs[out.At].Goal.Property == "no-overflow":
			return "overflow", true
		case out.End == interp.OutOfRange && signed == ir.SignedUndefined:
			return "", false
		case out.End != interp.Exited:
			pos := p.Locs[out.At].Pos
			if e := p.Edges[out.Edge]; e != nil {
				return fmt.Sprintf("%s %s: %s at %s", out.End, out.Reason, ir.StmtString(e.Stmt), e.Pos), true
			}
			return fmt.Sprintf("%s at %s", out.End, pos), true
		}
		return out.Result.String(), true
	}
	property := []string{"unreach-call"}
	if signed == ir.SignedCheck {
		property = []string{"no-overflow"}
	}
	p, err := cfront.Read(ctx, cfront.Options{Properties: property, Signed: signed, ILP32: ilp32}, file)
	if err != nil {
		return "read: " + err.Error()
	}
	check := func(name string, p *ir.Program, check func(*ir.Program) error) bool {
		if err := check(p); err != nil {
			problem = name + ": " + err.Error()
			return true
		}
		got, ok := run(p)
		if got == "overflow" && want != "overflow" && signed == ir.SignedCheck {
			// gcc narrows operations whose result is converted to a narrower type, and then
			// sees no overflow in them.
			return true
		}
		if ok && got != want {
			problem = fmt.Sprintf("%s: %s instead of %s", name, got, want)
			return true
		}
		return !ok
	}
	if check("cfront", p, ircheck.Check) {
		return
	}
	if err := alias.ResolveCalls(ctx, p, alias.Options{}); err != nil {
		return "calls: " + err.Error()
	}
	if check("calls", p, ircheck.Check) {
		return
	}
	q, err := pass.Inline(ctx, p, pass.InlineOptions{MaxDepth: 8, MaxEdges: 100_000})
	if err != nil {
		return "" // too large to be of use
	}
	if check("inline", q, ircheck.Check) {
		return
	}
	if err := alias.Regions(ctx, q, alias.Options{}); err != nil {
		return "regions: " + err.Error()
	}
	if check("regions", q, ircheck.CheckInlined) {
		return
	}
	fq, _, err := fold.Fold(ctx, q)
	if err != nil {
		return "fold: " + err.Error()
	}
	if check("fold", fq, ircheck.CheckInlined) {
		return
	}
	s, _ := pass.Simplify(q)
	simplified = true // it leaves out inputs that do not matter
	check("simplify", s, ircheck.CheckInlined)
	return
}

// Random programs compute under gcc, and in the interpreter after every pass, the same.
func TestRandomPrograms(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	t.Run("LP64", func(t *testing.T) { randomPrograms(t, lp64) })
	t.Run("ILP32", func(t *testing.T) {
		if !has32(t) {
			t.Skip("no 32-bit programs here")
		}
		randomPrograms(t, ilp32)
	})
}

// Programs that gcc's sanitizer stops reach an error location of the property no-overflow; those
// that neither stops compute the same.
func TestRandomOverflow(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	randomPrograms(t, checked)
}

// has32 says whether 32-bit programs can be compiled and run.
func has32(t *testing.T) bool {
	exe := filepath.Join(t.TempDir(), "a")
	cmd := exec.Command("gcc", "-m32", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-o", exe, "-x", "c", "-")
	cmd.Stdin = strings.NewReader(`void _start(void) { __asm__ volatile("int $0x80" : : "a"(1), "b"(0)); }`)
	return cmd.Run() == nil && exec.Command(exe).Run() == nil
}

func randomPrograms(t *testing.T, to target) {
	if *gccFile != "" {
		text, err := os.ReadFile(*gccFile)
		if err != nil {
			t.Fatal(err)
		}
		compareRandom(t, []string{string(text)}, to, func(int) string { return *gccFile })
		return
	}
	const batch = 50
	count := int64(*gccCount)
	if to.start == checked.start {
		count = (count + 1) / 2
	}
	for first := *gccSeed; first < *gccSeed+count; first += batch {
		var programs []string
		for i := range min(batch, *gccSeed+count-first) {
			programs = append(programs, cProgram(first+i, int(i), to.start == checked.start))
		}
		compareRandom(t, programs, to, func(i int) string { return fmt.Sprintf("seed%d", first+int64(i)) })
	}
}

// compareRandom compares programs with gcc; name names them.
func compareRandom(t *testing.T, programs []string, to target, name func(int) string) {
	want := compiled(t, programs, to)
	dir := t.TempDir()
	for i, text := range programs {
		file := filepath.Join(dir, "p"+strconv.Itoa(i)+".c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		modes := []ir.Signed{ir.SignedWrap, ir.SignedUndefined}
		if to.start == checked.start {
			modes = []ir.Signed{ir.SignedCheck}
		}
		for _, signed := range modes {
			problem := stages(file, signed, to.start == ilp32.start, want[i])
			if problem == "" {
				continue
			}
			problem = strings.ReplaceAll(problem, dir+"/", "")
			t.Errorf("%s: %s", name(i), problem)
			if *gccKeep != "" {
				text := fmt.Sprintf("// %s\n%s", strings.ReplaceAll(problem, "\n", " "), text)
				os.WriteFile(filepath.Join(*gccKeep, fmt.Sprintf("%s-%s.c", name(i), filepath.Base(t.Name()))), []byte(text), 0o644)
			}
			break
		}
	}
}
