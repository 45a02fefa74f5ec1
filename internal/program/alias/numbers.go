package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// How much of the number of an address an integer is. A larger one says less.
type numberOf uint8

const (
	noNumber    numberOf = iota // its value is the same whatever the addresses are
	wholeNumber                 // it is an address in or near an object
	movedNumber                 // an unknown or large amount from there
	cutNumber                   // what is left of some of its bytes
)

// findNumbers finds the integer variables that may hold the number of an address, and the places in memory
// where such an integer may have been stored.
func (a *facts) findNumbers() {
	a.numbers, a.kept, a.stored = map[*ir.Var]numberOf{}, map[int32][]keptNumber{}, map[int32]map[ir.Class]bool{}
	a.defs = map[*ir.Var][]numberDef{}
	type assignment struct {
		to  *ir.Var // nil of a store
		val *ir.Expr
		at  []ir.Class
	}
	var all []assignment
	assign := func(edge *ir.Edge, v *ir.Var, e *ir.Expr) {
		if v == nil || v.Type.Kind != ir.Integer {
			return
		}
		a.defs[v] = append(a.defs[v], numberDef{edge, e})
		if !e.IsConst() {
			all = append(all, assignment{to: v, val: e})
		}
	}
	bind := func(s *ir.Call, callee *ir.Func) {
		for i, prm := range callee.Params {
			if i < len(s.Args) {
				assign(nil, prm, s.Args[i])
			}
		}
		if s.Result != nil && callee.Result != nil {
			assign(nil, s.Result, ir.VarExpr(callee.Result))
		}
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Assign:
			assign(e, s.Var, s.Expr)
		case *ir.Havoc:
			a.defs[s.Var] = append(a.defs[s.Var], numberDef{edge: e})
		case *ir.Clobber:
			a.defs[s.Result] = append(a.defs[s.Result], numberDef{edge: e})
		case *ir.Store:
			if s.Region == nil && s.Val.Type.Kind == ir.Pointer && !s.Val.IsConst() {
				for _, t := range a.at(s.Addr) {
					a.storedAt(a.place(t, a.ptrSize))
				}
			}
			if s.Region == nil && s.Val.Type.Kind == ir.Integer && !s.Val.IsConst() {
				st := assignment{val: s.Val}
				for _, t := range a.at(s.Addr) {
					if t.Obj != unknownAddress && !a.nowhere(t) {
						st.at = append(st.at, a.place(t, bytes(s.Val.Type)))
					}
				}
				all = append(all, st)
			}
		case *ir.Call:
			if s.Callee != nil {
				bind(s, s.Callee)
			}
		}
	}
	for _, c := range a.calls {
		callees, _ := a.callees(c)
		for _, o := range callees {
			bind(c.stmt, o.Func)
		}
	}
	for again := true; again; {
		again = false
		for _, s := range all {
			n := a.number(s.val)
			if n == noNumber {
				continue
			}
			if s.to != nil && a.numbers[s.to] < n {
				a.numbers[s.to], again = n, true
			}
			for _, c := range s.at {
				again = a.keep(c, n) || again
			}
		}
	}
}

// A keptNumber is where an integer that is the number of an address may have been stored.
type keptNumber struct {
	class ir.Class
	of    numberOf
}

// keep notes that a number may be stored at c, and says whether that was not known.
func (a *facts) keep(c ir.Class, n numberOf) bool {
	ks := a.kept[c.Obj]
	i := slices.IndexFunc(ks, func(k keptNumber) bool { return k.class == c })
	switch {
	case i < 0:
		a.kept[c.Obj] = append(ks, keptNumber{c, n})
	case ks[i].of < n:
		ks[i].of = n
	default:
		return false
	}
	return true
}

// place is the class of an access of width bytes at t.
func (a *facts) place(t ir.Target, width int64) ir.Class {
	t.Obj = a.objs[t.Obj].Rep
	if a.objs[t.Obj].Fuzzy {
		return ir.Class{Target: ir.Target{Obj: t.Obj, Stride: 1}, Width: width}
	}
	return ir.Class{Target: t, Width: width}
}

// loaded is what the integer that e loads may be of the number of an address that was stored as an integer.
func (a *facts) loaded(e *ir.Expr) numberOf {
	found := noNumber
	see := func(c ir.Class, ks []keptNumber) {
		for _, k := range ks {
			if !k.class.Overlaps(c) {
				continue
			}
			found = max(found, k.of)
			if k.class.Width != c.Width || !a.objs[c.Obj].Fuzzy && !k.class.Aligned(c) {
				found = cutNumber
			}
		}
	}
	for _, t := range a.at(e.Args[0]) {
		if t.Obj == unknownAddress || len(a.kept) == 0 {
			continue
		}
		c := a.place(t, bytes(e.Type))
		see(c, a.kept[c.Obj])
		if a.anyObj == 0 {
			continue
		}
		for o, ks := range a.kept { // of what an unknown pointer may point to
			if (o == a.anyObj) != (c.Obj == a.anyObj) {
				for _, k := range ks {
					if k.class.Width == c.Width || k.class.Width == 1 || c.Width == 1 {
						found = cutNumber
					}
				}
			}
		}
	}
	return found
}

// isNumber says that the value of e may be the number of an address, or some of it.
func (a *facts) isNumber(e *ir.Expr) bool { return a.number(e) != noNumber }

// number says how much of the number of an address the value of e may be.
func (a *facts) number(e *ir.Expr) numberOf {
	n := a.numberOf(e)
	if n != noNumber && e.Type.Bits < a.p.PtrBits {
		return cutNumber
	}
	return n
}

func (a *facts) numberOf(e *ir.Expr) numberOf {
	switch e.Op {
	case ir.OpVar:
		return a.numbers[e.Var]
	case ir.OpLoad: // of a number that was stored, of a pointer, or of a byte of it
		if e.Type.Kind != ir.Integer || e.Region != nil {
			return noNumber
		}
		n := a.loaded(e)
		if n == noNumber && a.exactPlace(e.Args[0]) && len(a.addressees(e)) > 0 && a.mayBePointer(e) &&
			!(e.Type.Bits < a.p.PtrBits && a.onlyClobbered(e.Args[0])) {
			n = wholeNumber
		}
		return n
	case ir.OpCast:
		if e.Type.Kind != ir.Integer {
			return noNumber
		}
		if x := e.Args[0]; x.Type.Kind == ir.Pointer {
			if x.IsConst() || len(a.addressees(x)) == 0 {
				return noNumber
			}
			return wholeNumber
		}
		return a.number(e.Args[0])
	case ir.OpAdd, ir.OpSub:
		m, n := a.number(e.Args[0]), a.number(e.Args[1])
		switch {
		case m != noNumber && n != noNumber: // a distance, or what dependsOnLayout knows
			return noNumber
		case m != noNumber:
			return a.moved(m, e.Args[1])
		case n != noNumber:
			return a.moved(n, e.Args[0])
		}
	case ir.OpIte:
		return max(a.number(e.Args[1]), a.number(e.Args[2]))
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		if n, _, ok := a.masked(e); ok {
			return a.number(n)
		}
		if n := a.number(e.Args[0]); n != noNumber && a.lowBits(e) && (e.Op != ir.OpAnd || !a.below(e.Args[0], e.Args[1].Val)) {
			return n
		}
	}
	return noNumber
}

// moved is what becomes of a number to which by is added, or from which it is subtracted.
func (a *facts) moved(n numberOf, by *ir.Expr) numberOf {
	if n == wholeNumber && !(by.IsConst() && by.Val.Less(num.I(a.space.Guard)) && num.I(-a.space.Guard).Less(by.Val)) {
		return movedNumber
	}
	return n
}

// onlyClobbered says that no statement of the program stores addresses where e may point: what is found there of
// an address comes from functions without a body, whose results are unknown numbers, not those of a layout.
func (a *facts) onlyClobbered(e *ir.Expr) bool {
	for _, t := range a.at(e) {
		if t.Obj == unknownAddress {
			return false
		}
		o := &a.objs[a.objs[t.Obj].Rep]
		if len(o.Writers) == 0 || len(o.members) > 0 {
			return false
		}
		for _, c := range o.Contents {
			if len(*c.At) > 0 {
				return false
			}
		}
	}
	return true
}

// storedAt notes that a pointer is stored as such at c.
func (a *facts) storedAt(c ir.Class) {
	if a.stored[c.Obj] == nil {
		a.stored[c.Obj] = map[ir.Class]bool{}
	}
	a.stored[c.Obj][c] = true
}

// mayBePointer says that the integer that e loads may be a pointer, or bytes of one, that was stored as such, not only what was computed
// from addresses.
func (a *facts) mayBePointer(e *ir.Expr) bool {
	if a.anyObj != 0 {
		return true
	}
	for _, t := range a.at(e.Args[0]) {
		if t.Obj == unknownAddress {
			continue
		}
		c := a.place(t, bytes(e.Type))
		if o := &a.objs[c.Obj]; o.unknown || len(o.Writers) > 0 || len(o.members) > 0 {
			return true
		}
		for k := range a.stored[c.Obj] {
			if k.Overlaps(c) {
				return true
			}
		}
	}
	return false
}

// exactPlace says that it is known of each object in which e may point, and which pointers are stored where e
// does. (In objects that cannot be told apart, and at an unknown place of one of unknown type, every byte would be one of an address. Where pointers may lie anywhere,
// and only integers were stored, those that are numbers of addresses have been noted.)
func (a *facts) exactPlace(e *ir.Expr) bool {
	for _, t := range a.at(e) {
		if t.Obj == unknownAddress {
			return false
		}
		o := &a.objs[t.Obj]
		if (o.Fuzzy || t.Stride != 0) && o.Kind == ir.UnknownObject && !onlyPointers(o.Object) {
			return false
		}
		if len(o.members) > 0 || o.Fuzzy && !o.unknown && len(o.Writers) == 0 && len(a.stored[a.objs[t.Obj].Rep]) == 0 {
			return false
		}
	}
	return true
}

// onlyPointers says that an object was declared to be a pointer, or pointers.
func onlyPointers(o *ir.Object) bool {
	for _, c := range o.Cells {
		if c.Type.Kind != ir.Pointer {
			return false
		}
	}
	return len(o.Cells) > 0
}

// cut says that e has not all of a number, so that two may be equal or not whatever the addresses are.
func (a *facts) cut(e *ir.Expr) bool { return a.number(e) == cutNumber || e.Type.Bits < a.p.PtrBits }
