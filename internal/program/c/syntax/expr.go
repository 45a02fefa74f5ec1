package syntax

import "strings"

// expression parses an expression, commas included.
func (p *parser) expression() Expr {
	x := p.assignment()
	for p.kind == comma {
		at := p.pos
		p.advance()
		x = &Binary{X: x, OpPos: at, Op: Comma, Y: p.assignment()}
	}
	return x
}

// assignment parses an assignment expression: any but a comma's.
func (p *parser) assignment() Expr {
	if p.logic {
		return p.formula()
	}
	p.enter()
	defer func() { p.depth-- }()
	x := p.conditional()
	if p.kind >= assign && p.kind <= orAssign {
		if p.inClause > 0 {
			p.unexpected()
		}
		at, op := p.pos, assignOps[p.kind]
		p.advance()
		x = &Assign{X: x, OpPos: at, Op: op, Y: p.assignment()}
	}
	return x
}

// conditional parses a conditional expression, which is what constant expressions are. The arrows of CBMC bind less than ?:.
func (p *parser) conditional() Expr {
	x := p.choice()
	isIff := p.kind == iff
	if !isIff && !p.implies() {
		return x
	}
	p.enter()
	defer func() { p.depth-- }()
	at := p.pos
	if p.kind == equal {
		p.advance()
	}
	p.advance()
	y := p.conditional()
	if isIff {
		return &Binary{X: negated(x), OpPos: at, Op: Eq, Y: negated(y)}
	}
	return &Binary{X: x, OpPos: at, Op: Implies, Y: y}
}

// choice parses ?: and what binds more.
func (p *parser) choice() Expr {
	x := p.operands(1)
	if p.kind != question {
		return x
	}
	p.enter()
	defer func() { p.depth-- }()
	c := &Cond{X: x, OpPos: p.pos}
	p.advance()
	if p.kind != colon {
		c.Then = p.expression()
	}
	p.want(colon, ":", "after '?' and the first of its values")
	c.Else = p.choice()
	return c
}

// operands parses operators that bind at least as strongly as prec, with their operands.
func (p *parser) operands(prec uint8) Expr {
	x := p.cast()
	for {
		b := binary[p.kind]
		if b.prec < prec || b.prec == 0 || p.implies() || p.excludes() {
			return x
		}
		at := p.pos
		p.advance()
		y := &Binary{X: x, OpPos: at, Op: b.op, Y: p.operands(b.prec + 1)}
		y.Exact = p.logic && y.compares()
		x = y
	}
}

// implies reports whether CBMC's ==> is next, which the preprocessor reads as == and > where there are no contracts.
func (p *parser) implies() bool {
	return p.kind == implies || p.kind == equal && p.peek(1).kind == greater
}

// cast parses a cast expression.
func (p *parser) cast() Expr {
	if p.logic && p.kind == lparen && p.peek(1).text == "integer" && p.peek(2).kind == rparen {
		open := p.pos
		p.advance()
		t := &TypeName{Specs: integers(p.pos), Decl: &Declarator{Start: p.pos}}
		p.advance()
		p.advance()
		return &Cast{Lparen: open, Type: t, X: p.cast()}
	}
	if p.kind != lparen || !p.startsType(p.peek(1)) {
		return p.unary()
	}
	p.enter()
	defer func() { p.depth-- }()
	open := p.pos
	t := p.typeInParens()
	if p.kind == lbrace {
		return p.postfix(&Compound{Lparen: open, Type: t, Init: p.initList()})
	}
	return &Cast{Lparen: open, Type: t, X: p.cast()}
}

// typeInParens parses (type-name).
func (p *parser) typeInParens() *TypeName {
	open := p.want(lparen, "(", "before a type")
	t := p.typeName()
	p.closing(rparen, ")", "(", open)
	return t
}

// unary parses a unary expression.
func (p *parser) unary() Expr {
	p.enter()
	defer func() { p.depth-- }()
	at := p.pos
	if op := prefix[p.kind]; op != None {
		p.advance()
		return &Unary{OpPos: at, Op: op, X: p.cast()}
	}
	switch p.kind {
	case inc, dec:
		op := p.changes()
		return &Unary{OpPos: at, Op: op, X: p.unary()}
	case andAnd:
		p.advance()
		return &Unary{OpPos: at, Op: LabelAddr, X: p.label("after '&&'")}
	case kwSizeof, kwAlignof:
		s := &SizeOf{OpPos: at, Align: p.kind == kwAlignof, GNU: strings.HasPrefix(p.text, "__")}
		p.advance()
		if p.kind != lparen || !p.startsType(p.peek(1)) {
			s.X = p.unary()
			return s
		}
		open := p.pos
		t := p.typeInParens()
		if p.kind == lbrace {
			s.X = p.postfix(&Compound{Lparen: open, Type: t, Init: p.initList()})
		} else {
			s.Type = t
		}
		return s
	}
	return p.postfix(p.primary())
}

// changes takes ++ or --.
func (p *parser) changes() Op {
	if p.inClause > 0 {
		p.fail("a clause only says what holds", "%s changes a variable, which a clause does not do", p.text)
	}
	op := Inc
	if p.kind == dec {
		op = Dec
	}
	p.advance()
	return op
}

// label parses the name of a label.
func (p *parser) label(where string) *Ident {
	if p.kind != name {
		p.fail("", "the name of a label was wanted %s, and here is %s", where, p.describe())
	}
	return p.ident()
}

// postfix parses what follows x in a postfix expression.
func (p *parser) postfix(x Expr) Expr {
	for {
		at := p.pos
		switch p.kind {
		case lbrack:
			p.advance()
			var i Expr
			if !p.logic || p.kind != between {
				i = p.expression()
			}
			if p.logic && p.kind == between {
				i = p.between(i)
			}
			p.closing(rbrack, "]", "[", at)
			x = &Index{X: x, Lbrack: at, Index: i}
		case lparen:
			p.advance()
			c := &Call{Fun: x, Lparen: at}
			if p.kind != rparen {
				c.Args = p.arguments()
			}
			c.Rparen = p.closeCall(c)
			x = c
		case dot, arrow:
			isArrow := p.kind == arrow
			p.advance()
			if p.kind != name {
				p.fail("", "the name of a member was wanted before %s", p.describe())
			}
			x = &Member{X: x, OpPos: at, Arrow: isArrow, Name: Ident{p.pos, p.sym, p.text}}
			p.advance()
		case inc, dec:
			op := p.changes()
			x = &Postfix{X: x, OpPos: at, Op: op}
		default:
			return x
		}
	}
}

// closeCall goes on past the ')' of a call.
func (p *parser) closeCall(c *Call) Pos {
	hint := ""
	if f, ok := c.Fun.(*Ident); ok {
		hint = p.meant(f.Sym, false, "")
	}
	switch p.kind {
	case name, number, text, char, kwSizeof:
		p.report(p.pos, hint, "',' or ')' was wanted before %s", p.describe()).closes("(", c.Lparen)
	case semicolon:
		p.report(p.pos, hint, "')' was wanted before ';'").closes("(", c.Lparen)
	default:
		return p.closing(rparen, ")", "(", c.Lparen)
	}
	panic(bailout{})
}

// arguments parses expressions with commas between them.
func (p *parser) arguments() []Expr {
	list := []Expr{p.assignment()}
	for p.got(comma) {
		list = append(list, p.assignment())
	}
	return list
}

// primary parses a primary expression, or one of the operators that look like calls.
func (p *parser) primary() Expr {
	p.passStray()
	at := p.pos
	switch p.kind {
	case name:
		if (p.text == "__CPROVER_forall" || p.text == "__CPROVER_exists") && p.peek(1).kind == lbrace {
			return p.quantifier()
		}
		if p.isType() {
			p.fail("", "'%s' is a type, and an expression was wanted", p.text)
		}
		if p.logic {
			return p.logicName()
		}
		return p.ident()
	case number:
		x := &Literal{at, numberKind(p.text), p.text}
		p.advance()
		return x
	case char:
		x := &Literal{at, Char, p.text}
		p.advance()
		return x
	case kwTrue, kwFalse, kwNullptr:
		return p.ident()
	case text:
		return p.stringLit()
	case lparen:
		p.advance()
		if p.kind == lbrace {
			b := p.block()
			p.closing(rparen, ")", "(", at)
			return &StmtExpr{Lparen: at, Body: b}
		}
		var x Expr
		if !p.logic || p.kind != between {
			x = p.expression()
		}
		if p.logic && p.kind == between {
			x = p.between(x)
		}
		p.closing(rparen, ")", "(", at)
		return &Paren{Lparen: at, X: x}
	case kwGeneric:
		return p.generic()
	case kwVaArg, kwOffsetof, kwTypesCompatible:
		return p.builtin()
	}
	if p.logic && p.kind == other && strings.HasPrefix(p.text, `\`) {
		switch p.text {
		case `\sum`, `\product`, `\numof`, `\lambda`:
			unread(`say it of each element with \forall, or as a loop invariant`, "%s is not supported", p.text)
		}
		return p.ident()
	}
	p.noExpression()
	return nil
}

// noExpression reports that an expression was wanted at the present token.
func (p *parser) noExpression() {
	switch {
	case p.inClause > 0 && (p.kind == eof || p.kind == semicolon):
		p.fail("a clause says what holds", "an expression is missing")
	case p.kind == eof:
		p.fail("", "the file ends where an expression was wanted")
	case p.kind == other:
		p.noToken()
	case p.kind == kwElse:
		p.fail("is a '}' too many, or a ';' too many after the 'if'?", "'else' without an 'if' before it")
	case p.kind >= kwExtension || p.kind >= kwBreak && p.kind < kwAsm:
		p.fail("", "an expression was wanted before the word %s", p.describe())
	}
	p.fail("", "an expression was wanted before %s", p.describe())
}

// noToken reports the present token, which is none of C.
func (p *parser) noToken() {
	switch c := strings.TrimLeft(p.text, "LuU8"); {
	case strings.HasPrefix(c, `"`), strings.HasPrefix(c, "'"):
		p.fail("is a quotation mark missing, or a '\\\\' too many?", "this %s has no other on its line", c[:1])
	case strings.ContainsAny(c, "“”„‘’"):
		p.fail("write \" or '", "'%s' is no quotation mark of C", p.text)
	case p.text == "\\":
		p.fail("is there white space after it, at the end of the line?", "a '\\' here means nothing")
	}
	p.fail("", "'%s' is no character of C", p.text)
}

// numberKind tells whether a preprocessing number is spelled as an integer or as a floating-point number.
func numberKind(s string) LiteralKind {
	hex := len(s) > 1 && (s[1] == 'x' || s[1] == 'X')
	for i := range len(s) {
		switch s[i] {
		case '.', 'p', 'P':
			return Float
		case 'e', 'E':
			if !hex {
				return Float
			}
		}
	}
	return Int
}

// stringLit parses adjacent string literals.
func (p *parser) stringLit() *String {
	if p.kind != text {
		p.fail("", "a string in quotation marks was wanted before %s", p.describe())
	}
	s := &String{LitPos: p.pos}
	for p.kind == text {
		s.Parts = append(s.Parts, p.text)
		p.advance()
	}
	return s
}

func (p *parser) generic() Expr {
	g := &Generic{KeyPos: p.pos}
	p.advance()
	open := p.want(lparen, "(", "after _Generic")
	g.X = p.assignment()
	for p.got(comma) {
		var a Assoc
		if !p.got(kwDefault) {
			a.Type = p.typeName()
		}
		p.want(colon, ":", "after a type of _Generic")
		a.Value = p.assignment()
		g.Assocs = append(g.Assocs, a)
	}
	p.closing(rparen, ")", "(", open)
	return g
}

// builtin parses GCC's operators that take types in brackets.
func (p *parser) builtin() Expr {
	at, k, spelled := p.pos, p.kind, p.text
	p.advance()
	open := p.want(lparen, "(", "after "+spelled)
	var x Expr
	switch k {
	case kwVaArg:
		v := &VaArg{KeyPos: at, X: p.assignment()}
		p.want(comma, ",", "after the first argument of "+spelled)
		v.Type = p.typeName()
		x = v
	case kwTypesCompatible:
		t := &TypesCompatible{KeyPos: at, A: p.typeName()}
		p.want(comma, ",", "after the first argument of "+spelled)
		t.B = p.typeName()
		x = t
	default:
		o := &OffsetOf{KeyPos: at, Type: p.typeName()}
		p.want(comma, ",", "after the first argument of "+spelled)
		if p.kind != name {
			p.fail("", "the name of a member was wanted before %s", p.describe())
		}
		o.Path = append(o.Path, Designator{At: p.pos, Name: p.text})
		p.advance()
		for p.kind == dot || p.kind == arrow || p.kind == lbrack {
			o.Path = append(o.Path, p.designator())
		}
		x = o
	}
	p.closing(rparen, ")", "(", open)
	return x
}

// quantifier parses CBMC's __CPROVER_forall { declaration expression }.
func (p *parser) quantifier() Expr {
	q := &Quantifier{KeyPos: p.pos, Exists: p.text == "__CPROVER_exists"}
	p.advance()
	open, undo := p.pos, len(p.undo)
	p.advance()
	q.Var, _ = p.declaration(false).(*Declaration)
	q.X = p.expression()
	p.got(semicolon)
	p.leave(undo)
	p.closing(rbrace, "}", "{", open)
	return q
}

// designator parses .name or [index].
func (p *parser) designator() Designator {
	d := Designator{At: p.pos}
	if p.kind == lbrack {
		p.advance()
		d.Index = p.conditional()
		if p.got(ellipsis) {
			d.Last = p.conditional()
		}
		p.closing(rbrack, "]", "[", d.At)
		return d
	}
	p.advance()
	if p.kind != name {
		p.fail("", "the name of a member was wanted before %s", p.describe())
	}
	d.Name = p.text
	p.advance()
	return d
}

// initializer parses an expression, or a list in braces.
func (p *parser) initializer() Expr {
	if p.kind == lbrace {
		return p.initList()
	}
	return p.assignment()
}

func (p *parser) initList() *InitList {
	p.enter()
	defer func() { p.depth-- }()
	l := &InitList{Lbrace: p.pos}
	p.advance()
	p.passStray()
	for p.kind != rbrace && p.kind != eof {
		var e InitElem
		switch {
		case p.kind == name && p.peek(1).kind == colon: // GNU's old name: value
			e.Designators = []Designator{{At: p.pos, Name: p.text}}
			p.advance()
			p.advance()
		case p.kind == dot || p.kind == lbrack:
			for p.kind == dot || p.kind == lbrack {
				e.Designators = append(e.Designators, p.designator())
			}
			if !p.got(assign) && e.Designators[0].Name != "" { // GNU's old [index] value needs none
				p.missing("=", "after the name of a member")
			}
		}
		e.Value = p.initializer()
		l.Elems = append(l.Elems, e)
		if !p.got(comma) {
			break
		}
	}
	switch p.kind {
	case name, number, text, char, lbrace, dot:
		p.report(p.pos, "", "',' or '}' was wanted before %s", p.describe()).closes("{", l.Lbrace)
		panic(bailout{})
	}
	l.Rbrace = p.closing(rbrace, "}", "{", l.Lbrace)
	return l
}
