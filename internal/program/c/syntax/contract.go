package syntax

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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
