package cli

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"craig/internal/cli/gccargs"
	"craig/internal/cli/manual"
)

// TestGccStyle: what gcc takes is obeyed, left out, or named as not obeyed; nothing of it is left to be refused.
func TestGccStyle(t *testing.T) {
	for _, c := range []struct{ in, out, ignored string }{
		{"-O2 -g3 -Wall -Wl,-z,now -W -w -pedantic -ansi -std=gnu89 -pipe -c -fPIC -fno-common -march=native -mno-red-zone -pthread x.c", "x.c", ""},
		{"-o out.o -MF x.d -MD -MT y -L /lib -l m -lm -L. --param ssp=4 -x c -T link.ld x.c", "x.c", ""},
		{"-oout.o -MFx.d -xc x.c", "x.c", ""},
		{"-U FOO -UBAR -D A=1 -DB x.c", "--undefine FOO --undefine=BAR -D A=1 -DB x.c", ""},
		{"-isystem inc -iquote. -idirafterz -I y x.c", "-I inc -I . -I z -I y x.c", ""},
		{"-include a.h -imacrosb.h x.c", "--include a.h --include b.h x.c", ""},
		{"-funsigned-char -fno-unsigned-char -fwrapv -m32 -m64 x.c", "--plain-char=unsigned --plain-char=signed --signed-overflow=wrap -m=32 -m=64 x.c", ""},
		{"-fshort-enums -ffast-math x.c -std=c23", "x.c", "-fshort-enums -ffast-math -std=c23"},
		{"-mx32 -m16 -mbig-endian x.c", "-mx32 -m16 -mbig-endian x.c", ""},
		{"-mmcu=atmega328p x.c", "--target=avr x.c", ""},
		{"-mmcu=msp430g2553 x.c", "--target=msp430 x.c", ""},
		{"-target=s390x x.c", "--target=s390x x.c", ""},
		{"-mmcu=z80 -mlarge x.c", "-mmcu=z80 -mlarge x.c", ""},
		{"- --timeout 5s -m 32 -- -O2", "- --timeout 5s -m 32 -- -O2", ""},
		{"-Zsomething x.c", "-Zsomething x.c", ""},
	} {
		to, ignored := gccargs.Rewrite(append([]string{"verify"}, strings.Fields(c.in)...))
		if got := strings.Join(to[1:], " "); got != c.out || strings.Join(ignored, " ") != c.ignored {
			t.Errorf("%s\n is %s, without %s\nwant %s, without %s", c.in, got, ignored, c.out, c.ignored)
		}
	}
	if to, _ := gccargs.Rewrite(strings.Fields("harness -o h.c -O2 f x.c")); strings.Join(to, " ") != "harness -o h.c f x.c" {
		t.Errorf("the harness's own -o: %s", to)
	}
	if to, _ := gccargs.Rewrite(strings.Fields("check -pthread -p build --with -O2 -Iinc -isystem sys src")); strings.Join(to, " ") != "check -p build --with -O2 -Iinc -I sys src" {
		t.Errorf("the -p and --with of craig check: %s", to)
	}
	if to, _ := gccargs.Rewrite(strings.Fields("witness check -O2 -m32 x.c w.yml")); strings.Join(to, " ") != "witness check -m=32 x.c w.yml" {
		t.Errorf("a command of two words: %s", to)
	}
	if to, _ := gccargs.Rewrite(strings.Fields("smt -O2")); strings.Join(to, " ") != "smt -O2" {
		t.Errorf("a command that reads no C: %s", to)
	}
}

// TestMacros: of definitions of one name the last one holds.
func TestMacros(t *testing.T) {
	var m macros
	for _, d := range []string{"+A=1", "-A", "-B", "+B", "+C(x)=x", "-C", "-D", "+A=2"} {
		if err := (macroFlag{&m, d[0] == '+'}).Set(d[1:]); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(m.defined, []string{"B", "A=2"}) || !slices.Equal(m.undefined, []string{"C", "D"}) {
		t.Errorf("defined %q, undefined %q", m.defined, m.undefined)
	}
}

// TestHelpFits: the help of every command fits a terminal of usual width.
func TestHelpFits(t *testing.T) {
	var names [][]string
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		names = append(names, path)
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				walk(sub, append(slices.Clone(path), sub.Name()))
			}
		}
	}
	walk((&app{}).root(), nil)
	if len(names) < 12 {
		t.Fatalf("%d commands", len(names))
	}
	for _, path := range names {
		var out, errs strings.Builder
		if status := execute(append([]string{"help"}, path...), &out, &errs); status != 0 {
			t.Errorf("help %q: %d %s", path, status, &errs)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > manual.Width {
				t.Errorf("help %q: %d columns: %s", path, n, line)
			}
		}
	}
}

// TestFitted: a line that is too long for the terminal is cut.
func TestFitted(t *testing.T) {
	if got := fitted("größer als acht", 8); got != "größer …" {
		t.Errorf("%q", got)
	}
	if got := fitted("kurz", 8); got != "kurz" {
		t.Errorf("%q", got)
	}
}
