package syntax

import "strings"

// isTypeName reports whether a token, which is a name, is that of a type in this scope.
func (p *parser) isTypeName(t token) bool { return p.symbols[t.sym].isType }

// isType reports whether the present token is the name of a type in this scope.
func (p *parser) isType() bool { return p.kind == name && p.isTypeName(p.token) }

// startsType reports whether a type name may begin with a token.
func (p *parser) startsType(t token) bool {
	switch t.kind {
	case name:
		return p.isTypeName(t)
	case kwExtension:
		return false // of an expression; before a declaration see startsDecl
	}
	return t.kind > kwStaticAssert
}

// startsDecl reports whether the present token begins a declaration rather than a statement.
func (p *parser) startsDecl() bool {
	switch p.kind {
	case name:
		return p.isType() && p.peek(1).kind != colon
	case kwExtension:
		n := 1
		for p.peek(n).kind == kwExtension {
			n++
		}
		t := p.peek(n)
		return t.kind == kwStaticAssert || p.startsType(t)
	case lbrack:
		return p.peek(1).kind == lbrack
	}
	return p.kind >= kwStaticAssert
}

// specifiers parses declaration specifiers. Without any, the result says nothing but where they would be.
func (p *parser) specifiers() *Specs {
	s := p.listed()
	typed := s.Words != 0 || s.Tag != nil || s.Typedef != nil || s.TypeOf != nil || s.AtomicOf != nil
	if p.conf.C23 && s.Storage&(Auto|Constexpr) != 0 && !typed { // the type is that of the initializer
		s.Words = AutoType
	}
	if s.Storage&Constexpr != 0 {
		s.Quals |= Const
	}
	return s
}

// listed are the specifiers as they are written.
func (p *parser) listed() *Specs {
	s := &Specs{Start: p.pos}
	typed := false // a type has been seen
	for {
		switch p.kind {
		case kwStorage:
			s.Storage |= Storage(p.bit)
			p.advance()
		case kwQual:
			s.Quals |= Quals(p.bit)
			p.advance()
		case kwWord:
			bit := Words(p.bit)
			if bit == Long && s.Words&Long != 0 {
				bit = LongLong
			}
			if typed && p.ends(s) {
				return s
			}
			if s.Words&bit != 0 || typed && s.Words == 0 {
				p.fail("is a ';' or a ',' missing before it?", "two types in one declaration: %s is one too many", p.describe())
			}
			s.Words |= bit
			typed = true
			p.advance()
		case kwExtension:
			p.advance()
		case kwAttribute:
			s.Attrs = p.attributes(s.Attrs)
		case lbrack:
			if p.peek(1).kind != lbrack {
				return s
			}
			s.Attrs = p.attributes(s.Attrs)
		case kwAlignas:
			s.Align = append(s.Align, p.alignas())
		case kwAtomic:
			if p.peek(1).kind != lparen {
				s.Quals |= Atomic
				p.advance()
				break
			}
			if p.second(typed, s) {
				return s
			}
			p.advance()
			s.AtomicOf, typed = p.typeInParens(), true
		case kwTypeof, kwTypeofUnqual:
			if p.second(typed, s) {
				return s
			}
			s.TypeOf, typed = p.typeOf(), true
		case kwBitInt:
			s.Words, typed = s.Words|BitInt, true
			p.advance()
			open := p.want(lparen, "(", "after _BitInt")
			s.Width = p.conditional()
			p.closing(rparen, ")", "(", open)
		case kwStruct, kwUnion, kwEnum:
			if p.second(typed, s) {
				return s
			}
			s.Tag, typed = p.tag(), true
		case name:
			if typed || !p.isType() {
				return s
			}
			s.Typedef, typed = &Ident{p.pos, p.sym, p.text}, true
			p.advance()
		default:
			return s
		}
	}
}

// second sees to a second type in one declaration. It reports whether the declaration ends before it.
func (p *parser) second(typed bool, s *Specs) bool {
	if !typed || p.ends(s) {
		return typed
	}
	p.fail("is a ';' missing before it?", "two types in one declaration: %s is one too many", p.describe())
	return false
}

// ends reports whether the present token, another type, comes after the '}' of a structure. Then a ';' is missing there.
func (p *parser) ends(s *Specs) bool {
	if s.Tag == nil || p.last.kind != rbrace {
		return false
	}
	p.missing(";", "after '}'")
	s.cut = true
	return true
}

func (p *parser) alignas() Align {
	a := Align{At: p.pos}
	p.advance()
	open := p.want(lparen, "(", "after _Alignas")
	if p.startsType(p.token) {
		a.Type = p.typeName()
	} else {
		a.X = p.conditional()
	}
	p.closing(rparen, ")", "(", open)
	return a
}

func (p *parser) typeOf() *TypeOf {
	t := &TypeOf{At: p.pos, Unqual: p.kind == kwTypeofUnqual}
	p.advance()
	open := p.want(lparen, "(", "after typeof")
	if p.startsType(p.token) {
		t.Type = p.typeName()
	} else {
		t.X = p.expression()
	}
	p.closing(rparen, ")", "(", open)
	return t
}

// attributes parses __attribute__((…)) and [[…]], one after the other, onto a list.
func (p *parser) attributes(list []Attr) []Attr {
	for {
		switch {
		case p.kind == kwAttribute:
			p.advance()
			outer := p.want(lparen, "(", "after __attribute__")
			inner := p.want(lparen, "(", "after __attribute__(")
			list = p.attributeList(list)
			p.closing(rparen, ")", "(", inner)
			p.closing(rparen, ")", "(", outer)
		case p.kind == lbrack && p.peek(1).kind == lbrack:
			outer := p.pos
			p.advance()
			inner := p.pos
			p.advance()
			list = p.attributeList(list)
			p.closing(rbrack, "]", "[", inner)
			p.closing(rbrack, "]", "[", outer)
		default:
			return list
		}
	}
}

// attributeList parses attributes with commas between them, any of which may be empty.
func (p *parser) attributeList(list []Attr) []Attr {
	for {
		if p.kind == name || p.kind >= kwBreak {
			a := Attr{At: p.pos, Name: plain(p.text)}
			p.advance()
			if p.kind == colon && p.peek(1).kind == colon {
				p.advance()
				p.advance()
				a.Space, a.Name = a.Name, plain(p.text)
				p.advance()
			}
			if open := p.pos; p.got(lparen) {
				switch {
				case p.kind == rparen:
				case p.startsType(p.token):
					a.Type = p.typeName()
				default:
					a.Args = p.arguments()
				}
				p.closing(rparen, ")", "(", open)
			}
			list = append(list, a)
		}
		if !p.got(comma) {
			return list
		}
	}
}

// plain is the name of an attribute without the underscores around it.
func plain(s string) string {
	if len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
		return s[2 : len(s)-2]
	}
	return s
}

// tag parses struct, union or enum with what follows it.
func (p *parser) tag() *Tag {
	t := &Tag{At: p.pos}
	switch p.kind {
	case kwUnion:
		t.Kind = Union
	case kwEnum:
		t.Kind = Enum
	}
	word := p.text
	p.advance()
	t.Attrs = p.attributes(nil)
	if p.kind == name {
		t.Name = p.ident()
	}
	if t.Kind == Enum && p.kind == colon && p.startsType(p.peek(1)) {
		p.advance()
		at := p.pos
		t.Underlying = &TypeName{Specs: p.specifiers(), Decl: &Declarator{Start: at}}
	}
	if p.kind != lbrace {
		if t.Name == nil {
			p.fail("", "a name or '{' was wanted after '%s' and before %s", word, p.describe())
		}
		return t
	}
	t.Defined = true
	p.enter()
	if t.Kind == Enum {
		p.enumerators(t)
	} else {
		p.members(t, word)
	}
	p.depth--
	t.Attrs = p.attributes(t.Attrs)
	return t
}

func (p *parser) enumerators(t *Tag) {
	open := p.pos
	p.advance()
	for p.passStray(); p.kind == name; p.passStray() {
		e := Enumerator{Name: Ident{p.pos, p.sym, p.text}}
		p.advance()
		e.Attrs = p.attributes(nil)
		if p.got(assign) {
			e.Value = p.conditional()
		}
		p.declare(&e.Name, false)
		t.Enumerators = append(t.Enumerators, e)
		if !p.got(comma) {
			break
		}
	}
	p.closing(rbrace, "}", "{", open)
}

func (p *parser) members(t *Tag, word string) {
	open := p.pos
	p.advance()
	for p.kind != rbrace {
		switch p.kind {
		case eof:
			p.closing(rbrace, "}", "{", open)
		case annotation:
			p.passStray()
			continue
		case semicolon, pragma:
			p.advance()
			continue
		case kwStaticAssert:
			t.Members = append(t.Members, &MemberDecl{Assert: p.staticAssert()})
			continue
		}
		m := &MemberDecl{Specs: p.specifiers()}
		if m.Specs.Start == p.pos {
			if p.kind == name {
				p.unknownType()
			}
			p.fail("", "a member of the %s was wanted before %s", word, p.describe())
		}
		t.Members = append(t.Members, m)
		for p.kind != semicolon {
			d := p.memberDeclarator()
			m.Declarators = append(m.Declarators, d)
			if !p.got(comma) {
				break
			}
		}
		if p.kind == rbrace {
			break // GCC: no semicolon at the end of a structure
		}
		p.want(semicolon, ";", "after a member")
	}
	p.closing(rbrace, "}", "{", open)
}

// memberDeclarator parses a declarator, which may be a bit-field's, with or without a name.
func (p *parser) memberDeclarator() *Declarator {
	d := &Declarator{Start: p.pos}
	if p.kind != colon {
		d = p.declarator(named)
	}
	if p.got(colon) {
		d.Width = p.conditional()
	}
	d.Attrs = p.attributes(d.Attrs)
	return d
}

// naming says whether a declarator has a name.
type naming uint8

const (
	named   naming = iota
	unnamed        // an abstract declarator
	either         // a parameter's
)

// declarator parses a declarator.
func (p *parser) declarator(n naming) *Declarator {
	p.enter()
	defer func() { p.depth-- }()
	d := &Declarator{Start: p.pos}
	d.Attrs = p.attributes(nil)
	var pointers []Part
	for p.kind == star {
		ptr := &Pointer{At: p.pos}
		p.advance()
		ptr.Quals, ptr.Attrs = p.qualifiers()
		pointers = append(pointers, ptr)
	}
	switch {
	case p.kind == name && n != unnamed:
		d.Name = p.ident()
	case p.kind == lparen && (n == named || p.nested()):
		open := p.pos
		p.advance()
		inner := p.declarator(n)
		p.closing(rparen, ")", "(", open)
		d.Name, d.Parts = inner.Name, inner.Parts
		d.Attrs = append(d.Attrs, inner.Attrs...)
	case n == named:
		p.noName()
	}
	for {
		if p.kind == lbrack && p.peek(1).kind != lbrack {
			d.Parts = append(d.Parts, p.array())
		} else if p.kind == lparen {
			d.Parts = append(d.Parts, p.function())
		} else {
			break
		}
	}
	for i := range pointers {
		d.Parts = append(d.Parts, pointers[len(pointers)-1-i])
	}
	return d
}

// noName reports that a declarator's name was wanted at the present token.
func (p *parser) noName() {
	if p.kind == number {
		p.fail("a name does not begin with a digit", "a name was wanted before %s", p.describe())
	}
	if p.kind >= kwBreak {
		p.fail("a word of the language is no name", "a name was wanted before the word %s", p.describe())
	}
	p.fail("", "a name was wanted before %s", p.describe())
}

// nested reports whether the parenthesis here, in a declarator that may have no name, is around a declarator
// rather than around parameters (C11 6.7.6.3 p11).
func (p *parser) nested() bool {
	t := p.peek(1)
	switch t.kind {
	case rparen, ellipsis:
		return false
	case name:
		return !p.isTypeName(t)
	case kwAttribute:
		return true
	}
	return !p.startsType(t)
}

// qualifiers parses the qualifiers and attributes after * or in [ ].
func (p *parser) qualifiers() (q Quals, attrs []Attr) {
	for {
		switch p.kind {
		case kwQual:
			q |= Quals(p.bit)
			p.advance()
		case kwAtomic:
			q |= Atomic
			p.advance()
		case kwAttribute:
			attrs = p.attributes(attrs)
		default:
			return q, attrs
		}
	}
}

func (p *parser) array() *Array {
	a := &Array{Lbrack: p.pos}
	p.advance()
	static := func() {
		if p.kind == kwStorage && Storage(p.bit) == Static {
			a.Static = true
			p.advance()
		}
	}
	static()
	a.Quals, _ = p.qualifiers()
	static()
	switch {
	case p.kind == star && p.peek(1).kind == rbrack:
		a.Star = true
		p.advance()
	case p.kind != rbrack:
		a.Len = p.assignment()
	}
	p.closing(rbrack, "]", "[", a.Lbrack)
	return a
}

// function parses the parameters of a function declarator. Names of types that a parameter hides are hidden in the
// parameters after it.
func (p *parser) function() *Func {
	f := &Func{Lparen: p.pos}
	undo := len(p.undo)
	defer func() { p.leave(undo) }()
	p.advance()
	switch {
	case p.kind == rparen:
		f.Empty = true
	case p.kind == name && !p.isType() && (p.peek(1).kind == comma || p.peek(1).kind == rparen):
		for {
			if p.kind != name {
				p.fail("", "the name of a parameter was wanted before %s", p.describe())
			}
			f.Names = append(f.Names, Ident{p.pos, p.sym, p.text})
			p.advance()
			if !p.got(comma) {
				break
			}
		}
	default:
		for {
			if p.got(ellipsis) {
				f.Variadic = true
				break
			}
			f.Params = append(f.Params, p.parameter())
			if p.got(semicolon) { // GNU's forward declarations of parameters
				f.Params = nil
				continue
			}
			if !p.got(comma) {
				break
			}
		}
		if len(f.Params) == 1 && !f.Variadic && isVoid(f.Params[0]) {
			f.Params = nil
		}
	}
	if p.kind != rparen && p.kind != eof {
		p.report(p.pos, "", "',' or ')' was wanted after a parameter and before %s", p.describe()).closes("(", f.Lparen)
		panic(bailout{})
	}
	p.closing(rparen, ")", "(", f.Lparen)
	return f
}

// isVoid reports whether a parameter is the word void alone.
func isVoid(x *Param) bool {
	s := x.Specs
	return s.Words == Void && s.Storage == 0 && s.Quals == 0 && x.Decl.Name == nil && len(x.Decl.Parts) == 0
}

func (p *parser) parameter() *Param {
	s := p.specifiers()
	if s.Start == p.pos {
		if p.kind == name {
			p.unknownType()
		}
		p.fail("", "a parameter was wanted before %s", p.describe())
	}
	d := p.declarator(either)
	d.Attrs = p.attributes(d.Attrs)
	if d.Name != nil {
		p.declare(d.Name, false)
	}
	return &Param{Specs: s, Decl: d}
}

// unknownType reports that the present name, where a type was wanted, is none.
func (p *parser) unknownType() {
	p.fail(p.meant(p.sym, true, "is an #include or a typedef missing?"), "'%s' is not the name of a type", p.text)
}

// typeName parses a type as in a cast.
func (p *parser) typeName() *TypeName {
	s := p.specifiers()
	if s.Start == p.pos {
		if p.kind == name {
			p.unknownType()
		}
		p.fail("", "a type was wanted before %s", p.describe())
	}
	return &TypeName{Specs: s, Decl: p.declarator(unnamed)}
}
