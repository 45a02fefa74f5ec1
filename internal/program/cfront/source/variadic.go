package source

import (
	"bytes"

	"craig/internal/pattern"
)

// namedVariadic matches the name and the parameters of a macro whose last parameter takes the rest
// of the arguments and has a name: #define f(a, rest...), which is GNU C.
var namedVariadic = pattern.New(`^[ \t]+[\w$]+\([^()]*?([\w$]+)[ \t]*\.\.\.[ \t]*\)`)

// variadicMacro passes the parameters of such a macro. The last one becomes ..., and its name in the
// replacement __VA_ARGS__, since cc leaves the comma before it out only if it has that name.
func (p *preparer) variadicMacro() {
	m := namedVariadic.FindSubmatchIndex(p.text[p.pos:])
	if m == nil {
		return
	}
	head := p.text[p.pos : p.pos+m[1]]
	p.variadic = string(head[m[2]:m[3]])
	p.replace(p.pos+m[2], p.pos+m[3], "")
	for from := p.pos; p.pos < from+m[1]; {
		n := bytes.IndexByte(p.text[p.pos:from+m[1]], '\n')
		if n < 0 {
			p.pos = from + m[1]
			break
		}
		p.pos += n + 1
		p.newline()
	}
}

// pastedRest matches what makes a comma and ## after it leave the comma out.
var pastedRest = pattern.New(`^(\\\r?\n)*##`)

// comma follows a comma before pos in the definition of a macro: cc takes ,## for an ordinary ##
// unless there is a space.
func (p *preparer) comma() {
	if p.directive && pastedRest.Match(p.text[p.pos:]) {
		p.replace(p.pos, p.pos, " ")
	}
}
