package pointers

import (
	"context"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Lowering looks at what has become of a program whose memory was split by a table: that variables and regions have at first what
// memory contains, at the entry and where blocks and local objects begin, and that functions without a body overwrite all that they may.
// A value of which nothing is known is right for any contents.
type Lowering struct {
	checker
	edges   int // that there were before
	lowered []lowered
	made    map[*ir.Object][]*ir.Alloc
	parts   [][]int32 // by part, its objects, with those that others stand for
	of      map[*ir.Var]bool
	entry   *memory
}

// lowered is an edge whose statement is replaced, and where it went.
type lowered struct {
	edge ir.EdgeID
	to   ir.Loc
	stmt ir.Stmt
	pos  ir.Pos
}

// Before notes what is going to be lowered in p, by the table t.
func Before(p *ir.Program, t *ir.Points) *Lowering {
	l := &Lowering{checker: checker{p: p, t: t, again: again(p)}, edges: len(p.Edges), made: map[*ir.Object][]*ir.Alloc{}}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		switch s := e.Stmt.(type) {
		case *ir.Alloc:
			l.made[s.Site] = append(l.made[s.Site], s)
			l.lowered = append(l.lowered, lowered{e.ID, e.To, s, e.Pos})
		case *ir.Clobber:
			l.lowered = append(l.lowered, lowered{e.ID, e.To, s, e.Pos})
		}
	}
	return l
}

// Check checks the program, which has been lowered: nil says that it is right, and otherwise the doubt says what could not be shown.
func (l *Lowering) Check(ctx context.Context) *ir.Doubt {
	own := *l // it may be checked again
	own.of = map[*ir.Var]bool{}
	return own.check(ctx)
}

func (l *Lowering) check(ctx context.Context) *ir.Doubt {
	members := map[int32][]int32{}
	l.many = make([]bool, len(l.t.Objects))
	for i := range l.t.Objects {
		r := l.t.Objects[i].Rep
		members[r] = append(members[r], int32(i))
		l.many[r] = l.many[r] || int(r) != i
	}
	for i := range l.t.Parts {
		part := &l.t.Parts[i]
		has := map[int32]bool{}
		var objs []int32
		for _, k := range part.Classes {
			if !has[k.Obj] {
				has[k.Obj] = true
				objs = append(objs, members[k.Obj]...)
			}
		}
		l.parts = append(l.parts, objs)
		bytes := int64(0)
		for _, v := range part.Vars {
			l.need(!l.of[v], "two parts have one variable")
			l.of[v] = true
			bytes += width(v.Type)
		}
		l.need(part.Region && len(part.Vars) == 1 || part.Fixed && bytes == part.Size, "a part has not the variables that it needs")
	}
	l.entry = l.run(l.from(l.p.Main.Entry, 0))
	for i := range l.t.Parts {
		if l.doubt == nil {
			l.first(i)
		}
	}
	l.ranges()
	for _, x := range l.lowered {
		if l.doubt != nil {
			break
		}
		l.pos = x.pos
		e := l.p.Edges[x.edge]
		m := l.run(append([]ir.Stmt{e.Stmt}, l.from(e.To, x.to)...))
		switch s := x.stmt.(type) {
		case *ir.Alloc:
			l.begins(s, l.again[x.edge], m)
		case *ir.Clobber:
			l.overwritten(s, m)
		}
		l.need(ctx.Err() == nil, "there was no time to check it")
	}
	return l.doubt
}

// from lists the new statements from a location up to another one, or to the first old edge.
func (l *Lowering) from(at, to ir.Loc) (stmts []ir.Stmt) {
	for at != to && len(l.p.Locs[at].Out) == 1 {
		e := l.p.Edges[l.p.Locs[at].Out[0]]
		if int(e.ID) < l.edges {
			break
		}
		stmts, at = append(stmts, e.Stmt), e.To
	}
	return stmts
}

// memory is what statements, one after the other, make of variables and regions of parts. Of those that are missing they make nothing.
type memory struct {
	whole map[*ir.Var]content
	cells map[*ir.Var]map[spot]content // what is stored after that
	temps map[*ir.Var]bool             // variables of which nothing is known
	used  map[piece]bool
}

// spot is an address: of an object, or of a block that a variable leads to, or a number.
type spot struct {
	obj *ir.Object
	ptr *ir.Var
	off int64
}

// content is what a variable, a cell, or all cells of a region contain: bytes, the lowest one first.
type content struct {
	bytes []piece // nil: nothing is known of any
	odd   bool    // it is not understood
}

// piece is a byte: a number, or one of a variable of which nothing is known, of which no other byte is a copy.
type piece struct {
	v *ir.Var
	i int
	n byte
}

// run executes statements.
func (l *Lowering) run(stmts []ir.Stmt) *memory {
	m := &memory{whole: map[*ir.Var]content{}, cells: map[*ir.Var]map[spot]content{}, temps: map[*ir.Var]bool{}, used: map[piece]bool{}}
	set := func(v *ir.Var, x content) {
		if delete(m.temps, v); l.of[v] {
			m.whole[v] = x
			delete(m.cells, v)
		}
	}
	for _, s := range stmts {
		switch s := s.(type) {
		case *ir.Havoc:
			set(s.Var, content{})
			m.temps[s.Var] = true
		case *ir.Assign:
			set(s.Var, m.value(s.Expr))
		case *ir.Store:
			if m.cells[s.Region] == nil {
				m.cells[s.Region] = map[spot]content{}
			}
			at, ok := spotOf(s.Addr)
			x := m.value(s.Val)
			m.cells[s.Region][at] = content{x.bytes, x.odd || !ok || width(s.Val.Type) != width(s.Region.Type)}
		}
	}
	return m
}

func spotOf(e *ir.Expr) (at spot, ok bool) {
	switch e.Op {
	case ir.OpAddr:
		return spot{obj: e.Obj}, true
	case ir.OpVar:
		return spot{ptr: e.Var}, true
	case ir.OpPtrAdd:
		at, ok = spotOf(e.Args[0])
		by, small := e.Args[1].Val.Int64()
		at.off += by
		return at, ok && e.Args[1].IsConst() && small
	}
	return spot{}, false
}

// value is the value of an expression. Those that have no meaning here are odd.
func (m *memory) value(e *ir.Expr) content {
	list, ok := m.bytes(e)
	for _, b := range list {
		if b.v != nil {
			ok = ok && !m.used[b]
			m.used[b] = true
		}
	}
	return content{list, !ok}
}

// bytes are those of a value, the lowest one first.
func (m *memory) bytes(e *ir.Expr) (list []piece, ok bool) {
	n := width(e.Type)
	shifted := func(by int64) []piece { // what was at by is now the first
		x, known := m.bytes(e.Args[0])
		k, small := e.Args[1].Val.Int64()
		if ok = known && e.Args[1].IsConst() && small && k%8 == 0 && 0 <= k && !e.Type.Signed && int64(len(x)) == n; !ok {
			return nil
		}
		list := make([]piece, n)
		for i := range list {
			if j := int64(i) + by*k/8; 0 <= j && j < n {
				list[i] = x[j]
			}
		}
		return list
	}
	switch e.Op {
	case ir.OpConst:
		v := e.Val
		for range n {
			var low num.Int
			v, low = v.DivMod(num.I(256))
			b, _ := low.Int64()
			list = append(list, piece{n: byte(b)})
		}
		return list, true
	case ir.OpVar:
		for i := range n {
			list = append(list, piece{v: e.Var, i: int(i)})
		}
		return list, m.temps[e.Var]
	case ir.OpCast:
		x := e.Args[0]
		list, ok = m.bytes(x)
		if ok = ok && e.Type.Kind == ir.Integer && x.Type.Kind == ir.Integer && (!x.Type.Signed || width(x.Type) >= n) && x.Type.Bits%8 == 0 && e.Type.Bits%8 == 0; !ok {
			return nil, false
		}
		for int64(len(list)) < n {
			list = append(list, piece{})
		}
		return list[:n], true
	case ir.OpShl:
		return shifted(-1), ok
	case ir.OpShr:
		return shifted(1), ok
	case ir.OpAdd:
		x, xok := m.bytes(e.Args[0])
		y, yok := m.bytes(e.Args[1])
		if !xok || !yok || len(x) != len(y) {
			return nil, false
		}
		for i := range x { // no two bytes are added
			switch (piece{}) {
			case x[i]:
				list = append(list, y[i])
			case y[i]:
				list = append(list, x[i])
			default:
				return nil, false
			}
		}
		return list, true
	}
	return nil, false
}

// initial is what an object contains at a byte at first; ok is false where nothing is known.
func initial(o *ir.Object, off int64) (b byte, ok bool) {
	switch {
	case off < 0 || o.Size >= 0 && off >= o.Size:
		return 0, false // it is memory of its own
	case off < int64(len(o.Data)):
		return o.Data[off], true
	}
	return 0, o.Data != "" || o.Zero
}

// zeros is what an object contains at a byte that begins with zeros, or of which nothing is known.
func zeros(zero bool) func(*ir.Object, int64) (byte, bool) {
	return func(o *ir.Object, off int64) (byte, bool) {
		return 0, zero && off >= 0 && (o.Size < 0 || off < o.Size)
	}
}

// holds checks that x, which is at a place in an object, is what that contains at first.
func (l *Lowering) holds(x content, o *ir.Object, off int64, is func(*ir.Object, int64) (byte, bool)) {
	right := !x.odd
	n := int64(len(x.bytes))
	for i := range n { // the bytes in memory
		b := x.bytes[l.p.BytesFrom(n, i, 1)]
		c, known := is(o, off+i)
		right = right && (b.v != nil || known && b.n == c)
	}
	l.need(right, "%s is taken to contain something else at %d at first", o.Name, off)
}

// isZero says that all cells of a region are 0; otherwise nothing is known of them, or it is odd.
func (x content) isZero() bool {
	for _, b := range x.bytes {
		if b != (piece{}) {
			return false
		}
	}
	return x.bytes != nil && !x.odd
}

// first checks what a part contains at the entry.
func (l *Lowering) first(i int) {
	part := &l.t.Parts[i]
	if part.Fixed {
		if o := l.t.Objects[part.Classes[0].Obj].Object; l.made[o] == nil {
			l.variables(part, o, l.entry, initial)
		}
		return
	}
	v := part.Vars[0]
	all := l.entry.whole[v]
	l.need(all.bytes == nil && !all.odd || all.isZero(), "%s contains something odd", v.Name)
	stored := l.entry.cells[v]
	objs := map[*ir.Object]bool{}
	for _, o := range l.parts[i] {
		objs[l.t.Objects[o].Object] = true
	}
	for at, x := range stored {
		l.need(objs[at.obj] && l.made[at.obj] == nil, "something is stored at the entry where no object is")
		if at.obj != nil {
			l.holds(x, at.obj, at.off, initial)
		}
	}
	if !all.isZero() {
		return
	}
	for _, i := range l.parts[i] {
		o := &l.t.Objects[i]
		if l.made[o.Object] != nil {
			continue // there is none yet
		}
		if l.zero(part, i, initial); o.Data != "" {
			l.cells(part, i, func(off, n int64) {
				if _, ok := stored[spot{obj: o.Object, off: off}]; !ok {
					l.holds(content{bytes: make([]piece, n)}, o.Object, off, initial)
				}
			})
		}
	}
}

// cells are the cells of a part in an object, and in memory of its own beside that.
func (l *Lowering) cells(part *ir.Part, obj int32, f func(off, n int64)) {
	o := &l.t.Objects[obj]
	n := part.Width
	for _, k := range part.Classes {
		if k.Obj != o.Rep {
			continue
		}
		for off := k.Off; ; off += k.Stride {
			for b := off; b < off+k.Width; b += n {
				f(b, n)
			}
			if k.Stride == 0 || off+k.Stride+k.Width > o.Size {
				break
			}
		}
	}
}

// zero checks that an object without Data has zeros in the cells of a part.
func (l *Lowering) zero(part *ir.Part, obj int32, is func(*ir.Object, int64) (byte, bool)) {
	o := &l.t.Objects[obj]
	for _, k := range part.Classes { // those in the object, beside it, or across its end: its first ones tell
		if k.Obj == o.Rep && o.Data == "" {
			l.holds(content{bytes: make([]piece, k.Width)}, o.Object, k.Off, is)
		}
	}
}

// variables checks the variables of a part, at constant places of an object.
func (l *Lowering) variables(part *ir.Part, o *ir.Object, m *memory, is func(*ir.Object, int64) (byte, bool)) {
	off := part.Base
	for _, v := range part.Vars {
		if x, ok := m.whole[v]; ok {
			l.holds(x, o, off, is)
		}
		off += width(v.Type)
	}
}

// begins checks what parts contain after the life of an object has begun; several says that it may begin again.
func (l *Lowering) begins(s *ir.Alloc, several bool, m *memory) {
	obj, ok := l.t.Of(s.Site)
	l.need(ok, "nothing is said of %s", s.Site.Name)
	if !ok {
		return
	}
	o := &l.t.Objects[obj]
	is := zeros(s.Zero)
	for i, objs := range l.parts {
		if !slices.Contains(objs, obj) {
			continue
		}
		part := &l.t.Parts[i]
		if part.Fixed {
			for _, v := range part.Vars {
				_, set := m.whole[v]
				l.need(set, "%s has what it had in an earlier life", o.Name)
			}
			l.variables(part, o.Object, m, is)
			continue
		}
		v := part.Vars[0]
		all, set := m.whole[v]
		l.need(!all.odd && (all.bytes == nil || all.isZero() && s.Zero && o.Single && len(objs) == 1), "%s contains something odd", v.Name)
		stored := m.cells[v]
		for at, x := range stored {
			here := o.Single && at.obj == o.Object || !o.Single && at.obj == nil && at.ptr == s.Result
			l.need(here, "something is stored beside %s", o.Name)
			l.holds(x, o.Object, at.off, is)
		}
		entry := l.entry.whole[v]
		switch {
		case all.isZero():
			l.zero(part, obj, is)
		case set || !o.Single: // nothing is known of the others, or the address is new
			l.need(set || !entry.isZero() || s.Zero, "%s is taken to contain zeros", o.Name)
		case several || entry.isZero() && !s.Zero:
			l.cells(part, obj, func(off, n int64) {
				_, ok := stored[spot{obj: o.Object, off: off}]
				l.need(ok || off < 0 || off+n > o.Size, "%s has what it had in an earlier life", o.Name)
			})
		case entry.isZero():
			l.zero(part, obj, is)
		}
	}
}

// overwritten checks that nothing is known after a function without a body of what it may have written.
func (l *Lowering) overwritten(s *ir.Clobber, m *memory) {
	unknown := func(x content) bool {
		for _, b := range x.bytes {
			if b.v == nil {
				return false
			}
		}
		return !x.odd
	}
	for v, x := range m.whole {
		l.need(unknown(x), "%s is known after %s", v.Name, s.Name)
	}
	for v, cells := range m.cells {
		for _, x := range cells {
			l.need(unknown(x), "%s is known after %s", v.Name, s.Name)
		}
	}
	r := l.t.Clobbers[s]
	hit := map[int32]bool{}
	any := false
	for _, set := range []*ir.Targets{r.Deep, r.Data} {
		for _, t := range *set {
			o := &l.t.Objects[t.Obj]
			if t.Obj == 0 || o.Kind == ir.FuncObject || o.Kind == ir.StringObject && !l.many[o.Rep] {
				continue
			}
			hit[o.Rep] = true
			any = any || l.t.Any != 0 && o.Rep == l.t.Objects[l.t.Any].Rep
		}
	}
	for i := range l.t.Parts {
		part := &l.t.Parts[i]
		for _, obj := range l.parts[i] {
			o := &l.t.Objects[obj]
			if !hit[o.Rep] && !any {
				continue
			}
			left := false
			for _, v := range part.Vars {
				_, set := m.whole[v]
				left = left || !set
			}
			if left && part.Region {
				left = false
				l.cells(part, obj, func(off, n int64) {
					_, ok := m.cells[part.Vars[0]][spot{obj: o.Object, off: off}]
					left = left || !ok && off >= 0 && (o.Size < 0 || off+n <= o.Size)
				})
			}
			l.need(!left, "%s is known after %s", o.Name, s.Name)
		}
	}
	if s.Result != nil {
		l.need(m.temps[s.Result], "the result of %s is known", s.Name)
	}
}
