package csource

import (
	"slices"
	"strings"

	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// forAll writes what a proof says of all elements at a location: "for all k: 0 <= k && k < n ==> a[k] == 0".
// Facts with the same premises are one; those that are too long or speak of what the reader does not know are counted
// in more.
func (v *Scopes) forAll(l ir.Loc, proof verdict.Elements) (facts []string, more int) {
	inv, ok := proof.Invariants[l]
	if !ok {
		return nil, 0
	}
	f := v.withIndices(l, proof)
	type group struct {
		low, high  []string
		conclusion []term.Term
		indices    []string
	}
	var groups []*group
	byPremise := map[string]*group{}
	for _, c := range term.Conjuncts(inv) {
		if !says.OfElements(proof, c) && !v.saysBlock(c) {
			continue
		}
		indices := f.indices(c, proof.Bound)
		c = v.blocks(f, c)
		if !Printable(c) || !f.knows(c) || f.numbered(c, f.addresses) {
			more++
			continue
		}
		st := c.Store()
		parts := []term.Term{c}
		if c.Op() == term.Or {
			parts = c.Args()
		}
		g := &group{indices: indices}
		var says []term.Term
		nothing := !slices.ContainsFunc(parts, f.claims) // but that there is no block
		for _, p := range parts {
			if _, is := f.blocks[negated(p)]; f.claims(p) || nothing && is {
				says = append(says, p)
			} else if text, low := f.bound(st.Not(p), proof.Bound); low {
				g.low = append(g.low, text)
			} else {
				g.high = append(g.high, text)
			}
		}
		key := strings.Join(g.low, " && ") + " ==> " + strings.Join(g.high, " && ")
		if byPremise[key] == nil {
			byPremise[key] = g
			groups = append(groups, g)
		}
		// Variables that the source calls the same make one fact of two.
		say := st.Or(says...)
		if !slices.ContainsFunc(byPremise[key].conclusion, func(t term.Term) bool { return f.text(t) == f.text(say) }) {
			byPremise[key].conclusion = append(byPremise[key].conclusion, say)
		}
	}
	for _, g := range groups {
		var b strings.Builder
		if len(g.indices) > 0 {
			b.WriteString("for all " + strings.Join(g.indices, ", ") + ": ")
		}
		if premises := append(g.low, g.high...); len(premises) > 0 {
			b.WriteString(strings.Join(premises, " && ") + " ==> ")
		}
		if len(g.conclusion) == 1 {
			f.formula.write(&b, g.conclusion[0], precAnd)
		} else {
			f.conjunction(&b, g.conclusion)
		}
		facts = append(facts, b.String())
	}
	return facts, more
}

// negated is what t is the negation of, or t.
func negated(t term.Term) term.Term {
	if t.Op() == term.Not {
		return t.Arg(0)
	}
	return t
}

// indexed is how formulas with bound variables are written.
type indexed struct {
	*formula
	letters map[string]string
	blocks  map[term.Term]block // by the variable that stands for the sentence

	addresses map[term.Term]bool // of which sentences say that a block is there
}

// withIndices is formulas for a location, with letters for bound variables and the indices of sums that no variable of the
// program is called.
func (v *Scopes) withIndices(l ir.Loc, proof verdict.Elements) *indexed {
	bound := slices.Clone(proof.Bound)
	for _, s := range proof.Sums {
		if !slices.Contains(bound, s.Index) {
			bound = append(bound, s.Index)
		}
	}
	taken := map[string]bool{}
	v.prog.AllVars(func(x *ir.Var) { taken[x.CName] = true })
	f := &indexed{v.formulas(l), map[string]string{}, map[term.Term]block{}, map[term.Term]bool{}}
	letters := strings.Fields("k l m p q r s t u v w x y z i j k1 k2 k3 k4 k5 k6 k7 k8")
	for _, b := range bound {
		i := slices.IndexFunc(letters, func(c string) bool { return !taken[c] })
		if i < 0 {
			i = 0
		}
		f.letters[b] = letters[i]
		taken[letters[i]] = true
	}
	plain := f.name
	f.name = func(t term.Term) (string, bool) {
		switch t.Op() {
		case term.Var:
			if c, ok := f.letters[t.Name()]; ok {
				return c, true
			}
			if b, ok := f.blocks[t]; ok {
				return b.text, true
			}
		case term.Select:
			for _, s := range proof.Sums {
				if t.Arg(0).Name() == s.Name {
					return f.sum(s, t)
				}
			}
			if s, ok := v.member(f, t); ok {
				return s, true
			}
		}
		return plain(t)
	}
	return f
}

// sum writes a sum up to an index: "sum(a[k], 0 <= k < n)", or "count(a[k] == 7, 0 <= k < n)" of how many elements something is true. Where the index is
// negative, it is that of the elements from there to -1, negated.
func (f *indexed) sum(s verdict.Sum, t term.Term) (string, bool) {
	st := t.Store()
	word, what, end := "sum", st.Import(s.Addend), t.Arg(1)
	if !f.knows(what) || !f.knows(end) {
		return "", false
	}
	if what.Op() == term.Ite {
		one, zero := st.Int(1), st.Int(0)
		switch {
		case what.Arg(1) == one && what.Arg(2) == zero:
			word, what = "count", what.Arg(0)
		case what.Arg(1) == zero && what.Arg(2) == one:
			word, what = "count", st.Not(what.Arg(0))
		}
	}
	return word + "(" + f.text(what) + ", 0 <= " + f.letters[s.Index] + " < " + f.text(end) + ")", true
}

// indices are the letters of the bound variables.
func (f *indexed) indices(t term.Term, bound []string) (list []string) {
	for _, b := range bound {
		if slices.ContainsFunc(term.Vars(t, map[term.Term]bool{}, nil), func(x term.Term) bool { return x.Name() == b }) {
			list = append(list, f.letters[b])
		}
	}
	return list
}

// bound writes a premise with its index where a reader looks for it: "0 <= k", "k < n". low says that
// it bounds an index from below.
func (f *indexed) bound(t term.Term, bound []string) (text string, low bool) {
	st := t.Store()
	if t.Op() == term.LeZero {
		e := t.Arg(0)
		for _, b := range bound {
			k, ok := st.LookupVar(b)
			if !ok || !term.Contains(e, k) {
				continue
			}
			if rest := st.Add(e, k); !term.Contains(rest, k) { // rest - k <= 0
				if others := f.indices(rest, bound); len(others) == 0 {
					return f.text(rest) + " <= " + f.letters[b], true
				}
			}
			if rest := st.Sub(k, e); !term.Contains(rest, k) { // k - rest <= 0
				if next := st.Add(rest, st.IntNum(num.I(1))); size(next) <= size(rest) {
					return f.letters[b] + " < " + f.text(next), false
				}
				return f.letters[b] + " <= " + f.text(rest), false
			}
		}
	}
	var b strings.Builder
	f.write(&b, t, precAnd+1)
	return b.String(), false
}

// readsElement says that t reads memory.
func readsElement(t term.Term) (found bool) {
	term.Walk(t, func(u term.Term) { found = found || u.Op() == term.Select })
	return found
}

// elementsOf is what a proof says of all elements; ok is false if that is nothing.
func elementsOf(proof verdict.Proof) (all verdict.Elements, ok bool) {
	switch proof := proof.(type) {
	case verdict.Elements:
		return proof, true
	case verdict.Ranks:
		return verdict.Elements{Bound: proof.Bound, Invariants: proof.Invariants}, len(proof.Bound) > 0
	}
	return all, false
}

// Elements writes an invariant of a proof about all elements; ok is false if it is too long, or speaks of what has no
// name.
func (v *Scopes) Elements(l ir.Loc, proof verdict.Elements) (text string, ok bool) {
	plain, there := says.At(proof, l)
	all, more := v.forAll(l, proof)
	if !there || more > 0 || !Printable(plain) {
		return "", false
	}
	parts := []string{v.formulas(l).text(plain)}
	for _, f := range all {
		parts = append(parts, "("+f+")")
	}
	if len(parts) > 1 && parts[0] == "true" {
		parts = parts[1:]
	}
	return strings.Join(parts, " && "), true
}
