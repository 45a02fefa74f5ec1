package run

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestOpaque: what a pointer to a type leads to that the file of the entry does not complete is what another file says, for the compiler too.
func TestOpaque(t *testing.T) {
	testenv.NeedsLong(t)
	const header = "struct box; typedef struct bag bag; struct pub { int a; };\n" +
		"int get(struct box *b); int sum(bag *g); int hook(bag *g, int i);\n"
	const types = `
typedef struct { short x, y; } point;
enum color { RED, GREEN = 300 };
struct node { struct node *next; int v; };
struct box { char *data; unsigned long used; point p; enum color c; struct { int u : 3; unsigned w : 5; }; struct pub q; struct node *list; char name[12]; };
struct bag { int n; int (*hook)(int, void *); struct box in; int items[4]; };
`
	for _, tt := range []struct {
		name, property, entry, bodies, other string
		want                                 verdict.Verdict
		defines                              string // which the surroundings do
	}{
		{"a member at the end", "bounds", "int f(struct box *b) { return get(b); }", "int get(struct box *b) { return b->name[11] + b->p.y + b->w; }", "", verdict.True, "struct box {"},
		{"behind the object", "bounds", "int f(struct box *b) { return get(b); }", "int get(struct box *b) { return b->name[16 + b->q.a % 1]; }", "", verdict.False, "struct box {"},
		{"in a member", "null", "struct user { bag *g; }; int f(struct user *u) { return u->g ? sum(u->g) : 0; }", "int sum(bag *g) { return g->in.list ? g->in.list->v : g->items[3]; }", "", verdict.True, "struct bag {"},
		{"a pointer in it", "null", "struct user { bag *g; }; int f(struct user *u) { return u->g ? sum(u->g) : 0; }", "int sum(bag *g) { return g->in.list->v; }", "", verdict.False, "struct bag {"},
		{"a function in it", "bounds", "int f(bag *g, int i) { return hook(g, i); }", "int hook(bag *g, int i) { return g->hook(i, g) ? g->items[i & 3] : 0; }", "", verdict.True, "struct bag {"},
		{"an index into it", "bounds", "int f(bag *g, int i) { return hook(g, i); }", "int hook(bag *g, int i) { return g->hook(i, g) ? g->items[i & 7] : 0; }", "", verdict.False, "struct bag {"},
		{"files that differ", "null", "int f(struct box *b) { return get(b); }", "int get(struct box *b) { return b != 0; }", "struct box { int other; }; int size(struct box *b) { return b->other; }", verdict.True, ""},
		{"files that agree", "bounds", "int f(struct box *b) { return get(b); }", "int get(struct box *b) { return b->name[11]; }", types + "int size(struct box *b) { return b->p.x; }", verdict.True, "struct box {"},
		{"what cannot be written", "bounds", "struct odd; int odd(struct odd *o); int f(struct odd *o) { return odd(o); }", "struct odd { char c; int v __attribute__((packed)); }; int odd(struct odd *o) { return o->v; }", "", verdict.False, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files := fstest.MapFS{"a.c": {Data: []byte(header + tt.entry + "\n")}, "b.c": {Data: []byte(header + types + tt.bodies + "\n")}}
			names := []string{"a.c", "b.c"}
			if tt.other != "" {
				files["c.c"] = &fstest.MapFile{Data: []byte(header + tt.other + "\n")}
				names = append(names, "c.c")
			}
			opts := cfront.Options{Entry: "f", Properties: []string{tt.property}, Environment: cfront.Environment{Valid: true}}
			res, err := Verify(t.Context(), prepare.New(opts, files, names...), Options{})
			if err != nil {
				t.Fatal(err)
			}
			text := res.Program.Environment.Text
			if res.Verdict != tt.want || tt.defines == "" && strings.Contains(text, "struct box {") || !strings.Contains(text, tt.defines) {
				t.Fatalf("%s(%s) %s\n%s\nwant %s", res.Verdict, res.Reason, res.Detail, text, tt.want)
			}
			if tt.want != verdict.False {
				return
			}
			out, err := replay.Run(context.Background(), replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace, replay.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if out.Compiler != "" && out.Answer != replay.Confirmed {
				t.Errorf("the compiled program does not confirm it: %s %v\n%s", out.Reason, out.Problems, text)
			}
		})
	}
}
