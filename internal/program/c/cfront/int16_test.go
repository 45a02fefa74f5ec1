package cfront

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/pattern"
	"craig/internal/program/c/types/typegen"
	"craig/internal/testenv"
)

// No machine here runs programs whose int has 16 bits, but clang says what their constants are: where
// clang differs from gcc, gcc's documents count, and the tests say so.

var narrow = []string{"avr", "msp430"}

// clangObject compiles text for the target; nil if clang does not know it. told are the lines about which it says something.
func clangObject(t *testing.T, target, text string, flags ...string) (data map[string][]byte, told map[int]bool) {
	t.Helper()
	dir := t.TempDir()
	file, obj := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"--target=" + target, "-funsigned-char", "-ferror-limit=0", "-c", "-o", obj, file}, flags...)
	out, err := exec.Command("clang", args...).CombinedOutput()
	told = map[int]bool{}
	for _, m := range clangLine.FindAllStringSubmatch(string(out), -1) {
		var n int
		fmt.Sscan(m[1], &n)
		told[n] = true
	}
	if err != nil && len(told) == 0 {
		t.Skipf("clang does not compile for %s: %s", target, out)
	}
	if err != nil {
		return nil, told
	}
	data, err = typegen.ReadData(obj)
	if err != nil {
		t.Fatal(err)
	}
	return data, told
}

var clangLine = pattern.New(`a\.c:(\d+):\d+: (?:warning|error)`)

// constants writes expressions of integer constants.
type constants struct{ rng *rand.Rand }

var narrowTypes = []string{"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long",
	"unsigned long long", "_Bool", "enum small", "enum big", "enum signs"}

const narrowEnums = "enum small { s0 = 3 }; enum big { b0 = 40000, b1 = 7 }; enum signs { g0 = -1, g1 = 40000 };\n"

func (c constants) leaf() string {
	pick := func(words ...string) string { return words[c.rng.Intn(len(words))] }
	switch c.rng.Intn(6) {
	case 0:
		return pick("s0", "b0", "b1", "g0", "g1", "'a'", "'\\377'")
	case 1:
		return fmt.Sprintf("sizeof(%s)", pick(narrowTypes...))
	}
	n := pick("0", "1", "2", "7", "255", "256", "32767", "32768", "40000", "65535", "65536", "100000", "2147483647", "2147483648", "4294967295", "4294967296", "123456789012")
	switch c.rng.Intn(3) {
	case 0:
		var v uint64
		fmt.Sscan(n, &v)
		n = fmt.Sprintf("0x%x", v)
	case 1:
		n += pick("", "u", "L", "ul", "LL", "ull")
	}
	return n
}

func (c constants) expr(depth int) string {
	if depth == 0 || c.rng.Intn(5) == 0 {
		return c.leaf()
	}
	a, b := c.expr(depth-1), c.expr(depth-1)
	switch op := c.rng.Intn(24); {
	case op < 4:
		return fmt.Sprintf("(%s)(%s)", narrowTypes[c.rng.Intn(len(narrowTypes))], a)
	case op < 7:
		return fmt.Sprintf("%s(%s)", []string{"-", "~", "!"}[op-4], a)
	case op < 9:
		return fmt.Sprintf("(%s) %s %d", a, []string{"<<", ">>"}[op-7], c.rng.Intn(20))
	case op == 9:
		return fmt.Sprintf("(%s) ? (%s) : (%s)", a, b, c.expr(depth-1))
	}
	ops := []string{"+", "-", "*", "/", "%", "&", "|", "^", "<", "<=", "==", "!=", "&&", "||"}
	return fmt.Sprintf("(%s) %s (%s)", a, ops[c.rng.Intn(len(ops))], b)
}

const narrowKind = "_Generic((%s), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, long: 8, unsigned long: 9, " +
	"long long: 10, unsigned long long: 11, _Bool: 12, default: 13)"

// TestConstants16: values, sizes and types of constant expressions are clang's, and promotions and literals with them.
func TestConstants16(t *testing.T) {
	testenv.NeedsTool(t, "clang")
	for _, target := range narrow {
		t.Run(target, func(t *testing.T) {
			c := constants{rand.New(rand.NewSource(int64(len(target))))}
			var exprs []string
			for range 500 {
				exprs = append(exprs, c.expr(1+c.rng.Intn(3)))
			}
			write := func(exprs []string) string {
				var b strings.Builder
				b.WriteString(narrowEnums)
				for i, e := range exprs {
					fmt.Fprintf(&b, "unsigned long long v%d[] = { %s, sizeof(%s), %s };\n", i, e, e, fmt.Sprintf(narrowKind, e))
				}
				return b.String()
			}
			_, told := clangObject(t, target, write(exprs))
			kept := exprs[:0]
			for i, e := range exprs { // clang warns of what C does not define, and of more
				if !told[i+2] {
					kept = append(kept, e)
				}
			}
			data, _ := clangObject(t, target, write(kept))
			t.Logf("%d expressions", len(kept))
			if len(kept) < 100 || data == nil {
				t.Fatalf("%d expressions are left", len(kept))
			}
			var b strings.Builder
			b.WriteString(narrowEnums)
			for i, e := range kept {
				word := func(k int) uint64 { return binary.LittleEndian.Uint64(data[fmt.Sprintf("v%d", i)][8*k:]) }
				fmt.Fprintf(&b, "_Static_assert((unsigned long long)(%s) == %dull && sizeof(%s) == %d && %s == %d, \"\");\n", e, word(0), e, word(1), fmt.Sprintf(narrowKind, e), word(2))
			}
			for _, e := range readNarrow(t, target, b.String()) {
				t.Error(e)
			}
			if len(readNarrow(t, target, "_Static_assert(40000u + 40000u == 80000, \"\");\n")) == 0 {
				t.Error("a wrong assertion is not noticed")
			}
		})
	}
}

// readNarrow reads a program for the target, and gives what is wrong with it.
func readNarrow(t *testing.T, target, text string) (errs []string) {
	t.Helper()
	for lines := strings.SplitAfter(text, "\n"); len(errs) < 5; {
		_, err := elaborated(machineOptions(target), strings.Join(lines, ""))
		var e *Error
		if err == nil {
			break
		}
		if !errors.As(err, &e) || e.Pos.Line == 0 {
			return append(errs, err.Error())
		}
		errs = append(errs, err.Error()+"\n\t"+lines[e.Pos.Line-1])
		lines[e.Pos.Line-1] = "\n"
	}
	return errs
}

// TestLayout16: the members of structures lie where clang puts them. On avr gcc has bit-fields run on, and clang does not.
func TestLayout16(t *testing.T) {
	testenv.NeedsTool(t, "clang")
	for _, target := range narrow {
		t.Run(target, func(t *testing.T) {
			text, fields := structs(rand.New(rand.NewSource(5)), 300, 16, 32)
			text = strings.ReplaceAll(text, "int info_S", "long info_S")
			if target == "avr" {
				text = bitField.ReplaceAllString(text, "$1;")
				text = bitObject.ReplaceAllString(text, "")
				text = noName.ReplaceAllString(text, "")
				text = strings.ReplaceAll(text, "short", "int") // which clang 14 aligns to 2 bytes
			}
			data, told := clangObject(t, target, text)
			if data == nil {
				t.Fatalf("clang refuses %d lines", len(told))
			}
			vars, err := elaborated(machineOptions(target), text)
			if err != nil {
				t.Fatal(err)
			}
			for i, names := range fields {
				if target == "avr" {
					names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.HasSuffix(n, ":") })
				}
				compare(t, vars[fmt.Sprintf("v%d", i)].Type, i, names, data)
			}
		})
	}
}

// TestBitsRunOn: the bit-fields of avr have no storage units that they may not leave.
func TestBitsRunOn(t *testing.T) {
	for _, e := range readNarrow(t, "avr", `
struct a { unsigned char a : 5, b : 5, c : 6; }; _Static_assert(sizeof(struct a) == 2, "");
struct b { unsigned a : 12; unsigned long b : 20; char c; }; _Static_assert(sizeof(struct b) == 5 && __builtin_offsetof(struct b, c) == 4, "");
struct c { unsigned char a : 1, : 0, b : 1; unsigned : 0; unsigned c : 16; }; _Static_assert(sizeof(struct c) == 4, "");
struct d { char a; unsigned long long b : 9; char c; }; _Static_assert(__builtin_offsetof(struct d, c) == 3, "");
`) {
		t.Error(e)
	}
}

var (
	bitField  = pattern.New(`(?m)^(\t[a-zA-Z_ ]+ f\d+) : \d+;$`)
	noName    = pattern.New(`(?m)^\t[a-z_A-Z ]+ : \d+;$`)
	bitObject = pattern.New(`(?m)^S\d+ one_S.*$`)
)

// machineOptions are the options for a target.
func machineOptions(target string) Options {
	return Options{Target: target, ILP32: MachineOf(target).ILP32, UnsignedChar: true}
}
