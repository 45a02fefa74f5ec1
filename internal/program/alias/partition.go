package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// partKind says what becomes of a part of memory.
type partKind uint8

const (
	scalarPart    partKind = iota // one cell at one address: a scalar variable
	containerPart                 // constant addresses within one cell of at most 8 bytes: a scalar variable, whose bytes are read and written
	splitPart                     // other overlapping constant addresses: a variable for each unit
	cellsPart                     // a region of cells of one width
	unitsPart                     // a region of units, which are bytes if nothing larger fits all accesses
	emptyPart                     // accesses without an object: they are undefined
)

// A part is a set of classes of addresses that no access outside the part touches.
type part struct {
	kind     partKind
	classes  []class // in order of first access
	objs     []int32 // theirs, each once
	accesses []*access
	cell     ir.Type // of scalarPart, containerPart and cellsPart; of units unsigned
	base     int64   // the first offset of a containerPart or splitPart, the only one of a scalarPart
	vars     []*ir.Var
}

type objPart struct {
	obj  int32
	part *part
}

// obj is the first object of a part.
func (pt *part) obj() int32 { return pt.classes[0].obj }

// size is the number of bytes of a part at constant addresses.
func (pt *part) size() int64 {
	end := pt.base
	for _, c := range pt.classes {
		end = max(end, c.off+c.width)
	}
	return end - pt.base
}

// touches lists the classes that acc may touch: those inside their objects, unless there are
// none. Then the objects are taken to be larger than they are.
func (a *analysis) touches(acc *access) []class {
	var inside, outside []class
	for _, t := range a.pts(acc.node) {
		if t.obj == anyInteger || a.nowhere(t) {
			continue
		}
		size := a.objs[t.obj].ir.Size
		if len(a.objs[t.obj].members) > 0 {
			size = -1
		}
		switch {
		case size >= 0 && (t.off < 0 || t.off+acc.width > size):
			outside = append(outside, class{t, acc.width})
			continue
		case size >= 0 && t.stride > 0 && t.off+t.stride+acc.width > size:
			t.stride = 0 // one address is left
		}
		if align := min(acc.width, a.ptrSize); t.stride > 0 && t.stride < align {
			t = target{t.obj, 0, align} // C has accesses aligned
		}
		inside = append(inside, class{t, acc.width})
	}
	if len(inside) == 0 {
		return outside
	}
	return inside
}

// nowhere says that t is null or what a null pointer was moved to. (Other small numbers may have been
// meant to be memory: stubs of malloc return such.)
func (a *analysis) nowhere(t target) bool {
	o := &a.objs[t.obj]
	return o.fixed && o.ir.Addr.IsZero() && o.ir.Name != constantsName
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
	if c.stride != 0 {
		o.strided = append(o.strided, i)
		return
	}
	o.at[c.off] = append(o.at[c.off], i)
	o.widest = max(o.widest, c.width)
}

// near are the classes that may overlap c, until the next call.
func (o *placed) near(c class) []int {
	if c.stride != 0 || c.width+o.widest > int64(len(o.all)) {
		return o.all
	}
	o.found = append(o.found[:0], o.strided...)
	for off := c.off - o.widest + 1; off < c.off+c.width; off++ {
		o.found = append(o.found, o.at[off]...)
	}
	return o.found
}

// partition splits what is accessed into parts, such that classes that overlap, and classes that
// one access touches, are in one part. The result says for each access its part, in order.
func (a *analysis) partition() (parts []*part, of map[*access]*part) {
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
	firsts := make([]int, len(a.accesses)) // a class of each access
	for k, acc := range a.accesses {
		firsts[k] = -1
		acc.touched = a.touches(acc)
		for _, c := range acc.touched {
			i, ok := number[c]
			if !ok {
				i = len(classes)
				number[c] = i
				classes = append(classes, c)
				up = append(up, i)
				o := byObj[c.obj]
				if o == nil {
					o = newPlaced()
					byObj[c.obj] = o
				}
				for _, j := range o.near(c) {
					if classes[j].overlaps(c) {
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
	if a.anyObj != 0 {
		var any []int
		if o := byObj[a.anyObj]; o != nil {
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
	has := map[objPart]bool{}
	of = map[*access]*part{}
	for i, c := range classes {
		r := find(i)
		pt := byRoot[r]
		if pt == nil {
			pt = &part{}
			byRoot[r] = pt
			parts = append(parts, pt)
		}
		pt.classes = append(pt.classes, c)
		if key := (objPart{c.obj, pt}); !has[key] {
			has[key] = true
			pt.objs = append(append(pt.objs, c.obj), a.objs[c.obj].members...)
		}
	}
	empty := &part{kind: emptyPart}
	for k, acc := range a.accesses {
		pt := empty
		if firsts[k] >= 0 {
			pt = byRoot[find(firsts[k])]
		}
		pt.accesses = append(pt.accesses, acc)
		of[acc] = pt
	}
	for _, pt := range parts {
		a.classify(pt)
	}
	return parts, of
}

// classify chooses the kind of a part.
func (a *analysis) classify(pt *part) {
	first := pt.classes[0]
	constant, same := a.objs[first.obj].single, true
	pt.base = first.off
	var widest class
	for _, c := range pt.classes {
		constant = constant && c.obj == first.obj && c.stride == 0
		same = same && c == first
		pt.base = min(pt.base, c.off)
		if c.width > widest.width {
			widest = c
		}
	}
	for _, acc := range pt.accesses {
		// An access to one of several addresses needs them in one array.
		constant = constant && len(acc.touched) == 1
	}
	unit := ir.Int(uint8(8*pt.unit()), false)
	switch {
	case constant && same:
		pt.kind = scalarPart
		pt.cell = cellType(pt.accesses, first.width)
	case constant && widest.width == pt.size() && widest.width <= 8:
		pt.kind = containerPart
		pt.cell = ir.Int(uint8(8*widest.width), false)
	case constant && pt.size() <= 64:
		pt.kind = splitPart
		pt.cell = unit
	case pt.isAligned():
		pt.kind = cellsPart
		pt.cell = cellType(pt.accesses, first.width)
	default:
		pt.kind = unitsPart
		pt.cell = unit
	}
}

// unit is the greatest number of bytes that divides all accesses to the part.
func (pt *part) unit() int64 {
	u := int64(0)
	first := map[int32]int64{}
	for _, c := range pt.classes {
		off, ok := first[c.obj]
		if !ok {
			first[c.obj] = c.off
			off = c.off
		}
		u = gcd(gcd(u, c.width), gcd(c.stride, c.off-off))
	}
	return u
}

// isAligned says that any two accesses to the part are to the same cell or to disjoint ones.
func (pt *part) isAligned() bool {
	byObj := map[int32]*placed{}
	for i, c := range pt.classes {
		if c.width != pt.classes[0].width || !c.aligned(c) {
			return false
		}
		o := byObj[c.obj]
		if o == nil {
			o = newPlaced()
			byObj[c.obj] = o
		}
		for _, j := range o.near(c) {
			if !c.aligned(pt.classes[j]) {
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
