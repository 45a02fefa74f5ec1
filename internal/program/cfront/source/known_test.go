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
	for i, l := range known().lines {
		if len(l.names) == 0 && !strings.HasPrefix(l.text, "/*") && strings.TrimSpace(l.text) != "" {
			t.Errorf("nothing is declared by %q", l.text)
		}
		for _, name := range l.names {
			if strings.HasPrefix(name, "__predefined_") {
				continue
			}
			names++
			if !known().needed(map[string]bool{name: true})[i] {
				t.Errorf("%s is not there", name)
			}
			tr := &translation{file: "a.c"}
			x, err := tr.expand(false)
			if err == nil {
				x.words[name] = true
				_, err = tr.parse(x, cc.Source{Name: builtIn, Value: x.knownText(known().needed(x.words))})
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if names < 250 {
		t.Errorf("%d names", names)
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
		text := Text(l.ExternalDeclaration)
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
