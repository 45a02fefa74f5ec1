package source

import (
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/pp"
	"craig/internal/program/ir"
)

// isBeyond says whether a word is one of CBMC's that becomes C.
func isBeyond(word string) bool {
	_, clause := clauseWords[word]
	return clause || word == "__CPROVER_forall" || word == "__CPROVER_exists"
}

// annotation appends an annotation, of which the first token has been read, if it is a contract.
func (x *expansion) annotation(begin pp.Token) error {
	var list []pp.Token
	var text strings.Builder
	text.WriteString("/*@")
	for t := x.p.Next(); t.Kind != pp.EndAnnotation && t.Kind != pp.EOF; t = x.p.Next() {
		list = append(list, t)
		text.WriteString(" " + x.p.Plain(t))
	}
	comment, pos := x.p.Text(begin), posOf(x.p.Place(begin.Exp))
	if !isContract(text.String()) && !isContract(comment) {
		if err := doubtful(comment, pos); err != nil {
			return err
		}
		return nil
	}
	x.beyond = true
	x.line(begin.Exp, pos, annotationBegin)
	n := new(nesting)
	for _, t := range list {
		pos, text := posOf(x.p.Place(t.Exp)), x.p.Plain(t)
		if markIn([]byte(text)) >= 0 || noToken(t, text) && !acslWord.MatchString(text) {
			return &Error{Pos: pos, Msg: text + " is no token of C or ACSL", Hint: clauseHint}
		}
		if n.token(t.Kind, text); n.over != "" {
			return tooDeep(pos, n.over)
		}
		x.place(t, pos, text)
	}
	x.line(begin.Exp, pos, annotationEnd)
	return nil
}

var acslWord = pattern.New(`^\\[A-Za-z_]\w*$`)

// clauseHint is the next step for what stands in a clause.
const clauseHint = "a clause of a contract stands there: docs/contracts.md says what may be in one"

// contracts spells contracts, quantifiers and arrows in C.
func (x *expansion) contracts() error {
	r := &contractReader{d: dialect{text: x.text, inserts: map[int]string{}, instead: map[int]swap{}}, x: x, head: -1}
	for i, c := range x.text {
		if c == '\n' {
			r.ends = append(r.ends, i+1)
		}
	}
	r.run()
	if r.err == nil {
		x.text, x.places = r.result()
	}
	if r.err != nil {
		return r.err
	}
	x.text = specify(x.text)
	x.clauses = map[ir.Pos]bool{}
	for _, c := range r.marks {
		x.clauses[c.pos] = true
		for _, w := range c.words {
			x.clauses[w.pos] = true
		}
	}
	eachWord(string(x.text), func(word string) { x.words[word] = true })
	return x.bounded()
}

// bounded looks at all of the program again: what contracts become is deeper and longer than they are.
func (x *expansion) bounded() error {
	n := new(nesting)
	line := 0
	for i := 0; i < len(x.text) && n.over == ""; {
		from, kind := i, pp.Punct
		switch c := x.text[i]; {
		case c == '\n':
			line++
			i++
			continue
		case isBlank(c):
			i++
			continue
		case c == '"' || c == '\'':
			i, kind = max(skipLiteral(x.text, i), i+1), pp.String
		case isLetter(c) || isDigit(c):
			for kind = pp.Ident; i < len(x.text) && (isLetter(x.text[i]) || isDigit(x.text[i])); i++ {
			}
		default:
			i++
		}
		n.token(kind, string(x.text[from:i]))
	}
	if n.over != "" {
		return tooDeep(x.places[line], n.over)
	}
	return nil
}
