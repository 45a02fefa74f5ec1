package source

import "craig/internal/pattern"

// PackPragma begins the message of the static assertion that stands for a #pragma pack; the
// arguments follow.
const PackPragma = "#pragma pack "

var (
	packPragma   = pattern.New(`^\s*pack\s*\(([\w\s,]*)\)`)
	packOperator = pattern.New(`^\s*\(\s*"\s*pack\s*\(([\w\s,]*)\)\s*"\s*\)`)
)

// pack writes a #pragma pack, or the same as an operator, between from and pos, as a static
// assertion: that may stand among declarations and members, and the preprocessor and package cc
// leave it in its place.
func (p *preparer) pack(from int, form *pattern.Pattern) bool {
	m := form.FindSubmatchIndex(p.text[p.pos:])
	if m == nil {
		return false
	}
	args := string(p.text[p.pos+m[2] : p.pos+m[3]])
	p.pos += m[1]
	p.replace(from, p.pos, `_Static_assert(1, "`+PackPragma+args+`");`)
	return true
}
