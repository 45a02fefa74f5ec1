package source

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/pattern"
)

// definition is a predicate or a logic function of ACSL. A use of it is its body, with the arguments in it:
//
//	/*@ predicate within(integer x, integer low, integer high) = low <= x < high; */
//	within(i + 1, 0, n)        ((0) <= (i + 1) < (n))
//
// The definitions that a body uses are put in when it is read, so that there is no recursion.
type definition struct {
	name   string
	params []parameter
	body   []string // tokens
}

type parameter struct {
	name    string
	integer bool // it is one of the mathematical numbers
}

var (
	definitionHead = pattern.New(`^\s*(?:(?s)(.*?)\s)??\s*([A-Za-z_]\w*)\s*(\{[^}]*\})?\s*(?:\(((?s)[^)]*)\))?\s*$`)
	parameterForm  = pattern.New(`^(?s)(.*?[\s*])\s*([A-Za-z_]\w*)\s*(\[[^\]]*\]\s*)*$`)
)

// definition reads what follows predicate or logic. wrong and hint say what is the matter with it; both are empty otherwise.
func (r *contractReader) definition(kind, text string) (wrong, hint string) {
	head, body, ok := cutDefinition(text)
	m := definitionHead.FindStringSubmatch(head)
	switch {
	case !ok:
		return fmt.Sprintf("the %s %s has no definition", kind, strings.TrimSpace(strings.SplitN(head, "(", 2)[0])), "write = and what it is; only its properties would have to be believed"
	case m == nil:
		return "a " + kind + " that is not understood", kind + " is followed by " + map[string]string{"predicate": "NAME(parameters) = formula", "logic": "TYPE NAME(parameters) = term"}[kind]
	case strings.Contains(m[1]+m[4], "real"):
		return "real numbers are not supported", "use double, or integers"
	case strings.Contains(m[3], ","):
		return fmt.Sprintf("%s has more than one label", m[2]), "give it the values as parameters"
	}
	d := &definition{name: m[2]}
	if strings.TrimSpace(m[4]) != "" && strings.TrimSpace(m[4]) != "void" {
		for _, p := range strings.Split(m[4], ",") {
			q := parameterForm.FindStringSubmatch(p)
			if q == nil {
				return fmt.Sprintf("the parameter %q of %s is not understood", strings.TrimSpace(p), d.name), "write its type and its name"
			}
			d.params = append(d.params, parameter{q[2], strings.TrimSpace(q[1]) == "integer"})
		}
	}
	tokens := logicTokens.FindAllString(body, -1)
	if slices.Contains(tokens, d.name) {
		return fmt.Sprintf("%s is defined by itself, which is not supported", d.name), "say what a loop computes with a loop invariant, or compare with a function in C"
	}
	if label := strings.Trim(m[3], "{} \t\n"); label != "" && slices.Contains(tokens, `\at`) {
		return fmt.Sprintf(`\at in the definition of %s is not supported`, d.name), `use \old where it is used`
	}
	if slices.Contains(tokens, `\old`) || slices.Contains(tokens, `\result`) {
		return fmt.Sprintf(`\old and \result in the definition of %s have no meaning there`, d.name), "give it the value as a parameter"
	}
	if wrong := r.expanded(&tokens); wrong != "" {
		return wrong, ""
	}
	if _, wrong := logicOf(tokens); wrong != "" {
		return wrong, "write it in C"
	}
	d.body = trimmed(tokens)
	if r.defined == nil {
		r.defined = map[string]*definition{}
	}
	if r.defined[d.name] != nil {
		return d.name + " is defined twice", "choose another name"
	}
	r.defined[d.name] = d
	return "", ""
}

// cutDefinition cuts at the = that defines.
func cutDefinition(text string) (head, body string, ok bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case '=':
			if depth == 0 {
				return text[:i], text[i+1:], true
			}
		}
	}
	return text, "", false
}

// most bounds the tokens of a clause: definitions that use others twice grow fast.
const most = 20_000

// expanded puts the definitions into tokens. wrong says what cannot be.
func (r *contractReader) expanded(tokens *[]string) (wrong string) {
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(notLogic)
			if !ok {
				panic(x)
			}
			wrong = string(e)
		}
	}()
	*tokens = r.expand(*tokens)
	return ""
}

func (r *contractReader) expand(tokens []string) (out []string) {
	if len(r.defined) == 0 {
		return tokens
	}
	for i := 0; i < len(tokens); i++ {
		d := r.defined[tokens[i]]
		if d == nil || i > 0 && (tokens[i-1] == "." || tokens[i-1] == "->") {
			out = append(out, tokens[i])
			continue
		}
		at := i + 1
		skip := func() {
			for at < len(tokens) && strings.TrimSpace(tokens[at]) == "" {
				at++
			}
		}
		skip()
		old := false
		if at < len(tokens) && tokens[at] == "{" {
			end := matching(tokens, at)
			switch label := strings.TrimSpace(strings.Join(tokens[at+1:end], "")); label {
			case "Here":
			case "Pre", "Old":
				old = true
			default:
				panic(notLogic(d.name + " with the label " + label + " is not supported"))
			}
			at = end + 1
			skip()
		}
		var args [][]string
		if len(d.params) > 0 || at < len(tokens) && tokens[at] == "(" {
			if at == len(tokens) || tokens[at] != "(" {
				panic(notLogic(d.name + " needs its arguments"))
			}
			end := matching(tokens, at)
			if inner := trimmed(tokens[at+1 : end]); len(inner) > 0 {
				args, _ = split(r.expand(inner), true, ",")
			}
			at = end + 1
		} else {
			at = i + 1
		}
		if len(args) != len(d.params) {
			panic(notLogic(fmt.Sprintf("%s is given %d arguments, and not as many as it has parameters: %d", d.name, len(args), len(d.params))))
		}
		if old {
			out = append(out, `\old`)
		}
		out = append(append(append(out, "("), r.applied(d, args)...), ")")
		if len(out) > most {
			panic(notLogic(d.name + " becomes too long"))
		}
		i = at - 1
	}
	return out
}

// applied is the body of d with arguments. The variables that it binds get new names, since the arguments may have the old ones.
func (r *contractReader) applied(d *definition, args [][]string) (out []string) {
	instead := map[string][]string{}
	for i, t := range d.body {
		if t != `\forall` && t != `\exists` && t != `\let` {
			continue
		}
		end := slices.Index(d.body[i:], ";")
		if t == `\let` {
			end = slices.Index(d.body[i:], "=")
		}
		if end < 0 {
			continue
		}
		for _, part := range strings.Split(strings.Join(d.body[i+1:i+end], ""), ",") {
			if name := lastName.FindString(part); name != "" {
				r.renamed++
				instead[name] = []string{fmt.Sprintf("%s__%d", name, r.renamed)}
			}
		}
	}
	for i, p := range d.params {
		a := trimmed(args[i])
		word := len(a) == 1 && !strings.ContainsAny(a[0][:1], `\"'`)
		switch {
		case p.integer && !(word && isDigit(a[0][0])):
			a = append(append([]string{"(", "(", "integer", ")", "("}, a...), ")", ")")
		case !word:
			a = append(append([]string{"("}, a...), ")")
		}
		if _, hidden := instead[p.name]; !hidden {
			instead[p.name] = a
		}
	}
	for i, t := range d.body {
		if a, ok := instead[t]; ok && (i == 0 || d.body[i-1] != "." && d.body[i-1] != "->") {
			out = append(out, a...)
		} else {
			out = append(out, t)
		}
	}
	return out
}

var lastName = pattern.New(`[A-Za-z_]\w*\s*$`)

// refused are clauses of ACSL that are not supported, with what to do instead.
var refused = map[string]string{
	"axiomatic": "write each definition by itself, with predicate or logic, outside of it; what has no definition is not supported",
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
