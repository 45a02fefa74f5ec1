package alias

import (
	"errors"
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestRoom: where objects of pointers of unknown origin do not all fit with much room around them, each has less.
func TestRoom(t *testing.T) {
	for _, test := range []struct {
		objects int
		room    int64 // 0: there are too many
	}{
		{8_000, 1 << 16}, {10_000, 1 << 15}, {30_000, 1 << 14}, {100_000, 1 << 12}, {200_000, 0},
	} {
		p := ir.NewProgram()
		p.PtrBits = 32
		for range test.objects {
			p.NewObject(ir.UnknownObject, "*p", -1, heapAlign, ir.Pos{})
		}
		a := &facts{p: p, space: ir.SpaceOf(32)}
		heap, err := a.layout()
		var large *TooLarge
		if errors.As(err, &large) != (test.room == 0) {
			t.Fatalf("%d objects: %v", test.objects, err)
		}
		if test.room == 0 {
			continue
		}
		if p.UnknownRoom() != test.room || a.space.Unknown != test.room {
			t.Errorf("%d objects: %d bytes of room, want %d", test.objects, p.UnknownRoom(), test.room)
		}
		end := num.I(0)
		for _, o := range p.Objects {
			if o.Addr.Sub(num.I(test.room)).Less(end) {
				t.Fatalf("%d objects: one at %s, where the room of another ends at %s", test.objects, o.Addr, end)
			}
			end = o.Addr.Add(num.I(test.room))
		}
		if heap.Less(end) || !heap.Less(num.I(1<<30+1)) {
			t.Errorf("%d objects: the heap begins at %s", test.objects, heap)
		}
	}
}
