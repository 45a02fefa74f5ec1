package syntax

// block parses { … } with a scope of its own.
func (p *parser) block() *Block {
	p.enter()
	defer func() { p.depth-- }()
	b := &Block{Lbrace: p.want(lbrace, "{", "at the beginning of a block")}
	undo := len(p.undo)
	for p.kind == kwLabel {
		p.advance()
		for {
			b.Labels = append(b.Labels, *p.label("after __label__"))
			if !p.got(comma) {
				break
			}
		}
		p.want(semicolon, ";", "after __label__")
	}
	for p.kind != rbrace {
		if p.kind == eof {
			p.report(p.pos, "", "the file ends where '}' was wanted").closes("{", b.Lbrace)
			panic(bailout{})
		}
		if !p.recovering(func() { b.List = append(b.List, p.item()) }) {
			p.skipStatement()
		}
	}
	b.Rbrace = p.pos
	p.leave(undo)
	p.advance()
	return b
}

// skipStatement goes on to where the next statement of the open block may begin: after a ';' or an inner block, or
// at the '}' of the block.
func (p *parser) skipStatement() {
	depth := 0
	for p.kind != eof {
		switch p.kind {
		case lbrace:
			depth++
		case rbrace:
			if depth == 0 {
				return
			}
			if depth--; depth == 0 {
				p.advance()
				return
			}
		case semicolon:
			if depth == 0 {
				p.advance()
				return
			}
		}
		p.advance()
	}
}

// item parses a declaration or a statement.
func (p *parser) item() Stmt {
	switch p.kind {
	case pragma, annotation:
		return &DeclStmt{p.declaration(false)}
	case kwAttribute, lbrack:
		if p.kind == lbrack && p.peek(1).kind != lbrack {
			break
		}
		return p.attributed()
	case name:
		if next := p.peek(1).kind; !p.isType() && next == name {
			p.unknownType()
		}
	}
	if p.startsDecl() {
		return &DeclStmt{p.declaration(false)}
	}
	return p.statement()
}

// attributed parses a statement or declaration that begins with attributes.
func (p *parser) attributed() Stmt {
	at := p.pos
	attrs := p.attributes(nil)
	switch {
	case p.kind == semicolon:
		p.advance()
		return &ExprStmt{At: at, Attrs: attrs}
	case p.startsDecl():
		d := p.declaration(false)
		switch d := d.(type) {
		case *Declaration:
			d.Specs.Attrs = append(attrs, d.Specs.Attrs...)
		case *FuncDef:
			d.Specs.Attrs = append(attrs, d.Specs.Attrs...)
		}
		return &DeclStmt{d}
	}
	return p.statement()
}

// condition parses (expression) after a word.
func (p *parser) condition(word string) Expr {
	open := p.want(lparen, "(", "after '"+word+"'")
	x := p.expression()
	p.opening = true
	p.closing(rparen, ")", "(", open)
	p.opening = false
	return x
}

// statement parses a statement.
func (p *parser) statement() Stmt {
	p.enter()
	defer func() { p.depth-- }()
	at := p.pos
	if p.kind == lbrack && p.peek(1).kind == lbrack {
		p.attributes(nil)
		return p.statement()
	}
	switch p.kind {
	case lbrace:
		return p.block()
	case semicolon:
		p.advance()
		return &ExprStmt{At: at}
	case kwIf:
		return p.ifStmt()
	case kwSwitch:
		p.advance()
		s := &Switch{At: at, X: p.condition("switch")}
		p.inSwitch++
		s.Body = p.statement()
		p.inSwitch--
		return s
	case kwWhile:
		p.advance()
		s := &While{At: at, X: p.condition("while"), Clauses: p.clauses()}
		s.Body = p.loopBody()
		return s
	case kwDo:
		p.advance()
		s := &DoWhile{At: at, Body: p.loopBody()}
		p.want(kwWhile, "while", "after the body of 'do'")
		s.X = p.condition("while")
		s.Clauses = p.clauses()
		p.want(semicolon, ";", "after 'do … while'")
		return s
	case kwFor:
		return p.forStmt()
	case kwGoto:
		p.advance()
		s := &Goto{At: at}
		if p.got(star) {
			s.X = p.expression()
		} else {
			s.Label = p.label("after 'goto'")
		}
		p.want(semicolon, ";", "after 'goto'")
		return s
	case kwContinue, kwBreak:
		word := p.text
		s := &Branch{At: at, Continue: p.kind == kwContinue}
		if p.inLoop == 0 && (s.Continue || p.inSwitch == 0) {
			p.report(at, "", "'%s' is in no loop%s", word, map[bool]string{false: " and no switch"}[s.Continue])
		}
		p.advance()
		p.want(semicolon, ";", "after '"+word+"'")
		return s
	case kwReturn:
		p.advance()
		s := &Return{At: at}
		if p.kind != semicolon && p.kind != rbrace {
			s.X = p.expression()
		}
		p.want(semicolon, ";", "after 'return'")
		return s
	case kwCase, kwDefault:
		return p.caseStmt()
	case kwAsm:
		return p.asm()
	case name:
		if p.peek(1).kind == colon {
			return p.labeled()
		}
	case pragma, annotation:
		// Before a statement that is not in a block of its own.
		d := &DeclStmt{p.declaration(false)}
		return &Block{Lbrace: at, List: []Stmt{d, p.statement()}, Rbrace: p.last.pos}
	case kwAttribute:
		return p.attributed()
	}
	if p.startsDecl() {
		p.fail("write it in a block, '{ … }'", "a statement was wanted, and this is a declaration")
	}
	s := &ExprStmt{At: at, X: p.expression()}
	p.endExpression(s)
	return s
}

// endExpression goes on past the ';' of an expression statement.
func (p *parser) endExpression(s *ExprStmt) {
	if p.got(semicolon) {
		return
	}
	if x, ok := s.X.(*Ident); ok && p.kind != rbrace {
		if hint := p.meant(x.Sym, true, ""); hint != "" {
			p.report(x.NamePos, hint, "'%s' begins no statement", x.Name)
			panic(bailout{})
		}
	}
	switch p.kind {
	case rparen, rbrack:
		p.fail("is it one too many?", "this %s closes nothing", p.describe())
	case number, text, char:
		p.fail("", "an operator or ';' was wanted before %s", p.describe())
	case lbrace:
		if c, ok := s.X.(*Call); ok {
			hint := "is the type of a function missing, or a '}' before it?"
			if f, ok := c.Fun.(*Ident); ok {
				hint = p.meant(f.Sym, false, hint)
			}
			p.fail(hint, "';' was wanted before '{'")
		}
	}
	p.missing(";", "after the expression")
}

func (p *parser) loopBody() Stmt {
	p.inLoop++
	s := p.statement()
	p.inLoop--
	return s
}

// ifStmt parses if, with all of a chain of else if.
func (p *parser) ifStmt() Stmt {
	first := &If{At: p.pos}
	s := first
	for {
		p.advance()
		s.X = p.condition("if")
		s.Then = p.statement()
		if !p.got(kwElse) {
			return first
		}
		if p.kind != kwIf {
			s.Else = p.statement()
			return first
		}
		next := &If{At: p.pos}
		s.Else, s = next, next
	}
}

func (p *parser) forStmt() Stmt {
	s := &For{At: p.pos}
	p.advance()
	open := p.want(lparen, "(", "after 'for'")
	undo := len(p.undo)
	switch {
	case p.kind == semicolon:
		p.advance()
	case p.startsDecl():
		s.Init = &DeclStmt{p.declaration(false)}
	default:
		init := &ExprStmt{At: p.pos, X: p.expression()}
		p.want(semicolon, ";", "after the first part of 'for'")
		s.Init = init
	}
	if p.kind != semicolon {
		s.X = p.expression()
	}
	p.want(semicolon, ";", "after the second part of 'for'")
	if p.kind != rparen {
		s.Step = p.expression()
	}
	p.opening = true
	p.closing(rparen, ")", "(", open)
	p.opening = false
	s.Clauses = p.clauses()
	s.Body = p.loopBody()
	p.leave(undo)
	return s
}

// labeled parses label: statement. Before a declaration or the end of a block the label stands alone, as in C23.
func (p *parser) labeled() Stmt {
	s := &Labeled{Label: Ident{p.pos, p.sym, p.text}}
	p.advance()
	p.advance()
	s.Attrs = p.attributes(nil)
	s.Stmt = p.afterLabel()
	return s
}

// afterLabel parses the statement after a label, if there is one.
func (p *parser) afterLabel() Stmt {
	if p.kind == rbrace || p.kind == pragma || p.kind == annotation || p.startsDecl() && p.kind != kwAttribute {
		return nil
	}
	return p.statement()
}

func (p *parser) caseStmt() Stmt {
	s := &Case{At: p.pos}
	word := p.text
	if p.inSwitch == 0 {
		p.report(p.pos, "", "'%s' is in no switch", word)
	}
	isCase := p.kind == kwCase
	p.advance()
	if isCase {
		s.X = p.conditional()
		if p.got(ellipsis) {
			s.Last = p.conditional()
		}
	}
	if p.kind == semicolon {
		p.report(p.pos, "", "':' was wanted after '%s', and here is ';'", word)
		p.advance()
	} else {
		p.want(colon, ":", "after '"+word+"'")
	}
	s.Stmt = p.afterLabel()
	return s
}

// asm parses an asm statement.
func (p *parser) asm() Stmt {
	s := &Asm{At: p.pos}
	p.advance()
	for {
		switch {
		case p.kind == kwQual:
			s.Volatile = s.Volatile || Quals(p.bit) == Volatile
		case p.kind == kwGoto:
			s.Goto = true
		case p.kind == kwStorage && Storage(p.bit) == Inline:
			s.Inline = true
		default:
			p.asmOperands(s)
			return s
		}
		p.advance()
	}
}

func (p *parser) asmOperands(s *Asm) {
	open := p.want(lparen, "(", "after asm")
	s.Text = p.stringLit()
	for part := 0; p.kind == colon; part++ {
		s.Operands = true
		p.advance()
		if p.kind == colon || p.kind == rparen {
			continue
		}
		for {
			switch part {
			case 0:
				s.Outputs = append(s.Outputs, p.asmOperand())
			case 1:
				s.Inputs = append(s.Inputs, p.asmOperand())
			case 2:
				s.Clobbers = append(s.Clobbers, p.stringLit())
			default:
				s.Labels = append(s.Labels, *p.label("in asm goto"))
			}
			if !p.got(comma) {
				break
			}
		}
	}
	p.closing(rparen, ")", "(", open)
	p.want(semicolon, ";", "after asm")
}

func (p *parser) asmOperand() AsmOperand {
	var o AsmOperand
	if at := p.pos; p.got(lbrack) {
		o.Name = p.text
		p.advance()
		p.closing(rbrack, "]", "[", at)
	}
	o.Constraint = p.stringLit()
	open := p.want(lparen, "(", "after the constraint of an operand")
	o.X = p.expression()
	p.closing(rparen, ")", "(", open)
	return o
}
