package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/internal/spell"
)

// clauseName matches what stands before the colon of a clause that has a name.
var clauseName = pattern.New(`^\s*\w+\s*$`)

// behavior is a named behavior of a contract: its clauses count where all of assumes hold when the function is
// called. The clauses that are of none are of one without a name.
type behavior struct {
	name    string
	assumes []string // in C
}

// condition is the one under which the clauses count.
func (b *behavior) condition() string {
	if len(b.assumes) == 0 {
		return "1"
	}
	return "((" + strings.Join(b.assumes, ") && (") + "))"
}

// clause makes what the behavior requires or ensures a clause of the function.
func (b *behavior) clause(c *clause) {
	if b.name == "" {
		return
	}
	if len(b.assumes) > 0 {
		before := b.condition()
		if c.kind == "ensures" {
			before = "__craig_old(" + before + ")"
		}
		c.text = "(!" + before + " || (" + c.text + "))"
	}
	c.said = c.said[:1] + "behavior " + b.name + ": " + c.said[1:]
}

// together is that behaviors are complete or disjoint: all of them, or those that are named. It is "" if there are
// none, or one is not there.
func (r *contractReader) together(kind, text string) string {
	names := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\r\n,", c) })
	var list []string
	for _, b := range r.behaviors {
		if len(names) == 1 {
			list = append(list, b.condition())
		}
	}
	for _, n := range names[min(1, len(names)):] {
		for _, b := range r.behaviors {
			if b.name == n {
				list = append(list, b.condition())
			}
		}
	}
	if len(names) == 0 || len(list) == 0 || len(names) > 1 && len(list) != len(names)-1 {
		return ""
	}
	if kind == "complete" {
		return strings.Join(list, " || ")
	}
	parts := []string{"1"}
	for i, c := range list {
		for _, d := range list[:i] {
			parts = append(parts, "!("+c+" && "+d+")")
		}
	}
	return strings.Join(parts, " && ")
}

// doubtful says what is wrong with a comment that is no annotation, but was surely meant to be one: its first word is nearly that of
// a clause, or it has no semicolon; nil if nothing is. Those of other tools end in @*/, or compare nothing.
func doubtful(comment string, pos ir.Pos) *Error {
	m := firstWord.FindStringSubmatch(comment)
	if m == nil || strings.HasSuffix(comment, "@*/") || !strings.ContainsAny(comment, `<>=\\`) {
		return nil
	}
	words := []string{"requires", "ensures", "assigns", "loop"}
	meant := spell.Nearest(m[1], words)
	switch {
	case meant == m[1] && !strings.Contains(comment, ";"):
		return &Error{Pos: pos, Msg: "a contract without a semicolon", Hint: "end each clause with a semicolon"}
	case meant != "" && meant != m[1] && len(m[1]) > 4 && strings.Contains(comment, ";"):
		return &Error{
			Pos: pos, Msg: fmt.Sprintf("%s is no clause of a contract; was %s meant?", m[1], meant),
			Hint: "write " + meant + ", or begin the comment without @",
		}
	}
	return nil
}

var firstWord = pattern.New(`^(?:/\*@|//@)[\s@]*(\w+)\s`)

// annotation reads the clauses of ACSL in the annotation that begins at an offset.
func (r *contractReader) annotation(comment int) {
	from := comment + len(annotationBegin)
	body := r.d.text[from:]
	body = body[:bytes.Index(body, []byte("\n"+annotationEnd))+1]
	r.d.pos = from + len(body) + len(annotationEnd)
	var asserts strings.Builder
	in := &behavior{} // the one that clauses are of
	for i := 0; i < len(body) && r.err == nil; {
		if i = skipSpace(body, i); i == len(body) {
			break
		}
		start := i
		kind := wordAt(body, &i)
		if kind == "loop" {
			i = skipSpace(body, i)
			kind = "loop " + wordAt(body, &i)
		}
		if kind == "behavior" && r.depth > 0 {
			r.fail(from+start, "write requires and ensures with ==>", "a behavior of a statement is not supported")
			return
		}
		if kind == "behavior" {
			colon := bytes.IndexByte(body[i:], ':')
			if colon < 0 {
				r.fail(from+start, "write behavior NAME: and its clauses", "a behavior without a colon")
				return
			}
			in = &behavior{name: strings.TrimSpace(string(body[i : i+colon]))}
			r.behaviors = append(r.behaviors, in)
			i += colon + 1
			continue
		}
		if hint, ok := refused[kind]; ok {
			r.fail(from+start, hint, "the clause %s is not supported", kind)
			return
		}
		end := semicolon(body[i:])
		for end >= 0 && bound(body[i:i+end]) { // the semicolon of a quantifier
			next := semicolon(body[i+end+1:])
			if next < 0 {
				end = -1
				break
			}
			end += 1 + next
		}
		if end < 0 {
			r.fail(from+start, "end it with a semicolon", "a clause without an end: %s", kind)
			return
		}
		end += i
		if colon := bytes.IndexByte(body[i:end], ':'); colon > 0 && clauseName.Match(body[i:i+colon]) {
			i += colon + 1 // the name of the clause
		}
		text := spelled(body[i:end])
		c := clause{kind: kind, pos: r.posOf(from + start), said: r.said(from+i, from+end), words: r.words(from+i, from+end)}
		i = end + 1
		switch kind {
		case "terminates": // nothing that craig needs to be told
			continue
		case "loop assigns":
			if r.depth == 0 {
				r.fail(from+start, loopHint, "a loop assigns clause outside functions")
				return
			}
			var wrong string
			fixed, grows := growing(text)
			if c.text, wrong = assigned(fixed, "1"); wrong == "" {
				c.grows, wrong = assigned(grows, "1")
			}
			if wrong != "" {
				r.fail(from+start, "name each place in C, or a range p[0 .. n - 1]", "%s", wrong)
				return
			}
			r.loop = append(r.loop, c)
			continue
		case "predicate", "logic":
			if wrong, hint := r.definition(kind, text); wrong != "" {
				r.fail(from+start, hint, "%s", wrong)
				return
			}
			continue
		case "assigns":
			if r.depth > 0 {
				r.fail(from+start, "put the statement into a function, with that contract; of loops it is loop assigns", "an assigns clause of a statement is not supported")
				return
			}
			var wrong string
			if c.text, wrong = assigned(text, in.condition()); wrong != "" {
				r.fail(from+start, "name each place in C, or a range p[0 .. n - 1]", "%s", wrong)
				return
			}
			r.contract = append(r.contract, c)
			continue
		case "complete", "disjoint":
			c.said = quoted(kind + text)
			if c.text, c.kind = r.together(kind, text), "behaviors"; c.text == "" {
				r.fail(from+start, "name behaviors that come before", "%s of behaviors that there are not", kind)
				return
			}
			r.contract = append(r.contract, c)
			continue
		}
		var wrong string
		tokens := logicTokens.FindAllString(text, -1)
		if wrong = r.expanded(&tokens); wrong == "" {
			if kind == "decreases" || kind == "loop variant" {
				if slices.Contains(tokens, "for") {
					r.fail(from+start, "write an integer, or several with commas", "a variant for a relation of its own")
					return
				}
				c.text, wrong = measures(tokens)
			} else {
				c.text, wrong = logicOf(tokens)
			}
		}
		if wrong != "" {
			r.fail(from+start, "write it in C, or leave it out", "%s", wrong)
			return
		}
		switch kind {
		case "assumes":
			if in.name == "" {
				r.fail(from+start, "write behavior NAME: in front of it", "assumes outside a behavior")
			}
			in.assumes = append(in.assumes, c.text)
		case "requires", "ensures":
			if r.depth > 0 {
				r.ofStatement(comment, from+start, text, c)
				continue
			}
			in.clause(&c)
			r.contract = append(r.contract, c)
		case "assert", "check":
			if r.depth == 0 {
				r.fail(from+start, "put it into a function", "an assertion outside functions")
			}
			r.early(&c)
			fmt.Fprintf(&asserts, "%s__CPROVER_assert((%s), \"\");", r.mark(c), c.text)
		case "decreases":
			if r.depth > 0 {
				r.fail(from+start, "put it in front of a function; of loops it is loop variant", "a decreases clause in a body")
			}
			r.contract = append(r.contract, c)
		case "loop invariant", "loop variant":
			if r.depth == 0 {
				r.fail(from+start, loopHint, "a %s outside functions", kind)
			}
			r.early(&c)
			r.loop = append(r.loop, c)
		default:
			r.fail(from+start, "write it in C, or leave it out", "the clause %s is not supported", kind)
		}
	}
	r.d.instead[comment] = swap{r.d.pos - comment, asserts.String()}
}

// measures are the integers of a variant in C, between commas. ACSL has one, or any value with "for" and a relation; a tuple in lexicographic order is
// written with commas, as CBMC does.
func measures(tokens []string) (text, wrong string) {
	parts, _ := split(tokens, true, ",")
	for i, p := range parts {
		one, wrong := logicOf(p)
		if wrong != "" {
			return "", wrong
		}
		if i > 0 {
			text += ", "
		}
		text += "(" + one + ")"
	}
	return text, ""
}

// semicolon is the offset of the first token ; of a part of the text, which has each token on a line of its own; -1: there is none.
func semicolon(text []byte) int { return bytes.Index(text, []byte(";\n")) }

// bound tells whether a text ends in the variables that a quantifier binds.
func bound(text []byte) bool {
	i := -1
	for _, word := range []string{`\forall`, `\exists`, `\let`, `\lambda`} {
		i = max(i, bytes.LastIndex(text, []byte(word)))
	}
	return i >= 0 && bytes.IndexByte(text[i:], ';') < 0
}

func wordAt(text []byte, i *int) string {
	from := *i
	for *i < len(text) && (isLetter(text[*i]) || isDigit(text[*i])) {
		*i++
	}
	if *i == from && from < len(text) {
		*i++
	}
	return string(text[from:*i])
}
