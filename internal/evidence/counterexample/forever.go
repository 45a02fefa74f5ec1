package counterexample

import (
	"context"
	"fmt"
	"slices"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// NonTermination is the property that an execution without an end violates.
const NonTermination = "termination"

// Unending checks that p, which has no calls, and a goal for each operation of which C leaves open what it does, has an execution without an end that comes
// to no goal: that the program which OnlyEnds makes of the trace reaches no error, by the invariants.
func Unending(ctx context.Context, p *ir.Program, t *verdict.Trace, newSolver func(*term.Store) solver.Solver, workers int) error {
	q, err := OnlyEnds(p, t)
	if err != nil {
		return err
	}
	if at := wanders(p, t.Error); at != 0 {
		return &certify.Rejection{Cond: certify.WellFormed, To: at, Reason: "the loop moves a pointer, and nothing looks at whether that stays in its object", Prog: p}
	}
	inv := verdict.Invariants{q.Main.Entry: term.NewStore().True()}
	for l, f := range t.Forever.Invariants {
		if l <= 0 || int(l) >= len(p.Locs) {
			return &certify.Rejection{Reason: fmt.Sprintf("there is no location %d", l), Prog: p}
		}
		inv[l] = f
	}
	return certify.Safe(ctx, q, inv, newSolver, workers)
}

// wanders is a location on a cycle of at that an edge leads to which moves a pointer, such as p++, where no check on the cycle is about that one, nor about one that is
// computed from it or that it is computed from: C leaves open what happens when it leaves its object, and no goal says so. It is 0 if there is none.
func wanders(p *ir.Program, at ir.Loc) (where ir.Loc) {
	cycle := certify.LeadsBack(p, at, func(ir.Loc) bool { return true })
	kin := map[*ir.Var]*ir.Var{} // towards the one that stands for all that are computed from each other
	var of func(v *ir.Var) *ir.Var
	of = func(v *ir.Var) *ir.Var {
		if kin[v] == nil || kin[v] == v {
			return v
		}
		return of(kin[v])
	}
	looked := map[*ir.Var]bool{}
	type move struct {
		v  *ir.Var
		to ir.Loc
	}
	var moves []move
	forth := map[ir.Loc]bool{at: true}
	for stack := []ir.Loc{at}; len(stack) > 0; {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, id := range p.Locs[l].Out {
			e := p.Edges[id]
			if !cycle[e.To] {
				ir.EachRead(e.Stmt, func(v *ir.Var) { looked[v] = looked[v] || p.Locs[e.To].IsGoal() })
				continue
			}
			if !forth[e.To] {
				forth[e.To] = true
				stack = append(stack, e.To)
			}
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				if s.Var.Type.Kind != ir.Pointer {
					continue
				}
				ir.EachRead(s, func(v *ir.Var) {
					if v.Type.Kind == ir.Pointer {
						kin[of(v)] = of(s.Var)
					}
				})
				if movesPointer(s.Expr) {
					moves = append(moves, move{s.Var, e.To})
				}
			case *ir.Store:
				if movesPointer(s.Val) {
					return e.To
				}
			}
		}
	}
	seen := map[*ir.Var]bool{}
	for v, is := range looked {
		if is {
			seen[of(v)] = true
		}
	}
	for _, m := range moves {
		if !seen[of(m.v)] {
			return m.to
		}
	}
	return 0
}

// movesPointer tells whether a pointer is computed by moving one that is no address of an object.
func movesPointer(x *ir.Expr) (moves bool) {
	ir.Walk(x, func(x *ir.Expr) bool {
		moves = moves || x.Op == ir.OpPtrAdd && ir.Root(x).Op != ir.OpAddr
		return x.Op != ir.OpLoad // whose address is checked
	})
	return moves
}

// OnlyEnds is a program whose executions are those of p that begin with the path of the trace, have its inputs, and have the inputs of its Forever from there on. Whatever
// ends an execution of p is an error: to return, to stop at an assumption, to violate a property, to leave the path. So if it reaches none, its
// executions have no end, and p has one. Locations of p that come after the path have their numbers.
//
// Only what comes from outside is chosen. What is approximated, what C leaves open and what was never set may be anything.
func OnlyEnds(p *ir.Program, t *verdict.Trace) (*ir.Program, error) {
	wrong := func(format string, args ...any) (*ir.Program, error) {
		return nil, &certify.Rejection{Cond: certify.WellFormed, Reason: fmt.Sprintf(format, args...), Prog: p}
	}
	switch {
	case t.Forever == nil || t.Goal.Property != NonTermination:
		return wrong("nothing says how the execution goes on")
	case t.Long():
		return wrong("a path of inputs only")
	case certify.HasCalls(p):
		return wrong("a program with calls")
	}
	r := joined(p, t.Error)
	q := r.Clone()
	q.Plain = nil
	main := q.Main
	oldExit := main.Exit
	main.Exit = q.NewLoc(main, q.Locs[oldExit].Pos)
	end := func(l ir.Loc) {
		if !q.Locs[l].IsGoal() {
			q.Locs[l].Goal = ir.Violates(NonTermination)
		}
	}
	// stuck leads from a location to an error where none of the conditions holds.
	stuck := func(from ir.Loc, none *ir.Expr, pos ir.Pos) {
		if none.IsFalse() {
			return
		}
		to := q.NewLoc(main, pos)
		end(to)
		q.NewEdge(from, to, &ir.Assume{Cond: none}, pos).Aux = true
	}

	// The path.
	at := p.Main.Entry
	main.Entry = q.NewLoc(main, q.Locs[at].Pos)
	here := main.Entry
	for i, id := range t.Path {
		if id <= 0 || int(id) >= len(p.Edges) || p.Edges[id] == nil || p.Edges[id].From != at {
			return wrong("step %d of the path does not follow the one before", i+1)
		}
		e := p.Edges[id]
		s := e.Stmt
		if c, copied := t.Forever.Copies[id]; copied && ChosenForever(e) != nil {
			if s = Copied(p, e, c); s == nil {
				return wrong("the input of step %d is no copy of a variable of its type", i+1)
			}
		} else if v, given := t.Input[i]; given && Chosen(e) != nil {
			if s = chosen(Chosen(e), v); s == nil {
				return wrong("the input of step %d is no value of its type", i+1)
			}
		}
		if _, guard := s.(*ir.Assume); !guard && len(p.Locs[at].Out) > 1 {
			return wrong("step %d of the path chooses where nothing says how", i+1)
		}
		next := q.NewLoc(main, p.Locs[e.To].Pos)
		q.NewEdge(here, next, s, e.Pos).Aux = e.Aux
		if a, guard := s.(*ir.Assume); guard {
			stuck(here, ir.Not(a.Cond), e.Pos)
		}
		at, here = e.To, next
		if p.Locs[at].IsGoal() {
			return wrong("the path comes to a goal")
		}
	}
	if at != t.Error {
		return wrong("the path does not come to where the execution stays")
	}
	q.NewEdge(here, at, &ir.Skip{}, p.Locs[at].Pos).Aux = true

	// What comes after it.
	after := map[ir.Loc]bool{at: true}
	stack := []ir.Loc{at}
	var order []ir.Loc
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, l)
		for _, id := range r.Locs[l].Out {
			if to := r.Edges[id].To; !after[to] {
				after[to] = true
				stack = append(stack, to)
			}
		}
	}
	for _, l := range order {
		out := r.Locs[l].Out
		if len(out) == 0 {
			end(l)
			continue
		}
		none, guards := ir.True(), 0
		for _, id := range out {
			if s, guard := r.Edges[id].Stmt.(*ir.Assume); guard {
				none, guards = ir.And(none, ir.Not(s.Cond)), guards+1
			}
			if c, copied := t.Forever.Copies[id]; copied && ChosenForever(r.Edges[id]) != nil {
				if q.Edges[id].Stmt = Copied(p, r.Edges[id], c); q.Edges[id].Stmt == nil {
					return wrong("an input is no copy of a variable of its type")
				}
			} else if v, given := t.Forever.Inputs[id]; given && ChosenForever(r.Edges[id]) != nil {
				if q.Edges[id].Stmt = chosen(ChosenForever(r.Edges[id]), v); q.Edges[id].Stmt == nil {
					return wrong("an input is no value of its type")
				}
			}
		}
		if guards < len(out) || opposites(r, out) {
			continue
		}
		for _, id := range out {
			q.Edges[id].Branch = 0
		}
		stuck(l, none, r.Locs[l].Pos)
	}
	q.RemoveLocs(main, func(l ir.Loc) bool { return int(l) < len(p.Locs) && !after[l] })
	return q, nil
}

// joined is p, where one assumption stands in front of guards of which each edge that leads from a place has its own copy in front: an execution that takes the copy whose guard
// does not hold is stuck, and no end of one of p. Nothing else leads between the two; keep stays.
func joined(p *ir.Program, keep ir.Loc) *ir.Program {
	q := p
	for l, info := range p.Locs {
		if info == nil || len(info.Out) < 2 || slices.ContainsFunc(info.Out, func(id ir.EdgeID) bool {
			e, first := p.Edges[id], p.Edges[info.Out[0]]
			a, is := e.Stmt.(*ir.Assume)
			b, also := first.Stmt.(*ir.Assume)
			to := p.Locs[e.To]
			return !is || !also || !ir.Equal(a.Cond, b.Cond) || len(to.In) != 1 || len(to.Out) == 0 || to.IsGoal() || e.To == keep || e.To == p.Main.Entry ||
				slices.ContainsFunc(to.Out, func(id ir.EdgeID) bool { _, guard := p.Edges[id].Stmt.(*ir.Assume); return !guard })
		}) {
			continue
		}
		if q == p {
			q = p.Clone()
		}
		one := p.Edges[info.Out[0]].To
		other := map[ir.Loc]bool{}
		for _, id := range info.Out[1:] {
			to := p.Edges[id].To
			other[to] = true
			for _, guard := range slices.Clone(q.Locs[to].Out) {
				q.Edges[guard].From = one
				q.Locs[one].Out = append(q.Locs[one].Out, guard)
			}
			q.Locs[to].Out = nil
		}
		q.RemoveLocs(q.Main, func(m ir.Loc) bool { return other[m] })
		q.Edges[q.Locs[l].Out[0]].Branch = 0
	}
	return q
}

// Chosen is the Havoc of an edge whose value the world outside of the program gives; nil for others.
func Chosen(e *ir.Edge) *ir.Havoc {
	h, ok := e.Stmt.(*ir.Havoc)
	if !ok || !h.Var.Type.IsScalar() || h.Source != ir.FromCall && h.Source != ir.FromParameter {
		return nil
	}
	return h
}

// ChosenForever is Chosen where the value can be the same each time. In models of library functions it cannot: time goes on, though the model of time says
// nothing of that.
func ChosenForever(e *ir.Edge) *ir.Havoc {
	if e.Pos.InModel() {
		return nil
	}
	return Chosen(e)
}

// chosen is h with its value; nil if the type does not have that.
func chosen(h *ir.Havoc, v num.Int) ir.Stmt {
	if t := h.Var.Type; t.Kind != ir.Integer || !t.Fits(v) {
		return nil
	}
	return &ir.Assign{Var: h.Var, Expr: ir.Const(h.Var.Type, v)}
}

// Copied is what an edge that asks for an input does where that is a copy; nil if it is none: its value has to be one of the type, whatever the state is.
func Copied(p *ir.Program, e *ir.Edge, c verdict.Copy) ir.Stmt {
	h := Chosen(e)
	var of *ir.Var
	p.AllVars(func(v *ir.Var) {
		if v.Name == c.Var {
			of = v
		}
	})
	if h == nil || of == nil || of.Type != h.Var.Type || of.Type.Kind != ir.Integer || p.Math || c.Add != 0 && of.Type.IsSigned() || c.Add < -1 || c.Add > 1 {
		return nil
	}
	x := ir.VarExpr(of)
	if c.Add != 0 {
		x = ir.Binary(ir.OpAdd, x, ir.Const(of.Type, of.Type.Wrap(num.I(int64(c.Add)))))
	}
	return &ir.Assign{Var: h.Var, Expr: x}
}

// opposites says that out are two edges one of which is open whatever the state is.
func opposites(p *ir.Program, out []ir.EdgeID) bool {
	if len(out) != 2 {
		return false
	}
	a, b := p.Edges[out[0]].Stmt.(*ir.Assume), p.Edges[out[1]].Stmt.(*ir.Assume)
	return ir.Equal(a.Cond, ir.Not(b.Cond)) || ir.Equal(b.Cond, ir.Not(a.Cond))
}
