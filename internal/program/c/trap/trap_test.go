package trap_test

import (
	"testing"

	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
)

// TestRead: what String writes is read, also where the name of a file has colons; other texts are none.
func TestRead(t *testing.T) {
	for _, x := range []trap.Trap{
		{At: ir.Pos{File: "src/a.c", Line: 7, Col: 7}, Pointer: "p"},
		{At: ir.Pos{File: "c:/a b.c", Line: 12, Col: 3}, Pointer: trap.Reached},
		{At: ir.Pos{File: "a.c", Line: 30, Col: 9}, Pointer: "q->text", Call: ir.Pos{File: "a.c", Line: 9, Col: 30}},
		{At: ir.Pos{File: "a.c", Line: 3, Col: 5}, Pointer: trap.Keeps("struct buf.len <= cap")},
		{At: ir.Pos{File: "a.c", Line: 3, Col: 5}, Pointer: trap.Makes("struct buf.data != 0")},
	} {
		got, err := trap.Read(x.String())
		if err != nil || got.At != x.At || got.Pointer != x.Pointer || got.Call.Line != x.Call.Line || got.Call.Col != x.Call.Col {
			t.Errorf("%s: %+v, %v", x, got, err)
		}
	}
	for _, text := range []string{"", "a.c", "a.c:1:p", "a.c:x:1:p", ":1:2:p"} {
		if x, err := trap.Read(text); err == nil {
			t.Errorf("%q: %+v", text, x)
		}
	}
}
