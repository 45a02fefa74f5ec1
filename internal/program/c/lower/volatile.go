package lower

import (
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// What reads of volatile objects give. An object that something outside the program changes, such as a register of a device or a flag that an
// interrupt sets, has any value at each read (it is an input); another one keeps what the program has written to it. Which it is, unless an
// option says so for all, goes by the object:
//
//	at a constant address                                             input
//	declared extern and defined in no file                            input
//	of static storage duration, and nothing reachable writes to it    input
//	any other                                                         memory
//
// The scan records what is written, by the variable and the path in it, and for pointers what those to one type may be made of: addresses of
// objects of the program, or of others. A read through a pointer that may be either is an input that no counterexample may depend on.

// reading is what a read of a place gives.
type reading uint8

const (
	fromMemory reading = iota
	fromOutside
	fromEither // any value, but not one to rely on
)

// pointed is what pointers of one type point to.
type pointed struct {
	t        *types.Type
	volatile bool
}

// designated is what a place is, as it is written: a part of a variable, or of what pointers of one type point to, or of what lies at a
// constant address.
type designated struct {
	v        *core.Var
	path     string // of v: members, and [] for elements
	volatile bool   // of v: this part is declared so
	of       pointed
	constant bool
}

// volatileUse is what the reachable part of the program does with objects and addresses.
type volatileUse struct {
	written         map[*core.Var][]string   // directly: the paths
	taken           map[pointed][]designated // whose addresses become such pointers
	from            map[pointed]map[pointed]bool
	stored          map[pointed]bool // something is written through such a pointer
	inside, outside map[pointed]bool // such a pointer may point into an object that keeps its value, and into another
	resolved        bool
}

func newVolatileUse() *volatileUse {
	return &volatileUse{
		written: map[*core.Var][]string{}, taken: map[pointed][]designated{}, from: map[pointed]map[pointed]bool{},
		stored: map[pointed]bool{}, inside: map[pointed]bool{}, outside: map[pointed]bool{},
	}
}

// pointedBy is what a pointer of type t points to.
func pointedBy(t *types.Type) pointed {
	e, q := t.Elem, t.Elem.Quals
	for e.Kind == types.Array {
		e = e.Elem
		q |= e.Quals
	}
	return pointed{e.Main(), q&types.Volatile != 0}
}

// designate is what a place is.
func (l *linker) designate(x core.Place) designated {
	switch x := x.(type) {
	case *core.VarPlace:
		t := x.Var.Type
		for t.Kind == types.Array {
			t = t.Elem
		}
		return designated{v: l.extern(x.Var), volatile: t.Quals&types.Volatile != 0}
	case *core.FieldPlace:
		d := l.designate(x.X)
		if x.Field.Name != "" {
			d.path += "." + x.Field.Name
		}
		t := x.Field.Type
		for t.Kind == types.Array {
			t = t.Elem
		}
		d.volatile = d.volatile || t.Quals&types.Volatile != 0
		return d
	case *core.DerefPlace:
		return l.pointedTo(x.X)
	}
	return designated{}
}

// pointedTo is what an expression points to.
func (l *linker) pointedTo(x core.Expr) designated {
	switch x := x.(type) {
	case *core.Checked:
		return l.pointedTo(x.X)
	case *core.AddrOf:
		return l.designate(x.X)
	case *core.Decay:
		d := l.designate(x.X)
		d.path += "[]"
		return d
	case *core.PtrAdd:
		if d := l.pointedTo(x.X); d.v != nil || d.constant {
			if !strings.HasSuffix(d.path, "[]") {
				d.path += "[]"
			}
			return d
		}
	case *core.Convert:
		switch from := x.X.Type(); {
		case from.IsInteger():
			return designated{constant: true}
		case from.Kind == types.Pointer:
			if d := l.pointedTo(x.X); d.v != nil || d.constant {
				return d
			}
		}
	}
	if t := x.Type(); t.Kind == types.Pointer {
		return designated{of: pointedBy(t)}
	}
	return designated{}
}

// write records that something writes to a place.
func (s *scanner) write(x core.Place) {
	u := s.p.volatiles
	switch d := s.p.link.designate(x); {
	case d.v != nil:
		u.written[d.v] = append(u.written[d.v], d.path)
	case d.of.t != nil:
		u.stored[d.of] = true
	}
}

// leads records what an expression makes of addresses and pointers.
func (s *scanner) leads(x core.Expr) {
	u := s.p.volatiles
	switch x := x.(type) {
	case *core.AddrOf, *core.Decay:
		to := pointedBy(x.Type())
		switch d := s.p.link.pointedTo(x); {
		case d.v != nil && d.v.Type.Kind != types.Func:
			u.taken[to] = append(u.taken[to], d)
		case d.of.t != nil:
			u.flow(d.of, to)
		case d.constant:
			u.outside[to] = true
		}
	case *core.Convert:
		s.becomes(x.X, x.Typ)
	}
}

// becomes records that a value is one of type t, if that is a pointer.
func (s *scanner) becomes(x core.Expr, t *types.Type) {
	if x == nil || t == nil || t.Kind != types.Pointer {
		return
	}
	u, to := s.p.volatiles, pointedBy(t)
	switch from := x.Type(); {
	case from.IsInteger():
		if c, ok := x.(*core.IntConst); !ok || !c.Value.IsZero() {
			u.outside[to] = true
		}
	case from.Kind == types.Pointer:
		u.flow(pointedBy(from), to)
	}
}

func (u *volatileUse) flow(from, to pointed) {
	if from == to {
		return
	}
	if u.from[to] == nil {
		u.from[to] = map[pointed]bool{}
	}
	u.from[to][from] = true
}

// handed records what a call of a function that the program does not define may do with its arguments, and what it may return. known says
// that it is one of the library.
func (s *scanner) handed(c *core.Call, known bool) {
	u, sig := s.p.volatiles, c.Fun.Type().Elem.Sig
	for i, a := range c.Args {
		constant := i < len(sig.Params) && sig.Params[i].Type.Kind == types.Pointer && sig.Params[i].Type.Elem.Quals&types.Const != 0
		if a.Type().Kind == types.Pointer && known && !constant {
			u.stored[pointedBy(a.Type())] = true
		}
	}
	if t := sig.Result; t.Kind == types.Pointer {
		if known {
			u.inside[pointedBy(t)] = true
		} else {
			u.outside[pointedBy(t)] = true
		}
	}
}

// resolve finds out where pointers may point to.
func (u *volatileUse) resolve() {
	u.resolved = true
	spread := func(set map[pointed]bool, forward bool) {
		for again := true; again; {
			again = false
			for to, froms := range u.from {
				for from := range froms {
					a, b := from, to
					if !forward {
						a, b = to, from
					}
					if set[a] && !set[b] {
						set[b], again = true, true
					}
				}
			}
		}
	}
	spread(u.stored, false) // what is stored through a pointer may be stored through those it was made of
	for to, list := range u.taken {
		for _, d := range list {
			if u.stored[to] {
				u.written[d.v] = append(u.written[d.v], d.path)
			}
		}
	}
	for to, list := range u.taken {
		for _, d := range list {
			if d.volatile && u.variable(d) == fromOutside {
				u.outside[to] = true
			} else {
				u.inside[to] = true
			}
		}
	}
	spread(u.inside, true)
	spread(u.outside, true)
}

// overlaps tells whether one of two paths is a part of the other.
func overlaps(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return b[:len(a)] == a && (len(a) == len(b) || b[len(a)] == '.' || b[len(a)] == '[')
}

// variable is what a read of a part of a variable gives that is volatile.
func (u *volatileUse) variable(d designated) reading {
	switch {
	case d.v.Storage == core.Auto || d.v.Storage == core.Param:
		return fromMemory
	case !d.v.Defined && !d.v.Local:
		return fromOutside
	}
	for _, path := range u.written[d.v] {
		if overlaps(path, d.path) {
			return fromMemory
		}
	}
	return fromOutside
}

// reading is what a read gives of a volatile place, or of one with volatile members as a whole, and its name in the program.
func (b *builder) reading(x core.Place, whole bool, pos ir.Pos) (how reading, name string) {
	if b.unit.model || b.p.conf.VolatileMemory {
		return fromMemory, ""
	}
	u := b.p.volatiles
	if !u.resolved {
		u.resolve()
	}
	what := "a volatile object that a pointer points to"
	switch d := b.p.link.designate(x); {
	case d.v != nil:
		name = d.v.Name + d.path
		what = "the volatile object " + name
		if d.volatile || whole {
			how = u.variable(d)
		}
	case d.constant:
		what, how = "a volatile object at an address that is a number", fromOutside
	case d.of.t != nil && u.outside[d.of]:
		how = fromOutside
		if u.inside[d.of] {
			how = fromEither
		}
	}
	switch how {
	case fromOutside:
		b.p.note(ir.Assumption, pos, "each read of %s gives any value (input)", what)
	case fromEither:
		b.p.note(ir.Overapproximated, pos, "%s may be one of the program or of a device: each read gives any value", what)
	default:
		b.p.note(ir.Assumption, pos, "%s keeps its value until the program assigns to it (memory)", what)
	}
	return how, name
}
