// Package lattest checks that a lattice obeys the laws that package domain states.
package lattest

import (
	"pgregory.net/rapid"

	"craig/internal/abstract/domain"
)

// Laws draws values by gen and checks the laws that can be checked by Leq alone. member says
// whether a state that draw has drawn is in γ(s); it is how Leq, Join, Meet and Widen are compared
// with what they mean. It may be nil.
func Laws[S, X any](t *rapid.T, d domain.Lattice[S], gen func(*rapid.T) S, draw func(*rapid.T) X, member func(X, S) bool) {
	a, b, c := gen(t), gen(t), gen(t)
	law := func(ok bool, what string) {
		if !ok {
			t.Fatalf("%s fails for\na = %v\nb = %v\nc = %v", what, a, b, c)
		}
	}
	top, bottom := d.Top(), d.Bottom()
	join, meet, widen := d.Join(a, b), d.Meet(a, b), d.Widen(a, b)
	law(d.Leq(a, a), "a ⊑ a")
	law(d.Leq(bottom, a), "⊥ ⊑ a")
	law(d.IsBottom(bottom), "⊥ is bottom")
	law(!d.IsBottom(top), "⊤ is not bottom")
	law(d.Leq(a, join) && d.Leq(b, join), "a, b ⊑ a ⊔ b")
	law(d.Leq(a, widen) && d.Leq(b, widen), "a, b ⊑ a ∇ b")
	law(d.Leq(meet, a) && d.Leq(meet, b), "a ⊓ b ⊑ a, b")
	law(d.Leq(d.Join(a, a), a) && d.Leq(a, d.Meet(a, a)), "a ⊔ a ⊑ a ⊑ a ⊓ a")
	law(d.Leq(join, d.Join(b, a)) && d.Leq(meet, d.Meet(b, a)), "⊔ and ⊓ commute")
	law(!d.Leq(a, b) || d.Leq(join, b) && d.Leq(a, meet), "a ⊑ b gives a ⊔ b ⊑ b and a ⊑ a ⊓ b")
	law(!d.Leq(a, b) || !d.Leq(b, c) || d.Leq(a, c), "⊑ is transitive")
	law(!d.IsBottom(a) || d.Leq(a, b), "an empty value is below all")
	if n, ok := d.(domain.Narrower[S]); ok {
		law(d.Leq(n.Narrow(join, a), join), "(a ⊔ b) △ a ⊑ a ⊔ b")
	}
	x := a
	for i := 0; ; i++ {
		y := d.Widen(x, d.Join(x, gen(t)))
		if d.Leq(y, x) {
			break
		}
		x = y
		law(i < 1000, "a chain of widenings ends")
	}
	if n, ok := d.(domain.Narrower[S]); ok {
		x = d.Top()
		for i := 0; ; i++ {
			y := n.Narrow(x, d.Meet(x, gen(t)))
			if d.Leq(x, y) {
				break
			}
			law(d.Leq(y, x), "x △ y ⊑ x")
			x = y
			law(i < 1000, "a chain of narrowings ends")
		}
	}
	if member == nil {
		return
	}
	for range 8 {
		p := draw(t)
		inA, inB := member(p, a), member(p, b)
		law(member(p, top), "p ∈ γ(⊤)")
		law(!member(p, bottom), "p ∉ γ(⊥)")
		law(!inA || !d.IsBottom(a), "a is bottom, p ∈ γ(a)")
		law(!inA || inB || !d.Leq(a, b), "a ⊑ b, p ∈ γ(a), p ∉ γ(b)")
		law(!inA && !inB || member(p, join), "p ∈ γ(a) ∪ γ(b), p ∉ γ(a ⊔ b)")
		law(!inA && !inB || member(p, widen), "p ∈ γ(a) ∪ γ(b), p ∉ γ(a ∇ b)")
		law(!inA || !inB || member(p, meet), "p ∈ γ(a) ∩ γ(b), p ∉ γ(a ⊓ b)")
		if n, ok := d.(domain.Narrower[S]); ok {
			law(!inA || !inB || member(p, n.Narrow(a, b)), "p ∈ γ(a) ∩ γ(b), p ∉ γ(a △ b)")
		}
	}
}
