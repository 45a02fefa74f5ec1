package sem

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// State is the store of a symbolic state: program variables as terms over inputs. A variable
// that nothing has assigned is its own input. Changes can be taken back in the order of a stack.
type State struct {
	*Context
	// Input makes the term of an unknown value of v; nil makes a fresh one each time.
	Input func(v *ir.Var) term.Term

	vals    []term.Term // by ir.Var.ID; not Valid: the variable's own term
	trail   []change
	version uint64
}

type change struct {
	v   int
	old term.Term
}

// NewState is the store of the initial state, in which every variable has any value of its type.
func (c *Context) NewState() *State { return &State{Context: c} }

// Get is v's current term; it is an Env.
func (s *State) Get(v *ir.Var) term.Term {
	if v.ID < len(s.vals) {
		if t := s.vals[v.ID]; t.Valid() {
			return t
		}
	}
	return s.Var(v)
}

// Set gives v another term.
func (s *State) Set(v *ir.Var, t term.Term) {
	if v.ID >= len(s.vals) {
		s.vals = append(s.vals, make([]term.Term, v.ID+1-len(s.vals))...)
	}
	s.trail = append(s.trail, change{v.ID, s.vals[v.ID]})
	s.vals[v.ID] = t
	s.version++
}

// Each calls f on the variables that have been set, in the order of their IDs.
func (s *State) Each(f func(v *ir.Var, t term.Term)) {
	for id, t := range s.vals {
		if t.Valid() {
			f(s.byTerm[s.own(id)], t)
		}
	}
}

// Mark is the current height of the stack of changes.
func (s *State) Mark() int { return len(s.trail) }

// Undo takes back what was set since Mark returned mark.
func (s *State) Undo(mark int) {
	for i := len(s.trail) - 1; i >= mark; i-- {
		s.vals[s.trail[i].v] = s.trail[i].old
	}
	if mark < len(s.trail) {
		s.version++
	}
	s.trail = s.trail[:mark]
}

// Version is a number that changes whenever the store does.
func (s *State) Version() uint64 { return s.version }

// Exec executes a statement (no Call, no Alloc). What it returns holds in every execution that
// continues: the condition of an Assume, ranges of cells that were read for the first time. A
// Havoc sets its variable to an input, whose range is part of that as well.
func (s *State) Exec(stmt ir.Stmt) (assumed term.Term) {
	switch stmt := stmt.(type) {
	case *ir.Skip:
		return s.Store.True()
	case *ir.Assign:
		t := s.Expr(stmt.Expr, s.Get)
		assumed = s.cells(stmt.Expr)
		s.Set(stmt.Var, t)
		return assumed
	case *ir.Assume:
		if cond := s.Expr(stmt.Cond, s.Get); cond.IsConst() {
			return cond
		} else if cells := s.cells(stmt.Cond); !cells.IsTrue() {
			return s.Store.And(cells, cond)
		} else {
			return cond
		}
	case *ir.Store:
		assumed = s.Store.And(s.cells(stmt.Addr), s.cells(stmt.Val))
		s.Set(stmt.Region, s.stored(stmt, s.Get))
		return assumed
	case *ir.Havoc:
		var t term.Term
		if s.Input != nil {
			t = s.Input(stmt.Var)
		} else {
			t = s.Store.Fresh(stmt.Var.Name, Sort(stmt.Var.Type))
		}
		s.Set(stmt.Var, t)
		return s.Range(stmt.Var.Type, t)
	}
	panic(fmt.Sprintf("sem: symbolic execution of %T", stmt))
}

// cells says that the cells that e reads have values of the types they are read as.
func (s *State) cells(e *ir.Expr) term.Term {
	if !hasLoad(e) {
		return s.Store.True()
	}
	return s.Store.And(s.Loads(e, s.Get, nil)...)
}

func hasLoad(e *ir.Expr) bool {
	if e.Op == ir.OpLoad {
		return true
	}
	for _, a := range e.Args {
		if hasLoad(a) {
			return true
		}
	}
	return false
}

// stored is the region after a store.
func (c *Context) stored(s *ir.Store, env Env) term.Term {
	return c.Store.Store(env(s.Region), c.Expr(s.Addr, env), c.Expr(s.Val, env))
}
