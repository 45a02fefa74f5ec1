package csource

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// block is the sentence that an address is the start of a block.
type block struct {
	text  string
	reads bool // the address is read from memory
}

// marked is what the atom t says of a mark in the region of blocks: that the one at addr is mark.
func (v *Scopes) marked(t term.Term) (addr term.Term, mark num.Int, ok bool) {
	if t.Op() != term.EqZero {
		return addr, mark, false
	}
	s := sumOf(t.Arg(0))
	if len(s.terms) != 1 || s.terms[0].t.Op() != term.Select {
		return addr, mark, false
	}
	sel := s.terms[0]
	r, ok := v.Value(sel.t.Arg(0))
	if !ok || r.Var.Name != ir.BlocksName {
		return addr, mark, false
	}
	mark, ok = s.konst.Div(sel.c).Neg().Int()
	return sel.t.Arg(1), mark, ok
}

// saysBlock says that t speaks of where blocks are.
func (v *Scopes) saysBlock(t term.Term) (found bool) {
	term.Walk(t, func(u term.Term) {
		_, _, ok := v.marked(u)
		found = found || ok
	})
	return found
}

// blocks is t with sentences in place of what it says of the region of blocks: "block(k)", and "block(k, line 9)" of one
// that is made there.
func (v *Scopes) blocks(f *indexed, t term.Term) term.Term {
	st := t.Store()
	m := map[term.Term]term.Term{}
	term.Walk(t, func(u term.Term) {
		addr, mark, ok := v.marked(u)
		if !ok || !f.knows(addr) || len(sumOf(addr).terms) == 0 { // a number that is an address says nothing to people
			return
		}
		text := "block(" + f.text(addr)
		if !mark.IsZero() {
			o := v.object(mark)
			if o == nil {
				return
			}
			text += fmt.Sprintf(", line %d", o.Pos.Line)
		}
		says := st.Var("block "+text, term.Bool)
		f.blocks[says] = block{text + ")", readsElement(addr)}
		f.addresses[addr] = true
		if m[u] = says; mark.IsZero() {
			m[u] = st.Not(says)
		}
	})
	return st.Subst(t, m)
}

// numbered says that t compares the address of a block, as far as one variable of t is it, with the number of an address.
func (f *indexed) numbered(t term.Term, addresses map[term.Term]bool) (found bool) {
	term.Walk(t, func(u term.Term) {
		switch u.Op() {
		case term.LeZero, term.LtZero, term.EqZero:
			s := sumOf(u.Arg(0))
			found = found || len(s.terms) == 1 && addresses[s.terms[0].t] && !s.konst.IsZero()
		}
	})
	return found
}

// object is the one of that number.
func (v *Scopes) object(n num.Int) *ir.Object {
	for _, o := range v.prog.Objects {
		if num.I(int64(o.ID)).Eq(n) {
			return o
		}
	}
	return nil
}

// claims says that a part of a clause is what it says of elements, and no premise.
func (f *indexed) claims(t term.Term) bool {
	not := t.Op() == term.Not
	if not {
		t = t.Arg(0)
	}
	if b, ok := f.blocks[t]; ok {
		return b.reads || !not
	}
	return readsElement(t)
}

// member writes a member of a block: "k->next". The members that the source reaches at its offset must have one name.
func (v *Scopes) member(f *indexed, t term.Term) (string, bool) {
	r, ok := v.Value(t.Arg(0))
	if !ok || v.prog.Global(ir.BlocksName) == nil || r.Var.Name == ir.BlocksName || r.Var.Name == ir.LeadsName {
		return "", false
	}
	s := sumOf(t.Arg(1))
	if len(s.terms) != 1 || !s.terms[0].c.Eq(num.I(1).Rat()) || !s.konst.IsInt() {
		return "", false
	}
	base, off := s.terms[0].t, s.konst.Num()
	if x, ok := v.Value(base); ok && x.Var.Type.Kind != ir.Pointer {
		return "", false
	}
	name := ""
	for _, c := range v.prog.Members {
		if !num.I(c.Offset).Eq(off) || c.Type.Bits != r.Var.Type.Bits {
			continue
		}
		if name != "" && name != c.Name {
			return "", false
		}
		name = c.Name
	}
	p, ok := f.name(base)
	if !ok || name == "" {
		return "", false
	}
	return p + "->" + name, true
}
