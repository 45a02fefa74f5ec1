package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestBuild: the mistakes of each package compile, all at once.
func TestBuild(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "go")
	list, err := read("mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	byPackage := map[string][]mutant{}
	for _, m := range list {
		byPackage[m.pkg()] = append(byPackage[m.pkg()], m)
	}
	for pkg, list := range byPackage {
		name, alone, err := overlay(root, t.TempDir(), list)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command("go", "build", "-overlay", name, "./"+pkg)
		c.Dir = root
		if text, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", pkg, err, text)
		}
		t.Logf("%s: %d mistakes, %d of them alone", pkg, len(list), len(alone))
	}
}

// TestDispatcher: a function with mistakes is there in all variants, and calls the one that is asked for.
func TestDispatcher(t *testing.T) {
	const text = "package p\n\ntype t[K any] struct{}\n\nfunc (x *t[K]) f(a, b int, c ...string) (n int, err error) {\n\treturn a + b, nil\n}\n\nfunc g(int) {\n\tprintln(1)\n}\n\nvar v = 1\n"
	list := []mutant{{number: 3, old: "a + b", new: "a - b"}, {number: 4, old: "a + b", new: "a"}, {number: 5, old: "println(1)", new: ""}, {number: 6, old: "v = 1", new: "v = 2"}}
	got, pkg, rest, err := withVariants(text, list)
	if err != nil || pkg != "p" || len(rest) != 1 || rest[0].number != 6 {
		t.Fatal(pkg, rest, err)
	}
	for _, part := range []string{
		"func (x *t[K]) f_m0(a, b int, c ...string) (n int, err error) {\n\treturn a + b, nil", "f_m3(a, b int, c ...string) (n int, err error) {\n\treturn a - b, nil", "f_m4(",
		"func (r_ *t[K]) f(p0_ int, p1_ int, p2_ ...string) (n int, err error) {\n\tswitch mutant_ {\n\tcase 3:\n\t\treturn r_.f_m3(p0_, p1_, p2_...)\n\tcase 4:",
		"func g_m5(int) {", "func g(p0_ int) {\n\tswitch mutant_ {\n\tcase 5:\n\t\tg_m5(p0_)\n\t\treturn\n\t}\n\tg_m0(p0_)\n}", "var v = 1",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("there is no %q in\n%s", part, got)
		}
	}
}
