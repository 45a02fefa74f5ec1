package cfront

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// boundText has what a reader changes of what the binder has found.
const boundText = `#include <stdlib.h>
#include <string.h>
#include <stdio.h>
typedef struct item { struct item *next; unsigned kind : 3, used : 1; char name[8]; } item_t;
typedef union { long l; double d; char c[8]; } either;
static int calls; int total = 3; extern int elsewhere; extern item_t *outside; static const int table[] = { 1, 2, 3 };
int *where = &total; item_t first = { 0, 1, 1, "one" }; either shared; int grid[2][3];
extern item_t *take(item_t *from, int how); extern either both(int); extern void *get(size_t n); static int later(int);
__attribute__((constructor)) static void before(void) { total = 4; }
int old(a, b) int a; char *b; { return a + *b; }
int counts(void) { static int n = 5; static item_t kept; kept.kind = n; return n++ + kept.kind + calls; }
int in_memory(int x) { int y = x, *p = &y; where = &total; return *p + *where + undeclared(x); }
int lengths(int n) { int a[n > 0 && n < 9 ? n : 1]; a[0] = n; return a[0] + sizeof a; }
int jumps(int n) { goto in; { int early; in: early = n; return early; } }
int recursive(int n) { return n > 0 ? recursive(n - 1) + later(n) : 0; }
static int later(int n) { return n + table[n % 3]; }
item_t *uses(item_t *i, int how) { item_t *j = take(i, how); if (j && j->kind == 2) j->used = 1; return j ? j->next : outside; }
either gives(either e) { either f = both(3); f.c[1] = e.c[0]; return f; }
char *library(char *to, const char *from) { return strcpy(to, from) + (memcmp(to, from, 2) == 0) + strlen(from); }
int formats(char *to, int n) { return sprintf(to, "%d", n) + snprintf(to, 2, "%s", "ab"); }
int pointers(int (*f)(int, ...), int x) { int (*g)(int) = later; return f(x, 2) + g(x) + elsewhere; }
void *blocks(unsigned n) { item_t *p = malloc(n * sizeof *p); if (!p) return 0; p->next = get(sizeof *p); return realloc(p, 2 * n); }
int statement(int n) { return ({ int k = n; k + (int){ 3 }; }) + _Generic(n, int: 1, default: 2) + grid[n & 1][n & 2]; }
int all(int n) { return counts() + in_memory(n) + lengths(n) + later(recursive(n & 3)) + (int)gives(shared).l; }
int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : all(argc); }
`

// TestBound: a reader that begins with a file bound by another one gives the same program as one that binds it, in whatever order entries are
// read, after one that was broken off too.
func TestBound(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.c")
	if err := os.WriteFile(file, []byte(boundText), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := Functions(t.Context(), Options{}, NewFiles(nil), file)
	if err != nil || len(list) < 15 {
		t.Fatal(len(list), err)
	}
	for n, o := range []Options{
		{Properties: []string{"null", "bounds", "div-by-zero", "no-overflow", "unreach-call"}},
		{Properties: []string{"uninit"}, ILP32: true, UnsignedChar: true},
		{Properties: []string{"bounds"}, UnknownFunctions: Havoc, WithoutBody: []string{"later"}},
		{Properties: []string{"null"}, Volatile: 1, UnknownPointers: Any, MallocMayFail: true, Math: true},
	} {
		o.Environment = Environment{Valid: true, Null: NullAlways}
		kept, parsed := NewFiles(nil), NewFiles(nil)
		kept.Keep()
		parsed.Keep()
		for i := range len(list) {
			if n > 0 && i%4 > 0 || (n+i)%3 > 0 && !testenv.Long() {
				continue
			}
			o.Entry = list[i*7%len(list)].Name
			sameBound(t, o, kept, parsed, file)
			if i%3 == 0 { // broken off
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				ReadFrom(ctx, o, kept, file)
			}
		}
	}
}

// sameBound compares a program read with what is bound with one that is read anew.
func sameBound(t *testing.T, o Options, kept, parsed *Files, file string) {
	t.Helper()
	props := map[string]string{}
	for _, p := range o.Properties {
		props[p] = p
	}
	known := bindingsFor(o, props, kept, []string{file})
	if known == nil {
		t.Fatal("nothing is bound for others")
	}
	defer known.busy.Unlock()
	text := func(from *Files, known *bindings) string {
		r, entry, err := begun(t.Context(), o, props, from, []string{file}, known)
		if err != nil {
			return err.Error()
		}
		if known != nil && r.known == nil {
			return "what is bound could not be used"
		}
		p, err := r.read(entry)
		if err != nil {
			return err.Error()
		}
		var notes strings.Builder
		for _, n := range p.Notes {
			notes.WriteString(n.Pos.String() + n.Text + "\n")
		}
		return p.String() + notes.String()
	}
	if got, want := text(kept, known), text(parsed, nil); got != want {
		t.Errorf("%s: bound before:\n%s\nanew:\n%s", o.Entry, got, want)
	}
}

// TestLongDesignators: objects of the surroundings that are called by the end of a long designator have names, wherever that is cut.
func TestLongDesignators(t *testing.T) {
	file := filepath.Join(t.TempDir(), "l.c")
	text := `struct inner { int *end_of_a_row; };
struct outer { struct { struct inner *row_4567890123456789012345678901234567890; } all_of_it; };
int f(struct outer *o) { return o->all_of_it.row_4567890123456789012345678901234567890->end_of_a_row[0]; }
`
	for range 24 { // so that each place is cut at
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		o := Options{Entry: "f", Properties: []string{"null"}, Environment: Environment{Valid: true}}
		if _, err := Read(t.Context(), o, file); err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, "_a_row", "__a_row")
	}
}
