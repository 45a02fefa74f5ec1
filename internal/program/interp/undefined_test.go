package interp_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"craig/internal/program/cfront"
	"craig/internal/program/interp"
	"craig/internal/testenv"
)

// TestUndefinedArithmetic: a program with one expression reaches an error location of no-overflow or
// div-by-zero if gcc's sanitizers stop it; and if neither does, the results are the same. A few more
// come to an error, since gcc simplifies some operations before it looks at them: c *= c of an
// unsigned short is done without a sign, and a + a ? b : c asks for a.
func TestUndefinedArithmetic(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, machine := range []string{"-m64", "-m32"} {
		t.Run(machine, func(t *testing.T) {
			if machine == "-m32" && !hosts32(t) {
				t.Skip("gcc has no C library for -m32 here")
			}
			to := target{hosted + forked, []string{machine, "-std=gnu11", "-fsanitize=shift,signed-integer-overflow,integer-divide-by-zero", "-fsanitize-undefined-trap-on-error"}}
			const batch = 400
			end := *gccSeed + 8*int64(*gccCount)
			for first := *gccSeed; first < end; first += batch {
				var programs []string
				for i := range min(batch, end-first) {
					programs = append(programs, undefinedProgram(first+i))
				}
				compareUndefined(t, first, programs, compiled(t, programs, to), machine)
			}
		})
	}
}

func compareUndefined(t *testing.T, first int64, programs, want []string, machine string) {
	ctx := context.Background()
	stopped, missed := 0, 0
	for i, text := range programs {
		file := filepath.Join(t.TempDir(), "p"+strconv.Itoa(i)+".c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		opts := cfront.Options{Properties: []string{"no-overflow", "div-by-zero"}, ILP32: machine == "-m32"}
		p, err := cfront.Read(ctx, opts, file)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", first+int64(i), err, text)
		}
		out := interp.Run(ctx, p, interp.Inputs{}, interp.Options{NoPath: true})
		got := out.Result.String()
		switch out.End {
		case interp.Reached:
			got = "overflow" // what the driver says of a program that is stopped
		case interp.Exited:
		default:
			got = out.End.String() + " " + out.Reason
		}
		if got == "overflow" {
			stopped++
		}
		if got == "overflow" && want[i] != got {
			missed++
		} else if got != want[i] {
			t.Errorf("seed %d: %s instead of %s:\n%s", first+int64(i), got, want[i], text)
		}
	}
	if missed > len(programs)/100 {
		t.Errorf("gcc's sanitizers miss %d of %d", missed, len(programs))
	}
	if stopped < len(programs)/10 || stopped > len(programs)*9/10 {
		t.Errorf("%d of %d programs are stopped: that compares little", stopped, len(programs))
	}
}

// undefinedTypes have the values at their ends and at those of shift distances.
var undefinedTypes = []struct {
	name string
	bits int
}{
	{"signed char", 8}, {"unsigned char", 8}, {"short", 16}, {"unsigned short", 16}, {"int", 32}, {"int", 32},
	{"unsigned", 32}, {"long", 0}, {"unsigned long", 0}, {"long long", 64}, {"unsigned long long", 64}, {"_Bool", 1},
}

// undefinedProgram is a program that computes one expression of variables that hold values at the
// limits. The result is not converted to a narrower type before it is assigned: gcc would do the
// arithmetic in that type, where it does not overflow.
func undefinedProgram(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	values := []string{"0", "1", "-1", "2", "3", "7", "8", "15", "16", "30", "31", "32", "33", "62", "63", "64", "-2", "-8",
		"127", "-128", "255", "32767", "-32768", "65535", "2147483647", "(-2147483647-1)", "4294967295u", "1073741824", "-1073741824",
		"9223372036854775807LL", "(-9223372036854775807LL-1)", "18446744073709551615ULL", "4611686018427387904LL", "46341", "65536", "3037000500LL"}
	decls, names := "", []string{"a", "b", "c"}
	for _, name := range names {
		decls += fmt.Sprintf("%s %s = %s; ", undefinedTypes[r.Intn(len(undefinedTypes))].name, name, values[r.Intn(len(values))])
	}
	var expr func(depth int) string
	expr = func(depth int) string {
		if depth == 0 || r.Intn(6) == 0 {
			if r.Intn(4) == 0 {
				return values[r.Intn(11)]
			}
			return names[r.Intn(len(names))]
		}
		switch r.Intn(8) {
		case 0:
			return "(- " + expr(depth-1) + ")"
		case 1:
			return fmt.Sprintf("(%s ? %s : %s)", expr(depth-1), expr(depth-1), expr(depth-1))
		}
		op := []string{"+", "-", "*", "/", "%", "<<", "<<", "<<", ">>", "<", "&", "^"}[r.Intn(12)]
		return fmt.Sprintf("(%s %s %s)", expr(depth-1), op, expr(depth-1))
	}
	step := ""
	switch name := names[r.Intn(len(names))]; r.Intn(4) {
	case 0:
		step = fmt.Sprintf("%s %s %s; ", name, []string{"+=", "-=", "*=", "/=", "%=", "<<=", "<<=", ">>="}[r.Intn(8)], expr(1))
	case 1:
		step = name + []string{"++", "--"}[r.Intn(2)] + "; "
	}
	return fmt.Sprintf("int main(void) { %s%slong long r = %s; return (int)(r %% 1000000007) ^ (a + 0 != 0) ^ (b + 0 != 0); }\n", decls, step, expr(1+r.Intn(3)))
}
