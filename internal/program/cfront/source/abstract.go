package source

// abstractParams finds the names of parameters in abstract declarators, such as x in the cast
// (int (*)(int x))p. They mean nothing, but cc declares them in the scope around, where they hide
// variables: prepare blanks them.
//
// An abstract function declarator is a bracket with nothing but stars and qualifiers, followed
// by a bracket; nothing else in C looks like that. Inside, a name is an identifier where the
// parameter has its type already.
type abstractParams struct {
	stars  starState
	levels []level // open brackets, from the one of the parameter list
}

// starState follows a bracket that may be the (*) of an abstract declarator.
type starState uint8

const (
	starsNone   starState = iota
	starsOpen             // after (
	starsInside           // after ( *
	starsClosed           // after ( * )
)

// level is an open bracket inside a parameter list.
type level struct {
	kind  levelKind
	typed bool // the current parameter has a type specifier
	tag   bool // the next identifier is a tag
	group bool // the next ( is opaque
}

type levelKind uint8

const (
	paramList  levelKind = iota // ( of parameters
	declarator                  // ( of a declarator
	opaque                      // [ of an array, ( of an attribute or typeof: nothing in it is a name
)

// punctuation follows a character that is not part of a word. next is the next character of the
// text that is not white space.
func (a *abstractParams) punctuation(c, next byte) {
	if n := len(a.levels); n > 0 {
		top := &a.levels[n-1]
		switch c {
		case ';':
			if top.kind != opaque {
				a.levels = a.levels[:0] // no parameter list after all
			}
		case '(':
			switch {
			case top.kind == opaque || top.group:
				top.group = false
				a.levels = append(a.levels, level{kind: opaque})
			case next == '*' || next == '^':
				a.levels = append(a.levels, level{kind: declarator, typed: true})
			default:
				a.levels = append(a.levels, level{kind: paramList})
			}
		case '[', '{':
			top.tag = false
			a.levels = append(a.levels, level{kind: opaque})
		case ')', ']', '}':
			a.levels = a.levels[:n-1]
		case ',':
			if top.kind == paramList {
				top.typed = false
			}
		}
		return
	}
	switch {
	case c == '(' && a.stars == starsClosed:
		a.levels = append(a.levels[:0], level{kind: paramList})
		a.stars = starsNone
	case c == '(':
		a.stars = starsOpen
	case c == '*' && (a.stars == starsOpen || a.stars == starsInside):
		a.stars = starsInside
	case c == ')' && a.stars == starsInside:
		a.stars = starsClosed
	default:
		a.stars = starsNone
	}
}

// word follows a word and tells whether it is the name of a parameter.
func (a *abstractParams) word(w string) bool {
	n := len(a.levels)
	if n == 0 {
		if a.stars != starsNone && (a.stars != starsInside || wordKinds[w] != qualifier) {
			a.stars = starsNone
		}
		return false
	}
	top := &a.levels[n-1]
	if top.kind == opaque {
		return false
	}
	switch wordKinds[w] {
	case qualifier:
	case specifier:
		top.typed = true
	case tagged:
		top.tag, top.typed = true, true
	case attribute:
		top.group = true
	case typeOf:
		top.group, top.typed = true, true
	default:
		switch {
		case top.tag:
			top.tag = false
		case top.typed:
			return true
		default:
			top.typed = true
		}
	}
	return false
}

// wordKind is what a keyword means for abstractParams; the zero value is an identifier.
type wordKind uint8

const (
	identifier wordKind = iota
	qualifier
	specifier
	tagged
	attribute
	typeOf
)

var wordKinds = map[string]wordKind{
	"const": qualifier, "volatile": qualifier, "restrict": qualifier, "register": qualifier,
	"__const": qualifier, "__volatile": qualifier, "__volatile__": qualifier, "__restrict": qualifier,
	"__restrict__": qualifier, "_Atomic": qualifier, "__extension__": qualifier, "static": qualifier,

	"void": specifier, "char": specifier, "short": specifier, "int": specifier, "long": specifier,
	"signed": specifier, "unsigned": specifier, "float": specifier, "double": specifier,
	"_Bool": specifier, "_Complex": specifier, "__signed": specifier, "__signed__": specifier,
	"__int128": specifier, "__int128_t": specifier, "__uint128_t": specifier, "_Float128": specifier,
	"__float128": specifier, "_Float16": specifier, "_Float32": specifier, "_Float64": specifier,
	"_Float32x": specifier, "_Float64x": specifier,

	"struct": tagged, "union": tagged, "enum": tagged,

	"__attribute__": attribute, "__attribute": attribute, "__declspec": attribute,
	"typeof": typeOf, "__typeof": typeOf, "__typeof__": typeOf,
}
