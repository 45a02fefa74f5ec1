package floats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/float"
)

// TestMathRanges: what is said of functions that are not rounded correctly holds of what the C library computes, for
// operands of all kinds. CRAIG_FLOATS is how many.
func TestMathRanges(t *testing.T) {
	cc := testenv.NeedsTool(t, "gcc")
	count := 1000
	if n, err := strconv.Atoi(os.Getenv("CRAIG_FLOATS")); err == nil {
		count = n
	}
	names := Ranges()
	for _, ty := range []ir.Type{{Kind: ir.Float, Bits: 32}, {Kind: ir.Float, Bits: 64}} {
		suffix, ctype := map[uint8]string{32: "f", 64: ""}[ty.Bits], map[uint8]string{32: "float", 64: "double"}[ty.Bits]
		var calls strings.Builder
		for _, n := range names {
			args := "x[0]"
			if Params(n) == 2 {
				args = "x[0], x[1]"
			}
			fmt.Fprintf(&calls, "r = %s%s(%s); memset(u, 0, 8); memcpy(u, &r, sizeof r); fwrite(u, 8, 1, stdout);\n", n, suffix, args)
		}
		dir := t.TempDir()
		source, program := filepath.Join(dir, "ranges.c"), filepath.Join(dir, "ranges")
		text := "#define _GNU_SOURCE\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n" +
			"int main(void) { unsigned long long in[2]; " + ctype + " x[2], r; unsigned char u[8];\n" +
			"while (fread(in, 8, 2, stdin) == 2) { memcpy(&x[0], &in[0], sizeof r); memcpy(&x[1], &in[1], sizeof r);\n" + calls.String() + "}\nreturn 0; }\n"
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(cc, "-O0", "-fno-builtin", "-o", program, source, "-lm").CombinedOutput(); err != nil {
			t.Skipf("the C program does not compile here: %v\n%s", err, out)
		}
		r := rand.New(rand.NewPCG(7, uint64(ty.Bits)))
		for left := count; left > 0 && !t.Failed(); left -= 10_000 {
			operands := make([][2]uint64, min(left, 10_000))
			for i := range operands {
				operands[i] = [2]uint64{rangeOperand(r, ty.Format()), rangeOperand(r, ty.Format())}
			}
			var in bytes.Buffer
			binary.Write(&in, binary.LittleEndian, operands)
			cmd := exec.Command(program)
			cmd.Stdin = &in
			out, err := cmd.Output()
			if err != nil || len(out) != 8*len(names)*len(operands) {
				t.Fatal(err, len(out))
			}
			for _, x := range operands {
				for _, n := range names {
					args := []*ir.Expr{ir.FloatConst(ty, x[0]), ir.FloatConst(ty, x[1])}[:Params(n)]
					got := ir.FloatConst(ty, binary.LittleEndian.Uint64(out))
					out = out[8:]
					if !InRange(n, got, args).IsTrue() {
						t.Errorf("%s%s of %s and %s is %s", n, suffix, ir.FloatText(ty, x[0]), ir.FloatText(ty, x[1]), ir.FloatText(ty, got.Pattern()))
					}
				}
			}
		}
	}
}

// rangeOperand is near the ends of ranges, at multiples of a quarter of pi, or any.
func rangeOperand(r *rand.Rand, f float.Format) uint64 {
	sign := uint64(r.IntN(2)) * f.SignBit()
	near := func(x uint64) uint64 { return min(x+uint64(r.IntN(7))-3, f.NaN())&^f.SignBit() | sign }
	switch r.IntN(6) {
	case 0:
		return near([]uint64{3, f.One(), f.Inf() - 3, f.Inf(), f.NaN(), f.MinNormal()}[r.IntN(6)])
	case 1, 2:
		quarter := float.Binary64.Pattern(float.Bits(0x3fe921fb54442d18))
		k := float.Binary64.FromInt(float.NearestEven, float.Bits(uint64(r.IntN(4000))))
		return near(f.Convert(float.Binary64, float.NearestEven, float.Binary64.Mul(float.NearestEven, quarter, k)))
	case 3:
		return f.One() + uint64(r.IntN(24)-16)<<(f.Sig-1) + r.Uint64()&(1<<(f.Sig-1)-1) | sign
	}
	return r.Uint64() & (f.SignBit()<<1 - 1)
}
