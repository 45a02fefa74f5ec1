package cfront

import (
	"modernc.org/cc/v4"

	"craig/internal/pattern"
	"craig/internal/program/cfront/source"
	"craig/internal/program/ir"
)

// What reads of volatile objects give. An object that something outside the program changes, such as a
// register of a device or a flag that an interrupt sets, has any value at each read (it is an input);
// another one keeps what the program has written to it. Which it is, unless an option says so for all,
// goes by the object:
//
//	at a constant address                                   input
//	declared extern and defined in no file                  input
//	of static storage duration, and nothing reachable
//	writes to it                                            input
//	any other                                               memory
//
// The scanner records what is written, by the variable and the path in it (volatileUse), and for
// pointers what those to one type may be made of: addresses of objects of the program, or of others.
// A read through a pointer that may be either is an input that no counterexample may depend on.

// reading is what a read of a place gives.
type reading uint8

const (
	fromMemory reading = iota
	fromOutside
	fromEither // any value, but not one to rely on
)

// pointee is what pointers of one type point to.
type pointee struct {
	t        *ctype
	volatile bool
}

// designated is what an lvalue designates, as it is written: a part of a variable, or of what pointers
// of one type point to, or of what lies at a constant address.
type designated struct {
	v        *variable
	path     string // of v: members and [] for elements
	volatile bool   // of v: this part is declared so
	of       pointee
	constant bool
}

// volatileUse is what the reachable part of the program does with objects and addresses.
type volatileUse struct {
	written  map[*variable][]string   // directly: the paths
	taken    map[pointee][]designated // whose addresses become such pointers
	from     map[pointee]map[pointee]bool
	stored   map[pointee]bool // something is written through such a pointer
	inside   map[pointee]bool // such a pointer may point into an object that keeps its value
	outside  map[pointee]bool // and into another
	loose    bool             // void pointers become others in initialisers of structures and arrays
	resolved bool
}

func newVolatileUse() *volatileUse {
	return &volatileUse{
		written: map[*variable][]string{}, taken: map[pointee][]designated{}, from: map[pointee]map[pointee]bool{},
		stored: map[pointee]bool{}, inside: map[pointee]bool{}, outside: map[pointee]bool{},
	}
}

// pointeeOf is what a pointer of type t points to, or what an array consists of, which has the
// qualifiers q.
func (r *reader) pointeeOf(t *ctype, q qual) (pointee, bool) {
	if t.kind != kPointer && t.kind != kArray {
		return pointee{}, false
	}
	if t.kind == kPointer {
		q = 0
	}
	e := t
	for {
		q |= e.elemQ
		e = r.types.elem(e)
		if e.kind != kArray {
			return pointee{e.unaligned(), q&qVolatile != 0}, true
		}
	}
}

// designate is what the lvalue n designates.
func (r *reader) designate(n cc.ExpressionNode) designated {
	n = strip(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if v, ok := r.denoted(x).(*variable); ok {
				return designated{v: v, volatile: v.q&qVolatile != 0}
			}
		case cc.PrimaryExpressionGeneric:
			if a := r.association(x.GenericSelection); a != nil {
				return r.designate(a.AssignmentExpression)
			}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			return r.memberOf(r.designate(x.PostfixExpression), x)
		case cc.PostfixExpressionPSelect:
			return r.memberOf(r.pointedTo(x.PostfixExpression), x)
		case cc.PostfixExpressionIndex:
			base := x.PostfixExpression
			if r.valueType(base).isInt() {
				base = x.ExpressionList
			}
			return r.pointedTo(base)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return r.pointedTo(x.CastExpression)
		}
	case *cc.CastExpression:
		return r.designate(x.CastExpression)
	}
	return designated{}
}

// memberOf is the member of d that x names.
func (r *reader) memberOf(d designated, x *cc.PostfixExpression) designated {
	d.path += "." + x.Token2.SrcStr()
	t := r.exprType(x.PostfixExpression).t
	if t.kind == kPointer || t.kind == kArray {
		t = r.types.elem(t)
	}
	if m, ok := r.types.member(t, x.Token2.SrcStr()); ok && m.q&qVolatile != 0 {
		d.volatile = true
	}
	return d
}

// pointedTo is what the pointer or array n points to.
func (r *reader) pointedTo(n cc.ExpressionNode) designated {
	n = strip(n)
	q := r.exprType(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return r.designate(x.CastExpression)
		}
	case *cc.CastExpression:
		switch from := r.valueType(x.CastExpression); {
		case from.isInt():
			return designated{constant: true}
		case from.kind == kPointer:
			if d := r.pointedTo(x.CastExpression); d.v != nil || d.constant {
				return d
			}
		}
	case *cc.AdditiveExpression:
		for _, sub := range operands(n) {
			if k := r.valueType(sub).kind; k == kPointer || k == kArray {
				d := r.pointedTo(sub)
				if d.v != nil {
					d.path += "[]"
				}
				return d
			}
		}
	}
	if q.t.kind == kArray {
		d := r.designate(n)
		if d.v != nil {
			d.path += "[]"
			d.volatile = d.volatile || q.q&qVolatile != 0 || q.t.elemQ&qVolatile != 0
		}
		return d
	}
	of, _ := r.pointeeOf(q.t, q.q)
	return designated{of: of}
}

// write records that something writes to the lvalue n.
func (s *scanner) write(n cc.ExpressionNode) {
	u := s.r.volatiles
	switch d := s.r.designate(n); {
	case d.v != nil:
		u.written[d.v] = append(u.written[d.v], d.path)
	case d.of.t != nil:
		u.stored[d.of] = true
	}
}

// seen records what an expression does to objects and pointers, as far as it matters for reads of
// volatile objects. What its operands do is recorded when they are walked.
func (s *scanner) seen(n cc.ExpressionNode) {
	s.walked(n)
	s.reached(n)
	s.positioned(n)
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		s.write(x.UnaryExpression)
		if x.Case == cc.AssignmentExpressionAssign {
			s.becomes(x.AssignmentExpression, s.r.exprType(x.UnaryExpression).t)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			s.write(x.PostfixExpression)
		case cc.PostfixExpressionCall:
			s.handed(x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			s.write(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			if to, ok := s.r.pointeeOf(s.r.exprType(x).t, 0); ok {
				s.taken(x.CastExpression, to)
			}
		}
	case *cc.CastExpression:
		s.becomes(x.CastExpression, s.r.exprType(x).t)
	}
}

// taken records that the address of the lvalue, or the array, n is a pointer to to.
func (s *scanner) taken(n cc.ExpressionNode, to pointee) {
	u := s.r.volatiles
	switch d := s.r.designate(n); {
	case d.v != nil:
		u.taken[to] = append(u.taken[to], d)
	case d.of.t != nil:
		u.flow(d.of, to)
	case d.constant:
		u.outside[to] = true
	}
}

func (u *volatileUse) flow(from, to pointee) {
	if from == to {
		return
	}
	if u.from[to] == nil {
		u.from[to] = map[pointee]bool{}
	}
	u.from[to][from] = true
}

// becomes records that the value of n is converted to type t, if that is a pointer.
func (s *scanner) becomes(n cc.ExpressionNode, t *ctype) {
	if t == nil || t.kind != kPointer {
		return
	}
	to, _ := s.r.pointeeOf(t, 0)
	q := s.r.exprType(n)
	switch {
	case q.t.isInt():
		if v, ok := s.r.constant(s.unit, n); !ok || v != 0 {
			s.r.volatiles.outside[to] = true
		}
	case q.t.kind == kPointer || q.t.kind == kArray:
		s.leadsTo(n, q.t, t.elemC)
		from, _ := s.r.pointeeOf(q.t, q.q)
		s.r.volatiles.flow(from, to)
	}
}

// initialised records what the initialiser of v, if it is an expression, makes of pointers.
func (s *scanner) initialised(v *variable) {
	if v.init.Case == cc.InitializerExpr {
		s.becomes(v.init.AssignmentExpression, v.t)
		s.gives(v.init.AssignmentExpression, v)
		if list := s.numbers(v.init.AssignmentExpression); len(list) > 0 && s.r.opts.Environment.Valid && !s.unit.models {
			s.r.positions.from[v] = append(s.r.positions.from[v], list...)
		}
		if v.auto {
			s.constantValue(v, v.init.AssignmentExpression)
		}
	}
}

// initialises records that the value of n is that of a member or an element, whose type is the
// pointer's but for qualifiers, or of a pointer to void.
func (s *scanner) initialises(n cc.ExpressionNode) {
	s.gives(n, nil)
	q := s.r.exprType(n)
	if from, ok := s.r.pointeeOf(q.t, q.q); ok {
		s.r.volatiles.flow(from, pointee{from.t, true})
		s.r.volatiles.loose = s.r.volatiles.loose || from.t.kind == kVoid
	}
}

// handed records what a call does with its arguments, and what it may return.
func (s *scanner) handed(x *cc.PostfixExpression) {
	r, u := s.r, s.r.volatiles
	f := r.callee(x)
	var ft *funcType
	if f != nil {
		ft = f.t.fun
	} else if t := r.valueType(x.PostfixExpression); t.kind == kPointer && r.types.elem(t).kind == kFunc {
		ft = r.types.elem(t).fun
	} else if t.kind == kFunc {
		ft = t.fun
	}
	if ft == nil {
		return
	}
	args := argumentList(x)
	outside := f != nil && f.def == nil
	unknown := false // and not of the library
	if outside {
		row := r.row(f, len(args))
		unknown = row == nil && builtin(f, row) == nil
	}
	for i, a := range args {
		q := r.exprType(a)
		if i < len(ft.params) {
			s.becomes(a, ft.params[i].t)
		}
		from, ok := r.pointeeOf(q.t, q.q)
		constant := i < len(ft.params) && ft.params[i].t.kind == kPointer && ft.params[i].t.elemQ&qConst != 0
		if ok && outside && !constant && (!unknown || r.opts.UnknownFunctions == Havoc) {
			u.stored[from] = true
		}
	}
	if to, ok := r.pointeeOf(ft.result, 0); ok && outside {
		if unknown || f.cname == "mmap" || f.cname == "shmat" {
			u.outside[to] = true
		} else {
			u.inside[to] = true
		}
	}
}

// fromEntry records that the environment gives the parameters of the entry function.
func (u *volatileUse) fromEntry(r *reader, f *function) {
	for _, v := range f.params {
		if to, ok := r.pointeeOf(v.t, v.q); ok {
			u.outside[to] = true
		}
	}
}

// resolve finds out where pointers may point to.
func (u *volatileUse) resolve() {
	u.resolved = true
	for again := true; again; { // what is stored through a pointer may be stored through those it was made of
		again = false
		for to, froms := range u.from {
			for from := range froms {
				if u.stored[to] && !u.stored[from] {
					u.stored[from], again = true, true
				}
			}
		}
	}
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
	for again := true; again; {
		again = false
		for to, froms := range u.from {
			for from := range froms {
				if u.inside[from] && !u.inside[to] {
					u.inside[to], again = true, true
				}
				if u.outside[from] && !u.outside[to] {
					u.outside[to], again = true, true
				}
			}
		}
	}
}

// anyIndex is an index in a designator.
var anyIndex = pattern.New(`\[[0-9]+\]`)

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
	case d.v.auto:
		return fromMemory
	case !d.v.defined:
		return fromOutside
	}
	for _, path := range u.written[d.v] {
		if overlaps(path, d.path) {
			return fromMemory
		}
	}
	return fromOutside
}

// volatileReading is what a read gives of the volatile lvalue at p, and its name in the program.
func (f *fn) volatileReading(p place, pos ir.Pos) (reading, string) {
	r, how := f.r, fromMemory
	if f.constOnly || f.unit.models {
		return fromMemory, ""
	}
	u := r.volatiles
	if !u.resolved {
		u.resolve()
	}
	d := r.designate(p.written)
	d.path += anyIndex.ReplaceAllString(p.part, "[]")
	d.volatile = d.volatile || p.declared
	what, name := "a volatile object that a pointer points to", written(p.written)
	switch {
	case d.v != nil:
		name = d.v.name + d.path
		what = "the volatile object " + name
		if d.volatile {
			how = u.variable(d)
		}
	case p.addr != nil && ir.Root(p.addr).IsConst():
		what, how = "a volatile object at a constant address", fromOutside
	case d.constant:
		what, how = "a volatile object at an address that is a number", fromOutside
	case d.of.t != nil && u.mayLie(u.outside, d.of, r):
		how = fromOutside
		if u.mayLie(u.inside, d.of, r) {
			how = fromEither
		}
	}
	switch r.opts.Volatile {
	case VolatileInput:
		how = fromOutside
	case VolatileMemory:
		how = fromMemory
	}
	switch how {
	case fromOutside:
		r.note(ir.Assumption, pos, "each read of %s gives any value (input)", what)
	case fromEither:
		r.note(ir.Overapproximated, pos, "%s may be one of the program or of a device: each read gives any value", what)
	default:
		r.note(ir.Assumption, pos, "%s keeps its value until the program assigns to it (memory)", what)
	}
	return how, name
}

// written is the text of an expression on one line.
func written(n cc.ExpressionNode) string {
	return source.Text(n)
}

// mayLie tells whether set has what pointers to of point to.
func (u *volatileUse) mayLie(set map[pointee]bool, of pointee, r *reader) bool {
	return set[of] || u.loose && set[pointee{t: r.types.void}]
}

// readOutside is a read of p that something outside the program may have changed.
func (f *fn) readOutside(p place, how reading, name string, pos ir.Pos) value {
	f.dereference(p, pos)
	source := ir.FromVolatile
	if how == fromEither {
		source = ir.FromApproximation
	}
	return f.unknown(p.t, source, name, pos)
}
