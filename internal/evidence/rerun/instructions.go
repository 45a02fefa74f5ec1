package rerun

import "math/bits"

// code is what an instruction does.
type code uint8

const (
	doMove code = iota
	doCut
	doSum // the results of the first ones are words, and values of their types
	doDifference
	doProduct
	doAnd
	doOr
	doXor
	doSumCut // modulo 2^Bits
	doDifferenceCut
	doProductCut
	doAndCut
	doOrCut
	doXorCut
	doShiftCut
	doSumFit // a value of a signed type, or it leaves
	doDifferenceFit
	doProductFit
	doSumWord // a signed word, or it leaves
	doDifferenceWord
	doProductWord
	doShiftWord
	doQuotient
	doRest
	doQuotientUnsigned
	doRestUnsigned
	doShiftRight
	doShiftRightUnsigned
	doEqual // 1 if it holds, else 0
	doUnequal
	doLess
	doLessEqual
	doLessUnsigned
	doLessEqualUnsigned
	doSelect
	doPointerSum       // of a pointer of 64 bits and a signed number
	doPointerSumNarrow // of another pointer
	doPointerDifference
	doLoad
	doStore
	doFunction
	doEnter
	doLeave
	ifFits // leaves if it does not hold
	ifEqual
	ifUnequal
	ifLess
	ifLessEqual
	ifLessUnsigned
	ifLessEqualUnsigned
)

// instruction is one of a superblock.
type instruction struct {
	op     code
	up     uint8 // 64 less the bits of the result
	signed bool  // the result has a sign
	redo   bool  // where it leaves, it does so for the function of the node at which it is
	exit   int32 // where it leaves: how many nodes have been executed then
	a, b   *int64
	to     *int64
	known  *bool // of to
	next   *node // where it leaves to
	mem    *cells
	more   *more
}

// more has what few instructions need.
type more struct {
	c    *int64
	f    func() int64
	call *call
	args []*int64
	back *node
}

// cut is v modulo 2^Bits.
func (in *instruction) cut(v int64) int64 {
	if in.signed {
		return v << (in.up & 63) >> (in.up & 63)
	}
	return int64(uint64(v) << (in.up & 63) >> (in.up & 63))
}

// fits says that v is a value of the signed type of the result.
func (in *instruction) fits(v int64) bool { return v<<(in.up&63)>>(in.up&63) == v }

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// execute executes b once. It gives the instruction that leaves it, or nil.
func (m *machine) execute(b *superblock) *instruction {
	list := b.code
	for i := 0; i < len(list); i++ {
		in := &list[i]
		var v int64
		switch in.op {
		case doMove:
			v = *in.a
		case doCut:
			v = *in.a
			goto cut
		case doSum:
			v = *in.a + *in.b
		case doDifference:
			v = *in.a - *in.b
		case doProduct:
			v = *in.a * *in.b
		case doAnd:
			v = *in.a & *in.b
		case doOr:
			v = *in.a | *in.b
		case doXor:
			v = *in.a ^ *in.b
		case doSumCut:
			v = *in.a + *in.b
			goto cut
		case doDifferenceCut:
			v = *in.a - *in.b
			goto cut
		case doProductCut:
			v = *in.a * *in.b
			goto cut
		case doAndCut:
			v = *in.a & *in.b
			goto cut
		case doOrCut:
			v = *in.a | *in.b
			goto cut
		case doXorCut:
			v = *in.a ^ *in.b
			goto cut
		case doShiftCut:
			k := uint64(*in.b)
			if k > 63 {
				return in
			}
			v = *in.a << k
			goto cut
		case doSumFit:
			if v = *in.a + *in.b; !in.fits(v) {
				return in
			}
		case doDifferenceFit:
			if v = *in.a - *in.b; !in.fits(v) {
				return in
			}
		case doProductFit:
			if v = *in.a * *in.b; !in.fits(v) {
				return in
			}
		case doSumWord:
			x, y := *in.a, *in.b
			if v = x + y; (v < x) != (y < 0) {
				return in
			}
		case doDifferenceWord:
			x, y := *in.a, *in.b
			if v = x - y; (v > x) != (y < 0) {
				return in
			}
		case doProductWord:
			x, y := *in.a, *in.b
			if hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y))); hi != 0 || lo >= 1<<63 {
				return in
			}
			v = x * y
		case doShiftWord:
			k := uint64(*in.b)
			if v = *in.a << (k & 63); k > 63 || v>>(k&63) != *in.a {
				return in
			}
		case doQuotient:
			if uint64(*in.b+1) < 2 {
				return in
			}
			v = *in.a / *in.b
		case doRest:
			if uint64(*in.b+1) < 2 {
				return in
			}
			v = *in.a % *in.b
		case doQuotientUnsigned:
			if *in.b == 0 {
				return in
			}
			v = int64(uint64(*in.a) / uint64(*in.b))
		case doRestUnsigned:
			if *in.b == 0 {
				return in
			}
			v = int64(uint64(*in.a) % uint64(*in.b))
		case doShiftRight:
			k := uint64(*in.b)
			if k > 63 {
				return in
			}
			v = *in.a >> k
		case doShiftRightUnsigned:
			k := uint64(*in.b)
			if k > 63 {
				return in
			}
			v = int64(uint64(*in.a) >> k)
		case doEqual:
			v = truth(*in.a == *in.b)
		case doUnequal:
			v = truth(*in.a != *in.b)
		case doLess:
			v = truth(*in.a < *in.b)
		case doLessEqual:
			v = truth(*in.a <= *in.b)
		case doLessUnsigned:
			v = truth(uint64(*in.a) < uint64(*in.b))
		case doLessEqualUnsigned:
			v = truth(uint64(*in.a) <= uint64(*in.b))
		case doSelect:
			if v = *in.b; *in.a == 0 {
				v = *in.more.c
			}
		case doPointerSum:
			x, y := *in.a, *in.b
			if v = x + y; y >= 0 && uint64(v) < uint64(x) || y < 0 && uint64(v) >= uint64(x) {
				return in
			}
		case doPointerSumNarrow:
			x, y := *in.a, *in.b
			if v = x + y; (v < x) != (y < 0) {
				return in
			}
		case doPointerDifference:
			x, y := *in.a, *in.b
			if v = x - y; (v < 0) != (uint64(x) < uint64(y)) {
				return in
			}
		case doLoad:
			var ok bool
			if v, ok = in.mem.known(*in.a); !ok {
				return in
			}
		case doStore:
			in.mem.write(*in.a, *in.b, true)
			continue
		case doFunction:
			m.change++
			if v = in.more.f(); m.flags != (flags{}) {
				m.flags = flags{}
				return in
			}
		case doEnter:
			if !m.enterKnown(in.more.call, in.more.args, in.more.back) {
				return in
			}
			continue
		case doLeave:
			m.leave()
			continue
		case ifFits:
			if v = *in.a; in.cut(v) != v {
				return in
			}
			continue
		case ifEqual:
			if *in.a != *in.b {
				return in
			}
			continue
		case ifUnequal:
			if *in.a == *in.b {
				return in
			}
			continue
		case ifLess:
			if *in.a >= *in.b {
				return in
			}
			continue
		case ifLessEqual:
			if *in.a > *in.b {
				return in
			}
			continue
		case ifLessUnsigned:
			if uint64(*in.a) >= uint64(*in.b) {
				return in
			}
			continue
		case ifLessEqualUnsigned:
			if uint64(*in.a) > uint64(*in.b) {
				return in
			}
			continue
		}
		*in.to, *in.known = v, true
		continue
	cut:
		*in.to, *in.known = in.cut(v), true
	}
	return nil
}
