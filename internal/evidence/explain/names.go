package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// names finds what is at an address of an execution, and what it is called.
type names struct {
	p       *ir.Program
	objects []*ir.Object
	blocks  []*csource.Block

	// bytes is what the execution has written, so that a value that is written in parts can be told.
	bytes map[int64]byte

	second *names // of the second of two executions side by side; nil if nothing has happened in it
}

func newNames(p *ir.Program, t *verdict.Trace) *names {
	n := &names{p: p, blocks: csource.Blocks(p, t), bytes: map[int64]byte{}}
	for _, o := range p.Objects {
		if o.Addr.Sign() > 0 {
			n.objects = append(n.objects, o)
		}
	}
	slices.SortStableFunc(n.objects, func(a, b *ir.Object) int { return a.Addr.Cmp(b.Addr) })
	slices.SortStableFunc(n.blocks, func(a, b *csource.Block) int { return a.Addr.Cmp(b.Addr) })
	return n
}

// find is the object, or the block of the heap, that an address is in, or is the end of, and how far in it.
func (n *names) find(addr num.Int) (*ir.Object, *csource.Block, int64) {
	i, found := slices.BinarySearchFunc(n.blocks, addr, func(b *csource.Block, a num.Int) int { return b.Addr.Cmp(a) })
	if !found {
		i--
	}
	if i >= 0 {
		b := n.blocks[i]
		if off, ok := addr.Sub(b.Addr).Int64(); ok && (b.Size < 0 || off <= b.Size) {
			return b.Site, b, off
		}
	}
	i, found = slices.BinarySearchFunc(n.objects, addr, func(o *ir.Object, a num.Int) int { return o.Addr.Cmp(a) })
	if !found {
		i--
	}
	if i >= 0 {
		o := n.objects[i]
		if off, ok := addr.Sub(o.Addr).Int64(); ok && (o.Size < 0 || off <= o.Size) {
			return o, nil, off
		}
	}
	return nil, nil, 0
}

// shape are the scalars of what repeats in an object: of the whole, or of an element of a block, whose size it is.
func shape(o *ir.Object, b *csource.Block) ([]ir.Cell, int64) {
	if len(o.Shape) > 0 && (b != nil || len(o.Cells) == 0) {
		return o.Shape, o.ShapeSize
	}
	return o.Cells, o.Size
}

// base is how the object is called, and whether that is a pointer to it.
func (n *names) base(o *ir.Object, b *csource.Block) (name string, pointer bool) {
	env := n.p.Environment
	if b == nil {
		name = o.CName()
		if strings.HasPrefix(name, "$") {
			name = "a temporary object"
		}
		if env != nil && env.Paths[name] != "" {
			return env.Paths[name], true
		}
		return name, false
	}
	if env != nil && env.Paths[b.Name] != "" {
		return env.Paths[b.Name], true
	}
	at := b.Site.Pos
	if at.InModel() && b.Site.Instance != nil {
		for _, c := range slices.Backward(b.Site.Instance.Calls) {
			if at = c; !c.InModel() {
				break
			}
		}
	}
	if b.Site.Automatic {
		if name = b.Site.CName(); strings.HasPrefix(name, "$") {
			name = "a block of the stack"
		}
	} else {
		name = "block@" + strconv.Itoa(at.Line)
	}
	if b.Nth > 0 {
		name += "#" + strconv.Itoa(b.Nth+1)
	}
	return name, false
}

// inner is the designator of what begins at off in cells: ".next", "[3]", and the number of bytes that it has; ok is
// false if none does. Arrays whose elements are too many to be listed are continued.
func inner(cells []ir.Cell, off int64) (name string, t ir.Type, ok bool) {
	for _, c := range cells {
		if c.Offset == off {
			return c.Name, c.Type, true
		}
	}
	// As the elements of the first array that are listed.
	first, second := int64(-1), int64(-1)
	for _, c := range cells {
		if first < 0 && strings.HasPrefix(c.Name, "[0]") {
			first = c.Offset
		}
		if second < 0 && strings.HasPrefix(c.Name, "[1]") {
			second = c.Offset
		}
	}
	if first == 0 && second > 0 && off > 0 {
		for _, c := range cells {
			if rest, is := strings.CutPrefix(c.Name, "[0]"); is && c.Offset == off%second {
				return "[" + strconv.FormatInt(off/second, 10) + "]" + rest, c.Type, true
			}
		}
	}
	return "", ir.Type{}, false
}

// at is the designator of what begins at an address, with its type; ok is false if nothing does that has a name. Strictly
// inside says that the end of an object is none.
func (n *names) at(addr num.Int, inside bool) (name string, t ir.Type, ok bool) {
	o, b, off := n.find(addr)
	if o == nil {
		return "", t, false
	}
	size := o.Size
	if b != nil {
		size = b.Size
	}
	if inside && off == size {
		return "", t, false
	}
	base, pointer := n.base(o, b)
	cells, of := shape(o, b)
	index := ""
	if b != nil && of > 0 && !(size == of && off < size) {
		index = "[" + strconv.FormatInt(off/of, 10) + "]"
		off %= of
	}
	in, t, found := inner(cells, off)
	switch {
	case o.Kind == ir.StringObject:
		in, t, found = "["+strconv.FormatInt(off, 10)+"]", ir.Int(8, true), true
	case !found && b != nil && len(cells) == 0:
		in, t, found = "["+strconv.FormatInt(off, 10)+"]", ir.Int(8, false), true
	case !found && off == 0:
		found = true
	case !found && off == size && b == nil:
		return base + " + " + strconv.FormatInt(off, 10) + " bytes", t, true
	}
	if !found {
		return "", t, false
	}
	in = index + in
	switch {
	case !pointer:
		return base + in, t, true
	case in == "":
		return "*" + base, t, true
	case in[0] == '.':
		return base + "->" + in[1:], t, true
	case b != nil:
		return base + in, t, true
	}
	return "(*" + base + ")" + in, t, true
}

// value is a value of type t as C has it: of an address what is there.
func (n *names) value(t ir.Type, v num.Int) string {
	switch {
	case t.IsFloat():
		return ir.FloatText(t, t.Format().Pattern(v))
	case t.Kind == ir.Integer && t.Bits == 8:
		return v.String() + character(v, t.Signed)
	case t.Kind != ir.Pointer:
		return v.String()
	case v.IsZero():
		return "NULL"
	}
	for _, o := range n.objects {
		if o.Kind == ir.FuncObject && o.Addr.Eq(v) {
			return o.CName()
		}
	}
	o, b, off := n.find(v)
	if slices.ContainsFunc(n.p.Devices, func(d ir.Device) bool { return d.Holds(v, 0) }) {
		o = nil
	}
	if o == nil {
		if i, ok := v.Int64(); ok {
			return fmt.Sprintf("%#x", i)
		}
		return v.String()
	}
	base, pointer := n.base(o, b)
	size := o.Size
	if b != nil {
		size = b.Size
	}
	if cells, of := shape(o, b); off == 0 {
		array := b != nil && (len(cells) == 0 || of < size) || len(cells) > 0 && strings.HasPrefix(cells[0].Name, "[") || o.Kind == ir.StringObject
		if array || pointer {
			return base
		}
		return "&" + base
	}
	if name, _, ok := n.at(v, false); ok {
		if strings.HasSuffix(name, " bytes") {
			return "the end of " + base
		}
		return "&" + name
	}
	return fmt.Sprintf("%s + %d bytes", base, off)
}

// character is how C writes the character, after its number; "" for most.
func character(v num.Int, signed bool) string {
	c, _ := v.Int64()
	switch {
	case c == '\\' || c == '\'':
		return ` '\` + string(rune(c)) + "'"
	case c >= 32 && c < 127:
		return " '" + string(rune(c)) + "'"
	case c == '\n':
		return ` '\n'`
	case c == '\t':
		return ` '\t'`
	case c == '\r':
		return ` '\r'`
	case c == 0 && signed:
		return ` '\0'`
	}
	return ""
}

// changed is what a step changes in the words of C; ok is false if that is nothing of the program.
func (n *names) changed(s *step) (name, value string, ok bool) {
	name, t, v, ok := n.change(s)
	if !ok {
		return "", "", false
	}
	return name, n.value(t, v), true
}

// change is changed with the value as a number, and its type.
func (n *names) change(s *step) (name string, t ir.Type, v num.Int, ok bool) {
	if s.Var != nil && s.Var.First != nil {
		if n.second == nil {
			n.second = &names{p: n.p, objects: n.objects, blocks: n.blocks, bytes: map[int64]byte{}}
		}
		one := *s
		one.Var = s.Var.First
		name, t, v, ok = n.second.change(&one)
		return name + "'", t, v, ok
	}
	switch {
	case s.Var == nil:
		return "", t, v, false
	case s.Var.Type.Kind == ir.Memory:
		st, is := s.Edge.Stmt.(*ir.Store)
		if !is {
			return "", t, v, false
		}
		name, t, v, ok = n.written(s.Addr, st.Val.Type, s.Value)
		o, _, _ := n.find(s.Addr)
		return name, t, v, ok && !handsOver(o)
	case s.Var.Home != nil:
		name, t, v, ok = n.written(s.Var.Home.Addr.Add(num.I(s.Var.Offset)), s.Var.Type, s.Value)
		return name, t, v, ok && !handsOver(s.Var.Home)
	case s.Var.CName == "" && strings.HasSuffix(s.Var.Name, "$result") && !s.Left && !s.Var.Pos.InModel():
		if s.Var.Instance != nil && n.p.Environment != nil && len(s.Var.Instance.Calls) == 0 {
			return "", t, v, false
		}
		return "return value", s.Var.Type, s.Value, true
	case s.Var.CName == "" || s.Var.Pos.InModel():
		return "", t, v, false
	}
	if s.Var.Func != nil && n.p.Environment != nil {
		if i := strings.IndexAny(s.Var.CName, ".["); i > 0 {
			return n.p.Environment.Shown(s.Var.CName), s.Var.Type, s.Value, true
		}
	}
	return s.Var.CName, s.Var.Type, s.Value, true
}

// handsOver tells whether an object is one of the front end's own, through which calls pass structures.
func handsOver(o *ir.Object) bool {
	return o != nil && strings.HasPrefix(o.Name, "$") && o.Pos == ir.Pos{}
}

// written notes that a value has been written at an address, and says what that is of the program: the scalar, its type and its value.
func (n *names) written(addr num.Int, t ir.Type, v num.Int) (name string, as ir.Type, value num.Int, ok bool) {
	first, is := addr.Int64()
	if !is {
		return "", t, v, false
	}
	if t.Bits > 8 || t.Bits == 8 {
		rest := v
		if rest.Sign() < 0 {
			rest = rest.Add(num.Pow2(uint(t.Bits)))
		}
		for i := range int64(t.Bits / 8) {
			var low num.Int
			rest, low = rest.DivMod(num.I(256))
			b, _ := low.Int64()
			n.bytes[first+n.p.BytesFrom(int64(t.Bits/8), i, 1)] = byte(b)
		}
	}
	// The scalar that the value is, or is a part of.
	for back := int64(0); back < 8; back++ {
		name, of, found := n.at(num.I(first-back), true)
		if !found || of.Bits == 0 || int64(max(of.Bits, 8)/8) <= back {
			continue
		}
		if back == 0 && of.Bits <= t.Bits {
			if of.Bits == t.Bits {
				return name, of, of.Wrap(v), true
			}
			return name, t, v, true
		}
		whole, complete := num.Int{}, true
		for i := int64(of.Bits/8) - 1; i >= 0; i-- {
			b, known := n.bytes[first-back+n.p.BytesFrom(int64(of.Bits/8), i, 1)]
			complete = complete && known
			whole = whole.Mul(num.I(256)).Add(num.I(int64(b)))
		}
		if complete {
			return name, of, of.Wrap(whole), true
		}
		return "", t, v, false
	}
	if name, _, found := n.at(addr, true); found {
		return name, t, v, true
	}
	return "*" + n.value(ir.Type{Kind: ir.Pointer, Bits: n.p.PtrBits}, addr), t, v, true
}

// text is an input for people.
func (n *names) text(in csource.Input, read map[string]bool) string {
	var parts []string
	if in.Value != "" {
		parts = append(parts, in.Name+" = "+in.Shown())
	}
	for _, c := range n.cells(in, read) {
		parts = append(parts, c.Name+" = "+c.Value)
	}
	return strings.Join(parts, ", ")
}

// reads says whether an input has a cell of memory that is read.
func (n *names) reads(in csource.Input, read map[string]bool) bool {
	for a := range in.Memory {
		if read == nil || read[a] {
			return true
		}
	}
	return false
}

// cells are the cells of memory of an input that are read; all, if that is nil.
func (n *names) cells(in csource.Input, read map[string]bool) (list []csource.Change) {
	var addrs []num.Int
	for a := range in.Memory {
		if addr, ok := num.ParseInt(a); ok && (read == nil || read[a]) {
			addrs = append(addrs, addr)
		}
	}
	slices.SortFunc(addrs, num.Int.Cmp)
	for _, a := range addrs {
		v, ok := num.ParseInt(in.Memory[a.String()])
		if !ok {
			continue
		}
		name, t, found := n.at(a, true)
		if !found {
			name = "*" + n.value(ir.Type{Kind: ir.Pointer, Bits: n.p.PtrBits}, a)
		}
		value := v.String()
		if found && t.Bits > 0 {
			value = n.value(t, t.Wrap(v))
		}
		list = append(list, csource.Change{Name: name, Value: value})
	}
	return list
}
