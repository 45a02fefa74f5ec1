package product

import (
	"fmt"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// maxHints bounds how many relations are thought of for two loops.
const maxHints = 200

// hints are statements at the head of two loops that are merged, where both go on: those relations between their variables that are to hold are checked, or
// all of them are kept. What is checked need not hold: then nothing is known.
func (m *merger) hints(t, u *turn) (out []core.Stmt) {
	if !m.p.conf.Probe && len(m.p.conf.Hints) == 0 {
		return nil
	}
	for _, c := range m.relations(t, u) {
		k := m.hinted
		m.hinted++
		switch {
		case m.p.conf.Probe:
			v := &core.Var{Name: fmt.Sprint(HintPrefix, k), Type: m.integer(), Pos: m.at, Storage: core.Static, Linkage: core.External, Defined: true}
			m.p.prog.Units[0].Globals = append(m.p.prog.Units[0].Globals, &core.VarDef{Var: v})
			c = &core.Binary{At: m.at, Op: core.Add, X: c, Y: m.number(1), Typ: m.integer()} // 0 is what it begins with
			out = append(out, m.assign(v, c))
		case m.p.conf.Hints[k]:
			out = append(out, m.set(m.sideVar, m.number(1)), m.when(m.not(c), &core.Call{At: m.at, Fun: m.differ()}))
		}
	}
	return out
}

// differ is the function that is called where something does not hold.
func (m *merger) differ() core.Expr {
	f := definition(m.p.prog, m.p.prog.Units[0], Differ)
	return &core.AddrOf{At: m.at, X: &core.VarPlace{At: m.at, Var: f.Var}, Typ: m.p.tt.Pointer(f.Var.Type)}
}

// changing are the integers and pointers that a loop changes, in the order of the text.
func (t *turn) changing() (list []*core.Var) {
	seen := map[*core.Var]bool{}
	first := &core.Block{List: t.first}
	kept := map[*core.Var]bool{} // temporaries that the condition is about
	core.EachStmt(first, func(s core.Stmt) {
		if a, ok := s.(*core.Assign); ok {
			if at, ok := a.Dst.(*core.VarPlace); ok {
				kept[at.Var] = true
			}
		}
	})
	inside := map[*core.Var]bool{}
	b := &core.Block{List: append(append([]core.Stmt{}, t.body...), t.step...)}
	for _, v := range b.Declared() {
		inside[v] = true
	}
	core.EachStmt(b, func(s core.Stmt) {
		var dst core.Place
		switch s := s.(type) {
		case *core.Assign:
			dst = s.Dst
		case *core.Call:
			dst = s.Dst
		}
		at, ok := dst.(*core.VarPlace)
		if !ok || seen[at.Var] || inside[at.Var] || at.Var.Temp && !kept[at.Var] || at.Var.Storage == core.Static {
			return
		}
		if k := at.Var.Type; k.IsInteger() && k.SizeOf() <= 8 || k.Kind == types.Pointer && k.Elem.IsComplete() && k.Elem.SizeOf() > 0 {
			seen[at.Var] = true
			list = append(list, at.Var)
		}
	})
	return list
}

// relations are conditions that may hold whenever both loops begin a round.
func (m *merger) relations(t, u *turn) (list []core.Expr) {
	word := m.p.tt.Basic(types.ULong)
	bin := func(op core.BinaryOp, x, y core.Expr) core.Expr {
		return &core.Binary{At: m.at, Op: op, X: x, Y: y, Typ: word}
	}
	as := func(x core.Expr, t *types.Type) core.Expr {
		if x.Type() == t {
			return x
		}
		return &core.Convert{At: m.at, X: x, Typ: t, Explicit: true}
	}
	add := func(x, y core.Expr) {
		if len(list) < maxHints {
			list = append(list, &core.Binary{At: m.at, Op: core.Eq, X: x, Y: y, Typ: m.integer()})
		}
	}
	one := &core.IntConst{At: m.at, Value: types.IntOf(1), Typ: word}
	// behind is how many bytes a pointer is behind an argument.
	behind := func(k int, v *core.Var, i int) core.Expr {
		return bin(core.Sub, as(m.load(v), word), as(m.args[k][i], word))
	}
	xs, ys := t.changing(), u.changing()
	dx, dy := increments(t.body, t.step), increments(u.body, u.step)
	for _, x := range xs {
		for _, y := range ys {
			a, b := x.Type, y.Type
			switch {
			case a.IsInteger() && b.IsInteger():
				common := m.p.tt.Usual(m.p.tt.Promote(a.Main()), m.p.tt.Promote(b.Main()))
				if common.Kind == types.Bool {
					continue
				}
				add(as(m.load(x), common), as(m.load(y), common))
				if k, l := dx[x], dy[y]; k != 0 && l != 0 && k != l {
					low, high, f := x, y, l/k
					if l%k != 0 {
						low, high, f = y, x, k/l
					}
					if f > 1 && f*dx[low]+f*dy[low] == dx[high]+dy[high] {
						linear := bin(core.Mul, as(m.load(low), word), &core.IntConst{At: m.at, Value: types.IntOf(f), Typ: word})
						narrow := high.Type.Main()
						add(m.load(high), as(linear, narrow))
						for i, p := range m.p.old.Params {
							if p.Type.IsInteger() {
								add(m.load(high), as(bin(core.Add, linear, as(m.args[0][i], word)), narrow))
							}
						}
					}
				}
				for i, p := range m.p.old.Params {
					if p.Type.IsInteger() && p.Type.SizeOf() >= 4 && (a.SizeOf() >= 4 || b.SizeOf() >= 4) {
						add(bin(core.Add, as(m.load(x), word), as(m.load(y), word)), as(m.args[0][i], word))
					}
				}
			case a.Kind == types.Pointer && b.Kind == types.Pointer:
				for i, p := range m.p.old.Params {
					if p.Type.Kind == types.Pointer {
						add(behind(0, x, i), behind(1, y, i))
					}
				}
			default:
				p, k, n := x, 0, y
				if b.Kind == types.Pointer {
					p, k, n = y, 1, x
				}
				for i, q := range m.p.old.Params {
					if q.Type.Kind != types.Pointer {
						continue
					}
					// at is a pointer so many elements behind the argument.
					at := func(x core.Expr) core.Expr {
						return &core.PtrAdd{At: m.at, X: as(m.args[k][i], p.Type.Main()), N: x, Typ: p.Type.Main()}
					}
					add(m.load(p), at(as(m.load(n), word)))
					add(m.load(p), at(bin(core.Add, as(m.load(n), word), one)))
					for j, r := range m.p.old.Params {
						if r.Type.IsInteger() && r.Type.SizeOf() >= 4 {
							add(m.load(p), at(bin(core.Sub, as(m.args[0][j], word), as(m.load(n), word))))
						}
					}
				}
			}
		}
	}
	return list
}
