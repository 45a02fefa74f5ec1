package syntax

import (
	"fmt"
	"maps"

	"craig/internal/program/c/pp"
)

// Formulas of ACSL, from the weakest operator to the strongest: quantifiers, ?:, <==>, ==>, ||, ^^, &&, comparisons, which may be chained, and
// what C has. They become expressions of C.

// formula parses one.
func (p *parser) formula() Expr {
	p.enter()
	defer func() { p.depth-- }()
	x := p.equivalence()
	if p.kind != question {
		return x
	}
	c := &Cond{X: x, OpPos: p.pos}
	p.advance()
	c.Then = p.formula()
	p.want(colon, ":", "after '?' and the first of its values")
	c.Else = p.formula()
	return c
}

func (p *parser) equivalence() Expr {
	x := p.implication()
	if p.kind != iff {
		return x
	}
	p.enter()
	defer func() { p.depth-- }()
	at := p.pos
	p.advance()
	return &Binary{X: negated(x), OpPos: at, Op: Eq, Y: negated(p.equivalence())}
}

func (p *parser) implication() Expr {
	x := p.disjunction()
	if p.kind != implies {
		return x
	}
	p.enter()
	defer func() { p.depth-- }()
	at := p.pos
	p.advance()
	return &Binary{X: x, OpPos: at, Op: Implies, Y: p.implication()}
}

func (p *parser) disjunction() Expr {
	x := p.exclusion()
	for p.kind == orOr {
		at := p.pos
		p.advance()
		x = &Binary{X: x, OpPos: at, Op: LOr, Y: p.exclusion()}
	}
	return x
}

func (p *parser) exclusion() Expr {
	x := p.conjunction()
	if !p.excludes() {
		return x
	}
	at := p.pos
	p.advance()
	p.advance()
	x = &Binary{X: negated(x), OpPos: at, Op: Ne, Y: negated(p.conjunction())}
	if p.excludes() {
		p.fail("", "^^ of more than two needs brackets")
	}
	return x
}

// excludes reports whether ^^ is next.
func (p *parser) excludes() bool { return p.logic && p.kind == xor && p.peek(1).kind == xor }

func (p *parser) conjunction() Expr {
	x := p.chain()
	for p.kind == andAnd {
		at := p.pos
		p.advance()
		x = &Binary{X: x, OpPos: at, Op: LAnd, Y: p.chain()}
	}
	return x
}

// negated is !x, twice of which is a truth value.
func negated(x Expr) Expr { return &Unary{OpPos: Start(x), Op: Not, X: x} }

// chain parses comparisons in a row: a <= b < c is a <= b && b < c.
func (p *parser) chain() Expr {
	switch p.text {
	case `\forall`, `\exists`:
		return p.bound()
	case `\let`:
		return p.let()
	}
	x := p.operands(binary[or].prec)
	if n, bits := counted(x); n < 2 {
		return x
	} else if bits { // which C and ACSL read in two ways
		p.report(Start(x), "", "comparisons beside bit operations need brackets")
		panic(bailout{})
	}
	operands, ops := comparisons(x, nil, nil)
	var all Expr
	for i, o := range ops {
		c := &Binary{X: operands[i], OpPos: o.OpPos, Op: o.Op, Y: operands[i+1], Exact: o.Exact}
		if all == nil {
			all = c
		} else {
			all = &Binary{X: all, OpPos: o.OpPos, Op: LAnd, Y: c}
		}
	}
	return &Paren{Lparen: Start(x), X: all}
}

// comparisons are the operands and the comparisons of an expression, as they are written.
func comparisons(x Expr, operands []Expr, ops []*Binary) ([]Expr, []*Binary) {
	b, ok := x.(*Binary)
	if !ok || !b.compares() {
		return append(operands, x), ops
	}
	operands, ops = comparisons(b.X, operands, ops)
	return comparisons(b.Y, operands, append(ops, b))
}

func (b *Binary) compares() bool {
	switch b.Op {
	case Lt, Le, Gt, Ge, Eq, Ne:
		return true
	}
	return false
}

// counted is how many comparisons there are outside of brackets, and whether there is an operation on bits.
func counted(x Expr) (comparisons int, bits bool) {
	b, ok := x.(*Binary)
	if !ok {
		return 0, false
	}
	n, one := counted(b.X)
	m, other := counted(b.Y)
	if b.compares() {
		n++
	}
	return n + m, one || other || b.Op == And || b.Op == Or || b.Op == Xor
}

// bound parses \forall T i, j; body.
func (p *parser) bound() Expr {
	q := &Quantifier{KeyPos: p.pos, Exists: p.text == `\exists`}
	p.advance()
	p.enter()
	defer func() { p.depth-- }()
	undo := len(p.undo)
	specs := p.specifiersOfLogic()
	q.Var = &Declaration{Specs: specs}
	was := p.instead
	for {
		d := p.declarator(named)
		n := *d.Name
		n.Sym = p.source.Intern(fmt.Sprintf("%s'%d", n.Name, p.bounds))
		p.bounds++
		p.symbol(n.Sym, pp.Ident)
		p.instead = with(p.instead, d.Name.Sym, &n)
		d.Name = &n
		q.Var.List = append(q.Var.List, &InitDecl{Decl: d})
		if !p.got(comma) {
			break
		}
	}
	if !p.got(semicolon) {
		p.fail("write a semicolon, and what holds", "a quantifier without a body")
	}
	q.X = p.formula()
	p.instead = was
	p.leave(undo)
	return q
}

// specifiersOfLogic parses a type as ACSL has them.
func (p *parser) specifiersOfLogic() *Specs {
	if p.kind == name && p.text == "integer" {
		s := integers(p.pos)
		p.advance()
		return s
	}
	if p.kind == name && p.text == "real" && !p.isType() {
		unread("use double, or integers", "real numbers are not supported")
	}
	return p.specifiers()
}

// integers is the type long long, in which ACSL's integers are computed.
func integers(at Pos) *Specs { return &Specs{Start: at, Words: Long | LongLong} }

// let parses \let x = term; body, which is body with the term in the place of x.
func (p *parser) let() Expr {
	p.advance()
	if p.kind != name || p.peek(1).kind != assign {
		p.fail("", `\let needs a name and a term: \let x = term; body`)
	}
	x := p.ident()
	p.advance()
	term := p.formula()
	if !p.got(semicolon) {
		p.fail("write a semicolon, and what is said of the name", `\let without a body`)
	}
	was := p.instead
	p.instead = with(p.instead, x.Sym, &Paren{Lparen: Start(term), X: term})
	body := p.formula()
	p.instead = was
	return body
}

// with is a map in which an expression stands for a name, too.
func with(m map[pp.Symbol]Expr, s pp.Symbol, x Expr) map[pp.Symbol]Expr {
	n := maps.Clone(m)
	if n == nil {
		n = map[pp.Symbol]Expr{}
	}
	n[s] = x
	return n
}

// definition is a predicate or a logic function of ACSL. A use of it is its body, with the arguments in it.
type definition struct {
	name    string
	params  []pp.Symbol
	integer []bool // which of them are ACSL's integers
	body    []token
	order   int // among the definitions: those that come before are seen in the body
}

// define parses predicate NAME(parameters) = formula; or logic TYPE NAME(parameters) = term;
func (p *parser) define() {
	typed, word := p.text == "logic", p.text
	start := p.pos
	p.advance()
	if typed {
		p.specifiersOfLogic()
		for p.got(star) {
		}
	}
	d := &definition{}
	if p.kind != name {
		p.fail("", "the name of a %s was wanted before %s", word, p.describe())
	}
	id := p.ident()
	d.name = id.Name
	if p.kind == lbrace {
		for p.kind != rbrace && p.kind != eof {
			if p.advance(); p.kind == comma {
				unread("give it the values as parameters", "%s has more than one label", id.Name)
			}
		}
		p.advance()
	}
	own := map[pp.Symbol]Expr{}
	if p.got(lparen) {
		for p.kind != rparen {
			d.integer = append(d.integer, p.text == "integer" && p.peek(1).kind == name)
			p.specifiersOfLogic()
			x := p.declarator(named)
			d.params = append(d.params, x.Name.Sym)
			own[x.Name.Sym] = x.Name
			if !p.got(comma) {
				break
			}
		}
		p.want(rparen, ")", "after the parameters of a definition")
	}
	if p.kind != assign {
		unread("write = and what it is; only its properties would have to be believed", "the %s %s has no definition", word, id.Name)
	}
	p.advance()
	first, was := p.index(), p.instead
	p.instead = own
	p.formula()
	p.instead = was
	d.body = p.all[first:p.index()]
	for _, t := range d.body {
		switch {
		case t.sym == id.Sym && t.kind == name && own[t.sym] == nil:
			unread("say what a loop computes with a loop invariant, or compare with a function in C", "%s is defined by itself, which is not supported", id.Name)
		case t.text == `\old` || t.text == `\result`:
			p.report(t.pos, "give it the value as a parameter", `\old and \result in the definition of %s have no meaning there`, id.Name)
			panic(bailout{})
		}
	}
	p.endClause(start, word)
	if p.definitions[id.Sym] != nil { // perhaps in a header that is included twice
		p.report(id.NamePos, "choose another name", "%s is defined twice", id.Name)
		panic(bailout{})
	}
	d.order = len(p.definitions) + 1
	if p.definitions == nil {
		p.definitions = map[pp.Symbol]*definition{}
	}
	p.definitions[id.Sym] = d
}

// use parses a use of a definition, whose name has been read.
func (p *parser) use(d *definition, at Pos) Expr {
	old := false
	if p.got(lbrace) {
		switch p.text {
		case "Here":
		case "Pre", "Old":
			old = true
		default:
			unread("", "%s with the label %s is not supported", d.name, p.text)
		}
		p.advance()
		p.want(rbrace, "}", "after a label")
	}
	var args []Expr
	if len(d.params) > 0 || p.kind == lparen {
		if !p.got(lparen) {
			p.fail("", "%s needs its arguments", d.name)
		}
		if p.kind != rparen {
			args = p.arguments()
		}
		p.want(rparen, ")", "after the arguments of a definition")
	}
	if len(args) != len(d.params) {
		p.report(at, "", "%s is given %d arguments, and not as many as it has parameters: %d", d.name, len(args), len(d.params))
		panic(bailout{})
	}
	const most = 20_000 // tokens, of the uses in one clause
	if p.expanded += len(d.body); p.expanded > most {
		unread("name fewer parts of it by predicates", "%s becomes too long", d.name)
	}
	own := map[pp.Symbol]Expr{}
	for i, s := range d.params {
		x := Expr(&Paren{Lparen: Start(args[i]), X: args[i]})
		if d.integer[i] {
			x = &Cast{Lparen: Start(args[i]), Type: &TypeName{Specs: integers(Start(args[i])), Decl: &Declarator{Start: Start(args[i])}}, X: x}
		}
		own[s] = x
	}
	was, visible := p.instead, p.visible
	p.instead, p.visible = own, d.order
	var x Expr
	ok := p.aside(d.body, true, func() { x = p.formula() })
	p.instead, p.visible = was, visible
	if !ok {
		panic(bailout{})
	}
	x = &Paren{Lparen: at, X: x}
	if old {
		x = &Call{Fun: &Ident{NamePos: at, Name: `\old`}, Lparen: at, Args: []Expr{x}, Rparen: at}
	}
	return x
}

// logicName parses what a name is in a formula of ACSL.
func (p *parser) logicName() Expr {
	at, s := p.pos, p.sym
	if x, ok := p.instead[s]; ok {
		p.advance()
		return x
	}
	d := p.definitions[s]
	if d == nil || p.visible > 0 && d.order >= p.visible {
		return p.ident()
	}
	p.advance()
	return p.use(d, at)
}

// between parses what follows low in low .. high, where high may be missing; x may be nil.
func (p *parser) between(low Expr) Expr {
	r := &Range{At: p.pos, Low: low}
	p.advance()
	if p.kind != rparen && p.kind != rbrack {
		r.High = p.formula()
	}
	return r
}
