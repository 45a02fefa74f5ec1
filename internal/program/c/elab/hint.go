package elab

// What was meant by a name that is not declared.

import (
	"craig/internal/program/c/types"
	"craig/internal/spell"
)

// nearest is a hint: a name in scope that is spelled much like s.
func (u *unit) nearest(s string) string {
	var names []string
	for _, o := range u.scope.names {
		if o != nil {
			names = append(names, o.name)
		}
	}
	return meant(spell.Nearest(s, names))
}

func (u *unit) nearestMember(t *types.Type, s string) string {
	var names []string
	for i := range t.Record.Fields {
		names = append(names, t.Record.Fields[i].Name)
	}
	return meant(spell.Nearest(s, names))
}

func meant(s string) string {
	if s == "" {
		return ""
	}
	return "was '" + s + "' meant?"
}
