package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/check"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// TestUndefinedArithmetic: a program with one expression reaches an error location of no-overflow or
// div-by-zero if gcc's sanitizers stop it; and if neither does, the results are the same. A few more
// come to an error, since gcc simplifies some operations before it looks at them: c *= c of an
// unsigned short is done without a sign, and a + a ? b : c asks for a.
func TestUndefinedArithmetic(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, machine := range []string{"-m64", "-m32"} {
		t.Run(machine, func(t *testing.T) {
			if machine == "-m32" && !hosts32(t) {
				t.Skip("gcc has no C library for -m32 here")
			}
			to := target{hosted + forked, []string{machine, "-std=gnu11", "-fsanitize=shift,signed-integer-overflow,integer-divide-by-zero", "-fsanitize-undefined-trap-on-error"}}
			const batch = 400
			end := *gccSeed + 8*int64(*gccCount)
			for first := *gccSeed; first < end; first += batch {
				var programs []string
				for i := range min(batch, end-first) {
					programs = append(programs, undefinedProgram(first+i))
				}
				if first == *gccSeed { // constants of which GCC knows the value
					for _, text := range []string{"(2 << 30) ? 1 : 2", "1 / 0 ? 1 : 2", "-(-2147483647-1) == 5", "1 || 1/0", "2147483647 ? 5 : 1 / 0", "0 * (1 << 31)", "(1u << 35) > 1", "-2147483648L < 0 ? 1 << 31 : 5"} {
						programs = append(programs, "int main(void) { return "+text+"; }\n")
					}
				}
				want := compiled(t, programs, to)
				compareUndefined(t, first, programs, want, undefinedOutcomes(t, first, programs, machine, arithmetic))
				var printed []string
				for i, text := range programs {
					printed = append(printed, printedGoals(t, text, fmt.Sprintf("p%d.c", i), machine, arithmetic))
				}
				compareUndefined(t, first, programs, want, compiled(t, printed, target{hosted + forked, []string{machine, "-std=gnu11"}}))
			}
		})
	}
}

// arithmetic are the properties of operations on integers.
var arithmetic = []string{"no-overflow", "div-by-zero"}

// undefinedOutcomes is what the interpreter says of programs: "overflow" if one comes to an error.
func undefinedOutcomes(t *testing.T, first int64, programs []string, machine string, properties []string) (outcomes []string) {
	ctx := context.Background()
	for i, text := range programs {
		file := filepath.Join(t.TempDir(), "p"+strconv.Itoa(i)+".c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		opts := cfront.Options{Properties: properties, ILP32: machine == "-m32"}
		p, err := cfront.Read(ctx, opts, file)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", first+int64(i), err, text)
		}
		for _, n := range p.Notes { // all is looked for that may go wrong, but with null or bounds alone
			if n.Kind == ir.Remark || properties[0] != "null" && properties[0] != "bounds" {
				t.Errorf("seed %d: %s\n%s", first+int64(i), n.Text, text)
			}
		}
		out := interp.Run(ctx, p, interp.Inputs{}, interp.Options{NoPath: true})
		got := out.Result.String()
		switch out.End {
		case interp.Reached:
			got = "overflow" // what the driver says of a program that is stopped
		case interp.Exited:
		default:
			got = out.End.String() + " " + out.Reason
		}
		outcomes = append(outcomes, got)
	}
	return outcomes
}

// printedGoals is the core of a program with its goals.
func printedGoals(t *testing.T, text, name, machine string, properties []string) string {
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	prog, err := cfront.Core(cfront.Options{ILP32: machine == "-m32"}, elab.LeftToRight, file)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	check.Add(prog, properties, false)
	if err := corecheck.Check(prog); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var b bytes.Buffer
	if err := coreprint.Print(&b, prog, coreprint.PrintConfig{}); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return b.String()
}

func compareUndefined(t *testing.T, first int64, programs, want, all []string) {
	stopped, missed := 0, 0
	for i, got := range all {
		if got == "overflow" {
			stopped++
		}
		if got == "overflow" && want[i] != got {
			missed++
		} else if got != want[i] {
			t.Errorf("seed %d: %s instead of %s:\n%s", first+int64(i), got, want[i], programs[i])
		}
	}
	if missed > len(programs)/100 {
		t.Errorf("gcc's sanitizers miss %d of %d", missed, len(programs))
	}
	if stopped < len(programs)/10 || stopped > len(programs)*9/10 {
		t.Errorf("%d of %d programs are stopped: that compares little", stopped, len(programs))
	}
}

// undefinedTypes have the values at their ends and at those of shift distances.
var undefinedTypes = []struct {
	name string
	bits int
}{
	{"signed char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16}, {"int", 32}, {"int", 32},
	{"unsigned", 32}, {"long", 0}, {"unsigned long", 0}, {"long long", 64}, {"unsigned long long", 64}, {"_Bool", 1},
}

// undefinedProgram is a program that computes one expression of variables that hold values at the
// limits. The result is not converted to a narrower type before it is assigned: gcc would do the
// arithmetic in that type, where it does not overflow.
func undefinedProgram(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	values := []string{"0", "1", "-1", "2", "3", "7", "8", "15", "16", "30", "31", "32", "33", "62", "63", "64", "-2", "-8",
		"127", "-128", "255", "32767", "-32768", "65535", "2147483647", "(-2147483647-1)", "4294967295u", "1073741824", "-1073741824",
		"9223372036854775807LL", "(-9223372036854775807LL-1)", "18446744073709551615ULL", "4611686018427387904LL", "46341", "65536", "3037000500LL"}
	decls, names := "", []string{"a", "b", "c"}
	for _, name := range names {
		decls += fmt.Sprintf("%s %s = %s; ", undefinedTypes[r.Intn(len(undefinedTypes))].name, name, values[r.Intn(len(values))])
	}
	var expr func(depth int) string
	expr = func(depth int) string {
		if depth == 0 || r.Intn(6) == 0 {
			if r.Intn(4) == 0 {
				return values[r.Intn(11)]
			}
			return names[r.Intn(len(names))]
		}
		switch r.Intn(8) {
		case 0:
			return "(- " + expr(depth-1) + ")"
		case 1:
			return fmt.Sprintf("(%s ? %s : %s)", expr(depth-1), expr(depth-1), expr(depth-1))
		}
		op := []string{"+", "-", "*", "/", "%", "<<", "<<", "<<", ">>", "<", "&", "^"}[r.Intn(12)]
		return fmt.Sprintf("(%s %s %s)", expr(depth-1), op, expr(depth-1))
	}
	step := ""
	switch name := names[r.Intn(len(names))]; r.Intn(4) {
	case 0:
		step = fmt.Sprintf("%s %s %s; ", name, []string{"+=", "-=", "*=", "/=", "%=", "<<=", "<<=", ">>="}[r.Intn(8)], expr(1))
	case 1:
		step = name + []string{"++", "--"}[r.Intn(2)] + "; "
	}
	return fmt.Sprintf("int main(void) { %s%slong long r = %s; return (int)(r %% 1000000007) ^ (a + 0 != 0) ^ (b + 0 != 0); }\n", decls, step, expr(1+r.Intn(3)))
}

// TestUndefinedFloats: a program with one expression of floats and integers reaches an error location of float-cast or float-div-by-zero
// if gcc's sanitizers stop it; of float-invalid and float-overflow, if the processor raises that exception.
func TestUndefinedFloats(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	const sse = "-mfpmath=sse"
	traps := []string{"-std=gnu11", "-msse2", sse}
	for _, c := range []struct {
		properties []string
		values     string
		end        string // of the expression's evaluation
		args       []string
	}{
		{[]string{"float-cast", "float-div-by-zero"}, "0 1 -1 0.5 -0.75 3 127.5 -128.5 -129 255.25 256 2147483647.0 2147483648.0 -2147483648.5 -2147483649.0 " +
			"4294967295.5 9223372036854775807.0 1e19 16777217 1e38 -1e30", "", []string{"-fsanitize=float-cast-overflow,float-divide-by-zero", "-fsanitize-undefined-trap-on-error"}},
		{[]string{"float-invalid"}, "0 -0.0 1 __builtin_inf() -__builtin_inf()", "if (__builtin_ia32_stmxcsr() & 1) __builtin_trap(); ", nil},
		{[]string{"float-overflow"}, "3e38 -3e38", "if (__builtin_ia32_stmxcsr() & 8) __builtin_trap(); ", nil},
	} {
		t.Run(strings.Join(c.properties, "+"), func(t *testing.T) {
			var programs, judged []string
			for i := range int64(max(60, 4**gccCount)) {
				begin, end := floatProgram(*gccSeed+i, strings.Fields(c.values), c.end == "")
				programs = append(programs, begin+end)
				judged = append(judged, strings.Replace(begin, "main(void) {", "main(void) { __builtin_ia32_ldmxcsr(0x1f80);", 1)+c.end+end)
			}
			want := compiled(t, judged, target{hosted + forked, append(c.args, traps...)})
			compareUndefined(t, *gccSeed, programs, want, undefinedOutcomes(t, *gccSeed, programs, "-m64", c.properties))
			var printed []string
			for i, text := range programs {
				printed = append(printed, printedGoals(t, text, fmt.Sprintf("p%d.c", i), "-m64", c.properties))
			}
			compareUndefined(t, *gccSeed, programs, want, compiled(t, printed, target{hosted + forked, traps}))
		})
	}
}

// floatProgram is a program that computes an expression of variables with some values, in two parts. Conversions to integers are in it where casts says so.
func floatProgram(seed int64, values []string, casts bool) (begin, end string) {
	r := rand.New(rand.NewSource(seed))
	decls, names := "", []string{"a", "b", "c"}
	for _, name := range names {
		decls += fmt.Sprintf("%s %s = %s; ", []string{"float", "float", "float", "double"}[r.Intn(4)], name, values[r.Intn(len(values))])
	}
	var expr func(depth int) string
	expr = func(depth int) string {
		if depth == 0 || r.Intn(6) == 0 {
			return names[r.Intn(len(names))]
		}
		switch k := r.Intn(8); {
		case k == 0:
			return "(- " + expr(depth-1) + ")"
		case k == 1:
			return fmt.Sprintf("(%s ? %s : %s)", expr(depth-1), expr(depth-1), expr(depth-1))
		case k <= 3 && casts:
			return fmt.Sprintf("(double)(%s)%s", []string{"int", "unsigned", "signed char", "unsigned short", "long long", "unsigned long long", "_Bool"}[r.Intn(7)], expr(depth-1))
		case k == 2:
			return fmt.Sprintf("(%s)%s", []string{"float", "double"}[r.Intn(2)], expr(depth-1))
		}
		return fmt.Sprintf("(%s %s %s)", expr(depth-1), []string{"+", "-", "*", "/", "/"}[r.Intn(5)], expr(depth-1))
	}
	return "int main(void) { " + decls + "double r = " + expr(1+r.Intn(3)) + "; ", "return r != 0; }\n"
}

// TestUndefinedNull: a program reaches an error location of null if the processor stops it, compiled without optimization.
func TestUndefinedNull(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	to := target{hosted + forked, []string{"-std=gnu11"}}
	properties := []string{"null"}
	var programs, printed []string
	for i := range int64(max(100, 8**gccCount)) {
		programs = append(programs, nullProgram(*gccSeed+i))
		printed = append(printed, printedGoals(t, programs[i], fmt.Sprintf("p%d.c", i), "-m64", properties))
	}
	want := compiled(t, programs, to)
	compareUndefined(t, *gccSeed, programs, want, undefinedOutcomes(t, *gccSeed, programs, "-m64", properties))
	// What stops at a null pointer without its goals stops there with them: the printed programs make no access that would.
	for i := range printed {
		printed[i] = strings.ReplaceAll(printed[i], "__builtin_trap()", "_exit(9)")
	}
	compareUndefined(t, *gccSeed, programs, want, compiled(t, printed, to))
}

// nullProgram is a program with pointers, some of which are null. None is computed from one that is null but where memory is accessed at once: that would be for
// property bounds.
func nullProgram(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	var expr func(depth int) string
	pointer := func(depth int) string {
		if depth == 0 {
			return pick("p", "q", "*r")
		}
		return pick("p", "q", "*r", "&x", "u->a", "(x ? p : q)", "(int *)(void *)q", "(p + 0)", "("+expr(depth-1)+" ? q : p)")
	}
	expr = func(depth int) string {
		if depth == 0 {
			return pick("x", "y", "*p", "s.n", "q[0]")
		}
		p := pointer(depth - 1)
		return pick("*"+p, "("+p+")[0]", "**r", "u->n", "u->a[1]", "u->a[x & 1]", "u->next->n", "(u->next ? u->next->a[2] : x)", "(p && *p)", "(!q || *q)", "(u ? u->n : 3)",
			"*&*"+p, "(&u->a[1] != 0)", "("+p+" == 0)", "(int)sizeof *p", "("+expr(depth-1)+" + "+expr(depth-1)+")", "F_("+pick("p", "q", "*r")+")", "G_(u)")
	}
	text := fmt.Sprintf(`extern void _exit(int);
struct S_ { int n, a[3], bits : 3; struct S_ *next; };
static int F_(int *p) { return %s; }
static int G_(struct S_ *u) { struct S_ t = { 1 }; if (!u) return %s; t = *u; return t.n; }
int main(void) {
  int x = %d, y = 2, *p = %s, *q = %s, **r = %s;
  struct S_ s = { 3, { 4, 5, 6 }, 1, 0 }, *u = %s;
  int (*h)(int *) = %s;
  if (%s) s.next = &s;
`, pick("*p", "p ? *p : 7", "p == 0"), pick("1", "u->n", "2"), r.Intn(2), pick("0", "&x", "&x"), pick("0", "&y", "&x"), pick("&p", "&q", "0"), pick("&s", "&s", "0"), pick("F_", "F_", "0"), pick("1", "0", "x"))
	for range 1 + r.Intn(3) {
		text += "  " + pick("*"+pointer(1)+" = "+expr(1), "u->n = "+expr(1), "u->a[x & 1] += "+expr(1), "**r = 5", "s = *u", "*u = s", "u->bits = "+expr(1), "x = u->bits", "(*p)++", "y = h(&x)", "p = q",
			"if ("+expr(2)+") x = 3") + ";\n"
	}
	own := strings.NewReplacer("F_", fmt.Sprint("f", seed), "G_", fmt.Sprint("g", seed), "S_", fmt.Sprint("s", seed)) // all programs are in one file
	return own.Replace(text + "  return " + expr(2) + " & 255;\n}\n")
}

// TestUndefinedBounds: a program reaches an error location of bounds if gcc's sanitizer finds an index that its array does not have; as its core does that is
// printed with its goals.
func TestUndefinedBounds(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	properties := []string{"bounds"}
	var programs, printed []string
	for i := range int64(max(100, 8**gccCount)) {
		programs = append(programs, boundsProgram(*gccSeed+i))
		printed = append(printed, printedGoals(t, programs[i], fmt.Sprintf("p%d.c", i), "-m64", properties))
	}
	want := compiled(t, programs, target{hosted + forked, []string{"-std=gnu11", "-fsanitize=bounds-strict", "-fsanitize-undefined-trap-on-error"}})
	compareUndefined(t, *gccSeed, programs, want, undefinedOutcomes(t, *gccSeed, programs, "-m64", properties))
	compareUndefined(t, *gccSeed, programs, want, compiled(t, printed, target{hosted + forked, []string{"-std=gnu11"}}))
}

// boundsProgram is a program with elements of arrays, a few of which are not there.
func boundsProgram(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	var expr func(depth int) string
	index := func(depth, n int) string {
		if r.Intn(8) == 0 {
			return pick(fmt.Sprint(n), "i", "-1", "u - 3", fmt.Sprint(n-1)+" + j", "n")
		}
		if depth > 0 && r.Intn(3) == 0 {
			return fmt.Sprintf("((unsigned)%s %% %d)", expr(depth-1), n)
		}
		return pick("0", fmt.Sprint(n-1), "j", "1", "(char)j")
	}
	expr = func(depth int) string {
		d := depth - 1
		if depth == 0 {
			return pick("i", "j", "3", "(int)n")
		}
		return pick("a["+index(d, 4)+"]", "b["+index(d, 3)+"]["+index(d, 2)+"]", "s.x["+index(d, 3)+"]", "p->x["+index(d, 3)+"]", "p->t["+index(d, 2)+"].y["+index(d, 2)+"]",
			"h_(&a["+index(d, 5)+"])", "h_(&p->t["+index(d, 2)+"].k)", "("+expr(d)+" + "+expr(d)+")", "("+expr(d)+" && "+expr(d)+")", "(int)sizeof a["+index(d, 4)+"]", "\"abc\"["+index(d, 4)+"]", "g["+index(d, 4)+"](j)",
			"(j ? "+expr(d)+" : "+expr(d)+")", "q["+index(0, 2)+" & 1]")
	}
	text := fmt.Sprintf(`static int F_(int k) { return k + 1; }
static int h_(int *p) { return p != 0; }
static int (*const g_[4])(int) = { F_, F_, F_, F_ };
int main(void) {
  int i = %s, j = %s, a[4] = { 1, 2, 3, 4 }, b[3][2] = { 1, 0, 2 }; unsigned u = %s; long n = %s;
  struct S_ { int x[3]; struct T_ { int k; signed char y[2]; } t[2]; int z; } s = { { 1, 2, 3 } }, *p = &s;
  int *q = a + 1;
`, pick("0", "1", "4", "2"), pick("0", "1", "1"), pick("3", "2", "4"), pick("0", "1", "7", "-2"))
	for range 1 + r.Intn(4) {
		text += "  " + pick("a["+index(1, 4)+"] = "+expr(1), "b["+index(1, 3)+"]["+index(1, 2)+"] += "+expr(1), "p->t["+index(1, 2)+"].y["+index(1, 2)+"] = 1", "s.x["+index(1, 3)+"]++", "s.t[1] = p->t["+index(1, 2)+"]",
			"q = &a["+index(1, 4)+"], q = a", "if ("+expr(2)+") j = 0") + ";\n"
	}
	own := strings.NewReplacer("F_", fmt.Sprint("f", seed), "S_", fmt.Sprint("s", seed), "T_", fmt.Sprint("t", seed), "h_", fmt.Sprint("h", seed), "g_", fmt.Sprint("g", seed), "g[", fmt.Sprint("g", seed)+"[")
	return own.Replace(text + "  return " + expr(2) + " & 255;\n}\n")
}
