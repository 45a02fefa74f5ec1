package pp

import "bytes"

// isAnnotation says whether a comment is kept.
func (p *Preprocessor) isAnnotation(comment []byte) bool {
	a := p.cfg.Annotations
	if a == nil || p.directive || len(comment) < 3 || comment[2] != '@' {
		return false
	}
	if a.Is(comment) {
		return true
	}
	for i := 3; i < len(comment); {
		j := i
		for j < len(comment) && class[comment[j]]&(isLetter|isDigit) != 0 {
			j++
		}
		if j == i {
			i++
			continue
		}
		if e := &p.syms.list[find(&p.syms, comment[i:j], hashOf(comment[i:j]))]; e.macro != nil {
			return true
		}
		i = j
	}
	return false
}

// comment is the token of the comment from i up to where the text is read. What follows on the line may be a directive.
func (p *Preprocessor) comment(flags uint8, i int) Token {
	b := p.buf
	b.fresh = flags&First != 0
	text := b.text[i:b.pos]
	return Token{Kind: Annotation, Flags: flags, Sym: find(&p.syms, text, hashOf(text)), Loc: b.loc(i), Exp: b.loc(i)}
}

// annotation is the tokens of an annotation, from Annotation to EndAnnotation. In a comment that is none but for the name of a macro,
// what goes wrong with that macro is no mistake: then nothing is left of it.
func (p *Preprocessor) annotation(t Token) []Token {
	before := p.err
	comment := p.Text(t)
	list := p.expand(&argument{raw: p.annotationTokens(t, []byte(comment))})
	if p.err != nil && before == nil && !p.cfg.Annotations.Is([]byte(comment)) {
		p.err = nil
		return nil
	}
	out := make([]Token, 0, len(list)+2)
	out = append(out, t)
	space := uint8(0)
	for _, a := range list {
		if a.Kind == pad {
			space |= a.Flags & White
			continue
		}
		a.Flags |= space | painted
		space = 0
		out = append(out, a)
	}
	return append(out, Token{Kind: EndAnnotation, Loc: t.Loc, Exp: t.Exp})
}

// annotationTokens are the tokens of an annotation as it is written: as elsewhere, but .. is part of no number. Those that
// begin a clause are not to be expanded. @ at the beginnings of lines and at the end is left out.
func (p *Preprocessor) annotationTokens(t Token, comment []byte) []Token {
	body := comment[3:]
	if comment[1] == '*' {
		body = bytes.TrimSuffix(body[:len(body)-2], []byte("@"))
	}
	b := &buffer{file: &file{name: p.buf.name, text: append(bytes.Clone(body), '\n', 0)[:len(body)+1]}, base: t.Loc + 3, fresh: true}
	up, held, directive := p.buf, p.held, p.directive
	p.buf, p.held, p.directive = b, nil, true
	var list []Token
	begins := true // a clause, here
	for p.err == nil {
		a := p.lex()
		if a.Kind == EOF {
			if b.pos++; b.pos >= len(b.text) {
				break
			}
			b.fresh = true
			continue
		}
		text := b.text[a.Loc-b.base : b.pos]
		c := text[0]
		if c == '@' && a.Flags&First != 0 {
			b.fresh = true
			continue
		}
		if n := bytes.Index(text, []byte("..")); n > 0 && a.Kind == Number {
			b.pos -= len(text) - n
			a.Sym = find(&p.syms, text[:n], hashOf(text[:n]))
		}
		begins = begins && a.Kind == Ident && p.cfg.Annotations.Keyword(p.Text(a))
		if begins {
			a.Flags |= painted
		}
		begins = begins || c == ';' || c == ':'
		list = append(list, a)
	}
	p.buf, p.held, p.directive = up, held, directive
	return list
}

// restOf appends the annotation that begins with t, which get has just given, to a list.
func (p *Preprocessor) restOf(t Token, list []Token) []Token {
	for ; t.Kind != EndAnnotation && t.Kind != EOF; t = p.get() {
		list = append(list, t)
	}
	return append(list, t)
}
