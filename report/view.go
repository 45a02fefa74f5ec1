package report

import (
	"context"
	"slices"
	"strings"

	"craig"
	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/logic/term"
	"craig/program/ir"
)

// view translates the variables of an inlined program to what the C source calls them.
type view struct {
	prog   *ir.Program
	byName map[string]*ir.Var
	cells  names
	scopes map[string]string // calls of a location → the scope of the variables there
}

func newView(p *ir.Program) *view {
	v := &view{prog: p, byName: map[string]*ir.Var{}, cells: cellNames(p), scopes: map[string]string{}}
	p.AllVars(func(x *ir.Var) { v.byName[x.Name] = x })
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if p.Locs[e.From].Func != p.Main {
			continue
		}
		calls := p.Locs[e.From].Calls
		see := func(x *ir.Var) {
			if sc := scope(x); sc != "" && strings.Count(sc, "::") == len(calls) {
				v.scopes[callsKey(calls)] = sc
			}
		}
		ir.EachRead(e.Stmt, see)
		if x := ir.Written(e.Stmt); x != nil {
			see(x)
		}
	}
	return v
}

// scope is the part of a variable's name that says which copy of which function it belongs to:
// "main::f#2" of "main::f#2::x". "" for a global.
func scope(x *ir.Var) string {
	if i := strings.LastIndex(x.Name, "::"); i >= 0 && x.Func != nil {
		return x.Name[:i]
	}
	return ""
}

func callsKey(calls []ir.Pos) string {
	var b strings.Builder
	for _, c := range calls {
		b.WriteString(c.String())
		b.WriteByte(' ')
	}
	return b.String()
}

// scopeAt is the scope of the function copy that a location belongs to.
func (v *view) scopeAt(l ir.Loc) string {
	info := v.prog.Locs[l]
	if info.Func != v.prog.Main {
		return info.Func.Name // a program with calls
	}
	return v.scopes[callsKey(info.Calls)]
}

// function is the C function that a location was in before inlining.
func (v *view) function(l ir.Loc) string {
	sc := v.scopeAt(l)
	if i := strings.LastIndex(sc, "::"); i >= 0 {
		sc = sc[i+2:]
	}
	name, _, _ := strings.Cut(sc, "#")
	return name
}

// at is how formulas are written at a location: globals, the variables of the function, and what
// is at known addresses. What was at the entry of the function is \old(x), as in ACSL.
func (v *view) at(l ir.Loc) *formula {
	sc := v.scopeAt(l)
	f := &formula{}
	var result *ir.Var // of a procedure that returns here
	if fn := v.prog.Locs[l].Func; fn != v.prog.Main && l == fn.Exit {
		result = fn.Result
	}
	f.name = func(t term.Term) (string, bool) {
		switch t.Op() {
		case term.Var:
			name, old := strings.CutSuffix(t.Name(), verdict.Old)
			x := v.byName[name]
			if x != nil && x == result {
				return `\result`, true
			}
			if x == nil || x.CName == "" || x.Func != nil && scope(x) != sc {
				return "", false
			}
			if old {
				return `\old(` + x.CName + ")", true
			}
			return x.CName, true
		case term.Select:
			return v.element(f, t.Arg(1))
		}
		return "", false
	}
	return f
}

// before is how far in front of an object an address may be that is still taken for one of its
// elements, as in a[i - 1].
const before = 64

// element writes the cell at an address that is an object's plus an index: "a[i + 1]", "s.f".
func (v *view) element(f *formula, addr term.Term) (string, bool) {
	s := sumOf(addr)
	base, ok := s.konst.Int()
	if !ok {
		return "", false
	}
	if len(s.terms) == 0 {
		o, _ := v.cells.find(base)
		return v.cells.name(base), o != nil
	}
	o, off := v.cells.find(base)
	for k := int64(1); o == nil && k <= before; k++ {
		o, off = v.cells.find(base.Add(num.I(k)))
		off -= k
	}
	if o == nil || len(o.Cells) == 0 {
		return "", false
	}
	size := num.I(max(int64(o.Cells[0].Type.Bits)/8, 1)).Rat()
	index := sum{konst: num.I(off).Rat().Div(size)}
	for _, m := range s.terms {
		c := m.c.Div(size)
		if !c.IsInt() || !f.knows(m.t) {
			return "", false
		}
		index.terms = append(index.terms, monomial{c, m.t})
	}
	if !index.konst.IsInt() {
		return "", false
	}
	var b strings.Builder
	f.sum(&b, index)
	return cname(o) + "[" + b.String() + "]", true
}

// loopInvariant is what holds whenever control is at a loop of the C program.
type loopInvariant struct {
	pos       ir.Pos
	function  string
	disjuncts []string // over C variables
	more      int      // disjuncts that were left out
}

// maxDisjuncts bounds what is printed of one invariant.
const maxDisjuncts = 12

// invariantAt is what a proof says of every execution at a location.
func invariantAt(r *craig.Result, l ir.Loc) (t term.Term, ok bool) {
	if s, ok := r.Summaries[l]; ok {
		return s.Safe, true
	}
	t, ok = r.Invariants[l]
	return t, ok
}

// loopInvariants collects the invariants by loop of the source: the disjunction over the copies
// that inlining made, weakened to the variables that the reader knows there.
func loopInvariants(r *craig.Result) []loopInvariant {
	v := newView(r.Program)
	byOrigin := map[ir.Loc][]ir.Loc{}
	var origins []ir.Loc
	for l, info := range r.Program.Locs {
		if info == nil || !info.Loop {
			continue
		}
		if _, ok := invariantAt(r, ir.Loc(l)); !ok {
			continue
		}
		if byOrigin[info.Origin] == nil {
			origins = append(origins, info.Origin)
		}
		byOrigin[info.Origin] = append(byOrigin[info.Origin], ir.Loc(l))
	}
	ctx, cancel := context.WithTimeout(context.Background(), tidyTime)
	defer cancel()
	tidy := &tidier{ctx: ctx, prog: r.Program, vars: v.byName}
	var invs []loopInvariant
	for _, o := range origins {
		first := byOrigin[o][0]
		inv := loopInvariant{pos: headPos(r.Program.Locs[first]), function: v.function(first)}
		for _, l := range byOrigin[o] {
			t, _ := invariantAt(r, l)
			f := v.at(l)
			if !printable(t) {
				inv.more++
				continue
			}
			t = tidy.formula(f.forget(t.Store(), t))
			parts := []term.Term{t}
			if t.Op() == term.Or {
				parts = t.Args()
			}
			for _, d := range parts {
				if s := f.text(d); s != "false" && !slices.Contains(inv.disjuncts, s) {
					inv.disjuncts = append(inv.disjuncts, s)
				}
			}
		}
		if slices.Contains(inv.disjuncts, "true") {
			inv.disjuncts = []string{"true"}
		}
		if len(inv.disjuncts) == 0 && inv.more == 0 {
			inv.disjuncts = []string{"false"}
		}
		if n := len(inv.disjuncts); n > maxDisjuncts {
			inv.disjuncts, inv.more = inv.disjuncts[:maxDisjuncts], inv.more+n-maxDisjuncts
		}
		invs = append(invs, inv)
	}
	slices.SortStableFunc(invs, func(a, b loopInvariant) int {
		if c := strings.Compare(a.pos.File, b.pos.File); c != 0 {
			return c
		}
		return a.pos.Line - b.pos.Line
	})
	return invs
}

// maxPrinted bounds the operators and leaves of a formula that is shown to people.
const maxPrinted = 5000

// printable says whether t, written out without sharing, is short enough to be shown.
func printable(t term.Term) bool {
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

// headPos is where the loop keyword is, for a loop, else the location's position.
func headPos(info *ir.LocInfo) ir.Pos {
	if info.Loop && info.LoopPos.Line != 0 {
		return info.LoopPos
	}
	return info.Pos
}
