package source

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// Contracts are spelled in C, once macros are expanded. What a function requires and ensures stands at the beginning of its body, on
// lines that are where the clauses are:
//
//	/*@ requires x > 0; ensures \result > \old(x); */      int f(int x) {
//	int f(int x) {                                         __typeof__(f()) __craig_result;
//	                                                       __craig_requires(x > 0);
//	                                                       __craig_ensures(__craig_result > __craig_old(x));
//
// Loop invariants are checked in front of the condition of the loop, or at the beginning of the body of do, and
// assertions where they are. Logic is translated by logic.go.

// clause is a clause of a contract.
type clause struct {
	kind    string // requires, ensures, assigns, decreases
	text    string // in C
	said    string // as it is written, for people: a literal of C
	grows   string // of what a loop assigns: in C, the places that depend on what it changes
	entries string // of an invariant: expressions of which the values at the beginning of the loop are kept
	pos     ir.Pos
	words   []placedWord // in it
}

// An annotation is between these characters, which no token of C has; each of its tokens is on a line of its own.
const (
	annotationBegin = "\x01"
	annotationEnd   = "\x02"
)

// clauseNames are the words that clauses of ACSL begin with.
var clauseNames = strings.Fields(`requires ensures assigns assert check admit loop behavior terminates decreases complete disjoint predicate logic lemma axiomatic axiom inductive ghost invariant type
	global exits breaks continues returns allocates frees assumes`)

// annotation matches the beginning of a comment of ACSL, with its first word.
var annotation = pattern.New(`^(?:/\*@|//@)[\s@]*([a-z]+)\b`)

// contractWords are the words that clauses of ACSL begin with, and those that follow them.
var contractWords = slices.Concat(clauseNames, []string{"variant", "behaviors"})

func isContractWord(word string) bool { return slices.Contains(contractWords, word) }

// isContract says whether a comment has a clause of ACSL, with its semicolon: without, it is one of another tool.
func isContract(comment string) bool {
	m := annotation.FindStringSubmatch(comment)
	return m != nil && slices.Contains(clauseNames, m[1]) && strings.Contains(comment, ";")
}

// mayBeContract says whether a comment is a contract, or was surely meant to be one.
func mayBeContract(comment []byte) bool {
	text := string(comment)
	return doubtful(text, ir.Pos{}) != nil || isContract(text)
}

// clauseWords are CBMC's.
var clauseWords = map[string]string{
	"__CPROVER_requires": "requires", "__CPROVER_ensures": "ensures", "__CPROVER_assigns": "assigns",
	"__CPROVER_loop_invariant": "loop invariant", "__CPROVER_decreases": "loop variant", "__CPROVER_frees": "frees",
}

// contractReader is one run of contracts.
type contractReader struct {
	d      dialect
	x      *expansion
	ends   []int    // of lines of the text
	marks  []clause // see mark
	err    *Error
	depth  int // of braces
	parens int

	name      string // the function that is being declared
	head      int    // where its declaration begins; -1: it does not yet
	nameAt    int    // where its name is
	headEnd   int    // behind its parameters; 0: they have not come
	after     string // to be put behind the body: the contract in the place of the function
	behaviors []*behavior
	contract  []clause // of what is declared next, or of the function whose body comes
	loop      []clause // invariants of the loop that comes
	loopWord  string   // while, for: its brackets are open since
	loopOpen  int      // the offset behind them
	semicolon int      // in the brackets of for: how many came
	loopAt    int      // brackets when it began
	condition int      // the offset where the condition of the last loop begins, 0 if it is not known
	isFor     bool
	doBody    bool
	bodyAt    int // where the body of the function begins
	old       int // variables that keep old values, so far
	entries   int // expressions whose values at the beginning of a loop are kept, so far
	variants  int // of loops, so far

	block  []clause       // of the statement that comes
	blocks []statementEnd // of those that are open

	defined map[string]*definition
	renamed int // how many bound variables have got new names
}

func (r *contractReader) fail(at int, hint, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Pos: r.posOf(at), Msg: fmt.Sprintf(format, args...), Hint: hint}
	}
}

// lineOf is the line that an offset of the text is on, from 0 on.
func (r *contractReader) lineOf(at int) int {
	return min(sort.SearchInts(r.ends, at+1), len(r.ends)-1)
}

func (r *contractReader) posOf(at int) ir.Pos { return r.x.places[r.lineOf(at)] }

func (r *contractReader) run() {
	d := &r.d
	for d.pos < len(d.text) && r.err == nil {
		c, from := d.text[d.pos], d.pos
		switch {
		case c == ' ' || c == '\n':
			d.pos++
		case c == annotationBegin[0]:
			r.annotation(from)
		case len(r.block) > 0 && c != '{':
			r.fail(from, "put the statement into braces", "a contract of a statement that is no block")
		case c == '"' || c == '\'':
			d.pos = max(skipLiteral(d.text, d.pos), d.pos+1)
		case isLetter(c):
			w := d.word()
			if w == "_Static_assert" && bytes.HasPrefix(d.text[from:], []byte(packAssertion)) { // a pragma, which may be anywhere
				d.pos = r.ends[r.lineOf(from)]
				continue
			}
			if _, clause := clauseWords[w]; r.depth == 0 && r.head < 0 && !clause {
				r.head = from
			}
			r.word(w, from)
		default:
			d.pos++
			r.punctuation(c, from)
		}
	}
	if r.err == nil && len(r.contract) > 0 {
		r.err = &Error{Pos: r.contract[0].pos, Msg: "a contract that belongs to no function", Hint: "put it in front of the declaration or the definition of one"}
	}
}

func (r *contractReader) word(w string, from int) {
	d := &r.d
	if kind, ok := clauseWords[w]; ok {
		r.cbmc(w, kind, from)
		return
	}
	switch {
	case r.depth == 0 && r.parens == 0 && !noName(w):
		if at := skipSpace(d.text, d.pos); at < len(d.text) && d.text[at] == '(' && r.name == "" {
			r.name, r.nameAt = w, from
		}
	case r.depth > 0 && (w == "while" || w == "for"):
		r.loopWord, r.loopAt, r.semicolon, r.loopOpen = w, r.parens, 0, 0
	case r.depth > 0 && w == "do" && len(r.loop) > 0:
		r.doBody = true
	}
}

// noName says whether a word in front of a bracket is no name of a function.
func noName(w string) bool {
	switch w {
	case "asm", "__asm", "__asm__", "_Alignas", "_Static_assert":
		return true
	}
	return wordKinds[w] == attribute || wordKinds[w] == typeOf || wordKinds[w] == qualifier
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0 {
		at++
	}
	return at
}

func (r *contractReader) punctuation(c byte, from int) {
	d := &r.d
	switch c {
	case '(', '[':
		r.parens++
		if r.loopWord != "" && r.loopOpen == 0 && r.parens == r.loopAt+1 {
			r.loopOpen = d.pos
			r.isFor, r.condition = r.loopWord == "for", 0
			if !r.isFor {
				r.condition = d.pos
			}
		}
	case ')', ']':
		r.parens--
		if r.depth == 0 && r.parens == 0 && r.name != "" && r.headEnd == 0 {
			r.headEnd = d.pos
		}
		if r.loopWord != "" && r.parens == r.loopAt {
			r.loopWord = ""
			if len(r.loop) > 0 {
				r.invariants(r.loop)
				r.loop = nil
			}
		}
	case '{':
		if r.depth == 0 && r.parens == 0 {
			r.bodyAt, r.old = d.pos, 0
			if len(r.contract) > 0 {
				r.begin(d.pos)
			}
		}
		if len(r.block) > 0 {
			r.openBlock(from)
		}
		if r.doBody {
			r.doBody = false
			d.insert(d.pos, r.invariantText(r.loop, "; ")+"; ")
			r.loop = nil
		}
		r.depth++
	case '}':
		if r.depth > 0 {
			r.depth--
		}
		r.closeBlock(d.pos)
		if r.depth == 0 {
			r.blocks = nil
			if len(r.loop) > 0 && r.err == nil {
				r.noLoop(r.loop)
			}
			if r.after != "" {
				d.insert(d.pos, r.after)
			}
			if r.name != "" {
				r.over()
			}
		}
	case ';':
		if r.loopWord == "for" && r.parens == r.loopAt+1 {
			if r.semicolon++; r.semicolon == 1 {
				r.condition = d.pos
			}
		}
		if r.depth == 0 && r.parens == 0 {
			if len(r.contract) > 0 {
				r.declared(d.pos)
			}
			r.over()
		}
	}
}

const loopHint = "put it in front of for, while or do"

func (r *contractReader) noLoop(list []clause) {
	r.err = &Error{Pos: list[0].pos, Msg: "a " + strings.Replace(list[0].kind, "assigns", "assigns clause", 1) + " that belongs to no loop", Hint: loopHint}
}

// invariantText is C that checks the clauses of a loop. What it may assign is the argument of a call that is evaluated once,
// see loopframe.go of package cfront.
func (r *contractReader) invariantText(list []clause, between string) string {
	var parts []string
	for i, c := range list {
		if c.kind == "loop assigns" {
			if slices.ContainsFunc(list[:i], func(d clause) bool { return d.kind == c.kind }) {
				continue
			}
			for _, d := range list[i+1:] { // all of them are one
				if d.kind == c.kind {
					c.text, c.grows, c.said = c.text+d.text, c.grows+d.grows, bothSaid(c.said, d.said)
				}
			}
			text := "__craig_loop_assigns(" + c.said + ", (" + commas(c.text) + ")"
			if c.grows != "" {
				text += ", (" + commas(c.grows) + ")"
			}
			parts = append(parts, r.mark(c)+text+")")
			continue
		}
		if c.kind == "loop variant" {
			r.variants++
			parts = append(parts, fmt.Sprintf("%s__craig_variant(%d, %s, %s)", r.mark(c), r.variants, c.text, c.said))
			continue
		}
		if c.entries != "" {
			parts = append(parts, r.mark(c)+"__craig_loop_entries("+c.entries+")")
		}
		parts = append(parts, r.mark(c)+"__craig_invariant(("+c.text+"), "+c.said+")")
	}
	return strings.Join(parts, between)
}

// invariants puts checks in front of the condition of the last loop.
func (r *contractReader) invariants(list []clause) {
	if r.condition == 0 {
		r.noLoop(list)
		return
	}
	text := r.invariantText(list, ", ") + ", "
	if at := skipSpace(r.d.text, r.condition); r.isFor && at < len(r.d.text) && r.d.text[at] == ';' {
		text += "1"
	}
	r.d.insert(r.condition, text)
}

// quoted is the text of a clause as a literal of C, on one line.
func quoted(text string) string {
	const most = 200
	text = strings.Map(func(c rune) rune {
		if c >= 0x80 {
			return '?'
		}
		return c
	}, strings.Join(strings.Fields(text), " "))
	if len(text) > most {
		text = text[:most] + " ..."
	}
	return strconv.QuoteToASCII(text)
}

// bothSaid are the words of two clauses, which are literals of C; the first may be "", for none.
func bothSaid(a, b string) string {
	if a == "" || a == `""` {
		return b
	}
	if b == `""` {
		return a
	}
	return a[:len(a)-1] + ", " + b[1:]
}

// begin puts the contract at the beginning of a body, behind its brace.
func (r *contractReader) begin(at int) {
	if r.name == "" {
		r.err = &Error{Pos: r.contract[0].pos, Msg: "a contract that belongs to no function", Hint: "put it in front of the declaration or the definition of one"}
		return
	}
	inner := r.inner()
	r.after = r.standIns(inner, at, false)
	r.d.insert(at, inner)
	r.contract, r.behaviors = nil, nil
}

// inner is the contract in C, for a body.
func (r *contractReader) inner() string {
	var b, requires, together, assigns, ensures, provided, measure strings.Builder
	var places string // what may be assigned, as it is written
	r.old = 0
	result := false
	for _, c := range r.contract {
		text := c.text
		result = result || strings.Contains(text, "__craig_result")
		line := r.mark(c)
		switch c.kind {
		case "requires":
			for _, p := range provisions(text) {
				if !plainName.MatchString(p[0]) {
					fmt.Fprintf(&requires, "%s__craig_surroundings(%s);", line, p[0])
					continue
				}
				fmt.Fprintf(&provided, line+"if (!__CPROVER_r_ok(%[1]s, %[2]s) && __VERIFIER_nondet_int()) ((__typeof__(((void)0, %[1]s)))%[1]s) = __builtin_malloc(%[2]s);", p[0], p[1]) // which may be const
			}
			fmt.Fprintf(&requires, "%s__craig_requires((%s), __craig_entered, %s);", line, text, c.said)
		case "ensures":
			var before string
			if before, text = r.olds(c, text); before != "" {
				fmt.Fprintf(&ensures, "%s__craig_unchecked(1);%s __craig_unchecked(0);", line, before)
			}
			fmt.Fprintf(&ensures, "%s__craig_ensures((%s), %s);", line, text, c.said)
		case "behaviors":
			fmt.Fprintf(&together, "%s__craig_behaviors((%s), %s);", line, text, c.said)
		case "decreases":
			fmt.Fprintf(&measure, "%s__craig_decreases(%s, %s);", line, text, c.said)
		case "assigns":
			fmt.Fprintf(&assigns, "%s%s", line, text)
			places = bothSaid(places, c.said)
		}
	}
	b.WriteString(" static _Bool __craig_entered;")
	if result {
		fmt.Fprintf(&b, " __typeof__(%s()) __craig_result;", r.name)
	}
	if provided.Len() > 0 {
		fmt.Fprintf(&b, " if (__craig_entry()) {%s }", provided.String())
	}
	b.WriteString(requires.String() + together.String() + measure.String())
	if assigns.Len() > 0 {
		fmt.Fprintf(&b, " __craig_assigns(%s);%s __craig_assigned();", places, assigns.String())
	}
	b.WriteString(" __craig_enter(__craig_entered);")
	if strings.Contains(ensures.String(), "__craig_fresh") {
		b.WriteString(" __craig_older();")
	}
	b.WriteString(ensures.String())
	return b.String()
}

// provisions are the pointers that a condition wants to lead to objects, each with the bytes that it wants.
func provisions(text string) [][2]string {
	var list [][2]string
	for _, m := range wantsObject.FindAllStringIndex(text, -1) {
		end := clauseEnd([]byte(text), m[1]-1)
		if end < 0 {
			continue
		}
		args, _ := split(logicTokens.FindAllString(text[m[1]:end-1], -1), true, ",")
		base := strings.Join(args[0], "")
		for {
			inner := strings.TrimSpace(base)
			inner = strings.TrimSpace(strings.TrimSuffix(inner, "+ (0)"))
			if n := len(inner); n > 1 && inner[0] == '(' && clauseEnd([]byte(inner), 0) == n {
				inner = inner[1 : n-1]
			}
			if inner == base {
				break
			}
			base = inner
		}
		size := "sizeof *" + base
		if len(args) > 1 {
			size = strings.TrimSpace(strings.Join(args[1], ""))
		}
		list = append(list, [2]string{base, size})
	}
	return list
}

var (
	wantsObject = pattern.New(`\b(?:__craig_valid|__craig_valid_read|__craig_fresh|__CPROVER_(?:r|w|rw)_ok)\s*\(`)
	plainName   = pattern.New(`^[A-Za-z_]\w*$`)
)

// cbmc reads a clause in CBMC's form, and leaves it out.
func (r *contractReader) cbmc(w, kind string, from int) {
	d := &r.d
	open := skipSpace(d.text, d.pos)
	if open == len(d.text) || d.text[open] != '(' {
		return
	}
	end := clauseEnd(d.text, open)
	if end < 0 {
		return
	}
	r.d.instead[from] = swap{end - from, ""}
	d.pos = end
	c := clause{kind: kind, pos: r.posOf(from), text: spelled(d.text[open+1 : end-1]), said: r.said(open+1, end-1), words: r.words(open+1, end-1)}
	for old, new := range map[string]string{"__CPROVER_return_value": "__craig_result", "__CPROVER_old": "__craig_old", "__CPROVER_is_fresh": "__craig_fresh", "__CPROVER_loop_entry": "__craig_loop_entry"} {
		c.text = regexp.MustCompile(old+`\b`).ReplaceAllString(c.text, new)
	}
	if wrong := effect(c.text); wrong != "" && kind != "assigns" {
		r.fail(from, "a clause only says what holds", "%s", wrong)
		return
	}
	switch {
	case strings.Contains(c.text, "__CPROVER_was_freed"):
		r.fail(from, "write !__CPROVER_r_ok(p, 0) of a parameter p, or of __CPROVER_old(p)", "__CPROVER_was_freed is not supported")
	case kind == "frees":
		r.fail(from, "leave it out; what is freed in ensures is !__CPROVER_r_ok(p, 0)", "%s is not supported here", w)
	case kind != "loop invariant" && strings.Contains(c.text, "__craig_loop_entry"):
		r.fail(from, "leave it out", "%s is not supported here", w)
	case kind == "loop variant" && r.depth == 0: // of a function, as ACSL's decreases
		c.kind = "decreases"
		r.contract = append(r.contract, c)
	case kind == "loop invariant" || kind == "loop variant":
		r.early(&c)
		r.invariants([]clause{c})
	case r.depth > 0 && kind == "assigns":
		c.kind = "loop assigns"
		var wrong string
		if c.text, wrong = assignedCBMC(c.text); wrong != "" {
			r.fail(from, "name each place in C", "%s", wrong)
			return
		}
		r.invariants([]clause{c})
	case r.depth > 0:
		r.fail(from, "put it behind the parameters of the function", "%s in a body", w)
	default:
		if kind == "assigns" {
			var wrong string
			if c.text, wrong = assignedCBMC(c.text); wrong != "" {
				r.fail(from, "name each place in C", "%s", wrong)
				return
			}
		}
		r.contract = append(r.contract, c)
	}
}

// effect says what a condition of CBMC would change; "" if nothing.
func effect(text string) (wrong string) {
	braces := 0
	tokens := logicTokens.FindAllString(text, -1)
	for i, t := range tokens {
		switch {
		case t == "{":
			braces++
		case t == "}":
			braces--
		case t == "=" && braces == 0:
			return "an assignment in a clause, where == compares"
		case (t == "+" || t == "-") && i+1 < len(tokens) && tokens[i+1] == t:
			return t + t + " changes a variable, which a clause does not do"
		}
	}
	return ""
}
