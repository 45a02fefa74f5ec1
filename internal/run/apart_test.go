package run

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// A list of which nodes are taken out through a pointer to a link, and a search tree of at most seven nodes.
const (
	apartList = `#include <stdlib.h>
struct node { struct node *next; int v; };
int main(void) {
	struct node *head = 0, *p;
	for (int i = 0; i < 12; i++) { p = malloc(sizeof *p); p->v = i * i % 5; p->next = head; head = p; }
	struct node **at = &head;
	while (*at) { if ((*at)->v == 1) { p = *at; *at = p->next; free(p); } else at = &(*at)->next; }
	while (head) { p = head; head = p->next; free(p); }
	return 0;
}
`
	apartTree = `#include <stdlib.h>
extern int input(void);
struct tree { struct tree *l, *r; int k; };
int main(void) {
	struct tree *root = 0;
	int n = 0;
	do {
		struct tree **at = &root, *t;
		int k = n * 5 % 7;
		while (*at) at = k < (*at)->k ? &(*at)->l : &(*at)->r;
		*at = t = malloc(sizeof *t);
		t->l = t->r = 0;
		t->k = k;
	} while (++n < 7 && input());
	struct tree *stack[8];
	int top = 0;
	stack[top++] = root;
	while (top) {
		struct tree *t = stack[--top];
		if (t->l) stack[top++] = t->l;
		if (t->r) stack[top++] = t->r;
		free(t);
	}
	return 0;
}
`
)

// TestApart: which block is watched and what the inputs are tells few executions apart, and each is made.
func TestApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, old, new string
		want                 string // "" is TRUE
	}{
		{name: "list", text: apartList},
		{name: "list, not freed", text: apartList, old: "*at = p->next; free(p);", new: "*at = p->next;", want: "valid-memtrack"},
		{name: "list, freed before", text: apartList, old: "head = p->next; free(p);", new: "free(p); head = p->next;", want: "valid-deref"},
		{name: "list, freed twice", text: apartList, old: "*at = p->next; free(p);", new: "free(p); at = &p->next;", want: "valid-deref"},
		{name: "tree", text: apartTree},
		{name: "tree, not freed", text: apartTree, old: "if (t->r)", new: "if (t->r && t->k != 5)", want: "valid-memtrack"},
		{name: "tree, not set", text: apartTree, old: "t->l = t->r = 0", new: "t->l = 0", want: "valid-deref"},
	} {
		fs := fstest.MapFS{"p.c": {Data: []byte(strings.Replace(c.text, c.old, c.new, 1))}}
		res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: memsafety}, fs, "p.c"), Options{Workers: 1})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.want != "":
			if res.Verdict != verdict.False || res.Trace.Goal.Property != c.want {
				t.Errorf("%s: %v(%s) %s", c.name, res.Verdict, res.Reason, res.Detail)
			}
			continue
		case res.Verdict != verdict.True || res.Engine != portfolio.ExecutionName:
			t.Errorf("%s: %v(%s) by %s: %s", c.name, res.Verdict, res.Reason, res.Engine, res.Detail)
			continue
		}
		proof, ok := res.Proof.(verdict.Execution)
		if !ok || proof.Cases < 2 {
			t.Errorf("%s: %#v", c.name, res.Proof)
		}
		for _, more := range []verdict.Execution{{}, {Cases: 1}, {Steps: 1}, {Steps: -1}, {Cases: -1}, {Steps: -proof.Steps, Cases: -proof.Cases}} {
			e := verdict.Execution{Steps: proof.Steps + more.Steps, Cases: proof.Cases + more.Cases}
			if err := certify.Proof(context.Background(), res.Program, e, nil, 1); (err == nil) != (more == verdict.Execution{}) {
				t.Errorf("%s: %+v instead of %+v: %v", c.name, e, proof, err)
			}
		}
	}
}
