package lazy

// strengthen takes the bounds off the labels and drops those that are not justified by the
// others then, until all are: what is left is the greatest inductive subset
// [McMillan 2010, Fig. 3], which needs no bounds. The bounded labels stay as well.
func (s *search) strengthen() {
	type candidate struct {
		n *node
		l *label
	}
	var cs []candidate
	for _, p := range s.procs {
		for _, n := range p.nodes {
			for _, l := range n.labels {
				if l.bound != unbounded {
					cs = append(cs, candidate{n, l})
				}
			}
		}
	}
	in := map[*label]bool{}
	for _, c := range cs {
		in[c.l] = true
	}
	for changed := true; changed; {
		changed = false
		for i := len(cs) - 1; i >= 0; i-- {
			if c := cs[i]; in[c.l] && !s.justified(c.n, c.l, in) {
				if s.stopped() {
					return
				}
				in[c.l] = false
				changed = true
			}
		}
	}
	for _, c := range cs {
		if in[c.l] {
			c.l.bound = unbounded
		}
	}
}

// justified says whether every arc from n, taken in the label, leads into labels that have no
// bound or are in the set.
func (s *search) justified(n *node, l *label, in map[*label]bool) bool {
	holds := func(ls []*label) (out []*label) {
		for _, m := range ls {
			if m.bound == unbounded || in[m] {
				out = append(out, m)
			}
		}
		return out
	}
	for _, a := range n.arcs {
		used := usedLabels{to: holds(a.to.labels)}
		if a.call != nil {
			used.entry = holds(a.call.callee.nodes[0].labels)
		}
		f := s.Store.And(append(s.taken(a, used), l.formula)...)
		if f.IsFalse() {
			continue
		}
		if s.aside(n, f) != yes {
			return false
		}
	}
	return true
}
