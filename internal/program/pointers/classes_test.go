package pointers

import (
	"testing"

	"craig/internal/program/ir"
)

// TestTargets: contains and meet agree with the numbers that targets and classes stand for.
func TestTargets(t *testing.T) {
	const far = 48 // larger than any pattern is long
	offsets := func(t ir.Target) (all map[int64]bool) {
		all = map[int64]bool{t.Off: true}
		for o := t.Off - far*t.Stride; t.Stride > 0 && o <= t.Off+far*t.Stride; o += t.Stride {
			all[o] = true
		}
		return all
	}
	var some []ir.Target
	for stride := int64(0); stride < 7; stride++ {
		for off := int64(-3); off < 7; off++ {
			some = append(some, ir.Target{Obj: 1, Off: off, Stride: stride})
		}
	}
	for _, a := range some {
		as := offsets(a)
		for _, b := range some {
			within, bs := true, offsets(b)
			for o := range bs {
				within = within && (as[o] || o > 24 || o < -24)
			}
			if contains(a, b) != within {
				t.Errorf("%v contains %v: %t", a, b, !within)
			}
			for w := int64(1); w < 4; w++ {
				for v := int64(1); v < 4; v++ {
					common := false
					for o := range as {
						for i := range w {
							for j := range v {
								common = common || bs[o+i-j]
							}
						}
					}
					if meet(ir.Class{Target: a, Width: w}, ir.Class{Target: b, Width: v}) != common {
						t.Errorf("%d bytes at %v meet %d at %v: %t", w, a, v, b, !common)
					}
				}
			}
		}
	}
}

// TestParts: what of memory may be apart, and which cells parts may have.
func TestParts(t *testing.T) {
	at := func(off, stride, width int64) ir.Class {
		return ir.Class{Target: ir.Target{Obj: 1, Off: off, Stride: stride}, Width: width}
	}
	variable := func(width int64, cs ...ir.Class) ir.Part {
		return ir.Part{Fixed: true, Width: width, Cell: ir.Int(uint8(8*width), false), Base: cs[0].Off, Size: width, Classes: cs}
	}
	region := func(width int64, cs ...ir.Class) ir.Part {
		return ir.Part{Region: true, Width: width, Cell: ir.Int(uint8(8*width), true), Classes: cs}
	}
	units := func(width int64, cs ...ir.Class) ir.Part {
		return ir.Part{Region: true, Units: true, Width: width, Cell: ir.Int(uint8(8*width), false), Classes: cs}
	}
	for _, tt := range []struct {
		name  string
		many  bool // there are many objects
		parts []ir.Part
		ok    bool
	}{
		{"two variables", false, []ir.Part{variable(4, at(0, 0, 4)), variable(4, at(4, 0, 4))}, true},
		{"two variables with a byte in common", false, []ir.Part{variable(4, at(0, 0, 4)), variable(4, at(3, 0, 4))}, false},
		{"one below", false, []ir.Part{variable(1, at(3, 0, 1)), variable(8, at(0, 0, 8))}, false},
		{"a small one behind a wide one", false, []ir.Part{variable(8, at(0, 0, 8)), variable(1, at(6, 0, 1)), variable(1, at(9, 0, 1))}, false},
		{"bytes of a variable", false, []ir.Part{variable(4, at(0, 0, 4), at(1, 0, 1))}, true},
		{"bytes outside of a variable", false, []ir.Part{variable(4, at(0, 0, 4), at(3, 0, 2))}, false},
		{"a variable of many objects", true, []ir.Part{variable(4, at(0, 0, 4))}, false},
		{"a variable at many places", false, []ir.Part{variable(4, at(0, 4, 4))}, false},
		{"members of the elements of an array", true, []ir.Part{region(4, at(0, 8, 4)), region(4, at(4, 8, 4))}, true},
		{"an array and a variable in it", true, []ir.Part{region(4, at(0, 8, 4)), region(4, at(16, 0, 4))}, false},
		{"an array and a variable beside", true, []ir.Part{region(4, at(0, 8, 4)), region(4, at(12, 0, 4))}, true},
		{"an array and one of its elements", true, []ir.Part{region(4, at(0, 4, 4), at(8, 0, 4))}, true},
		{"an array and a place across", true, []ir.Part{region(4, at(0, 4, 4), at(6, 0, 4))}, false},
		{"cells that overlap each other", true, []ir.Part{region(4, at(0, 2, 4))}, false},
		{"two arrays that overlap", true, []ir.Part{region(4, at(0, 8, 4), at(6, 8, 4))}, false},
		{"cells of two widths", true, []ir.Part{region(4, at(0, 4, 4), at(0, 4, 2))}, false},
		{"units", true, []ir.Part{units(2, at(0, 4, 4), at(0, 2, 2))}, true},
		{"across units", true, []ir.Part{units(2, at(0, 4, 4), at(1, 2, 2))}, false},
		{"less than a unit", true, []ir.Part{units(2, at(0, 4, 4), at(0, 2, 1))}, false},
		{"a step that is no unit", true, []ir.Part{units(2, at(0, 4, 4), at(0, 3, 2))}, false},
	} {
		objs := []ir.PointsObject{{Object: &ir.Object{}}, {Object: &ir.Object{Name: "o", Size: 64}, Rep: 1, Single: !tt.many}}
		c := &checker{p: &ir.Program{PtrBits: 64}, t: &ir.Points{Objects: objs, Parts: tt.parts}}
		if c.disjoint(); (c.doubt == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, c.doubt)
		}
	}
}
