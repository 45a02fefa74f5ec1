package elab_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// FuzzElaborate: whatever the text, there is a core that is well-formed and can be printed, or a report.
func FuzzElaborate(f *testing.F) {
	for _, file := range []string{"testdata/constructs.txt", "testdata/mistakes.txt"} {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, section := range strings.Split(string(data), "\n---- ")[1:] {
			text, _, _ := strings.Cut(section, "\n====")
			_, text, _ = strings.Cut(text, "\n")
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		source := pp.New(pp.Config{})
		source.Open("a.c", []byte(text))
		tree, errs := syntax.Parse(syntax.Config{}, source)
		if len(errs) > 0 || source.Err() != nil {
			return
		}
		prog, report := elab.Elaborate(elab.Config{Machine: types.MachineOf("", false)}, elab.File{Name: "a.c", Tree: tree, Source: source})
		if len(report.Mistakes)+len(report.Refusals) > 0 {
			return
		}
		if err := corecheck.Check(prog); err != nil {
			t.Fatal(err)
		}
		if err := coreprint.Print(new(bytes.Buffer), prog, coreprint.PrintConfig{}); err != nil {
			t.Fatal(err)
		}
	})
}
