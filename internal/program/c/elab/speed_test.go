package elab_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// BenchmarkFile preprocesses with gcc, parses and elaborates the file that CRAIG_ELAB names.
func BenchmarkFile(b *testing.B) {
	name := os.Getenv("CRAIG_ELAB")
	if name == "" {
		b.Skip("CRAIG_ELAB is not set")
	}
	text, err := exec.Command("gcc", "-E", name).Output()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	elaborate(b, name, text)
}

// BenchmarkSize elaborates programs of which one has twice the text of another.
func BenchmarkSize(b *testing.B) {
	for _, n := range []int{1, 5_000, 10_000} {
		var text strings.Builder
		text.WriteString("struct s { int a; struct s *next; }; int printf(const char *, ...);\n")
		for i := range n {
			fmt.Fprintf(&text, "static int f%d(struct s *p, int n) {\n", i)
			text.WriteString("\tfor (int i = 0; i < n; i++) {\n\t\tif (p->a++ > i && n--) printf(\"%d\", p->next->a);\n")
			fmt.Fprintf(&text, "\t\tp = p->next;\n\t}\n\tswitch (n) { case 1: return p->a; default: return n ? n * %d : -1; }\n}\n", i)
		}
		b.Run(fmt.Sprint(n, "-functions"), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			elaborate(b, "a.c", []byte(text.String()))
		})
	}
}

// elaborate preprocesses, parses and elaborates a text.
func elaborate(b *testing.B, name string, text []byte) {
	for b.Loop() {
		source := pp.New(pp.Config{})
		source.Open(name, text)
		tree, errs := syntax.Parse(syntax.Config{}, source)
		if len(errs) > 0 {
			b.Fatal(errs[0].Msg)
		}
		_, report := elab.Elaborate(elab.Config{Machine: types.MachineOf("", false)}, elab.File{Name: name, Tree: tree, Source: source})
		for _, m := range report.Mistakes {
			b.Errorf("%v: %s", source.Place(m.Pos.Used), m.Msg)
		}
		for _, r := range report.Refusals {
			b.Logf("%v: %s", source.Place(r.Pos.Used), r.Msg)
		}
	}
}
