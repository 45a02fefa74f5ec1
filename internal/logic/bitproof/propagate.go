package bitproof

// Propagation keeps clauses, and what follows from them by unit propagation.
type Propagation struct {
	clauses       [][]Lit
	numbers       []int32   // by clause: what add was told
	watches       [][]int32 // by literal: clauses that it is one of the first two of
	value         []int8    // by gate: 1 true, -1 false
	Reason        []int32   // by gate: the number of the clause that it follows from; 0 if it is supposed
	Broken        int32     // the number of the clause that was false last
	Trail         []Lit     // what is true
	next          int       // on the trail
	Contradiction bool      // the clauses have no model
}

// NewPropagation is one of so many gates, with no clauses.
func NewPropagation(gates int) *Propagation {
	return &Propagation{watches: make([][]int32, 2*gates), value: make([]int8, gates), Reason: make([]int32, gates)}
}

func at(l Lit) int {
	if l < 0 {
		return int(-2*l) + 1
	}
	return int(2 * l)
}

// Of is 1 if l is true, -1 if it is false.
func (p *Propagation) Of(l Lit) int8 {
	if l < 0 {
		return -p.value[-l]
	}
	return p.value[l]
}

func (p *Propagation) set(l Lit, reason int32) {
	p.Trail = append(p.Trail, l)
	p.Reason[max(l, -l)] = reason
	if l < 0 {
		p.value[-l] = -1
	} else {
		p.value[l] = 1
	}
}

// Add adds a clause, which has a number, and what follows from it for good.
func (p *Propagation) Add(number int32, lits []Lit) {
	if p.Contradiction {
		return
	}
	var c []Lit
	for _, l := range lits {
		switch p.Of(l) {
		case 1:
			return
		case 0:
			c = append(c, l)
		}
	}
	switch len(c) {
	case 0:
		p.Contradiction, p.Broken = true, number
	case 1:
		p.set(c[0], number)
		p.Contradiction = !p.propagate()
	default:
		for _, l := range c[:2] {
			p.watches[at(l)] = append(p.watches[at(l)], int32(len(p.clauses)))
		}
		p.clauses, p.numbers = append(p.clauses, c), append(p.numbers, number)
	}
}

// implies says that the negation of a clause leads to a contradiction.
func (p *Propagation) implies(lits []Lit) bool {
	start := len(p.Trail)
	defer p.Forget(start)
	return p.Suppose(lits)
}

// Suppose says that the negation of a clause leads to a contradiction, and leaves on the trail what follows from it.
func (p *Propagation) Suppose(lits []Lit) bool {
	found := p.Contradiction
	for _, l := range lits {
		switch p.Of(l) {
		case 1:
			found = true
		case 0:
			p.set(-l, 0)
		}
	}
	return found || !p.propagate()
}

// Forget takes what was supposed, and what follows from it, off the trail.
func (p *Propagation) Forget(start int) {
	for _, l := range p.Trail[start:] {
		p.value[max(l, -l)] = 0
	}
	p.Trail, p.next = p.Trail[:start], start
}

// propagate finds what follows from the trail; false means that a clause is false.
func (p *Propagation) propagate() bool {
	for ; p.next < len(p.Trail); p.next++ {
		no := -p.Trail[p.next]
		list := p.watches[at(no)]
		kept := list[:0]
	clauses:
		for i, k := range list {
			c := p.clauses[k]
			if c[0] == no {
				c[0], c[1] = c[1], c[0]
			}
			if p.Of(c[0]) == 1 {
				kept = append(kept, k)
				continue
			}
			for j := 2; j < len(c); j++ {
				if p.Of(c[j]) >= 0 {
					c[1], c[j] = c[j], c[1]
					p.watches[at(c[1])] = append(p.watches[at(c[1])], k)
					continue clauses
				}
			}
			kept = append(kept, k)
			if p.Of(c[0]) < 0 {
				p.watches[at(no)] = append(kept, list[i+1:]...)
				p.Broken = p.numbers[k]
				return false
			}
			p.set(c[0], p.numbers[k])
		}
		p.watches[at(no)] = kept
	}
	return true
}
