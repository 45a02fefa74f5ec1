package product

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// item is a part of a body: a loop, or statements without loops that can be paired. It is run only if the conditions of the statements around it hold.
type item struct {
	loop  *core.Loop
	stmts []core.Stmt
	under []*condition
}

// condition is that of an if around an item, which is found once.
type condition struct {
	x   core.Expr
	not bool
	v   *core.Var // that has its value
	set bool      // the item is what finds it
}

// flatten takes a list of statements apart. Blocks with loops are no longer blocks, and loops in an if are items with a condition.
func flatten(list []core.Stmt) []item {
	f := &flattener{}
	f.list(list, nil)
	return f.items
}

type flattener struct{ items []item }

func (f *flattener) list(list []core.Stmt, under []*condition) {
	fresh := true
	for _, s := range list {
		switch x := s.(type) {
		case *core.Loop:
			f.items = append(f.items, item{loop: x, under: under})
			fresh = true
			continue
		case *core.Block:
			if hasLoop(x) {
				f.list(x.List, under)
				fresh = true
				continue
			}
		case *core.If:
			if hasLoop(x) {
				c := &condition{x: x.X, v: &core.Var{Name: Prefix + "if", Pos: x.At, Storage: core.Auto}}
				f.items = append(f.items, item{under: append(append([]*condition{}, under...), &condition{x: c.x, v: c.v, set: true})})
				f.list(x.Then.List, append(append([]*condition{}, under...), &condition{x: c.x, v: c.v}))
				if x.Else != nil {
					f.list(x.Else.List, append(append([]*condition{}, under...), &condition{x: c.x, v: c.v, not: true}))
				}
				fresh = true
				continue
			}
		}
		if fresh {
			f.items = append(f.items, item{under: under})
			fresh = false
		}
		last := &f.items[len(f.items)-1]
		last.stmts = append(last.stmts, s)
	}
}

// hasLoop tells whether there is a loop in a statement, outside of a switch.
func hasLoop(s core.Stmt) bool {
	switch s.(type) {
	case *core.Loop:
		return true
	case *core.Switch:
		return false
	}
	for _, b := range core.Inner(s) {
		if b != nil {
			for _, x := range b.List {
				if hasLoop(x) {
					return true
				}
			}
		}
	}
	return false
}

func loops(items []item) (list []*core.Loop) {
	for _, x := range items {
		if x.loop != nil {
			list = append(list, x.loop)
		}
	}
	return list
}

// side is one of the two functions while they are merged.
type side struct {
	m      *merger
	number int64
	dst    core.Place // where the result goes; nil if it is not used
	ret    *core.Var  // not 0: the function has returned
	tail   core.Stmt  // the return at the end, behind which nothing comes
}

// around is what surrounds a statement of a side.
type around struct {
	on   []*core.Var // all of which are not 0 where it runs
	out  *core.Var   // not 0: the loop that is merged has been left; nil: nothing leaves it, or there is none
	body *core.Var   // 0: the rest of the body is not run; nil: nothing goes on with the next round
}

// jumps copies statements, with the jumps out of them as flags and jumps to a label behind.
type jumps struct {
	s      *side
	around around
	end    *core.Label
	used   bool
	labels map[*core.Label]*core.Label
}

// guarded is the copy of statements that are run where a side has come to them.
func (s *side) guarded(list []core.Stmt, a around) []core.Stmt {
	if len(list) == 0 {
		return nil
	}
	j := &jumps{s: s, around: a, end: &core.Label{Pos: list[0].Pos()}, labels: map[*core.Label]*core.Label{}}
	at := list[0].Pos()
	out := []core.Stmt{s.m.set(s.m.sideVar, s.m.number(s.number))}
	if c := s.goes(a); c != nil {
		out = append(out, &core.If{At: at, X: s.m.not(c), Then: &core.Block{At: at, List: []core.Stmt{&core.Goto{At: at, Label: j.end}}}})
		j.used = true
	}
	out = append(out, j.list(list, true, true)...)
	if j.used {
		out = append(out, &core.Labeled{At: at, Label: j.end})
	}
	return out
}

// goes is the condition under which a side runs something; nil: it does.
func (s *side) goes(a around) (c core.Expr) {
	for _, v := range a.on {
		c = s.m.and(c, s.m.load(v))
	}
	if a.out != nil {
		c = s.m.and(c, s.m.not(s.m.load(a.out)))
	}
	if s.ret != nil {
		c = s.m.and(c, s.m.not(s.m.load(s.ret)))
	}
	return c
}

func (j *jumps) list(list []core.Stmt, breaks, continues bool) (out []core.Stmt) {
	for _, s := range list {
		out = append(out, j.stmt(s, breaks, continues)...)
	}
	return out
}

func (j *jumps) block(b *core.Block, breaks, continues bool) *core.Block {
	if b == nil {
		return nil
	}
	return &core.Block{At: b.At, List: j.list(b.List, breaks, continues), End: b.End}
}

// leave is a jump behind the statements.
func (j *jumps) leave(at core.Pos) core.Stmt {
	j.used = true
	return &core.Goto{At: at, Label: j.end}
}

func (j *jumps) label(l *core.Label) *core.Label {
	if j.labels[l] == nil {
		j.labels[l] = &core.Label{Name: l.Name, Pos: l.Pos}
	}
	return j.labels[l]
}

func (j *jumps) stmt(s core.Stmt, breaks, continues bool) []core.Stmt {
	m := j.s.m
	switch x := s.(type) {
	case *core.Return:
		var out []core.Stmt
		if x.X != nil && j.s.dst != nil {
			out = append(out, &core.Assign{At: x.At, Dst: j.s.dst, Src: x.X})
		} else if x.X != nil {
			out = append(out, &core.Eval{At: x.At, X: x.X})
		}
		if s == j.s.tail {
			return out
		}
		return append(out, m.set(j.s.ret, m.number(1)), j.leave(x.At))
	case *core.Break:
		if !breaks {
			return []core.Stmt{s}
		}
		return []core.Stmt{m.set(j.around.out, m.number(1)), j.leave(x.At)}
	case *core.Continue:
		if !continues {
			return []core.Stmt{s}
		}
		return []core.Stmt{m.set(j.around.body, m.number(0)), j.leave(x.At)}
	case *core.Block:
		return []core.Stmt{j.block(x, breaks, continues)}
	case *core.If:
		return []core.Stmt{&core.If{At: x.At, X: x.X, Then: j.block(x.Then, breaks, continues), Else: j.block(x.Else, breaks, continues)}}
	case *core.Switch:
		return []core.Stmt{&core.Switch{At: x.At, X: x.X, Body: j.block(x.Body, false, continues)}}
	case *core.Loop:
		return []core.Stmt{&core.Loop{At: x.At, How: x.How, Body: j.block(x.Body, false, false), Step: j.block(x.Step, false, false)}}
	case *core.Labeled:
		return []core.Stmt{&core.Labeled{At: x.At, Label: j.label(x.Label)}}
	case *core.Goto:
		return []core.Stmt{&core.Goto{At: x.At, Label: j.label(x.Label)}}
	case *core.Declare:
		if x.Var.Type.IsVariablyModified() {
			panic(&Problem{x.At, "arrays of variable length are not merged"})
		}
	}
	return []core.Stmt{s}
}

// local refuses jumps from one item to another.
func (s *side) local(items []item) {
	for _, x := range items {
		list := x.stmts
		if x.loop != nil {
			s.local(flatten(x.loop.Body.List))
			if x.loop.Step != nil {
				list = x.loop.Step.List
			}
		}
		b := &core.Block{List: list}
		own := map[*core.Label]bool{}
		b.Labels(own)
		core.EachStmt(b, func(y core.Stmt) {
			if g, ok := y.(*core.Goto); ok && !own[g.Label] {
				panic(&Problem{g.At, "jumps across loops are not merged"})
			}
		})
	}
}

// flags tells whether a list of statements leaves the loop that it is the body of, or goes on with its next round.
func flags(list []core.Stmt) (breaks, continues bool) {
	var look func(list []core.Stmt, ofBreak, ofContinue bool)
	look = func(list []core.Stmt, ofBreak, ofContinue bool) {
		for _, s := range list {
			b, c := ofBreak, ofContinue
			switch s.(type) {
			case *core.Break:
				breaks = breaks || ofBreak
			case *core.Continue:
				continues = continues || ofContinue
			case *core.Switch:
				b = false
			case *core.Loop:
				b, c = false, false
			}
			for _, x := range core.Inner(s) {
				if x != nil {
					look(x.List, b, c)
				}
			}
		}
	}
	look(list, true, true)
	return breaks, continues
}

// integer is the type of flags.
func (m *merger) integer() *types.Type { return m.p.tt.Basic(types.Int) }
