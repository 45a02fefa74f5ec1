package cells

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Layout says how the addresses of a region are written: Base + Offset + Stride * index.
type Layout struct {
	Region *ir.Var
	Elem   ir.Type // of what is read and written
	Index  ir.Type
	// Base is a pointer that all addresses are relative to; nil for none. When it changes, the
	// indices are those of other elements.
	Base           *ir.Var
	Offset, Stride num.Int
}

// linear is Σ coeff * atom + konst.
type linear struct {
	atoms []*ir.Expr
	coeff []num.Int
	konst num.Int
}

func (l *linear) add(a *ir.Expr, c num.Int) {
	for i, b := range l.atoms {
		if ir.Equal(a, b) {
			l.coeff[i] = l.coeff[i].Add(c)
			if l.coeff[i].IsZero() {
				l.atoms, l.coeff = slices.Delete(l.atoms, i, i+1), slices.Delete(l.coeff, i, i+1)
			}
			return
		}
	}
	l.atoms, l.coeff = append(l.atoms, a), append(l.coeff, c)
}

// linearOf is e, whose arithmetic does not wrap where it is taken apart.
func linearOf(m ir.Mode, e *ir.Expr) *linear {
	l := &linear{}
	l.collect(m, e, num.I(1))
	return l
}

func (l *linear) collect(m ir.Mode, e *ir.Expr, c num.Int) {
	exact := e.NoWrap || !m.Wraps(e.Type)
	switch {
	case e.Op == ir.OpConst && e.Type.IsNumber():
		l.konst = l.konst.Add(c.Mul(e.Val))
		return
	case e.Op == ir.OpAddr:
		l.konst = l.konst.Add(c.Mul(e.Obj.Addr))
		return
	case e.Op == ir.OpPtrAdd, e.Op == ir.OpAdd && exact:
		l.collect(m, e.Args[0], c)
		l.collect(m, e.Args[1], c)
		return
	case e.Op == ir.OpPtrDiff, e.Op == ir.OpSub && exact:
		l.collect(m, e.Args[0], c)
		l.collect(m, e.Args[1], c.Neg())
		return
	case e.Op == ir.OpNeg && exact:
		l.collect(m, e.Args[0], c.Neg())
		return
	case e.Op == ir.OpMul && exact && e.Args[1].IsConst():
		l.collect(m, e.Args[0], c.Mul(e.Args[1].Val))
		return
	case e.Op == ir.OpMul && exact && e.Args[0].IsConst():
		l.collect(m, e.Args[1], c.Mul(e.Args[0].Val))
		return
	case e.Op == ir.OpCast && (e.NoWrap || m.Math || e.Type.Contains(e.Args[0].Type)):
		l.collect(m, e.Args[0], c)
		return
	}
	l.add(e, c)
}

// Layouts are the layouts of p's regions, in order; nil for one whose elements are of several types.
func Layouts(p *ir.Program) (list []*Layout) {
	addrs, types := map[*ir.Var][]*ir.Expr{}, map[*ir.Var][]ir.Type{}
	assigned := map[*ir.Var]int{}
	access := func(r *ir.Var, addr *ir.Expr, t ir.Type) {
		addrs[r], types[r] = append(addrs[r], addr), append(types[r], t)
	}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Store); ok {
			access(s.Region, s.Addr, s.Val.Type)
		} else if v := ir.Written(e.Stmt); v != nil {
			assigned[v]++
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			ir.Walk(x, func(x *ir.Expr) bool {
				if x.Op == ir.OpLoad {
					access(x.Region, x.Args[0], x.Type)
				}
				return true
			})
		})
	}
	for _, v := range p.Globals {
		if v.Type.Kind != ir.Memory || len(addrs[v]) == 0 {
			continue
		}
		l := &Layout{Region: v, Elem: types[v][0], Stride: num.I(1), Index: p.PtrType()}
		for _, t := range types[v] {
			if t != l.Elem || !t.IsNumber() {
				l = nil
				break
			}
		}
		if l != nil {
			l.spread(p, addrs[v], assigned)
		}
		list = append(list, l)
	}
	return list
}

// spread finds base, offset and stride by the addresses that are accessed. Where there is no base that
// all of them have, the index is the address.
func (l *Layout) spread(p *ir.Program, addrs []*ir.Expr, assigned map[*ir.Var]int) {
	var forms []*linear
	for _, a := range addrs {
		forms = append(forms, linearOf(p.Mode(), a))
	}
	var base *ir.Var
	for i, a := range forms[0].atoms {
		if a.Op == ir.OpVar && a.Type.Kind == ir.Pointer && forms[0].coeff[i].Eq(num.I(1)) && assigned[a.Var] <= 1 {
			base = a.Var
			break
		}
	}
	stride, offset, bits := num.Int{}, forms[0].konst, uint8(64)
	for _, f := range forms {
		if f.konst.Less(offset) {
			offset = f.konst
		}
	}
	for _, f := range forms {
		based := false
		stride = stride.Gcd(f.konst.Sub(offset))
		for i, a := range f.atoms {
			switch {
			case a.Op == ir.OpVar && a.Var == base && f.coeff[i].Eq(num.I(1)):
				based = true
			case a.Type.Kind == ir.Pointer:
				return // the index is the address
			default:
				stride = stride.Gcd(f.coeff[i])
				if !ir.Int(64, true).Contains(a.Type) {
					bits = 128
				}
			}
		}
		if base != nil && !based {
			return
		}
	}
	if stride.IsZero() {
		stride = num.I(1)
	}
	if base == nil {
		offset = start(p, offset, stride, forms)
	} else { // index 0 is where base points
		_, offset = offset.DivMod(stride)
	}
	l.Base, l.Offset, l.Stride, l.Index = base, offset, stride, ir.Int(bits, true)
}

// blockAlign is what addresses of heap blocks are multiples of.
const blockAlign = 16

// start is the address near a that is one of an object's first element, so that this has index 0: of an object with
// an address, or the least one of the forms that a heap block can begin at; a if there is none.
func start(p *ir.Program, a, stride num.Int, forms []*linear) num.Int {
	heap := false
	for _, o := range p.Objects {
		if o.Kind == ir.FuncObject || o.Size <= 0 && o.Kind != ir.HeapObject {
			continue
		}
		heap = heap || o.Kind == ir.HeapObject
		d := a.Sub(o.Addr)
		if at, ok := d.Int64(); !ok || at <= -4096 || o.Size >= 0 && at >= o.Size || o.Size < 0 && at != 0 {
			continue
		}
		_, r := d.DivMod(stride)
		return o.Addr.Add(r)
	}
	first, found := a, false
	for _, f := range forms {
		_, r := f.konst.DivMod(num.I(blockAlign))
		if heap && r.IsZero() && (!found || f.konst.Less(first)) {
			first, found = f.konst, true
		}
	}
	return first
}

// indexOf is the index that addr, an address of the region, has.
func (l *Layout) indexOf(m ir.Mode, addr *ir.Expr) *ir.Expr {
	if l.Index.Kind == ir.Pointer {
		return addr
	}
	f := linearOf(m, addr)
	var sum *ir.Expr
	for i, a := range f.atoms {
		if a.Op == ir.OpVar && a.Var == l.Base {
			continue
		}
		c, _ := f.coeff[i].DivMod(l.Stride)
		sum = plus(m, sum, exactly(m, ir.Binary(ir.OpMul, ir.Const(l.Index, c), ir.Cast(l.Index, a))))
	}
	if k, _ := f.konst.Sub(l.Offset).DivMod(l.Stride); !k.IsZero() || sum == nil {
		sum = plus(m, sum, ir.Const(l.Index, k))
	}
	return sum
}

// plus is a + b; a may be nil.
func plus(m ir.Mode, a, b *ir.Expr) *ir.Expr {
	if a == nil {
		return b
	}
	return exactly(m, ir.Binary(ir.OpAdd, a, b))
}

// exactly is e, an operation whose result fits.
func exactly(m ir.Mode, e *ir.Expr) *ir.Expr {
	if (e.Op == ir.OpAdd || e.Op == ir.OpMul) && !e.NoWrap && m.Wraps(e.Type) {
		c := *e
		c.NoWrap = true
		return &c
	}
	return e
}

// mustNotAlias says that a and b, addresses of one region, are never the same.
func mustNotAlias(m ir.Mode, a, b *ir.Expr) bool {
	f := linearOf(m, a)
	f.collect(m, b, num.I(-1))
	return len(f.atoms) == 0 && !f.konst.IsZero()
}
