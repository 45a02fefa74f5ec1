package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/irtest"
	"craig/logic/num"
)

// TestMemory: what statements about memory do, step by step, and what conditions about it say. Inputs are 7, and 300 for what is wider than a byte.
func TestMemory(t *testing.T) {
	const head = `ptr 64
signed undefined
object 1 global "a" size 8 align 8 zero
object 2 heap "block" size -1 align 16
object 3 local "main::x" size 4 align 4 func main
object 4 local "f::y" size 4 align 4 func f
object 5 global "w" size 16 align 16 zero
object 6 string "abc" size 4 align 1 zero data "abc"
global 1 g p64 c"g"
global 2 m mem32
global 3 n mem32
func f
param 20 f::a i32
param 21 f::b i32
result 22 f::r i32
entry 101
exit 103
loc 101
edge 101 -> 102: live &4
loc 102
edge 102 -> 104: g := &4:p64
loc 104
edge 103 -> 103: f::r := ((f::a * 10:i32) + f::b)
loc 103
end
func main
local 4 main::p p64
local 5 main::q p64
local 6 main::x i32
local 7 main::u u8
local 8 main::w u128
local 9 main::i i8
`
	const made = "main::p := alloc(8:u64, &2)"
	const checks = "assume defined(&1:p64, 0:i64, 0:i64)" // with which memory knows what is indeterminate
	for _, c := range []struct {
		name       string
		statements []string
		end        interp.End
	}{
		{"the last bytes of an object", []string{"store((&1:p64 +p 4:i64), 1:i32)"}, interp.Exited},
		{"one byte beyond", []string{"store((&1:p64 +p 5:i64), 1:i32)"}, interp.Undefined},
		{"a read one byte beyond", []string{"main::x := load.i32((&1:p64 +p 5:i64))"}, interp.Undefined},
		{"the last bytes are in the object", []string{made, "assume inobject((main::p +p 4:i64), 4:i64)"}, interp.Exited},
		{"one byte beyond is not", []string{made, "assume !(inobject((main::p +p 5:i64), 4:i64))"}, interp.Exited},
		{"in front of it is not", []string{made, "assume !(inobject((main::p +p -1:i64), 4:i64))"}, interp.Exited},

		{"a block is read after free", []string{made, "store(main::p, 1:i32)", "free(main::p)", "main::x := load.i32(main::p)"}, interp.Undefined},
		{"a block is written after free", []string{made, "free(main::p)", "store(main::p, 1:i32)"}, interp.Undefined},
		{"nothing is in a freed block", []string{made, "free(main::p)", "assume !(inobject(main::p, 1:i64))"}, interp.Exited},
		{"its start may be freed", []string{made, "assume freeable(main::p)"}, interp.Exited},
		{"null may be freed", []string{"assume freeable(0:p64)"}, interp.Exited},
		{"its middle may not be freed", []string{made, "assume !(freeable((main::p +p 1:i64)))"}, interp.Exited},
		{"it may not be freed twice", []string{made, "free(main::p)", "assume !(freeable(main::p))"}, interp.Exited},
		{"what is no block may not be freed", []string{"assume !(freeable(&1:p64))"}, interp.Exited},
		{"a literal may not be written", []string{"main::p := &6:p64", "assume !(writable(main::p))"}, interp.Exited},
		{"all blocks are freed", []string{made, "free(main::p)", "assume allfreed()"}, interp.Exited},
		{"not all blocks are freed", []string{made, "assume !(allfreed())"}, interp.Exited},
		{"a block that a global pointer leads to is tracked", []string{made, "g := main::p", "assume tracked(0:i32)"}, interp.Exited},
		{"a block that a global object leads to is tracked", []string{made, "store(&1:p64, main::p)", "assume tracked(0:i32)"}, interp.Exited},
		{"a block that another one leads to is tracked", []string{made, "g := main::p", "main::q := alloc(4:u64, &2)", "store(main::p, main::q)", "assume tracked(0:i32)"}, interp.Exited},
		{"a block that no pointer leads to is not tracked", []string{made, "assume !(tracked(0:i32))"}, interp.Exited},
		{"a freed block need not be tracked", []string{made, "free(main::p)", "assume tracked(0:i32)"}, interp.Exited},
		{"an address among others", []string{"assume among(&1:p64, (&1:p64 +p 7:i64), 8:u64)"}, interp.Exited},
		{"the one after them", []string{"assume !(among(&1:p64, (&1:p64 +p 8:i64), 8:u64))"}, interp.Exited},

		{"a local object is over where its function has returned", []string{"main::x := call f(1:i32, 2:i32)", "store(g, 1:i32)"}, interp.Undefined},
		{"the arguments of a call", []string{"main::x := call f(1:i32, 2:i32)", "assume (main::x == 12:i32)"}, interp.Exited},
		{"what an object held in its last life", []string{"live &3", "store(&3:p64, 5:i32)", "live &3", "assume (load.i32(&3:p64) != 5:i32)"}, interp.Exited},
		{"what a block holds at first is an input", []string{made, "assume (load.u8(main::p) == 7:u8)"}, interp.Exited},
		{"a large number", []string{"store(&5:p64, 1208925819614629174706449:u128)", "assume (load.u128(&5:p64) == 1208925819614629174706449:u128)"}, interp.Exited},
		{"a byte of a large number", []string{"store(&5:p64, 1208925819614629174706449:u128)", "assume (load.u8((&5:p64 +p 10:i64)) == 1:u8)"}, interp.Exited},
		{"bytes of a number that is not large", []string{"store(&5:p64, -2:i64)", "assume (load.i16((&5:p64 +p 6:i64)) == -1:i16)"}, interp.Exited},

		{"what a function without a body reaches", []string{"store(&1:p64, 5:i32)", `clobber effect "f" (deep &1:p64)`, "assume (load.u8(&1:p64) == 7:u8)"}, interp.Exited},
		{"what it does not reach", []string{"store(&1:p64, 5:i32)", `clobber effect "f" (deep &5:p64)`, "assume (load.u8(&1:p64) == 5:u8)"}, interp.Exited},
		{"what it reaches by a pointer", []string{"store(&5:p64, 5:i32)", "store(&1:p64, &5:p64)", `clobber effect "f" (deep &1:p64)`, "assume (load.u8(&5:p64) == 7:u8)"}, interp.Exited},

		{"a region that was copied keeps what it had", []string{"m := 0:mem32", "store[m](4:p64, 1:i32)", "n := m", "store[n](4:p64, 2:i32)", "assume (load.i32[m](4:p64) == 1:i32)"}, interp.Exited},
		{"a copy of a region has what that had", []string{"m := 0:mem32", "store[m](4:p64, 1:i32)", "n := m", "store[m](4:p64, 2:i32)", "assume (load.i32[n](4:p64) == 1:i32)"}, interp.Exited},

		{"a value that does not fit", []string{"main::i := (100:i8 + main::i)", "main::i := (100:i8 + main::i)"}, interp.Undefined},
		{"an input that does not fit is cut", []string{`havoc main::u call "f"`, "assume (main::u == 44:u8)"}, interp.Exited},
		{"what overflows is not in range", []string{"main::i := 100:i8", "assume inrange((main::i + 100:i8))"}, interp.OutOfRange},
		{"a quotient by 0", []string{"main::x := (1:i32 / main::x)", "main::x := (1:i32 / (main::x * 0:i32))"}, interp.Undefined},
		{"a conjunction whose second side has no value", []string{"main::u := num.u8(((main::x > 1000:i32) && ((1:i32 / (main::x - 300:i32)) == 1:i32)))"}, interp.Exited},
		{"a disjunction whose second side has no value", []string{"main::u := num.u8(((main::x < 1000:i32) || ((1:i32 / (main::x - 300:i32)) == 1:i32)))"}, interp.Exited},
		{"a choice", []string{"main::u := ((main::x < 1000:i32) ? 3:u8 : 4:u8)", "assume (main::u == 3:u8)"}, interp.Exited},
		{"a choice whose other side has no value", []string{"main::x := ((main::x < 1000:i32) ? 3:i32 : (1:i32 / 0:i32))"}, interp.Exited},

		{"bits of a new block are indeterminate", []string{checks, made, "assume !(defined(main::p, 0:i64, 8:i64))"}, interp.Exited},
		{"one bit of a new block is indeterminate", []string{checks, made, "assume !(defined(main::p, 9:i64, 10:i64))"}, interp.Exited},
		{"bits of a block of zeros are not", []string{checks, made + " zero", "assume defined(main::p, 0:i64, 64:i64)"}, interp.Exited},
		{"after a store they are not", []string{checks, made, "carry main::p bits 0 32", "assume defined(main::p, 0:i64, 32:i64)"}, interp.Exited},
		{"the bit behind a store still is", []string{checks, made, "carry main::p bits 0 32", "assume !(defined(main::p, 0:i64, 33:i64))"}, interp.Exited},
		{"the bit in front of a store still is", []string{checks, made, "carry main::p bits 3 7", "assume !(defined(main::p, 2:i64, 7:i64))"}, interp.Exited},
		{"a part of a byte", []string{checks, made, "carry main::p bits 3 7", "assume defined(main::p, 3:i64, 7:i64)"}, interp.Exited},
		{"a copy of what is indeterminate is", []string{checks, made, "carry &1:p64 from main::p bits 0 8", "assume !(defined(&1:p64, 0:i64, 8:i64))"}, interp.Exited},
		{"a copy of what is not is not", []string{checks, made, "carry main::p from &1:p64 bits 0 8", "assume defined(main::p, 0:i64, 8:i64)"}, interp.Exited},
	} {
		var b strings.Builder
		statements := c.statements
		fmt.Fprintf(&b, "%sentry 1\nexit %d\n", head, len(statements)+1)
		for i, s := range statements {
			fmt.Fprintf(&b, "loc %d\nedge %d -> %d: %s\n", i+1, i+1, i+2, s)
		}
		fmt.Fprintf(&b, "loc %d\nend\nmain main\n", len(statements)+1)
		p := irtest.Parse(t, b.String())
		in := interp.Inputs{
			Scalar:  func(*ir.Edge, int) num.Int { return num.I(300) },
			Initial: func(*ir.Var) num.Int { return num.I(300) },
			Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(7) },
		}
		if out := interp.Run(t.Context(), p, in, interp.Options{}); out.End != c.end {
			t.Errorf("%s: %s at edge %d %s, want %s", c.name, out.End, out.Edge, out.Reason, c.end)
		}
	}
}
