package pp

import (
	_ "embed"
	"strconv"
	"strings"
)

// builtin is a macro that has no replacement.
type builtin uint8

const (
	currentFile builtin = iota + 1
	currentLine
	baseFile
	includeLevel
	counter
	date
	clock
	timestamp
	pragmaOperator
	hasAttribute
	hasCAttribute
	hasBuiltin
	hasInclude
	hasIncludeNext
)

var builtins = map[string]builtin{
	"__FILE__": currentFile, "__LINE__": currentLine, "__BASE_FILE__": baseFile, "__INCLUDE_LEVEL__": includeLevel, "__COUNTER__": counter,
	"__DATE__": date, "__TIME__": clock, "__TIMESTAMP__": timestamp, "_Pragma": pragmaOperator,
	"__has_attribute": hasAttribute, "__has_cpp_attribute": hasAttribute, "__has_c_attribute": hasCAttribute, "__has_builtin": hasBuiltin,
	"__has_include": hasInclude, "__has_include_next": hasIncludeNext,
}

// The names of which gcc 12 says that it knows them, for x86-64.
var (
	//go:embed attributes.txt
	attributeList string
	//go:embed builtins.txt
	builtinList string

	// cAttributes are those of C23.
	cAttributes = map[string]string{"deprecated": "201904", "fallthrough": "201904", "maybe_unused": "201904", "nodiscard": "202003"}
)

func (p *Preprocessor) defineBuiltins() {
	for name, b := range builtins {
		s := p.syms.intern(name)
		p.syms.list[s].macro = &macro{name: s, builtin: b}
	}
}

// isBuiltin says whether t names such a macro, or another one that asks for what there is.
func (p *Preprocessor) isBuiltin(t Token, b builtin) bool {
	m := p.syms.list[p.means(t)].macro
	return m != nil && (m.builtin == b || b == hasInclude && m.builtin >= hasAttribute)
}

// enterBuiltin has the value of a builtin read in its place.
func (p *Preprocessor) enterBuiltin(t Token, m *macro) bool {
	text, kind := "", String
	switch m.builtin {
	case pragmaOperator:
		return p.pragmaOperator(t)
	case currentFile:
		text = quote(p.Place(p.here()).File)
	case baseFile:
		text = quote(p.main.name)
	case currentLine:
		text, kind = strconv.Itoa(p.Place(t.Exp).Line), Number
	case includeLevel:
		text, kind = strconv.Itoa(max(0, p.depth-1)), Number
	case counter:
		text, kind = strconv.Itoa(p.counter), Number
		p.counter++
	case date:
		text = `"Jan  1 1970"`
	case clock:
		text = `"00:00:00"`
	case timestamp:
		text = `"Thu Jan  1 00:00:00 1970"`
	default:
		text, kind = p.has(t, m.builtin), Number
	}
	p.enterTokens([]Token{{Kind: kind, Sym: p.syms.intern(text), Loc: t.Loc, Exp: t.Exp}})
	return true
}

// has is the answer of __has_include and its like.
func (p *Preprocessor) has(t Token, b builtin) string {
	if !p.directive && b >= hasInclude {
		p.fail(t.Exp, "", "%s outside of #if", p.Text(t))
		return "0"
	}
	p.prevent++
	defer func() { p.prevent-- }()
	bad := func(what string) string {
		p.fail(t.Exp, "", "%s is missing behind %s", what, p.Text(t))
		return "0"
	}
	if !p.is(p.getDirective(), symOpen) {
		return bad("(")
	}
	answer := "0"
	if b == hasInclude || b == hasIncludeNext {
		h, ok := p.header(t)
		if !ok {
			return answer
		}
		if f, _, _ := p.find(h, b == hasIncludeNext); f != nil {
			answer = "1"
		}
	} else {
		name := p.getDirective()
		if name.Kind != Ident {
			return bad("a name")
		}
		text := p.syms.list[p.means(name)].text
		switch b {
		case hasBuiltin:
			if listed(builtinList, text) {
				answer = "1"
			}
		case hasAttribute, hasCAttribute:
			answer = p.attribute(text, b)
		}
	}
	if !p.is(p.getDirective(), symClose) {
		return bad(")")
	}
	return answer
}

// attribute is the value of an attribute, behind whose name, or whose prefix, the text is read on.
func (p *Preprocessor) attribute(name string, b builtin) string {
	next := p.getDirective()
	if p.Text(next) == "::" || p.Text(next) == ":" {
		if p.Text(next) == ":" {
			p.getDirective()
		}
		if n := p.getDirective(); (name == "gnu" || name == "__gnu__") && listed(attributeList, bare(p.Text(n))) {
			return "1"
		}
		return "0"
	}
	p.back(next)
	if v, ok := cAttributes[bare(name)]; ok {
		return v
	}
	if b == hasAttribute && listed(attributeList, bare(name)) {
		return "1"
	}
	return "0"
}

// bare is the name of an attribute without underscores around it.
func bare(name string) string {
	if len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return name[2 : len(name)-2]
	}
	return name
}

// listed says whether a list, a name a line, has the name.
func listed(list, name string) bool { return strings.Contains(list, "\n"+name+"\n") }

func quote(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}
