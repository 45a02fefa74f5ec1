package ircheck

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// stmtChecker checks one edge's statement.
type stmtChecker struct {
	*checker
	edge *ir.Edge
	fn   *ir.Func
}

func (c *stmtChecker) bad(e *ir.Expr, what string) {
	c.fail("edge %d: %s in %s", c.edge.ID, what, e)
}

func (c *stmtChecker) stmt(s ir.Stmt) {
	id := c.edge.ID
	switch s := s.(type) {
	case *ir.Skip:
	case *ir.Assign:
		if !c.visible(s.Var) {
			return
		}
		if s.Var.Type.Kind == ir.Memory {
			c.memory(s.Expr)
		} else {
			c.expr(s.Expr)
		}
		if s.Expr.Type != s.Var.Type {
			c.bad(s.Expr, "a "+s.Expr.Type.String()+" assigned to "+s.Var.Name+" of type "+s.Var.Type.String())
		}
	case *ir.Assume:
		c.want(s.Cond, ir.Bool)
	case *ir.Havoc:
		c.visible(s.Var)
	case *ir.Store:
		c.region(s.Region)
		c.want(s.Addr, c.p.PtrType())
		c.expr(s.Val)
		if !s.Val.Type.IsScalar() {
			c.bad(s.Val, "a stored "+s.Val.Type.String())
		}
	case *ir.Alloc:
		if s.Site == nil || !c.objects[s.Site] {
			c.fail("edge %d: allocation of an object that is not in the program", id)
			return
		}
		if s.Result == nil {
			if s.Size != nil || s.Site.Kind != ir.LocalObject || s.Site.Func == nil || s.Site.Func.Name != c.fn.Name {
				c.fail("edge %d: the lifetime of something else than a local object of %s begins", id, c.fn.Name)
			}
			return
		}
		if c.visible(s.Result) && s.Result.Type != c.p.PtrType() {
			c.fail("edge %d: the address goes to a %s", id, s.Result.Type)
		}
		if s.Size == nil {
			c.fail("edge %d: allocation without a size", id)
			return
		}
		c.expr(s.Size)
		if s.Size.Type.Kind != ir.Integer {
			c.bad(s.Size, "a size that is no integer")
		}
	case *ir.Free:
		switch {
		case (s.Addr == nil) == (s.Site == nil):
			c.fail("edge %d: what lives no longer is either an object or all of a site", id)
		case s.Addr != nil:
			c.want(s.Addr, c.p.PtrType())
		case !c.objects[s.Site] || s.Site.Kind != ir.HeapObject || !s.Site.Automatic:
			c.fail("edge %d: the end of all objects of something else than an automatic block", id)
		}
	case *ir.Sync:
		if (s.Handle != nil) != s.Op.Handled() {
			c.fail("edge %d: %s with a wrong operand", id, s.Op)
		}
		if s.Handle != nil {
			c.expr(s.Handle)
		}
	case *ir.CopyShadow:
		c.want(s.To, c.p.PtrType())
		if s.From != nil {
			c.want(s.From, c.p.PtrType())
		}
		if s.Lo < 0 || s.Hi < s.Lo {
			c.fail("edge %d: bits from %d to %d", id, s.Lo, s.Hi)
		}
	case *ir.Clobber:
		for _, r := range s.Roots {
			c.expr(r.Ptr)
			if t := r.Ptr.Type; t != c.p.PtrType() {
				c.bad(r.Ptr, "a root of type "+t.String())
			}
		}
		if s.Result != nil {
			c.visible(s.Result)
		}
	case *ir.Call:
		c.call(s)
	default:
		c.fail("edge %d: statement %T", id, s)
	}
}

func (c *stmtChecker) call(s *ir.Call) {
	id := c.edge.ID
	for _, a := range s.Args {
		c.expr(a)
		if !a.Type.IsScalar() {
			c.bad(a, "an argument of type "+a.Type.String())
		}
	}
	if s.Result != nil {
		c.visible(s.Result)
	}
	f := s.Callee
	if (f == nil) == (s.Target == nil) {
		c.fail("edge %d: a call wants either a function or a target", id)
		return
	}
	if f == nil {
		c.want(s.Target, c.p.PtrType())
		return
	}
	if !c.funcs[f] || !f.Defined {
		c.fail("edge %d: call of %s, which is not defined in the program", id, f.Name)
		return
	}
	if len(s.Args) != len(f.Params) {
		c.fail("edge %d: call of %s with %d arguments instead of %d", id, f.Name, len(s.Args), len(f.Params))
		return
	}
	for i, a := range s.Args {
		if a.Type != f.Params[i].Type {
			c.bad(a, "an argument for "+f.Params[i].Name+" of type "+f.Params[i].Type.String())
		}
	}
	if s.Result != nil && (f.Result == nil || f.Result.Type != s.Result.Type) {
		c.fail("edge %d: the result of %s does not fit %s", id, f.Name, s.Result.Name)
	}
}

// visible checks that a variable may be used on the edge.
func (c *stmtChecker) visible(v *ir.Var) bool {
	if v == nil || !c.globals[v] && c.owner[v] != c.fn {
		name := "no variable"
		if v != nil {
			name = v.Name
		}
		c.fail("edge %d: %s is not visible in %s", c.edge.ID, name, c.fn.Name)
		return false
	}
	return true
}

// region checks the region of a Load or Store, if there is one.
func (c *stmtChecker) region(r *ir.Var) {
	if r != nil && c.visible(r) && r.Type.Kind != ir.Memory {
		c.fail("edge %d: %s is not a region", c.edge.ID, r.Name)
	}
}

// memory checks an expression for a region's contents.
func (c *stmtChecker) memory(e *ir.Expr) {
	switch e.Op {
	case ir.OpVar:
		c.visible(e.Var)
	case ir.OpConst:
	default:
		c.bad(e, "memory contents that are no region and no constant")
	}
}

// want checks that e is well formed and has type t.
func (c *stmtChecker) want(e *ir.Expr, t ir.Type) {
	if e == nil {
		c.fail("edge %d: an expression is missing", c.edge.ID)
		return
	}
	c.expr(e)
	if e.Type != t {
		c.bad(e, "a "+e.Type.String()+" where "+t.String()+" is wanted")
	}
}

// wantNumber checks that e is well formed and an Integer or Pointer.
func (c *stmtChecker) wantNumber(e *ir.Expr) {
	c.expr(e)
	if !e.Type.IsNumber() {
		c.bad(e, "a "+e.Type.String()+" as a number")
	}
}

func (c *stmtChecker) expr(e *ir.Expr) {
	if len(c.errs) >= maxErrors {
		return
	}
	if e == nil {
		c.fail("edge %d: an expression is missing", c.edge.ID)
		return
	}
	if n, ok := e.Op.Args(); !ok || n != len(e.Args) {
		c.fail("edge %d: operator %d with %d operands", c.edge.ID, e.Op, len(e.Args))
		return
	}
	for _, a := range e.Args {
		if a == nil {
			c.fail("edge %d: an operand is missing", c.edge.ID)
			return
		}
	}
	c.typ("an expression", e.Type)
	if e.NoWrap && e.Op != ir.OpCast && !(mayWrap[e.Op] && (!e.Type.IsSigned() || c.p.Signed == ir.SignedWrap)) {
		c.bad(e, "NoWrap on an operation that does not wrap")
	}
	switch e.Op {
	case ir.OpConst:
		switch {
		case e.Type.Kind == ir.Logical && !e.Val.IsZero() && !e.Val.Eq(num.I(1)),
			e.Type.IsNumber() && !c.p.Math && !e.Type.Fits(e.Val),
			!e.Type.IsScalar() && e.Type.Kind != ir.Logical:
			c.bad(e, "a constant that is no value of its type")
		}
	case ir.OpVar:
		if c.visible(e.Var) && (e.Var.Type != e.Type || !e.Type.IsScalar()) {
			c.bad(e, "a variable used as another type")
		}
	case ir.OpAddr:
		if e.Obj == nil || !c.objects[e.Obj] || e.Type != c.p.PtrType() {
			c.bad(e, "the address of no object, or as no pointer,")
		}
	case ir.OpLoad:
		c.region(e.Region)
		c.want(e.Args[0], c.p.PtrType())
		if !e.Type.IsScalar() {
			c.bad(e, "a load of a "+e.Type.String())
		}
	case ir.OpShl, ir.OpShr:
		c.integer(e)
		c.want(e.Args[0], e.Type)
		c.expr(e.Args[1])
		if e.Args[1].Type.Kind != ir.Integer {
			c.bad(e, "a distance that is no integer")
		}
	case ir.OpNeg, ir.OpCompl, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpAnd, ir.OpOr, ir.OpXor:
		c.integer(e)
		for _, a := range e.Args {
			c.want(a, e.Type)
		}
	case ir.OpPtrAdd:
		c.want(e.Args[0], c.p.PtrType())
		c.expr(e.Args[1])
		if e.Type != c.p.PtrType() || e.Args[1].Type.Kind != ir.Integer {
			c.bad(e, "wrong types")
		}
	case ir.OpPtrDiff:
		c.integer(e)
		c.want(e.Args[0], c.p.PtrType())
		c.want(e.Args[1], c.p.PtrType())
	case ir.OpCast:
		c.wantNumber(e.Args[0])
		if !e.Type.IsNumber() {
			c.bad(e, "a cast to "+e.Type.String())
		}
	case ir.OpOfBool:
		c.want(e.Args[0], ir.Bool)
		if !e.Type.IsNumber() || !c.p.Math && !e.Type.Fits(num.I(1)) {
			c.bad(e, "a truth value as "+e.Type.String())
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		c.wantNumber(e.Args[0])
		c.want(e.Args[1], e.Args[0].Type)
		if e.Args[0].Type.IsFloat() {
			c.bad(e, "a comparison of bit patterns where one of floats is meant")
		}
		c.logical(e)
	case ir.OpNot, ir.OpLAnd, ir.OpLOr:
		for _, a := range e.Args {
			c.want(a, ir.Bool)
		}
		c.logical(e)
	case ir.OpIte:
		c.want(e.Args[0], ir.Bool)
		c.want(e.Args[1], e.Type)
		c.want(e.Args[2], e.Type)
		if !e.Type.IsScalar() {
			c.bad(e, "a choice of "+e.Type.String())
		}
	case ir.OpInRange:
		c.wantNumber(e.Args[0])
		c.logical(e)
	case ir.OpTracked, ir.OpTraceable:
		c.expr(e.Args[0])
		if !e.Args[0].IsConst() {
			c.bad(e, "a choice that is no constant")
		}
		c.logical(e)
	case ir.OpCounted, ir.OpAllFreed:
		c.logical(e)
	case ir.OpDefined:
		c.want(e.Args[0], c.p.PtrType())
		for _, bit := range e.Args[1:] {
			if !bit.IsConst() || bit.Type.Kind != ir.Integer {
				c.bad(e, "a number of a bit that is no constant")
			}
		}
		c.logical(e)
	case ir.OpInObject, ir.OpInDevice, ir.OpKnown, ir.OpFreeable, ir.OpWritable, ir.OpNoneDangling:
		c.want(e.Args[0], c.p.PtrType())
		if (e.Op == ir.OpInObject || e.Op == ir.OpInDevice) && (!e.Args[1].IsConst() || e.Args[1].Type.Kind != ir.Integer) {
			c.bad(e, "a width that is no constant")
		}
		c.logical(e)
	case ir.OpAmong:
		c.want(e.Args[0], c.p.PtrType())
		c.want(e.Args[1], c.p.PtrType())
		if e.Args[2].Type.Kind != ir.Integer {
			c.bad(e, "a size that is no integer")
		}
		c.logical(e)
	case ir.OpOverlap:
		for i := range 2 {
			c.want(e.Args[2*i], c.p.PtrType())
			if e.Args[2*i+1].Type.Kind != ir.Integer {
				c.bad(e, "a size that is no integer")
			}
		}
		c.logical(e)
	case ir.OpStart, ir.OpExtent:
		c.want(e.Args[0], c.p.PtrType())
		c.want(e.Args[1], e.Type)
		if e.Op == ir.OpStart && e.Type != c.p.PtrType() || e.Op == ir.OpExtent && e.Type.Kind != ir.Integer {
			c.bad(e, "a place of an object as a "+e.Type.String())
		}
	default:
		c.float(e)
	}
}

// float checks an operation on floats; its arguments are as many as it has.
func (c *stmtChecker) float(e *ir.Expr) {
	t := e.Type
	switch e.Op {
	case ir.OpFConvert, ir.OpFToInt, ir.OpFEq, ir.OpFLt, ir.OpFLe:
		t = e.Args[0].Type
	}
	for _, a := range e.Args {
		if e.Op == ir.OpFOfInt {
			c.expr(a)
			if a.Type.Kind != ir.Integer || a.Type.Bits > 64 {
				c.bad(e, "no integer that is converted to a float")
			}
			continue
		}
		c.want(a, t)
	}
	switch e.Op {
	case ir.OpFEq, ir.OpFLt, ir.OpFLe:
		c.logical(e)
	case ir.OpFToInt:
		if e.Type.Kind != ir.Integer || e.Type.Bits > 64 {
			c.bad(e, "a float as "+e.Type.String())
		}
	default:
		t = e.Type
	}
	if !t.IsFloat() {
		c.bad(e, "an operation of floats on "+t.String())
	}
}

var mayWrap = map[ir.Op]bool{ir.OpNeg: true, ir.OpAdd: true, ir.OpSub: true, ir.OpMul: true, ir.OpShl: true}

func (c *stmtChecker) integer(e *ir.Expr) {
	if e.Type.Kind != ir.Integer {
		c.bad(e, "arithmetic on "+e.Type.String())
	}
}

func (c *stmtChecker) logical(e *ir.Expr) {
	if e.Type != ir.Bool {
		c.bad(e, "a condition of type "+e.Type.String())
	}
}
