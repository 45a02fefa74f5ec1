package thread

import (
	"math"
	"slices"

	"craig/internal/program/interleave"
	"craig/internal/program/ir"
)

// A data race is two accesses of two threads to one place, of which one writes and not both are in atomic sections, that an execution may make one
// right after the other. Where they are looked for, threads rest before accesses to what they share rather than behind them: two that rest before
// such accesses race if these are to one place. As long as there is no race it does not matter when between two operations that synchronise an access
// takes place, so that others need not move behind it.

// access is one that a thread makes next.
type access struct {
	objects []any // *ir.Var, *ir.Object
	all     bool  // or any memory
	v       *ir.Var
	addr    *ir.Expr
	load    *ir.Expr // reads what is accessed at addr
	bytes   int64    // 0: it is not known what is accessed
	frees   bool     // all of the block that begins at addr, if one does
	writes  bool
	pos     ir.Pos
}

// conflicts are the accesses to what several threads access.
type conflicts struct {
	a  *interleave.Accesses
	at map[ir.Loc][]access // that leave a location
	// sizes are the least and the largest number of bytes of blocks, by where they are allocated; see freed.
	sizes map[*ir.Object][2]int64
}

// find enters the accesses that leave l in a thread beside which others make those of with.
func (c *conflicts) find(p *ir.Program, l ir.Loc, with *interleave.Access) {
	for _, id := range p.Locs[l].Out {
		e := p.Edges[id]
		add := func(x access) {
			if x.pos = e.Pos; interleave.Meets(x.objects, x.all, x.writes, with) {
				c.at[l] = append(c.at[l], x)
			}
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				xs, all := c.a.Read(x)
				if read := (access{objects: xs, all: all, v: x.Var}); x.Op == ir.OpLoad {
					read.addr, read.load, read.bytes = x.Args[0], x, int64(x.Type.Bits+7)/8
					add(read)
				} else if len(xs) > 0 {
					add(read)
				}
				return true
			})
		})
		xs, all := c.a.Written(e.Stmt)
		switch s := e.Stmt.(type) {
		case *ir.Store:
			add(access{objects: xs, all: all, writes: true, addr: s.Addr, load: ir.Load(s.Val.Type, s.Addr), bytes: int64(s.Val.Type.Bits+7) / 8})
		case *ir.Clobber:
			add(access{all: true, writes: true})
		case *ir.Free:
			add(access{objects: xs, all: all, writes: true, addr: s.Addr, frees: true})
		default:
			if v := ir.Written(s); len(xs) > 0 {
				add(access{objects: xs, v: v, writes: true})
			}
		}
	}
}

// any tells whether there are accesses but those of locks.
func (c *conflicts) any() bool {
	for _, list := range c.at {
		if slices.ContainsFunc(list, func(x access) bool { return !inLock(x.pos) }) {
			return true
		}
	}
	return false
}

// meet is the condition under which two accesses are a race, and the one under which it is not known whether they are.
func (c *conflicts) meet(x, y access) (race, open *ir.Expr) {
	no := ir.False()
	if !x.writes && !y.writes {
		return no, no
	}
	if x.v != nil || y.v != nil {
		return ir.Truth(x.v == y.v), no
	}
	var common []*ir.Object
	for _, o := range x.objects {
		if o, ok := o.(*ir.Object); ok && slices.Contains(y.objects, any(o)) {
			common = append(common, o)
		}
	}
	switch all := x.all || y.all; {
	case !all && len(common) == 0:
		return no, no
	case x.frees && y.frees:
		return ir.Compare(ir.OpEq, x.addr, y.addr), no
	case x.frees && y.bytes > 0:
		return c.freed(x, y, common, all)
	case y.frees && x.bytes > 0:
		return c.freed(y, x, common, all)
	case x.bytes == 0 || y.bytes == 0:
		return no, ir.True()
	case ir.Equal(x.addr, y.addr) && !hasVars(x.addr):
		return ir.True(), no
	}
	if apart := ir.Overlap(x.addr, size(x.bytes), y.addr, size(y.bytes)); apart.IsFalse() {
		return apart, no
	}
	if x.bytes == y.bytes {
		return ir.Compare(ir.OpEq, x.addr, y.addr), no
	}
	return ir.Overlap(x.addr, size(x.bytes), y.addr, size(y.bytes)), no
}

// freed is the condition under which y accesses a block that x frees, one of these or any. It is open for what is behind as many bytes as each of them surely
// has.
func (c *conflicts) freed(x, y access, blocks []*ir.Object, all bool) (race, open *ir.Expr) {
	least, most := int64(-1), int64(0)
	for _, o := range blocks {
		if s, ok := c.sizes[o]; ok && !o.Automatic { // else nobody frees it
			if least < 0 || s[0] < least {
				least = s[0]
			}
			most = max(most, s[1])
		}
	}
	if all {
		least, most = 1, unknownSize
	}
	if least < 0 || most == 0 {
		return ir.False(), ir.False()
	}
	race = ir.Overlap(y.addr, size(y.bytes), x.addr, size(least))
	switch {
	case most == unknownSize:
		return race, ir.And(ir.Not(race), ir.Compare(ir.OpLt, x.addr, y.addr))
	case most > least:
		return race, ir.And(ir.Not(race), ir.Overlap(y.addr, size(y.bytes), x.addr, size(most)))
	}
	return race, ir.False()
}

// unknownSize is the largest size of blocks whose size is not constant; the least one is 1 then.
const unknownSize = math.MaxInt64

// sized finds the sizes of the blocks of p.
func sized(p *ir.Program) map[*ir.Object][2]int64 {
	sizes := map[*ir.Object][2]int64{}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Alloc)
		if !ok || s.Size == nil {
			continue
		}
		now := [2]int64{1, unknownSize}
		if s.Size.IsConst() {
			if n, ok := s.Size.Val.Int64(); ok {
				now = [2]int64{n, n}
			}
		}
		if old, ok := sizes[s.Site]; ok {
			now = [2]int64{min(old[0], now[0]), max(old[1], now[1])}
		}
		sizes[s.Site] = now
	}
	return sizes
}

// size is a number of bytes.
func size(n int64) *ir.Expr { return ir.ConstInt(ir.Int(64, false), n) }

// checked are reads that only the executions go on from in which there is something at the address of x; none if there surely is.
func (x access) checked() []*ir.Expr {
	if x.load == nil || ir.Root(x.addr).Op == ir.OpAddr {
		return nil
	}
	return []*ir.Expr{x.load}
}

func hasVars(e *ir.Expr) (has bool) {
	ir.EachVar(e, func(*ir.Var) { has = true })
	return has
}

// races adds errors where threads i and j race in a state, and gives the location where they do not; 0 if they do for sure.
func (b *builder) race(from ir.Loc, s state, i, j int) ir.Loc {
	for _, x := range b.races.at[s.at[i]] {
		for _, y := range b.races.at[s.at[j]] {
			if !b.counts(s.at[i], x.pos) || !b.counts(s.at[j], y.pos) {
				continue
			}
			cond, open := b.races.meet(x, y)
			if open.IsTrue() {
				l := b.inner(from, x.pos)
				b.aux(from, l, &ir.Skip{}, x.pos).Aux = false
				b.stop(l, "which memory is accessed here is not known, and another thread accesses some at %s", y.pos)
				return 0
			}
			from = b.stopIf(from, open, x.pos, "whether a block that is freed here has as many bytes as another thread accesses at "+y.pos.String()+" is not known")
			if cond.IsFalse() {
				continue
			}
			goal := b.q.NewLoc(b.q.Main, x.pos)
			info := b.q.Locs[goal]
			info.Instance, info.Origin = b.p.Locs[s.at[i]].Instance, b.p.Locs[s.at[i]].Origin
			info.Beside = &ir.LocInfo{Func: b.q.Main, Pos: y.pos, Instance: b.p.Locs[s.at[j]].Instance}
			info.Goal, info.Why = b.violates(Race), "another thread accesses the same place at "+y.pos.String()
			if checked := append(x.checked(), y.checked()...); len(checked) > 0 {
				// Whether this is a race depends on what is assumed of the addresses, as that there is an object. Nobody is kept from going on.
				from = b.step(from, &ir.Havoc{Var: b.turn, Source: ir.FromInterrupt, Name: b.codes[i].name}, x.pos)
				cond = ir.And(ir.Compare(ir.OpNe, ir.VarExpr(b.turn), ir.ConstInt(b.turn.Type, 0)), cond)
				at := b.step(from, &ir.Assume{Cond: cond}, x.pos)
				for _, load := range checked {
					at = b.step(at, &ir.Assign{Var: b.q.NewTemp(b.q.Main, load.Type, x.pos), Expr: load}, x.pos)
				}
				b.aux(at, goal, &ir.Skip{}, x.pos)
				from = b.step(from, &ir.Assume{Cond: ir.Not(cond)}, x.pos)
				continue
			}
			if cond.IsTrue() {
				b.aux(from, goal, &ir.Skip{}, x.pos).Aux = false
				return 0
			}
			b.aux(from, goal, &ir.Assume{Cond: cond}, x.pos)
			from = b.step(from, &ir.Assume{Cond: ir.Not(cond)}, x.pos)
		}
	}
	return from
}

// counts tells whether an access at a location may be one of a race that counts.
func (b *builder) counts(l ir.Loc, pos ir.Pos) bool {
	if len(b.regs.Targets) == 0 || b.rest != nil {
		return true
	}
	list := (&ir.LocInfo{Pos: pos, Instance: b.p.Locs[l].Instance}).Places()
	return len(list) > 0 && slices.Contains(b.regs.Targets, list[0].File)
}

// Race is the property that data races violate.
const Race = "no-data-race"
