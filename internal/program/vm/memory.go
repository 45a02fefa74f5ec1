package vm

// memory is the contents of a region: cells by address, in pages that begin with the base.
type memory struct {
	shift uint // cells are at multiples of 1<<shift, mostly
	pages map[uint64]*page
	near  [16]near       // pages that were used, by the last bits of their key
	odd   map[uint64]one // cells at other addresses
	base  base
}

// base is what a cell holds that nothing was written to.
type base struct {
	value int64 // if !asked
	state state
	asked bool // the inputs say what is there, since the given'th Havoc
	given int
}

// state says of a cell whether its value is known.
type state uint8

const (
	asBase state = iota
	known
	unknown
)

const pageCells = 512

type page struct {
	value [pageCells]int64
	state [pageCells]state
}

type near struct {
	key  uint64 // plus 1
	page *page
}

// one is a cell.
type one struct {
	value int64
	state state
}

// find is the page of a key; nil if there is none.
func (m *memory) find(key uint64) *page {
	n := &m.near[key&15]
	if n.key == key+1 {
		return n.page
	}
	pg := m.pages[key]
	if pg != nil {
		*n = near{key + 1, pg}
	}
	return pg
}

// get is the cell at an address; its state is not asBase.
func (m *memory) get(addr uint64) one {
	if addr&(1<<m.shift-1) != 0 {
		if c, ok := m.odd[addr]; ok {
			return c
		}
		return one{m.base.value, m.base.state}
	}
	at := addr >> m.shift
	if pg := m.find(at / pageCells); pg != nil {
		if s := pg.state[at%pageCells]; s != asBase {
			return one{pg.value[at%pageCells], s}
		}
	}
	return one{m.base.value, m.base.state}
}

// set writes a cell.
func (m *memory) set(addr uint64, value int64, s state) {
	if addr&(1<<m.shift-1) != 0 {
		if m.odd == nil {
			m.odd = map[uint64]one{}
		}
		m.odd[addr] = one{value, s}
		return
	}
	at := addr >> m.shift
	pg := m.find(at / pageCells)
	if pg == nil {
		pg = new(page)
		if m.pages == nil {
			m.pages = map[uint64]*page{}
		}
		m.pages[at/pageCells] = pg
		m.near[at/pageCells&15] = near{at/pageCells + 1, pg}
	}
	pg.value[at%pageCells], pg.state[at%pageCells] = value, s
}

// fill makes all cells what b says.
func (m *memory) fill(b base) {
	*m = memory{shift: m.shift, base: b}
}

// copyOf makes all cells those of from.
func (m *memory) copyOf(from *memory) {
	if m == from {
		return
	}
	m.fill(from.base)
	for key, pg := range from.pages {
		if m.pages == nil {
			m.pages = map[uint64]*page{}
		}
		c := *pg
		m.pages[key] = &c
	}
	for addr, c := range from.odd {
		if m.odd == nil {
			m.odd = map[uint64]one{}
		}
		m.odd[addr] = c
	}
}
