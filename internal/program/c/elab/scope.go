package elab

// Scopes and name spaces: C11 6.2.1, 6.2.3.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// objectKind says what a name stands for.
type objectKind uint8

const (
	variable objectKind = iota
	function
	typeName
	enumerator
)

// object is what an ordinary identifier is declared as.
type object struct {
	kind  objectKind
	name  string
	pos   syntax.Pos
	typ   *types.Type // of an enumerator: that of its value
	level int         // how many scopes are open around it; 0: file scope

	v      *core.Var
	global *global       // of a name with linkage
	value  types.Integer // of an enumerator

	refs int // uses
}

// tag is what the tag of a structure, union or enumeration is declared as.
type tag struct {
	kind  syntax.TagKind
	typ   *types.Type
	pos   syntax.Pos
	level int
}

// scopes has the meaning of each name in the innermost open scope that declares it. A declaration says in undo what it
// hides, so that leaving a scope costs what was declared in it.
type scopes struct {
	names []*object // by pp.Symbol
	tags  []*tag
	undo  []hidden
	marks []int // length of undo where each open scope began
}

// hidden is the meaning that a name had.
type hidden struct {
	sym   pp.Symbol
	name  *object
	tag   *tag
	isTag bool
}

func (s *scopes) level() int { return len(s.marks) }

func (s *scopes) enter() { s.marks = append(s.marks, len(s.undo)) }

func (s *scopes) leave() {
	n := s.marks[len(s.marks)-1]
	s.marks = s.marks[:len(s.marks)-1]
	s.undoTo(n)
}

// undoTo takes declarations back until n are left.
func (s *scopes) undoTo(n int) {
	for i := len(s.undo) - 1; i >= n; i-- {
		if h := s.undo[i]; h.isTag {
			s.tags[h.sym] = h.tag
		} else {
			s.names[h.sym] = h.name
		}
	}
	s.undo = s.undo[:n]
}

// lookup is the object that a name stands for; nil if it is not declared.
func (s *scopes) lookup(sym pp.Symbol) *object {
	if int(sym) < len(s.names) {
		return s.names[sym]
	}
	return nil
}

// local is the object of that name which the innermost scope itself declares; nil if there is none.
func (s *scopes) local(sym pp.Symbol) *object {
	if o := s.lookup(sym); o != nil && o.level == s.level() {
		return o
	}
	return nil
}

func (s *scopes) declare(sym pp.Symbol, o *object) {
	o.level = s.level()
	s.names = grow(s.names, sym)
	if o.level > 0 {
		s.undo = append(s.undo, hidden{sym: sym, name: s.names[sym]})
	}
	s.names[sym] = o
}

func (s *scopes) lookupTag(sym pp.Symbol) *tag {
	if int(sym) < len(s.tags) {
		return s.tags[sym]
	}
	return nil
}

func (s *scopes) declareTag(sym pp.Symbol, t *tag) {
	t.level = s.level()
	s.tags = grow(s.tags, sym)
	if t.level > 0 {
		s.undo = append(s.undo, hidden{sym: sym, tag: s.tags[sym], isTag: true})
	}
	s.tags[sym] = t
}

// grow makes a table that is indexed by symbols long enough for one.
func grow[T any](list []T, sym pp.Symbol) []T {
	if int(sym) >= len(list) {
		list = append(list, make([]T, int(sym)+1-len(list)+len(list)/2)...)
	}
	return list
}
