package pp

// macro is a definition.
type macro struct {
	name     Symbol
	function bool // it has parameters, if only ()
	variadic bool // the last parameter takes all the rest
	params   []Symbol
	body     []Token
	builtin  builtin
	open     bool // its replacement is being read
	at       Loc
}

// context is a list of tokens that is read before anything else: the replacement of a macro, or an argument.
type context struct {
	toks    []Token
	i       int
	macro   *macro // whose replacement it is
	exp     Loc    // if stamp: where the use is
	stamp   bool   // the tokens are those of the definition
	barrier bool   // nothing behind the end is read: an argument
	pooled  bool   // the list is not used by anybody else
}

// get is the next token with macros expanded. It may be a pad.
func (p *Preprocessor) get() Token {
	for {
		var t Token
		if n := len(p.ctx); n == 0 {
			t = p.read()
		} else {
			c := &p.ctx[n-1]
			if c.i == len(c.toks) {
				if c.barrier {
					return Token{Kind: EOF}
				}
				p.leave()
				if p.directive {
					continue
				}
				return Token{Kind: pad, Flags: cutting}
			}
			t = c.toks[c.i]
			c.i++
			if c.stamp {
				t.Exp = c.exp
			}
			if p.work++; p.work > p.cfg.Limits.Tokens {
				p.tooMuch(t.Exp)
			}
			if p.err != nil {
				return Token{Kind: EOF, Loc: t.Loc, Exp: t.Exp}
			}
		}
		if t.Kind != Ident || t.Flags&painted != 0 {
			return t
		}
		m := p.syms.list[p.means(t)].macro
		switch {
		case m == nil:
			return t
		case m.open:
			t.Flags |= painted
			return t
		case p.prevent > 0 || !p.enter(t, m):
			return t
		case !p.directive:
			return Token{Kind: pad, Flags: white(t), Loc: t.Loc, Exp: t.Exp}
		}
	}
}

// leave ends the innermost context.
func (p *Preprocessor) leave() {
	n := len(p.ctx) - 1
	c := &p.ctx[n]
	if c.macro != nil {
		c.macro.open = false
	}
	if c.pooled {
		p.give(c.toks)
	}
	*c = context{}
	p.ctx = p.ctx[:n]
}

// take is an empty list, give takes back one that nobody uses any more.
func (p *Preprocessor) take() []Token {
	if n := len(p.pool); n > 0 {
		list := p.pool[n-1]
		p.pool = p.pool[:n-1]
		return list[:0]
	}
	return make([]Token, 0, 64)
}

func (p *Preprocessor) give(list []Token) {
	if cap(list) > 0 && len(p.pool) < 64 {
		p.pool = append(p.pool, list)
	}
}

// enterTokens has a list read before anything else.
func (p *Preprocessor) enterTokens(list []Token) {
	p.ctx = append(p.ctx, context{toks: list})
}

// enter has the replacement of a macro read in the place of a use, t. false: t is no use, since no arguments follow.
func (p *Preprocessor) enter(t Token, m *macro) bool {
	switch {
	case m.builtin != 0:
		return p.enterBuiltin(t, m)
	case !m.function:
		m.open = true
		p.ctx = append(p.ctx, context{toks: m.body, macro: m, exp: t.Exp, stamp: true})
		return true
	}
	args, between, ok := p.collect(t, m)
	if !ok {
		return false
	}
	list := p.subst(m, args, t.Exp)
	for i := range args {
		p.give(args[i].raw)
		p.give(args[i].full)
	}
	m.open = true
	p.ctx = append(p.ctx, context{toks: list, macro: m, pooled: true})
	if len(between) > 0 {
		p.enterTokens(between)
	}
	return true
}

// argument is an argument of a use of a macro.
type argument struct {
	raw      []Token // as it is written
	full     []Token // with macros expanded
	expanded bool    // full is known
	omitted  bool    // a variable argument for which there is nothing, not even the comma before it
}

// collect reads the arguments of a use of a macro, and annotations in front of them; false: there are none.
func (p *Preprocessor) collect(t Token, m *macro) (args []argument, between []Token, ok bool) {
	before := p.arguments
	p.prevent++
	p.arguments = wantOpen
	defer func() {
		p.prevent--
		p.arguments = before
	}()
	skipped := Token{}
	next := p.get()
	for ; next.Kind == pad || next.Kind == Annotation; next = p.get() {
		if next.Kind == Annotation {
			between = p.restOf(next, between)
			continue
		}
		if skipped.Kind == EOF || skipped.Flags&cutting != 0 || skipped.Flags&White == 0 && next.Flags&cutting != 0 {
			skipped = next
		}
	}
	if !p.is(next, symOpen) {
		if next.Kind != EOF {
			p.back(next)
		}
		if skipped.Kind == pad {
			between = append(between, skipped)
		}
		if len(between) > 0 {
			p.enterTokens(between)
		}
		return nil, nil, false
	}
	p.arguments = inArgs
	args, ok = p.argumentsOf(t, m)
	return args, between, ok
}

// back has a token read again, which get has just given.
func (p *Preprocessor) back(t Token) {
	if n := len(p.ctx); n > 0 {
		p.ctx[n-1].i--
	} else {
		t.Flags &^= painted
		p.held = append(p.held, t)
	}
}

// argumentsOf reads the arguments behind the bracket.
func (p *Preprocessor) argumentsOf(t Token, m *macro) ([]argument, bool) {
	args := make([]argument, 0, max(1, len(m.params)))
	list, depth, inside := p.take(), 0, false
	finish := func() {
		for len(list) > 0 && list[len(list)-1].Kind == pad {
			list = list[:len(list)-1]
		}
		args = append(args, argument{raw: list})
	}
	for {
		a := p.get()
		switch a.Kind {
		case EOF:
			p.fail(t.Exp, "is a closing bracket missing?", "the arguments of %s do not end", p.Text(t))
			return nil, false
		case pad:
			if len(list) == 0 {
				continue
			}
		case Pragma, EndPragma, Annotation, EndAnnotation:
			inside = a.Kind == Pragma || a.Kind == Annotation
		case Punct:
			if inside {
				break
			}
			switch p.means(a) {
			case symOpen:
				depth++
			case symClose:
				if depth--; depth < 0 {
					finish()
					return p.counted(t, m, args)
				}
			case symComma:
				if depth == 0 && !(m.variadic && len(args) == len(m.params)-1) {
					finish()
					list = p.take()
					continue
				}
			}
		}
		if list = append(list, a); len(list) > maxArguments {
			p.fail(t.Exp, "", "an argument of %s has more than %d tokens", p.Text(t), maxArguments)
			return nil, false
		}
	}
}

// counted compares the number of arguments with that of parameters.
func (p *Preprocessor) counted(t Token, m *macro, args []argument) ([]argument, bool) {
	n := len(m.params)
	switch {
	case len(args) == n:
		args[n-1].omitted = m.variadic && n == 1 && len(args[0].raw) == 0 && !p.cfg.ISO
	case len(args) == n-1 && m.variadic:
		args = append(args, argument{omitted: true})
	case n == 0 && len(args) == 1 && len(args[0].raw) == 0:
		args = args[:0]
	default:
		given := len(args)
		if given == 1 && len(args[0].raw) == 0 {
			given = 0
		}
		p.fail(t.Exp, "", "the macro %s takes %s, and is given %d", p.Text(t), numberOf(n, m.variadic), given)
		return nil, false
	}
	return args, true
}

// expand is the argument with its macros expanded.
func (p *Preprocessor) expand(a *argument) []Token {
	if a.expanded || len(a.raw) == 0 {
		return a.full
	}
	a.expanded = true
	if p.nesting++; p.nesting > maxNesting {
		p.fail(a.raw[0].Exp, "", "uses of macros in arguments of macros nested more than %d deep", maxNesting)
		return nil
	}
	arguments, prevent, keep := p.arguments, p.prevent, p.keepPragma
	p.arguments, p.prevent, p.keepPragma = noArgs, 0, true
	p.ctx = append(p.ctx, context{toks: a.raw, barrier: true})
	depth := len(p.ctx)
	list := p.take()
	for {
		t := p.get()
		if t.Kind == EOF {
			break
		}
		if list = append(list, t); len(list) > maxArguments {
			p.fail(t.Exp, "", "an argument of a macro has more than %d tokens", maxArguments)
		}
	}
	for len(p.ctx) >= depth {
		p.leave()
	}
	p.arguments, p.prevent, p.keepPragma = arguments, prevent, keep
	p.nesting--
	a.full = list
	return list
}

// white is White if white space came before t.
func white(t Token) uint8 {
	if t.Flags&(White|First) != 0 {
		return White
	}
	return 0
}
