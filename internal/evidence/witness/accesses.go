package witness

import (
	"maps"
	"slices"
	"strings"

	"craig/internal/evidence/csource"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// What is read through a pointer in an invariant has to be there. It is where the program itself reads it, whenever it comes to the loop and
// some conditions hold, before it changes where the pointer leads: then the invariant may read it under these conditions. They are those of the
// branches on the way, of which one side is no condition if it leads to an error, since the proof says that no execution comes there.

const (
	maxWay    = 200 // edges that are followed from a loop
	maxGuards = 8   // conditions of a read
)

// access is a read of memory that the program makes after it has come to a loop, if all of guards hold there.
type access struct {
	cell   term.Term // the cell, or the variable that it has become, over the values at the loop
	number term.Term // cell, with the addresses of pointers that are known
	typ    ir.Type
	guards []term.Term
}

// accesses are the reads that are certain from a location of an inlined program.
func (s *scopes) accesses(st *term.Store, l ir.Loc) (list []access) {
	state := sem.New(st, s.prog).NewState()
	left := maxWay
	var from func(at ir.Loc, guards []term.Term)
	follow := func(id ir.EdgeID, guards []term.Term, branch bool) {
		e := s.prog.Edges[id]
		switch e.Stmt.(type) {
		case *ir.Call, *ir.Alloc:
			return
		}
		if left--; left < 0 {
			return
		}
		ir.Exprs(e.Stmt, func(x *ir.Expr) {
			for _, read := range reads(x) {
				a := access{cell: state.Expr(read, state.Get), typ: read.Type, guards: guards}
				unchanged := read.Op == ir.OpVar && a.cell == sem.Here(read.Var).Term(st) ||
					read.Op == ir.OpLoad && a.cell.Op() == term.Select && a.cell.Arg(0) == sem.Here(read.Region).Term(st)
				if unchanged && !slices.ContainsFunc(list, func(b access) bool { return b.cell == a.cell && len(b.guards) <= len(guards) }) {
					list = append(list, a)
				}
			}
		})
		mark := state.Mark()
		defer state.Undo(mark)
		if assume, ok := e.Stmt.(*ir.Assume); ok && branch {
			guards = append(slices.Clone(guards), state.Expr(assume.Cond, state.Get))
		}
		state.Exec(e.Stmt)
		if len(guards) <= maxGuards {
			from(e.To, guards)
		}
	}
	from = func(at ir.Loc, guards []term.Term) {
		info := s.prog.Locs[at]
		if at != l && (info.IsGoal() || info.Loop) || at == l && left < maxWay {
			return
		}
		var ways []ir.EdgeID
		for _, id := range info.Out {
			if !s.prog.Locs[s.prog.Edges[id].To].IsGoal() {
				ways = append(ways, id)
			}
		}
		branch := len(ways) > 1 || len(info.Out) == 1 // or an assumption, which may end the execution
		for _, id := range ways {
			follow(id, guards, branch)
		}
	}
	from(l, nil)
	return list
}

// reads are the loads of e, and the reads of cells of blocks that have become variables, that are made whatever its parts are worth, inner ones first.
func reads(e *ir.Expr) (list []*ir.Expr) {
	args := e.Args
	switch e.Op {
	case ir.OpIte, ir.OpLAnd, ir.OpLOr:
		args = args[:1]
	}
	for _, a := range args {
		list = append(list, reads(a)...)
	}
	if e.Op == ir.OpLoad && e.Region != nil || e.Op == ir.OpVar && e.Var.Home != nil && e.Var.Home.Kind == ir.HeapObject {
		list = append(list, e)
	}
	return list
}

// known are the pointers that have a known address wherever t holds.
func (s *scopes) known(t term.Term) map[term.Term]term.Term {
	facts := map[term.Term]term.Term{}
	switch t.Op() {
	case term.And:
		for _, a := range t.Args() {
			maps.Copy(facts, s.known(a))
		}
	case term.Or:
		facts = s.known(t.Arg(0))
		for _, a := range t.Args()[1:] {
			other := s.known(a)
			maps.DeleteFunc(facts, func(p, at term.Term) bool { return other[p] != at })
		}
	case term.EqZero:
		st, sum := t.Store(), t.Arg(0)
		for _, p := range term.Vars(sum, map[term.Term]bool{}, nil) {
			if s.leads(p) == nil {
				continue
			}
			for _, at := range []term.Term{st.Sub(p, sum), st.Add(p, sum)} {
				if _, number := at.IntValue(); number {
					facts[p] = at
				}
			}
		}
	}
	return facts
}

// leads is what a pointer is declared to lead to; nil if that is not known.
func (s *scopes) leads(t term.Term) *ir.Pointee {
	if x, ok := s.values.Of(t); ok && x.At == sem.AtHere {
		return x.Var.Leads
	}
	return nil
}

// read writes cells that the program reads, in w, for the loop at l, at which inv holds.
func (s *scopes) read(w *csource.Exact, l ir.Loc, inv term.Term) func(term.Term) (string, ir.Type, string, bool) {
	var facts map[term.Term]term.Term
	var list []access
	var under []term.Term // the conditions of the read whose own conditions are being written
	within := false
	return func(t term.Term) (text string, typ ir.Type, guard string, ok bool) {
		st := t.Store()
		if facts == nil {
			facts, list = s.known(st.Import(inv)), s.accesses(st, l)
			for i := range list {
				list[i].number = st.Subst(list[i].cell, facts)
			}
		}
		number := st.Subst(t, facts)
		for _, a := range list {
			if a.number != number || within && (len(a.guards) > len(under) || !slices.Equal(a.guards, under[:len(a.guards)])) {
				continue
			}
			if text, ok = s.through(w, a, facts); !ok {
				continue
			}
			if within { // what is written first has said that they hold
				return text, a.typ, "", true
			}
			var parts []string
			for i, g := range a.guards {
				within, under = true, a.guards[:i]
				c, whole := w.Whole(g)
				if !whole {
					c, whole = w.Whole(st.Subst(g, facts))
				}
				within, ok = false, ok && whole
				if !slices.Contains(parts, c) && c != "1" {
					parts = append(parts, c)
				}
			}
			if ok {
				return text, a.typ, strings.Join(parts, " && "), true
			}
		}
		return "", typ, "", false
	}
}

// through writes the cell of an access by a pointer: the one of the program's own expression, or, where a cell is a variable, one that leads to its block.
func (s *scopes) through(w *csource.Exact, a access, facts map[term.Term]term.Term) (text string, ok bool) {
	if a.cell.Op() == term.Select {
		return w.Through(a.cell.Arg(1), a.typ, s.leads)
	}
	x, _ := s.values.Of(a.cell)
	st := a.cell.Store()
	s.prog.AllVars(func(v *ir.Var) {
		p := sem.Here(v).Term(st)
		if at := facts[p]; !ok && v.Leads != nil && at.Valid() && at == st.IntNum(x.Var.Home.Addr) {
			text, ok = w.Through(st.Add(p, st.Int(x.Var.Offset)), a.typ, s.leads)
		}
	})
	return text, ok
}
