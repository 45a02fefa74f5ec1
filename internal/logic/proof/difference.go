package proof

import (
	"slices"

	"craig/logic/term"
)

// apart: a = b, or a[k] ≠ b[k] for a k of which nothing else is said: some index at which the arrays
// differ. Such a k is a function of the equality, and no part of it.
func (c *checker) apart(clause []Lit) bool {
	for _, l := range clause {
		eq := c.atoms[atomOf(l)].f
		if l < 0 || !eq.Valid() || eq.Op() != term.Eq || !eq.Arg(0).Sort().IsArray() {
			continue
		}
		for _, m := range clause {
			f := c.atoms[atomOf(m)].f
			if m == l || !f.Valid() {
				continue
			}
			for _, k := range term.Vars(f, map[term.Term]bool{}, nil) {
				if k.Sort() == eq.Arg(0).Sort().Index() && c.differAt(clause, eq, k) && c.introduce(k, eq) {
					return true
				}
			}
		}
	}
	return false
}

// differAt reports whether the clause says that the arrays of eq differ at k if eq is false.
func (c *checker) differAt(clause []Lit, eq, k term.Term) bool {
	v := c.falsified(clause)
	a, b := c.st.Select(eq.Arg(0), k), c.st.Select(eq.Arg(1), k)
	if v.of(eq) != no {
		return false
	}
	if a.Sort() == term.Bool {
		return v.of(a) != open && v.of(a) == v.of(b)
	}
	return v.of(c.st.Eq(a, b)) == yes
}

// introduce makes k the index at which the arrays of eq differ.
func (c *checker) introduce(k, eq term.Term) bool {
	if old, ok := c.skolem[k]; ok {
		return old == eq
	}
	vars := term.Vars(eq, map[term.Term]bool{}, nil)
	if c.known[k] || slices.Contains(vars, k) {
		return false
	}
	c.skolem[k] = eq
	for _, v := range vars {
		c.known[v] = true
	}
	return true
}
