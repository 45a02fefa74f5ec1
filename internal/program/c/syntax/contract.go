package syntax

import (
	"fmt"
	"maps"
	"strings"

	"craig/internal/program/c/pp"
)

// Clause is a clause of a contract, of ACSL in a comment or of CBMC. One that is not understood has nothing of what comes behind Behavior.
type Clause struct {
	At       Pos // of its first word
	Kind     ClauseKind
	Name     string // of CBMC: the word that it begins with
	Text     string // of CBMC: its tokens, between the brackets
	Said     string // as it is written, on one line
	Behavior string // of which it is one; "": of none
	X        Expr   // what it says
	Places   []Assigned
	Names    []string // of behaviors
	Measures []Expr   // of a variant: integers in lexicographic order
}

// ClauseKind is what a clause is about.
type ClauseKind uint8

const (
	UnknownClause ClauseKind = iota
	Requires
	Ensures
	Assumes
	Assigns
	Assert
	LoopInvariant
	LoopAssigns
	Variant    // of a loop
	Decreases  // of a function; CBMC's are of loops, too
	Terminates // whether the function ends, which is another question
	Complete   // behaviors, all of them or those of Names
	Disjoint
)

// Assigned is a place that an assigns clause names, which counts where If holds; that may be nil. In X there may be a Range.
type Assigned struct{ If, X Expr }

var (
	wordsOfACSL = map[string]ClauseKind{
		"requires": Requires, "ensures": Ensures, "assumes": Assumes, "assigns": Assigns, "assert": Assert, "check": Assert,
		"loop invariant": LoopInvariant, "loop assigns": LoopAssigns, "loop variant": Variant, "decreases": Decreases, "terminates": Terminates,
		"complete": Complete, "disjoint": Disjoint,
	}
	wordsOfCBMC = map[string]ClauseKind{
		"__CPROVER_requires": Requires, "__CPROVER_ensures": Ensures, "__CPROVER_assigns": Assigns,
		"__CPROVER_loop_invariant": LoopInvariant, "__CPROVER_decreases": Decreases,
	}
)

// ends are the tokens behind those that aside reads.
const ends = 3

// aside parses a list of tokens, apart from those that follow, and reports whether nothing was wrong with them.
func (p *parser) aside(tokens []token, logic bool, parse func()) bool {
	end := token{kind: eof}
	if n := len(tokens); n > 0 {
		end.pos = tokens[n-1].pos
	}
	now, last, ahead, before, opening, errors, rest, all, was := p.token, p.last, p.ahead, p.before, p.opening, len(p.errors), p.list, p.all, p.logic
	p.ahead, p.logic, p.all = nil, logic, tokens
	p.list = append(tokens[:len(tokens):len(tokens)], end, end, end) // peek reads behind it
	undo := len(p.undo)
	ok := p.recovering(func() {
		p.advance()
		parse()
	})
	ok = ok && len(p.errors) == errors && p.kind == eof
	p.leave(undo)
	p.token, p.last, p.ahead, p.before, p.opening, p.errors, p.list, p.all, p.logic = now, last, ahead, before, opening, p.errors[:errors], rest, all, was
	return ok
}

// clausesOf are the clauses of the contract comment at a place; read tells whether all of them are understood.
func (p *parser) clausesOf(at Pos) (list []Clause, read bool) {
	if len(p.notes[at]) == 0 {
		return nil, false
	}
	behavior := ""
	read = p.aside(p.notes[at], true, func() {
		for p.kind != eof {
			if p.text == "behavior" {
				p.advance()
				behavior = p.ident().Name
				p.want(colon, ":", "after the name of a behavior")
				continue
			}
			if p.text == "predicate" || p.text == "logic" {
				p.define()
				continue
			}
			list = append(list, p.clause(behavior))
		}
	})
	return list, read
}

// clause parses a clause of ACSL, with its semicolon.
func (p *parser) clause(behavior string) Clause {
	c := Clause{At: p.pos, Behavior: behavior}
	word := p.text
	p.advance()
	if word == "loop" {
		word += " " + p.text
		p.advance()
	}
	c.Kind = wordsOfACSL[word]
	if p.kind == name && p.peek(1).kind == colon {
		p.advance()
		p.advance()
	}
	begin, first := p.pos, p.index()
	switch c.Kind {
	case UnknownClause:
		panic(bailout{})
	case Complete, Disjoint:
		begin, first = c.At, first-1
		if p.text != "behaviors" {
			panic(bailout{})
		}
		for p.advance(); p.kind == name; p.got(comma) {
			c.Names = append(c.Names, p.ident().Name)
		}
	case Assigns, LoopAssigns:
		c.Places = p.places(nil)
		if p.text == `\from` {
			for p.kind != semicolon && p.kind != eof {
				p.advance()
			}
		}
	case Variant, Decreases: // for a relation is not understood
		c.Measures = append(c.Measures, p.formula())
		for p.got(comma) {
			c.Measures = append(c.Measures, p.formula())
		}
	default:
		c.X = p.formula()
	}
	c.Said = p.said(begin, p.pos, p.spelled(first))
	if p.kind != semicolon {
		panic(bailout{})
	}
	p.advance()
	return c
}

// index is that of the present token among those that aside reads.
func (p *parser) index() int {
	return min(len(p.all), len(p.all)+ends-len(p.list)-len(p.ahead)-1)
}

// spelled are the tokens from one index on up to the present one.
func (p *parser) spelled(from int) string {
	var words []string
	for _, t := range p.all[from:p.index()] {
		words = append(words, t.text)
	}
	return strings.Join(words, " ")
}

// said is the text from one place to another, on one line, or otherwise if it comes from a macro.
func (p *parser) said(from, to Pos, otherwise string) string {
	const most = 200
	text := p.source.Written(from.Used, to.Used)
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if len(lines) > 0 {
			l = strings.TrimLeft(strings.TrimLeft(l, " \t"), "@")
		}
		lines = append(lines, l)
	}
	if text == "" {
		lines = []string{otherwise}
	}
	text = strings.Map(func(c rune) rune {
		if c >= 0x80 {
			return '?'
		}
		return c
	}, strings.Join(strings.Fields(strings.Join(lines, " ")), " "))
	if len(text) > most {
		text = text[:most] + " ..."
	}
	return text
}

// places parses the places of an assigns clause, with commas between them.
func (p *parser) places(condition Expr) (list []Assigned) {
	for p.kind != semicolon && p.kind != eof && p.text != `\from` {
		if p.text == `\nothing` || p.text == `\result` {
			p.advance()
		} else if p.logic {
			list = append(list, Assigned{condition, p.formula()})
		} else {
			list = append(list, Assigned{condition, p.conditional()})
		}
		if !p.got(comma) {
			break
		}
	}
	return list
}

// groups parses the places of a clause of CBMC: groups with semicolons between, each perhaps with a condition.
func (p *parser) groups() (list []Assigned) {
	for p.kind != eof {
		if p.got(semicolon) {
			continue
		}
		first := p.conditional()
		if p.got(colon) {
			list = append(list, p.places(first)...)
		} else {
			list = append(list, Assigned{X: first})
			if p.got(comma) {
				list = append(list, p.places(nil)...)
			}
		}
		if p.kind != semicolon && p.kind != eof {
			panic(bailout{})
		}
	}
	return list
}

// clauses parses clauses of CBMC's contracts, if there are any.
func (p *parser) clauses() (list []Clause) {
	for p.kind == name && strings.HasPrefix(p.text, "__CPROVER_") && p.peek(1).kind == lparen {
		c := Clause{At: p.pos, Name: p.text}
		p.advance()
		open := p.pos
		p.advance()
		var words []string
		var tokens []token
		begin := p.pos
		for depth := 0; p.kind != eof && (p.kind != rparen || depth > 0); p.advance() {
			switch p.kind {
			case lparen:
				depth++
			case rparen:
				depth--
			}
			words, tokens = append(words, p.text), append(tokens, p.token)
		}
		c.Text = strings.Join(words, " ")
		c.Said = p.said(begin, p.pos, c.Text)
		p.closing(rparen, ")", "(", open)
		list = append(list, c)
		p.meaning(&list[len(list)-1], tokens)
	}
	return list
}

// meaning is what a clause of CBMC says.
func (p *parser) meaning(c *Clause, tokens []token) {
	kind := wordsOfCBMC[c.Name]
	ok := p.aside(tokens, false, func() {
		switch kind {
		case UnknownClause:
		case Assigns:
			c.Places = p.groups()
		case Decreases:
			c.Measures = append(c.Measures, p.assignment())
			for p.got(comma) {
				c.Measures = append(c.Measures, p.assignment())
			}
		default:
			c.X = p.conditional()
		}
	})
	if ok {
		c.Kind = kind
	}
}

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
	if p.excludes() { // of more than two it needs brackets
		panic(bailout{})
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
		panic(bailout{})
	}
	operands, ops := comparisons(x, nil, nil)
	var all Expr
	for i, o := range ops {
		c := &Binary{X: operands[i], OpPos: o.OpPos, Op: o.Op, Y: operands[i+1]}
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
	if p.kind != semicolon {
		panic(bailout{})
	}
	p.advance()
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
	return p.specifiers()
}

// integers is the type long long, in which ACSL's integers are computed.
func integers(at Pos) *Specs { return &Specs{Start: at, Words: Long | LongLong} }

// let parses \let x = term; body, which is body with the term in the place of x.
func (p *parser) let() Expr {
	p.advance()
	if p.kind != name {
		panic(bailout{})
	}
	x := p.ident()
	if p.kind != assign {
		panic(bailout{})
	}
	p.advance()
	term := p.formula()
	if p.kind != semicolon {
		panic(bailout{})
	}
	p.advance()
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
	params  []pp.Symbol
	integer []bool // which of them are ACSL's integers
	body    []token
	order   int // among the definitions: those that come before are seen in the body
}

// define parses predicate NAME(parameters) = formula; or logic TYPE NAME(parameters) = term;
func (p *parser) define() {
	typed := p.text == "logic"
	p.advance()
	if typed {
		p.specifiersOfLogic()
		for p.got(star) {
		}
	}
	d := &definition{}
	id := p.ident()
	if p.kind == lbrace {
		for p.kind != rbrace && p.kind != eof {
			p.advance()
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
		panic(bailout{})
	}
	p.advance()
	first, was := p.index(), p.instead
	p.instead = own
	p.formula()
	p.instead = was
	if p.kind != semicolon {
		panic(bailout{})
	}
	d.body = p.all[first:p.index()]
	p.advance()
	if p.definitions[id.Sym] == nil { // of two that have one name in two files it is not known which is meant
		d.order = len(p.definitions) + 1
	} else {
		panic(bailout{})
	}
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
			panic(bailout{})
		}
		p.advance()
		p.want(rbrace, "}", "after a label")
	}
	var args []Expr
	if len(d.params) > 0 || p.kind == lparen {
		p.want(lparen, "(", "before the arguments of a definition")
		if p.kind != rparen {
			args = p.arguments()
		}
		p.want(rparen, ")", "after the arguments of a definition")
	}
	if len(args) != len(d.params) {
		panic(bailout{})
	}
	const most = 10_000
	if p.expanded += len(d.body); p.expanded > most*10 || len(d.body) > most {
		panic(bailout{})
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
