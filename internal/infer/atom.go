package infer

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// atom is a condition on the state in which a function is called, in C. Its text means the same in C and in ACSL where the atoms beside it
// in a contract keep what is unsigned from wrapping.
type atom struct {
	text string
	cost int    // how unlikely it is that a person would write it
	kind string // the words and how they are compared: atoms of one kind differ in a constant
	// value is the truth of the atom where all words have values.
	value func(num.Int, num.Int, num.Int) bool
	words []*word // as many as value has arguments that count
	// only are pointers that must not be null for the atom to have a meaning: where one is null, the atom holds.
	only []string
}

// holds says whether the atom holds in s.
func (a *atom) holds(s state) bool {
	for _, p := range a.only {
		if v, ok := s[p]; ok && v.IsZero() {
			return true
		}
	}
	var v [3]num.Int
	for i, w := range a.words {
		x, ok := s[w.name]
		if !ok {
			return true // it excludes no state of which it is not known
		}
		v[i] = x
	}
	return a.value(v[0], v[1], v[2])
}

// clause is the text with what has to hold for it to have a meaning, unless that is known to hold.
func (a *atom) clause(known map[string]bool) string {
	var b strings.Builder
	for _, p := range a.only {
		if !known[p] {
			b.WriteString(p + " == 0 || ")
		}
	}
	return b.String() + a.text
}

// Costs of atoms: what is simpler is tried first.
const (
	costZero     = 1 // n != 0, p != 0
	costRange    = 2 // n <= 15, for a constant of the program
	costPair     = 3 // i < n
	costDerived  = 4 // n <= 104, for a sum of constants of the program
	costSum      = 4 // n <= cap - used, a + b <= 64
	costNot      = 3 // n != 3, for a constant of the program
	costMask     = 6 // (n & 0xfffffff) != 0
	costProduct  = 6
	costAny      = 7 // n <= 77, for a number that tells executions apart
	costOther    = 9 // n != 77
	costNull     = 3 // p == 0, n == 0
	costThrough  = 1 // for each pointer on the way, besides
	costAside    = 6 // for each word on which no execution that goes wrong has depended, and of an atom of which nothing could be decided, besides
	costDisjunct = 2 // for ||, besides
)

// grammar makes atoms for some words.
type grammar struct {
	words     []*word
	constants []num.Int       // of the program
	derived   []num.Int       // sums and differences of them
	aside     map[string]bool // texts of atoms that are tried after others
	list      []*atom
}

// newGrammar is that of a function with some words, in a program that has some constants.
func newGrammar(words []*word, constants []num.Int) *grammar {
	g := &grammar{words: words}
	seen := map[string]bool{}
	add := func(to *[]num.Int, v num.Int) {
		if !seen[v.String()] {
			seen[v.String()] = true
			*to = append(*to, v)
		}
	}
	for _, c := range constants {
		add(&g.constants, c)
	}
	near := slices.Clone(g.constants)
	for _, c := range near {
		add(&g.constants, c.Add(num.I(1)))
		add(&g.constants, c.Sub(num.I(1)))
	}
	for i, a := range near {
		for _, b := range near[:min(i, maxCombined)] {
			for _, c := range []num.Int{a.Add(b), a.Sub(b), b.Sub(a)} {
				add(&g.derived, c)
				add(&g.derived, c.Add(num.I(1)))
				add(&g.derived, c.Sub(num.I(1)))
			}
		}
	}
	slices.SortFunc(g.constants, num.Int.Cmp)
	slices.SortFunc(g.derived, num.Int.Cmp)
	return g
}

// maxFactor is the greatest constant by which a word is multiplied.
const maxFactor = 64

// maxCombined is how many constants of a program are added to others.
const maxCombined = 24

// atoms are those that may tell the states that have to be allowed from those that have to be excluded.
func (g *grammar) atoms(allowed, excluded []state) []*atom {
	g.list = nil
	for _, w := range g.words {
		g.one(w, allowed, excluded)
	}
	for i, a := range g.words {
		for j, b := range g.words {
			if i != j && a.typ.Kind == ir.Integer && b.typ.Kind == ir.Integer {
				g.two(a, b, i < j)
			}
		}
	}
	return g.list
}

func (g *grammar) add(cost int, kind, text string, value func(a, b, c num.Int) bool, words ...*word) {
	x := &atom{text: text, cost: cost, kind: kind, value: value, words: words}
	if g.aside[text] {
		x.cost += costAside
	}
	for _, w := range words {
		if !w.matters {
			x.cost += costAside
		}
		for _, p := range w.through {
			if !slices.Contains(x.only, p) {
				x.only = append(x.only, p)
				x.cost += costThrough
			}
		}
	}
	g.list = append(g.list, x)
}

// one adds atoms about one word.
func (g *grammar) one(w *word, allowed, excluded []state) {
	n := w.name
	g.add(costZero, n+"!", n+" != 0", func(a, _, _ num.Int) bool { return !a.IsZero() }, w)
	if w.typ.Kind == ir.Pointer {
		g.add(costNull, n+"0", n+" == 0", func(a, _, _ num.Int) bool { return a.IsZero() }, w)
		return
	}
	low, high := w.typ.Min(), w.typ.Max()
	g.add(costNull, n+"0", n+" == 0", func(a, _, _ num.Int) bool { return a.IsZero() }, w)
	if w.typ.Signed {
		g.add(costRange, n+"!min", n+" != "+constant(low, w.typ), func(a, _, _ num.Int) bool { return !a.Eq(low) }, w)
	}
	end := num.I(1) // what is not negative is != 0 rather than >= 1
	if w.typ.Signed {
		end = num.I(0)
	}
	bounds := func(cost int, list []num.Int) {
		for _, c := range list {
			if c.Sub(low).Cmp(end) > 0 && c.Cmp(high) <= 0 {
				g.add(cost, n+">=", n+" >= "+constant(c, w.typ), func(a, _, _ num.Int) bool { return a.Cmp(c) >= 0 }, w)
			}
			if c.Sub(low).Cmp(end) >= 0 && c.Cmp(high) < 0 {
				g.add(cost, n+"<=", n+" <= "+constant(c, w.typ), func(a, _, _ num.Int) bool { return a.Cmp(c) <= 0 }, w)
			}
		}
	}
	bounds(costRange, append([]num.Int{num.I(0), num.I(1)}, g.constants...))
	bounds(costDerived, g.derived)
	for _, c := range g.constants {
		if w.typ.Fits(c) && !c.IsZero() {
			g.add(costNot, n+"!=", n+" != "+constant(c, w.typ), func(a, _, _ num.Int) bool { return !a.Eq(c) }, w)
		}
	}
	// Between the nearest states on both sides, where no constant of the program tells them apart; and where there is none on
	// one side, half of the way to the end of the type.
	values := func(list []state) (of []num.Int) {
		for _, s := range list {
			if v, ok := s[w.name]; ok {
				of = append(of, v)
			}
		}
		slices.SortFunc(of, num.Int.Cmp)
		return of
	}
	good, bad := values(allowed), values(excluded)
	var between []num.Int
	for _, x := range bad {
		g.add(costOther, n+"!=", n+" != "+constant(x, w.typ), func(a, _, _ num.Int) bool { return !a.Eq(x) }, w)
		to, from := high, low
		for _, y := range good {
			if y.Cmp(x) < 0 {
				from = y
			} else if y.Cmp(to) < 0 {
				to = y
			}
		}
		mid := func(a, b num.Int) num.Int { q, _ := a.Add(b).DivMod(num.I(2)); return q }
		between = append(between, mid(from, x), mid(x, to), x, x.Add(num.I(1)), x.Sub(num.I(1)))
	}
	bounds(costAny, between)
	// Bits.
	if len(bad) > 0 && low.Sign() == 0 {
		bits := num.I(0)
		for _, x := range bad {
			bits = bits.Or(x)
		}
		if m := high.Sub(bits); m.Sign() > 0 && !m.Eq(high) {
			g.add(costMask, n+"&", "("+n+" & "+hex(m)+") != 0", func(a, _, _ num.Int) bool { return !a.And(m).IsZero() }, w)
		}
		for _, c := range g.constants {
			if c.Sign() > 0 && c.Cmp(high) < 0 {
				g.add(costMask, n+"&0", "("+n+" & "+hex(c)+") == 0", func(a, _, _ num.Int) bool { return a.And(c).IsZero() }, w)
				g.add(costMask, n+"&", "("+n+" & "+hex(c)+") != 0", func(a, _, _ num.Int) bool { return !a.And(c).IsZero() }, w)
			}
		}
		g.add(costMask, n+"2", "("+n+" & ("+n+" - 1)) == 0", func(a, _, _ num.Int) bool {
			return a.IsZero() || a.And(a.Sub(num.I(1))).IsZero()
		}, w)
	}
}

// two adds atoms about two numbers; those that are the same both ways only once.
func (g *grammar) two(a, b *word, once bool) {
	narrow := a.typ.Bits <= 32 && b.typ.Bits <= 32
	exact := narrow || a.typ.Signed == b.typ.Signed
	if !exact {
		return // neither type has the values of the other
	}
	wide := "" // what makes of a sum or a comparison one of exact integers
	if narrow && (a.typ.Signed != b.typ.Signed || a.typ.Signed) {
		wide = "(long long)"
	}
	same := "" // likewise of a comparison: what is narrower than int is converted to int
	if a.typ.Signed != b.typ.Signed && (a.typ.Signed || a.typ.Bits == 32) && (b.typ.Signed || b.typ.Bits == 32) {
		same = wide
	}
	sum := wide // likewise of a sum or difference, also with a small constant
	if a.typ.Bits < 32 && b.typ.Bits < 32 {
		sum = ""
	}
	n := a.name + "," + b.name
	if same != "" { // as C compares them
		left, right := a.name, b.name
		if a.typ.Signed {
			left = "(unsigned)" + left
		} else {
			right = "(unsigned)" + right
		}
		u := ir.Int(32, false)
		g.add(costPair+1, n+"u<", left+" < "+right, func(a, b, _ num.Int) bool { return u.Wrap(a).Cmp(u.Wrap(b)) < 0 }, a, b)
		g.add(costPair+1, n+"u<=", left+" <= "+right, func(a, b, _ num.Int) bool { return u.Wrap(a).Cmp(u.Wrap(b)) <= 0 }, a, b)
	}
	g.add(costPair, n+"<", same+a.name+" < "+b.name, func(a, b, _ num.Int) bool { return a.Cmp(b) < 0 }, a, b)
	g.add(costPair, n+"<=", same+a.name+" <= "+b.name, func(a, b, _ num.Int) bool { return a.Cmp(b) <= 0 }, a, b)
	if once {
		g.add(costPair, n+"!=", same+a.name+" != "+b.name, func(a, b, _ num.Int) bool { return !a.Eq(b) }, a, b)
		g.add(costSum, n+"==", same+a.name+" == "+b.name, func(a, b, _ num.Int) bool { return a.Eq(b) }, a, b)
	}
	if narrow {
		for _, c := range g.constants {
			if k, ok := c.Int64(); ok && k > 1 && k <= maxFactor {
				g.add(costSum+1, n+"<=*", "(long long)"+a.name+" <= (long long)"+b.name+" * "+c.String(), func(a, b, _ num.Int) bool { return a.Cmp(b.Mul(c)) <= 0 }, a, b)
			}
		}
	}
	unsigned := !a.typ.Signed && !b.typ.Signed && wide == ""
	wrap := func(t ir.Type, v num.Int) num.Int { return v }
	bits := ir.Int(max(a.typ.Bits, b.typ.Bits, 32), false)
	if unsigned {
		wrap = func(t ir.Type, v num.Int) num.Int { return t.Wrap(v) }
		if max(a.typ.Bits, b.typ.Bits) < 32 {
			return // they are promoted: what is compared is not what is written here
		}
	} else if wide == "" {
		return // sums of 64 bits do not fit
	}
	for _, c := range g.constants {
		switch k, ok := c.Int64(); {
		case !ok || k < 1 || k > 1<<16:
		case unsigned:
			g.add(costSum, n+"<=-", a.name+" <= "+b.name+" - "+constant(c, b.typ), func(a, b, _ num.Int) bool { return a.Cmp(wrap(bits, b.Sub(c))) <= 0 }, a, b)
		default:
			g.add(costSum, n+"<=-", sum+a.name+" <= "+sum+b.name+" - "+constant(c, b.typ), func(a, b, _ num.Int) bool { return a.Cmp(b.Sub(c)) <= 0 }, a, b)
		}
	}
	if unsigned {
		for _, c := range g.constants {
			if c.Sign() > 0 && c.Cmp(a.typ.Max()) <= 0 {
				g.add(costSum, n+"<=+", a.name+" <= "+constant(c, b.typ)+" - "+b.name, func(a, b, _ num.Int) bool { return a.Cmp(wrap(bits, c.Sub(b))) <= 0 }, a, b)
			}
		}
	} else {
		limits := append([]num.Int{ir.Int(32, true).Min(), ir.Int(32, true).Max()}, g.constants...)
		for _, c := range limits {
			if !ir.Int(32, true).Fits(c) {
				continue
			}
			text := constant(c, ir.Int(32, true))
			total, difference, product := sum+a.name+" + "+same+b.name, sum+a.name+" - "+same+b.name, wide+a.name+" * "+same+b.name
			g.add(costSum, n+"-<=", difference+" <= "+text, func(a, b, _ num.Int) bool { return a.Sub(b).Cmp(c) <= 0 }, a, b)
			g.add(costSum, n+"->=", difference+" >= "+text, func(a, b, _ num.Int) bool { return a.Sub(b).Cmp(c) >= 0 }, a, b)
			if !once {
				continue
			}
			g.add(costSum, n+"+<=", total+" <= "+text, func(a, b, _ num.Int) bool { return a.Add(b).Cmp(c) <= 0 }, a, b)
			g.add(costSum, n+"+>=", total+" >= "+text, func(a, b, _ num.Int) bool { return a.Add(b).Cmp(c) >= 0 }, a, b)
			g.add(costProduct, n+"*<=", product+" <= "+text, func(a, b, _ num.Int) bool { return a.Mul(b).Cmp(c) <= 0 }, a, b)
			g.add(costProduct, n+"*>=", product+" >= "+text, func(a, b, _ num.Int) bool { return a.Mul(b).Cmp(c) >= 0 }, a, b)
		}
	}
	for _, d := range g.words {
		if d == a || d == b || d.typ.Kind != ir.Integer || d.typ.Signed != b.typ.Signed || unsigned && d.typ.Bits < 32 || !unsigned && d.typ.Bits > 32 {
			continue
		}
		if unsigned {
			from := ir.Int(max(b.typ.Bits, d.typ.Bits), false)
			g.add(costSum+1, n+","+d.name, a.name+" <= "+b.name+" - "+d.name, func(a, b, d num.Int) bool { return a.Cmp(from.Wrap(b.Sub(d))) <= 0 }, a, b, d)
		} else {
			g.add(costSum+1, n+","+d.name, "(long long)"+a.name+" <= (long long)"+b.name+" - "+d.name, func(a, b, d num.Int) bool { return a.Cmp(b.Sub(d)) <= 0 }, a, b, d)
		}
	}
}

// constant writes a number as a constant of a type, or one that has all of its values.
func constant(v num.Int, t ir.Type) string {
	switch {
	case t.IsSigned() && v.Eq(t.Min()) && t.Bits >= 32:
		suffix := map[bool]string{true: "L"}[t.Bits == 64]
		return v.Add(num.I(1)).String() + suffix + " - 1"
	case !t.Signed && v.Cmp(num.Pow2(63)) >= 0:
		return v.String() + "UL"
	case t.Bits == 64 && v.Abs().Cmp(num.Pow2(31)) >= 0:
		return v.String() + "L"
	}
	return v.String()
}

// hex writes a mask.
func hex(v num.Int) string {
	b := v.Big()
	return "0x" + b.Text(16)
}

// sortAtoms puts cheap ones first, in the order of their making otherwise.
func sortAtoms(list []*atom) {
	slices.SortStableFunc(list, func(a, b *atom) int { return cmp.Compare(a.cost, b.cost) })
}
