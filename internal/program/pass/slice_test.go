package pass_test

import (
	"fmt"
	"testing"

	"craig/internal/program/ir/irtest"
	"craig/internal/program/pass"
)

// What stays of small programs: the numbers of the edges.
func TestSliceKeeps(t *testing.T) {
	const vars = `func main
local 1 main::x i32
local 2 main::y i32
local 3 main::i i32
local 4 main::n i32
entry 1
exit 2
`
	for _, c := range []struct{ name, text, want string }{
		{"an irrelevant loop goes, with its condition", `loc 1
edge 1 -> 3: havoc main::x call "input"
loc 3
edge 2 -> 4: main::i := 0:i32
loc 4 loop
edge 3 -> 5: assume (main::i < main::n) then
edge 4 -> 6: assume (main::i >= main::n) else
loc 5
edge 5 -> 4: main::i := (main::i + 1:i32)
loc 6
edge 6 -> 7: assume (main::x > 0:i32) then
edge 7 -> 2: assume (main::x <= 0:i32) else
loc 7 error "unreach-call"
loc 2
end
main main`, "[1 6]"},
		{"what a relevant branch decides is relevant", `loc 1
edge 1 -> 3: havoc main::n call "input"
loc 3
edge 2 -> 4: assume (main::n > 0:i32) then
edge 3 -> 5: assume (main::n <= 0:i32) else
loc 4
edge 4 -> 5: main::x := 1:i32
loc 5
edge 5 -> 6: main::y := 1:i32
loc 6
edge 6 -> 7: assume (main::x > 0:i32) then
edge 7 -> 2: assume (main::x <= 0:i32) else
loc 7 error "unreach-call"
loc 2
end
main main`, "[1 2 3 4 6]"},
		{"leaving the program instead of reaching the error is a way out", `loc 1
edge 1 -> 3: havoc main::n call "input"
loc 3
edge 2 -> 4: assume (main::n > 0:i32) then
edge 3 -> 5: assume (main::n <= 0:i32) else
loc 4
loc 5
edge 4 -> 6: main::y := 1:i32
loc 6 error "unreach-call"
loc 2
end
main main`, "[1 3]"},
		{"so is going round for ever", `loc 1
edge 1 -> 3: havoc main::n call "input"
loc 3
edge 2 -> 4: assume (main::n > 0:i32) then
edge 3 -> 5: assume (main::n <= 0:i32) else
loc 4 loop
edge 4 -> 4: skip
loc 5
edge 5 -> 6: skip
loc 6 error "unreach-call"
loc 2
end
main main`, "[1 3]"},
		{"in a loop that only the error leaves, its guard matters", `loc 1
edge 1 -> 3: main::x := 0:i32
loc 3 loop
edge 2 -> 4: assume (main::x == 1:i32) then
edge 3 -> 5: assume (main::x != 1:i32) else
loc 5
edge 4 -> 3: main::y := (main::y + 1:i32)
loc 4 error "unreach-call"
loc 2
end
main main`, "[1 2 3]"},
		{"an assumption of the user stays, a range goes with its variable", `loc 1
edge 1 -> 3: havoc main::n call "input"
loc 3
edge 2 -> 4: assume (main::n > 0:i32)
loc 4
edge 3 -> 5: assume inrange((main::i + 1:i32)) aux
loc 5
edge 4 -> 6: main::i := (main::i + 1:i32)
loc 6
edge 5 -> 7: assume inrange((main::x + 1:i32)) aux
loc 7
edge 6 -> 8: main::x := (main::x + 1:i32)
loc 8
edge 7 -> 9: assume (main::x > 5:i32) then
edge 8 -> 2: assume (main::x <= 5:i32) else
loc 9 error "unreach-call"
loc 2
end
main main`, "[1 2 5 6 7]"},
		{"a range does not make its branch relevant", `loc 1
edge 1 -> 3: assume (main::n > 0:i32) then
edge 2 -> 5: assume (main::n <= 0:i32) else
loc 3
edge 3 -> 4: assume inrange((main::x + 1:i32)) aux
loc 4
edge 4 -> 5: main::y := (main::x + 1:i32)
loc 5
edge 5 -> 6: assume (main::x > 5:i32) then
edge 6 -> 2: assume (main::x <= 5:i32) else
loc 6 error "unreach-call"
loc 2
end
main main`, "[1 5]"},
		{"without a goal in reach nothing stays", `loc 1
edge 1 -> 2: main::x := 1:i32
loc 3 error "unreach-call"
loc 2
end
main main`, "[]"},
	} {
		p := irtest.Parse(t, vars+c.text)
		q, _ := pass.Slice(p, p.ErrorLocs())
		ids := []int{}
		for id, e := range q.Edges {
			if e != nil {
				ids = append(ids, id)
			}
		}
		if got := fmt.Sprint(ids); got != c.want {
			t.Errorf("%s: got %s, want %s\n%s", c.name, got, c.want, q)
		}
	}
}
