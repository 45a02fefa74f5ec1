package rerun

// A superblock is code for nodes that are executed one after the other as long as branches go the way that they mostly go: it has
// one entry and many exits. It is made for nodes to which an execution has come often, and executes what the functions of
// these nodes do, where everything is known that it reads. Before anything else it leaves for the node that is concerned, whose function
// then does what there is to do: nothing of that node has been done.

// superblock is the code of nodes.
type superblock struct {
	head   *node
	nodes  []*node
	steps  []int // before each of the nodes, and after the last one
	code   []instruction
	end    *node // after the last one
	passed []int // how often the code was left when exactly so many nodes had been executed
	inputs []*bool
	// epoch is the value of machine.forgotten when all inputs were known; -1 at the start.
	epoch int
}

// place is a node's position in a superblock.
type place struct {
	block *superblock
	at    int
}

const (
	oftenVisited = 64     // after so many visits there is a superblock for a node
	mostNodes    = 150    // of a superblock
	mostCode     = 50_000 // instructions of all superblocks
)

// total is how often the execution has come to n.
func (n *node) total() int {
	sum := n.visits
	for _, p := range n.in {
		for _, k := range p.block.passed[p.at+1:] {
			sum += k
		}
	}
	return sum
}

// form makes a superblock for n if that is possible. It is asked once.
func (m *machine) form(n *node) {
	n.tried = true
	if m.made > mostCode {
		return
	}
	t := newTranslator(m, n)
	at := n
	seen := map[*node]bool{}
	for len(t.b.nodes) < mostNodes && (at != n || len(t.b.nodes) == 0) && at.block == nil && !seen[at] {
		if !at.made {
			m.complete()
		}
		next := t.node(at)
		if next == nil {
			break
		}
		seen[at] = true
		at = next
	}
	b := t.b
	if len(b.nodes) < 2 || at == n && b.steps[len(b.nodes)] == 0 {
		return
	}
	b.end, b.passed = at, make([]int, len(b.nodes)+1)
	m.made += len(b.code)
	for i, x := range b.nodes {
		x.in = append(x.in, place{b, i})
	}
	n.block, n.plain = b, false
}

// admitted says that everything is known that b reads.
func (m *machine) admitted(b *superblock) bool {
	if b.epoch == m.forgotten {
		return true
	}
	for _, known := range b.inputs {
		if !*known {
			return false
		}
	}
	b.epoch = m.forgotten
	return true
}

// follow executes superblocks from n on, as long as no more than until steps are taken. It ends at a node that has none, or whose function
// is to be executed now.
func (m *machine) follow(n *node, steps, until int) (at *node, taken int) {
	began := steps
	for {
		b := n.block
		if b == nil {
			if n.tried || n.stop != None && !n.leaves {
				break
			}
			if n.warm++; n.warm < m.often {
				break
			}
			if m.form(n); n.block == nil {
				break
			}
			b = n.block
		}
		length := b.steps[len(b.nodes)]
		if steps+length > until || !m.admitted(b) {
			break
		}
		left := m.execute(b)
		for left == nil {
			b.passed[len(b.nodes)]++
			steps += length
			if b.end != b.head || steps+length > until || b.epoch != m.forgotten {
				break
			}
			left = m.execute(b)
		}
		if left == nil {
			n = b.end
			continue
		}
		b.passed[left.exit]++
		steps += b.steps[left.exit]
		n = left.next
		if left.redo {
			break
		}
	}
	if steps != began {
		m.change++
	}
	return n, steps
}
