// Package trim makes invariants shorter before they are certified and printed: it leaves out what is said of variables
// that nothing reads any more, and what follows from the rest. Nothing is taken on trust: the certifier is given the
// result, and the caller keeps what there was before in case it is not inductive.
package trim

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/logic/term"
)

// maxWork bounds the variables times the edges for which live variables are computed.
const maxWork = 20_000_000

// Invariants gives invariants of p, inlined, with less in them than inv: conjuncts are gone that speak only of variables
// which are not live, and have none in common with conjuncts that stay; and others are simplified by what
// they say together. If inv is inductive so is the result, unless what was dropped cannot be true. inv is not changed.
func Invariants(p *ir.Program, inv verdict.Invariants) verdict.Invariants {
	short := verdict.Invariants{}
	for l, f := range dropDead(p, inv) {
		short[l] = Simplify(f)
	}
	return short
}

// dropDead drops what is said of dead variables.
func dropDead(p *ir.Program, inv verdict.Invariants) verdict.Invariants {
	byName := map[string]*ir.Var{}
	for _, v := range slices.Concat(p.Globals, p.Main.Params, p.Main.Locals, []*ir.Var{p.Main.Result}) {
		if v != nil {
			byName[v.Name] = v
		}
	}
	locs := make([]ir.Loc, 0, len(inv))
	for l := range inv {
		locs = append(locs, l)
	}
	slices.Sort(locs)
	groups := map[ir.Loc][]group{}
	at := map[*ir.Var][]place{} // the groups that speak of a variable
	for _, l := range locs {
		groups[l] = groupsOf(inv[l])
		for i, g := range groups[l] {
			for _, x := range g.vars {
				if v := byName[x.Name()]; v != nil {
					at[v] = append(at[v], place{l, i})
				} else {
					g.keep = true
				}
			}
			groups[l][i].keep = g.keep || len(g.vars) == 0
		}
	}
	if len(at)*len(p.Edges) > maxWork {
		return inv
	}
	// A group with a live variable stays, and reads all of its variables.
	var work []*ir.Var
	queued := map[*ir.Var]bool{}
	queue := func(x term.Term) {
		if v := byName[x.Name()]; v != nil && !queued[v] {
			queued[v] = true
			work = append(work, v)
		}
	}
	for _, l := range locs {
		for _, g := range groups[l] {
			for _, x := range g.vars {
				queue(x)
			}
		}
	}
	live := pass.NewLiveness(p)
	for len(work) > 0 {
		v := work[0]
		work, queued[v] = work[1:], false
		var reads []ir.Loc
		for _, pl := range at[v] {
			if groups[pl.loc][pl.i].keep {
				reads = append(reads, pl.loc)
			}
		}
		live.Of(v, reads...)
		for _, pl := range at[v] {
			if g := &groups[pl.loc][pl.i]; !g.keep && live.At(pl.loc) {
				g.keep = true
				for _, x := range g.vars {
					queue(x)
				}
			}
		}
	}
	short := verdict.Invariants{}
	for _, l := range locs {
		var keep []term.Term
		for _, g := range groups[l] {
			if g.keep {
				keep = append(keep, g.parts...)
			}
		}
		short[l] = inv[l].Store().And(keep...)
	}
	return short
}

// place is a group of the invariant of a location.
type place struct {
	loc ir.Loc
	i   int
}

// group is some conjuncts that have variables in common with each other, and with no others.
type group struct {
	parts, vars []term.Term
	keep        bool
}

// groupsOf divides a conjunction into groups.
func groupsOf(f term.Term) []group {
	leader := map[term.Term]term.Term{} // of the class of a variable
	var find func(x term.Term) term.Term
	find = func(x term.Term) term.Term {
		if up, ok := leader[x]; ok && up != x {
			leader[x] = find(up)
			return leader[x]
		}
		leader[x] = x
		return x
	}
	parts := term.Conjuncts(f)
	vars := make([][]term.Term, len(parts))
	for i, c := range parts {
		vars[i] = term.Vars(c, map[term.Term]bool{}, nil)
		for _, x := range vars[i] {
			leader[find(x)] = find(vars[i][0])
		}
	}
	var groups []group
	index := map[term.Term]int{}
	for i, c := range parts {
		if len(vars[i]) == 0 {
			groups = append(groups, group{parts: []term.Term{c}})
			continue
		}
		top := find(vars[i][0])
		k, ok := index[top]
		if !ok {
			k = len(groups)
			index[top] = k
			groups = append(groups, group{})
		}
		groups[k].parts = append(groups[k].parts, c)
		for _, x := range vars[i] {
			if !slices.Contains(groups[k].vars, x) {
				groups[k].vars = append(groups[k].vars, x)
			}
		}
	}
	return groups
}
