package explicit

import (
	"encoding/binary"
	"hash/maphash"
)

// states are kept as the bytes of their numbers, one behind the other in the order in which they were found, which is that
// in which they are expanded. A record is the place in these bytes of the state that it was reached from, in five bytes,
// and the key of the state:
//
//	place          a number
//	inputs         how many inputs there are of which something in the state depends
//	value          of each variable that matters; if there are inputs, behind the number of the input that it
//	               is added to, or 0
//	bounds         of each input, in the order in which the values name them
//
// Numbers take a byte for each seven bits. No key is the beginning of another one.
type states struct {
	bytes []byte
	table []uint64 // places of records plus one, below the upper bits of their hashes; 0: free
	count int
	seed  maphash.Seed
	code  *code
}

const (
	header   = 5 // bytes
	posBits  = 40
	posMask  = 1<<posBits - 1
	mostRoom = 1 << (posBits - 1)
)

func newStates(c *code) *states {
	return &states{code: c, table: make([]uint64, 1<<12), seed: maphash.MakeSeed(), bytes: make([]byte, 0, 1<<16)}
}

// add adds a state that was reached from the one at from, unless it is there.
func (s *states) add(key []byte, from int) (isNew bool) {
	if 4*s.count > 3*len(s.table) {
		s.grow()
	}
	h := maphash.Bytes(s.seed, key)
	mask := uint64(len(s.table) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		e := s.table[i]
		if e == 0 {
			s.table[i] = uint64(len(s.bytes)+1) | h&^posMask
			break
		}
		if (e^h)&^posMask == 0 && s.is(int(e&posMask)-1, key) {
			return false
		}
	}
	s.count++
	var head [8]byte
	binary.LittleEndian.PutUint64(head[:], uint64(from))
	s.bytes = append(append(s.bytes, head[:header]...), key...)
	return true
}

// is says that the state at a place has that key.
func (s *states) is(at int, key []byte) bool {
	at += header
	return len(s.bytes)-at >= len(key) && string(s.bytes[at:at+len(key)]) == string(key)
}

// grow doubles the table.
func (s *states) grow() {
	old := s.table
	s.table = make([]uint64, 2*len(old))
	mask := uint64(len(s.table) - 1)
	for at := 0; at < len(s.bytes); {
		key := s.key(at)
		h := maphash.Bytes(s.seed, key)
		i := h & mask
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = uint64(at+1) | h&^posMask
		at += header + len(key)
	}
}

// key is that of the state at a place.
func (s *states) key(at int) []byte {
	b := s.bytes[at+header:]
	return b[:s.code.skip(b)]
}

// from is the place of the state that the one at a place was reached from.
func (s *states) from(at int) int {
	var head [8]byte
	copy(head[:header], s.bytes[at:])
	return int(binary.LittleEndian.Uint64(head[:]))
}

// room is how many bytes the states take.
func (s *states) room() int { return cap(s.bytes) + 8*len(s.table) }

// zigzag and its inverse make small numbers of small signed ones.
func zigzag(v int64) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// appendNumber and number are like those of encoding/binary, for small numbers in line.
func appendNumber(b []byte, v int64) []byte {
	u := zigzag(v)
	for u >= 0x80 {
		b = append(b, byte(u)|0x80)
		u >>= 7
	}
	return append(b, byte(u))
}

func number(b []byte) (v int64, n int) {
	if b[0] < 0x80 {
		return unzigzag(uint64(b[0])), 1
	}
	u, n := binary.Uvarint(b)
	return unzigzag(u), n
}

// key is the key of the state that the machine has at a place, in the buffer b. named are the tags of its inputs, in their order.
func (m *machine) key(b []byte, at int32, named []uint8) ([]byte, []uint8) {
	b, named = appendNumber(b[:0], int64(at)), named[:0]
	open := uint8(0)
	for _, r := range m.places[at].vars {
		open |= m.tags[r]
	}
	if open == 0 {
		b = append(b, 0)
		for _, r := range m.places[at].vars {
			b = appendNumber(b, m.regs[r])
		}
		return b, named
	}
	var number [mostInputs + 1]int64
	for _, r := range m.places[at].vars {
		if t := m.tags[r]; t != 0 && number[t] == 0 {
			named = append(named, t)
			number[t] = int64(len(named))
		}
	}
	b = appendNumber(b, int64(len(named)))
	for _, r := range m.places[at].vars {
		b = appendNumber(appendNumber(b, number[m.tags[r]]), m.regs[r])
	}
	for _, t := range named {
		b = appendNumber(appendNumber(b, m.inputs[t-1].lo), m.inputs[t-1].hi)
	}
	return b, named
}

// set gives the machine the state that b begins with; rest is where its code goes on, and n the length of the key.
func (m *machine) set(b []byte) (pc int32, n int) {
	clear(m.tags)
	m.inputs, m.count = m.inputs[:0], 0
	at, n := number(b)
	p := &m.places[at]
	inputs, k := number(b[n:])
	n += k
	for _, r := range p.vars {
		if inputs > 0 {
			t, k := number(b[n:])
			m.tags[r] = uint8(t)
			n += k
		}
		if c := b[n]; c < 0x80 {
			m.regs[r] = unzigzag(uint64(c))
			n++
			continue
		}
		v, k := number(b[n:])
		m.regs[r] = v
		n += k
	}
	for range inputs {
		lo, k := number(b[n:])
		hi, l := number(b[n+k:])
		m.inputs = append(m.inputs, input{lo: lo, hi: hi})
		n += k + l
	}
	return p.pc, n
}

// skip is the length of the key that b begins with.
func (c *code) skip(b []byte) int {
	at, n := number(b)
	inputs, k := number(b[n:])
	n += k
	numbers := len(c.places[at].vars)
	if inputs > 0 {
		numbers = 2*numbers + 2*int(inputs)
	}
	for ; numbers > 0; numbers-- {
		for b[n] >= 0x80 {
			n++
		}
		n++
	}
	return n
}
