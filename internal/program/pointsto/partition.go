package pointsto

import (
	"slices"

	"craig/internal/program/ir"
)

// A part is a set of classes of addresses that no access outside the part touches.
type part struct {
	classes  []class // in order of first access
	accesses []*access
}

// A split is how memory is taken apart.
type split struct {
	*analysis
	table *ir.Points
}

// Split takes memory apart, by what the table says of objects and sets of targets, and completes the table.
func (r *Analysis) Split() {
	s := &split{r.a, r.Table}
	parts := s.partition()
	s.table.Parts = []ir.Part{} // with no parts, too, there are objects and comparisons
	index := map[*part]int{}
	for i, pt := range parts {
		index[pt] = i
		s.table.Parts = append(s.table.Parts, s.classify(pt))
	}
	s.table.Access = func(addr *ir.Expr, width int64) (ir.Access, bool) {
		acc := s.byAddr[addrWidth{addr, width}]
		if acc == nil {
			return ir.Access{}, false
		}
		x := ir.Access{Part: -1, Touched: acc.touched}
		if acc.part != nil {
			x.Part = index[acc.part]
		}
		return x, true
	}
}

// touches lists the classes that acc may touch: those inside their objects, unless there are
// none. Then the objects are taken to be larger than they are.
func (s *split) touches(acc *access) []class {
	var inside, outside []class
	for _, t := range *s.set(acc.node) {
		o := &s.table.Objects[t.Obj]
		if t.Obj == unknownAddress || o.Fixed && o.Addr.IsZero() && o.Name != ir.ConstantsName { // null, or what it was moved to
			continue
		}
		size := o.Size
		if len(s.objs[t.Obj].members) > 0 {
			size = -1
		}
		switch {
		case size >= 0 && (t.Off < 0 || t.Off+acc.width > size):
			outside = append(outside, class{Target: t, Width: acc.width})
			continue
		case size >= 0 && t.Stride > 0 && t.Off+t.Stride+acc.width > size:
			t.Stride = 0 // one address is left
		}
		if align := min(acc.width, s.ptrSize); t.Stride > 0 && t.Stride < align {
			t = target{Obj: t.Obj, Stride: align} // C has accesses aligned
		}
		inside = append(inside, class{Target: t, Width: acc.width})
	}
	if len(inside) == 0 {
		return outside
	}
	return inside
}

// placed are the classes of one object, by where they are: tables have thousands, each at an offset of its own.
type placed struct {
	all     []int
	at      map[int64][]int // those at one offset, by it
	strided []int           // the others
	widest  int64           // of those at one offset
	found   []int
}

func newPlaced() *placed { return &placed{at: map[int64][]int{}} }

func (o *placed) add(i int, c class) {
	o.all = append(o.all, i)
	if c.Stride != 0 {
		o.strided = append(o.strided, i)
		return
	}
	o.at[c.Off] = append(o.at[c.Off], i)
	o.widest = max(o.widest, c.Width)
}

// near are the classes that may overlap c, until the next call.
func (o *placed) near(c class) []int {
	if c.Stride != 0 || c.Width+o.widest > int64(len(o.all)) {
		return o.all
	}
	o.found = append(o.found[:0], o.strided...)
	for off := c.Off - o.widest + 1; off < c.Off+c.Width; off++ {
		o.found = append(o.found, o.at[off]...)
	}
	return o.found
}

// partition splits what is accessed into parts, such that classes that overlap, and classes that
// one access touches, are in one part.
func (s *split) partition() (parts []*part) {
	number := map[class]int{}
	var classes []class
	var up []int
	find := func(i int) int {
		for up[i] != i {
			up[i] = up[up[i]]
			i = up[i]
		}
		return i
	}
	union := func(i, j int) {
		i, j = find(i), find(j)
		up[max(i, j)] = min(i, j) // the first class represents
	}
	byObj := map[int32]*placed{}
	firsts := make([]int, len(s.accesses)) // a class of each access
	for k, acc := range s.accesses {
		firsts[k] = -1
		acc.touched = s.touches(acc)
		for _, c := range acc.touched {
			i, ok := number[c]
			if !ok {
				i = len(classes)
				number[c] = i
				classes = append(classes, c)
				up = append(up, i)
				o := byObj[c.Obj]
				if o == nil {
					o = newPlaced()
					byObj[c.Obj] = o
				}
				for _, j := range o.near(c) {
					if classes[j].Overlaps(c) {
						union(i, j)
					}
				}
				o.add(i, c)
			}
			if firsts[k] < 0 {
				firsts[k] = i
			} else {
				union(firsts[k], i)
			}
		}
	}
	if s.anyObj != 0 {
		var any []int
		if o := byObj[s.anyObj]; o != nil {
			any = o.all
		}
		for _, i := range any {
			for j, c := range classes {
				if mayAlias(classes[i], c) {
					union(i, j)
				}
			}
		}
	}
	byRoot := map[int]*part{}
	for i, c := range classes {
		r := find(i)
		pt := byRoot[r]
		if pt == nil {
			pt = &part{}
			byRoot[r] = pt
			parts = append(parts, pt)
		}
		pt.classes = append(pt.classes, c)
	}
	for k, acc := range s.accesses {
		if firsts[k] >= 0 {
			acc.part = byRoot[find(firsts[k])]
			acc.part.accesses = append(acc.part.accesses, acc)
		}
	}
	return parts
}

// classify chooses what a part becomes: variables, at constant addresses of one object (one for a cell that is all that is accessed there, or that
// has at most 8 bytes and all others, whose bytes are read and written; else one for each unit of at most 64 bytes), or a region, of cells of one width or of units.
func (s *split) classify(pt *part) ir.Part {
	first := pt.classes[0]
	constant, same := s.table.Objects[first.Obj].Single, true
	x := ir.Part{Classes: pt.classes, Base: first.Off}
	var widest class
	for _, c := range pt.classes {
		constant = constant && c.Obj == first.Obj && c.Stride == 0
		same = same && c == first
		x.Base = min(x.Base, c.Off)
		if c.Width > widest.Width {
			widest = c
		}
	}
	end := x.Base
	for _, c := range pt.classes {
		end = max(end, c.Off+c.Width)
	}
	x.Size = end - x.Base
	for _, acc := range pt.accesses {
		// An access to one of several addresses needs them in one array.
		constant = constant && len(acc.touched) == 1
	}
	unit := ir.Int(uint8(8*pt.unit()), false)
	switch {
	case constant && same:
		x.Fixed, x.Cell = true, cellType(pt.accesses, first.Width)
	case constant && widest.Width == x.Size && widest.Width <= 8:
		x.Fixed, x.Cell = true, ir.Int(uint8(8*widest.Width), false)
	case constant && x.Size <= 64:
		x.Fixed, x.Units, x.Cell = true, true, unit
	case pt.isAligned():
		x.Region, x.Cell = true, cellType(pt.accesses, first.Width)
	default:
		x.Region, x.Units, x.Cell = true, true, unit
	}
	x.Width = bytes(x.Cell)
	return x
}

// unit is the greatest number of bytes that divides all accesses to the part.
func (pt *part) unit() int64 {
	u := int64(0)
	first := map[int32]int64{}
	for _, c := range pt.classes {
		off, ok := first[c.Obj]
		if !ok {
			first[c.Obj] = c.Off
			off = c.Off
		}
		u = ir.GCD(ir.GCD(u, c.Width), ir.GCD(c.Stride, c.Off-off))
	}
	return u
}

// isAligned says that any two accesses to the part are to the same cell or to disjoint ones.
func (pt *part) isAligned() bool {
	byObj := map[int32]*placed{}
	for i, c := range pt.classes {
		if c.Width != pt.classes[0].Width || !c.Aligned(c) {
			return false
		}
		o := byObj[c.Obj]
		if o == nil {
			o = newPlaced()
			byObj[c.Obj] = o
		}
		for _, j := range o.near(c) {
			if !c.Aligned(pt.classes[j]) {
				return false
			}
		}
		o.add(i, c)
	}
	return true
}

// cellType is the type of cells that accesses of the same width have: theirs if they agree.
func cellType(accs []*access, width int64) ir.Type {
	var types []ir.Type
	for _, acc := range accs {
		for _, t := range acc.types {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	if len(types) == 1 {
		return types[0]
	}
	t := types[0]
	for _, u := range types {
		if t.Kind == ir.Float {
			t = u
		}
		if u.Kind != ir.Float && u.Bits != t.Bits {
			return ir.Int(uint8(8*width), false) // _Bool and char
		}
	}
	return t
}
