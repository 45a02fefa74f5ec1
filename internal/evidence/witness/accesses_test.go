package witness

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// TestAccesses: what is read at each pass of a loop is read under the conditions of the branches on the way; nothing is that depends on an
// input, on what the loop does before, or on another side of an operator.
func TestAccesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	text := `#include <stdlib.h>
extern void reach_error(void); extern int input(void); extern void call(void);
struct n { int h; struct n *next; unsigned char c; };
int main(void) {
  struct n *a = malloc(sizeof *a), *p = input() ? a : 0; int k = input();
  if (!a) return 0;
  for (int i = 0; i < k; i++) { struct n *b = malloc(sizeof *b); if (!b) return 0; b->h = 1; b->c = 2; b->next = p; p = b; }
  while (p && k > 3) { if (p->h != 1) reach_error(); if (input()) { if (p->c != 2) reach_error(); } p = p->next; k--; }
  return 0; }
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	forms := prepare.New(cfront.Options{}, nil, file)
	p, err := forms.Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sources, err := forms.Sources()
	if err != nil {
		t.Fatal(err)
	}
	s, st, found := newScopes(p, sources), term.NewStore(), map[int][]string{}
	for l, info := range p.Locs {
		if info == nil || !info.Loop {
			continue
		}
		_, head := s.head(info.LoopPos)
		w := s.at(ir.Loc(l), head, st.True())
		line := info.LoopPos.Line
		for _, a := range s.accesses(st, ir.Loc(l)) {
			if text := w.Formula(st.Eq(a.cell, st.Int(1)), true); text != "1" {
				found[line] = append(found[line], text)
			}
		}
	}
	if want := "(!((p != 0) && (4 <= (long long)k)) || ((long long)p->h == 1))"; len(found) != 1 || len(found[8]) != 1 || found[8][0] != want {
		t.Errorf("%v, not %s at line 8 alone", found, want)
	}
}
