package pointsto

import (
	"context"
	"slices"
	"testing"

	"craig/internal/program/ir"
)

// TestConfuse: where the contents of two objects are one node already, as on a cycle of inclusions,
// the objects become one, and what they contain still reaches what is read from them. Objects that
// are made later are of the same one.
func TestConfuse(t *testing.T) {
	ctx := context.Background()
	p := ir.NewProgram()
	p.PtrBits = 32
	p.Main = p.NewFunc("main", ir.Pos{})
	p.Main.Entry = p.NewLoc(p.Main, ir.Pos{})
	a, err := analyse(ctx, p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	object := func(name string) int32 {
		return a.object(&ir.Object{Name: name, Kind: ir.GlobalObject, Size: 4, Zero: true})
	}
	pointer, out := a.newNode(), a.newNode()
	var contents []int32
	for _, name := range []string{"x", "y"} {
		o := object(name)
		a.add(pointer, target{Obj: o})
		a.collapseOffsets(o)
		contents = append(contents, a.objs[o].contents[0].node)
	}
	a.copy(contents[0], contents[1], offset{})
	a.copy(contents[1], contents[0], offset{})
	a.copy(contents[1], out, offset{})
	a.findCycles()
	if a.find(contents[0]) != a.find(contents[1]) {
		t.Fatal("a cycle of inclusions has two nodes")
	}
	a.many = fewObjs - 1
	a.mergeObjects()
	if n := len(a.pts(pointer)); n != 1 {
		t.Errorf("%d objects where one is left", n)
	}
	late := object("late")
	a.add(contents[0], target{Obj: late})
	if err := a.solve(ctx); err != nil {
		t.Fatal(err)
	}
	if a.objs[late].rep != a.objs[1].rep {
		t.Error("a new object is told apart")
	}
	if !slices.Contains(a.pts(out), target{Obj: a.theRest, Stride: 1}) {
		t.Errorf("what is read from the objects is %v", a.pts(out))
	}
}
