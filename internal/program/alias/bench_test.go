package alias_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
)

// drivers lists driver sources of the benchmarks; it skips the test without them.
func drivers(t testing.TB, pattern string) []string {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	files, err := filepath.Glob(filepath.Join(root, "tasks", filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Skip("no such benchmarks")
	}
	return files
}

// inlined reads a file with its calls resolved and inlined.
func inlined(t testing.TB, file string) *ir.Program {
	ctx := context.Background()
	p, err := cfront.Read(ctx, cfront.Options{ILP32: true, Properties: []string{"unreach-call"}, ErrorLabel: "ERROR", GoalsMayLack: true}, file)
	if err != nil {
		t.Skip(err)
	}
	if err := alias.ResolveCalls(ctx, p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	q, err := pass.Inline(t.Context(), p, pass.InlineOptions{})
	if err != nil {
		t.Skip(err)
	}
	return q
}

// On real programs what Regions makes is well formed, under both policies for unknown pointers,
// and the same each time.
func TestDrivers(t *testing.T) {
	for _, file := range drivers(t, "ntdrivers/[dk]*.c") {
		text := ""
		for _, opts := range []alias.Options{{}, {}, {Unknown: alias.Any}} {
			p := inlined(t, file)
			if err := alias.Regions(context.Background(), p, opts); err != nil {
				t.Fatal(err)
			}
			if err := ircheck.CheckInlined(p); err != nil {
				t.Errorf("%s, %+v: %v", file, opts, err)
			}
			if opts.Unknown == alias.Any {
				continue
			}
			if text != "" && text != p.String() {
				t.Errorf("%s: two runs differ", file)
			}
			text = p.String()
		}
	}
}

func BenchmarkRegions(b *testing.B) {
	for _, file := range drivers(b, "*drivers/*.c") {
		b.Run(filepath.Base(file), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				p := inlined(b, file)
				b.StartTimer()
				if err := alias.Regions(context.Background(), p, alias.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestBranchOnNumber: both edges of a branch in an inlined function read one unknown bit of an address.
func TestBranchOnNumber(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bit.c")
	text := `static int bit(int *p) {
	if ((unsigned long)p & 256)
		return 1;
	return 0;
}
int main(void) {
	int x, y;
	return bit(&x) + bit(&y);
}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := inlined(t, file)
	if err := alias.Regions(context.Background(), p, alias.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ircheck.CheckInlined(p); err != nil {
		t.Error(err)
	}
}
