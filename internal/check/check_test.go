package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		`gcc -c a.c`:                         {"gcc", "-c", "a.c"},
		`  gcc	-DX='a "b" \' "-DY=\"c\\d\""`: {"gcc", `-DX=a "b" \`, `-DY="c\d"`},
		`gcc -D A\ B "" -I'x y'/z "\q"`:      {"gcc", "-D", "A B", "", "-Ix y/z", `\q`},
		``:                                   nil,
	} {
		got, err := splitCommand(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, diff)
		}
	}
	for _, text := range []string{`gcc "a`, `gcc 'a`, `gcc a\`} {
		if got, err := splitCommand(text); err == nil {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestRelevant(t *testing.T) {
	t.Chdir(t.TempDir())
	flags, told, why := relevant([]string{"-O2", "-Iinc", "-I", "/usr/inc", "-isystem", "../sys", "-DX=1", "-D", "Y", "-UZ", "-m32", "-o", "-DNOT", "-MF", "-m16",
		"-fwrapv", "-fshort-enums", "-include", "c.h", "-Wall", "-c", "a.c", "-fPIC"}, "sub")
	want := []string{"-I", "sub/inc", "-I", "/usr/inc", "-isystem", "sys", "-D", "X=1", "-D", "Y", "-U", "Z", "-m32", "-fwrapv", "-fshort-enums", "-include", "sub/c.h"}
	if diff := cmp.Diff(want, flags); diff != "" || len(told) != 1 || why != "" {
		t.Errorf("told %q, why %q\n%s", told, why, diff)
	}
	for in, want := range map[string]string{"-mmcu=attiny85": "-target=avr", "--target=x86_64-linux-gnu": "-target=x86_64", "--target=msp430": "-target=msp430",
		"--target=aarch64-linux-gnu": "-target=aarch64", "--target=arm": "-target=arm", "--target=thumbv7m-none-eabi": "-target=arm-none-eabi"} {
		if flags, _, _ := relevant([]string{in}, ""); strings.Join(flags, " ") != want {
			t.Errorf("%s: %q, want %s", in, flags, want)
		}
	}
	for in, want := range map[string]string{"/opt/bin/avr-gcc": "-target=avr", "aarch64-linux-gnu-gcc-12": "-target=aarch64", "x86_64-linux-gnu-gcc": "", "gcc-12": "", "cc": "",
		"i686-linux-gnu-gcc": "-m32", "arm-linux-gnueabihf-gcc": "-target=arm", "musl-gcc": "", "clang-14": "", "arm-none-eabi-gcc": "-target=arm-none-eabi", "riscv32-unknown-elf-gcc": "-target=riscv32-unknown-elf", "riscv64-linux-gnu-gcc": "-target=riscv64", "xtensa-esp32-elf-gcc": "?", "powerpc64le-linux-gnu-gcc": "?"} {
		flags, told := machineOf(in)
		if got := strings.Join(flags, " "); got != strings.TrimSuffix(want, "?") || (told != "") != (want == "?") {
			t.Errorf("%s: %q, %q, want %q", in, flags, told, want)
		}
	}
	for _, other := range []string{"-m16", "-mx32", "@options", "-xc++", "-x c++", "-mmcu=z80", "--target=thumbv7m-apple-ios", "-target thumbv7m-apple-ios", "-mint8"} {
		if _, _, why := relevant(strings.Fields(other), ""); why == "" {
			t.Errorf("%s is accepted", other)
		}
	}
	for in, want := range map[string]string{
		"-target aarch64-linux-gnu -c a.c": "-target=aarch64", "-x c -DX": "-D X",
		"-Winvalid-pch -Xclang -include-pch -Xclang /pch.h.pch -Xclang -include -Xclang /pch.h": "-include /pch.h", // as CMake has it
	} {
		if flags, told, why := relevant(strings.Fields(in), ""); strings.Join(flags, " ") != want || len(told) > 0 || why != "" {
			t.Errorf("%s: %q, %q, %q, want %s", in, flags, told, why, want)
		}
	}
	for in, want := range map[string]string{"ccache avr-gcc -c a.c": "avr-gcc", "/usr/bin/distcc /opt/arm-none-eabi-gcc -c a.c": "/opt/arm-none-eabi-gcc",
		"env X=1 ccache avr-gcc a.c": "avr-gcc", "cc -c -o avr-gcc a.c": "cc", "gcc a.c": "gcc"} {
		if got := compilerOf(strings.Fields(in)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"parse_*", "parse_it", true}, {"parse_*", "reparse_it", false}, {"f", "f", true}, {"tests", "tests/a/b.c", true}, {"tests/*", "tests/a/b.c", true},
		{"*.c", "lib/x.c", true}, {"lib", "libs/x.c", false}, {"x.c", "lib/x.c", true}, {"lib/y.c", "lib/x.c", false},
	} {
		if got := matches([]string{c.pattern}, c.name); got != c.want {
			t.Errorf("%s, %s: %v", c.pattern, c.name, got)
		}
	}
}

func TestAllowance(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	text := `x = 1;
x = y / z; // craig: allow div-by-zero,no-overflow callers check z
// craig: allow null  
x = *p;
x = *p; /* craig: allow all generated */
x = *p;
/* craig:allow bounds , null padded */
x = p[1];
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line     int
		property string
		want     string
	}{
		{1, "div-by-zero", ""}, {2, "div-by-zero", "callers check z"}, {2, "no-overflow", "callers check z"}, {2, "null", ""}, {3, "no-overflow", ""},
		{4, "null", "a comment"}, {4, "bounds", ""}, {5, "bounds", "generated"}, {6, "bounds", ""}, {8, "bounds", "padded"}, {8, "null", "padded"}, {99, "null", ""},
	} {
		if got, _ := allowance(file, c.line, c.property); got != c.want {
			t.Errorf("line %d, %s: %q, want %q", c.line, c.property, got, c.want)
		}
	}
}

func TestRequires(t *testing.T) {
	entry := func(pairs ...string) (list []resultfile.Change) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, resultfile.Change{Name: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	for _, c := range []struct {
		property, line string
		entry          []resultfile.Change
		want           string
	}{
		{"null", "b->data[i]", entry("b", "a pointer to 16 bytes", "i", "3", "b->data", "NULL"), `b->data != \null`},
		{"div-by-zero", "x / y", entry("x", "0", "y", "0", "z", "0"), "x != 0"},
		{"div-by-zero", "/ y", entry("x", "0", "y", "0"), "y != 0"},
		{"no-overflow", "x + y", entry("x", "2147483647", "y", "1"), "x < 2147483647"},
		{"no-overflow", "-x", entry("x", "-2147483648"), "x > -2147483648"},
		{"bounds", "t[i]", entry("i", "-1"), "i >= 0"},
		{"bounds", "t[i]", entry("i", "7", "n", "8"), "i < 7"},
		{"bounds", "t[k]", entry("i", "7", "n", "8"), ""},
		{"null", "x", entry("x", "0"), ""},
	} {
		if got, _ := requires(c.property, c.entry, c.line); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.property, c.line, got, c.want)
		}
	}
}

// TestMerge: findings at one place are one, in the words of the likelier, with the entries of all; the likelier come first.
func TestMerge(t *testing.T) {
	at := func(line int, property, entry, confirmation string, sure bool) *Finding {
		return &Finding{Place: Place{File: "a.c", Line: line}, Property: property, Entries: []Entry{{Name: entry}}, Confirmation: confirmation, traits: traits{sure: sure}, Guesses: []string{"g"}}
	}
	list := merge([]*Function{
		{findings: []*Finding{at(1, "null", "f", "undecided", false), at(2, "null", "f", "", false)}},
		{findings: []*Finding{at(1, "null", "g", "confirmed", false), at(1, "bounds", "g", "confirmed", false)}},
		{findings: []*Finding{at(3, "null", "main", "", true)}},
	})
	var got []string
	for _, g := range list {
		text := g.Property + " " + g.Confirmation
		for _, e := range g.Entries {
			text += " " + e.Name
		}
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{"null confirmed f g", "bounds confirmed g", "null  main", "null  f"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestGuess: without a database, files and headers are found but where they are excluded.
func TestGuess(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.c", "inc/a.h", "sub/b.c", "out/c.c", "out/inc/c.h", ".hidden/d.c", "sub/deep/out.h"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	units, _, err := Guess(".", []string{"out"})
	if err != nil {
		t.Fatal(err)
	}
	flags := []string{"-I", "inc", "-I", "sub/deep"}
	if diff := cmp.Diff([]*Unit{{"a.c", flags}, {"sub/b.c", flags}}, units); diff != "" {
		t.Error(diff)
	}
}

// TestChosenMember: a finding comes after others if one member of a union was taken to have a value.
func TestChosenMember(t *testing.T) {
	note := resultfile.Note{Kind: "assumption", Text: "these are the members of unions that have a value: v->u.text", Aspect: ir.AboutUnions}
	f := &Function{Name: "get", File: "a.c"}
	rank := func(notes ...resultfile.Note) int {
		g := newFinding(f, &resultfile.Document{Verdict: "FALSE", Property: "bounds", Notes: notes}, resultfile.Place{File: "a.c", Line: 1})
		g.Confirmation = "confirmed"
		return g.rank()
	}
	other := note
	other.Aspect = ir.AboutValid
	if rank(note, other) <= rank(other) {
		t.Error("it comes first")
	}
}

// TestGuessFolders: headers that are named with a folder are found from the folder above that, wherever it is.
func TestGuessFolders(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"ring/src/ring/ring.c":         "#include \"ring/ring.h\"\n # include <util/deep/u.h>\n#include \"none/x.h\"\n#include \"../ring/y.h\"\n",
		"ring/src/include/ring/ring.h": "#include \"ring/opt.h\"\n",
		"ring/src/include/ring/opt.h":  "", "ring/y.h": "", "lib/util/deep/u.h": "", "lib/util/x.h": "", "other/opt.h": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, folders, err := Guess(".", []string{"other"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"lib/util/deep", "lib/util", "ring/src/include/ring", "ring", "lib", "ring/src/include"}
	if diff := cmp.Diff(want, folders); diff != "" {
		t.Error(diff)
	}
}

// TestGuessHidden: a folder whose headers would be taken for those of the C library is none of -I, unless another folder's files need it.
func TestGuessHidden(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"src/ring.c": "#include <string.h>\n#include \"ring/strings.h\"\n", "src/ring/strings.h": "", "src/ring/strings.c": "#include \"other.h\"\n", "src/ring/other.h": "",
		"lib/time.h": "", "lib/clock.h": "", "app/a.c": "#include <clock.h>\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, folders, err := Guess(".", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"lib", "src"}, folders); diff != "" {
		t.Error(diff)
	}
}

// TestSure: what begins in main rests on nothing that is guessed, unless a function has no body.
func TestSure(t *testing.T) {
	doc := &resultfile.Document{Verdict: "FALSE", Property: "null", Trace: &resultfile.Trace{}}
	f := &Function{Name: "main", File: "a.c"}
	if g := newFinding(f, doc, resultfile.Place{File: "a.c", Line: 1}); !g.sure || len(g.Guesses) != 0 {
		t.Errorf("%+v", g)
	}
	doc.Notes = []resultfile.Note{{Kind: "assumption", Text: "get has no body: it has no side effects, and its result is unknown"}}
	if g := newFinding(f, doc, resultfile.Place{File: "a.c", Line: 1}); g.sure || len(g.Guesses) != 1 {
		t.Errorf("%+v", g)
	}
}

// TestAlike: findings of one cause stand together where the likeliest of them is; where nothing is known of a cause each stands alone.
func TestAlike(t *testing.T) {
	at := func(line int, file, property, cause string) *Finding {
		return &Finding{Place: Place{File: "x.h", Line: line}, Property: property, Entries: []Entry{{File: file}}, Cause: cause}
	}
	var got [][]int
	for _, gs := range alike([]*Finding{at(1, "a.c", "bounds", "n"), at(2, "a.c", "bounds", ""), at(3, "a.c", "bounds", "n"), at(4, "b.c", "bounds", "n"),
		at(5, "a.c", "null", "n"), at(6, "a.c", "bounds", ""), at(7, "a.c", "bounds", "n")}) {
		var lines []int
		for _, g := range gs {
			lines = append(lines, g.Line)
		}
		got = append(got, lines)
	}
	if diff := cmp.Diff([][]int{{1, 3, 7}, {2}, {4}, {5}, {6}}, got); diff != "" {
		t.Error(diff)
	}
}

// TestRank: what rests on a number at the end of its type comes after what does not, if both are confirmed.
func TestRank(t *testing.T) {
	doc := &resultfile.Document{Property: "no-overflow", Trace: &resultfile.Trace{Entry: []resultfile.Change{{Name: "n", Value: "70000"}}}}
	small := newFinding(&Function{Name: "f", File: "a.c"}, doc, resultfile.Place{File: "a.c", Line: 1})
	doc.Trace.Entry[0].Value = "2147483647"
	large := newFinding(&Function{Name: "f", File: "a.c"}, doc, resultfile.Place{File: "a.c", Line: 1})
	if small.Cause != "nothing says what values `n` has" || small.Cause != large.Cause || small.rank() >= large.rank() {
		t.Errorf("causes %q and %q, ranks %d and %d", small.Cause, large.Cause, small.rank(), large.rank())
	}
}

// TestAtTheEnd: int and long, both ends, and what only looks like one.
func TestAtTheEnd(t *testing.T) {
	for value, want := range map[string]bool{"0": false, "-5": false, "65536": false, "2147483647": true, "2147483640": true, "-2147483648": true, "4294967295": false,
		"9223372036854775807": true, "-9223372036854775800": true, "18446744073709551615": true, "'x'": false, "NULL": false, "2147400000": false} {
		if got := atTheEnd(resultfile.Change{Name: "x", Value: value}); got != want {
			t.Errorf("%s: %v", value, got)
		}
	}
}
