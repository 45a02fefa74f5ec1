package float

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"craig/internal/testenv"
	"craig/logic/num"
)

// operands makes patterns that make trouble: classes, their neighbours, small integers, numbers of
// close exponents, any bits.
func operand(r *rand.Rand, f Format) uint64 {
	special := [...]uint64{0, 1, 2, f.MinNormal() - 1, f.MinNormal(), f.MinNormal() + 1, f.MaxFinite(), f.MaxFinite() - 1,
		f.Inf(), f.NaN(), f.Inf() + 1, f.One(), f.One() - 1, f.One() + 1}
	sign := uint64(r.IntN(2)) * f.SignBit()
	mask := f.SignBit() - 1
	switch r.IntN(6) {
	case 0:
		return special[r.IntN(len(special))] | sign
	case 1:
		return f.FromInt(NearestEven, num.I(int64(r.IntN(64)))) | sign
	case 2: // exponents near 0, few bits
		x := f.One() + uint64(r.IntN(9)-4)<<(f.Sig-1)
		return (x+r.Uint64()&mask>>(f.Exp+1)&^(1<<r.IntN(int(f.Sig))-1))&mask | sign
	case 3: // near halves of integers, as large as the last bit of an integer
		x := f.One() + uint64(r.IntN(int(f.Sig)+2))<<(f.Sig-1)
		return (x+uint64(r.IntN(5)-2))&mask | sign
	case 4:
		x := f.One() + uint64(r.IntN(2*int(f.Sig))-int(f.Sig))<<(f.Sig-1)
		return (x+r.Uint64()&mask>>f.Exp)&mask | sign
	}
	return r.Uint64() & (mask | f.SignBit())
}

// count is how many operands are tried.
func count(t *testing.T) int {
	if s := os.Getenv("CRAIG_FLOATS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 100_000
}

// TestHardware compares every operation with what a C compiler and its library make of it.
// CRAIG_FLOATS is how many operands are tried in each format.
func TestHardware(t *testing.T) {
	cc := testenv.NeedsTool(t, "gcc")
	for _, f := range []Format{Binary32, Binary64} {
		t.Run(f.String(), func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "operations")
			args := []string{"-O1", "-frounding-math", "-ffp-contract=off", "-msse2", "-mfpmath=sse", "-DT=float", "-DU=uint32_t", "-DO=double"}
			if f == Binary64 {
				args = append(args, "-UT", "-UU", "-UO", "-DT=double", "-DU=uint64_t", "-DO=float")
			}
			if out, err := exec.Command(cc, append(args, "-o", program, "testdata/operations.c", "-lm")...).CombinedOutput(); err != nil {
				t.Skipf("the C program does not compile here: %v\n%s", err, out)
			}
			r := rand.New(rand.NewPCG(1, uint64(f.Sig)))
			const batch = 100_000
			for left := count(t); left > 0 && !t.Failed(); left -= batch {
				compare(t, f, program, r, min(left, batch))
			}
		})
	}
}

func compare(t *testing.T, f Format, program string, r *rand.Rand, n int) {
	var in bytes.Buffer
	quads := make([][4]uint64, n)
	for i := range quads {
		quads[i] = [4]uint64{operand(r, f), operand(r, f), operand(r, f), 0}
		if i%16 == 0 {
			quads[i][3] = 1
		}
		if r.IntN(8) == 0 { // close together, so that they cancel
			quads[i][1] = (quads[i][0] ^ f.SignBit()) + uint64(r.IntN(5)) - 2
			quads[i][1] &= f.SignBit()<<1 - 1
		}
	}
	binary.Write(&in, binary.LittleEndian, quads)
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := func() (v uint64) {
		v, out = binary.LittleEndian.Uint64(out), out[8:]
		return v
	}
	other := Binary64
	if f == Binary64 {
		other = Binary32
	}
	for _, q := range quads {
		x, y, z := q[0], q[1], q[2]
		check := func(what string, want uint64) {
			if v := got(); v != want {
				t.Errorf("%s of %#x %#x %#x is %#x, found %#x", what, x, y, z, v, want)
			}
		}
		modes := []Mode{NearestEven, Up, Down, ToZero}
		if q[3] == 0 {
			modes = modes[:1]
		}
		i := num.I(int64(x))
		for _, m := range modes {
			what := func(s string) string { return fmt.Sprint(f, " ", s, " rounded ", m) }
			check(what("+"), f.Add(m, x, y))
			check(what("-"), f.Add(m, x, f.Neg(y)))
			check(what("*"), f.Mul(m, x, y))
			check(what("/"), f.Div(m, x, y))
			check(what("sqrt"), f.Sqrt(m, x))
			check(what("fma"), f.Fma(m, x, y, z))
			check(what("rint"), f.Round(m, x))
			check(what("conversion"), other.Convert(f, m, x))
			check(what("from signed"), f.FromInt(m, i))
			check(what("from unsigned"), f.FromInt(m, Bits(x)))
		}
		check("fmod", f.Fmod(x, y))
		if rem := f.Rem(x, y); f.IsZero(rem) { // IEEE's sign is that of x; glibc's is wrong where y is tiny
			if v := got(); !f.IsZero(v) {
				t.Errorf("remainder of %#x %#x is %#x, found %#x", x, y, v, rem)
			}
		} else {
			check("remainder", rem)
		}
		check("floor", f.Round(Down, x))
		check("ceil", f.Round(Up, x))
		check("trunc", f.Round(ToZero, x))
		check("round", f.Round(NearestAway, x))
		order := uint64(0)
		for k, holds := range []bool{f.Eq(x, y), f.Lt(x, y), f.Le(x, y)} {
			if holds {
				order |= 1 << k
			}
		}
		check("order", order)
		inRange := func(v num.Int, lo, hi num.Int) uint64 {
			if v.Less(lo) || hi.Less(v) {
				return 0
			}
			return Format{11, 53}.Pattern(v)
		}
		lo, hi := num.Pow2(63).Neg(), num.Pow2(63).Sub(num.I(1))
		check("to signed", inRange(f.ToInt(ToZero, 64, x), lo, hi))
		check("to unsigned", inRange(f.ToInt(ToZero, 64, x), num.Int{}, num.Pow2(64).Sub(num.I(1))))
		check("llrint", inRange(f.ToInt(NearestEven, 64, x), lo, hi))
		if t.Failed() {
			return
		}
	}
	if len(out) != 0 {
		t.Errorf("%d bytes too many", len(out))
	}
}

// TestExact compares what the hardware computes with exact arithmetic.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, f := range []Format{Binary32, Binary64} {
		for range 10_000 {
			x, y, z := operand(r, f), operand(r, f), operand(r, f)
			for _, p := range [][2]uint64{
				{f.Add(NearestEven, x, y), f.exactAdd(NearestEven, x, y)},
				{f.Mul(NearestEven, x, y), f.exactMul(NearestEven, x, y)},
				{f.Div(NearestEven, x, y), f.exactDiv(NearestEven, x, y)},
				{f.Sqrt(NearestEven, x), f.exactSqrt(NearestEven, x)},
				{f.Fma(NearestEven, x, y, z), f.exactFma(NearestEven, x, y, z)},
				{f.Fmod(x, y), f.exactMod(x, y, ToZero)},
				{f.Rem(x, y), f.exactMod(x, y, NearestEven)},
				{Binary64.Convert(f, NearestEven, x), Binary64.exactConvert(f, NearestEven, x)},
				{Binary32.Convert(f, NearestEven, x), Binary32.exactConvert(f, NearestEven, x)},
				{f.Round(NearestAway, x), f.exactRound(NearestAway, x)},
				{f.Round(Up, x), f.exactRound(Up, x)},
			} {
				if p[0] != p[1] {
					t.Fatalf("%v: %#x and %#x of %#x %#x %#x", f, p[0], p[1], x, y, z)
				}
			}
		}
	}
}

// TestSmallFormat compares a format of 6 bits with the definition: among all numbers of the format, no
// other is nearer, and of two the even one.
func TestSmallFormat(t *testing.T) {
	f := Format{3, 3}
	for x := range uint64(1) << f.Width() {
		for y := range uint64(1) << f.Width() {
			a, ok1 := f.ToRat(x)
			b, ok2 := f.ToRat(y)
			if !ok1 || !ok2 {
				continue
			}
			nearest(t, f, f.Add(NearestEven, x, y), a.Add(b))
			nearest(t, f, f.Mul(NearestEven, x, y), a.Mul(b))
			if !f.IsZero(y) {
				nearest(t, f, f.Div(NearestEven, x, y), a.Div(b))
			}
		}
	}
}

// nearest checks that r is nearest to v. An infinity counts as the number that comes after the finite ones.
func nearest(t *testing.T, f Format, r uint64, v num.Rat) {
	value := func(k int64) num.Rat {
		if v, ok := f.ToRat(f.OfKey(k)); ok {
			return v
		}
		w, _ := Format{f.Exp + 1, f.Sig}.ToRat(Format{f.Exp + 1, f.Sig}.FromInt(NearestEven, num.Pow2(uint(f.bias())+1)))
		if k < 0 {
			return w.Neg()
		}
		return w
	}
	k, inf := f.Key(r), int64(f.Inf())
	if f.IsNaN(r) {
		t.Fatalf("NaN for %v", v)
	}
	d := v.Sub(value(k)).Abs()
	for _, n := range []int64{k - 1, k + 1} {
		if n < -inf || n > inf || k == inf && v.Cmp(value(k)) > 0 || k == -inf && v.Cmp(value(k)) < 0 {
			continue
		}
		e := v.Sub(value(n)).Abs()
		if c := e.Cmp(d); c < 0 || c == 0 && k&1 != 0 {
			t.Fatalf("%v is rounded to %v, but %v is nearer", v, f.Text(r), f.Text(f.OfKey(n)))
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		f    Format
		x    uint64
		want string
	}{
		{Binary32, Binary32.One(), "1.0"}, {Binary64, 1, "5e-324"}, {Binary32, 0x80000000, "-0.0"},
		{Binary32, 0x3dcccccd, "0.1"}, {Binary64, Binary64.Inf(), "inf"}, {Binary64, Binary64.Neg(Binary64.NaN()), "-nan"},
		{Binary16, 0x3c00, "1.0"},
	} {
		if got := c.f.Text(c.x); got != c.want {
			t.Errorf("%v %#x is %s, not %s", c.f, c.x, got, c.want)
		}
	}
}
