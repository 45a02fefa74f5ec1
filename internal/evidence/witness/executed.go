package witness

import (
	"context"

	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// A proof that is an execution has the values that variables hold whenever the execution comes to a loop: the interpreter tells them.

// maxExecuted is how many edges of such an execution are executed again to write a witness.
const maxExecuted = 5_000_000

// holds is what a proof says of the loops of the program. At and Calls are those of the proof, but for what At says of an execution: in
// which range its variables are.
type holds struct {
	verdict.Proof
	ranges map[ir.Loc]term.Term // nil if the proof is no execution, or if that is too long
	prefix verdict.Invariants   // that hold after the execution, at the locations that they have; nil if it is the whole proof
}

func (s *scopes) holds(proof verdict.Proof) holds {
	h := holds{Proof: proof}
	st := term.NewStore()
	opts := interp.Options{Unknown: true, NoPath: true, MaxSteps: maxExecuted}
	switch e := proof.(type) {
	case verdict.Execution:
		if e.Cases > 0 {
			return h
		}
	case verdict.Prefix:
		h.prefix, opts.At, opts.Visits = e.Invariants, e.Loc, e.Visits
		for _, f := range e.Invariants {
			st = f.Store()
			break
		}
	default:
		return h
	}
	seen := map[ir.Loc]map[*ir.Var]*values{}
	watched := s.watched()
	opts.Step = func(step interp.Step) {
		if _, call := step.Edge.Stmt.(*ir.Call); call && !step.Left { // the execution has come to the function
			return
		}
		list, is := watched[step.Edge.To]
		if !is {
			return
		}
		at := seen[step.Edge.To]
		if at == nil {
			at = map[*ir.Var]*values{}
			for _, v := range list {
				at[v] = &values{}
			}
			seen[step.Edge.To] = at
		}
		for v, x := range at {
			if value, known := step.Eval(ir.VarExpr(v)); known {
				x.add(v.Type, value)
			} else {
				delete(at, v)
			}
		}
	}
	switch interp.Run(context.Background(), s.prog, interp.Inputs{}, opts).End {
	case interp.Exited, interp.Blocked, interp.OutOfRange, interp.Arrived:
	default:
		return h
	}
	h.ranges = map[ir.Loc]term.Term{}
	for l, at := range seen {
		var parts []term.Term
		for _, v := range watched[l] {
			if x := at[v]; x != nil {
				parts = append(parts, x.formula(sem.Here(v).Term(st), v.Type))
			}
		}
		h.ranges[l] = st.And(parts...)
	}
	return h
}

// At is what holds at a loop; ok is false if nothing is known of it, unreached is true if no execution comes there.
func (h holds) At(l ir.Loc) (inv term.Term, ok, unreached bool) {
	if h.ranges == nil {
		_, unrolled := h.Proof.(verdict.Unrolled)
		inv, ok = says.At(h.Proof, l)
		return inv, ok, !ok && !unrolled
	}
	before, during := h.ranges[l]
	after, later := h.prefix[l]
	switch {
	case during && later:
		return before.Store().Or(before, after), true, false
	case during:
		return before, true, false
	}
	return after, later, !later
}

// watched are the variables whose values are told at loops: those that have a name there and that the function of the loop, in this copy of it,
// or the condition of the loop, mentions.
func (s *scopes) watched() map[ir.Loc][]*ir.Var {
	type copied struct {
		*ir.Func
		*ir.Instance
	}
	used := map[copied]map[*ir.Var]bool{}
	entries := map[ir.Loc]bool{}
	for _, f := range s.prog.Funcs {
		entries[f.Entry] = true
	}
	for _, e := range s.prog.Edges {
		if e == nil || s.prog.Locs[e.From] == nil {
			continue
		}
		info := s.prog.Locs[e.From]
		in := used[copied{info.Func, info.Instance}]
		if in == nil {
			in = map[*ir.Var]bool{}
			used[copied{info.Func, info.Instance}] = in
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpVar {
					in[x.Var] = true
				}
				return true
			})
		})
	}
	list := map[ir.Loc][]*ir.Var{}
	for i, info := range s.prog.Locs {
		if info == nil || !info.Loop || entries[ir.Loc(i)] { // an execution that is called there takes no edge to it
			continue
		}
		_, head := s.head(info.LoopPos)
		if head.src == nil {
			continue
		}
		st := term.NewStore()
		w := s.at(ir.Loc(i), head, st.True())
		in := used[copied{info.Func, info.Instance}]
		vars := []*ir.Var{}
		s.prog.AllVars(func(v *ir.Var) {
			if in[v] && v.Type.Kind != ir.Memory {
				if _, _, named := w.Variable(sem.Here(v).Term(st)); named {
					vars = append(vars, v)
				}
			}
		})
		list[ir.Loc(i)] = vars
	}
	return list
}

// values are what a variable has held.
type values struct {
	some     bool
	low, top num.Int // of a floating-point number by its position among all of them
	nan      bool
	null     bool
}

func (x *values) add(t ir.Type, v num.Int) {
	if t.IsFloat() {
		f := t.Format()
		bits := f.Pattern(v)
		if f.IsNaN(bits) {
			x.nan = true
			return
		}
		v = num.I(f.Key(bits))
	}
	x.null = x.null || v.IsZero()
	if !x.some || v.Less(x.low) {
		x.low = v
	}
	if !x.some || x.top.Less(v) {
		x.top = v
	}
	x.some = true
}

// formula says of a variable of type t that it holds such a value.
func (x *values) formula(v term.Term, t ir.Type) term.Term {
	st := v.Store()
	between := func(low, top num.Int) term.Term {
		return st.And(st.Le(st.IntNum(low), v), st.Le(v, st.IntNum(top)))
	}
	switch {
	case t.IsFloat() && (x.nan || !x.some):
		return st.True()
	case t.IsFloat():
		f := t.Format()
		low, top := x.low, x.top
		sign := num.Pow2(uint(f.Width() - 1))
		var parts []term.Term
		if low.Sign() <= 0 { // both zeros have the key 0
			from := num.I(0)
			if top.Sign() < 0 {
				from = top.Neg()
			}
			parts = append(parts, between(sign.Add(from), sign.Add(low.Neg())))
		}
		if top.Sign() >= 0 {
			from := num.I(0)
			if low.Sign() > 0 {
				from = low
			}
			parts = append(parts, between(from, top))
		}
		return st.Or(parts...)
	case x.low.Eq(x.top):
		return st.Eq(v, st.IntNum(x.low))
	case t.Kind != ir.Pointer:
		return between(x.low, x.top)
	case !x.null:
		return st.Not(st.Eq(v, st.IntNum(num.Int{})))
	}
	return st.True()
}
