package certify

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// The arguments of a program are strings of which no two are one, but an engine does not know that of all elements of argv: it chooses their
// addresses as it likes. Where an execution has two equal ones, or null, the same execution is tried with each string in a place of its own,
// then also with no more arguments than come before null.

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

// elements are those that t has read before the program wrote them, by index.
func (a argv) elements(t *verdict.Trace) map[int64]num.Int {
	elements := map[int64]num.Int{}
	for _, cells := range t.Memory {
		for at, v := range cells {
			addr, ok := num.ParseInt(at)
			if !ok {
				continue
			}
			if i, ok := a.index(addr); ok {
				elements[i] = v
			}
		}
	}
	return elements
}

// impossible says that one of the elements is null, or two of them are equal.
func impossible(elements map[int64]num.Int) bool {
	seen := map[string]bool{}
	for _, v := range elements {
		if v.IsZero() || seen[v.String()] {
			return true
		}
		seen[v.String()] = true
	}
	return false
}

// apartArguments is t, an execution of p to an error, if it does not read an argument of main that is null or equal to another one; else one
// like it in which that is so, or a *NotReplayed if none is found.
func apartArguments(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	a, ok := argvOf(p, t)
	if !ok {
		return t, nil
	}
	elements := a.elements(t)
	if !impossible(elements) {
		return t, nil
	}
	no := &NotReplayed{At: t.Error, prog: p, Reason: "two arguments of the program are one string, or one is null"}
	if t.Long() {
		return nil, no
	}
	moved := a.apart(Inputs(t), elements)
	for _, in := range []interp.Inputs{moved, a.fewer(p, t, moved, elements)} {
		other, _, err := follow(ctx, p, in, followedSteps)
		if err != nil {
			continue
		}
		if other, err = unsafe(ctx, p, other); err != nil || other.Long() {
			continue
		}
		if b, ok := argvOf(p, other); ok && !impossible(b.elements(other)) {
			return other, nil
		}
	}
	return nil, no
}

// fewer is in with only as many arguments as come before the first one that is null.
func (a argv) fewer(p *ir.Program, t *verdict.Trace, in interp.Inputs, elements map[int64]num.Int) interp.Inputs {
	count, n := p.Edges[t.Path[a.count]], t.Input[a.count]
	for i, v := range elements {
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

// apart is in with each of the strings, and what is in it, moved to a place of its own.
func (a argv) apart(in interp.Inputs, elements map[int64]num.Int) interp.Inputs {
	type block struct{ from, by num.Int }
	var blocks []block
	for i, v := range elements {
		if by := num.I(i * argumentRoom); !v.IsZero() {
			blocks = append(blocks, block{v.Add(by), by})
		}
	}
	slices.SortFunc(blocks, func(x, y block) int { return x.from.Cmp(y.from) })
	cell := in.Cell
	in.Cell = func(e *ir.Edge, n int, addr num.Int, t ir.Type) num.Int {
		if i, ok := a.index(addr); ok {
			v := cell(e, n, addr, t)
			if !v.IsZero() {
				v = v.Add(num.I(i * argumentRoom))
			}
			return v
		}
		for _, b := range blocks {
			if !addr.Less(b.from) && addr.Less(b.from.Add(num.I(argumentRoom))) {
				addr = addr.Sub(b.by)
				break
			}
		}
		return cell(e, n, addr, t)
	}
	return in
}
