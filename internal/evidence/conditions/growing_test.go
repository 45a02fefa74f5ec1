package conditions_test

import (
	"strings"
	"testing"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/conditions"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/term"
)

// ageless is a program whose addresses are ages of blocks: BEGIN is how the heap begins, MORE how it grows, DO one more statement.
const ageless = `ir 1
ptr 64
signed undefined
file "a.c"
object 1 heap "main::malloc" size -1 align 16 func main
object 2 global "o" size 8 align 8 addr 4096
global 1 links mem64
global 2 numbers mem64
global 3 $heap p64
global 4 $blocks mem32
func main
local 5 main::p p64 c"p"
local 6 main::q p64 c"q"
local 7 main::n u64 c"n"
local 8 main::i i64 c"i"
entry 1
exit 9
loc 1
edge 1 -> 2: BEGIN
loc 2
edge 2 -> 3: main::p := $heap
loc 3
edge 3 -> 4: MORE
loc 4
edge 4 -> 5: store[links](main::p, main::q)
loc 5
edge 5 -> 6: store[numbers]((main::p +p 8:u64), main::n)
loc 6
edge 6 -> 7: main::q := load.p64[links](main::p)
loc 7
edge 7 -> 8: DO
loc 8
edge 8 -> 9: assume (main::q != main::p) then
edge 9 -> 9: assume (main::q == main::p) else
loc 9
end
main main
`

// TestAgeless: of programs on machines whose memory has no end, those that tell addresses are none, as the certifier has it, which shares no code with this.
func TestAgeless(t *testing.T) {
	for _, c := range []struct {
		begin, more, do string // or "", as usual
		right           bool
	}{
		{right: true},
		{do: "main::q := (main::p +p main::n)", right: true},
		{do: "assume (main::p > 0:p64)", right: true},
		{do: "havoc main::q call \"f\"", right: true},
		{do: "main::p := ((main::q == 0:p64) ? main::p : main::q)", right: true},
		{do: "main::n := load.u64[numbers](main::q)", right: true},
		{do: "main::p := cast.p64(0:u64)", right: true},
		{more: "$heap := (($heap +p main::n) +p 8:i64)", right: true},
		{do: "main::n := cast.u64(main::p)"},
		{do: "main::p := cast.p64(main::n)"},
		{do: "main::p := 4096:p64"},
		{do: "assume (main::p < main::q)"},
		{do: "assume (main::p >= main::q) then"},
		{do: "main::n := load.u64[links](main::q)"},
		{do: "main::p := load.p64[numbers](main::q)"},
		{do: "store[links](main::p, main::n)"},
		{do: "main::i := diff.i64(main::p, main::q)"},
		{do: "assume ($heap > main::p)"},
		{do: "assume ($heap != main::p)"},
		{do: "links := numbers"},
		{do: "havoc $heap approximation \"heap\""},
		{do: "$heap := main::p"},
		{do: "$heap := 16777216:p64"},
		{more: "$heap := ($heap +p main::i)"},
		{more: "$heap := ($heap +p -8:i64)"},
		{more: "$heap := (main::p +p 8:u64)"},
		{begin: "skip"},
		{begin: "$heap := 4100:p64"},
		{begin: "havoc $heap approximation \"heap\""},
	} {
		text := ageless
		for _, r := range [][3]string{{"BEGIN", c.begin, "$heap := 16777216:p64"}, {"MORE", c.more, "$heap := ($heap +p 32:u64)"}, {"DO", c.do, "skip"}} {
			by := r[1]
			if by == "" {
				by = r[2]
			}
			text = strings.Replace(text, r[0], by, 1)
		}
		p := irtest.Parse(t, text)
		q, err := certify.Growing(p)
		grows := err == nil
		for i := 0; grows && i < len(p.Edges); i++ {
			grows = p.Edges[i] == nil || q.Edges[i].Stmt == p.Edges[i].Stmt
		}
		if grows != c.right {
			t.Errorf("%+v: as the certifier has it, %t", c, grows)
		}
		st := term.NewStore()
		_, err = conditionsOf(p, conditions.Proof{Kind: conditions.Ranks, Grows: true, At: map[ir.Loc]term.Term{1: st.True()}})
		if (err == nil) != c.right {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
