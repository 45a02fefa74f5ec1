package cfront

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBehind: a file with surroundings that are added to what was parsed of it is the program that both are as one text.
func TestBehind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.c")
	text := `#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#define LIMIT 16
typedef unsigned char byte;
typedef struct item { struct item *next; byte data[LIMIT]; enum kind { SMALL, LARGE } kind; bool used; } item_t;
typedef union { long l; double d; } either;
typedef int (*compare_t)(const item_t *, const item_t *);
typedef struct { item_t *head; compare_t compare; either e[2]; char *name; size_t name_length; } list_t;
extern item_t *take(list_t *from, int how);
extern list_t shared;
static byte sum(const item_t *i, int n) { byte s = 0; for (int k = 0; k < n; k++) s += i->data[k]; return s; }
int insert(list_t *to, item_t *new) { item_t **at = &to->head; while (*at && to->compare(*at, new) < 0) at = &(*at)->next; new->next = *at; *at = new; return sum(new, LIMIT); }
int take_two(list_t *from) { item_t *a = take(from, SMALL), *b = take(from, LARGE); return a && b ? a->kind - b->kind : -1; }
char *rename_list(list_t *l, const char *name) { l->name = realloc(l->name, strlen(name) + 1); return l->name ? strcpy(l->name, name) : 0; }
long raw(either *e, int e_count) { return e_count > 0 ? e[e_count - 1].l : shared.e[0].l; }
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	props := map[string]string{"null": "null", "bounds": "bounds"}
	for _, entry := range strings.Fields("insert take_two rename_list raw sum") {
		opts := Options{Entry: entry, Properties: []string{"null", "bounds"}, Environment: Environment{Valid: true}}
		files := []string{file}
		r, begins, err := reached(t.Context(), opts, props, NewFiles(nil), files, nil)
		if err != nil {
			t.Fatal(err)
		}
		env, err := r.environment(begins, false)
		if err != nil {
			t.Fatal(err)
		}
		program := func(behind bool) string {
			again, caller, err := r.with(env, files, behind)
			if err != nil {
				t.Fatalf("%s: %v", entry, err)
			}
			p, err := again.read(caller)
			if err != nil {
				t.Fatalf("%s: %v", entry, err)
			}
			return p.String()
		}
		if behind, whole := program(true), program(false); behind != whole {
			t.Errorf("%s: behind the file:\n%s\nas one text:\n%s", entry, behind, whole)
		}
	}
}

// TestBehindMacros: names of members that are macros at the end of a file are members in the surroundings.
func TestBehindMacros(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.c")
	text := `struct s { struct s *link; int count; };
int f(struct s *x) { return x->link ? x->link->count : 0; }
#define count (1 +
#define link .
#define __VERIFIER_assume(x) else
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	opts := Options{Entry: "f", Properties: []string{"null"}, Environment: Environment{Valid: true}}
	if _, err := Read(t.Context(), opts, file); err != nil {
		t.Error(err)
	}
}
