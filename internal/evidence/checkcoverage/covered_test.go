package checkcoverage

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/internal/solvers"
)

// plainProgram is a program with memory as bytes, whose main executes the statements. "check C" lets go on what satisfies C, and the rest to an error;
// "weak C" the rest to the end. A statement may have a position, behind @. Functions are f, which does nothing, freer, which frees
// what g holds, and setter, which has g be h.
func plainProgram(t *testing.T, statements ...string) *ir.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString(`ir 1
ptr 64
signed undefined
file "a.c"
object 1 global "a" size 8 align 8 zero
object 2 heap "one" size -1 align 16
object 3 heap "two" size -1 align 16
object 4 global "t" size 16 align 4 zero
object 5 local "main::x" size 4 align 4 func main @"a.c":2:1
object 6 local "main::y" size 4 align 4 func main @"a.c":2:5
global 1 g p64
global 2 h p64
func f
entry 500
exit 501
loc 500
edge 500 -> 501: skip
loc 501
end
func freer
entry 502
exit 503
loc 502
edge 502 -> 506: assume freeable(g) then
edge 503 -> 507: assume !(freeable(g)) else
loc 506
edge 505 -> 503: free(g) @"a.c":50:1
loc 507 error "valid-free"
loc 503
end
func setter
entry 504
exit 505
loc 504
edge 504 -> 505: g := h
loc 505
end
func main
local 3 main::p p64
local 4 main::q p64
local 5 main::i u64
local 6 main::r p64
entry 1
`)
	fmt.Fprintf(&b, "exit %d\n", len(statements)+1)
	edge := 1
	for i, s := range statements {
		s, pos, _ := strings.Cut(s, " @")
		if pos == "" {
			pos = fmt.Sprintf("%d:1", 100+i)
		}
		pos = ` @"a.c":` + pos
		fmt.Fprintf(&b, "loc %d\n", i+1)
		kind, c, _ := strings.Cut(s, " ")
		switch kind {
		case "check", "weak":
			other := 400 + i
			fmt.Fprintf(&b, "edge %d -> %d: assume %s%s then\nedge %d -> %d: assume !(%s)%s else\n", edge, i+2, c, pos, edge+1, other, c, pos)
			edge += 2
		case "either": // the next statement, or the one after it
			fmt.Fprintf(&b, "edge %d -> %d: assume (main::i < 9:u64) then\nedge %d -> %d: assume (main::i >= 9:u64) else\n", edge, i+2, edge+1, i+3)
			edge += 2
		default:
			fmt.Fprintf(&b, "edge %d -> %d: %s%s\n", edge, i+2, s, pos)
			edge++
		}
	}
	fmt.Fprintf(&b, "loc %d\n", len(statements)+1)
	for i, s := range statements {
		switch {
		case strings.HasPrefix(s, "check "):
			fmt.Fprintf(&b, "loc %d error \"valid-deref\"\n", 400+i)
		case strings.HasPrefix(s, "weak "):
			fmt.Fprintf(&b, "loc %d\nedge %d -> %d: skip\n", 400+i, 300+i, len(statements)+1)
		}
	}
	b.WriteString("end\nmain main\n")
	return irtest.Parse(t, b.String())
}

// TestCovered: what has to be checked, and which checks are good for it.
func TestCovered(t *testing.T) {
	const p4 = "check inobject(main::p, 4:u64)"
	const made = "main::p := alloc(8:u64, &2)"
	for _, c := range []struct {
		name, asked string
		statements  []string
		missing     string // part of what is missing; "" if nothing is
	}{
		{"a check", "valid-deref", []string{p4, "store(main::p, 1:i32)"}, ""},
		{"no check", "valid-deref", []string{"store(main::p, 1:i32)"}, "is written that was not checked"},
		{"none is asked for", "", []string{"store(main::p, 1:i32)"}, ""},
		{"a read", "valid-deref", []string{"main::q := load.p64(main::p)"}, "is read"},
		{"a read in the condition of a branch", "valid-deref", []string{"assume (load.i32(main::p) == 0:i32)"}, "is read"},
		{"a check that leads to no error", "valid-deref", []string{"weak inobject(main::p, 4:u64)", "store(main::p, 1:i32)"}, "is written"},
		{"the pointer changes", "valid-deref", []string{p4, "main::p := main::q", "store(main::p, 1:i32)"}, "is written"},
		{"another pointer changes", "valid-deref", []string{p4, "main::q := main::p", "store(main::p, 1:i32)"}, ""},
		{"either pointer is checked", "valid-deref", []string{"check (inobject(main::p, 4:u64) || inobject(main::q, 4:u64))", "store(main::p, 1:i32)"}, "is written"},
		{"both pointers are checked", "valid-deref", []string{"check (inobject(main::p, 4:u64) && inobject(main::q, 4:u64))", "store(main::p, 1:i32)"}, ""},
		{"a check on one of two ways", "valid-deref", []string{"either", p4, "store(main::p, 1:i32)"}, "is written"},
		{"a pointer that is read from memory, which is written", "valid-deref", []string{"check inobject(load.p64(&1:p64), 4:u64)", "store(&1:p64, main::q)", "store(load.p64(&1:p64), 1:i32)"}, "is written"},
		{"a pointer that is read from memory", "valid-deref", []string{"check inobject(load.p64(&1:p64), 4:u64)", "store(load.p64(&1:p64), 1:i32)"}, ""},

		{"a pointer that is moved", "valid-deref", []string{"main::q := (main::p +p 4:i64)"}, "is pointed to"},
		{"a pointer that is moved, and was checked", "valid-deref", []string{"check inobject((main::p +p 4:i64), 0:u64)", "main::q := (main::p +p 4:i64)"}, ""},
		{"a pointer that is moved and stored", "valid-deref", []string{"store(&1:p64, (main::p +p 4:i64))"}, "is pointed to"},

		{"an object by name", "valid-deref", []string{"store((&1:p64 +p 4:i64), 1:i32)"}, ""},
		{"an object by name, half of the access beyond it", "valid-deref", []string{"store((&1:p64 +p 6:i64), 1:i32)"}, "is written"},
		{"an object by name, in front of it", "valid-deref", []string{"store((&1:p64 +p -1:i64), 1:i32)"}, "is written"},

		{"a block that is made", "valid-deref", []string{made, "store(main::p, 1:i32)"}, "is written"},
		{"free of it", "valid-deref", []string{made, p4, "free(main::p)", "store(main::p, 1:i32)"}, "is written"},
		{"free of another one", "valid-deref", []string{made, "main::q := alloc(8:u64, &3)", p4, "free(main::q)", "store(main::p, 1:i32)"}, ""},
		{"free of what is not known", "valid-deref", []string{made, p4, "free(main::q)", "store(main::p, 1:i32)"}, "is written"},
		{"free of another one, which the pointer may point to", "valid-deref", []string{"main::q := alloc(8:u64, &3)", p4, "free(main::q)", "store(main::p, 1:i32)"}, "is written"},
		{"free of what a copy points to", "valid-deref", []string{made, "main::q := main::p", p4, "free(main::q)", "store(main::p, 1:i32)"}, "is written"},
		{"a call that does nothing", "valid-deref", []string{made, p4, "call f()", "store(main::p, 1:i32)"}, ""},
		{"a call that frees", "valid-deref", []string{made, p4, "call freer()", "store(main::p, 1:i32)"}, "is written"},
		{"a call through a pointer", "valid-deref", []string{made, p4, "call *(main::q)()", "store(main::p, 1:i32)"}, "is written"},
		{"a call, and a global pointer", "valid-deref", []string{"g := alloc(8:u64, &2)", "check inobject(g, 4:u64)", "call setter()", "store(g, 1:i32)"}, "is written"},
		{"a call has a global pointer be another one, which is freed", "valid-deref", []string{"main::p := alloc(8:u64, &2)", "g := alloc(8:u64, &3)", "call setter()", p4, "free(g)", "store(main::p, 1:i32)"}, "is written"},

		{"an index that was checked", "valid-deref", []string{"check (main::i < 4:u64)", "store((&4:p64 +p cast.i64((main::i * 4:u64))), 1:i32)"}, ""},
		{"an index that may be the one after the last", "valid-deref", []string{"check (main::i <= 4:u64)", "store((&4:p64 +p cast.i64((main::i * 4:u64))), 1:i32)"}, "is written"},
		{"an index that is checked on one of two ways", "valid-deref", []string{"either", "check (main::i < 4:u64)", "store((&4:p64 +p cast.i64((main::i * 4:u64))), 1:i32)"}, "is written"},
		{"an index that changes", "valid-deref", []string{"check (main::i < 4:u64)", "main::i := (main::i + 1:u64)", "store((&4:p64 +p cast.i64((main::i * 4:u64))), 1:i32)"}, "is written"},

		{"realloc", "valid-deref", []string{"main::q := alloc(8:u64, &2) @7:1", "store(main::q, load.i32(main::p)) @7:1", "free(main::p) @7:1"}, ""},
		{"another pointer in the line of realloc", "valid-deref", []string{"main::q := alloc(8:u64, &2) @7:1", "store(main::r, 1:i32) @7:1", "free(main::p) @7:1"}, "is written"},

		{"free without a check", "valid-free", []string{"free(main::p)"}, "is freed"},
		{"free with a check", "valid-free", []string{"check freeable(main::p)", "free(main::p)"}, ""},
		{"free with a check of another pointer", "valid-free", []string{"check freeable(main::q)", "free(main::p)"}, "is freed"},
		{"the end without a look at what is left", "valid-memcleanup", []string{"skip"}, "blocks that are left"},
		{"the end with a look", "valid-memcleanup", []string{"check allfreed()"}, ""},
		{"the end with a look, and then a block", "valid-memcleanup", []string{"check allfreed()", made}, "blocks that are left"},
		{"the end without a look at what is lost", "valid-memtrack", []string{"skip"}, "blocks that are lost"},
	} {
		p := plainProgram(t, c.statements...)
		err := covered(t.Context(), &ir.Plain{Program: p, Asked: strings.Fields(c.asked)}, solvers.Native)
		var missing *Missing
		switch {
		case c.missing == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.missing != "" && (!errors.As(err, &missing) || !strings.Contains(missing.What, c.missing)):
			t.Errorf("%s: %v, want %q", c.name, err, c.missing)
		}
	}
}

// TestLocalMade: an automatic block needs no check where it has just been made, as far as the access is inside.
func TestLocalMade(t *testing.T) {
	for text, ok := range map[string]bool{"store(main::p, 1:i32)": true, "store((main::p +p 4:i64), 1:i32)": true, "store((main::p +p 5:i64), 1:i32)": false} {
		p := plainProgram(t, "main::p := alloc(8:u64, &2)", text)
		for _, o := range p.Objects {
			o.Automatic = o.Kind == ir.HeapObject
		}
		if err := covered(t.Context(), &ir.Plain{Program: p, Asked: []string{"valid-deref"}}, solvers.Native); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestScopes: a local object has to be over outside of its block, and where its function returns.
func TestScopes(t *testing.T) {
	for _, c := range []struct {
		name       string
		statements []string
		ok         bool
	}{
		{"over at the end of its block", []string{"live &5 @2:1", "main::i := 1:u64 @3:1", "free(&5:p64) @4:1", "main::i := 2:u64 @9:1"}, true},
		{"not over", []string{"live &5 @2:1", "main::i := 1:u64 @3:1", "main::i := 2:u64 @9:1"}, false},
		{"another one is over", []string{"live &5 @2:1", "main::i := 1:u64 @3:1", "free(&6:p64) @4:1", "main::i := 2:u64 @9:1"}, false},
		{"not over on one of two ways", []string{"live &5 @2:1", "either", "free(&5:p64) @4:1", "main::i := 2:u64 @9:1"}, false},
	} {
		p := plainProgram(t, c.statements...)
		p.Spans = map[ir.Declared]ir.Span{}
		for _, o := range p.Objects {
			if o.Kind == ir.LocalObject {
				p.Spans[ir.Declared{Pos: o.Pos, Name: o.CName()}] = ir.Span{From: ir.Pos{File: "a.c", Line: 1, Col: 1}, To: ir.Pos{File: "a.c", Line: 4, Col: 1}}
			}
		}
		if err := scopes(t.Context(), p); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	p := irtest.Parse(t, `file "a.c"
object 1 local "f::x" size 4 align 4 func f @"a.c":2:1
func f
entry 1
exit 2
loc 1
edge 1 -> 2: live &1 @"a.c":2:1
loc 2
end
func main
entry 3
exit 4
loc 3
edge 2 -> 4: call f()
loc 4
end
main main
`)
	p.Spans = map[ir.Declared]ir.Span{{Pos: p.Objects[0].Pos, Name: p.Objects[0].CName()}: {From: ir.Pos{File: "a.c", Line: 1, Col: 1}, To: ir.Pos{File: "a.c", Line: 4, Col: 1}}}
	if scopes(t.Context(), p) == nil {
		t.Error("an object lives on where its function returns")
	}
}
