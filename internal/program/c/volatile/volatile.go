// Package volatile finds out what reads of volatile objects give. An object that something outside the program changes, such as a register of a device or a flag that an
// interrupt sets, has any value at each read (it is an input); another one keeps what the program has written to it. Which it is, unless an
// option says so for all, goes by the object:
//
//	at a constant address                                             input
//	declared extern and defined in no file                            input
//	of static storage duration, and nothing reachable writes to it    input
//	any other                                                         memory
//
// Who walks what can be reached of a program records here what is written, by the variable and the path in it, and for pointers what those to one type
// may be made of: addresses of objects of the program, or of others. A read through a pointer that may be either is an input that no
// counterexample may depend on.
package volatile

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Reading is what a read of a place gives.
type Reading uint8

const (
	FromMemory Reading = iota
	FromOutside
	FromEither // any value, but not one to rely on
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

// Use is what the reachable part of the program does with objects and addresses. All is to be recorded before the first Read.
type Use struct {
	extern          func(*core.Var) *core.Var
	written         map[*core.Var][]string   // directly: the paths
	taken           map[pointed][]designated // whose addresses become such pointers
	from            map[pointed]map[pointed]bool
	stored          map[pointed]bool // something is written through such a pointer
	inside, outside map[pointed]bool // such a pointer may point into an object that keeps its value, and into another
	resolved        bool
}

// New is the Use of a program without statements. extern is the variable that one is in all files.
func New(extern func(*core.Var) *core.Var) *Use {
	return &Use{
		extern: extern, written: map[*core.Var][]string{}, taken: map[pointed][]designated{}, from: map[pointed]map[pointed]bool{},
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
func (u *Use) designate(x core.Place) designated {
	switch x := x.(type) {
	case *core.VarPlace:
		t := x.Var.Type
		for t.Kind == types.Array {
			t = t.Elem
		}
		return designated{v: u.extern(x.Var), volatile: t.Quals&types.Volatile != 0}
	case *core.FieldPlace:
		d := u.designate(x.X)
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
		return u.pointedTo(x.X)
	}
	return designated{}
}

// pointedTo is what an expression points to.
func (u *Use) pointedTo(x core.Expr) designated {
	switch x := x.(type) {
	case *core.Checked:
		return u.pointedTo(x.X)
	case *core.AddrOf:
		return u.designate(x.X)
	case *core.Decay:
		d := u.designate(x.X)
		d.path += "[]"
		return d
	case *core.PtrAdd:
		if d := u.pointedTo(x.X); d.v != nil || d.constant {
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
			if d := u.pointedTo(x.X); d.v != nil || d.constant {
				return d
			}
		}
	}
	if t := x.Type(); t.Kind == types.Pointer {
		return designated{of: pointedBy(t)}
	}
	return designated{}
}

// Write records that something writes to a place.
func (u *Use) Write(x core.Place) {
	switch d := u.designate(x); {
	case d.v != nil:
		u.written[d.v] = append(u.written[d.v], d.path)
	case d.of.t != nil:
		u.stored[d.of] = true
	}
}

// WriteThrough records that something writes to what the value of an expression points to, if it is a pointer.
func (u *Use) WriteThrough(x core.Expr) {
	if x == nil || x.Type().Kind != types.Pointer {
		return
	}
	u.stored[pointedBy(x.Type())] = true
	if d := u.pointedTo(x); d.v != nil {
		u.written[d.v] = append(u.written[d.v], d.path)
	}
}

// Leads records what an expression makes of addresses and pointers.
func (u *Use) Leads(x core.Expr) {
	switch x := x.(type) {
	case *core.AddrOf, *core.Decay:
		to := pointedBy(x.Type())
		switch d := u.pointedTo(x); {
		case d.v != nil && d.v.Type.Kind != types.Func:
			u.taken[to] = append(u.taken[to], d)
		case d.of.t != nil:
			u.flow(d.of, to)
		case d.constant:
			u.outside[to] = true
		}
	case *core.Convert:
		u.Becomes(x.X, x.Typ)
	}
}

// Becomes records that a value is one of type t, if that is a pointer.
func (u *Use) Becomes(x core.Expr, t *types.Type) {
	if x == nil || t == nil || t.Kind != types.Pointer {
		return
	}
	to := pointedBy(t)
	switch from := x.Type(); {
	case from.IsInteger():
		if c, ok := x.(*core.IntConst); !ok || !c.Value.IsZero() {
			u.outside[to] = true
		}
	case from.Kind == types.Pointer:
		u.flow(pointedBy(from), to)
	}
}

func (u *Use) flow(from, to pointed) {
	if from == to {
		return
	}
	if u.from[to] == nil {
		u.from[to] = map[pointed]bool{}
	}
	u.from[to][from] = true
}

// Handed records what a call of a function that the program does not define may do with its arguments, and what it may return. known says
// that it is one of the library, writes that others may write what their arguments point to.
func (u *Use) Handed(c *core.Call, known, writes bool) {
	sig := c.Fun.Type().Elem.Sig
	for i, a := range c.Args {
		constant := i < len(sig.Params) && sig.Params[i].Type.Kind == types.Pointer && sig.Params[i].Type.Elem.Quals&types.Const != 0
		if a.Type().Kind == types.Pointer && (known || writes) && !constant {
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
func (u *Use) resolve() {
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
			if d.volatile && u.variable(d) == FromOutside {
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
func (u *Use) variable(d designated) Reading {
	switch {
	case d.v.Storage == core.Auto || d.v.Storage == core.Param:
		return FromMemory
	case !d.v.Defined && !d.v.Local:
		return FromOutside
	}
	for _, path := range u.written[d.v] {
		if overlaps(path, d.path) {
			return FromMemory
		}
	}
	return FromOutside
}

// Read is what a read gives of a volatile place, or of one with volatile members as a whole, with the place's name in the program, and in words.
func (u *Use) Read(x core.Place, whole bool) (how Reading, name, what string) {
	if !u.resolved {
		u.resolve()
	}
	name, what = core.Spelled(x), "a volatile object that a pointer points to"
	switch d := u.designate(x); {
	case d.v != nil:
		name = d.v.Name + d.path
		what = "the volatile object " + name
		if d.volatile || whole {
			how = u.variable(d)
		}
	case d.constant:
		what, how = "a volatile object at an address that is a number", FromOutside
	case d.of.t != nil && u.outside[d.of]:
		how = FromOutside
		if u.inside[d.of] {
			how = FromEither
		}
	}
	return how, name, what
}

// Part is what a read gives of a scalar of a place, by its name in it, such as ".f[2]"; input says that each volatile one gives any value.
func (u *Use) Part(x core.Place, name string, input bool) Reading {
	t := x.Type()
	qualifiers := t.Quals
	for name != "" {
		end := len(name)
		if i := strings.IndexAny(name[1:], ".["); i >= 0 {
			end = i + 1
		}
		word := name[1:end]
		switch i := -1; {
		case name[0] == '[' && t.Kind == types.Array:
			t = t.Elem
		case name[0] == '.' && t.Kind == types.Struct:
			if i = slices.IndexFunc(t.Record.Fields, func(f types.Field) bool { return f.Name == word }); i < 0 { // in one without a name
				return FromEither
			}
			f := &t.Record.Fields[i]
			x, t = &core.FieldPlace{At: x.Pos(), X: x, Field: f}, f.Type
		default:
			return FromEither
		}
		qualifiers |= t.Quals
		name = name[end:]
	}
	if qualifiers&types.Volatile == 0 {
		return FromMemory
	}
	how, _, _ := u.Read(x, true)
	if input {
		how = FromOutside
	}
	return how
}

// Keeps tells whether each volatile part of a place keeps its value, if it is one of a variable.
func (u *Use) Keeps(x core.Place) bool {
	return u.designate(x).v == nil || u.keepsParts(x, x.Type())
}

// keepsParts tells whether each volatile part of a variable, of type t at x, keeps its value.
func (u *Use) keepsParts(x core.Place, t *types.Type) bool {
	d := u.designate(x)
	for t.Kind == types.Array {
		t = t.Elem
	}
	if !t.IsRecord() {
		return !d.volatile || u.variable(d) == FromMemory
	}
	for i := range t.Record.Fields {
		f := &t.Record.Fields[i]
		if (d.volatile || Holds(f.Type)) && !u.keepsParts(&core.FieldPlace{At: x.Pos(), X: x, Field: f}, f.Type) {
			return false
		}
	}
	return true
}

// Holds tells whether an object of type t has a volatile part.
func Holds(t *types.Type) bool { return holds(t, 0) }

func holds(t *types.Type, depth int) bool {
	switch {
	case t.Quals&types.Volatile != 0 || depth > 32:
		return true
	case t.Kind == types.Array:
		return holds(t.Elem, depth+1)
	case t.IsRecord():
		for i := range t.Record.Fields {
			if holds(t.Record.Fields[i].Type, depth+1) {
				return true
			}
		}
	}
	return false
}
