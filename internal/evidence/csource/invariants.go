package csource

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/evidence/says"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// LoopInvariant is what holds whenever control is at a loop of the C program.
type LoopInvariant struct {
	Pos       ir.Pos
	Function  string
	Disjuncts []string // over C variables
	More      int      // disjuncts that were left out

	// All are facts about all elements that hold besides: "for all k: 0 <= k && k < n ==> a[k] == 0"; and how
	// many were left out.
	All     []string
	MoreAll int
}

// Text is the invariant in one line; "" if disjuncts were left out.
func (i LoopInvariant) Text() string {
	if i.More > 0 {
		return ""
	}
	text := strings.Join(i.Disjuncts, " || ")
	if len(i.All) == 0 {
		return text
	}
	all := "(" + strings.Join(i.All, ") && (") + ")"
	switch {
	case text == "true":
		return all
	case len(i.Disjuncts) > 1:
		text = "(" + text + ")"
	}
	return text + " && " + all
}

// maxDisjuncts bounds what is printed of one invariant.
const maxDisjuncts = 12

// LoopInvariants collects the invariants by loop of the source: the disjunction over the copies
// that inlining made, weakened to the variables that the reader knows there.
func LoopInvariants(p *ir.Program, proof verdict.Proof, files ...*ctext.Source) []LoopInvariant {
	v := NewScopes(p, files...)
	byOrigin := map[ir.Loc][]ir.Loc{}
	var origins []ir.Loc
	for l, info := range p.Locs {
		if info == nil || !info.Loop {
			continue
		}
		if _, ok := says.At(proof, ir.Loc(l)); !ok {
			continue
		}
		if byOrigin[info.Origin] == nil {
			origins = append(origins, info.Origin)
		}
		byOrigin[info.Origin] = append(byOrigin[info.Origin], ir.Loc(l))
	}
	ctx, cancel := context.WithTimeout(context.Background(), tidyTime)
	defer cancel()
	tidy := &tidier{ctx: ctx, prog: p, values: v.values}
	var invs []LoopInvariant
	for _, o := range origins {
		first := byOrigin[o][0]
		inv := LoopInvariant{Pos: HeadPos(p.Locs[first]), Function: p.Locs[first].Function()}
		for _, l := range byOrigin[o] {
			t, _ := says.At(proof, l)
			f := v.formulas(l)
			f.address = v.address(f, v.prog.Locs[l])
			if !Printable(t) {
				inv.More++
				continue
			}
			t = f.forget(t.Store(), tidy.formula(f.forget(t.Store(), t))) // what is tidied may tell NaNs apart
			parts := []term.Term{t}
			if t.Op() == term.Or {
				parts = t.Args()
			}
			for _, d := range parts {
				if s := f.text(d); s != "false" && !slices.Contains(inv.Disjuncts, s) {
					inv.Disjuncts = append(inv.Disjuncts, s)
				}
			}
		}
		if all, ok := elementsOf(proof); ok {
			for i, l := range byOrigin[o] { // what all copies have
				facts, more := v.forAll(l, all)
				if i == 0 {
					inv.All = facts
				}
				inv.All = slices.DeleteFunc(inv.All, func(s string) bool { return !slices.Contains(facts, s) })
				inv.MoreAll += more
			}
		}
		if slices.Contains(inv.Disjuncts, "true") {
			inv.Disjuncts = []string{"true"}
		}
		if len(inv.Disjuncts) == 0 && inv.More == 0 {
			inv.Disjuncts = []string{"false"}
		}
		if n := len(inv.Disjuncts); n > maxDisjuncts {
			inv.Disjuncts, inv.More = inv.Disjuncts[:maxDisjuncts], inv.More+n-maxDisjuncts
		}
		invs = append(invs, inv)
	}
	slices.SortStableFunc(invs, func(a, b LoopInvariant) int {
		if c := strings.Compare(a.Pos.File, b.Pos.File); c != 0 {
			return c
		}
		return a.Pos.Line - b.Pos.Line
	})
	return invs
}

// maxPrinted bounds the operators and leaves of a formula that is shown to people.
const maxPrinted = 5000

// Printable says whether t, written out without sharing, is short enough to be shown.
func Printable(t term.Term) bool {
	count := map[term.Term]int{}
	term.Walk(t, func(u term.Term) {
		n := 1
		for _, a := range u.Args() {
			n = min(n+count[a], maxPrinted+1)
		}
		count[u] = n
	})
	return count[t] <= maxPrinted
}

// HeadPos is where the loop keyword is, for a loop, else the location's position.
func HeadPos(info *ir.LocInfo) ir.Pos {
	if info.Loop && info.LoopPos.Line != 0 {
		return info.LoopPos
	}
	return info.Pos
}

// address is formula.address for the addresses of a program.
func (v *Scopes) address(f *formula, at *ir.LocInfo) func(term.Term, string) (string, bool, bool) {
	return func(t term.Term, equal string) (string, bool, bool) {
		switch t.Op() {
		case term.LeZero, term.LtZero, term.EqZero:
		default:
			return "", false, false
		}
		s := sumOf(t.Arg(0))
		pointers, last := num.Rat{}, monomial{}
		for _, m := range s.terms {
			if v.pointer(m.t) {
				pointers, last = pointers.Add(m.c), m
			}
		}
		if pointers.IsZero() {
			return "", false, false
		}
		addr, whole := s.konst.Div(pointers).Neg().Int()
		name, known := f.name(last.t)
		if len(s.terms) == 1 && known {
			switch { // no address is less than 0
			case addr.IsZero() && whole && t.Op() == term.EqZero, t.Op() == term.LeZero && addr.IsZero() && pointers.Sign() > 0:
				return name + " " + equal + " 0", true, true
			case t.Op() == term.LeZero && pointers.Sign() < 0 && whole && addr.Eq(num.I(1)):
				return name + map[string]string{"==": " != ", "!=": " == "}[equal] + "0", true, true
			}
		}
		if t.Op() != term.EqZero || len(s.terms) != 1 || !whole || !known {
			return "", true, false
		}
		place := v.cells.name(addr)
		o, off := v.cells.find(addr)
		if strings.ContainsAny(place, "*+") || o.Kind == ir.HeapObject || !v.sees(at, o) { // the name of a block is that of the allocator
			return "", true, false
		}
		if off == 0 && strings.HasPrefix(place, o.CName()+".") { // the address of a structure, and of its first member
			place = o.CName()
		}
		return name + " " + equal + " &" + place, true, true
	}
}

// Contract is what the calls of a function do.
type Contract struct {
	Func *ir.Func
	// Does relates the values before, x, and after, x', and the result; Needs is what has to hold before.
	// Both are true if the formulas are too long to be shown.
	Does, Needs string
	TooLong     bool
}

// Contracts are what a proof of a program with calls says of its functions, in their order.
func Contracts(p *ir.Program, proof verdict.Proof) (list []Contract) {
	v := NewScopes(p)
	ctx, cancel := context.WithTimeout(context.Background(), tidyTime)
	defer cancel()
	tidy := &tidier{ctx: ctx, prog: p, values: v.values}
	funcs := slices.Clone(p.Funcs)
	slices.SortFunc(funcs, func(f, g *ir.Func) int { return int(f.Entry - g.Entry) })
	for _, fn := range funcs {
		s, ok := says.Calls(proof, p, fn)
		if !ok || fn == p.Main {
			continue
		}
		f := v.relations(fn)
		does, needs := negation(s.Safe.Store(), s.Excludes), s.Safe
		if !Printable(does) || !Printable(needs) {
			list = append(list, Contract{Func: fn, Does: "true", Needs: "true", TooLong: true})
			continue
		}
		list = append(list, Contract{Func: fn, Does: f.text(tidy.formula(does)), Needs: f.text(tidy.formula(needs))})
	}
	return list
}

// relations is how formulas about a call of fn are written.
func (v *Scopes) relations(fn *ir.Func) *formula {
	f := v.formulas(fn.Entry)
	known := f.name
	f.name = func(t term.Term) (string, bool) {
		if x, ok := v.Value(t); ok && x.At == sem.AtExit {
			switch {
			case x.Var == fn.Result:
				return "result", true
			case x.Var.CName != "":
				return x.Var.CName + "'", true
			}
		}
		return known(t)
	}
	return f
}

// Text writes a formula over the variables of a location; ok is false if it is too long to be read.
func (v *Scopes) Text(l ir.Loc, f term.Term) (text string, ok bool) {
	if !Printable(f) {
		return "", false
	}
	return v.formulas(l).text(f), true
}

// Said is what a proof says of a location, weakened to the variables that the reader knows there; ok is false if that is nothing, or
// too long to be read.
func (v *Scopes) Said(l ir.Loc, proof verdict.Proof) (text string, ok bool) {
	t, ok := says.At(proof, l)
	if !ok || !Printable(t) {
		return "", false
	}
	f := v.formulas(l)
	f.address = v.address(f, v.prog.Locs[l])
	var all []string
	if elements, ok := elementsOf(proof); ok {
		all, _ = v.forAll(l, elements) // without those that have no notation it is weaker
	}
	text = LoopInvariant{Disjuncts: []string{f.text(v.shorter(f.forget(t.Store(), t)))}, All: all}.Text()
	return text, text != "true"
}

// negation is ¬t with negations in front of atoms only.
func negation(st *term.Store, t term.Term) term.Term {
	var args []term.Term
	switch t.Op() {
	case term.And, term.Or:
		for _, a := range t.Args() {
			args = append(args, negation(st, a))
		}
		if t.Op() == term.And {
			return st.Or(args...)
		}
		return st.And(args...)
	case term.Not:
		if a := t.Arg(0); a.Op() == term.And || a.Op() == term.Or {
			for _, b := range a.Args() {
				args = append(args, negation(st, st.Not(b)))
			}
			if a.Op() == term.And {
				return st.And(args...)
			}
			return st.Or(args...)
		}
	}
	return st.Not(t)
}
