package pass_test

import (
	"context"
	"flag"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
	"craig/logic/num"
)

var benchStep = flag.Int("bench.step", 40, "every how many-th benchmark file the passes run on")

// benchFiles lists the C files of the benchmarks; it skips the test without them.
func benchFiles(t testing.TB) []string {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	var files []string
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(path, ".c") || strings.HasSuffix(path, ".i")) {
			files = append(files, path)
		}
		return nil
	})
	return files
}

// inlined reads a file and inlines it; nil if an earlier stage refuses it.
func inlined(t testing.TB, file string) *ir.Program {
	ctx := context.Background()
	p, err := cfront.Read(ctx, cfront.Options{Properties: []string{"unreach-call"}, ErrorLabel: "ERROR", GoalsMayLack: true}, file)
	if err != nil {
		t.Logf("%s: %v", file, err)
		return nil
	}
	if p.Threads != nil { // package thread makes a program without threads of it before passes see it
		t.Logf("%s: threads", file)
		return nil
	}
	if err := alias.ResolveCalls(ctx, p, alias.Options{}); err != nil {
		t.Logf("%s: %v", file, err)
		return nil
	}
	q, err := pass.Inline(t.Context(), p, pass.InlineOptions{})
	if err != nil {
		t.Logf("%s: %v", file, err)
		return nil
	}
	if err := ircheck.Check(q); err != nil {
		t.Errorf("%s: inlined: %v", file, err)
		return nil
	}
	if err := alias.Regions(ctx, q, alias.Options{}); err != nil {
		t.Logf("%s: %v", file, err)
		return nil
	}
	return q
}

func size(p *ir.Program) (locs, vars int) {
	p.AllVars(func(*ir.Var) { vars++ })
	return len(p.Main.Locs), vars
}

// On real programs: what the passes make is well formed, and an execution of the program that
// reaches an error does so in the small one, by the same edges as far as it has them.
func TestBenchmarks(t *testing.T) {
	files := benchFiles(t)
	for i := 0; i < len(files); i += *benchStep {
		file := files[i]
		p := inlined(t, file)
		if p == nil {
			continue
		}
		start := time.Now()
		s, _ := pass.Slice(p, p.ErrorLocs())
		sliced := time.Since(start)
		q, _ := pass.Simplify(s)
		for name, x := range map[string]*ir.Program{"sliced": s, "simplified": q} {
			if err := ircheck.CheckInlined(x); err != nil {
				t.Errorf("%s: %s: %v", file, name, err)
			}
		}
		l0, v0 := size(p)
		l1, v1 := size(s)
		l2, v2 := size(q)
		t.Logf("%s: %d locations and %d variables, sliced %d %d, simplified %d %d; %s, %s", filepath.Base(file), l0, v0, l1, v1, l2, v2,
			sliced.Round(time.Millisecond), time.Since(start).Round(time.Millisecond))
		for seed := range int64(3) {
			replay(t, file, p, s, seed)
			replay(t, file, p, q, seed)
		}
	}
}

// replay executes the big and the small program on the same inputs.
func replay(t *testing.T, file string, big, small *ir.Program, seed int64) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	inputs := interp.Inputs{
		Scalar: func(e *ir.Edge, n int) num.Int {
			r := rand.New(rand.NewSource(seed<<40 + int64(e.ID)<<20 + int64(n)))
			return num.I(int64(r.Intn(7) - 2))
		},
		Initial: func(v *ir.Var) num.Int { return num.I(seed) },
		Cell:    func(e *ir.Edge, n int, addr num.Int, ty ir.Type) num.Int { return num.I(seed) },
	}
	a := interp.Run(ctx, big, inputs, interp.Options{MaxSteps: 50_000})
	b := interp.Run(ctx, small, inputs, interp.Options{MaxSteps: 50_000})
	if a.End == interp.Undefined {
		t.Errorf("%s: %s at edge %d", file, a.Reason, a.Edge)
		return
	}
	if a.End == interp.Reached && (b.End != interp.Reached || b.At != a.At) {
		t.Errorf("%s: the program reaches error %d, the small one ends %s at %d %s", file, a.At, b.End, b.At, b.Reason)
	}
	// What the small program does of the path of the big one, it does in the same order.
	does := func(path []ir.EdgeID) []ir.EdgeID {
		var ids []ir.EdgeID
		for _, id := range path {
			if e := small.Edges[id]; e != nil {
				if _, skip := e.Stmt.(*ir.Skip); !skip {
					ids = append(ids, id)
				}
			}
		}
		return ids
	}
	want, got := does(a.Path), does(b.Path)
	for i, id := range want {
		if i == len(got) {
			if b.End != interp.StepLimit && b.End != interp.Cancelled {
				t.Errorf("%s: the small program ends %s at %d %s, where the big one goes on by edge %d", file, b.End, b.At, b.Reason, id)
			}
			return
		}
		if got[i] != id {
			t.Errorf("%s: the small program takes edge %d where the big one takes %d", file, got[i], id)
			return
		}
	}
}
