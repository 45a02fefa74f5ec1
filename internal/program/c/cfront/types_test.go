package cfront

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/types"
	"craig/internal/program/c/types/typegen"
	"craig/internal/program/interp"
	"craig/internal/testenv"
)

var (
	typesCount = flag.Int64("types.count", 100, "random declarations compared with gcc, in each data model")
	typesSeed  = flag.Int64("types.seed", 1, "number of the first of them")
	typesKeep  = flag.String("types.keep", "", "folder for those that differ")
)

// TestTypes: in the interpreter, sizes, alignments, offsets, the types of expressions, the values of constants and the
// bytes of initialised objects are gcc's, in random declarations.
func TestTypes(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		t.Run(fmt.Sprintf("ILP32=%v", ilp32), func(t *testing.T) {
			const batch = 50
			refused := int64(0)
			for first := *typesSeed; first < *typesSeed+*typesCount; first += batch {
				refused += compareTypes(t, first, min(batch, *typesSeed+*typesCount-first), ilp32)
			}
			if refused*5 > *typesCount {
				t.Errorf("gcc refused %d of %d", refused, *typesCount)
			}
		})
	}
}

// compareTypes compares n programs, and counts those that gcc refuses. They are compared all at once;
// if that fails, one by one.
func compareTypes(t *testing.T, first, n int64, ilp32 bool) (refused int64) {
	var programs []*typegen.Program
	all := typeText{ilp32: ilp32}
	for seed := first; seed < first+n; seed++ {
		g := typegen.New(int(seed), ilp32)
		programs = append(programs, g)
		all.add(g)
	}
	if data, err := typegen.GCCData(t.TempDir(), all.text, ilp32); err == nil && differs(t, all, data) == "" {
		return 0
	}
	for _, g := range programs {
		one := typeText{ilp32: ilp32}
		one.add(g)
		data, err := typegen.GCCData(t.TempDir(), one.text, ilp32)
		if err != nil {
			refused++
			keep(fmt.Sprintf("refused%d", g.ID), err.Error(), one)
			continue
		}
		if problem := differs(t, one, data); problem != "" {
			t.Errorf("seed %d: %s", g.ID, problem)
			keep(fmt.Sprintf("differs%d", g.ID), problem, one)
		}
	}
	return refused
}

// typeText is one program, or several.
type typeText struct {
	text   string
	ilp32  bool
	tables []string // of constants
	images []string // objects whose bytes are compared
}

func (x *typeText) add(g *typegen.Program) {
	x.text += g.Text
	x.tables = append(x.tables, g.Table)
	x.images = append(x.images, g.Images...)
}

func keep(name, why string, x typeText) {
	if *typesKeep == "" {
		return
	}
	if x.ilp32 {
		name += "-m32"
	}
	os.WriteFile(filepath.Join(*typesKeep, name+".c"), []byte("/* "+why+" */\n"+x.text), 0o666)
}

// differs compares programs with what gcc says of them, and tells the first difference.
func differs(t *testing.T, x typeText, data map[string][]byte) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("panic: %v", r)
		}
	}()
	vars, err := elaborated(Options{ILP32: x.ilp32}, x.text)
	if err != nil {
		return err.Error()
	}
	return imagesDiffer(t, x, data, func(name string, i int) bool { return covers(vars[name].Type, int64(i)) })
}

// covers tells whether a byte of an object of type t is more than padding.
func covers(t *types.Type, i int64) bool {
	switch t.Kind {
	case types.Array:
		return covers(t.Elem, i%max(t.Elem.SizeOf(), 1))
	case types.Struct, types.Union:
		for j := range t.Record.Fields {
			f := &t.Record.Fields[j]
			switch {
			case f.Bits && f.Name == "":
			case f.Bits:
				if f.Bit/8 <= i && i <= (f.Bit+int64(f.Width)-1)/8 {
					return true
				}
			case f.Offset <= i && i < f.Offset+f.Type.SizeOf() && covers(f.Type, i-f.Offset):
				return true
			}
		}
		return false
	}
	return i < t.SizeOf()
}

// imagesDiffer lets the programs look at the bytes of their objects that count.
func imagesDiffer(t *testing.T, x typeText, data map[string][]byte, counts func(name string, i int) bool) string {
	var b strings.Builder
	b.WriteString("void reach_error(void);\n" + x.text)
	b.WriteString("int main(void) {\n")
	for _, v := range x.images {
		for i, c := range data[v] {
			if !counts(v, i) {
				continue
			}
			fmt.Fprintf(&b, "if (((unsigned char *)&%s)[%d] != %d) reach_error();\n", v, i, c)
		}
	}
	for _, name := range x.tables {
		for i := range len(data[name]) / 8 {
			fmt.Fprintf(&b, "if (%s[%d] != %#xull) reach_error();\n", name, i, binary.LittleEndian.Uint64(data[name][8*i:]))
		}
	}
	b.WriteString("return 0; }\n")
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := Read(t.Context(), Options{ILP32: x.ilp32, Properties: []string{"unreach-call"}}, file)
	if err != nil {
		return err.Error()
	}
	out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: 10_000_000, NoPath: true})
	if out.End != interp.Exited {
		line := p.Loc(out.At).Pos.Line
		return fmt.Sprintf("%v %s: %s", out.End, out.Reason, strings.Split(b.String(), "\n")[max(line-1, 0)])
	}
	return ""
}
