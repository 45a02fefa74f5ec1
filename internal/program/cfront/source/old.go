package source

import (
	"fmt"
	"regexp"
	"strings"

	"craig/internal/pattern"
)

// Old values are kept in variables that the function begins with: __craig_old(e) is __craig_old_1, and
//
//	__typeof__(((void)0, e)) __craig_old_1 = e;
//
// is declared. Those of the beginning of a loop are the arguments of a call that is evaluated once there, see loopframe.go of
// package cfront: __craig_loop_entry(e) is __craig_loop_value(1, e), after __craig_loop_entries(1, (e)).
//
// Of \forall integer i; ... \old(a[i]) ..., where all of that has to hold, one i is looked at, any there is, which is chosen when the
// function begins: then it is known which element to keep.

const (
	oldWord   = "__craig_old"
	entryWord = "__craig_loop_entry"
)

// olds puts variables in the place of what __craig_old is given in a clause, and declares them.
func (r *contractReader) olds(c clause, text string) (before, after string) {
	text, before = r.instances(text)
	for {
		at := strings.Index(text, oldWord+"(")
		if at < 0 {
			return before, text
		}
		e, end, ok := r.kept(c, text, at, oldWord)
		if !ok {
			return before, text
		}
		r.old++
		name := fmt.Sprintf("%s_%d", oldWord, r.old)
		before += fmt.Sprintf(" __typeof__(((void)0, %s)) %s = %s;", plain(e), name, e)
		text = text[:at] + name + text[end:]
	}
}

// early has what a clause in a body says of earlier moments kept.
func (r *contractReader) early(c *clause) {
	if !strings.Contains(c.text, oldWord+"(") && !strings.Contains(c.text, entryWord+"(") {
		return
	}
	if c.kind != "loop invariant" && strings.Contains(c.text, entryWord+"(") {
		r.err = &Error{Pos: c.pos, Msg: "the value at the beginning of a loop, in what is no invariant of it", Hint: "say it in a loop invariant"}
		return
	}
	var before string
	before, c.text = r.olds(*c, c.text)
	if before != "" {
		r.d.insert(r.bodyAt, r.mark(*c)+"__craig_unchecked(1);"+before+" __craig_unchecked(0);")
	}
	for r.err == nil {
		at := strings.Index(c.text, entryWord+"(")
		if at < 0 {
			return
		}
		e, end, ok := r.kept(*c, c.text, at, entryWord)
		if !ok {
			return
		}
		r.entries++
		if c.entries == "" {
			c.entries = fmt.Sprint(r.entries)
		}
		c.entries += ", (" + e + ")"
		c.text = fmt.Sprintf("%s__craig_loop_value(%d, %s)%s", c.text[:at], r.entries, plain(e), c.text[end:])
	}
}

// kept is the expression whose value is to be kept, the argument of word in a text, and where the call ends. Of an element that a chosen
// index leads to it is the value only if there is one.
func (r *contractReader) kept(c clause, text string, at int, word string) (e string, end int, ok bool) {
	end = clauseEnd([]byte(text), at+len(word))
	if end < 0 {
		r.err = &Error{Pos: c.pos, Msg: "a bracket without an end"}
		return "", 0, false
	}
	e = text[at+len(word) : end]
	for _, m := range boundNames.FindAllStringSubmatch(text, -1) {
		for _, name := range namesOf(m[2]) {
			if wordOf(name).MatchString(e) {
				r.err = &Error{Pos: c.pos, Msg: "the old value of something with the variable " + name + " of a quantifier is not supported here", Hint: "say it of a copy, or with \\forall that stands as a whole or beside &&"}
				return "", 0, false
			}
		}
	}
	if strings.Contains(e, "__craig_any_") {
		if strings.Contains(e, oldWord+"(") || !isPlace(e) {
			r.err = &Error{Pos: c.pos, Msg: "the old value of a computation with the variable of a quantifier is not supported", Hint: "take the old value of the element alone: \\old(a[i]) + 1"}
			return "", 0, false
		}
		r.old++
		unknown := fmt.Sprintf("__craig_any_%d", r.old)
		e = fmt.Sprintf("({ __typeof__(((void)0, %[1]s)) %[2]s; __CPROVER_r_ok(&%[1]s, sizeof %[1]s) ? %[1]s : %[2]s; })", e, unknown)
	}
	return e, end, true
}

// plain is what kept makes its expression of, for its type.
func plain(e string) string {
	if strings.HasPrefix(e, "({ __typeof__(((void)0, ") {
		return e[len("({ __typeof__(((void)0, "):strings.Index(e, ")) __craig_any_")]
	}
	return e
}

// isPlace tells whether e, in brackets, is an lvalue without a computation but in its indices.
func isPlace(e string) bool {
	depth := 0
	var last string
	for _, t := range trimmed(logicTokens.FindAllString(e, -1)) {
		if strings.TrimSpace(t) == "" {
			continue
		}
		switch t {
		case "[":
			depth++
		case "]":
			depth--
		case "(", ")", ".", "->":
		case "*":
			if depth == 0 && last != "" && last != "(" && last != "*" {
				return false
			}
		default:
			if depth == 0 && !isLetter(t[0]) {
				return false
			}
		}
		last = t
	}
	return true
}

// instances puts an instance in the place of each quantifier of which an earlier value is taken, and which has to hold: its variables
// are chosen when the function begins.
func (r *contractReader) instances(text string) (after, before string) {
	for from := 0; ; {
		m := boundNames.FindStringSubmatchIndex(text[from:])
		if m == nil {
			return text, before
		}
		at, open := from+m[0], from+strings.IndexByte(text[from+m[0]:], '{')+m[0]
		end := braceEnd(text, open)
		from += m[1]
		if end < 0 || !strings.HasPrefix(text[at:], "__CPROVER_forall") || !hasToHold(text, at, end) {
			continue
		}
		names, type_ := namesOf(text[from-m[1]+m[4]:from-m[1]+m[5]]), strings.TrimSpace(text[from-m[1]+m[2]:from-m[1]+m[3]])
		body := text[from : end-1]
		used := false
		for _, e := range append(argumentsOf(body, oldWord), argumentsOf(body, entryWord)...) {
			for _, name := range names {
				used = used || wordOf(name).MatchString(e)
			}
		}
		if !used {
			continue
		}
		for _, name := range names {
			r.old++
			any := fmt.Sprintf("__craig_any_%d", r.old)
			before += fmt.Sprintf(" %s %s;", type_, any)
			body = wordOf(name).ReplaceAllString(body, any)
		}
		text = text[:at] + "__craig_instance((" + strings.TrimSuffix(strings.TrimSpace(body), ";") + "))" + text[end:]
		from = at
	}
}

// hasToHold tells whether a clause holds only if its part from at to end does, or another one beside it does: that stands alone, or beside &&, || or
// behind ==>.
func hasToHold(text string, at, end int) bool {
	for {
		left, right := strings.TrimSpace(text[:at]), strings.TrimSpace(text[end:])
		ends := left == "" || strings.HasSuffix(left, "(")
		if !ends && !strings.HasSuffix(left, "&&") && !strings.HasSuffix(left, "||") && !strings.HasSuffix(left, "==>") {
			return false
		}
		if strings.HasSuffix(left, "<==>") || right != "" && right[0] != ')' && !strings.HasPrefix(right, "&&") && !strings.HasPrefix(right, "||") {
			return false
		}
		// the bracket around it
		depth, open := 0, -1
		for i := at - 1; i >= 0 && open < 0; i-- {
			switch text[i] {
			case ')', '}', ']':
				depth++
			case '(', '{', '[':
				if depth--; depth < 0 {
					open = i
				}
			}
		}
		if open < 0 {
			return !strings.ContainsAny(text[:at]+text[end:], "?")
		}
		if text[open] != '(' {
			return false
		}
		if at, end = open, clauseEnd([]byte(text), open); end < 0 {
			return false
		}
	}
}

// argumentsOf are what a text gives to a function.
func argumentsOf(text, word string) (list []string) {
	for i := 0; ; {
		at := strings.Index(text[i:], word+"(")
		if at < 0 {
			return list
		}
		i += at + len(word)
		if end := clauseEnd([]byte(text), i); end > 0 {
			list = append(list, text[i:end])
		}
	}
}

func namesOf(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return !isLetter(byte(c)) && !isDigit(byte(c)) })
}

func wordOf(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
}

// boundNames matches the beginning of a quantifier, up to the variables that it binds: their type, and their names.
var boundNames = pattern.New(`__CPROVER_(?:forall|exists)\s*\{\s*((?:\w+\s+)+?)(\w+(?:\s*,\s*\w+)*)\s*;`)

// braceEnd is the offset behind the brace that closes the one at i; -1: none does.
func braceEnd(text string, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// clauseEnd is the offset behind the bracket that closes the one at i, whatever is between, as the quantifiers of CBMC; -1: none does.
func clauseEnd(text []byte, i int) int {
	for depth := 0; i < len(text); {
		switch text[i] {
		case '"', '\'':
			i = max(skipLiteral(text, i), i+1)
			continue
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}
