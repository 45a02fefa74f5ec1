package cfront

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"craig/internal/pattern"
	"craig/internal/program/c/source"
	"craig/internal/testenv"
)

// elsewhere are machines with clang's names for them, and its options for what gcc does without.
var elsewhere = []struct {
	name, clang string
	flags       []string
}{
	{"arm", "arm-linux-gnueabihf", nil},
	{"arm-none-eabi", "arm-none-eabi", []string{"-fshort-enums"}},
	{"aarch64", "aarch64-linux-gnu", nil},
	{"aarch64-none-elf", "aarch64-none-elf", nil},
	{"riscv32", "riscv32-linux-gnu", nil},
	{"riscv32-unknown-elf", "riscv32-unknown-elf", nil},
	{"riscv64", "riscv64-linux-gnu", nil},
	{"riscv64-unknown-elf", "riscv64-unknown-elf", nil},
}

// enumerations are of all sizes that short ones have.
const enumerations = `enum small { s0 = 3 }; enum byte { y0 = 255 }; enum signs { g0 = -1, g1 = 127 }; enum half { h0 = -1, h1 = 128 }; enum uhalf { u0 = 40000 };
enum word { w0 = -1, w1 = 40000 }; enum uword { x0 = 0x80000000 }; enum wide { i0 = 0x100000000 };
`

// enumInstead are members of which some are to be enumerations.
var enumInstead = pattern.New(`\b(?:enum E|_Bool|int|short)( f\d+)( : \d+)?;`)

var enumNames = []string{"enum small", "enum byte", "enum signs", "enum half", "enum uhalf", "enum word", "enum uword", "enum wide"}

// TestLayoutElsewhere: the members of structures, enumerations among them, lie where clang puts them.
func TestLayoutElsewhere(t *testing.T) {
	testenv.NeedsTool(t, "clang")
	for i, m := range elsewhere {
		t.Run(m.name, func(t *testing.T) {
			testenv.Sample(t, i, 4)
			rng := rand.New(rand.NewSource(int64(len(m.name))))
			longBits := map[bool]int{true: 32, false: 64}[MachineOf(m.name).ILP32]
			text, fields := structs(rng, 300, 32, longBits)
			text = enumerations + enumInstead.ReplaceAllStringFunc(text, func(member string) string {
				m := enumInstead.FindStringSubmatch(member)
				if m[2] != "" {
					m[2] = " : 1"
				}
				return enumNames[rng.Intn(len(enumNames))] + m[1] + m[2] + ";"
			})
			data, told := clangObject(t, m.clang, text, m.flags...)
			if data == nil {
				t.Fatalf("clang refuses %d lines", len(told))
			}
			vars, err := elaborated(machineOptions(m.name), text)
			if err != nil {
				t.Fatal(err)
			}
			for i, names := range fields {
				compare(t, vars[fmt.Sprintf("v%d", i)].Type, i, names, data)
			}
		})
	}
}

// TestConstantsElsewhere: values, sizes and types of constant expressions are clang's. Of the types of stdint.h clang has those of Linux
// everywhere, and TestNewlib has gcc's.
func TestConstantsElsewhere(t *testing.T) {
	testenv.NeedsTool(t, "clang")
	for i, m := range elsewhere {
		t.Run(m.name, func(t *testing.T) {
			testenv.Sample(t, i+2, 4)
			c := constants{rand.New(rand.NewSource(int64(len(m.name))))}
			exprs := []string{"sizeof(wchar_t)", "(wchar_t)-1 < 0", "L'a' - 98", "sizeof(long double)", "_Alignof(long double)", "sizeof(void *)", "sizeof(u0 + 0)", "(char)200 < 0",
				"sizeof(enum byte)", "(enum byte)256", "(enum signs)200", "(enum half)40000", "_Alignof(enum wide)"}
			for range testenv.Count(150, 300) {
				exprs = append(exprs, c.expr(1+c.rng.Intn(3)))
			}
			head := strings.ReplaceAll(narrowEnums, "enum small { s0 = 3 }; ", "") + strings.ReplaceAll(strings.ReplaceAll(enumerations, "enum signs { g0 = -1, g1 = 127 }; ", ""), "\n", " ") + "typedef __WCHAR_TYPE__ wchar_t;\n"
			write := func(exprs []string) string {
				var b strings.Builder
				b.WriteString(head)
				for i, e := range exprs {
					fmt.Fprintf(&b, "unsigned long long v%d[] = { %s, sizeof(%s), %s };\n", i, e, e, fmt.Sprintf(narrowKind, e))
				}
				return b.String()
			}
			_, told := clangObject(t, m.clang, write(exprs), m.flags...)
			kept := exprs[:0]
			for i, e := range exprs { // clang warns of what C does not define, and of more
				if !told[i+3] {
					kept = append(kept, e)
				}
			}
			data, _ := clangObject(t, m.clang, write(kept), m.flags...)
			t.Logf("%d expressions", len(kept))
			if len(kept) < 100 || data == nil {
				t.Fatalf("%d expressions are left", len(kept))
			}
			var b strings.Builder
			b.WriteString(head)
			for i, e := range kept {
				word := func(k int) uint64 { return binary.LittleEndian.Uint64(data[fmt.Sprintf("v%d", i)][8*k:]) }
				fmt.Fprintf(&b, "_Static_assert((unsigned long long)(%s) == %dull && sizeof(%s) == %d && %s == %d, \"\");\n", e, word(0), e, word(1), fmt.Sprintf(narrowKind, e), word(2))
			}
			for _, e := range readNarrow(t, m.name, b.String()) {
				t.Error(e)
			}
		})
	}
}

// TestNewlib: where there is no operating system the macros are those of gcc with newlib.
func TestNewlib(t *testing.T) {
	const text = `#include <stdint.h>
#include <inttypes.h>
#if defined __linux__ || defined __unix__ || defined linux
#error "an operating system"
#endif
#define IS(t, u) _Static_assert(_Generic((t)0, u: 1, default: 0), "")
IS(int_fast8_t, int); IS(uint_fast16_t, unsigned); IS(int_fast32_t, int); _Static_assert(INT_FAST8_MAX == 0x7fffffff, "");
IS(__typeof__(INT32_MAX), __typeof__(INT32_C(1)));
`
	const ilp32 = "IS(int32_t, long); IS(uint32_t, unsigned long); IS(uint_least32_t, unsigned long); IS(__typeof__(UINT32_MAX), unsigned long); IS(uintptr_t, unsigned); IS(size_t, unsigned);\n" +
		"char f[] = PRIu32; _Static_assert(sizeof f == 3, \"\");\n"
	const lp64 = "IS(int32_t, int); IS(uint32_t, unsigned); IS(int64_t, long); char f[] = PRIu32; _Static_assert(sizeof f == 2, \"\");\n"
	for target, more := range map[string]string{"arm-none-eabi": ilp32 + "_Static_assert(__ARM_SIZEOF_MINIMAL_ENUM == 1, \"\");\n", "riscv32-unknown-elf": ilp32, "riscv64-unknown-elf": lp64, "aarch64-none-elf": lp64} {
		for _, e := range readNarrow(t, target, text+"#include <stddef.h>\n"+more) {
			t.Errorf("%s: %s", target, e)
		}
	}
}

// TestTargetOf: the names of cross compilers, and of clang's targets.
func TestTargetOf(t *testing.T) {
	for triple, want := range map[string]string{
		"arm-none-eabi": "arm-none-eabi", "arm-eabi": "arm-none-eabi", "armv7m-none-eabi": "arm-none-eabi", "thumbv7em-none-eabihf": "arm-none-eabi",
		"arm-linux-gnueabihf": "arm", "arm-linux-gnueabi": "arm", "armv7a-linux-gnueabi": "arm", "armeb-linux-gnueabi": "", "armeb-none-eabi": "", "arm-unknown-netbsd": "",
		"riscv32-unknown-elf": "riscv32-unknown-elf", "riscv64-unknown-elf": "riscv64-unknown-elf", "riscv32-esp-elf": "riscv32-unknown-elf", "riscv64-linux-gnu": "riscv64",
		"riscv32-unknown-linux-gnu": "riscv32", "aarch64-none-elf": "aarch64-none-elf", "aarch64-linux-gnu": "aarch64", "aarch64-none-linux-gnu": "aarch64",
		"avr": "avr", "msp430-elf": "msp430", "xtensa-esp32-elf": "", "mips-linux-gnu": "mips", "mips-sde-elf": "", "i686-linux-gnu": "i386",
	} {
		if got := source.TargetOf(triple); got != want {
			t.Errorf("%s: %q, want %q", triple, got, want)
		}
	}
}
