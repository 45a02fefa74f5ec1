package pp_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

var count = flag.Int("pp.count", testenv.Count(100, 300), "random programs that are compared with gcc")

// TestRandom compares random macro programs with gcc: many in one file each, which undefines its macros.
func TestRandom(t *testing.T) {
	g := newGCC(t)
	const batch = 100
	taken := 0
	for n := 0; n < *count; n += batch {
		taken += g.random(t, *seed*1_000_003+int64(n), min(batch, *count-n))
	}
	t.Logf("gcc takes %d of %d", taken, *count)
	if taken < *count/4 {
		t.Errorf("gcc takes only %d of %d programs", taken, *count)
	}
}

// random compares so many programs. One that gcc refuses must be refused here too. It says how many gcc takes.
func (g *gcc) random(t *testing.T, from int64, n int) int {
	t.Helper()
	var texts []string
	for i := range n {
		texts = append(texts, randomProgram(rand.New(rand.NewPCG(uint64(from), uint64(i)))))
	}
	return g.judge(t, texts)
}

// judge compares texts in one file; if gcc refuses that, half of them each.
func (g *gcc) judge(t *testing.T, texts []string) int {
	t.Helper()
	file := filepath.Join(t.TempDir(), "r.c")
	if err := os.WriteFile(file, []byte(strings.Join(texts, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	want, ok := g.preprocess(t, file)
	if !ok && len(texts) > 1 {
		return g.judge(t, texts[:len(texts)/2]) + g.judge(t, texts[len(texts)/2:])
	}
	taken := len(texts)
	if !ok {
		taken = 0
	}
	got, err := g.ours(file)
	switch {
	case !ok && err == nil:
		t.Errorf("gcc refuses:\n%s", texts[0])
	case !ok:
	case err != nil && len(texts) > 1, err == nil && len(texts) > 1 && difference(string(want), string(got)) != "":
		for _, text := range texts {
			g.judge(t, []string{text})
		}
	case err != nil:
		t.Errorf("%v:\n%s", err, texts[0])
	default:
		if d := difference(string(want), string(got)); d != "" {
			t.Errorf("%s\n%s", d, texts[0])
		}
	}
	return taken
}

// generator writes a random program.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	macros []randomMacro
}

type randomMacro struct {
	name     string
	params   int // -1: none, not even brackets
	variadic bool
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func randomProgram(r *rand.Rand) string {
	g := &generator{r: r}
	for i := range 2 + r.IntN(5) {
		g.macros = append(g.macros, randomMacro{string(rune('A' + i)), r.IntN(5) - 1, r.IntN(3) == 0})
	}
	for i := range g.macros {
		g.macros[i].variadic = g.macros[i].variadic && g.macros[i].params > 0
	}
	for _, m := range g.macros {
		g.define(m)
	}
	for range 1 + r.IntN(4) {
		switch r.IntN(8) {
		case 0:
			g.conditional()
		case 1:
			m := g.macros[r.IntN(len(g.macros))].name
			fmt.Fprintf(&g.b, "#pragma push_macro(%q)\n#undef %s\n%s\n#define %s %s\n%s\n#pragma pop_macro(%q)\n", m, m, g.text(2), m, g.pick("pushed", "(x", ""), g.text(2), m)
		}
		g.b.WriteString(g.text(3) + "\n")
	}
	for _, m := range g.macros {
		fmt.Fprintf(&g.b, "#undef %s\n", m.name)
	}
	return g.b.String()
}

func (g *generator) conditional() {
	fmt.Fprintf(&g.b, "#if %s\n%s\n", g.condition(4), g.text(1))
	if g.r.IntN(2) == 0 {
		fmt.Fprintf(&g.b, "#elif %s\n%s\n", g.condition(3), g.text(1))
	}
	if g.r.IntN(2) == 0 {
		fmt.Fprintf(&g.b, "#else\n%s\n", g.text(1))
	}
	g.b.WriteString("#endif\n")
}

func (g *generator) condition(depth int) string {
	if depth == 0 || g.r.IntN(4) == 0 {
		m := g.macros[g.r.IntN(len(g.macros))].name
		return g.pick("0", "1", "2u", "-1", "0x7fffffffffffffff", "0xffffffffffffffff", "0b101", "017", "'a'", `'\xff'`, "L'\\xffff'", "u'x'", "U'\\777'", "'ab'", "'\\n'",
			"defined "+m, "defined("+m+")", "!defined "+m, "undefined_name", "__LINE__", "__INCLUDE_LEVEL__", "3l", "10ULL", "__has_attribute(packed)", "__has_include(<stdio.h>)")
	}
	a, b := g.condition(depth-1), g.condition(depth-1)
	if g.r.IntN(6) == 0 {
		return fmt.Sprintf("(%s ? %s : %s)", a, b, g.condition(depth-1))
	}
	if g.r.IntN(5) == 0 {
		return g.pick("-", "~", "!", "+") + " (" + a + ")"
	}
	return "(" + a + ") " + g.pick("+", "-", "*", "&& 1 /", "|| 2 %", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "&& 0 ||") + " " + "(" + b + ")"
}

// define writes a definition.
func (g *generator) define(m randomMacro) {
	fmt.Fprintf(&g.b, "#define %s", m.name)
	var params []string
	rest := ""
	if m.params >= 0 {
		var heads []string
		for i := range m.params {
			name := string(rune('x' + i))
			params = append(params, name)
			heads = append(heads, name)
		}
		if m.variadic {
			n := len(params) - 1
			if rest = "__VA_ARGS__"; g.r.IntN(3) == 0 {
				rest = params[n]
				heads[n] += "..."
			} else {
				heads[n] = "..."
			}
			params[n] = rest
		}
		fmt.Fprintf(&g.b, "(%s)", strings.Join(heads, g.pick(",", ", ", " , ")))
	}
	g.b.WriteString(" " + g.body(m, params, rest, 1+g.r.IntN(6), true) + "\n")
}

func (g *generator) body(m randomMacro, params []string, rest string, n int, optional bool) string {
	var list []string
	param := func() string { return params[g.r.IntN(len(params))] }
	for range n {
		k := g.r.IntN(14)
		switch {
		case k < 4 && len(params) > 0:
			list = append(list, param())
		case k == 4 && len(params) > 0:
			list = append(list, g.pick("#", "# ", "#  ")+param())
		case k == 5 && len(params) > 0:
			list = append(list, param()+g.pick("##", " ## ")+g.pick(param(), "q", "1"))
		case k == 6 && len(params) > 0:
			list = append(list, g.pick("p", "2", "L", "A")+g.pick("##", " ##")+param())
		case k == 7 && rest != "":
			list = append(list, g.pick(",", "a,", " ,")+g.pick("##", " ## ")+rest)
		case k == 8 && rest != "" && optional:
			before, after := "", ""
			if g.r.IntN(4) == 0 {
				before = g.pick("#", param()+"##", "w ## ")
			}
			if g.r.IntN(4) == 0 && before != "#" {
				after = g.pick("##", " ## ") + g.pick(param(), "v")
			}
			list = append(list, before+g.pick("__VA_OPT__(", "__VA_OPT__ ( ")+g.body(m, params, rest, g.r.IntN(4), false)+")"+after)
		case k == 9:
			list = append(list, g.pick("(1)", "(", ",", "()", "+", "-", "<", "."))
			if list[len(list)-1] == "(" && g.r.IntN(6) > 0 {
				list[len(list)-1] = "()"
			}
		case k == 10:
			list = append(list, g.pick("__LINE__", "__COUNTER__", `_Pragma("p q")`, `"s\\\" t"`, "'c'", "L\"w\"", "1.5e+3", "__FILE__"))
		default:
			m := g.macros[g.r.IntN(len(g.macros))]
			use := m.name + g.pick("", "", " ")
			if n := m.params; n >= 0 && g.r.IntN(3) > 0 {
				if m.variadic {
					n += g.r.IntN(3) - 1
				}
				var args []string
				for range n {
					arg := g.pick("k", "j ", "", "(1,2)", g.macros[g.r.IntN(len(g.macros))].name)
					if len(params) > 0 && g.r.IntN(2) == 0 {
						arg = param()
					}
					args = append(args, arg)
				}
				use += "(" + strings.Join(args, g.pick(",", " , ")) + ")"
			}
			list = append(list, use)
		}
	}
	return strings.Join(list, g.pick(" ", " ", ""+" "))
}

// text writes uses of macros.
func (g *generator) text(depth int) string {
	var b strings.Builder
	for range 1 + g.r.IntN(4) {
		b.WriteString(g.pick(" ", "", " ", "\n", "/* c */"))
		if g.r.IntN(4) == 0 {
			b.WriteString(" " + g.pick("a", "1", "+", "x", `"s\n"`, "'\\''", "(b)", ".", "%:", "<:", "u8\"t\"", "__LINE__", "_Pragma(\"once more\")") + " ")
			continue
		}
		m := g.macros[g.r.IntN(len(g.macros))]
		b.WriteString(" " + m.name)
		if m.params < 0 || g.r.IntN(8) == 0 {
			continue
		}
		n := m.params
		if g.r.IntN(60) == 0 {
			n = g.r.IntN(5)
		}
		if m.variadic {
			n += g.r.IntN(3) - 1
		}
		var args []string
		for range n {
			arg := ""
			if g.r.IntN(4) > 0 {
				arg = g.pick("a", "1", " b c ", "d", "e (1)", "f", "a3", `"q"`, "g  /**/ h", "")
				if depth > 0 && g.r.IntN(3) == 0 {
					arg = g.text(depth - 1)
				}
			}
			args = append(args, arg)
		}
		b.WriteString(g.pick("", "", " ", "\n") + "(" + strings.Join(args, g.pick(",", ", ", " ,", "\n,")) + ")")
	}
	return b.String()
}
