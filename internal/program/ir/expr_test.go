package ir_test

import (
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
	"craig/logic/num"
)

// statements is a function with a few variables whose edges have these statements.
func statements(t *testing.T, lines ...string) []ir.Stmt {
	t.Helper()
	var b strings.Builder
	b.WriteString(`object 1 global "s" size 12 align 4
cell 0 i32 ".a"
cell 4 u8 ".b[0]"
cell 8 p64 ".next"
object 2 func "callback" size 1 align 1
global 1 m mem32
func main
local 2 main::x i32 c"x"
local 3 main::y i32 c"y"
local 4 main::$4 i32
local 5 main::c u8 c"c"
local 6 main::p p64 c"p"
local 7 main::u u32 c"u"
entry 1
exit 2
loc 1
`)
	for i, l := range lines {
		b.WriteString("edge " + num.I(int64(i+1)).String() + " -> 2: " + l + "\n")
	}
	b.WriteString("loc 2\nend\nmain main")
	p, err := irtext.Parse(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatal(err)
	}
	var ss []ir.Stmt
	for _, e := range p.Edges[1:] {
		ss = append(ss, e.Stmt)
	}
	return ss
}

func TestCStmt(t *testing.T) {
	for _, c := range []struct{ stmt, want string }{
		{"skip", ""},
		{"main::x := ((main::x + main::y) * 2:i32)", "x = (x + y) * 2"},
		{"main::x := ((main::x - 1:i32) - (main::y - -3:i32))", "x = x - 1 - (y - -3)"},
		{"main::x := (-(main::y) / ~(main::x))", "x = -y / ~x"},
		{"main::x := ((main::x << 2:i32) | (main::y & 7:i32))", "x = x << 2 | y & 7"},
		{"main::x := cast.i32(main::c)", "x = c"},
		{"main::c := cast.u8((main::x + 1:i32))", "c = (unsigned char)(x + 1)"},
		{"main::x := num.i32((main::x < main::y))", "x = x < y"},
		{"main::x := ((main::x == 0:i32) ? main::y : 3:i32)", "x = x == 0 ? y : 3"},
		{"main::$4 := main::x", "main::$4 = x"},
		{"assume (!((main::x < 1:i32)) && ((main::y > 2:i32) || (main::x != main::y)))", "[!(x < 1) && (y > 2 || x != y)]"},
		{`havoc main::x call "__VERIFIER_nondet_int"`, "x = __VERIFIER_nondet_int()"},
		{`havoc main::x uninitialised "x"`, "x = *"},
		{"main::x := load.i32(&1:p64)", "x = s.a"},
		{"store[m]((&1:p64 +p 4:i64), main::c)", "s.b[0] = c"},
		{"store((main::p +p cast.i64(main::x)), 1:i32)", "*(int *)(p + x) = 1"},
		{"main::p := &1:p64", "p = &s"},
		{"main::p := &2:p64", "p = callback"},
		{"main::x := load.i32(main::p)", "x = *(int *)p"},
	} {
		if got := ir.CStmt(statements(t, c.stmt)[0]); got != c.want {
			t.Errorf("%s: got %s, want %s", c.stmt, got, c.want)
		}
	}
}

func TestConstructors(t *testing.T) {
	i32, u8, i64 := ir.Int(32, true), ir.Int(8, false), ir.Int(64, true)
	p := ir.NewProgram()
	f := p.NewFunc("f", ir.Pos{})
	x := ir.VarExpr(p.NewLocal(f, "x", "x", i32, ir.Pos{}))
	c := ir.VarExpr(p.NewLocal(f, "c", "c", u8, ir.Pos{}))
	cond := ir.Compare(ir.OpLt, x, ir.ConstInt(i32, 3))
	for _, e := range []struct {
		got  *ir.Expr
		want string
	}{
		{ir.ToBool(ir.OfBool(i32, cond)), "(f::x < 3:i32)"}, // (c ? 1 : 0) != 0 is c
		{ir.Compare(ir.OpEq, ir.OfBool(i32, cond), ir.ConstInt(i32, 0)), "(f::x >= 3:i32)"},
		{ir.Compare(ir.OpEq, ir.OfBool(i32, cond), ir.ConstInt(i32, 7)), "false"},
		{ir.ToBool(ir.Cast(i64, ir.OfBool(i32, cond))), "(f::x < 3:i32)"},
		{ir.ToBool(ir.Ite(cond, ir.ConstInt(i32, 4), ir.ConstInt(i32, 0))), "(f::x < 3:i32)"},
		{ir.Not(ir.Not(cond)), "(f::x < 3:i32)"},
		{ir.Not(ir.And(cond, cond)), "!(((f::x < 3:i32) && (f::x < 3:i32)))"},
		{ir.Compare(ir.OpGt, ir.ConstInt(i32, 3), x), "(f::x < 3:i32)"},
		{ir.Compare(ir.OpEq, ir.Cast(i32, c), ir.ConstInt(i32, 5)), "(f::c == 5:u8)"},
		{ir.Compare(ir.OpEq, ir.Cast(i32, c), ir.ConstInt(i32, 500)), "(cast.i32(f::c) == 500:i32)"},
		{ir.Cast(u8, ir.Cast(i64, x)), "cast.u8(f::x)"},
		{ir.Cast(i64, ir.Cast(u8, x)), "cast.i64(cast.u8(f::x))"},
		{ir.Cast(i32, ir.Cast(i64, x)), "f::x"},
		{ir.Cast(u8, ir.ConstInt(i32, 300)), "cast.u8(300:i32)"}, // 300 under Math
		{(ir.Mode{}).Fold(ir.Cast(u8, ir.ConstInt(i32, 300))), "44:u8"},
		{(ir.Mode{Math: true}).Fold(ir.Cast(u8, ir.ConstInt(i32, 300))), "300:u8"},
		{ir.Binary(ir.OpAdd, x, ir.ConstInt(i32, 0)), "f::x"},
		{ir.Binary(ir.OpMul, ir.ConstInt(i32, 0), x), "0:i32"},
		{ir.Binary(ir.OpAdd, ir.ConstInt(i32, 1<<31-1), ir.ConstInt(i32, 1)), "(2147483647:i32 + 1:i32)"},
		{(ir.Mode{Signed: ir.SignedWrap}).Fold(ir.Binary(ir.OpAdd, ir.ConstInt(i32, 1<<31-1), ir.ConstInt(i32, 1))), "-2147483648:i32"},
		{ir.Ite(cond, ir.ConstInt(i32, 1), ir.ConstInt(i32, 0)), "num.i32((f::x < 3:i32))"},
		{ir.Ite(ir.True(), x, ir.ConstInt(i32, 0)), "f::x"},
		{ir.PtrAdd(ir.PtrAdd(ir.ConstInt(ir.Ptr(64), 8), ir.ConstInt(i64, 4)), ir.ConstInt(i64, -4)), "8:p64"},
	} {
		if got := e.got.String(); got != e.want {
			t.Errorf("got %s, want %s", got, e.want)
		}
	}
}

func TestFreshNames(t *testing.T) {
	p, _ := parseFile(t, "testdata/calls.ir")
	main := p.Main
	for _, c := range []struct {
		v    *ir.Var
		name string
		id   int
	}{
		{p.NewLocal(main, "i", "i", ir.Int(32, true), ir.Pos{}), "main::i@2", 10},
		{p.NewLocal(main, "i", "i", ir.Int(32, true), ir.Pos{}), "main::i@3", 11},
		{p.NewGlobal("g", "g", ir.Int(32, true), ir.Pos{}), "g@2", 12},
		{p.NewTemp(main, ir.Int(32, true), ir.Pos{}), "main::$13", 13},
	} {
		if c.v.Name != c.name || c.v.ID != c.id {
			t.Errorf("got %s with number %d, want %s, %d", c.v.Name, c.v.ID, c.name, c.id)
		}
	}
	if o := p.NewObject(ir.GlobalObject, "o", 1, 1, ir.Pos{}); o.ID != 5 {
		t.Errorf("object number %d", o.ID)
	}
	if err := ircheck.Check(p); err != nil {
		t.Error(err)
	}
}

func TestTypes(t *testing.T) {
	for _, c := range []struct {
		t        ir.Type
		v        string
		fits     bool
		wrapped  string
		min, max string
	}{
		{ir.Int(8, true), "200", false, "-56", "-128", "127"},
		{ir.Int(8, false), "-1", false, "255", "0", "255"},
		{ir.Int(64, true), "9223372036854775808", false, "-9223372036854775808", "-9223372036854775808", "9223372036854775807"},
		{ir.Int(64, false), "18446744073709551615", true, "18446744073709551615", "0", "18446744073709551615"},
		{ir.Int(64, false), "-1", false, "18446744073709551615", "0", "18446744073709551615"},
		{ir.Int(1, false), "2", false, "0", "0", "1"},
		{ir.Int(1, true), "1", false, "-1", "-1", "0"},
		{ir.Ptr(32), "4294967296", false, "0", "0", "4294967295"},
		{ir.Int(128, true), "-5", true, "-5", "-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"},
	} {
		v, _ := num.ParseInt(c.v)
		if c.t.Fits(v) != c.fits || c.t.Wrap(v).String() != c.wrapped || c.t.Min().String() != c.min || c.t.Max().String() != c.max {
			t.Errorf("%s: %s fits %v, wraps to %s, range %s to %s", c.t, v, c.t.Fits(v), c.t.Wrap(v), c.t.Min(), c.t.Max())
		}
		if u, ok := irtext.ParseType(c.t.String()); !ok || u != c.t {
			t.Errorf("%s: parsed as %s", c.t, u)
		}
	}
	if !ir.Int(64, true).Contains(ir.Int(32, false)) || ir.Int(64, true).Contains(ir.Int(64, false)) || ir.Int(64, false).Contains(ir.Int(8, true)) {
		t.Error("Contains")
	}
}
