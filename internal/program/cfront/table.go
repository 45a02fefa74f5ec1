package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
)

// table collects the numbers of an initialiser that are contents of the object from the beginning, Object.Data, rather than
// Stores: large tables of constants would be as many statements.
type table struct {
	obj *ir.Object
	big bool   // the most significant byte comes first
	ptr int64  // the bytes of an address
	b   []byte // as far as anything is not zero
}

// largeTable is how many items an initialiser has at least whose numbers are Data.
const largeTable = 1024

// tableOf is a table for the variable at p, which is static, and its initialiser; nil where Stores are as good, or where
// one item may override another.
func (f *fn) tableOf(p place, n *cc.Initializer) *table {
	if f.r.mode.Math || p.addr == nil || p.addr.Op != ir.OpAddr || p.addr.Obj.Kind != ir.GlobalObject || p.volatile || f.r.framing != nil {
		return nil
	}
	if items, plain := countItems(n); !plain || items < largeTable {
		return nil
	}
	return &table{obj: p.addr.Obj, big: f.r.types.machine.BigEndian, ptr: int64(f.r.types.ptrBits / 8)}
}

// countItems counts the expressions of an initialiser; plain says that there is no designator among them.
func countItems(n *cc.Initializer) (items int, plain bool) {
	if n.Case != cc.InitializerInitList {
		return 1, true
	}
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		if l.Designation != nil {
			return 0, false
		}
		some, ok := countItems(l.Initializer)
		if !ok {
			return 0, false
		}
		items += some
	}
	return items, true
}

// put notes that v, a constant, is what p contains; false if that has to be a Store: addresses, numbers that are as
// wide as these, for pointers may be made of them, and floats.
func (t *table) put(p place, v value) bool {
	if v.e == nil || p.addr == nil || !p.t.isInt() {
		return false
	}
	base, off := p.addr, int64(0)
	if base.Op == ir.OpPtrAdd && base.Args[1].IsConst() {
		off, _ = base.Args[1].Val.Int64()
		base = base.Args[0]
	}
	if base.Op != ir.OpAddr || base.Obj != t.obj || off < 0 {
		return false
	}
	size, width, shift := p.t.size, uint8(8*p.t.size), uint8(0)
	if p.bits != nil {
		size, width, shift = p.bits.unit, p.bits.width, p.bits.shift
	}
	if size >= t.ptr || !v.e.IsConst() || v.e.Type.Kind != ir.Integer {
		return false
	}
	n, _ := ir.Int(width, false).Wrap(v.e.Val).Int64()
	if more := off + size - int64(len(t.b)); more > 0 {
		t.b = append(t.b, make([]byte, more)...)
	}
	for i, n := int64(0), n<<shift; i < size; i, n = i+1, n>>8 {
		at := off + i
		if t.big {
			at = off + size - 1 - i
		}
		t.b[at] |= byte(n)
	}
	return true
}

// end gives the object what has been collected.
func (t *table) end() { t.obj.Data = strings.TrimRight(string(t.b), "\x00") }
