package infer

import (
	"maps"
	"slices"
	"strings"

	"craig/internal/program/ir"
)

// clause is a conjunct of a contract: a disjunction of atoms.
type clause []*atom

func (c clause) holds(s state) bool {
	return slices.ContainsFunc(c, func(a *atom) bool { return a.holds(s) })
}

func (c clause) cost() (n int) {
	for _, a := range c {
		n += a.cost
	}
	return n + costDisjunct*(len(c)-1)
}

// formula is a conjunction.
type formula []clause

func (f formula) holds(s state) bool {
	for _, c := range f {
		if !c.holds(s) {
			return false
		}
	}
	return true
}

// numbers is how many conditions on numbers f has: whether a pointer is null is read at once.
func (f formula) numbers() (n int) {
	for _, c := range f {
		for _, a := range c {
			if a.words[0].typ.Kind != ir.Pointer {
				n++
			}
		}
	}
	return n
}

// add adds the texts of the atoms of f to a set; false if they were there.
func (f formula) add(set map[string]bool) (fresh bool) {
	for _, c := range f {
		for _, a := range c {
			fresh = fresh || !set[a.text]
			set[a.text] = true
		}
	}
	return fresh
}

// clauses are the texts of f, those that others need first.
func (f formula) clauses() (list []string) {
	known := map[string]bool{}
	for _, c := range f {
		if len(c) == 1 {
			if p, ok := strings.CutSuffix(c[0].text, " != 0"); ok && designator.MatchString(p) {
				known[p] = true
			}
		}
	}
	for _, c := range f {
		var parts []string
		known := maps.Clone(known)
		for _, a := range c {
			text := a.clause(known)
			for _, p := range a.only {
				known[p] = true // or else the clause holds by now
			}
			if len(c) > 1 && strings.Contains(text, "&&") {
				text = "(" + text + ")"
			}
			parts = append(parts, text)
		}
		list = append(list, strings.Join(parts, " || "))
	}
	return list
}

// without is f without its i-th clause.
func (f formula) without(i int) formula { return slices.Delete(slices.Clone(f), i, i+1) }

// learn finds a conjunction that holds in the states that are allowed and in none that is excluded, by the atoms of a grammar: greedily the
// clauses that exclude most for their cost; of those that differ in a constant the one in the middle, so that what is asked next halves what
// is open. A state that no atom tells from all that are allowed is excluded by a disjunction of two ([Padhi, Sharma, Millstein 2016] learn
// formulas over features likewise). ok is false if that does not go either.
func (g *grammar) learn(allowed, excluded []state) (f formula, ok bool) {
	atoms := g.atoms(allowed, excluded)
	sortAtoms(atoms)
	var consistent []*atom
	for _, a := range atoms {
		if !slices.ContainsFunc(allowed, func(s state) bool { return !a.holds(s) }) {
			consistent = append(consistent, a)
		}
	}
	rest := slices.Clone(excluded)
	for len(rest) > 0 {
		c := best(consistent, rest)
		if c == nil {
			if c = disjunction(atoms, allowed, rest); c == nil {
				return nil, false
			}
		}
		f = append(f, c)
		rest = slices.DeleteFunc(rest, func(s state) bool { return !c.holds(s) })
	}
	for i := len(f) - 1; i >= 0; i-- { // what others exclude as well
		if g := f.without(i); !slices.ContainsFunc(excluded, g.holds) {
			f = g
		}
	}
	return f, true
}

// best is the atom that excludes most of some states for its cost; nil if none excludes any.
func best(atoms []*atom, excluded []state) clause {
	type family struct {
		kind  string
		cost  int
		count int
	}
	var members map[family][]*atom
	var top family
	better := func(a, b family) bool { // a is: count/cost
		return a.count*b.cost > b.count*a.cost
	}
	members = map[family][]*atom{}
	for _, a := range atoms {
		n := 0
		for _, s := range excluded {
			if !a.holds(s) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		f := family{a.kind, a.cost, n}
		members[f] = append(members[f], a)
		if top.count == 0 || better(f, top) {
			top = f
		}
	}
	if top.count == 0 {
		return nil
	}
	list := members[top]
	return clause{list[len(list)/2]}
}

// disjunction is the cheapest one of two atoms that holds in all states that are allowed and excludes most of the others; nil if there is none.
func disjunction(atoms []*atom, allowed, excluded []state) clause {
	type row struct {
		a    *atom
		good []bool // where it holds of what is allowed
		bad  []bool // where it does not hold of what is excluded
	}
	var rows []row
	seen := map[string]bool{}
	for _, a := range atoms {
		r := row{a: a}
		var key strings.Builder
		some, excludes := false, false
		for _, s := range allowed {
			h := a.holds(s)
			r.good, some = append(r.good, h), some || h
			key.WriteByte("01"[b2i(h)])
		}
		for _, s := range excluded {
			h := !a.holds(s)
			r.bad, excludes = append(r.bad, h), excludes || h
			key.WriteByte("01"[b2i(h)])
		}
		if some && excludes && !seen[key.String()] { // atoms are in order of their cost
			seen[key.String()] = true
			rows = append(rows, r)
		}
		if len(rows) == maxRows {
			break
		}
	}
	var found clause
	most := 0
	for i, x := range rows {
		for _, y := range rows[:i] {
			n, ok := 0, true
			for k := range x.good {
				ok = ok && (x.good[k] || y.good[k])
			}
			if !ok {
				continue
			}
			for k := range x.bad {
				n += b2i(x.bad[k] && y.bad[k])
			}
			c := clause{y.a, x.a}
			if n > 0 && (found == nil || n*found.cost() > most*c.cost()) {
				found, most = c, n
			}
		}
	}
	return found
}

// maxRows is how many atoms are combined with each other.
const maxRows = 400

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
