package bitproof

// propagation keeps clauses, and what follows from them by unit propagation.
type propagation struct {
	clauses       [][]Lit
	numbers       []int32   // by clause: what add was told
	watches       [][]int32 // by literal: clauses that it is one of the first two of
	value         []int8    // by gate: 1 true, -1 false
	reason        []int32   // by gate: the number of the clause that it follows from; 0 if it is supposed
	broken        int32     // the number of the clause that was false last
	trail         []Lit
	next          int // on the trail
	contradiction bool
}

func newPropagation(gates int) *propagation {
	return &propagation{watches: make([][]int32, 2*gates), value: make([]int8, gates), reason: make([]int32, gates)}
}

func at(l Lit) int {
	if l < 0 {
		return int(-2*l) + 1
	}
	return int(2 * l)
}

// of is 1 if l is true, -1 if it is false.
func (p *propagation) of(l Lit) int8 {
	if l < 0 {
		return -p.value[-l]
	}
	return p.value[l]
}

func (p *propagation) set(l Lit, reason int32) {
	p.trail = append(p.trail, l)
	p.reason[max(l, -l)] = reason
	if l < 0 {
		p.value[-l] = -1
	} else {
		p.value[l] = 1
	}
}

// add adds a clause, which has a number, and what follows from it for good.
func (p *propagation) add(number int32, lits []Lit) {
	if p.contradiction {
		return
	}
	var c []Lit
	for _, l := range lits {
		switch p.of(l) {
		case 1:
			return
		case 0:
			c = append(c, l)
		}
	}
	switch len(c) {
	case 0:
		p.contradiction, p.broken = true, number
	case 1:
		p.set(c[0], number)
		p.contradiction = !p.propagate()
	default:
		for _, l := range c[:2] {
			p.watches[at(l)] = append(p.watches[at(l)], int32(len(p.clauses)))
		}
		p.clauses, p.numbers = append(p.clauses, c), append(p.numbers, number)
	}
}

// implies says that the negation of a clause leads to a contradiction.
func (p *propagation) implies(lits []Lit) bool {
	start := len(p.trail)
	defer p.forget(start)
	return p.suppose(lits)
}

// suppose says that the negation of a clause leads to a contradiction, and leaves on the trail what follows from it.
func (p *propagation) suppose(lits []Lit) bool {
	found := p.contradiction
	for _, l := range lits {
		switch p.of(l) {
		case 1:
			found = true
		case 0:
			p.set(-l, 0)
		}
	}
	return found || !p.propagate()
}

// forget takes what was supposed, and what follows from it, off the trail.
func (p *propagation) forget(start int) {
	for _, l := range p.trail[start:] {
		p.value[max(l, -l)] = 0
	}
	p.trail, p.next = p.trail[:start], start
}

// propagate finds what follows from the trail; false means that a clause is false.
func (p *propagation) propagate() bool {
	for ; p.next < len(p.trail); p.next++ {
		no := -p.trail[p.next]
		list := p.watches[at(no)]
		kept := list[:0]
	clauses:
		for i, k := range list {
			c := p.clauses[k]
			if c[0] == no {
				c[0], c[1] = c[1], c[0]
			}
			if p.of(c[0]) == 1 {
				kept = append(kept, k)
				continue
			}
			for j := 2; j < len(c); j++ {
				if p.of(c[j]) >= 0 {
					c[1], c[j] = c[j], c[1]
					p.watches[at(c[1])] = append(p.watches[at(c[1])], k)
					continue clauses
				}
			}
			kept = append(kept, k)
			if p.of(c[0]) < 0 {
				p.watches[at(no)] = append(kept, list[i+1:]...)
				p.broken = p.numbers[k]
				return false
			}
			p.set(c[0], p.numbers[k])
		}
		p.watches[at(no)] = kept
	}
	return true
}
