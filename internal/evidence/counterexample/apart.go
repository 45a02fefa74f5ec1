package counterexample

import (
	"context"
	"errors"
	"maps"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// ban is addresses that a pointer of unknown origin must not have.
type ban struct {
	step     int      // index in the path
	addr     *ir.Expr // in the state before that step; nil: what the Havoc there gives
	from, to num.Int
}

// Limits of Apart: how long a path may be, and how often the solver is asked.
const (
	apartSteps  = 20_000
	apartRounds = 8
)

// Apart looks for an execution of p along the path of t in which no pointer of unknown origin is used for an object of the program. An engine
// does not know of that, and may have chosen such a value although others do as well. t is what Unsafe has rejected because of one.
// The result is a guess for Unsafe; nil if there is no such execution, or it is not found.
func Apart(ctx context.Context, p *ir.Program, t *verdict.Trace, newSolver func(*term.Store) solver.Solver) *verdict.Trace {
	if certify.HasCalls(p) || t.Long() {
		return nil
	}
	var bans []ban
	for range apartRounds {
		from := newProvenance(p)
		out := interp.Run(ctx, p, Inputs(t), interp.Options{MaxSteps: apartSteps, Before: from.before})
		if out.End != interp.Reached {
			return nil
		}
		more := from.bans(out)
		if len(more) == 0 {
			return t
		}
		bans = append(bans, more...)
		t = &verdict.Trace{Path: out.Path, Input: out.Input, Memory: out.Memory, Error: out.At, Goal: p.Locs[out.At].Goal}
		if t = avoiding(ctx, p, t, bans, newSolver); t == nil {
			return nil
		}
	}
	return t
}

// bans has the addresses that the execution must not choose.
func (v *provenance) bans(out interp.Outcome) (bans []ban) {
	for _, s := range v.aliasing {
		from, to := v.around(s.at)
		bans = append(bans, ban{s.step, s.addr, from, to})
	}
	for _, i := range aliasing(v.prog, out) {
		from, to := v.around(out.Input[i])
		bans = append(bans, ban{i, nil, from, to})
	}
	return bans
}

// around has the addresses about at that are of the same object, or of no object at all.
func (v *provenance) around(at num.Int) (from, to num.Int) {
	if o := v.object(at); o != nil {
		return o.Addr, o.Addr.Add(num.I(max(o.Size, 1)))
	}
	from, to = v.low, v.prog.PtrType().Max()
	below := func(end num.Int) {
		if !at.Less(end) && from.Less(end) {
			from = end
		}
	}
	above := func(begin num.Int) {
		if at.Less(begin) && begin.Less(to) {
			to = begin
		}
	}
	for _, o := range v.objects {
		below(o.Addr.Add(num.I(max(o.Size, 1))))
		above(o.Addr)
	}
	room := num.I(v.prog.UnknownRoom())
	for _, r := range v.rooms {
		below(r.Add(room).Add(num.I(1)))
		above(r.Sub(room).Sub(num.I(1)))
	}
	return from, to
}

// avoiding is an execution along the path of t that has none of the addresses; nil if there is none, or the solver gives up. What is only
// approximated, or left open, is as in t.
func avoiding(ctx context.Context, p *ir.Program, t *verdict.Trace, bans []ban, newSolver func(*term.Store) solver.Solver) *verdict.Trace {
	st := term.NewStore()
	s, state := newSolver(st), sem.New(st, p).NewState()
	inputs := map[int]term.Term{} // by index in the path
	step := 0
	state.Input = func(v *ir.Var) term.Term {
		switch p.Edges[t.Path[step]].Stmt.(*ir.Havoc).Source {
		case ir.FromApproximation, ir.FromUnspecified, ir.FromMagnitude, ir.FromGhost:
			if v.Type.Kind != ir.Memory {
				return st.IntNum(t.Input[step])
			}
		}
		inputs[step] = st.Fresh(v.Name, sem.Sort(v.Type))
		return inputs[step]
	}
	at := map[int][]ban{}
	for _, b := range bans {
		at[b.step] = append(at[b.step], b)
	}
	for i, id := range t.Path {
		step = i
		var values []term.Term
		for _, b := range at[i] {
			if b.addr != nil {
				values = append(values, state.Expr(b.addr, state.Get))
			}
		}
		assumed := state.Exec(p.Edges[id].Stmt)
		if assumed.IsFalse() {
			return nil
		}
		s.Assert(assumed)
		for k, b := range at[i] {
			x := inputs[i]
			if b.addr != nil {
				x = values[k]
			} else if !x.Valid() {
				return nil
			}
			s.Assert(st.Or(st.Lt(x, st.IntNum(b.from)), st.Lt(st.IntNum(b.to), x)))
		}
	}
	ans := s.Check(ctx)
	if ans.Status != solver.Sat {
		return nil
	}
	other := &verdict.Trace{Path: t.Path, Error: t.Error, Goal: t.Goal, Input: maps.Clone(t.Input)}
	for i, x := range inputs {
		other.Set(i, ans.Model.Eval(x))
	}
	return other
}

// UnknownAliases says that Unsafe has rejected an execution because a pointer of unknown origin is used for an object of the program.
func UnknownAliases(err error) bool {
	var no *NotReplayed
	return errors.As(err, &no) && no.Aliases
}

// aliasingNumber is the edge of an unknown value in a long trace, wide enough for a pointer, that is the address of an object of the
// program; 0 if there is none. It is not followed what becomes of such a value.
func (v *provenance) aliasingNumber(t *verdict.Trace) ir.EdgeID {
	if v == nil || len(v.rooms) == 0 {
		return 0
	}
	for i, id := range t.Path {
		h, ok := v.prog.Edges[id].Stmt.(*ir.Havoc)
		if !ok || h.Source != ir.FromCall && h.Source != ir.FromParameter || h.Var.Type.Bits < v.prog.PtrBits {
			continue
		}
		if x, ok := t.Input[i]; ok && v.own(x) {
			return id
		}
		for _, x := range t.Memory[i] {
			if v.own(x) {
				return id
			}
		}
	}
	return 0
}
