package thread

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// With Any the product follows the first thread and up to two of those that it makes, whichever these are: a choice when they are made. That an execution
// has other threads besides is known, but not where they are. What they do is what threads that are followed may do:
//
//   - They write what the code of threads writes. So what is read of that gives any value, as soon as there are others.
//   - They have locks. That only keeps those that are followed from going on, and so they take locks as if others had none, by models of their own.
//     It is right as long as nobody gives back what somebody else has: ir.Breach.
//   - They end, and can be joined.
//
// Each execution of the program, with any of its threads chosen, is one of the product then, up to where a thread first does what it must not: races,
// breaks the rule for locks, or comes to a goal. That thread, or the two that race, can be chosen. Thus the program has no race and does not come to a goal if
// the product has none.

const (
	// tracked is how many threads are followed besides the first one.
	tracked = 2
	// maxSlots is how many the codes are of threads that may be followed, with the first one: locks have a place for each, see anythreads.c.
	maxSlots = 6
)

// refused is a program of which nothing is known.
func refused(p *ir.Program, format string, args ...any) *ir.Program {
	entry := p.Main.Entry
	for _, id := range slices.Clone(p.Locs[entry].Out) {
		p.RemoveEdge(id)
	}
	goal := p.NewLoc(p.Main, p.Locs[entry].Pos)
	info := p.Locs[goal]
	info.Goal, info.Why, info.Instance = ir.Goal{Kind: ir.Unsupported}, fmt.Sprintf(format, args...), p.Locs[entry].Instance
	p.NewEdge(entry, goal, &ir.Skip{}, info.Pos)
	used := map[ir.Loc]bool{entry: true, p.Main.Exit: true, goal: true}
	p.RemoveLocs(p.Main, func(l ir.Loc) bool { return !used[l] })
	return p
}

// numberSlots gives each code its number; with side, only those that one thread executes.
func numberSlots(p *ir.Program, codes []*code, slot *ir.Var, side bool) {
	for i, c := range codes {
		if side && many(codes, i) {
			continue
		}
		n := int64(i + 1)
		for _, l := range c.locs {
			for _, id := range p.Locs[l].Out {
				e := p.Edges[id]
				e.Stmt = ir.MapExprs(e.Stmt, func(x *ir.Expr) *ir.Expr {
					return ir.Map(x, func(x *ir.Expr) *ir.Expr {
						if x.Op == ir.OpVar && x.Var == slot {
							return ir.ConstInt(x.Type, n)
						}
						return x
					})
				})
			}
		}
	}
}

// many tells whether any number of threads execute a code.
func many(codes []*code, i int) bool {
	return codes[i].copy || i+1 < len(codes) && codes[i+1].copy
}

// rest is what is known of the threads that are not followed.
type rest struct {
	a      *interleave.Accesses
	writes []*interleave.Access // of each code: what others may write that are not followed
	guards *guards              // nil: it is not taken that locks protect anything
}

// newRest is made before statements are taken apart.
func newRest(p *ir.Program, a *interleave.Accesses, codes []*code) *rest {
	r := &rest{a: a}
	var effects []*interleave.Access
	for _, c := range codes {
		effects = append(effects, a.At(slices.DeleteFunc(slices.Clone(c.locs), func(l ir.Loc) bool {
			return !slices.ContainsFunc(p.Locs[l].Out, func(id ir.EdgeID) bool { return !ofLocks(p.Edges[id]) })
		})))
	}
	for i := range codes {
		var others []*interleave.Access
		for j := range codes {
			if j != i && j > 0 {
				others = append(others, effects[j])
			}
		}
		r.writes = append(r.writes, interleave.Merged(others))
	}
	return r
}

// ofLocks says that an edge is of a model of a lock, which knows by itself what others do with it.
func ofLocks(e *ir.Edge) bool { return inLock(e.Pos) }

func inLock(pos ir.Pos) bool {
	return pos.InModel() && (strings.HasSuffix(pos.File, "/anythreads.c") || strings.HasSuffix(pos.File, "/anylocks.c"))
}

// seen is the statement of an edge on which the thread that moves goes on, with any values where others may have written, behind a location; 0 if
// that is not followed.
func (b *builder) seen(from ir.Loc, s state, e *ir.Edge) (ir.Loc, ir.Stmt) {
	if b.rest == nil || !s.others || ofLocks(e) {
		return from, e.Stmt
	}
	stopped := ""
	var replace func(x *ir.Expr) *ir.Expr
	replace = func(x *ir.Expr) *ir.Expr {
		if x.Op == ir.OpVar && x.Var == b.regs.Returned {
			stopped = "what threads return is not followed where there is any number of them"
			return x
		}
		xs, all := b.rest.a.Read(x)
		if !interleave.Meets(xs, all, false, b.rest.writes[s.moves]) {
			if len(x.Args) == 0 {
				return x
			}
			var args []*ir.Expr
			for _, y := range x.Args {
				args = append(args, replace(y))
			}
			return ir.Rebuild(x, args)
		}
		if x.Type.Kind == ir.Pointer {
			stopped = "pointers that any number of threads write are not followed"
			return x
		}
		v := b.q.NewLocal(b.q.Main, "$seen", "", x.Type, e.Pos)
		v.Instance = b.q.Locs[from].Instance
		from = b.step(from, &ir.Havoc{Var: v, Source: ir.FromApproximation, Name: "what another thread has written"}, e.Pos)
		return ir.VarExpr(v)
	}
	stmt := ir.MapExprs(e.Stmt, replace)
	if stopped != "" {
		l := b.inner(from, e.Pos)
		b.aux(from, l, &ir.Skip{}, e.Pos)
		b.stop(l, "%s", stopped)
		return 0, nil
	}
	return from, stmt
}

// other adds the step by which a thread makes one that is not followed.
func (b *builder) other(from ir.Loc, s state, e *ir.Edge) {
	i := s.moves
	if i > 0 {
		l := b.inner(from, e.Pos)
		b.aux(from, l, &ir.Skip{}, e.Pos)
		b.stop(l, "threads that threads make are not followed where there is any number of them")
		return
	}
	var known []int
	for j, l := range s.at {
		if l != unborn {
			known = append(known, j)
		}
	}
	from = b.remember(from, s, e.Pos)
	at := b.numberedAs(from, b.own[i][b.regs.Made], known, e.Pos)
	next := s.with(i, e.To)
	next.others = true
	if next.atomic == 0 {
		next.moves = -1
	}
	b.aux(at, b.loc(next), &ir.Skip{}, e.Pos).Aux = false
}

// violates is the goal of a location that violates a property: with Any it is no error, since the execution may not be one of the program.
func (b *builder) violates(property string) ir.Goal {
	if b.rest != nil {
		return ir.Goal{Kind: ir.Unsupported}
	}
	return ir.Violates(property)
}
