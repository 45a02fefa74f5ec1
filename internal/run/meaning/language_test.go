package meaning

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/registry"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/testenv"
)

var (
	languageCount = flag.Int("language.count", testenv.Count(1, 2), "random programs of pieces of C that gcc judges")
	languageSeed  = flag.Int64("language.seed", 1, "of the first of them")
	languageOnly  = flag.Int("language.piece", -1, "take this piece only")
	languageKeep  = flag.String("language.keep", "", "folder for the programs with a wrong verdict")
	languageTime  = flag.Duration("language.time", 5*time.Second, "for each verdict")
)

// TestLanguage: programs of pieces of C (pieces_test.go), which compute a number from two inputs between 0 and 3. gcc says which
// number that is for each of them, without optimisation, and with the sanitizers, which must not report anything. That the program
// computes these numbers must not be FALSE, and that it computes another one for one input must not be TRUE, whatever engine is
// asked; nor is a property violated that is about undefined behaviour. Every second program has no inputs, every third is one for 32
// bits, where gcc has those.
func TestLanguage(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	has32 := bareMachine(t)
	answers := map[string]int{}
	for i := range *languageCount {
		seed := *languageSeed + int64(i)
		g := &language{r: rand.New(rand.NewSource(seed)), inputs: seed%2 == 0, ilp32: has32 && seed%3 == 2}
		g.write()
		for _, answer := range g.judge(t, fmt.Sprintf("seed %d", seed)) {
			answers[answer]++
		}
	}
	t.Log(answers)
	if answers["holds: TRUE"] == 0 || answers["fails: FALSE"] == 0 {
		t.Error("none is decided")
	}
}

// language is a random program.
type language struct {
	r      *rand.Rand
	inputs bool
	ilp32  bool
	pieces []int
	files  [2]string // but for main
}

func (g *language) n(k int) int { return g.r.Intn(k) }

func (g *language) pick(list ...string) string { return list[g.n(len(list))] }

var languageTypes = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long",
}

// value is an expression over a and b.
func (g *language) value(depth int) string {
	if depth == 0 {
		return g.pick("a", "b", "a + b", fmt.Sprint(g.n(10)), g.constant(), "(int)a", "-(int)b", "(char)(a + 126)", "(short)-b")
	}
	x, y := g.value(depth-1), g.value(depth-1)
	switch g.n(9) {
	case 0, 1:
		return fmt.Sprintf("(%s)(%s)", languageTypes[g.n(len(languageTypes))], x)
	case 2:
		return fmt.Sprintf("((%s) %s (%s)(%s))", x, g.pick("+", "-", "*"), g.pick("unsigned", "unsigned long long", "unsigned long"), y)
	case 3:
		return fmt.Sprintf("((%s) %s (%s))", x, g.pick("&", "|", "^"), y)
	case 4:
		return fmt.Sprintf("((%s) >> (%s & 7))", x, y)
	case 5:
		return fmt.Sprintf("((%s) %s (%s))", x, g.pick("<", "<=", "==", "!=", ">", ">=", "&&", "||"), y)
	case 6:
		return fmt.Sprintf("(%s ? (%s) : (%s))", g.pick("a > b", "a & 1", "b == 2"), x, y)
	case 7:
		return fmt.Sprintf("((%s) %s %s)", x, g.pick("/", "%"), g.pick("3", "7u", "(short)-5", "11LL", "(unsigned char)200"))
	}
	return g.pick("~", "!", "+") + "(" + x + ")"
}

func (g *language) constant() string {
	return g.pick("0", "1", "-1", "127", "128", "255", "256", "-128", "-129", "32767", "65535", "0x7fffffff", "2147483648", "0x80000000",
		"0xffffffff", "4294967296", "-2147483648",
		"0x123456789abcdefLL", "'\\xff'", "'a'", "1u", "0xffffffffffffffffULL", "(-0x7fffffffffffffffLL - 1)", fmt.Sprint(g.n(100000)-50000))
}

var pieceWord = regexp.MustCompile(`[A-Za-z_]\w*`)

// write makes the files of some pieces. In a piece N at the end of a name makes it the piece's own; T, U, V are integer types, S is a
// signed one; K, H, M small
// numbers from 1, C, D constants, E, F expressions over a and b, and R(x) takes x into the number.
func (g *language) write() {
	var top, other, all strings.Builder
	for range 1 + g.n(3) {
		k := g.n(len(pieces))
		if *languageOnly >= 0 {
			k = *languageOnly
		}
		g.pieces = append(g.pieces, k)
		words := map[string]string{
			"S": g.pick("signed char", "short", "int", "long", "long long"),
			"K": fmt.Sprint(1 + g.n(7)), "H": fmt.Sprint(1 + g.n(7)), "M": fmt.Sprint(1 + g.n(7)), "C": g.constant(), "D": g.constant(),
			"E": "(" + g.value(2) + ")", "F": "(" + g.value(1+g.n(2)) + ")",
		}
		for _, name := range []string{"T", "U", "V"} {
			words[name] = languageTypes[g.n(len(languageTypes))]
		}
		suffix := fmt.Sprintf("_%d", len(g.pieces))
		fill := func(text string) string {
			return pieceWord.ReplaceAllStringFunc(text, func(w string) string {
				if word, ok := words[w]; ok {
					return word
				}
				if len(w) > 1 && strings.HasSuffix(w, "N") {
					return w[:len(w)-1] + suffix
				}
				return w
			})
		}
		p := pieces[k]
		fmt.Fprintf(&top, "%s\nstatic word piece%s(unsigned a, unsigned b) {\n  word r = 0;\n%s\n  return r;\n}\n", fill(p.top), suffix, fill(p.body))
		fmt.Fprintf(&other, "%s\n", fill(p.other))
		fmt.Fprintf(&all, "  r = r * 31 + piece%s(a, b);\n", suffix)
	}
	head := "#include <stddef.h>\n#include <stdarg.h>\ntypedef unsigned long long word;\n#define R(...) (r = r * 37 + (word)(__VA_ARGS__))\n"
	g.files[0] = head + top.String() + "static word all(unsigned a, unsigned b) {\n  word r = 1;\n" + all.String() + "  return r;\n}\n"
	g.files[1] = head + other.String()
}

// table is the main function of the program that gcc compiles: it prints the number for the input that its argument says.
const table = `
extern long write(int, const void *, unsigned long);
int main(int argc, char **argv) {
	int k = argv[1][0] - 'a';
	word r = all(k >> 2, k & 3);
	char text[17];
	for (int i = 0; i < 16; i++) text[i] = "0123456789abcdef"[r >> (60 - 4 * i) & 15];
	text[16] = '\n';
	write(1, text, 17);
	return 0;
}
`

// judge has gcc and craig say what they think of a program.
func (g *language) judge(t *testing.T, name string) (answers []string) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	other := write("other.c", g.files[1])
	files := []string{write("table.c", g.files[0]+table), other}
	want, ok := g.compiled(t, dir, files, "-O0", "-fwrapv")
	if !ok {
		t.Errorf("%s, pieces %v: gcc does not compile it, or it crashes\n%s\n%s", name, g.pieces, want, g.files[0])
		return []string{"bad"}
	}
	sane := []string{"-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-fno-sanitize=alignment"}
	if g.ilp32 {
		sane = []string{"-O2", "-fno-strict-aliasing"}
	}
	if checked, ok := g.compiled(t, dir, files, sane...); !ok || checked != want {
		if *languageOnly >= 0 {
			t.Logf("%s, pieces %v: not sane: %s", name, g.pieces, checked)
		}
		return []string{"not sane"} // undefined behaviour, or what C leaves open
	}
	numbers := strings.Fields(want)
	k := g.n(16)
	say := func(property string, fails bool) string {
		list := append([]string{}, numbers...)
		if fails {
			digit := strings.IndexByte("0123456789abcdef", list[k][15])
			list[k] = list[k][:15] + string("0123456789abcdef"[digit^(1<<g.n(4))])
		}
		text := g.files[0] + "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
		if g.inputs {
			text += "static const word want[16] = { 0x" + strings.Join(list, "u, 0x") + "u };\n" +
				"int main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n" +
				"  if (a > 3 || b > 3) return 0;\n  if (all(a, b) != want[a * 4 + b]) reach_error();\n  return 0;\n}\n"
		} else {
			text += fmt.Sprintf("int main(void) {\n  if (all(%d, %d) != 0x%su) reach_error();\n  return 0;\n}\n", k>>2, k&3, list[k])
		}
		return write(property+fmt.Sprint(fails)+".c", text)
	}
	engines := registry.Engines()
	spec := engines[g.n(len(engines))]
	property := g.pick("no-overflow", "valid-deref", "valid-free", "bounds", "null", "div-by-zero", "uninit")
	if property == "no-overflow" {
		property = "unreach-call" // what wraps in the program's casts and shifts is none of gcc's reports
	}
	for _, c := range []struct {
		engine, property string
		fails            bool
	}{{"", "unreach-call", false}, {"", "unreach-call", true}, {spec.Name, "unreach-call", g.n(2) == 0}, {"", property, false}} {
		file := say(c.property, c.fails)
		answer := g.verdict(t, c.engine, c.property, file, other)
		claim := map[bool]string{false: "holds: ", true: "fails: "}[c.fails]
		answers = append(answers, claim+answer)
		if *languageKeep != "" && *languageCount == 1 || answer != "UNKNOWN" && answer != map[bool]string{false: "TRUE", true: "FALSE"}[c.fails] {
			t.Errorf("%s, pieces %v, engine %q, property %s, 32 bits %v: %s%s", name, g.pieces, c.engine, c.property, g.ilp32, claim, answer)
			if *languageKeep != "" {
				to := filepath.Join(*languageKeep, strings.ReplaceAll(name, " ", "")+c.engine+c.property+fmt.Sprint(c.fails))
				text, _ := os.ReadFile(file)
				os.MkdirAll(to, 0o777)
				os.WriteFile(filepath.Join(to, "p.c"), text, 0o666)
				os.WriteFile(filepath.Join(to, "other.c"), []byte(g.files[1]), 0o666)
			}
		}
	}
	return answers
}

// verdict is craig's, or what went wrong.
func (g *language) verdict(t *testing.T, name, property string, files ...string) string {
	opts := run.Options{Workers: 1}
	for _, spec := range registry.Engines() {
		if spec.Name == name {
			e, err := spec.With(nil)
			if err != nil {
				t.Fatal(err)
			}
			opts.Engine = e
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), *languageTime)
	defer cancel()
	res, err := run.Verify(ctx, prepare.New(cfront.Options{ILP32: g.ilp32, Signed: ir.SignedWrap, Properties: []string{property}}, nil,
		files...), opts)
	switch {
	case err != nil:
		return err.Error()
	case res.Bug != nil:
		return res.Bug.String()
	case res.Verdict == verdict.Unknown && *languageOnly >= 0:
		t.Log(res.Reason, res.Detail)
	}
	return res.Verdict.String()
}

// compiled is what the program prints, for each input.
func (g *language) compiled(t *testing.T, dir string, files []string, flags ...string) (out string, ok bool) {
	exe := filepath.Join(dir, "table")
	args := append([]string{"-w", "-std=gnu11", "-fcommon", "-o", exe}, flags...)
	args = append(args, files...)
	if g.ilp32 {
		text, bare := replay.Bare()
		file := filepath.Join(dir, "bare.c")
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(append(args, "-m32", "-msse2", "-mfpmath=sse", file), bare...)
	}
	if text, err := exec.Command("gcc", append(args, "-lm")...).CombinedOutput(); err != nil {
		return string(text), false
	}
	var b strings.Builder
	for k := range 16 {
		text, err := exec.Command(exe, string(rune('a'+k))).CombinedOutput()
		b.Write(text)
		if err != nil || len(text) != 17 {
			return b.String(), false
		}
	}
	return b.String(), true
}

// bareMachine says whether gcc makes programs of 32 bits that run here.
func bareMachine(t *testing.T) bool {
	g := &language{ilp32: true}
	dir := t.TempDir()
	file := filepath.Join(dir, "table.c")
	if err := os.WriteFile(file, []byte("typedef unsigned long long word; static word all(unsigned a, unsigned b) { return a; }"+table),
		0o666); err != nil {
		t.Fatal(err)
	}
	_, ok := g.compiled(t, dir, []string{file}, "-O0")
	return ok
}
