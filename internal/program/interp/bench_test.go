package interp_test

import (
	"context"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir/irtest"
)

// BenchmarkRun counts to 100,000 with an array access in each round: 5 edges.
func BenchmarkRun(b *testing.B) {
	p := irtest.Parse(b, main(`edge 1 -> 3: main::x := 0:i32
loc 3 loop
edge 2 -> 4: assume (main::x < 100000:i32) then
edge 3 -> 2: assume (main::x >= 100000:i32) else
loc 4
edge 4 -> 5: store[m]((4096:p64 +p (cast.i64((main::x % 16:i32)) * 4:i64)), main::x)
loc 5
edge 5 -> 6: main::r := load.i32[m]((4096:p64 +p (cast.i64((main::x % 16:i32)) * 4:i64)))
loc 6
edge 6 -> 7: assume inrange((main::x + 1:i32)) aux
loc 7
edge 7 -> 3: main::x := (main::x + 1:i32)`))
	b.ReportAllocs()
	steps := 0
	for b.Loop() {
		out := interp.Run(context.Background(), p, interp.Inputs{}, interp.Options{NoPath: true})
		if out.End != interp.Exited {
			b.Fatal(out.End, out.Reason)
		}
		steps += out.Steps
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/edge")
}
