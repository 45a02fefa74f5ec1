package elements

import (
	"context"
	"slices"

	"craig/internal/abstract/ranking"
	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Ranks looks for why the executions of a program end that has blocks of the heap which pointers link: for facts about all blocks, with which find finds ranks. What find
// is told are instances of them at heads of loops. The program is one that certify.Growing has made, in which the order of addresses is the age of blocks: a list that grows at its
// beginning leads from each block to an older one, and so does not lead on for ever.
func Ranks(ctx context.Context, task *engine.Task, find func(known map[ir.Loc]term.Term) *ranking.Result) (proof verdict.Ranks, ok bool) {
	s := newSearch(ctx, task)
	s.sem.Unbounded = true
	if !s.findLists() || !s.findPaths() || !s.lists.begin(s) {
		return proof, false
	}
	for _, at := range s.lists.order() {
		s.lists.stage(s, at)
		if ctx.Err() != nil {
			return proof, false
		}
		ranks := find(s.atHeads())
		if !ranks.Complete() {
			continue
		}
		if all, ok := s.proofOf(s.descents(ranks)); ok {
			return verdict.Ranks{Invariants: all.Invariants, Tuples: ranks.Tuples, Bound: all.Bound, Grows: true}, true
		}
	}
	return proof, false
}

// descents are what ranks want: that on each path of a component the tuple gets smaller.
func (s *search) descents(ranks *ranking.Result) (wants []want) {
	for _, c := range ranks.Components {
		for _, p := range s.paths {
			if !c.Inside(p.from) || !c.Inside(p.to) {
				continue
			}
			less, same := s.st.False(), s.st.True()
			for i, r := range ranks.Tuples[p.from] {
				if i >= len(ranks.Tuples[p.to]) {
					break
				}
				old := s.st.Import(r)
				now := s.st.Subst(s.st.Import(ranks.Tuples[p.to][i]), p.after)
				less = s.st.Or(less, s.st.And(same, s.st.Lt(now, old), s.st.Ge(old, s.st.Int(0))))
				same = s.st.And(same, s.st.Eq(now, old))
			}
			wants = append(wants, want{p, s.st.Not(less)})
		}
	}
	return wants
}

// mostTold bounds the instances of facts at one head.
const mostTold = 400

// atHeads are instances of the facts that are left, at each head: for the blocks to which variables lead there, and those to which these lead.
func (s *search) atHeads() map[ir.Loc]term.Term {
	known := map[ir.Loc]term.Term{s.heads[0]: s.st.True()}
	for _, h := range s.heads[1:] {
		g := &listFacts{lists: s.lists, s: s, h: h, st: s.st}
		g.find()
		first := slices.Clone(g.ptrs)
		at := slices.Clone(first)
		for _, v := range first {
			for _, f := range g.fields {
				at = append(at, g.at(f, v))
			}
		}
		var told []term.Term
		tell := func(f term.Term) {
			if len(told) < mostTold && !slices.Contains(told, f) {
				told = append(told, f)
			}
		}
		for _, f := range s.alive(h) {
			switch f.bound {
			case 0:
				tell(f.f)
			case 1:
				for _, k := range at {
					tell(s.st.Subst(f.f, map[term.Term]term.Term{s.bound[0]: k}))
				}
			default:
				for _, k := range first {
					for _, l := range first {
						if k != l {
							tell(s.st.Subst(f.f, map[term.Term]term.Term{s.bound[0]: k, s.bound[1]: l}))
						}
					}
				}
			}
		}
		known[h] = s.st.And(told...)
	}
	return known
}
