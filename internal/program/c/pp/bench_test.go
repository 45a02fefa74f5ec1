package pp_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"craig/internal/program/c/pp"
)

// program is a C text of about n lines, with macros in each function.
func program(n int) []byte {
	var b strings.Builder
	b.WriteString("#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define CHECK(x) do { if (!(x)) fail(#x, __FILE__, __LINE__); } while (0)\n#define OK 0\n")
	for i := range n / 8 {
		fmt.Fprintf(&b, "/* Function %d\n   does nothing. */\nstatic int function_%d(int a, int b) {\n\tint c = MAX(a + %d, b);\n\tCHECK(c >= a);\n\tputs(\"text\");\n\treturn c == OK ? OK : c + 1;\n}\n", i, i, i)
	}
	return []byte(b.String())
}

// read counts the tokens of a text.
func read(b *testing.B, name string, text []byte) {
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p := pp.New(pp.Config{})
		p.Open(name, text)
		n := 0
		for t := p.Next(); t.Kind != pp.EOF; t = p.Next() {
			n++
		}
		if err := p.Err(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTokens reads two texts, of which one has ten times the size.
func BenchmarkTokens(b *testing.B) {
	for _, n := range []int{20_000, 200_000} {
		b.Run(fmt.Sprint(n, "-lines"), func(b *testing.B) { read(b, "f.c", program(n)) })
	}
}

// BenchmarkFile preprocesses the file that CRAIG_PP names, with gcc's headers.
func BenchmarkFile(b *testing.B) {
	name := os.Getenv("CRAIG_PP")
	if name == "" {
		b.Skip("CRAIG_PP is not set")
	}
	g := newGCC(b)
	text, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.ours(name); err != nil {
			b.Fatal(err)
		}
	}
}
