package ir

import (
	"strings"

	"craig/logic/num"
)

func (ps *parser) varRef() *Var {
	name := ps.name()
	v := ps.vars[name]
	if v == nil {
		ps.fail("variable %s is not declared", name)
		v = &Var{Name: name} // the error is reported; parsing goes on to the end of the line
	}
	return v
}

func (ps *parser) stmt() Stmt {
	if ps.tok.kind == tokName {
		switch ps.tok.text {
		case "skip":
			ps.next()
			return &Skip{}
		case "assume":
			ps.next()
			return &Assume{Cond: ps.expr()}
		case "havoc":
			ps.next()
			return &Havoc{Var: ps.varRef(), Source: oneOf[Source](ps, sourceNames[:]), Name: ps.text()}
		case "store":
			ps.next()
			s := &Store{Region: ps.region()}
			ps.want("(")
			s.Addr = ps.expr()
			ps.want(",")
			s.Val = ps.expr()
			ps.want(")")
			return s
		case "live":
			ps.next()
			s := &Alloc{Site: ps.objectRef()}
			s.Zero = ps.got("zero")
			return s
		case "free":
			ps.next()
			if ps.got("all") {
				return &Free{Site: ps.objectRef()}
			}
			return &Free{Addr: ps.expr()}
		case "carry":
			ps.next()
			s := &Carry{To: ps.expr()}
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
		s := &Alloc{Result: v}
		ps.want("(")
		s.Size = ps.expr()
		ps.want(",")
		s.Site = ps.objectRef()
		ps.want(")")
		s.Zero = ps.got("zero")
		return s
	}
	return &Assign{Var: v, Expr: ps.expr()}
}

func (ps *parser) clobber(result *Var) Stmt {
	ps.want("clobber")
	s := &Clobber{Result: result, Source: oneOf[Source](ps, sourceNames[:]), Name: ps.text()}
	ps.want("(")
	for ps.err == nil && !ps.got(")") {
		if len(s.Roots) > 0 {
			ps.want(",")
		}
		s.Roots = append(s.Roots, ClobberRoot{Reach: oneOf[Reach](ps, reachNames[:]), Ptr: ps.expr()})
	}
	return s
}

func (ps *parser) call(result *Var) Stmt {
	ps.want("call")
	s := &Call{Result: result}
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

func (ps *parser) region() *Var {
	if !ps.got("[") {
		return nil
	}
	v := ps.varRef()
	ps.want("]")
	return v
}

func (ps *parser) objectRef() *Object {
	ps.want("&")
	id := ps.id()
	o := ps.objects[id]
	if o == nil {
		ps.fail("object %d is not declared", id)
		o = &Object{ID: id}
	}
	return o
}

// expr reads an expression as it stands: it does not fold.
func (ps *parser) expr() *Expr {
	ps.depth++
	defer func() { ps.depth-- }()
	if ps.depth > maxDepth {
		ps.fail("the expression is nested too deeply")
	}
	if ps.err != nil {
		return falseExpr
	}
	switch ps.tok.kind {
	case tokNumber:
		v, ok := num.ParseInt(ps.tok.text)
		if !ok {
			ps.fail("bad number %s", ps.tok.text)
		}
		ps.next()
		ps.want(":")
		return Const(ps.typ(), v)
	case tokString:
		return VarExpr(ps.varRef())
	case tokName:
		return ps.typed()
	}
	switch {
	case ps.got("-"):
		bang := ps.bang()
		a := ps.expr()
		return &Expr{Op: OpNeg, Type: a.Type, Args: []*Expr{a}, NoWrap: bang}
	case ps.got("~"):
		a := ps.expr()
		return &Expr{Op: OpCompl, Type: a.Type, Args: []*Expr{a}}
	case ps.got("!"):
		return &Expr{Op: OpNot, Type: Bool, Args: []*Expr{ps.expr()}}
	case ps.tok.kind == tokPunct && ps.tok.text == "&":
		o := ps.objectRef()
		ps.want(":")
		return AddrOf(ps.typ(), o)
	case ps.got("("):
		return ps.rest(ps.expr())
	}
	ps.fail("an expression expected before %q", ps.tok.text)
	return falseExpr
}

func (ps *parser) bang() bool {
	if ps.tok.kind == tokPunct && ps.tok.text == "!" && ps.tok.glue {
		ps.next()
		return true
	}
	return false
}

// typed reads an expression that begins with a word: a keyword, perhaps with a type, or a name.
func (ps *parser) typed() *Expr {
	head := ps.tok.text
	word, typ, _ := strings.Cut(head, ".")
	op := spelled(word, question, typedWord)
	switch {
	case head == "true" || head == "false":
		ps.next()
		return Truth(head == "true")
	case op == OpInvalid:
		return VarExpr(ps.varRef())
	}
	ps.next()
	e := &Expr{Op: op, Type: Bool}
	if ops[op].form == typedWord {
		t, ok := ParseType(typ)
		if !ok {
			ps.fail("bad type in %q", head)
		}
		e.Type = t
	}
	e.NoWrap = ps.bang()
	if op == OpLoad {
		e.Region = ps.region()
	}
	ps.want("(")
	if ops[op].args == 0 {
		ps.want(")")
		return e
	}
	for i := range ops[op].args {
		if i > 0 {
			ps.want(",")
		}
		e.Args = append(e.Args, ps.expr())
	}
	ps.want(")")
	return e
}

// rest reads what follows the first operand in parentheses.
func (ps *parser) rest(a *Expr) *Expr {
	if ps.got(")") {
		return a
	}
	if ps.got("?") {
		b := ps.expr()
		ps.want(":")
		c := ps.expr()
		ps.want(")")
		return &Expr{Op: OpIte, Type: b.Type, Args: []*Expr{a, b, c}}
	}
	op := spelled(ps.tok.text, infix)
	if op == OpInvalid || ps.tok.kind != tokPunct {
		ps.fail("an operator expected before %q", ps.tok.text)
		return falseExpr
	}
	ps.next()
	e := &Expr{Op: op, Type: a.Type, NoWrap: ps.bang()}
	e.Args = []*Expr{a, ps.expr()}
	if op >= OpEq && op <= OpLOr {
		e.Type = Bool
	}
	ps.want(")")
	return e
}
