package source

import (
	"context"
	"strings"
	"testing"

	"modernc.org/cc/v4"
)

// TestKnownLines: what a program is given of what the compiler knows can be parsed by itself, for every name, and has the name.
func TestKnownLines(t *testing.T) {
	names := 0
	for _, l := range builtinLines() {
		if len(l.names) == 0 && !strings.HasPrefix(l.text, "/*") && strings.TrimSpace(l.text) != "" {
			t.Errorf("nothing is declared by %q", l.text)
		}
		for _, name := range l.names {
			if strings.HasPrefix(name, "__predefined_") {
				continue
			}
			names++
			text := []byte("/* " + name + " */\n")
			m := mentions(text)
			list, err := sources(Config{}, "a.c", text, m)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(list[1].Value.(string), l.text) {
				t.Errorf("%s is not there:\n%s", name, list[1].Value)
			}
			tr := &translation{file: "a.c", text: text}
			if _, err := cc.Parse(tr.newConfig(false), list); err != nil {
				t.Errorf("%s: %v\n%s%s", name, err, list[0].Value, list[1].Value)
			}
		}
	}
	if names < 250 {
		t.Errorf("%d names", names)
	}
	for _, l := range linesOf(predefinedCommon + predefinedLP64 + predefinedILP32) {
		if len(l.names) != 1 {
			t.Errorf("%q defines %v", l.text, l.names)
		}
	}
}

// TestMentions: a text whose words are not all to be seen has no set of them.
func TestMentions(t *testing.T) {
	for _, test := range []struct{ text, word string }{ // word is "" if the set is not known
		{"int x = abs(1);", "abs"},
		{"#include <stdarg.h>\n", "__builtin_va_list"},
		{"# include_next <stdarg.h>\n", "__builtin_va_list"},
		{"#include <limits.h>\n", "__INT_MAX__"},
		{"// to include it\nint f(void);", "f"},
		{"#define NAME(a) __builtin_ ## a\n", ""},
		{"%:define NAME x\n", ""},
		{"??=define NAME x\n", ""},
		{"int x = __builtin_\\\nabs(1);", ""},
		{"#define TWO \\\n  2\nint x;", "TWO"},
		{"#include \"own.h\"\n", ""},
		{"#include <own.h>\n", ""},
		{"#include NAME\n", ""},
		{"# /* some */ include <own.h>\n", ""},
		{"# \\\n include <own.h>\n", ""},
		{"#include <unistd.h>\n", "ssize_t"},
		{strings.Repeat("int x;\n", largeText/7+1), ""},
	} {
		m := mentions([]byte(test.text))
		switch {
		case test.word == "" && m != nil:
			t.Errorf("%q: its words are taken for known", test.text)
		case test.word != "" && !m[test.word]:
			t.Errorf("%q: %s is missing", test.text, test.word)
		}
	}
	for _, cfg := range []Config{{Include: []string{"own"}}, {ForceInclude: []string{"own.h"}}} {
		if tr := (&translation{cfg: cfg, text: []byte("int x;")}); tr.mentions(false) != nil {
			t.Errorf("%+v: the words of other files are taken for known", cfg)
		}
	}
	tr := &translation{cfg: Config{Define: []string{"CLEAR=memset"}}, text: []byte("int x;")}
	if m := tr.mentions(false); !m["memset"] || tr.mentions(true) != nil {
		t.Error("words of the command line, or headers of the host")
	}
}

// TestBehindKnown: a text behind a file has what only it mentions of what the compiler knows, once.
func TestBehindKnown(t *testing.T) {
	cfg := Config{Files: new(Files)}
	cfg.Files.Give("a.c", []byte("int f(int x) { return __builtin_abs(x); }\n"))
	ast, err := Parse(context.Background(), cfg, "a.c")
	if err != nil {
		t.Fatal(err)
	}
	joined, err := Behind(context.Background(), cfg, ast, "more.c", "int g(void) { void *p = __builtin_malloc(1); return __builtin_abs(__builtin_clz(1)); }")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]int{}
	for l := joined.TranslationUnit; l != nil; l = l.TranslationUnit {
		text := cc.NodeSource(l.ExternalDeclaration)
		for _, name := range []string{"__builtin_abs", "__builtin_malloc", "__builtin_clz", "__builtin_ctz", "int g", "int f"} {
			if strings.Contains(text, name+"(") && (strings.HasPrefix(name, "int ") || !strings.Contains(text, "{")) {
				declared[name]++
			}
		}
	}
	for name, want := range map[string]int{"__builtin_abs": 1, "__builtin_malloc": 1, "__builtin_clz": 1, "__builtin_ctz": 0, "int g": 1, "int f": 1} {
		if declared[name] != want {
			t.Errorf("%s is declared %d times, not %d", name, declared[name], want)
		}
	}
}
