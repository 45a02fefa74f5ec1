package elab

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
)

// The list of the statements, for those who ask which of them are executed: a Remark in the core says where one of the list begins.

// listing is what is known around the statement that is elaborated.
type listing struct {
	at     map[pp.Place]int // where a place of the text is in the list, from 1 on
	off    int              // in how many expressions it is: statements there are not listed
	static int              // open initializers that have to be constants: decisions there are not listed
	role   core.Role
	of     core.Pos
	always bool
	depth  int
}

// lists tells whether the statement that is elaborated is to be listed.
func (u *unit) lists() bool { return u.conf.Statements && u.list.off == 0 && u.unevaluated == 0 }

// begins enters a statement in the list, and says in the core that it begins. It is nil if statements are not listed here.
func (u *unit) begins(at core.Pos) *core.Statement {
	if !u.lists() {
		return nil
	}
	place := u.prog.Place(at)
	if place.File != u.core.Name {
		return nil
	}
	l := &u.list
	i := l.at[place]
	if i == 0 {
		u.prog.Statements = append(u.prog.Statements, &core.Statement{At: at, Role: l.role, Of: l.of, Constant: l.always, Depth: l.depth})
		i = len(u.prog.Statements)
		l.at[place] = i
	}
	s := u.prog.Statements[i-1]
	if !slices.Contains(s.Funcs, u.fn.core) {
		s.Funcs = append(s.Funcs, u.fn.core)
	}
	l.role, l.of, l.always = core.Follows, core.Pos{}, false
	u.emit(&core.Remark{At: at, Statement: i})
	return s
}

// inside elaborates a statement that another one has in it.
func (u *unit) inside(role core.Role, of core.Pos, always bool, f func()) {
	l := &u.list
	l.role, l.of, l.always = role, of, always
	l.depth++
	f()
	l.depth--
	l.role, l.of, l.always = core.Follows, core.Pos{}, false
}

// unlisted elaborates statements that are not listed.
func (u *unit) unlisted(f func()) {
	u.list.off++
	f()
	u.list.off--
}

// afterLabel notes the label before a statement.
func (u *unit) afterLabel(s syntax.Stmt) {
	l := &u.list
	l.of, l.always = core.Pos{}, false
	switch x := s.(type) {
	case *syntax.Labeled:
		l.role = core.AfterLabel
	case *syntax.Case:
		if l.role = core.AfterCase; x.X == nil {
			l.role = core.AfterDefault
		}
	}
}

// onlyCalls is the function that statements call if they do nothing else, as assert(0) does; nil if there is none.
func (u *unit) onlyCalls(list []core.Stmt) *core.Var {
	if len(list) != 1 {
		return nil
	}
	switch s := list[0].(type) {
	case *core.Call:
		return core.Called(s.Fun)
	case *core.If:
		if u.isZero(s.X) && s.Else != nil {
			return u.onlyCalls(s.Else.List)
		}
	case *core.Block:
		return u.onlyCalls(s.List)
	}
	return nil
}

// isZero tells whether an expression is the constant 0, such as !"not reached".
func (u *unit) isZero(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Logical: // 0 && "why"
		if !x.Or && (u.isZero(x.X) || u.isZero(x.Y)) {
			return true
		}
	case *core.Unary:
		if d, ok := core.Unconverted(x.X).(*core.Decay); ok && x.Op == core.Not {
			if _, ok := d.X.(*core.LiteralPlace); ok {
				return true
			}
		}
	}
	v, ok := u.known(x)
	return ok && !v
}

// initializes tells whether a declaration gives a variable its value where it is executed.
func initializes(d syntax.Decl) bool {
	x, ok := d.(*syntax.Declaration)
	return ok && x.Specs.Storage&(syntax.Static|syntax.Extern|syntax.Typedef) == 0 && slices.ContainsFunc(x.List, func(i *syntax.InitDecl) bool { return i.Init != nil })
}
