package certexec

import "math/bits"

// cells are the contents of a region. Those at multiples of their size are in blocks of adjacent ones, and the blocks of adjacent
// addresses in a list.
type cells struct {
	shift  uint // the logarithm of the size of a cell, mostly
	low    int64
	near   []*block // the blocks low, low+1 and so on; nil: nothing was written there
	count  int      // of them that are not nil
	far    map[int64]*block
	odd    map[int64]slot // cells at other addresses
	filled bool           // cells that nothing was written to hold fill
	fill   int64
	ask    func(addr int64) int64 // if not filled: what they hold; nil if that is unknown
}

const (
	blockBits = 8
	blockSize = 1 << blockBits
)

type block struct {
	value [blockSize]int64
	state [blockSize]uint8 // 0: nothing was written; 1: value; 2: something unknown
}

// newCells is a region whose cells have so many bits.
func newCells(width uint8, zero bool) *cells {
	return &cells{shift: uint(bits.Len8(max(width/8, 1)) - 1), filled: zero}
}

// block is the n'th block; nil if nothing was written there.
func (c *cells) block(n int64) *block {
	if k := uint64(n - c.low); k < uint64(len(c.near)) && c.near[k] != nil {
		return c.near[k]
	}
	return c.far[n]
}

// isOdd says that an address is no multiple of the size of a cell.
func (c *cells) isOdd(addr int64) bool { return addr&(1<<(c.shift&63)-1) != 0 }

// known is the content of a cell that is known without asking for it.
func (c *cells) known(addr int64) (v int64, ok bool) {
	if c.isOdd(addr) {
		if s, written := c.odd[addr]; written {
			return s.value, s.known
		}
		return c.fill, c.filled
	}
	at := addr >> (c.shift & 63)
	if b := c.block(at >> blockBits); b != nil {
		i := at & (blockSize - 1)
		if s := b.state[i]; s != 0 {
			return b.value[i], s == 1
		}
	}
	return c.fill, c.filled
}

// read is the content of a cell; ok is false if it is unknown.
func (c *cells) read(addr int64) (v int64, ok bool) {
	if v, ok = c.known(addr); ok || c.ask == nil || c.written(addr) {
		return v, ok
	}
	v = c.ask(addr)
	c.write(addr, v, true)
	return v, true
}

// written says that something was written to a cell.
func (c *cells) written(addr int64) bool {
	if c.isOdd(addr) {
		_, ok := c.odd[addr]
		return ok
	}
	at := addr >> (c.shift & 63)
	b := c.block(at >> blockBits)
	return b != nil && b.state[at&(blockSize-1)] != 0
}

func (c *cells) write(addr, v int64, known bool) {
	if c.isOdd(addr) {
		if c.odd == nil {
			c.odd = map[int64]slot{}
		}
		c.odd[addr] = slot{v, known}
		return
	}
	at := addr >> (c.shift & 63)
	b := c.block(at >> blockBits)
	if b == nil {
		b = new(block)
		c.add(at>>blockBits, b)
	}
	i := at & (blockSize - 1)
	b.value[i] = v
	if known {
		b.state[i] = 1
	} else {
		b.state[i] = 2
	}
}

// add makes b the n'th block. The list has at most sixteen times as many places as blocks, or two thousand.
func (c *cells) add(n int64, b *block) {
	if len(c.near) == 0 {
		c.low = n
	}
	limit, length := int64(1024+8*c.count), int64(len(c.near))
	switch k := n - c.low; {
	case k >= limit || k < length-limit:
		if c.far == nil {
			c.far = map[int64]*block{}
		}
		c.far[n] = b
		return
	case k < 0:
		free := max(-k, length)
		c.near, c.low = append(make([]*block, free), c.near...), c.low-free
	case k >= length:
		c.near = append(c.near, make([]*block, k+1-length)...)
	}
	c.near[n-c.low] = b
	c.count++
}

// clone is a copy.
func (c *cells) clone() *cells {
	d := *c
	d.near, d.far, d.odd = make([]*block, len(c.near)), nil, nil
	for i, b := range c.near {
		if b != nil {
			same := *b
			d.near[i] = &same
		}
	}
	for n, b := range c.far {
		if d.far == nil {
			d.far = map[int64]*block{}
		}
		same := *b
		d.far[n] = &same
	}
	for addr, s := range c.odd {
		if d.odd == nil {
			d.odd = map[int64]slot{}
		}
		d.odd[addr] = s
	}
	return &d
}

// each tells of the cells that were written.
func (c *cells) each(f func(addr, v int64, known bool)) {
	tell := func(n int64, b *block) {
		for i, s := range b.state {
			if s != 0 {
				f((n<<blockBits|int64(i))<<c.shift, b.value[i], s == 1)
			}
		}
	}
	for i, b := range c.near {
		if b != nil {
			tell(c.low+int64(i), b)
		}
	}
	for n, b := range c.far {
		tell(n, b)
	}
	for addr, s := range c.odd {
		f(addr, s.value, s.known)
	}
}
