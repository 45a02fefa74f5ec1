package lower

import (
	"cmp"
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Where a property is about the lives of objects, ir.Free ends those of local variables in memory where their blocks are left, by all ways. Variables of
// the function as a whole, such as parameters and temporaries, end with it.

// ends has the life of a variable, which begins here, end with its scope.
func (b *builder) ends(v *core.Var) {
	if b.scopes == nil || v.Storage == core.Static {
		return
	}
	if at := b.home(v, b.pos(v.Pos)); at.addr != nil || b.forgotten(v) != nil || b.p.marks.noValue[at.v] != nil {
		b.live = append(b.live, v)
	}
}

// forgotten is the pointer that a variable is, which is not in memory: when its scope is left, it leads nowhere any more. That matters to
// valid-memtrack alone.
func (b *builder) forgotten(v *core.Var) *ir.Var {
	if b.p.conf.Memory.Track == "" || v.Type.Kind != types.Pointer {
		return nil
	}
	return b.home(v, b.pos(v.Pos)).v
}

// leave ends the lives of all variables but the first depth ones, for a jump out of their scopes.
func (b *builder) leave(depth int, pos ir.Pos) {
	for i := len(b.live) - 1; i >= depth; i-- {
		b.over(b.live[i], pos)
	}
}

// close is leave at the end of a block.
func (b *builder) close(depth int, pos ir.Pos) {
	b.leave(depth, pos)
	b.live = b.live[:depth]
}

// over ends the life of a variable.
func (b *builder) over(v *core.Var, pos ir.Pos) {
	if !b.p.conf.Memory.Lives {
		return
	}
	if at := b.home(v, pos).addr; at != nil {
		b.emit(&ir.Free{Addr: at}, pos)
	} else if x := b.forgotten(v); x != nil {
		b.emit(&ir.Assign{Var: x, Expr: ir.ConstInt(x.Type, 0)}, pos).Pos = ir.Pos{} // which the program does not say
	}
}

// enter begins the lives of variables into whose scopes a jump leads, past their declarations. Those of variable length are none of them.
func (b *builder) enter(vars []*core.Var, pos ir.Pos) {
	for _, v := range vars {
		if v.Storage != core.Static && !v.Type.IsVariablyModified() {
			b.begins(v, false)
			b.unset(b.home(v, b.pos(v.Pos)).v, true, pos)
		}
	}
}

// jumpTo jumps to a label: lives end and begin as the scopes say that it leaves and enters. A jump back to before a declaration does not leave the block.
func (b *builder) jumpTo(l *core.Label, pos ir.Pos) {
	if b.scopes != nil {
		to := b.scopes.Labels[l]
		inScope := func(v *core.Var) bool { return slices.Contains(to.Vars, v) }
		for i := len(b.live) - 1; i >= b.lasting; i-- {
			v := b.live[i]
			if !inScope(v) && (v.Type.IsVariablyModified() || !slices.Contains(to.Blocks, b.scopes.Home[v])) {
				b.over(v, pos)
			}
		}
		var entered []*core.Var
		for _, v := range to.Vars {
			if !slices.Contains(b.live, v) {
				entered = append(entered, v)
			}
		}
		b.enter(entered, pos)
	}
	b.jump(b.target(l), pos)
}

// entry is where the switch goes for a label of it: to what begins the lives of the variables that are in scope there.
func (b *builder) entry(c *core.Case, label ir.Loc, pos ir.Pos) ir.Loc {
	if b.scopes == nil {
		return label
	}
	var entered []*core.Var
	for _, v := range b.scopes.Cases[c].Vars {
		if !slices.Contains(b.live, v) && v.Storage != core.Static {
			entered = append(entered, v)
		}
	}
	if len(entered) == 0 {
		return label
	}
	before := b.cur
	at := b.loc(pos)
	b.cur = at
	b.enter(entered, pos)
	b.jump(label, pos)
	b.cur = before
	return at
}

// endFunction is the end of a function, to which all ways out of it lead, behind the ends of the variables.
func (b *builder) endFunction(pos ir.Pos) {
	for _, site := range b.onStacks {
		b.emit(&ir.Free{Site: site}, pos)
	}
	for _, l := range b.listsHere {
		b.setBegun(l, false, pos)
	}
	if b.p.out.Main == b.ir {
		b.endOfMain(pos)
	}
}

// endOfMain is atEnd for the end of the entry, or of its surroundings. What a function other than main leaves, its callers may still free.
func (b *builder) endOfMain(end ir.Pos) {
	m := b.p.conf.Memory
	property := cmp.Or(m.Track, m.Cleanup)
	if property == "" || !b.p.out.Surrounds(end) {
		b.atEnd(false, end)
		return
	}
	entry := b.p.conf.Surroundings.Function
	for _, f := range b.p.functions {
		if f.v.Name == entry && f.def != nil {
			end = f.unit.pos(f.def.End) // what is noted of the surroundings themselves is not said
		}
	}
	if entry == "main" {
		b.atEnd(false, end)
		return
	}
	b.p.note(ir.Assumption, end, "blocks that are left when %s returns are outside the answer (property %s)", entry, property)
}

// atEnd is for the properties about what is left at the end of the program: at the end of main or, with frames, where it exits while functions are
// active.
func (b *builder) atEnd(frames bool, pos ir.Pos) {
	switch m := b.p.conf.Memory; {
	case m.Cleanup != "":
		b.follow(ir.Counted(), pos)
		b.demand(ir.AllFreed(), m.Cleanup, pos)
	case m.Track != "":
		b.follow(ir.Traceable(frames), pos)
		b.demand(ir.Tracked(frames), m.Track, pos)
	}
}

// freeable sees to it that free may be given a pointer.
func (b *builder) freeable(p *ir.Expr, pos ir.Pos) {
	if m := b.p.conf.Memory; m.Lives {
		b.follow(ir.Known(p), pos)
		if m.Free != "" {
			b.demand(ir.Freeable(p), m.Free, pos)
		} else {
			b.emit(&ir.Assume{Cond: ir.Freeable(p)}, pos)
		}
	}
}
