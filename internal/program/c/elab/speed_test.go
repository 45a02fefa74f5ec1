package elab_test

import (
	"os"
	"os/exec"
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
