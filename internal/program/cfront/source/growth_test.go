package source

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"craig/internal/testenv"
)

// TestKeepsBounds: of simple macros it is seen what they add; of all others it is not claimed to be known.
func TestKeepsBounds(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"#define ABORT(c) do { if (c) reach_error(); } while (0)\n#define STOP(c) ABORT(c)\nint f(int x) { STOP(x < (1)); return x; }\n", true},
		{"#line 7 \"a.c\"\n#define LONG(a, ...) \\\n\tg(a, __VA_ARGS__) /* with ( in it */\nint x = LONG(1, 2, \"(\"); // (\n", true},
		{"#define TWICE(a) a a\n", false},
		{"#define NOT(a)\n", false},
		{"#define SWAP(a, b) b a\n", false},
		{"#define NAME(a) #a\n", false},
		{"#define JOIN(a, b) a ## b\n", false},
		{"#define OPEN (\n", false},
		{"#define MIXED ( ]\n", false},
		{"#define ELSE else\n", false},
		{"#define A B\n#define B A\nint x = A;\n", false},
		{"#define A B\n#define B A\n", true},
		{"#if 1\n#endif\n", false},
		{"#include <stdio.h>\n", false},
		{"#define A(x) (x)\n" + strings.Repeat("A(", 400) + strings.Repeat(")", 400), true},
		{"#define A(x) (x)\n" + strings.Repeat("A(", 501) + strings.Repeat(")", 501), false},
		{"#define A 1 + 1 +\nint x = " + strings.Repeat("A ", 5_000) + "1;\n", false},
		{"int x = SUM\\\nMER;\n", false},
		{"char *s = \"abc\n", false},
		{"/* abc\n", false},
	} {
		if got := keepsBounds([]byte(c.text)); got != c.want {
			t.Errorf("%v of %.60q", got, c.text)
		}
	}
}

// TestSimpleMacros: a file whose macros are simple is preprocessed once.
func TestSimpleMacros(t *testing.T) {
	text := "#define STOP(c) do { if (c) x++; } while (0)\nint x;\n" + strings.Repeat("void f(int a) { x = a * (a + 1); }\n", 300)
	read := func(name, more string) float64 {
		file := write(t, name, more+text)
		return testing.AllocsPerRun(3, func() {
			if _, err := Parse(context.Background(), Config{}, file); err != nil {
				t.Fatal(err)
			}
		})
	}
	once, twice := read("simple.c", ""), read("other.c", "#define TWICE(a) a a\n")
	if 10*once > 9*twice {
		t.Errorf("%v allocations with simple macros, %v with another one", once, twice)
	}
}

// deepest follows what cc has preprocessed.
type deepest struct{ depth, brackets, run, longest, tokens int }

func (d *deepest) Write(token []byte) (int, error) {
	if s := strings.TrimSpace(string(token)); s != "" {
		d.tokens++
		d.run++
		switch s {
		case "(", "[", "{":
			d.depth++
			d.brackets = max(d.brackets, d.depth)
		case ")", "]", "}":
			d.depth = max(0, d.depth-1)
		}
		d.longest = max(d.longest, d.run)
		if s == ";" || s == "{" || s == "}" {
			d.run = 0
		}
	}
	return len(token), nil
}

// TestExpanded: random macros that use one another add no more than is said.
func TestExpanded(t *testing.T) {
	testenv.NeedsLong(t)
	r := rand.New(rand.NewPCG(1, 2))
	known := 0
	for range 2_000 {
		text := randomMacros(r)
		brackets, run, tokens, ok := expanded([]byte(text))
		var d deepest
		tr := &translation{file: "a.c", text: []byte(text)}
		if !ok || cc.Preprocess(tr.newConfig(false), []cc.Source{{Name: "a.c", Value: text}}, &d) != nil {
			continue
		}
		known++
		if d.brackets > brackets || d.longest > run || d.tokens > tokens {
			t.Fatalf("%d brackets, %d tokens without end of %d; at most %d, %d, %d were said:\n%s", d.brackets, d.longest, d.tokens, brackets, run, tokens, text)
		}
	}
	if known < 500 {
		t.Errorf("of 2000 texts only %d are looked at", known)
	}
}

// randomMacros is a text with macros that name one another, and uses in arguments of uses.
func randomMacros(r *rand.Rand) string {
	var b strings.Builder
	n := 1 + r.IntN(5)
	params := make([]int, n) // -1: none
	pieces := func(own, params int) string {
		var b strings.Builder
		name := func() int {
			if own == 0 || r.IntN(30) == 0 {
				return r.IntN(n)
			}
			return r.IntN(own)
		}
		next := 0
		for range 1 + r.IntN(6) {
			switch k := r.IntN(12); {
			case k < 3 && next < params:
				fmt.Fprintf(&b, " p%d", next)
				next++
			case k == 3 && r.IntN(8) == 0:
				fmt.Fprintf(&b, " p%d", r.IntN(3))
			case k < 6 && own > 0:
				fmt.Fprintf(&b, " M%d", name())
			case k == 6 && own > 0:
				fmt.Fprintf(&b, " M%d ( x, y )", name())
			case k == 7:
				b.WriteString(" [ { ( x ) } ]")
			case k == 8:
				b.WriteString(" ;")
			default:
				b.WriteString(" x")
			}
		}
		for ; next < params && r.IntN(20) > 0; next++ {
			fmt.Fprintf(&b, " ( p%d )", next)
		}
		return b.String()
	}
	for i := range n {
		params[i] = r.IntN(4) - 1
		switch params[i] {
		case -1:
			fmt.Fprintf(&b, "#define M%d%s\n", i, pieces(i, 0))
		default:
			fmt.Fprintf(&b, "#define M%d(%s)%s\n", i, strings.Join([]string{"p0", "p1", "p2"}[:params[i]], ", "), pieces(i, params[i]))
		}
	}
	var use func(depth int)
	use = func(depth int) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(8); {
			case depth > 4 || k < 2:
				b.WriteString(" x ;")
			case k == 2:
				b.WriteString(" ( [")
				use(depth + 1)
				b.WriteString(" ] )")
			default:
				i := r.IntN(n)
				fmt.Fprintf(&b, " M%d", i)
				if params[i] < 0 && r.IntN(2) == 0 {
					continue
				}
				b.WriteString(" (")
				for k := range max(1, params[i]) {
					if k > 0 {
						b.WriteString(",")
					}
					use(depth + 1)
				}
				b.WriteString(" )")
			}
		}
	}
	for range 5 {
		use(0)
		b.WriteString(" ;\n")
	}
	return b.String()
}
