package cfront

import (
	"fmt"
	"strings"

	"craig/internal/pattern"
)

// How many elements there are where the parameters of the entry lead, as their types and names tell.

// extent says how much there is where a parameter leads.
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

// lengthsOf finds what is known of how much there is where parameters lead.
func (g *environment) lengthsOf(params []*variable) []extent {
	list := make([]extent, len(params))
	for i := range list {
		list[i] = extent{count: -1, end: -1}
	}
	if g.o.Lengths == LengthsOne {
		return list
	}
	for i, p := range params {
		switch {
		case p.t.kind != kPointer || list[i].end >= 0:
		case g.declaredLength(p):
			list[i].fixed = p.elements
		case i+1 < len(params) && g.isEnd(params[i+1], p):
			list[i].ended, list[i+1].end = true, i
		case g.counted(p) && (g.lengthBehind(params, list, i) || g.lengthBefore(params, list, i)):
		default:
			if !g.givenBack(p) {
				list[i].fixed = g.constantLength(p, g.target(p.t, p, ""))
			}
			if g.counted(p) && (list[i].fixed == 0 || g.r.reaches.any(g.r.reaches.unknown, p)) {
				if list[i].count = g.onlyLength(params, p); list[i].count >= 0 {
					list[i].fixed = 0
				}
			}
		}
	}
	for i, x := range list {
		list[i].bits = x.count >= 0 && bitsName.MatchString(params[x.count].name)
	}
	return list
}

// counted tells whether parameter p may lead to many elements: it is no length that is given back, and to have more than bytes there
// the program has to go along it.
func (g *environment) counted(p *variable) bool {
	if p.t.kind != kPointer || p.t.elemC.kind == kFunc {
		return false
	}
	if g.declaredLength(p) {
		return true
	}
	return !g.givenBack(p) && (byteOrVoid(g.target(p.t, p, "")) || g.r.along(p))
}

// givenBack tells whether p leads to a length that is given back.
func (g *environment) givenBack(p *variable) bool {
	return p.t.elemC == g.r.types.size && p.t.elemQ&qConst == 0 && singleName.MatchString(p.name)
}

// declaredLength tells whether p has as many elements as it is written with, as in char iv[16]. A text has any length.
func (g *environment) declaredLength(p *variable) bool {
	e := p.t.elemC
	text := e == g.r.types.char && p.t.elemQ&qConst != 0 && !g.o.Bytes
	return p.elements > 0 && !text && (p.elements <= maxFew || !g.delicate(e))
}

// byteOrVoid tells whether t is a byte, or void.
func byteOrVoid(t *ctype) bool { return t.kind == kVoid || t.kind == kInt && t.size == 1 }

// isEnd tells whether q is the end of where p leads: it has the name of an end, and the program compares both.
func (g *environment) isEnd(q, p *variable) bool {
	return g.r.meet(p, q) && q.t == p.t && endName.MatchString(q.name) && p.t.elemC.size > 0 && !g.delicate(p.t.elemC)
}

// lengthBehind looks for the number of elements behind pointer i, perhaps behind others of its type as with memcmp, and tells
// whether there is one.
func (g *environment) lengthBehind(params []*variable, list []extent, i int) bool {
	p := params[i]
	e := p.t.elemC
	j := i + 1
	for ; j < len(params); j++ {
		q := params[j]
		if j == i+1 && j+1 < len(params) && g.copiesText(p, q, params[j+1]) {
			list[i].count = j + 1
			return true
		}
		text := q.t.kind == kPointer && q.t.elemC == g.r.types.char && q.t.elemQ&qConst != 0
		if !g.counted(q) || g.declaredLength(q) || q.t.elemC != e && e.kind != kVoid || text {
			break
		}
	}
	if j >= len(params) || !g.number(params[j], e) {
		return false
	}
	last := params[j-1]
	copies := p.t.elemQ&qConst == 0 && last.t.elemQ&qConst != 0
	if j > i+1 && !copies && namedAfter(params[j], last) && !namedAfter(params[j], p) {
		return false
	}
	list[i].count = j
	return true
}

// copiesText tells whether n is how many characters there are where p leads, with a text between them as with strncpy(p, q, n).
func (g *environment) copiesText(p, q, n *variable) bool {
	char := g.r.types.char
	return p.t.elemC == char && p.t.elemQ&qConst == 0 && g.r.reaches.writes(p) &&
		q.t.kind == kPointer && q.t.elemC == char && q.t.elemQ&qConst != 0 && g.number(n, char) && !namedAfter(n, q)
}

// number tells whether p says how many elements of type e there are.
func (g *environment) number(p *variable, e *ctype) bool {
	return p.t.kind == kInt && (isLengthName(p.name, e) || p.t == g.r.types.size && e.kind != kStruct && e.kind != kUnion && e.kind != kPointer && !notLength.MatchString(p.name))
}

// namedAfter tells whether the name of a number begins with that of a pointer, as those of key_len and key do.
func namedAfter(n, p *variable) bool {
	return p.name != "" && strings.HasPrefix(strings.ToLower(n.name), strings.ToLower(p.name))
}

// lengthBefore looks for the number of elements before pointer i, perhaps before other pointers that have as many, or whose lengths
// are fixed, as with encrypt(size, iv, in, out), and tells whether there is one.
func (g *environment) lengthBefore(params []*variable, list []extent, i int) bool {
	e := params[i].t.elemC
	j := i - 1
	for ; j >= 0 && params[j].t.kind == kPointer; j-- {
		if g.counted(params[j]) && list[j].fixed == 0 && (list[j].count < 0 || params[j].t.elemC != e) || list[j].count > j || list[j].end >= 0 {
			return false
		}
	}
	if j < 0 || params[j].t.kind != kInt || !isLengthName(params[j].name, e) || j < i-1 && e == g.r.types.char {
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
func (g *environment) onlyLength(params []*variable, p *variable) int {
	only := -1
	for i, q := range params {
		if !g.number(q, p.t.elemC) {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	if p.t.elemC == g.r.types.char || !g.r.along(p) {
		return -1
	}
	return only
}

var (
	lengthName = pattern.New(`(?i)^(n|m|cb|argc|n?_?(bytes|octets|elements|elem|elems|items|chars|words|entries|values|samples|points)(_?(len|n|num|count))?|no_of_.*|num_?.*|n_.*)$|(len|length|size|sz|count|cnt|nbytes|nelem|nmemb|num|capacity|_n|siz|avail|remaining|max)$|^(len|length|size|count)|bits$`)
	countName  = pattern.New(`(?i)^(n|m|num.*|n_.*|no_of_.*)$|(count|cnt|nelem|nmemb|num|_n|len|length|elements|elems|items|entries)$`)
	singleName = pattern.New(`(?i)^p?(num_|n_|len_)|(len|length|size|count|num)$`)
	endName    = pattern.New(`(?i)(end|limit|lim|last|stop|eof|eob|tail)$|^(end|lim|limit)`)
	notLength  = pattern.New(`(?i)^(i|j|k|x|y|c|ch|val|value|v|seed|hash|h|key|id|pos|off|offset|index|idx|at|flags?|mask|mode|type)$|(off|offset|pos|index|idx|flags|hash|seed)$`)
	bitsName   = pattern.New(`(?i)bits$|bit_?(len|length|size|count)$`)
)

// isLengthName tells whether a number of that name says how many elements of type e there are.
func isLengthName(name string, e *ctype) bool {
	switch {
	case notLength.MatchString(name):
		return false
	case e.kind == kStruct || e.kind == kUnion || e.kind == kPointer:
		return countName.MatchString(name)
	case !byteOrVoid(e) && bitsName.MatchString(name):
		return false
	}
	return lengthName.MatchString(name)
}
