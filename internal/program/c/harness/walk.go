package harness

import (
	"fmt"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// strip is an expression without conversions, where a temporary stands for what it has been given.
func (s *scanner) strip(x core.Expr) core.Expr {
	for {
		switch y := x.(type) {
		case *core.Checked:
			x = y.X
		case *core.Convert:
			x = y.X
		case *core.Load:
			v, ok := y.X.(*core.VarPlace)
			if !ok || !v.Var.Temp {
				return x
			}
			o := s.temps[v.Var]
			if o.x == nil {
				return x
			}
			x = o.x
		default:
			return x
		}
	}
}

// origin is what the temporary that x reads has been given; false if it reads none.
func (s *scanner) origin(x core.Expr) (o origin, ok bool) {
	if l, isLoad := x.(*core.Load); isLoad {
		if v, isVar := l.X.(*core.VarPlace); isVar && v.Var.Temp {
			o, ok = s.temps[v.Var]
		}
	}
	return o, ok
}

// pointerKey is the variable or the member that x is, if it is a pointer, or an array that is a member.
func (s *scanner) pointerKey(x core.Expr) key {
	switch x := s.strip(x).(type) {
	case *core.Load:
		return s.placeKey(x.X)
	case *core.Decay:
		if f, ok := x.X.(*core.FieldPlace); ok {
			return key{member: f.Field.Name}
		}
	}
	return none
}

// placeKey is pointerKey of a place.
func (s *scanner) placeKey(x core.Place) key {
	switch x := x.(type) {
	case *core.VarPlace:
		if x.Var.Type.Kind == types.Pointer && !x.Var.Temp {
			return key{v: x.Var}
		}
	case *core.FieldPlace:
		return key{member: x.Field.Name}
	}
	return none
}

// goes records that the program goes along a pointer.
func (s *scanner) goes(p key) {
	if p != none {
		s.along[p] = true
	}
}

// gives records that the value of x becomes that of the pointer to; what becomes of it is not known if that is none.
func (s *scanner) gives(x core.Expr, to key) {
	if to != none {
		if p, at, ok := s.pointerPlace(x); ok && p != to {
			s.shifts[p] = append(s.shifts[p], shift{to, at.hi})
		}
	}
	switch p := s.pointerKey(x); {
	case p == none:
	case to == none:
		s.along[p] = true
	case p != to:
		s.values[p] = append(s.values[p], to)
	}
}

// assign records what an assignment does.
func (s *scanner) assign(a *core.Assign) {
	if v, ok := a.Dst.(*core.VarPlace); ok && v.Var.Temp {
		s.parts(a)
		return
	}
	s.becomes(a.Src)
	s.given(a.Dst)
	if d, ok := a.Dst.(*core.DerefPlace); ok {
		s.accessed(d)
	}
	dst := s.placeKey(a.Dst)
	if by, ok := s.step(dst, a.Src); ok {
		s.moved(dst, by, a.Dst.Type())
	} else if a.Dst.Type().Kind == types.Pointer {
		s.gives(a.Src, dst)
	}
	for _, to := range s.placeNumbers(a.Dst) {
		s.from[to.number] = append(s.from[to.number], s.numbers(a.Src)...)
	}
	s.parts(a)
}

// given records that something is written.
func (s *scanner) given(dst core.Place) {
	if p, _, _ := s.lvaluePlace(dst); p != none {
		s.written[p] = true
	}
}

// step is how many elements are added to p, if that is what x does.
func (s *scanner) step(p key, x core.Expr) (int64, bool) {
	add, ok := s.strip(x).(*core.PtrAdd)
	if !ok || p == none || s.pointerKey(add.X) != p {
		return 0, false
	}
	n, ok := constant(add.N)
	return n, ok && (!add.Sub || n == 1) // one is moved back by what a loop has moved forth
}

// moved records that so many elements are added to a pointer.
func (s *scanner) moved(p key, by int64, t *types.Type) {
	for _, k := range s.times {
		if k == 0 {
			s.unknown[p] = true
		}
		if k > mostReached || by > mostReached {
			k = 0
		}
		by *= k
	}
	s.moves[p] += by * max(0, sizeOf(t.Elem))
}

// initialized records what the initializer of v does.
func (s *scanner) initialized(v *core.Var, init core.Init) {
	if e, ok := init.(*core.ExprInit); ok {
		s.becomes(e.X)
		if v.Type.Kind == types.Pointer {
			s.gives(e.X, key{v: v})
		}
		if list := s.numbers(e.X); isInteger(v.Type) && len(list) > 0 {
			s.from[key{v: v}] = append(s.from[key{v: v}], list...)
		}
	} else {
		s.inList(init)
	}
	core.InitParts(init, func(at *core.Expr) { s.visit(*at) }, s.visitPlace)
}

// inList records what becomes of the values in a list.
func (s *scanner) inList(init core.Init) {
	switch x := init.(type) {
	case *core.ExprInit:
		if x.X.Type().Kind == types.Pointer {
			s.gives(x.X, none)
		}
	case *core.ListInit:
		for _, e := range x.Elems {
			s.inList(e.Init)
		}
	}
}

// call records what a call does with its arguments. Functions of the library go along pointers if they are given a number that is not constant, such as a
// size; others without a body do nothing.
func (s *scanner) call(c *core.Call) {
	s.given(c.Dst)
	for _, a := range c.Args {
		s.becomes(a)
	}
	f := callee(c)
	if f == nil {
		return
	}
	switch def := s.bodies[f]; {
	case def != nil:
		for i, a := range c.Args[:min(len(c.Args), len(def.Params))] {
			if def.Params[i].Type.Kind == types.Pointer {
				s.gives(a, key{v: def.Params[i]})
			}
		}
	case (f.Name == "free" || f.Name == "realloc") && len(c.Args) > 0:
		s.frees = true
		if p := s.pointerKey(c.Args[0]); p != none {
			s.freed[p] = true
		}
	case s.cfg.Library(f.Name) || strings.HasPrefix(f.Name, "__"):
		for _, a := range c.Args {
			if _, isConstant := constant(a); isConstant || !isInteger(s.strip(a).Type()) && !isInteger(a.Type()) {
				continue
			}
			for _, b := range c.Args {
				s.goes(s.pointerKey(b))
			}
			break
		}
		s.copied(f.Name, c.Args)
	}
}

// copied records how far functions of the library go that are given a constant size.
func (s *scanner) copied(name string, args []core.Expr) {
	pointers, n := s.cfg.Copies(name)
	if len(pointers) == 0 || n >= len(args) {
		return
	}
	size, ok := s.span(args[n])
	for _, i := range pointers {
		if p, at, known := s.pointerPlace(args[i]); ok && known && size.hi > 0 {
			s.bytes[p] = max(s.bytes[p], at.hi+size.hi)
		}
	}
}

// callee is the function that a call names; nil if it goes through a pointer.
func callee(c *core.Call) *core.Var {
	if a, ok := c.Fun.(*core.AddrOf); ok {
		if v, ok := a.X.(*core.VarPlace); ok && v.Var.Type.Kind == types.Func {
			return v.Var
		}
	}
	return nil
}

// becomes records that a pointer is converted, which tells what it leads to.
func (s *scanner) becomes(x core.Expr) {
	c, ok := x.(*core.Convert)
	if !ok || c.Typ.Kind != types.Pointer || c.X.Type().Kind != types.Pointer {
		return
	}
	of, to := c.X, c.Typ.Elem.Main()
	if o, ok := s.origin(of); ok && o.x != nil {
		of = o.x
	}
	if !to.IsRecord() {
		s.leadsToScalar(of, to)
		return
	}
	e := c.X.Type().Elem
	if !opaque(e) && !extends(to, e) {
		return
	}
	if o, ok := s.origin(of); ok && o.call != nil && !extends(to, e) {
		if f := callee(o.call); f != nil {
			s.returns[f] = append(s.returns[f], to)
		}
		return
	}
	l, ok := of.(*core.Load)
	if !ok {
		return
	}
	p := s.placeKey(l.X)
	if d, ok := l.X.(*core.DerefPlace); ok {
		if add, ok := d.X.(*core.PtrAdd); ok && !add.Sub {
			if base, n := s.pointerKey(add.X), int64(0); base.member != "" {
				if n, ok = constant(add.N); ok {
					p = key{member: fmt.Sprintf("%s[%d]", base.member, n)}
				}
			}
		}
	}
	if old := s.leads[p]; p != none && (old == nil || to.SizeOf() > old.SizeOf()) { // of several structures each has room in the largest
		s.leads[p] = to
	}
}

// leadsToScalar is for pointers that lead to no structure. A variable that is converted to pointers of several types, or to bytes, leads to no scalar.
func (s *scanner) leadsToScalar(of core.Expr, to *types.Type) {
	l, ok := of.(*core.Load)
	if !ok || to.Kind == types.Void {
		return
	}
	v, ok := l.X.(*core.VarPlace)
	if !ok {
		return
	}
	if old, known := s.scalars[v.Var]; known && old != to || sizeOf(to) <= 1 || !isArithmetic(to) && to.Kind != types.Pointer {
		to = nil
	}
	s.scalars[v.Var] = to
}

// numbers are the variables and the members of which x is made, as far as they are numbers.
func (s *scanner) numbers(x core.Expr) (list []operand) {
	if o, ok := s.origin(stripped(x)); ok && o.x == nil { // such as of an atomic load
		switch {
		case o.call != nil:
			for _, a := range o.call.Args {
				list = append(list, s.numbers(a)...)
			}
		case o.builtin != nil:
			for _, a := range o.builtin.Args {
				if a.X != nil {
					list = append(list, s.numbers(a.X)...)
				}
			}
		}
		return list
	}
	switch x := s.strip(x).(type) {
	case *core.Load:
		return s.placeNumbers(x.X)
	case *core.AddrOf:
		return s.placeNumbers(x.X)
	case *core.PtrAdd:
		return append(s.numbers(x.X), s.numbers(x.N)...)
	case *core.PtrDiff:
		return append(s.numbers(x.X), s.numbers(x.Y)...)
	case *core.Binary:
		if x.Op > core.Rem && x.Op != core.And {
			return nil
		}
		list = append(s.numbers(x.X), s.numbers(x.Y)...)
		if x.Op == core.And {
			for i := range list {
				list[i].masked = true
			}
		}
	}
	return list
}

// stripped is x without conversions.
func stripped(x core.Expr) core.Expr {
	for {
		c, ok := x.(*core.Convert)
		if !ok {
			return x
		}
		x = c.X
	}
}

// placeNumbers is numbers of a place.
func (s *scanner) placeNumbers(x core.Place) []operand {
	if x == nil || !isInteger(x.Type()) {
		return nil
	}
	switch x := x.(type) {
	case *core.VarPlace:
		return []operand{{number: key{v: x.Var}}}
	case *core.FieldPlace:
		return []operand{{number: key{member: x.Field.Name}}}
	}
	return nil
}

// masked records that x is an operand of &.
func (s *scanner) masked(x core.Expr) {
	to := s.masks
	if sub, ok := s.strip(x).(*core.Binary); ok && sub.Op == core.Sub {
		if c, ok := constant(sub.Y); ok && c == 1 {
			x, to = sub.X, s.less
		}
	}
	if list := s.numbers(x); len(list) == 1 {
		to[list[0].number] = true
	}
}

// compares records that two pointers are compared.
func (s *scanner) compares(a, b core.Expr) {
	p, q := s.anyPlace(a), s.anyPlace(b)
	if p != none && q != none && p != q {
		s.compared[[2]key{p, q}], s.compared[[2]key{q, p}] = true, true
	}
}
