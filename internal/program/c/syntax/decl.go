package syntax

// external parses a declaration at file scope onto a list, and goes on after a mistake with the next one.
func (p *parser) external(list []Decl) []Decl {
	at := p.pos
	if !p.recovering(func() {
		switch p.kind {
		case semicolon:
			p.advance()
		case rbrace:
			p.advance()
			p.report(at, "is it one too many, or a '{' missing?", "this '}' closes nothing")
		default:
			if d := p.declaration(true); d != nil {
				list = append(list, d)
			}
		}
	}) {
		p.skipDeclaration(at)
		list = append(list, &BadDecl{at})
	}
	return list
}

// skipDeclaration goes on to where the next declaration at file scope may begin: after a ';' or a block.
func (p *parser) skipDeclaration(from Pos) {
	depth := 0
	if p.pos == from {
		p.advance()
	}
	for p.kind != eof {
		switch p.kind {
		case lbrace:
			depth++
		case rbrace:
			if depth--; depth <= 0 {
				p.advance()
				p.got(semicolon)
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

// declaration parses a declaration or the definition of a function, at file scope or in a block.
func (p *parser) declaration(file bool) Decl {
	at := p.pos
	switch p.kind {
	case kwStaticAssert:
		return p.staticAssert()
	case pragma:
		d := &Pragma{at, p.text}
		p.advance()
		return d
	case annotation:
		d := &Annotation{At: at, Text: p.text}
		if p.conf.Claims {
			d.Clauses, d.Read = p.clausesOf(at), true
		}
		p.advance()
		return d
	case kwAsm:
		p.advance()
		for p.kind == kwQual {
			p.advance()
		}
		open := p.want(lparen, "(", "after asm")
		s := p.stringLit()
		p.closing(rparen, ")", "(", open)
		p.want(semicolon, ";", "after asm")
		return &FileAsm{at, s}
	case kwExtension:
		p.advance()
		return p.declaration(file)
	}
	s := p.specifiers()
	if s.cut {
		return &Declaration{Specs: s}
	}
	if p.kind == semicolon {
		p.advance()
		return &Declaration{Specs: s}
	}
	if s.Start == p.pos || s.Words == 0 && s.Tag == nil && s.Typedef == nil && s.TypeOf == nil && s.AtomicOf == nil {
		p.untyped(s, file)
	}
	d := p.declarator(named)
	d.Clauses = p.clauses()
	if fn := functionOf(d); fn != nil && p.startsBody(fn) {
		return p.definition(s, d, fn)
	}
	decl := &Declaration{Specs: s}
	for {
		decl.List = append(decl.List, p.initDeclarator(s, d))
		if !p.got(comma) {
			break
		}
		d = p.declarator(named)
	}
	p.endDeclaration(decl)
	return decl
}

// untyped reports what is no declaration although one was wanted here. A name before a parenthesis may be a
// function without a type, which C89 allows.
func (p *parser) untyped(s *Specs, file bool) {
	switch p.kind {
	case name:
		switch next := p.peek(1); {
		case next.kind == lparen && (file || s.Start != p.pos), s.Start != p.pos && next.kind != name && next.kind != star:
			return // int is meant
		case next.kind == name || next.kind == star || next.kind >= kwExtension:
			p.unknownType()
		case next.kind == lparen:
			return
		case next.kind == assign || next.kind == semicolon || next.kind == lbrack || next.kind == comma:
			if file {
				if next.kind == assign || next.kind == lbrack {
					return // int is meant
				}
				p.fail(p.meant(p.sym, true, "is its type missing?"), "'%s' alone is no declaration", p.text)
			}
		}
	case star, lparen:
		return
	}
	if p.kind == eof {
		p.fail("", "the file ends in a declaration")
	}
	if p.kind >= kwBreak && p.kind <= kwWhile {
		p.fail("is a '}' too many before it?", "a statement, %s, outside of a function", p.describe())
	}
	p.fail("", "a declaration was wanted before %s", p.describe())
}

// functionOf returns what makes d the declarator of a function; nil if it is none.
func functionOf(d *Declarator) *Func {
	if len(d.Parts) == 0 {
		return nil
	}
	f, _ := d.Parts[0].(*Func)
	return f
}

// startsBody reports whether what follows the declarator of a function makes it a definition.
func (p *parser) startsBody(f *Func) bool {
	switch p.kind {
	case lbrace:
		return true
	case comma, semicolon, assign, kwAsm, kwAttribute:
		return false
	}
	return len(f.Names) > 0 && p.startsDecl()
}

func (p *parser) definition(s *Specs, d *Declarator, f *Func) *FuncDef {
	def := &FuncDef{Specs: s, Decl: d}
	p.declare(d.Name, false)
	undo, loop, sw := len(p.undo), p.inLoop, p.inSwitch
	p.inLoop, p.inSwitch = 0, 0
	for _, x := range f.Params {
		if x.Decl.Name != nil {
			p.declare(x.Decl.Name, false)
		}
	}
	for i := range f.Names {
		p.declare(&f.Names[i], false)
	}
	for p.kind != lbrace {
		if p.kind == eof {
			p.fail("", "the file ends before the body of '%s'", d.Name.Name)
		}
		if o, ok := p.declaration(false).(*Declaration); ok {
			def.Old = append(def.Old, o)
		}
	}
	def.Body = p.block()
	p.inLoop, p.inSwitch = loop, sw
	p.leave(undo)
	return def
}

// initDeclarator parses what may follow a declarator: asm, attributes and an initializer, in whose scope the name
// is already (C11 6.2.1 p7).
func (p *parser) initDeclarator(s *Specs, d *Declarator) *InitDecl {
	if p.got(kwAsm) {
		open := p.want(lparen, "(", "after asm")
		d.Asm = p.stringLit()
		p.closing(rparen, ")", "(", open)
	}
	d.Attrs = p.attributes(d.Attrs)
	p.declare(d.Name, s.Storage&Typedef != 0)
	i := &InitDecl{Decl: d}
	if p.got(assign) {
		i.Init = p.initializer()
	}
	return i
}

// endDeclaration goes on past the ';' of a declaration.
func (p *parser) endDeclaration(d *Declaration) {
	if p.got(semicolon) {
		return
	}
	last := d.List[len(d.List)-1]
	switch {
	case p.kind == lbrace && functionOf(last.Decl) != nil && len(d.List) == 1:
		p.fail("write these before the function's name", "'{' after a declaration of a function that has attributes or an asm name after it")
	case p.kind == lbrack || p.kind == number || p.kind == text:
		p.fail("", "',' or ';' was wanted before %s", p.describe())
	}
	if functionOf(last.Decl) != nil && p.kind >= kwBreak && p.kind <= kwWhile {
		p.report(p.last.pos, "", "'{' or ';' is missing after the declaration of '%s'", last.Decl.Name.Name).After = len(p.last.text)
		panic(bailout{})
	}
	p.missing(";", "after the declaration of '"+last.Decl.Name.Name+"'")
	if p.kind == name && !p.isType() || p.kind == rparen || p.kind == rbrack {
		panic(bailout{})
	}
}

func (p *parser) staticAssert() *StaticAssert {
	a := &StaticAssert{At: p.pos}
	p.advance()
	open := p.want(lparen, "(", "after _Static_assert")
	a.X = p.conditional()
	if p.got(comma) {
		a.Message = p.stringLit()
	}
	p.closing(rparen, ")", "(", open)
	p.want(semicolon, ";", "after _Static_assert")
	return a
}
