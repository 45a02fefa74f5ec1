package bdd

import (
	"testing"

	"pgregory.net/rapid"
)

// TestDiagrams: operations on diagrams are those on truth tables, also after diagrams were collected, and equal
// functions are one diagram.
func TestDiagrams(t *testing.T) {
	const vars = 6 // three pairs: before and after
	type function struct {
		n     int32
		table uint64 // the bit at the number whose i-th bit is variable i
	}
	variable := func(v int) (table uint64) {
		for i := range 1 << vars {
			table |= uint64(i>>v&1) << i
		}
		return table
	}
	// exists quantifies variable v.
	exists := func(f uint64, v int) uint64 {
		x := variable(v)
		return f | f&x>>(1<<v) | f&^x<<(1<<v)
	}
	rapid.Check(t, func(t *rapid.T) {
		b := New(1 << 20)
		fs := []function{{False, 0}, {True, ^uint64(0)}}
		for v := range vars {
			fs = append(fs, function{b.Variable(int32(v)), variable(v)})
		}
		pick := func() function { return rapid.SampledFrom(fs).Draw(t, "operand") }
		for range rapid.IntRange(1, 30).Draw(t, "operations") {
			f, g, h := pick(), pick(), pick()
			switch rapid.IntRange(0, 6).Draw(t, "operation") {
			case 0:
				fs = append(fs, function{b.Ite(f.n, g.n, h.n), f.table&g.table | ^f.table&h.table})
			case 1:
				fs = append(fs, function{b.And(f.n, g.n), f.table & g.table})
			case 2:
				fs = append(fs, function{b.Or(f.n, g.n), f.table | g.table})
			case 3:
				fs = append(fs, function{b.Iff(f.n, b.Not(g.n)), f.table ^ g.table})
			case 4:
				table, cube := f.table&g.table, True
				for v := vars - 1; v >= 0; v-- {
					if rapid.Bool().Draw(t, "quantified") {
						table, cube = exists(table, v), b.Mk(int32(v), False, cube)
					}
				}
				fs = append(fs, function{b.AndExists(f.n, g.n, cube), table})
			case 5: // the even variables are gone; then the odd ones take their places
				table, cube := f.table, True
				for v := vars - 2; v >= 0; v -= 2 {
					table, cube = exists(table, v), b.Mk(int32(v), False, cube)
				}
				lowered := table
				for v := 0; v < vars; v += 2 {
					even, odd := variable(v), variable(v+1)
					value := lowered&odd>>(1<<(v+1)) | lowered&odd // of the odd variable at 1
					other := lowered&^odd<<(1<<(v+1)) | lowered&^odd
					lowered = value&even | other&^even
				}
				fs = append(fs, function{b.Lower(b.AndExists(f.n, True, cube)), lowered})
			case 6:
				roots := make([]*int32, len(fs))
				for i := range fs {
					roots[i] = &fs[i].n
				}
				b.Collect(roots)
			}
		}
		of := map[uint64]int32{}
		for _, f := range fs {
			for i := range 1 << vars {
				n := f.n
				for n > True {
					if d := b.Nodes[n]; i>>d.V&1 == 1 {
						n = d.Hi
					} else {
						n = d.Lo
					}
				}
				if n != int32(f.table>>i&1) {
					t.Fatalf("a diagram is %d at %b", n, i)
				}
			}
			if n, ok := of[f.table]; ok && n != f.n {
				t.Fatalf("two diagrams of one function, %d and %d", n, f.n)
			}
			of[f.table] = f.n
		}
	})
}

// TestFull: a manager that has no room left says so.
func TestFull(t *testing.T) {
	b := New(8)
	n := True
	for v := range int32(10) {
		n = b.And(n, b.Ite(b.Variable(2*v), b.Variable(2*v+1), b.Not(b.Variable(2*v+1))))
	}
	if !b.Full || len(b.Nodes) > 8 {
		t.Errorf("full %v with %d nodes", b.Full, len(b.Nodes))
	}
}
