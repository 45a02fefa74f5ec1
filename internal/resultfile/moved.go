package resultfile

import (
	"fmt"
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Moved is Result for a program that has been edited since: invariants and summaries go where loop heads, entries and exits are now,
// those of each function, and depth of calls, in their order. It is a guess, as what the certifier gets may be. The error says that there is
// none, since the numbers are not the same, or that the verdict has no such evidence.
func (d *Document) Moved(p *ir.Program) (*verdict.Result, error) {
	if d.Verdict != verdict.True.String() || d.Execution != nil {
		return nil, fmt.Errorf("it has no evidence that speaks of places alone")
	}
	type group struct {
		function string
		calls    int
		loop     bool
	}
	now := map[group][]ir.Loc{}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if info := p.Locs[l]; info.Loop || l == f.Entry || d.Calls && l == f.Exit {
				g := group{info.Function(), len(info.Calls()), info.Loop}
				now[g] = append(now[g], l)
			}
		}
	}
	for _, list := range now {
		slices.Sort(list)
	}
	q := *d
	q.Invariants, q.Summaries = slices.Clone(d.Invariants), slices.Clone(d.Summaries)
	then := map[group][]*ir.Loc{} // in the order of the file, which is that of their numbers
	for i := range q.Invariants {
		v := &q.Invariants[i]
		g := group{v.Function, len(v.Calls), v.Loop}
		then[g] = append(then[g], &v.Location)
	}
	for i := range q.Summaries {
		s := &q.Summaries[i]
		g := group{s.Function, 0, s.Loop}
		then[g] = append(then[g], &s.Location)
	}
	for g, list := range then {
		if len(list) > len(now[g]) || len(list) < len(now[g]) && g.loop {
			return nil, fmt.Errorf("%s has %d places, not %d", g.function, len(now[g]), len(list))
		}
		for i, l := range list {
			*l = now[g][i]
		}
	}
	return q.Result(p)
}
