package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"craig/internal/program/c/pp"
	"craig/internal/spell"
)

// Clause is a clause of a contract, of ACSL in a comment or of CBMC. One that is left out has nothing of what comes behind Behavior.
type Clause struct {
	At       Pos // of its first word
	Left     *LeftOut
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

// LeftOut is why a clause is left out.
type LeftOut struct {
	Why, Hint string
	Lost      []string // names that it would have given a meaning, if it is not about a function, a loop or a statement
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

// WithoutIt is what it means for the answer that such a clause is left out.
func (k ClauseKind) WithoutIt() string {
	switch k {
	case UnknownClause:
		return "the answer says nothing of it"
	case Requires:
		return "calls in which it does not hold count as others do, and the contract does not stand for calls"
	case Assumes:
		return "so are the clauses of its behavior"
	case Assigns:
		return "what is written is not compared with it, and the contract does not stand for calls"
	}
	return "whether it holds is not looked at"
}

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

// unsupported is thrown in a clause that is no mistake, and is left out.
type unsupported struct{ why, hint string }

// unread gives the clause at hand up, which is left out.
func unread(hint, format string, args ...any) { panic(unsupported{fmt.Sprintf(format, args...), hint}) }

// aside parses a list of tokens, apart from those that follow, and reports whether nothing was wrong with them.
func (p *parser) aside(tokens []token, logic bool, parse func()) bool {
	now, last, ahead, before, opening, rest, all, was := p.token, p.last, p.ahead, p.before, p.opening, p.list, p.all, p.logic
	undo := len(p.undo)
	defer func() {
		p.leave(undo)
		p.token, p.last, p.ahead, p.before, p.opening, p.list, p.all, p.logic = now, last, ahead, before, opening, rest, all, was
	}()
	p.logic, p.all = logic, tokens
	p.inClause++
	defer func() { p.inClause-- }()
	p.from(0)
	return p.recovering(func() {
		parse()
		if p.kind != eof {
			p.unexpected()
		}
	})
}

// from goes on with a token of those that aside reads.
func (p *parser) from(i int) {
	end := token{kind: eof}
	if n := len(p.all); n > 0 {
		end.pos = p.all[n-1].pos
	}
	p.ahead = nil
	p.list = append(p.all[i:len(p.all):len(p.all)], end, end, end) // peek reads behind it
	p.advance()
}

// unexpected reports the present token, which is in a clause.
func (p *parser) unexpected() {
	switch {
	case p.kind == assign:
		p.fail("a clause only says what holds", "an assignment in a clause, where == compares")
	case p.kind == other:
		p.noToken()
	}
	p.fail("docs/contracts.md says what may be in a clause", "%s is not understood here", p.describe())
}

// clausesOf are the clauses of the contract comment at a place.
func (p *parser) clausesOf(at Pos) (list []Clause) {
	behavior := ""
	p.aside(p.notes[at], true, func() {
		for p.kind != eof {
			if p.text == "behavior" {
				p.advance()
				if p.kind != name || p.peek(1).kind != colon {
					p.fail("write behavior NAME: and its clauses", "a behavior without a colon")
				}
				behavior = p.ident().Name
				p.advance()
				continue
			}
			c, first := Clause{At: p.pos, Behavior: behavior}, p.index()
			if left := p.attempt(func() { p.clause(&c) }); left != nil {
				c.X, c.Places, c.Names, c.Measures, c.Left = nil, nil, nil, nil, left
				p.pass(&c, first)
			}
			if c.Kind != UnknownClause || c.Left != nil {
				list = append(list, c)
			}
		}
	})
	return list
}

// attempt runs f, and tells why it gave a clause up.
func (p *parser) attempt(f func()) (left *LeftOut) {
	undo, instead, visible, depth := len(p.undo), p.instead, p.visible, p.depth
	p.expanded = 0
	defer func() {
		if e := recover(); e != nil {
			u, ok := e.(unsupported)
			if !ok {
				panic(e)
			}
			p.leave(undo)
			p.instead, p.visible, p.depth = instead, visible, depth
			left = &LeftOut{Why: u.why, Hint: u.hint}
		}
	}()
	f()
	return nil
}

// pass goes on behind the clause that begins with a token of those that aside reads, and is left out.
func (p *parser) pass(c *Clause, first int) {
	word := p.all[first].text
	depth, bound, end := 0, 0, len(p.all)
	for i := first; i < end && word != "ghost"; i++ { // which goes on up to the end of the comment
		switch p.all[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
			if depth == 0 && (word == "axiomatic" || word == "inductive") && p.all[i].text == "}" {
				end = i + 1
			}
		case `\forall`, `\exists`, `\let`, `\lambda`:
			if depth == 0 {
				bound++
			}
		case ";":
			if depth > 0 {
				break
			}
			if bound--; bound < 0 {
				end = i + 1
			}
		}
	}
	if c.Kind == UnknownClause {
		for _, t := range p.all[first:end] {
			if t.kind == name {
				c.Left.Lost = append(c.Left.Lost, t.text)
			}
		}
	}
	p.from(end)
}

// unsupportedWords are the words that clauses of ACSL begin with which are left out, with what to do instead.
var unsupportedWords = map[string]string{
	"axiomatic": "write each definition by itself, with predicate or logic, outside of it",
	"axiom":     "write a definition instead: an axiom would be believed",
	"inductive": "write it as a predicate with quantifiers",
	"lemma":     "write it as an assertion where it is used",
	"type":      "use types of C",
	"ghost":     "write it in C, perhaps under #ifdef",
	"global":    "write it as requires and ensures of the functions",
	"invariant": "write loop invariant in front of the loop, or assert",
	"admit":     "write requires, or __CPROVER_assume in the body",
	"exits":     "ensures speaks of calls that return",
	"breaks":    "write an assertion behind the statement",
	"continues": "write an assertion behind the statement",
	"returns":   "write ensures, or an assertion",
	"allocates": "leave it out: craig looks at what is allocated itself",
	"frees":     "leave it out: craig looks at what is freed itself",
}

// clause parses a clause of ACSL, with its semicolon. A definition leaves c as it is.
func (p *parser) clause(c *Clause) {
	word := p.text
	if word == "predicate" || word == "logic" {
		p.define()
		return
	}
	p.advance()
	if word == "loop" {
		word += " " + p.text
		p.advance()
	}
	c.Kind = wordsOfACSL[word]
	if c.Kind == UnknownClause {
		p.unknown(c.At, word)
	}
	if p.kind == name && p.peek(1).kind == colon {
		p.advance()
		p.advance()
	}
	begin, first := p.pos, p.index()
	switch c.Kind {
	case Complete, Disjoint:
		begin, first = c.At, first-1
		if p.text != "behaviors" {
			p.fail("write behaviors, and perhaps names of some", "%s is not understood here", p.describe())
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
	case Variant, Decreases:
		c.Measures = append(c.Measures, p.formula())
		for p.got(comma) {
			c.Measures = append(c.Measures, p.formula())
		}
		if p.text == "for" {
			unread("write an integer, or several with commas", "a variant for a relation of its own is not supported")
		}
	default:
		c.X = p.formula()
	}
	c.Said = p.said(begin, p.pos, p.spelled(first))
	p.endClause(c.At, word)
}

// unknown sees to a word that begins no clause.
func (p *parser) unknown(at Pos, word string) {
	hint, ok := unsupportedWords[word]
	if ok {
		unread(hint, "the clause %s is not supported", word)
	}
	if near := spell.Nearest(word, slices.Sorted(maps.Keys(wordsOfACSL))); near != "" && len(word) > 4 {
		p.report(at, "", "%s is no clause of a contract; was %s meant?", word, near)
		panic(bailout{})
	}
	unread("write it in C, or leave it out", "the clause %s is not supported", word)
}

// endClause goes on past the semicolon of a clause.
func (p *parser) endClause(at Pos, word string) {
	switch p.kind {
	case semicolon:
		p.advance()
	case eof:
		p.report(at, "end it with a semicolon", "a clause without an end: %s", word)
		panic(bailout{})
	default:
		p.unexpected()
	}
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
			p.unexpected()
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

// meaning is what a clause of CBMC says, where contracts are read.
func (p *parser) meaning(c *Clause, tokens []token) {
	if !p.conf.Claims {
		return
	}
	c.Kind = wordsOfCBMC[c.Name]
	c.Left = p.attempt(func() {
		p.aside(tokens, false, func() {
			switch c.Kind {
			case UnknownClause:
				hint := "write it in C, or leave it out"
				if c.Name == "__CPROVER_frees" {
					hint = "leave it out; what is freed in ensures is !__CPROVER_r_ok(p, 0)"
				}
				unread(hint, "%s is not supported here", c.Name)
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
	})
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

// ContractOf parts the contracts in front of the body of a statement from it.
func ContractOf(s Stmt) (body Stmt, list []Clause) {
	b, ok := s.(*Block)
	if !ok {
		return s, nil
	}
	n := *b
	for len(n.List) > 0 {
		d, ok := n.List[0].(*DeclStmt)
		if !ok {
			break
		}
		a, ok := d.Decl.(*Annotation)
		if !ok || a.At != b.Lbrace {
			break
		}
		list = append(list, a.Clauses...)
		n.List = n.List[1:]
	}
	return &n, list
}
