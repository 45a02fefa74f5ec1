package pp

import (
	"slices"
	"strings"
)

// substitution makes the replacement of one use of a macro with parameters.
type substitution struct {
	p    *Preprocessor
	m    *macro
	args []argument
	exp  Loc
	out  []Token
}

// subst is the replacement of a use at exp with the arguments in it (C11 6.10.3.1 to 6.10.3.3).
func (p *Preprocessor) subst(m *macro, args []argument, exp Loc) []Token {
	for i, t := range m.body { // first, as in gcc: __COUNTER__ counts what is expanded
		if t.Kind == param && t.Flags&(spelled|pasted) == 0 && (i == 0 || m.body[i-1].Flags&pasted == 0) {
			p.expand(&args[t.Exp])
		}
	}
	s := substitution{p: p, m: m, args: args, exp: exp, out: p.take()}
	s.run(0, len(m.body))
	return s.out
}

// run appends what the replacement has from lo to hi. Operands of ## are joined from the left; joined says that the operands before the
// one in hand have left a token, so that it is not joined to a placemarker.
func (s *substitution) run(lo, hi int) {
	joined := false
	for i := lo; i < hi; i++ {
		t := s.m.body[i]
		before := i > lo && s.m.body[i-1].Flags&pasted != 0
		after := t.Flags&pasted != 0
		start := len(s.out)
		switch t.Kind {
		case param:
			if before && s.rest(t) {
				joined = s.comma(&s.args[t.Exp])
				if !after {
					s.out = append(s.out, Token{Kind: pad, Flags: cutting})
				}
				continue
			}
			if !before && i > 0 {
				s.out = append(s.out, Token{Kind: pad, Flags: t.Flags & White})
				start++
			}
			s.argument(t, before || after)
		case optional:
			if !before && i > 0 {
				s.out = append(s.out, Token{Kind: pad, Flags: t.Flags & White})
				start++
			}
			after = s.m.body[t.Exp].Flags&pasted != 0
			s.option(t, i, before, after)
			i = int(t.Exp)
		default:
			t.Flags &^= pasted
			t.Exp = s.exp
			s.out = append(s.out, t)
		}
		if before && len(s.out) > start {
			if joined && s.out[start].Kind != pad {
				s.paste(start)
			}
			joined = true
		} else if !before {
			joined = len(s.out) > start
		}
		if n := len(s.out); after && n > start && s.out[n-1].Kind == pad { // an empty argument at the end of __VA_OPT__
			joined = false
		}
		if t.Kind == param && !after || t.Kind == optional && !after {
			s.out = append(s.out, Token{Kind: pad, Flags: cutting})
		}
		if len(s.out) > maxArguments {
			s.p.fail(s.exp, "", "the replacement of %s has more than %d tokens", s.p.syms.list[s.m.name].text, maxArguments)
			return
		}
	}
}

// rest says whether t, behind ##, is the variable parameter behind a comma: that is GNU's way to leave out the comma.
func (s *substitution) rest(t Token) bool {
	n := len(s.out)
	return s.m.variadic && int(t.Exp) == len(s.m.params)-1 && n > 0 && s.p.is(s.out[n-1], symComma)
}

// comma appends the variable argument behind a comma, or takes the comma away; it says whether anything is left.
func (s *substitution) comma(a *argument) bool {
	if a.omitted {
		s.out = s.out[:len(s.out)-1]
		return false
	}
	s.copy(a.raw)
	return true
}

// argument appends what stands for a parameter: raw beside ##.
func (s *substitution) argument(t Token, raw bool) {
	a := &s.args[t.Exp]
	switch {
	case t.Flags&spelled != 0:
		s.out = append(s.out, s.p.spell(a.raw, t, s.exp))
	case raw:
		for _, t := range a.raw {
			if t.Kind == Annotation {
				s.p.fail(t.Exp, "put it in front of the use of the macro", "an annotation in what ## joins")
			}
		}
		s.copy(a.raw)
	default:
		s.copy(s.p.expand(a))
	}
}

func (s *substitution) copy(list []Token) {
	from := len(s.out)
	s.out = append(s.out, list...)
	inside := false // of an annotation, which is where it is written
	for i := from; i < len(s.out); i++ {
		inside = s.out[i].Kind == Annotation || inside && s.out[i].Kind != EndAnnotation
		if !inside {
			s.out[i].Exp = s.exp
		}
	}
}

// option appends what __VA_OPT__ at i stands for. Before the first token there is no pad if it is joined to one before, behind the last one
// none that ends an expansion if it is joined to one behind.
func (s *substitution) option(t Token, i int, before, after bool) {
	from := len(s.out)
	if s.leaves(len(s.args) - 1) {
		s.run(i+2, int(t.Exp))
		for n := len(s.out); after && n > from && s.out[n-1].Kind == pad && s.out[n-1].Flags&cutting != 0; n-- {
			s.out = s.out[:n-1]
		}
		k := from
		for before && k < len(s.out) && s.out[k].Kind == pad {
			k++
		}
		if first := s.m.body[i+2]; k > from+1 && first.Kind == param && first.Flags&spelled == 0 && !s.leaves(int(first.Exp)) {
			k = from // an empty argument at its beginning is what is joined
		}
		s.out = append(s.out[:from], s.out[k:]...)
	}
	if t.Flags&spelled != 0 {
		text := s.p.spell(s.out[from:], t, s.exp)
		s.out = append(s.out[:from], text)
	}
}

// leaves tells whether an argument has a token when it has been expanded.
func (s *substitution) leaves(arg int) bool {
	return slices.ContainsFunc(s.p.expand(&s.args[arg]), func(t Token) bool { return t.Kind != pad })
}

// paste joins the token at i with the one before it.
func (s *substitution) paste(i int) {
	l, r := s.out[i-1], s.out[i]
	t, ok := s.p.joinTokens(l, r)
	if !ok {
		s.p.fail(s.exp, "", "## makes %s and %s, which is no token", s.p.Text(l), s.p.Text(r))
		return
	}
	t.Exp = s.exp
	s.out[i-1] = t
	s.out = append(s.out[:i], s.out[i+1:]...)
}

// joinTokens is the token that two make together.
func (p *Preprocessor) joinTokens(l, r Token) (Token, bool) {
	text := make([]byte, 0, 64)
	text = append(text, p.Text(l)...)
	text = append(text, p.Text(r)...)
	n := len(text)
	text = append(text, '\n')
	if text[0] == '/' && (text[1] == '/' || text[1] == '*') {
		return Token{}, false
	}
	t, end := p.one(text, 0, l.Flags&(White|First))
	t.Loc = l.Loc
	return t, end == n && t.Kind != Other
}

// spell is the literal that # makes (C11 6.10.3.2).
func (p *Preprocessor) spell(list []Token, at Token, exp Loc) Token {
	var b strings.Builder
	b.WriteByte('"')
	from := Token{} // the pad that says whether there is white space
	inside := false // of an annotation, which is a comment here
	for _, t := range list {
		if inside || t.Kind == Annotation {
			inside = t.Kind != EndAnnotation
			from = Token{Kind: pad, Flags: White}
			continue
		}
		if t.Kind == pad {
			if from.Kind != pad || from.Flags&White == 0 && t.Flags&cutting != 0 {
				from = t
				if t.Flags&cutting != 0 {
					from = Token{}
				}
			}
			continue
		}
		space := white(t)
		if from.Kind == pad {
			space = from.Flags & White
		}
		from = Token{}
		if space != 0 && b.Len() > 1 {
			b.WriteByte(' ')
		}
		text := p.Text(t)
		if t.Kind == Pragma {
			text = "#pragma "
		}
		if t.Kind != String && t.Kind != Char && !(t.Kind == Other && len(text) > 1 && text[0] != '\\') {
			b.WriteString(text)
			continue
		}
		for i := range len(text) {
			if text[i] == '"' || text[i] == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(text[i])
		}
	}
	text := b.String()
	if n := len(text) - len(strings.TrimRight(text, `\`)); n%2 == 1 {
		text = text[:len(text)-1] // the literal would not end
	}
	return Token{Kind: String, Flags: at.Flags & White, Sym: p.syms.intern(text + `"`), Loc: at.Loc, Exp: exp}
}
