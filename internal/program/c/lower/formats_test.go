package lower_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestFormats: calls of sprintf, snprintf, asprintf and sscanf with random formats write and return what they do with glibc.
func TestFormats(t *testing.T) {
	if !testenv.Has("gcc") {
		testenv.Skip(t, "gcc")
	}
	for seed := range testenv.Count(4, 100) {
		rnd := rand.New(rand.NewSource(int64(seed)))
		pick := func(list ...string) string { return list[rnd.Intn(len(list))] }
		var body strings.Builder
		for range 12 {
			format, args, floats := "", "", false
			for range 1 + rnd.Intn(3) {
				format += pick("", "a", "%%", " x=")
				flags := pick("", "", "-", "0", "+", " ", "#")
				width := pick("", "", "3", "9", "*")
				precision := pick("", "", ".", ".2", ".5", ".*")
				verb := pick("d", "i", "u", "o", "x", "X", "c", "s", "f", "e")
				if verb == "e" { // of constants alone
					width, precision = strings.Trim(width, "*"), strings.Replace(precision, "*", "3", 1)
				}
				length := ""
				if width == "*" {
					args += fmt.Sprintf(", %d", rnd.Intn(14)-6)
				}
				if verb == "c" {
					flags, precision = strings.Trim(flags, "0+ #"), ""
				}
				if verb == "s" {
					flags = strings.Trim(flags, "0+ #")
				}
				if precision == ".*" {
					args += fmt.Sprintf(", %d", rnd.Intn(9)-2)
				}
				floats = floats || verb == "f" || verb == "e"
				switch verb {
				case "f":
					flags = strings.Trim(flags, "#")
					args += pick(", seven * 1.0", ", seven * -1e15", ", seven - 7.0f")
					if width != "*" && precision != ".*" {
						args = args[:strings.LastIndex(args, ",")] + pick(", 0.5", ", -2.5", ", 1e300", ", 0.1", ", -0.0", ", 9.9999999", ", 12345.675")
					}
				case "e":
					flags = strings.Trim(flags, "#")
					args += pick(", 0.5", ", -2.5", ", 1e300", ", 0.1", ", -0.0", ", 9.9999999", ", 1e-310")
				case "c":
					args += pick(", 'q'", ", seven + 'a'", ", 300 + 'b'")
				case "s":
					args += pick(`, "hello"`, ", text", `, ""`, ", text + seven - 4")
				default:
					length = pick("", "", "hh", "h", "l", "ll", "j", "z", "t")
					args += ", (" + pick("", "-") + pick("seven", "17", "seven * 1000003", "0x7fffffff", "0") + ")" +
						map[string]string{"l": " * 4000000007L", "ll": " * 4000000007LL", "j": " + 0LL", "z": " + 0L", "t": " + 0L"}[length]
				}
				format += "%" + flags + width + precision + length + verb
			}
			calls := []string{"n = sprintf(b, \"%s\"%s); show(b, n)", "n = snprintf(b, seven, \"%s\"%s); show(b, n)",
				"n = snprintf(b, 0, \"%s\"%s); show(\"\", n)", "n = asprintf(&p, \"%s\"%s); show(p, n); free(p)"}
			if floats { // of which asprintf knows nothing
				calls = calls[:3]
			}
			fmt.Fprintf(&body, "\t%s;\n", fmt.Sprintf(pick(calls...), format, args))
		}
		for range 8 {
			format, args := "", ""
			for i := range 1 + rnd.Intn(3) {
				format += pick("", "", " ", "x", "%%")
				star, width := pick("", "", "*"), pick("", "", "2", "5")
				verb := pick("d", "i", "u", "o", "x", "n", "c", "s", "[a-f]", "[^ x]")
				where := fmt.Sprintf(", &v%d", i)
				switch verb {
				case "n":
					star, width = "", ""
				case "c", "s", "[a-f]", "[^ x]":
					where = fmt.Sprintf(", w + %d", 20*i)
				}
				if star == "" {
					args += where
				}
				format += "%" + star + width + verb
			}
			text := pick("12 34 56", "  -7x+9", "0x1f 0b", "abc def", "99999999999999999999 1", "", "x%5", "-", "+08 077")
			fmt.Fprintf(&body, "\tv0 = v1 = v2 = 5; memset(w, 0, 60); n = sscanf(%q, %q%s); show(w, n); show(w + 20, v0 + v1 * 31u); show(w + 40, v2);\n", text, format, args)
		}
		text := `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned hash;
static void show(const char *s, int n) {
	hash = hash * 31 + n;
	for (; *s; s++)
		hash = hash * 31 + (unsigned char)*s;
	hash ^= hash >> 13;
}
int main(void) {
	char b[400], w[60], text[] = "some text", *p;
	int n, seven = 7, v0, v1, v2;
` + body.String() + "\treturn (int)((hash ^ hash >> 8 ^ hash >> 16) % 251);\n}\n"
		p, why := read(t, text, cfront.Options{Properties: []string{"unreach-call"}})
		if p == nil {
			t.Fatal(why)
		}
		if got, want := outcome(t, p), compiled(t, text); got != want {
			t.Errorf("seed %d: %s, gcc says %s:\n%s", seed, got, want, text)
		}
	}
}
