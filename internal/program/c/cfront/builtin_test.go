package cfront_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

var (
	builtinCount = flag.Int("builtin.count", 300, "random calls of GCC's builtins that are compared with gcc")
	builtinSeed  = flag.Int64("builtin.seed", 1, "of the calls")
)

// TestRandomBuiltins: random calls of GCC's builtins, of constants and of variables, compute in the
// interpreter what they compute under gcc.
func TestRandomBuiltins(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		machine := map[bool]string{false: "-m64", true: "-m32"}[ilp32]
		t.Run(machine, func(t *testing.T) {
			if !compiles(t, []string{machine}) {
				t.Skip("gcc compiles no programs with " + machine)
			}
			g := &builtinCalls{Rand: rand.New(rand.NewSource(*builtinSeed)), ilp32: ilp32}
			for range *builtinCount {
				g.call()
			}
			want := g.compiled(t, machine)
			g.interpreted(t, want)
		})
	}
}

// builtinCalls is a list of cases: statements, and the expressions to compare after them.
type builtinCalls struct {
	*rand.Rand
	ilp32  bool
	signed ir.Signed
	cases  []builtinCase
}

type builtinCase struct {
	globals string
	code    string
	results []string
}

// compiled gives the results under gcc, in the order of the cases and their results.
func (g *builtinCalls) compiled(t *testing.T, machine ...string) []string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\n#include <stdatomic.h>\n")
	for i, c := range g.cases {
		fmt.Fprintf(&b, "%s\nstatic void case%d(void) {\n%s\n", c.globals, i, c.code)
		for _, e := range c.results {
			fmt.Fprintf(&b, "\tprintf(\"%%llu\\n\", (unsigned long long)(%s));\n", e)
		}
		b.WriteString("}\n")
	}
	b.WriteString("int main(void) {\n")
	for i := range g.cases {
		fmt.Fprintf(&b, "\tcase%d();\n", i)
	}
	b.WriteString("\treturn 0;\n}\n")
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", append(machine, "-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-o", exe, file, "-latomic", "-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// interpreted runs each case in the interpreter, which compares with the results under gcc.
func (g *builtinCalls) interpreted(t *testing.T, want []string) {
	left := 0
	for _, c := range g.cases {
		var b strings.Builder
		fmt.Fprintf(&b, "#include <stdatomic.h>\nvoid reach_error(void);\n%s\nint main(void) {\n%s\n", c.globals, c.code)
		for _, e := range c.results {
			fmt.Fprintf(&b, "\tif ((unsigned long long)(%s) != %sULL) reach_error();\n", e, want[0])
			want = want[1:]
		}
		b.WriteString("\treturn 0;\n}\n")
		p, err := read(t, cfront.Options{ILP32: g.ilp32, Signed: g.signed}, b.String())
		if refused := (*cfront.Unsupported)(nil); errors.As(err, &refused) {
			t.Log(refused.Why)
			left++
			continue
		}
		if err == nil {
			err = ircheck.Check(p)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if i := slices.IndexFunc(p.Notes, func(n ir.Note) bool { return n.Kind == ir.Unmodelled }); i >= 0 {
			t.Log(p.Notes[i].Text)
			left++
			continue
		}
		if out := interp.Run(context.Background(), p, interp.Inputs{}, interp.Options{MaxSteps: 100_000}); out.End != interp.Exited {
			at, line := p.Loc(out.At).Pos, ""
			if lines := strings.Split(b.String(), "\n"); at.Line > 0 && at.Line <= len(lines) {
				line = lines[at.Line-1]
			}
			t.Fatalf("%v %s at %v: %s\n%s", out.End, out.Reason, at, line, b.String())
		}
	}
	if left*5 > len(g.cases) {
		t.Errorf("%d of %d cases are not read", left, len(g.cases))
	}
}

type integer struct {
	name   string
	bits   int
	signed bool
}

func (g *builtinCalls) integers() []integer {
	long := 64
	if g.ilp32 {
		long = 32
	}
	list := []integer{
		{"char", 8, true}, {"signed char", 8, true}, {"unsigned char", 8, false}, {"short", 16, true}, {"unsigned short", 16, false},
		{"int", 32, true}, {"unsigned", 32, false}, {"long", long, true}, {"unsigned long", long, false},
		{"long long", 64, true}, {"unsigned long long", 64, false},
	}
	if !g.ilp32 {
		list = append(list, integer{"__int128", 128, true}, integer{"unsigned __int128", 128, false})
	}
	return list
}

func (g *builtinCalls) pick(list ...string) string { return list[g.Intn(len(list))] }

// literal is a number of a type, often one at its bounds.
func (g *builtinCalls) literal(t integer) string {
	high, low := g.Uint64(), g.Uint64()
	switch g.Intn(4) {
	case 0:
		high, low = 0, uint64(g.Intn(4))
	case 1: // -1, -2, …
		high, low = ^uint64(0), -uint64(g.Intn(4))-1
	case 2: // about half of the range
		n := max(0, t.bits-1-g.Intn(2))
		high, low = 0, 0
		if n >= 64 {
			high = 1 << (n - 64)
		} else {
			low = 1 << n
		}
		if d := uint64(g.Intn(3)); d > 0 {
			if low < d {
				high--
			}
			low -= d
		}
	}
	if t.bits == 128 {
		return fmt.Sprintf("(%s)((unsigned __int128)%#xULL << 64 | %#xULL)", t.name, high, low)
	}
	return fmt.Sprintf("(%s)%#xULL", t.name, low)
}

// parts are expressions for the parts of a number.
func parts(name string, t integer) []string {
	if t.bits < 128 {
		return []string{name}
	}
	return []string{name, "(unsigned __int128)" + name + " >> 64"}
}

func (g *builtinCalls) call() {
	i := len(g.cases)
	kinds := []func(int) builtinCase{g.overflow, g.overflow, g.typedOverflow, g.overflowPredicate, g.bits, g.bits,
		g.atomicUpdate, g.atomicUpdate, g.atomicExchange, g.compareExchange, g.pointerUpdate, g.standardAtomics}
	g.cases = append(g.cases, kinds[g.Intn(len(kinds))](i))
}

// operand declares a variable, or is a constant.
func (g *builtinCalls) operand(c *builtinCase, name string, t integer) string {
	v := g.literal(t)
	switch g.Intn(4) {
	case 0:
		return "(" + v + ")"
	case 1:
		c.globals += fmt.Sprintf("%s %s;\n", t.name, name)
		c.code += fmt.Sprintf("\t%s = %s;\n", name, v)
	case 2:
		if t.bits < 128 && t.bits > 8 {
			c.globals += fmt.Sprintf("struct { %s pad : 3, %s : %d; } s_%s;\n", t.name, name, 1+g.Intn(t.bits-4), name)
			c.code += fmt.Sprintf("\ts_%s.%s = %s;\n", name, name, v)
			return "s_" + name + "." + name
		}
		fallthrough
	default:
		c.code += fmt.Sprintf("\t%s %s = %s;\n", t.name, name, v)
	}
	return name
}

func (g *builtinCalls) overflow(i int) builtinCase {
	types := g.integers()
	a, b, r := types[g.Intn(len(types))], types[g.Intn(len(types))], types[g.Intn(len(types))]
	if g.Intn(6) == 0 {
		a = integer{"_Bool", 1, false}
	}
	c := builtinCase{}
	x, y := g.operand(&c, fmt.Sprintf("x%d", i), a), g.operand(&c, fmt.Sprintf("y%d", i), b)
	c.code += fmt.Sprintf("\t%s r = 1;\n\tint o = __builtin_%s_overflow(%s, %s, &r);", r.name, g.pick("add", "sub", "mul"), x, y)
	c.results = append([]string{"o"}, parts("r", r)...)
	return c
}

func (g *builtinCalls) typedOverflow(i int) builtinCase {
	types := g.integers()
	k := g.Intn(6)
	prefix := []string{"s%s", "u%s", "s%sl", "u%sl", "s%sll", "u%sll"}[k]
	r := types[5+k]
	c := builtinCase{}
	x, y := g.operand(&c, fmt.Sprintf("x%d", i), types[g.Intn(11)]), g.operand(&c, fmt.Sprintf("y%d", i), types[g.Intn(11)])
	name := fmt.Sprintf(prefix, g.pick("add", "sub", "mul"))
	c.code += fmt.Sprintf("\t%s r = 1;\n\tint o = __builtin_%s_overflow(%s, %s, &r);", r.name, name, x, y)
	c.results = []string{"o", "r"}
	return c
}

func (g *builtinCalls) overflowPredicate(i int) builtinCase {
	types := g.integers()
	a, b, r := types[g.Intn(len(types))], types[g.Intn(len(types))], types[g.Intn(len(types))]
	c := builtinCase{}
	x, y := g.operand(&c, fmt.Sprintf("x%d", i), a), g.operand(&c, fmt.Sprintf("y%d", i), b)
	like := fmt.Sprintf("(%s)0", r.name)
	op := g.pick("add", "sub", "mul")
	if g.Intn(3) == 0 {
		like = g.operand(&c, fmt.Sprintf("z%d", i), r)
	} else {
		c.globals += fmt.Sprintf("int k%d[1 + __builtin_%s_overflow_p(%s, %s, %s)];\n", i, op, g.literal(a), g.literal(b), like)
		c.results = append(c.results, fmt.Sprintf("sizeof k%d", i))
	}
	c.code += fmt.Sprintf("\tint o = __builtin_%s_overflow_p(%s, %s, %s);", op, x, y, like)
	c.results = append(c.results, "o")
	return c
}

func (g *builtinCalls) bits(i int) builtinCase {
	types := g.integers()
	arg := types[g.Intn(11)]
	c := builtinCase{}
	if g.Intn(3) == 0 {
		width := g.pick("16", "32", "64", "128")
		if g.ilp32 && width == "128" {
			width = "64"
		}
		if width == "128" {
			arg = types[12]
		}
		x := g.operand(&c, fmt.Sprintf("x%d", i), arg)
		c.results = parts(fmt.Sprintf("__builtin_bswap%s(%s)", width, x), integer{bits: map[string]int{"128": 128}[width]})
		return c
	}
	name := g.pick("popcount", "parity", "ffs", "clrsb", "clz", "ctz")
	suffix := g.pick("", "l", "ll")
	x := g.operand(&c, fmt.Sprintf("x%d", i), arg)
	if name == "clz" || name == "ctz" { // of 0 the result is open
		as := map[string]string{"": "unsigned", "l": "unsigned long", "ll": "unsigned long long"}[suffix]
		c.results = []string{fmt.Sprintf("(%s)(%s) ? __builtin_%s%s(%s) : -1", as, x, name, suffix, x)}
		return c
	}
	c.results = []string{fmt.Sprintf("__builtin_%s%s(%s)", name, suffix, x)}
	return c
}

// object declares an object for atomic operations.
func (g *builtinCalls) object(c *builtinCase, i int) (expr string, t integer) {
	types := g.integers()
	t = types[g.Intn(11)]
	qualifier := g.pick("", "", "volatile ", "static ")
	switch g.Intn(3) {
	case 0:
		c.globals += fmt.Sprintf("%s%s v%d;\n", qualifier, t.name, i)
		c.code += fmt.Sprintf("\tv%d = %s;\n", i, g.literal(t))
		return fmt.Sprintf("v%d", i), t
	case 1:
		c.code += fmt.Sprintf("\tstruct { char c; %s a[3]; } s;\n\ts.a[1] = %s; s.a[0] = 1; s.a[2] = 2;\n", t.name, g.literal(t))
		c.results = append(c.results, "s.a[0]", "s.a[2]")
		return "s.a[1]", t
	}
	c.code += fmt.Sprintf("\t%s%s v = %s;\n", qualifier, t.name, "0")
	c.code += fmt.Sprintf("\tv = %s;\n", g.literal(t))
	return "v", t
}

// sized adds the size of the object to the name of a builtin, or not.
func (g *builtinCalls) sized(name string, t integer, generic string) string {
	if g.Intn(3) == 0 {
		return fmt.Sprintf("%s_%d", name, t.bits/8)
	}
	return name + generic
}

func (g *builtinCalls) order() string { return g.pick("__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED") }

func (g *builtinCalls) atomicUpdate(i int) builtinCase {
	c := builtinCase{}
	v, t := g.object(&c, i)
	op := g.pick("add", "sub", "and", "or", "xor", "nand")
	types := g.integers()
	x := g.operand(&c, fmt.Sprintf("x%d", i), types[g.Intn(11)])
	var call string
	switch g.Intn(4) {
	case 0:
		call = fmt.Sprintf("%s(&%s, %s, %s)", g.sized("__atomic_fetch_"+op, t, ""), v, x, g.order())
	case 1:
		call = fmt.Sprintf("%s(&%s, %s, %s)", g.sized("__atomic_"+op+"_fetch", t, ""), v, x, g.order())
	case 2:
		call = fmt.Sprintf("%s(&%s, %s)", g.sized("__sync_fetch_and_"+op, t, ""), v, x)
	default:
		call = fmt.Sprintf("%s(&%s, %s)", g.sized("__sync_"+op+"_and_fetch", t, ""), v, x)
	}
	c.code += fmt.Sprintf("\t__typeof__(%s) r = %s;", call, call)
	c.results = append(c.results, "r", v, "sizeof("+call+")", "(__typeof__("+call+"))-1 < 0")
	return c
}

func (g *builtinCalls) atomicExchange(i int) builtinCase {
	c := builtinCase{}
	v, t := g.object(&c, i)
	types := g.integers()
	x := g.operand(&c, fmt.Sprintf("x%d", i), types[g.Intn(11)])
	switch g.Intn(8) {
	case 0:
		c.code += fmt.Sprintf("\tlong long r = %s(&%s, %s, %s);", g.sized("__atomic_exchange", t, "_n"), v, x, g.order())
	case 1:
		c.code += fmt.Sprintf("\tlong long r = %s(&%s, %s);", g.sized("__sync_lock_test_and_set", t, ""), v, x)
	case 2:
		c.code += fmt.Sprintf("\tlong long r = 7; %s(&%s, %s, %s);", g.sized("__atomic_store", t, "_n"), v, x, g.order())
	case 3:
		c.code += fmt.Sprintf("\tlong long r = %s(&%s, %s);", g.sized("__atomic_load", t, "_n"), v, g.order())
	case 4:
		c.code += fmt.Sprintf("\t%s r = 3; %s w = %s; __atomic_exchange(&%s, &w, &r, %s);", t.name, t.name, x, v, g.order())
	case 5:
		c.code += fmt.Sprintf("\t%s r = 3; __atomic_load(&%s, &r, %s);", t.name, v, g.order())
	case 6:
		c.code += fmt.Sprintf("\t%s r = %s; __atomic_store(&%s, &r, %s);", t.name, x, v, g.order())
	default:
		c.code += fmt.Sprintf("\tlong long r = 7; %s(&%s);", g.sized("__sync_lock_release", t, ""), v)
	}
	c.results = append(c.results, "r", v)
	return c
}

func (g *builtinCalls) compareExchange(i int) builtinCase {
	c := builtinCase{}
	v, t := g.object(&c, i)
	types := g.integers()
	x := g.operand(&c, fmt.Sprintf("x%d", i), types[g.Intn(11)])
	want := v
	if g.Intn(2) == 0 {
		want = g.literal(t)
	}
	c.code += fmt.Sprintf("\t%s e = %s;\n", t.name, want)
	switch g.Intn(4) {
	case 0:
		c.code += fmt.Sprintf("\tint r = %s(&%s, &e, %s, %d, %s, 0);", g.sized("__atomic_compare_exchange", t, "_n"), v, x, 0, g.order())
	case 1:
		c.code += fmt.Sprintf("\t%s d = %s;\n\tint r = __atomic_compare_exchange(&%s, &e, &d, 0, %s, 0);", t.name, x, v, g.order())
	case 2:
		c.code += fmt.Sprintf("\tint r = %s(&%s, e, %s);", g.sized("__sync_bool_compare_and_swap", t, ""), v, x)
	default:
		c.code += fmt.Sprintf("\tlong long r = %s(&%s, e, %s);", g.sized("__sync_val_compare_and_swap", t, ""), v, x)
	}
	c.results = append(c.results, "r", "e", v)
	return c
}

// pointerUpdate moves a pointer, in bytes.
func (g *builtinCalls) pointerUpdate(i int) builtinCase {
	n := g.Intn(4)
	return builtinCase{
		code: fmt.Sprintf("\tint a[10]; int *p = a + 5;\n\tint *r = %s(&p, %s%d * sizeof(int)%s);",
			g.pick("__atomic_fetch_add", "__atomic_sub_fetch", "__sync_fetch_and_sub", "__sync_add_and_fetch"), g.pick("", "-"), n, ", 5"),
		results: []string{"r - a", "p - a"},
	}
}

func (g *builtinCalls) standardAtomics(i int) builtinCase {
	c := builtinCase{}
	t := g.pick("int", "uchar", "llong", "size_t", "short", "bool")
	x, y := g.Intn(1000), g.Intn(1000)
	op := g.pick("add", "sub", "or", "xor", "and")
	c.globals = fmt.Sprintf("atomic_%s v%d = ATOMIC_VAR_INIT(%d);\natomic_flag f%d = ATOMIC_FLAG_INIT;\n", t, i, x, i)
	c.code = fmt.Sprintf("\tlong long r = 0, q = 0;\n\tint f = atomic_flag_test_and_set(&f%d);\n\tf = 2 * f + atomic_flag_test_and_set_explicit(&f%d, memory_order_relaxed);\n", i, i)
	if g.Intn(2) == 0 {
		c.code += fmt.Sprintf("\tatomic_flag_clear(&f%d);\n", i)
	}
	if t != "bool" {
		c.code += fmt.Sprintf("\tr = atomic_fetch_%s(&v%d, %d);\n\tv%d += 3; v%d++; q = v%d--;\n", op, i, y, i, i, i)
	}
	c.code += fmt.Sprintf("\tr += 1000 * atomic_exchange(&v%d, %d);\n\tatomic_store(&v%d, atomic_load(&v%d) + 1);\n", i, y, i, i)
	c.code += fmt.Sprintf("\tatomic_thread_fence(memory_order_seq_cst);\n\t__typeof__(atomic_load(&v%d)) e = %d;\n\tint s = atomic_compare_exchange_%s(&v%d, &e, 5);\n\tf = 2 * f + atomic_flag_test_and_set(&f%d);\n",
		i, y+g.Intn(2), "strong", i, i)
	c.results = []string{"r", "q", "f", "e", "s", fmt.Sprintf("v%d", i), fmt.Sprintf("sizeof v%d", i)}
	return c
}
