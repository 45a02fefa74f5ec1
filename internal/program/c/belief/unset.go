package belief

import (
	"maps"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Unset is a read of a variable to which nothing has given a value on any way that leads there for the first time, or on some.
type Unset struct {
	Variable string
	Read     core.Pos
	Always   bool // it is read whenever its statement is executed
	Later    bool // a later round of a loop around finds a value
	Some     bool // on other ways it has a value: what decides is the text that the function reads, or on the way where it has none the program does something else
}

// UnsetIn are the reads of variables of a function that have no value yet, of each variable the first one, in the order of the text. Only variables count that are numbers or
// pointers, whose address is not taken. What comes behind labels is not looked at.
func UnsetIn(f *core.Func) []Unset {
	w := &walker{escapes: map[*core.Var]bool{}}
	core.EachStmt(f.Body, func(s core.Stmt) { w.addresses(s) })
	u := &unsetWalker{escapes: w.escapes, seen: map[*core.Var]bool{}}
	u.block(f.Body, unset{})
	return u.found
}

// unset are variables without a value; nil where control does not come.
type unset map[*core.Var]ways

// ways are those on which a variable has no value.
type ways uint8

const (
	all     ways = iota + 1
	blamed       // some, as Unset.Some has it
	excused      // some, of which callers may know that they are not gone
)

type unsetWalker struct {
	escapes map[*core.Var]bool
	found   []Unset
	seen    map[*core.Var]bool
	breaks  []unset // where the loops and switches around end, by Break
	heads   []unset // where the switches around begin
	loops   []*core.Loop
}

func (u *unsetWalker) block(b *core.Block, in unset) unset {
	if b == nil {
		return in
	}
	for _, s := range b.List {
		in = u.stmt(s, in)
	}
	return in
}

// meet is what holds where control comes from one place or another.
func meet(a, b unset) unset {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	c := unset{}
	for _, x := range [][2]unset{{a, b}, {b, a}} {
		for v, n := range x[0] {
			switch m := x[1][v]; {
			case n == all && m == all:
				c[v] = all
			case n == blamed || m == blamed:
				c[v] = blamed
			default:
				c[v] = excused
			}
		}
	}
	return c
}

// chosen is what holds behind an if: the side that gives no value is to blame if it does something else, or if the text that the function reads decides.
func chosen(s *core.If, yes, no unset) unset {
	out := meet(maps.Clone(yes), maps.Clone(no))
	if yes == nil || no == nil {
		return out
	}
	for v := range out {
		var side *core.Block // that leaves it without
		switch {
		case yes[v] == all && no[v] == 0:
			side = s.Then
		case no[v] == all && yes[v] == 0:
			side = s.Else
		default:
			continue
		}
		if does(side) || ofText(s.X) {
			out[v] = blamed
		}
	}
	return out
}

// does tells whether a side of an if, which may be nil, does more than to say which way was gone, as the operands of && and || do.
func does(b *core.Block) bool {
	return b != nil && slices.ContainsFunc(b.List, func(s core.Stmt) bool {
		a, ok := s.(*core.Assign)
		if !ok {
			return true
		}
		v, ok := a.Dst.(*core.VarPlace)
		return !ok || !v.Var.Temp
	})
}

// ofText tells whether a condition compares characters that the function reads, and nothing else.
func ofText(x core.Expr) bool {
	text := false
	only := true
	leaves(x, func(y core.Expr) {
		l, ok := y.(*core.Load)
		switch {
		case constant(y):
		case ok && slices.Contains([]types.Kind{types.Char, types.SChar, types.UChar}, l.Type().Unqual().Kind) && variables(l.X) == nil:
			text = true
		default:
			only = false
		}
	})
	return text && only
}

func (u *unsetWalker) stmt(s core.Stmt, in unset) unset {
	core.Parts(s, func(at *core.Expr) {
		l, ok := (*at).(*core.Load)
		if !ok {
			return
		}
		if v, ok := l.X.(*core.VarPlace); ok && (in[v.Var] == all || in[v.Var] == blamed) && !u.seen[v.Var] {
			u.seen[v.Var] = true
			x := Unset{Variable: v.Var.Name, Read: l.At, Some: in[v.Var] == blamed, Later: u.later(v.Var)}
			always(s, func(y *core.Load) { x.Always = x.Always || y == l }, func(*core.DerefPlace) {})
			u.found = append(u.found, x)
		}
	}, func(core.Place) {})
	switch s := s.(type) {
	case *core.Labeled: // control may come from elsewhere
		return unset{}
	case *core.Case:
		return u.atCase(in)
	case *core.Goto, *core.GotoPtr, *core.Return, *core.Continue:
		return nil
	case *core.Break:
		if n := len(u.breaks) - 1; n >= 0 {
			u.breaks[n] = meet(u.breaks[n], in)
		}
		return nil
	case *core.Block:
		return u.block(s, in)
	case *core.If:
		return chosen(s, u.block(s.Then, maps.Clone(in)), u.block(s.Else, maps.Clone(in)))
	case *core.Loop:
		u.breaks, u.loops = append(u.breaks, nil), append(u.loops, s)
		u.block(s.Step, u.block(s.Body, maps.Clone(in))) // the first round
		u.loops = u.loops[:len(u.loops)-1]
		return u.left(s)
	case *core.Switch:
		u.breaks, u.heads = append(u.breaks, nil), append(u.heads, in)
		out := meet(u.block(s.Body, nil), u.breaks[len(u.breaks)-1])
		u.breaks, u.heads = u.breaks[:len(u.breaks)-1], u.heads[:len(u.heads)-1]
		return meet(out, in) // there may be no case for it
	case *core.Declare:
		delete(in, s.Var)
		if v := s.Var; in != nil && s.Init == nil && v.Storage == core.Auto && v.Type.IsScalar() && v.Written() != "" && !u.escapes[v] && !volatile(&core.VarPlace{Var: v}) {
			in[v] = all
		}
		return in
	}
	for v := range given(s) {
		delete(in, v)
	}
	return in
}

// atCase is what holds at a case, to which control comes from the head of the switch, too. In a loop it may be that no round begins with it: then what others give has a value.
func (u *unsetWalker) atCase(in unset) unset {
	out := meet(in, maps.Clone(u.heads[len(u.heads)-1]))
	maps.DeleteFunc(out, func(v *core.Var, _ ways) bool { return u.later(v) })
	return out
}

// later tells whether a statement of a loop around gives a variable a value without reading it.
func (u *unsetWalker) later(v *core.Var) (gives bool) {
	for _, l := range u.loops {
		for _, b := range []*core.Block{l.Body, l.Step} {
			core.EachStmt(b, func(s core.Stmt) {
				if given(s)[v] {
					reads := false
					core.Parts(s, func(at *core.Expr) { reads = reads || variable(*at) == v }, func(core.Place) {})
					gives = gives || !reads
				}
			})
		}
	}
	return gives
}

// left is what holds behind a loop, of which later rounds may have given variables values.
func (u *unsetWalker) left(l *core.Loop) unset {
	out := u.breaks[len(u.breaks)-1]
	u.breaks = u.breaks[:len(u.breaks)-1]
	for _, b := range []*core.Block{l.Body, l.Step} {
		core.EachStmt(b, func(s core.Stmt) {
			for v := range given(s) {
				delete(out, v)
			}
		})
	}
	return out
}

// given are the variables that a statement gives a value.
func given(s core.Stmt) map[*core.Var]bool {
	set := map[*core.Var]bool{}
	if a, ok := s.(*core.Assign); ok {
		maps.Copy(set, variables(a.Dst))
	}
	(&walker{}).dst(s, set)
	return set
}
