package source

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
	"craig/internal/spell"
)

// logic is an expression of ACSL as one of C with CBMC's quantifiers. wrong says what cannot be translated; it
// is empty otherwise. From the weakest operator to the strongest: quantifiers, ?:, <==>, ==>, ||, ^^, &&,
// comparisons, which may be chained, and what C has.
func logic(text string) (c, wrong string) {
	return logicOf(logicTokens.FindAllString(text, -1))
}

// logicOf is logic of the tokens of an expression.
func logicOf(tokens []string) (c, wrong string) {
	l := &logician{tokens: tokens}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(notLogic)
			if !ok {
				panic(r)
			}
			c, wrong = "", string(e)
		}
	}()
	return l.formula(l.tokens), ""
}

// notLogic is what cannot be translated.
type notLogic string

var logicTokens = pattern.New(`\s+|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\[a-zA-Z_]+|[A-Za-z_]\w*|\d\w*(?:\.\w+)?|<==>|==>|\.\.\.?|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|->|[^\s]`)

type logician struct{ tokens []string }

// split cuts tokens at an operator outside brackets and in front of quantifiers; all is false for the first only.
func split(tokens []string, all bool, ops ...string) (parts [][]string, at []string) {
	depth, from := 0, 0
	for i, t := range tokens {
		switch t {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case `\forall`, `\exists`, `\let`:
			if depth == 0 {
				return append(parts, tokens[from:]), at
			}
		}
		if depth != 0 {
			continue
		}
		for _, op := range ops {
			if t == op && (all || len(parts) == 0) {
				parts, at, from = append(parts, tokens[from:i]), append(at, t), i+1
			}
		}
	}
	return append(parts, tokens[from:]), at
}

func trimmed(tokens []string) []string {
	for len(tokens) > 0 && strings.TrimSpace(tokens[0]) == "" {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && strings.TrimSpace(tokens[len(tokens)-1]) == "" {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// formula is what tokens say in C.
func (l *logician) formula(tokens []string) string {
	const mostText = 200_000 // nested \max and the like repeat their arguments
	s := l.translated(tokens)
	if len(s) > mostText {
		panic(notLogic("a clause that becomes too long: name parts of it by predicates, or write it in C"))
	}
	return s
}

func (l *logician) translated(tokens []string) string {
	tokens = trimmed(tokens)
	if len(tokens) == 0 {
		panic(notLogic("an expression is missing"))
	}
	switch tokens[0] {
	case `\forall`, `\exists`:
		parts, _ := split(tokens[1:], false, ";")
		if len(parts) < 2 {
			panic(notLogic("a quantifier without a body"))
		}
		bound := strings.TrimSpace(strings.Join(parts[0], ""))
		bound = integerWord.ReplaceAllString(bound, "long long")
		return "__CPROVER_" + tokens[0][1:] + " { " + bound + "; (" + l.formula(parts[1]) + ") }"
	case `\let`:
		return l.let(tokens[1:])
	}
	if parts, _ := split(tokens, false, "?"); len(parts) == 2 {
		if arms, _ := split(parts[1], false, ":"); len(arms) == 2 {
			return fmt.Sprintf("((%s) ? (%s) : (%s))", l.formula(parts[0]), l.formula(arms[0]), l.formula(arms[1]))
		}
	}
	if parts, _ := split(tokens, false, "<==>"); len(parts) == 2 {
		return fmt.Sprintf("(!(%s) == !(%s))", l.formula(parts[0]), l.formula(parts[1]))
	}
	if parts, _ := split(tokens, false, "==>"); len(parts) == 2 {
		return fmt.Sprintf("(!(%s) || (%s))", l.formula(parts[0]), l.formula(parts[1]))
	}
	for _, op := range []struct{ acsl, c string }{{"||", "||"}, {"^^", "!="}, {"&&", "&&"}} {
		if parts, _ := split(tokens, true, op.acsl); len(parts) > 1 {
			s := make([]string, len(parts))
			for i, p := range parts {
				if s[i] = "(" + l.formula(p) + ")"; op.c == "!=" {
					s[i] = "!" + s[i]
				}
			}
			if op.c == "!=" && len(parts) > 2 {
				panic(notLogic("^^ of more than two needs brackets"))
			}
			return "(" + strings.Join(s, " "+op.c+" ") + ")"
		}
	}
	return l.comparison(tokens)
}

var integerWord = pattern.New(`\binteger\b`)

// comparison is a chain of comparisons: a <= b < c is a <= b && b < c.
func (l *logician) comparison(tokens []string) string {
	parts, ops := split(tokens, true, "<", "<=", ">", ">=", "==", "!=")
	if len(parts) == 1 {
		return l.term(tokens)
	}
	if bits, _ := split(tokens, true, "&", "|", "^"); len(bits) > 1 && len(parts) > 2 {
		panic(notLogic("comparisons beside bit operations need brackets"))
	}
	if len(parts) == 2 {
		return l.term(parts[0]) + ops[0] + l.term(parts[1])
	}
	var s []string
	for i, op := range ops {
		s = append(s, l.term(parts[i])+op+l.term(parts[i+1]))
	}
	return "(" + strings.Join(s, " && ") + ")"
}

// term is what C has, with the functions of ACSL in it.
func (l *logician) term(tokens []string) string {
	var b strings.Builder
	braces := 0 // of a compound literal
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t == "{":
			braces++
			b.WriteString(t)
		case t == "}":
			braces--
			b.WriteString(t)
		case t == "=" && braces == 0:
			panic(notLogic("an assignment in a clause, where == compares"))
		case (t == "+" || t == "-") && i+1 < len(tokens) && tokens[i+1] == t:
			panic(notLogic(t + t + " changes a variable, which a clause does not do"))
		case t == `\forall` || t == `\exists`:
			return b.String() + l.formula(tokens[i:])
		case t == "(" || t == "[":
			end := matching(tokens, i)
			b.WriteString(t + l.list(tokens[i+1:end]) + tokens[end])
			i = end
		case t == `\result`:
			b.WriteString("__craig_result")
		case t == `\true` || t == `\false`:
			b.WriteString(map[string]string{`\true`: "1", `\false`: "0"}[t])
		case t == `\null`:
			b.WriteString("((void *)0)")
		case t[0] == '\\' && len(t) > 1:
			open := i + 1
			for open < len(tokens) && strings.TrimSpace(tokens[open]) == "" {
				open++
			}
			if open == len(tokens) || tokens[open] != "(" {
				panic(notSupported(t))
			}
			end := matching(tokens, open)
			b.WriteString(l.function(t, tokens[open+1:end]))
			i = end
		case t == "integer":
			b.WriteString("long long")
		case t == ".." || t == "..." || t == ";" || t == "==>" || t == "<==>":
			panic(notLogic(t + " is not understood here"))
		default:
			b.WriteString(t)
		}
	}
	return b.String()
}

// list are expressions with commas.
func (l *logician) list(tokens []string) string {
	if len(trimmed(tokens)) == 0 {
		return ""
	}
	var s []string
	for _, p := range l.arguments(tokens) {
		s = append(s, l.formula(p))
	}
	return strings.Join(s, ", ")
}

func (l *logician) arguments(tokens []string) [][]string {
	parts, _ := split(tokens, true, ",")
	return parts
}

func matching(tokens []string, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		switch tokens[i] {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic(notLogic("a bracket without an end"))
}

// function is a function of ACSL.
func (l *logician) function(name string, tokens []string) string {
	args := l.arguments(tokens)
	switch name {
	case `\old`:
		return "__craig_old(" + l.list(tokens) + ")"
	case `\at`:
		if len(args) == 2 {
			switch strings.Join(trimmed(args[1]), "") {
			case "Pre", "Old":
				return "__craig_old(" + l.formula(args[0]) + ")"
			case "LoopEntry":
				return "__craig_loop_entry(" + l.formula(args[0]) + ")"
			case "Here":
				return "(" + l.formula(args[0]) + ")"
			}
		}
		panic(notLogic(`\at is supported with the labels Pre, Old, LoopEntry and Here only`))
	case `\valid`, `\valid_read`:
		var s []string
		for _, a := range args {
			base, size := l.region(a)
			s = append(s, "__craig_"+name[1:]+"("+base+", "+size+")")
		}
		return "(" + strings.Join(s, " && ") + ")"
	case `\separated`:
		var s []string
		for i, a := range args {
			p, n := l.region(a)
			for _, other := range args[:i] {
				q, m := l.region(other)
				s = append(s, fmt.Sprintf("(!__CPROVER_same_object(%[1]s, %[2]s) || __CPROVER_POINTER_OFFSET(%[1]s) + (%[3]s) <= __CPROVER_POINTER_OFFSET(%[2]s) || __CPROVER_POINTER_OFFSET(%[2]s) + (%[4]s) <= __CPROVER_POINTER_OFFSET(%[1]s))", p, q, n, m))
			}
		}
		return "(" + strings.Join(s, " && ") + ")"
	case `\max`, `\min`, `\abs`:
		return l.choice(name, args)
	case `\sum`, `\product`, `\numof`, `\lambda`:
		panic(notLogic(name + ` is not supported: say it of each element with \forall, or as a loop invariant`))
	case `\initialized`, `\dangling`, `\allocable`:
		panic(notLogic(name + " is not supported: leave it out; " + map[string]string{`\initialized`: "property uninit is about reads of what has no value"}[name] +
			map[string]string{`\dangling`: "property bounds is about uses of pointers to what does not live any more", `\allocable`: "malloc says whether there is memory"}[name]))
	case `\fresh`:
		if len(args) != 2 {
			panic(notLogic(`\fresh needs a pointer and a number of bytes`))
		}
		p, n := l.formula(args[0]), l.formula(args[1])
		return fmt.Sprintf("(__craig_fresh(%[1]s, %[2]s) && __CPROVER_POINTER_OFFSET(%[1]s) == 0 && __CPROVER_OBJECT_SIZE(%[1]s) == (%[2]s))", p, n)
	case `\freeable`:
		p := l.list(tokens)
		return fmt.Sprintf("((%[1]s) != 0 && __craig_freeable(%[1]s))", p)
	case `\base_addr`:
		p := l.list(tokens)
		return fmt.Sprintf("((char *)(%[1]s) - __CPROVER_POINTER_OFFSET(%[1]s))", p)
	case `\block_length`:
		return "__CPROVER_OBJECT_SIZE(" + l.list(tokens) + ")"
	case `\offset`:
		return "__CPROVER_POINTER_OFFSET(" + l.list(tokens) + ")"
	}
	panic(notSupported(name))
}

// acslWords are the words of ACSL that are known.
var acslWords = []string{`\result`, `\old`, `\at`, `\valid`, `\valid_read`, `\separated`, `\null`, `\true`, `\false`, `\forall`, `\exists`, `\let`,
	`\max`, `\min`, `\abs`, `\block_length`, `\offset`, `\nothing`, `\from`, `\fresh`, `\freeable`, `\base_addr`}

// notSupported is what there is to say of a word of ACSL that is not known, or misspelt.
func notSupported(word string) notLogic {
	if like := spell.Nearest(word, acslWords); like != "" && like != word {
		return notLogic(word + " is not supported; was " + like + " meant?")
	}
	return notLogic(word + " is not supported")
}

// let puts a term in the place of its name: \let x = term; body.
func (l *logician) let(tokens []string) string {
	parts, _ := split(tokens, false, ";")
	if len(parts) < 2 {
		panic(notLogic(`\let without a body`))
	}
	is, _ := split(parts[0], false, "=")
	name := trimmed(is[0])
	if len(is) != 2 || len(name) != 1 {
		panic(notLogic(`\let needs a name and a term: \let x = term; body`))
	}
	var body []string
	for i, t := range parts[1] {
		if t == name[0] && (i == 0 || parts[1][i-1] != "." && parts[1][i-1] != "->") {
			body = append(append(append(body, "("), trimmed(is[1])...), ")")
		} else {
			body = append(body, t)
		}
		if len(body) > most {
			panic(notLogic(`\let makes a clause too long`))
		}
	}
	return l.formula(body)
}

// choice is the greater or smaller of two numbers, or the absolute value of one. Integers are compared as numbers, whatever their types are.
func (l *logician) choice(name string, args [][]string) string {
	if n := map[bool]int{false: 2, true: 1}[name == `\abs`]; len(args) != n {
		panic(notLogic(fmt.Sprintf("%s needs %d terms, not a range of them: say it with \\forall and \\exists", name, n)))
	}
	a := "(" + l.formula(args[0]) + ")"
	wide := func(e, type_ string) string {
		return "_Generic(" + type_ + ", float: " + e + ", double: " + e + ", default: (long long)" + e + ")"
	}
	if name == `\abs` {
		a = wide(a, a)
		return "(" + a + " < 0 ? -" + a + " : " + a + ")"
	}
	b := "(" + l.formula(args[1]) + ")"
	op := map[string]string{`\max`: ">", `\min`: "<"}[name]
	a, b = wide(a, "1 ? "+a+" : "+b), wide(b, "1 ? "+a+" : "+b)
	return "(" + a + " " + op + " " + b + " ? " + a + " : " + b + ")"
}

// lessOne is n of n - 1.
func lessOne(tokens []string) (n []string, ok bool) {
	parts := trimmed(tokens)
	if len(parts) < 3 || parts[len(parts)-1] != "1" {
		return nil, false
	}
	parts = trimmed(parts[:len(parts)-1])
	if len(parts) < 2 || parts[len(parts)-1] != "-" {
		return nil, false
	}
	n = trimmed(parts[:len(parts)-1])
	last := n[len(n)-1]
	if !isLetter(last[0]) && !isDigit(last[0]) && last != ")" && last != "]" {
		return nil, false
	}
	if ops, _ := split(n, true, "?", ":", "<<", ">>", "&", "|", "^", "<", ">", "==", "!=", "&&", "||"); len(ops) > 1 {
		return nil, false
	}
	return n, true
}

// region is where a set of places such as p, or p + (0 .. n - 1), begins, and its size in bytes.
func (l *logician) region(tokens []string) (base, size string) {
	tokens = trimmed(tokens)
	if n := len(tokens); n > 0 && tokens[n-1] == ")" {
		for open := n - 2; open >= 0; open-- {
			if tokens[open] != "(" || matching(tokens, open) != n-1 {
				continue
			}
			ends, _ := split(tokens[open+1:n-1], true, "..")
			before := trimmed(tokens[:open])
			if len(ends) == 2 && len(before) > 1 && before[len(before)-1] == "+" {
				p := "(" + l.formula(before[:len(before)-1]) + ")"
				if n, ok := lessOne(ends[1]); ok { // which may not wrap, as numbers of C may
					low, count := "("+l.formula(ends[0])+")", "("+l.formula(n)+")"
					return "(" + p + " + " + low + ")", fmt.Sprintf("(%s <= %s ? 0 : sizeof *%s * ((__predefined_size_t)%s - (__predefined_size_t)%s))", count, low, p, count, low)
				}
				low, high := "("+l.formula(ends[0])+")", "("+l.formula(ends[1])+")"
				return "(" + p + " + " + low + ")", fmt.Sprintf("(%s < %s ? 0 : sizeof *%s * ((__predefined_size_t)%s - (__predefined_size_t)%s + 1))", high, low, p, high, low)
			}
		}
	}
	p := "(" + l.formula(tokens) + ")"
	return p, "sizeof *" + p
}
