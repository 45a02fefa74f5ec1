package cfront

import (
	"os"
	"path/filepath"
	"testing"
)

// TestKept: files that are parsed once for many functions say of each what they say when they are read for it alone, in any
// order, with surroundings and models of the library; and Inputs names what was read and what was looked for.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "k.c")
	text := `#include <string.h>
#include "own.h"
#define TWICE(x) ((x) + (x))
struct node { struct node *next; int data; };
static int sum(const struct node *n) { int s = 0; while (n) { s = TWICE(s) + n->data; n = n->next; } return s; }
int first(struct node *a, OWN k) { return a->next ? sum(a->next) / k : 0; }
char *second(char *to, const char *from) { return strcpy(to, from) + strlen(from); }
int third(int (*f)(int), int x) { static int calls; calls++; return f(x) + calls; }
int fifth(const char *a, char *b, unsigned n) { char c[4]; memcpy(c, b, 4); if (memcmp(a, c, n & 3) == 0) return 1; memcpy(b, a, n & 3); return memcmp(a, b, 4); }
int fourth(struct node n[3], int i) { memset(n, 0, sizeof *n); return n[i].data; }
`
	if err := os.Mkdir(filepath.Join(dir, "inc"), 0o777); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "inc", "own.h")
	for name, text := range map[string]string{file: text, own: "typedef int OWN;\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	opts := Options{Include: []string{filepath.Dir(own)}, Properties: []string{"null", "bounds", "div-by-zero"}, Environment: Environment{Valid: true}}
	kept := NewFiles(nil)
	kept.Keep()
	for _, entry := range []string{"first", "second", "third", "fourth", "fifth", "second", "first", "fifth", "sum"} {
		opts.Entry = entry
		want, err := ReadFrom(t.Context(), opts, NewFiles(nil), file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadFrom(t.Context(), opts, kept, file)
		if err != nil || got.String() != want.String() {
			t.Errorf("%s: %v: the program is not the same", entry, err)
		}
	}
	in := kept.Inputs()
	if in[file] == "" || in[own] == "" {
		t.Errorf("what was read: %v", in)
	}
	if sum, asked := in[filepath.Join(dir, "own.h")]; !asked || sum != "" {
		t.Errorf("what was looked for: %v", in)
	}
}
