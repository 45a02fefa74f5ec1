package cfront

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/types"
	"craig/internal/program/c/types/typegen"
	"craig/internal/testenv"
)

// structs writes random struct and union definitions S0, S1, … and data from which their layout
// can be read in an object file: info_Si has size, alignment and the offsets of the plain
// members, one_Si_f is an object in which only f has bits set.
// intBits and longBits are how many bits an int and a long have.
func structs(rng *rand.Rand, n, intBits, longBits int) (text string, fields [][]string) {
	var b strings.Builder
	plain := []string{"char", "short", "int", "long", "long long", "_Bool", "float", "double", "char *", "unsigned char", "enum E"}
	bitty := []string{"int", "unsigned", "long long", "unsigned char", "short", "_Bool", "unsigned long", "low_int", "low_long_long"}
	width := map[string]int{"int": intBits, "unsigned": intBits, "long long": 64, "unsigned char": 8, "short": 16, "_Bool": 1, "unsigned long": longBits,
		"low_int": intBits, "low_long_long": 64}
	b.WriteString("enum E { E0, E1 };\ntypedef __attribute__((aligned(2))) int low_int;\ntypedef __attribute__((aligned(1))) long long low_long_long;\n")
	for i := range n {
		keyword, attr := "struct", ""
		if rng.Intn(6) == 0 {
			keyword = "union"
		}
		switch rng.Intn(5) {
		case 0:
			attr = "__attribute__((packed)) "
		case 1:
			attr = fmt.Sprintf("__attribute__((aligned(%d))) ", 1<<(1+rng.Intn(4)))
		}
		var names []string
		fmt.Fprintf(&b, "typedef %s %sS%d_ {\n", keyword, attr, i)
		var offsets, data strings.Builder
		for j := range 1 + rng.Intn(6) {
			name := fmt.Sprintf("f%d", j)
			t := bitty[rng.Intn(len(bitty))]
			switch k := rng.Intn(8); {
			case k < 3:
				fmt.Fprintf(&b, "\t%s %s : %d;\n", t, name, 1+rng.Intn(width[t]))
				fmt.Fprintf(&data, "S%d one_S%d_%s = { .%s = -1 };\n", i, i, name, name)
				names = append(names, name+":")
				continue
			case k == 3 && rng.Intn(2) == 0:
				fmt.Fprintf(&b, "\t%s : %d;\n", t, rng.Intn(2)*rng.Intn(1+width[t]))
				continue
			case k == 4 && i > 0:
				fmt.Fprintf(&b, "\tS%d %s;\n", rng.Intn(i), name)
			case k == 5:
				fmt.Fprintf(&b, "\t%s %s[%d];\n", plain[rng.Intn(len(plain))], name, 1+rng.Intn(3))
			case k == 6:
				fmt.Fprintf(&b, "\t%s %s __attribute__((aligned(%d)));\n", plain[rng.Intn(len(plain))], name, 1<<rng.Intn(5))
			case k == 7:
				fmt.Fprintf(&b, "\t%s %s __attribute__((packed));\n", plain[rng.Intn(len(plain))], name)
			default:
				fmt.Fprintf(&b, "\t%s %s;\n", plain[rng.Intn(len(plain))], name)
			}
			fmt.Fprintf(&offsets, ", __builtin_offsetof(S%d, %s)", i, name)
			names = append(names, name)
		}
		if len(names) == 0 {
			fmt.Fprintf(&b, "\tint f9;\n")
			fmt.Fprintf(&offsets, ", __builtin_offsetof(S%d, f9)", i)
			names = append(names, "f9")
		}
		fmt.Fprintf(&b, "} S%d;\nS%d v%d;\n", i, i, i)
		fmt.Fprintf(&b, "int info_S%d[] = { sizeof(S%d), _Alignof(S%d)%s };\n%s", i, i, i, offsets.String(), data.String())
		fields = append(fields, names)
	}
	return b.String(), fields
}

const seeds = 2

// TestLayout: sizes, alignments, offsets and bit-fields are where gcc puts them.
func TestLayout(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		for seed := range int64(seeds) {
			t.Run(fmt.Sprintf("ilp32=%v/%d", ilp32, seed), func(t *testing.T) {
				longBits := map[bool]int{true: 32, false: 64}[ilp32]
				text, fields := structs(rand.New(rand.NewSource(seed)), 300, 32, longBits)
				data, err := typegen.GCCData(t.TempDir(), text, ilp32)
				if err != nil {
					t.Fatal(err)
				}
				vars, err := elaborated(Options{ILP32: ilp32}, text)
				if err != nil {
					t.Fatal(err)
				}
				for i, names := range fields {
					compare(t, vars[fmt.Sprintf("v%d", i)].Type, i, names, data)
				}
			})
		}
	}
}

// elaborated are the variables of file scope that a text has, with their types.
func elaborated(opts Options, text string) (map[string]*core.Var, error) {
	files := new(Files)
	files.Give("a.c", []byte(text))
	prog, refused, err := elaborate(opts.sourceConfig(files, false), elab.Config{}, true, []string{"a.c"})
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, refused.text
	}
	vars := map[string]*core.Var{}
	for _, g := range prog.Program.Units[0].Globals {
		if d, ok := g.(*core.VarDef); ok {
			vars[d.Var.Name] = d.Var
		}
	}
	return vars, nil
}

// compare compares the layout of a structure with what an object file has of it.
func compare(t *testing.T, c *types.Type, i int, names []string, data map[string][]byte) {
	t.Helper()
	info := data[fmt.Sprintf("info_S%d", i)]
	word := func(k int) int64 { return int64(binary.LittleEndian.Uint32(info[4*k:])) }
	if c.SizeOf() != word(0) || c.AlignOf() != word(1) {
		t.Errorf("S%d: size %d, alignment %d, gcc has %d and %d", i, c.SizeOf(), c.AlignOf(), word(0), word(1))
		return
	}
	k := 2
	for _, name := range names {
		name, isBits := strings.CutSuffix(name, ":")
		path := c.Record.Find(name)
		if len(path) != 1 {
			t.Fatalf("S%d has no %s", i, name)
		}
		f := path[0]
		if !isBits {
			if f.Offset != word(k) {
				t.Errorf("S%d.%s: offset %d, gcc has %d", i, name, f.Offset, word(k))
			}
			k++
			continue
		}
		want := data[fmt.Sprintf("one_S%d_%s", i, name)]
		got := make([]byte, len(want))
		for b := range int64(f.Width) {
			at := f.Bit + b
			got[at/8] |= 1 << (at % 8)
		}
		if string(got) != string(want) {
			t.Errorf("S%d.%s: bits % x, gcc has % x", i, name, got, want)
		}
	}
}
