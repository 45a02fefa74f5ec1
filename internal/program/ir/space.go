package ir

import "craig/logic/num"

// Space says how addresses are laid out that have so many bits: what lies where no object is, and how far
// objects are from each other. All numbers are bytes.
type Space struct {
	First    int64 // the first address that the layout gives an object
	Nowhere  int64 // pointers that belong to no object and are told from others by their address are below it
	Reserved int64 // no object of any layout is so near to the beginning, or the end, of the addresses
	Guard    int64 // between objects, so that one past the end of one is not the next
	Checked  int64 // between objects and blocks of a program whose accesses are checked
	Device   int64 // between devices and objects
	Unknown  int64 // kept free on both sides of the address of an UnknownObject
	Top      int64 // above the heap
	Heap     int64 // the heap begins below it; 0: there is room enough
}

var (
	wideSpace  = Space{First: 1 << 16, Nowhere: 1 << 15, Reserved: 1 << 16, Guard: 64, Checked: 256, Device: 1 << 12, Unknown: 1 << 24, Top: 1 << 16}
	space32    = Space{First: 1 << 16, Nowhere: 1 << 15, Reserved: 1 << 16, Guard: 64, Checked: 256, Device: 1 << 12, Unknown: 1 << 20, Top: 1 << 16, Heap: 1 << 30}
	smallSpace = Space{First: 1 << 8, Nowhere: 1 << 7, Reserved: 16, Guard: 16, Checked: 64, Device: 16, Unknown: 1 << 10, Top: 1 << 8, Heap: 3 << 14}
)

// SpaceOf is the space of addresses with 16, 32 or 64 bits.
func SpaceOf(bits uint8) *Space {
	switch bits {
	case 16:
		return &smallSpace
	case 32:
		return &space32
	}
	return &wideSpace
}

// UnknownRoom is how many bytes are kept free on both sides of the address of an UnknownObject.
func (p *Program) UnknownRoom() int64 {
	if p.Room > 0 {
		return p.Room
	}
	return SpaceOf(p.PtrBits).Unknown
}

// ReservedAddress says that no object is near the address v of so many bits: v marks pointers that lead nowhere.
func ReservedAddress(bits uint8, v num.Int) bool {
	_, v = v.DivMod(num.Pow2(uint(bits)))
	near := num.I(SpaceOf(bits).Reserved)
	return v.Less(near) || !v.Less(num.Pow2(uint(bits)).Sub(near))
}
