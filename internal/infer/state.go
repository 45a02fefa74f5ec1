package infer

import (
	"strings"

	"craig/internal/evidence/explain"
	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// state is what a function finds when it is called, as far as a contract can name it.
type state map[string]num.Int

// word is something that a contract can name, which all states may have: a number or a pointer.
type word struct {
	name string
	typ  ir.Type
	// matters: whether an execution goes wrong has depended on it.
	matters bool
	// through are the pointers that lead to it, but for parameters: where one of them is null, there is no such word.
	through []string
}

var (
	// designator matches what a contract can name, but for elements.
	designator = pattern.New(`^\*?[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*$`)
	// elements matches an element near the beginning of an array.
	elements = pattern.New(`^[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*\[[12]?\d\](?:\.[A-Za-z_]\w*)*$`)
)

// words are those of an execution's entry, with their values.
func words(entry []explain.Value) (list []*word, s state) {
	s = state{}
	for _, v := range entry {
		element := elements.MatchString(v.Name)
		if !element && !designator.MatchString(v.Name) || v.Type.IsFloat() || v.Type.Kind != ir.Integer && v.Type.Kind != ir.Pointer {
			continue
		}
		if s[v.Name] = v.Value; element && !v.Matters {
			continue
		}
		list = append(list, &word{name: v.Name, typ: v.Type, matters: v.Matters})
	}
	return list, s
}

// leads are the designators of the pointers on the way to what a designator names.
func leads(name string) (list []string) {
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		return append(leads(rest), rest)
	}
	for i := range name {
		if strings.HasPrefix(name[i:], "->") || name[i] == '[' {
			list = append(list, name[:i])
		}
	}
	return list
}

// key tells states apart.
func (s state) key(words []*word) string {
	var b strings.Builder
	for _, w := range words {
		v, ok := s[w.name]
		switch {
		case !ok:
			b.WriteString("-")
		case w.typ.Kind == ir.Pointer && !v.IsZero():
			b.WriteString("+")
		default:
			b.WriteString(v.String())
		}
		b.WriteByte(' ')
	}
	return b.String()
}
