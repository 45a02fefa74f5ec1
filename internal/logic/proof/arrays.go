package proof

import "craig/logic/term"

// definitions unites by the axioms of arrays. It reports whether that is news.
func (g *closure) definitions() bool {
	news := false
	var arrays []int
	above := map[int][]int{} // by the class of an array: the arrays that are written from it
	of := map[int][]int{}    // by class: the arrays in it that say what is in them
	for i := 0; i < len(g.nodes); i++ {
		n := g.nodes[i]
		if !n.t.Valid() {
			continue
		}
		switch n.t.Op() {
		case term.Store_: // a[i := e][i] = e
			news = g.unite(g.read(i, n.args[1]), n.args[2]) || news
		case term.ConstArray:
		default:
			continue
		}
		arrays = append(arrays, i)
	}
	for _, b := range arrays {
		of[g.find(b)] = append(of[g.find(b)], b)
		if n := g.nodes[b]; n.t.Op() == term.Store_ {
			above[g.find(n.args[0])] = append(above[g.find(n.args[0])], b)
		}
	}
	for i := 0; i < len(g.nodes) && !g.large; i++ {
		n := g.nodes[i]
		if n.t.Valid() && n.t.Op() != term.Select {
			continue
		}
		for _, b := range above[g.find(n.args[0])] { // what is read from an array, from it with another cell written
			if g.apart(g.nodes[b].args[1], n.args[1]) {
				news = g.unite(i, g.read(b, n.args[1])) || news
			}
		}
		for _, b := range of[g.find(n.args[0])] {
			switch a := g.nodes[b]; {
			case a.t.Op() == term.ConstArray:
				news = g.unite(i, a.args[0]) || news
			case g.find(a.args[1]) == g.find(n.args[1]):
				news = g.unite(i, a.args[2]) || news
			case g.apart(a.args[1], n.args[1]):
				news = g.unite(i, g.read(a.args[0], n.args[1])) || news
			}
		}
	}
	return g.defaults(arrays) || news
}

// read is the node of an element.
func (g *closure) read(a, i int) int {
	k := [2]int{g.find(a), g.find(i)}
	n, ok := g.reads[k]
	if !ok {
		n = g.add(ground{args: []int{a, i}})
		g.reads[k] = n
	}
	return n
}

// defaults unites the elements of constant arrays that agree almost everywhere.
func (g *closure) defaults(arrays []int) bool {
	class := map[int]int{}
	root := func(i int) int {
		i = g.find(i)
		for {
			p, ok := class[i]
			if !ok || p == i {
				return i
			}
			i = p
		}
	}
	for _, i := range arrays {
		if n := g.nodes[i]; n.t.Op() == term.Store_ {
			if a, b := root(i), root(n.args[0]); a != b {
				class[a] = b
			}
		}
	}
	news := false
	elem := map[int]int{}
	for _, i := range arrays {
		n := g.nodes[i]
		if s := n.t.Sort(); n.t.Op() != term.ConstArray || s.Index() != term.Int && s.Index() != term.Real {
			continue
		}
		if e, ok := elem[root(i)]; ok {
			news = g.unite(e, n.args[0]) || news
		} else {
			elem[root(i)] = n.args[0]
		}
	}
	return news
}
