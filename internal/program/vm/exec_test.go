package vm_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/certexec"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/vm"
	"craig/logic/num"
)

// BenchmarkRun runs loops of C: their statements, by the way they are written, are counted.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		name, text string
		statements int
	}{
		{"counter", "int main(void) { int x = 0; while (2 * x < 2 * 1000000) x += 2; if (x < 0) reach_error(); return x; }", 2 * 500_000},
		{"nested", "int main(void) { unsigned s = 0; for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) s += i ^ j; if (s == 1) reach_error(); return s; }", 3 * 1_000_000},
		{"array", "int a[1024]; int main(void) { unsigned s = 0; for (int i = 0; i < 1000000; i++) { a[i % 1024] = i; s += a[(i * 7) % 1024]; } if (s == 1) reach_error(); return s; }", 4 * 1_000_000},
	} {
		b.Run(c.name, func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte("extern void reach_error(void);\n"+c.text), 0o644); err != nil {
				b.Fatal(err)
			}
			p, err := prepare.New(cfront.Options{}, nil, file).Inlined(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			code, err := vm.Compile(p)
			if err != nil {
				b.Fatal(err)
			}
			steps := 0
			for b.Loop() {
				out := code.Run(context.Background(), vm.Options{MaxSteps: 1 << 30})
				if out.End != vm.Exited {
					b.Fatal(out.End)
				}
				steps += out.Steps
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/edge")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.statements), "ns/statement")
		})
	}
}

// TestCancelled: an execution that asks for inputs ends soon after nobody wants it any more, and not millions of inputs later.
func TestCancelled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	text := "extern void reach_error(void); extern int nondet(void); int main(void) { while (nondet() != 9); reach_error(); }"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := prepare.New(cfront.Options{}, nil, file).Inlined(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	const after, late = 1_000, 50_000
	code, err := vm.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	asked := 0
	ask := func() {
		if asked++; asked == after {
			cancel()
		}
	}
	out := code.Run(ctx, vm.Options{MaxSteps: 1 << 30, Inputs: &vm.Inputs{Scalar: func(*ir.Edge, int) int64 { ask(); return 0 }}})
	if out.End != vm.Cancelled || asked > after+late {
		t.Errorf("compiled: %s after %d inputs", out.End, asked)
	}
	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	asked = 0
	in := interp.Inputs{Scalar: func(*ir.Edge, int) num.Int { ask(); return num.I(0) }}
	again := certexec.Run(ctx, p, certexec.Options{MaxSteps: 1 << 30, Inputs: &in})
	if again.End != certexec.Cancelled || asked > after+late {
		t.Errorf("run again: %s after %d inputs", again.End, asked)
	}
}
