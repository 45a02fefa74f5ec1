package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"craig/internal/evidence/native"
	"craig/internal/testenv"
)

// TestOddNames: a program may lie in a file, and include a header in a folder, of any name that the system takes. Its answers, FALSE and TRUE, are
// kept, replayed, certified and written as witnesses like others.
func TestOddNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("wants a system that takes any octets for a name")
	}
	names := []string{"\xff.c", "-o a 'b\"%d%s\n$(x).c", "b\xc3\x28.c", "a b.c", `q"'.c`, "p%d%s%41.c", "-o.c", "n\nl.c", "$(x)`y`\\.c", "a:b,c;d=e&f#g.c", "~", "\U0010ffff.c"}
	if !testenv.Long() {
		names = names[:1]
	}
	for i, name := range names {
		if i%12 != 0 && !testenv.Night() {
			continue
		}
		dir := filepath.Join(t.TempDir(), "in "+name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		t.Chdir(dir)
		write(t, "seen.h", "extern int input(void);\nextern void reach_error(void);\n")
		for text, want := range map[string]int{
			"#include \"seen.h\"\nint main(void) { int x = input(); if (x == 42) reach_error(); }":                                 exitFalse,
			"#include <seen.h>\nint main(void) { int n = input(), x = 0; while (x < n) x++; if (n >= 0 && x > n) reach_error(); }": exitTrue,
		} {
			write(t, name, text)
			file := name
			if name[0] == '-' {
				file = "./" + name
			}
			status, out := craigStatus(t, "verify", "--quiet", "-I", dir, "--json", "r.json", "--witness", "w.yml", file)
			if status != want {
				t.Errorf("%q: verify ends with %d: %s", name, status, out)
				continue
			}
			for _, args := range [][]string{{"replay", "r.json"}, {"certify", "r.json"}, {"witness", "write", "-o", "w2.yml", "r.json"}, {"witness", "check", "-I", dir, file, "w.yml"}} {
				if args[0] == "replay" && (native.Find() == "" || want == exitTrue && (!testenv.Long() || name != names[0])) {
					continue // of a TRUE it runs for seconds
				}
				if status, out := craigStatus(t, args...); status != exitConfirmed {
					t.Errorf("%q: %s ends with %d: %s", name, args, status, out)
				}
			}
			one, err1 := os.ReadFile("w.yml")
			two, err2 := os.ReadFile("w2.yml")
			if err1 != nil || err2 != nil || bytes.Count(one, []byte("\n")) != bytes.Count(two, []byte("\n")) {
				t.Errorf("%q: the witness of the result file is another one (%v, %v):\n%s\n%s", name, err1, err2, one, two)
			}
		}
	}
}
