package elab

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"testing"

	"craig/internal/program/c/constant"
	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/program/c/types/typegen"
	"craig/internal/testenv"
)

var (
	declCount = flag.Int("declarations.count", testenv.Count(100, 200), "random declarations compared with gcc, in each data model")
	declSeed  = flag.Int("declarations.seed", 1, "the first of them")
)

// TestDeclarations: sizes, alignments, offsets, the types of expressions, the values of constants and the bytes of initialized objects are
// gcc's, in random declarations.
func TestDeclarations(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		t.Run(fmt.Sprintf("ILP32=%v", ilp32), func(t *testing.T) {
			const batch = 50
			refused := 0
			for first := *declSeed; first < *declSeed+*declCount; first += batch {
				var all []*typegen.Program
				for seed := first; seed < min(first+batch, *declSeed+*declCount); seed++ {
					all = append(all, typegen.New(seed, ilp32))
				}
				if ok, problem := compareDeclarations(t, all, ilp32); ok && problem == "" {
					continue
				}
				for _, p := range all {
					ok, problem := compareDeclarations(t, []*typegen.Program{p}, ilp32)
					if !ok {
						refused++
					} else if problem != "" {
						t.Errorf("seed %d: %s", p.ID, problem)
					}
				}
			}
			if refused*5 > *declCount {
				t.Errorf("gcc refused %d of %d", refused, *declCount)
			}
		})
	}
}

// TestUndefinedConstants: what C does not define is a constant where it is one for gcc, with gcc's value.
func TestUndefinedConstants(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	p := &typegen.Program{Table: "table"}
	text := "long long table[] = {"
	for _, x := range []string{
		"(int)3e9", "(int)-3e9", "(unsigned)-1.5", "(char)300.0", "(short)(1.0 / 0.0)", "(short)(-1.0 / 0.0)", "(int)(0.0 / 0.0)",
		"(int)3e9 + 1", "1 / (int)-3e9", "(int)3e9 && 1", "~(int)3e9", "1 << 40", "1 >> 40", "(int)3e9 ? 3 : 4",
		"-1 >> 40", "-7 >> 32", "3u >> 32", "-1 << 32", "1ull << 64", "-1ll >> 100", "(signed char)-1 >> 70",
		"__builtin_constant_p((int)3e9)", "__builtin_constant_p(1 << 40)", "sizeof(struct { int a : ((int)3e9 & 7) + 1; })", "(_Bool)(1.0 / 0.0)", "(_Bool)(0.0 / 0.0)", "(unsigned long long)1e30", "(long long)(float)3e9",
	} {
		p.Consts = append(p.Consts, x)
		text += x + ", "
	}
	p.Text = text + "};\n"
	if ok, problem := compareDeclarations(t, []*typegen.Program{p}, false); !ok || problem != "" {
		t.Error(ok, problem)
	}
}

// compareDeclarations tells whether gcc takes the programs, and what differs.
func compareDeclarations(t *testing.T, list []*typegen.Program, ilp32 bool) (ok bool, problem string) {
	text := ""
	for _, p := range list {
		text += p.Text
	}
	data, err := typegen.GCCData(t.TempDir(), text, ilp32)
	if err != nil {
		return false, ""
	}
	source := pp.New(pp.Config{})
	source.Open("a.c", []byte(text))
	tree, errs := syntax.Parse(syntax.Config{}, source)
	if len(errs) > 0 {
		return true, fmt.Sprintf("%v: %s", source.Place(errs[0].Pos.Used), errs[0].Msg)
	}
	prog, report := Elaborate(Config{Machine: types.MachineOf("", ilp32)}, File{Name: "a.c", Tree: tree, Source: source})
	for _, m := range report.Mistakes {
		return true, fmt.Sprintf("%v: %s", source.Place(m.Pos.Used), m.Msg)
	}
	for _, m := range report.Refusals {
		return true, fmt.Sprintf("%v: %s", source.Place(m.Pos.Used), m.Msg)
	}
	if err := corecheck.Check(prog); err != nil {
		return true, err.Error()
	}
	vars := map[string]*core.Var{}
	for _, g := range prog.Units[0].Globals {
		if d, ok := g.(*core.VarDef); ok {
			vars[d.Var.Name] = d.Var
		}
	}
	im := &imager{u: &unit{program: &program{tt: prog.Types, fold: constant.Fold{Types: prog.Types}}}}
	for _, p := range list {
		for _, name := range append([]string{p.Table}, p.Images...) {
			v := vars[name]
			if v == nil {
				return true, name + " is not declared"
			}
			if d := im.differs(v, data[name]); d != "" {
				if name == p.Table {
					d += " of " + p.Consts[im.at/8]
				}
				return true, name + ": " + d
			}
		}
	}
	return true, ""
}

// imager finds the bytes of initialized objects, and which of them are known.
type imager struct {
	u     *unit
	bytes []byte
	known []bool
	at    int // of a difference
}

func (im *imager) differs(v *core.Var, want []byte) string {
	n := v.Type.SizeOf()
	if n != int64(len(want)) {
		return fmt.Sprintf("has %d bytes, for gcc %d", n, len(want))
	}
	im.bytes, im.known = make([]byte, n), make([]bool, n)
	for i := range im.known {
		im.known[i] = true
	}
	im.init(v.Init, v.Type, 0)
	for i := range want {
		if im.known[i] && want[i] != im.bytes[i] {
			im.at = i
			return fmt.Sprintf("byte %d is %d, for gcc %d", i, im.bytes[i], want[i])
		}
	}
	return ""
}

func (im *imager) init(x core.Init, t *types.Type, at int64) {
	switch x := x.(type) {
	case *core.ExprInit:
		im.scalar(x.X, at*8, t.SizeOf()*8)
	case *core.LiteralInit:
		size := t.Elem.SizeOf()
		for i, c := range x.Literal.Units {
			if int64(i) < t.Len {
				im.put(types.UintOf(uint64(c)), (at+int64(i)*size)*8, size*8)
			}
		}
	case *core.ListInit:
		for i := range x.Elems {
			e := &x.Elems[i]
			switch {
			case e.Field == nil:
				for k := e.Index; k <= e.Last; k++ {
					im.init(e.Init, t.Elem, at+k*t.Elem.SizeOf())
				}
			case e.Field.Bits:
				im.scalar(e.Init.(*core.ExprInit).X, at*8+e.Field.Bit, int64(e.Field.Width))
			default:
				im.init(e.Init, e.Field.Type, at+e.Field.Offset)
			}
		}
	}
}

// scalar puts a value at a bit.
func (im *imager) scalar(x core.Expr, bit, width int64) {
	t := x.Type()
	if v, ok := im.u.fold.Int(x); ok && t.IsInteger() {
		im.put(v, bit, width)
		return
	}
	if r, ok := im.u.fold.Real(x); ok && t.IsReal() && r.X != nil {
		f, _ := r.X.Float64()
		switch t.SizeOf() {
		case 4:
			im.put(types.UintOf(uint64(math.Float32bits(float32(f)))), bit, width)
			return
		case 8:
			im.put(types.UintOf(math.Float64bits(f)), bit, width)
			return
		}
	}
	if base, offset, ok := im.u.fold.Address(x); ok && base == nil && t.Kind == types.Pointer {
		im.put(types.IntOf(offset), bit, width)
		return
	}
	for i := bit / 8; i < (bit+width+7)/8; i++ {
		im.known[i] = false
	}
}

func (im *imager) put(v types.Integer, bit, width int64) {
	var raw [16]byte
	binary.LittleEndian.PutUint64(raw[:], v.Lo)
	binary.LittleEndian.PutUint64(raw[8:], v.Hi)
	for i := range min(width, 128) {
		if raw[i/8]>>(i%8)&1 != 0 {
			im.bytes[(bit+i)/8] |= 1 << ((bit + i) % 8)
		} else {
			im.bytes[(bit+i)/8] &^= 1 << ((bit + i) % 8)
		}
	}
}
