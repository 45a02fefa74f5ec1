package explicit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/engine/explicit"
	"craig/internal/engine/explicit/eca"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// TestPrograms: the verdicts on testdata are those of their first lines, with evidence, or the engine says why it has none.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Trim(strings.SplitN(string(text), "\n", 2)[0], "/* ")
		p := enginetest.Inlined(t, cfront.Options{}, file)
		res := run(t, p)
		got := res.Verdict.String()
		switch err := enginetest.Certify(p, res); {
		case res.Verdict == verdict.Unknown:
			got += ": " + res.Detail
		case err != nil:
			got = "UNCERTIFIED: " + err.Error()
		}
		word, why, _ := strings.Cut(want, ": ")
		if !strings.HasPrefix(got, word) || word == "UNKNOWN" && !strings.Contains(got, why) {
			t.Errorf("%s: %s, should be %s", file, got, want)
		}
		if res.Verdict == verdict.False {
			forge(t, file, p)
		}
	}
}

func run(t testing.TB, p *ir.Program) *verdict.Result {
	t.Helper()
	res, err := explicit.New(explicit.Config{States: 100_000}).Run(context.Background(), &engine.Task{Program: p, Goals: p.ErrorLocs()})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// forge: whatever variables a proof says to matter, the certifier accepts none of a program in which an error is reached.
func forge(t *testing.T, name string, p *ir.Program) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		e := verdict.Explored{States: r.IntN(100), Kept: map[ir.Loc][]string{}}
		for l, info := range p.Locs {
			if info == nil || r.IntN(4) == 0 {
				continue
			}
			names := []string{"nothing"}
			p.AllVars(func(v *ir.Var) {
				if r.IntN(2) == 0 {
					names = append(names, v.Name)
				}
			})
			e.Kept[ir.Loc(l)] = names
		}
		if err := certify.Explored(context.Background(), p, e); err == nil {
			t.Errorf("%s: a forged proof is accepted", name)
		}
	}
}

// TestVisitor: verdicts and numbers of states are those of programs that gcc compiles and that visit all states.
func TestVisitor(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	n := uint64(3)
	if os.Getenv("NIGHT") != "" {
		n = 200
	}
	for seed := range n {
		o := eca.Options{Seed: 1000 + seed, Variables: 3 + int(seed%3), Values: 2 + int(seed%3), Inputs: 2 + int(seed%4), Rules: 20 + int(seed%30), Errors: 1 + int(seed%3), Wide: int(seed % 2), Guards: 1 + int(seed%2)}
		dir := t.TempDir()
		file, visitor, binary := filepath.Join(dir, "eca.c"), filepath.Join(dir, "visit.c"), filepath.Join(dir, "visit")
		if err := os.WriteFile(file, []byte(eca.Program(o)), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(visitor, []byte(eca.Visitor(o, "eca.c")), 0o666); err != nil {
			t.Fatal(err)
		}
		p := enginetest.Inlined(t, cfront.Options{}, file)
		res := run(t, p)
		if res.Verdict == verdict.Unknown {
			continue // too many states
		}
		if out, err := exec.Command("gcc", "-w", "-o", binary, visitor).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		out, err := exec.Command("timeout", "20", binary).Output()
		if err != nil {
			continue // a program with an error and a lot of states
		}
		var states int
		var word string
		if _, err := fmt.Sscan(string(out), &states, &word); err != nil {
			t.Fatal(err)
		}
		if word != res.Verdict.String() {
			t.Errorf("seed %d: %s, gcc's program says %s", o.Seed, res.Verdict, word)
		}
		if err := enginetest.Certify(p, res); err != nil {
			t.Errorf("seed %d: %s: %v", o.Seed, res.Verdict, err)
		}
		if e, ok := res.Proof.(verdict.Explored); ok && e.States > states {
			t.Errorf("seed %d: %d states, gcc's program has %d", o.Seed, e.States, states)
		}
	}
}
