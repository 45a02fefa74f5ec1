package rerun

// cells are the contents of a region, in blocks of adjacent addresses.
type cells struct {
	blocks map[int64]*block
	recent [16]recent // blocks that were used last
	filled bool       // cells that nothing was written to hold fill
	fill   int64
	ask    func(addr int64) int64 // if not filled: what they hold; nil if that is unknown
}

// recent is a block with its number.
type recent struct {
	n int64
	b *block
}

const blockSize = 256

type block struct {
	value [blockSize]int64
	state [blockSize]uint8 // 0: nothing was written; 1: value; 2: something unknown
}

func newCells(zero bool) *cells { return &cells{blocks: map[int64]*block{}, filled: zero} }

// at is the block of an address, which may be nil, and the place in it.
func (c *cells) at(addr int64) (*block, int) {
	n := addr >> 8
	r := &c.recent[n&15]
	if r.b == nil || r.n != n {
		b := c.blocks[n]
		if b == nil {
			return nil, int(addr & (blockSize - 1))
		}
		*r = recent{n, b}
	}
	return r.b, int(addr & (blockSize - 1))
}

// read is the content of a cell; ok is false if it is unknown.
func (c *cells) read(addr int64) (v int64, ok bool) {
	if b, i := c.at(addr); b != nil && b.state[i] != 0 {
		return b.value[i], b.state[i] == 1
	}
	switch {
	case c.filled:
		return c.fill, true
	case c.ask != nil:
		v = c.ask(addr)
		c.write(addr, v, true)
		return v, true
	}
	return 0, false
}

func (c *cells) write(addr, v int64, known bool) {
	b, i := c.at(addr)
	if b == nil {
		b = new(block)
		c.blocks[addr>>8] = b
	}
	b.value[i], b.state[i] = v, 2
	if known {
		b.state[i] = 1
	}
}

// clone is a copy.
func (c *cells) clone() *cells {
	d := &cells{blocks: make(map[int64]*block, len(c.blocks)), filled: c.filled, fill: c.fill, ask: c.ask}
	for n, b := range c.blocks {
		same := *b
		d.blocks[n] = &same
	}
	return d
}

// each tells of the cells that were written.
func (c *cells) each(f func(addr, v int64, known bool)) {
	for n, b := range c.blocks {
		for i, s := range b.state {
			if s != 0 {
				f(n<<8|int64(i), b.value[i], s == 1)
			}
		}
	}
}
