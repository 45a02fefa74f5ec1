package syntax

// claims are the assertions of the contract comment at a place; nil if there is anything else in it, or what C and ACSL read in two ways.
func (p *parser) claims(at Pos) (list []Claim) {
	tokens := p.notes[at]
	if len(tokens) == 0 {
		return nil
	}
	end := token{kind: eof, pos: tokens[len(tokens)-1].pos}
	now, last, ahead, before, opening, errors, rest := p.token, p.last, p.ahead, p.before, p.opening, len(p.errors), p.list
	p.ahead, p.list = nil, append(tokens[:len(tokens):len(tokens)], end, end, end) // peek reads behind it
	ok := p.recovering(func() {
		for p.advance(); p.kind != eof; {
			begin := p.pos
			if p.text != "assert" && p.text != "check" {
				panic(bailout{}) // no assertion
			}
			p.advance()
			if p.kind == name && p.peek(1).kind == colon {
				p.advance()
				p.advance()
			}
			x := p.conditional()
			x, simple := logical(x)
			if !simple {
				panic(bailout{})
			}
			p.want(semicolon, ";", "after an assertion")
			list = append(list, Claim{At: begin, X: x})
		}
	})
	if len(p.errors) > errors || !ok {
		list = nil
	}
	p.token, p.last, p.ahead, p.before, p.opening, p.errors, p.list = now, last, ahead, before, opening, p.errors[:errors], rest
	return list
}

// logical is a condition of ACSL in C. It is not simple if it has what has effects, calls or logic in it, comparisons in a row, which ACSL
// takes for all of them, or arithmetic of literals, which never overflows there.
func logical(x Expr) (y Expr, simple bool) {
	switch x := x.(type) {
	case *Paren:
		x.X, simple = logical(x.X)
		return x, simple
	case *Unary:
		switch x.Op {
		case Addr, Deref, Plus, Neg, Compl, Not:
			x.X, simple = logical(x.X)
		}
		return x, simple
	case *Binary:
		if x.Op == Comma || comparison(x) && (comparison(x.X) || comparison(x.Y)) || arithmetic(x) && literal(x) {
			return x, false
		}
		var left, right bool
		x.X, left = logical(x.X)
		x.Y, right = logical(x.Y)
		if x.Op == Implies {
			return &Binary{X: &Unary{OpPos: x.OpPos, Op: Not, X: x.X}, OpPos: x.OpPos, Op: LOr, Y: x.Y}, left && right
		}
		return x, left && right
	case *Index:
		var left, right bool
		x.X, left = logical(x.X)
		x.Index, right = logical(x.Index)
		return x, left && right
	case *Member:
		x.X, simple = logical(x.X)
		return x, simple
	case *Ident, *Literal:
		return x, true
	}
	return x, false
}

// comparison tells whether an expression compares two others, without brackets.
func comparison(x Expr) bool {
	b, ok := x.(*Binary)
	if !ok {
		return false
	}
	switch b.Op {
	case Lt, Le, Gt, Ge, Eq, Ne:
		return true
	}
	return false
}

func arithmetic(x *Binary) bool {
	return !comparison(x) && x.Op != LAnd && x.Op != LOr && x.Op != Implies
}

// literal tells whether an expression is made of literals alone.
func literal(x Expr) bool {
	switch x := x.(type) {
	case *Literal:
		return true
	case *Paren:
		return literal(x.X)
	case *Unary:
		return literal(x.X)
	case *Binary:
		return literal(x.X) && literal(x.Y)
	}
	return false
}
