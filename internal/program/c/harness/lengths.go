package harness

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// extent says how much there is where a parameter leads, as types and names of parameters tell.
type extent struct {
	count int   // the parameter with the number of elements; -1: none
	bits  bool  // of bits
	fixed int64 // the number of elements; 0: not known
	end   int   // the parameter whose end this one is; -1: none
	ended bool  // another parameter is its end
}

// text is the number of elements as an expression; "" if there is none.
func (x extent) text(names []string) string {
	switch {
	case x.fixed > 0:
		return fmt.Sprint(x.fixed)
	case x.count < 0:
		return ""
	case x.bits:
		return fmt.Sprintf("(%s / 8 + (%[1]s %% 8 != 0))", names[x.count])
	}
	return names[x.count]
}

func isPointer(v *core.Var) bool { return v.Type.Kind == types.Pointer }

// isReadText is true of const char *.
func isReadText(v *core.Var) bool {
	return isPointer(v) && isPlainChar(v.Type.Elem) && v.Type.Elem.Quals&types.Const != 0
}

// bytesOf are the parameters that lead to bytes which the function only reads.
func (m *maker) bytesOf(params []*core.Var) map[string]bool {
	list := map[string]bool{}
	for _, p := range params {
		if isPointer(p) && p.Type.Elem.Quals&types.Const != 0 && isByte(m.target(p.Type, key{v: p})) {
			list[p.Name] = true
		}
	}
	return list
}

// lengthsOf finds what is known of how much there is where parameters lead.
func (m *maker) lengthsOf(params []*core.Var) []extent {
	list := make([]extent, len(params))
	for i := range list {
		list[i] = extent{count: -1, end: -1}
	}
	if m.lone() {
		return list
	}
	for i, p := range params {
		switch {
		case !isPointer(p) || list[i].end >= 0:
		case m.declaredLength(p):
			list[i].fixed = p.Elements
		case i+1 < len(params) && m.isEnd(params[i+1], p):
			list[i].ended, list[i+1].end = true, i
		case m.counted(p) && (m.lengthBehind(params, list, i) || m.lengthBefore(params, list, i)):
		default:
			if !m.givenBack(p) {
				list[i].fixed = m.constantLength(key{v: p}, m.target(p.Type, key{v: p}))
			}
			if m.counted(p) && (list[i].fixed == 0 || m.facts.any(m.facts.unknown, key{v: p})) {
				if list[i].count = m.onlyLength(params, p); list[i].count >= 0 {
					list[i].fixed = 0
				}
			}
		}
	}
	for i, x := range list {
		list[i].bits = x.count >= 0 && bitsName.MatchString(params[x.count].Name)
	}
	return list
}

// counted tells whether parameter p may lead to many elements: it is no length that is given back, and to have more than bytes there the program has to
// go along it.
func (m *maker) counted(p *core.Var) bool {
	if !isPointer(p) || p.Type.Elem.Kind == types.Func {
		return false
	}
	if m.declaredLength(p) {
		return true
	}
	return !m.givenBack(p) && (isByte(m.target(p.Type, key{v: p})) || m.facts.goesAlong(key{v: p}))
}

// givenBack tells whether p leads to a length that is given back.
func (m *maker) givenBack(p *core.Var) bool {
	return p.Type.Elem == m.tt.Size && singleName.MatchString(p.Name)
}

// declaredLength tells whether p has as many elements as it is written with, as in char iv[16]. A text has any length.
func (m *maker) declaredLength(p *core.Var) bool {
	return p.Elements > 0 && !(isReadText(p) && !m.cfg.Bytes) && (p.Elements <= maxFew || !delicate(p.Type.Elem))
}

// isEnd tells whether q is the end of where p leads: it has the name of an end, and the program compares both.
func (m *maker) isEnd(q, p *core.Var) bool {
	return m.facts.meet(key{v: p}, key{v: q}) && same(q.Type, p.Type) && endName.MatchString(q.Name) && sizeOf(p.Type.Elem) > 0 && !delicate(p.Type.Elem)
}

// lengthBehind looks for the number of elements behind pointer i, perhaps behind others of its type as with memcmp, and tells whether there is one.
func (m *maker) lengthBehind(params []*core.Var, list []extent, i int) bool {
	p := params[i]
	e := p.Type.Elem
	j := i + 1
	for ; j < len(params); j++ {
		q := params[j]
		if j == i+1 && j+1 < len(params) && m.copiesText(p, q, params[j+1]) {
			list[i].count = j + 1
			return true
		}
		if !m.counted(q) || m.declaredLength(q) || !same(q.Type.Elem, e) && e.Kind != types.Void || isReadText(q) {
			break
		}
	}
	if j >= len(params) || !m.number(params[j], e) {
		return false
	}
	last := params[j-1]
	copies := e.Quals&types.Const == 0 && last.Type.Elem.Quals&types.Const != 0
	if j > i+1 && !copies && namedAfter(params[j], last) && !namedAfter(params[j], p) {
		return false
	}
	list[i].count = j
	return true
}

// copiesText tells whether n is how many characters there are where p leads, with a text between them as with strncpy(p, q, n).
func (m *maker) copiesText(p, q, n *core.Var) bool {
	return isPlainChar(p.Type.Elem) && p.Type.Elem.Quals&types.Const == 0 && m.facts.any(m.facts.written, key{v: p}) &&
		isReadText(q) && m.number(n, p.Type.Elem) && !namedAfter(n, q)
}

// number tells whether p says how many elements of type e there are.
func (m *maker) number(p *core.Var, e *types.Type) bool {
	return isNumber(p.Type) && (isLengthName(p.Name, e) ||
		same(p.Type, m.tt.Size) && !e.IsRecord() && e.Kind != types.Pointer && !notLength.MatchString(p.Name))
}

// namedAfter tells whether the name of a number begins with that of a pointer, as those of key_len and key do.
func namedAfter(n, p *core.Var) bool {
	return p.Name != "" && strings.HasPrefix(strings.ToLower(n.Name), strings.ToLower(p.Name))
}

// lengthBefore looks for the number of elements before pointer i, perhaps before other pointers that have as many, or whose lengths are fixed, as with
// encrypt(size, iv, in, out), and tells whether there is one.
func (m *maker) lengthBefore(params []*core.Var, list []extent, i int) bool {
	e := params[i].Type.Elem
	j := i - 1
	for ; j >= 0 && isPointer(params[j]); j-- {
		if m.counted(params[j]) && list[j].fixed == 0 && (list[j].count < 0 || !same(params[j].Type.Elem, e)) || list[j].count > j || list[j].end >= 0 {
			return false
		}
	}
	if j < 0 || !isNumber(params[j].Type) || !isLengthName(params[j].Name, e) || j < i-1 && isPlainChar(e) {
		return false
	}
	for k := range j { // it may be that of what comes before it
		if list[k].count == j {
			return false
		}
	}
	list[i].count = j
	return true
}

// onlyLength is the only number of elements among the parameters, for a pointer that the program goes along; -1 if there is none.
func (m *maker) onlyLength(params []*core.Var, p *core.Var) int {
	only := -1
	for i, q := range params {
		if !m.number(q, p.Type.Elem) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	if isPlainChar(p.Type.Elem) || !m.facts.goesAlong(key{v: p}) {
		return -1
	}
	return only
}

// constantLength is how many elements of type e the program takes where the pointer p leads, as far as constants tell; 0 if they do not, or if it is one.
// Characters that are only read are a text.
func (m *maker) constantLength(p key, e *types.Type) int64 {
	size := sizeOf(e)
	if e.Kind == types.Void {
		size = 1
	}
	if m.lone() || size <= 0 || isPlainChar(e) && !m.facts.any(m.facts.written, p) {
		return 0
	}
	n := (m.facts.reach(p) + size - 1) / size
	if n <= 1 && e.Kind != types.Void || n > maxFew && delicate(e) {
		return 0
	}
	return n
}

// constantText is constantLength as an expression; "" if there is none.
func (m *maker) constantText(p key, e *types.Type) string {
	if n := m.constantLength(p, e); n > 0 {
		return fmt.Sprint(n)
	}
	return ""
}

// What names of parameters and members are a hint of.
var (
	lengthName = pattern.New(`(?i)^(n|m|cb|argc|n?_?(bytes|octets|elements|elem|elems|items|chars|words|entries|values|samples|points)(_?(len|n|num|count))?|no_of_.*|num_?.*|n_.*)$|(len|length|size|sz|count|cnt|nbytes|nelem|nmemb|num|capacity|_n|siz|avail|remaining|max)$|^(len|length|size|count)|bits$`)
	countName  = pattern.New(`(?i)^(n|m|num.*|n_.*|no_of_.*)$|(count|cnt|nelem|nmemb|num|_n|len|length|elements|elems|items|entries)$`)
	singleName = pattern.New(`(?i)^p?(num_|n_|len_)|(len|length|size|count|num)$`)
	endName    = pattern.New(`(?i)(end|limit|lim|stop|eof|eob)$|^(end|lim|limit)`)
	notLength  = pattern.New(`(?i)^(i|j|k|x|y|c|ch|val|value|v|seed|hash|h|key|id|pos|off|offset|index|idx|at|flags?|mask|mode|type)$|(off|offset|pos|index|idx|flags|hash|seed)$`)
	bitsName   = pattern.New(`(?i)bits$|bit_?(len|length|size|count)$`)
)

// isLengthName tells whether a number of that name says how many elements of type e there are.
func isLengthName(name string, e *types.Type) bool {
	switch {
	case notLength.MatchString(name):
		return false
	case e.IsRecord() || e.Kind == types.Pointer:
		return countName.MatchString(name)
	case !isByte(e) && bitsName.MatchString(name):
		return false
	}
	return lengthName.MatchString(name)
}
