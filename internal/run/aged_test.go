package run

import (
	"maps"
	"slices"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/solvers"
	"craig/internal/testenv"
	"craig/logic/term"
)

// formOf is the form of a program that a result speaks of.
func formOf(r *verdict.Result) Form {
	ranks, _ := r.Proof.(verdict.Ranks)
	return Form{Grows: ranks.Grows, Results: ranks.Results}
}

// Parts of programs with lists.
const (
	listType = "struct l { struct l *next, *prev; int v; }; int main(void) { struct l *h = 0, *t = 0, *p, *q, *r; int n = nondet();\n"
	listPush = "for (int i = 0; i < n; i++) { p = malloc(sizeof *p); if (!p) return 0; p->next = h; p->prev = 0; p->v = nondet(); h = p; }\n"
	listPut  = "for (int i = 0; i < n; i++) { p = malloc(sizeof *p); if (!p) return 0; p->next = 0; p->prev = t; p->v = nondet(); if (t) t->next = p; else h = p; t = p; }\n"
	listWalk = "for (p = h; p; p = p->next) ;"
)

// TestAged: loops over lists of any length end, unless a list leads back into itself, its end moves away, or what is asked of addresses decides.
func TestAged(t *testing.T) {
	for i, c := range []struct {
		name, text  string
		ends, quick bool
	}{
		{"a list that grows at its beginning", listPush + listWalk, true, false},
		{"a list that grows at its end", listPut + listWalk, true, false},
		{"from the end", listPut + "for (p = t; p; p = p->prev) ;", true, false},
		{"all blocks are freed", listPush + "while (h) { p = h->next; free(h); h = p; }", true, false},
		{"a list is turned around", listPush + "for (p = h, q = 0; p; ) { r = p->next; p->next = q; q = p; p = r; } for (p = q; p; p = p->next) ;", true, false},
		{"two blocks at a time", listPush + "for (p = h; p && p->next; ) p = p->next->next;", true, false},
		{"a loop in a loop", listPush + "for (p = h; p; p = p->next) for (q = p; q; q = q->next) ;", true, false},
		{"a list that is made and freed again and again", "for (int j = nondet(); j > 0; j--) { " + listPush + "while (h) { p = h->next; free(h); h = p; } }", true, false},
		{"a ring around an object that is there all the time", "static struct l s; s.next = &s; for (int i = 0; i < n; i++) { p = malloc(sizeof *p); if (!p) return 0; p->next = s.next; s.next = p; } for (p = s.next; p != &s; p = p->next) ;", true, false},

		{"the last block leads to the first one", listPush + "for (p = h; p && p->next; ) p = p->next; if (p && nondet() == 7) p->next = h;" + listWalk, false, false},
		{"the first block leads to itself", listPush + "if (h) h->next = h;" + listWalk, false, true},
		{"a block is made a second one", "for (int i = 0; i < n; i++) { if (h && nondet() == 4) p = h; else { p = malloc(sizeof *p); if (!p) return 0; } p->next = h; h = p; }" + listWalk, false, true},
		{"an alias turns a link around", listPush + "q = h; if (q && q->next) q->next->next = h;" + listWalk, false, true},
		{"a link is turned around on the way", listPush + "for (p = h; p; p = p->next) if (p->next && p->next->v == 5) p->next->next = p;", false, false},
		{"to and fro", listPut + "for (p = h; p; ) p = nondet() ? p->next : p->prev;", false, false},
		{"sometimes it stays", listPush + "for (p = h; p; ) if (p->v != 3) p = p->next;", false, false},
		{"a list that gets longer on the way", listPut + "for (p = h; p; p = p->next) { q = malloc(sizeof *q); if (!q) return 0; q->next = 0; t->next = q; t = q; }", false, false},
		{"memory without end", "for (;;) { p = malloc(sizeof *p); if (!p) return 0; p->next = h; h = p; }", false, true},
		{"memory without end that is freed", "for (;;) { p = malloc(sizeof *p); if (!p) return 0; p->next = h; free(p); }", false, false},
		{"a count that wraps", "unsigned char c = 0; do { p = malloc(sizeof *p); if (!p) return 0; p->next = h; h = p; c += 2; } while (c != 1);" + listWalk, false, false},
		{"an address that comes again", "p = malloc(sizeof *p); if (!p) return 0; p->next = h; h = p; free(p); while ((q = malloc(sizeof *q)) == p) free(q);", false, true},
		{"an order of addresses", listPush + "p = malloc(sizeof *p); q = malloc(sizeof *q); if (!p || !q) return 0; while (p < q) ;", false, false},
		{"the other order of addresses", listPush + "p = malloc(sizeof *p); q = malloc(sizeof *q); if (!p || !q) return 0; while (q < p) ;", false, false},
		{"a number that an address is", listPush + "p = malloc(sizeof *p); if (!p) return 0; while ((unsigned long)p > 16777216ul) ;", false, false},
		{"a list whose end is an object that is there all the time", "static struct l s; for (int i = 0; i < n; i++) { p = malloc(sizeof *p); if (!p) return 0; p->next = s.next; s.next = p; } for (p = s.next; p != &s; p = p ? p->next : p) ;", false, false},
		{"a local object leads to the list", "struct l s; s.next = 0; h = &s; " + listPush + "s.next = h;" + listWalk, false, true},
		{"a block that is moved", listPush + "if (h && h->next) { p = realloc(h->next, 64); if (!p) return 0; p->next = h; h->next = p; }" + listWalk, false, false},
	} {
		if (!c.ends && !c.quick || i%3 != 0) && !testenv.Night() { // most that do not end take all the time that they have
			continue
		}
		res, prog := askedEnd(t, listType+c.text+"return 0; }")
		if c.ends != (res.Verdict == verdict.True) {
			t.Errorf("%s: %s %s", c.name, res.Verdict, res.Detail)
			continue
		}
		if !c.ends {
			continue
		}
		if !formOf(&res.Result).Grows {
			t.Errorf("%s: without the ages of blocks", c.name)
		}
		p, err := Load(t.Context(), prog, res.Verdict, Form{Grows: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Certify(t.Context(), p, &res.Result, nil, 1); err != nil {
			t.Errorf("%s: TRUE is not confirmed: %v", c.name, err)
		}
		enginetest.Agree(t, p, res.Proof, nil)
	}
}

// TestAlteredAges: ranks of lists that are altered are rejected, and so is a proof of a list without a ring of one with a ring.
func TestAlteredAges(t *testing.T) {
	res, prog := askedEnd(t, listType+listPush+listWalk+"return 0; }")
	proof, ok := res.Proof.(verdict.Ranks)
	if !ok || !proof.Grows || len(proof.Bound) == 0 {
		t.Fatalf("%s %s", res.Verdict, res.Detail)
	}
	load := func(grows bool) *ir.Program {
		p, err := Load(t.Context(), prog, verdict.True, Form{Grows: grows})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := load(true)
	accepts := func(p *ir.Program, q verdict.Ranks) bool {
		err := certify.Ranks(t.Context(), p, q, solvers.Native, 1)
		enginetest.Agree(t, p, q, err)
		return err == nil
	}
	if !accepts(p, proof) {
		t.Fatal("the proof itself is rejected")
	}
	altered := func(change func(*verdict.Ranks)) verdict.Ranks {
		q := proof
		q.Invariants, q.Tuples = maps.Clone(q.Invariants), maps.Clone(q.Tuples)
		change(&q)
		return q
	}
	for name, q := range map[string]verdict.Ranks{
		"addresses that are no ages":    altered(func(q *verdict.Ranks) { q.Grows = false }),
		"nothing about all blocks":      altered(func(q *verdict.Ranks) { q.Bound = nil }),
		"a bound variable of that name": altered(func(q *verdict.Ranks) { q.Bound = []string{p.Main.Locals[0].Name} }),
	} {
		if accepts(p, q) {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, grows := range []bool{false, true} {
		if accepts(load(false), altered(func(q *verdict.Ranks) { q.Grows = grows })) {
			t.Errorf("accepted of a program in which addresses come again, %t", grows)
		}
	}
	for l, tuple := range proof.Tuples {
		st := tuple[0].Store()
		for _, by := range []func(term.Term) term.Term{
			st.Neg,
			func(term.Term) term.Term { return st.Var(ir.HeapName, term.Int) },
			func(r term.Term) term.Term { return st.Sub(r, st.IntNum(ir.Int(64, false).Max())) },
			func(term.Term) term.Term {
				return st.Sub(st.IntNum(ir.Int(64, false).Max()), st.Var(ir.HeapName, term.Int))
			},
		} {
			if accepts(p, altered(func(q *verdict.Ranks) { q.Tuples[l] = []term.Term{by(tuple[0])} })) {
				t.Errorf("accepted at %d: %v in the place of %v", l, by(tuple[0]), tuple[0])
			}
		}
	}
	for l, f := range proof.Invariants {
		for _, c := range term.Conjuncts(f) {
			if c.IsTrue() {
				continue
			}
			less := f.Store().And(slices.DeleteFunc(slices.Clone(term.Conjuncts(f)), func(d term.Term) bool { return c == d })...)
			if accepts(p, altered(func(q *verdict.Ranks) { q.Invariants[l] = less })) {
				t.Errorf("accepted at %d without %v", l, c)
			}
		}
	}
	heads := func(p *ir.Program) (list []ir.Loc) {
		for i, info := range p.Locs {
			if info != nil && info.Loop {
				list = append(list, ir.Loc(i))
			}
		}
		return list
	}
	for _, ring := range []string{"if (h) h->next = h;", "if (h && h->v == 7) { p = h; h = h->next; if (h) h->next = p; }"} {
		_, other := askedEnd(t, listType+listPush+ring+listWalk+"return 0; }")
		r, err := Load(t.Context(), other, verdict.True, Form{Grows: true})
		if err != nil {
			t.Fatal(err)
		}
		moved := altered(func(q *verdict.Ranks) { q.Invariants, q.Tuples = verdict.Invariants{}, map[ir.Loc][]term.Term{} })
		moved.Invariants[r.Main.Entry] = term.NewStore().True()
		from, to := heads(p), heads(r)
		if len(from) != len(to) {
			t.Fatalf("%d loops, and %d", len(from), len(to))
		}
		for i, l := range to {
			moved.Invariants[l], moved.Tuples[l] = proof.Invariants[from[i]], proof.Tuples[from[i]]
		}
		if accepts(r, moved) {
			t.Errorf("accepted of a ring: %s", ring)
		}
	}
}
