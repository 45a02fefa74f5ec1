package cfront_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// bitIntProgram is a program that computes with random types _BitInt, in variables, arrays, structures and through pointers, and ends with a number that
// depends on all of it. Signed results wrap with -fwrapv.
func bitIntProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("static unsigned hash;\nstatic void mix(unsigned long n) { hash = hash * 31 + (unsigned)(n ^ n >> 32); hash ^= hash >> 13; }\n")
	var types []string
	for i := range 5 {
		width := []int{1 + r.IntN(8), 1 + r.IntN(32), 1 + r.IntN(64), 1 + r.IntN(128), []int{8, 16, 32, 64, 128}[r.IntN(5)]}[i]
		sign := []string{"", "unsigned "}[r.IntN(2)]
		if width == 1 {
			sign = "unsigned "
		}
		types = append(types, fmt.Sprintf("%s_BitInt(%d)", sign, width))
	}
	types = append(types, "int", "unsigned char", "long", "unsigned __int128")
	for i, t := range types {
		fmt.Fprintf(&b, "static %s g%d = %d;\nstatic %s f%d(%s x, %s y) { return x * 3 + y; }\n", t, i, r.IntN(100)-50, t, i, t, types[r.IntN(len(types))])
	}
	b.WriteString("struct s { char c;")
	for i, t := range types {
		fmt.Fprintf(&b, " %s m%d;", t, i)
	}
	b.WriteString(" };\nint main(void) {\n\tstruct s s = { 1 };\n")
	for i, t := range types {
		fmt.Fprintf(&b, "\t%s v%d = %d, a%d[3] = { %d, %d }, *p%d = &a%d[1];\n", t, i, r.IntN(1000)-500, i, r.IntN(9)-4, r.IntN(70000), i, i)
	}
	n := len(types)
	place := func() string {
		i := r.IntN(n)
		return []string{fmt.Sprintf("v%d", i), fmt.Sprintf("a%d[%d]", i, r.IntN(3)), fmt.Sprintf("*p%d", i), fmt.Sprintf("s.m%d", i), fmt.Sprintf("g%d", i)}[r.IntN(5)]
	}
	var expr func(depth int) string
	expr = func(depth int) string {
		if depth == 0 {
			return []string{place(), fmt.Sprint(r.IntN(300) - 20), fmt.Sprint(r.Int64())}[r.IntN(3)]
		}
		x, y := expr(depth-1), expr(depth-1)
		switch r.IntN(9) {
		case 0:
			return fmt.Sprintf("((%s) < (%s) ? (%s) : (%s))", x, y, x, y)
		case 1:
			return fmt.Sprintf("((%s)(%s))", types[r.IntN(n)], x)
		case 2:
			return fmt.Sprintf("(~(%s) %s (%s))", x, []string{"==", "<=", "!="}[r.IntN(3)], y)
		case 3: // by less than any width
			return fmt.Sprintf("((unsigned _BitInt(77))(%s) %s %d)", x, []string{"<<", ">>"}[r.IntN(2)], r.IntN(77))
		case 4: // no overflow, and no division by 0
			return fmt.Sprintf("((unsigned _BitInt(61))(%s) %s ((unsigned _BitInt(33))(%s) | 1))", x, []string{"/", "%"}[r.IntN(2)], y)
		}
		return fmt.Sprintf("((%s) %s (%s))", x, []string{"+", "-", "*", "&", "|", "^"}[r.IntN(6)], y)
	}
	for range 14 {
		switch r.IntN(5) {
		case 0:
			i := r.IntN(n)
			fmt.Fprintf(&b, "\tv%d = f%d(%s, %s);\n", i, i, expr(1), expr(1))
		case 1:
			fmt.Fprintf(&b, "\t%s %s= %s;\n", place(), []string{"+", "-", "*", "^", "|"}[r.IntN(5)], expr(1))
		case 2:
			fmt.Fprintf(&b, "\t%s%s;\n", place(), " "+[]string{"+= 1", "-= 1"}[r.IntN(2)])
		default:
			fmt.Fprintf(&b, "\t%s = %s;\n", place(), expr(2))
		}
	}
	for i := range n {
		fmt.Fprintf(&b, "\tmix((unsigned long)v%d + sizeof v%d); mix((unsigned long)((unsigned __int128)(a%d[1] ^ g%d ^ s.m%d) >> 60)); mix((unsigned long)a%d[0] + (unsigned long)s.m%d);\n", i, i, i, i, i, i, i)
	}
	b.WriteString("\tmix(sizeof s);\n\treturn (int)((hash ^ hash >> 8 ^ hash >> 16) % 251);\n}\n")
	return b.String()
}

// TestBitInt: random programs with _BitInt do what clang's do.
func TestBitInt(t *testing.T) {
	testenv.NeedsTool(t, "clang")
	for seed := range testenv.Count(6, 12) {
		text := bitIntProgram(rand.New(rand.NewPCG(uint64(seed), 23)))
		dir := t.TempDir()
		file, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("clang", "-w", "-fwrapv", "-o", exe, file).CombinedOutput(); err != nil {
			t.Skipf("clang does not have _BitInt: %s", out)
		}
		cmd := exec.Command(exe)
		cmd.Run()
		p, err := cfront.Read(context.Background(), cfront.Options{Signed: ir.SignedWrap, Properties: []string{"unreach-call"}}, file)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: 1_000_000})
		if got := out.Result.String(); out.End != interp.Exited || got != fmt.Sprint(cmd.ProcessState.ExitCode()) {
			t.Errorf("seed %d: %v %s %s, clang says %d\n%s", seed, out.End, out.Reason, got, cmd.ProcessState.ExitCode(), text)
		}
	}
}
