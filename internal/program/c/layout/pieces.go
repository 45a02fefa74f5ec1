package layout

import (
	"slices"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Piece is a part of the representation of an object, which is all of its bytes, that is copied or filled at once.
type Piece struct {
	Off  int64
	Type ir.Type
}

// Pieces lists the parts of an object of type t, which cover it: its scalars, the units of its bit-fields, and what is between them. ok is
// false if there are too many.
func (l *Table) Pieces(t *types.Type) (list []Piece, ok bool) {
	f, size := l.Flatten(t), t.SizeOf()
	if !f.OK || size <= 0 || size > 16*MaxCells {
		return nil, false
	}
	covered := make([]bool, size)
	add := func(off, n int64, t ir.Type) {
		list = append(list, Piece{off, t})
		for k := off; k < off+n; k++ {
			covered[k] = true
		}
	}
	for _, c := range f.Cells {
		if slices.Contains(covered[c.Off:c.Off+c.Size()], true) { // a bit-field whose unit is there
			continue
		}
		ty, scalar := l.Scalar(c.Type)
		switch {
		case c.Bits != nil:
			add(c.Off, c.Bits.Bytes, c.Bits.Type())
		case scalar:
			add(c.Off, c.Size(), InMemory(ty))
		}
	}
	for from := int64(0); from < size; from++ {
		if !covered[from] {
			add(from, 1, ir.Int(8, false))
		}
	}
	slices.SortFunc(list, func(x, y Piece) int { return int(x.Off - y.Off) })
	return list, true
}

// Gaps are the bytes of a type that no scalar of it has, from one to before another; none where the type is not known in parts. ok is false if
// bit-fields share bytes.
func (l *Table) Gaps(t *types.Type) (list [][2]int64, ok bool) {
	f := l.Flatten(t)
	if !f.OK {
		return nil, true
	}
	size := max(t.SizeOf(), 0)
	covered := make([]uint8, size)
	for i := 0; i < len(f.Cells); i++ {
		c := f.Cells[i]
		for k := c.Off; k < c.Off+c.Size() && k < size; k++ {
			covered[k]++
			if covered[k] > 1 {
				return nil, false
			}
		}
		if c.Bits != nil {
			i += len(SameUnit(f.Cells[i:])) - 1
		}
	}
	for from := int64(0); from < size; from++ {
		to := from
		for to < size && covered[to] == 0 {
			to++
		}
		if to > from {
			list = append(list, [2]int64{from, to})
		}
		from = max(from, to-1)
	}
	return list, true
}

// ValueBytes are the bytes of a scalar that its value depends on: a long double of the x87 has 10.
func ValueBytes(t *types.Type) int64 {
	if t.Kind == types.LongDouble && t.SizeOf() >= 12 {
		return 10
	}
	return t.SizeOf()
}

// WideName names a type that is not lowered, in the words of reasons.
func WideName(t *types.Type) string {
	switch t.Kind {
	case types.Complex:
		return "complex"
	case types.Vector:
		return "vector"
	}
	if t.IsReal() {
		return "long double and other wide floats"
	}
	return t.String()
}

// Base is what an address is a number of bytes behind, and that number.
func Base(addr *ir.Expr) (base *ir.Expr, off int64) {
	if addr.Op != ir.OpPtrAdd {
		return addr, 0
	}
	off, _ = addr.Args[1].Val.Int64()
	return addr.Args[0], off
}

// Put adds the bits of a number, which are 0 so far, to the bytes that have it.
func (l *Table) Put(bytes []byte, v int64) {
	for i := range bytes {
		k := i
		if l.types.Machine.BigEndian {
			k = len(bytes) - 1 - i
		}
		bytes[k] |= byte(v >> (8 * i))
	}
}

// Number is an integer of C.
func Number(v types.Integer, signed bool) num.Int {
	if n, ok := v.Int64(); ok && (signed || n >= 0) {
		return num.I(n)
	}
	return num.FromBig(v.Big(signed))
}

// PowerOfTwo is the value of an expression that is a constant power of 2; false if it is none.
func PowerOfTwo(e *ir.Expr) (int64, bool) {
	n, ok := e.Val.Int64()
	return n, e.IsConst() && ok && n > 0 && n&(n-1) == 0 && n <= 1<<30
}

// Whole says that n bytes at addr are all of an object.
func Whole(addr, n *ir.Expr) bool {
	if n == nil || !n.IsConst() || addr.Op != ir.OpAddr {
		return false
	}
	size, ok := n.Val.Int64()
	return ok && addr.Obj.Size == size
}

// PiecesIn is how many objects of type t the constant number of bytes n is, and the pieces of each; 0 if it is not constant, or they are
// too many.
func (l *Table) PiecesIn(t *types.Type, n *ir.Expr) (int64, []Piece) {
	k, ok := n.Val.Int64()
	if t == nil || !n.IsConst() || !ok || k <= 0 || k%t.SizeOf() != 0 || k/t.SizeOf() > MaxCells {
		return 0, nil
	}
	list, ok := l.Pieces(t)
	if !ok {
		return 0, nil
	}
	return k / t.SizeOf(), list
}
