package source

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
)

// Of a contract there are copies in functions of their own, which package cfront knows by their names, see
// standin.go there: __craig_contract_f is called in the place of f where calls are replaced by contracts,
// __craig_loose_f is the same of a contract that does not say what is assigned, and __craig_promise_f has the
// contract of a declaration, for the definition of f.

// over forgets the declaration that ends here.
func (r *contractReader) over() { r.name, r.head, r.headEnd, r.after = "", -1, 0, "" }

// declared is the end of a declaration with a contract.
func (r *contractReader) declared(at int) {
	if r.name == "" {
		r.err = &Error{Pos: r.contract[0].pos, Msg: "a contract that belongs to no function"}
		return
	}
	if text := r.standIns(r.inner(), at, true); text != "" {
		r.d.insert(at, text)
	} else if r.err == nil {
		r.err = &Error{Pos: r.contract[0].pos, Msg: "the contract of such a declaration is not supported", Hint: "write it at the definition of the function, or declare the function alone, with names for its parameters"}
	}
	r.contract, r.behaviors = nil, nil
}

// standIns are the functions with the contract, inner, of the function whose body or declaration has come; "" if its
// head is not simple.
func (r *contractReader) standIns(inner string, at int, declaration bool) string {
	text := r.d.text
	if r.head < 0 || r.headEnd == 0 || r.nameAt < r.head {
		return ""
	}
	before := r.plain(r.head, r.nameAt)
	if strings.ContainsAny(withoutAttributes(before), "(,") {
		return ""
	}
	next := skipSpace(text, r.headEnd)
	if declaration && next < len(text) && text[next] == ',' || next < len(text) && text[next] == '(' {
		return ""
	}
	behind := r.plain(r.nameAt+len(r.name), r.headEnd)
	kind := "__craig_loose_"
	given := ""
	for _, c := range r.contract {
		if c.kind == "assigns" {
			kind = "__craig_contract_"
		}
		for _, p := range provisions(c.text) {
			if c.kind == "ensures" && p[0] == "__craig_result" {
				given += fmt.Sprintf(" if (!__CPROVER_r_ok(%[1]s, %[2]s) && __VERIFIER_nondet_int()) %[1]s = __builtin_malloc(%[2]s);", p[0], p[1])
			}
		}
	}
	words := r.words(r.head, r.headEnd)
	before = r.mark(clause{pos: r.posOf(r.head), words: words}) + before + r.mark(clause{pos: r.posOf(r.nameAt), words: words})
	all := before + kind + r.name + behind + " {" + inner + " __craig_replaced(0);" + given + " __craig_replaced(1); }"
	if declaration {
		all += before + "__craig_promise_" + r.name + behind + " {" + inner + " }"
	}
	return all
}

// withoutAttributes is a text without __attribute__((...)).
func withoutAttributes(text string) string {
	for {
		m := attributeBegin.FindStringIndex(text)
		if m == nil {
			return text
		}
		end := clauseEnd([]byte(text), m[1]-1)
		if end < 0 {
			return text
		}
		text = text[:m[0]] + text[end:]
	}
}

var attributeBegin = pattern.New(`\b__attribute(?:__)?\s*\(`)

// plain is a part of the text without what has been left out of it, on one line.
func (r *contractReader) plain(from, to int) string {
	var b []byte
	for i := from; i < to; {
		if s, ok := r.d.instead[i]; ok && s.n > 0 {
			i += s.n
			continue
		}
		b = append(b, r.d.text[i])
		i++
	}
	return spelled(b)
}
