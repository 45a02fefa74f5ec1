package cfront

import "modernc.org/cc/v4"

// initialisedLength is the number of elements that an initialiser gives an array of unknown length.
func (r *reader) initialisedLength(u *unit, t *ctype, n *cc.Initializer) (int64, bool) {
	if n.Case == cc.InitializerInitList {
		return r.listLength(u, t, n.InitializerList), true
	}
	if s, ok := stringLiteral(n.AssignmentExpression); ok {
		codes, _ := r.text(s)
		return int64(len(codes)), true
	}
	if e := r.exprType(n.AssignmentExpression); e.t.kind == kArray { // GNU: a compound literal
		return e.t.len, e.t.len >= 0
	}
	return 0, false
}

// listLength is initialisedLength of a list in braces.
func (r *reader) listLength(u *unit, t *ctype, l *cc.InitializerList) int64 {
	if l == nil {
		return 0
	}
	if l.Designation == nil && l.InitializerList == nil && l.Initializer.Case == cc.InitializerExpr {
		if s, ok := stringLiteral(l.Initializer.AssignmentExpression); ok && t.elemC.isInt() {
			codes, _ := r.text(s)
			return int64(len(codes))
		}
	}
	c := counter{r: r, u: u}
	c.fill(t, &l, true, nil)
	return c.longest
}

// counter goes through a list as initer does, to count elements; see initer.fill.
type counter struct {
	r       *reader
	u       *unit
	longest int64 // of the outermost array
	depth   int
}

func (c *counter) fill(t *ctype, l **cc.InitializerList, braced bool, path *cc.DesignatorList) {
	c.depth++
	defer func() { c.depth-- }()
	n := c.r.members(t)
	for i := int64(0); *l != nil; {
		d := path
		path = nil
		if d == nil && (*l).Designation != nil {
			if !braced {
				return
			}
			d = (*l).Designation.DesignatorList
		}
		if d == nil {
			if n >= 0 && i >= n {
				if !braced {
					return
				}
				*l = (*l).InitializerList // an excess item
				continue
			}
			c.item(c.r.subobject(t, i), l)
			i++
		} else {
			_, hi, rest, ok := c.r.designated(c.u, t, d)
			if !ok {
				*l = nil // reported when it is lowered
				return
			}
			if e := c.r.subobject(t, hi); rest == nil {
				c.item(e, l)
			} else {
				c.fill(e, l, false, rest)
			}
			i = hi + 1
		}
		if c.depth == 1 {
			c.longest = max(c.longest, i)
		}
	}
}

func (c *counter) item(t *ctype, l **cc.InitializerList) {
	if c.r.wholeItem(t, *l) || c.r.members(t) == 0 {
		*l = (*l).InitializerList
		return
	}
	item := **l
	item.Designation = nil
	rest := &item
	c.fill(t, &rest, false, nil)
	*l = rest
	if rest == &item {
		*l = item.InitializerList
	}
}

// members is the number of subobjects that a list initialises in turn; -1 is no limit.
func (r *reader) members(t *ctype) int64 {
	switch t.kind {
	case kArray:
		return t.len
	case kUnion:
		return min(1, int64(len(r.fields(t))))
	case kStruct:
		return int64(len(r.fields(t)))
	}
	return 0
}

func (r *reader) fields(t *ctype) []field {
	if lay := r.types.layout(t); lay != nil {
		return lay.fields
	}
	return nil
}

// subobject is the type of the i-th subobject of t.
func (r *reader) subobject(t *ctype, i int64) *ctype {
	if t.kind == kArray {
		return t.elemC
	}
	return r.fields(t)[i].t
}

// wholeItem tells whether the first item of a list initialises all of a t: it is a list itself, or a
// scalar, or a string for an array of characters, or a value of the type.
func (r *reader) wholeItem(t *ctype, l *cc.InitializerList) bool {
	n := l.Initializer
	switch {
	case n.Case == cc.InitializerInitList || !t.isAgg() && t.kind != kArray:
		return true
	case t.kind == kArray:
		_, isString := stringLiteral(n.AssignmentExpression)
		return isString && t.elemC.isInt()
	}
	e := r.valueType(n.AssignmentExpression)
	return e.isAgg() && compatible(e, t)
}

// designated finds what the first designator of a path selects in t: the subobjects lo to hi, and
// the rest of the path. A member of an anonymous member is reached through that, which leaves the
// path as it is.
func (r *reader) designated(u *unit, t *ctype, d *cc.DesignatorList) (lo, hi int64, rest *cc.DesignatorList, ok bool) {
	switch x := d.Designator; x.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		lo, ok = r.constant(u, x.ConstantExpression)
		hi = lo
		if ok && x.Case == cc.DesignatorIndex2 {
			hi, ok = r.constant(u, x.ConstantExpression2)
		}
		return lo, hi, d.DesignatorList, ok && t.kind == kArray && 0 <= lo && lo <= hi && (t.len < 0 || hi < t.len)
	case cc.DesignatorField, cc.DesignatorField2:
		name := x.Token2.SrcStr()
		if x.Case == cc.DesignatorField2 {
			name = x.Token.SrcStr()
		}
		for i, m := range r.fields(t) {
			if m.name == name {
				return int64(i), int64(i), d.DesignatorList, true
			}
			if m.name == "" && m.t.isAgg() {
				if _, ok := r.types.member(m.t, name); ok {
					return int64(i), int64(i), d, true
				}
			}
		}
	}
	return 0, 0, nil, false
}
