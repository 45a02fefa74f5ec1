package ufo

import (
	"slices"
	"testing"

	"craig/internal/program/sem"
	"craig/logic/term"
)

// TestConstants: a variable has the constants that it is set to or compared with, and those of what is copied to it.
func TestConstants(t *testing.T) {
	p := write(t, "int pc = 0, old = 0, in = 0;"+
		"while (old < 9) { old = pc; in = __VERIFIER_nondet_int(); if (in == 7) pc = 1; else if (pc == 3) pc = 2; }",
		"pc == old && in == 5")
	g := newCutGraph(sem.New(term.NewStore(), p), p.ErrorLocs())
	got := map[string][]string{}
	constants := g.constants()
	for _, l := range g.arcs.Joins {
		for i, x := range g.vars(l) {
			name := g.arcs.Live[l][i].CName
			if got[name] != nil {
				continue
			}
			for _, eq := range constants[x] {
				got[name] = append(got[name], eq.String())
			}
			slices.Sort(got[name])
		}
	}
	for name, n := range map[string]int{"pc": 4, "old": 4, "in": 3} {
		if len(got[name]) != n {
			t.Errorf("%s has %v, want %d equations", name, got[name], n)
		}
	}
}
