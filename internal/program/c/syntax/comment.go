package syntax

import (
	"slices"
	"strings"

	"craig/internal/program/c/pp"
	"craig/internal/spell"
)

// Annotations says which comments are contracts of ACSL: those that have a clause, with its semicolon, or were surely meant to. Others are of
// other tools.
func Annotations() *pp.Annotations {
	return &pp.Annotations{
		Is: func(comment []byte) bool {
			text := string(comment)
			return hasClause(text) || doubt(text) != nil
		},
		Keyword: func(word string) bool {
			return slices.Contains(beginnings, word) || word == "variant" || word == "behaviors"
		},
	}
}

// beginnings are the words that clauses begin with.
var beginnings = strings.Fields(`requires ensures assigns assert check admit loop behavior terminates decreases complete disjoint predicate logic lemma axiomatic axiom inductive ghost invariant type
	global exits breaks continues returns allocates frees assumes`)

// firstOf is the first word of a contract comment, and how many characters are before what follows it.
func firstOf(comment string) (word string, end int) {
	if !strings.HasPrefix(comment, "/*@") && !strings.HasPrefix(comment, "//@") {
		return "", 0
	}
	begin := len(comment) - len(strings.TrimLeft(comment[3:], " \t\n\r\f\v@"))
	end = begin
	for end < len(comment) && (comment[end] == '_' || comment[end] >= '0' && comment[end] <= '9' || comment[end]|0x20 >= 'a' && comment[end]|0x20 <= 'z') {
		end++
	}
	return comment[begin:end], end
}

// hasClause tells whether a comment has a clause, with its semicolon.
func hasClause(comment string) bool {
	word, _ := firstOf(comment)
	return slices.Contains(beginnings, word) && strings.Contains(comment, ";")
}

// doubt says what is wrong with a comment that has no clause, but was surely meant to: its first word is nearly that of one, or it has no
// semicolon; nil if nothing is. Those of other tools end in @*/, or compare nothing.
func doubt(comment string) *Error {
	word, end := firstOf(comment)
	if word == "" || end == len(comment) || !strings.ContainsRune(" \t\n\r\f\v", rune(comment[end])) || strings.HasSuffix(comment, "@*/") || !strings.ContainsAny(comment, `<>=\`) {
		return nil
	}
	meant := spell.Nearest(word, []string{"requires", "ensures", "assigns", "loop"})
	switch {
	case meant == word && !strings.Contains(comment, ";"):
		return &Error{Msg: "a contract without a semicolon", Hint: "end each clause with a semicolon"}
	case meant != "" && meant != word && len(word) > 4 && strings.Contains(comment, ";"):
		return &Error{Msg: word + " is no clause of a contract; was " + meant + " meant?", Hint: "write " + meant + ", or begin the comment without @"}
	}
	return nil
}

// isContract tells whether a comment, of which the tokens have been read, is a contract. One that was surely meant to be one is a mistake.
func (p *parser) isContract(t token) bool {
	if hasClause(p.comment) || hasClause("/*@ "+t.text) {
		return true
	}
	if e := doubt(p.comment); e != nil {
		p.report(t.pos, e.Hint, "%s", e.Msg)
	}
	return false
}

// stray keeps the place of a contract comment where neither a declaration nor a statement may begin.
func (p *parser) stray(at Pos) {
	if p.conf.Claims {
		p.strays = append(p.strays, at)
	}
}

// passStray goes on past contract comments at the present place.
func (p *parser) passStray() {
	for p.kind == annotation {
		p.stray(p.pos)
		p.advance()
	}
}
