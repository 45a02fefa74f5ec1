package irtext

import (
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

func (ps *parser) varRef() *ir.Var {
	name := ps.name()
	v := ps.vars[name]
	if v == nil {
		ps.fail("variable %s is not declared", name)
		v = &ir.Var{Name: name} // the error is reported; parsing goes on to the end of the line
	}
	return v
}

func (ps *parser) stmt() ir.Stmt {
	if ps.tok.kind == tokName {
		switch ps.tok.text {
		case "skip":
			ps.next()
			return &ir.Skip{}
		case "assume":
			ps.next()
			return &ir.Assume{Cond: ps.expr()}
		case "havoc":
			ps.next()
			return &ir.Havoc{Var: ps.varRef(), Source: oneOf[ir.Source](ps, ir.SourceWords[:]), Name: ps.text()}
		case "store":
			ps.next()
			s := &ir.Store{Region: ps.region()}
			ps.want("(")
			s.Addr = ps.expr()
			ps.want(",")
			s.Val = ps.expr()
			ps.want(")")
			return s
		case "live":
			ps.next()
			s := &ir.Alloc{Site: ps.objectRef()}
			s.Zero = ps.got("zero")
			return s
		case "free":
			ps.next()
			if ps.got("all") {
				return &ir.Free{Site: ps.objectRef()}
			}
			return &ir.Free{Addr: ps.expr()}
		case "carry":
			ps.next()
			s := &ir.CopyShadow{To: ps.expr()}
			if ps.got("from") {
				s.From = ps.expr()
			}
			ps.want("bits")
			s.Lo, s.Hi = ps.int64(), ps.int64()
			return s
		case "call":
			return ps.call(nil)
		case "clobber":
			return ps.clobber(nil)
		}
	}
	v := ps.varRef()
	ps.want(":=")
	if ps.tok.kind == tokName && ps.tok.text == "call" {
		return ps.call(v)
	}
	if ps.tok.kind == tokName && ps.tok.text == "clobber" {
		return ps.clobber(v)
	}
	if ps.got("alloc") {
		s := &ir.Alloc{Result: v}
		ps.want("(")
		s.Size = ps.expr()
		ps.want(",")
		s.Site = ps.objectRef()
		ps.want(")")
		s.Zero = ps.got("zero")
		return s
	}
	return &ir.Assign{Var: v, Expr: ps.expr()}
}

func (ps *parser) clobber(result *ir.Var) ir.Stmt {
	ps.want("clobber")
	s := &ir.Clobber{Result: result, Source: oneOf[ir.Source](ps, ir.SourceWords[:]), Name: ps.text()}
	ps.want("(")
	for ps.err == nil && !ps.got(")") {
		if len(s.Roots) > 0 {
			ps.want(",")
		}
		s.Roots = append(s.Roots, ir.ClobberRoot{Reach: oneOf[ir.Reach](ps, ir.ReachWords[:]), Ptr: ps.expr()})
	}
	return s
}

func (ps *parser) call(result *ir.Var) ir.Stmt {
	ps.want("call")
	s := &ir.Call{Result: result}
	if ps.got("*") {
		ps.want("(")
		s.Target = ps.expr()
		ps.want(")")
	} else {
		s.Callee = ps.funcRef()
	}
	ps.want("(")
	for ps.err == nil && !ps.got(")") {
		if len(s.Args) > 0 {
			ps.want(",")
		}
		s.Args = append(s.Args, ps.expr())
	}
	return s
}

func (ps *parser) region() *ir.Var {
	if !ps.got("[") {
		return nil
	}
	v := ps.varRef()
	ps.want("]")
	return v
}

func (ps *parser) objectRef() *ir.Object {
	ps.want("&")
	id := ps.id()
	o := ps.objects[id]
	if o == nil {
		ps.fail("object %d is not declared", id)
		o = &ir.Object{ID: id}
	}
	return o
}

// expr reads an expression as it stands: it does not fold.
func (ps *parser) expr() *ir.Expr {
	ps.depth++
	defer func() { ps.depth-- }()
	if ps.depth > maxDepth {
		ps.fail("the expression is nested too deeply")
	}
	if ps.err != nil {
		return ir.False()
	}
	switch ps.tok.kind {
	case tokNumber:
		v, ok := num.ParseInt(ps.tok.text)
		if !ok {
			ps.fail("bad number %s", ps.tok.text)
		}
		ps.next()
		ps.want(":")
		return ir.Const(ps.typ(), v)
	case tokString:
		return ir.VarExpr(ps.varRef())
	case tokName:
		return ps.typed()
	}
	switch {
	case ps.got("-"):
		bang := ps.bang()
		a := ps.expr()
		return &ir.Expr{Op: ir.OpNeg, Type: a.Type, Args: []*ir.Expr{a}, NoWrap: bang}
	case ps.got("~"):
		a := ps.expr()
		return &ir.Expr{Op: ir.OpCompl, Type: a.Type, Args: []*ir.Expr{a}}
	case ps.got("!"):
		return &ir.Expr{Op: ir.OpNot, Type: ir.Bool, Args: []*ir.Expr{ps.expr()}}
	case ps.tok.kind == tokPunct && ps.tok.text == "&":
		o := ps.objectRef()
		ps.want(":")
		return ir.AddrOf(ps.typ(), o)
	case ps.got("("):
		return ps.rest(ps.expr())
	}
	ps.fail("an expression expected before %q", ps.tok.text)
	return ir.False()
}

func (ps *parser) bang() bool {
	if ps.tok.kind == tokPunct && ps.tok.text == "!" && ps.tok.glue {
		ps.next()
		return true
	}
	return false
}

// typed reads an expression that begins with a word: a keyword, perhaps with a type, or a name.
func (ps *parser) typed() *ir.Expr {
	head := ps.tok.text
	word, typ, _ := strings.Cut(head, ".")
	op, typed := ir.Word(word)
	switch {
	case head == "true" || head == "false":
		ps.next()
		return ir.Truth(head == "true")
	case op == ir.OpInvalid:
		return ir.VarExpr(ps.varRef())
	}
	ps.next()
	e := &ir.Expr{Op: op, Type: ir.Bool}
	if typed {
		t, ok := ParseType(typ)
		if !ok {
			ps.fail("bad type in %q", head)
		}
		e.Type = t
	}
	e.NoWrap = ps.bang()
	if op == ir.OpLoad {
		e.Region = ps.region()
	}
	ps.want("(")
	args, _ := op.Args()
	if args == 0 {
		ps.want(")")
		return e
	}
	for i := range args {
		if i > 0 {
			ps.want(",")
		}
		e.Args = append(e.Args, ps.expr())
	}
	ps.want(")")
	return e
}

// rest reads what follows the first operand in parentheses.
func (ps *parser) rest(a *ir.Expr) *ir.Expr {
	if ps.got(")") {
		return a
	}
	if ps.got("?") {
		b := ps.expr()
		ps.want(":")
		c := ps.expr()
		ps.want(")")
		return &ir.Expr{Op: ir.OpIte, Type: b.Type, Args: []*ir.Expr{a, b, c}}
	}
	op := ir.Infix(ps.tok.text)
	if op == ir.OpInvalid || ps.tok.kind != tokPunct {
		ps.fail("an operator expected before %q", ps.tok.text)
		return ir.False()
	}
	ps.next()
	e := &ir.Expr{Op: op, Type: a.Type, NoWrap: ps.bang()}
	e.Args = []*ir.Expr{a, ps.expr()}
	if op >= ir.OpEq && op <= ir.OpLOr {
		e.Type = ir.Bool
	}
	ps.want(")")
	return e
}
