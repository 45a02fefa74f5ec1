package alias_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/alias"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtest"
)

// straight is the program whose main has the declarations (objects and globals in head, locals
// in locals) and executes the statements one after the other.
func straight(t *testing.T, head, locals string, stmts ...string) *ir.Program {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "ir 1\nptr 64\nsigned undefined\n%sfunc main\n%sentry 1\nexit %d\n", head, locals, len(stmts)+1)
	for i, s := range stmts {
		fmt.Fprintf(&b, "loc %d\nedge %d -> %d: %s\n", i+1, i+1, i+2, s)
	}
	fmt.Fprintf(&b, "loc %d\nend\nmain main\n", len(stmts)+1)
	return irtest.Parse(t, b.String())
}

func regions(t *testing.T, p *ir.Program, opts alias.Options) {
	t.Helper()
	if err := alias.Regions(context.Background(), p, opts); err != nil {
		t.Fatal(err)
	}
	if err := ircheck.CheckInlined(p); err != nil {
		t.Fatalf("after: %v\n%s", err, p)
	}
}

// path lists the statements from the entry as long as there is one way.
func path(p *ir.Program) []string {
	var stmts []string
	for l := p.Main.Entry; len(p.Locs[l].Out) == 1; {
		e := p.Edges[p.Locs[l].Out[0]]
		stmts = append(stmts, ir.StmtString(e.Stmt))
		l = e.To
	}
	return stmts
}

func TestRegions(t *testing.T) {
	for _, tt := range []struct {
		name, head, locals string
		stmts              []string
		want               string
		opts               alias.Options
	}{{
		"one scalar behind a pointer",
		"object 1 local \"main::x\" size 4 align 4 func main\n", "local 1 main::p p64\nlocal 2 main::y i32\n",
		[]string{"live &1", "main::p := &1:p64", "store(main::p, 3:i32)", "main::y := load.i32(&1:p64)"},
		`havoc main::x uninitialised ""
main::p := &1:p64
assume (main::p == &1:p64)
main::x := 3:i32
main::y := main::x`,
		alias.Options{},
	}, {
		"fields of a struct",
		"object 1 global \"s\" size 8 align 4 zero\ncell 0 i32 \".a\"\ncell 4 u32 \".b\"\n", "local 1 main::p p64\nlocal 2 main::y i32\n",
		[]string{"main::p := (&1:p64 +p 4:i64)", "store(main::p, 3:u32)", "main::y := load.i32((&1:p64 +p 4:i64))", "main::y := load.i32((main::p +p -4:i64))"},
		`s.b := 0:u32
s.a := 0:i32
main::p := (&1:p64 +p 4:i64)
assume (main::p == (&1:p64 +p 4:i64))
s.b := 3:u32
main::y := cast.i32(s.b)
assume ((main::p +p -4:i64) == &1:p64)
main::y := s.a`,
		alias.Options{},
	}, {
		"an array of structs, by field",
		"object 1 global \"a\" size 80 align 4 zero\n", "local 1 main::i i64\n",
		[]string{"store((&1:p64 +p (main::i * 8:i64)), 1:i32)", "store((&1:p64 +p ((main::i * 8:i64) + 4:i64)), 2:i32)"},
		`"a[]" := 0:mem32
"a[]@2" := 0:mem32
assume ((&1:p64 <= (&1:p64 +p (main::i * 8:i64))) && ((&1:p64 +p (main::i * 8:i64)) <= (&1:p64 +p 76:i64)))
store["a[]"]((&1:p64 +p (main::i * 8:i64)), 1:i32)
assume ((&1:p64 <= (&1:p64 +p ((main::i * 8:i64) + 4:i64))) && ((&1:p64 +p ((main::i * 8:i64) + 4:i64)) <= (&1:p64 +p 76:i64)))
store["a[]@2"]((&1:p64 +p ((main::i * 8:i64) + 4:i64)), 2:i32)`,
		alias.Options{},
	}, {
		"a byte of an integer",
		"object 1 global \"x\" size 4 align 4 zero\n", "local 1 main::y i8\n",
		[]string{"store(&1:p64, -1:i32)", "store((&1:p64 +p 1:i64), 7:u8)", "main::y := load.i8((&1:p64 +p 1:i64))"},
		`x := 0:u32
x := cast.u32(-1:i32)
x := ((x -! (256:u32 *! cast.u32!(cast.u8!(((x / 256:u32) % 256:u32))))) +! 1792:u32)
main::y := cast.i8(cast.u8!(((x / 256:u32) % 256:u32)))`,
		alias.Options{},
	}, {
		"one of two objects",
		"object 1 global \"x\" size 4 align 4 zero\nobject 2 global \"y\" size 4 align 4 zero\n", "local 1 main::c i32\nlocal 2 main::p p64\n",
		[]string{"main::p := ((main::c == 0:i32) ? &1:p64 : &2:p64)", "store(main::p, 1:i32)", "store(&1:p64, 2:i32)"},
		`memory := 0:mem32
main::p := ((main::c == 0:i32) ? &1:p64 : &2:p64)
assume ((&1:p64 <= main::p) && (main::p <= &2:p64))
store[memory](main::p, 1:i32)
store[memory](&1:p64, 2:i32)`,
		alias.Options{},
	}, {
		"a list on the heap",
		"object 1 heap \"node\" size -1 align 16\n", "local 1 main::p p64\nlocal 2 main::n u64\n",
		[]string{"main::p := alloc(main::n, &1)", "store((main::p +p 8:i64), main::p)", "store(main::p, 1:i32)", "main::p := load.p64((main::p +p 8:i64))"},
		`havoc "node[]" uninitialised ""
havoc "node[]@2" uninitialised ""
$heap := 16777216:p64
main::p := $heap
$heap := (($heap +p ((main::n / 16:u64) *! 16:u64)) +p 32:u64)
assume ($heap <= 18446744073709486079:p64)
assume ((main::p +p 8:i64) > 0:p64)
store["node[]"]((main::p +p 8:i64), main::p)
assume (main::p > 0:p64)
store["node[]@2"](main::p, 1:i32)
assume ((main::p +p 8:i64) > 0:p64)
main::p := load.p64["node[]"]((main::p +p 8:i64))`,
		alias.Options{},
	}, {
		"an allocation of known size that is passed once",
		"object 1 heap \"node\" size -1 align 16\n", "local 1 main::p p64\n",
		[]string{"main::p := alloc(8:u64, &1) zero", "store((main::p +p 4:i64), 1:i32)"},
		`main::p := &1:p64
"node+4" := 0:i32
assume ((main::p +p 4:i64) == (&1:p64 +p 4:i64))
"node+4" := 1:i32`,
		alias.Options{},
	}, {
		"an unknown pointer, and what is behind it",
		"object 1 global \"x\" size 4 align 4 zero\n", "local 1 main::p p64\nlocal 2 main::q p64\n",
		[]string{"havoc main::p call \"get\"", "main::q := load.p64((main::p +p 8:i64))", "store(main::q, 1:i32)", "store(&1:p64, 2:i32)"},
		`havoc "*get+8" parameter ""
havoc "**get.8" parameter ""
x := 0:i32
havoc main::p call "get"
assume ((main::p +p 8:i64) == (&2:p64 +p 8:i64))
main::q := "*get+8"
assume (main::q == &3:p64)
"**get.8" := 1:i32
x := 2:i32`,
		alias.Options{},
	}, {
		name: "an unknown pointer that may point anywhere",
		head: "object 1 global \"x\" size 4 align 4 zero\nobject 2 global \"y\" size 8 align 8 zero\n", locals: "local 1 main::p p64\nlocal 2 main::v i32\n",
		stmts: []string{"havoc main::p call \"get\"", "store(&2:p64, 2:i64)", "store(main::p, 1:i32)", "main::v := load.i32(&1:p64)"},
		want: `y := 0:i64
havoc memory parameter ""
store[memory](&1:p64, 0:i32)
havoc main::p call "get"
y := 2:i64
assume (main::p > 0:p64)
store[memory](main::p, 1:i32)
main::v := load.i32[memory](&1:p64)`,
		opts: alias.Options{Unknown: alias.Any},
	}, {
		"accesses that are never to an object",
		"object 1 global \"x\" size 4 align 4 zero\n", "local 1 main::y i32\n",
		[]string{"store((&1:p64 +p 4:i64), 1:i32)", "main::y := load.i32(0:p64)"},
		`havoc "x+4" parameter ""
"x+4" := 1:i32
havoc main::$3 approximation "0"
assume false
main::y := main::$3`,
		alias.Options{},
	}} {
		t.Run(tt.name, func(t *testing.T) {
			p := straight(t, tt.head, tt.locals, tt.stmts...)
			regions(t, p, tt.opts)
			if got := strings.Join(path(p), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// What memory that is accessed at several widths holds means nothing to C once numbers are unbounded.
func TestUnboundedBytes(t *testing.T) {
	p := straight(t, "math\nobject 1 global \"x\" size 4 align 4 zero\n", "", "store(&1:p64, -1:i32)", "store((&1:p64 +p 1:i64), 7:u8)")
	regions(t, p, alias.Options{})
	if len(p.Notes) != 1 || p.Notes[0].Kind != ir.Assumption || !strings.Contains(p.Notes[0].Text, "do not fit") {
		t.Errorf("notes %v", p.Notes)
	}
}

func TestResolveCalls(t *testing.T) {
	head := `object 1 func "f" size 1 align 1 func f
object 2 func "g" size 1 align 1 func g
object 3 global "ops" size 16 align 8 zero
func f
param 1 f::x i32
result 2 f::$result i32
entry 10
exit 11
loc 10
edge 10 -> 11: f::$result := f::x
loc 11
end
func g
param 3 g::x i32
result 4 g::$result i32
entry 20
exit 21
loc 20
edge 20 -> 21: g::$result := (g::x + 1:i32)
loc 21
end
`
	for _, tt := range []struct {
		name   string
		target string
		want   []string // the statements of the branches, each up to the join
	}{
		{"one field", "load.p64(&3:p64)", []string{"assume (load.p64(&3:p64) == &1:p64); main::y := call f(1:i32)"}},
		{"either", "load.p64((&3:p64 +p (main::i * 8:i64)))", []string{
			"assume (load.p64((&3:p64 +p (main::i * 8:i64))) == &1:p64); main::y := call f(1:i32)",
			"assume (load.p64((&3:p64 +p (main::i * 8:i64))) == &2:p64); main::y := call g(1:i32)",
		}},
		{"unknown", "main::p", []string{`havoc main::y call "*p"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := straight(t, head, "local 5 main::i i64\nlocal 6 main::y i32\nlocal 7 main::p p64 c\"p\"\n",
				"store(&3:p64, &1:p64)", "store((&3:p64 +p 8:i64), &2:p64)", "main::y := call *("+tt.target+")(1:i32)")
			if err := alias.ResolveCalls(context.Background(), p, alias.Options{}); err != nil {
				t.Fatal(err)
			}
			if err := ircheck.Check(p); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, id := range p.Locs[3].Out {
				var stmts []string
				for e := p.Edges[id]; ; e = p.Edges[p.Locs[e.To].Out[0]] {
					stmts = append(stmts, ir.StmtString(e.Stmt))
					if e.To == 4 {
						break
					}
				}
				got = append(got, strings.Join(stmts, "; "))
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// TestClobber: what a function may write that is given a pointer, and what pointers are then.
func TestClobber(t *testing.T) {
	const objects = `object 1 global "s" size 8 align 8 zero
object 2 global "inner" size 4 align 4 zero
object 3 global "other" size 4 align 4 zero
object 4 library "*(time.h)" size 64 align 16 zero
`
	setup := []string{"store(&1:p64, &2:p64)", "store(&2:p64, 1:i32)", "store(&3:p64, 1:i32)"}
	read := []string{"main::x := load.i32(&2:p64)", "main::x := load.i32(&3:p64)", "main::q := load.p64(&1:p64)"}
	for _, tt := range []struct{ name, stmt, want string }{
		{"deep: the object and what it leads to", `clobber approximation "f" (deep &1:p64)`, "havoc s approximation \"f\"\nhavoc inner approximation \"f\""},
		{"data: the object only", `clobber approximation "f" (data &1:p64)`, `havoc s approximation "f"`},
		{"inner: what it leads to only", `clobber approximation "f" (inner &1:p64)`, `havoc inner approximation "f"`},
		{"input", `clobber effect "f" (data &1:p64)`, `havoc s effect "f"`},
		{"a result", `main::q := clobber effect "f" (data &3:p64)`, "havoc other effect \"f\"\nhavoc main::q call \"f\""},
	} {
		p := straight(t, objects, "local 1 main::x i32\nlocal 2 main::q p64\n", append(append(slices.Clone(setup), tt.stmt), read...)...)
		regions(t, p, alias.Options{})
		var got []string
		for _, s := range path(p) {
			if strings.HasPrefix(s, "havoc") && !strings.Contains(s, "uninitialised") {
				got = append(got, s)
			}
		}
		if g := strings.Join(got, "\n"); g != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s\nin\n%s", tt.name, g, tt.want, strings.Join(path(p), "\n"))
		}
	}
}
