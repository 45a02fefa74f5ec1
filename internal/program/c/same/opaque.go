package same

import (
	"fmt"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// touchesVolatile tells whether a statement, without those in it, reads or writes what is volatile or atomic.
func touchesVolatile(s core.Stmt) (does bool) {
	core.Parts(s, func(*core.Expr) {}, func(p core.Place) {
		does = does || hasVolatile(p.Type())
	})
	return does
}

// hasVolatile tells whether an object of a type is volatile or atomic, or a part of it is.
func hasVolatile(t *types.Type) bool {
	return t.Quals&(types.Volatile|types.Atomic) != 0 || t.Kind == types.Array && hasVolatile(t.Elem) ||
		t.IsRecord() && slices.ContainsFunc(t.Record.Fields, func(f types.Field) bool { return hasVolatile(f.Type) })
}

// partner tells whether a statement does the same as one of the other side wherever both begin alike.
func (x *execution) partner(s core.Stmt) bool {
	pair := &x.c.f.stmts
	if x.side == 1 {
		s = pair.back[s]
		if s == nil {
			return false
		}
	}
	if pair.of[s] == nil {
		return false
	}
	return !slices.ContainsFunc(x.c.f.places, func(p *differing) bool { return !p.done && p.within(s) })
}

// opaque executes a statement that does the same as its partner: what comes of it is a function of memory and of the variables that it names.
func (x *execution) opaque(s core.Stmt, st *state) (out []outcome) {
	if !x.partner(s) {
		x.unable("a statement that is not executed")
	}
	old := s
	if x.side == 1 {
		old = x.c.f.stmts.back[s]
	}
	mine := func(v *core.Var) *core.Var { // the variable of this side, nil: none
		if x.side == 0 {
			return v
		}
		return x.c.vars.of[v]
	}
	core.EachStmt(&core.Block{List: []core.Stmt{old}}, func(s core.Stmt) {
		if d, ok := s.(*core.Declare); ok && d.Var.Type.IsVariablyModified() { // its size is in variables that are not named
			x.unable("an array of variable length")
		}
	})
	about := newUses(old, (&execution{c: x.c}).register)
	args := []*term{st.memory, st.life}
	for _, v := range about.named {
		m := mine(v)
		if m == nil || !x.register(m) || x.c.vars.of[v] == nil {
			continue
		}
		if t, known := st.env[m]; !known {
			args = append(args, x.begin(m))
		} else if t == nil {
			args = append(args, x.w.of("none"))
		} else {
			args = append(args, t)
		}
	}
	did := x.w.of(x.named("statement", old), args...)
	st.duty(did)
	for _, v := range about.named {
		m := mine(v)
		if m == nil || !x.register(m) {
			continue
		}
		bits, signed := number(m.Type)
		switch {
		case about.declared[v] || x.c.vars.of[v] == nil:
			st.env[m] = x.w.fresh(bits, signed)
		case about.written[v]:
			st.env[m] = x.w.raw(x.named("after", v), bits, signed, types.Integer{}, did)
		}
	}
	if x.side == 1 { // variables that the old side does not have
		own := newUses(s, x.register)
		for _, v := range own.named {
			if x.c.vars.back[v] == nil && x.register(v) && own.written[v] {
				st.env[v] = x.w.fresh(number(v.Type))
			}
		}
	}
	if about.effects {
		st.memory = x.w.of("done", did)
		st.life = st.memory
	}
	which := x.w.raw("left", 32, true, types.Integer{}, did)
	left := func(n int, o outcome) {
		is := x.w.apply("eq", 32, true, which, x.w.small(int64(n), 32, true))
		if o.state = st.clone(); x.w.assume(&o.facts, is, true) {
			out = append(out, o)
		}
	}
	left(0, outcome{})
	for i, e := range about.exits {
		switch e := e.(type) {
		case *core.Break:
			left(i+1, outcome{exit: breaks})
		case *core.Continue:
			left(i+1, outcome{exit: continues})
		case *core.Goto:
			left(i+1, outcome{exit: jumps, label: e.Label})
		case *core.Return:
			o := outcome{exit: returns}
			if e.X != nil {
				bits, signed := number(e.X.Type())
				o.value = x.w.raw("returned", bits, signed, types.Integer{}, did)
			}
			left(i+1, o)
		default:
			x.unable("a computed jump")
		}
	}
	return out
}

// uses is what a statement, with those in it, does to variables, and how it is left.
type uses struct {
	named    []*core.Var
	written  map[*core.Var]bool
	declared map[*core.Var]bool
	effects  bool // it may write memory
	exits    []core.Stmt
	register func(v *core.Var) bool
}

func newUses(s core.Stmt, register func(v *core.Var) bool) *uses {
	u := &uses{register: register, written: map[*core.Var]bool{}, declared: map[*core.Var]bool{}}
	labels := map[*core.Label]bool{}
	(&core.Block{List: []core.Stmt{s}}).Labels(labels)
	u.enter(s, labels, false, false)
	return u
}

func (u *uses) name(v *core.Var) {
	if (v.Storage == core.Auto || v.Storage == core.Param) && !slices.Contains(u.named, v) {
		u.named = append(u.named, v)
	}
}

func (u *uses) enter(s core.Stmt, labels map[*core.Label]bool, loop, breakable bool) {
	write := func(p core.Place) {
		v, ok := p.(*core.VarPlace)
		if ok {
			u.written[v.Var] = true
		}
		if p != nil && (!ok || !u.register(v.Var)) {
			u.effects = true
		}
	}
	core.Parts(s, func(*core.Expr) {}, func(p core.Place) {
		if v, ok := p.(*core.VarPlace); ok {
			u.name(v.Var)
		}
		u.effects = u.effects || hasVolatile(p.Type())
	})
	exit := func(leaves bool) {
		if leaves && !slices.ContainsFunc(u.exits, func(e core.Stmt) bool { return sameExit(e, s) }) {
			u.exits = append(u.exits, s)
		}
	}
	switch t := s.(type) {
	case *core.Assign:
		write(t.Dst)
	case *core.Declare:
		u.name(t.Var)
		u.declared[t.Var], u.written[t.Var], u.effects = true, true, true
	case *core.Call, *core.Builtin, *core.Asm, *core.Opaque:
		u.effects = true
		switch t := s.(type) {
		case *core.Call:
			write(t.Dst)
		case *core.Builtin:
			write(t.Dst)
			for _, a := range t.Args {
				write(a.Place)
			}
		case *core.Asm:
			for _, a := range t.Outputs {
				write(a.Place)
			}
			exit(len(t.Labels) > 0)
		}
	case *core.Break:
		exit(!breakable)
	case *core.Continue:
		exit(!loop)
	case *core.Goto:
		exit(!labels[t.Label])
	case *core.GotoPtr:
		exit(true)
	case *core.Return:
		exit(true)
	}
	_, isLoop := s.(*core.Loop)
	_, isSwitch := s.(*core.Switch)
	for _, b := range core.Inner(s) {
		if b == nil {
			continue
		}
		for _, x := range b.List {
			u.enter(x, labels, loop || isLoop, breakable || isLoop || isSwitch)
		}
	}
}

// sameExit tells whether two statements lead to the same place.
func sameExit(a, b core.Stmt) bool {
	if l, ok := a.(*core.Goto); ok {
		m, ok := b.(*core.Goto)
		return ok && l.Label == m.Label
	}
	return fmt.Sprintf("%T", a) == fmt.Sprintf("%T", b)
}
