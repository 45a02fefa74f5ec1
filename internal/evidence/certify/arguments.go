package certify

import (
	"context"
	"maps"
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// The arguments of a program are strings of which no two are one, but an engine does not know that of all elements of argv: it chooses their
// addresses as it likes. Where an execution has strings that cannot be, it is tried with each string in a place of its own, then also with no more
// arguments than come before null.

// argv is the list of arguments that an execution gives to main.
type argv struct {
	count      int     // where in the path the execution chooses how many there are
	start, end num.Int // the addresses of the elements: from start to before end
	size       num.Int // of an element
}

// argumentRoom is how far the strings are moved apart.
const argumentRoom = 4096

// argvOf finds what t gives to main; ok is false if p does not begin in a main with unknown arguments.
func argvOf(p *ir.Program, t *verdict.Trace) (a argv, ok bool) {
	if p.Environment != nil || p.Main.Name != "main" && !startsMain(p) {
		return argv{}, false
	}
	a.count = -1
	for i, id := range t.Path {
		h, havoc := p.Edges[id].Stmt.(*ir.Havoc)
		if !havoc || h.Source != ir.FromParameter || !strings.HasPrefix(h.Var.Name, p.Main.Name+"::") {
			continue
		}
		switch kind := h.Var.Type.Kind; {
		case a.count < 0 && kind == ir.Integer:
			a.count = i
		case a.count >= 0 && kind == ir.Pointer:
			a.size = num.I(int64(p.PtrBits / 8))
			a.start = t.Input[i]
			a.end = a.start.Add(t.Input[a.count].Mul(a.size))
			return a, true
		default:
			return argv{}, false
		}
	}
	return argv{}, false
}

// startsMain says that p begins with constructors, and goes on with main.
func startsMain(p *ir.Program) bool {
	return p.Main.Name == "$start" && (slices.ContainsFunc(p.Instances, func(i *ir.Instance) bool { return i.Func == "main" && len(i.Calls) == 1 }) ||
		slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == "main" }))
}

// index is which element lies at addr; ok is false if none does.
func (a argv) index(addr num.Int) (i int64, ok bool) {
	if addr.Less(a.start) || !addr.Less(a.end) {
		return 0, false
	}
	n, rest := addr.Sub(a.start).DivMod(a.size)
	i, ok = n.Int64()
	return i, ok && rest.IsZero()
}

// strings are where the arguments begin that t has read before the program wrote them, by index, and what it has read at which address.
func (a argv) strings(t *verdict.Trace) (at map[int64]num.Int, cells map[string]num.Int) {
	at, cells = map[int64]num.Int{}, map[string]num.Int{}
	for _, read := range t.Memory {
		for where, v := range read {
			addr, ok := num.ParseInt(where)
			if !ok {
				continue
			}
			if i, ok := a.index(addr); ok {
				at[i] = v
			} else {
				cells[where] = v
			}
		}
	}
	return at, cells
}

// impossible says that one of the strings is null or lies in argv, or that two have a character in common.
func (a argv) impossible(t *verdict.Trace) bool {
	at, cells := a.strings(t)
	places := slices.SortedFunc(maps.Values(at), num.Int.Cmp)
	for i, v := range places {
		if v.IsZero() || !v.Less(a.start) && !a.end.Add(a.size).Less(v) {
			return true
		}
		if i+1 == len(places) {
			break
		}
		// the string has to end before the next one: at a character that was not read, or is 0
		c := v
		for ; c.Less(places[i+1]); c = c.Add(num.I(1)) {
			if x, ok := cells[c.String()]; !ok || x.IsZero() {
				break
			}
		}
		if !c.Less(places[i+1]) {
			return true
		}
	}
	return false
}

// apartArguments is t, an execution of p to an error, if the arguments of main that it reads can be what they are; else one like it in which that
// is so, or a *NotReplayed if none is found.
func apartArguments(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	a, ok := argvOf(p, t)
	if !ok || !a.impossible(t) {
		return t, nil
	}
	no := &NotReplayed{At: t.Error, prog: p, Reason: "two arguments of the program are one string, or one is null or lies in argv"}
	if t.Long() {
		return nil, no
	}
	for _, in := range []interp.Inputs{a.apart(t, true), a.fewer(p, t)} {
		other, _, err := follow(ctx, p, in, followedSteps)
		if err != nil {
			continue
		}
		if other, err = unsafe(ctx, p, other); err != nil || other.Long() {
			continue
		}
		if b, ok := argvOf(p, other); ok && !b.impossible(other) {
			return other, nil
		}
	}
	return nil, no
}

// fewer are the inputs of t with each string in a place of its own, and only as many as come before the first one that is null.
func (a argv) fewer(p *ir.Program, t *verdict.Trace) interp.Inputs {
	in := a.apart(t, false)
	count, n := p.Edges[t.Path[a.count]], t.Input[a.count]
	at, _ := a.strings(t)
	for i, v := range at {
		if v.IsZero() && num.I(i).Less(n) {
			n = num.I(i)
		}
	}
	scalar := in.Scalar
	in.Scalar = func(e *ir.Edge, k int) num.Int {
		if e == count && k == 0 {
			return n
		}
		return scalar(e, k)
	}
	return in
}

// apart are the inputs of t with each string, and what is in it, moved to a place of its own behind all others. With all, those that are null are strings
// without characters.
func (a argv) apart(t *verdict.Trace, all bool) interp.Inputs {
	in := Inputs(t)
	was, _ := a.strings(t)
	place, top := map[int64]num.Int{}, a.end
	for _, v := range was {
		if top.Less(v) {
			top = v
		}
	}
	order := slices.Sorted(maps.Keys(was))
	for k, i := range order {
		if all || !was[i].IsZero() {
			place[i] = top.Add(num.I(int64(k+1) * argumentRoom))
		}
	}
	cell := in.Cell
	in.Cell = func(e *ir.Edge, n int, addr num.Int, t ir.Type) num.Int {
		if i, ok := a.index(addr); ok {
			return place[i]
		}
		k, _ := addr.Sub(top).DivMod(num.I(argumentRoom))
		if k, ok := k.Int64(); ok && k >= 1 && k <= int64(len(order)) {
			i := order[k-1]
			if was[i].IsZero() {
				return num.I(0)
			}
			addr = addr.Sub(place[i]).Add(was[i])
		}
		return cell(e, n, addr, t)
	}
	return in
}
