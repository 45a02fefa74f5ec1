package cfront

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const functionsText = `#include "h.h"
extern void __assert_fail(const char *, const char *, unsigned, const char *);
enum color { RED, GREEN = 3 };
struct pair { int a, b; };
static int table[2] = { GREEN, 1 };
static int helper(int x) { if (x == 5) __assert_fail("x", "a.c", (5), "helper"); return x + 1; }
static int through(int x);
static int (*hook)(int) = through;
int plain(int x)
{
  return helper(x) + table[0];
}
int other(struct pair *p) { return p->a; }
int indirect(int x) { return hook(x); }
static int through(int x) { return x; }
/*@ requires x > 0; */
static int promised(int x) { return x; }
int plain(int x);
`

func functionsOf(t *testing.T, text, header string) map[string]Function {
	t.Helper()
	files := fstest.MapFS{"a.c": {Data: []byte(text)}, "h.h": {Data: []byte(header)}}
	list, err := Functions(context.Background(), Options{}, NewFiles(files), "a.c")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]Function{}
	for _, f := range list {
		all[f.Name] = f
	}
	return all
}

// TestFunctions: the list of functions, and that a key changes just if something changes that the function may depend on.
func TestFunctions(t *testing.T) {
	header := "#define ONE 1\nstatic inline int inlined(void) { return ONE; }\n"
	before := functionsOf(t, functionsText, header)
	if diff := cmp.Diff([]string{"helper"}, before["plain"].Uses); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"indirect", "through"}, before["indirect"].Reaches); diff != "" {
		t.Error(diff)
	}
	if f := before["plain"]; f.Pos.Line != 9 || f.End != 12 || f.Static || f.Contract {
		t.Errorf("%+v", f)
	}
	if f := before["inlined"]; f.Pos.File != "h.h" || !f.Static || !f.Inline {
		t.Errorf("%+v", f)
	}
	if f := before["promised"]; !f.Static || !f.Contract {
		t.Errorf("%+v", f)
	}
	for _, c := range []struct{ old, new, changed string }{
		{"x + 1", "x + 2", "helper plain"},
		{"GREEN = 3", "GREEN = 4", "plain"},
		{"GREEN, 1", "GREEN, 2", "plain"},
		{"int a, b;", "int a; long b;", "other"},
		{"return x; }\n/*@", "return -x; }\n/*@", "indirect through"},
		{"x > 0", "x > 1", "promised"},
		{"x == 5", "x == 6", "helper plain"},
		{"(5)", "(6)", ""},
		{"#include", "\n\n/* a comment */ #include", ""},
		{"ONE 1", "ONE 2", "inlined"},
	} {
		after := functionsOf(t, strings.Replace(functionsText, c.old, c.new, 1), strings.Replace(header, c.old, c.new, 1))
		var changed []string
		for _, name := range []string{"helper", "indirect", "inlined", "other", "plain", "promised", "through"} {
			if before[name].Key != after[name].Key {
				changed = append(changed, name)
			}
		}
		if got := strings.Join(changed, " "); got != c.changed {
			t.Errorf("%q to %q: %q changed, want %q", c.old, c.new, got, c.changed)
		}
	}
}
