package polyhedra

import (
	"slices"

	"craig/logic/num"
)

// State is a set of states: the product of its blocks. A variable in no block has any value.
type State struct {
	bottom bool
	blocks []*block // over disjoint variables, none of them empty or the whole space
}

// block is a polyhedron over some variables: dimension i+1 is variable vars[i].
type block struct {
	vars []int // ascending
	p    *poly
}

// hasBlock says that b is a block of s: the very same.
func (s State) hasBlock(b *block) bool { return slices.Contains(s.blocks, b) }

// over is the block of s over just these variables, if there is one.
func (s State) over(vars []int) *block {
	i := slices.IndexFunc(s.blocks, func(b *block) bool { return slices.Equal(b.vars, vars) })
	if i < 0 {
		return nil
	}
	return s.blocks[i]
}

// hasEqual says that s has a block over the variables of b with the same points; true is a proof.
func (d *Domain) hasEqual(s State, b *block) bool {
	c := s.over(b.vars)
	return c != nil && b.p.includes(c.p, &d.work) && c.p.includes(b.p, &d.work)
}

// includes says that q, which is not empty, is within p; true is a proof.
func (p *poly) includes(q *poly, w *work) bool {
	return q.convert(w) && !slices.ContainsFunc(halves(p), func(f vec) bool { return !q.satisfies(f) })
}

// linear is a row of the block as a linear form.
func (b *block) linear(row vec) Linear {
	l := Linear{Const: row[0]}
	for i, v := range b.vars {
		if !row[i+1].IsZero() {
			l.Terms = append(l.Terms, Monomial{v, row[i+1]})
		}
	}
	return l
}

// row is l as a vector over vars, which has all its variables.
func row(l Linear, vars []int) vec {
	r := make(vec, len(vars)+1)
	r[0] = l.Const
	for _, m := range l.Terms {
		i, _ := slices.BinarySearch(vars, m.Var)
		r[i+1] = m.Coeff
	}
	return r
}

// widenRow moves a row over some variables to one over more.
func widenRow(r vec, from, to []int) vec {
	w := make(vec, len(to)+1)
	w[0] = r[0]
	j := 0
	for i, v := range from {
		for to[j] != v {
			j++
		}
		w[j+1] = r[i+1]
	}
	return w
}

// overlap says that two ascending lists have a common element.
func overlap(v, w []int) bool {
	for len(v) > 0 && len(w) > 0 {
		switch {
		case v[0] == w[0]:
			return true
		case v[len(v)-1] < w[0] || w[len(w)-1] < v[0]:
			return false
		case v[0] < w[0]:
			v = v[1:]
		default:
			w = w[1:]
		}
	}
	return false
}

// gather splits s: one block with vars, which are ascending, and all that they are related to, and
// the others.
func (d *Domain) gather(s State, vars []int) (*block, State) {
	rest := State{blocks: make([]*block, 0, len(s.blocks))}
	var parts []*block
	for _, b := range s.blocks {
		if overlap(b.vars, vars) {
			parts = append(parts, b)
		} else {
			rest.blocks = append(rest.blocks, b)
		}
	}
	return product(parts, vars), rest
}

// product is one block over the variables of the parts and vars.
func product(parts []*block, vars []int) *block {
	all := slices.Clone(vars)
	for _, b := range parts {
		all = append(all, b.vars...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(parts) == 1 && len(parts[0].vars) == len(all) {
		return parts[0]
	}
	p := &poly{n: len(all)}
	for _, b := range parts {
		for _, e := range b.p.eqs {
			p.eqs = append(p.eqs, widenRow(e, b.vars, all))
		}
		for _, f := range b.p.ineqs {
			p.ineqs = append(p.ineqs, widenRow(f, b.vars, all))
		}
	}
	return &block{all, p}
}

// add is rest and b, which is over variables of its own; bottom if b is empty.
func (d *Domain) add(rest State, b *block) State {
	parts, ok := d.pieces(b)
	if !ok {
		return d.Bottom()
	}
	return State{blocks: slices.Concat(rest.blocks, parts)}
}

// pieces is b, minimal, as independent blocks; ok is false if it is empty.
func (d *Domain) pieces(b *block) (parts []*block, ok bool) {
	if b.p.isEmpty(&d.work) {
		return nil, false
	}
	b.p.minimise(&d.work)
	return b.split(), true
}

// split is b as independent blocks.
func (b *block) split() []*block {
	comp := make([]int, len(b.vars)) // union-find; -1 are variables that no constraint has
	for i := range comp {
		comp[i] = -1
	}
	find := func(i int) int {
		for comp[i] != i {
			comp[i] = comp[comp[i]]
			i = comp[i]
		}
		return i
	}
	rows := concat(b.p.eqs, b.p.ineqs)
	for _, r := range rows {
		first := -1
		for i := range b.vars {
			if r[i+1].IsZero() {
				continue
			}
			if comp[i] < 0 {
				comp[i] = i
			}
			if first < 0 {
				first = find(i)
			} else {
				comp[find(i)] = first
			}
		}
	}
	var out []*block
	for i := range comp {
		if comp[i] != i {
			continue
		}
		n := &block{p: &poly{}}
		var cols []int
		for j, v := range b.vars {
			if comp[j] >= 0 && find(j) == i {
				n.vars = append(n.vars, v)
				cols = append(cols, j+1)
			}
		}
		if len(n.vars) == len(b.vars) {
			return []*block{b}
		}
		n.p.n, n.p.minimal = len(cols), false
		pick := func(rows []vec) (out []vec) {
			for _, r := range rows {
				in := false
				p := make(vec, len(cols)+1)
				p[0] = r[0]
				for k, c := range cols {
					p[k+1] = r[c]
					in = in || !r[c].IsZero()
				}
				if in {
					out = append(out, p)
				}
			}
			return out
		}
		n.p.eqs, n.p.ineqs = pick(b.p.eqs), pick(b.p.ineqs)
		out = append(out, n)
	}
	return out
}

// constrain is s with rows over vars.
func (d *Domain) constrain(s State, vars []int, eqs, ineqs []vec) State {
	b, rest := d.gather(s, vars)
	move := func(rows []vec) []vec {
		out := make([]vec, len(rows))
		for i, r := range rows {
			out[i] = widenRow(r, vars, b.vars)
		}
		return out
	}
	return d.add(rest, &block{b.vars, b.p.with(move(eqs), move(ineqs), &d.work)})
}

// With is s with more constraints.
func (d *Domain) With(s State, cs ...Constraint) State {
	for _, c := range cs {
		switch {
		case s.bottom:
			return s
		case len(c.Terms) == 0:
			if c.Const.Sign() < 0 || c.Eq && !c.Const.IsZero() {
				return d.Bottom()
			}
			continue
		}
		vars := c.ids()
		r := []vec{row(c.Linear, vars).reduce()}
		if c.Eq {
			s = d.constrain(s, vars, r, nil)
		} else {
			s = d.constrain(s, vars, nil, r)
		}
	}
	return s
}

// restrict is what s says of vars, which are ascending, as one block.
func (d *Domain) restrict(s State, vars []int) (*block, bool) {
	if b := s.over(vars); b != nil {
		return b, true
	}
	var parts []*block
	for _, b := range s.blocks {
		if overlap(b.vars, vars) {
			parts = append(parts, b)
		}
	}
	b := product(parts, vars)
	keep := make([]int, 0, len(vars))
	for i, v := range b.vars {
		if slices.Contains(vars, v) {
			keep = append(keep, i+1)
		}
	}
	if len(keep) == len(b.vars) {
		return b, true
	}
	p, ok := b.p.project(keep, &d.work)
	kept := slices.Clone(vars)
	slices.Sort(kept)
	return &block{kept, p}, ok
}

// Forget is the projection of s that says nothing of vars.
func (d *Domain) Forget(s State, vars ...int) State {
	if s.bottom {
		return s
	}
	var r State
	var changed []State
	for _, b := range s.blocks {
		keep := make([]int, 0, len(b.vars))
		var names []int
		for i, v := range b.vars {
			if !slices.Contains(vars, v) {
				keep = append(keep, i+1)
				names = append(names, v)
			}
		}
		switch {
		case len(keep) == len(b.vars):
			r.blocks = append(r.blocks, b)
		case len(keep) > 0:
			if p, ok := b.p.project(keep, &d.work); ok {
				changed = append(changed, State{blocks: []*block{{names, p}}})
			}
		}
	}
	for _, c := range changed {
		if r = d.add(r, c.blocks[0]); r.bottom {
			return r
		}
	}
	return r
}

// Constraints lists the constraints of s, which is not bottom.
func (d *Domain) Constraints(s State) []Constraint {
	var cs []Constraint
	for _, b := range s.blocks {
		b.p.minimise(&d.work)
		for _, e := range b.p.eqs {
			cs = append(cs, Constraint{b.linear(e), true})
		}
		for _, f := range b.p.ineqs {
			cs = append(cs, Constraint{b.linear(f), false})
		}
	}
	return cs
}

// Vars lists the variables of which s says something.
func (d *Domain) Vars(s State) []int {
	var vs []int
	for _, b := range s.blocks {
		vs = append(vs, b.vars...)
	}
	slices.Sort(vs)
	return vs
}

// Entails says that c holds in all rational points of s; true is a proof.
func (d *Domain) Entails(s State, c Constraint) bool {
	if s.bottom {
		return true
	}
	return d.nonNegative(s, c.Linear) && (!c.Eq || d.nonNegative(s, c.Scale(num.I(-1))))
}

func (d *Domain) nonNegative(s State, l Linear) bool {
	for _, b := range s.blocks {
		if part, found := b.part(l); found == len(l.Terms) && found > 0 {
			part[0] = l.Const
			return b.p.convert(&d.work) && b.p.satisfies(part)
		}
	}
	m, ok := d.Minimum(s, l)
	return ok && m.Sign() >= 0
}

// part is l on the variables of b, as a row without a constant, and of how many l has.
func (b *block) part(l Linear) (row vec, found int) {
	if n := len(l.Terms); n == 0 || l.Terms[n-1].Var < b.vars[0] || b.vars[len(b.vars)-1] < l.Terms[0].Var {
		return nil, 0
	}
	for _, m := range l.Terms {
		if i, ok := slices.BinarySearch(b.vars, m.Var); ok {
			if row == nil {
				row = make(vec, len(b.vars)+1)
			}
			row[i+1] = m.Coeff
			found++
		}
	}
	return row, found
}

// Minimum is the greatest lower bound of l on s, which is not bottom; ok is false if there is none
// or if it takes too much work.
func (d *Domain) Minimum(s State, l Linear) (min num.Rat, ok bool) {
	sum := l.Const.Rat()
	done := 0
	for _, b := range s.blocks {
		part, found := b.part(l)
		if found == 0 {
			continue
		}
		done += found
		m, ok := b.p.minimum(part, &d.work)
		if !ok {
			return min, false
		}
		sum = sum.Add(m)
	}
	return sum, done == len(l.Terms)
}

// minimum is the least value of f on p, which is not empty.
func (p *poly) minimum(f vec, w *work) (min num.Rat, ok bool) {
	if !p.convert(w) {
		return min, false
	}
	for _, l := range p.cone.lines {
		if !f.dot(l).IsZero() {
			return min, false
		}
	}
	var best, by num.Int // best/by
	for _, r := range p.cone.rays {
		v := f.dot(r.v)
		if r.v[0].IsZero() {
			if v.Sign() < 0 {
				return min, false
			}
			continue
		}
		if !ok || v.Mul(by).Less(best.Mul(r.v[0])) {
			best, by, ok = v, r.v[0], true
		}
	}
	if !ok {
		return min, false
	}
	return num.Quo(best, by), true
}
